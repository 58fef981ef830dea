"""Atomic writing: permissions, links, the file before, and nothing left of what failed."""

import os

import pytest

from model.records.atomic_write import write_whole


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state.json"


def names(path):
    return sorted(os.listdir(path.parent))


def test_a_new_file_gets_the_mode_less_the_umask(path):
    before = os.umask(0o027)
    try:
        write_whole(path, b"1")
        assert path.stat().st_mode & 0o777 == 0o640
        path.unlink()
        write_whole(path, b"1", mode=0o600)
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
    assert names(path) == ["state.json"]


def test_a_file_that_is_there_keeps_its_mode(path):
    path.write_bytes(b"old")
    path.chmod(0o604)
    write_whole(path, b"new", mode=0o600)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o604
    assert names(path) == ["state.json"]


def test_the_file_before_is_kept_where_it_is_wanted(path):
    write_whole(path, b"1", backup=True)
    assert names(path) == ["state.json"]
    write_whole(path, b"2", backup=True)
    write_whole(path, b"3", backup=True)
    assert (path.parent / "state.json~").read_bytes() == b"2"
    assert path.read_bytes() == b"3"
    assert names(path) == ["state.json", "state.json~"]


def test_a_link_stays_a_link(path):
    real = path.with_name("real.json")
    real.write_bytes(b"old")
    path.symlink_to(real)
    write_whole(path, b"new")
    assert path.is_symlink()
    assert real.read_bytes() == b"new"


def test_nothing_is_synced_where_nobody_waits_for_the_disk(path, monkeypatch):
    def never(handle):
        raise AssertionError("synced")

    monkeypatch.setattr(os, "fsync", never)
    write_whole(path, b"1", sync=False)
    assert path.read_bytes() == b"1"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_fails_leaves_the_file_as_it_was_and_nothing_beside_it(path, monkeypatch, step):
    path.write_bytes(b"old")

    def full(*arguments, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(path) == ["state.json"]


def test_the_longest_name_is_written(tmp_path):
    path = tmp_path / ("n" * 255)
    write_whole(path, b"1")
    assert path.read_bytes() == b"1"


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "no" / "file", b"1")
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"1")
    with pytest.raises(ValueError, match="null"):
        write_whole("a\0b", b"1")
