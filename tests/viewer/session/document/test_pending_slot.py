"""Slots in hand: the values that come next may be sites of the board."""

from dataclasses import replace

import pytest

from model.contract.game import (
    PlayerSheet,
    SheetCell,
    SheetSection,
    Slot,
    Steps,
    next_tokens,
    slot_values,
    unknown_token,
)
from model.positions.setup import read_position
from viewer.picture.picking.click_meaning import (
    Back,
    NextStep,
    Refuse,
    meaning_of_cell,
    meaning_of_click,
    partial_move_of,
)
from viewer.session.document.move_entry import enter, in_hand, steps_of

UNITS = {"foot1": ("a3", "c3"), "foot2": ("c3", "d3")}


class Deploying:
    """A position whose moves send two units to fields, each a cell of a board."""

    def __init__(self, position):
        self._position = position
        cells = tuple(SheetCell(name, words=f"unit {name}") for name in UNITS)
        self.sheets = (PlayerSheet("amber", "Units", (SheetSection("", (cells,)),)),)

    def __getattr__(self, name):
        return getattr(self._position, name)

    def steps(self, partial):
        blank = [Slot(name, to) for name, to in UNITS.items()]
        if unknown_token(partial, blank) is not None:
            return Steps((), False, None, "that is no target")
        values = slot_values(partial, {})
        slots = tuple(Slot(name, to, values.get(name, "")) for name, to in UNITS.items())
        whole = all(slot.value for slot in slots)
        return Steps(next_tokens(slots), whole, "deploy" if whole else None, "", slots=slots)


@pytest.fixture
def position(cairns):
    return Deploying(read_position("cairns:radius=2 3,4,2A2,4,3 amber cap=3"))


def test_a_unit_is_clicked_and_then_a_field(position):
    foot1, foot2 = position.sheets[0].cells
    site = position.game.board.index
    assert meaning_of_cell(position, (), foot1) == NextStep("foot1")
    partial = enter(position, (), "foot1").partial
    assert in_hand(position, partial).name == "foot1"
    so_far = partial_move_of(position, partial)
    assert [name for name in ("a3", "c3", "d3") if so_far.choices[site(name)]] == ["a3", "c3"]
    assert so_far.steps.message == "Unit foot1: choose"
    assert meaning_of_click(position, partial, site("a3")) == NextStep("a3")
    refused = meaning_of_click(position, partial, site("d3"))
    assert isinstance(refused, Refuse)
    assert refused.sentence == "that is no target"
    assert meaning_of_cell(position, partial, foot1) == Back()
    assert meaning_of_cell(position, partial, foot2) == NextStep("foot2")
    partial = enter(position, partial, "a3").partial
    assert partial == ("foot1=a3",)
    partial = enter(position, enter(position, partial, "foot2").partial, "d3").partial
    assert partial == ("foot1=a3", "foot2=d3")
    assert steps_of(position, partial).move == "deploy"
    # It is changed as it was chosen; nothing is whole while something is in hand.
    held = enter(position, partial, "foot1")
    assert held.play is None
    assert not held.steps.complete
    assert enter(position, held.partial, "c3").partial == ("foot2=d3", "foot1=c3")


def test_games_without_cells_for_their_slots_are_as_they_were(cairns):
    position = read_position("cairns:radius=2 3,4,5,4,3 amber")
    assert steps_of(position, ()) == position.steps(())
    assert in_hand(position, ("number=1",)) is None
    assert replace(position, side=0) == position
