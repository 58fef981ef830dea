"""`solve` on every puzzle that is shipped: who wins, in how many plies, as the file keeps it."""

import json

import pytest
import shipped

from benchmarks import BENCHMARKS
from model.contract.game import Position
from model.records import files
from model.records.puzzle import Puzzle
from model.registry import kinds
from tests.support.soaking import counts
from viewer.cli.main import main

PUZZLES = shipped.EXAMPLES / "puzzles"
GAMES = ("partition", "pyraos", "pyramid")
QUICK = 4
"""Won in at most so many moves, a puzzle takes less than a second."""


def winning(game: str) -> list[tuple[int, Position, Puzzle]]:
    """Return the puzzles of a game that are to be won, the quick ones first."""
    found = shipped.puzzles(PUZZLES / f"{game}-puzzles.pyramidion")
    won = [one for one in found if one[2].stipulation.kind == "win"]
    return sorted(won, key=lambda one: (one[2].stipulation.moves or QUICK) > QUICK)


@pytest.mark.check
def test_153_puzzles_are_shipped_and_many_are_to_be_won() -> None:
    assert sum(len(shipped.puzzles(path)) for path in shipped.PUZZLES) == 153
    assert sum(len(winning(game)) for game in GAMES) == 71


@pytest.mark.check
@counts(few=3, all=100)
@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_solved_as_their_file_says(
    capsys: pytest.CaptureFixture[str], game: str, count: int
) -> None:
    path = PUZZLES / f"{game}-puzzles.pyramidion"
    for number, start, puzzle in winning(game)[:count]:
        assert puzzle.proof is not None
        status = main(["solve", str(path), "--item", str(number), "--limit", "20", "--json"])
        told = capsys.readouterr()
        assert (status, told.err) == (0, ""), number
        found = json.loads(told.out)
        assert found["winner"] == start.to_move, number
        assert found["plies"] == len(found["line"]) == len(puzzle.proof.line), number
        end = start.replay(found["line"]).outcome
        assert end is not None
        assert end.winner == start.to_move, number


def test_a_solution_is_told_as_a_tree(capsys: pytest.CaptureFixture[str]) -> None:
    wins = "partition:size=3,rules=free RRB,3,3/1R,2/1 red"
    rows = [
        "  Set play, Blue to move",
        "    1e3, 1e5 or 3c3 stops Red",
        "  Key: 1e3, threatens 1e5 and 3c3",
        "    1e5: 3c3",
        "    else: 1e5",
    ]
    assert main(["solve", wins]) == 0
    plain = capsys.readouterr().out
    assert main(["solve", wins, "--tree"]) == 0
    assert capsys.readouterr().out == plain + "".join(f"{row}\n" for row in rows)
    assert main(["solve", wins, "--tree", "--json"]) == 0
    tree = json.loads(capsys.readouterr().out)["tree"]
    assert [f"{'  ' * (depth + 1)}{text}" for depth, text, _ in tree] == rows
    assert tree[-1][2] == ["1e3", "1a3", "1e5"]

    # Who is to move and does not win has nothing to be shown; of a puzzle it is its own solution.
    loses = "partition:size=3,rules=free RRB,2R,3/1R,2/1 blue"
    assert main(["solve", loses, "--tree"]) == 0
    assert capsys.readouterr().out.startswith("red wins")
    path = PUZZLES / "partition-puzzles.pyramidion"
    assert main(["solve", str(path), "--item", "4", "--tree"]) == 0
    told = capsys.readouterr().out.splitlines()
    parries = files.load_any(str(path)).items[3].record.puzzle
    assert parries is not None
    assert parries.proof is not None
    assert f"  Key: {parries.proof.first[0]}" in told


def test_what_no_search_can_decide_is_refused_with_its_reason(capsys):
    for game, why in (("rolling-pyramids", "dice"), ("pyramid-ball", "in secret")):
        start = str(kinds()[game].configure({}).start())
        assert main(["solve", start]) == 4
        said = capsys.readouterr().err
        assert said.startswith("pyramidion: not decided: ")
        assert why in said


@pytest.mark.check
def test_help_lists_the_options_of_games_and_the_benchmarks(capsys):
    assert main(["new", "--help"]) == 0
    said = capsys.readouterr().out
    for kind in kinds().values():
        for option in kind.options:
            assert f"  {option.name}=" in said
    assert "  size=2..50 " in said
    assert main(["bench", "--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in BENCHMARKS)
