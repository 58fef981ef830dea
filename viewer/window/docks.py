"""The docks around the scene: their frames, what opens and closes them, and who has how much room.

What stands in a dock is made when it is first opened, told of changes while it is open, and comes
from `viewer.window.dock_contents`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from viewer.session.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Session, State
from viewer.session.subscribers import tell_all
from viewer.widgets.controls import label
from viewer.widgets.icons import icon
from viewer.widgets.prose import plain_tip
from viewer.widgets.theme import GAP
from viewer.window.chosen_preferences import ChosenPreferences

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BELOW = ("learn", "moves", "look", "setup")
"""Docks that stand below the collection."""
FIRST = ("learn", "why", "maps", "look", "moves")
"""Who gets the keyboard after the scene: the first of these that is open."""


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True)
class Panel:
    """What stands in a dock.

    Attributes
    ----------
    changed
        Called with the state before and now, after every change while the dock is open.
    prefer
        Called when other preferences were chosen.
    close_down
        Called when the window closes: what runs in the background stops.
    """

    widget: QWidget
    changed: Callable[[State, State], None]
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
    make
        Makes the panel, the first time the dock is opened.
    starts_open
        Whether it is open where no layout is stored.
    fits
        Whether it has something to show of a document; else it is away, and open all the same.
    belongs
        The same, asked only when another document becomes the active one.
    """

    name: str
    title: str
    area: Qt.DockWidgetArea
    width: int
    make: Callable[[], Panel]
    starts_open: Callable[[Preferences], bool] = lambda preferences: False
    fits: Callable[[Document], bool] | None = None
    belongs: Callable[[Document], bool] | None = None


