"""A line that is shown, as a value: how it is played, stopped and put into words."""

from dataclasses import dataclass

import pytest
from exercise_events import Desk

from model.exercises import effects as do
from model.exercises.exercise import SHOWN, LineExercise, Tried, Worded
from model.records import record as records
from model.records.record import ROOT

LINE = ("1a1", "2b2", "3c3")


@dataclass(frozen=True)
class Said:
    text: str


@pytest.fixture
def desk() -> Desk:
    record = records.new_record("partition:size=3,rules=free 3,3,3/2,2/1 red")
    steps = tuple(Said(f"{move} is played") for move in LINE)
    return Desk(LineExercise(record, ROOT, line=LINE, steps=steps), ROOT)


def test_it_plays_from_where_the_person_is_and_stops(desk):
    assert desk.send("play").plays
    assert desk.effects == (do.PlayLine(LINE, "reading"),)
    assert not desk.send("play").plays
    assert desk.effects == (do.Pause(),)
    desk.node = desk.exercise.nodes[0]
    desk.send("play")
    assert desk.effects == (do.PlayLine(LINE[1:], "reading"),)


@pytest.mark.parametrize("place", [-1, None])
def test_it_begins_anew_where_it_is_over_and_off_the_line(desk, place):
    desk.node = 99 if place is None else desk.exercise.nodes[place]
    desk.send("play")
    assert desk.effects == (do.GoToNode(ROOT), do.PlayLine(LINE, "reading"))


def test_it_plays_no_more_once_nothing_moves(desk):
    desk.send("play")
    still = desk.send("seen")
    assert not still.plays
    assert desk.send("seen") is still


def test_words_are_taken_for_the_line_they_are_about(desk):
    words = tuple(Said(f"{move} threatens") for move in LINE)
    assert desk.send(Worded(LINE[1:], words[1:])).steps[0].text == "1a1 is played"
    assert desk.send(Worded(LINE, words)).step(desk.exercise.nodes[0]) == words[0]


def test_moves_are_refused(desk):
    desk.send(Tried("1c1"))
    assert desk.effects == (do.Notice(SHOWN),)
