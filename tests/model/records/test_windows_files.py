"""Saving where an open file cannot be replaced, and where there are no links."""

import os
import threading
from pathlib import Path

import pytest
from as_on_windows import CAN_TELL, as_on_windows

from model.records import atomic_write
from model.records.atomic_write import write_whole
from model.records.files import Contents, load, save
from model.records.record import new_record

pytestmark = pytest.mark.skipif(not CAN_TELL, reason="asks who has a file open")
START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_a_file_and_its_spare_are_written_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    with as_on_windows(atomic_write) as refused:
        for data in (b"1", b"2", b"3"):
            write_whole(path, data, backup=True)
    assert refused == []
    assert path.read_bytes() == b"3"
    assert names(tmp_path) == ["state.json", "state.json~"]
    assert (tmp_path / "state.json~").read_bytes() == b"2"


def test_who_has_the_file_open_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "game.pyramidion"
    save(path, Contents(new_record(START)))
    reader = path.open("rb")
    with as_on_windows(atomic_write) as refused:
        ends = threading.Timer(0.1, reader.close)
        ends.start()
        save(path, Contents(new_record(START, title="Another")))
        ends.join()
    assert str(path) in refused
    assert load(path).record.headers["title"] == "Another"


def test_who_keeps_the_file_open_is_told_of_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_write, "HELD", 0.05)
    path = tmp_path / "state.json"
    path.write_bytes(b"old")
    with path.open("rb"), as_on_windows(atomic_write):
        with pytest.raises(PermissionError):
            write_whole(path, b"new")
        assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["state.json"]


def test_elsewhere_a_refusal_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def refuse(*names: object) -> None:
        tries.append(names)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "state.json", b"new")
    assert len(tries) == 1


def test_a_file_whose_lines_end_as_on_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.pyramidion"
    save(path, Contents(new_record(START, title="Lines")))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load(path).record.headers["title"] == "Lines"