class Docks(QObject):
    """Opens and closes docks, and shares the room among them.

    Signals
    -------
    switched
        A dock was opened or closed.
    closed
        A dock was closed: the keyboard goes back to the scene.
    """

    switched = Signal()
    closed = Signal()

    def __init__(
        self,
        frame: QMainWindow,
        session: Session,
        chosen: ChosenPreferences,
        declarations: Sequence[DockDeclaration],
    ) -> None:
        super().__init__(frame)
        self._frame, self._session, self._chosen = frame, session, chosen
        self._declared = {declared.name: declared for declared in declarations}
        self._panels: dict[str, Panel] = {}
        self._docks: dict[str, QDockWidget] = {}
        self._shown = self._away = self._filled = False
        self._roomy: set[str] = set()
        self._shared = bool(chosen.now.docks)
        self._open = {one.name: one.starts_open(chosen.now) for one in declarations}
        for one in declarations:
            self._docks[one.name] = self._make_dock(one)
        self._arrange()

    def _arrange(self) -> None:
        frame, docks = self._frame, self._docks
        frame.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        frame.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        # A collection stands above the others: what an item asks is read below its list.
        frame.splitDockWidget(docks["collection"], docks["look"], Qt.Orientation.Vertical)
        frame.tabifyDockWidget(docks["look"], docks["moves"])
        frame.tabifyDockWidget(docks["moves"], docks["learn"])
        frame.tabifyDockWidget(docks["learn"], docks["setup"])
        frame.splitDockWidget(docks["why"], docks["maps"], Qt.Orientation.Vertical)
        for name in docks:
            if name not in (*BELOW, "collection", "why", "maps"):  # only one game has it
                frame.tabifyDockWidget(docks["why"], docks[name])
        frame.setTabPosition(LEFT, frame.tabPosition(LEFT).North)
        frame.setTabPosition(RIGHT, frame.tabPosition(RIGHT).North)

    def _make_dock(self, declared: DockDeclaration) -> QDockWidget:
        dock = QDockWidget(declared.title, self._frame)
        dock.setObjectName(declared.name)
        dock.setTitleBarWidget(_Title(declared.title, lambda: self.close(declared.name)))
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self._frame.addDockWidget(declared.area, dock)
        dock.hide()
        return dock

    # -- open and closed ---------------------------------------------------------------------

    def is_open(self, name: str) -> bool:
        """Tell whether a dock is open."""
        return self._open.get(name, False)

    def fits(self, name: str) -> bool:
        """Tell whether a dock has something to show of the active document, or of any."""
        fits, document = self._declared[name].fits, self._session.document
        return fits is None or document is None or fits(document)

    def toggle(self, name: str) -> None:
        """Open or close a dock; one that lies behind another tab comes to the front."""
        dock = self._docks[name]
        behind = self._frame.isVisible() and dock.visibleRegion().isEmpty()
        if self.is_open(name) and not behind:
            self.close(name)
        else:
            self.open(name)

    def open(self, name: str) -> None:
        """Open a dock and bring it to the front."""
        self._open[name] = True
        if self._shown:
            self._reveal(name)
            self._docks[name].raise_()
        self.switched.emit()

    def close(self, name: str) -> None:
        """Close a dock."""
        self._open[name] = False
        self._docks[name].hide()
        self.closed.emit()
        self.switched.emit()

    def set_shown(self, shown: bool) -> None:
        """Show the docks that are open; or none of them, on the welcome page."""
        if self._away or (shown == self._shown and shown):
            return
        self._shown = shown
        for name, dock in self._docks.items():
            if shown and self._open[name]:
                self._reveal(name)
            else:
                dock.hide()
        self._show_fitting()

    def put_away(self) -> dict[str, bool]:
        """Hide all docks until `bring_back`; returns which were open."""
        was = dict(self._open)
        self.set_shown(False)
        self._away = True
        return was

    def bring_back(self, was: dict[str, bool]) -> None:
        """Show the docks again that were open when they were put away."""
        self._away = False
        self._open = dict(was)
        self.set_shown(True)

    def take_over_layout(self) -> None:
        """Follow a layout that was restored: what it shows is open.

        The collection comes with its file or folder; without one its dock would be an empty frame.
        """
        for name, dock in self._docks.items():
            self._open[name] = name != "collection" and not dock.isHidden()

    def fill(self) -> None:
        """Put the panels into the docks that are open, once the scene is there."""
        self._filled = True
        for name in self._docks:
            if self._shown and self._open[name] and name not in self._panels:
                self._reveal(name)
        if not self._chosen.now.docks:
            # Why takes what its sentences need, the maps all the rest.
            heights = {"why": 400, "maps": max(400, self._frame.height() - 560)}
            self._frame.resizeDocks(
                [self._docks[name] for name in heights],
                list(heights.values()),
                Qt.Orientation.Vertical,
            )
        self._show_fitting()

    def _reveal(self, name: str) -> None:
        self._docks[name].show()
        self._give_room(name)
        if not self._shared and (name in BELOW or name == "collection"):
            QTimer.singleShot(0, self._frame, self._share_left)
        if not self._filled:
            return
        first = name not in self._panels
        panel = self._panel(name)
        if not first:
            panel.changed(State(), self._session.state)

    def _give_room(self, name: str) -> None:
        """Make a dock as wide as its panel likes, the first time it opens."""
        if name in self._roomy or self._chosen.now.docks:
            return
        self._roomy.add(name)
        scale = max(1.0, self._chosen.now.text_scale)
        width = min(round(self._declared[name].width * scale), round(self._frame.width() * 0.34))
        self._frame.resizeDocks([self._docks[name]], [width], Qt.Orientation.Horizontal)

    def _share_left(self) -> None:
        """Let a collection take the smaller part of the left side, the first time it has to."""
        below = [self._docks[name] for name in BELOW if self._docks[name].isVisible()]
        collection = self._docks["collection"]
        if below and collection.isVisible() and not self._shared:
            self._shared = True
            high = collection.height() + max(dock.height() for dock in below)
            self._frame.resizeDocks(
                [collection, below[0]],
                [round(0.45 * high), round(0.55 * high)],
                Qt.Orientation.Vertical,
            )

    # -- panels ------------------------------------------------------------------------------

    def panel(self, name: str) -> QWidget:
        """Return what stands in a dock, made when it is first asked for."""
        return self._panel(name).widget

    def _panel(self, name: str) -> Panel:
        if name not in self._panels:
            panel = self._panels[name] = self._declared[name].make()
            self._docks[name].setWidget(panel.widget)
        return self._panels[name]

    def changed(self, old: State, new: State) -> None:
        """Tell the open panels; a closed one is told when it opens."""
        self._show_fitting()
        self._show_belonging(old, new)
        shown = [panel for name, panel in self._panels.items() if self._open[name]]
        tell_all([panel.changed for panel in shown], old, new)

    def _show_fitting(self) -> None:
        """Show or hide the docks that only some documents fit."""
        document = self._session.document
        if document is None or not self._shown:
            return
        for name, declared in self._declared.items():
            if declared.fits is not None:
                dock, wanted = self._docks[name], self._open[name] and self.fits(name)
                if dock.isHidden() is wanted:
                    dock.setVisible(wanted)

    def _show_belonging(self, old: State, new: State) -> None:
        """Show a collection beside its items; another document has the room for itself."""
        document, before = new.document, old.document
        if document is None or not self._shown:
            return
        if before is not None and before.key == document.key:
            return
        for name, declared in self._declared.items():
            if declared.belongs is not None and self._open[name] and name in self._panels:
                dock, wanted = self._docks[name], declared.belongs(document)
                if dock.isHidden() is wanted:
                    dock.setVisible(wanted)

    def prefer(self, preferences: Preferences) -> None:
        """Tell the panels of other preferences."""
        tell_all([panel.prefer for panel in self._panels.values()], preferences)

    def first_focus(self) -> QWidget | None:
        """Return the first open panel to get the keyboard after the scene."""
        for name in FIRST:
            if self._open[name] and name in self._panels:
                widget = self._panels[name].widget
                if widget.isVisible():
                    return widget.focusProxy() or widget
        return None

    def close_down(self) -> None:
        """Stop what panels do in the background."""
        tell_all([panel.close_down for panel in self._panels.values()])


class _Title(QWidget):
    """A quiet title bar: the name and a cross."""

    def __init__(self, title: str, close: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName("DockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GAP, GAP - 2, GAP, 2)
        row.addWidget(label(title), 1)
        cross = QToolButton()
        cross.setIcon(icon("close", "muted"))
        cross.setIconSize(QSize(14, 14))
        cross.setToolTip(plain_tip(f"Close {title}"))
        cross.setAccessibleName(f"Close {title}")
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        cross.clicked.connect(close)
        row.addWidget(cross)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
