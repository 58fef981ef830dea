"""Rows of the lesson editor: a name, what it is now, and small buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from viewer.widgets import controls
from viewer.widgets.prose import plain_tip


def named(name: str, what: QWidget, *buttons: QWidget) -> QHBoxLayout:
    """Return a row: a name, what it is now, and what can be done about it."""
    line = QHBoxLayout()
    line.setSpacing(4)
    named = controls.label(name, "muted")
    named.setMinimumWidth(58)
    line.addWidget(named)
    line.addWidget(what, 1)
    for button in buttons:
        line.addWidget(button)
    return line


def small(text: str, tip: str) -> QPushButton:
    """Return a small button with a tip, which is part of its name for a screen reader."""
    button = QPushButton(text)
    button.setProperty("role", "small")
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(f"{text}: {tip}")
    return button
