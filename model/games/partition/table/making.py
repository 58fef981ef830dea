"""Tables of Partition: what they take, building them, opening and verifying them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, process_time

import numpy as np

from model.contract.game import Game, GameKind
from model.contract.tables import (
    FirstMove,
    Header,
    Needs,
    Plan,
    Stage,
    Table,
    TableError,
    TableFigures,
    Tally,
)
from model.games.partition.position import PartitionGame
from model.games.partition.table.layers import Codes, Solving
from model.games.partition.table.lookup import (
    OVER,
    TABLED,
    PartitionTable,
    check_header,
    position_of,
    sides_of,
    table_name,
    table_options,
)
from model.games.partition.table.state_index import INDEX_VERSION, StateIndex, state_index
from model.tablebase import checkpoint
from model.tablebase.one_build import only_build
from model.tablebase.room import check_room
from model.tablebase.stages import verifying, writing

# -- the figures of a table of Partition -----------------------------------------------------------


def counted(
    known: Codes, table: PartitionTable, game: PartitionGame
) -> Iterator[Stage | TableFigures]:
    """Count the states of a table that are not over; the stages come first, the figures last.

    Zugzwangs are counted where both sides have as many balls: a pass leads out of the table else.
    """
    g = state_index(game.size, game.stacking)
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
        yield Stage("counting", balls + 1, points, None, "positions by balls")
    best = max(plies for _, plies in longest)
    yield TableFigures(
        table.header,
        tuple(by_balls),
        (),
        tuple(by_distance.tolist()),
        first_moves(table, game),
        tuple((str(position_of(game, state)), plies) for state, plies in longest if plies == best),
        "balls",
    )


def _zugzwangs(known: Codes, base: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    """How many states of a layer are lost whoever moves: masks and their complements mirror."""
    found = 0
    for first, last in zip(base[:-1].tolist(), base[1:].tolist(), strict=True):
        lost = (known[first:last] & 1 == 0) & (known[first:last] > 0)
        found += int((lost & lost[::-1]).sum())
    return found


def first_moves(table: PartitionTable, game: PartitionGame) -> tuple[FirstMove, ...]:
    """Return the first moves up to symmetry, and what they are worth for the side that begins."""
    start = game.start()
    entries = table.probe_moves(start)
    g, names = table.index, game.board.names
    found: dict[int, list[str]] = {}
    for move in entries:
        bits = 1 << names.index(move)
        found.setdefault(int(g.number[np.searchsorted(g.occupied, bits)]), []).append(move)
    return tuple(FirstMove(moves[0], len(moves), *entries[moves[0]]) for moves in found.values())


# -- tables of Partition ---------------------------------------------------------------------------


CHECKED = 2_000
"""States that the check at the end tries by the rules."""
BESIDE = 300_000_000
"""Bytes a build takes beside its states: compiled kernels, the index."""
_SPEED = 2_500_000.0
"""States a second that are solved, written and read back on one core; docs/partition-solved.md."""
_READY = 15.0
"""Seconds that kernels take to be compiled."""


class PartitionTables:
    """See `model.contract.tables.TableMaker`."""

    def __init__(self, kind: GameKind) -> None:
        self._kind = kind

    def file_name(self, game: Game) -> str:
        """Return the name of the file that a table of `game` has, or would."""
        game = _ours(game)
        return table_name(game.size, game.rules)

    def games(self) -> tuple[Game, ...]:
        """Return every game that a table can be built of, as they are listed."""
        return tuple(self._kind.configure({"size": size, "rules": rules}) for size, rules in TABLED)

    def needs(self, game: Game, plan: Plan | None = None) -> Needs:
        """Return what a build would take: a table, and a checkpoint while the next is written."""
        states = _index_of(_ours(game)).states
        return Needs(states + BESIDE, 3 * states + 1_000_000, _READY + states / _SPEED)

    def build(self, game: Game, plan: Plan, control: Callable[[], None]) -> Iterator[Stage]:
        """Build a table, going on where an earlier build was stopped, and yield its stages."""
        game = _ours(game)
        with only_build(plan.path):
            yield from self._build(game, plan, control)

    def _build(
        self, game: PartitionGame, plan: Plan, control: Callable[[], None]
    ) -> Iterator[Stage]:
        kept, worked = plan.path.with_suffix(".checkpoint"), process_time()
        needs = self.needs(game)
        if plan.memory is not None and plan.memory < needs.memory_bytes:
            raise TableError("this table is built in memory: allow more, or set no limit")
        check_room(plan.path.parent, needs, kept.stat().st_size if kept.exists() else 0)
        solving = Solving(game)
        states = solving.index.states
        if kept.exists():
            yield Stage("reading", 0, 1, None, "what was built before")
            if not solving.restore(kept, control):
                solving = Solving(game)
        begun = last = monotonic()
        before = solving.left
        for balls in solving.go_on(control):
            now, left = monotonic(), solving.left
            seconds = (now - begun) / (before - left) * left
            yield Stage("solving", states - left, states, seconds, f"positions of {balls} balls")
            if now - last > plan.every and left:
                solving.keep(kept, control)
                last = monotonic()
        yield Stage("checking", 0, CHECKED, None, "states by the rules")
        check_states(solving.codes, game, CHECKED, plan.path)
        counts = np.bincount(solving.codes)
        header = Header(
            "partition", table_options(game), INDEX_VERSION, plan.distances, states,
            datetime.now(UTC).date().isoformat(), "", {
                "decided": counts.tolist(),
                "wins": int(counts[1::2].sum()),
                "losses": int(counts[2::2].sum()),
                "over": int(counts[0]),
                "root": int(solving.codes[0]),
                "seconds": round(process_time() - worked, 1),
            },
        )  # fmt: skip
        yield from writing(plan.path, header, lambda a, b: solving.codes[a:b], control)
        checkpoint.drop(kept)

    def open(self, path: Path) -> Table:
        """Open a table."""
        return PartitionTable(path)

    def figures(self, path: Path) -> Iterator[Stage | TableFigures]:
        """Count what a table says."""
        table = PartitionTable(path)
        try:
            if not table.header.distances:
                raise TableError(f"{path} has no distances, which statistics need")
            game = _ours(self._kind.configure(table.header.options))
            yield from counted(table.all_codes(), table, game)
        finally:
            table.close()

    def verify(self, path: Path) -> Iterator[Stage]:
        """Check every block of a table and some of its states by the rules."""
        yield from verifying(path, check_header, lambda header, states: check_states(
            states, _ours(self._kind.configure(header.options)), CHECKED, path
        ))  # fmt: skip


def check_states(known: Codes, game: PartitionGame, count: int, path: Path, seed: int = 1) -> None:
    """Try random states by the one-move equation and the ordinary moves of the game; TableError."""
    from model.games.partition.table.index_kernels import state_of

    g = _index_of(game)
    for state in np.random.default_rng(seed).integers(0, g.states, count).tolist():
        position = position_of(game, state)
        found = int(known[state])
        if position.outcome is not None:
            wanted = OVER.distance
        else:
            after = []
            for move in position.legal_moves:
                one = position.play(move)
                own, other = sides_of(one)
                after.append(0 if one.outcome is not None else int(known[state_of(g, own, other)]))
            won = [code for code in after if code % 2 == 0]
            wanted = 1 + (min(won) if won else max(after))
        if found != wanted:
            raise TableError(
                f"{path} is wrong: state {state} has a value that does not follow from its moves"
            )


def _ours(game: Game) -> PartitionGame:
    if not isinstance(game, PartitionGame):
        raise TableError("this is not a game of Pyramid Partition")
    return game


def _index_of(game: PartitionGame) -> StateIndex:
    return state_index(game.size, game.stacking)
