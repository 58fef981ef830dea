"""Which table answers for a game: opened once, anew when its file changes, never a damaged one."""

from pathlib import Path

import pytest
from searched_table import NAME, Maker, SearchedTable

from model import kept_tables
from model.kept_tables import forget_tables, table_for, tables_folder
from model.reading import read_position
from model.registry import kinds
from model.table_contract import Table, TableError

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
