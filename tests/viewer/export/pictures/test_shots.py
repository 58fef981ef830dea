"""What pictures of an item show: positions, how they are looked at, and what is said of them."""

import pytest

from model.records.files import Contents
from model.records.lesson import Lesson, Step, Task
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import (
    ROOT,
    comment,
    head,
    mark,
    new_record,
    play,
    set_lesson,
    set_puzzle,
    set_view,
)
from model.records.view import Mark, View
from viewer.export.items import ExportItem
from viewer.export.pictures.shots import shots_of

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
PLAN, APART, LAST = View(show="win=red"), View(explode=1.0), View(explode=0.5)
MARKS = (Mark("1a1"),)


@pytest.fixture
def record():
    """Three moves and the start: the first has a comment, a View and a mark."""
    record = new_record(START)
    for node, move in enumerate(("1a1", "1c1", "1e1")):
        record, _ = play(record, node, move)
    record, _ = comment(record, 1, "A *corner*.")
    record, _ = set_view(record, 1, APART)
    return mark(head(record, "title", "Three moves"), 1, MARKS)[0]


def test_each_position_of_a_game_is_seen_as_it_or_one_before_it_wants(record):
    item = ExportItem(Contents(record, 3, LAST), "untitled")
    shots = list(shots_of(item, every=True))
    assert [shot.node for shot in shots] == [ROOT, 1, 2, 3]
    assert [shot.said for shot in shots] == ["", "A corner.", "2. 1c1", "3. 1e1"]
    assert [shot.view for shot in shots] == [LAST, APART, APART, LAST]
    assert [shot.marks for shot in shots] == [(), MARKS, (), ()]
    names = shots[0].position.game.board.names
    assert [names[shot.last] for shot in shots[1:]] == ["1a1", "1c1", "1e1"]
    assert shots[0].last is None
    assert {(shot.heading, shot.asks, shot.pour) for shot in shots} == {("Three moves", False, "")}


@pytest.mark.parametrize(("step", "node"), [(None, 3), (0, 0), (2, 2)])
def test_one_position_of_a_game_is_where_it_stands_or_is_asked_for(record, step, node):
    (shot,) = shots_of(ExportItem(Contents(record, 3)), step=step, title="Mine")
    assert (shot.node, shot.heading) == (node, "Mine")


def test_a_puzzle_says_what_it_asks_and_marks_its_points_at_its_start_alone(record):
    asked = Puzzle(Stipulation("win", points=("3c3",)))
    item = ExportItem(Contents(set_puzzle(record, asked), ROOT), "A puzzle")
    start, first, *_ = shots_of(item, every=True)
    assert start.said.startswith("Red to move")
    assert [one.site for one in start.marks] == ["3c3"]
    assert first.marks == MARKS


def test_a_task_keeps_what_an_earlier_step_shows_to_itself(record):
    task, (record, _) = Task("place", accepted=("1a1",)), mark(record, 2, MARKS)
    steps = (
        Step(ROOT, "Seen.", "First", view=PLAN, pour="SW:red"),
        Step(2, "Find it.", task=task, marks=(Mark("1c1"),)),
        Step(ROOT, "Here it helps.", view=PLAN, task=task),
    )
    item = ExportItem(Contents(set_lesson(record, Lesson(steps))), "A lesson")
    shots = list(shots_of(item, every=True))
    assert [shot.heading for shot in shots] == ["First", "Three moves", "Three moves"]
    assert [shot.said for shot in shots] == ["Seen.", "Find it.", "Here it helps."]
    assert [shot.view.show for shot in shots] == ["win=red", "", "win=red"]
    assert [(shot.asks, shot.pour) for shot in shots] == [(False, "SW:red"), (True, ""), (True, "")]
    assert [one.site for one in shots[1].marks] == ["1a1", "1c1"]
    assert [shot.node for shot in shots_of(item, step=2)] == [2]
