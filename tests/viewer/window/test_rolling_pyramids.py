"""Rolling Pyramids in the window, by the mouse: dice, boards, battles, setting up, its course."""

import os
import shutil
from pathlib import Path

import pytest
import rolling_hands as hands
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from model.contract.game import CHANCE
from model.registry import kinds
from viewer.games.registry import game_view_of
from viewer.session.files import resources
from viewer.visuals.overlay_types import Arrow


@pytest.fixture
def window(shared_window):
    made = shared_window(1440, 920, level_maps_open=False, why_open=False)
    made.activateWindow()
    return made


def rows(log):
    return [log.entries.item(k).text() for k in range(log.entries.count())]


def at_nine(position, rng):
    """Deployments that meet on space 9, the only thing that is chosen."""
    if position.state.phase == "seats":
        return {"p2": "S2-bastet", "p1": "S1-anubian"}[position.to_move]
    if position.state.phase != "deploy":
        return None
    parts = []
    for part in position.legal_moves._parts:
        wanted = {"8>9", "10>9", "9"}
        fits = [one for one in part if one.partition(":")[2] in wanted]
        near = [one for one in part if one.partition(":")[2] in ("S1>8", "S2>10", "8", "10")]
        parts.append((fits or near or list(part))[0])
    return ",".join(parts)


@pytest.mark.check
def test_two_rounds_of_two_with_a_battle_are_played_by_the_mouse(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.round == 3, choice=at_nine)
    position = window.session.position
    assert position.state.round == 3
    moves = [node.move for node in window.session.document.record.nodes.values()]
    assert sum(move.startswith("roll") for move in moves) >= 2
    log = window.docks.panel("battles")
    told = rows(log)
    assert log.heading.text() == "Round 2 of 10: 1 battle"
    assert told[0] == "Before the units go"
    fights = [text for text in told if text.startswith("Battle 1 on 9: ")]
    assert len(fights) == 1
    assert "attacks with" in fights[0]
    assert "strength" in fights[0]
    assert any(" against " in text and "9" in text for text in told)
    # An entry shows the map as it was then.
    log.entries.setFocus()
    QTest.keyClick(log.entries, Qt.Key.Key_Home)
    drawn = window.scene_view.widget.picture.pieces
    board = position.game.board
    assert board.index("9") not in drawn.site.tolist()
    QTest.keyClick(log.entries, Qt.Key.Key_End)
    # One key shows the flat map.
    surface = window.scene_view.widget.surface
    surface.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is surface)
    QTest.keyClick(surface, Qt.Key.Key_T)
    assert window.session.document.view.camera.elevation == 90.0
    QTest.keyClick(surface, Qt.Key.Key_T)
    assert window.session.document.view.camera.elevation != 90.0


@pytest.mark.check
def test_a_turn_of_the_solo_game(window, qtbot):
    solo = kinds()["rolling-pyramids"].configure({"players": "1"}).start()
    hands.begin(window, qtbot, "rolling-pyramids:players=1 " + str(solo).split(" ", 1)[1])
    hands.play(window, qtbot, lambda position: position.state.round == 2)
    position = window.session.position
    assert position.state.round == 2
    assert position.game.players == ("p1", "pharaoh")
    board = window.docks.panel("boards")
    assert list(board.tabs) == ["p1"]
    assert window.status.turn.text() == "P1 to move"
    assert "turn 2 of 15" in window.status.moves.text()


@pytest.mark.check
def test_what_is_closed_says_why_and_phases_lead(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.phase == "draft")
    mover = window.session.position.to_move.capitalize()
    assert window.notices.strip.text.startswith(f"{mover}: choose one of 8 dice")
    assert window.session.position.to_move != CHANCE
    hands.click_cell(window, "hero1")  # no die is in hand
    assert window.session.state.partial == ()
    assert window.notices.strip.text
    hands.play(window, qtbot, lambda position: position.state.phase == "deploy")
    hands.click_cell(window, "foot1")
    assert window.session.state.partial == ("foot1",)
    hands.click_site(window, "1")  # the middle is out of reach
    assert not any(token.startswith("foot1=") for token in window.session.state.partial)
    # A click on a space stands for the border that leads there.
    if window.session.state.partial != ("foot1",):
        hands.click_cell(window, "foot1")
    edges = [token for token in window.session.position.legal_moves._parts[-1] if ">" in token]
    target = edges[0].partition(">")[2]
    hands.click_site(window, target)
    assert any(f">{target}" in token for token in window.session.state.partial)


def test_a_die_over_the_scene_is_chosen_by_a_click(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.phase == "draft")
    game, tray = window.session.position.game, window.scene_view.floating.dice
    qtbot.waitUntil(lambda: tray.isVisible() and not tray.is_rolling)
    assert tray.geometry().bottom() < min(
        hands.place_of(window, name).y() for name in game.board.names
    ), "the board keeps clear of the dice"
    for number in (2, 5):
        place = tray.mapTo(window, tray.die(number).center())
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
        assert window.session.state.partial == (game.rules.dice_names[number],)


# -- set up by the mouse: units by number, devices, what is refused ----------------------------

