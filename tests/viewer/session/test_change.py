"""What a listener is told of a change: which parts of what is shown are others."""

import pytest

from model.records.view import View
from viewer.session.session import Session

PARTS = (
    "tabs", "record", "node", "position", "board", "view", "exercise", "entered", "is_left",
    "is_step", "is_jump", "is_same_document",
)  # fmt: skip


@pytest.fixture
def session():
    """Two games of Partition; the second is active, two moves old, at its end."""
    session = Session()
    session.new("partition", {"size": "3"})
    session.new("partition", {"size": "3"})
    session.play("1a1")
    session.play("1a3")
    return session


def told(session, act):
    """The parts that the last change which `act` makes says are others."""
    heard = []
    end = session.subscribe(heard.append)
    act(session)
    end()
    return {part for part in PARTS if getattr(heard[-1], part)}


@pytest.mark.parametrize(
    ("act", "parts"),
    [
        (lambda s: s.play("1c1"), "tabs record node position is_step is_same_document"),
        (lambda s: s.back(), "tabs node position is_same_document"),
        (lambda s: s.go(0), "tabs node position is_jump is_same_document"),
        (lambda s: s.comment("good"), "tabs record is_same_document"),
        (lambda s: s.set_view(View(explode=0.5)), "tabs view is_same_document"),
        (lambda s: s.activate(0), "tabs record node position board is_jump is_left view"),
        (lambda s: s.close(), "tabs record node position board is_jump is_left view"),
        (lambda s: s.new("pyraos"), "tabs record node position board is_jump is_left view"),
    ],
    ids=["play", "back", "first", "comment", "view", "activate", "close", "new"],
)
def test_a_change_names_what_is_another(session, act, parts):
    found = told(session, act)
    # Views of two documents may be one object, and node 0 follows no other.
    free = {"view", "is_jump", "is_step"} if "is_left" in parts else set()
    assert found - free == set(parts.split()) - free


def test_a_step_forward_is_a_step_and_two_are_a_jump(session):
    session.go(0)
    assert "is_step" in told(session, lambda s: s.forward())
    session.go(0)
    assert {"is_jump"} == {"is_jump", "is_step"} & told(session, lambda s: s.last())


def test_the_document_before_is_known_by_its_key_be_it_active_or_not(session):
    heard = []
    session.subscribe(heard.append)
    first = session.state.documents[0]
    session.activate(0)
    assert heard[-1].previous.key == first.key == heard[-1].document.key != heard[-1].before.key
    opened = session.new("pyraos")
    assert heard[-1].previous is None
    assert heard[-1].open_keys == {one.key for one in session.state.documents} >= {opened.key}


def test_what_is_entered_is_no_other_document(session):
    session.new("pyramid")
    token = session.steps().choices
    assert told(session, lambda s: s.set_steps((token[0],))) == {"entered", "is_same_document"}


def test_another_size_that_is_set_up_at_the_start_is_another_board(session):
    session.new("partition", {"size": "2"})
    small = session.position
    session.new("partition", {"size": "3"})
    parts = {"tabs", "record", "position", "board", "is_same_document"}
    assert told(session, lambda s: s.set_up(small, "smaller")) == parts


def test_from_nothing_and_to_nothing_is_another_position():
    session = Session()
    heard = []
    session.subscribe(heard.append)
    session.new("partition", {"size": "3"})
    assert heard[-1].position
    assert heard[-1].board
    assert heard[-1].before.is_placeholder
    session.close()
    assert heard[-1].position
    assert heard[-1].board
    assert heard[-1].document.is_placeholder
