"""What a search cannot say about single replies takes nothing from what it has proved."""

import pytest

from model.contract.game import Goal, Position
from model.positions.setup import read_position
from model.puzzles import solving
from model.puzzles.proof import check, reduce_puzzle
from model.puzzles.question import Question
from model.records.puzzle import Puzzle, Stipulation
from model.search.provers import prover_for

START = "partition:size=3,rules=free R1R,2B,B2/RB,BR/1 red"


class Forgetful:
    """A prover that cannot answer about positions two plies after the start."""

    def __init__(self, position: Position) -> None:
        self._prover = prover_for(position.game)
        self._plies = int(position.pieces.count.sum())
        self.visited = 0

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        if int(position.pieces.count.sum()) == self._plies + 2:
            return None
        return self._prover.can(position, goal, moves)

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        raise NotImplementedError  # nobody asks for plies here


@pytest.fixture
def position() -> Position:
    return read_position(START)


def puzzles(position: Position) -> list[Puzzle]:
    return [Puzzle(Stipulation("win")), Puzzle(Stipulation("win", 3)), Puzzle(Stipulation("only"))]


@pytest.mark.check
@pytest.mark.slow
def test_a_proof_needs_no_refutations(position) -> None:
    for puzzle in puzzles(position):
        whole = check(position, puzzle)
        found = check(position, puzzle, prover=Forgetful(position))
        assert whole.decided
        assert found.decided
        assert found.proof.verdict == whole.proof.verdict
        assert (found.proof.first, found.proof.cooks) == (whole.proof.first, whole.proof.cooks)


def test_moves_are_judged_where_no_reply_is_known(position) -> None:
    for puzzle in puzzles(position):
        question = Question(position, puzzle.stipulation, prover_for(position.game))
        state = solving.begin(position, puzzle)
        for move in position.legal_moves:
            judged = solving.answer(state, move, Forgetful(position))
            assert (judged.state != "wrong") == question.solves(move), (puzzle, move)


@pytest.mark.check
@pytest.mark.slow
def test_pieces_stay_where_no_length_is_known(position) -> None:
    puzzle = Puzzle(Stipulation("win"))
    proved = Puzzle(puzzle.stipulation, proof=check(position, puzzle).proof)
    assert str(reduce_puzzle(position, proved, prover=Mute(position))) == START


class Mute(Forgetful):
    """A prover that cannot answer at all."""

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        return None
