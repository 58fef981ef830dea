"""Files of strangers opened in the real window: every dock shows them, nothing breaks or freezes.

A share of the files of `test_files_from_strangers`, and some that were thought out: as many and as
long as a file may hold. A dock that fails is logged, and here that is a failure.
"""

import json
import logging
import os
from pathlib import Path
from random import Random

import fuzz_files
import pytest
from canary import Canary
from fuzz_trial import kept
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from soaking import counts
from watchdog import within

from model.records.files import FileError, parse_any
from model.records.lesson import MOST_CHOICES
from model.records.view import MOST_BOOKMARKS, MOST_MARKS
from viewer.program.main_window import MainWindow
from viewer.session.preferences import Preferences
from viewer.window import application

FROZEN = 60
"""Seconds that opening a file and showing all of it may take on a busy machine."""
START = "partition:size=3 3,3,3/2,2/1 red"
DOCKS = ("learn", "why", "maps", "look", "moves", "setup")


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication, qtbot):
    monkeypatch.setenv("PYRAMIDION_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYRAMIDION_SCENE", os.environ.get("PYRAMIDION_SCENE", "image"))
    chosen = Preferences(effects="reduced")
    application.apply_theme(qapp, chosen)
    made = MainWindow(chosen=chosen)
    made.resize(1200, 800)
    made.show()
    made.session.new(START)
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=120_000)
    for name in DOCKS:
        made.docks.open(name)
        turn()
    yield made
    made.close_window()
    qapp.processEvents()
    made.deleteLater()


def turn() -> None:
    """Let the event loop run, for timers of no time as well."""
    QTest.qWait(30)


def shown(window: MainWindow, path: Path, rng: Random) -> bool:
    """Open a file in the window and look at all of it; whether it could be read."""
    before = window.session.state
    good = window.open_path(path)
    turn()
    if window.session.state is before:  # refused, or a collection: its items are listed
        window.grab()
        turn()
        return good
    for command in ("teach.next", "teach.hint", "teach.again", "teach.end"):
        window.perform(command)
        turn()
    document = window.session.document
    assert document is not None
    assert document.exercise is None
    window.session.go(rng.choice(sorted(document.record.nodes)))
    window.docks.open(rng.choice(DOCKS))
    turn()
    window.grab()
    for name in list(document.record.bookmarks)[:2]:
        window.notices.try_to(
            lambda name=name: window.session.set_view(window.session.bookmarked(name))
        )
        turn()
    window.session.close()
    turn()
    return True


def check_log(caplog: pytest.LogCaptureFixture) -> None:
    wrong = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not wrong, [f"{r.getMessage()} {r.exc_text or ''}" for r in wrong]


@counts(5, 400)
def test_a_file_does_no_harm_in_the_window(
    count: int, seed: int, tell, tmp_path: Path, window, canary: Canary, caplog, cairns
) -> None:
    read = index = tried = 0
    while tried < count:
        index += 1
        file = fuzz_files.fuzzed(seed, index, canary.forms())
        try:  # most of those that are refused are all alike here
            parse_any(file.data, "it")
        except FileError:
            if index % 10:
                continue
        tried += 1
        path = tmp_path / "it.pyramidion"
        path.write_bytes(file.data)
        with kept(tmp_path / f"{seed}-{index}.pyramidion", file.data, *file.changes):
            with within(FROZEN, memory=1 << 30):
                read += shown(window, path, Random(index))
            assert not canary.was_opened, "a file was opened that nobody may open"
            check_log(caplog)
        caplog.clear()
    tell("files in the window", tried=tried, read=read)


def thought_out(letters: int) -> dict[str, dict]:
    """Files of a megabyte at most that froze the window for minutes, and their kin."""
    long, blanks = "x" * letters, "long " * (letters // 5)
    task = {"kind": "choice", "hint": blanks, "otherwise": long, "right": long}
    choices = [{"text": f"{k} {long[:900]}", "right": k == 0} for k in range(MOST_CHOICES)]
    marks = [{"site": "1a1", "sign": "text", "text": f"{k:080d}"} for k in range(MOST_MARKS)]
    lesson = {"kind": "lesson"}
    return {
        "a step without a blank": lesson | {"lesson": {"steps": [{"node": 0, "text": long}]}},
        "a title without a blank": lesson
        | {"headers": {"title": long}, "lesson": {"steps": [{"node": 0, "title": long}]}},
        "choices": lesson
        | {"lesson": {"steps": [{"node": 0, "task": task | {"choices": choices}}]}},
        "steps": lesson | {"lesson": {"steps": [{"node": 0, "text": "a step"}] * 10_000}},
        "marks": {"nodes": [{"id": 0, "marks": marks}]},
        "bookmarks": {"bookmarks": {f"{k} {long[:2000]}": {} for k in range(MOST_BOOKMARKS)}},
        "a comment without a blank": {"nodes": [{"id": 0, "comment": long}]},
    }


@counts(20_000, 1_000_000)
def test_as_much_as_a_file_may_hold_freezes_nothing(count, tmp_path, window, caplog) -> None:
    for what, held in thought_out(count).items():
        tree = {"format": "pyramidion/1", "kind": "game", "position": START} | held
        path = tmp_path / f"{what}.pyramidion"
        path.write_text(json.dumps(tree))
        with within(FROZEN, memory=1 << 30):
            assert shown(window, path, Random(1)), what
        check_log(caplog)
