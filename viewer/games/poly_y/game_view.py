"""What Poly-Y brings to the viewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from model.contract.game import Outcome, Player, Position, Stop
from model.games.poly_y.position import PLAYERS, PolyYPosition
from model.phrases import counted, listed
from viewer.games.facts import Fact
from viewer.games.game_view import Explainer, Findings, TellFindings, view_said
from viewer.visuals.overlay_types import Marks, Overlay, Pour, Threats, Tube

if TYPE_CHECKING:
    from model.games.poly_y.corner_costs import StoneCost


# Poly-Y explained: what each corner costs, the Y that captures it, and the way past it.

_CAPTURED_TOGETHER = {3: "A chain that touches all 3 sides wins", 4: "All 4 corners win"}
"""What wins where corners are captured only together: three at once, or two and two."""
CORNERS, WINNING, TURNS = "poly-y.md#corners", "poly-y.md#winning", "poly-y.md#turns"


@dataclass(frozen=True)
class Prices:
    """What corners and wins cost in a position; an entry of None cannot be had any more."""

    position: PolyYPosition
    corners: Mapping[Player, Mapping[str, StoneCost | None]] = field(default_factory=dict)
    wins: Mapping[Player, StoneCost | None] = field(default_factory=dict)
    done: bool = True


def priced(position: Position) -> Prices:
    """Return what corners and wins cost."""
    from model.games.poly_y.corner_costs import costs, win_cost

    assert isinstance(position, PolyYPosition)
    return Prices(
        position,
        {player: costs(position, player) for player in PLAYERS},
        {player: win_cost(position, player) for player in PLAYERS},
    )


class PolyYExplainer(Explainer):
    """An `Explainer` (viewer.games.game_view): what its methods do stands there."""

    def analyze(self, position: Position, report: TellFindings, stop: Stop) -> None:
        report(priced(position))

    def moved_to(self, analysis: Findings, position: Position) -> Findings:
        assert isinstance(analysis, Prices)
        assert isinstance(position, PolyYPosition)
        return replace(analysis, position=position)

    def find(self, position: Position, shows: Sequence[str], *, threats: bool) -> Findings:
        return priced(position)

    def facts(self, position: Position, analysis: Findings | None) -> tuple[Fact, ...]:
        assert isinstance(position, PolyYPosition)
        known = analysis if isinstance(analysis, Prices) else Prices(position)
        return (*_winning(position, known), *_corners(position, known))

    def headline(self, position: Position, analysis: Findings | None) -> str:
        side = position.to_move
        if side is None or not isinstance(analysis, Prices):
            return ""
        return f"{_win_line(side, analysis.wins[side])}."

    def interesting(self, position: Position, analysis: Findings | None) -> tuple[int, ...] | None:
        if not isinstance(analysis, Prices):
            return None
        plans = [analysis.wins[player] for player in PLAYERS]
        return tuple(dict.fromkeys(s for plan in plans if plan is not None for s in plan.plan))

    def point_text(
        self, position: Position, site: int, analysis: Findings | None, *, quiet: bool
    ) -> str:
        assert isinstance(position, PolyYPosition)
        name = position.game.board.names[site]
        if position.to_move is None or position.cells[site]:
            return ""
        after, player = position.play(name), position.to_move
        near = set(position.game.board.neighbours(site).tolist())
        joined = sum(1 for chain in position.chains[player] if near & set(chain.sites))
        parts = [
            f"a new {player} chain"
            if not joined
            else f"extends a {player} chain"
            if joined == 1
            else f"joins {joined} {player} chains"
        ]
        new = [c for c in after.captured(player) if c not in position.captured(player)]
        if new and not quiet:
            parts.append(f"captures {listed(new)}")
            parts += ["wins"] if after.outcome else []
        return f"{name}: {'; '.join(parts)}"

    def overlays(
        self, position: Position, show: str, analysis: Findings | None, *, plans: bool = True
    ) -> tuple[Overlay, ...]:
        assert isinstance(position, PolyYPosition)
        kind, _, what = show.partition("=")
        corner, _, player = what.partition(":")
        known = analysis if isinstance(analysis, Prices) else Prices(position)
        if kind == "win" and what in PLAYERS:
            return tuple(_win(position, what, known, plans))
        if corner not in position.game.board.corners or player not in PLAYERS:
            return ()
        if kind == "pour":
            flood = self.pour(position, what)
            assert flood is not None
            return (replace(flood, time=float(flood.distances.max()) + 2.0),)
        if kind == "cost":
            return tuple(_plan(known, corner, player))
        return tuple(_corner(position, corner, player, known, plans)) if kind == "corner" else ()

    def threats(self, position: Position, analysis: Findings | None) -> tuple[Overlay, ...]:
        from model.games.poly_y.corner_costs import takers

        assert isinstance(position, PolyYPosition)
        if position.outcome is not None:
            return ()
        taken = [
            sorted({site for sites in takers(position, player).values() for site in sites})
            for player in PLAYERS
        ]
        return tuple(Threats(tuple(sites), owner) for owner, sites in enumerate(taken) if sites)

    def finale(self, position: Position) -> str:
        winner = None if position.outcome is None else position.outcome.winner
        return "" if winner is None else f"win={winner}"

    def pour(self, position: Position, what: str) -> Pour | None:
        from model.connection.groups import pour

        assert isinstance(position, PolyYPosition)
        corner, _, player = what.partition(":")
        board = position.game.board
        if corner not in board.corners or player not in PLAYERS:
            return None
        distances = pour(board, position.stones(player), corner)
        return Pour(distances, PLAYERS.index(player), 0.0, position)


def _win_line(player: Player, win: StoneCost | None) -> str:
    who = player.capitalize()
    if win is None:
        return f"{who} can no longer win"
    if win.n == 1:
        return f"{who} needs 1 more stone to win: a threat"
    return f"{who} needs {'' if win.exact else 'at most '}{win.n} more stones to win"


def _winning(position: PolyYPosition, known: Prices) -> Iterator[Fact]:
    """What each side still needs, the side to move or the winner first."""
    corners = len(position.game.board.corners)
    heading = _CAPTURED_TOGETHER.get(corners, f"{position.game.to_win} of {corners} corners win")
    first = PLAYERS[position.side] if position.outcome is None else position.outcome.winner
    for player in sorted(PLAYERS, key=lambda name: name != first):
        captured = position.captured(player)
        text = f"{player.capitalize()} has captured {counted(len(captured), 'corner', 'no')}"
        if position.outcome is None:
            text = _win_line(player, known.wins[player]) if known.wins else f"{text} …"
        moves, show = player == position.to_move, f"win={player}"
        yield Fact(text, player, moves, rule=WINNING, heading=heading, show=show)


def _corners(position: PolyYPosition, known: Prices) -> Iterator[Fact]:
    """How both sides stand at each corner."""
    holder = {corner: player for player in PLAYERS for corner in position.captured(player)}
    for corner in position.game.board.corners:
        if corner in holder:
            who = holder[corner]
            text = f"{corner}: captured by {who.capitalize()}"
            show = f"corner={corner}:{who}"
            yield Fact(text, who, True, rule=CORNERS, heading="Corners", show=show)
            continue
        for player in PLAYERS:
            cost = known.corners[player][corner] if known.corners else None
            needs = "needs …" if cost is None else f"needs {counted(cost.n, 'more stone')}"
            if known.corners and cost is None:
                needs = "can no longer capture it"
            threat = ": a threat" if cost is not None and cost.n == 1 else ""
            text = f"{corner}: {player.capitalize()} {needs}{threat}"
            yield Fact(
                text, player, rule=CORNERS, heading="Corners", show=f"corner={corner}:{player}"
            )


def _corner(
    position: PolyYPosition, corner: str, player: Player, known: Prices, plans: bool
) -> Iterator[Overlay]:
    """What decides a corner: its Y, what cuts it off, or the way past, with what is missing."""
    from model.games.poly_y.corner_costs import corner_state, other

    state, owner = corner_state(position, player, corner), PLAYERS.index(player)
    if state.kind == "lost":
        yield from _corner(position, corner, other(player), known, plans)
        return
    for arm in state.arms:
        yield Tube(arm, owner, "line")
    if state.escape:
        yield Tube(state.escape, owner, "escape")
    if plans:
        yield from _plan(known, corner, player)


def _plan(known: Prices, corner: str, player: Player) -> Iterator[Overlay]:
    cost = known.corners.get(player, {}).get(corner)
    if cost is not None and cost.plan:
        yield Marks(cost.plan, ("",) * len(cost.plan), PLAYERS.index(player))


def _win(position: PolyYPosition, player: Player, known: Prices, plans: bool) -> Iterator[Overlay]:
    """The Ys of all corners a side has captured, and the plan for those it still needs."""
    for corner in position.captured(player):
        yield from _corner(position, corner, player, known, plans=False)
    win = known.wins.get(player)
    if position.outcome is None and plans and win is not None and win.plan:
        yield Marks(win.plan, ("",) * len(win.plan), PLAYERS.index(player))


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "The game is drawn: the board is full, and each side has captured two corners"
    return f"{outcome.winner.capitalize()} has won: {listed(outcome.witness)} captured"


GAME_VIEW = replace(view_said(Path(__file__)), ending=_ending, explainer=PolyYExplainer())
