"""Files of tables: what is written is read, and one that is damaged is refused by name."""

import errno

import numpy as np
import pytest

from model.contract.tables import Header, TableError
from model.tablebase import table_file
from model.tablebase.table_file import BLOCK, TableFile, write_table

STATES = 3 * BLOCK + 5


def codes():
    return np.random.default_rng(1).integers(0, 60, STATES).astype(np.uint8)


def written(path, distances=True):
    worth = codes()
    header = Header("chess", {"rules": "old"}, 1, distances, STATES, "2026-11-22")
    return write_table(path, header, lambda a, z: worth[a:z], lambda done: None)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "a.table"
    written(path)
    return path


@pytest.mark.parametrize("distances", [True, False])
def test_what_is_written_is_read(tmp_path, distances):
    path = tmp_path / "a.table"
    header = written(path, distances)
    file = TableFile(path)
    assert file.header == header
    wanted = codes() if distances else table_file.values_of(codes())
    assert (file.all_codes() == wanted).all()
    some = np.array([STATES - 1, 0, BLOCK, BLOCK - 1, 0])
    assert (file.codes(some) == wanted[some]).all()
    assert [path.name for path in tmp_path.iterdir()] == ["a.table"]


def test_every_flipped_bit_is_found(table):
    data = table.read_bytes()
    rng = np.random.default_rng(2)
    places = {0, len(data) - 1, len(data) - 40, *rng.integers(0, len(data), 60).tolist()}
    for place in places:
        table.write_bytes(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])
        with pytest.raises(
            TableError, match=r"a\.table is (damaged|not a table|a table of another)"
        ):
            list(TableFile(table).check())


def test_a_file_that_is_cut_off_is_damaged(table):
    data = table.read_bytes()
    for length in (30, len(data) // 2, len(data) - 1):
        table.write_bytes(data[:length])
        with pytest.raises(TableError, match="is damaged"):
            TableFile(table)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b"something else entirely", "is not a table of Pyramidion"),
        (b"Pyramidion table 2\n" + bytes(80), "is a table of another version: build it again"),
    ],
)
def test_what_is_no_table_is_refused_by_name(tmp_path, data, why):
    path = tmp_path / "b.table"
    path.write_bytes(data)
    with pytest.raises(TableError, match=f"b.table.*{why}"):
        TableFile(path)


def test_a_table_that_is_not_there_is_told(tmp_path):
    with pytest.raises(TableError, match=r"c\.table cannot be read: no such file"):
        TableFile(tmp_path / "c.table")


def test_a_full_disk_leaves_the_old_table_and_nothing_else(table, monkeypatch):
    old = table.read_bytes()

    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(table_file.os, "fsync", full)
    with pytest.raises(TableError, match=r"a\.table cannot be written: no space left on device"):
        written(table)
    assert table.read_bytes() == old
    assert [path.name for path in table.parent.iterdir()] == ["a.table"]
