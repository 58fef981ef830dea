"""How a side stands at a corner: its Y, the way past it, and what is still missing.

Kernels are imported where they are needed: numba takes a while to load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np

from model.boards.board import IntArray
from model.contract.game import Goal, Mask, Move, Player, Position, site_mask
from model.games.poly_y.position import PLAYERS, Chain, PolyYGame, PolyYPosition
from model.games.poly_y.ring_board import PolyYBoard, sides_at
from model.search.proofs.plain_prover import PlainProver

Path = tuple[int, ...]


@dataclass(frozen=True)
class PolyYCorner:
    """How a side stands at a corner (docs/rules/poly-y.md#corners).

    Attributes
    ----------
    kind
        "captured", "lost" (the other side has captured it), "cut off" or "open".
    arms
        The Y of a captured corner: paths from a stone to its two sides and to a third one; of one
        that is cut off the two to its sides.
    escape
        The way from the corner past all stones of the side to a side beyond; of an open one.
    """

    kind: Literal["captured", "lost", "cut off", "open"]
    arms: tuple[Path, ...] = ()
    escape: Path = ()


@dataclass(frozen=True)
class StoneCost:
    """What a corner or the win costs a side: how many stones, and cells that will do.

    Attributes
    ----------
    exact
        Fewer stones will not do. So it is of every corner.
    """

    n: int
    plan: tuple[int, ...]
    exact: bool = True


def other(player: Player) -> Player:
    """Return the opponent."""
    return PLAYERS[1 - PLAYERS.index(player)]


def corner_state(position: PolyYPosition, player: Player, corner: str) -> PolyYCorner:
    """Return how `player` stands at a corner."""
    from model.connection.groups import chain as shortest_chain

    board = position.game.board
    number = list(board.corners).index(corner)
    near = sides_at(number, len(board.corners))
    if corner in position.captured(other(player)):
        return PolyYCorner("lost")
    beyond = _on(board, ~near)
    ends = [_on(board, 1 << number), _on(board, near ^ 1 << number)]
    cutting = [chain for chain in position.chains[player] if chain.sides & near == near]
    for chain in cutting:
        if chain.sides != near:
            return PolyYCorner("captured", _arms(board, chain, [*ends, beyond]))
    if cutting:
        return PolyYCorner("cut off", _arms(board, cutting[0], ends))
    free = ~position.stones(player)
    return PolyYCorner("open", escape=shortest_chain(board, free, [board.corners[corner]], beyond))


def prices(position: PolyYPosition, player: Player) -> dict[str, int]:
    """Return how many stones each corner costs a player; those that can be had alone."""
    best, _, _ = _priced(position, player)
    return {
        corner: number
        for corner, number in zip(position.game.board.corners, best.tolist(), strict=True)
        if number >= 0
    }


def costs(position: PolyYPosition, player: Player) -> dict[str, StoneCost | None]:
    """Return what each corner costs a player, with cells that will do; None: it cannot be had."""
    best, meet, away = _priced(position, player)
    found: dict[str, StoneCost | None] = {}
    for number, corner in enumerate(position.game.board.corners):
        if best[number] < 0:
            found[corner] = None
            continue
        near = {number, (number - 1) % len(best)}
        start = int(meet[number])
        third = min((k for k in range(len(best)) if k not in near), key=lambda k: away[k, start])
        cells = {site for k in (*near, third) for site in _link(position, k, away[k], start)}
        plan = tuple(sorted(site for site in cells if not position.cells[site]))
        found[corner] = StoneCost(int(best[number]), plan)
    return found


def _priced(position: PolyYPosition, player: Player) -> tuple[IntArray, IntArray, IntArray]:
    """What `kernels.costs` and `kernels.distances` find: numbers or -1, cells, distances."""
    from model.games.poly_y import kernels

    board, side = position.game.board, PLAYERS.index(player)
    arrays, n = kernels.arrays_of(board), len(board)
    away = np.zeros((len(board.corners), n), np.int32)
    best, meet = (np.zeros(len(board.corners), np.int32) for _ in range(2))
    kernels.distances(arrays, position.cells, side, away, np.zeros(2 * n, np.int32))
    kernels.costs(arrays, position.cells, side, away, best, meet)
    return best, meet, away


def win_cost(position: PolyYPosition, player: Player) -> StoneCost | None:
    """Return stones with which a player wins if the other keeps passing.

    The cheapest corner is taken first, and so on; where two plans share cells, fewer might do. No
    fewer do than the dearest of the corners costs that take least together, and a single stone
    that wins is found.
    """
    gains = Counter(site for sites in takers(position, player).values() for site in sites)
    missing = position.game.to_win - len(position.captured(player))
    for site, gain in gains.items():
        if gain >= missing > 0:
            return StoneCost(1, (site,))
    plan: list[int] = []
    here = position
    while (needed := here.game.to_win - len(here.captured(player))) > 0:
        open_ones = [
            found
            for corner, found in costs(here, player).items()
            if found is not None and corner not in here.captured(player)
        ]
        if len(open_ones) < needed:
            return None
        cheapest = min(open_ones, key=lambda found: found.n)
        plan += cheapest.plan
        cells = here.cells.copy()
        cells[list(cheapest.plan)] = PLAYERS.index(player) + 1
        here = PolyYPosition(here.game, cells, here.side)
    least = least_to_win(position.game, prices(position, player))
    return StoneCost(len(plan), tuple(plan), exact=len(plan) <= max(least, 2))


def least_to_win(game: PolyYGame, known: Mapping[str, int]) -> float:
    """Return how many stones a win takes at least where corners cost what `prices` says."""
    return sorted(known.values())[game.to_win - 1] if len(known) >= game.to_win else float("inf")


def takers(position: PolyYPosition, player: Player) -> dict[str, tuple[int, ...]]:
    """Return the cells where one more stone of a player captures a corner, by the corner."""
    board = position.game.board
    own = np.zeros(len(board), np.int32)
    for chain in position.chains[player]:
        own[list(chain.sites)] = chain.sides
    has = position.captured(player)
    found: dict[str, list[int]] = {}
    for site in np.flatnonzero(position.cells == 0).tolist():
        touched = int(board.sides[site])
        for near in board.neighbours(site).tolist():
            touched |= int(own[near])
        bits = int(board.captures[touched])
        for number, corner in enumerate(board.corners):
            if bits >> number & 1 and corner not in has:
                found.setdefault(corner, []).append(site)
    return {corner: tuple(found[corner]) for corner in board.corners if corner in found}


def _on(board: PolyYBoard, sides: int) -> Mask:
    """The cells that lie on one of some sides."""
    mask: Mask = (board.sides & sides) != 0
    return mask


def _arms(board: PolyYBoard, chain: Chain, ends: list[Mask]) -> tuple[Path, ...]:
    """The paths through a chain from one of its stones to all ends that are shortest together."""
    from model.connection.groups import chain as shortest_chain
    from model.connection.groups import distances

    own = site_mask(board, chain.sites)
    away = np.sum([distances(board, own, np.flatnonzero(own & end)) for end in ends], axis=0)
    start = min(chain.sites, key=lambda site: int(away[site]))
    return tuple(shortest_chain(board, own, [start], end) for end in ends)


def _link(position: PolyYPosition, number: int, away: IntArray, start: int) -> Path:
    """Return a cheapest way from a cell to a side, which `away` counts the stones to."""
    board, needs = position.game.board, (position.cells == 0).astype(np.int32)
    came: dict[int, int] = {start: start}
    for here in (waiting := [start]):
        if board.sides[here] >> number & 1 and away[here] == needs[here]:
            break
        for near in board.neighbours(here).tolist():
            if near not in came and away[near] == away[here] - needs[here]:
                came[near] = here
                waiting.append(near)
    found = [here]
    while found[-1] != start:
        found.append(came[found[-1]])
    return tuple(found)


def corner_of(position: PolyYPosition, move: Move) -> str:
    """Return the corner a move newly captures, or makes cheaper by most; "" for none."""
    player = PLAYERS[position.side]
    after = position.play(move)
    new = [name for name in after.captured(player) if name not in position.captured(player)]
    if new:
        return new[0]
    before, now = prices(position, player), prices(after, player)
    gains = {corner: number - now[corner] for corner, number in before.items()}
    best = max(gains, key=lambda corner: gains[corner], default="")
    return best if best and gains[best] > 0 else ""


def move_on_a_plan(position: PolyYPosition, rng: Random) -> Move:
    """Return a move on one of both sides' plans for a win, else any."""
    plans = [win_cost(position, player) for player in PLAYERS]
    sites = [site for plan in plans if plan is not None for site in plan.plan]
    names = position.game.board.names
    return names[rng.choice(sites)] if sites else position.legal_moves.sample(rng)


# -- proofs in Poly-Y: what a side can force within so many moves ----------------------------------


class PolyYProver(PlainProver):
    """Looks only at positions in which the goal can still be reached in time.

    A corner takes at least its cost, which is exact, and a win, which reaches every goal, at least
    what the dearest of the cheapest corners takes that make one: a stone of the other side never
    helps.
    """

    def _within(self, position: Position, goal: Goal, moves: int) -> bool:
        assert isinstance(position, PolyYPosition)
        if position.outcome is None and least_moves(position, goal) > moves:
            return False
        return super()._within(position, goal, moves)


def least_moves(position: PolyYPosition, goal: Goal) -> float:
    """Return how many moves a goal takes at least, were the other side to pass."""
    known = prices(position, goal.side)
    win = least_to_win(position.game, known)
    return min(win, known.get(goal.corner, win))
