"""What a crash of version 0.1.0 left is recovered."""

import shutil
from pathlib import Path

from model.records import files
from viewer.session.recovery import recover, recoverable
from viewer.session.session import Session

CASES = Path(__file__).parents[2] / "cases" / "files-0.1.0"


def test_the_journal_is_recovered_whole(tmp_path):
    folder = tmp_path / "autosave" / "4711"
    folder.mkdir(parents=True)
    shutil.copy(CASES / "crash.journal", folder / "1.journal")
    (offer,) = recoverable(folder.parent)
    assert (offer.title, offer.path, offer.moves) == ("untitled 1", None, 6)
    session = Session()
    recover(session, offer)
    wanted = files.load(CASES / "crash.pyramidion")
    document = session.document
    assert document.record == wanted.record
    assert (document.node, document.view) == (wanted.node, wanted.view)
    assert document.edited
