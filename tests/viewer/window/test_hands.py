"""What hands do and do not mean: double clicks, pieces that are carried, refused texts."""

import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import played

from viewer.commands.table import COMMANDS
from viewer.program.command_palette import found_commands
from viewer.widgets.prose import Prose
from viewer.window.dialogs.help_pages import KeysPage

K = Qt.Key


@pytest.fixture
def window(begun):
    return begun("pyramid", 900, 620)


@pytest.fixture
def hand(window, drive):
    window.scene_view.widget.animation = False
    return drive(window.scene_view.widget)


def double_click(hand, name):
    """Click twice on a site, as fast as a double click is."""
    place = hand.place_of(name)
    hand.move(place)
    hand.click(place)
    hand.mouse(QEvent.Type.MouseButtonDblClick, place)  # how Qt sends the second press
    hand.release(place)


def write(text, *keys):
    for letter in text:
        QTest.keyClick(QApplication.focusWidget(), letter)
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


def last(window):
    return played(window)[-1]


def nearly_a_square(window):
    """A game of Pyraos in which 1c3 completes a square."""
    window.session.new("pyraos")
    for move in ("1a1", "1g1", "1c1", "1g3", "1a3", "1g5"):
        window.session.play(move)


@pytest.mark.check
def test_double_clicks_turn_the_view_and_end_no_move_that_could_go_on(window, hand):
    double_click(hand, "b1")
    view, partial = window.session.document.view, window.session.state.partial
    board = window.session.position.game.board
    assert view.camera.centre == pytest.approx(tuple(board.centres[board.index("b1")]))
    assert partial == (), "it is not taken in hand"
    assert window.session.ply == 0
    nearly_a_square(window)
    double_click(hand, "1c3")
    assert window.session.ply == 6
    assert window.session.state.partial == ("1c3",), "spheres may still be taken back"


@pytest.mark.check
def test_a_typed_place_that_completes_a_square_asks_for_what_is_taken_back(window):
    window.session.new("pyraos")
    write("", K.Key_Up)  # the keyboard begins where a move can
    site = window.scene_view.widget.input.cursor.site
    names = window.session.position.game.board.names
    assert names[site] in window.session.position.steps(()).choices
    nearly_a_square(window)
    field = window.move_field
    write("/1c3", K.Key_Return)
    assert window.session.ply == 6
    assert field.fault.accessibleName() == (
        "White may take back one or two spheres. Click them, or press Enter again to play 1c3."
    )
    assert window.session.state.partial == ("1c3",), "the scene shows what may be clicked"
    write("x1a1", K.Key_Return)
    assert last(window) == "1c3x1a1"
    write("/1g7", K.Key_Return, K.Key_Return)  # completes nothing: played at once
    assert last(window) == "1g7"


@pytest.mark.check
def test_a_typed_move_that_the_hand_ends_leaves_the_field(window, hand):
    nearly_a_square(window)
    write("/1c3", K.Key_Return)
    hand.click(hand.place_of("1a1"))
    assert window.move_field.edit.text() == "1c3", "the move is not ended yet"
    window.scene_view.take_focus()  # as the press does to a window that is seen
    write("", K.Key_Return)
    assert last(window) == "1c3x1a1"
    assert window.move_field.edit.text() == ""


@pytest.mark.check
def test_refused_text_is_selected_and_another_writing_is_offered(window):
    field = window.move_field
    write("/z9", K.Key_Return)
    assert field.edit.selectedText() == "z9"
    write("a1-a9", K.Key_Return)
    assert field.edit.selectedText() == "a1-a9"
    position = window.session.position
    jump = next(move for move in position.legal_moves if "^" in move)
    write(jump.replace("^", "-"), K.Key_Return)
    assert field.edit.selectedText() == jump
    assert f"Press Enter to play {jump}." in field.fault.accessibleName()
    assert window.session.ply == 0
    write("", K.Key_Return)
    assert last(window) == jump


CALLED = {
    "tilt": "view.tilt-up",
    "rotate": "view.turn-left",
    "turn": "view.turn-left",
    "zoom": "view.zoom-in",
    "undo": "edit.undo",
    "takeback": "edit.undo",
    "hint": "play.hint",
    "back": "edit.undo",
    "rules": "help.rules",
    "dark": "edit.settings",
    "preferences": "edit.settings",
    "shortcuts": "help.keys",
    "screenshot": "file.copy-picture",
    "opponent": "play.seats",
    "reset panels": "view.reset-docks",
}


