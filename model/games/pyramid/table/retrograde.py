"""The table of Pyramid's endings: four stones against a few, up to symmetry, solved few by few.

With fewer than four stones on both sides the game is drawn, so an ending that goes on has a side
with four at least. A state is four stones of one side, at most so many of the other, and which of
them is to move; colours do not matter. The four are turned to the least of their eight images, and
the few along with them. Where several symmetries lead there, all images of the few are states.

States lie by number of the few; of each number those come first in which the four are to move. Of
either they lie by the four and then by the few: each as combinations in the order of their numbers,
the few counted on the fields that the four leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import square_maps
from model.games.pyramid.board_arrays import fields_of, hashes_of, numbers_of
from model.games.pyramid.kernels import (
    BANNED,
    COLOUR,
    FACTS,
    HEIGHT,
    MAX_MOVES,
    NO_LIMIT,
    PLIES,
    TAKEN_ROOM,
    Boards,
    Facts,
    Hashes,
    Numbers,
    list_moves,
    mark_run,
    play,
    settled,
    survey,
)
from model.games.pyramid.position import PyramidGame
from model.kernels import Int, kernel
from model.tablebase import checkpoint

# -- what the table is counted over ----------------------------------------------------------------


INDEX_VERSION = 1
"""Goes up whenever states come to lie in another order."""
SIDE = 7
"""Fields along an edge of the board."""
FOUR = 4
"""Stones of the side that can win by victory fields."""
FEW = 2
"""Stones of the other side, at most."""

Wide = npt.NDArray[np.int64]
Narrow = npt.NDArray[np.int32]


class StateIndex(NamedTuple):
    """The index of the states, as kernels take it.

    Attributes
    ----------
    choose
        (fields, 5) binomial coefficients.
    turned
        (8, fields) where each field comes to lie.
    number, turn, images
        (combinations of four,) the number of the canonical four they are turned to, by which
        symmetry, and by which symmetries they could be, as bits.
    fours
        (c, 4) the fields of each canonical four, ascending.
    few, few_at
        (n, most) the combinations of the few on the fields left over, those of fewer stones first;
        where those of each number begin.
    base
        (2 * most + 3,) the first state for each number of the few and side to move.
    """

    choose: Wide
    turned: Wide
    number: Narrow
    turn: Narrow
    images: Narrow
    fours: Wide
    few: Wide
    few_at: Wide
    base: Wide

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self.base[-1])

    @property
    def most(self) -> int:
        """How many the few may be."""
        return int(self.few.shape[1])


@lru_cache(maxsize=2)
def state_index(side: int = SIDE, most: int = FEW) -> StateIndex:
    """Return the index of the endings on a board of a side, with so many of the few at most.

    Smaller boards than that of the table are small enough to be compared with plain search.
    """
    fields = side * side
    choose = np.array([[comb(n, k) for k in range(FOUR + 1)] for n in range(fields)], np.int64)
    places = np.array([(file, rank) for rank in range(side) for file in range(side)], np.int32)
    turned = square_maps(places, side - 1)
    fours = _combinations(fields, FOUR)
    least = np.full(len(fours), len(fours), np.int64)
    turn, images = np.zeros(len(fours), np.int32), np.zeros(len(fours), np.int32)
    for symmetry, image in enumerate(turned):
        rank = _ranks(np.sort(image[fours], axis=1), choose)
        turn[rank < least] = symmetry
        images[rank < least] = 0
        images[rank <= least] |= 1 << symmetry
        least = np.minimum(rank, least)
    canonical, number = np.unique(least, return_inverse=True)
    few = [_combinations(fields - FOUR, count) for count in range(most + 1)]
    padded = [np.pad(rows, ((0, 0), (0, most - rows.shape[1]))) for rows in few]
    sizes = np.repeat([len(rows) for rows in few], 2) * len(canonical)
    return StateIndex(
        choose,
        turned,
        number.astype(np.int32),
        turn,
        images,
        fours[canonical],
        np.concatenate(padded),
        np.cumsum([0, *(len(rows) for rows in few)]).astype(np.int64),
        np.cumsum([0, *sizes]).astype(np.int64),
    )


def _combinations(count: int, chosen: int) -> Wide:
    """Return all combinations, each ascending, in the order of their ranks."""
    rows = np.array(list(combinations(range(count), chosen)), np.int64)
    rows = rows.reshape(comb(count, chosen), chosen)
    return rows[np.lexsort(rows.T)] if chosen else rows


def _ranks(rows: Wide, choose: Wide) -> Wide:
    """Return where ascending combinations stand: the combinatorial number system."""
    found: Wide = choose[rows, np.arange(1, rows.shape[1] + 1)].sum(axis=1)
    return found


# -- states of Pyramid's endings and their numbers: boards to numbers and back; see `StateIndex` ---
# On these boards the side with four stones is colour 1, whatever colour it has in a game.


I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]

COUNT = 8
"""The place in the room for fields of the few that holds how many there are."""
ROOM = 16
"""Places in that room: fields as they lie, their number, and fields as they are turned."""


@kernel
def rank_of(g: StateIndex, cells: Boards, level: int, room: I64) -> Int:
    """Return where the four of a board stand among all; `room` gets the fields of the few."""
    rank, four, few = np.int64(0), 0, 0
    for site in range(cells.shape[1]):
        stone = cells[level, site]
        if stone == 1:
            four += 1
            rank += g.choose[site, four]
        elif stone == 2:
            room[few] = site
            few += 1
    room[COUNT] = few
    return rank


@kernel
def state_by(g: StateIndex, rank: Int, symmetry: Int, room: I64, few_move: Int) -> Int:
    """Return the number of a state, turned by one of the symmetries its four allow.

    `few_move` is 1 where the few are to move, else 0; `room` holds their fields.
    """
    c, few = np.int64(g.number[rank]), room[COUNT]
    fours = g.fours[c]
    place = np.int64(0)
    for k in range(few):
        site = g.turned[symmetry, room[k]]
        below = np.int64(0)
        for four in fours:
            below += np.int64(four < site)
        site -= below
        at = COUNT + 1 + k
        while at > COUNT + 1 and room[at - 1] > site:
            room[at] = room[at - 1]
            at -= 1
        room[at] = site
    for k in range(few):
        place += g.choose[room[COUNT + 1 + k], k + 1]
    count = g.few_at[few + 1] - g.few_at[few]
    state: Int = g.base[2 * few + few_move] + c * count + place
    return state


@kernel
def state_of(g: StateIndex, cells: Boards, level: int, few_move: Int, room: I64) -> Int:
    """Return the number of the state that lies on a level."""
    rank = rank_of(g, cells, level, room)
    return state_by(g, rank, g.turn[rank], room, few_move)


@kernel
def put_state(g: StateIndex, state: Int, cells: Boards, level: int) -> Int:
    """Lay a state on a level; return 1 where the few are to move, else 0."""
    part = 0
    while g.base[part + 1] <= state:
        part += 1
    few = part // 2
    count = g.few_at[few + 1] - g.few_at[few]
    inside = state - g.base[part]
    c, place = inside // count, inside % count
    for site in range(cells.shape[1]):
        cells[level, site] = 0
    fours = g.fours[c]
    for k in range(few):
        site = g.few[g.few_at[few] + place, k]
        for four in fours:
            if four <= site:
                site += 1
        cells[level, site] = 2
    for four in fours:
        cells[level, four] = 1
    return part & 1


@kernel
def states_of(g: StateIndex, cells: Boards, few_move: U8, room: I64, found: I64) -> None:
    """Write the numbers of many states, a board a row."""
    for k in range(len(found)):
        found[k] = state_of(g, cells, k, few_move[k], room)


# -- retrograde analysis of Pyramid's endings ------------------------------------------------------
# A move after which as many stones stand as before is *quiet*. States are solved by number of the
# few: a move that takes stones leads to states that are solved, or to a draw, and is followed
# forwards when a state is set up. Quiet moves are followed backwards. A code is the plies to the
# end, odd where the side to move wins; from `OPEN` on a state is not decided, and what is above
# that are quiet moves which may not lose yet. That number may come out too low, where a symmetry
# leaves the four as they are, never too high: at 0 the moves are tried.


OPEN = 200
"""From here on a state is not decided."""
OVER = 254
"""The game is over: the side to move has lost."""
SAFE = 255
"""Not decided, and no loss: a move that takes stones leads to a draw or a win."""
_QUIET = OVER - 1 - OPEN
"""Quiet moves that are counted at most: of a state with more they are tried earlier."""
_DRAWN = -1
_FORTH, _BACK = 0, 2
"""The level of a state whose moves are tried, the next being what they make of it; the level on
which moves are taken back."""
LEVELS = 3


class RetrogradeArrays(NamedTuple):
    """What the analysis works on.

    Attributes
    ----------
    codes
        (states,) see above.
    cells, facts, moves
        `LEVELS` rows each.
    taken
        Room for the stones that leave.
    room, back
        Room for the fields of the few, forwards and backwards.
    fields, numbers, hashes
        The board and the rules; see `model.games.pyramid.kernels`.
    """

    codes: U8
    cells: Boards
    facts: Facts
    moves: Numbers
    taken: Numbers
    room: I64
    back: I64
    fields: Numbers
    numbers: Numbers
    hashes: Hashes


# -- forwards --------------------------------------------------------------------------------------


@kernel
def _lay(g: StateIndex, b: RetrogradeArrays, state: Int) -> Int:
    """Lay a state on the level whose moves are tried; return how many there are, 0: it is over."""
    few_move = put_state(g, state, b.cells, _FORTH)
    b.facts[_FORTH, COLOUR] = 1 + few_move
    if _ended(b, _FORTH):
        return 0
    return int(list_moves(b.cells, b.facts, _FORTH, b.fields, b.numbers, b.moves))


@kernel
def _ended(b: RetrogradeArrays, level: int) -> int:
    """Return the colour that has won on a level, 3 for a draw, 0 where play goes on."""
    survey(b.cells, b.facts, level, b.fields, b.hashes)
    return int(settled(b.facts, level, b.numbers))


@kernel
def _holds_osiris(b: RetrogradeArrays, level: int) -> bool:
    """Whether stones are enclosed already: set up by hand, for no move leaves any."""
    cells, fields = b.cells, b.fields
    for site in range(cells.shape[1]):
        if cells[level, site] and (
            mark_run(cells, level, site, 0, fields, b.taken, 0)
            or mark_run(cells, level, site, 1, fields, b.taken, 0)
        ):
            return True
    return False


@kernel
def _leaving(b: RetrogradeArrays, move: Int, whole: bool) -> int:
    """Play a move into the next level; return how many stones leave.

    `whole` judges every line, not only those that the move touches.
    """
    for site in range(b.cells.shape[1]):
        b.cells[_FORTH + 1, site] = b.cells[_FORTH, site]
    b.facts[_FORTH + 1, COLOUR] = b.facts[_FORTH, COLOUR]
    left = play(b.cells, b.facts, _FORTH + 1, move, whole, b.fields, b.numbers, b.taken)
    return int(left)


@kernel
def _worth(g: StateIndex, b: RetrogradeArrays) -> Int:
    """Return the plies to the end after the move that was played, or _DRAWN."""
    few_move = b.facts[_FORTH + 1, COLOUR] - 1
    code = np.int64(b.codes[state_of(g, b.cells, _FORTH + 1, few_move, b.room)])
    if code == OVER:
        return 0
    return code if code < OPEN else _DRAWN


@kernel
def set_up(g: StateIndex, b: RetrogradeArrays, first: Int, last: Int) -> None:
    """Write what states begin with; those of fewer stones are decided."""
    for state in range(first, last):
        b.codes[state] = _first_code(g, b, _lay(g, b, state))


@kernel
def _first_code(g: StateIndex, b: RetrogradeArrays, count: Int) -> Int:
    best, worst, quiet, safe = np.int64(OPEN), np.int64(0), 0, False
    whole = _holds_osiris(b, _FORTH)
    for k in range(count):
        if _leaving(b, b.moves[_FORTH, k], whole) == 0:
            quiet += 1
            continue
        worth = np.int64(_DRAWN if _ended(b, _FORTH + 1) == 3 else _worth(g, b))
        if worth == _DRAWN:
            safe = True
        elif worth & 1:
            worst = max(worst, worth)
        else:
            best = min(best, worth + 1)
    if count == 0:
        return np.int64(OVER)
    if best < OPEN:
        return best
    if safe:
        return np.int64(SAFE)
    return np.int64(OPEN + min(quiet, _QUIET)) if quiet else worst + 1


@kernel
def _lost_in(g: StateIndex, b: RetrogradeArrays, state: Int, distance: Int) -> Int:
    """Return the plies in which a state is lost, 0 where it is not known to be.

    Every quiet move has to lead to a state that is decided at `distance` or before.
    """
    count, worst = _lay(g, b, state), np.int64(0)
    whole = _holds_osiris(b, _FORTH)
    for k in range(count):
        quiet = _leaving(b, b.moves[_FORTH, k], whole) == 0
        worth = np.int64(_DRAWN if not quiet and _ended(b, _FORTH + 1) == 3 else _worth(g, b))
        if worth == _DRAWN or worth & 1 == 0 or (quiet and worth > distance):
            return np.int64(0)
        worst = max(worst, worth)
    return worst + 1


# -- backwards -------------------------------------------------------------------------------------


@kernel
def spread(g: StateIndex, b: RetrogradeArrays, first: Int, last: Int, distance: Int) -> Int:
    """Tell the states a quiet move before those decided at `distance`; return how many these are.

    `first` and `last` bound the states that are looked at.
    """
    code, found = OVER if distance == 0 else distance, 0
    for state in range(first, last):
        if b.codes[state] == code:
            found += 1
            _take_back(g, b, put_state(g, state, b.cells, _BACK), distance)
    return found


@kernel
def next_distance(b: RetrogradeArrays, first: Int, last: Int, distance: Int) -> int:
    """Return the least distance above `distance` at which a state is decided, OPEN for none."""
    least = OPEN
    for state in range(first, last):
        code = int(b.codes[state])
        if distance < code < least:
            least = code
            if least == distance + 1:
                break
    return least


@kernel
def _take_back(g: StateIndex, b: RetrogradeArrays, few_move: Int, distance: Int) -> None:
    """Tell what every quiet move may have come from that led to the board."""
    cells, fields = b.cells, b.fields
    mover = 2 - few_move  # the colour that has moved
    if _holds_osiris(b, _BACK):
        return
    for target in range(cells.shape[1]):
        if cells[_BACK, target] != mover:
            continue
        for direction in range(4):
            source = fields[target, 3 - direction]
            if source < 0 or cells[_BACK, source]:
                continue
            rise = fields[target, HEIGHT] - fields[source, HEIGHT]
            ahead = fields[target, direction]
            is_pushed = rise == 0 and ahead >= 0 and cells[_BACK, ahead]
            if is_pushed and fields[ahead, HEIGHT] <= fields[target, HEIGHT]:
                _take_back_push(g, b, source, target, ahead, 1 - few_move, distance)
            cells[_BACK, target] = 0
            if rise == 1:
                _decide_before(g, b, source, mover, 1 - few_move, distance)
            at = target
            while source >= 0 and cells[_BACK, source] == 0:
                if fields[source, HEIGHT] < fields[at, HEIGHT]:
                    break
                _decide_before(g, b, source, mover, 1 - few_move, distance)
                at, source = source, fields[source, 3 - direction]
            cells[_BACK, target] = mover


@kernel
def _take_back_push(
    g: StateIndex,
    b: RetrogradeArrays,
    source: Int,
    target: Int,
    ahead: Int,
    few_move: Int,
    distance: Int,
) -> None:
    cells, mover, pushed = b.cells, 1 + few_move, b.cells[_BACK, ahead]
    cells[_BACK, ahead], cells[_BACK, target] = 0, pushed
    _decide_before(g, b, source, mover, few_move, distance)
    cells[_BACK, ahead], cells[_BACK, target] = pushed, mover


@kernel
def _decide_before(
    g: StateIndex, b: RetrogradeArrays, source: Int, mover: Int, few_move: Int, distance: Int
) -> None:
    """Tell the state in which the stone that moved stands on `source`, in all its images."""
    b.cells[_BACK, source] = mover
    rank = rank_of(g, b.cells, _BACK, b.back)
    b.cells[_BACK, source] = 0
    images = g.images[rank]
    for symmetry in range(8):
        if not images >> symmetry & 1:
            continue
        state = state_by(g, rank, symmetry, b.back, few_move)
        code = np.int64(b.codes[state])
        if distance & 1 == 0:
            longer = code < OPEN and code & 1 and code > distance + 1
            if longer or (code >= OPEN and code != OVER):
                b.codes[state] = distance + 1
        elif OPEN <= code < OVER:
            code = max(code - 1, np.int64(OPEN))
            b.codes[state] = code
            if code == OPEN:
                plies = _lost_in(g, b, state, distance)
                if plies:
                    b.codes[state] = plies


# -- a table of Pyramid's endings while it is solved -----------------------------------------------


AT_ONCE = 1 << 18
"""States one call of a kernel works on, some tenths of a second: then a build can be stopped."""
_WHERE = ("few", "distance", "at", "decided")

Codes = npt.NDArray[np.uint8]


class PyramidAnalysis:
    """Retrograde analysis of the endings, which can be stopped partway.

    Attributes
    ----------
    few
        The number of the few whose states are being solved; one more than there may be at the end.
    distance
        The distance that is told of, -1 while the states are set up.
    at
        The state that comes next.
    decided
        How many states have been told of.
    """

    def __init__(self, game: PyramidGame, index: StateIndex) -> None:
        self.index, fields = index, len(game.board)
        self.few, self.distance, self.at, self.decided = 0, -1, 0, 0
        facts = np.zeros((LEVELS, FACTS), np.int64)
        facts[:, PLIES], facts[:, BANNED] = NO_LIMIT, -1
        self._ground = RetrogradeArrays(
            np.zeros(self.index.states, np.uint8),
            np.zeros((LEVELS, fields), np.int8),
            facts,
            np.zeros((LEVELS, MAX_MOVES), np.int32),
            np.zeros(TAKEN_ROOM * fields, np.int32),
            np.zeros(ROOM, np.int64),
            np.zeros(ROOM, np.int64),
            fields_of(game),
            numbers_of(game),
            hashes_of(fields),
        )

    def go_on(self, control: Callable[[], None]) -> Iterator[tuple[int, int]]:
        """Work on, and yield what the last step was about: the number of the few, the distance."""
        g, b = self.index, self._ground
        while self.few <= self.index.most:
            last = int(g.base[2 * self.few + 2])
            while self.at < last:
                control()
                end = min(self.at + AT_ONCE, last)
                if self.distance < 0:
                    set_up(g, b, self.at, end)
                else:
                    self.decided += int(spread(g, b, self.at, end, self.distance))
                self.at = end
                yield self.few, self.distance
            self._next_step()

    def _next_step(self) -> None:
        """Turn to the next distance that has states, or to states with one more of the few."""
        first, last = self.index.base[[2 * self.few, 2 * self.few + 2]].tolist()
        if self.distance < 0:
            self.distance, self.at = 0, first
            return
        self.distance = int(next_distance(self._ground, first, last, self.distance))
        if self.distance == OPEN - 1:
            raise OverflowError("a distance does not fit below OPEN")
        self.at = first
        if self.distance == OPEN:
            self.few, self.distance, self.at = self.few + 1, -1, last

    def codes(self, first: int, last: int) -> Codes:
        """Return states as a table keeps them: plies to the end, 0 for a draw, `OVER`."""
        few = self._ground.codes[first:last]
        return np.where((few < OPEN) | (few == OVER), few, 0).astype(np.uint8)

    def keep(self, path: Path, control: Callable[[], None]) -> None:
        """Write a checkpoint."""
        where = {name: vars(self)[name] for name in _WHERE}
        checkpoint.keep(path, {**self._about, **where}, {"codes": self._ground.codes}, control)

    def restore(self, path: Path, control: Callable[[], None]) -> bool:
        """Go on at a checkpoint; False where there is none of use."""
        said = checkpoint.restore(path, self._about, {"codes": self._ground.codes}, control)
        if said is None:
            return False
        vars(self).update({name: int(said[name]) for name in _WHERE})
        return True

    @property
    def _about(self) -> dict[str, object]:
        return {"game": "pyramid", "index": INDEX_VERSION, "states": self.index.states}
