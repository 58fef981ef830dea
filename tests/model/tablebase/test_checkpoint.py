"""Checkpoints: the arrays come back as they were, or not at all."""

import errno

import numpy as np
import pytest

from model.contract.tables import BuildCancelled, TableError
from model.tablebase import checkpoint

ABOUT = {"index": 1, "rules": 2}


def arrays(seed):
    rng = np.random.default_rng(seed)
    return {"a": rng.integers(0, 255, 1000).astype(np.uint8), "b": rng.integers(0, 9, (2, 7))}


def never():
    pass


def kept(tmp_path, seed=1):
    path = tmp_path / "x.checkpoint"
    checkpoint.keep(path, {**ABOUT, "distance": 5}, arrays(seed), never)
    return path


def test_what_is_kept_comes_back(tmp_path, monkeypatch):
    synced = []
    part = tmp_path / "x.checkpoint.part"
    monkeypatch.setattr(checkpoint.os, "fsync", lambda _: synced.append(part.read_bytes()))
    path, found = kept(tmp_path), arrays(2)
    assert synced == [path.read_bytes()], "whole before it takes the place of the one before"
    said = checkpoint.restore(path, ABOUT, found, never)
    assert said["distance"] == 5
    assert all((found[name] == array).all() for name, array in arrays(1).items())


@pytest.mark.parametrize("about", [{"index": 2}, {"index": 1, "rules": 1}])
def test_another_build_does_not_go_on_there(tmp_path, about):
    assert checkpoint.restore(kept(tmp_path), about, arrays(2), never) is None


def test_none_that_is_damaged_or_cut_off_or_missing_is_used(tmp_path):
    path = kept(tmp_path)
    data = path.read_bytes()
    for bad in (data[:-1], data + b"x", data[:-100] + bytes([data[-100] ^ 1]) + data[-99:], b""):
        path.write_bytes(bad)
        assert checkpoint.restore(path, ABOUT, arrays(2), never) is None
    path.unlink()
    assert checkpoint.restore(path, ABOUT, arrays(2), never) is None


def test_one_that_is_stopped_or_finds_no_room_leaves_the_one_before(tmp_path, monkeypatch):
    path = kept(tmp_path)

    def stop():
        raise BuildCancelled

    with pytest.raises(BuildCancelled):
        checkpoint.keep(path, ABOUT, arrays(3), stop)

    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(TableError, match="cannot be written: no such file or directory"):
        checkpoint.keep(tmp_path / "none" / "x", ABOUT, arrays(3), never)
    monkeypatch.setattr(checkpoint.os, "fsync", full)
    with pytest.raises(TableError, match="cannot be written: no space left on device"):
        checkpoint.keep(path, ABOUT, arrays(3), never)
    assert checkpoint.restore(path, ABOUT, arrays(2), never)["distance"] == 5
    assert [one.name for one in tmp_path.iterdir()] == ["x.checkpoint"]
    path.with_name("x.checkpoint.part").touch()
    checkpoint.drop(path)
    assert not list(tmp_path.iterdir())
    checkpoint.drop(path)
