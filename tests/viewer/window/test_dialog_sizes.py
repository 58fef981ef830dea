"""Dialogs open as large as what they hold; only where the screen is too small it scrolls."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QToolButton, QVBoxLayout

from model.positions.setup import read_position
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.dialog_body import DialogBody, FittingDialog
from viewer.window import application
from viewer.window.dialogs.requests import Transform
from viewer.window.dialogs.settings import Settings


@pytest.fixture(autouse=True)
def dressed(qapp):
    application.apply_theme(qapp, Preferences())


def opened(dialog, qtbot):
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def test_the_pictures_of_turns_are_seen_whole(qtbot):
    dialog = opened(Transform(read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")), qtbot)
    body = dialog.findChild(QScrollArea)
    room = dialog.screen().availableSize()
    assert not body.verticalScrollBar().maximum() or dialog.height() > room.height() - 100
    for button in dialog.findChildren(QToolButton):
        assert button.height() >= button.sizeHint().height()


def test_settings_are_seen_without_scrolling(qtbot):
    dialog = opened(Settings(ChosenPreferences(Session(), Preferences())), qtbot)
    assert not dialog.page.verticalScrollBar().maximum()


def test_a_dialog_takes_what_its_contents_need_and_no_more_than_the_screen(qtbot):
    dialog = FittingDialog(liked=QSize(300, 200))
    column = QVBoxLayout(dialog)
    body = DialogBody()
    column.addWidget(body)
    line = QLabel("one line")
    body.column.addWidget(line)
    opened(dialog, qtbot)
    assert dialog.size() == QSize(300, 200)
    line.setText("a line that is much longer than the three hundred pixels it was given at first")
    qtbot.waitUntil(lambda: body.viewport().width() >= line.minimumSizeHint().width())
    dialog.grow()
    qtbot.wait(0)
    assert not dialog.testAttribute(Qt.WidgetAttribute.WA_Moved), "its place is not ours to choose"
    large = FittingDialog(liked=QSize(9999, 9999))
    opened(large, qtbot)
    assert large.height() < large.screen().availableSize().height()
