"""What `View.show` lays over a position: lines, sheets, ways out and plans, as data to draw.

The words are those of `model.records.view_text`: ``corner=SW:red``, ``sheet=SW:red``,
``cost=SW:red``, ``win=red``. Used by the window and by pictures without one alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from model.game import Position
from model.lattice import CORNERS, PyramidLattice
from model.records.marks import Mark
from viewer.games.game_view import words_of
from viewer.picture.picture import Marks, Overlay, Sheet, Sign, Tube

if TYPE_CHECKING:
    from model.connection import CornerState, Cost, WinCost
    from viewer.analysis.position_analysis import Judgement

Stop = Callable[[], bool]


def overlays(
    position: Any, show: str, judgement: Judgement | None = None, *, compute: bool = False
) -> tuple[Overlay, ...]:
    """Return the overlays of `show` over a Pyramid Partition position; () for another game.

    Parameters
    ----------
    position
        What is shown.
    show
        As in a View; "" for nothing. What does not fit the game is passed over.
    judgement
        What is known of the position: states and costs are taken from it.
    compute
        Compute costs that are not known (a picture must be whole); else they come later (a window
        must not wait).
    """
    kind, _, what = show.partition("=")
    if not what or not words_of(position).corners:
        return ()
    if judgement is not None and judgement.position is not position:
        judgement = None
    known = _Known(position, judgement, compute)
    if kind == "win" and what in position.game.players:
        return _win(known, what)
    corner, _, player = what.partition(":")
    if corner not in CORNERS or player not in position.game.players:
        return ()
    if kind == "corner":
        return _corner(known, corner, player)
    if kind == "sheet":
        return _also_sheet(known, corner, player)
    if kind == "cost":
        cost = known.cost(corner, player)
        return () if cost is None else _plan(cost.plan, known.owner(player))
    return ()


class _Known:
    """States and costs of a position, from a judgement or computed."""

    def __init__(self, position: Any, judgement: Judgement | None, compute: bool) -> None:
        self.position, self._judgement, self._compute = position, judgement, compute
        self.lattice = position.game.board

    def owner(self, player: str) -> int:
        return int(self.position.game.players.index(player))

    def _masks(self, player: str) -> tuple[Any, Any]:
        players = self.position.game.players
        other = players[1 - players.index(player)]
        return self.position.balls(player), self.position.balls(other)

    def state(self, corner: str, player: str) -> CornerState:
        known = self._judgement
        if known is not None and (player, corner) in known.states:
            return known.states[player, corner]
        from model.connection import corner_state

        return corner_state(self.lattice, *self._masks(player), corner)

    def cost(self, corner: str, player: str) -> Cost | None:
        known = self._judgement
        if known is not None and (player, corner) in known.costs:
            return known.costs[player, corner]
        if not self._compute:
            return None
        from model import connection

        stacking = self.position.game.stacking
        return connection.cost(self.lattice, *self._masks(player), corner, stacking=stacking)

    def win(self, player: str) -> WinCost | None:
        known = self._judgement
        if known is not None and player in known.wins:
            return known.wins[player]
        if not self._compute:
            return None
        from model import connection

        stacking = self.position.game.stacking
        return connection.win_cost(self.lattice, *self._masks(player), stacking=stacking)


def _corner(known: _Known, corner: str, player: str) -> tuple[Overlay, ...]:
    """What decides a corner: held, isolated or open."""
    state, owner = known.state(corner, player), known.owner(player)
    if state.kind == "other":
        other = next(name for name in known.position.game.players if name != player)
        return _corner(known, corner, other)
    if state.kind == "open":
        return (Tube(state.escape, owner, "escape"),)
    shown: list[Overlay] = []
    if state.line:
        shown.append(Tube(state.line, owner, "line"))
    if state.sheet:
        shown.append(_sheet(known, state.sheet, owner))
    if state.tether:
        shown.append(Tube(state.tether, owner, "tether"))
    if state.kind == "isolates":
        cost = known.cost(corner, player)
        if cost is not None and cost.plan:
            shown.extend(_plan(cost.plan, owner))
    return tuple(shown)


def _also_sheet(known: _Known, corner: str, player: str) -> tuple[Overlay, ...]:
    state, owner = known.state(corner, player), known.owner(player)
    if not state.also_sheet:
        return _corner(known, corner, player)
    shown: list[Overlay] = [_sheet(known, state.also_sheet, owner)]
    if state.also_tether:
        shown.append(Tube(state.also_tether, owner, "tether"))
    return tuple(shown)


def _sheet(known: _Known, sites: tuple[int, ...], owner: int) -> Sheet:
    from model.connection import triangles

    return Sheet(sites, triangles(known.lattice, sites), owner)


def _plan(plan: tuple[int, ...], owner: int) -> tuple[Overlay, ...]:
    if not plan:
        return ()
    return (Marks(tuple(plan), tuple(str(k) for k in range(1, len(plan) + 1)), owner),)


def _win(known: _Known, player: str) -> tuple[Overlay, ...]:
    """All corners a side holds, and the plan for those it still needs."""
    shown: list[Overlay] = []
    for corner in CORNERS:
        if known.state(corner, player).kind == "holds":
            shown.extend(_corner(known, corner, player))
    if known.position.outcome is None:
        win = known.win(player)
        if win is not None:
            shown.extend(_plan(win.plan, known.owner(player)))
    return tuple(shown)


def mark_overlays(position: Position, marks: tuple[Mark, ...]) -> tuple[Overlay, ...]:
    """Return what a teacher's marks lay over a position; marks of other boards are passed over."""
    board = position.game.board
    shown: list[Overlay] = []
    for mark in marks:
        names = (mark.site, *((mark.to,) if mark.sign == "link" else ()), *mark.sites)
        if not all(name in board for name in names):
            continue
        sites = tuple(dict.fromkeys(board.index(name) for name in names))
        triangles = None
        if mark.sign == "group":
            sites = _linked(position, sites[0])
        elif mark.sign == "sheet" and isinstance(board, PyramidLattice):
            from model.connection import triangles as skin

            triangles = skin(board, sites)
        shown.append(Sign(mark.sign, mark.colour, sites, mark.text, triangles))
    return tuple(shown)


def _linked(position: Position, site: int) -> tuple[int, ...]:
    """The linked pieces of one owner at a site, the site first; the site alone where it is bare."""
    from viewer.picture.groups import group_at

    group = group_at(position.game.board, position.pieces, site)
    return (site, *(int(other) for other in group.nonzero()[0] if other != site))
