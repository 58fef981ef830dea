"""A table of Pyramid's endings while it is solved: one number of the few after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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
from model.games.pyramid.table.state_index import (
    I64,
    INDEX_VERSION,
    ROOM,
    U8,
    StateIndex,
    put_state,
    rank_of,
    state_by,
    state_of,
)
from model.kernels import Int, kernel
from model.tablebase import checkpoint

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
