"""The journal where open files stay, and where a lock goes when it is released."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from as_on_windows import CAN_TELL, as_on_windows

from model.records import atomic_write
from viewer.session.autosave import journal as journal_module
from viewer.session.autosave import recovery
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import read, recover, recoverable
from viewer.session.session import Session

pytestmark = pytest.mark.skipif(not CAN_TELL, reason="asks who has a file open")


@pytest.fixture
def refused() -> Iterator[list[str]]:
    modules = (atomic_write, journal_module, recovery)
    with as_on_windows(*modules) as refused:
        yield refused


def begun(root: Path) -> tuple[Session, Journal]:
    session = Session()
    journal = Journal(session, root)
    session.new(options={"size": "4"})
    return session, journal


def left(session: Session, journal: Journal) -> None:
    """End as a killed process does: the system closes its files."""
    journal._stop.set()
    journal._thread.join()
    journal._unsubscribe()
    for file in journal._files.values():
        file.end()
    assert journal._lock is not None
    journal._lock.release()


def test_a_clean_exit_leaves_nothing(refused: list[str], tmp_path: Path) -> None:
    root = tmp_path / "autosave"
    session, journal = begun(root)
    session.play("1a1")
    session.save_as(tmp_path / "game.pyramidion")
    journal.close()
    assert list(root.iterdir()) == []


def test_a_file_that_has_grown_is_written_anew(
    refused: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "GROWTH", 200)
    session, journal = begun(tmp_path / "autosave")
    assert journal.folder is not None
    for move in ("1a1", "1c1", "1e1", "1g1", "1a3", "1c3", "1e3", "1g3"):
        session.play(move)
        session.comment(move * 100)
        (file,) = journal.folder.glob("*.journal")
        assert read(file).record == session.document.record
    assert refused == []
    session.undo()
    journal.close()


def test_who_holds_a_journal_too_long_costs_nothing(
    refused: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_write, "HELD", 0.0)
    monkeypatch.setattr(journal_module, "RETRY", 0.0)
    monkeypatch.setattr(journal_module, "GROWTH", 0)
    session, journal = begun(tmp_path / "autosave")
    journal._stop.set()  # rounds by hand
    journal._thread.join()
    assert journal.folder is not None
    (file,) = journal.folder.glob("*.journal")
    with file.open("rb"):  # a virus scanner
        session.comment("much" * 1000)
        session.comment("more" * 1000)
    assert refused
    journal.flush()
    session.comment("and more")
    journal.flush()
    assert read(file).record == session.document.record
    journal.close()


def test_what_a_crash_left_is_offered_taken_and_swept_away(
    refused: list[str], tmp_path: Path
) -> None:
    root = tmp_path / "autosave"
    session, journal = begun(root)
    session.play("1a1")
    left(session, journal)
    other, own = begun(root)
    (offer,) = recoverable(root, own.folder)
    found = recover(other, offer, own)
    assert found.record == session.document.record
    assert own.folder is not None
    assert [one.name for one in root.iterdir()] == [own.folder.name]
    assert recoverable(root, own.folder) == []
    own.close()
