"""The docks around the scene: built when they are first opened, told of changes while open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from viewer.session.preferences import Preferences
from viewer.session.session import State
from viewer.widgets.icons import icon
from viewer.widgets.theme import GAP

if TYPE_CHECKING:
    from viewer.games.overlay_types import Overlay, Pour
    from viewer.window.main_window import MainWindow

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BELOW = ("learn", "moves", "look", "setup")
"""Docks that stand below the collection."""
WIDTHS = {
    "look": 330,
    "moves": 330,
    "learn": 360,
    "setup": 340,
    "collection": 360,
    "why": 380,
    "maps": 380,
}


class Docks:
    """The four docks of a window. Panels are widgets with ``changed(old, new)``."""

    SWITCHES = (
        ("look", "Look"),
        ("moves", "Moves"),
        ("learn", "Learn"),
        ("maps", "Maps"),
        ("why", "Why"),
    )
    """(name, title in the toolbar); a name is also the icon and the command ``explain.<name>``."""
    TITLES = (
        ("look", "Look", LEFT),
        ("moves", "Moves", LEFT),
        ("learn", "Learn", LEFT),
        ("setup", "Set up", LEFT),
        ("collection", "Collection", LEFT),
        ("why", "Why", RIGHT),
        ("maps", "Level maps", RIGHT),
    )

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._panels: dict[str, Any] = {}
        self._docks: dict[str, QDockWidget] = {}
        self._shown = self._away = False
        self._roomy: set[str] = set()
        self._shared = bool(window.preferences.docks)
        self.pour: Pour | None = None
        chosen = window.preferences
        self._open = {
            "look": False,
            "moves": False,
            "learn": False,
            "setup": False,
            "collection": False,
            "why": chosen.why_open,
            "maps": chosen.level_maps_open,
        }
        for name, title, area in self.TITLES:
            self._docks[name] = self._make(name, title, area)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        # A collection stands above the others: what an item asks is read below its list.
        window.splitDockWidget(
            self._docks["collection"], self._docks["look"], Qt.Orientation.Vertical
        )
        window.tabifyDockWidget(self._docks["look"], self._docks["moves"])
        window.tabifyDockWidget(self._docks["moves"], self._docks["learn"])
        window.tabifyDockWidget(self._docks["learn"], self._docks["setup"])
        window.splitDockWidget(self._docks["why"], self._docks["maps"], Qt.Orientation.Vertical)
        window.setTabPosition(LEFT, window.tabPosition(LEFT).North)
        window.setTabPosition(RIGHT, window.tabPosition(RIGHT).North)

    def _make(self, name: str, title: str, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setTitleBarWidget(_Title(title, lambda: self.close(name)))
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self._window.addDockWidget(area, dock)
        dock.hide()
        return dock

    # -- open and closed ---------------------------------------------------------------------

    def is_open(self, name: str) -> bool:
        """Tell whether a dock is open (bookmarks stand in the Look dock)."""
        return self._open.get("look" if name == "bookmarks" else name, False)

    def toggle(self, name: str) -> None:
        """Open or close a dock; one that lies behind another tab comes to the front."""
        if name == "bookmarks":
            from viewer.panels.view.panel import ViewPanel

            self.open("look")
            panel = self.panel("look")
            if isinstance(panel, ViewPanel):
                panel.ensureWidgetVisible(panel.bookmarks)
                panel.bookmarks.name.setFocus()
            return
        dock = self._docks[name]
        behind = self._window.isVisible() and dock.visibleRegion().isEmpty()
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
        self._window.actions_.refresh()

    def close(self, name: str) -> None:
        """Close a dock."""
        self._open[name] = False
        self._docks[name].hide()
        self._window.focus_scene()
        self._window.actions_.refresh()

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
        self._fit_board()

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
        for name in self._docks:
            if self._shown and self._open[name] and name not in self._panels:
                self._reveal(name)
        if not self._window.preferences.docks:
            # Why takes what its sentences need, the maps all the rest.
            heights = {"why": 400, "maps": max(400, self._window.height() - 560)}
            self._window.resizeDocks(
                [self._docks[name] for name in heights],
                list(heights.values()),
                Qt.Orientation.Vertical,
            )
        self._fit_board()

    def _reveal(self, name: str) -> None:
        self._docks[name].show()
        self._give_room(name)
        if not self._shared and (name in BELOW or name == "collection"):
            QTimer.singleShot(0, self._window, self._share_left)
        if not self._window.settled:
            return
        first = name not in self._panels
        panel = self.panel(name)
        if not first:
            panel.changed(State(), self._window.session.state)

    def _give_room(self, name: str) -> None:
        """Make a dock as wide as its panel likes, the first time it opens."""
        if name in self._roomy or self._window.preferences.docks:
            return
        self._roomy.add(name)
        scale = max(1.0, self._window.preferences.text_scale)
        width = min(round(WIDTHS[name] * scale), round(self._window.width() * 0.34))
        self._window.resizeDocks([self._docks[name]], [width], Qt.Orientation.Horizontal)

    def _share_left(self) -> None:
        """Let a collection take the smaller part of the left side, the first time it has to."""
        below = [self._docks[name] for name in BELOW if self._docks[name].isVisible()]
        collection = self._docks["collection"]
        if below and collection.isVisible() and not self._shared:
            self._shared = True
            high = collection.height() + max(dock.height() for dock in below)
            self._window.resizeDocks(
                [collection, below[0]],
                [round(0.45 * high), round(0.55 * high)],
                Qt.Orientation.Vertical,
            )

    # -- panels ------------------------------------------------------------------------------

    def panel(self, name: str) -> Any:
        """Return the panel of a dock, made when it is first asked for."""
        if name not in self._panels:
            panel = _MAKERS[name](self._window)
            self._panels[name] = panel
            self._docks[name].setWidget(panel)
            if name == "why":
                from viewer.panels.why.panel import WhyPanel

                assert isinstance(panel, WhyPanel)
                panel.poured.connect(self._poured)
            elif name == "maps":
                from viewer.panels.maps.panel import LevelMaps

                assert isinstance(panel, LevelMaps)
                panel.hovered.connect(self._hovered_in_maps)
        return self._panels[name]

    def changed(self, old: State, new: State) -> None:
        """Tell the open panels; a closed one is told when it opens."""
        self._fit_board()
        self._fit_collection(old, new)
        for name, panel in self._panels.items():
            if self._open[name]:
                panel.changed(old, new)

    def _fit_board(self) -> None:
        """Level maps are for boards with levels above each other; elsewhere the dock is away."""
        from viewer.games.registry import game_view_of

        position = self._window.session.position
        if position is None or not self._shown:
            return
        fits = game_view_of(position).level_maps
        dock = self._docks["maps"]
        if dock.isHidden() == (fits and self._open["maps"]):
            dock.setVisible(fits and self._open["maps"])

    def _fit_collection(self, old: State, new: State) -> None:
        """Show a collection beside its items; another document has the room for itself."""
        front, before = new.document, old.document
        if not (self._shown and self._open["collection"] and "collection" in self._panels):
            return
        if front is None or (before is not None and before.key == front.key):
            return
        shown = self._panels["collection"].shown
        belongs = (
            shown is not None
            and front.path is not None
            and (front.path == shown.path or shown.path in front.path.parents)
        )
        dock = self._docks["collection"]
        if dock.isHidden() is belongs:
            dock.setVisible(belongs)

    def prefer(self, preferences: Preferences) -> None:
        """Tell the panels of other preferences."""
        for panel in self._panels.values():
            follow = getattr(panel, "prefer", None)
            if follow is not None:
                follow(preferences)

    def analyzed(self) -> None:
        """Tell the level maps that more has become known of the position."""
        if "maps" in self._panels:
            self._panels["maps"].analyzed()

    def hovered(self, site: int | None) -> None:
        """Light the point that is hovered in the scene in the maps, too."""
        if "maps" in self._panels and self._open["maps"]:
            self._panels["maps"].show_hover(site)

    def show_marks(self, overlays: tuple[Overlay, ...]) -> None:
        """Write the steps of a plan, and ring a sheet or a line, in the maps."""
        if "maps" not in self._panels:
            return
        from viewer.games.overlay_types import Marks, Sheet, Tube

        marks: dict[int, str] = {}
        lit: set[int] = set()
        for overlay in overlays:
            if isinstance(overlay, Marks):
                marks.update(zip(overlay.sites, overlay.texts, strict=True))
            elif isinstance(overlay, Sheet | Tube):
                lit.update(overlay.sites)
        self._panels["maps"].show_marks(marks, frozenset(lit))

    def show_signs(self) -> None:
        """Draw in the maps, too, the marks that lie over the position for now."""
        if "maps" in self._panels and self._open["maps"]:
            self._panels["maps"].show_signs(self._window.scene.marks)

    def _poured(self, pour: Pour | None) -> None:
        self.pour = pour
        self._window.show_overlays()

    def _hovered_in_maps(self, site: int | None) -> None:
        self._window.scene.hover_from_outside(site)

    def first_focus(self) -> QWidget | None:
        """Return the first open panel to get the keyboard after the scene."""
        for name in ("learn", "why", "maps", "look", "moves"):
            if self._open[name] and name in self._panels and self._panels[name].isVisible():
                panel = self._panels[name]
                proxy = panel.focusProxy()
                widget: QWidget = proxy or panel
                return widget
        return None

    def close_down(self) -> None:
        """Stop what panels do in the background."""
        for name in ("why", "learn"):
            if name in self._panels:
                self._panels[name].close_down()


class _Title(QWidget):
    """A quiet title bar: the name and a cross."""

    def __init__(self, title: str, close: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName("DockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GAP, GAP - 2, GAP, 2)
        row.addWidget(QLabel(title), 1)
        cross = QToolButton()
        cross.setIcon(icon("close", "#566272"))
        cross.setIconSize(QSize(14, 14))
        cross.setToolTip(f"Close {title}")
        cross.setAccessibleName(f"Close {title}")
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        cross.clicked.connect(close)
        row.addWidget(cross)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


def _look(window: MainWindow) -> QWidget:
    from viewer.panels.view.panel import ViewPanel

    return ViewPanel(window.session, window)


def _moves(window: MainWindow) -> QWidget:
    from viewer.panels.moves.panel import MovesPanel

    return MovesPanel(window.session, window)


def _why(window: MainWindow) -> QWidget:
    from viewer.panels.why.panel import WhyPanel

    return WhyPanel(window.session, window.analysis, window)


def _maps(window: MainWindow) -> QWidget:
    from viewer.panels.maps.panel import LevelMaps

    return LevelMaps(window.session, window.analysis, window)


def _learn(window: MainWindow) -> QWidget:
    from viewer.panels.learn.panel import LearnPanel

    return LearnPanel(window.session, window, window.learning)


def _setup(window: MainWindow) -> QWidget:
    from viewer.panels.setup import SetupPanel

    return SetupPanel(window.session, window.setup_tool, window)


def _collection(window: MainWindow) -> QWidget:
    from viewer.panels.collection import CollectionPanel

    return CollectionPanel(window.session, window)


_MAKERS: dict[str, Callable[[MainWindow], QWidget]] = {
    "look": _look,
    "moves": _moves,
    "why": _why,
    "maps": _maps,
    "learn": _learn,
    "setup": _setup,
    "collection": _collection,
}
