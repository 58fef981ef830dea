"""The journal: small lines, torn lines, full disks, locks; clean exits leave nothing."""

import dataclasses
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from journal_victim import change
from msgspec.structs import replace

from model.records import files
from model.records.record import ROOT
from model.records.sealing import whole_of
from model.records.view import Camera, View
from viewer.session.autosave import journal as journal_module
from viewer.session.autosave import journal_format, recovery
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.journal_format import (
    EDIT,
    GAME,
    JournalEntry,
    StoredNode,
    line,
    lines_of,
)
from viewer.session.autosave.recovery import discard, in_tab_order, read, recover, recoverable
from viewer.session.errors import ChangedOnDiskError
from viewer.session.session import Session, SessionError

REPOSITORY = Path(__file__).parents[4]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "autosave"


@pytest.fixture
def session(root: Path):
    session = Session()
    session.journal = Journal(session, root)
    session.new(options={"size": "4"})
    yield session
    session.journal.close()


def own_file(session: Session) -> Path:
    (file,) = session.journal.folder.glob("*.journal")
    return file


def same(one, other) -> bool:
    known = attrgetter("record", "node", "view", "title", "path")
    return known(one) == known(other)


def leave(session: Session) -> None:
    """End as a killed process does: the files stay, the lock is gone."""
    journal = session.journal
    journal._stop.set()
    journal._thread.join()
    journal._unsubscribe()
    journal._lock.release()


def left_with(session: Session, *entries: bytes | JournalEntry) -> Path:
    """One move, a crash, and edits behind it in the journal; returns where that is."""
    session.play("1a1")
    leave(session)
    with own_file(session).open("ab") as out:
        for entry in entries:
            data = entry if isinstance(entry, bytes) else msgspec.json.encode(entry)
            out.write(journal_format.line(journal_format.EDIT, data))
    return own_file(session)


@contextmanager
def worked(folder: Path, rng: random.Random, changes: int) -> Iterator[Session]:
    """A session in which some changes were made at random, all of them in its journal."""
    session = Session()
    session.journal = Journal(session, folder / "autosave")
    try:
        session.new(options={"size": "3"})
        for _ in range(changes):
            change(session, rng, folder / "game.pyramidion")
        session.journal.flush()
        yield session
    finally:
        session.journal.close()


def test_the_place_is_the_systems_or_the_one_asked_for(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path))
    assert journal_module.autosave_folder() == tmp_path / "autosave"
    monkeypatch.delenv("PYRAMIDION_STATE")
    assert journal_module.autosave_folder().parts[-2:] == ("pyramidion", "autosave")


def test_a_clean_exit_leaves_nothing(root: Path, session: Session):
    session.play("1a1")
    assert own_file(session).is_file()
    session.save_as(root.parent / "game.pyramidion")
    session.new()
    session.journal.close()
    session.journal.close()
    assert recoverable(root) == []
    assert list(root.iterdir()) == []


def test_an_exit_without_a_question_keeps_what_is_unsaved(root: Path, session: Session):
    session.play("1a1")
    session.set_view(View(camera=Camera(azimuth=5.0)), gesture="drag")
    session.new()
    session.journal.close()
    (offer,) = recoverable(root)
    assert same(read(offer.file), session.state.documents[0])


def test_every_change_is_on_disk_when_the_method_returns(session: Session):
    file = own_file(session)
    session.play("1a1")
    assert same(read(file), session.document)
    session.comment("first ball\n✓")
    assert same(read(file), session.document)
    session.undo()
    session.undo()
    assert same(read(file), session.document)


def test_a_drag_is_written_once_by_the_next_round(session: Session):
    file = own_file(session)
    before = file.stat().st_size
    session.journal._stop.set()  # rounds by hand
    session.journal._thread.join()
    session.set_view(View(camera=Camera(azimuth=1.0)), gesture="drag")
    session.journal.flush()
    size = file.stat().st_size
    for step in range(100):
        session.set_view(View(camera=Camera(azimuth=2.0 + step)), gesture="drag")
    assert file.stat().st_size == size
    session.journal.flush()
    assert file.stat().st_size - size < 2 * (size - before) + 20
    assert same(read(file), session.document)


def test_the_thread_is_behind_by_less_than_promised(session: Session):
    assert journal_module.BEHIND < 0.25
    session.set_view(View(camera=Camera(azimuth=5.0)), gesture="drag")
    for _ in range(100):
        if session.journal.holds(session.document):
            break
        session.journal._stop.wait(0.05)
    assert same(read(own_file(session)), session.document)


@pytest.mark.check
@given(st.integers(0, 2**32))
def test_a_journal_read_back_is_the_document_whatever_was_done(tmp_path_factory, seed: int):
    folder = tmp_path_factory.mktemp("journal")
    with worked(folder, random.Random(seed), 25) as session:
        assert same(read(own_file(session)), session.document)


