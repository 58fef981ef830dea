"""What happens is said to screen readers: once, politely, and again when somebody asks."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

_said: list[str] = [""]
"""The last sentence, and no list."""
_number: list[int] = [0]
"""How many were said."""


def announce(widget: QWidget, sentence: str) -> None:
    """Have screen readers say a sentence when they are done with what they say now."""
    if not sentence:
        return
    # A whole position has a key of its own.
    _said[0] = _said[0] if "\n" in sentence else sentence
    _number[0] += 1
    event = QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)


def rule_words(rule: str) -> str:
    """Return which rule forbids something: "Rule: taking back."."""
    return f"Rule: {rule.partition('#')[2].replace('-', ' ')}."


def times_said() -> int:
    """Return how many sentences were announced so far."""
    return _number[0]


def last_said() -> str:
    """Return what was announced last."""
    return _said[0]
