"""Engines that think while seats change, documents close and the window goes: nothing is left.

Programs of their own (`/proc`), threads by their names, and processor time once nobody plays.
"""

import os
import random
import shlex
import sys
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from soaking import counts
from ugi_speaker import speaker

from model.play.clock import TimeControl
from model.play.seats import PERSON, Computer, Foreign, Seats
from viewer.analysis import kernel_process

NAMES = {"foreign engine", "ending an engine", "starting an engine", "background job"}
GAMES = (
    ("partition", {"size": "3"}),
    ("partition", {"size": "5", "rules": "stacking"}),
    ("pyraos", {"rules": "children"}),
)
STRANGER = speaker(
    """
if how == "hang": time.sleep(1000)
if how == "crash": sys.exit(1)
while how == "spew": answer("info string", "x" * 500)
answer("bestmove nonsense")
""",
    """
import sys, time
how = sys.argv[1]
if how == "mute": time.sleep(1000)
""",
)


def programs() -> set[int]:
    """The processes that this one has begun and that still run."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.add(int(place.parent.name))
    return found


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name in NAMES]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc")
@counts(few=12, all=400)
def test_no_engine_is_left_whatever_is_done_while_it_thinks(
    open_window, qtbot, tmp_path, count, seed, tell
):
    rng = random.Random(seed)
    script = tmp_path / "stranger.py"
    script.write_text(STRANGER, "utf-8")

    def command_of(how: str) -> str:
        return shlex.join((sys.executable, str(script), how))

    before = programs()
    window = open_window(900, 640)
    qtbot.waitUntil(lambda: not kernel_process.is_compiling(), timeout=600_000)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    opponents = window.shell.playing.opponents
    opponents.command_of = command_of
    done: dict[str, int] = {}

    def one_seat():
        names = ("hang", "crash", "spew", "mute", "nonsense")
        seats = (PERSON, Computer(1), Computer(10), Foreign(rng.choice(names)))
        return rng.choices(seats, (1, 1, 3, 3))[0]

    def begin():
        name, options = rng.choice(GAMES)
        window.session.new(name, options)

    def change_seats():
        seats = Seats()
        for side in window.session.position.game.players:
            seats = seats.place(side, one_seat())
        opponents.seat(seats)

    def put_on_the_clock():
        opponents.set_clock(rng.choice((None, TimeControl(0.01), TimeControl(5, 2))))

    def press(key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(window, key, modifier)

    def play():
        position = window.session.position
        if position.outcome is None and position.legal_moves:
            window.session.play(position.legal_moves.sample(rng))

    acts = {
        "seats": change_seats,
        "clock": put_on_the_clock,
        "F8": lambda: press(Qt.Key.Key_F8),
        "move now": lambda: press(Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier),
        "take back": lambda: press(Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier),
        "undo": lambda: press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier),
        "look back": lambda: window.session.back(),
        "go on": lambda: window.session.last(),
        "play": play,
        "begin": begin,
        "other": lambda: window.session.activate(
            rng.randrange(len(window.session.state.documents))
        ),
        "close": lambda: window.session.close(),
    }
    for _ in range(count):
        if window.session.is_empty or len(window.session.state.documents) > 6:
            while not window.session.is_empty:
                window.session.close()
            begin()
            change_seats()
        name = rng.choice(list(acts))
        acts[name]()
        done[name] = done.get(name, 0) + 1
        qtbot.wait(rng.choice((0, 0, 5, 50, 300)))
    # Whoever is told to end is gone, and then nothing computes any more.
    if window.session.is_empty:
        begin()
    opponents.seat(Seats())
    opponents.set_clock(None)
    while not window.session.is_empty:
        window.session.close()
    ended = time.monotonic() + 30
    while left := programs() - before:
        said = [Path(f"/proc/{one}/cmdline").read_text() for one in left]
        assert time.monotonic() < ended, said
        qtbot.wait(20)
    qtbot.waitUntil(lambda: not threads(), timeout=30_000)
    assert not opponents.is_thinking
    assert not opponents._timer.isActive()
    begin()
    opponents.seat(Seats().place("red", Foreign("hang")).place("blue", Computer(10)))
    begin()
    change_seats()
    window.close_window()
    ended = time.monotonic() + 30
    while threads() or not programs() <= before:
        assert time.monotonic() < ended, "something is left running"
        time.sleep(0.02)
    tell(f"{count} acts: {', '.join(f'{name} {n}' for name, n in sorted(done.items()))}")
