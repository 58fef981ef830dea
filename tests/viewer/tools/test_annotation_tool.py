"""The tools that mark and measure: their rules, and clicks, keys and menus in a real window."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from model.records.record import ROOT
from model.records.view import Camera, Mark, View
from viewer.tools.annotation import erased, toggled
from viewer.visuals.overlay_types import Sheet

FOUR = "partition:size=4,rules=free RRBB,4,4,4/3,3,3/2,2/1 red"


# -- the rules -----------------------------------------------------------------------------------


def test_the_same_mark_again_takes_it_away_and_another_colour_or_word_changes_it():
    ring = Mark("1a1", "ring", "green")
    assert toggled((), ring) == (ring,)
    assert toggled((ring,), ring) == ()
    red = Mark("1a1", "ring", "red", "here")
    assert toggled((ring,), red) == (red,)
    dot = Mark("1a1", "dot")
    assert toggled((ring,), dot) == (ring, dot)
    # A link is the same either way, and a sheet in any order.
    there, back = Mark("1a1", "link", to="2b2"), Mark("2b2", "link", to="1a1")
    assert toggled((there,), back) == (back,)
    assert toggled((there,), there) == ()
    one = Mark("1a1", "sheet", sites=("1a1", "1c1"))
    other = Mark("1c1", "sheet", "red", sites=("1c1", "1a1"))
    assert toggled((one,), other) == (other,)


def test_erasing_takes_all_that_speaks_of_a_point():
    marks = (
        Mark("1a1", "ring"),
        Mark("1c1", "link", to="1a1"),
        Mark("2b2", "sheet", sites=("2b2", "1a1")),
        Mark("1e1", "group"),
        Mark("1g1", "cross"),
    )
    assert erased(marks, "1a1") == (marks[3], marks[4])
    assert erased(marks, "1g1", frozenset({"1e1", "1g1"})) == marks[:3]


# -- in the window -------------------------------------------------------------------------------


@pytest.fixture
def window(begun):
    return begun(FOUR, why_open=False)


def marks(window):
    document = window.session.document
    return document.record[document.node].marks


def strip(window):
    return window.scene_view.floating._bars[0]


@pytest.mark.check
def test_m_lets_clicks_mark_and_escape_ends_it(window, hand):
    hand.key(Qt.Key.Key_M)
    assert window.scene_view.tools.is_on("mark")
    assert strip(window).isVisible()
    hand.click("1c1")
    hand.click("2b2")
    assert marks(window) == (Mark("1c1", "ring"), Mark("2b2", "ring"))
    assert window.session.document.view.selected == ""
    assert window.session.document.node == ROOT  # nothing was played
    hand.click("2b2")
    assert marks(window) == (Mark("1c1", "ring"),)
    hand.key(Qt.Key.Key_Escape)
    assert not window.scene_view.tools.is_on("mark")
    assert not strip(window).isVisible()
    hand.click("2b2")
    assert window.session.document.record[window.session.document.node].move == "2b2"


@pytest.mark.check
def test_a_link_takes_two_clicks_and_every_change_can_be_undone(window, hand):
    window.perform("mark.cross")
    hand.click("1a1")
    hand.click("1c1")
    window.perform("mark.erase")
    hand.click("1a1")
    window.perform("mark.clear")
    assert marks(window) == ()
    counts = []
    while window.session.undo():
        counts.append(len(marks(window)))
    assert counts == [1, 2, 1, 0]
    while window.session.redo():
        pass
    assert marks(window) == ()
    window.perform("mark.link")
    hand.click("1a1")
    assert marks(window) == ()
    assert window.scene_view.laid.marks  # the beginning is shown
    hand.click("2b2")
    assert marks(window) == (Mark("1a1", "link", to="2b2"),)
    hand.click("1a1")
    hand.key(Qt.Key.Key_Escape)  # drops the beginning, no more
    assert window.scene_view.tools.is_on("mark")
    assert window.shell.toolbox.annotation.pending == ()
    assert marks(window) == (Mark("1a1", "link", to="2b2"),)


@pytest.mark.check
def test_a_point_behind_a_ball_is_reached_by_depth_and_a_word_is_asked_for(window, hand):
    window.session.set_view(View(camera=Camera(azimuth=0, elevation=0, parallel=True)))
    hand.key(Qt.Key.Key_M)
    hand.move("1a1")
    for _ in range(3):
        hand.wheel("1a1", 1, keys=Qt.KeyboardModifier.ShiftModifier)
    behind = hand.hovered
    assert behind == "1a7"
    hand.click("1a1")
    assert marks(window) == (Mark(behind, "ring"),)
    # A word is asked for where none is written.
    window.session.mark(())
    window.session.set_view(View())
    window.shell.ask.text = lambda *args: "  A "
    window.perform("mark.text")
    hand.click("1e1")
    assert marks(window) == (Mark("1e1", "text", text="A"),)
    window.shell.ask.text = lambda *args: None
    hand.click("2b2")
    assert len(marks(window)) == 1


def test_a_group_takes_one_click_and_a_sheet_its_points_and_enter(window, hand):
    window.perform("mark.group")
    hand.click("1c1")
    assert marks(window) == (Mark("1a1", "group"),)
    hand.click("1a1")
    assert marks(window) == ()
    hand.click("2b2")
    assert "There is no piece on 2b2" in window.notices.strip.text
    window.perform("mark.sheet")
    for name in ("1e1", "1g1", "1a1", "1g3"):
        hand.click(name)
    hand.click("1a1")  # not that one after all
    assert marks(window) == ()
    assert strip(window).hint.text() == "3 points: Enter ends the sheet"
    hand.key(Qt.Key.Key_Return)
    assert marks(window) == (Mark("1e1", "sheet", sites=("1e1", "1g1", "1g3")),)
    # A sheet by keyboard alone.
    window.session.mark(())
    window.perform("mark.sheet")
    window.scene_view.widget.input.set_cursor(window.session.position.game.board.index("1a1"))
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    assert window.shell.toolbox.annotation.pending == ("1a1", "1c1")
    hand.key(Qt.Key.Key_Return)  # the last point again: that is all
    assert marks(window) == (Mark("1a1", "sheet", sites=("1a1", "1c1")),)


@pytest.mark.check
def test_the_sheet_why_shows_is_one_click(window, hand):
    held = "partition:size=3,rules=free 3,B2,BB1/RR,RR/R red"
    window.session.new(held)
    for corner in ("SE", "NE", "apex"):
        for player in ("red", "blue"):
            view = replace(window.session.document.view, show=f"corner={corner}:{player}")
            window.session.set_view(view)
            window.display.show_overlays()
    QTest.qWait(30)
    window.perform("mark.sheet")
    sheets = [o for o in window.scene_view.laid.overlays if isinstance(o, Sheet)]
    strip(window).why.click()
    if sheets:
        assert marks(window)[0].sign == "sheet"
        assert len(marks(window)[0].sites) == len(sheets[0].sites)
    else:
        assert "Why shows no sheet" in window.notices.strip.text


@pytest.mark.check
def test_the_strip_chooses_sign_colour_and_word(window, hand):
    hand.key(Qt.Key.Key_M)
    tool = strip(window)
    QTest.mouseClick(tool.signs["square"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(tool.colours["yellow"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(tool.word, Qt.MouseButton.LeftButton)
    QTest.keyClicks(tool.word, "stop  here")
    hand.click("1e1")
    assert marks(window) == (Mark("1e1", "square", "yellow", "stop here"),)
    assert tool.word.text() == "", "the next mark has no word unless it is written"
    hand.click("2b2")
    assert marks(window)[1:] == (Mark("2b2", "square", "yellow"),)
    hand.click("1e1")
    assert marks(window) == (Mark("2b2", "square", "yellow"),), "a click takes a mark away"
    QTest.mouseClick(tool.clear, Qt.MouseButton.LeftButton)
    assert marks(window) == ()
    assert not tool.clear.isEnabled()
    QTest.keyClick(tool.word, Qt.Key.Key_Escape)
    assert not window.scene_view.tools.is_on("mark")


@pytest.mark.check
def test_in_a_small_scene_menus_take_the_place_of_the_buttons(window, hand, qtbot):
    chosen = window.chosen.own
    window.resize(1024, 700)
    window.chosen.take(replace(chosen, text_scale=2.0))
    window.docks.open("why")
    hand.key(Qt.Key.Key_M)
    bar, over = strip(window), window.scene_view.floating.halves[0]
    qtbot.waitUntil(lambda: bar.sign_menu.isVisible() and not bar.signs["ring"].isVisible())
    for widget in over.widgets:
        assert widget.isHidden() or not widget.geometry().intersects(bar.geometry())
    bar.sign_menu.actions_of["square"].trigger()
    bar.colour_menu.actions_of["yellow"].trigger()
    QTest.keyClicks(bar.word, "here")
    hand.click("1e1")
    assert marks(window) == (Mark("1e1", "square", "yellow", "here"),)
    assert not bar.more.actions_of["mark.end-sheet"].isVisible()
    bar.more.actions_of["mark.clear"].trigger()
    assert marks(window) == ()
    assert not bar.more.actions_of["mark.clear"].isEnabled()
    window.chosen.take(chosen)
    window.resize(1600, 1000)
    qtbot.waitUntil(lambda: bar.signs["ring"].isVisible() and not bar.sign_menu.isVisible())


def test_the_menu_of_the_line_of_sight_marks(window, hand):
    found = window.scene_view.widget.input.pointer
    hand.move("1a1")
    menu = window.scene.context_menu(list(found.found))
    first = menu.actions()[0].menu()
    branch = next(a.menu() for a in first.actions() if a.menu() and a.text() == "Mark")
    names = {action.text(): action for action in branch.actions()}
    assert {"Ring", "Cross", "Square", "Dot", "Word…", "Group", "Arrow from here"} <= set(names)
    assert not names["Erase its marks"].isEnabled()
    names["Square"].trigger()
    assert marks(window) == (Mark("1a1", "square"),)
    assert not window.scene_view.tools.is_on("mark")
    names["Arrow from here"].trigger()
    assert window.scene_view.tools.is_on("mark")
    hand.click("1g1")
    assert marks(window)[-1] == Mark("1a1", "link", to="1g1")


@pytest.mark.check
def test_the_level_maps_mark_too_and_show_the_marks(window, hand, qtbot):
    maps = window.docks.panel("maps")
    hand.key(Qt.Key.Key_M)
    canvas = maps.canvas
    place = canvas.rect_of(canvas.facts.board.index("1e3")).center()
    before = canvas.grab().toImage()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert marks(window) == (Mark("1e3", "ring"),)
    window.session.mark(())
    canvas.set_hover(None)
    again = canvas.grab().toImage()
    window.session.mark((Mark("1e3", "cross", "green"),))
    canvas.set_hover(None)
    marked = canvas.grab().toImage()
    ratio = marked.width() / canvas.width()
    spot = place * ratio
    colour = marked.pixelColor(spot)
    assert colour.green() > colour.red() + 30
    assert again.pixelColor(spot) != colour
    assert before.size() == marked.size()


@pytest.mark.check
def test_marks_and_half_a_link_go_with_their_node(window, hand):
    window.perform("mark.dot")
    hand.click("1e3")
    window.shell.toolbox.annotation.leave()
    window.session.play("2b2")
    assert window.scene_view.laid.marks == ()
    window.session.back()
    assert window.scene_view.laid.marks == (Mark("1e3", "dot"),)
    window.session.mark(())
    window.session.forward()
    window.perform("mark.link")
    hand.click("1a1")
    window.session.back()
    assert window.shell.toolbox.annotation.pending == ()
    assert window.scene_view.laid.marks == ()


@pytest.mark.check
def test_marking_works_on_other_boards_and_their_empty_points(window, hand):
    # In a stacking game too, where most points may not be played yet.
    window.session.new("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    hand.key(Qt.Key.Key_M)
    hand.move("3c3")
    hand.click("4d4")
    assert [mark.site for mark in marks(window)] == ["4d4"]
    window.session.new("pyramid")
    name = window.session.position.game.board.names[24]
    window.perform("mark.square")
    hand.click(name)
    assert marks(window) == (Mark(name, "square"),)
    window.session.new("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    window.perform("play.next-interesting")
    assert window.shell.scene.input.active_site is not None


# -- measuring ----------------------------------------------------------------------------------


@pytest.mark.check
def test_two_clicks_measure_a_third_begins_anew_and_another_board_drops_it(window, hand):
    hand.key(Qt.Key.Key_D)
    tool = window.shell.toolbox.distance
    assert tool.is_on
    hand.click("1a1")
    hand.click("2d2")
    board = window.session.position.game.board
    assert [board.names[site] for site in tool.ends] == ["1a1", "2d2"]
    links = [mark for mark in window.scene_view.laid.marks if mark.sign == "link"]
    assert (links[0].site, links[-1].to) == ("1a1", "2d2")
    assert len(links) == 2
    hand.click("3c3")
    assert [board.names[site] for site in tool.ends] == ["3c3"]
    assert window.session.document.node == ROOT  # nothing was played
    hand.key(Qt.Key.Key_Escape)
    assert tool.ends == ()
    assert tool.is_on
    hand.key(Qt.Key.Key_Escape)
    assert not tool.is_on
    assert not window.scene_view.laid.marks
    # Another board drops what was measured.
    window.perform("explain.measure")
    hand.click("1a1")
    window.session.new("partition:size=3 3,3,3/2,2/1 red")
    assert window.shell.toolbox.distance.ends == ()
    assert not window.scene_view.laid.marks


@pytest.mark.check
def test_the_picture_goes_to_the_clipboard(window):
    QGuiApplication.clipboard().clear()
    window.perform("file.copy-picture")
    picture = QGuiApplication.clipboard().image()
    assert picture.size() == window.scene_view.widget.image().size()
    assert not picture.isNull()
