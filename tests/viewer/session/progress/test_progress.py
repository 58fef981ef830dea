"""What a learner has done is kept, whatever files are called and whatever the file holds."""

from pathlib import Path

import pytest

from model.records.record import head, new_record
from viewer.session.progress import progress

RECORD = new_record("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")
SOLVED = frozenset({progress.SOLVED})


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "progress.json"


@pytest.mark.parametrize("name", ["a.pyramidion", "\udc80.pyramidion", "größe|1.pyramidion"])
def test_what_is_done_is_there_again_under_any_name(name: str):
    progress.keep(Path(name), RECORD, SOLVED)
    progress.keep(Path("other"), RECORD, SOLVED)
    assert progress.done(Path(name), RECORD) == SOLVED
    assert progress.done(Path("third"), RECORD) == frozenset()


@pytest.mark.parametrize("text", [b"", b"[]", b"[" * 100_000, b"\xff", b'{"a": 1, "b": ["x", 2]}'])
def test_a_broken_file_is_none(place: Path, text: bytes):
    place.parent.mkdir()
    place.write_bytes(text)
    assert progress.done(Path("a"), RECORD) == frozenset()
    progress.keep(Path("a"), RECORD, SOLVED)
    assert progress.done(Path("a"), RECORD) == SOLVED


def test_what_cannot_be_written_is_only_logged(place: Path, caplog):
    place.parent.write_text("a file where the folder should be")
    progress.keep(Path("a"), RECORD, SOLVED)
    assert "What pupils have done cannot be saved" in caplog.text


def test_a_title_of_any_length_takes_little_room(place: Path):
    long, other = (head(RECORD, "title", "x" * 1_000_000 + end) for end in ("1", "2"))
    progress.keep(Path("a"), long, SOLVED)
    assert progress.done(Path("a"), long) == SOLVED
    assert progress.done(Path("a"), other) == frozenset()
    assert place.stat().st_size < 1000
