"""The course of Rolling Pyramids, gone through by the mouse from the first step to the last."""

import os
import shutil
from pathlib import Path

import pytest
import rolling_hands as hands
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from viewer.session.files import resources

SHOTS = os.environ.get("COURSE_SHOTS", "")
"""A folder for pictures of every step, "" for none."""


def point(window, name):
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
        point(window, {"factory": "3", "worth=4": "1", "reach": "9"}[task.condition])
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
def test_what_is_counted_waits_for_the_answer(open_window):
    """A board counts what its units reach, and a step asks for that."""
    window = open_window()
    window.session.open(next(one for one in resources.lessons() if "rolling" in one.name))
    player, boards = window.shell.learning.player, window.docks.panel("boards")
    player.begin_lesson(2)
    assert "Reach" not in boards.own.text
    names = window.session.position.game.board.names
    player.click(names.index("9"))
    assert player.exercise.tone == "right"
    assert "Reach" in boards.own.text


@pytest.mark.soak
def test_every_step_is_done_by_the_mouse(open_window, qtbot, tmp_path):
    window = open_window(1440, 920, level_maps_open=False, why_open=False)
    window.activateWindow()
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
