"""Preferences that hold now: chosen once, kept in their file, and what a run has instead."""

from dataclasses import replace as dataclass_replace

import pytest
from msgspec.structs import replace

from model.exercises.exercise import Exercise
from viewer.session import preferences as stored
from viewer.session.preferences import EngineEntry, Preferences
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences


@pytest.fixture
def session(home, qapp):
    session = Session()
    session.new()
    return session


def run_with(session, **parts):
    document = session.document
    session.begin_exercise(Exercise(document.record, document.node, **parts), document.node)


def test_what_is_chosen_is_kept_and_told(session):
    chosen = ChosenPreferences(session, None)
    told = []
    chosen.changed.connect(lambda old, new: told.append((old, new)))
    before = chosen.now
    chosen.choose(replace(before, text_scale=1.5))
    assert told == [(before, chosen.now)]
    assert chosen.now.text_scale == 1.5
    assert stored.load()[0] == chosen.now


def test_what_holds_for_a_while_is_not_kept(session):
    chosen = ChosenPreferences(session, None)
    chosen.hold(True)
    chosen.choose(replace(chosen.now, palette="dark"))
    assert chosen.now.palette == "dark"
    assert stored.load()[0].palette != "dark"


def test_preferences_that_were_given_are_kept_nowhere(session, home):
    chosen = ChosenPreferences(session, Preferences(text_scale=1.25))
    chosen.choose(replace(chosen.now, text_scale=1.5))
    assert chosen.now.text_scale == 1.5
    assert stored.load()[0] == Preferences()


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("hides", [None, False, True])
def test_a_run_hides_verdicts_shows_them_or_leaves_them(session, own, hides):
    chosen = ChosenPreferences(session, Preferences(hide_verdicts=own))
    run_with(session, hides=hides)
    assert chosen.now.hide_verdicts is (own if hides is None else hides)
    assert chosen.own.hide_verdicts is own


def test_what_is_shown_of_a_run_ends_with_it(session):
    chosen = ChosenPreferences(session, Preferences())
    run_with(session, hides=True)
    assert chosen.now.hide_verdicts
    chosen.choose(replace(chosen.now, hide_verdicts=False))
    assert not chosen.now.hide_verdicts
    assert session.document.exercise.hides is False
    session.set_exercise(dataclass_replace(session.document.exercise, hides=True))
    assert chosen.now.hide_verdicts
    session.end_exercise()
    assert not chosen.now.hide_verdicts


def test_what_is_hidden_while_a_lesson_runs_ends_with_it(session):
    chosen = ChosenPreferences(session, Preferences())
    run_with(session)
    chosen.choose(replace(chosen.now, hide_verdicts=True, text_scale=1.5))
    assert chosen.now.hide_verdicts
    assert not chosen.own.hide_verdicts
    session.end_exercise()
    assert not chosen.now.hide_verdicts
    assert chosen.now.text_scale == 1.5  # what is no switch of a lesson is one's own


def test_what_two_windows_choose_stays(session):
    one, other = ChosenPreferences(session, None), ChosenPreferences(session, None)
    engine = EngineEntry("Mine", "engine --ugi")
    one.take(replace(one.own, engines=(engine,)))
    other.choose(replace(other.now, palette="dark"))
    assert stored.load()[0] == Preferences(palette="dark", engines=(engine,))
    assert other.own.engines == (engine,)
    assert one.own.palette == "system"  # the looks of a window change with a choice made there
    one.hold(True)
    one.take(replace(one.own, strong=True, hide_verdicts=True))
    one.take(replace(one.own, strong=False))
    one.hold(False)
    one.take(replace(one.own, text_scale=1.5))
    assert stored.load()[0] == Preferences(
        palette="dark", engines=(engine,), text_scale=1.5, hide_verdicts=True
    )


def test_what_could_not_be_written_is_written_with_the_next_choice(session, monkeypatch):
    chosen = ChosenPreferences(session, None)
    told = []
    chosen.failed.connect(told.append)

    def full(handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as during:
        during.setattr("os.fsync", full)
        chosen.choose(replace(chosen.now, palette="dark"))
    assert len(told) == 1
    assert "no space left" in told[0]
    chosen.choose(replace(chosen.now, text_scale=1.5))
    assert stored.load()[0] == Preferences(palette="dark", text_scale=1.5)
