"""What was pinned, selected, lit or half marked goes with the position it was said of."""

from pathlib import Path

import pytest
import shipped
from learner import Learner
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.exercises.exercise import GoTo
from model.positions.setup import read_position
from model.records.record import ROOT

EXAMPLES = Path(__file__).parents[3] / "examples"
PUZZLES = EXAMPLES / "puzzles" / "partition-puzzles.pyramidion"
LESSON = shipped.LESSON
SET_UP = "partition:size=4,rules=free R3,4,4,3B/3,3,3/2,2/1 red"
K = Qt.Key


@pytest.fixture
def window(begun):
    return begun("partition", 1000, 680, options={"size": "4"})


@pytest.fixture
def hand(window, qtbot, drive):
    return Learner(window, qtbot, drive)


def move_of(window):
    document = window.session.document
    return document.record.nodes[document.node].move


def left_over(window):
    """What is shown that is about no other position than the one before."""
    scene, state = window.scene_view.widget.input, window.session.state
    said = {
        "selected": state.document.view.selected,
        "pinned": scene.pin,
        "previewed": scene.preview,
        "half played": state.partial,
        "marked": window.scene_view.laid.marks,
        "a cursor": scene.cursor,
    }
    if window.scene_view.widget.picture.hovered_group is not None:
        said["lit"] = True
    return {name for name, what in said.items() if what not in ((), "", None)}


@pytest.mark.check
def test_nothing_outlives_its_position(window, hand):
    """Every way to another position and tab; in each, all there is to be forgotten is shown."""
    session, shell = window.session, window.shell
    shell.chosen.choose(replace(shell.chosen.now, confirm_moves=True))
    for move in ("1a1", "1g1", "1a3", "1g3"):
        session.play(move)
    ways = {
        "the start": (session.first, 2),
        "the end": (session.last, 1),
        "the move before": (session.back, 2),
        "the next move": (session.forward, 2),
        "another move": (lambda: session.go(4), 1),
        "a move": (lambda: session.play("1c1"), 2),
        "undo": (session.undo, None),
        "a line pasted": (lambda: session.paste_line("1c3"), 1),
        "a position set up": (lambda: session.set_up(read_position(SET_UP), "set up"), 1),
        "a new game": (lambda: session.new("partition", {"size": "4"}), 1),
    }
    for name, (go, start) in ways.items():
        if start is not None:
            session.go(start)
        assert left_over(window) == set(), name
        hand.click("1a1")
        hand.click("1e7")
        assert {"selected", "pinned", "previewed"} <= left_over(window), name
        before = session.position
        go()
        assert session.position is not before, name
        assert left_over(window) == set(), name
    # The new tab has nothing of it; in its own position the group is selected still.
    session.activate(0)
    assert left_over(window) == {"selected"}


@pytest.mark.check
def test_the_cursor_of_the_keys_goes_along_and_escape_ends_marking_from_the_maps(window, hand):
    session, scene = window.session, window.scene_view.widget.input
    for move in ("1a1", "1g1", "1a3"):
        hand.play_by_keys(move)
        assert scene.cursor is not None
    session.back()
    assert scene.cursor is not None
    session.first()
    assert scene.cursor is None
    # Escape ends marking from the maps, too.
    window.docks.open("maps")
    canvas = window.docks.panel("maps").canvas
    window.perform("mark.mode")
    assert window.scene_view.tools.is_on("mark")
    canvas.setFocus()
    QTest.keyClick(canvas, K.Key_Escape)
    assert not window.scene_view.tools.is_on("mark")


# -- clicks --------------------------------------------------------------------------------------


