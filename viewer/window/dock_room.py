"""How much room docks have: beside the scene, and above and below each other.

Where the window is too narrow for docks on both sides, the side used last stands beside the scene
and the other one waits. Where it is too low for two docks above each other, they lie behind each
other as tabs. Sizes are laid down anew after every change, so that none drifts; what a person has
dragged to a size keeps it as far as there is room.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
NOWHERE = Qt.DockWidgetArea.NoDockWidgetArea
SCENE_SHARE = 0.45
"""Of the window's width: what the scene keeps."""
SCENE_LEAST, BETWEEN = 440, 380
"""Logical pixels that the scene keeps in a narrow window, and between docks that go together."""
DRAGGED = 50
"""Milliseconds until it is asked again whether a drag has ended."""
BARS = 150
"""Logical pixels of the window's height for menus, toolbar and status line, at text size 1."""


@dataclass(frozen=True)
class Width:
    """What a side of docks needs, and what it likes, in logical pixels."""

    least: int
    liked: int


@dataclass(frozen=True)
class Pair:
    """Docks that stand above each other while there is room.

    Attributes
    ----------
    upper, lower
        The docks above, and below; those of one place lie behind each other.
    least
        What the two places need, in logical pixels at text size 1.
    share
        Of the height for the upper place.
    most
        What is enough for the upper place, in logical pixels at text size 1; 0: nothing is.
    leads
        Which place comes to the front where they are put behind each other.
    """

    area: Qt.DockWidgetArea
    upper: tuple[str, ...]
    lower: tuple[str, ...]
    least: tuple[int, int]
    share: float
    most: int = 0
    leads: Literal["upper", "lower"] = "upper"


def side_widths(
    window: int,
    left: Width | None,
    right: Width | None,
    front: Qt.DockWidgetArea,
    *,
    together: bool = False,
) -> tuple[int, int]:
    """Return the widths of both sides beside the scene; 0: the side has no room, or no docks.

    Parameters
    ----------
    window
        Its width.
    left, right
        What the docks of a side want; None where there are none.
    front
        The side that stays where there is room for one.
    together
        Both are needed: the scene makes room for them, down to its least width.
    """
    room = window - max(SCENE_LEAST, round(SCENE_SHARE * window))
    if left is None or right is None:
        return (
            0 if left is None else _alone(left, window, room),
            0 if right is None else _alone(right, window, room),
        )
    both = left.least + right.least
    if together and room < both <= window - BETWEEN:
        room = both
    if both > room:
        if front == LEFT:
            return _alone(left, window, room), 0
        return 0, _alone(right, window, room)
    over = max(0, max(left.liked, left.least) + max(right.liked, right.least) - room)
    first, second = (right, left) if front == LEFT else (left, right)
    gives = min(over, max(first.liked, first.least) - first.least)
    kept = max(first.liked, first.least) - gives
    other = max(second.liked, second.least) - (over - gives)
    return (other, kept) if front == LEFT else (kept, other)


