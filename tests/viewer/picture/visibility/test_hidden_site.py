"""What a View hides, told of edits that are undone and redone."""

import pytest

from model.records.view import Cut, Peel, View
from viewer.picture.visibility.hidden_site import hidden_reversal
from viewer.session.session import Session


@pytest.fixture
def session():
    session = Session()
    session.new(options={"size": "4"})
    return session


@pytest.fixture
def told(session):
    """What is said of the edits that are undone and redone, "" left out."""
    told = []

    def hear(reversal):
        sentence = hidden_reversal(session.document, session.position, reversal)
        if sentence:
            told.append(sentence)

    session.reversals.add(hear)
    return told


def test_undo_says_so_when_a_cut_hides_the_place(session, told):
    session.play("3c3")
    session.set_view(View(cuts=(Cut(at=1, family="level"),)))
    session.undo()
    assert told == ["3c3 undone: 3c3 is behind the cut"]
    session.redo()
    assert told[1:] == ["3c3 redone: 3c3 is behind the cut"]
    session.set_view(View())
    session.undo()
    assert len(told) == 2


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (View(peel=Peel(levels=(1, 2))), "3c3 is peeled away"),
        (View(layer=("level", 2)), "3c3 is off the working layer"),
    ],
)
def test_undo_says_what_hides_the_place(session, told, view: View, said: str):
    session.play("3c3")
    session.set_view(view)
    session.undo()
    assert told == [f"3c3 undone: {said}"]


def test_redo_says_when_only_another_group_is_left(session, told):
    session.play("1a1")
    session.play("3c3")
    session.undo()
    session.set_view(View(peel=Peel(only="1a1")))
    session.redo()
    assert told == ["3c3 redone: 3c3 is peeled away"]
