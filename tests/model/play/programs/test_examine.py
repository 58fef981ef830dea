"""What is found out about somebody else's engine: its name, its author, the games it plays."""

import shlex
import sys
from pathlib import Path

import pytest
from ugi_speaker import speaker

from model.contract.game import Stopped
from model.play.opponent import PlayerError, never
from model.play.programs.foreign import Examination
from model.registry import kinds

PLAYS_PARTITION = speaker(
    'if not game.startswith("partition"): sys.exit(2)\nanswer("bestmove 1a1")'
)


def test_an_engine_is_asked_for_a_move_of_each_game(tmp_path: Path) -> None:
    script = tmp_path / "only.py"
    script.write_text(PLAYS_PARTITION, "utf-8")
    found = Examination(shlex.join((sys.executable, str(script)))).run(kinds().values(), never)
    assert (found.name, found.author) == ("Stranger", "A. Stranger")
    assert [kind.name for kind in found.plays] == ["partition"]


@pytest.mark.check
def test_what_is_no_engine_says_so_and_what_is_stopped_ends() -> None:
    with pytest.raises(PlayerError, match="does not speak UGI"):
        Examination(f"{shlex.quote(sys.executable)} -c pass").run(kinds().values(), never)
    deaf = shlex.join((sys.executable, "-c", "import time; time.sleep(1000)"))
    with pytest.raises(Stopped):
        Examination(deaf).run(kinds().values(), lambda: True)
