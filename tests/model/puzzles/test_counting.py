"""What becomes of the first moves of a puzzle: in time, later, never; what is no choice."""

from pathlib import Path

import msgspec
import pytest
from brute import QUICKER

from model.contract.game import Goal
from model.positions.setup import read_position
from model.puzzles.generated import grade_found
from model.puzzles.proof import check, first_fault
from model.puzzles.solving import answer, begin
from model.puzzles.wording import counted_moves, difficulty
from model.records import files
from model.records.puzzle import MoveCounts, Puzzle, Stipulation, Try
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import prover_for

SHIPPED = Path(__file__).parents[3] / "examples/puzzles/pyraos-puzzles.pyramidion"


@pytest.mark.check
@pytest.mark.slow
def test_moves_are_counted_as_playing_out_counts_them():
    position = read_position(QUICKER)
    found = check(position, Puzzle(Stipulation("win", 2)))
    prover, goal = PlainProver(position.game), Goal("win", "red")
    longest = {
        move: next((k for k in range(6) if prover.can(position.play(move), goal, k)), None)
        for move in position.legal_moves
    }
    in_time = sum(k is not None and k < 2 for k in longest.values())
    later = [k for k in longest.values() if k is not None and k >= 2]
    counts = found.proof.counts
    assert (counts.in_time, counts.later) == (in_time, len(later))
    assert counts.soonest == min(later) + 1
    assert counts.total == len(longest)


@pytest.mark.check
def test_a_puzzle_whose_every_move_reaches_the_goal_is_no_choice():
    position = read_position(QUICKER)
    found = check(position, Puzzle(Stipulation("win", 2)))
    # The first words are as they were: scripts read them.
    assert found.message == (
        "1e3 alone; no choice: all 10 moves reach the goal, 1 in time and 9 later"
    )
    assert found.proof.verdict == "sound"
    puzzle = Puzzle(Stipulation("win", 2), proof=found.proof, grade=3)
    assert grade_found(position, puzzle) == 0
    assert difficulty(puzzle) == "every move gets there in the end"


def test_moves_that_fail_leave_a_choice():
    item = files.load_any(SHIPPED).items[0]
    position = read_position(item.record.start)
    found = check(position, Puzzle(item.record.puzzle.stipulation))
    assert found.proof.counts == MoveCounts(in_time=1, never=2)
    assert not found.proof.no_choice


@pytest.mark.parametrize(
    ("counts", "moves", "says"),
    [
        (MoveCounts(1, 4, 3), 2, "of 8 moves 1 reaches the goal in time, 4 later and 3 not at all"),
        (MoveCounts(2, 3, 0, 1), 2, "of 6 moves 2 reach the goal in time and 3 later; 1 undecided"),
        (MoveCounts(1, 0, 3), None, "of 4 moves 1 reaches the goal and 3 not at all"),
        (MoveCounts(26), 3, "no choice: all 26 moves reach the goal"),
        (
            MoveCounts(0, 21),
            2,
            "no choice: all 21 moves reach the goal, none of them in time",
        ),
        (MoveCounts(0, 5), 4, "no choice: all 5 moves reach the goal, none of them in time"),
        (MoveCounts(0, 5, 3), 4, "of 8 moves none reaches the goal in time, "
            "5 later and 3 not at all"),
        (MoveCounts(0, 0, 21), 2, "none of 21 moves reaches the goal"),
        (MoveCounts(0, 0, 1), 2, "the only move fails"),
        (MoveCounts(1), 3, "no choice: there is only 1 move"),
    ],
)  # fmt: skip
def test_counts_are_put_into_words(counts, moves, says):
    assert counted_moves(counts, Stipulation("win", moves)) == says


def test_what_cannot_be_done_in_time_says_how_soon_it_can():
    found = check(read_position(QUICKER), Puzzle(Stipulation("win", 1)))
    assert found.proof.verdict == "unsolvable"
    assert found.proof.counts.soonest == 2


def test_an_empty_list_of_accepted_moves_is_no_puzzle():
    position = read_position(QUICKER)
    puzzle = Puzzle(Stipulation("accepted"))
    assert first_fault(position, puzzle) == "no accepted moves are named"
    assert check(position, puzzle).proof.verdict == "unsolvable"


@pytest.mark.check
def test_words_on_a_try_outlast_a_question_it_solves():
    position = read_position(QUICKER)
    spoken = Try("1e5", ("1e3",), "the slow one", "It looks good.")
    wide = check(position, Puzzle(Stipulation("win", 3, first="set"), tries=(spoken, Try("1a1"))))
    assert "1e5" in wide.idle
    assert msgspec.structs.replace(spoken, refutation=()) in wide.tries
    narrow = check(position, Puzzle(Stipulation("win", 2), tries=wide.tries))
    assert spoken in narrow.tries


def test_the_moves_left_count_the_wrong_move_on_the_board():
    position = read_position(QUICKER)
    puzzle = Puzzle(Stipulation("win", 2))
    prover = prover_for(position.game)
    state = begin(position, puzzle)
    assert state.left_on_board == 2
    wrong = answer(state, "1e5", prover)
    assert (wrong.state, wrong.left, wrong.left_on_board) == ("wrong", 2, 1)