def test_the_palette_finds_what_people_call_things(window):
    window.session.play(next(iter(window.session.position.legal_moves)))
    for words, name in CALLED.items():
        found = [one.id for one in found_commands(COMMANDS, words, window.shell)]
        assert name in found[:9], (words, found[:9])  # among the lines that are shown


KEYS = (
    ("tilt", "turn and tilt the view"),
    ("rotate", "turn and tilt the view"),
    ("magnify", "zoom to the cursor"),
    ("takeback", "Undo"),
    ("dark", "Settings"),
    ("hint", "Hint for this position"),
)
"""What people call things, and the row of the page of keys that says them."""


def test_the_page_of_keys_can_be_searched(window, qtbot):
    QTest.keyClick(QApplication.focusWidget(), K.Key_F1)
    (page,) = window.findChildren(KeysPage)
    qtbot.waitUntil(page.isVisible)
    assert "New game" in page.browser.toPlainText()
    QTest.keyClicks(page.filter, "isolate")
    assert "every path from the corner to a far wall" in page.browser.toPlainText()
    page.filter.clear()
    QTest.keyClicks(page.filter, "explode less")
    left = page.browser.toPlainText()
    assert "Explode less" in left
    assert "Explode more" not in left
    assert "New game" not in left
    for word, row in KEYS:
        page.filter.setText(word)
        assert row in page.browser.toPlainText(), word
    page.filter.clear()
    QTest.keyClicks(page.filter, "no such thing")
    assert page.browser.toPlainText().strip() == "Nothing matches no such thing."
    page.close()


def test_words_between_underscores_are_italic(qapp):
    prose = Prose("Text")
    prose.say("a _word_ of `snake_case`, __bold__, some_file_name")
    shapes = {}
    for word in ("word", "bold", "file"):
        cursor = prose.document().find(word)
        shapes[word] = cursor.charFormat()
    assert shapes["word"].fontItalic()
    assert not shapes["word"].fontUnderline()
    assert shapes["bold"].fontWeight() > 500
    assert not shapes["file"].fontItalic()


def test_an_impossible_position_that_is_pasted_is_set_up_at_once_also_on_the_maps(window, qtbot):
    """A brush looked chosen, and typing points answered "Type one move at a time"."""
    window.resize(1280, 800)
    window.chosen.choose(replace(window.chosen.now, text_scale=1.2))
    window.docks.open("maps")
    write("/partition:size=4,rules=stacking 4,4,4,4/3,R2,3/2,2/1 red", K.Key_Return)
    tool, maps = window.shell.toolbox.setup, window.docks.panel("maps")
    qtbot.waitUntil(lambda: tool.is_on)
    qtbot.waitUntil(maps.brush.isVisible)
    assert maps.brush.currentData() == tool.brush == 1
    assert window.docks.is_shown("setup")
    assert window.docks.is_shown("maps"), "beside each other"
    write("", K.Key_B)
    assert maps.brush.currentText() == "Blue ball"
    place = maps.canvas.rect_of(maps.canvas.facts.board.index("1c1")).center()
    QTest.mouseClick(maps.canvas, Qt.MouseButton.LeftButton, pos=place)
    write("/1a1 1e1", K.Key_Return)
    position = window.session.position
    names = position.game.board.names
    blue = {names[site] for site in position.pieces.site[position.pieces.owner == 1].tolist()}
    assert blue == {"1a1", "1c1", "1e1"}
    write("", K.Key_Escape)
    assert not maps.brush.isVisible()


@pytest.mark.check
def test_the_bar_of_marks_never_lies_over_the_line_of_the_point(window, hand):
    floating = window.scene_view.floating
    for size in ((900, 620), (1300, 620)):
        window.resize(*size)
        write("", K.Key_M)
        hand.move(hand.place_of("d2"))
        (bar,) = floating._bars
        floating.lay_out()
        assert bar.isVisible()
        assert floating.line.isVisible()
        assert not floating.line.geometry().intersects(bar.geometry())
        write("", K.Key_Escape)


# -- a piece that may move is carried by a drag --------------------------------------------------

PYRAMID = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"
PYRAOS = "pyraos:rules=standard BWBW,WBW1,4,3W/3,3,3/2,2/1 white"
NOWHERE = QPointF(2, 2)
LEFT = Qt.MouseButton.LeftButton


def carry(mouse, start, end, *, release=True):
    """Press on a site, move to another place in three steps, and let go."""
    start, end = (mouse._place(place) for place in (start, end))
    mouse.press(start)
    for share in (0.3, 0.7, 1.0):
        mouse.move(start + share * (end - start), held=LEFT)
    if release:
        mouse.release(end)


