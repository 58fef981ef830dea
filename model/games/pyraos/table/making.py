"""Tables of Pyraos: what they take, building them, opening and verifying them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, process_time

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, GameKind
from model.contract.tables import (
    BuildPhase,
    BuildPlan,
    FirstMove,
    Header,
    Needs,
    Table,
    TableError,
    TableFigures,
    Tally,
)
from model.games.pyraos.places import SPHERES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.table.lookup import (
    TABLED,
    PyraosTable,
    check_header,
    table_name,
    table_options,
)
from model.games.pyraos.table.retrograde import BESIDE, PyraosAnalysis
from model.games.pyraos.table.state_index import INDEX_VERSION, state_index
from model.games.pyraos.turns import rules_number
from model.tablebase import checkpoint
from model.tablebase.building import check_room, free_memory, only_build, size, verifying, writing
from model.tablebase.table_file import Codes

# -- the figures of a table of Pyraos --------------------------------------------------------------


AT_ONCE = 200
"""Configurations that are counted by one call."""


def counted(
    known: npt.NDArray[np.uint8], table: PyraosTable, game: PyraosGame
) -> Iterator[BuildPhase | TableFigures]:
    """Count all states of a table; the stages come first, the figures last."""
    from model.games.pyraos.table.figure_kernels import tally

    g = state_index()
    places, many = len(g.down), len(g.canonical)
    by_spheres = np.zeros((places, 5), np.int64)
    by_distance = np.zeros((places, 128), np.int64)
    leaders, longest = np.zeros((SPHERES + 1, 3), np.int64), np.full(places, -1, np.int64)
    for first in range(0, many, AT_ONCE):
        last = min(first + AT_ONCE, many)
        tally(g, known, first, last, by_spheres, by_distance, leaders, longest)
        yield BuildPhase("counting", last, many, None, "configurations")
    best = [int(known[state]) if state >= 0 else 0 for state in longest.tolist()]
    yield TableFigures(
        table.header,
        tuple(
            Tally(str(n), tuple(row), _longest(by_distance[n]))
            for n, row in enumerate(by_spheres.tolist())
        ),
        tuple(Tally(str(lead), tuple(row), 0) for lead, row in enumerate(leaders.tolist()) if lead),
        tuple(by_distance.sum(axis=0).tolist()),
        first_moves(table, game),
        tuple(
            (str(position_of(game, state)), distance)
            for state, distance in zip(longest.tolist(), best, strict=True)
            if distance == max(best)
        ),
    )


def _longest(distances: npt.NDArray[np.int64]) -> int:
    """The longest way to the end, 0 where there is none."""
    there = np.flatnonzero(distances[1:])
    return int(there[-1]) + 1 if len(there) else 0


def first_moves(table: PyraosTable, game: PyraosGame) -> tuple[FirstMove, ...]:
    """Return the first moves up to symmetry, and what they are worth for the side that begins."""
    start = game.start()
    found: dict[int, list[str]] = {}
    entries = table.probe_moves(start)
    for move in entries:
        after = start.play(move)
        found.setdefault(int(table.states([after.own], [after.other])[0]), []).append(move)
    return tuple(FirstMove(moves[0], len(moves), *entries[moves[0]]) for moves in found.values())


def position_of(game: PyraosGame, state: int) -> PyraosPosition:
    """Return a state as a position with White to move."""
    from model.games.pyraos.table.index_kernels import sides_of

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


class PyraosTables:
    """See `model.contract.tables.TableMaker`."""

    def __init__(self, kind: GameKind) -> None:
        self._kind = kind

    def file_name(self, game: Game) -> str:
        """Return the name of the file that a table of `game` has."""
        return table_name(table_options(_ours(game)))

    def games(self) -> tuple[Game, ...]:
        """Return every game that a table can be built of, as they are listed."""
        return tuple(self._kind.configure(options) for options in TABLED)

    def needs(self, game: Game, plan: BuildPlan | None = None) -> Needs:
        """Return what a build would take."""
        game, plan = _ours(game), plan or BuildPlan(Path())
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

    def build(
        self, game: Game, plan: BuildPlan, control: Callable[[], None]
    ) -> Iterator[BuildPhase]:
        """Build a table, going on where an earlier build was stopped, and yield its stages."""
        game = _ours(game)
        kept = plan.path.with_suffix(".checkpoint")
        if plan.memory is not None and plan.memory < LEAST:
            raise TableError(
                f"{size(plan.memory)} of memory is too little: the smaller mode takes {size(LEAST)}"
            )
        with only_build(plan.path):
            yield from self._build(game, plan, kept, control)

    def _build(
        self, game: PyraosGame, plan: BuildPlan, kept: Path, control: Callable[[], None]
    ) -> Iterator[BuildPhase]:
        had = sum(
            one.stat().st_size for one in (kept, kept.with_name(kept.name + ".part"))
            if one.exists()
        )  # fmt: skip
        check_room(plan.path.parent, self.needs(game, plan), had)
        working = plan.path.with_suffix(".working") if self._is_small(game, plan) else None
        worked = process_time()
        try:
            solving = PyraosAnalysis(state_index(), rules_number(game.rules), game.obliged, working)
        except MemoryError as error:
            raise TableError("there is too little memory for this build") from error
        except OSError as error:
            raise TableError(
                f"{working} cannot be written: {(error.strerror or str(error)).lower()}"
            ) from error
        try:
            yield from _solve(solving, kept, plan.every, control)
            header = _header(game, plan, solving, worked)
            yield from _write(solving, header, plan.path, control)
        finally:
            solving.close()
        checkpoint.drop(kept)

    def open(self, path: Path) -> Table:
        """Open a table."""
        return PyraosTable(path)

    def figures(self, path: Path) -> Iterator[BuildPhase | TableFigures]:
        """Count what a table says."""
        table = PyraosTable(path)
        try:
            if not table.header.distances:
                raise TableError(f"{path} has no distances, which statistics need")
            game = self._kind.configure({k: str(v) for k, v in table.header.options.items()})
            yield from counted(table.all_codes(), table, _ours(game))
        finally:
            table.close()

    def verify(self, path: Path) -> Iterator[BuildPhase]:
        """Check every block of a table and many of its states by the rules."""

        def check(header: Header, states: Codes) -> None:
            rules = rules_number(header.options["rules"])
            obliged = header.options.get("removal") == "obliged"
            check_states(states, rules, obliged, CHECKED, path)

        yield from verifying(path, check_header, check)


def check_states(
    known: np.ndarray[tuple[int], np.dtype[np.uint8]], rules: int, obliged: bool, count: int,
    path: Path, seed: int = 1, fetch: Callable[[int, int], None] | None = None,
) -> None:  # fmt: skip
    """Try random states by the one-move equation and the ordinary moves; TableError.

    They are tried by number of spheres: a turn takes one away or adds one, or lifts one and takes
    two away, and `fetch` is told (from, up to) what that needs of `known`.
    """
    from model.games.pyraos.table.check_kernels import first_wrong

    g = state_index()
    states = np.sort(np.random.default_rng(seed).integers(0, g.states, count))
    layers = np.searchsorted(states, g.base[g.layers[: len(g.down) + 1]])
    for n, few in enumerate(np.split(states, layers[1:-1])):
        if fetch is not None:
            fetch(n - 2, n + 2)
        wrong = int(first_wrong(g, known, few, rules, obliged))
        if wrong >= 0:
            raise TableError(
                f"{path} is wrong: state {wrong} has a value that does not follow from its moves"
            )


def _ours(game: Game) -> PyraosGame:
    if not isinstance(game, PyraosGame):
        raise TableError("this is not a game of Pyraos")
    return game


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
            "solving", done, states, left,
            f"distance {distance}, {states - solving.left:,} states decided",
        )  # fmt: skip
        if now - last > every * max(1.0, keeping / KEEPING):
            solving.keep(kept, control)
            last = monotonic()
            keeping = last - now


def _write(
    solving: PyraosAnalysis, header: Header, path: Path, control: Callable[[], None]
) -> Iterator[BuildPhase]:
    """Write the table, and check it by the rules first."""
    yield BuildPhase("checking", 0, CHECKED, None, "states by the rules")
    check_states(
        solving.board.known, solving.rules, solving.obliged, CHECKED, path, fetch=solving.fetch
    )
    solving.in_order()
    yield from writing(path, header, solving.codes, control)


def _header(game: PyraosGame, plan: BuildPlan, solving: PyraosAnalysis, worked: float) -> Header:
    counts = list(solving.decided)
    figures: dict[str, object] = {
        "decided": counts,
        "wins": sum(counts[1::2]),
        "losses": sum(counts[2::2]),
        "draws": solving.left,
        "root": int(solving.codes(0, 1)[0]),
        "seconds": round(process_time() - worked, 1),
    }
    return Header(
        "pyraos", table_options(game), INDEX_VERSION, plan.distances, solving.index.states,
        datetime.now(UTC).date().isoformat(), "", figures,
    )  # fmt: skip
