"""A table made by search of all that can follow a position: for tests of those who ask tables."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from model.contract.game import Game, Move, Position
from model.contract.hooks import hooks_of
from model.contract.tables import Entry, Header, Needs, Table
from model.tablebase import library as kept_tables

NAME = "searched.table"


class SearchedTable:
    """Knows every position that can follow some roots; see `model.contract.tables.Table`.

    Worked out backwards from the ends of games by the ordinary move generator: what is never
    decided is a draw by play that does not end.
    """

    path = Path(NAME)

    def __init__(self, roots: Iterable[Position], *, distances: bool = True) -> None:
        starts = [root.without_past() for root in roots]
        game = starts[0].game
        self.has_distances = distances
        self.asked = 0
        self._after: dict[Position, dict[Move, Position]] = {}
        self._entries = self._solve(starts)
        options = {name: str(value) for name, value in game.options.items()}
        self.header = Header(game.kind.name, options, 1, distances, len(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def probe(self, position: Position) -> Entry:
        """Return what is known of a position."""
        self.asked += 1
        found = self._entries.get(position.without_past(), Entry("unknown"))
        return found if self.has_distances else Entry(found.value)

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        """Return what the legal moves are worth to the mover."""
        after = self._after.get(position.without_past(), {})
        return {move: self.probe(end).before() for move, end in after.items()}

    def close(self) -> None:
        """Nothing is open."""

    def _solve(self, left: list[Position]) -> dict[Position, Entry]:
        found: dict[Position, Entry] = {}
        while left:
            here = left.pop()
            if here in self._after or here in found:
                continue
            if here.outcome is not None:
                found[here] = Entry("loss", 0)  # whoever would move has lost
                continue
            self._after[here] = {m: here.play(m).without_past() for m in here.legal_moves}
            left += self._after[here].values()
        plies, is_open = 0, dict(self._after)
        while True:
            plies += 1
            decided = {
                here: entry
                for here, after in is_open.items()
                if (entry := _decided(after, found, plies)) is not None
            }
            found |= decided
            for here in decided:
                del is_open[here]
            if not decided and plies > max((e.distance or 0 for e in found.values()), default=0):
                return found | {here: Entry("draw") for here in is_open}


def _decided(
    after: Mapping[Move, Position], found: Mapping[Position, Entry], plies: int
) -> Entry | None:
    """Return what a position is worth where that is decided in so many plies."""
    ends = [found.get(end) for end in after.values()]
    if any(end is not None and end.value == "loss" for end in ends):
        return Entry("win", plies)
    if all(end is not None and end.value == "win" for end in ends):
        return Entry("loss", plies)
    return None


class Maker:
    """Opens the one table it was made with; see `model.contract.tables.TableMaker`."""

    def __init__(self, game: Game, table: Table | None) -> None:
        self.game, self.table = game, table

    def file_name(self, game: Game) -> str:
        return NAME if game == self.game else f"other-{NAME}"

    def games(self) -> tuple[Game, ...]:
        return (self.game,)

    def open(self, path: Path) -> Table:
        assert self.table is not None
        return self.table

    def needs(self, game: Game) -> Needs:
        return Needs(1 << 20, 1 << 20, 1.0)


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, game: Game, table: Table) -> None:
    """Have `model.tablebase.library` find a table for `game`, as if it had been built here."""
    monkeypatch.setenv("PYRAMIDION_TABLES", str(folder))
    monkeypatch.setattr(type(hooks_of(game.kind)), "tables", Maker(game, table))
    (folder / NAME).write_bytes(b"table")
    kept_tables.forget_tables()