@pytest.mark.check
def test_a_torn_last_line_costs_one_change(root: Path, session: Session):
    session.play("1a1")
    before = session.document
    session.play("2b2")
    leave(session)
    file = own_file(session)
    whole = file.read_bytes()
    last = whole.rstrip(b"\n").rindex(b"\n") + 1
    for cut in range(last, len(whole)):
        file.write_bytes(whole[:cut])
        assert read(file).record == before.record
        (_,) = recoverable(root)


def test_what_stands_behind_a_damaged_line_is_not_believed(root: Path, session: Session):
    session.play("1a1")
    session.play("2b2")
    session.play("2d2")
    leave(session)
    file = own_file(session)
    lines = file.read_bytes().splitlines(keepends=True)
    middle = len(lines) - 2
    lines[middle] = lines[middle].replace(b"2b2", b"2b4")
    file.write_bytes(b"".join(lines))
    assert [node.move for node in read(file).record.nodes.values() if node.move] == ["1a1"]


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\n", b"00000000 game {}\n", b"zzzzzzzz game {}\n", b"\0" * 4096, b"x" * 10),
        *(
            journal_format.line(journal_format.GAME, game)
            + journal_format.line(journal_format.EDIT, b'{"edited":true}')
            for game in (b"null", b'{"nodes":[7]}', b'{"nodes":7', b'{"nodes":' + b"[" * 5000)
        ),
    ],
)
def test_a_journal_that_was_destroyed_is_not_offered_and_not_thrown_away(root: Path, data: bytes):
    folder = root / "1-dead"
    folder.mkdir(parents=True)
    file = folder / "1.journal"
    file.write_bytes(data)
    os.utime(folder, (1, 1))
    assert recoverable(root) == []
    assert file.read_bytes() == data
    with pytest.raises(SessionError, match=r"cannot be read|holds no document"):
        read(file)


def test_a_start_that_follows_another_node_is_refused(root: Path, session: Session):
    file = left_with(session, b'{"nodes":{"0":[1,[1],""]}}')
    with pytest.raises(SessionError, match="the start follows another node"):
        read(file)


def test_an_edit_that_is_nested_without_end_ends_the_journal_there(root: Path, session: Session):
    deep = b'{"nodes":{"2":[1,[],"1c1","",[],null,' + b"[" * 5000 + b"]" * 5000 + b"]}}"
    left_with(session, deep)
    (offer,) = recoverable(root)
    assert read(offer.file).record == session.document.record


def test_a_journal_whose_moves_cannot_be_played_is_refused_and_kept(root: Path, session: Session):
    nodes = {1: journal_format.StoredNode(1, 0, "9z9", ())}
    file = left_with(session, JournalEntry(nodes=nodes, next_id=2))
    other = Session()
    (offer,) = recoverable(root)
    with pytest.raises(SessionError, match="9z9"):
        recover(other, offer)
    assert other.is_empty
    assert file.is_file()


@pytest.mark.check
@given(st.integers(0, 2**32))
def test_lines_in_another_order_are_refused_or_give_a_whole_document(tmp_path_factory, seed: int):
    folder = tmp_path_factory.mktemp("order")
    rng = random.Random(seed)
    with worked(folder, rng, 12) as session:
        file = own_file(session)
        first, *rest = file.read_bytes().splitlines(keepends=True)
        rng.shuffle(rest)
        file.write_bytes(first + b"".join(rest[: rng.randint(0, len(rest))]))
        try:
            document = read(file)
        except SessionError:
            return
        other = Session()
        other.adopt(document)
        for node in document.record.nodes:
            other.go(node)
            assert other.position is not None
        other.save_as(folder / "again.pyramidion")
        again = Session().open(folder / "again.pyramidion").record
        # Numbers that are free again may be skipped by one and not by the other.
        assert (again.nodes, again.start) == (document.record.nodes, document.record.start)


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ({0: (None, "", (1, 7))}, "node 0 names what does not follow it, node 7"),
        ({1: (0, "1a1", (1,))}, "node 1 names what does not follow it, node 1"),
        ({0: (None, "", ())}, "node 1 is not linked to the start"),
        ({0: None}, "the start is missing"),
    ],
)
def test_nodes_that_do_not_belong_together_are_refused(root, session: Session, nodes, reason):
    stored = {k: node and journal_format.StoredNode(k, *node) for k, node in nodes.items()}
    file = left_with(session, JournalEntry(nodes=stored, next_id=9))
    with pytest.raises(SessionError, match=reason):
        recover(Session(), recoverable(root)[0])
    assert file.is_file()


