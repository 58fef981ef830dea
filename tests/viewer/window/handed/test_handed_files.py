"""A file that the desktop hands to the running program, as macOS does."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from viewer.window.handed.handed_files import HandedFiles


def test_a_file_that_is_handed_over_is_opened(qapp: QApplication) -> None:
    opened: list[str] = []
    filter_ = HandedFiles(qapp, opened.append)
    assert QApplication.sendEvent(qapp, QFileOpenEvent("/games/one two.pyramidion"))
    QApplication.sendEvent(qapp, QEvent(QEvent.Type.ApplicationActivate))
    assert opened == ["/games/one two.pyramidion"]
    qapp.removeEventFilter(filter_)
    filter_.deleteLater()
