"""A game declares goals of its own: puzzles ask for them, files keep them, provers are asked."""

import pytest

from model.contract.game import WIN, GoalKind
from model.contract.hooks import GoalWords, hooks_of
from model.games.pyraos.kind import PyraosKind
from model.positions.setup import read_position
from model.puzzles.make import puzzle_from
from model.puzzles.proof import check
from model.puzzles.request import PuzzleRequest, request_fault, wanted_in
from model.puzzles.wording import asked, goal_of
from model.records.files import FileError, parse
from model.records.json_form import encode
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT
from model.records.view import View
from model.registry import kinds, registered

SQUARE = "squares:rules=standard WB2,BW2,4,4/3,3,3/2,2/1 white"


class Squares(PyraosKind):
    """Pyraos in which a puzzle may also ask for a sphere above the base."""

    name = "squares"
    title = "Squares"
    goals = (WIN, GoalKind("above", "Leave the base", "A sphere above the base"))

    def prover(self, game, stop=None):
        return None  # that of Pyraos knows the win alone

    def reached(self, position, goal):
        side = position.game.players.index(goal.side)
        pieces = position.pieces
        above = position.game.board.layers["level"][pieces.site] > 1
        return bool((above & (pieces.owner == side)).any())

    def describe_goal(self, goal):
        if goal.kind == "above":
            return GoalWords("leaves the base", "leaving the base", "leave the base")
        return super().describe_goal(goal)


@pytest.fixture(autouse=True)
def squares():
    with registered(Squares()) as kind:
        yield kind


@pytest.mark.check
def test_a_puzzle_asks_for_a_goal_of_the_game():
    position = read_position(SQUARE)
    asks = Stipulation("above", 1)
    assert asked(position, asks) == "White to move: leave the base at once."
    assert goal_of(position, asks).kind == "above"
    assert not hooks_of(position.game.kind).reached(position, goal_of(position, asks))
    found = check(position, Puzzle(asks))
    assert (found.proof.verdict, found.proof.first) == ("sound", ("2b2",))
    assert check(position, Puzzle(Stipulation("win", 1))).proof.verdict == "unsolvable"


def test_a_file_keeps_it_and_refuses_what_no_game_asks_for(tmp_path):
    record = puzzle_from(read_position(SQUARE), Stipulation("above", 1))
    text = encode(record, ROOT, View())
    assert parse(text, tmp_path / "a").record.puzzle == record.puzzle
    wrong = text.replace(b'"above"', b'"below"')
    says = 'Squares has no goal "below": win, above, parry, only or accepted'
    with pytest.raises(FileError, match=says):
        parse(wrong, tmp_path / "a")
    with pytest.raises(FileError, match="Pyraos has no goal"):
        parse(text.replace(b"squares:", b"pyraos:"), tmp_path / "a")


def test_the_generator_makes_what_is_declared():
    kind = kinds()["squares"]
    assert wanted_in(kind) == ("win", "above", "parry", "only")
    request = PuzzleRequest(kind.configure({"rules": "standard"}), kind="above")
    assert request_fault(request) == ""
    other = PuzzleRequest(kinds()["pyraos"].configure({}), kind="above")
    says = 'puzzles of Pyraos ask for win, parry or only, not for "above"'
    assert request_fault(other) == says
