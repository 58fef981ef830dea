"""Mistakes that a review marked, by keys and clicks: what refutes one is played in the scene, and
each is retried with the engine's answer; the record stays as it is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import ready

from model.exercises.puzzle import RetryExercise
from model.positions import describe
from model.positions.setup import read_position
from model.records.record import ROOT, Evaluation
from viewer.learn import judge
from viewer.picture.compose.first_look import facing_camera
from viewer.session.files import resources
from viewer.widgets.controls import RowButton

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton
NONE, ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
PLAYED = ("1a1", "2b2", "1e5", "2d4")
EVEN = Evaluation((0.5, 0.5), line=("3c3", "1c1"), budget=40)
BAD = Evaluation((0.1, 0.9), line=("3c3", "1e1", "1c5"), budget=40)
GAMES = (
    START,
    "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",
    "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
    "poly-y:corners=5,size=4 1/5/10/15 red",
)


@pytest.fixture
def window(shared_window, qtbot):
    return shared_window(1440, 920)


def begin(window, qtbot, start=START, moves=PLAYED, found=None):
    """A game with what a review has found: Red's first move and Blue's second were mistakes."""
    window.session.new(start)
    for move in moves:
        window.session.play(move)
    if found is None:
        found = {0: EVEN, 1: BAD, 2: BAD, 3: BAD, 4: EVEN}
    if found:
        window.session.evaluate(found)
    ready(qtbot, window)


def press(window, key, modifier=NONE):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


def type_move(window, qtbot, move):
    press(window, getattr(K, f"Key_{move[0]}"))
    field = QApplication.focusWidget()
    QTest.keyClicks(field, move[1:])
    QTest.keyClick(field, K.Key_Return)


def run_of(window) -> RetryExercise:
    run = window.session.exercise
    assert isinstance(run, RetryExercise)
    return run


def page(window):
    return window.docks.panel("learn").retry


def settled(window, qtbot):
    qtbot.waitUntil(lambda: not run_of(window).busy, timeout=120_000)


def retry(window):
    press(window, K.Key_R, CTRL | ALT)


def test_what_refutes_a_mistake_is_played_by_one_key_and_escape_leaves_nothing(window, qtbot):
    begin(window, qtbot)
    window.session.go(1)
    record, view = window.session.document.record, window.session.document.view
    window.docks.open("review")
    dock = window.docks.panel("review")
    press(window, K.Key_P, SHIFT)
    player = window.shell.learning.player
    qtbot.waitUntil(lambda: player.is_line_shown, timeout=120_000)
    card = window.contents.why.engine
    assert card.isVisible()
    assert player.line.line == BAD.line
    press(window, K.Key_Period)
    qtbot.waitUntil(lambda: card.text.text().startswith("Blue plays 3c3"), timeout=60_000)
    assert dock.list.count() == 2, "the list of mistakes stays while the line is shown"
    press(window, K.Key_Escape)
    document = window.session.document
    assert (document.exercise, document.node, document.view) == (None, 1, view)
    assert document.record is record
    assert not window.shell.advice.advises
    # From the dock by a click, and by a click on the next mistake out of the midst of it.
    qtbot.waitUntil(dock.why.isVisible)
    QTest.mouseClick(dock.why, LEFT)
    qtbot.waitUntil(lambda: player.is_line_shown, timeout=120_000)
    row = dock.list.visualItemRect(dock.list.item(1)).center()
    QTest.mouseClick(dock.list.viewport(), LEFT, pos=row)
    qtbot.waitUntil(lambda: window.session.document.node == 4)
    assert window.session.document.exercise is None
    assert window.session.document.record is record


@pytest.mark.check
def test_mistakes_are_retried_by_the_keyboard_alone_and_the_record_stays(window, qtbot):
    begin(window, qtbot)
    window.session.go(2)
    window.docks.open("review")
    document = window.session.document
    record, view = document.record, document.view
    retry(window)
    assert window.docks.is_open("learn")
    shown = page(window)
    assert shown.isVisible()
    assert (shown.progress.text(), shown.whose.currentText()) == ("1 of 2", "Both sides' mistakes")
    assert "Move 1, 1a1 ??: Red's chances fell from 50 % to 10 %." in shown.asked.toPlainText()
    assert str(window.session.position) == START
    # A wrong one: it is said what it costs, and the answer is played, stepped and left.
    type_move(window, qtbot, "1a1")
    settled(window, qtbot)
    assert shown.answer.text() == "1a1 is what was played: Red's chances fell from 50 % to 10 %."
    qtbot.waitUntil(lambda: len(window.session.document.record) >= 4)
    assert window.shell.learning.player.plays_line
    press(window, K.Key_P)
    assert not window.shell.learning.player.plays_line
    while window.session.document.node != run_of(window).line.node:
        press(window, K.Key_Comma)
    assert shown.step.text() == ""
    press(window, K.Key_Period)
    qtbot.waitUntil(lambda: shown.step.text().startswith("Blue plays 3c3"), timeout=60_000)
    press(window, K.Key_Escape)
    assert (str(window.session.position), run_of(window).line) == (START, None)
    # Hints, then the best move: it is praised, and Enter goes on.
    press(window, K.Key_I, CTRL)
    settled(window, qtbot)
    assert "look at" in shown.answer.text().lower()
    type_move(window, qtbot, "3c3")
    settled(window, qtbot)
    assert shown.answer.text() == (
        "3c3 is the best move known: Red's chances are 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert run_of(window).result == "later"
    window.scene_view.take_focus()
    press(window, K.Key_Return)
    assert shown.progress.text() == "2 of 2"
    assert window.session.document.node == 3
    # The move is shown, and at the end how it went.
    QTest.mouseClick(shown.show_better, LEFT)
    assert run_of(window).result == "shown"
    qtbot.waitUntil(lambda: shown.step.text().startswith("Blue plays 3c3"), timeout=60_000)
    QTest.keyClick(shown.play, K.Key_Escape)
    assert (window.session.document.node, run_of(window).line) == (3, None)
    press(window, K.Key_Right, CTRL)
    assert run_of(window).is_over
    assert "1 of 2 mistakes" in shown.asked.toPlainText()
    rows = shown.rows.findChildren(RowButton)
    assert [row.whole for row in rows] == [
        "1. 1a1 ??   Red: found",
        "4. 2d4 ??   Blue: shown to you",
    ]
    QTest.mouseClick(rows[0], LEFT)
    assert (run_of(window).at, window.session.document.node) == (0, ROOT)
    press(window, K.Key_Left, CTRL)
    assert "this is the first mistake" in window.notices.strip.text.lower()
    retry(window)
    document = window.session.document
    assert (document.exercise, document.node, document.view) == (None, 2, view)
    assert document.record is record
    assert not document.undone
    assert not window.docks.is_open("learn")
    assert window.docks.panel("review").isVisible()
    assert window.scene_view.tools.current is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", GAMES)
def test_the_engine_judges_other_moves_in_every_game_that_has_one(window, qtbot, start):
    moves = list(read_position(start).legal_moves)
    best, played, tried = moves[0], moves[1], moves[-1]
    even = Evaluation((0.5, 0.5), line=(best,), budget=40)
    found = {0: even, 1: Evaluation((0.1, 0.9), line=(), budget=40)}
    begin(window, qtbot, start, (played,), found)
    record = window.session.document.record
    retry(window)
    window.session.play(tried)
    assert run_of(window).busy == "move"
    settled(window, qtbot)
    run = run_of(window)
    assert run.tone in ("right", "wrong")
    assert describe.named(read_position(start), tried) in page(window).answer.text()
    assert run.stands_found or run.line is not None
    press(window, K.Key_R, CTRL)
    assert window.session.document.node == run.home
    retry(window)
    assert window.session.document.record is record


@pytest.mark.check
def test_whoever_played_the_computer_retries_his_own_and_sees_them_from_his_side(window, qtbot):
    start = GAMES[2]
    white = next(iter(read_position(start).legal_moves))
    after = read_position(start).play(white)
    best, black = list(after.legal_moves)[:2]
    found = {
        0: EVEN, 1: Evaluation((0.5, 0.5), line=(best,), budget=40),
        2: Evaluation((0.9, 0.1), line=("x",), budget=40),
    }  # fmt: skip
    begin(window, qtbot, start, (white, black), found)
    view = window.session.document.view
    retry(window)
    camera, wanted = window.session.document.view.camera, facing_camera(after, "black")
    assert (camera.azimuth, camera.elevation) == (wanted.azimuth, wanted.elevation)
    assert not page(window).whose.isVisible()
    retry(window)
    assert window.session.document.view == view
    window.shell.playing.opponents.sit("black")
    retry(window)
    assert window.session.exercise is None
    assert "found no mistake of white" in window.notices.strip.text.lower()
    begin(window, qtbot)
    window.shell.playing.opponents.sit("blue")
    retry(window)
    assert [one.side for one in run_of(window).mistakes] == ["red"]
    shown = page(window)
    shown.whose.setFocus()
    QTest.keyClick(shown.whose, K.Key_Down)
    assert [one.side for one in run_of(window).mistakes] == ["blue"]
    assert window.session.document.node == 3


@pytest.mark.check
def test_where_there_is_nothing_to_refute_or_retry_a_sentence_says_why(window, qtbot):
    begin(window, qtbot, found={})
    retry(window)
    assert "review the game first" in window.notices.strip.text.lower()
    begin(window, qtbot, found={0: EVEN, 1: EVEN, 2: EVEN, 3: EVEN, 4: EVEN})
    retry(window)
    assert "no mistakes were found" in window.notices.strip.text.lower()
    names = (("22-pyramid-ball-a-pass", "secrets"), ("31-rolling-pyramids-three-rounds", "secrets"))
    for name, why in names:
        window.session.open(resources.example(name))
        window.perform("play.retry")
        assert why in window.notices.strip.text
        assert window.session.exercise is None
    # What was no mistake is not refuted.
    begin(window, qtbot)
    window.session.go(2)
    press(window, K.Key_P, SHIFT)
    assert "go to a mistake first" in window.notices.strip.text.lower()
    assert not window.shell.advice.advises
    begin(window, qtbot, found={})
    press(window, K.Key_P, SHIFT)
    assert "review the game first" in window.notices.strip.text.lower()
    # What a file calls better and is no move is not asked.
    odd = Evaluation((0.5, 0.5), line=("nothing",), budget=40)
    begin(window, qtbot, found={0: odd, 1: BAD, 2: BAD, 3: BAD, 4: EVEN})
    retry(window)
    assert [one.ply for one in run_of(window).mistakes] == [4]
    retry(window)
    window.session.evaluate({3: Evaluation((0.1, 0.9), line=("1a1",), budget=40)})
    retry(window)
    assert "no better move is known" in window.notices.strip.text.lower()
    assert window.session.exercise is None


def test_an_engine_that_finds_nothing_costs_one_sentence_and_the_try(window, qtbot, monkeypatch):
    begin(window, qtbot)
    retry(window)
    with monkeypatch.context() as broken:
        broken.setattr(judge, "instead", lambda *_: None)
        type_move(window, qtbot, "1c1")
        settled(window, qtbot)
    assert "could not judge this" in window.notices.strip.text
    assert (str(window.session.position), run_of(window).result) == (START, "")
    type_move(window, qtbot, "3c3")
    settled(window, qtbot)
    assert run_of(window).result == "first"


@pytest.mark.check
def test_another_document_in_front_keeps_what_is_retried(window, qtbot):
    begin(window, qtbot)
    retry(window)
    type_move(window, qtbot, "1a1")
    settled(window, qtbot)
    key = window.session.document.key
    window.session.new("pyraos")
    assert window.scene_view.tools.current is None
    qtbot.waitUntil(lambda: not window.shell.learning.player.playback.is_running, timeout=20_000)
    keys = [one.key for one in window.session.state.documents]
    window.session.activate(keys.index(key))
    assert run_of(window).stands_wrong
    assert page(window).play.text() == "Play"
    press(window, K.Key_R, CTRL)
    assert str(window.session.position) == START
