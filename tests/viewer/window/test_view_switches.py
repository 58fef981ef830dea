"""Switches and colours of a View: in menus, scene, maps, legend, chips, a file and `--show`."""

import pytest
from learner import Learner
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from studio import Studio

from model.positions.setup import read_position
from model.records.files import parse
from model.records.json_form import encode
from model.records.view import SWITCHES, View, check_show
from viewer.picture.compose.colouring import RAMPS
from viewer.picture.compose.composer import depict
from viewer.picture.flat.inks import code, inks_of
from viewer.picture.visibility.view_edits import VIEW_SWITCHES

START = "partition:size=4,rules=free RRR1,4,4,BB2/3,3,3/2,2/1 red"

FIELDS = [switch.field for switch in VIEW_SWITCHES]


@pytest.fixture(scope="module")
def studio():
    made = Studio()
    yield made
    made.place.close()


def test_all_fields_that_are_on_or_off_are_switches():
    are_so = {name for name in View.__struct_fields__ if isinstance(getattr(View(), name), bool)}
    assert set(FIELDS) == are_so <= set(SWITCHES)


@pytest.mark.check
def test_switches_change_the_view_wherever_that_is_shown(begun):
    window = begun(START)
    session = window.session
    window.docks.open("maps")
    maps, before = window.docks.panel("maps").canvas, session.document.view
    for switch in VIEW_SWITCHES:
        command, at_first = f"view.{switch.field}", switch.is_on(before)
        for on in (not at_first, at_first):
            window.perform(command)
            document = session.document
            assert document.view == replace(before, **{switch.field: on})
            window.command_actions.refresh()
            assert window.command_actions._actions[command].isChecked() is on
            for shown in (window.scene_view.widget.picture, maps.facts.picture):
                assert getattr(shown.view, switch.field) is on
            saved = parse(encode(document.record, document.node, document.view), "switched")
            assert saved.view == document.view


@pytest.mark.check
@pytest.mark.parametrize("field", FIELDS)
def test_a_word_on_the_command_line_switches_what_is_drawn(studio, field):
    position = read_position(START)
    view = View(selected="1a1")
    words = f"{field}=on", f"{field}=off"
    on, off = (depict(position, view, (word,)) for word in words)
    for word, shown in zip(words, (on, off), strict=True):
        check_show(position.game, word)
        assert shown.view == replace(view, **{field: word.endswith("on")})
    assert (studio.take(on) != studio.take(off)).any()


# -- colours, and what is faint or hidden --------------------------------------------------------

K = Qt.Key
ROW = "partition:size=4,rules=free RR2,4,4,BB2/3,3,3/2,2/1 red"


@pytest.fixture
def learner(shared_window, qtbot, drive):
    window = shared_window()
    window.session.new(ROW)
    return Learner(window, qtbot, drive)


@pytest.mark.check
def test_colours_have_a_legend_and_what_is_faint_a_chip(learner, qtbot):
    window, floating = learner.window, learner.window.scene_view.floating.halves[0]
    actions = window.command_actions
    assert floating.legend.isHidden()
    learner.point_at("1e1")
    QTest.keyClick(learner.surface, K.Key_Return)
    actions["view.colour-move"].trigger()
    assert window.session.document.view.colour == "move"
    assert not floating.legend.isHidden()
    assert floating.legend.legend.title == "Colour: move"
    assert window.scene_view.rect().contains(floating.legend.geometry())
    assert not floating.legend.geometry().intersects(floating.compass.geometry())
    normal = floating.legend.width()
    for name, larger in (("view.larger-text", True), ("view.smaller-text", False)):
        window.perform(name)
        qtbot.waitUntil(lambda larger=larger: (floating.legend.width() > normal) == larger)
        assert floating.legend.size() == floating.legend.sizeHint()
        assert window.scene_view.rect().contains(floating.legend.geometry())
    board = window.session.position.game.board
    picture = window.scene_view.widget.picture
    assert picture.plies[board.index("1e1")] == 1
    inks = inks_of(window.contents.maps.canvas.facts.picture)
    assert inks.of(0, board.index("1e1")).fill == code(RAMPS[0][0])
    told, bare = window.scene_view.fine_image(), window.scene_view.widget.fine_image()
    corner = floating.legend.geometry()
    ratio = told.devicePixelRatio()
    at = corner.center() * ratio  # a picture that is copied says what its colours mean
    box = QRect(QPoint(), corner.size() * ratio)
    box.moveCenter(at)
    assert told.copy(box) != bare.copy(box)
    outside = (QRect(0, 0, box.left() - 2, told.height()), QRect(0, box.bottom() + 2, 9999, 9999))
    assert all(told.copy(part) == bare.copy(part) for part in outside)
    actions["view.points-faint"].trigger()
    chip = floating.chips.parts
    assert chip.label.text() == "Faint: empty points"
    chip.closed.emit()
    assert chip.isHidden()
    qtbot.waitUntil(actions["view.back"].isEnabled)
    QTest.keyClick(learner.surface, K.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.session.document.view.parts == (("empty", "faint"),)
    assert not chip.isHidden()

    small = floating.legend.size()
    QTest.keyClick(learner.surface, K.Key_F5)
    qtbot.waitUntil(lambda: floating.compass.isHidden(), timeout=20000)
    assert chip.isHidden()
    assert not floating.legend.isHidden()  # a room asks what the colours mean
    inset = window.presentation.inset
    plan, legend = (QRect(w.mapTo(window, QPoint()), w.size()) for w in (inset, floating.legend))
    assert not plan.intersects(legend)
    assert floating.legend.height() > small.height()
    site = board.index("1e1")
    middle = inset.place(*board.centres[site, :2].tolist()).toPoint()
    ratio = inset.devicePixelRatioF()
    shade = inset.grab().toImage().pixelColor(middle * ratio)
    assert shade.getRgbF()[:3] == pytest.approx(RAMPS[0][0], abs=0.02)
    QTest.keyClick(learner.surface, K.Key_Escape)
    qtbot.waitUntil(lambda: not floating.compass.isHidden(), timeout=20000)

    actions["view.clear"].trigger()
    assert window.session.document.view == View()
    assert floating.legend.isHidden()


@pytest.mark.check
def test_a_hidden_players_ball_is_told_when_it_is_played(learner):
    window = learner.window
    window.session.set_view(View(parts=(("player=red", "hidden"),)))
    window.session.play("2b2")
    assert window.scene_view.floating.notice.text.startswith("2b2 is hidden in the Look dock")
    window.scene_view.floating.notice.link.emit("show")
    assert window.session.document.view.parts == ()


@pytest.mark.check
def test_levels_apart_and_the_lens_have_chips_that_end_them(learner):
    window, chips = learner.window, learner.window.scene_view.floating.halves[0].chips

    def end(chip):
        cross = chip.findChild(QToolButton)
        QTest.mouseClick(cross, Qt.MouseButton.LeftButton)
        assert chip.isHidden()

    window.perform("view.explode")
    assert chips.apart.label.text() == "Levels apart"
    end(chips.apart)
    assert window.session.document.view.explode == 0
    learner.point_at("1e1")
    window.perform("view.lens")
    assert chips.lens.label.text() == "Lens on 1e1"
    learner.driver.leave()
    assert not chips.lens.isHidden(), "it waits for the pointer that comes to end it"
    end(chips.lens)
    assert not window.scene_view.input.has_lens
