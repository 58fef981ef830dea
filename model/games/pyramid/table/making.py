"""The table of Pyramid's endings: what it takes, building it, opening and verifying it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from time import monotonic, process_time

import numpy as np
import numpy.typing as npt

from model.contract.game import Game
from model.contract.tables import BuildPhase, BuildPlan, Needs, TableError, TableFigures, Tally
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.games.pyramid.table.retrograde import (
    FEW,
    FOUR,
    INDEX_VERSION,
    ROOM,
    PyramidAnalysis,
    StateIndex,
    put_state,
    state_index,
    states_of,
)
from model.tablebase.building import Control, GameTables, writing, wrong_state
from model.tablebase.table_file import Codes, OpenTable, ended_by, entry_of

# -- a table of Pyramid's endings that is open: what positions and moves are worth -----------------


OPTIONS = {"board": "giza-7"}
"""The game that has a table: all other options as they are."""
LOST = 254
"""What the file has of games that are over."""


class PyramidTable(OpenTable[PyramidPosition]):
    """See `model.contract.tables.Table`.

    It has the positions with four stones of one side and at most `FEW` of the other, taken without
    their past: a position that stood before is drawn when it stands for the third time, which no
    table knows.
    """

    position_class, game, title = PyramidPosition, "pyramid", "Pyramid"
    index_version, tabled = INDEX_VERSION, (OPTIONS,)

    count_states = staticmethod(lambda options: state_index().states)

    def has(self, position: PyramidPosition) -> bool:
        """Tell whether a position is an ending."""
        return is_ending(position, state_index().most)

    def numbers(self, positions: Sequence[PyramidPosition]) -> npt.NDArray[np.int64]:
        """Return the numbers of the states that positions are."""
        return numbers_of_states(state_index(), positions)


@lru_cache(maxsize=8)
def is_tabled(game: PyramidGame) -> bool:
    """Tell whether a game is the one that has a table."""
    return game == game.kind.configure(OPTIONS)


def is_ending(position: PyramidPosition, most: int = FEW) -> bool:
    """Tell whether four stones stand against so many at most."""
    few, four = sorted(position.cells.count(colour) for colour in (1, 2))
    return four == FOUR and few <= most


def numbers_of_states(
    index: StateIndex, positions: Sequence[PyramidPosition]
) -> npt.NDArray[np.int64]:
    """Return the numbers of the states that positions are."""
    cells = np.array([one.cells for one in positions], np.int8).reshape(-1, len(index.choose))
    sides = np.array([one.side for one in positions], np.uint8)
    is_black = (cells == 2).sum(axis=1) == FOUR  # who has the four
    cells[is_black] = np.array([0, 2, 1], np.int8)[cells[is_black]]
    found = np.empty(len(cells), np.int64)
    few_move = (sides != is_black).astype(np.uint8)
    states_of(index, cells, few_move, np.zeros(ROOM, np.int64), found)
    return found


def position_of(index: StateIndex, game: PyramidGame, state: int) -> PyramidPosition:
    """Return a state as a position in which White has the four."""
    cells = np.zeros((1, len(game.board)), np.int8)
    side = int(put_state(index, state, cells, 0))
    return PyramidPosition(game, tuple(cells[0].tolist()), side)


# -- the figures of the table of Pyramid's endings -------------------------------------------------


def _tally(of: str, codes: Codes, passed: Codes, by_distance: npt.NDArray[np.int64]) -> Tally:
    """Count states beside those in which the other side is to move, and add up their distances."""
    here = np.bincount(codes, minlength=LOST + 1)[:LOST]
    by_distance += here
    value, other = _values(codes), _values(passed)
    zugzwangs = (codes != LOST) & (passed != LOST) & (value < -other)
    counts = (
        int(here[1::2].sum()),
        int(here[2::2].sum()),
        int(here[0]),
        int(zugzwangs.sum()),
        int((zugzwangs & (value < 0) & (other < 0)).sum()),
    )
    return Tally(of, counts, int(np.flatnonzero(here)[-1]) if here.any() else 0)


def _values(codes: Codes) -> npt.NDArray[np.int8]:
    """Return 1 for wins, -1 for losses, 0 for draws."""
    return np.where(codes == 0, 0, np.where(codes & 1, 1, -1)).astype(np.int8)


# -- the table of Pyramid's endings ----------------------------------------------------------------


CHECKED = 2_000
"""States that the check at the end tries by the rules."""
_MEMORY, _DISK = 500_000_000, 150_000_000
"""Bytes a build takes: the states and compiled kernels; a table and two checkpoints."""
_SECONDS = 400.0
"""What it takes on one core; docs/pyramid-solved.md."""


class PyramidTables(GameTables[PyramidGame, PyramidTable]):
    """See `model.contract.tables.TableMaker`."""

    game_class, title, index, tabled = PyramidGame, "Pyramid", INDEX_VERSION, (OPTIONS,)
    open = PyramidTable

    def options(self, game: PyramidGame) -> dict[str, str]:
        """Return the options of the one game that has a table."""
        return OPTIONS

    def file_name(self, game: Game) -> str:
        """Return the name of the file that a table of `game` has, or would."""
        game = self.ours(game)
        if is_tabled(game):
            return super().file_name(game)
        usual = self._kind.configure({}).options
        changed = [
            f"{name}-{value}".lower()
            for name, value in game.options.items()
            if value != usual[name] and name not in ("board", "levels", "victory")
        ]
        return "-".join(["pyramid", game.terrace.name or "own", *changed]) + ".table"

    def needs(self, game: Game, plan: BuildPlan | None = None) -> Needs:
        """Return what a build takes."""
        return Needs(_MEMORY, _DISK, _SECONDS)

    def check_plan(self, game: PyramidGame, plan: BuildPlan) -> None:
        """Raise TableError where a table cannot be built so."""
        if not is_tabled(game):
            raise TableError("there is no table of this game of Pyramid")
        super().check_plan(game, plan)

    def work(
        self, game: PyramidGame, plan: BuildPlan, kept: Path, control: Control
    ) -> Iterator[BuildPhase]:
        """Solve, check and write."""
        worked, index = process_time(), state_index()
        solving, states = PyramidAnalysis(game, index), index.states
        if kept.exists():
            yield BuildPhase("reading", 0, 1, None, "what was built before")
            if not solving.restore(kept, control):
                solving = PyramidAnalysis(game, index)
        last = monotonic()
        for few, distance in solving.go_on(control):
            against = f"four stones against {few}"
            if distance < 0:
                yield BuildPhase("counting", solving.at, states, None, f"{against}, their moves")
            else:
                text = f"{against}, distance {distance}"
                yield BuildPhase("solving", solving.decided, states, None, text)
            if monotonic() - last > plan.every:
                solving.keep(kept, control)
                last = monotonic()
        yield BuildPhase("checking", 0, CHECKED, None, "states by the rules")
        codes = solving.codes(0, states)
        check_states(index, codes, game, CHECKED, plan.path)
        counts = np.zeros(256, np.int64)
        for some in np.array_split(codes, 64):
            counts += np.bincount(some, minlength=256)
        figures = {
            "decided": [0, *np.trim_zeros(counts[1:LOST], "b").tolist()],
            "wins": int(counts[1:LOST:2].sum()),
            "losses": int(counts[2:LOST:2].sum()),
            "draws": int(counts[0]),
            "over": int(counts[LOST]),
            "few": index.most,
        }
        header = self.header(game, plan, states, worked, figures)
        yield from writing(plan.path, header, solving.codes, control)

    def count(self, table: PyramidTable, game: PyramidGame) -> Iterator[BuildPhase | TableFigures]:
        """Count the states that are not over; the stages come first, the figures last."""
        g, codes = state_index(), table.all_codes()
        rows, by_distance, longest = [], np.zeros(LOST, np.int64), []
        for few in range(g.most + 1):
            first, middle, last = g.base[2 * few : 2 * few + 3].tolist()
            four, other = codes[first:middle], codes[middle:last]
            rows.append(_tally(f"4:{few}, the 4 to move", four, other, by_distance))
            rows.append(_tally(f"4:{few}, the {few} to move", other, four, by_distance))
            most = rows[-2].longest
            if most % 2:
                longest.append((first + int(np.argmax(four == most)), most))
            yield BuildPhase("counting", few + 1, g.most + 1, None, f"four stones against {few}")
        yield TableFigures(
            table.header,
            tuple(rows),
            (),
            tuple(by_distance[: int(np.flatnonzero(by_distance)[-1]) + 1].tolist()),
            (),
            tuple((str(position_of(g, game, state)), plies) for state, plies in longest),
            "stones",
        )

    def check(self, game: PyramidGame, states: Codes, path: Path) -> None:
        """Try some states by the rules."""
        check_states(state_index(), states, game, CHECKED, path)


def check_states(
    index: StateIndex, known: Codes, game: PyramidGame, count: int, path: Path, seed: int = 1
) -> None:
    """Try random states by the one-move equation and the ordinary moves of the game; TableError."""
    rng = np.random.default_rng(seed)
    for state in rng.integers(0, index.states, count).tolist():
        position, found = position_of(index, game, state), int(known[state])
        if position.outcome is not None:
            is_right = found == LOST
        else:
            is_right = found == _code_by_moves(index, known, position)
        if not is_right:
            raise wrong_state(path, state)


def _code_by_moves(index: StateIndex, known: Codes, position: PyramidPosition) -> int:
    """Return what the moves of a running game make of it, as a table has it."""
    after = [position.play(move).without_past() for move in position.legal_moves]
    going = [one for one in after if one.outcome is None]
    worths = [ended_by(one.outcome, position.to_move) for one in after if one.outcome is not None]
    if going:
        codes = known[numbers_of_states(index, going)].tolist()
        worths += [entry_of(code).before() for code in codes]
    return max(worths, key=lambda worth: worth.rank).distance or 0
