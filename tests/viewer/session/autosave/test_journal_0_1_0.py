"""What a crash of version 0.1.0 left is recovered."""

import shutil
from pathlib import Path

import msgspec
import pytest

from model.records import files
from model.records.record import ROOT
from viewer.session.autosave.journal_format import EDIT, GAME, JournalEntry, StoredNode, line
from viewer.session.autosave.recovery import recover, recoverable
from viewer.session.errors import ChangedOnDiskError
from viewer.session.session import Session

CASES = Path(__file__).parents[3] / "cases" / "files-0.1.0"


def test_the_journal_is_recovered_whole(tmp_path):
    folder = tmp_path / "autosave" / "4711"
    folder.mkdir(parents=True)
    shutil.copy(CASES / "crash.journal", folder / "1.journal")
    (offer,) = recoverable(folder.parent)
    assert offer.title == "untitled 1"
    session = Session()
    recover(session, offer)
    wanted = files.load(CASES / "crash.pyramidion")
    document = session.document
    assert document.record == wanted.record
    assert (document.node, document.view) == (wanted.node, wanted.view)
    assert document.edited


@pytest.fixture
def left(tmp_path):
    """A file of 0.1.0, and the journal of a crash after one more comment: no digest is in it."""
    path = tmp_path / "game.pyramidion"
    shutil.copy(CASES / "game.pyramidion", path)
    opened = files.load(path)
    known = JournalEntry(title="game", path=str(path), edited=False)
    root = opened.record.nodes[ROOT]
    said = StoredNode(ROOT, None, "", root.children, "not saved yet", root.marks)
    edit = JournalEntry(nodes={ROOT: said}, next_id=opened.record.next_id, edited=True)
    folder = tmp_path / "autosave" / "4711"
    folder.mkdir(parents=True)
    (folder / "1.journal").write_bytes(
        line(GAME, path.read_bytes().strip())
        + b"".join(line(EDIT, msgspec.json.encode(entry)) for entry in (known, edit))
    )
    return path


def recovered(path):
    session = Session()
    (offer,) = recoverable(path.parent / "autosave")
    recover(session, offer)
    assert session.document.path == path
    assert session.document.record.nodes[ROOT].comment == "not saved yet"
    return session


def test_what_is_recovered_is_saved_into_its_file_without_a_question(left):
    recovered(left).save()
    assert files.load(left).record.nodes[ROOT].comment == "not saved yet"


def test_a_file_that_was_changed_after_the_crash_is_not_saved_over(left):
    other = Session()
    other.open(left)
    other.comment("another program's", ROOT)
    other.save()
    theirs = left.read_bytes()
    with pytest.raises(ChangedOnDiskError):
        recovered(left).save()
    assert left.read_bytes() == theirs


def test_a_file_that_is_gone_is_written_again(left):
    session = recovered(left)
    left.unlink()
    session.save()
    assert files.load(left).record == session.document.record
