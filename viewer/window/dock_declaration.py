"""What stands in a dock, and where: as data."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from viewer.session.change import Change
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.window.dock_room import Width


@runtime_checkable
class Needing(Protocol):
    """A panel that can be scrolled, and says what it needs so that it has not to be."""

    @property
    def need(self) -> QSize: ...


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True)
class Panel:
    """What stands in a dock.

    Attributes
    ----------
    changed
        Called after every change while the dock is open, and with all that is open when it opens.
    prefer
        Called when other preferences were chosen.
    close_down
        Called when the window closes: what runs in the background stops.
    """

    widget: QWidget
    changed: Callable[[Change], None]
    prefer: Callable[[Preferences], None] = _nothing
    close_down: Callable[[], None] = _nothing


@dataclass(frozen=True)
class DockDeclaration:
    """A dock, declared once.

    Attributes
    ----------
    name, title
        A name is also the object's name in a stored layout and the command ``explain.<name>``.
    width
        Logical pixels its panel likes, at text size 1.
    most
        How many it can make use of where there is room; 0: no more than it likes.
    make
        Makes the panel, the first time the dock is opened.
    starts_open
        Whether it is open where no layout is stored.
    fits
        Whether it has something to show of a document; else it is away, and open all the same.
    belongs
        The same, asked only when another document becomes the active one.
    waits
        Whether it has nothing to say of a document for now: until it has, it is away unless a
        person opens it meanwhile; then it stays until it is closed.
    comes
        Whether it comes before the docks it lies among now that a move has led to where the
        document stands.
    needed
        Whether what runs in a document cannot be followed without it: it opens by itself and
        stands beside the others, in a presentation as well.
    """

    name: str
    title: str
    area: Qt.DockWidgetArea
    width: int
    make: Callable[[], Panel]
    starts_open: Callable[[Preferences], bool] = lambda preferences: False
    fits: Callable[[Document], bool] | None = None
    belongs: Callable[[Document], bool] | None = None
    waits: Callable[[Document], bool] | None = None
    comes: Callable[[Document], bool] | None = None
    needed: Callable[[Document], bool] | None = None
    most: int = 0

    def width_at(self, scale: float, widget: QWidget | None) -> Width:
        """Return what it likes at a size of text, and what its panel needs once it is made."""
        liked = round(self.width * scale)
        if widget is None:
            return Width(round(0.85 * liked), liked)
        need = widget.need if isinstance(widget, Needing) else widget.minimumSizeHint()
        least = max(need.width(), round(0.85 * liked))
        return Width(least, max(liked, least, round(self.most * scale)))
