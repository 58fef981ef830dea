"""Programs that speak UGI, good ones and bad ones: each of these costs one sentence at most."""

import os
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import Popen
from threading import Event

import pytest
from ugi_speaker import speaker

from model.contract.game import Stopped
from model.contract.search import Analysis
from model.play.opponent import PlayerError, Situation, never, unheard
from model.play.programs import foreign
from model.play.programs.foreign import ForeignPlayer
from model.registry import kinds

pytestmark = pytest.mark.process

Engine = Callable[..., ForeignPlayer]


@pytest.fixture
def situation() -> Situation:
    return Situation.begun(kinds()["partition"].configure({"size": "3"}).start(), ("1a1",))


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """Return a maker of engines that do `then` and end when they should move, or at once."""

    def made(
        then: str, *, hello: bool = True, options: Mapping[str, str] | None = None
    ) -> ForeignPlayer:
        script = tmp_path / "engine.py"
        script.write_text(speaker(f"{then}\nsys.exit()") if hello else then, "utf-8")
        return ForeignPlayer(f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}", options)

    return made


@pytest.mark.check
@pytest.mark.slow
def test_ours_plays_as_a_program_of_others_would(situation: Situation) -> None:
    player = ForeignPlayer(f"{shlex.quote(sys.executable)} -m viewer ugi", {"Level": "1"})
    try:
        assert player.name == "Pyramidion"
        heard: list[Analysis] = []
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


@pytest.mark.check
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


@pytest.mark.check
def test_one_that_hangs_is_ended(
    engine: Engine, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "GRACE", 0.3)
    player = engine("import time\nwhile True: time.sleep(1)")
    with pytest.raises(PlayerError, match="no move in time"):
        player.choose(situation, 0.1, unheard, never)
    assert player._process.poll() is not None


@pytest.mark.check
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


@pytest.mark.check
def test_one_that_says_nothing_is_given_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "START_SECONDS", 0.3)
    with pytest.raises(PlayerError, match="did not answer ugiok"):
        engine("import time\ntime.sleep(60)", hello=False)


HOLDS_THE_PIPE = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
"""


@pytest.mark.check
def test_one_that_ended_keeps_nobody_waiting_for_what_it_started(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "START_SECONDS", 20.0)
    monkeypatch.setattr(foreign, "QUIT_SECONDS", 0.1)
    with pytest.raises(PlayerError, match="it ended before it said ugiok"):
        engine(HOLDS_THE_PIPE, hello=False)


def test_no_shell_is_asked(tmp_path: Path) -> None:
    with pytest.raises(PlayerError):
        ForeignPlayer(f"true; touch {tmp_path / 'made'}")
    assert not os.path.exists(tmp_path / "made")


DEAF = """
import sys, time
print("ugiok", flush=True)
time.sleep(1000)
"""


@pytest.mark.check
def test_one_that_never_reads_keeps_nobody_waiting(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "READ_SECONDS", 0.3)
    monkeypatch.setattr(foreign, "QUIT_SECONDS", 60.0)  # a wait would be seen
    killed: list[Popen[str]] = []

    def kill(process: Popen[str]) -> None:
        killed.append(process)
        process.kill()

    monkeypatch.setattr(foreign, "kill", kill)
    much = {"Book": "x" * 200_000}  # more than a pipe holds
    with pytest.raises(PlayerError, match="does not read what it is sent and was ended"):
        engine(DEAF, hello=False, options=much)
    assert killed
    assert killed[0].poll() is not None


def test_one_that_does_not_read_is_closed_at_once(
    engine: Engine, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "QUIT_SECONDS", 600.0)
    player = engine(DEAF.replace('print("ugiok"', 'print("ugiok\\nreadyok"'), hello=False)
    player._send("x" * 200_000)
    with pytest.raises(Stopped):
        player.get_ready(situation, lambda: True)
    while player._sending_since is None:
        time.sleep(0.001)
    time.sleep(2 * foreign.LOOK)
    player.close()
    assert player._process.poll() is not None


@pytest.mark.parametrize("nodes", ["9" * 5000, "\u00b2", "-3", "9" * 16])
def test_a_number_that_no_search_gives_is_not_believed(
    engine: Engine, situation: Situation, nodes: str
) -> None:
    player = engine(f"answer('info nodes {nodes} pv 1c1'); answer('bestmove 1c1')")
    heard: list[Analysis] = []
    try:
        assert player.choose(situation, 5, heard.append, never) == "1c1"
    finally:
        player.close()
    assert [found.nodes for found in heard] == [0]
