"""What is said to the person: one sentence at a time, in the strip over the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from viewer.session.files import resources
from viewer.session.session import SessionError
from viewer.widgets import prose
from viewer.widgets.messages import MessageStrip


class Notices(QObject):
    """Says sentences in a strip, and why something may not be.

    Attributes
    ----------
    strip
        Where they stand.

    Signals
    -------
    rule_wanted(str)
        The rules page of a game is to be shown at a rule ("pyramid.md#end").
    """

    rule_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.strip = MessageStrip()

    def say(self, sentence: str) -> None:
        """Show one sentence; "" takes the last note away."""
        if sentence:
            self.strip.note(prose.sentence(sentence))
        else:
            self.strip.clear_note()

    def offer(self, sentence: str, action: str, do: Callable[[], object]) -> None:
        """Show one sentence with a button that does something; it stays until it is answered."""

        def accept() -> None:
            self.try_to(do)

        self.strip.note(prose.sentence(sentence), action, accept)

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Say why a move may not be made, with a way to the rule behind it."""
        self.say(sentence)
        if resources.has_rule(rule):
            self.strip.offer("Why not?", lambda: self.rule_wanted.emit(rule))

    def complain(self, sentence: str, details: str = "") -> None:
        """Show one sentence on what could not be done; it stays until it is closed.

        Parameters
        ----------
        details
            What a click on "Details" shows besides.
        """
        self.strip.error(prose.sentence(sentence), details)

    def try_to(self, do: Callable[[], object]) -> bool:
        """Do something; what the session refuses is said in the strip. Returns whether it ran."""
        self.strip.clear()
        try:
            do()
        except SessionError as error:
            self.complain(str(error), error.details)
            return False
        return True
