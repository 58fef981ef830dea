"""The Moves dock where sides do not simply take turns: each move stands under who made it."""

import pytest

from model.game import Outcome
from viewer.games.facts import place_facts
from viewer.panels.moves.tree import rows_of
from viewer.session.session import Session

SIDES = ("amber", "jade", "violet")


@pytest.fixture
def session(cairns):
    made = Session()
    made.new(cairns.name)
    return made


def shown(session):
    """(depth, number, moves of each column or the whole row) of each row."""
    record = session.document.record
    rows = rows_of(record, SIDES, 0, session.mover_at)
    return [
        (row.depth, row.number, [None if cell is None else record[cell].move for cell in row.cells])
        for row in rows
    ]


def test_rolls_have_a_row_and_moves_the_column_of_their_side(session):
    # Jade leads after the bids: the lowest that nobody else made.
    for move in ("bid2", "bid1", "bid2", "roll3", "c3", "a3", "b2", "d3"):
        session.play(move)
    assert shown(session) == [
        (0, 1, ["bid2", "bid1", "bid2"]),
        (0, 0, ["roll3", None, None]),
        (0, 5, [None, "c3", "a3"]),
        (0, 7, ["b2", "d3", None]),
    ]


def test_variations_stand_under_what_they_vary(session):
    for move in ("bid2", "bid1", "bid2", "roll3", "c3", "a3"):
        session.play(move)
    session.back()
    session.play("e3")
    session.play("d1")
    assert shown(session)[2:] == [
        (0, 5, [None, "c3", "a3"]),
        (1, 6, [None, None, "e3"]),
        (1, 7, ["d1", None, None]),
    ]


def test_a_shared_place_takes_two():
    outcome = Outcome(
        None, "stuck", (), ("jade", "violet"), (("amber", 1), ("jade", 5), ("violet", 5)),
        None, (("jade", "violet"), ("amber",)),
    )  # fmt: skip
    texts = [fact.text for fact in place_facts(outcome)]
    assert texts == ["1. Jade and Violet, 5 points", "3. Amber, 1 point"]
    with pytest.raises(ValueError, match="first place"):
        Outcome("jade", "stuck", ranks=(("amber",), ("jade",)))
