"""A table of Pyramid's endings that is open: what positions and moves are worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.contract.moves import Move
from model.contract.tables import Entry, Header, TableError
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.games.pyramid.table.state_index import (
    FEW,
    FOUR,
    INDEX_VERSION,
    StateIndex,
    state_index,
)
from model.phrases import shown
from model.tablebase.table_file import OpenTable

NAME = "pyramid-giza-7.table"
"""The name of the one table there is."""
OPTIONS = {"board": "giza-7"}
"""The game it is of: all other options as they are."""
LOST = 254
"""What the file has of games that are over."""
_VALUES = (Entry("draw"), Entry("win"), Entry("loss"))


def check_header(header: Header, path: Path) -> None:
    """Raise TableError where a table is none of Pyramid, or its states lie in another order."""
    if header.game != "pyramid":
        raise TableError(f"{path} is a table of {shown(header.game)}, not of Pyramid")
    if header.index != INDEX_VERSION:
        raise TableError(f"{path} is a table of another version: build it again")
    if dict(header.options) != OPTIONS or header.states != state_index().states:
        raise TableError(f"{path} is damaged: build it again")


class PyramidTable(OpenTable):
    """See `model.contract.tables.Table`.

    It has the positions with four stones of one side and at most `FEW` of the other, taken without
    their past: a position that stood before is drawn when it stands for the third time, which no
    table knows.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, check_header)
        self.index = state_index()

    def probe(self, position: Position) -> Entry:
        """Return what a position is worth for the side to move."""
        position = self._ours(position)
        if position.outcome is not None:
            return Entry("loss", 0)
        if not is_ending(position, self.index.most):
            return Entry("unknown")
        return self._entries([position])[0]

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        """Return what each legal move is worth for the side that makes it; {}: it is not here."""
        position = self._ours(position)
        if not is_ending(position, self.index.most):
            return {}
        after = {move: position.play(move) for move in position.legal_moves}
        going = iter(self._entries([one for one in after.values() if one.outcome is None]))
        return {
            move: (next(going) if one.outcome is None else ended(one)).before()
            for move, one in after.items()
        }

    def _entries(self, positions: Sequence[PyramidPosition]) -> list[Entry]:
        codes = self._file.codes(numbers_of_states(self.index, positions)).tolist()
        if not self.header.distances:
            return [_VALUES[code] for code in codes]
        return [entry_of(code) for code in codes]

    def _ours(self, position: Position) -> PyramidPosition:
        """Return a position of this game without its past."""
        if not isinstance(position, PyramidPosition):
            raise TableError(f"{self.path} is a table of Pyramid: this is another game")
        if not is_tabled(position.game):
            told = ", ".join(f"{key}={word}" for key, word in OPTIONS.items())
            raise TableError(f"{self.path} is a table of pyramid:{told}: this is another game")
        return position.without_past()


@lru_cache(maxsize=8)
def is_tabled(game: PyramidGame) -> bool:
    """Tell whether a game is the one that has a table."""
    return game == game.kind.configure(OPTIONS)


def is_ending(position: PyramidPosition, most: int = FEW) -> bool:
    """Tell whether four stones stand against so many at most."""
    few, four = sorted(position.cells.count(colour) for colour in (1, 2))
    return four == FOUR and few <= most


def entry_of(code: int) -> Entry:
    """Return what a state is worth that is not over."""
    return Entry("win" if code & 1 else "loss", code) if code else Entry("draw")


def ended(position: PyramidPosition) -> Entry:
    """Return what a game that is over is worth to the side that would be to move."""
    assert position.outcome is not None
    winner = position.outcome.winner
    if winner is None:
        return Entry("draw")
    return Entry("win" if winner == position.game.players[position.side] else "loss", 0)


def numbers_of_states(
    index: StateIndex, positions: Sequence[PyramidPosition]
) -> npt.NDArray[np.int64]:
    """Return the numbers of the states that positions are."""
    from model.games.pyramid.table.index_kernels import ROOM, states_of

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
    from model.games.pyramid.table.index_kernels import put_state

    cells = np.zeros((1, len(game.board)), np.int8)
    side = int(put_state(index, state, cells, 0))
    return PyramidPosition(game, tuple(cells[0].tolist()), side)
