"""The level maps for screen readers: a table whose cells are the points, named in full.

Qt asks a factory for the interface of a widget; the one installed here answers for `MapCanvas`.
Every point of a level that is shown is a child with a name, a state, a place on the screen and
the neighbours' count; moving the cursor tells the reader which child has the focus.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget

from model.phrases import counted
from model.positions import describe
from viewer.panels.maps.canvas import MapCanvas
from viewer.panels.maps.map_facts import MapFacts
from viewer.picture.compose.overlays import laid_over
from viewer.picture.words.engine_words import chance
from viewer.visuals.overlay_types import Values

_TEXT = QAccessible.Text


def name_of(facts: MapFacts, site: int) -> str:
    """Return the full name of a point: "2b2, level 2, empty, legal: 12 neighbours, 3 red (...)"."""
    free = facts.owner[site] < 0
    states = ["legal" if facts.legal[site] else "not legal"] if free else []
    states += [f"{facts.players[owner]} threat" for owner in facts.threatens(site)]
    states += [worth] if (worth := _worth(facts, site)) else []
    states += ["the colour is there"] if facts.is_poured(site) else []
    states += ["hidden"] if facts.hidden[site] else []
    return describe.point(facts.position, site, pieces=facts.picture.pieces, states=states)


def _worth(facts: MapFacts, site: int) -> str:
    """Return what is certain of a point, "white wins in 12 moves", or what heat says of it.

    "red has a 61 % chance to win"; "" for nothing.
    """
    if facts.values is not None and site in facts.values.sites:
        return _certain(facts.values, facts.values.sites.index(site), facts.players)
    heat = facts.heat
    if heat is None or site not in heat.sites:
        return ""
    return f"{facts.players[heat.owner]} {chance(heat.worth[heat.sites.index(site)])}"


def _certain(values: Values, row: int, players: Sequence[str]) -> str:
    value, moves = values.values[row], values.moves[row]
    if value == "draw":
        return "a draw"
    winner = players[values.owner if value == "win" else 1 - values.owner]
    return f"{winner} wins" + ("" if moves is None else f" in {counted(moves, 'move')}")


class Cell(QAccessibleInterface):
    """One point of the board."""

    def __init__(self, table: Maps, site: int) -> None:
        super().__init__()
        self._table = table
        self.site = site

    def isValid(self) -> bool:
        facts = self._table.canvas.facts
        return facts is not None and self.site < len(facts.board)

    def object(self) -> QObject | None:  # type: ignore[override]  # Qt takes None
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]  # Qt takes None
        return self._table.window()

    def text(self, kind: QAccessible.Text) -> str:
        facts = self._table.canvas.facts
        if facts is None or not self.isValid():
            return ""
        if kind == _TEXT.Description and facts.owner[self.site] >= 0:
            return describe.group(facts.position, self.site)
        return name_of(facts, self.site) if kind == _TEXT.Name else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Nothing here can be renamed."""

    def rect(self) -> QRect:
        canvas = self._table.canvas
        area = canvas.rect_of(self.site)
        return area.translated(canvas.mapToGlobal(QPoint(0, 0))) if not area.isEmpty() else area

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def state(self) -> QAccessible.State:
        canvas = self._table.canvas
        state = QAccessible.State()
        state.focusable = state.selectable = True
        state.focused = canvas.hasFocus() and canvas.cursor_site == self.site
        state.selected = canvas.cursor_site == self.site
        state.offscreen = canvas.rect_of(self.site).isEmpty()
        return state

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def parent(self) -> QAccessibleInterface:
        return self._table


class Maps(QAccessibleWidget):
    """The table of all points of the levels that are shown."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, QAccessible.Role.Table)
        self.canvas = canvas
        self._cells: dict[int, Cell] = {}

    def shown(self) -> list[int]:
        """Return the sites of the shown levels, in site order."""
        facts = self.canvas.facts
        if facts is None:
            return []
        levels = sorted(square.level for square in self.canvas.arrangement.squares)
        return [site for level in levels for site in facts.sites[level - 1].tolist()]

    def cell(self, site: int) -> Cell:
        """Return the cell of `site`, made and registered when first asked for."""
        if site not in self._cells:
            cell = Cell(self, site)
            # Registered interfaces live until Qt is told otherwise; those of a board are reused.
            QAccessible.registerAccessibleInterface(cell)
            self._cells[site] = cell
        return self._cells[site]

    def text(self, kind: QAccessible.Text) -> str:
        facts = self.canvas.facts
        if kind == _TEXT.Name:
            return "Level maps"
        if kind == _TEXT.Description and facts is not None:
            return " ".join(
                [
                    f"Level {self.canvas.level} of {facts.size}. Arrow keys move, Page Up and Page "
                    f"Down change the level, Enter places a {facts.piece}.",
                    *(f"{said[0].upper()}{said[1:]}." for said in laid_over(facts.picture)),
                ]
            )
        return ""

    def childCount(self) -> int:
        return len(self.shown())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None
        sites = self.shown()
        return self.cell(sites[index]) if 0 <= index < len(sites) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        sites = self.shown()
        return sites.index(child.site) if isinstance(child, Cell) and child.site in sites else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None
        site = self.canvas.site_at(self.canvas.mapFromGlobal(QPoint(x, y)).toPointF())
        return None if site is None else self.cell(site)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes None
        if self.canvas.cursor_site is None or not self.canvas.hasFocus():
            return None
        return self.cell(self.canvas.cursor_site)


_TABLES: WeakKeyDictionary[MapCanvas, Maps] = WeakKeyDictionary()
_installed = False


def _interface(key: str, thing: QObject) -> QAccessibleInterface | None:
    if not isinstance(thing, MapCanvas):
        return None
    table = _TABLES.get(thing)
    if table is None:
        table = _TABLES[thing] = Maps(thing)
    return table


def install() -> None:
    """Make Qt ask here for the interface of level maps; once is enough."""
    global _installed
    if not _installed:
        QAccessible.installFactory(_interface)
        _installed = True


def announce_cursor(canvas: MapCanvas) -> None:
    """Tell screen readers that the cursor stands on another point."""
    table = _TABLES.get(canvas)
    if not QAccessible.isActive() or table is None or canvas.cursor_site is None:
        return
    sites = table.shown()
    if canvas.cursor_site in sites:
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        event.setChild(sites.index(canvas.cursor_site))
        QAccessible.updateAccessibility(event)
