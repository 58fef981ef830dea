"""Alpha-beta by iterative deepening: one ply deeper at a time, in slices of a kernel.

The kernel is `alpha_beta_search`, made for a game; the game says how its moves are written and what
values mean.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from time import perf_counter

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score
from model.kernels import Kernel
from model.search.alpha_beta import alpha_beta_search as ab

DEEPEST = 64
"""Plies that are looked ahead all through."""
SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
_FIRST_SLICE, _LEAST_SLICE = 500, 50
_WHOLE_TO = 2
"""Up to this depth each move at the root gets a value of its own."""
_NARROW_FROM, _WINDOW = 4, 40


@dataclass
class _RootMove:
    """What is known of a move at the root.

    Attributes
    ----------
    value
        The last value that is one, or the lowest bound since.
    over
        Whether the move ends the game.
    depth
        Plies that were left when it was looked at last; 0: it was not.
    visits
        Positions looked at after it.
    """

    number: int
    value: int = 0
    over: bool = False
    depth: int = 0
    visits: int = 0

    @property
    def proved(self) -> bool:
        return self.over or abs(self.value) >= ab.WON


@dataclass
class _DeepeningSearch:
    """An analysis under way."""

    position: Position
    rows: list[_RootMove]
    stop: Stop
    budget: Budget
    table: ab.TranspositionTable
    state: npt.NDArray[np.int64]
    line: tuple[int, ...] = ()
    depth: int = 0
    is_stopped: bool = False
    is_spent: bool = False

    @property
    def known(self) -> list[_RootMove]:
        return [row for row in self.rows if row.depth]


class AlphaBeta(ABC):
    """An engine that looks ahead; see `model.contract.search.Engine`.

    Attributes
    ----------
    scale
        How many points make the odds e to 1.
    null_moves
        Whether null moves are tried: not where it may be good to do nothing.
    quiescence
        Whether leaves are searched until they are quiet.
    margins
        (k,) for futility pruning; see `model.search.alpha_beta.alpha_beta_search.search`.
    repetition_ends
        Whether a position that stands for the third time ends the game.
    selective
        Whether the search is, by all these means and by searching late moves less deep; tests do
        without, for then the values are those of a plain minimax.
    kernel
        `model.search.alpha_beta.alpha_beta_search.search`, made for the game.
    """

    kernel: Kernel[..., None]
    scale: float
    null_moves = False
    quiescence = False
    margins = np.zeros(0, np.int64)
    repetition_ends = False
    _stack: object
    """The positions of the line of play, as the kernel takes them."""

    def __init__(self, game: Game, most: int, bits: int) -> None:
        self.game = game
        self.selective = True
        self._tree = ab.new_tree(most, bits)
        self._table: ab.TranspositionTable | None = None
        self._age = 0
        self._slice = _FIRST_SLICE

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        if position.outcome is not None or not position.legal_moves:
            return Analysis(position, {}, done=True)
        search = self._new(position, stop, budget)
        for _ in self._deeper(search):
            found = self._analysis(search)
            report(found)
        found = self._analysis(search)
        if found.done:
            report(found)
        return found

    # -- deeper and deeper ----------------------------------------------------------------------

    def _new(self, position: Position, stop: Stop, budget: Budget) -> _DeepeningSearch:
        numbers = self.begin(position)
        Random(f"{budget.seed} {position}").shuffle(numbers)
        tree = self._tree
        tree.history[...] = 0
        tree.frames[:, ab.KILLER : ab.OTHER_KILLER + 1] = -1
        state = np.zeros(ab.STATE, np.int64)
        state[ab.REDUCTIONS] = self.selective
        state[ab.NULL_MOVES] = self.selective and self.null_moves
        state[ab.QUIESCENCE] = self.selective and self.quiescence
        state[ab.REPETITION_ENDS] = self.repetition_ends
        state[ab.SIDE] = position.game.players.index(str(position.to_move))
        rows, table = [_RootMove(number) for number in numbers], self._table_for(budget, state)
        return _DeepeningSearch(position, rows, stop, budget, table, state)

    def _table_for(self, budget: Budget, state: npt.NDArray[np.int64]) -> ab.TranspositionTable:
        """Return the table kept between positions, or an empty one where the answer is promised."""
        if budget.nodes is not None or budget.depth is not None:
            return ab.empty_table(ab.MOST if budget.nodes is None else 4 * budget.nodes)
        if self._table is None:
            self._table = ab.empty_table(ab.MOST)
        self._age = (self._age + 1) & 0xFFFF
        state[ab.AGE] = self._age
        return self._table

    def _deeper(self, search: _DeepeningSearch) -> Iterator[None]:
        """Search one ply deeper at a time; yield after each depth that is done."""
        deepest = min(DEEPEST, search.budget.depth or DEEPEST)
        for depth in range(1, deepest + 1):
            if not self._iterate(search, depth):
                return
            search.depth = depth
            best = search.rows[0].value
            if best >= ab.WON:
                search.is_spent = self._shorten(search) or search.is_spent
                return
            if all(row.proved for row in search.rows):
                break
            yield
        search.is_spent = True

    def _iterate(self, search: _DeepeningSearch, depth: int) -> bool:
        """Search all moves so many plies deep; return whether that came to its end."""
        best, width = search.rows[0].value, _WINDOW
        low, high = -ab.INFINITE, ab.INFINITE
        if depth >= _NARROW_FROM and abs(best) < ab.WON:
            low, high = best - width, best + width
        while self._pass(search, depth, low, high):
            value = int(self._tree.frames[0, ab.BEST])
            if low < value < high:
                return True
            width *= 4
            if value <= low:
                low = -ab.INFINITE if abs(value) >= ab.WON or width > 1000 else value - width
            else:
                high = ab.INFINITE if abs(value) >= ab.WON or width > 1000 else value + width
        return False

    def _shorten(self, search: _DeepeningSearch) -> bool:
        """Look for quicker wins, nothing left out; return whether there is none."""
        search.state[ab.REDUCTIONS] = search.state[ab.NULL_MOVES] = False
        while True:
            plies = ab.MATE - search.rows[0].value
            if plies <= _WHOLE_TO or search.depth == 0:
                return True
            best = search.rows[0].value
            if not self._pass(search, plies - 2, best, ab.INFINITE):
                return False
            if int(self._tree.frames[0, ab.BEST]) <= best:
                return True

    def _pass(self, search: _DeepeningSearch, depth: int, low: int, high: int) -> bool:
        """Search with a window; return whether that came to its end, and note what was found."""
        tree, state, rows = self._tree, search.state, search.rows
        frame = tree.frames[0]
        frame[[ab.ALPHA, ab.START]], frame[ab.BETA] = low, high
        frame[ab.BEST], frame[ab.BEST_MOVE], frame[ab.LEFT] = -ab.INFINITE, -1, depth
        frame[ab.COUNT], frame[ab.DONE] = len(rows), 0
        tree.moves[0, : len(rows)] = [row.number for row in rows]
        tree.scores[0, : len(rows)] = 0
        tree.root[: len(rows)] = 0
        frame[ab.LENGTH] = 0
        state[ab.COUNTED] = state[ab.NODES]
        state[ab.MULTI_PV] = depth <= _WHOLE_TO and low == -ab.INFINITE
        state[ab.MODE], state[ab.RESULT], state[ab.LEVEL] = ab.NEXT, 0, 0
        while state[ab.MODE] != ab.FINISHED:
            search.is_stopped = search.stop()
            nodes = search.budget.nodes
            left = 1 << 40 if nodes is None else max(nodes - int(search.state[ab.NODES]), 0)
            search.is_spent = left == 0
            if search.is_stopped or search.is_spent:
                break
            self._run_slice(search, min(self._slice, left))
        self._note(search, depth)
        return bool(state[ab.MODE] == ab.FINISHED)

    def _run_slice(self, search: _DeepeningSearch, most: int) -> None:
        begun, before = perf_counter(), int(search.state[ab.NODES])
        table, state = search.table, search.state
        self.kernel(self._stack, self._tree, table, self.margins, state, most)
        looked = int(search.state[ab.NODES]) - before
        seconds = perf_counter() - begun
        if looked == most:
            fitting = int(looked * SLICE / max(seconds, 1e-6))
            self._slice = max(_LEAST_SLICE, min(fitting, 2 * self._slice))

    def _note(self, search: _DeepeningSearch, depth: int) -> None:
        """Take over what the root says, the best move first, then in the order there was."""
        tree, rows = self._tree, search.rows
        frame = tree.frames[0]
        for row, known in zip(rows, tree.root[: len(rows)], strict=True):
            value, bound, over = (
                int(known[k]) for k in (ab.ROOT_VALUE, ab.ROOT_BOUND, ab.ROOT_OVER)
            )
            row.visits += int(known[ab.ROOT_NODES])
            if bound == 0:
                continue
            sure = bound == ab.EXACT or (value >= ab.WON and bound == ab.LOWER)
            sure = sure or (value <= -ab.WON and bound == ab.UPPER)
            if row.proved and not (sure and abs(value) >= ab.WON):
                continue
            if sure or row.depth == 0 or bound == ab.LOWER:
                row.value = value
            else:
                row.value = min(row.value, value)
            row.over, row.depth = row.over or bool(over), depth
        if state_whole := bool(search.state[ab.MULTI_PV]):
            rows.sort(key=lambda row: (row.depth == 0, -row.value))
        best = int(frame[ab.BEST_MOVE])
        if best >= 0 and int(frame[ab.BEST]) > int(frame[ab.START]):
            first = next(row for row in rows if row.number == best)
            if not state_whole or first.value >= rows[0].value:
                rows.remove(first)
                rows.insert(0, first)
            search.line = tuple(tree.lines[0, : int(frame[ab.LENGTH])].tolist())

    # -- what is told ---------------------------------------------------------------------------

    def _analysis(self, search: _DeepeningSearch) -> Analysis:
        position, rows = search.position, search.known
        if not rows:
            first = self.write(search.rows[0].number, position)
            share = Score((DRAW, DRAW))
            return Analysis(position, {first: share}, (first,), False, int(search.state[ab.NODES]))
        best = rows[0]
        others = sorted(rows[1:], key=lambda row: -row.value)
        side = self.game.players.index(position.to_move or "")
        scores = {
            self.write(row.number, position): self._score(row, min(row.value, best.value), side)
            for row in (best, *others)
        }
        numbers = search.line if search.line[:1] == (best.number,) else (best.number,)
        line = tuple(self.write_line(numbers, position))
        nodes = int(search.state[ab.NODES])
        return Analysis(position, scores, line, search.is_spent, nodes, search.depth)

    def _score(self, row: _RootMove, value: int, side: int) -> Score:
        if row.proved:
            value = row.value
        share: float
        distance: int | None
        if value >= ab.WON:
            share, distance = WIN, ab.MATE - value
        elif value <= -ab.WON:
            share, distance = LOSS, ab.MATE + value
        else:
            share = 1 / (1 + exp(-value / self.scale))
            distance = 1 if row.over else None
        both = (share, 1 - share) if side == 0 else (1 - share, share)
        return Score(both, distance, row.visits, proved=row.proved)

    # -- what a game says -----------------------------------------------------------------------

    @abstractmethod
    def begin(self, position: Position) -> list[int]:
        """Put a position at the bottom of the stack; return the numbers of its moves."""

    @abstractmethod
    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move that is legal in `position`."""

    def write_line(self, numbers: tuple[int, ...], position: Position) -> Iterator[Move]:
        """Write moves one after another, the first of them legal in `position`."""
        for number in numbers:
            move = self.write(number, position)
            yield move
            position = position.play(move)
