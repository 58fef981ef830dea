"""The tool of clicking points, and the marks of a step, each by itself."""

from types import SimpleNamespace

import pytest

from model.records.lesson import Step
from model.records.view import Mark
from viewer.learn.lessons.lesson_author import StepMarks
from viewer.learn.lessons.point_picker import PointPicker
from viewer.session.session import Session
from viewer.tools.tool import Tools


@pytest.fixture
def tools(qapp):
    return Tools()


def test_clicks_are_picked_until_escape(tools):
    picked, over = [], []
    picker = PointPicker(tools, picked.append, lambda: over.append(True))
    picker.begin()
    assert picker.is_on
    assert picker.clicked(3, False)
    assert picker.clicked(None, False)
    assert picked == [3, None]
    assert tools.escape()
    assert not picker.is_on
    assert over == [True]


def test_leaving_puts_down_this_tool_and_no_other(tools):
    one, other = PointPicker(tools, lambda site: None), PointPicker(tools, lambda site: None)
    one.begin()
    other.leave()
    assert one.is_on
    one.leave()
    assert tools.current is None


def test_marks_go_to_the_step_while_it_is_shown_else_to_the_node():
    session = Session()
    session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    ring, dot = Mark("1a1", "ring"), Mark("1c1", "dot")
    given = []
    author = SimpleNamespace(
        step=Step(0, marks=(dot,)),
        is_shown=True,
        is_here=True,
        change=lambda what, *, marks: given.append(marks),
    )
    marks = StepMarks(session, author)
    assert marks.marks == (dot,)
    marks.put((ring,))
    assert given == [(ring,)]
    assert session.document.record.nodes[0].marks == ()
    author.is_here = False
    marks.put((ring,))
    assert marks.marks == session.document.record.nodes[0].marks == (ring,)
    assert given == [(ring,)]
