"""Killed or refused at any system call of a save, nothing is lost: the file is old or new, whole.

Each save is watched by `tracing`: once to count its calls, and then once for each of them that is
tried, when the process dies before it, or the call comes back with an error. Beside it, a disk that
is full after any number of bytes.
"""

import errno
import os
import random
import signal
from collections import Counter
from pathlib import Path

import msgspec
import pytest
import save_victim
from journal_victim import digest
from nursery import nursery
from save_victim import CASES, Answer, Order, heard
from soaking import counts
from tracing import CAN_TRACE

from model.records.files import load_any
from viewer.session import collections
from viewer.session.autosave.recovery import read, recover, recoverable
from viewer.session.session import Session

pytestmark = pytest.mark.skipif(not CAN_TRACE, reason="system calls are watched on Linux, x86-64")
KILL = None
FAULTS = (errno.EIO, errno.ENOSPC, errno.EACCES)
ALL = 0
"""Every call of a save, not only some."""
SLOW = 40
"""Calls tried of a save that takes seconds."""


@pytest.fixture(scope="module")
def victims():
    """A process that forks saves."""
    with nursery(save_victim.__file__) as process:
        yield process


class Disk:
    """A folder in which one case is saved, as it was before and as it ought to be afterwards."""

    def __init__(self, victims, root: Path, case: str) -> None:
        self._victims, self._root, self._case = victims, root, CASES[case]
        self.case, self._tries = case, 0
        self.old: dict[str, bytes] = {}
        self.new = b""
        self.folder = root
        seen = self.save()
        assert seen.status == 0, f"{case}: the save itself failed"
        assert heard(self.folder).said == "saved", heard(self.folder)
        self.calls, self.new = seen.calls, self.file.read_bytes()

    @property
    def file(self) -> Path:
        return self.folder / self._case.name

    def save(self, **how: int | None) -> Answer:
        """Save in a fresh folder."""
        self._tries += 1
        self.folder = self._root / str(self._tries)
        self.folder.mkdir()
        self._case.prepare(self.folder)
        self.old = self.files()
        return self._carry_out(**how)

    def _carry_out(self, **how: int | None) -> Answer:
        order = Order(self.case, str(self.folder), **how)
        print(msgspec.json.encode(order).decode(), file=self._victims.stdin, flush=True)
        return msgspec.json.decode(self._victims.stdout.readline(), type=Answer)

    def files(self) -> dict[str, bytes]:
        """What lies beside the file, and the file."""
        return {
            one.name: one.read_bytes() for one in self.file.parent.iterdir()
            if one.is_file() and not one.is_symlink() and one.name != "told"
        }  # fmt: skip

    def check(self, seen: Answer) -> None:
        """Look whether all is there that has to be."""
        told, now = heard(self.folder), self.files()
        name = self.file.name
        assert told.crash == ""
        assert now.get(name) in (self.old.get(name), self.new), "the file is neither old nor new"
        lock = f".{name[:40]}.pyramidion-lock"  # which the next save takes away
        spare = next((one for one in now if one.endswith(("~", "~2"))), "")
        whole = [self.old[one] for one in (name, spare) if one in self.old]
        assert not spare or now[spare] in whole, "the spare is not whole"
        if seen.status == signal.SIGKILL:
            self._check_offer(told.record, now.get(name))
        elif told.said == "saved":
            assert now[name] == self.new
            if name in self.old and not name.endswith(".png"):
                assert now.get(spare) == self.old[name], "no spare"
            assert set(now) <= {*self.old, name, spare, lock}, "something was left"
        else:
            assert now.get(name) == self.old.get(name), "refused, and saved all the same"
            assert set(now) <= {*self.old, name, spare, lock}, "something was left"
            assert told.edited or self._case.command
            self._check_offer(told.record, now.get(name))
        self._save_again()

    def _check_offer(self, wanted: str, file: bytes | None) -> None:
        """Whatever is not in the file is offered by the journal."""
        if not wanted:  # a command has nothing to offer
            return
        offers = recoverable(self.folder / "state" / "autosave")
        if file != self.new:
            assert [digest(read(offer.file)) for offer in offers] == [wanted], "it was not offered"

    def _save_again(self) -> None:
        """What was offered is saved without a question, and what was left is swept away."""
        if self._case.command:
            assert self._carry_out().status == 0
            assert heard(self.folder).said == "saved"
        else:
            self._save_in_session()
        left = [one for one in self.files() if one.endswith((".tmp", "-lock"))]
        assert left == [], "leftovers were not swept away"
        if self.file.suffix != ".png":
            load_any(self.file)

    def _save_in_session(self) -> None:
        session = Session()
        offers = recoverable(self.folder / "state" / "autosave")
        for offer in offers:
            recover(session, offer)
        if not offers:
            session.new()
        if self.case == "a collection of what is open":
            collections.make(session, self.file, "again")
        elif session.document.path is None:
            session.save_as(self.file)
        else:
            session.save()


