"""The docks around the scene: their frames, what opens and closes them, and who has how much room.

What stands in a dock is made when it is first opened, told of changes while it is open, and comes
from `viewer.program.dock_contents`.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QMainWindow,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.session.subscribers import tell_all
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.icons import icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import dress_as, fill, label, row_in, small_tool
from viewer.widgets.prose import plain_tip
from viewer.window.dock_declaration import DockDeclaration, Panel
from viewer.window.dock_room import LEFT, RIGHT, DockRoom, Pair, Width

P = TypeVar("P", bound=QWidget)

BELOW = ("learn", "moves", "review", "look", "setup")
"""Docks that stand below the collection."""
GENERAL = (*BELOW, "collection", "why", "maps")
"""Docks of all games; any other belongs to one game."""
BRUSHES = {"setup"}
"""Docks that are used together with those across: brushes also paint on the level maps."""
ASKED = 200
"""Milliseconds between two looks whether a question is answered."""
FIRST = ("learn", "boards", "why", "maps", "look", "moves", "review")
"""Who gets the keyboard after the scene: the first of these that is open."""


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

    def __init__(self, frame: QMainWindow, session: Session, chosen: ChosenPreferences) -> None:
        super().__init__(frame)
        self._frame, self._session, self._chosen = frame, session, chosen
        self._declared: dict[str, DockDeclaration] = {}
        self._panels: dict[str, Panel] = {}
        self._docks: dict[str, QDockWidget] = {}
        self._shown = self._away = self._filled = False
        self._elsewhere: set[str] = set()
        self._in_front: set[str] = set()
        self._needed: set[str] = set()
        self._asked: tuple[int, object] = (0, None)
        self._returning: set[str] = set()
        self._asked_for: set[str] = set()
        self._lent: set[str] = set()
        self._seen: set[str] = set()
        self._wanted: list[str] = []
        self._given: dict[str, int] = {}
        self._open: dict[str, bool] = {}

    def declare(self, declarations: Sequence[DockDeclaration]) -> None:
        """Make the docks; what stands in them is made when they are first opened."""
        self._declared = {one.name: one for one in declarations}
        self._open = {one.name: one.starts_open(self._chosen.now) for one in declarations}
        for one in declarations:
            self._docks[one.name] = self._make_dock(one)
        self._arrange()
        of_games = tuple(name for name in self._docks if name not in GENERAL)
        self._room = DockRoom(
            self._frame,
            self._docks,
            (
                Pair(LEFT, ("collection",), BELOW, (160, 300), 0.42, leads="lower"),
                Pair(RIGHT, ("why",), ("maps", *of_games), (436, 270), 0.55, 520),
            ),
            width_of=self._width_of,
            scale=lambda: self._chosen.now.text_scale,
            changed=self._share,
        )

    def _arrange(self) -> None:
        frame, docks = self._frame, self._docks
        for name, dock in docks.items():
            frame.addDockWidget(self._declared[name].area, dock)
        frame.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        frame.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        # A collection stands above the others: what an item asks is read below its list.
        frame.splitDockWidget(docks["collection"], docks["look"], Qt.Orientation.Vertical)
        frame.tabifyDockWidget(docks["look"], docks["moves"])
        frame.tabifyDockWidget(docks["moves"], docks["review"])
        frame.tabifyDockWidget(docks["review"], docks["learn"])
        frame.tabifyDockWidget(docks["learn"], docks["setup"])
        frame.splitDockWidget(docks["why"], docks["maps"], Qt.Orientation.Vertical)
        for name in docks:
            if name not in GENERAL:
                frame.tabifyDockWidget(docks["maps"], docks[name])
        frame.setTabPosition(LEFT, frame.tabPosition(LEFT).North)
        frame.setTabPosition(RIGHT, frame.tabPosition(RIGHT).North)

    def _make_dock(self, declared: DockDeclaration) -> QDockWidget:
        dock = QDockWidget(declared.title, self._frame)
        dock.setObjectName(declared.name)
        dock.setTitleBarWidget(DockTitle(dock, lambda: self.close(declared.name)))
        dock.hide()
        dock.installEventFilter(self)
        return dock

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share anew where the panel of a dock needs another width than when room was shared.

        A dock that floats can be closed by its window.
        """
        if event.type() == QEvent.Type.LayoutRequest:
            name = watched.objectName()
            if name in self._seen and self._width_of(name).least != self._given.get(name):
                self._room.share_soon()
        elif event.type() == QEvent.Type.Close:
            # It closes at once: a dock that refused would keep a whole session from ending. Whether
            # a person closed it is known when the program has not ended with it.
            QTimer.singleShot(0, self, lambda: self._find_closed(watched.objectName()))
        return False

    def _find_closed(self, name: str) -> None:
        """Close a dock whose window was closed; one that went with the program stays open."""
        if not self._frame.isVisible() or not self._docks[name].isHidden():
            return
        if QApplication.activeModalWidget() is None:
            self.close(name)
        else:  # the program asks whether it may end, and may go on
            self._returning.add(name)
            self._wait_for_answer()

    def _wait_for_answer(self) -> None:
        """Bring docks back once nothing is asked any more, where the program goes on."""
        if QApplication.activeModalWidget() is not None:
            QTimer.singleShot(ASKED, self, self._wait_for_answer)
        elif self._frame.isVisible() and self._returning:
            self._returning.clear()
            self._share()

    # -- open and closed ---------------------------------------------------------------------

    def is_open(self, name: str) -> bool:
        """Tell whether a dock is open."""
        return self._open.get(name, False) or name in self._needed

    def waits(self, name: str) -> bool:
        """Tell whether an open dock is away until it has something to say, or is asked for."""
        return name in self._elsewhere

    def is_shown(self, name: str) -> bool:
        """Tell whether an open dock has its place in the window, be it behind another tab."""
        return name in self._seen

    def fits(self, name: str) -> bool:
        """Tell whether a dock has something to show of the active document, or of any."""
        fits, document = self._declared[name].fits, self._session.document
        return fits is None or document.is_placeholder or fits(document)

    def toggle(self, name: str) -> None:
        """Open or close a dock; one that waits or lies behind another tab comes to the front."""
        dock = self._docks[name]
        behind = self._frame.isVisible() and dock.visibleRegion().isEmpty()
        if self.is_open(name) and not behind:
            self.close(name)
        else:
            self.open(name)

    def open(self, name: str) -> None:
        """Open a dock and bring it to the front; one that was open is told of the state anew.

        Who opens a dock may have changed what it shows without a change of the session: what is
        written in the Learn dock, for one.
        """
        self._open[name] = True
        self._elsewhere.discard(name)
        document, waits = self._session.document, self._declared[name].waits
        if not document.is_placeholder and waits is not None and waits(document):
            self._asked_for.add(name)
        if self._shown:
            was_seen = self._filled and name in self._seen
            self._room.to_front(name)
            self._share()
            self._docks[name].raise_()
            if was_seen and name in self._seen:
                self._panels[name].changed(self._session.whole())
        self.switched.emit()

    def show_while_wanted(self, name: str, wanted: bool) -> None:
        """Open a dock with what needs it, and close it with that: one that was open stays."""
        if wanted and not self.is_shown(name):
            self._lent.add(name)
        if wanted:
            self.open(name)
        elif name in self._lent:
            self.close(name)

    def bring_forward(self, name: str) -> None:
        """Bring a dock before those that lie in the same place, where it is shown."""
        if name in self._seen:
            self._docks[name].raise_()

    def close(self, name: str) -> None:
        """Close a dock; what waited for its room comes back."""
        self._open[name] = False
        for names in (self._elsewhere, self._lent, self._asked_for, self._needed):
            names.discard(name)
        self._share()
        self.closed.emit()
        self.switched.emit()

    def set_shown(self, shown: bool) -> None:
        """Show the docks that are open; or none of them, on the welcome page."""
        if self._away or (shown == self._shown and shown):
            return
        self._shown = shown
        self._share()

    def put_away(self) -> dict[str, bool]:
        """Hide all docks but those that are needed until `bring_back`; returns which were open."""
        was = dict(self._open)
        self._away = True
        self._share()
        return was

    def bring_back(self, was: dict[str, bool]) -> None:
        """Show the docks again that were open when they were put away."""
        self._away = False
        self._open = dict(was)
        self._shown = True
        self._share()

    def take_over_layout(self) -> None:
        """Follow a layout that was restored: what it shows is open.

        The collection comes with its file or folder; without one its dock would be an empty frame.
        """
        for name, dock in self._docks.items():
            self._open[name] = name != "collection" and not dock.isHidden()
        self._room.take_over()

    def lay_out_whole(self) -> None:
        """Show every open dock in its own place, room or none: the layout is about to be stored."""
        self._room.unfold()
        for name, dock in self._docks.items():
            dock.setVisible(self._open[name])

    def reset(self) -> None:
        """Put every dock back in its place, at its size, and open those that are open at first."""
        shown = [name for name in self._seen if not self._docks[name].visibleRegion().isEmpty()]
        for dock in self._docks.values():
            dock.setFloating(False)
            self._frame.removeDockWidget(dock)
        self._arrange()
        self._room.forget()
        for name, declared in self._declared.items():
            self._open[name] = self._open[name] or declared.starts_open(self._chosen.now)
        self._share()
        for name in shown:
            self._docks[name].raise_()

    def fill(self) -> None:
        """Put the panels into the docks that are open, once the scene is there."""
        self._filled = True
        self._share()

    def _share(self) -> None:
        """Show the docks that are wanted now and have room, with their panels."""
        wanted = self._wanted = self._wanted_now()
        # What a panel needs is known once it is there; one that waits is told when it comes back.
        fresh = [name for name in wanted if self._filled and name not in self._panels]
        for name in fresh:
            self._panel(name)
        self._given = {name: self._width_of(name).least for name in wanted}
        before, self._seen = self._seen, self._room.share(wanted, together=self._needed | BRUSHES)
        if self._filled:
            for name in self._seen - before - set(fresh):
                self._panels[name].changed(self._session.whole())
        if self._seen != before:
            self.switched.emit()

    def _wanted_now(self) -> list[str]:
        """What is open, and has something to show of the active document."""
        if not self._shown:
            return []
        return [
            name
            for name in self._docks
            if name in self._needed
            or (
                self._open[name]
                and not self._away
                and name not in self._elsewhere
                and self.fits(name)
            )
        ]

    def _width_of(self, name: str) -> Width:
        """What a dock likes at this size of text, and what its panel needs."""
        panel, scale = self._panels.get(name), max(0.85, self._chosen.now.text_scale)
        return self._declared[name].width_at(scale, None if panel is None else panel.widget)

    # -- panels ------------------------------------------------------------------------------

    def panel(self, name: str) -> QWidget:
        """Return what stands in a dock, made when it is first asked for."""
        return self._panel(name).widget

    def find(self, name: str, kind: type[P]) -> P:
        """Return what stands in a dock, made when it is first asked for: a panel of this kind."""
        found = self.panel(name)
        if not isinstance(found, kind):
            raise TypeError(f"{type(found).__name__} stands in the dock {name}")
        return found

    def _panel(self, name: str) -> Panel:
        if name not in self._panels:
            panel = self._panels[name] = self._declared[name].make()
            self._docks[name].setWidget(panel.widget)
        return self._panels[name]

    def changed(self, change: Change) -> None:
        """Tell the open panels, while a document is open; a closed one is told when it opens."""
        document = change.document
        if document.is_placeholder:
            return
        if not change.is_same_document:
            # A collection stands beside its items; another document has the room for itself.
            for name, declared in self._declared.items():
                if declared.belongs is not None and self._open[name]:
                    if declared.belongs(document):
                        self._elsewhere.discard(name)
                    else:
                        self._elsewhere.add(name)
        self._find_those_that_wait(document)
        self._find_those_that_are_needed(document)
        known = self._seen
        if self._wanted != self._wanted_now():
            self._share()
        shown = [panel for name, panel in self._panels.items() if name in self._seen & known]
        tell_all([panel.changed for panel in shown], change)
        if change.is_step:
            for name, declared in self._declared.items():
                if declared.comes is not None and self.fits(name) and declared.comes(document):
                    self.bring_forward(name)
        if document.exercise is None:
            self._bring_those_that_lay_in_front()

    def _find_those_that_are_needed(self, document: Document) -> None:
        """What a run needs opens with each step, before all else; until then it may be closed."""
        exercise = document.exercise
        asked = (document.key, None if exercise is None else exercise.place)
        if asked == self._asked:
            return
        self._asked = asked
        needed = {
            name
            for name, declared in self._declared.items()
            if declared.needed is not None and declared.needed(document)
        }
        fresh, self._needed = needed - self._needed, needed
        if fresh:
            self._share()
        for name in needed if exercise is not None and exercise.asks else fresh:
            self.bring_forward(name)

    def _find_those_that_wait(self, document: Document) -> None:
        """What has nothing to say for now gives its room back, unless a person asked for it."""
        for name, declared in self._declared.items():
            if declared.waits is None or not self._open[name]:
                continue
            if not declared.waits(document):
                self._elsewhere.discard(name)
            elif name not in self._asked_for:
                if not self._docks[name].visibleRegion().isEmpty():
                    self._in_front.add(name)
                self._elsewhere.add(name)

    def _bring_those_that_lay_in_front(self) -> None:
        """After a lesson the docks lie as before: one that waited is not behind its neighbour."""
        for name in self._in_front:
            self.bring_forward(name)
        self._in_front.clear()

    def prefer(self, preferences: Preferences) -> None:
        """Tell the panels of other preferences."""
        self._room.share_soon()
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
        """Stop what panels do in the background; no dock that floats outlives the window."""
        self._shown = False  # a layout that still waits would show them again
        tell_all([panel.close_down for panel in self._panels.values()])
        for dock in self._docks.values():
            dock.hide()


