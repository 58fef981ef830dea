"""Thousands of damaged journals: each is offered and recovered whole, or told of in a sentence."""

from pathlib import Path

import pytest
from fuzz_journals import fuzzed_journal
from fuzz_trial import check_line, kept, written_and_read
from soaking import counts
from watchdog import within

from viewer.session.autosave.recovery import discard, recover, recoverable
from viewer.session.session import Session, SessionError

SECONDS = 20
"""How long one may take."""


def try_journal(root: Path, data: bytes) -> str:
    """What becomes of a journal: "nothing" is offered, "refused", or "recovered"."""
    folder = root / "autosave" / "4711-0123"
    folder.mkdir(parents=True)
    file = folder / "1.journal"
    file.write_bytes(data)
    offers = recoverable(root / "autosave")
    for offer in offers:
        assert offer.file == file
        session = Session()
        try:
            document = recover(session, offer)
        except SessionError as error:
            said = str(error)
            check_line(said)
            assert str(file) in said
            assert file.read_bytes() == data, "what cannot be read is kept"
            discard(offer)
            return "refused"
        assert document.edited
        assert not file.exists()
        session.go(document.node)
        assert session.position is not None
        written_and_read(document)
        return "recovered"
    assert file.read_bytes() == data, "what is not offered is kept"
    file.unlink()
    return "nothing"


@counts(120, 10_000)
def test_a_journal_does_no_harm(
    count: int, seed: int, tell, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    did = {"recovered": 0, "refused": 0, "nothing": 0}
    for index in range(count):
        journal = fuzzed_journal(seed, index)
        root = tmp_path / "state"
        file = tmp_path / f"{seed}-{index}.journal"
        with kept(file, journal.data, *journal.changes), within(SECONDS):
            did[try_journal(root, journal.data)] += 1
        left = [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
        assert set(left) <= {"autosave/4711-0123/lock"}, left
        for path in root.rglob("lock"):
            path.unlink()
        for path in sorted(root.rglob("*"), reverse=True):
            path.rmdir()
        caplog.clear()
    assert did["recovered"] > count // 5, "the fuzzer does not reach far"
    tell("journals", tried=count, **did)