LEFT = Qt.MouseButton.LeftButton
START = "rolling-pyramids 8,a3,14 chance phase=roll first=p1 seats=S1.anubian+S2.bastet"


def press(button):
    assert button.isEnabled()
    assert button.isVisible()
    QTest.mouseClick(button, LEFT, pos=QPoint(8, button.height() // 2))


def click(window, qtbot, name):
    """Click a space or a border in the scene."""
    widget = window.scene_view.widget
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running)
    drawn = widget.frames
    widget.request_frame()
    qtbot.waitUntil(lambda: widget.frames > drawn)
    place = hands.place_of(window, name)
    QTest.mouseMove(widget.surface, place)
    QTest.mouseClick(widget.surface, LEFT, pos=place)


def test_a_position_is_set_up_by_clicks(window, qtbot):
    window.session.new(START)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=60_000)
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_U,
                   Qt.KeyboardModifier.ControlModifier)  # fmt: skip
    tool, dock = window.shell.toolbox.setup, window.docks.panel("setup")
    assert tool.is_on
    box = dock.stacks
    assert not dock.family.isVisible()
    assert not dock.turn.isVisible()

    def board():
        return window.session.copy_position().split(" ")[1]

    click(window, qtbot, "9")
    assert board() == "8,a4,14"
    press(box.kind.button(1))
    box.number.setFocus()
    box.number.selectAll()
    QTest.keyClicks(box.number, "12")
    QTest.keyClick(box.number, Qt.Key.Key_Return)
    press(box.owner.button(1))
    click(window, qtbot, "9")
    assert board() == "8,a4,14"
    assert window.notices.strip.text == "9 belongs to P1: empty it first."
    click(window, qtbot, "1")
    assert board() == "b*12,7,a4,14"
    press(box.kind.button(2))
    assert not box.owner.isEnabled()
    click(window, qtbot, "9>10")
    assert window.session.copy_position().endswith(" devices=ram.9>10")
    press(dock.side.button(1))
    assert " first=p2 " in window.session.copy_position()
    press(box.kind.button(1))
    press(box.does.button("take"))
    box.number.setFocus()
    box.number.selectAll()
    QTest.keyClicks(box.number, "2")
    QTest.keyClick(box.number, Qt.Key.Key_Return)
    click(window, qtbot, "1")
    assert board() == "b*10,7,a4,14"
    press(box.does.button("empty"))
    click(window, qtbot, "9")
    assert window.session.copy_position() == (
        START.replace("8,a3,14", "b*10,22").replace("first=p1", "first=p2")
    )
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_Z,
                   Qt.KeyboardModifier.ControlModifier)  # fmt: skip
    assert board() == "b*10,7,a4,14"
    press(dock.clear)
    assert board() == "23"
    # Another game has its own brushes, and this one its own again.
    window.session.new("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    window.shell.toolbox.setup.begin()
    qtbot.waitUntil(lambda: dock.stacks is None)
    assert dock.family.isVisible()
    window.session.new(START)
    window.shell.toolbox.setup.begin()
    qtbot.waitUntil(lambda: dock.stacks is not None)
    qtbot.waitUntil(lambda: dock.stacks.isVisible())
    press(dock.stacks.kind.button(0))
    press(dock.stacks.owner.button(0))
    assert tool.is_on
    click(window, qtbot, "9")
    assert board() == "8,a5,14"


@pytest.mark.check
@pytest.mark.fresh_window
def test_no_dice_fall_while_a_position_is_set_up(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.phase == "draft")
    window.shell.toolbox.setup.begin()
    window.shell.toolbox.setup.paste(START)
    click(window, qtbot, "9")
    QTest.qWait(400)
    assert window.session.position.state.phase == "roll"
    assert not window.scene_view.floating.step_buttons.isVisible()
    assert window.session.copy_position() == START.replace("a3", "a4")
    window.shell.toolbox.setup.leave()
    qtbot.waitUntil(lambda: window.session.position.state.phase != "roll", timeout=30_000)


# -- its course, gone through by the mouse --------------------------------------------------------

SHOTS = os.environ.get("COURSE_SHOTS", "")
"""A folder for pictures of every step, "" for none."""


def point_at(window, name):
    """Click a place of the map, whatever answers there."""
    surface, place = window.scene_view.widget.surface, hands.place_of(window, name)
    QTest.mouseMove(surface, place)
    QTest.mouseClick(surface, hands.LEFT, pos=place)


def answer(window, panel, task):
    """Do by the mouse what a task asks for."""
    position = window.session.position
    if task.kind == "choice":
        right = next(choice.text for choice in task.choices if choice.right)
        button = next(one for one in panel.choices.findChildren(QPushButton) if one.text() == right)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    elif task.kind == "click":
        point_at(window, {"factory": "3", "worth=4": "1", "reach": "9"}[task.condition])
    else:
        moves = (
            task.accepted
            or {
                "unit=1": ("p1b-ascending2:4",),
                "unit=8": ("p1c-descending1:4",),
                "opens": ("p1a-foot1.3", "foot1.3", "foot1.2", "foot2.4"),
                "controls=8": ("hero1:S1>8,foot1:S1>8,foot2:S1>19",),
            }[task.condition]
        )
        hands.make(window, next(m for m in moves if m in position.legal_moves))


@pytest.mark.check
def test_what_is_counted_waits_for_the_answer(window):
    """A board counts what its units reach, and a step asks for that."""
    window.session.open(next(one for one in resources.lessons() if "rolling" in one.name))
    player, boards = window.shell.learning.player, window.docks.panel("boards")
    player.begin_lesson(2)
    assert "Reach" not in boards.own.text
    names = window.session.position.game.board.names
    player.click(names.index("9"))
    assert player.exercise.tone == "right"
    assert "Reach" in boards.own.text


@pytest.mark.soak
def test_every_step_is_done_by_the_mouse(window, qtbot, tmp_path):
    path = next(one for one in resources.lessons() if "rolling" in one.name)
    window.open_path(Path(shutil.copy(path, tmp_path)))
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=60_000)
    learning = window.shell.learning
    if learning.player.exercise is None:
        learning.begin()
    player, panel = learning.player, window.docks.panel("learn").currentWidget()
    steps = len(player.exercise.steps)

    def settle():
        QTest.qWait(50)
        qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=60_000)
        qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)
        QTest.qWait(50)

    for number in range(steps):
        settle()
        assert player.exercise.step == number
        shot(window, f"{number + 1:02}a")
        parts = 0
        while player.exercise.asks:
            parts += 1
            assert parts < 5, (number + 1, player.exercise.said)
            answer(window, panel, player.exercise.task)
            settle()
            assert not window.pages.cover.isVisible()
            assert player.exercise.tone == "right", (number + 1, player.exercise.said)
            shot(window, f"{number + 1:02}{'bcde'[parts - 1]}")
        if number + 1 < steps:
            QTest.mouseClick(panel.next, Qt.MouseButton.LeftButton)
    assert len(player.exercise.done) == steps - 1, "the last one asks for nothing"