def a_run(window):
    """A move that takes a stone from a field to another one and does nothing else."""
    moves = window.session.position.legal_moves
    found = (re.fullmatch(r"([a-g]\d)-([a-g]\d)", move) for move in moves)
    return next(match.groups() for match in found if match)


def slip(window):
    """A place that is on the board and on no field: a step's side."""
    scene = window.scene_view.widget
    pointer = scene.input.pointer
    width, height = scene.width(), scene.height()
    for x in range(5, width, 9):
        for y in range(5, height, 9):
            if pointer.at(x, y) is None and pointer.meets_board(QPointF(x, y)):
                return QPointF(x, y)
    raise AssertionError("every place of the board belongs to a field")


@pytest.mark.check
def test_a_drag_carries_a_stone_and_plays_the_move(window, mouse):
    window.session.paste_position(PYRAMID)
    start, end = a_run(window)
    scene = window.scene_view.widget
    camera = scene.picture.view.camera
    carry(mouse, start, end, release=False)
    assert window.session.state.partial == (start,)
    site, where = scene.input.held
    assert scene.picture.board.names[site] == start
    pointer = scene.input.pointer
    at = pointer.projection.to_screen(where)
    assert (QPointF(*at) - mouse.place_of(end)).manhattanLength() < 1  # it is under the mouse
    assert scene.picture.view.camera == camera  # nothing turns
    mouse.release(end)
    assert scene.input.held is None
    assert played(window) == [f"{start}-{end}"]


@pytest.mark.check
def test_a_slip_keeps_the_stone_in_hand_and_nowhere_puts_it_back(window, mouse):
    window.session.paste_position(PYRAMID)
    start, end = a_run(window)
    riser = slip(window)
    carry(mouse, start, riser)
    assert window.session.state.partial == (start,)
    mouse.click(riser)  # a click beside all fields takes nothing back, too
    assert window.session.state.partial == (start,)
    carry(mouse, start, NOWHERE)
    assert (window.session.state.partial, played(window)) == ((), [])
    mouse.press(start)
    mouse.move(end, held=LEFT)
    mouse.move(start, held=LEFT)
    mouse.release(start)  # out and back again is no move
    assert (window.session.state.partial, played(window)) == ((), [])
    carry(mouse, start, end, release=False)
    mouse.key(Qt.Key.Key_Escape)
    mouse.release(end)
    assert (window.session.state.partial, played(window)) == ((), [])
    mouse.click(start)
    mouse.click(NOWHERE)
    assert window.session.state.partial == ()


@pytest.mark.check
def test_a_stone_that_cannot_move_turns_the_board_and_one_let_go_stays_in_hand(window, mouse):
    window.session.paste_position(PYRAMID)
    position = window.session.position
    other = next(
        position.game.board.names[site]
        for site in position.pieces.site.tolist()
        if position.game.board.names[site] not in position.steps(()).choices
    )
    camera = window.scene_view.widget.picture.view.camera
    mouse.drag(other, (40, 0))
    assert window.session.state.partial == ()
    assert window.scene_view.widget.picture.view.camera != camera
    # Let go where it may not, one stays in hand, with the reason.
    start, _ = a_run(window)
    position = window.session.position
    taken = position.game.board.names
    choices = position.steps((start,)).choices
    wrong = next(
        name
        for name in taken
        if name not in choices and name != start and name not in position.steps(()).choices
    )
    carry(mouse, start, wrong)
    assert window.session.state.partial == (start,)
    assert window.notices.strip.text


def test_a_carried_move_is_not_shown_twice_and_the_first_frame_shows_a_move(window, mouse):
    window.session.paste_position(PYRAMID)
    animation = window.scene_view.move_animation
    window.scene_view.widget.animation = True
    start, end = a_run(window)
    carry(mouse, start, end)
    assert not animation.running
    window.session.back()
    window.session.forward()
    assert animation.running
    assert window.scene_view.widget.picture.moving


@pytest.mark.check
def test_a_free_sphere_is_carried_up(window, mouse):
    window.session.paste_position(PYRAMID)
    window.session.paste_position(PYRAOS)
    position = window.session.position
    pointer = window.scene_view.widget.input.pointer

    def in_front(name):
        place = mouse.place_of(name)
        found = pointer.at(place.x(), place.y())
        return found is not None and position.game.board.names[found.site] == name

    lifts = (re.match(r"(\d\w\d)-(\d\w\d)", move) for move in position.legal_moves)
    start, end = next(
        match.groups() for match in lifts if match and all(map(in_front, match.groups()))
    )
    carry(mouse, start, end)
    assert end in (*window.session.state.partial, *"".join(played(window)).split("-"))
