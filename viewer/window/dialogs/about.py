"""The about box: version, designers, where the log is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QVBoxLayout, QWidget

from model.registry import kinds
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label
from viewer.widgets.dialog_body import DialogBody, FittingDialog


class AboutBox(FittingDialog):
    """What this program is, whose games it has, and where it writes its log."""

    def __init__(self, parent: QWidget | None, log: object) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Pyramidion")
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
        column.setSpacing(GAP)
        title = label(f"Pyramidion {installed_version()}", "title")
        column.addWidget(title)
        body = DialogBody(400)
        credits = [kind.credit for kind in kinds().values() if kind.credit]
        for text, role in (
            ("Six pyramid games to learn, play and puzzle over.", ""),
            *((credit, "") for credit in credits),
            (f"The log file is {log}", "small"),
        ):
            line = label(text, role)
            line.setWordWrap(True)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            body.column.addWidget(line)
        column.addWidget(body, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def installed_version() -> str:
    """Return the version of the installed package, "" where none is installed."""
    try:
        return version("pyramidion")
    except PackageNotFoundError:
        return ""