def shot(window, name):
    """Keep a picture of the window, where one is wanted."""
    if SHOTS:
        QTest.qWait(700)
        window.grab().save(f"{SHOTS}/{name}.png")


# -- a deployment that is being made ---------------------------------------------------------------

PLANNED = (
    "rolling-pyramids 23 p1 phase=deploy first=p1 seats=S3.rashar+S2.anubian"
    " p1=..../....2......./.3./../..4/......./......../........./0.0.0/0"
    " p2=..../...7.1....../2../../.4./......./......../........./0.0.0/0"
)


@pytest.mark.check
def test_planned_units_are_arrows_and_their_cells_keep_their_numbers(window, qtbot):
    session, scene = window.session, window.scene_view
    session.new(PLANNED)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    panel = window.docks.panel("boards")
    board = session.position.game.board
    # What is pointed at before a unit is in hand says what to do.
    scene.line.tell(board.index("13"))
    assert scene.floating.line.text == "13: choose one of your units first, then where it goes"
    cell = panel.own.button("foot1")
    assert cell.shown.cell.value == "1 soldier"
    assert cell.width() > cell.fontMetrics().horizontalAdvance("1 soldier")
    for unit, target in (("foot1", "S3>13"), ("foot2", "S3>14")):
        hands.click_cell(window, unit)
        hands.choose(window, target)
    for unit, target in (("foot1", "S3>13"), ("foot2", "S3>14")):
        cell = panel.own.button(unit)
        assert cell.shown.cell.value == "1 soldier"
        behind = panel.own.buttons[panel.own.buttons.index(cell) + 1]
        assert behind.shown.cell.value == f"→ {target}"
        metrics = behind.fontMetrics()
        assert behind.width() > metrics.horizontalAdvance(behind.shown.cell.value)
    # Once each has its place, a space that is pointed at no longer asks for a first unit.
    scene.line.tell(board.index("12"))
    assert scene.floating.line.text == (
        "12: every unit knows where to go: choose Ready, or a unit to change"
    )
    arrows = [one for one in scene.widget.picture.overlays if isinstance(one, Arrow)]
    names = [(board.names[one.start], board.names[one.end], one.text) for one in arrows]
    assert names == [("S3", "13", "1"), ("S3", "14", "1")]
    # Of people that are chosen by a button, a tip says what they can.
    session.new("rolling-pyramids 23 p2 phase=seats first=p1")
    while session.position.to_move == CHANCE:
        session.roll()
    hands.click_site(window, "S1")
    button = scene.floating.step_buttons.buttons["anubian"]
    assert button.toolTip() == game_view_of(session.position).token_tips["anubian"]


@pytest.mark.check
@pytest.mark.fresh_window
def test_a_flat_board_is_not_filled_by_levels_and_brushes_stand_in_rows(window, qtbot):
    window.resize(1366, 768)
    window.session.new("pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.docks.open("setup")
    panel = window.docks.panel("setup")
    fills = [panel.family.itemText(k) for k in range(panel.family.count())]
    assert "Level" not in fills
    assert "Rank" in fills
    rows = {panel.brush.button(value).y() for value in panel.brush._values}
    assert len(rows) > 1
    assert panel.minimumSizeHint().width() < 500
