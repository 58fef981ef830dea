"""Dice that roll by themselves, and boards of one's own that are filled by clicks and keys."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.contract.game import CHANCE, PlayerSheet, SheetCell, SheetSection, Slot, Steps
from viewer.panels.boards_panel import SheetView
from viewer.scene_view.floating.step_buttons import PLAY

GAME = "cairns:radius=2,cards=true 3,4,5,4,3 chance leads=jade"


@pytest.fixture
def window(shared_window, cairns):
    return shared_window(level_maps_open=False)


def begun(window, qtbot, start=GAME):
    window.session.new(start)
    window.session.head("seed", "a seed that begins with a 2")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.check
def test_dice_roll_where_a_game_comes_to_them(window, qtbot):
    begun(window, qtbot, "cairns:radius=2 3,4,5,4,3 amber")
    session, dice = window.session, window.scene_view.floating.dice
    assert dice.isHidden()
    for bid in ("bid1", "bid2", "bid3"):
        session.play(bid)
        window.shell.playing.hand_over.go_on()
    assert session.position.to_move == CHANCE
    assert window.status.turn.text() == "Roll the dice"
    qtbot.waitUntil(lambda: session.position.to_move == "amber")
    rolled = session.document.record[session.document.node].move
    assert dice.isVisible()
    assert dice.text == rolled.removeprefix("roll")
    assert dice.accessibleName() == f"The dice show {dice.text}"
    # Whoever goes back to the roll sees it wait, with a button: nothing falls by itself there.
    session.back()
    assert dice.isHidden()
    (button,) = window.scene_view.floating.step_buttons.buttons.values()
    assert button.text() == "Roll"
    qtbot.wait(3 * window.shell.playing.dice._timer.interval())
    assert session.position.to_move == CHANCE
    press(qtbot, button)
    assert session.document.record[session.document.node].move == rolled
    # Dice of a table can be typed.
    session.back()
    window.move_field.open()
    QTest.keyClicks(window.move_field.edit, "roll2")
    QTest.keyClick(window.move_field.edit, Qt.Key.Key_Return)
    assert session.position.counters["cap"] == 3
    assert dice.text == "2"


@pytest.mark.check
def test_dice_roll_before_ones_eyes(open_window, cairns, qtbot):
    window = open_window(level_maps_open=False)
    begun(window, qtbot)
    window.docks.open("moves")  # nobody is to move at the start
    window.scene_view.widget.animation = True
    shares = []
    tray = window.scene_view.floating.dice
    window.scene_view.move_animation.stepped.connect(lambda: shares.append(tray.is_rolling))
    window.session.roll()
    assert window.scene_view.move_animation.running
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running)
    assert any(shares)
    assert not tray.is_rolling
    assert tray.text == str(window.session.position.counters["cap"] - 1)
    model = window.docks.panel("moves").model
    assert model.index(0, 1).data() == f"roll{tray.text}"


@pytest.mark.check
def test_a_board_of_ones_own_is_filled_by_clicks(window, qtbot):
    begun(window, qtbot)
    session = window.session
    session.play("roll2")
    window.docks.open("boards")
    boards = window.docks.panel("boards")
    assert list(boards.tabs) == ["amber", "jade", "violet"]
    assert boards.tabs["jade"].isChecked()  # who is to move
    die = boards.common.button("die")
    assert (die.shown.cell.value, die.shown.answers) == ("2", True)
    assert not boards.own.button("box2").shown.answers
    press(qtbot, die)
    assert session.state.partial == ("die",)
    assert boards.common.button("die").shown.chosen
    box = boards.own.button("box2")
    assert box.shown.answers
    assert box.accessibleName() == "Box 2 of jade's card, can be chosen"
    press(qtbot, die)  # put down again
    assert session.state.partial == ()
    press(qtbot, die)
    press(qtbot, box)
    assert str(session.position).endswith("violet cap=3 cards=000/020/000")
    # It follows whoever is to move; any board can be looked at.
    assert boards.tabs["violet"].isChecked()
    press(qtbot, boards.tabs["jade"])
    assert boards.title.text() == "Jade's card"
    assert [b.shown.cell.value for b in boards.own.buttons[:3]] == ["", "2", ""]
    assert "1 of 3 written" in boards.own.text
    # Those of others are no cells to choose.
    press(qtbot, boards.own.buttons[0])
    assert session.state.partial == ()


@pytest.mark.check
def test_boards_say_why_not_keep_secrets_and_are_gone_about_by_keys(window, qtbot):
    session = window.session
    begun(window, qtbot, "cairns:radius=2,cards=true 3,4,5,4,3 amber")
    session.play("bid3")
    window.shell.playing.hand_over.go_on()
    window.docks.open("boards")
    boards = window.docks.panel("boards")
    boards.look_at("amber")
    assert boards.own.text == "0 of 3 written · has bid"
    assert "has bid 3" in session.position_for("amber").sheets[1].notes

    begun(window, qtbot, "cairns:radius=2,cards=true 3,4,5,4,3 jade cap=3 cards=000/300/000")
    press(qtbot, boards.own.button("box1"))
    assert window.notices.strip.text == "box1 holds 3 already."
    assert boards.own.button("box1").accessibleDescription() == "box1 holds 3 already"
    press(qtbot, boards.common.button("die"))
    assert session.state.partial == ()  # no box takes it
    assert window.notices.strip.text == "No box takes the die."

    begun(window, qtbot, "cairns:radius=2,cards=true 3,4,5,4,3 jade cap=3")
    window.activateWindow()
    surface = window.scene_view.widget.surface
    qtbot.waitUntil(lambda: QApplication.focusWidget() is surface)
    boards.common.focus_cell()
    QTest.keyClick(boards.common.button("die"), Qt.Key.Key_Return)
    assert session.state.partial == ("die",)
    boards.own.focus_cell()
    assert QApplication.focusWidget() is boards.own.button("box1")
    QTest.keyClick(boards.own.button("box1"), Qt.Key.Key_Right)
    assert QApplication.focusWidget() is boards.own.button("box2")
    QTest.keyClick(boards.own.button("box2"), Qt.Key.Key_Space)
    assert str(session.position).endswith("violet cap=3 cards=000/020/000")

    assert window.docks.is_shown("boards")
    session.new("pyramid")
    assert not window.docks.is_shown("boards")


@pytest.mark.check
def test_a_plan_is_made_by_taking_its_cells_in_hand(window, qtbot):
    session = window.session
    begun(window, qtbot, "cairns:radius=2,cards=true 3,4,5,4,3 amber")
    window.docks.open("boards")
    own = window.docks.panel("boards").own
    buttons = window.scene_view.floating.step_buttons
    assert not buttons.buttons  # nothing counts without a number, and the slots have cells
    press(qtbot, own.button("number"))
    assert session.state.partial == ("number",)
    assert own.button("number").shown.chosen
    assert list(buttons.buttons) == ["1", "2", "3"]
    assert window.scene_view.floating.line.text == "The number of the bid: choose"
    press(qtbot, own.button("boast"))  # another one instead
    assert session.state.partial == ("boast",)
    press(qtbot, own.button("boast"))  # put down again
    assert session.state.partial == ()
    press(qtbot, own.button("number"))
    press(qtbot, buttons.buttons["3"])
    assert session.state.partial == ("number=3",)
    assert own.button("number").shown.cell.value == "3"
    press(qtbot, own.button("boast"))
    press(qtbot, buttons.buttons["yes"])
    assert list(buttons.buttons) == [PLAY]
    press(qtbot, buttons.buttons[PLAY])
    record = session.document.record
    assert session._store.state.document.record[session.document.node].move == "bid3!"
    assert record[session.document.node].move != "bid3!"  # it is sealed


def test_a_long_board_scrolls_to_what_can_be_chosen_and_words_wrap(window, qtbot):
    """Cells with words go on below; those of the usual width stay in their row."""
    cells = [SheetCell(f"word{k}", "circle", "a long word", words=f"word {k}") for k in range(9)]
    usual = tuple(SheetCell(f"box{k}", printed=str(k), words=f"box {k}") for k in range(9))
    rows = (tuple(cells), usual)
    sheet = PlayerSheet("amber", "Long", (SheetSection("Words", rows),), ("", "31 points"))
    view = SheetView(lambda cell: None)
    qtbot.addWidget(view)
    view.show_sheet(sheet, Steps(("word3",), False), ())
    assert view.minimumSizeHint().width() < 500
    view.resize(view.minimumSizeHint().width(), 600)
    view.show()
    tops = [button.mapTo(view, QPoint(0, 0)).y() for button in view.buttons]
    assert len(set(tops[:9])) > 1
    assert len(set(tops[9:])) == 1
    assert view.text == "31 points"
    assert [one.shown.cell.name for one in view.buttons if one.shown.answers] == ["word3"]
    sizes = view.buttons[3].width()
    held = Slot("word3", ("yes",), "yes")
    view.show_sheet(sheet, Steps((), True, "x", slots=(held,)), ())
    assert view.buttons[3].shown.cell.value == "yes"
    assert view.buttons[3].width() > sizes

    begun(window, qtbot, "cairns:radius=2,cards=true 3,4,5,4,3 amber")
    window.docks.open("boards")
    boards = window.docks.panel("boards")
    boards.column.insertSpacing(0, 3000)
    bar = boards.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 2000)
    qtbot.wait(0)
    bar.setValue(0)
    assert boards.own.button("number").visibleRegion().isEmpty()
    boards.look_at("amber")
    qtbot.waitUntil(lambda: not boards.own.button("number").visibleRegion().isEmpty())


@pytest.mark.check
def test_a_border_is_hit_by_the_mouse(window, qtbot):
    begun(window, qtbot, "cairns:radius=2,fences=1 3,4,2A2,4,3 amber cap=3")
    scene = window.scene_view.widget
    board = window.session.position.game.board
    pointer = scene.input.pointer

    def place_of(name):
        centre = pointer.visible.centres[board.index(name)]
        return QPointF(*pointer.projection.to_screen(centre)).toPoint()

    def hit(place, *names):
        """Wait until the mouse there is at one of these: an X server says so a moment later."""

        def hits():
            QTest.mouseMove(scene.surface, place())
            return pointer.active is not None and board.names[pointer.active.site] in names

        qtbot.waitUntil(hits, timeout=10000)

    for name in ("c3>d3", "c3>c2", "c3>b4", "c3"):
        hit(lambda name=name: place_of(name), name)
    # A little aside it is hit as well; the borders of other fields are none that may be chosen.
    middle, edge = place_of("c3"), place_of("c3>d3")
    hit(lambda: edge + (edge - middle) / 3, "c3>d3")
    hit(lambda: place_of("d3>c3"), "c3>d3", "d3")
    QTest.mouseClick(scene.surface, Qt.MouseButton.LeftButton, pos=edge)
    assert str(window.session.position).endswith("jade cap=3 fences=Ac3>d3")
    assert window.status.moves.text() == "move 1 · 2 pieces of 19"
