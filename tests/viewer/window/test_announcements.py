"""What screen readers are given to say: every event once, politely, and again by a key."""

import pytest
from learner import Learner
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from robot import Robot, all_ears
from shipped import LESSONS, PUZZLES, lessons, puzzles
from told import rebuilt

from model.phrases import listed
from model.positions import describe
from model.puzzles.wording import asked
from viewer.visuals.overlay_types import Threats
from viewer.widgets.prose import sentence

pytestmark = pytest.mark.check

K = Qt.Key


@pytest.fixture
def ears(monkeypatch):
    return all_ears(monkeypatch)


@pytest.fixture
def learner(shared_window, qtbot, drive):
    window = shared_window()
    window.session.new("partition:size=4,rules=free RR2,4,4,BB2/3,3,3/2,2/1 red")
    return Learner(window, qtbot, drive)


def press(learner, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(learner.surface, key, modifier)


def test_every_event_is_said_once_and_the_last_again(learner, ears):
    play = learner.window.session.play
    assert ears.since(lambda: play("1c3")) == ["Red places a ball on 1c3. Blue to move."]
    assert ears.since(lambda: play("2b2")) == ["Blue places a ball on 2b2. Red to move."]
    assert ears.since(learner.window.session.undo) == ["Red places a ball on 1c3. Blue to move."]
    # The last sentence is said again.
    assert ears.since(lambda: press(learner, K.Key_R)) == [
        "Red places a ball on 1c3. Blue to move."
    ]
    assert learner.window.notices.strip.text == "Red places a ball on 1c3. Blue to move."
    # A refusal is said with its rule.
    learner.window.session.new("pyraos 4,4,4,4/3,3,3/2,2/1 white")
    said = ears.since(lambda: learner.window.scene.place_at(learner.board.index("2b2")))
    assert said == ["2b2 needs a sphere on 1a1. Rule: placing."]


CHANGED = (
    ("play.first", "Red to move."),
    ("play.last", "This is the last move."),
    ("edit.next-variation", "There is no variation here."),
    ("view.cut-level", "Cut by level: on"),
    ("view.explode", "Explode more"),
    ("view.labels", "Names and numbers on the board: off"),
    ("view.ghosts", "All empty points are shown."),
    ("view.palette", "Presentation colours: on"),
    ("view.larger-text", "Larger text"),
    ("view.centre", "Point at a place in the scene first."),
    ("play.next-threat", "there are no threats shown here"),
    ("edit.undo", "Red places a ball on 1c3. Blue to move."),
)


def test_what_a_command_has_changed_is_said_once(learner, ears):
    learner.window.session.play("1c3")
    learner.window.session.play("2b2")
    for command, heard in CHANGED:
        learner.window.session.go(len(learner.window.session.document.record))
        assert ears.since(lambda name=command: learner.window.perform(name)) == [heard]


def heard_at(window, qtbot, drive, ears, path):
    """What is heard while a collection is opened, and its first item begins."""
    ears.heard.clear()
    assert window.open_path(path)
    Learner(window, qtbot, drive)
    qtbot.waitUntil(lambda: bool(ears.heard))
    return list(ears.heard)


def test_a_lesson_says_each_step_and_whether_an_answer_is_right(shared_window, qtbot, drive, ears):
    window = shared_window()
    path = next(one for one in LESSONS if "partition" in one.stem)
    first, second = lessons(path)[0].lesson.steps[:2]
    assert heard_at(window, qtbot, drive, ears, path) == [
        f"Hold three. Step 1 of 10. {first.title}. {first.text.replace('**', '')} "
        "Choose on the board or a map."
    ]
    hand, panel = Robot(window, ears, qtbot), window.docks.panel("learn").currentWidget()
    for given, head in (("1a1", "Not right. "), ("1c3", "Right. ")):
        hand.give(given)
        assert ears.heard[-1] == head + panel.answer.text().replace("**", "")
    (said,) = hand.press(K.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert said.startswith(f"Step 2 of 10. {second.title}. ")
    for _ in range(2):
        heard = hand.press(K.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["This is the first step."]


def test_answers_are_reached_before_the_hint_and_enter_gives_one(shared_window, qtbot, drive, ears):
    window = shared_window()
    path = next(one for one in LESSONS if "partition" in one.stem)
    window.session.open(path, 2)
    hand = Robot(window, ears, qtbot)
    Learner(window, qtbot, drive)
    hand.press(K.Key_G, Qt.KeyboardModifier.ControlModifier)
    for _ in range(4):
        hand.go_on()
    panel = window.docks.panel("learn").currentWidget()
    hand.hears("Choose. Only A, All three, None.")
    passed = []
    while (at := QApplication.focusWidget()) is not panel.hint:
        hand.press(K.Key_Tab)
        passed.append(at)
        assert len(passed) < 20, "Tab comes to the hint"
    buttons = [one for one in passed if isinstance(one, QPushButton)]
    assert [one.text() for one in buttons[-3:]] == ["Only A", "All three", "None"]
    buttons[-2].setFocus()
    hand.press(K.Key_Return)
    hand.hears("Right. A chain that joins all three sides")


def test_answers_that_are_pictures_are_positions_in_words(shared_window, qtbot, drive):
    window = shared_window()
    path = next(one for one in LESSONS if "partition" in one.stem)
    window.session.open(path, 3)
    Learner(window, qtbot, drive)
    window.perform("teach.begin")
    panel = window.docks.panel("learn").currentWidget()
    panel.steps.activated.emit(3)
    told = [
        QAccessible.queryAccessibleInterface(panel.choices.layout().itemAt(k).widget())
        for k in range(3)
    ]
    said = [one.text(QAccessible.Text.Description) for one in told]
    assert said[1].startswith("Level 1: red balls on 1g1, 1e3, 1c5, 1a7; 21 empty. Level 2: ")
    assert len(set(said)) == 3


def test_a_puzzle_says_what_it_asks(shared_window, qtbot, drive, ears):
    window = shared_window()
    path = next(one for one in PUZZLES if "partition" in one.stem)
    heard = heard_at(window, qtbot, drive, ears, path)
    _, position, puzzle = puzzles(path)[0]
    panel = window.docks.panel("learn").currentWidget()
    asks = asked(position, puzzle.stipulation, drawn=True)
    assert heard == [f"{panel.title.text()}. {sentence(asks)}"]


def test_what_has_the_keyboard_the_status_line_and_a_copied_position_are_in_words(learner, ears):
    welcome = learner.window.welcome.page
    told = [QAccessible.queryAccessibleInterface(one) for one in (learner.surface, welcome)]
    assert [one.text(QAccessible.Text.Name) for one in told] == ["Scene", "Welcome"]
    for stop in welcome.stops():
        name = QAccessible.queryAccessibleInterface(stop).text(QAccessible.Text.Name)
        assert name
        assert name == name.strip()
    turn = QAccessible.queryAccessibleInterface(learner.window.statusBar().turn)
    assert turn.text(QAccessible.Text.Name) == "Red to move"
    assert learner.window.perform("file.copy-words")
    text = QGuiApplication.clipboard().text()
    assert text == describe.position(learner.position)
    assert rebuilt(text) == str(learner.position)


def test_the_cursor_says_each_point_and_page_down_undoes_page_up(learner, ears):
    scene = learner.window.scene_view.input
    scene.set_cursor(learner.board.index("1c1"))
    said = ears.since(lambda: scene.set_cursor(learner.board.index("1e1")))
    assert len(said) == 1
    assert said[0].startswith("1e1, level 1, empty: 5 neighbours, 1 red (1c1); would extend a red")
    borders = []
    for key in (K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down):
        for _ in range(5):
            borders += ears.since(lambda key=key: press(learner, key))[-1:]
    assert any("wall" in one and "," not in one for one in borders)
    for name in ("1a1", "1e3", "1g7"):
        scene.set_cursor(learner.board.index(name))
        for key in (K.Key_PageUp, K.Key_PageUp, K.Key_PageDown, K.Key_PageDown):
            press(learner, key)
        assert scene.active_site == learner.board.index(name)


def test_keys_jump_to_pieces_groups_and_threats_that_are_said_once(learner, ears):
    scene, names = learner.window.scene_view.input, learner.board.names
    scene.set_cursor(learner.board.index("2d4"))
    where = []
    for key in (K.Key_C, K.Key_C, K.Key_L, K.Key_L):
        press(learner, key)
        where.append(names[scene.active_site])
    assert where == ["1a1", "1c1", "1a1", "1a1"]  # red has one group
    session = learner.window.session
    session.play("1e1")

    def heard():
        return [one for one in ears.heard if "threatens" in one]

    learner.qtbot.waitUntil(lambda: bool(heard()), timeout=20000)
    (said,) = heard()
    overlays = scene.pointer.picture.overlays
    (threats,) = (one for one in overlays if isinstance(one, Threats))
    side = session.position.game.players[threats.owner].capitalize()
    assert said == f"{side} threatens {listed([names[site] for site in threats.sites])}."
    learner.window.display.show_overlays()
    assert heard() == [said], "once"

    def shown():
        overlays = scene.pointer.picture.overlays
        return [site for one in overlays if isinstance(one, Threats) for site in one.sites]

    learner.qtbot.waitUntil(lambda: bool(shown()), timeout=20000)
    visited = set()
    for _ in shown():
        press(learner, K.Key_U)
        visited.add(scene.active_site)
    assert visited == set(shown())
    assert ears.since(lambda: press(learner, K.Key_J)) == ["there are no escapes shown here"]
