"""What a key does on the lattice: motifs, themes of puzzles, each by a test of its own."""

from collections.abc import Sequence
from random import Random

import numpy as np

from model.boards.lattice import CORNERS
from model.connection import CornerState, Cost, WinCost, corner_state, cost, groups, pour, win_cost
from model.connection.groups import Mask, holders
from model.contract.game import Goal, Move
from model.games.partition import verdicts
from model.games.partition.position import PartitionPosition

POINTS = 2
"""Points of a bridge: one is taken, the other joins."""


def motifs(position: PartitionPosition, line: Sequence[Move]) -> tuple[str, ...]:
    """Return what the first move of a solution does.

    "hole"
        A ball on its point takes a corner at once, of either side: the point is the last hole.
    "cut"
        It is the only point where one ball of the other side would join two of its groups.
    "bridge"
        It is joined to another group of its side by two points: if the other side takes one, the
        other joins them.
    "fork"
        It makes it possible to take either of two corners with the next ball, neither of them
        before.
    "tether"
        A corner that the solution takes is anchored through it.
    "wrap"
        The sheet round such a corner goes through it, and has balls of the other side within.

    Parameters
    ----------
    line
        The solution, from the key on.
    """
    return tuple(_Motifs(position, line).found())


class _Motifs:
    def __init__(self, position: PartitionPosition, line: Sequence[Move]) -> None:
        assert position.to_move is not None
        self._before, self._after = position, position.play(line[0])
        self._end = position.replay(line)
        self._board = position.game.board
        self._key = self._board.index(line[0])
        self._mine = position.game.players.index(position.to_move)

    def found(self) -> list[str]:
        tests = {
            "fork": self._forks,
            "wrap": self._wraps,
            "bridge": self._bridges,
            "cut": self._cuts,
            "hole": self._is_hole,
            "tether": self._tethers,
        }
        return [name for name, is_so in tests.items() if is_so()]

    def _balls(self, position: PartitionPosition, *, own: bool) -> Mask:
        players = position.game.players
        return position.balls(players[self._mine if own else 1 - self._mine])

    def _taken(self, position: PartitionPosition, site: int, *, own: bool) -> frozenset[str]:
        """The corners that a ball of a side on an empty point newly holds."""
        mine, theirs = (self._balls(position, own=own), self._balls(position, own=not own))
        before = holders(self._board, mine, theirs)
        mine = mine.copy()
        mine[site] = True
        after = holders(self._board, mine, theirs)
        return frozenset(
            corner
            for corner, was, now in zip(CORNERS, before, after, strict=True)
            if now == 0 != was
        )

    def _near(self, site: int) -> list[int]:
        return [int(other) for other in self._board.neighbours(site)]

    # -- the motifs ------------------------------------------------------------------------------

    def _is_hole(self) -> bool:
        return any(bool(self._taken(self._before, self._key, own=own)) for own in (True, False))

    def _cuts(self) -> bool:
        labels = groups(self._board, self._balls(self._before, own=False)).labels
        parts = {int(labels[site]) for site in self._near(self._key)} - {-1}
        if len(parts) < 2:
            return False
        empty = np.flatnonzero(self._before.cells == 0).tolist()
        joining = [
            site
            for site in empty
            if len(parts & {int(labels[near]) for near in self._near(site)}) > 1
        ]
        return joining == [self._key]

    def _bridges(self) -> bool:
        labels = groups(self._board, self._balls(self._after, own=True)).labels
        own = int(labels[self._key])
        playable = {self._board.index(move) for move in self._after.legal_moves}
        open_ones = [site for site in self._near(self._key) if site in playable]
        others = [
            {int(labels[near]) for near in self._near(site)} - {-1, own} for site in open_ones
        ]
        counts = {part: sum(part in each for each in others) for each in others for part in each}
        return any(count >= POINTS for count in counts.values())

    def _forks(self) -> bool:
        before = frozenset().union(*self._takers_by_site(self._before).values())
        fresh = {
            site: corners - before for site, corners in self._takers_by_site(self._after).items()
        }
        corners = [taken for taken in fresh.values() if taken]
        return any(
            len(one | other) > 1
            for number, one in enumerate(corners)
            for other in corners[number + 1 :]
        )

    def _takers_by_site(self, position: PartitionPosition) -> dict[int, frozenset[str]]:
        sites = [self._board.index(move) for move in position.legal_moves]
        return {site: self._taken(position, site, own=True) for site in sites}

    def _newly_held(self) -> list[str]:
        was, now = self._before.holders, self._end.holders
        return [
            corner
            for corner, one, other in zip(CORNERS, was, now, strict=True)
            if other == self._mine != one
        ]

    def _tethers(self) -> bool:
        return any(
            self._key in {*state.tether, *state.also_tether} - {*state.sheet, *state.also_sheet}
            for state in map(self._state_of, self._newly_held())
        )

    def _state_of(self, corner: str) -> CornerState:
        own, other = (self._balls(self._end, own=mine) for mine in (True, False))
        return corner_state(self._board, own, other, corner)

    def _wraps(self) -> bool:
        for corner in self._newly_held():
            state = self._state_of(corner)
            sheet = state.sheet or state.also_sheet
            if self._key not in sheet:
                continue
            blockers = np.zeros(len(self._board), bool)
            blockers[list(sheet)] = True
            within = pour(self._board, blockers, corner) >= 0
            if (within & self._balls(self._end, own=False)).any():
                return True
        return False


