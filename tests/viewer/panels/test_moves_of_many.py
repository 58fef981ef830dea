"""The Moves dock where sides do not simply take turns: each move stands under who made it."""

from random import Random

import pytest
from PySide6.QtWidgets import QStyleOptionViewItem

from model.contract.game import CHANCE, Outcome
from viewer.games.facts import place_facts
from viewer.panels.moves.tree import broken, rows_of
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


@pytest.mark.check
def test_moves_of_three_are_read_whole_and_break_at_their_signs(open_window, qtbot):
    window = open_window(1366, 768)
    window.session.new("rolling-pyramids", {"players": "3"})
    rng = Random(4)
    while window.session.position.state.round < 2:
        position = window.session.position
        if position.to_move == CHANCE:
            window.session.roll()
        else:
            window.session.play(position.legal_moves.sample(rng))
    window.docks.open("moves")
    panel = window.docks.panel("moves")
    qtbot.waitUntil(panel.table.isVisible, timeout=10_000)
    table, delegate = panel.table, panel.table.itemDelegate()
    read = 0
    for row in range(panel.model.rowCount()):
        for column in range(1, 4):
            index = panel.model.index(row, column)
            text = panel.model.data(index)
            if text is None or panel.model.rows[row].whole:
                continue
            option = QStyleOptionViewItem()
            table.initViewItemOption(option)
            delegate.initStyleOption(option, index)
            plain = option.text.replace("\u200b", "").replace("\n", ",")
            assert plain == text
            room = table.columnWidth(column) - 6
            for part in option.text.replace("\u200b", "\n").split("\n"):
                assert option.fontMetrics.horizontalAdvance(part) <= room, part
            assert table.rowHeight(row) >= delegate.sizeHint(option, index).height()
            read += 1
    assert read > 20


def test_a_part_of_a_move_that_does_not_fit_breaks_at_any_letter():
    texts = broken("descending-3:12,keep", lambda part: len(part) <= 8).split("\u200b")
    assert texts == [*"descending-", "3:12\nkeep"]
