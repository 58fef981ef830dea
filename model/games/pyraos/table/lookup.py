"""A table of Pyraos that is open: what positions and moves are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.contract.moves import Move
from model.contract.tables import Entry, Header, TableError
from model.games.pyraos.places import TOP
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.table.state_index import INDEX_VERSION, state_index
from model.games.pyraos.turns import after, from_number
from model.phrases import shown
from model.tablebase.table_file import OpenTable

OVER = Entry("loss", 0)
"""A game that is over: the side that would move has lost."""
TABLED = (
    {"rules": "children"},
    {"rules": "standard", "removal": "optional"},
    {"rules": "alternate", "removal": "optional"},
    {"rules": "standard", "removal": "obliged"},
    {"rules": "alternate", "removal": "obliged"},
)
"""The options of the games that have tables, as they are listed: children never take back."""
_VALUES = (Entry("draw", None), Entry("win", None), Entry("loss", None))


def table_name(options: Mapping[str, object]) -> str:
    """Return the file name of the table of a game, by those options that make a difference."""
    return "-".join(("pyraos", *map(str, options.values()))) + ".table"


def table_options(game: PyraosGame) -> dict[str, str]:
    """Return the options that make a difference: children never take back."""
    options = {"rules": game.rules, "removal": game.removal}
    if game.rules == "children":
        del options["removal"]
    return options


def check_header(header: Header, path: Path) -> None:
    """Raise TableError where a table is none of Pyraos, or its states lie in another order.

    Nor may it have the file name that belongs to a table of other rules.
    """
    if header.game != "pyraos":
        raise TableError(f"{path} is a table of {shown(header.game)}, not of Pyraos")
    if header.options not in TABLED:
        raise TableError(f"{path} is damaged: build it again")
    own = table_name(TABLED[TABLED.index(dict(header.options))])
    if path.name != own and path.name in map(table_name, TABLED):
        raise TableError(f"{path} is a table of other rules: rename it to {own}, or build it again")
    if header.index != INDEX_VERSION:
        raise TableError(f"{path} is a table of another version: build it again")
    if header.states != state_index().states:
        raise TableError(f"{path} is damaged: build it again")


class PyraosTable(OpenTable):
    """See `model.contract.tables.Table`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, check_header)
        self._index = state_index()

    def probe(self, position: Position) -> Entry:
        """Return what a position is worth for the side to move."""
        position = self._ours(position)
        if position.occupied >> TOP & 1:
            return OVER
        return self._entries([position.own], [position.other])[0]

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        """Return what each legal move is worth for the side that makes it."""
        position = self._ours(position)
        from model.games.pyraos.kernels import MAX_MOVES, list_moves

        room = np.empty(MAX_MOVES, np.int64)
        turns = [
            from_number(n)
            for n in room[: int(list_moves(*position.legal_moves.arguments(), room))].tolist()
        ]
        boards = [after(position.own, turn) for turn in turns]
        going = [own for own in boards if not own >> TOP & 1]
        entries = iter(self._entries([position.other] * len(going), going))
        return {
            turn.text: (OVER if own >> TOP & 1 else next(entries)).before()
            for turn, own in zip(turns, boards, strict=True)
        }

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves that keep the value, quickest when winning and longest when losing."""
        moves = self.probe_moves(position)
        if not moves:
            return ()
        best = max(entry.rank for entry in moves.values())
        return tuple(move for move, entry in moves.items() if entry.rank == best)

    def line(self, position: Position, most: int = 80) -> tuple[Move, ...]:
        """Return best play of both sides, up to `most` plies; () without distances or for draws."""
        if self.probe(position).distance is None:
            return ()
        found: list[Move] = []
        while position.outcome is None and len(found) < most:
            found.append(self.best_moves(position)[0])
            position = position.play(found[-1])
        return tuple(found)

    def states(self, own: Sequence[int], other: Sequence[int]) -> npt.NDArray[np.int64]:
        """Return the numbers of states, by the bits of the side to move and of the other."""
        from model.games.pyraos.table.index_kernels import states_of

        found = np.empty(len(own), np.int64)
        states_of(self._index, np.array(own, np.int64), np.array(other, np.int64), found)
        return found

    def _entries(self, own: Sequence[int], other: Sequence[int]) -> list[Entry]:
        codes = self._file.codes(self.states(own, other)).tolist()
        if not self.header.distances:
            return [_VALUES[code] for code in codes]
        return [
            Entry("win" if code & 1 else "loss", code) if code else _VALUES[0] for code in codes
        ]

    def _ours(self, position: Position) -> PyraosPosition:
        if not isinstance(position, PyraosPosition):
            raise TableError(f"{self.path} is a table of Pyraos: this is another game")
        if table_options(position.game) != dict(self.header.options):
            told = ", ".join(f"{k}={v}" for k, v in self.header.options.items())
            raise TableError(f"{self.path} is a table of pyraos:{told}: these are other rules")
        return position
