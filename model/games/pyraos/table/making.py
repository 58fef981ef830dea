"""Tables of Pyraos: what they take, building them, opening and verifying them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic, process_time

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move
from model.contract.tables import BuildPhase, BuildPlan, Needs, TableError, TableFigures, Tally
from model.games.pyraos.kernels import MAX_MOVES, SPHERES, list_moves, moved
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.table.retrograde import BESIDE, PyraosAnalysis
from model.games.pyraos.table.state_index import (
    I32,
    I64,
    INDEX_VERSION,
    U8,
    StateIndex,
    ones,
    rank_of,
    sides_of,
    state_index,
    state_of,
    states_of,
)
from model.games.pyraos.turns import rules_number
from model.kernels import Int, kernel
from model.phrases import refused
from model.tablebase.building import (
    Control,
    GameTables,
    first_moves,
    free_memory,
    size,
    writing,
    wrong_state,
)
from model.tablebase.table_file import Codes, OpenTable

# -- a table of Pyraos that is open: what positions and moves are worth ----------------------------


TABLED = (
    {"rules": "children"},
    {"rules": "standard", "removal": "optional"},
    {"rules": "alternate", "removal": "optional"},
    {"rules": "standard", "removal": "obliged"},
    {"rules": "alternate", "removal": "obliged"},
)
"""The options of the games that have tables, as they are listed: children never take back."""


def table_options(game: PyraosGame) -> dict[str, str]:
    """Return the options that make a difference: children never take back."""
    options = {"rules": game.rules, "removal": game.removal}
    if game.rules == "children":
        del options["removal"]
    return options


class PyraosTable(OpenTable[PyraosPosition]):
    """See `model.contract.tables.Table`."""

    position_class, game, title = PyraosPosition, "pyraos", "Pyraos"
    index_version, tabled = INDEX_VERSION, TABLED
    misnamed = "is a table of other rules: rename it to {}, or build it again"
    other_game = "these are other rules"

    count_states = staticmethod(lambda options: state_index().states)

    def is_of(self, game: Game) -> bool:
        """Tell whether the rules of a game are those of the table."""
        return isinstance(game, PyraosGame) and table_options(game) == self.header.options

    def numbers(self, positions: Sequence[PyraosPosition]) -> npt.NDArray[np.int64]:
        """Return the numbers of the states that positions are."""
        own = np.array([one.own for one in positions], np.int64)
        other = np.array([one.other for one in positions], np.int64)
        found = np.empty(len(own), np.int64)
        states_of(state_index(), own, other, found)
        return found


# -- what a whole table of Pyraos says, counted: values by spheres, zugzwangs, leaders who lose ----


@kernel
def _side(code: Int) -> Int:
    """Return 1 for a win, -1 for a loss, 0 for a draw."""
    if code == 0:
        return 0
    return 1 if code & 1 else -1


@kernel
def tally(
    g: StateIndex,
    known: U8,
    first: Int,
    last: Int,
    by_spheres: I64,
    by_distance: I64,
    leaders: I64,
    longest: I64,
) -> None:
    """Count the states of the configurations from `first` up to `last`.

    Parameters
    ----------
    by_spheres
        (places, 5) wins, losses, draws, zugzwangs, zugzwangs whoever moves.
    by_distance
        (places, 128) states of each distance, draws at 0.
    leaders
        (spheres + 1, 3) by the lead in reserve, states that the leader wins, loses, draws.
    longest
        (places,) the number of the first state of each number of spheres with the longest win.
    """
    for c in range(first, last):
        within, n, base = g.canonical[c], np.int64(g.filled[c]), g.base[c]
        row, part, count = 1 if n > g.spheres else 0, 0, g.base[c + 1] - base
        full = (np.int64(1) << ones(within)) - 1
        best = -1 if longest[n] < 0 else np.int64(known[longest[n]])
        for rank in range(count):
            while rank >= g.runs[g.run_at[n] + part + 1]:
                part += 1
            mask = np.int64(part << g.spheres) | np.int64(
                g.words[row, rank - g.heads[g.head_at[n] + part]]
            )
            code = np.int64(known[base + rank])
            value, passed = _side(code), -_side(known[base + rank_of(g, n, full ^ mask)])
            by_spheres[n, 0 if value > 0 else 1 if value < 0 else 2] += 1
            if passed > value:
                by_spheres[n, 3] += 1
                if value < 0 and passed > 0:
                    by_spheres[n, 4] += 1
            by_distance[n, code] += 1
            if code & 1 and code > best:
                best = code
                longest[n] = base + rank
            own = ones(mask)
            lead = n - own - own
            if lead:
                won = value if lead > 0 else -value
                leaders[abs(lead), 0 if won > 0 else 1 if won < 0 else 2] += 1


# -- states of a table judged once more by the rules: the one-move equation ------------------------


@kernel
def equation(
    g: StateIndex,
    known: U8,
    state: Int,
    rules: Int,
    obliged: bool,
    room: I64,
    mask: I32,
    sides: I64,
    moves: I64,
) -> Int:
    """Return what the turns of a state make of it, by the ordinary move generator.

    Returns
    -------
    int
        Plies to the end; 0 for a draw. `known` is read as a table keeps states, or as
        while it is solved: from 128 on they are draws.
    """
    sides_of(g, state, room, mask, sides)
    own, other = np.uint64(sides[0]), np.uint64(sides[1])
    count = list_moves(own, other, rules, obliged, moves)
    best_win, worst_loss, drawn = np.int64(255), np.int64(0), False
    for k in range(count):
        after = np.int64(moved(own, moves[k]))
        if after >> (len(g.down) - 1) & 1:
            return 1
        value = np.int64(known[state_of(g, np.int64(other), after)])
        if value == 0 or value >= 128:
            drawn = True
        elif value & 1:
            if value >= worst_loss:
                worst_loss = value + 1
        elif value + 1 < best_win:
            best_win = value + 1
    if best_win < 255:
        return best_win
    return 0 if drawn else worst_loss


@kernel
def first_wrong(g: StateIndex, known: U8, states: I64, rules: Int, obliged: bool) -> Int:
    """Return the first of some states that does not satisfy the equation, -1 for none."""
    room, mask, sides = np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(2, np.int64)
    moves = np.zeros(MAX_MOVES, np.int64)
    for k in range(len(states)):
        value = np.int64(known[states[k]])
        wanted = equation(g, known, states[k], rules, obliged, room, mask, sides, moves)
        if wanted != (value if value < 128 else 0):
            return np.int64(states[k])
    return np.int64(-1)


# -- the figures of a table of Pyraos --------------------------------------------------------------


AT_ONCE = 200
"""Configurations that are counted by one call."""


def _longest(distances: npt.NDArray[np.int64]) -> int:
    """The longest way to the end, 0 where there is none."""
    there = np.flatnonzero(distances[1:])
    return int(there[-1]) + 1 if len(there) else 0


def position_of(game: PyraosGame, state: int) -> PyraosPosition:
    """Return a state as a position with White to move."""
    room, mask, sides = np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(2, np.int64)
    sides_of(state_index(), state, room, mask, sides)
    return PyraosPosition(game, int(sides[0]), int(sides[1]), 0)


# -- tables of Pyraos ------------------------------------------------------------------------------


CHECKED = 200_000
"""States that the check at the end tries by the rules."""
KEEPING = 12.0
"""Seconds a checkpoint may take; one that takes longer is written so much less often."""
LEAST = 1_500_000_000
"""Bytes of memory below which not even the smaller mode is worth while: layers would be read anew
from the disk for every turn."""
_SECONDS = {"children": 180.0, "standard": 420.0, "alternate": 600.0}
"""What builds took, written and checked, on one core of 2024; docs/pyraos-solved.md."""
_TABLE = 1_300_000_000
"""Bytes the largest table takes on the disk, and some more."""


class PyraosTables(GameTables[PyraosGame, PyraosTable]):
    """See `model.contract.tables.TableMaker`."""

    game_class, title, index, tabled = PyraosGame, "Pyraos", INDEX_VERSION, TABLED
    open = PyraosTable

    def options(self, game: PyraosGame) -> dict[str, str]:
        """Return the options that make a difference."""
        return table_options(game)

    def needs(self, game: Game, plan: BuildPlan | None = None) -> Needs:
        """Return what a build would take."""
        game, plan = self.ours(game), plan or BuildPlan(Path())
        arrays = state_index().states * (1 if game.rules == "children" else 2)
        small = self._is_small(game, plan)
        disk = _TABLE + 2 * arrays + (arrays if small else 0)
        memory = min(arrays + BESIDE, plan.memory or LEAST) if small else arrays + BESIDE
        return Needs(memory, disk, _SECONDS[game.rules] * (4 if small else 1))

    def _is_small(self, game: PyraosGame, plan: BuildPlan) -> bool:
        """Whether arrays lie on the disk: memory, or what is allowed of it, does not hold them."""
        arrays = state_index().states * (1 if game.rules == "children" else 2)
        memory = plan.memory if plan.memory is not None else free_memory()
        return memory is not None and memory < arrays + BESIDE

    def check_plan(self, game: PyraosGame, plan: BuildPlan) -> None:
        """Raise TableError where a table cannot be built so."""
        if plan.memory is not None and plan.memory < LEAST:
            raise TableError(
                f"{size(plan.memory)} of memory is too little: the smaller mode takes {size(LEAST)}"
            )

    def work(
        self, game: PyraosGame, plan: BuildPlan, kept: Path, control: Control
    ) -> Iterator[BuildPhase]:
        """Solve, check and write."""
        working = plan.path.with_suffix(".working") if self._is_small(game, plan) else None
        worked = process_time()
        try:
            solving = PyraosAnalysis(state_index(), rules_number(game.rules), game.obliged, working)
        except MemoryError as error:
            raise TableError("there is too little memory for this build") from error
        except OSError as error:
            raise TableError(f"{working} cannot be written: {refused(error)}") from error
        try:
            yield from _solve(solving, kept, plan.every, control)
            yield BuildPhase("checking", 0, CHECKED, None, "states by the rules")
            check_states(
                solving.board.known,
                solving.rules,
                solving.obliged,
                CHECKED,
                plan.path,
                fetch=solving.fetch,
            )
            solving.in_order()
            counts = list(solving.decided)
            figures = {
                "decided": counts,
                "wins": sum(counts[1::2]),
                "losses": sum(counts[2::2]),
                "draws": solving.left,
                "root": int(solving.codes(0, 1)[0]),
            }
            header = self.header(game, plan, solving.index.states, worked, figures)
            yield from writing(plan.path, header, solving.codes, control)
        finally:
            solving.close()

    def count(self, table: PyraosTable, game: PyraosGame) -> Iterator[BuildPhase | TableFigures]:
        """Count all states; the stages come first, the figures last."""
        known, g = table.all_codes(), state_index()
        places, many = len(g.down), len(g.canonical)
        by_spheres = np.zeros((places, 5), np.int64)
        by_distance = np.zeros((places, 128), np.int64)
        leaders, longest = np.zeros((SPHERES + 1, 3), np.int64), np.full(places, -1, np.int64)
        for first in range(0, many, AT_ONCE):
            last = min(first + AT_ONCE, many)
            tally(g, known, first, last, by_spheres, by_distance, leaders, longest)
            yield BuildPhase("counting", last, many, None, "configurations")
        start = game.start()

        def state_after(move: Move) -> int:
            return int(table.numbers([start.play(move)])[0])

        best = [int(known[state]) if state >= 0 else 0 for state in longest.tolist()]
        yield TableFigures(
            table.header,
            tuple(
                Tally(str(n), tuple(row), _longest(by_distance[n]))
                for n, row in enumerate(by_spheres.tolist())
            ),
            tuple(
                Tally(str(lead), tuple(row), 0) for lead, row in enumerate(leaders.tolist()) if lead
            ),
            tuple(by_distance.sum(axis=0).tolist()),
            first_moves(table.probe_moves(start), state_after),
            tuple(
                (str(position_of(game, state)), distance)
                for state, distance in zip(longest.tolist(), best, strict=True)
                if distance == max(best)
            ),
        )

    def check(self, game: PyraosGame, states: Codes, path: Path) -> None:
        """Try many states by the rules."""
        check_states(states, rules_number(game.rules), game.obliged, CHECKED, path)


def check_states(
    known: np.ndarray[tuple[int], np.dtype[np.uint8]],
    rules: int,
    obliged: bool,
    count: int,
    path: Path,
    seed: int = 1,
    fetch: Callable[[int, int], None] | None = None,
) -> None:
    """Try random states by the one-move equation and the ordinary moves; TableError.

    They are tried by number of spheres: a turn takes one away or adds one, or lifts one and takes
    two away, and `fetch` is told (from, up to) what that needs of `known`.
    """
    g = state_index()
    states = np.sort(np.random.default_rng(seed).integers(0, g.states, count))
    layers = np.searchsorted(states, g.base[g.layers[: len(g.down) + 1]])
    for n, few in enumerate(np.split(states, layers[1:-1])):
        if fetch is not None:
            fetch(n - 2, n + 2)
        wrong = int(first_wrong(g, known, few, rules, obliged))
        if wrong >= 0:
            raise wrong_state(path, wrong)


def _solve(
    solving: PyraosAnalysis, kept: Path, every: float, control: Callable[[], None]
) -> Iterator[BuildPhase]:
    """Find what every state is worth."""
    states = solving.index.states
    if kept.exists():
        yield BuildPhase("reading", 0, 1, None, "what was built before")
    if not solving.restore(kept, control):
        for done in solving.begin(control):
            yield BuildPhase("counting", done, states, None, "the turns of every state")
    begun, last, before, keeping = monotonic(), monotonic(), states - solving.left, 0.0
    for distance in solving.passes(control):
        done = states - solving.left
        now = monotonic()
        # The last states take the most passes: the time is that of so many states and a quarter.
        left = (now - begun) / max(1, done - before) * solving.left * 1.25 if solving.left else 0.0
        yield BuildPhase(
            "solving",
            done,
            states,
            left,
            f"distance {distance}, {states - solving.left:,} states decided",
        )
        if now - last > every * max(1.0, keeping / KEEPING):
            solving.keep(kept, control)
            last = monotonic()
            keeping = last - now