@pytest.mark.parametrize(
    "look",
    [
        {"view": View(lens="8h8")},
        {"second": journal_format.StoredSecond(View(lens="8h8"), 1, "turn")},
    ],
)
def test_a_look_at_another_board_is_not_recovered(root: Path, session: Session, look):
    left_with(session, JournalEntry(**look))
    document = recover(Session(), recoverable(root)[0])
    assert (document.view, document.second) == (View(), None)
    assert len(document.record) == 1


def test_two_halves_come_back_as_they_were(root: Path, session: Session):
    session.play("1a1")
    session.see_twice("slice")
    session.set_view(View(camera=Camera(azimuth=77.0), layer=("west", 2)))
    assert read(own_file(session)).second == session.document.second
    session.turn_to(1)
    session.set_view(replace(session.document.view, ghosts="all"))
    session.journal.flush()
    written = read(own_file(session))
    assert (written.view, written.second) == (session.document.view, session.document.second)
    session.see_once()
    session.journal.flush()
    assert read(own_file(session)).second is None
    session.see_twice("turn")
    session.turn_to(1)
    leave(session)
    document = recover(Session(), recoverable(root)[0])
    assert document.views == session.document.views
    assert document.second == session.document.second


def test_recovery_offers_title_and_time(root: Path, session: Session, tmp_path: Path):
    session.save_as(tmp_path / "evening.pyramidion")
    session.play("1a1")
    session.play("2b2")
    session.undo()
    leave(session)
    (offer,) = recoverable(root)
    assert offer.title == "evening"
    other = Session()
    document = recover(other, offer)
    assert other.document is document
    assert document.path == tmp_path / "evening.pyramidion"
    assert document.edited
    assert same(document, session.document)
    assert recoverable(root) == []
    other.save()
    assert Session().open(document.path).record == document.record


def test_what_is_recovered_is_not_saved_over_a_file_changed_meanwhile(
    root: Path, session: Session, tmp_path: Path
):
    session.save_as(tmp_path / "evening.pyramidion")
    session.play("1a1")
    leave(session)
    (tmp_path / "evening.pyramidion").write_text("somebody else's")
    other = Session()
    recover(other, recoverable(root)[0])
    with pytest.raises(SessionError, match="changed meanwhile"):
        other.save()
    assert (tmp_path / "evening.pyramidion").read_text() == "somebody else's"


@pytest.mark.parametrize("edited", [False, True])
def test_what_is_recovered_takes_the_place_of_its_file_while_that_is_unedited(
    root: Path, session: Session, tmp_path: Path, edited: bool
):
    session.save_as(tmp_path / "evening.pyramidion")
    session.play("1a1")
    leave(session)
    (offer,) = recoverable(root)
    other = Session()
    other.open(tmp_path / "evening.pyramidion")  # from the recent files, before it was read
    if edited:
        other.comment("after the crash")
    found = recover(other, offer)
    assert other.document is found
    assert len(other.state.documents) == 1 + edited


def test_only_what_would_be_lost_is_offered(root: Path, session: Session, tmp_path: Path):
    session.new()  # untouched
    session.new()
    session.play("2b2")
    session.save_as(tmp_path / "saved.pyramidion")
    session.activate(0)
    session.play("1a1")
    leave(session)
    assert [offer.title for offer in recoverable(root)] == ["Pyramid Partition"]


def test_documents_come_back_one_by_one(root: Path, session: Session):
    session.play("1a1")
    session.new()
    session.play("2b2")
    leave(session)
    offers = recoverable(root)
    titles = ["Pyramid Partition", "Pyramid Partition (2)"]
    assert sorted(offer.title for offer in offers) == titles
    assert [offer.title for offer in in_tab_order(offers)] == titles
    discard(offers[0])
    (left,) = recoverable(root)
    assert left == offers[1]
    discard(left)
    discard(left)
    assert recoverable(root) == []
    with pytest.raises(SessionError, match="another window"):
        recover(Session(), left)


def test_a_closed_tab_is_not_offered(root: Path, session: Session):
    session.play("1a1")
    session.close()
    leave(session)
    assert recoverable(root) == []


_LIVE = """
import sys, time
from pathlib import Path
from viewer.session.autosave.journal import Journal
from viewer.session.session import Session
session = Session()
journal = Journal(session, Path(sys.argv[1]))
session.new(options={"size": "3"})
session.play("1a1")
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.check
def test_a_process_that_lives_is_never_offered(root: Path):
    live = subprocess.Popen(
        [sys.executable, "-c", _LIVE, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    try:
        assert live.stdout.readline() == "ready\n"
        (folder,) = root.iterdir()
        os.utime(folder, (1, 1))
        assert recoverable(root) == []
        assert folder.is_dir()
    finally:
        live.kill()
        live.wait()
    assert len(recoverable(root)) == 1


def test_empty_folders_of_long_ago_are_swept_away(root: Path):
    for name in ("1-old", "2-new"):
        (root / name).mkdir(parents=True)
    os.utime(root / "1-old", (1, 1))
    assert recoverable(root) == []
    assert [path.name for path in root.iterdir()] == ["2-new"]


# -- a disk that refuses -------------------------------------------------------------------------


class Disk:
    """Stands before `os.write`: takes so many more bytes, then is full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        self._write = os.write
        monkeypatch.setattr("os.write", self.write)

    def write(self, handle: int, data) -> int:
        if self.room is None:
            return self._write(handle, data)
        if self.room == 0:
            raise OSError(28, "No space left on device")
        taken = self._write(handle, bytes(data)[: self.room])
        self.room -= taken
        return taken


