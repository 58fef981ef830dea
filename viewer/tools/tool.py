"""What a click means while a tool is chosen, in the scene and on the level maps.

Without a tool a click plays; with one it marks a point or sets a ball up. One tool is chosen at a
time, and Escape puts it down. Dragging orbits whatever the tool.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from viewer.scene.input.scene_input import SceneInput
from viewer.tools.laid_over import TransientOverlays


class Tool:
    """What clicks and keys are for while it is chosen.

    Attributes
    ----------
    name
        "mark", "set-up": what commands ask for.
    shows_all_points
        Every empty point answers, not only where a move can be made.
    only_names
        A click says which point is meant: what a move there would do, and what it would touch,
        is nobody's question.
    """

    name: str
    _tools: Tools

    shows_all_points = False
    only_names = False

    @property
    def preview(self) -> int | None:
        """Whose ball is previewed under the mouse (index among the players), None: nobody's."""
        return None

    @property
    def takes_away(self) -> bool:
        """Whether clicks only take away, so that no empty point answers in the scene."""
        return False

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take a click on an empty point, a ball, or (None) on nothing; True when it was used."""
        raise NotImplementedError

    def enter(self) -> bool:
        """Take Enter while nothing is under the lattice cursor for it; True when it was used."""
        return False

    def escape(self) -> bool:
        """Break off what is half done; False when nothing is, and the tool is put down."""
        return False

    def ended(self) -> None:
        """Hear that the tool was put down."""

    @property
    def is_on(self) -> bool:
        """Whether clicks are for this tool."""
        return self._tools.current is self

    def begin(self) -> None:
        """Let clicks be for this tool."""
        self._tools.choose(self)

    def leave(self) -> None:
        """Let clicks play again."""
        if self.is_on:
            self._tools.leave()

    def switch(self) -> None:
        """Let clicks be for this tool, or play again."""
        if self.is_on:
            self.leave()
        else:
            self.begin()


class Tools(QObject):
    """Which tool is chosen.

    Signals
    -------
    changed
        Another tool is chosen, or none.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: Tool | None = None  # while clicks play

    def is_on(self, name: str) -> bool:
        """Tell whether the tool of that name is chosen."""
        return self.current is not None and self.current.name == name

    def choose(self, tool: Tool) -> None:
        """Choose a tool; the one that was chosen is put down."""
        if tool is self.current:
            return
        old, self.current = self.current, tool
        if old is not None:
            old.ended()
        self.changed.emit()

    def leave(self) -> None:
        """Put the tool down: clicks play again."""
        old, self.current = self.current, None
        if old is not None:
            old.ended()
            self.changed.emit()

    def escape(self) -> bool:
        """Do what Escape does: break off what is half done, else leave; False without a tool."""
        if self.current is None:
            return False
        if not self.current.escape():
            self.leave()
        return True


class ToolScene(Protocol):
    """What tools ask of the scene they work in.

    Attributes
    ----------
    tools
        Which tool takes the clicks.
    input
        What mouse, maps and keys point at.
    laid
        What is laid over the position.
    """

    @property
    def tools(self) -> Tools: ...
    @property
    def input(self) -> SceneInput: ...
    @property
    def laid(self) -> TransientOverlays: ...
    def show_document(self) -> None:
        """Draw the active document again."""

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what the session refuses is said in one sentence."""
