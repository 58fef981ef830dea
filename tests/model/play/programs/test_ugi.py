"""A scripted session of the UGI program: every command, bad lines included."""

import time
from collections.abc import Iterator
from random import Random

import pytest

from model.contract.game import Position
from model.play.programs.ugi import UgiProgram
from model.positions.setup import read_position
from model.registry import kinds

NEARLY = "partition:size=3,rules=free BBB,3,RB1/RR,2/R red"


class Talk:
    """A session; `say` returns what was answered at once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.program = UgiProgram(self.lines.append)

    def say(self, line: str) -> list[str]:
        before = len(self.lines)
        assert self.program.serve(line)
        return self.lines[before:]

    def wait(self, word: str) -> str:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            found = [line for line in list(self.lines) if line.split()[0] == word]
            if found:
                return found[-1]
            time.sleep(0.005)
        raise AssertionError(f"no {word} among {self.lines}")


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.program.serve("stop")


def test_it_introduces_itself_with_its_options(talk: Talk) -> None:
    lines = talk.say("ugi")
    assert lines[0] == "id name Pyramidion"
    assert lines[-1] == "ugiok"
    games = "var partition var pyraos var pyramid var poly-y"
    assert f"option name Game type combo default partition {games}" in lines
    assert "option name Level type spin default 10 min 1 max 10" in lines
    assert "option name size type spin default 6 min 2 max 50" in lines
    talk.say("setoption name Game value pyramid")
    lines = talk.say("ugi")
    assert "option name smash_own type combo default true var true var false" in lines
    assert "option name levels type string default <empty>" in lines


def test_who_reads_a_move_may_send_the_next_position_at_once() -> None:
    """The answer is out before the thread that gave it has ended."""
    refused: list[str] = []

    def hear(line: str) -> None:
        if line.startswith("bestmove"):
            served.append(program._thinks)
        elif line.startswith("info string"):
            refused.append(line)

    served: list[bool] = []
    program = UgiProgram(hear)
    program.serve(f"position fen {NEARLY}")
    program.serve("go nodes 1")
    program.serve("stop")
    assert served == [False]
    assert not refused


def test_readiness_and_an_empty_line(talk: Talk) -> None:
    talk.say("setoption name size value 3")
    assert talk.say("isready") == ["readyok"]
    assert talk.say("  ") == []


def test_whoever_runs_it_hears_when_all_is_loaded_but_not_while_it_thinks() -> None:
    lines, heard = list[str](), list[int]()
    program = UgiProgram(lines.append, lambda: heard.append(len(lines)))
    program.serve("setoption name size value 3")
    program.serve("isready")
    assert heard == [lines.index("readyok")], "just before it is told"
    program.serve("go infinite")
    program.serve("isready")
    assert len(heard) == 1
    program.serve("stop")
    program.serve("isready")
    assert len(heard) == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hello there", "there is no command"),
        ("position", "startpos|fen"),
        ("position fen", "startpos|fen"),
        ("position fen nonsense", "nonsense"),
        ("position fen partition:size=3,rules=free 3,3,3/2,2/9 red", "9"),
        ("position startpos moves 1a1 1a1", "move 2"),
        ("position startpos moves zz", "move 1"),
        ("setoption size 3", "setoption name NAME value VALUE"),
        ("setoption name colour value red", "there is no option"),
        ("setoption name size value 99", "99"),
        ("setoption name Level value 11", "from 1 to 10"),
        ("setoption name Game value chess", "there is no game"),
        ("query weather", "gameover, p1turn, result"),
        ("go movetime", "whole number"),
        ("go movetime soon", "whole number"),
        ("go quickly", "go knows"),
        ("go p2time 1000", "go without a limit"),
        ("x" * 5000, "there is no command"),
        ("go nodes --5", "whole number"),
        ("go movetime \u00b2", "whole number"),
    ],
)
def test_a_bad_line_is_told_of_and_the_next_is_served(talk: Talk, line: str, says: str) -> None:
    answer = talk.say(line)
    assert len(answer) == 1
    assert answer[0].startswith("info string ")
    assert says in answer[0]
    assert len(answer[0]) < 400
    assert talk.say("query gameover") == ["response false"]


def test_a_position_names_its_own_game(talk: Talk) -> None:
    talk.say("setoption name Game value pyraos")
    talk.say(f"position fen {NEARLY} moves 1a3")
    assert talk.say("query p1turn") == ["response false"]
    talk.say("position startpos")
    assert talk.say("query p1turn") == ["response true"]
    talk.say(f"position fen {NEARLY} moves nothing")
    assert talk.say("query p1turn") == ["response true"], "a bad line changes nothing"


def ended(side: int) -> Position:
    """Return the end of a random game that one side won."""
    for seed in range(100):
        rng, position = Random(seed), kinds()["partition"].configure({"size": "3"}).start()
        while position.outcome is None:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome.winner == position.game.players[side]:
            return position
    raise AssertionError("a hundred random games, and one side won none")


@pytest.mark.parametrize(("side", "result"), [(0, "p1win"), (1, "p2win")])
def test_a_finished_game_has_a_result_and_no_move(talk: Talk, side: int, result: str) -> None:
    assert talk.say(f"position fen {ended(side)}") == []
    assert talk.say("query result") == [f"response {result}"]
    assert talk.say("query gameover") == ["response true"]
    assert talk.say("query p1turn") == ["response false"]
    assert talk.say("go movetime 100") == ["bestmove none"]


def test_a_move_by_nodes_by_depth_by_time_and_by_a_clock(talk: Talk) -> None:
    talk.say("setoption name size value 3")
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    for line in ("nodes 20", "depth 1 nodes 50", "movetime 30", "p1time 500 p2time 9 p1inc 10"):
        talk.lines.clear()
        talk.say(f"go {line}")
        move = talk.wait("bestmove").split()[1]
        assert move in position.legal_moves
        told = talk.wait("info").split()
        assert {"depth", "nodes", "time", "nps", "score", "pv"} <= set(told)
        talk.say("stop")


def test_thinking_without_end_goes_on_until_it_is_stopped(talk: Talk) -> None:
    talk.say("setoption name size value 3")
    talk.say("isready")
    talk.say("go infinite")
    assert talk.say("isready") == ["readyok"]
    assert "has to wait" in talk.say("position startpos")[-1]
    assert "has to wait" in talk.say("go nodes 5")[-1]
    assert "has to wait" in talk.say("setoption name size value 4")[-1]
    assert talk.say("query gameover")[-1] == "response false"
    answer = talk.say("stop")
    assert answer[-1].startswith("bestmove ")
    assert not any(line.startswith("bestmove") for line in talk.say("stop")), "one answer"
    talk.say("position startpos moves 1a1")
    talk.say("go nodes 5")
    talk.wait("bestmove")


def test_games_with_secrets_or_dice_are_refused(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = kinds()["pyraos"]
    monkeypatch.setattr(type(kind), "hides", True)
    assert "secrets" in talk.say("setoption name Game value pyraos")[0]
    assert "secrets" in talk.say(f"position fen {kind.configure({}).start()}")[0]
    assert not any("var pyraos" in line for line in talk.say("ugi"))


def test_a_new_game_begins_at_the_start(talk: Talk) -> None:
    talk.say("position startpos moves 1a1")
    talk.say("uginewgame")
    assert talk.say("query p1turn") == ["response true"]


def test_quit_ends_it_while_it_thinks() -> None:
    lines: list[str] = []
    program = UgiProgram(lines.append)
    program.run(["setoption name size value 3", "go infinite", "quit", "ugi"])
    assert lines[-1].startswith("bestmove ")
    assert "ugiok" not in lines
