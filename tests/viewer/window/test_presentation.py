"""Presenting: begun, stepped and ended by real keys; afterwards everything is as before."""

from datetime import datetime
from pathlib import Path

import pytest
import shipped
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeySequence
from PySide6.QtTest import QTest

from model.exercises.exercise import GoTo
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT
from model.records.view import Camera, Cut, View
from viewer.learn.slides import last_sentence, plain_words
from viewer.program.main_window import MainWindow
from viewer.session.preferences import FILE, Preferences
from viewer.window import application
from viewer.window.presentation import over_scene, presentation

FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
EXAMPLES = Path(__file__).parents[3] / "examples"
LESSON = EXAMPLES / "lessons" / "02-pyraos-course.pyramidion"
OTHER = EXAMPLES / "lessons" / "03-pyramid-course.pyramidion"
K = Qt.Key


# -- the caption ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        ("", ""),
        ("One.", "One."),
        ("One. Two! Three?", "Three?"),
        ("A sheet holds. **It shuts the corner off.**", "It shuts the corner off."),
        ("# A title\n\nThe *first* one. The `1a1` one", "The 1a1 one"),
        ("First.\n\nSecond. Third [here](rules.md#x).", "Third here."),
        ("First.\n\n* Play 2b2.\n* Or play 2d2.", "Or play 2d2."),
        ("Look at e.g. the corner ball. See 1a1, i.e. SW.", "See 1a1, i.e. SW."),
        ('He said "Go." Then he went.', "Then he went."),
        ("Before.\n\n```\ncode. Here\n```", "Before."),
        ("Red: the corner. Blue: the sheet.", "Blue: the sheet."),
        ("![a picture](x.png) What do you see?", "What do you see?"),
        ("Only a heading\n\n## The end", "The end"),
        ("Before. \n  ### The end of 1a1 ###\t\n", "The end of 1a1"),
        ("See #1a1\nand #2. Then stop", "Then stop"),
    ],
)
def test_the_caption_is_the_last_sentence_without_markdown(text, caption):
    assert last_sentence(text) == caption


def test_a_reply_is_read_whole_without_markdown():
    assert plain_words("It holds.\n\n* **Cross** off `1a1`.") == "It holds. Cross off 1a1."


