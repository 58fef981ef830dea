"""kill -9 at random moments: the last or last-but-one change is offered, no file is unreadable."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import journal_victim
import pytest
from journal_victim import digest
from nursery import nursery

from model.records.files import load
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import discard, read, recover, recoverable
from viewer.session.session import Session

KILLS = 100

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="victims are forked")


@pytest.fixture(scope="module")
def victims():
    """A process that has imported everything and forks victims."""
    with nursery(journal_victim.__file__) as process:
        yield process


def kill_one(victims: subprocess.Popen[str], seed: int, folder: Path) -> list[list[str]]:
    """Let a victim work for a random moment, kill it, and return what it told."""
    log = folder / f"log-{seed}"
    print(seed, folder / "autosave", folder / f"game-{seed}", file=victims.stdin, flush=True)
    victim = int(victims.stdout.readline())
    deadline = time.monotonic() + 20
    while not log.exists() or not log.stat().st_size:
        assert time.monotonic() < deadline, "the victim never began"
        time.sleep(0.001)
    time.sleep(random.Random(seed).random() * 0.08)
    os.kill(victim, signal.SIGKILL)
    assert int(victims.stdout.readline()) == signal.SIGKILL
    told = [line.split() for line in log.read_text().splitlines()]
    return [line for line in told if len(line) == 2]


@pytest.mark.check
def test_a_killed_session_is_offered_up_to_the_last_change_but_one(victims, tmp_path: Path):
    root = tmp_path / "autosave"
    offered = 0
    lengths = set()
    for seed in range(KILLS):
        told = kill_one(victims, seed, tmp_path)
        lengths.add(len(told))
        last_two = told[-2:]
        offers = recoverable(root)
        if offers:
            assert len(offers) == 1
            found = [digest(read(offers[0].file)), "edited"]
            assert found in last_two, f"seed {seed}"
            discard(offers[0])
            offered += 1
        else:
            # Nothing would be lost: what the file holds is the last change or the last but one.
            # (A victim killed before its journal began has made no change at all.)
            assert "saved" in [state for _, state in last_two] or len(told) < 2, f"seed {seed}"
        file = tmp_path / f"game-{seed}"
        if file.exists():
            load(file)
            if not offers and len(told) > 1:
                saved = Session().open(file)
                assert digest(saved) in [state for state, _ in told[-2:]], f"seed {seed}"
    assert offered > KILLS // 2
    assert len(lengths) > 5, "the moments were not random"


@pytest.mark.check
def test_what_a_crash_left_goes_over_into_the_next_session_and_its_crash(victims, tmp_path: Path):
    told: list[tuple[str, str]] = []
    while len(told) < 5 or told[-1][1] != "edited" or told[-2][1] != "edited":
        (tmp_path / "log-7").unlink(missing_ok=True)
        for offer in recoverable(tmp_path / "autosave"):
            discard(offer)
        told = kill_one(victims, 7, tmp_path)
    session = Session()
    journal = Journal(session, tmp_path / "autosave")
    (offer,) = recoverable(journal.root, journal.folder)
    document = recover(session, offer, journal)
    assert document.edited
    assert digest(document) in [state for state, _ in told[-2:]]
    assert recoverable(journal.root, journal.folder) == []
    # The new session's own journal holds it now, so that a second crash loses nothing either.
    (own,) = journal.folder.glob("*.journal")
    assert digest(read(own)) == digest(document)
    session.save_as(tmp_path / "found again")
    journal.close()
    assert recoverable(journal.root) == []
