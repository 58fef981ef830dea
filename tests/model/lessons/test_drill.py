"""Positions drawn for a task: each can be asked, few answers are right, a seed draws them again."""

import pytest

from model.contract.game import Stopped
from model.lessons.drill import FEW, drill
from model.lessons.judging import fitting
from model.positions.setup import read_setup
from model.records.lesson import Answer, Praise, Step, Task, asked_again

START = read_setup("partition:size=3,rules=free 3,3,3/2,2/1 blue")
STACKED = read_setup("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "task", "last"),
    [
        (START, Task("place", condition="isolates=NE"), "RB1,3,B2/1R,R1/1 blue"),
        (START, Task("click", condition="neighbours=1a1+level=1"), "B1R,R2,3/R1,B1/1 blue"),
        (STACKED, Task("place", condition="takes-back=2"), "1WBB,BWW1,BWWW,BB1B/1B1,B2,3/2,2/1"),
    ],
)
def test_what_is_drawn_can_be_asked_and_is_drawn_again(position, task, last):
    found = drill(position, task, 3, seed=5)
    assert len({str(one) for one in found}) == 3
    for drawn in found:
        assert drawn.game == position.game
        assert drawn.to_move == position.to_move
        right = fitting(drawn, task.condition, clicks=task.kind == "click")
        assert 1 <= len(right) <= FEW
    assert last in str(found[-1]), "on every computer"
    assert list(map(str, drill(position, task, 3, seed=5))) == list(map(str, found))
    assert list(map(str, drill(position, task, 3, seed=6))) != list(map(str, found))


def test_where_nothing_fits_nothing_is_drawn_and_drawing_can_be_stopped():
    assert drill(START, Task("place", condition="level=1"), 0) == []
    with pytest.raises(Stopped):
        drill(START, Task("place", condition="isolates=NE"), 3, stop=lambda: True)


def test_a_step_asked_again_keeps_what_names_no_point():
    task = Task(
        "place",
        condition="holds=SW",
        accepted=("1a1",),
        right="Yes.",
        otherwise="No.",
        line=("1c1",),
        foreseen=(Answer(("1e1",), "Far."), Answer(("1a3",), "High.", condition="level=2")),
        praise=(Praise(("1a1",), text="Oh."), Praise(condition="holds=SE", text="Both.")),
        hint="Look.",
    )
    again = asked_again(Step(3, "Play.", "Hold", task=task, since=1, pour="SW:red"), 9)
    assert (again.node, again.text, again.title, again.since, again.pour) == (
        9,
        "Play.",
        "Hold",
        None,
        "",
    )
    assert again.task == Task(
        "place",
        condition="holds=SW",
        right="Yes.",
        otherwise="No.",
        foreseen=(Answer(text="High.", condition="level=2"),),
        praise=(Praise(condition="holds=SE", text="Both."),),
        hint="Look.",
    )
