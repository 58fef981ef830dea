"""Programs that speak UGI, good ones and bad ones: each of these costs one sentence at most."""

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from model.play import foreign
from model.play.foreign import ForeignPlayer
from model.play.opponent import PlayerError, Situation, never, unheard
from model.registry import kinds

HELLO = """
import sys
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()
def answer(*words):
    print(*words, flush=True)
while True:
    words = hear()
    if words == ["ugi"]:
        answer("id name Stranger"); answer("ugiok")
    elif words == ["isready"]:
        answer("readyok")
    elif words[:1] == ["go"]:
        break
"""

Engine = Callable[[str], ForeignPlayer]


@pytest.fixture
def situation() -> Situation:
    return Situation.begun(kinds()["partition"].configure({"size": "3"}).start(), ("1a1",))


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """Return a maker of engines that say hello properly and do `then` when they should move."""

    def made(then: str, hello: str = HELLO) -> ForeignPlayer:
        script = tmp_path / "engine.py"
        script.write_text(hello + then, "utf-8")
        return ForeignPlayer(f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")

    return made


def test_ours_plays_as_a_program_of_others_would(situation: Situation) -> None:
    player = ForeignPlayer(f"{shlex.quote(sys.executable)} -m viewer ugi", {"Level": "1"})
    try:
        assert player.name == "Pyramidion"
        heard = []
        move = player.choose(situation, 0.05, heard.append, never)
        assert situation.position.explain(move) is None
        situation = situation.after(move)
        stop = Event()
        stop.set()
        again = player.choose(situation, None, unheard, stop.is_set)
        assert situation.position.explain(again) is None
        assert heard
        assert heard[-1].line
    finally:
        player.close()
    assert player._process.poll() is not None


@pytest.mark.parametrize(
    ("then", "says"),
    [
        ("answer('bestmove 1a1')", "'1a1'|\"1a1\", which is not legal"),
        ("answer('bestmove')", "not legal"),
        ("answer('bestmove', 'x' * 90000)", "not legal"),
        ("sys.exit(3)", "ended without giving a move"),
        ("answer('noise'); sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.exit()", "ended"),
    ],
)
def test_what_a_bad_engine_does_costs_a_sentence(
    engine: Engine, situation: Situation, then: str, says: str
) -> None:
    player = engine(then)
    try:
        with pytest.raises(PlayerError, match=says) as caught:
            player.choose(situation, 5, unheard, never)
        assert len(str(caught.value)) < 400
    finally:
        player.close()


def test_one_that_hangs_is_ended(
    engine: Engine, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "GRACE", 0.3)
    player = engine("import time\nwhile True: time.sleep(1)")
    with pytest.raises(PlayerError, match="no move in time"):
        player.choose(situation, 0.1, unheard, never)
    assert player._process.poll() is not None


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("", "not nothing"),
        ("'open", "quote"),
        ("/no/such/engine --fast", "cannot be started"),
        (f"{shlex.quote(sys.executable)} -c pass", "does not speak UGI"),
    ],
)
def test_what_is_no_engine_is_refused(command: str, says: str) -> None:
    with pytest.raises(PlayerError, match=says):
        ForeignPlayer(command)


def test_one_that_says_nothing_is_given_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "START_SECONDS", 0.3)
    with pytest.raises(PlayerError, match="did not answer ugiok"):
        engine("import time\ntime.sleep(60)", hello="")


def test_no_shell_is_asked(tmp_path: Path) -> None:
    with pytest.raises(PlayerError):
        ForeignPlayer(f"true; touch {tmp_path / 'made'}")
    assert not os.path.exists(tmp_path / "made")