def test_a_full_disk_is_told_once_and_the_program_goes_on(session: Session, monkeypatch):
    monkeypatch.setattr(journal_module, "RETRY", 0.0)
    notices: list[str] = []
    session.notices.add(notices.append)
    session.play("1a1")
    before = session.document
    disk = Disk(monkeypatch)
    disk.room = 30  # the next line is torn in the middle
    for move in ("2b2", "2d2", "2f2"):
        session.play(move)
    assert session.ply == 4
    (notice,) = notices
    assert "no space left" in notice
    file = own_file(session)
    assert read(file).record == before.record
    assert file.read_bytes().endswith(b"\n"), "the torn line was taken back"
    disk.room = None
    session.comment("there is room again")
    assert same(read(file), session.document)
    session.undo()
    assert same(read(file), session.document)


def test_after_a_refusal_the_thread_tries_again(session: Session, monkeypatch):
    disk = Disk(monkeypatch)
    disk.room = 0
    session.play("1a1")
    session.play("2b2")
    disk.room = None
    session.journal.flush()
    assert len(read(own_file(session)).record) == 0, "not before its time"
    monkeypatch.setattr(journal_module, "RETRY", 0.0)
    session.journal.flush()
    assert same(read(own_file(session)), session.document)


def test_a_place_that_cannot_be_written_is_told_and_no_more(tmp_path: Path):
    (tmp_path / "autosave").write_text("a file where the folder should be")
    session = Session()
    notices: list[str] = []
    session.notices.add(notices.append)
    journal = Journal(session, tmp_path / "autosave")
    session.new()
    session.play("1a1")
    session.close()
    journal.close()
    assert len(notices) == 1
    assert "cannot be kept" in notices[0]
    assert recoverable(tmp_path / "autosave") == []


def test_what_was_not_written_again_is_not_dropped(root: Path, session: Session, monkeypatch):
    session.play("1a1")
    leave(session)
    other = Session()
    journal = Journal(other, root)
    (offer,) = recoverable(root, journal.folder)
    disk = Disk(monkeypatch)
    disk.room = 0
    recover(other, offer, journal)
    assert other.document is not None
    assert offer.file.is_file()
    disk.room = None
    other.close()
    journal.close()
    assert len(recoverable(root)) == 1


# -- size ----------------------------------------------------------------------------------------


def test_a_change_is_a_small_line_however_long_the_game(session: Session):
    rng = random.Random(1)
    session.new(options={"size": "12"})
    files = set(session.journal.folder.glob("*.journal"))
    (file,) = (path for path in files if path.stem == str(session.document.key))
    sizes = []
    for _ in range(300):
        before = file.stat().st_size
        session.play(session.position.legal_moves.sample(rng))
        sizes.append(file.stat().st_size - before)
    assert max(sizes) < 400


def test_a_file_that_has_grown_is_written_anew(session: Session, monkeypatch):
    monkeypatch.setattr(journal_module, "GROWTH", 2000)
    session.new(options={"size": "4"})
    (file,) = session.journal.folder.glob(f"{session.document.key}.journal")
    largest = 0
    for step in range(400):
        session.set_view(View(camera=Camera(azimuth=float(step))))
        largest = max(largest, file.stat().st_size)
    assert largest < 6000
    assert same(read(file), session.document)
    assert not list(file.parent.glob("*.tmp"))
    assert isinstance(next(lines_of(file)), bytes)


def test_the_lock_is_held_while_the_session_lives(session: Session):
    with recovery._locked(session.journal.folder) as free:
        assert not free


def test_a_secret_choice_is_covered_in_the_journal_and_comes_back(root: Path, cairns):
    session = Session()
    session.journal = Journal(session, root)
    session.new(cairns.name)
    try:
        session.play("bid2")
        session.play("bid3")
        file = own_file(session)
        assert b"bid" not in file.read_bytes()
        document = session.document
        whole = dataclasses.replace(document, record=whole_of(document.record))
        assert same(read(file), whole)
    finally:
        session.journal.close()


# -- left by version 0.1.0 -------------------------------------------------------------------------

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
