"""Rolls in documents: the program draws them, the record keeps the seed, undo keeps the dice."""

import pytest

from model.contract.game import CHANCE
from model.records.record import line_to
from viewer.session.session import Session, SessionError

BIDS = ("bid1", "bid2", "bid3")


@pytest.fixture
def session(cairns):
    made = Session()
    made.new(cairns.name)
    return made


def bid(session, bids=BIDS):
    for one in bids:
        session.play(one)
    assert session.position.to_move == CHANCE


def line(session):
    record = session.document.record
    return [record.nodes[i].move for i in line_to(record, session.document.node)[1]]


def test_only_chance_rolls_and_dice_of_a_table_can_be_typed(session):
    with pytest.raises(SessionError, match="nothing to roll"):
        session.roll()
    bid(session)
    session.play("roll2")
    assert session.position.counters["cap"] == 3


def test_taking_back_keeps_the_dice(session):
    bid(session)
    session.roll()
    rolled = line(session)
    assert len(rolled) == 4
    # Nobody decides what dice show: the roll is taken back with the bid that led to it, and as
    # all bids were revealed, with them.
    assert session.undo()
    assert line(session) == []
    assert session.redo()
    assert line(session) == rolled
    session.undo()
    bid(session, ("bid3", "bid2", "bid2"))
    session.roll()
    assert line(session)[-1] == rolled[-1]


def test_the_roll_belongs_to_the_move_before_it(session):
    session.head("seed", "mine")
    session.play("bid1"), session.play("bid1"), session.play("bid1")
    session.roll()
    session.play("a3")
    session.undo()
    assert session.document.record[session.document.node].move.startswith("roll")
    edits = len(session._store.active().done)
    assert edits == 4  # the seed, two bids, and the third with the roll


def test_the_same_rolls_come_in_every_variation(session):
    session.head("seed", "mine")
    bid(session)
    session.roll()
    first = line(session)
    session.first()
    bid(session, ("bid2", "bid2", "bid1!"))
    session.roll()
    assert line(session)[-1] == first[-1]
    assert len(session.document.record) == 8


def test_a_roll_that_is_there_is_only_gone_to(session):
    bid(session)
    session.roll()
    record = session.document.record
    session.back()
    assert session.position.to_move == CHANCE
    session.roll()
    assert session.document.record is record


def test_a_file_keeps_the_seed(session, tmp_path):
    session.head("seed", "mine")
    bid(session)
    session.save_as(tmp_path / "half.pyramidion")
    session.roll()
    rolled = line(session)
    session.close()
    session.open(tmp_path / "half.pyramidion")
    assert session.document.record.headers["seed"] == "mine"
    session.roll()
    assert line(session) == rolled
