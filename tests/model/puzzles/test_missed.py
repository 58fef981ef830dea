"""Puzzles out of mistakes: the missed win, the defence, and why none comes of most."""

import pytest

from model.contract.game import Stopped
from model.positions.setup import read_position
from model.puzzles.missed import NoPuzzleError, puzzle_of_mistake
from model.puzzles.proof import check, proof_holds

FREE = "partition:size=3,rules=free "


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("start", "move", "asked", "title", "first"),
    [
        ("2B,RR1,2B/R1,BB/R red", "1a1", ("win", "unique"), "Red wins in 2 moves", {"1a5"}),
        ("RR1,3,3/BR,BB/1 red", "1a5", ("win", "set"), "Red wins in 2 moves", {"1e3", "3c3"}),
        (
            "1BB,2R,B2/BR,R1/R red",
            "1e5",
            ("parry", "unique"),
            "Red keeps Blue from winning",
            {"1a3"},
        ),
    ],
)
def test_what_should_have_been_played_is_asked_and_proved(
    start: str, move: str, asked: tuple[str, str], title: str, first: set[str]
) -> None:
    position = read_position(FREE + start)
    made = puzzle_of_mistake(position, move, limit=120)
    puzzle = made.puzzle
    assert (puzzle.stipulation.kind, puzzle.stipulation.first) == asked
    assert made.title == title
    assert proof_holds(position, puzzle)
    assert puzzle.proof is not None
    assert (puzzle.proof.verdict, set(puzzle.proof.first)) == ("sound", first)
    assert move not in puzzle.proof.first
    played = next(one for one in puzzle.tries if one.move == move)
    assert played.refutation
    again = check(position, puzzle, limit=120)
    assert again.proof.verdict == "sound"


@pytest.mark.parametrize(
    ("start", "move", "says"),
    [
        ("R2,BBB,B2/RR,1R/1 red", "1c1", "Red can win in 2 moves by .* and 1 more move"),
        ("3,RB1,3/BR,RB/R blue", "1e3", "Red wins whatever Blue plays"),
        ("RBR,R2,1B1/2,BR/B red", "1a5", "No win can be forced here within 5 moves"),
        ("BR1,1R1,R2/1B,2/1 blue", "1e5", "Blue can defend by 1e1, 1a3, 2b2 and 2 more moves"),
    ],
)
def test_why_no_puzzle_comes_of_a_mistake(start: str, move: str, says: str) -> None:
    with pytest.raises(NoPuzzleError, match=says):
        puzzle_of_mistake(read_position(FREE + start), move, limit=120)


def test_it_ends_when_its_time_is_up_or_it_is_stopped() -> None:
    position = read_position(FREE + "2R,3,B1B/R1,2/1 red")
    with pytest.raises(NoPuzzleError, match="No puzzle was proved within 0 seconds"):
        puzzle_of_mistake(position, "3c3", limit=0)
    with pytest.raises(Stopped):
        puzzle_of_mistake(position, "3c3", stop=lambda: True)


def test_a_game_that_is_over_asks_nothing() -> None:
    over = read_position("partition:size=2,rules=free RR,RR/R red")
    with pytest.raises(NoPuzzleError, match="the game is over"):
        puzzle_of_mistake(over, "1a1")
