"""Modes: while one is on, clicks in the scene and on the level maps mean something else.

A plain click plays; in a mode it marks a point or sets a ball up. One mode is on at a time, and
Escape leaves it. Dragging orbits in every mode.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal


class Mode(Protocol):
    """What a mode answers.

    Attributes
    ----------
    name
        "mark", "set-up": what commands ask for.
    preview
        Whose ball is previewed under the mouse (index among the players), None: nobody's.
    """

    name: str

    @property
    def preview(self) -> int | None: ...

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take a click on an empty point, a ball, or (None) on nothing; True when it was used."""
        ...

    def enter(self) -> bool:
        """Take Enter while nothing is under the lattice cursor for it; True when it was used."""
        ...

    def escape(self) -> bool:
        """Break off what is half done; False when nothing is, and the mode is left."""
        ...

    def ended(self) -> None:
        """Hear that the mode is over."""
        ...


class Modes(QObject):
    """Which mode is on.

    Signals
    -------
    changed
        Another mode is on, or none.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._current: Mode | None = None

    @property
    def current(self) -> Mode | None:
        """The mode that is on, None while clicks play."""
        return self._current

    def is_on(self, name: str) -> bool:
        """Tell whether the mode of that name is on."""
        return self._current is not None and self._current.name == name

    def enter(self, mode: Mode) -> None:
        """Begin a mode; the one that was on is over."""
        if mode is self._current:
            return
        old, self._current = self._current, mode
        if old is not None:
            old.ended()
        self.changed.emit()

    def leave(self) -> None:
        """End the mode that is on."""
        old, self._current = self._current, None
        if old is not None:
            old.ended()
            self.changed.emit()

    def escape(self) -> bool:
        """Do what Escape does: break off what is half done, else leave; False without a mode."""
        if self._current is None:
            return False
        if not self._current.escape():
            self.leave()
        return True
