"""Tables of Partition: what they are counted over, building them, opening and verifying them.

A *configuration* is the set of points that are taken; when stacking, only those in which no ball
floats. Up to the eight symmetries of the square there are few of them. A state is one of these with
the mask of the side to move in it: bit j of the mask is the j-th taken point. Of k balls the side
to move has k // 2, since both sides place in turn and one of them began. The states of a
configuration lie in the order of their masks as numbers, and the configurations by number of balls.
The full pyramid, which is always over, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import square_maps
from model.boards.lattice import pyramid
from model.contract.game import Game, Move
from model.contract.tables import BuildPhase, BuildPlan, Needs, TableFigures, Tally
from model.games.partition.full_boards import BoardTables, Words, board_tables, floods, wins
from model.games.partition.position import PLAYERS, PartitionGame, PartitionPosition
from model.kernels import Int, kernel
from model.tablebase import checkpoint
from model.tablebase.building import Control, GameTables, first_moves, writing, wrong_state
from model.tablebase.configurations import (
    Narrow,
    Wide,
    canonical,
    configuration_of,
    configurations,
    count_ones,
    place_of,
    write_sides,
)
from model.tablebase.table_file import OpenTable

# -- what a table is counted over: configurations, symmetry, and the order of states ---------------


INDEX_VERSION = 1
"""Goes up whenever states come to lie in another order."""
HALF = 15
"""Bits of the lower half of a mask: of 30 points each half has a table of its own."""


class StateIndex(NamedTuple):
    """A board and the index of its states, as kernels take them.

    Attributes
    ----------
    down
        (points,) bits: what a ball must rest on.
    turned
        (8, points) where each point comes to lie.
    occupied, number, turn
        (all configurations,) their bits, ascending; the number of the canonical one they are
        turned to, and by which symmetry.
    canonical, filled, alike
        (c,) the bits of each canonical configuration, by number of balls; that number; how many
        configurations are turned to it.
    base
        (c + 1,) the number of the first state of each.
    layers
        (points + 1,) the first configuration with so many balls.
    low, high
        (2**15,), (points // 2 + 1, 2**15) what the lower half of a mask adds to its place among
        masks of as many ones, and the upper half, by the number of ones in the whole.
    """

    down: Wide
    turned: Wide
    occupied: Wide
    number: Narrow
    turn: Narrow
    canonical: Wide
    filled: Narrow
    alike: Narrow
    base: Wide
    layers: Narrow
    low: Narrow
    high: Narrow

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self.base[-1])


@lru_cache(maxsize=3)
def state_index(size: int, stacking: bool) -> StateIndex:
    """Return the index of a pyramid of up to four balls an edge; free ones of up to three."""
    board = pyramid(size)
    points = len(board)
    down = np.zeros(points, np.int64)
    if stacking:
        down[:] = [sum(1 << s for s in four if s >= 0) for four in board.supports.tolist()]
    turned = square_maps(board.xyz, size - 1 - board.xyz[:, 2])
    occupied = configurations(down)[:-1]
    number, turn, kept, filled, alike = canonical(occupied, turned)
    sizes = np.array([comb(k, k // 2) for k in filled.tolist()], np.int64)
    low, high = _ranks(points)
    return StateIndex(
        down,
        turned,
        occupied,
        number,
        turn,
        kept,
        filled.astype(np.int32),
        alike,
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.searchsorted(filled, np.arange(points + 1)).astype(np.int32),
        low,
        high,
    )


def _ranks(points: int) -> tuple[Narrow, Narrow]:
    """What the halves of a mask add to its place: the combinatorial number system."""
    low = np.zeros(1 << HALF, np.int32)
    high = np.zeros((points // 2 + 1, 1 << HALF), np.int32)
    words = np.arange(1 << HALF)
    ones = count_ones(words)
    below = np.zeros_like(words)  # ones of a word seen so far
    for bit in range(HALF):
        there = words >> bit & 1 == 1
        below[there] += 1
        low[there] += np.array([comb(bit, n) for n in range(HALF + 1)])[below[there]]
        for whole, row in enumerate(high):
            rank = np.clip(whole - ones + below, 0, points)
            row[there] += np.array([comb(bit + HALF, n) for n in range(points + 1)])[rank[there]]
    return low, high


# -- states of Partition and their numbers: ranks of masks and back; see `StateIndex` --------------


I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]


@kernel
def rank_of(g: StateIndex, many: Int, mask: Int) -> Int:
    """Return where a mask with so many ones stands among those of its configuration."""
    low, high = mask & ((1 << HALF) - 1), mask >> HALF
    return np.int64(g.low[low]) + np.int64(g.high[many, high])


@kernel
def mask_at(points: Int, many: Int, rank: Int) -> Int:
    """Return the mask with so many ones at a rank."""
    mask = np.int64(0)
    count = np.int64(1)  # ways to have `many` ones among `bit` bits
    bit: Int = many
    while bit < points and count * (bit + 1) // (bit + 1 - many) <= rank:
        count = count * (bit + 1) // (bit + 1 - many)
        bit += 1
    while many:
        # `count` is the binomial of (bit, many), 0 below `many`.
        if count <= rank:
            mask |= np.int64(1) << bit
            rank -= count
            count = count * many // bit if bit else np.int64(0)  # of (bit - 1, many - 1)
            many -= 1
        else:
            count = count * (bit - many) // bit if bit else np.int64(0)  # of (bit - 1, many)
        bit -= 1
    return mask


@kernel
def state_of(g: StateIndex, own: Int, other: Int) -> Int:
    """Return the number of a state by the points of the side to move and of the other."""
    at = place_of(g.occupied, own | other)
    c = np.int64(g.number[at])
    image = g.turned[g.turn[at]]
    moved, many = np.int64(0), 0
    for point in range(len(image)):
        if own >> point & 1:
            moved |= np.int64(1) << image[point]
            many += 1
    packed, bit, within = np.int64(0), 0, g.canonical[c]
    while within:
        least = within & -within
        if moved & least:
            packed |= np.int64(1) << bit
        within ^= least
        bit += 1
    first: Int = g.base[c]
    return first + rank_of(g, many, packed)


@kernel
def states_of(g: StateIndex, own: I64, other: I64, found: I64) -> None:
    """Write the numbers of many states."""
    for k in range(len(own)):
        found[k] = state_of(g, own[k], other[k])


@kernel
def sides_at(g: StateIndex, state: Int, sides: I64) -> None:
    """Write the points of the side to move and of the other in a state."""
    c = configuration_of(g.base, state)
    points = np.int64(g.filled[c])
    mask = mask_at(points, points // 2, state - g.base[c])
    write_sides(g.canonical[c], mask, sides)


# -- what states are worth, out of those with one ball more: one layer of a table after the other --


PART = 10
"""Bits of a mask that one look into a list turns: three looks turn a mask of up to 30."""
_OVER = 0
"""What stands for a game that is over."""
_WORST = 255


@kernel
def fill(lists: I64, goals: I64, many: Int) -> None:
    """Write for each part of a mask the bits at `goals` that its ones stand for."""
    for part in range(lists.shape[0]):
        lists[part, 0] = 0
        for word in range(1, 1 << PART):
            bit = 0
            while not word >> bit & 1:
                bit += 1
            at = part * PART + bit
            goal = np.int64(1) << goals[at] if at < many else np.int64(0)
            lists[part, word] = lists[part, word & (word - 1)] | goal


@kernel
def turned_mask(lists: I64, mask: Int) -> Int:
    """Return the bits that a mask stands for."""
    low, middle = mask & ((1 << PART) - 1), mask >> PART & ((1 << PART) - 1)
    turned: Int = lists[0, low] | lists[1, middle] | lists[2, mask >> (2 * PART)]
    return turned


@kernel
def solve_states(
    g: StateIndex,
    tables: BoardTables,
    floods: Words,
    codes: U8,
    first: Int,
    last: Int,
    lists: I64,
    room: I64,
    balls: Words,
) -> None:
    """Write what the states from `first` up to `last` are worth; of one more ball all are known.

    Parameters
    ----------
    codes
        (states,) plies to the end: odd where the side to move wins; `_OVER` where a side has won.
    lists, room, balls
        (points + 1, 3, 1024), (3, points + 1) and (1,) to write on.
    """
    c: Int = configuration_of(g.base, first)
    while c < len(g.canonical) and g.base[c] < last:
        start, end = max(first, g.base[c]), min(last, g.base[c + 1])
        points = np.int64(g.filled[c])
        plies = _list_moves(g, c, lists, room)
        full, mover = (np.int64(1) << points) - 1, points // 2
        mask = mask_at(points, mover, start - g.base[c])
        for state in range(start, end):
            other = full ^ mask
            codes[state] = _OVER
            balls[0] = np.uint64(turned_mask(lists[0], other))
            if not wins(tables, floods, balls):
                balls[0] = np.uint64(turned_mask(lists[0], mask))
                if not wins(tables, floods, balls):
                    codes[state] = _best(g, codes, lists, room, plies, points - mover, other)
            # The next larger number with as many ones (Gosper).
            if mask:
                least = mask & -mask
                ripple = mask + least
                mask = ripple | ((mask ^ ripple) >> 2) // least
        c += 1


@kernel
def _list_moves(g: StateIndex, c: Int, lists: I64, room: I64) -> Int:
    """List where a ball may go, and how masks lie after it; return how many moves there are.

    `room` gets the taken points, where they come to lie, and for each move the first of the states
    it leads to, -1 for the full pyramid.
    """
    within, many, at = g.canonical[c], 0, 0
    for point in range(len(g.down)):
        if within >> point & 1:
            room[0, many] = point
            many += 1
    fill(lists[0], room[0], many)
    for point in range(len(g.down)):
        if within >> point & 1 or within & g.down[point] != g.down[point]:
            continue
        room[2, at] = -1
        if many + 1 < len(g.down):
            after = place_of(g.occupied, within | np.int64(1) << point)
            number = np.int64(g.number[after])
            image, goal = g.turned[g.turn[after]], g.canonical[number]
            for k in range(many):
                below = goal & ((np.int64(1) << image[room[0, k]]) - 1)
                place = 0
                while below:
                    below &= below - 1
                    place += 1
                room[1, k] = place
            room[2, at] = g.base[number]
            fill(lists[at + 1], room[1], many)
        at += 1
    return at


@kernel
def _best(
    g: StateIndex, codes: U8, lists: I64, room: I64, plies: Int, many: Int, other: Int
) -> Int:
    """Return the plies to the end where it is not over; the winner is quick, the loser slow."""
    quickest, slowest = _WORST, 0
    for at in range(plies):
        base = room[2, at]
        if base < 0:
            return 1  # the last ball wins: somebody wins the full pyramid
        code = int(codes[base + rank_of(g, many, turned_mask(lists[at + 1], other))])
        if code == _OVER:
            return 1
        if code & 1:
            slowest = max(slowest, code + 1)
        else:
            quickest = min(quickest, code + 1)
    return quickest if quickest < _WORST else slowest


# -- what a table takes, and building it -----------------------------------------------------------


AT_ONCE = 1 << 22
"""States one call of a kernel works on, about a second: then a build can be stopped."""

Codes = npt.NDArray[np.uint8]


class PartitionAnalysis:
    """What the states of a game are worth, the last layers first; it can be stopped partway.

    Attributes
    ----------
    game, index
        What is solved.
    codes
        (states,) uint8 plies to the end, odd where the side to move wins; 0 where a side has won.
    left
        The states below this number are to be done.
    """

    def __init__(self, game: PartitionGame) -> None:
        self.game = game
        self.index: StateIndex = state_index(game.size, game.stacking)
        self.codes: Codes = np.zeros(self.index.states, np.uint8)
        self.left = self.index.states

    def go_on(self, control: Control) -> Iterator[int]:
        """Work out state after state, and yield how many balls those have that are done."""
        g, points = self.index, len(self.index.down)
        lists = np.zeros((points + 1, 3, 1 << PART), np.int64)
        room, balls = np.zeros((3, points + 1), np.int64), np.zeros(1, np.uint64)
        tables, flood = board_tables(self.game.size), floods(self.game.size)
        starts = g.base[g.layers]
        while self.left:
            control()
            layer = int(np.searchsorted(starts, self.left)) - 1
            first = max(int(starts[layer]), self.left - AT_ONCE)
            solve_states(g, tables, flood, self.codes, first, self.left, lists, room, balls)
            self.left = first
            yield layer

    def keep(self, path: Path, control: Control) -> None:
        """Write a checkpoint."""
        checkpoint.keep(path, {**self._about, "left": self.left}, {"codes": self.codes}, control)

    def restore(self, path: Path, control: Control) -> bool:
        """Go on at a checkpoint; False where there is none of use."""
        said = checkpoint.restore(path, self._about, {"codes": self.codes}, control)
        if said is None:
            return False
        self.left = int(said["left"])
        return True

    @property
    def _about(self) -> dict[str, Any]:
        return {
            "game": "partition",
            "size": self.game.size,
            "rules": self.game.rules,
            "index": INDEX_VERSION,
            "states": self.index.states,
        }


_TABLED = (("2", "free"), ("2", "stacking"), ("3", "free"), ("3", "stacking"), ("4", "stacking"))
TABLED = tuple({"size": size, "rules": rules} for size, rules in _TABLED)
"""The options of the games that have tables, as they are listed."""


def index_of(options: Mapping[str, str]) -> StateIndex:
    """Return the index of a game with these options."""
    return state_index(int(options["size"]), options["rules"] == "stacking")


class PartitionTable(OpenTable[PartitionPosition]):
    """See `model.contract.tables.Table`.

    It has the positions in which both sides have as many balls, or the side that has just moved one
    more.
    """

    position_class, game, title = PartitionPosition, "partition", "Pyramid Partition"
    index_version, tabled = INDEX_VERSION, TABLED

    count_states = staticmethod(lambda options: index_of(options).states)

    def has(self, position: PartitionPosition) -> bool:
        """Tell whether both sides have as many balls, or the other one more."""
        own, other = sides_of(position)
        return own.bit_count() == (own | other).bit_count() // 2

    def numbers(self, positions: Sequence[PartitionPosition]) -> I64:
        """Return the numbers of the states that positions are."""
        sides = np.array([sides_of(one) for one in positions], np.int64).reshape(-1, 2)
        states = np.empty(len(sides), np.int64)
        states_of(index_of(self.header.options), sides[:, 0].copy(), sides[:, 1].copy(), states)
        return states


def sides_of(position: PartitionPosition) -> tuple[int, int]:
    """Return the points of the side to move and of the other as bits."""
    own, other = (
        sum(1 << site for site in np.flatnonzero(position.balls(PLAYERS[side])).tolist())
        for side in (position.side, 1 - position.side)
    )
    return own, other


def position_of(game: PartitionGame, state: int) -> PartitionPosition:
    """Return a state as a position with Red to move."""
    sides = np.zeros(2, np.int64)
    sides_at(state_index(game.size, game.stacking), state, sides)
    points = np.arange(len(game.board))
    cells = (sides[0] >> points & 1) + 2 * (sides[1] >> points & 1)
    return PartitionPosition(game, cells.astype(np.int8), 0)


# -- the figures of a table of Partition -----------------------------------------------------------


def _zugzwangs(known: Codes, base: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    """How many states of a layer are lost whoever moves: masks and their complements mirror."""
    found = 0
    for first, last in zip(base[:-1].tolist(), base[1:].tolist(), strict=True):
        lost = (known[first:last] & 1 == 0) & (known[first:last] > 0)
        found += int((lost & lost[::-1]).sum())
    return found


# -- tables of Partition ---------------------------------------------------------------------------


CHECKED = 2_000
"""States that the check at the end tries by the rules."""
BESIDE = 300_000_000
"""Bytes a build takes beside its states: compiled kernels, the index."""
_SPEED = 2_500_000.0
"""States a second that are solved, written and read back on one core; docs/partition-solved.md."""
_READY = 15.0
"""Seconds that kernels take to be compiled."""


class PartitionTables(GameTables[PartitionGame, PartitionTable]):
    """See `model.contract.tables.TableMaker`."""

    game_class, title, index, tabled = PartitionGame, "Pyramid Partition", INDEX_VERSION, TABLED
    open = PartitionTable

    def options(self, game: PartitionGame) -> dict[str, str]:
        """Return the options of a game as a header has them."""
        return {"size": str(game.size), "rules": game.rules}

    def needs(self, game: Game, plan: BuildPlan | None = None) -> Needs:
        """Return what a build would take: a table, and a checkpoint while the next is written."""
        game = self.ours(game)
        states = state_index(game.size, game.stacking).states
        return Needs(states + BESIDE, 3 * states + 1_000_000, _READY + states / _SPEED)

    def work(
        self, game: PartitionGame, plan: BuildPlan, kept: Path, control: Control
    ) -> Iterator[BuildPhase]:
        """Solve, check and write."""
        begun_at = process_time()
        solving = PartitionAnalysis(game)
        states = solving.index.states
        if kept.exists():
            yield BuildPhase("reading", 0, 1, None, "what was built before")
            if not solving.restore(kept, control):
                solving = PartitionAnalysis(game)
        begun = last = monotonic()
        before = solving.left
        for balls in solving.go_on(control):
            now, left = monotonic(), solving.left
            seconds = (now - begun) / (before - left) * left
            yield BuildPhase(
                "solving", states - left, states, seconds, f"positions of {balls} balls"
            )
            if now - last > plan.every and left:
                solving.keep(kept, control)
                last = monotonic()
        yield BuildPhase("checking", 0, CHECKED, None, "states by the rules")
        check_states(solving.codes, game, CHECKED, plan.path)
        counts = np.bincount(solving.codes)
        figures = {
            "decided": counts.tolist(),
            "wins": int(counts[1::2].sum()),
            "losses": int(counts[2::2].sum()),
            "over": int(counts[0]),
            "root": int(solving.codes[0]),
        }
        header = self.header(game, plan, states, begun_at, figures)
        yield from writing(plan.path, header, lambda a, b: solving.codes[a:b], control)

    def count(
        self, table: PartitionTable, game: PartitionGame
    ) -> Iterator[BuildPhase | TableFigures]:
        """Count the states that are not over; the stages come first, the figures last.

        Zugzwangs are counted where both sides have as many balls: else a pass leads out of the
        table.
        """
        known, g = table.all_codes(), state_index(game.size, game.stacking)
        points = len(g.down)
        by_balls, by_distance, longest = [], np.zeros(128, np.int64), []
        for balls in range(points):
            first, last = int(g.layers[balls]), int(g.layers[balls + 1])
            codes = known[g.base[first] : g.base[last]]
            counts = np.bincount(codes, minlength=128)
            counts[0] = 0
            zugzwangs = 0 if balls % 2 else _zugzwangs(known, g.base[first : last + 1])
            most = int(np.flatnonzero(counts)[-1]) if counts.any() else 0
            won, lost = int(counts[1::2].sum()), int(counts[2::2].sum())
            by_balls.append(Tally(str(balls), (won, lost, 0, zugzwangs, zugzwangs), most))
            by_distance += counts
            wins = np.flatnonzero(counts[1::2])
            if wins.size:
                plies = 2 * int(wins[-1]) + 1
                longest.append((int(g.base[first]) + int(np.argmax(codes == plies)), plies))
            yield BuildPhase("counting", balls + 1, points, None, "positions by balls")
        best = max(plies for _, plies in longest)

        def state_after(move: Move) -> int:
            bits = 1 << game.board.names.index(move)
            return int(g.number[np.searchsorted(g.occupied, bits)])

        yield TableFigures(
            table.header,
            tuple(by_balls),
            (),
            tuple(by_distance.tolist()),
            first_moves(table.probe_moves(game.start()), state_after),
            tuple(
                (str(position_of(game, state)), plies) for state, plies in longest if plies == best
            ),
            "balls",
        )

    def check(self, game: PartitionGame, states: Codes, path: Path) -> None:
        """Try some states by the rules."""
        check_states(states, game, CHECKED, path)


def check_states(known: Codes, game: PartitionGame, count: int, path: Path, seed: int = 1) -> None:
    """Try random states by the one-move equation and the ordinary moves of the game; TableError."""
    g = state_index(game.size, game.stacking)
    for state in np.random.default_rng(seed).integers(0, g.states, count).tolist():
        position = position_of(game, state)
        found = int(known[state])
        if position.outcome is not None:
            wanted = 0
        else:
            after = []
            for move in position.legal_moves:
                one = position.play(move)
                own, other = sides_of(one)
                after.append(0 if one.outcome is not None else int(known[state_of(g, own, other)]))
            won = [code for code in after if code % 2 == 0]
            wanted = 1 + (min(won) if won else max(after))
        if found != wanted:
            raise wrong_state(path, state)
