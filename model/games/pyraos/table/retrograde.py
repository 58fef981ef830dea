"""A table of Pyraos while it is solved: its arrays in memory or on the disk, and the passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.table.state_index import (
    I32,
    I64,
    INDEX_VERSION,
    U8,
    StateIndex,
    free_places,
    masks_at,
    ones,
    open_places,
    packed,
    rank_of,
)
from model.kernels import Int, kernel
from model.tablebase import checkpoint
from model.tablebase.checkpoint import WorkingFile
from model.tablebase.configurations import place_of

# -- what a pass of the retrograde analysis works on, and how states find those before them --------
# Masks of one configuration are carried to the canonical one that a turn leads to, in all its
# images.


OPEN = 128
"""Added to the turns not yet refuted."""
CHUNK = 1 << 17
"""States of a configuration that are worked on at once."""


class CarryBoard(NamedTuple):
    """What a pass works on.

    Attributes
    ----------
    known, parts
        (states,) see above; `parts` is (1,) where nothing is ever taken back.
    fresh
        (2, c) int64 states of each configuration decided at the distance of the pass, by parity.
    left
        (c,) int64 states of each that are not decided.
    marks
        (2, 2, bytes) uint8 bits of *few* and *many*, by parity of the number of spheres.
    marked
        (2, c) int64 how many marks were set in each configuration.
    at, masks, others, squares, kept
        (CHUNK,) room for the states that are worked on.
    steps
        (3, 1024) int32 room for what a mask becomes, by parts of it.
    way
        (8,) int64 room: the configuration that masks are carried to, its first state, where its
        heads begin, which row of ranks, the width of a part; the symmetry that leads there and the
        one after it.
    """

    known: U8
    parts: U8
    fresh: I64
    left: I64
    marks: U8
    marked: I64
    at: I64
    masks: I32
    others: I32
    squares: I32
    kept: I32
    steps: I32
    way: I64


@kernel
def first_of_kind(g: StateIndex, c: Int, place: Int, source: Int) -> bool:
    """Whether no symmetry of configuration `c` leads to a lower place (and source).

    A configuration that lies on itself in several ways has all images of a state in the index.
    Turns that are images of each other are undone once, and the states before them told of it in
    all images (`next_image`), so that each hears of each of its turns once.
    """
    kept = g.kept_by[c]
    if kept == 1:
        return True
    for s in range(1, 8):
        if kept >> s & 1:
            one, two = g.turned[s, place], g.turned[s, source]
            if one < place or (one == place and two < source):
                return False
    return True


@kernel
def aim(g: StateIndex, b: CarryBoard, goal: Int) -> None:
    """Choose the configuration that states are carried to."""
    at = place_of(g.occupied, goal)
    c = g.number[at]
    n = g.filled[c]
    b.way[0], b.way[1], b.way[2] = c, g.base[c], g.head_at[n]
    b.way[3] = 1 if n > g.spheres else 0
    b.way[5], b.way[6] = g.turn[at], -1


@kernel
def next_image(
    g: StateIndex, b: CarryBoard, source: Int, goal: Int, place: Int, added: Int
) -> bool:
    """Get ready to carry masks of the places `source` to those of `goal`; False: no image is left.

    Parameters
    ----------
    source
        A canonical configuration.
    goal
        What `aim` was given; places of `source` that it lacks must not be set in masks.
    place, added
        What a turn is known by: its place, and where its sphere came from, which is set in every
        mask (the place again: nothing is).
    """
    c, turn = b.way[0], b.way[5]
    kept = g.kept_by[c]
    for s in range(b.way[6] + 1, 8):
        if not kept >> s & 1:
            continue
        one, two = g.turned[s, g.turned[turn, place]], g.turned[s, g.turned[turn, added]]
        seen = False
        for earlier in range(s):
            if kept >> earlier & 1:
                seen = seen or (
                    g.turned[earlier, g.turned[turn, place]] == one
                    and g.turned[earlier, g.turned[turn, added]] == two
                )
        if not seen:
            b.way[6] = s
            _carry(g, b, source, goal, added if added != place else -1)
            return True
    return False


@kernel
def _carry(g: StateIndex, b: CarryBoard, source: Int, goal: Int, added: Int) -> None:
    """Write what each part of a mask becomes."""
    first, then, within = g.turned[b.way[5]], g.turned[b.way[6]], g.canonical[b.way[0]]
    count = ones(source)
    width = (count + 2) // 3
    b.way[4] = width
    b.steps[0, 0] = b.steps[1, 0] = b.steps[2, 0] = 0
    if added >= 0:
        bit = np.int64(1) << then[first[added]]
        b.steps[0, 0] = np.int64(1) << ones(within & (bit - 1))
    rest = source
    for k in range(count):
        low = rest & -rest
        rest ^= low
        bit = np.int64(1) << then[first[ones(low - 1)]]
        value = np.int64(1) << ones(within & (bit - 1)) if goal & low else np.int64(0)
        part, half = k // width, 1 << (k % width)
        for y in range(half):
            b.steps[part, half + y] = b.steps[part, y] | value


# -- retrograde analysis of Pyraos, pass by pass over distances ------------------------------------
# A state is the side to move and the other. `known` holds a byte for each: below 128 the plies to
# the end (odd: the side to move wins, even: it loses), else 128 plus the turns that are not yet
# refuted. Only where a sphere goes is counted there; what is taken back after it is worked out
# once for all turns that lead to the same board. For the side that has just put a sphere on the
# board, and the board as it then is (its number is that of the state in which the other side
# moves):
#
# * *few* is won where ending the turn wins, or taking one sphere back and ending it does;
# * *many* is what is left of a turn that completed a square: taking one sphere back leads to *few*
#   of the smaller board, and where removal is optional the turn may end at once.
#
# So two spheres taken back are *many* and then *few*, and no board is looked at for every pair.
# `parts` holds both as counters of what is not refuted: *few* in the lower four bits, *many* in
# the upper ones; 0 where it is decided or never asked for. What gets decided in a pass is marked
# in bits of two layers, the one of a number of spheres and the next: taking back is the only way
# down.


@kernel
def _decide(g: StateIndex, b: CarryBoard, masks: I32, count: Int, distance: Int) -> None:
    """Tell the states that masks are carried to of a turn decided at `distance`."""
    c, base, head, row, width = b.way[0], b.way[1], b.way[2], b.way[3], b.way[4]
    if b.left[c] == 0:
        return
    known, steps, heads, ranks = b.known, b.steps, g.heads, g.ranks[row]
    low, cut, part, new = (1 << g.spheres) - 1, g.spheres, (1 << width) - 1, 0
    wins, value = distance & 1 == 0, np.uint8(distance + 1)
    for k in range(count):
        x = np.int64(masks[k])
        y = np.int64(steps[0, x & part] | steps[1, x >> width & part] | steps[2, x >> 2 * width])
        state = base + heads[head + (y >> cut)] + ranks[y & low]
        v = known[state]
        if v >= OPEN:
            if wins or v == OPEN + 1:
                known[state] = value
                new += 1
            else:
                known[state] = v - 1
    b.left[c] -= new
    b.fresh[(distance + 1) & 1, c] += new


@kernel
def _part(g: StateIndex, b: CarryBoard, masks: I32, count: Int, distance: Int, many: bool) -> None:
    """Tell *few* or *many* of the boards that masks are carried to of an option decided."""
    c, base, head, row, width = b.way[0], b.way[1], b.way[2], b.way[3], b.way[4]
    parts, steps, heads, ranks = b.parts, b.steps, g.heads, g.ranks[row]
    low, cut, part, new = (1 << g.spheres) - 1, g.spheres, (1 << width) - 1, 0
    n = g.filled[c]
    first = g.base[g.layers[n]]
    marks = b.marks[1 if many else 0, n & 1]
    wins = distance & 1 == 0
    shift = 4 if many else 0
    for k in range(count):
        x = np.int64(masks[k])
        y = np.int64(steps[0, x & part] | steps[1, x >> width & part] | steps[2, x >> 2 * width])
        state = base + heads[head + (y >> cut)] + ranks[y & low]
        v = np.int64(parts[state])
        nibble = v >> shift & 15
        if nibble:
            if wins or nibble == 1:
                parts[state] = v & ~(15 << shift)
                marks[(state - first) >> 3] |= np.uint8(1 << ((state - first) & 7))
                new += 1
            else:
                parts[state] = v - (1 << shift)
    b.marked[1 if many else 0, c] += new


@kernel
def _part_here(
    b: CarryBoard, c: Int, base: Int, first: Int, odd: Int, count: Int, distance: Int, many: bool
) -> None:
    """Tell *few* or *many* of the boards themselves that ending the turn is decided."""
    marks, shift, new = b.marks[1 if many else 0, odd], 4 if many else 0, 0
    wins = distance & 1 == 0
    for k in range(count):
        state = base + b.at[k]
        v = np.int64(b.parts[state])
        nibble = v >> shift & 15
        if nibble:
            if wins or nibble == 1:
                b.parts[state] = v & ~(15 << shift)
                marks[(state - first) >> 3] |= np.uint8(1 << ((state - first) & 7))
                new += 1
            else:
                b.parts[state] = v - (1 << shift)
    b.marked[1 if many else 0, c] += new


@kernel
def _find_squares(g: StateIndex, b: CarryBoard, within: Int, count: Int, rules: Int) -> None:
    """Write which spheres of the side that waits (`others`) lie in a square, or line, of theirs."""
    for k in range(count):
        b.squares[k] = 0
    kinds = 0 if rules == 0 else len(g.squares) + (len(g.lines) if rules == 2 else 0)
    for number in range(kinds):
        if number < len(g.squares):
            bits = g.squares[number]
        else:
            bits = g.lines[number - len(g.squares)]
        if bits & within != bits:
            continue
        shape = np.int32(packed(bits, within))
        for k in range(count):
            if b.others[k] & shape == shape:
                b.squares[k] |= shape


@kernel
def _undo_turns(
    g: StateIndex, b: CarryBoard, c: Int, within: Int, count: Int, distance: Int, in_square: bool
) -> None:
    """Tell the states before the turns that ended so of what they are worth.

    `others` are the spheres of the side that has just moved. Looked at are the turns whose sphere
    is in a square (`in_square`), or those whose sphere is in none.
    """
    free, places = free_places(g.up, within), open_places(g.down, within)
    rest = free
    while rest:
        bit = rest & -rest
        rest ^= bit
        k, place = ones(within & (bit - 1)), ones(bit - 1)
        one, many = np.int32(1 << k), 0
        for at in range(count):
            x = b.others[at]
            if x & one and (b.squares[at] & one != 0) == in_square:
                b.kept[many] = x ^ one
                many += 1
        if many == 0:
            continue
        goal = within ^ bit
        if first_of_kind(g, c, place, place):
            aim(g, b, goal)
            while next_image(g, b, within, goal, place, place):
                _decide(g, b, b.kept, many, distance)
        below = places & g.lower[place]
        while below:
            source = below & -below
            below ^= source
            origin = ones(source - 1)
            if first_of_kind(g, c, place, origin):
                aim(g, b, goal | source)
                while next_image(g, b, within, goal | source, place, origin):
                    _decide(g, b, b.kept, many, distance)


@kernel
def _lifted(g: StateIndex, within: Int, room: I64) -> Int:
    """Count the lifts of a sphere on each taken place, by its bit in masks; return these bits."""
    free, places, found, k = free_places(g.up, within), open_places(g.down, within), 0, 0
    rest = within
    while rest:
        low = rest & -rest
        rest ^= low
        source = ones(low - 1)
        goals = ones(places & g.higher[source] & ~g.up[source]) if free & low else 0
        room[k] = goals
        if goals:
            found |= 1 << k
        k += 1
    return found


@kernel
def _undo_passes(
    g: StateIndex, b: CarryBoard, c: Int, within: Int, count: Int, distance: Int, room: I64
) -> None:
    """Tell the states before a pass, which have the same board, of what it is worth."""
    lifting = _lifted(g, within, room)
    n, base = ones(within), g.base[c]
    wins, new = distance & 1 == 0, 0
    for k in range(count):
        x = np.int64(b.others[k])
        if x & lifting == 0 and ones(x) == g.spheres:
            state = base + rank_of(g, n, x)
            v = b.known[state]
            if v >= OPEN:
                if wins or v == OPEN + 1:
                    b.known[state] = np.uint8(distance + 1)
                    new += 1
                else:
                    b.known[state] = v - 1
    b.left[c] -= new
    b.fresh[(distance + 1) & 1, c] += new


@kernel
def set_up(
    g: StateIndex, b: CarryBoard, first: Int, last: Int, removes: bool, obliged: bool
) -> None:
    """Write the counters of the configurations from `first` up to `last`.

    Nobody is left to move in the full pyramid, so where one sphere is missing its owner-to-be has
    won at once.
    """
    room = np.zeros(64, np.int64)
    sums = np.zeros((3, 1024), np.int64)
    for c in range(first, last):
        within, n, base = g.canonical[c], np.int64(g.filled[c]), g.base[c]
        open_to, free = ones(open_places(g.down, within)), packed(free_places(g.up, within), within)
        _lifted(g, within, room)
        width = (n + 2) // 3
        sums[:, 0] = 0
        for k in range(n):
            part, half = k // width, 1 << (k % width)
            for y in range(half):
                sums[part, half + y] = sums[part, y] + room[k]
        all_free, cut = ones(free), (1 << width) - 1
        row, above, end = 1 if n > g.spheres else 0, 0, g.base[c + 1] - base
        at_top = n == len(g.down) - 1
        for rank in range(end):
            while rank >= g.runs[g.run_at[n] + above + 1]:
                above += 1
            x = np.int64(above << g.spheres) | np.int64(
                g.words[row, rank - g.heads[g.head_at[n] + above]]
            )
            own = ones(x)
            turns = sums[0, x & cut] + sums[1, x >> width & cut] + sums[2, x >> 2 * width]
            if own < g.spheres:
                turns += open_to
            b.known[base + rank] = OPEN + max(turns, 1)
            if at_top and own < g.spheres:
                b.known[base + rank] = 1
                b.left[c] -= 1
                b.fresh[1, c] += 1
            if removes:
                loose = all_free - ones(x & free)
                few = loose + 1 if n - own < g.spheres else 0
                # All fifteen are free on the full base alone; ending the turn there is not counted.
                many = loose if obliged else min(15, loose + 1)
                b.parts[base + rank] = few | many << 4
        b.left[c] += end


@kernel
def _gather(b: CarryBoard, base: Int, start: Int, end: Int, distance: Int, found: I64) -> None:
    """Write the next states of a distance, from rank `start`, into `at`."""
    known, count, rank = b.known, 0, start
    value = np.uint8(distance)
    while rank < end and count < CHUNK:
        if rank + 64 <= end and count + 64 <= CHUNK:
            seen = np.uint8(0)
            for k in range(64):
                seen |= np.uint8(known[base + rank + k] == value)
            if not seen:
                rank += 64
                continue
            for k in range(64):
                if known[base + rank + k] == value:
                    b.at[count] = rank + k
                    count += 1
            rank += 64
        else:
            if known[base + rank] == value:
                b.at[count] = rank
                count += 1
            rank += 1
    found[0], found[1] = count, rank


@kernel
def _gather_marks(
    b: CarryBoard, marks: U8, first: Int, base: Int, start: Int, end: Int, found: I64
) -> None:
    """Write the next marked boards, from rank `start`, into `at`."""
    count, rank = 0, start
    offset = base - first
    while rank < end and count < CHUNK:
        bit = offset + rank
        byte = marks[bit >> 3]
        if byte == 0:
            rank += 8 - (bit & 7)
            continue
        if byte >> (bit & 7) & 1:
            b.at[count] = rank
            count += 1
        rank += 1
    found[0], found[1] = count, min(rank, end)


@kernel
def _others(b: CarryBoard, n: Int, count: Int) -> None:
    full = (1 << n) - 1
    for k in range(count):
        b.others[k] = np.int32(full) ^ b.masks[k]


@kernel
def _add(
    g: StateIndex, b: CarryBoard, c: Int, within: Int, count: Int, distance: Int, many: bool
) -> None:
    """Tell the boards with one more sphere of the side that has just moved, which may go again."""
    places, kept = open_places(g.down, within), 0
    for k in range(count):
        if ones(np.int64(b.others[k])) < g.spheres:
            b.kept[kept] = b.masks[k]
            kept += 1
    if kept == 0 or ones(within) >= len(g.down) - 1:
        return
    while places:
        bit = places & -places
        places ^= bit
        place = ones(bit - 1)
        if first_of_kind(g, c, place, place):
            aim(g, b, within | bit)
            while next_image(g, b, within, within | bit, place, place):
                _part(g, b, b.kept, kept, distance, many)


@kernel
def spread(
    g: StateIndex, b: CarryBoard, first: Int, last: Int, distance: Int, rules: Int, obliged: bool
) -> None:
    """Tell what depends on the states decided at `distance`, of configurations first..last."""
    found, room = np.zeros(2, np.int64), np.zeros(64, np.int64)
    for c in range(first, last):
        if b.fresh[distance & 1, c] == 0:
            continue
        within, n, base = g.canonical[c], np.int64(g.filled[c]), g.base[c]
        end, layer = g.base[c + 1] - base, g.base[g.layers[n]]
        found[1] = 0
        while found[1] < end:
            _gather(b, base, found[1], end, distance, found)
            count = found[0]
            masks_at(g, n, b.at, count, b.masks)
            _others(b, n, count)
            _find_squares(g, b, within, count, rules)
            _undo_turns(g, b, c, within, count, distance, False)
            _undo_passes(g, b, c, within, count, distance, room)
            if rules:
                _part_here(b, c, base, layer, n & 1, count, distance, False)
                _add(g, b, c, within, count, distance, False)
                if not obliged:
                    _part_here(b, c, base, layer, n & 1, count, distance, True)


@kernel
def spread_parts(
    g: StateIndex, b: CarryBoard, first: Int, last: Int, distance: Int, rules: Int, many: bool
) -> None:
    """Tell what depends on the *few* or *many* that were decided, of configurations first..last."""
    found = np.zeros(2, np.int64)
    for c in range(first, last):
        if b.marked[1 if many else 0, c] == 0:
            continue
        within, n, base = g.canonical[c], np.int64(g.filled[c]), g.base[c]
        end, layer = g.base[c + 1] - base, g.base[g.layers[n]]
        marks = b.marks[1 if many else 0, n & 1]
        found[1] = 0
        while found[1] < end:
            _gather_marks(b, marks, layer, base, found[1], end, found)
            count = found[0]
            masks_at(g, n, b.at, count, b.masks)
            _others(b, n, count)
            if many:
                _find_squares(g, b, within, count, rules)
                _undo_turns(g, b, c, within, count, distance, True)
            else:
                _add(g, b, c, within, count, distance, True)
        b.marked[1 if many else 0, c] = 0


# -- a table of Pyraos while it is solved ----------------------------------------------------------


AT_ONCE = 1 << 22
"""States one call of a kernel works on, some tenths of a second: then a build can be stopped."""
BESIDE = 400_000_000
"""Bytes a build takes beside its arrays: compiled kernels, lists, marks."""

Control = Callable[[], None]


class PyraosAnalysis:
    """Retrograde analysis of one rule set, which can be stopped between any two distances.

    Attributes
    ----------
    ground, rules, obliged
        What is solved.
    board
        What the kernels work on.
    distance
        The distance whose pass comes next.
    decided
        How many states were decided at each distance.
    """

    def __init__(
        self, index: StateIndex, rules: int, obliged: bool, working: Path | None = None
    ) -> None:
        self.index, self.rules, self.obliged = index, rules, obliged
        self.distance, self.decided = 1, [0]
        self._working: list[WorkingFile] = []
        states, c, places = index.states, len(index.canonical), len(index.down)
        layers = np.diff(index.base[index.layers[: places + 1]])
        marks = int(layers.max()) // 8 + 2 if rules else 1
        self.board = CarryBoard(
            self._bytes(states, working, "known"),
            self._bytes(states if rules else 1, working if rules else None, "parts"),
            np.zeros((2, c), np.int64),
            np.zeros(c, np.int64),
            np.zeros((2, 2, marks), np.uint8),
            np.zeros((2, c), np.int64),
            np.zeros(CHUNK, np.int64),
            np.zeros(CHUNK, np.int32),
            np.zeros(CHUNK, np.int32),
            np.zeros(CHUNK, np.int32),
            np.zeros(CHUNK, np.int32),
            np.zeros((3, 1024), np.int32),
            np.zeros(8, np.int64),
        )

    def _bytes(self, count: int, working: Path | None, name: str) -> npt.NDArray[np.uint8]:
        """Return an array of memory, or of a file where `working` names one."""
        if working is None:
            return np.zeros(count, np.uint8)
        self._working.append(WorkingFile(working.with_name(f"{working.name}.{name}"), count))
        return self._working[-1].array

    @property
    def left(self) -> int:
        """How many states are not decided."""
        return int(self.board.left.sum())

    def begin(self, control: Control) -> Iterator[int]:
        """Count the turns of every state, and yield how many states are done."""
        for first, last in self._slices(np.diff(self.index.base)):
            set_up(self.index, self.board, first, last, self.rules > 0, self.obliged)
            control()
            yield int(self.index.base[last])

    def passes(self, control: Control) -> Iterator[int]:
        """Go through the distances and yield each once its states have been told of.

        It ends when two distances on end have no state: nothing can be decided any more.
        """
        g, b = self.index, self.board
        while b.fresh.any():
            here = b.fresh[self.distance & 1]
            self.decided.append(int(here.sum()))
            for n in range(len(g.down)):
                if here.any():
                    self._layer(n, control)
            here[:] = 0
            self.distance += 1
            if self.distance >= OPEN:
                raise OverflowError("a distance does not fit into seven bits")
            yield self.distance - 1

    def _layer(self, n: int, control: Control) -> None:
        """Tell what depends on the states with n spheres that the pass is about."""
        g, b, distance = self.index, self.board, self.distance
        first, last = int(g.layers[n]), int(g.layers[n + 1])
        if b.fresh[distance & 1, first:last].any() or b.marked[:, first:last].any():
            self.fetch(n - 1, n + 2)
        for low, high in self._slices(b.fresh[distance & 1, first:last], first):
            spread(g, b, low, high, distance, self.rules, self.obliged)
            control()
        if not self.rules:
            return
        for many in (False, True):
            for low, high in self._slices(b.marked[int(many), first:last], first):
                spread_parts(g, b, low, high, distance, self.rules, many)
                control()
            b.marks[int(many), n & 1] = 0

    def fetch(self, lowest: int, highest: int) -> None:
        """Have the states at hand that have from `lowest` up to `highest` spheres."""
        g = self.index
        low, high = g.layers[max(0, lowest)], g.layers[min(highest, len(g.down))]
        for file in self._working:
            file.fetch(int(g.base[low]), int(g.base[high]))

    def _slices(self, counts: npt.NDArray[np.int64], offset: int = 0) -> Iterator[tuple[int, int]]:
        """Yield first and last of runs of configurations with about `AT_ONCE` states each."""
        sums = np.cumsum(counts)
        first = 0
        while first < len(sums) and sums[-1] > (sums[first - 1] if first else 0):
            before = int(sums[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(sums, before + AT_ONCE)))
            yield offset + first, offset + min(last, len(sums))
            first = last

    def _about(self) -> dict[str, object]:
        places, rules = len(self.index.down), self.rules
        return {"index": INDEX_VERSION, "places": places, "rules": rules, "obliged": self.obliged}

    def _arrays(self) -> dict[str, npt.NDArray[np.int64] | npt.NDArray[np.uint8]]:
        b = self.board
        return {"known": b.known, "parts": b.parts, "fresh": b.fresh, "left": b.left}

    def keep(self, path: Path, control: Control) -> None:
        """Write a checkpoint; TableError where it cannot be written."""
        self.in_order()
        about = {**self._about(), "distance": self.distance, "decided": self.decided}
        checkpoint.keep(path, about, self._arrays(), control)

    def restore(self, path: Path, control: Control) -> bool:
        """Go on at a checkpoint; return whether there was one of use."""
        self.in_order()
        said = checkpoint.restore(path, self._about(), self._arrays(), control)
        if said is None:
            self.board.fresh[:] = self.board.left[:] = 0
            return False
        self.distance, self.decided = int(said["distance"]), [int(n) for n in said["decided"]]
        return True

    def in_order(self) -> None:
        """Say that all states are needed, one after the other."""
        for file in self._working:
            file.in_order()

    def codes(self, first: int, last: int) -> npt.NDArray[np.uint8]:
        """Return states as a table keeps them: plies to the end, 0 for a draw."""
        few = self.board.known[first:last]
        return np.where(few < OPEN, few, 0).astype(np.uint8)

    def close(self) -> None:
        """Remove the files that were worked on."""
        for file in self._working:
            file.remove()
