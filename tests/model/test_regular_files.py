"""Only regular files are read: nothing else is ever waited for."""

import os
import socket

import pytest

from model.records import files
from model.records.record import new_record
from model.regular_files import NotRegularError, files_below, open_regular

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


def test_files_and_links_to_them_are_opened(tmp_path):
    (tmp_path / "a").write_bytes(b"one")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for name in ("a", "b"):
        with open_regular(tmp_path / name) as file:
            assert file.read() == b"one"


def test_what_is_no_file_is_told_by_its_kind(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
    for name, what in (("pipe", "pipe"), ("link", "pipe"), ("socket", "socket")):
        with pytest.raises(files.FileError, match=f"{name}: is a {what}, not a file"):
            files.read_bytes(tmp_path / name)
    with pytest.raises(files.FileError, match="is a device, not a file"):
        files.read_bytes(os.devnull)
    with pytest.raises(files.FileError, match="is a folder, not a file"):
        files.read_bytes(tmp_path)


def test_a_file_that_becomes_a_pipe_is_not_waited_for_either(tmp_path, monkeypatch):
    path, plain = tmp_path / "pipe", tmp_path / "plain"
    plain.write_bytes(b"one")
    os.mkfifo(path)
    was = plain.stat()
    monkeypatch.setattr(os, "stat", lambda path: was)
    with pytest.raises(NotRegularError):
        open_regular(path)


def test_the_files_of_folders_come_in_order_and_links_are_not_followed(tmp_path):
    for name in ("b/two.x", "a/one.x", "a/other", "a.x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "round").symlink_to(tmp_path)
    found, faults, whole = files_below(tmp_path, ".x")
    assert whole
    assert [str(path.relative_to(tmp_path)) for path in found] == ["a/one.x", "a.x", "b/two.x"]
    assert faults == []
    assert [fault.filename for fault in files_below(tmp_path / "none", ".x")[1]] == [
        str(tmp_path / "none")
    ]


@pytest.mark.parametrize(("most", "found", "whole"), [(2, 2, False), (4, 4, True), (9, 4, True)])
def test_only_so_many_folders_are_looked_into(tmp_path, most, found, whole):
    for number in range(3):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "one.x").touch()
    (tmp_path / "top.x").touch()
    below = files_below(tmp_path, ".x", most)
    assert (len(below.files), below.whole) == (found, whole)


def test_nothing_is_saved_over_a_pipe_or_a_device(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    contents = files.Contents(new_record("partition:size=2,rules=free 2,2/1 red"))
    for name, what in ((tmp_path / "pipe", "pipe"), (os.devnull, "device")):
        with pytest.raises(files.FileError, match=f"is a {what}, not a file"):
            files.save(name, contents)
        with pytest.raises(files.FileError, match=f"is a {what}, not a file"):
            files.save(name, contents, "of another")
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "round").symlink_to(tmp_path / "round")
    with pytest.raises(files.FileError, match="round: cannot be written"):
        files.save(tmp_path / "round", contents, "of another")
