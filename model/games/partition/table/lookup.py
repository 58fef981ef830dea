"""A table of Partition that is open: what positions and moves are worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from model.contract.game import Position
from model.contract.moves import Move
from model.contract.tables import Entry, Header, TableError
from model.games.partition.placing import PLAYERS
from model.games.partition.position import PartitionGame, PartitionPosition
from model.games.partition.table.state_index import INDEX_VERSION, state_index
from model.phrases import shown
from model.tablebase.open_table import OpenTable

OVER = Entry("loss", 0)
"""A game that is over: the side that would move has lost."""
TABLED = (("2", "free"), ("2", "stacking"), ("3", "free"), ("3", "stacking"), ("4", "stacking"))
"""Size and rules of the games that have tables, as they are listed."""
_VALUES = (OVER, Entry("win", None), Entry("loss", None))


def table_name(size: object, rules: object) -> str:
    """Return the file name of the table of a game."""
    return f"partition-{size}-{rules}.table"


def check_header(header: Header, path: Path) -> None:
    """Raise TableError where a table is none of Partition, or its states lie in another order.

    Nor may it have the file name that belongs to a table of another game.
    """
    if header.game != "partition":
        raise TableError(f"{path} is a table of {shown(header.game)}, not of Pyramid Partition")
    of = header.options.get("size", ""), header.options.get("rules", "")
    if of not in TABLED or len(header.options) != 2:
        raise TableError(f"{path} is damaged: build it again")
    own = table_name(*of)
    if path.name != own and path.name in {table_name(*one) for one in TABLED}:
        raise TableError(f"{path} is a table of another game: rename it to {own}")
    if header.index != INDEX_VERSION:
        raise TableError(f"{path} is a table of another version: build it again")
    if header.states != state_index(int(of[0]), of[1] == "stacking").states:
        raise TableError(f"{path} is damaged: build it again")


class PartitionTable(OpenTable):
    """See `model.contract.tables.Table`.

    It has the positions in which both sides have as many balls, or the side that has just moved one
    more.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, check_header)
        options = self.header.options
        self.index = state_index(int(options["size"]), options["rules"] == "stacking")

    def probe(self, position: Position) -> Entry:
        """Return what a position is worth for the side to move."""
        own, other = self._sides(position)
        if position.outcome is not None:
            return OVER
        if own.bit_count() != (own | other).bit_count() // 2:
            return Entry("unknown")
        return self._entries([own], [other])[0]

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        """Return what each legal move is worth for the side that makes it; {}: it is not here."""
        own, other = self._sides(position)
        if own.bit_count() != (own | other).bit_count() // 2:
            return {}
        after = {move: position.play(move) for move in position.legal_moves}
        going = [self._sides(one) for one in after.values() if one.outcome is None]
        found = iter(self._entries([a for a, _ in going], [b for _, b in going]))
        return {
            move: (OVER if one.outcome is not None else next(found)).before()
            for move, one in after.items()
        }

    def _entries(self, own: Sequence[int], other: Sequence[int]) -> list[Entry]:
        from model.games.partition.table.index_kernels import states_of

        states = np.empty(len(own), np.int64)
        states_of(self.index, np.array(own, np.int64), np.array(other, np.int64), states)
        codes = self._file.codes(states).tolist()
        if not self.header.distances:
            return [_VALUES[code] for code in codes]
        return [Entry("win" if code & 1 else "loss", code) for code in codes]

    def _sides(self, position: Position) -> tuple[int, int]:
        """The points of both sides in a position of this game."""
        if not isinstance(position, PartitionPosition):
            raise TableError(f"{self.path} is a table of Pyramid Partition: this is another game")
        if table_options(position.game) != dict(self.header.options):
            told = ", ".join(f"{k}={v}" for k, v in self.header.options.items())
            raise TableError(f"{self.path} is a table of partition:{told}: this is another game")
        return sides_of(position)


def table_options(game: PartitionGame) -> dict[str, str]:
    """Return the options of a game as a header has them."""
    return {"size": str(game.size), "rules": game.rules}


def sides_of(position: PartitionPosition) -> tuple[int, int]:
    """Return the points of the side to move and of the other as bits."""
    own, other = (
        sum(1 << site for site in np.flatnonzero(position.balls(PLAYERS[side])).tolist())
        for side in (position.side, 1 - position.side)
    )
    return own, other


def position_of(game: PartitionGame, state: int) -> PartitionPosition:
    """Return a state as a position with Red to move."""
    from model.games.partition.table.index_kernels import sides_at

    sides = np.zeros(2, np.int64)
    sides_at(state_index(game.size, game.stacking), state, sides)
    points = np.arange(len(game.board))
    cells = (sides[0] >> points & 1) + 2 * (sides[1] >> points & 1)
    return PartitionPosition(game, cells.astype(np.int8), 0)
