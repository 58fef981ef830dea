"""The Look and Moves docks, bookmarks, the compass and the command box, each by itself."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from painted_text import painted_text
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.exercises.exercise import Exercise
from model.play.review import line_through
from model.play.seats import Seats
from model.positions.setup import is_position
from model.records.record import ROOT
from model.records.view import FLATTEST, Camera, Cut, Peel, View
from model.registry import kinds
from viewer.analysis.values import ValueLookup
from viewer.commands.table import COMMANDS
from viewer.panels.moves.panel import OFFERED, MovesPanel
from viewer.panels.view_panel import FREE, ViewPanel
from viewer.picture.words.plane_names import cut_text, plane_number, plane_text
from viewer.program.command_palette import found_commands, score
from viewer.scene_view.floating.compass import Compass
from viewer.scene_view.floating.over_half import parts_text, peel_text
from viewer.session.files.resources import example, lessons
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.move_field import fitting_moves


class Around:
    """As much of a scene, and of what is said, as panels ask for."""

    def __init__(self, session):
        self.session = session
        self.said = []

    def say(self, sentence):
        self.said.append(sentence)

    def fly(self, view):
        self.session.set_view(view)

    attempt = Notices.attempt


def moves_panel(session):
    return MovesPanel(
        session,
        SimpleNamespace(seats=Seats()),
        ValueLookup(session),
        Around(session),
        quiet=False,
        perform=print,
        offered=lambda name: (name, True),
    )


@pytest.fixture
def session():
    made = Session()
    made.new("partition", {"size": "5"})
    return made


@pytest.fixture
def around(session):
    return Around(session)


@pytest.fixture
def look(session, around, qtbot):
    panel = ViewPanel(session, around, around, ChosenPreferences(session, Preferences()))
    qtbot.addWidget(panel)
    session.subscribe(panel.changed)
    panel.resize(340, 900)
    panel.show()
    return panel


def view(session):
    return session.document.view


def choose(box, data):
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


# -- look ----------------------------------------------------------------------------------------


def test_three_cuts_of_every_family_can_be_chosen_and_no_more(look, session):
    for family in session.position.game.board.planes:
        choose(look.cut.family, family)
        assert view(session).cuts[-1].family == family
        assert len(view(session).cuts) == 1
    choose(look.cut.family, FREE)
    assert view(session).cuts[0].normal is not None
    choose(look.cut.family, "")
    assert view(session).cuts == ()
    for _ in range(4):
        look.cut.add_cut()
    assert len(view(session).cuts) == 3
    assert not look.cut.add.isEnabled()
    first = view(session).cuts[-1]
    look.cut.next.click()
    assert view(session).cuts[-1] != first


def test_the_cut_slider_moves_the_cut_and_follows_it(look, session):
    choose(look.cut.family, "level")
    look.cut.at.slider.setValue(look.cut.at.slider.minimum())
    assert view(session).cuts[0].at == 1
    session.set_view(View(cuts=(Cut(family="level", at=4),)))
    assert look.cut.at.value_label.text() == "4"
    assert look.cut.to.value_label.text() == "", "there is no second plane"
    look.cut.flip.click()
    look.cut.slab.click()
    assert view(session).cuts[0].flip
    assert view(session).cuts[0].to is not None
    assert look.cut.to.value_label.text()
    look.cut.remove.click()
    assert look.cut.at.value_label.text() == look.cut.to.value_label.text() == ""


@pytest.mark.check
def test_sliders_rest_where_they_begin_and_a_drag_is_one_look(look, session):
    assert look.explode.slider.minimum() == 0  # where it rests is its beginning
    look.flat.click()
    assert view(session).explode == FLATTEST
    look.flat.click()
    assert view(session).explode == 0.0
    before = len(session.document.past)
    look.explode.begun.emit()
    for value in (4, 8, 12):
        look.explode.slider.setValue(value)
    look.explode.ended.emit()
    assert view(session).explode == pytest.approx(0.6)
    assert len(session.document.past) == before + 1


@pytest.mark.check
def test_every_working_layer_that_is_offered_can_be_had(look, session):
    offered = [look.layer_family.itemData(row) for row in range(look.layer_family.count())]
    for family in offered[1:]:
        choose(look.layer_family, family)
        assert view(session).layer[0] == family


def test_a_list_that_is_open_while_the_board_changes_does_nothing(session, qtbot):
    around = Around(session)
    hidden = ViewPanel(
        session, around, around, ChosenPreferences(session, Preferences())
    )  # it does not hear of changes
    qtbot.addWidget(hidden)
    row = hidden.layer_family.findData("anti")
    session.new("rolling-pyramids")
    before = view(session)
    hidden.layer_family.activated.emit(row)
    assert view(session) == before


def test_counters_of_layers_leave_no_gap_where_a_board_has_fewer(look, session):
    """The terraces of Pyramid have no layers off the base."""

    def rows(names):
        return [look.peel.counters[name].y() for name in names]

    look.grab()
    assert rows(("base", "west")) == rows(("SW", "SE"))
    session.new("pyramid")
    look.grab()
    assert not look.peel.counters["base"].isVisible()
    assert rows(("west", "east", "south", "north")) == rows(("SW", "SE", "NW", "NE"))
    session.activate(0)
    look.grab()
    assert look.peel.counters["base"].isVisible()
    assert rows(("base", "west")) == rows(("SW", "SE"))


@pytest.mark.check
def test_peels_by_levels_layers_and_moves(look, session):
    look.peel.to_level.slider.setValue(3)
    assert view(session).peel.levels == (1, 3)
    look.peel.counters["west"].more.click()
    look.peel.counters["SW"].more.click()
    assert dict(view(session).peel.layers) == {"west": 1, "SW": 1}
    look.peel.counters["west"].less.click()
    assert dict(view(session).peel.layers) == {"SW": 1}
    session.play("1a1")
    look.peel.between.click()
    assert view(session).peel.between == (1, 1)
    look.peel.unpeel.click()
    assert view(session).peel == Peel()
    assert not look.peel.between.isChecked()


def test_only_the_selected_group_needs_one(look, around, session):
    look.peel.only.click()
    assert view(session).peel.only == ""
    assert around.said
    session.play("1a1")
    session.set_view(View(selected="1a1"))
    look.peel.only.click()
    assert view(session).peel.only == "1a1"


def test_players_points_groups_and_levels_are_shown_faint_or_hidden_in_every_game(look, session):
    parts = look.parts
    parts.players["red"].button("faint").click()
    parts.empty.button("hidden").click()
    parts.level_box.setValue(3)
    parts.level.button("faint").click()
    assert view(session).parts == (
        ("player=red", "faint"),
        ("empty", "hidden"),
        ("level=3", "faint"),
    )
    parts.opacity.slider.setValue(8)
    assert view(session).opacity == pytest.approx(0.4)
    assert parts_text(view(session)) == "Faint: Red, level 3; hidden: empty points"
    assert parts.group.isHidden()
    session.play("1a1")
    session.set_view(replace(view(session), selected="1a1"))
    assert parts.group.button("faint").isChecked()  # as its player is
    parts.group.button("shown").click()
    assert view(session).parts[-1] == ("group=1a1", "shown")
    assert parts.group.button("shown").isChecked()
    look.colour.button("move").click()
    assert view(session).colour == "move"
    parts.all.click()
    assert view(session) == View(selected="1a1")
    assert not parts.all.isEnabled()
    session.new("pyraos")
    assert set(look.parts.players) == {"white", "black"}
    look.parts.players["black"].button("hidden").click()
    assert view(session).parts == (("player=black", "hidden"),)


@pytest.mark.check
def test_ghosts_switches_projection_and_views_by_name(look, session):
    look.view_buttons["top"].click()
    assert view(session).camera.elevation == 90
    look.ghosts.button("off").click()
    look.ghost_style.button("shells").click()
    look.projection.button(True).click()
    for box in look.switches:
        box.click()
    now = view(session)
    assert (now.ghosts, now.ghost_style, now.camera.parallel) == ("off", "shells", True)
    assert (now.dim, now.labels, now.board) == (False, False, False)


def test_showing_a_view_changes_nothing_and_bookmarks_are_kept_visited_and_dropped(look, session):
    session.set_view(
        View(
            cuts=(Cut(family="west", at=1, to=2.5),),
            peel=Peel(levels=(2, 4), layers=(("shell", 1),), between=(2, 5)),
            layer=("level", 2),
            explode=1.5,
        )
    )
    shown = view(session)
    QTest.qWait(10)
    assert view(session) is shown != View()
    session.set_view(View(explode=2.0))
    look.bookmarks.name.setText("apart")
    look.bookmarks.keep()
    assert session.document.record.bookmarks["apart"].explode == 2.0
    session.set_view(View())
    look.bookmarks._go("apart")
    assert view(session).explode == 2.0
    look.bookmarks._drop("apart")
    assert "apart" not in session.document.record.bookmarks


def test_sliders_count_planes_as_the_chips_do(look, session):
    session.set_view(View(cuts=(Cut(family="file", at=8),), layer=("file", 5)))
    assert look.cut.at.value_label.text() == "h"
    assert look.layer_number.value_label.text() == "e"
    look.cut.at.slider.setFocus()
    QTest.keyClick(look.cut.at.slider, Qt.Key.Key_Right)
    assert view(session).cuts[0].at == 9
    assert look.cut.at.value_label.text() == "i"
    session.set_view(View(cuts=(Cut(family="rank", at=3.5),)))
    assert look.cut.at.value_label.text() == "3–4"
    session.set_view(View(cuts=(Cut(at=0.5, normal=(0, 0, 1)),)))
    QTest.keyClick(look.cut.at.slider, Qt.Key.Key_Right)
    assert view(session).cuts[0].at == 0.75


@pytest.mark.parametrize(
    ("cut", "text"),
    [
        (Cut(family="level", at=3), "Cut at level 3"),
        (Cut(family="file", at=3, to=5), "Slab: files c to e"),
        (Cut(family="south", at=11, to=10, flip=True), "Without 10 to 11 from the south wall"),
        (Cut(family="SW", at=0, to=2), "Slab: 0 to 2 from SW"),
        (Cut(family="diag", at=0), "Cut at the diagonal SW–NE"),
        (Cut(family="diag", at=-3), "Cut at 3 NW of the diagonal SW–NE"),
        (Cut(family="anti", at=1.5), "Cut at 1.5 NE of the diagonal SE–NW"),
        (Cut(family="anti", at=0, to=1), "Slab: 0 to 1 NE of the diagonal SE–NW"),
        (Cut(family="anti", at=-4, to=-2), "Slab: 2 to 4 SW of the diagonal SE–NW"),
        (Cut(family="diag", at=-1, to=2), "Slab: 1 NW to 2 SE of the diagonal SW–NE"),
        (Cut(family="west", at=2, flip=True), "Cut at 2 from the west wall, other side"),
        (Cut(at=0.5, normal=(0, 0, 1)), "Free cut"),
        (Cut(family="file", at=8), "Cut at file h"),
        (Cut(family="file", at=9.57202), "Cut between file i and j"),
        (Cut(family="south", at=1.57), "Cut at 1.6 from the south wall"),
    ],
)
def test_cuts_in_words(cut, text):
    assert cut_text(cut) == text


def test_planes_and_peels_in_words():
    assert plane_text("file", 27) == "file aa"
    assert plane_text("SW", 2) == "2 from SW"
    assert plane_text("level", 2.5) == "between level 2 and 3"
    assert plane_number("file", 8) == "h"
    assert plane_number("file", 8.5) == "h–i"
    assert plane_number("west", 1.5) == "1.5"
    assert peel_text(Peel()) == ""
    peel = Peel(levels=(1, 4), layers=(("shell", 2), ("west", 1)), only="2b2")
    said = "Peeled: 2 shells, 1 off the west wall; only levels 1–4, the group on 2b2"
    assert peel_text(peel) == said
    assert peel_text(Peel(layers=(("apex", 1), ("SW", 2)))) == "Peeled: 1 off the apex, 2 off SW"
    assert peel_text(Peel(levels=(3, 3), between=(1, 9))) == "Only level 3, moves 1–9"


# -- moves ---------------------------------------------------------------------------------------


@pytest.fixture
def moves(session, qtbot):
    panel = moves_panel(session)
    qtbot.addWidget(panel)
    session.subscribe(panel.changed)
    panel.show()
    return panel


def move_of(session):
    return session.document.record[session.document.node].move


def cells(panel):
    model = panel.model
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_the_line_stands_in_rows(moves, session):
    for move in ("1a1", "2b2", "3c3"):
        session.play(move)
    assert cells(moves) == [["1", "1a1", "2b2"], ["3", "3c3", None]]
    # Blue begins in his own column.
    session.new("partition 2,2/1 blue")
    session.play("1a1")
    assert cells(moves) == [["1", None, "1a1"]]


def test_a_click_and_arrow_keys_of_the_table_go_to_moves(moves, session, qtbot):
    for move in ("1a1", "2b2", "3c3"):
        session.play(move)
    place = moves.table.visualRect(moves.model.index(0, 1)).center()
    QTest.mouseClick(moves.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QApplication.processEvents()
    assert move_of(session) == "1a1"
    assert cells(moves)[1][1] == "3c3"
    QTest.keyClick(moves.table, Qt.Key.Key_Right)
    QApplication.processEvents()
    assert move_of(session) == "2b2"
    session.first()
    moves.activateWindow()
    qtbot.waitUntil(moves.isActiveWindow)
    moves.start.setFocus()
    QTest.keyClick(moves.start, Qt.Key.Key_Tab)
    assert moves.table.hasFocus()
    assert session.document.node == ROOT
    for key, move in (
        (Qt.Key.Key_Right, "1a1"),
        (Qt.Key.Key_Right, "2b2"),
        (Qt.Key.Key_Left, "1a1"),
        (Qt.Key.Key_Left, ""),
        (Qt.Key.Key_Down, "1a1"),
        (Qt.Key.Key_Down, "3c3"),
        (Qt.Key.Key_Up, "1a1"),
        (Qt.Key.Key_Up, ""),
    ):
        QTest.keyClick(moves.table, key)
        QApplication.processEvents()
        assert move_of(session) == move


def test_the_slider_leads_to_moves_of_the_document_it_shows(moves, session, qtbot):
    """A drag, or a press that repeats, ends where another document comes to the front."""
    for move in ("1a1", "2b2", "3c3", "1a3", "1c3", "1c1"):
        session.play(move)
    session.new(options={"size": "3"})
    for move in ("1a1", "1c1", "1e1"):
        session.play(move)
    slider = moves.scrub
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 8, 8))
    assert slider.isSliderDown()
    session.activate(0)
    session.first()
    assert not slider.isSliderDown()
    QTest.mouseMove(slider, QPoint(slider.width() // 2, 8))
    assert session.document.node == ROOT
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton)
    assert session.document.node == ROOT
    # Another document is the active one, and the panel has not heard of it yet.
    told = []

    def drag_at_once(change):
        if change.new.active != change.old.active:
            slider.setValue(2)
            told.append(session.document.node)

    session._store.listeners._all.insert(0, drag_at_once)
    session.activate(1)
    assert told == [session.document.node]
    assert move_of(session) == "1e1"


def test_moves_and_long_names_leave_the_dock_its_width(moves, session):
    width = moves.minimumSizeHint().width()
    names = {"red": "Ada King, Countess of Lovelace & sons", "blue": "Charles Babbage " * 4}
    session.heads(names)
    assert moves.minimumSizeHint().width() == width
    moves.names.grab()
    tip = moves.names.toolTip()  # what there is no room for
    assert tip.startswith("Ada King, Countess of Lovelace & sons – Charles"), tip
    session.open(example("11-pyraos-taking-back"))
    session.first()
    for move in sorted(session.position.legal_moves, key=len)[-7:]:
        session.play(move)
        session.back()
    session.forward()
    assert moves.others.count() == 7, "five moves, a word before them, and how many more"
    QApplication.processEvents()
    assert moves.minimumSizeHint().width() < 330, "the width of the dock"


def test_variations_are_offered(moves, session):
    session.play("1a1")
    session.back()
    session.play("1c1")
    assert cells(moves) == [["1", "1a1", None], ["  1", "1c1", None]]
    buttons = [moves.others.itemAt(k).widget() for k in range(moves.others.count())]
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert move_of(session) == "1a1"
    now = [moves.others.itemAt(k).widget() for k in range(moves.others.count())]
    assert now == buttons, "each keeps its place"
    assert [button.isChecked() for button in buttons[1:3]] == [True, False]


def test_positions_of_a_lesson_are_no_moves_beside_each_other(moves, session):
    session.open(lessons()[4])
    record = session.document.record
    set_ups = [node for node in record.nodes[ROOT].children if not record.nodes[node].move]
    assert len(set_ups) > OFFERED
    session.go(set_ups[0])
    assert moves.others.count() == 0


def test_a_comment_is_kept_with_its_move_and_written_only_where_it_may_be(moves, session):
    first = session.play("1a1")
    moves.comment.edit()
    QTest.keyClicks(moves.comment.editor, "a corner")
    session.play("2b2")
    QTest.keyClicks(moves.comment.editor, " held")
    assert session.document.record.nodes[first].comment == "a corner held"
    assert session.document.node != first, "the game goes on"
    moves.comment.finish()
    assert moves.comment.editor.text() == ""
    session.back()
    assert moves.comment.editor.text() == "a corner held"
    session.new("partition", {"size": "5"})
    session.play("1a1")
    page = moves.comment.prose
    assert page.toPlainText() == "No comment. Click to write one."
    session.begin_exercise(Exercise(session.document.record, ROOT))
    QTest.mouseClick(page.viewport(), Qt.MouseButton.LeftButton)
    assert not moves.comment.editing
    assert (page.toPlainText(), page.toolTip()) == ("No comment.", "")
    session.end_exercise()
    QTest.mouseClick(page.viewport(), Qt.MouseButton.LeftButton)
    assert moves.comment.editing


def test_a_letter_of_a_comment_builds_no_tree_anew(moves, session):
    changed = []
    moves.model.dataChanged.connect(lambda first, last: changed.append(first.isValid()))
    session.play("1a1")
    session.comment("a corner")
    session.back()
    session.comment("before all moves")
    assert changed == [True]
    session.new("partition", {"size": "5"})
    session.play("1a1")
    session.play("2b2")
    resets = []
    moves.model.modelReset.connect(lambda: resets.append(True))
    session.comment("a", gesture="go")
    session.comment("ab", gesture="go")
    session.head("event", "Club")
    assert (moves.model.record, resets) == (session.document.record, [])
    assert moves.names.text().endswith("Club")
    session.back()
    session.play("1c1")
    session.comment("c", gesture="on")
    session.promote()
    assert cells(moves) == [["1", "1a1", "1c1"], ["  2", None, "2b2"]]
    session.undo()  # to what the comment before has made
    assert cells(moves) == [["1", "1a1", "2b2"], ["  2", None, "1c1"]]


def test_the_line_goes_on_along_main_continuations(session):
    nodes = [session.play(move) for move in ("1a1", "2b2", "3c3")]
    assert line_through(session.document.record, nodes[0]) == [ROOT, *nodes]


# -- compass -------------------------------------------------------------------------------------


@pytest.fixture
def compass(qtbot):
    made = Compass()
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_compass_turns_with_the_camera(compass):
    compass.set_camera(Camera(azimuth=0, elevation=30))
    spots = compass.targets()
    assert spots["south"][0].y() > spots["north"][0].y()
    assert spots["east"][0].x() > spots["west"][0].x()
    compass.set_camera(Camera(azimuth=180, elevation=30))
    spots = compass.targets()
    assert spots["south"][0].y() < spots["north"][0].y()
    assert spots["east"][0].x() < spots["west"][0].x()


@pytest.mark.parametrize("name", ["south", "east", "north", "west", "SW", "NE", "top", "iso"])
def test_a_click_on_the_compass_takes_a_view(qtbot, compass, name):
    place = QPoint(3, 3) if name == "iso" else compass.targets()[name][0].toPoint()  # its rim
    with qtbot.waitSignal(compass.chosen) as told:
        QTest.mouseClick(compass, Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [name]


@pytest.mark.parametrize("name", ["A", "C", "E", "top"])
def test_of_a_board_of_cells_the_compass_shows_the_corners(qtbot, compass, name):
    compass.set_board(kinds()["poly-y"].configure({"corners": "5", "size": "4"}).board)
    compass.set_camera(Camera(azimuth=0, elevation=60))
    assert [text for _, text in painted_text(compass)] == list("ABCDE")
    assert compass.accessibleDescription() == "Seen from side CD, 60 degrees up"
    place = compass.targets()[name][0].toPoint()
    with qtbot.waitSignal(compass.chosen) as told:
        QTest.mouseClick(compass, Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [name]
    with qtbot.waitSignal(compass.chosen) as told:
        QTest.keyClicks(compass, name[0].upper())
    assert told.args == [name]
    compass.set_board(kinds()["partition"].configure({}).board)  # and a pyramid again
    assert [text for _, text in painted_text(compass)] == list("SENW")
    assert compass.accessibleDescription() == "Seen from the south, 60 degrees up"


# -- command box ---------------------------------------------------------------------------------


def test_words_fit_where_words_begin():
    assert score("expl", "Explode more") == 0
    assert score("more expl", "Explode more") is not None
    assert score("plode", "Explode more") > score("more", "Explode more")
    assert score("zebra", "Explode more") is None


def test_usable_commands_come_first(session):
    covered = SimpleNamespace(hand_over=SimpleNamespace(is_covered=False))
    pages = SimpleNamespace(is_welcome_shown=False)
    shell = SimpleNamespace(session=session, playing=covered, pages=pages)
    found = found_commands([c for c in COMMANDS if c.id.startswith("edit.")], "do", shell)
    enabled = [command.enabled(shell) for command in found]
    assert enabled == sorted(enabled, reverse=True)


def test_positions_are_told_from_moves():
    assert is_position("partition 2,2/1 red")
    assert is_position("partition:size=2 2,2/1 red")
    assert not is_position("2b2")
    assert not is_position("partition")


def test_moves_fit_by_their_beginning_or_their_cell(session):
    assert list(fitting_moves(session.position, "5")) == ["5e5"]
    assert "2b2" in set(fitting_moves(session.position, "b2"))
    session.new("pyramid-ball")  # millions of programs are not looked through
    assert list(fitting_moves(session.position, "z")) == []


def test_what_is_kept_in_sight_is_chosen_and_shown_wherever_it_was_chosen(look):
    assert look.focus.button("on").isChecked()
    look.focus.picked.emit("deep")
    assert look._chosen.now.focus == "deep"
    look._chosen.change(focus="off")
    assert look.focus.button("off").isChecked()
