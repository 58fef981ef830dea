"""Atomic writing: permissions, links, the file before, and nothing left of what failed."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from model.records import atomic_write
from model.records.atomic_write import OLD, BusyError, only_writer, write_whole
from model.regular_files import NotRegularError

REPOSITORY = Path(__file__).parents[3]


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


@pytest.mark.parametrize("name", ["n" * 255, "\u00fc" * 127 + "n"])
def test_the_longest_name_is_written_again_and_again(tmp_path, name):
    path = tmp_path / name
    for data in (b"1", b"2", b"3"):
        write_whole(path, data, backup=True)
    assert path.read_bytes() == b"3"
    (spare,) = (one for one in tmp_path.iterdir() if one != path)
    assert spare.name.endswith("~")
    assert name.startswith(spare.name[:-1])
    assert spare.read_bytes() == b"2"


def test_a_folder_with_the_name_of_the_spare_prevents_nothing(path):
    path.write_bytes(b"1")
    for tail in ("~", "~2"):
        (path.parent / f"state.json{tail}").mkdir()
    write_whole(path, b"2", backup=True)
    assert path.read_bytes() == b"2"
    assert (path.parent / "state.json~3").read_bytes() == b"1"
    (path.parent / "state.json~3").unlink()
    (path.parent / "state.json~3").mkdir()
    write_whole(path, b"3", backup=True)
    assert path.read_bytes() == b"3"
    assert names(path) == ["state.json", "state.json~", "state.json~2", "state.json~3"]


KILLED = """
import os, sys
from model.records import atomic_write
os.replace = lambda *names: os.kill(os.getpid(), 9)
atomic_write.write_whole(sys.argv[1], b"half", backup=sys.argv[2] == "spare")
"""
WAITING = """
import os, sys
from model.records import atomic_write
replace = os.replace
def wait(*names):
    print("here", flush=True)
    sys.stdin.readline()
    replace(*names)
os.replace = wait
atomic_write.write_whole(sys.argv[1], b"slow")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed like this there")
def test_what_killed_writes_left_goes_with_the_next_one(path):
    path.write_bytes(b"old")
    others = [".state.json.0123456789ab.tmp.txt", ".state.json.keep.tmp", ".other.0123456789ab.tmp"]
    for name in others:
        (path.parent / name).write_bytes(b"somebody else's")
    for kept in ("none", "spare"):
        subprocess.run([sys.executable, "-c", KILLED, path, kept], cwd=REPOSITORY, check=False)
    assert path.read_bytes() == b"old"
    assert len(names(path)) == 1 + 3 + 3 + 1  # the second was making the spare; the lock
    write_whole(path, b"new", backup=True)
    assert names(path) == sorted([*others, "state.json", "state.json~"])
    assert (path.parent / "state.json~").read_bytes() == b"old"


def test_what_killed_writes_of_other_names_left_goes_after_a_day(path):
    fresh, old, other = (
        path.parent / f".{name}.0123456789ab.tmp" for name in ("fresh", "old", "a\nb")
    )
    for one in (fresh, old, other):
        one.write_bytes(b"left")
    long_ago = time.time() - OLD - 60
    for one in (old, other):
        os.utime(one, (long_ago, long_ago))
    write_whole(path, b"new")
    assert names(path) == sorted([fresh.name, "state.json"])


def test_a_spare_that_is_the_file_itself_leaves_nothing(path, monkeypatch):
    path.write_bytes(b"old")
    os.link(path, f"{path}~")  # as a write leaves it that is killed when it has its spare

    def full(one, other):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as during:
        during.setattr(os, "replace", full)
        with pytest.raises(OSError, match="No space"):
            write_whole(path, b"new", backup=True)
    assert names(path) == ["state.json", "state.json~"]
    write_whole(path, b"new", backup=True)
    assert (path.parent / "state.json~").read_bytes() == b"old"
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_and_a_device_are_not_replaced(path):
    os.mkfifo(path)
    path.with_name("link").symlink_to(path)
    for name in (path, path.with_name("link"), os.devnull):
        with pytest.raises(NotRegularError, match=r"is a (pipe|device), not a file"):
            write_whole(name, b"new")
    assert path.is_fifo()
    assert names(path) == ["link", "state.json"]


def test_a_link_to_itself_is_refused(path):
    path.symlink_to(path)
    with pytest.raises(OSError, match="symbolic link"):
        write_whole(path, b"new")
    assert names(path) == ["state.json"]


def test_a_link_that_cannot_be_looked_at_is_not_replaced(path, monkeypatch):
    real = path.with_name("real.json")
    real.write_bytes(b"old")
    path.symlink_to(real)
    lstat = os.lstat

    def fail(name, **how):
        if os.fspath(name) == str(path):
            raise OSError(5, "Input/output error")
        return lstat(name, **how)

    with monkeypatch.context() as during:
        during.setattr(os, "lstat", fail)
        with pytest.raises(OSError, match="Input/output"):
            write_whole(path, b"new")
    assert path.is_symlink()
    assert real.read_bytes() == b"old"


def test_an_error_on_closing_what_is_written_already_is_none(path, monkeypatch):
    close = os.close

    def fail(handle):
        close(handle)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "close", fail)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_write_waits_for_another_one_but_not_for_ever(path, monkeypatch):
    command = [sys.executable, "-c", WAITING, path]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=REPOSITORY, **pipes) as slow:
        assert slow.stdout.readline() == "here\n"
        monkeypatch.setattr(atomic_write, "PATIENCE", 0.05)
        with pytest.raises(BusyError, match="another program is writing it"):
            write_whole(path, b"quick")
        assert not path.exists()
        slow.communicate("go on\n")
    assert slow.returncode == 0
    assert path.read_bytes() == b"slow"
    write_whole(path, b"quick")
    assert names(path) == ["state.json"]


@pytest.mark.parametrize("error", [errno.ENOSYS, errno.ENOLCK, errno.EACCES])
def test_where_nothing_can_be_locked_a_file_is_written_all_the_same(path, monkeypatch, error):
    left = path.with_name(".state.json.0123456789ab.tmp")  # whose it is nobody can say
    left.write_bytes(b"left")

    def refuse(lock):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(path) == [left.name, "state.json"]


def test_a_folder_that_is_gone_is_not_made(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "gone" / "file", b"1")
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "no" / "file", b"1")
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"1")
    with pytest.raises(ValueError, match="null"):
        write_whole("a\0b", b"1")


def test_a_lock_that_somebody_took_away_is_let_go_all_the_same(tmp_path):
    path = tmp_path / "a.txt"
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with only_writer(path) as file:
        for lock in tmp_path.glob(".*-lock"):
            lock.unlink()
        file.write(b"whole")
    assert path.read_bytes() == b"whole"
    if before:
        assert len(os.listdir("/proc/self/fd")) == before
    write_whole(path, b"again")
