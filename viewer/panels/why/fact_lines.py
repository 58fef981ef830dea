"""The lines a game has to tell of a position: sections of sentences, with what lights up."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QLabel, QWidget

from viewer.games.facts import Fact
from viewer.games.registry import piece_colour
from viewer.panels.why.show_line import ShowLine
from viewer.widgets.appearance.theme import GAP, active_theme, edge
from viewer.widgets.controls import column_in, empty, label


class FactLine(QLabel):
    """One sentence with a bar of its side's colour; pointing at it lights its sites.

    Signals
    -------
    pointed(tuple of int)
        The sites to light; () when the mouse leaves.
    """

    pointed = Signal(object)

    def __init__(self, fact: Fact) -> None:
        super().__init__()
        self.fact = fact
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(fact.text)
        self.setAccessibleName(fact.text)
        colour = piece_colour(fact.player) if fact.player else None
        weight = "font-weight: 600; " if fact.strong else ""
        if colour is None:
            self.setStyleSheet(f"{weight}padding: 2px 0 2px 11px;")
        else:
            self.setStyleSheet(
                f"{weight}border-left: 4px solid {edge(colour)}; padding: 2px 0 2px 8px;"
            )

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.fact.sites)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(())


class FactLines(QWidget):
    """All lines of a position.

    Signals
    -------
    pointed(tuple of int)
        The sites of the line under the mouse.
    rule(str)
        The link to a rule ("pyramid.md#end") was clicked.
    wanted(str)
        A line was clicked: what it says is to be shown (`Fact.show`), or no more.
    """

    pointed = Signal(object)
    rule = Signal(str)
    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = column_in(self, GAP // 2)
        self._shown: tuple[Fact, ...] | None = None
        self._chosen = ""
        self._theme = active_theme()

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences, in order."""
        return tuple(fact.text for fact in self._shown or ())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._shown is not None and active_theme() is not self._theme:
            self.say(self._shown)

    def say(self, facts: tuple[Fact, ...]) -> None:
        """Show these lines and no others."""
        if facts == self._shown and active_theme() is self._theme:
            return
        self._shown, self._theme = facts, active_theme()
        empty(self._column)
        heading = ""
        for fact in facts:
            if fact.heading != heading:
                if self._column.count():
                    self._column.addSpacing(GAP)
                heading = fact.heading
                self._column.addWidget(self._section(heading, fact.rule))
            self._column.addWidget(self._show_line(fact) if fact.show else self._line(fact))

    def _line(self, fact: Fact) -> FactLine:
        line = FactLine(fact)
        line.pointed.connect(self.pointed)
        return line

    def _show_line(self, fact: Fact) -> ShowLine:
        line = ShowLine(fact.player, "Show it in the scene")
        line.say(fact.text, strong=fact.strong)
        line.setChecked(fact.show == self._chosen)
        line.setProperty("show", fact.show)
        line.clicked.connect(lambda: self.wanted.emit(fact.show))
        return line

    def choose(self, show: str) -> None:
        """Mark the line that says what is shown."""
        self._chosen = show = show.replace("pour=", "corner=", 1)  # of the same corner
        for line in self.findChildren(ShowLine):
            line.setChecked(line.property("show") == show)

    def _section(self, heading: str, rule: str) -> QLabel:
        """A heading, with a link to the rule behind what stands under it."""
        made = label(heading, "section")
        if rule:
            made.setTextFormat(Qt.TextFormat.RichText)
            link = f'<a href="{escape(rule)}" style="text-decoration:none">rule</a>'
            made.setText(f"{escape(heading)} &nbsp; {link}")
            made.linkActivated.connect(self.rule)
        return made