class DockTitle(QWidget):
    """A quiet title bar, to drag the dock by: its name, what lets it float, and a cross.

    Attributes
    ----------
    floats
        Lets the dock float, or puts it back into the window.
    """

    def __init__(self, dock: QDockWidget, close: Callable[[], None]) -> None:
        super().__init__()
        self._dock, self._edge = dock, _Edge(dock)
        dress_as(self, "DockTitle")
        row = row_in(self, 2, 2 * GAP, GAP - 2, GAP, 2)
        row.addWidget(label(dock.windowTitle()), 1)
        self.floats = small_tool("float", "", lambda: dock.setFloating(not dock.isFloating()), 14)
        cross = small_tool("close", f"Close {dock.windowTitle()}", close, 14)
        fill(row, self.floats, cross)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        dock.topLevelChanged.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        title, floats = self._dock.windowTitle(), self._dock.isFloating()
        self._edge.setVisible(floats)
        self._edge.raise_()
        if floats:
            _name(self.floats, "dock", f"Put {title} back into the window")
        else:
            _name(self.floats, "float", f"Let {title} float; or drag it by its title")


class _Edge(QFrame):
    """A line round a dock that floats: its window has no frame."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self.setObjectName("DockEdge")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        dock.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the dock, and above what stands in it."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded):
            self.resize(self._dock.size())
            self.raise_()
        return False


def _name(button: QToolButton, picture: str, says: str) -> None:
    button.setIcon(icon(picture, "muted"))
    button.setToolTip(plain_tip(says))
    button.setAccessibleName(says)
