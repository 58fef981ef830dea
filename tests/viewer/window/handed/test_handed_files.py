"""A file that the desktop hands to the running program, as macOS does."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidgetItem

from viewer.window.handed.listening_window import HandedFiles


def test_a_file_that_is_handed_over_is_opened(qapp: QApplication) -> None:
    opened: list[str] = []
    filter_ = HandedFiles(qapp, opened.append)
    assert QApplication.sendEvent(qapp, QFileOpenEvent("/games/one two.pyramidion"))
    QApplication.sendEvent(qapp, QEvent(QEvent.Type.ApplicationActivate))
    assert opened == ["/games/one two.pyramidion"]
    qapp.removeEventFilter(filter_)
    filter_.deleteLater()


@pytest.mark.check
def test_a_name_that_no_file_can_have_keeps_the_others_from_nothing(open_window) -> None:
    window = open_window()
    bad = ["/tmp/a\0b", "/tmp/\ud800", f"/tmp/{'x' * 5000}", f"/tmp/{'y' * 300}"]
    for name in bad:
        window.take_handed([name], "")
        assert window.notices.strip.text.startswith("/tmp/")
    window.take_handed([*bad, "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white"], "")
    assert window.session.position.game.kind.name == "pyraos"


def test_an_item_of_a_layout_that_shiboken_takes_for_a_widget_passes(qapp):
    """Where a widget lies at the address of a deleted item, PySide hands the item to filters."""
    filter_ = HandedFiles(qapp, lambda name: None)
    label = QLabel()
    assert filter_.eventFilter(QWidgetItem(label), QEvent(QEvent.Type.Show)) is False
    qapp.removeEventFilter(filter_)
    filter_.deleteLater()