@pytest.mark.check
@pytest.mark.parametrize("part", ["*a ", "[", "![", "__a ", "\n", "word "])
def test_the_caption_of_a_megabyte_is_looked_for_at_its_end(part):
    text = part * (1_000_000 // len(part))
    assert len(last_sentence(text)) <= 3_000
    assert last_sentence(f"{text}.\n\nThe end.") == "The end."


def test_the_caption_of_a_heading_full_of_spaces_is_found_at_once():
    """It took half a minute; the test is right when it ends."""
    words = last_sentence("# a" + " " * 2_900 + "b" + " #" * 20)
    assert words.startswith("a b")


# -- in the window -------------------------------------------------------------------------------


@pytest.fixture
def window(begun):
    return begun(FOUR)


def press(window, *keys):
    for key in keys:
        QTest.keyClick(window.scene_view.widget.surface, key)
        QTest.qWait(1)


def seen(window):
    """What a person sees besides the scene."""
    parts = {
        "menu": window.menuBar().isVisible(),
        "toolbar": window.tool_bar.isVisible(),
        "tabs": window.tabs.height() > 0 and window.tabs.isVisible(),
        "status": window.status.height() > 0 and window.status.isVisible(),
        "compass": window.scene_view.floating.halves[0].compass.isVisible(),
    }
    parts |= {name: dock.isVisible() for name, dock in window.docks._docks.items()}
    return parts


def look(window):
    """All that has to be as before afterwards."""
    return {
        **seen(window),
        "preferences": window.chosen.now,
        "state": window.windowState(),
        "open": dict(window.docks._open),
        "widths": {n: d.width() for n, d in window.docks._docks.items() if d.isVisible()},
        "chips": [chip.isVisible() for chip in window.scene_view.floating.halves[0].chips.all],
        "caption": window.scene_view.comment.text,
    }


def game(window):
    session = window.session
    session.comment("The start. **Red begins.**")
    session.play("2b2")
    session.comment("A ball may float. It touches nothing yet!")
    session.play("1a1")
    session.first()


def caption(window):
    return window.presentation.caption.label.text()


@pytest.mark.check
def test_f5_leaves_the_scene_and_one_sentence_and_keys_step_through_the_moves(window):
    assert QKeySequence("F5") in window.command_actions["present.start"].shortcuts()
    game(window)
    QTest.keyClick(window, K.Key_F5)
    assert window.is_presenting
    assert not any(seen(window).values())
    assert window.windowState() & Qt.WindowState.WindowFullScreen
    assert window.chosen.now.strong
    assert window.scene_view.widget.picture.palette.name == "presentation"
    assert caption(window) == "Red begins."
    assert window.presentation.caption.counter.text() == "1 / 3"
    assert window.scene_view.comment.text == ""
    # Page Down and Page Up step through the moves.
    press(window, K.Key_PageDown)
    assert caption(window) == "It touches nothing yet!"
    assert window.presentation.caption.counter.text() == "2 / 3"
    press(window, K.Key_PageDown)
    assert caption(window) == "2. Blue places a ball on 1a1"  # nothing is said of it
    press(window, K.Key_PageDown)
    assert window.presentation.caption.counter.text() == "3 / 3"
    press(window, K.Key_PageUp, K.Key_PageUp, K.Key_PageUp)
    assert window.session.document.node == ROOT
    assert window.scene_view.widget.input.cursor is None  # the cursor's keys are the clicker's now
    # Text grows and shrinks.
    strip = window.presentation.caption
    size = strip._size
    press(window, K.Key_Plus)
    assert strip._size > size
    press(window, K.Key_Minus, K.Key_Minus)
    assert strip._size < size
    # L shows the whole text, and its last sentence again.
    low = strip.height()
    press(window, K.Key_L)
    assert caption(window) == "The start. Red begins."
    assert strip.height() > low
    press(window, K.Key_PageDown)
    assert caption(window) == "A ball may float. It touches nothing yet!"
    press(window, K.Key_PageDown)
    assert caption(window) == "2. Blue places a ball on 1a1", (
        "a move without a comment is named as before"
    )
    press(window, K.Key_L, K.Key_PageUp)
    assert caption(window) == "It touches nothing yet!"
    assert strip.height() == low
    # B and the full stop make the screen black.
    node = window.session.document.node
    press(window, K.Key_Period)
    curtain = window.presentation._curtain
    shot = window.grab().toImage()
    assert curtain.isVisible()
    assert shot.pixelColor(shot.width() // 2, shot.height() // 2) == QColor("#000000")
    press(window, K.Key_B)
    assert not curtain.isVisible()
    assert window.session.document.node == node  # the full stop played nothing
    press(window, K.Key_Escape)
    assert not window.is_presenting


@pytest.mark.check
def test_escape_brings_everything_back(window, home):
    game(window)
    window.perform("view.larger-text")
    window.session.set_view(View(layer=("level", 1)))
    window.docks.close("maps")
    window.docks.open("moves")
    QTest.qWait(30)
    before = look(window)
    QTest.keyClick(window, K.Key_F5)
    press(window, K.Key_H, K.Key_Plus, K.Key_I, K.Key_PageDown, K.Key_PageUp)
    assert window.chosen.now.hide_verdicts
    assert window.chosen.now.text_scale > before["preferences"].text_scale
    press(window, K.Key_Escape)
    QTest.qWait(30)
    assert look(window) == before


@pytest.mark.check
def test_nothing_of_it_is_kept_in_the_preferences(home, qapp, qtbot):
    made = MainWindow()
    made.show()
    made.session.new(FOUR)
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=30000)
    made.scene_view.take_focus()
    made.presentation.begin()
    made.perform("view.larger-text")
    kept = home / "config" / FILE
    assert not kept.exists() or "presentation" not in kept.read_text()
    made.close_window()  # while it is given
    assert "presentation" not in kept.read_text()
    assert "text_scale" not in kept.read_text()
    qapp.processEvents()
    made.deleteLater()
    application.apply_theme(qapp, Preferences())


@pytest.mark.check
def test_a_long_sentence_is_written_smaller_not_cut_off(window):
    window.session.comment("A ball on the corner " + "is held by a line " * 12 + "so.")
    window.presentation.begin()
    QTest.qWait(20)
    strip = window.presentation.caption
    label = strip.label
    font = QFont(label.font())
    metrics = QFontMetrics(font)
    room = metrics.boundingRect(0, 0, label.width(), 10000, Qt.TextFlag.TextWordWrap, label.text())
    assert font.pixelSize() < strip._size
    assert room.height() <= label.height()


@pytest.mark.check
def test_h_shows_what_was_hidden_and_how_a_puzzle_stands_and_the_next_one_follows(window, qtbot):
    puzzle = Puzzle(stipulation=Stipulation(kind="win", moves=2))
    window.session.set_puzzle(puzzle)
    before = window.chosen.now.hide_verdicts
    window.presentation.begin()
    assert window.shell.analysis.hidden
    assert "Red" in caption(window)  # what is asked
    press(window, K.Key_H)
    assert not window.shell.analysis.hidden
    press(window, K.Key_H)
    assert window.shell.analysis.hidden
    press(window, K.Key_Escape)
    assert window.chosen.now.hide_verdicts is before
    # It says how a puzzle stands, and the next one follows.
    window.open_path(EXAMPLES / "puzzles" / "partition-puzzles.pyramidion")
    qtbot.waitUntil(lambda: window.shell.learning.player.exercise is not None, timeout=20000)
    first = window.session.document.item
    window.presentation.begin()
    asked = caption(window)
    assert "needs" not in asked
    press(window, K.Key_H)
    qtbot.waitUntil(lambda: "needs 1 more ball" in caption(window), timeout=20000)
    assert caption(window).startswith(asked)
    press(window, K.Key_PageDown)
    assert window.is_presenting
    assert window.session.document.item == first + 1
    assert "needs" not in caption(window)  # the next one is hidden again
    press(window, K.Key_PageUp, K.Key_PageUp)
    assert window.session.document.item == first
    assert window.is_presenting


@pytest.mark.check
def test_escape_first_breaks_off_what_is_nearer(window, drive):
    window.presentation.begin()
    window.perform("mark.mode")
    press(window, K.Key_Escape)
    assert not window.scene_view.tools.is_on("mark")
    assert window.is_presenting
    window.chosen.choose(window.chosen.now.__class__(confirm_moves=True, effects="reduced"))
    drive(window.scene_view.widget).click("1a1")
    press(window, K.Key_Escape)
    assert window.is_presenting
    press(window, K.Key_B)
    assert window.presentation._curtain.isVisible()
    press(window, K.Key_Escape)
    assert not window.presentation._curtain.isVisible()
    assert window.is_presenting
    press(window, K.Key_Escape)
    assert not window.is_presenting


@pytest.mark.check
def test_the_ring_follows_the_mouse_and_lets_clicks_through(window, drive):
    window.presentation.begin()
    hand = drive(window.scene_view.widget)
    hand.move("2b2")
    ring = window.presentation.ring
    assert ring.isVisible()
    surface = window.scene_view.widget.surface
    place = hand.place_of("2b2").toPoint()
    middle = ring.mapTo(window.scene_view, QPoint(ring.width() // 2, ring.height() // 2))
    assert (middle - surface.mapTo(window.scene_view, place)).manhattanLength() <= 2
    hand.click("2b2")
    assert window.session.document.record[window.session.document.node].move == "2b2"
    caption = window.presentation.caption
    below = caption.mapTo(window, caption.rect().center())
    QTest.mouseMove(window.windowHandle(), below)
    assert not ring.isVisible(), "the mouse points at nothing in the scene any more"
    window.presentation.end()
    assert not ring.isVisible()


@pytest.mark.check
@pytest.mark.fresh_window
def test_the_plan_shows_pieces_takes_away_what_is_cut_and_has_an_eye(window):
    window.session.play("4d4")
    window.presentation.begin()
    inset = window.presentation.inset
    board = window.session.position.game.board
    x, y, _ = board.centres[board.index("4d4")]

    def at_apex():
        image = inset.grab().toImage()
        ratio = image.width() / inset.width()
        return image.pixelColor((inset.place(x, y) * ratio).toPoint())

    red = at_apex()
    assert red.red() > red.blue() + 80
    window.session.set_view(View(cuts=(Cut(1.0, "level"),)))
    QTest.qWait(20)
    assert at_apex() != red
    # Its eye stands where we look from.
    for azimuth, where in ((0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0))):
        window.session.set_view(View(camera=Camera(azimuth=azimuth, elevation=30)))
        assert inset.isVisible()
        way = inset.eye - QPointF(inset.width() / 2, inset.height() / 2)
        assert (round(way.x() / 60), round(way.y() / 60)) == where
    press(window, K.Key_I)
    assert not inset.isVisible()


@pytest.mark.check
@pytest.mark.fresh_window
def test_the_plan_of_a_large_board_is_painted_once_however_we_look(window, qtbot, monkeypatch):
    """Every one of 2,870 points measured the whole board, in every frame: two seconds each."""
    measured, painted = [], []
    bounds, pieces = over_scene.bounds, over_scene.PlanInset._painted_pieces
    monkeypatch.setattr(over_scene, "bounds", lambda board: measured.append(1) or bounds(board))
    monkeypatch.setattr(
        over_scene.PlanInset, "_painted_pieces", lambda self: painted.append(1) or pieces(self)
    )
    window.session.new(options={"size": "20"})
    window.presentation.begin()
    inset = window.presentation.inset
    qtbot.waitUntil(lambda: bool(painted))
    inset.grab()
    before = len(painted)
    for azimuth in range(0, 90, 30):
        window.session.set_view(View(camera=Camera(azimuth=azimuth, elevation=30)))
        assert not inset.grab().isNull()
    assert len(painted) == before
    assert len(measured) == 1
    window.session.play("1a1")
    inset.grab()
    assert len(painted) > before


@pytest.mark.check
def test_any_game_can_be_presented_and_its_end_says_who_has_won(window):
    for kind in ("pyramid", "pyraos"):
        window.session.new(kind)
        window.presentation.begin()
        assert not window.presentation.inset.grab().isNull()
        press(window, K.Key_PageDown, K.Key_PageUp, K.Key_Escape)
        assert not window.is_presenting
    window.session.new("partition:size=2,rules=free RR,1B/1 red")
    window.session.play("1a3")
    assert window.session.position.outcome is not None
    window.presentation.begin()
    assert caption(window).startswith("1. Red places a ball on 1a3. Red has won: ")
    press(window, K.Key_PageUp)
    assert "won" not in caption(window)


def test_what_a_move_asks_and_what_is_refused_is_read_from_the_back_row(window):
    window.session.new("pyramid-ball")
    buttons, strip = window.scene_view.floating.step_buttons, window.notices.strip
    before = strip.label.fontMetrics().height()
    window.presentation.begin()
    window.notices.refuse("No piece of yours stands there")
    buttons.offer((("a", "one"), ("b", "two")))
    least = 0.5 * window.presentation.caption.label.fontMetrics().height()
    for shown in (strip.label, *buttons.buttons.values()):
        assert shown.fontMetrics().height() > least
    page = strip.parentWidget()
    assert not strip.geometry().intersects(window.presentation.caption.geometry())
    assert page.rect().contains(strip.geometry())
    press(window, K.Key_Escape)
    assert not window.is_presenting
    assert strip.label.fontMetrics().height() == before


@pytest.mark.check
def test_a_lesson_is_gone_through_and_left(window):
    window.open_path(LESSON)
    QTest.qWait(30)
    if window.session.document.exercise is not None:
        window.shell.learning.end()
    window.docks.close("learn")
    QTest.qWait(30)
    before = look(window)
    QTest.keyClick(window, K.Key_F5)
    lesson = window.session.document.kept.lesson
    strip = window.presentation.caption
    assert strip.counter.text() == f"1 / {len(lesson.steps)}"
    assert caption(window) == last_sentence(lesson.steps[0].text)
    for number, step in enumerate(lesson.steps[1:], start=2):
        press(window, K.Key_PageDown)
        assert strip.counter.text() == f"{number} / {len(lesson.steps)}"
        assert caption(window) == last_sentence(step.text)
        assert window.scene_view.laid.marks[-len(step.marks) :] == step.marks or not step.marks
    press(window, K.Key_PageDown)  # there is no step after the last
    press(window, K.Key_Escape)
    QTest.qWait(30)
    assert window.session.document.exercise is None
    assert look(window) == before


@pytest.mark.check
def test_answers_are_offered_large_and_given_by_clicks_and_digits(window, qtbot):
    window.open_path(shipped.LESSON)
    if window.session.document.exercise is not None:
        window.shell.learning.end()
    lesson = window.session.document.kept.lesson
    number = next(k for k, s in enumerate(lesson.steps) if s.task and s.task.kind == "choice")
    window.presentation.begin()
    window.shell.learning.player.send(GoTo(number))
    choices = window.presentation.choices
    texts = [choice.text for choice in lesson.steps[number].task.choices]
    assert [button.text() for button in choices.buttons] == texts
    right = next(k for k, c in enumerate(lesson.steps[number].task.choices) if c.right)
    qtbot.mouseClick(choices.buttons[right], Qt.MouseButton.LeftButton)
    assert window.session.document.exercise.tone == "right"
    assert caption(window) == window.session.document.exercise.said
    assert not choices.isVisible()
    window.presentation.end()
    # Those with pictures, by digits.
    picture = "partition:size=2,rules=free R1,2/1 blue"
    choices = (Choice("A", position=picture), Choice("B", right=True, position="no position"))
    window.session.new(picture)
    window.session.set_lesson(Lesson((Step(0, "Look.", task=Task("choice", choices=choices)),)))
    window.presentation.begin()
    offered = window.presentation.choices
    assert [button.icon().isNull() for button in offered.buttons] == [False, True]
    press(window, K.Key_3)  # there is no third
    assert window.session.document.exercise.tone == ""
    for key, tone in ((K.Key_1, "wrong"), (K.Key_2, "right")):
        press(window, key)
        assert window.session.document.exercise.tone == tone


@pytest.mark.sample(1)
@pytest.mark.parametrize("second", [False, True])
def test_only_the_presenter_sees_the_notes(window, monkeypatch, second):
    screen = window.screen() if second else None
    monkeypatch.setattr(presentation, "other_screen", lambda frame: screen)
    steps = (Step(0, "One.", "First", notes="Wait for **hands**."), Step(0, "Two."))
    window.session.new(FOUR)
    window.session.set_lesson(Lesson(steps))
    window.presentation.begin()
    notes = window.presentation.notes
    assert notes.isVisible() is second, "a second screen is what it waits for"
    press(window, *(() if second else (K.Key_R,)))
    assert notes.isVisible()
    assert (notes.place.text(), notes.title.text()) == ("1 of 2", "First")
    assert (notes.notes.text, notes.coming.text()) == ("Wait for **hands**.", "Next: Two.")
    assert "hands" not in caption(window)
    QTest.keyClick(notes, K.Key_PageDown)  # whoever works in the notes steps from there
    assert window.session.document.exercise.step == 1
    assert (notes.notes.text, notes.coming.text()) == (presentation.NOTHING, "This is the end.")
    press(window, K.Key_R)
    assert not notes.isVisible()
    press(window, K.Key_R)
    notes.close()
    press(window, K.Key_PageUp)
    assert not notes.isVisible(), "closed by hand it stays away"
    press(window, K.Key_R, K.Key_Escape)
    assert not window.is_presenting
    assert not notes.isVisible()


def test_the_clock_of_the_notes_says_the_time_and_how_long_it_has_been():
    now = datetime(2026, 3, 1, 14, 5)
    assert presentation.clock_text(now, 200.7) == "14:05, 3:20 since the beginning"


@pytest.mark.check
def test_a_presentation_ends_with_its_document_and_needs_neither_steps_nor_docks(window):
    window.presentation.begin()
    window.session.close()
    assert not window.is_presenting
    assert window.menuBar().isVisible()
    # A lesson without steps is presented as a game.
    window.session.new("partition")
    window.session.set_lesson(Lesson())
    assert window.perform("present.start")
    assert window.is_presenting
    window.presentation.end()
    assert not window.menuBar().isHidden()
    assert not window.is_presenting
    # A pour and the bookmarks need no dock that was open.
    window.session.new(FOUR)
    window.presentation.toggle()
    assert window.is_presenting
    assert window.perform("explain.pour")
    assert window.display.pour is not None
    window.perform("explain.bookmarks")
    assert "look" in window.docks._panels
    window.presentation.toggle()
    assert not window.is_presenting


@pytest.mark.check
def test_the_end_leaves_no_lesson_of_another_tab(window):
    window.open_path(LESSON)
    window.shell.learning.player.end()
    window.open_path(OTHER)
    first, second = (one.key for one in window.session.state.documents[-2:])
    assert window.session.document.exercise is not None  # begun before
    window.session.activate(len(window.session.state.documents) - 2)
    window.presentation.begin()
    assert window.session.document.key == first
    window.session.activate(len(window.session.state.documents) - 1)
    window.presentation.end()
    assert window.session.document.key == second
    assert window.session.document.exercise is not None
