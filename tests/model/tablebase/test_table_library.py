"""Which table answers for a game: opened once, anew when its file changes, never a damaged one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from searched_table import NAME, Maker, SearchedTable, install

from model.contract.game import Goal, Move, Position
from model.contract.search import Budget
from model.contract.tables import Entry, Table, TableError
from model.play.opponent import engine_for
from model.positions.setup import read_position
from model.registry import kinds
from model.search import provers
from model.search.move_values import from_table
from model.search.tablebase_adapters import looked_up
from model.tablebase import library as kept_tables
from model.tablebase.library import forget_tables, table_for, tables_folder

ROOT = "pyraos:rules=children WBBW,WBWB,BBWB,BWBW/WWW,WWB,WWB/2,1B/1 black"


class Opening(Maker):
    """Counts how often a table is opened, and refuses where the file says so."""

    opened = 0

    def open(self, path: Path) -> Table:
        self.opened += 1
        if path.read_bytes() == b"damaged":
            raise TableError("The table is damaged.")
        return super().open(path)


def test_a_table_is_opened_once_and_anew_when_its_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = read_position(ROOT)
    table = SearchedTable([root])
    maker = Opening(root.game, table)
    monkeypatch.setattr(type(root.game.kind), "tables", maker)
    monkeypatch.setenv("PYRAMIDION_TABLES", str(tmp_path))
    assert tables_folder() == tmp_path
    assert table_for(root.game) is None
    (tmp_path / NAME).write_bytes(b"one")
    assert table_for(root.game) is table
    assert table_for(root.game) is table
    assert maker.opened == 1
    (tmp_path / NAME).write_bytes(b"damaged")
    assert table_for(root.game) is None
    assert table_for(root.game) is None
    assert maker.opened == 2
    forget_tables()
    assert table_for(root.game) is None
    assert maker.opened == 3


def test_a_game_without_tables_has_none(tmp_path: Path) -> None:
    assert table_for(kinds()["partition"].configure({}), tmp_path) is None


def test_nothing_is_kept_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    root = read_position(ROOT)
    assert kept_tables.table_for(root.game, tmp_path / "nowhere") is None


class Torn(SearchedTable):
    """Damaged wherever it is asked."""

    def probe(self, position: Position) -> Entry:
        self.asked += 1
        raise TableError("torn.table is damaged in block 1: remove it and build it again")

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        return {"pass": self.probe(position)}


def solution(root: Position) -> object:
    return provers.solve(root, limit=60)


def proof(root: Position) -> object:
    return provers.prover_for(root.game).can(root, Goal("win", str(root.to_move)), 3)


def thought(root: Position) -> object:
    answer = engine_for(root.game).analyse(root, lambda found: None, lambda: False, Budget(depth=2))
    table = table_for(root.game)
    assert table is None or looked_up(table, root) is None
    return answer.best in root.legal_moves


def values(root: Position) -> object:
    table = table_for(root.game)
    assert table is None or from_table(table, root) is None
    return table is None


@pytest.mark.parametrize("ask", [solution, proof, thought, values])
def test_damage_costs_one_sentence_wherever_it_is_met(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    ask: Callable[[Position], object],
) -> None:
    root = read_position(ROOT)
    without = ask(root)
    torn = Torn([root])
    install(monkeypatch, tmp_path, root.game, torn)
    first, again = ask(root), ask(root)
    assert [row.getMessage() for row in caplog.records] == [
        "torn.table is damaged in block 1: remove it and build it again"
    ]
    assert torn.asked == 1
    if ask is not values:
        assert first == again == without
