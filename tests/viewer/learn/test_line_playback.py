"""A line is shown move by move, or at once, and never where it does not belong."""

from types import SimpleNamespace

import pytest

from model.exercises.exercise import Exercise
from model.records.record import ROOT
from viewer.learn.exercise_player import LinePlayback
from viewer.session.session import Session

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
LINE = ("1a1", "1c3", "1e1")

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def session():
    session = Session()
    session.new(START)
    session.begin_exercise(Exercise(session.document.record, ROOT))
    return session


def moves(session):
    nodes = session.document.record.nodes
    line, node = [], ROOT
    while nodes[node].children:
        node = nodes[node].children[0]
        line.append(nodes[node].move)
    return tuple(line)


def playback(session, *, animates):
    return LinePlayback(session, SimpleNamespace(animates=animates))


def test_without_animation_a_line_is_played_at_once(session):
    shown = playback(session, animates=False)
    shown.start(LINE)
    assert moves(session) == LINE
    assert not shown.is_running


def test_with_animation_it_comes_move_by_move(session):
    shown = playback(session, animates=True)
    shown.start(LINE)
    assert moves(session) == ()
    for number in range(1, len(LINE) + 1):
        assert shown.is_running
        shown.step()
        assert moves(session) == LINE[:number]
    assert not shown.is_running


def test_it_ends_before_a_move_that_is_not_legal(session):
    shown = playback(session, animates=False)
    shown.start(("1a1", "1a1", "1c3"))
    assert moves(session) == ("1a1",)
    assert not shown.is_running


def test_it_ends_where_the_run_ends(session):
    shown = playback(session, animates=True)
    shown.start(LINE)
    session.end_exercise()
    shown.step()
    assert moves(session) == ()
    assert not shown.is_running


def test_it_ends_where_another_document_is_active(session):
    shown = playback(session, animates=True)
    shown.start(LINE)
    session.new(START)
    session.begin_exercise(Exercise(session.document.record, ROOT))
    shown.step()
    assert moves(session) == ()
    assert not shown.is_running


def test_another_line_takes_its_place(session):
    shown = playback(session, animates=True)
    shown.start(LINE)
    shown.step()
    shown.start(("1e5",))
    shown.step()
    assert moves(session) == ("1a1", "1e5")
    assert not shown.is_running


def test_nothing_more_is_played_where_the_person_went_elsewhere(session):
    shown = playback(session, animates=True)
    shown.start(LINE)
    shown.step()
    shown.step()
    session.back()
    shown.step()
    assert moves(session) == LINE[:2]
    assert not shown.is_running


def test_where_both_choose_in_secret_each_has_its_own_choice():
    session = Session()
    session.new("pyramid-ball")
    session.begin_exercise(Exercise(session.document.record, ROOT))
    line = (".../N../...", ".../.../..N")
    playback(session, animates=False).start(line)
    assert moves(session) == line