# -- what a move is about and which moves further a plan, by what the corners cost -----------------


BRIEF = 0.3
"""Seconds one corner's cost may take for a hint."""
SAME = 1e-6
"""Difference of two distances that is none."""
HASTY = 0.05
"""Seconds a plan may take of a player who plays games out."""


def corner_of(position: PartitionPosition, move: Move) -> str:
    """Return the corner a move newly holds, else the one it makes cheaper by most; "" for none.

    None, too, where the ball stands nearer to another corner: who looks there would look in vain.
    """
    best = _helped(position, move)
    if not best:
        return ""
    board = position.game.board
    centre = board.centres[board.index(move)]
    far = {
        name: np.linalg.norm(board.centres[site] - centre) for name, site in board.corners.items()
    }
    return best if far[best] <= min(far.values()) + SAME else ""


def _helped(position: PartitionPosition, move: Move) -> str:
    """Return the corner that a move helps most; "" for none."""
    after = position.play(move)
    assert position.to_move is not None
    players = position.game.players
    side = players.index(position.to_move)
    best, gain = "", 0
    for number, corner in enumerate(CORNERS):
        if after.holders[number] == side != position.holders[number]:
            return corner
        prices = []
        for here in (position, after):
            own, other = here.balls(players[side]), here.balls(players[1 - side])
            found = cost(
                here.game.board, own, other, corner, stacking=here.game.stacking, effort=BRIEF
            )
            prices.append(1 << 20 if found is None else found.n)
        if prices[0] - prices[1] > gain:
            best, gain = corner, prices[0] - prices[1]
    return best


def move_on_a_plan(position: PartitionPosition, rng: Random) -> Move:
    """Return a move on one of both sides' cheapest plans for three corners, else any."""
    game = position.game
    masks = [position.cells == value for value in (1, 2)]
    wanted: list[int] = []
    for own, other in (masks, masks[::-1]):
        found = win_cost(game.board, own, other, stacking=game.stacking, effort=HASTY)
        if found is not None:
            wanted += found.plan
    names = [game.board.names[int(site)] for site in wanted]
    legal = [name for name in names if name in position.legal_moves]
    return rng.choice(legal) if legal else position.legal_moves.sample(rng)


def cheapest_plan(position: PartitionPosition, goal: Goal) -> tuple[Move, ...]:
    """Return the balls of the cheapest plan for a win or a corner; () where it is lost."""
    found: Cost | WinCost | None
    if goal.corner:
        found = verdicts.cost(position, goal.side, goal.corner)
    else:
        found = verdicts.win_cost(position, goal.side)
    names = position.game.board.names
    return () if found is None else tuple(names[site] for site in found.plan)
