"""Files whose every text names a picture: whatever the window shows of them, nobody opens it."""

import json
import sys

import pytest
from canary import Canary
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QWidget
from texts_everywhere import START, game, lesson, puzzle

from model.exercises.exercise import Choose, GoTo
from viewer.program.welcome_controller import describe

ASKS = {"kind": "accepted", "moves": 1, "accepted": ["1a1"]}
DOCKS = ("moves", "learn", "look", "setup", "why", "maps", "collection")

pytestmark = [
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="who opens a file is told by inotify"
    ),
    pytest.mark.check,
]


@pytest.fixture
def canary(tmp_path, qapp):
    made = Canary(tmp_path / "canary.png")
    yield made
    made.close()


def collection(text):
    items = [game(text), puzzle(text, **ASKS), lesson(text)]
    return {"kind": "collection", "title": text, "about": text, "items": items}


def texts(canary):
    """All forms in one text, and one that begins with a tag."""
    forms = canary.forms()
    tags = [form for form in forms if form.startswith("<img")]
    return ["\n\n".join(forms), tags[0]]


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window(1300, 900)
    made.session.new(START)
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=30000)
    return made


_drawn: set[str] = set()
"""Tips that were drawn: there are some hundreds, and most are the same at every look."""


def look(window) -> None:
    """Draw the whole window, every dock and every tip that is new."""
    for name in DOCKS:
        window.docks.open(name)
        QApplication.processEvents()
        window.docks.panel(name).grab()
    window.grab()
    tips = {widget.toolTip() for widget in window.findChildren(QWidget)}
    for rows in window.findChildren(QListWidget):
        tips |= {rows.item(row).toolTip() for row in range(rows.count())}
    for tip in sorted(tips - _drawn):
        QLabel(tip).grab()
    _drawn.update(tips)


def load(window, path, content) -> None:
    path.write_text(json.dumps({"format": "pyramidion/1", **content}), encoding="utf-8")
    window.session.open(path)
    QApplication.processEvents()


def test_a_game_opens_nothing(window, canary, tmp_path) -> None:
    for number, text in enumerate(texts(canary)):
        load(window, tmp_path / f"{number}.pyramidion", game(text))
        look(window)
        window.session.first()
        look(window)
        window.perform("present.start")
        QApplication.processEvents()
        window.grab()
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
        QApplication.processEvents()
        assert not canary.was_opened, text


def test_a_lesson_opens_nothing(window, canary, tmp_path) -> None:
    for number, text in enumerate(texts(canary)):
        load(window, tmp_path / f"{number}.pyramidion", lesson(text))
        look(window)
        if window.shell.learning.player.exercise is None:
            window.perform("teach.begin")
        player = window.shell.learning.player
        look(window)
        player.send(GoTo(2))
        player.send("hint")
        look(window)
        player.send(Choose(0))
        look(window)
        player.send(Choose(1))
        look(window)
        player.send(GoTo(0))
        for move in ("2d2", "1a3", "2b2"):
            if move in window.session.position.game.board:
                try_to_play(window, move)
            look(window)
        window.perform("teach.end")
        window.perform("teach.edit-lesson")
        editor = window.docks.panel("learn").currentWidget()
        editor.form.text.preview(True)
        look(window)
        assert not canary.was_opened, text


def try_to_play(window, move) -> None:
    window.notices.try_to(lambda: window.session.play(move))
    QApplication.processEvents()


@pytest.mark.soak
def test_a_puzzle_opens_nothing(window, canary, tmp_path) -> None:
    for number, text in enumerate(texts(canary)):
        load(window, tmp_path / f"{number}.pyramidion", puzzle(text, **ASKS))
        look(window)
        if window.shell.learning.player.exercise is None:
            window.perform("teach.begin")
        for _ in range(3):
            window.perform("teach.hint")
            look(window)
        try_to_play(window, "2b2")
        look(window)
        window.perform("teach.end")
        window.perform("teach.edit-puzzle")
        look(window)
        assert not canary.was_opened, text


@pytest.mark.soak
def test_a_collection_opens_nothing(window, canary, tmp_path) -> None:
    for number, text in enumerate(texts(canary)):
        path = tmp_path / f"{number}.pyramidion"
        content = {"format": "pyramidion/1", **collection(text)}
        path.write_text(json.dumps(content), encoding="utf-8")
        for item in range(3):
            window.session.open(path, item)
            QApplication.processEvents()
            look(window)
        assert not canary.was_opened, text


def test_a_file_may_be_called_like_a_tag(window, canary, tmp_path) -> None:
    folder = tmp_path / "<img src="
    inside = folder / str(canary.path)[1:].rpartition("/")[0]
    inside.mkdir(parents=True)
    load(window, inside / "canary.png>.pyramidion", game("a game"))
    look(window)
    window.welcome.page.set_recent([describe(inside / "canary.png>.pyramidion")])
    window.welcome.page.grab()
    look(window)
    assert not canary.was_opened