@pytest.mark.check
def test_a_click_after_a_wrong_try_is_the_next_answer(window, hand, qtbot):
    """It takes the try back and counts; on a ball of the try it only takes it back."""
    session = window.session
    window.open_path(PUZZLES)
    player = window.shell.learning.player
    qtbot.waitUntil(lambda: player.exercise is not None, timeout=20000)
    keys = player.exercise.state.puzzle.keys
    names = [name for name in session.position.legal_moves if name not in keys]
    tries = [name for name in names if hand.sees(name)][:2]

    def fails():
        qtbot.waitUntil(
            lambda: player.exercise.stands_wrong and not player.playback.is_running, timeout=30000
        )

    hand.play(tries[0])
    fails()
    hand.click(tries[0])
    assert (session.document.node, session.state.partial) == (ROOT, ())
    hand.play(tries[0])
    fails()
    hand.click(tries[1])
    assert session.document.node == ROOT
    assert session.state.partial == (tries[1],), "it waits to be confirmed, as any answer"
    hand.click(tries[1])
    assert move_of(window) == tries[1]
    # Closed while its verdicts are hidden: those of the next document are not.
    session.close()
    while session.state.documents:
        session.close()
    session.new("partition", {"size": "4"})
    assert not window.shell.analysis.hidden
    assert not window.shell.advice.quiet

    # In a lesson the click plays at once.
    window.open_path(LESSON)
    lesson = window.shell.learning.player
    qtbot.waitUntil(lambda: lesson.exercise is not None, timeout=20000)
    place = next(
        k for k, step in enumerate(lesson.exercise.steps)
        if step.task is not None and step.task.kind == "place"
    )  # fmt: skip
    lesson.send(GoTo(place))
    free = [name for name in session.position.legal_moves if hand.sees(name)]
    wrong = [name for name in free if name not in lesson.exercise.task.accepted][:2]
    hand.play(wrong[0])
    qtbot.waitUntil(
        lambda: lesson.exercise.stands_wrong and not lesson.playback.is_running, timeout=30000
    )
    hand.click(wrong[1])
    nodes = session.document.record.nodes
    assert wrong[1] in [nodes[child].move for child in nodes[lesson.exercise.home].children]


# -- below the scene -----------------------------------------------------------------------------


@pytest.mark.check
def test_tips_take_the_place_of_the_status_line_and_come_under_no_cover(window, qtbot):
    status = window.status
    status.hide()
    QApplication.sendEvent(window.tool_bar, QStatusTipEvent("Undoes the last edit"))
    status.show()
    assert not status.currentMessage()
    assert status.turn.isVisible()
    QApplication.sendEvent(window.tool_bar, QStatusTipEvent("Undoes the last edit"))
    assert not status.turn.isVisible(), "shown, it says tips in the place of its own words"
    QApplication.sendEvent(window.tool_bar, QStatusTipEvent(""))
    assert status.turn.isVisible()
    # Laid out anew under a tip it does not come back.
    QApplication.sendEvent(window.tool_bar, QStatusTipEvent("Undoes the last edit"))
    high = status.height()
    status.turn.setStyleSheet("font-size: 40px;")
    qtbot.waitUntil(lambda: status.height() > high)
    QTest.qWait(20)
    assert not status.turn.isVisible()
    QApplication.sendEvent(window.tool_bar, QStatusTipEvent(""))
    assert status.turn.isVisible()


@pytest.mark.check
def test_a_move_that_is_played_keeps_the_room_of_a_comment(window):
    session, view = window.session, window.scene_view
    before = view.widget.height()
    session.play("1a1")
    session.comment("The corner. " * 20)
    QTest.qWait(20)
    less = view.widget.height()
    assert less < before
    session.play("1g1")
    QTest.qWait(20)
    assert view.widget.height() == less


@pytest.mark.check
def test_another_step_of_a_lesson_shows_nothing_that_was_pointed_at_before(window, hand, qtbot):
    """Steps 22 and 23 of the lesson are about one position: a group lit there is an answer."""
    window.open_path(LESSON)
    lesson = window.shell.learning.player
    qtbot.waitUntil(lambda: lesson.exercise is not None, timeout=20000)
    lesson.send(GoTo(21))
    hand.click("1a3")
    assert not lesson.exercise.asks
    hand.click("1a3")
    assert {"selected", "lit"} <= left_over(window)
    lesson.send(GoTo(22))
    assert not {"selected", "lit"} & left_over(window)
    assert window.shell.scene.input.active_site is None


@pytest.mark.check
def test_what_was_drawn_goes_once_nothing_is_open(window, qtbot, monkeypatch):
    session, scene, gone = window.session, window.scene_view.widget, []
    let_go = type(scene).let_go
    monkeypatch.setattr(type(scene), "let_go", lambda self: (gone.append(1), let_go(self)))
    qtbot.waitUntil(lambda: scene.frames > 0)
    session.new("partition", {"size": "4"})
    session.close()
    assert not gone
    drawn = window.scene_view.widget.image()
    session.close()
    assert gone == [1]
    session.new("partition", {"size": "4"})
    qtbot.waitUntil(lambda: window.scene_view.widget.image() == drawn, timeout=9999)