def _alone(side: Width, window: int, room: int) -> int:
    """The width of a side that has no other across: it is never cut while the scene is there."""
    return max(min(side.liked, room), min(side.least, window - SCENE_LEAST // 2))


def is_low(high: int, scale: float, pair: Pair) -> bool:
    """Whether a window is too low for two docks above each other."""
    return high - BARS * max(1.0, 0.6 + 0.4 * scale) < sum(pair.least) * scale


def upper_height(both: int, scale: float, pair: Pair) -> int:
    """Return what the upper of two docks has of the height of both."""
    wanted = max(round(pair.share * both), round(pair.least[0] * scale))
    if pair.most:
        wanted = min(wanted, round(pair.most * scale))
    return max(1, min(wanted, both - round(pair.least[1] * scale)))


class DockRoom(QObject):
    """Shares the room of a window among its docks.

    Parameters
    ----------
    docks
        All docks by name.
    width_of
        What a dock wants, now.
    scale
        The size of the text, now.
    changed
        Called when the window has another size: the docks are to be shared anew.
    """

    def __init__(
        self,
        frame: QMainWindow,
        docks: Mapping[str, QDockWidget],
        pairs: tuple[Pair, ...],
        *,
        width_of: Callable[[str], Width],
        scale: Callable[[], float],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(frame)
        self._frame, self._docks, self._pairs = frame, docks, pairs
        self._width_of, self._scale = width_of, scale
        self.front = RIGHT
        self._dragged: dict[Qt.DockWidgetArea, int] = {}
        self._shares: dict[Pair, float] = {}
        self._tabbed: set[Pair] = set()
        self._given: dict[str, tuple[int, int]] = {}
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._share_or_wait)
        self._changed = changed
        for dock in docks.values():  # a person carries it elsewhere
            dock.topLevelChanged.connect(self.share_soon)
            dock.dockLocationChanged.connect(self.share_soon)
        # A single shot of Qt's that still waits when a window goes would hold the whole of it.
        self._settled = QTimer(self, singleShot=True)
        self._settled.timeout.connect(self._remember)
        frame.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of another size of the window, and of a separator that was dragged."""
        if event.type() == QEvent.Type.Resize:
            self.share_soon()
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._take_over_drag()
        return False

    def share_soon(self) -> None:
        """Share anew in a moment, once for all that changes until then."""
        self._later.start(0)

    def _share_or_wait(self) -> None:
        """Share, but not while something is dragged: the layout would give way under the mouse."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._later.start(DRAGGED)
        else:
            self._changed()

    def area_of(self, name: str) -> Qt.DockWidgetArea:
        """Return the side a dock stands at; none where it floats."""
        dock = self._docks[name]
        return NOWHERE if dock.isFloating() else self._frame.dockWidgetArea(dock)

    def to_front(self, name: str) -> None:
        """Let the side of a dock be the one that stays where there is room for one."""
        area = self.area_of(name)
        if area in (LEFT, RIGHT):
            self.front = area

    # -- sharing -------------------------------------------------------------------------------

    def share(self, wanted: Iterable[str], *, together: Collection[str] = ()) -> set[str]:
        """Show those of the wanted docks that have room, at their sizes; returns them.

        A side with a dock of `together` stands beside the other one wherever both can be.
        """
        names = list(wanted)
        sides = self._side_widths(names, together=any(name in names for name in together))
        widths = dict(zip((LEFT, RIGHT), sides, strict=True))
        shown = {name for name in names if widths.get(self.area_of(name), 1)}
        for pair in self._pairs:
            self._stack(pair, shown)
        for name, dock in self._docks.items():
            if dock.isHidden() is (name in shown):
                dock.setVisible(name in shown)
        layout = self._frame.layout()
        if layout is not None:
            layout.activate()  # heights are shared of what there is
        self._resize(shown, widths)
        return shown

    def _side_widths(self, names: list[str], *, together: bool) -> tuple[int, int]:
        wants: list[Width | None] = []
        for area in (LEFT, RIGHT):
            here = [self._width_of(name) for name in names if self.area_of(name) == area]
            if not here:
                wants.append(None)
                continue
            liked = self._dragged.get(area, max(one.liked for one in here))
            wants.append(Width(max(one.least for one in here), liked))
        return side_widths(self._frame.width(), wants[0], wants[1], self.front, together=together)

    def _resize(self, shown: set[str], widths: dict[Qt.DockWidgetArea, int]) -> None:
        """Lay down widths and heights where they are others than before."""
        frame = self._frame
        for area, width in widths.items():
            here = [self._docks[name] for name in shown if self.area_of(name) == area]
            if width > 0 and any(dock.width() != width for dock in here):
                frame.resizeDocks(here, [width] * len(here), Qt.Orientation.Horizontal)
        for pair in self._pairs:
            places = self._in_places(pair, shown)
            if places is None or pair in self._tabbed:
                continue
            upper, lower = places
            both = upper.height() + lower.height()
            share = self._shares.get(pair)
            high = upper_height(both, self._scale(), pair) if share is None else round(share * both)
            if 0 < high < both and upper.height() != high:
                frame.resizeDocks([upper, lower], [high, both - high], Qt.Orientation.Vertical)
        self._settled.start(0)

    def _remember(self) -> None:
        """Keep the sizes as they came out, so that a drag can be told from them."""
        self._given = {
            name: (dock.width(), dock.height())
            for name, dock in self._docks.items()
            if not dock.isHidden() and not dock.isFloating()
        }

    def _in_places(self, pair: Pair, shown: set[str]) -> tuple[QDockWidget, QDockWidget] | None:
        """Return the docks of a pair that can be seen, where they stand above each other."""
        here = {name for name in shown if self.area_of(name) == pair.area}
        upper, lower = self._in_front(pair.upper, here), self._in_front(pair.lower, here)
        if upper is None or lower is None or upper.y() >= lower.y():
            return None
        return upper, lower

    def _in_front(self, names: tuple[str, ...], shown: set[str]) -> QDockWidget | None:
        """Return the dock of one place that can be seen."""
        here = [self._docks[name] for name in names if name in shown]
        seen = [dock for dock in here if not dock.visibleRegion().isEmpty()]
        found = seen or here
        return found[0] if found else None

    # -- above each other, or behind -----------------------------------------------------------

    def _stack(self, pair: Pair, shown: set[str]) -> None:
        """Put the docks of a pair behind each other in a low window, else above each other."""
        if not self._is_at_home(pair):
            return  # a person has arranged them otherwise
        low = is_low(self._frame.height(), self._scale(), pair)
        if low and pair not in self._tabbed and not self._are_tabbed(pair):
            self._tabbed.add(pair)
            self._rebuild(pair, low=True)
        elif not low and pair in self._tabbed:
            self._tabbed.discard(pair)
            self._rebuild(pair, low=False)

    def _is_at_home(self, pair: Pair) -> bool:
        """Whether all docks of a pair stand where they belong."""
        return all(self.area_of(name) == pair.area for name in (*pair.upper, *pair.lower))

    def _are_tabbed(self, pair: Pair) -> bool:
        """Whether a person has put the docks of a pair behind each other."""
        lower = self._docks[pair.lower[0]]
        return lower in self._frame.tabifiedDockWidgets(self._docks[pair.upper[0]])

    def _rebuild(self, pair: Pair, *, low: bool) -> None:
        """Take the docks of a pair out and put them in again."""
        frame, docks = self._frame, self._docks
        hidden = {name: docks[name].isHidden() for name in (*pair.upper, *pair.lower)}
        seen = [
            name
            for name, away in hidden.items()
            if not away and not docks[name].visibleRegion().isEmpty()
        ]
        for name in hidden:
            frame.removeDockWidget(docks[name])
        places = ((*pair.upper, *pair.lower),) if low else (pair.upper, pair.lower)
        for place in places:
            frame.addDockWidget(pair.area, docks[place[0]], Qt.Orientation.Vertical)
            for before, name in pairwise(place):
                frame.addDockWidget(pair.area, docks[name])
                frame.tabifyDockWidget(docks[before], docks[name])
        for name, away in hidden.items():
            docks[name].setVisible(not away)
        leading = pair.upper if pair.leads == "upper" else pair.lower
        seen.sort(key=lambda name: name not in leading)
        for name in seen[:1] if low else seen:
            docks[name].raise_()

    def unfold(self) -> None:
        """Put everything above each other again, so that a stored layout is the whole one."""
        widths = self._widths()
        for pair in tuple(self._tabbed):
            self._tabbed.discard(pair)
            if self._is_at_home(pair):
                self._rebuild(pair, low=False)  # what was rebuilt has another width
                self._resize({*pair.upper, *pair.lower}, widths)

    def forget(self) -> None:
        """Forget all that a person has dragged."""
        self._dragged.clear()
        self._shares.clear()
        self._tabbed.clear()
        self.front = RIGHT

    # -- what a person drags ---------------------------------------------------------------------

    def take_over(self) -> None:
        """Keep the sizes of a layout that was restored as what a person has chosen.

        Its docks lie above each other, as they were stored. Widths that left the scene less than
        its least were stored with docks that had no room.
        """
        self._tabbed.clear()
        layout, scene = self._frame.layout(), self._frame.centralWidget()
        if layout is not None:
            layout.activate()  # else a window not yet shown has widths of no layout
        if scene is None or scene.width() < SCENE_LEAST:
            return
        self._dragged.update(self._widths())

    def _widths(self) -> dict[Qt.DockWidgetArea, int]:
        """Return how wide the sides are; Qt keeps a dock behind a tab outside of the window."""
        return {
            self.area_of(name): dock.width()
            for name, dock in self._docks.items()
            if not dock.isHidden()
            and not dock.isFloating()
            and self._frame.rect().intersects(dock.geometry())
        }

    def _take_over_drag(self) -> None:
        """Keep the sizes that a separator was dragged to."""
        for name, (width, high) in self._given.items():
            dock = self._docks[name]
            if dock.isHidden() or dock.isFloating() or dock.visibleRegion().isEmpty():
                continue
            if dock.width() != width:
                self._dragged[self.area_of(name)] = dock.width()
            if dock.height() != high:
                self._keep_share(name)
        self._remember()

    def _keep_share(self, name: str) -> None:
        for pair in self._pairs:
            if name in (*pair.upper, *pair.lower):
                shown = {one for one, dock in self._docks.items() if not dock.isHidden()}
                places = self._in_places(pair, shown)
                if places is not None:
                    upper, lower = places
                    both = upper.height() + lower.height()
                    self._shares[pair] = upper.height() / max(1, both)
