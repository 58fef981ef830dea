"""Proofs in Pyramid Partition: what a side can force, exactly.

In the free game a side's goal depends on its own balls alone, so a position is a Maker-Breaker
game on the smallest sets that reach the goal (`sets_for`, `model.search.maker_breaker`).
That the other side might win first needs no looking at when the goal is the win: no corner is ever
held by both, so whoever can force three corners cannot be overtaken. When the goal is one corner it
is looked at.

When stacking, a ball can make room for one of the other side, so none of this holds: there every
line is played (`model.search.proofs.plain_prover`), as far as a lower bound on the balls needed
lets it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from time import monotonic

import numpy as np
import numpy.typing as npt

from model.boards.lattice import CORNERS, PyramidLattice
from model.connection.flood import Graph, escapes, label
from model.connection.groups import graph_of
from model.contract.game import Goal, Move, Position, Solution, Stop, Stopped
from model.games.partition.position import PLAYERS, TO_WIN, PartitionGame, PartitionPosition
from model.kernels import Ints, kernel
from model.search.depth_solver import OutOfTimeError
from model.search.maker_breaker import MakerBreaker, Points, least
from model.search.proofs.plain_prover import PlainProver, reached

# -- all ways to a goal in Partition ---------------------------------------------------------------
# Whether a player holds a corner depends on his own balls alone, and more of them never hurt. So a
# goal is reached exactly when the balls added contain one of its minimal sets, and what the other
# side does is only to occupy points of them: the game becomes a Maker-Breaker game on these sets
# (`model.search.maker_breaker`).
#
# The sets are found by branching on what must be hit. If a player does not hold a corner, then with
# every other point in the opponent's hands the opponent holds it (in a full pyramid exactly one of
# the two does), by some balls that hold it alone; the player's set must contain one of the empty
# points among these. An escape is such a structure, where there is one; else the opponent wraps
# round, and points are taken from all he has as long as he still holds.


FREE, OWN, BARRED = 0, 1, 2
MOST_SETS = 60_000
"""Sets beyond which an enumeration is given up."""
_BREATH = 12_000
"""Points times nodes between two looks at the stop function: some 10 ms, but for one node."""

DEPTH, COUNT, NODES, FULL = range(4)


@kernel
def holds(graph: Graph, mask: Ints, t: int) -> bool:
    """Tell whether one group of `mask` isolates corner `t` and reaches a far wall."""
    n, corner, near = mask.shape[0], graph.corners[t], graph.near[t]
    labels = label(graph.indptr, graph.indices, mask)
    count = 0
    for site in range(n):
        count = max(count, labels[site] + 1)
    touched = np.zeros(count, np.uint8)
    for site in range(n):
        if labels[site] >= 0:
            touched[labels[site]] |= graph.walls[site]
    seen = np.zeros(n, np.int32)
    stack = np.empty(n, np.int32)
    for group in range(count):
        if not touched[group] & graph.far[t]:
            continue
        if labels[corner] != group and touched[group] & near != near:
            continue
        stamp = np.int64(group + 1)
        if escapes(graph, labels, np.int64(group), t, seen, stamp, stack) >= 0:
            return True
    return False


@kernel
def cheapest_way(graph: Graph, status: Ints, closed: Ints, t: int, way: Ints) -> int:
    """Find the escape from corner `t` with the fewest free points.

    Returns their number, -1 where there is no escape; they are written in `way`.
    `closed` (n,) uint8 points are not walked through.
    """
    n, corner = status.shape[0], graph.corners[t]
    if status[corner] == OWN or closed[corner]:
        return -1
    came = np.full(n, -2, np.int32)
    now = np.empty(n, np.int32)
    later = np.empty(n, np.int32)
    height, waiting, price = 0, 0, 0
    came[corner] = -1
    if status[corner] == FREE:
        later[0] = corner
        waiting = 1
    else:
        now[0] = corner
        height = 1
    end = -1
    while True:
        if height == 0:
            if waiting == 0:
                return -1
            price += 1
            now, later = later, now
            height, waiting = waiting, 0
        height -= 1
        site = now[height]
        if graph.walls[site] & graph.far[t]:
            end = site
            break
        for k in range(graph.indptr[site], graph.indptr[site + 1]):
            other = graph.indices[k]
            if came[other] != -2 or status[other] == OWN or closed[other]:
                continue
            came[other] = site
            if status[other] == FREE:
                later[waiting] = other
                waiting += 1
            else:
                now[height] = other
                height += 1
    at = 0
    while end >= 0:
        if status[end] == FREE:
            way[at] = end
            at += 1
        end = came[end]
    return at


@kernel
def must_hit(graph: Graph, status: Ints, t: int, left: int, way: Ints) -> int:
    """Find points of which the player needs one at corner `t`: their number, the points in `way`.

    0: it cannot be done with `left` balls more; -1: the corner is held.
    """
    n = status.shape[0]
    closed = np.zeros(n, np.uint8)
    price = cheapest_way(graph, status, closed, t, way)
    if price == 0:
        return 0
    if price > 0:
        # As many balls are needed as there are escapes with no free point in common.
        other = np.empty(n, np.int32)
        for i in range(price):
            closed[way[i]] = 1
        apart = 1
        while True:
            more = cheapest_way(graph, status, closed, t, other)
            if more == 0:
                return 0
            if more < 0:
                break
            apart += 1
            if apart > left:
                return 0
            for i in range(more):
                closed[other[i]] = 1
        return price
    mask = np.zeros(n, np.uint8)
    for site in range(n):
        mask[site] = status[site] == OWN
    if holds(graph, mask, t):
        return -1
    for site in range(n):
        mask[site] = status[site] != OWN
    if left == 0:
        return 0
    # The other side wraps round: what it does not need for that goes. Points go in blocks, since it
    # needs few of them: a block without which it still holds has none, another one is halved.
    price, end, block = 0, n, n
    while end > 0:
        first = max(0, end - block)
        for site in range(first, end):
            if status[site] == FREE:
                mask[site] = 0
        if holds(graph, mask, t):
            end, block = first, 2 * block
            continue
        for site in range(first, end):
            if status[site] == FREE:
                mask[site] = 1
        block = (end - first) // 2
        if block == 0:
            way[price] = first
            price += 1
            end, block = first, 1
    return price


@kernel
def enumerate_sets(
    graph: Graph,
    status: Ints,
    most: int,
    frames: Ints,
    pool: Ints,
    found: Ints,
    state: Ints,
    allowance: int,
) -> bool:
    """Go on with an enumeration for `allowance` nodes; True when it is finished.

    `frames` (most + 2, 3): span of a node's points in `pool` and the one tried. `found` (sets,
    most) int16, -1 behind the last. `state`: DEPTH, COUNT, NODES, FULL.
    """
    n = status.shape[0]
    way = np.empty(n, np.int32)
    best = np.empty(n, np.int32)
    until = state[NODES] + allowance
    while state[DEPTH] >= 0:
        if state[NODES] >= until:
            return False
        depth = state[DEPTH]
        if not step_on(status, frames[depth], pool, state):
            continue
        state[NODES] += 1
        # Frame 0 is the start, so at depth d there are d balls played.
        least = next_points(graph, status, most - depth, way, best)
        if least == 0:
            continue
        if least < 0:
            if not note_set(frames, pool, found, state, most):
                return True
            continue
        if depth == most:
            continue
        start = frames[depth, 1]
        for i in range(least):
            pool[start + i] = best[i]
        frames[depth + 1, 0] = start
        frames[depth + 1, 1] = start + least
        frames[depth + 1, 2] = start
        state[DEPTH] = depth + 1
    return True


@kernel
def step_on(status: Ints, frame: Ints, pool: Ints, state: Ints) -> bool:
    """Play the next point of a node; False when it has none left and is gone back from."""
    depth = state[DEPTH]
    first, last, cursor = frame[0], frame[1], frame[2]
    if depth == 0:
        if cursor > 0:
            state[DEPTH] = -1
            return False
        frame[2] = 1
        return True
    if cursor > first:
        status[pool[cursor - 1]] = BARRED  # all sets with it are done
    if cursor == last:
        for i in range(first, last):
            status[pool[i]] = FREE
        state[DEPTH] = depth - 1
        return False
    status[pool[cursor]] = OWN
    frame[2] = cursor + 1
    return True


@kernel
def next_points(graph: Graph, status: Ints, left: int, way: Ints, best: Ints) -> int:
    """Find the fewest points one of which is needed: their number, the points in `best`.

    0: the goal cannot be reached with `left` balls more; -1: it is reached.
    """
    least = -1
    for t in range(graph.corners.shape[0]):
        price = must_hit(graph, status, t, left, way)
        if price < 0:
            continue
        if price == 0:
            return 0
        if least < 0 or price < least:
            least = price
            for i in range(price):
                best[i] = way[i]
    return least


@kernel
def note_set(frames: Ints, pool: Ints, found: Ints, state: Ints, most: int) -> bool:
    """Write down the points played as one more set; False when there is no room."""
    if state[COUNT] >= found.shape[0]:
        state[FULL] = 1
        return False
    row = found[state[COUNT]]
    for i in range(most):
        row[i] = -1
    for d in range(1, state[DEPTH] + 1):
        row[d - 1] = pool[frames[d, 2] - 1]
    state[COUNT] += 1
    return True


def sets_for(
    lattice: PyramidLattice,
    own: npt.NDArray[np.bool_],
    other: npt.NDArray[np.bool_],
    corners: Sequence[str],
    most: int,
    pause: Callable[[], None],
) -> list[int] | None:
    """Return the sets of at most `most` empty points by which `own` comes to hold all `corners`.

    Parameters
    ----------
    own, other
        (n,) bool masks of the balls.
    pause
        Called every 10 ms or so.

    Returns
    -------
    list of int or None
        Each set as an integer with the bits of its sites; every way to the goal contains one of
        them. None when there are too many.
    """
    graph = graph_of(lattice, tuple(corners))
    status = np.zeros(len(lattice), np.uint8)
    status[own] = OWN
    status[other] = BARRED
    frames = np.zeros((most + 2, 3), np.int64)
    pool = np.zeros((most + 2) * len(lattice), np.int32)
    found = np.empty((MOST_SETS, max(most, 1)), np.int16)
    state = np.zeros(4, np.int64)
    nodes = max(1, _BREATH // len(lattice))
    while not enumerate_sets(graph, status, most, frames, pool, found, state, nodes):
        pause()
    if state[FULL]:
        return None
    rows = found[: int(state[COUNT])].tolist()
    return [sum(1 << site for site in row if site >= 0) for row in rows]


# -- proofs in Pyramid Partition -------------------------------------------------------------------


DEEPEST = 12
"""Moves up to which a win in any number is looked for."""
FEW = 10
"""Empty points up to which everything that can follow is looked at."""
_SLICE = 512
"""Positions that take about as long as a slice of the search for sets."""


class PartitionProver:
    """Answers what a side can force in Partition; see `model.contract.search.Prover`."""

    def __init__(self, game: PartitionGame, stop: Stop | None = None) -> None:
        self.game = game
        self.visited = 0
        self.work = 0
        self._stop = stop
        self._plain = _Stacking(game, self._is_stopped)
        self._games: dict[tuple[int, Goal], _Base] = {}

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `model.contract.search.Prover.can`."""
        assert isinstance(position, PartitionPosition)
        position = position.without_past()
        settled = reached(position, goal)
        if settled is not None:
            return settled
        if moves is None:
            return self._in_any_number(position, goal)
        if moves <= 0:
            return False
        if self.game.stacking:
            return self._plain.can(position, goal, moves)
        return self._within(position, goal, moves)

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes: only a side's own ball brings it nearer."""
        if reached(position.without_past(), goal):
            return 0
        return 2 * moves - (position.to_move == goal.side)

    def _is_stopped(self, work: int = 1) -> bool:
        self.visited += 1
        self.work += work
        return self._stop is not None and self._stop()

    def _pause(self, work: int = 1) -> None:
        if self._is_stopped(work):
            raise Stopped

    # -- the free game ---------------------------------------------------------------------------

    def _within(self, position: PartitionPosition, goal: Goal, moves: int) -> bool | None:
        base = self._base(position, goal, moves)
        if base is None:
            return None
        made, broken = base.since(position)
        mine = position.to_move == goal.side
        if not base.play.maker_wins(made, broken, moves, to_move=mine):
            return False
        if goal.kind == "win":
            return True
        # The other side may win the game before the corner is held.
        other = _other(goal.side)
        theirs = moves - 1 if mine else moves
        rival = self._base(position, Goal("win", other), theirs) if theirs else None
        if theirs == 0:
            return True
        if rival is None:
            return None
        taken, lost = rival.since(position)
        if not any(
            not one & lost and (one & ~taken).bit_count() <= theirs for one in rival.play.sets
        ):
            return True
        return self._race(position, goal, moves)

    def _race(self, position: PartitionPosition, goal: Goal, moves: int) -> bool | None:
        """Play on by one move where both sides might come first."""
        mine = position.to_move == goal.side
        unknown = False
        for move in position.legal_moves:
            found = self.can(position.play(move), goal, moves - 1 if mine else moves)
            if found is mine:
                return mine
            unknown = unknown or found is None
        return None if unknown else not mine

    def _base(self, position: PartitionPosition, goal: Goal, moves: int) -> _Base | None:
        """The sets of an earlier position this one grew from, or new ones; None: too many."""
        for base in reversed([base for (_, other), base in self._games.items() if other == goal]):
            if base.reaches(position, moves):
                return base
        found = self._sets(position, goal, moves)
        if found is None:
            return None
        base = _Base(position, goal, moves, MakerBreaker(found, self._pause))
        self._games[(len(self._games), goal)] = base
        return base

    def _sets(self, position: PartitionPosition, goal: Goal, moves: int) -> list[Points] | None:
        side = PLAYERS.index(goal.side)
        own, other = position.balls(PLAYERS[side]), position.balls(PLAYERS[1 - side])
        lost = set(np.flatnonzero(position.holders == 1 - side).tolist())
        kept = tuple(np.flatnonzero(position.holders == side).tolist())
        open_ = [c for c in range(len(CORNERS)) if c not in lost and c not in kept]
        wanted: list[Sequence[int]] = list(combinations(open_, TO_WIN - len(kept)))
        if goal.kind == "hold":
            wanted.append((CORNERS.index(goal.corner),))
        sets: list[Points] = []
        for corners in wanted:
            names = [CORNERS[corner] for corner in corners]
            found = sets_for(self.game.board, own, other, names, moves, lambda: self._pause(_SLICE))
            if found is None:
                return None
            sets += found
        return least(sets)

    # -- any number of moves ---------------------------------------------------------------------

    def _in_any_number(self, position: PartitionPosition, goal: Goal) -> bool | None:
        """Look for the goal, and for a forced win of the other side, deeper and deeper.

        Somebody wins every game: who cannot stop the other's win has none. A corner may be held
        before that, so of corners only a full search says no.
        """
        rival = Goal("win", _other(goal.side))
        empty = int((position.cells == 0).sum())
        for moves in range(1, min(DEEPEST, (empty + 1) // 2) + 1):
            found = self.can(position, goal, moves)
            if found or found is None:
                return found
            if goal.kind == "win":
                lost = self.can(position, rival, moves)
                if lost or lost is None:
                    return None if lost is None else False
        return self._plain.can(position, goal, None) if empty <= FEW else None


class _Base:
    """A position with its sets, of use for all positions that grow from it."""

    def __init__(
        self, position: PartitionPosition, goal: Goal, moves: int, play: MakerBreaker
    ) -> None:
        self.play = play
        self._goal = PLAYERS.index(goal.side) + 1
        self._cells = position.cells
        self._moves = moves

    def since(self, position: PartitionPosition) -> tuple[Points, Points]:
        """What Maker and Breaker have taken since."""
        new = (position.cells != self._cells) & (self._cells == 0)
        made = new & (position.cells == self._goal)
        return _points(made), _points(new & ~made)

    def reaches(self, position: PartitionPosition, moves: int) -> bool:
        """Whether `position` grew from this one and the sets are large enough for it."""
        if position.cells.shape != self._cells.shape:
            return False
        standing = self._cells != 0
        if not np.array_equal(position.cells[standing], self._cells[standing]):
            return False
        added = (position.cells != self._cells) & (position.cells == self._goal)
        return moves + int(added.sum()) <= self._moves


class _Stacking(PlainProver):
    """Plain search that leaves what needs more balls than there are moves."""

    def __init__(self, game: PartitionGame, stop: Stop) -> None:
        super().__init__(game, stop)
        self._price: dict[tuple[bytes, Goal], int] = {}

    def _expand(self, position: Position, goal: Goal, moves: int) -> bool:
        assert isinstance(position, PartitionPosition)
        if not self._may(position, goal, moves):
            return False
        return super()._expand(position, goal, moves)

    def _may(self, position: PartitionPosition, goal: Goal, moves: int) -> bool:
        """Whether the free game, without an opponent, would reach the goal in so many moves."""
        key = (position.cells.tobytes(), goal)
        known = self._price.get(key)
        if known is None:
            known = self._price[key] = _least_balls(position, goal)
        return known <= moves


def _least_balls(position: PartitionPosition, goal: Goal) -> int:
    """A lower bound of the balls `goal.side` needs: what the free game needs, any plan at all."""
    from model.connection import cost, win_cost

    board = position.game.board
    own, other = position.balls(goal.side), position.balls(_other(goal.side))
    win = win_cost(board, own, other, stacking=False)
    least_ = win.n if win is not None and win.exact else 1 if win is not None else 1 << 20
    if goal.kind == "hold":
        one = cost(board, own, other, goal.corner, stacking=False)
        if one is not None:
            least_ = min(least_, one.n if one.exact else 1)
    return least_


def _other(side: str) -> str:
    return PLAYERS[1 - PLAYERS.index(side)]


def _points(mask: npt.NDArray[np.bool_]) -> Points:
    return sum(1 << int(site) for site in np.flatnonzero(mask))


# -- the value of positions: an exact search of small pyramids -------------------------------------
# Somebody wins every full pyramid, so a position has a winner with best play. Two facts of the
# rules make the search short: balls never leave and a ball never helps the other side, so a point
# where the opponent would win at once must be taken now (or the game is lost), and two such points
# lose.


MOST_EMPTY = 60
"""Empty points beyond which no exact answer is in reach and none is tried."""


def solve(position: Position, *, limit: float) -> Solution | None:
    """Return the value of `position`, None when it is not decided within `limit` seconds."""
    assert isinstance(position, PartitionPosition)
    if position.outcome is not None:
        return Solution(position.outcome.winner, ())
    if position.legal_moves.count() > MOST_EMPTY or int((position.cells == 0).sum()) > MOST_EMPTY:
        return None
    search = _PartitionSolver(monotonic() + limit)
    try:
        wins = search.wins(position)
        side = position.side if wins else 1 - position.side
        return Solution(PLAYERS[side], tuple(search.line(position)))
    except OutOfTimeError:
        return None


class _PartitionSolver:
    """One search with its table of positions decided so far."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._wins: dict[bytes, bool] = {}

    def wins(self, position: PartitionPosition) -> bool:
        """Tell whether the side to move wins a position that is not over."""
        key = position.cells.tobytes()  # within one search the cells say whose turn it is
        known = self._wins.get(key)
        if known is None:
            if monotonic() > self._deadline:
                raise OutOfTimeError
            known = self._wins[key] = any(
                not (p.outcome is None and self.wins(p)) for p in self._tries(position)
            )
        return known

    def _tries(self, position: PartitionPosition) -> list[PartitionPosition]:
        """The positions after the moves worth trying: a win, else the one defence, else all."""
        after = [position.play(move) for move in position.legal_moves]
        for won in after:
            if won.outcome is not None:
                return [won]
        other = PartitionPosition(position.game, position.cells, 1 - position.side)
        threats = [
            index
            for index, move in enumerate(position.legal_moves)
            if other.play(move).outcome is not None
        ]
        if threats:
            return [after[threats[0]]]  # where there are two, this loses as all others do
        return after

    def line(self, position: PartitionPosition) -> list[Move]:
        """Return moves to the end: winning ones for the winner, defences first for the loser."""
        moves: list[Move] = []
        while position.outcome is None:
            tries = self._tries(position)
            good = [after for after in tries if not (after.outcome is None and self.wins(after))]
            after = (good or tries)[0]
            changed = int((after.cells != position.cells).argmax())
            moves.append(position.game.board.names[changed])
            position = after
        return moves