@pytest.mark.sample(4)
@counts(few=2, all=ALL)
@pytest.mark.parametrize("case", CASES)
def test_a_save_killed_at_any_call_loses_nothing(case, count, victims, tmp_path, seed, tell):
    disk, met = Disk(victims, tmp_path, case), Counter()
    for at in chosen(disk, count, seed):
        seen = disk.save(at=at)
        met[seen.met] += 1
        assert seen.status in (signal.SIGKILL, 0)
        with_place(disk, seen, f"killed at call {at} ({seen.met})")
    tell(f"kills, {case}", kills=met.total() - met[""], of=disk.calls)


@pytest.mark.sample(4)
@counts(few=2, all=ALL)
@pytest.mark.parametrize("case", CASES)
def test_a_save_whose_disk_fails_at_any_call_loses_nothing(
    case, count, victims, tmp_path, seed, tell
):
    disk, met = Disk(victims, tmp_path, case), Counter()
    for at in chosen(disk, count, seed):
        for fault in FAULTS if count == ALL else FAULTS[at % 3 :][:1]:
            seen = disk.save(at=at, fault=fault)
            met[seen.met] += 1
            assert seen.status == 0
            with_place(disk, seen, f"{os.strerror(fault)} at call {at} ({seen.met})")
    tell(f"errors, {case}", failed=met.total() - met[""], of=disk.calls)


@counts(few=2, all=100)
@pytest.mark.parametrize("case", ["a file with its spare", "a collection of what is open"])
def test_a_disk_that_is_full_after_any_byte_loses_nothing(
    case, count, victims, tmp_path, seed, tell
):
    disk, chance, refused = Disk(victims, tmp_path, case), random.Random(f"{seed} {case}"), 0
    if CASES[case].is_slow and count < SLOW:
        count = 1
    for _ in range(count):
        room = chance.randrange(len(disk.new))
        with_place(disk, disk.save(room=room), f"room for {room} bytes")
        refused += heard(disk.folder).said != "saved"
    assert refused == count
    tell(f"full disks, {case}", refused=refused)


def chosen(disk: Disk, count: int, seed: int) -> list[int]:
    """The calls that are tried: all, or some at random; fewer of what is slow."""
    is_slow = CASES[disk.case].is_slow
    if count == ALL and not is_slow:
        return list(range(disk.calls))
    if is_slow:
        count = 1 if count else min(SLOW, disk.calls)
    some = random.Random(f"{seed} {disk.case}").sample(range(disk.calls), min(count, disk.calls))
    return sorted(some)


def with_place(disk: Disk, seen: Answer, what: str) -> None:
    """Check a folder; a failure says what was done to it."""
    try:
        disk.check(seen)
    except Exception as error:
        error.add_note(f"{disk.case}: {what}; it said: {heard(disk.folder)}")
        raise
