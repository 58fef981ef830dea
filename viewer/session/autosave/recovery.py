"""Recovery: what a crash left in the journals, offered, taken back or dropped."""

import logging
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec
from filelock import FileLock, Timeout

from model.records.files import FileError, is_item, load_item, parse
from model.records.json_form import encode
from model.records.record import ROOT, PositionCache, Record
from model.records.view import View
from viewer.session import state as states
from viewer.session.autosave import journal_format
from viewer.session.autosave.journal import LOCK, Journal
from viewer.session.document.document import Document
from viewer.session.document.seating import NOBODY
from viewer.session.document.split_view import SecondView, fits
from viewer.session.session import Session, SessionError

log = logging.getLogger(__name__)

STALE = 60.0
"""Seconds after which an unlocked folder with nothing to offer is swept away."""


@dataclass(frozen=True)
class Recovery:
    """A document that a crash left.

    Attributes
    ----------
    file
        Its journal.
    title
        Its name in the window.
    when
        The time of its last change, in local time.
    """

    file: Path
    title: str
    when: datetime


def recoverable(root: Path, own: Path | None = None) -> list[Recovery]:
    """Return what ended processes left unsaved, the latest change first.

    Parameters
    ----------
    root
        The folder of all processes' folders.
    own
        This process's folder, which is passed over.
    """
    found: list[Recovery] = []
    for folder in _folders(root, own):
        stale = _is_stale(folder)
        with _locked(folder) as free:
            if not free:
                continue
            files = sorted(folder.glob(f"*{journal_format.SUFFIX}"))
            offers = [offer for file in files if (offer := _offer(file)) is not None]
            found += [offer for offer in offers if isinstance(offer, Recovery)]
            # What cannot be read is kept: a person may want to look into it.
            if stale and not offers:
                shutil.rmtree(folder, ignore_errors=True)
    return sorted(found, key=lambda offer: offer.when, reverse=True)


def in_tab_order(offers: Iterable[Recovery]) -> list[Recovery]:
    """Return offers in the order of the tabs they had; what was left first comes first."""
    offers = list(offers)
    left: dict[Path, datetime] = {}
    for offer in offers:
        folder = offer.file.parent
        left[folder] = max(offer.when, left.get(folder, offer.when))

    def place(offer: Recovery) -> tuple[datetime, Path, int, str]:
        # Documents are numbered as they are opened, and a tab never moves.
        number = offer.file.name.removesuffix(journal_format.SUFFIX)
        folder = offer.file.parent
        return left[folder], folder, int(number) if number.isdecimal() else 0, number

    return sorted(offers, key=place)


def recover(session: Session, offer: Recovery, journal: Journal | None = None) -> Document:
    """Open what a crash left, as an unsaved document, and drop it from the journals left behind.

    Its file may be open already, as it was saved last: unedited, that document gives its place.
    With the session's own `journal` the old one goes only once the new one is on disk.

    Raises
    ------
    SessionError
        It is gone, another window has it, or it cannot be read (then it stays where it is).
    """
    with _locked(offer.file.parent) as free:
        if not free or not offer.file.is_file():
            raise SessionError(f"{offer.title} was already restored in another window")
        document = read(offer.file)
        stale = _unedited(session, document)
        session.adopt(document)
        if stale is not None:
            session.close(stale)
        if journal is not None:
            journal.flush()
            if not journal.holds(document):
                return document
        _drop(offer.file)
    return document


def _unedited(session: Session, document: Document) -> int | None:
    """Return the number of the open document that holds the same file without an edit."""
    if document.path is None:
        return None
    index = states.find_file(session.state, document.path, document.item)
    return None if index is None or session.state.documents[index].edited else index


def discard(offer: Recovery) -> None:
    """Drop what a crash left; nothing happens when it is gone already."""
    with _locked(offer.file.parent) as free:
        if free:
            _drop(offer.file)


def read(file: Path) -> Document:
    """Return the document a journal holds, edited; SessionError when it cannot be read."""
    game, entries = b"", []
    for line in journal_format.lines_of(file):
        if isinstance(line, journal_format.JournalEntry):
            entries.append(line)
        else:
            game = line
    if not game:
        raise SessionError(f"the journal {file} holds no document")
    try:
        contents = parse(game, file)
        record = _follow(contents.record, entries)
        _check_whole(record, file)
        saved = _last_saved(contents.record, entries)
    except (FileError, KeyError, ValueError) as error:
        raise SessionError(f"the journal {file} cannot be read: {error}") from error
    known = journal_format.merged(entries)
    path, digest = known.path or "", known.digest or ""
    if path and not digest and saved is not None:
        digest = _digest_of(Path(path), saved)
    node = contents.node if known.node is None else known.node
    node = node if node in record else ROOT
    there = PositionCache().position(record, node).game
    view, second = known.view or contents.view, known.second or journal_format.SEEN_ONCE
    view = view if fits(view, there) else View()
    if second.view is not None and not fits(second.view, there):
        second = journal_format.SEEN_ONCE
    view, beside = _halves(view, second)
    return Document(
        record=record,
        node=node,
        view=view,
        second=beside,
        title=known.title or "",
        path=Path(path) if path else None,
        saved=None,
        item=None if known.item == journal_format.NO_ITEM else known.item,
        digest=digest,
        seating=known.seating or NOBODY,
    )


def _follow(record: Record, entries: list[journal_format.JournalEntry]) -> Record:
    """Return `record` after the changes of `entries`."""
    nodes = record.nodes
    for entry in entries:
        for number, node in journal_format.changed_nodes(entry):
            nodes = nodes.discard(number) if node is None else nodes.insert(number, node)
        if entry.next_id is not None:
            record = replace(record, next_id=entry.next_id)
        if entry.headers is not None:
            record = replace(record, headers=MappingProxyType(entry.headers))
        if entry.bookmarks is not None:
            record = replace(record, bookmarks=MappingProxyType(entry.bookmarks))
    return replace(record, nodes=nodes)


def _last_saved(record: Record, entries: list[journal_format.JournalEntry]) -> Record | None:
    """Return the record as it was last saved, None where the journal does not tell."""
    known = [number for number, entry in enumerate(entries, start=1) if entry.edited is False]
    return _follow(record, entries[: known[-1]]) if known else None


def _digest_of(path: Path, saved: Record) -> str:
    """Return the digest of a file that holds what was last saved, else "".

    Version 0.1.0 kept no digests: its documents would be taken for changed by another program.
    """
    try:
        found = load_item(path, None)
    except FileError:
        return ""
    return found.digest if is_item(found, saved) else ""


def _check_whole(record: Record, file: Path) -> None:
    """Refuse what no edits in their order have made; ValueError, or FileError.

    Each line may be whole and not belong after the one before it: then nodes name others that are
    not there, or words speak of points that the board does not have.
    """
    if ROOT not in record:
        raise ValueError("the start is missing")
    if record[ROOT].parent != -1:
        raise ValueError("the start follows another node")
    reached, stack = {ROOT}, [ROOT]
    while stack:
        node = stack.pop()
        for child in record[node].children:
            known = record.nodes.get(child)
            if known is None or known.parent != node or child in reached:
                raise ValueError(f"node {node} names what does not follow it, node {child}")
            reached.add(child)
            stack.append(child)
    loose = [number for number in record.nodes if number not in reached]
    if loose:
        raise ValueError(f"node {min(loose)} is not linked to the start")
    # As a file it is read with all that a file is checked for, every move of every line included.
    parse(encode(record, ROOT, View()), file)


def _halves(first: View, second: journal_format.StoredSecond) -> tuple[View, SecondView | None]:
    """Return the View of the half that was acted on, and the other one if there was one."""
    if second.view is None:
        return first, None
    if second.half:
        return second.view, SecondView(first, second.half, second.link)
    return first, SecondView(second.view, second.half, second.link)


class _Id(msgspec.Struct):
    id: int


class _Ids(msgspec.Struct):
    """As much of a game as tells that it is one."""

    nodes: list[_Id] = []


def _offer(file: Path) -> Recovery | Literal["unreadable"] | None:
    """What a journal offers: None when nothing in it would be lost."""
    entries: list[journal_format.JournalEntry] = []
    lines = 0
    for entry in journal_format.lines_of(file):
        lines += 1
        if not isinstance(entry, journal_format.JournalEntry):
            try:
                msgspec.json.decode(entry, type=_Ids)
            except (ValueError, RecursionError) as error:
                log.warning("journal %s: %s", file, error)
                return "unreadable"
        else:
            entries.append(entry)
    known = journal_format.merged(entries)
    if not known.edited:
        return None if lines else "unreadable"
    return Recovery(file, known.title or "", datetime.fromtimestamp(file.stat().st_mtime))


def _folders(root: Path, own: Path | None) -> list[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir() and path != own)
    except OSError:
        return []


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Hold a folder's lock if its process has ended; yields whether it is held."""
    if not folder.is_dir():
        yield False
        return
    lock = FileLock(folder / LOCK, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except (Timeout, OSError, NotImplementedError):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
        with suppress(OSError):  # Windows lets an emptied folder go only now
            folder.rmdir()


def _drop(file: Path) -> None:
    with suppress(OSError):
        file.unlink()
    if not sorted(file.parent.glob(f"*{journal_format.SUFFIX}")):
        shutil.rmtree(file.parent, ignore_errors=True)


def _is_stale(folder: Path) -> bool:
    """Whether a folder is old enough not to be one that a process is just about to lock."""
    try:
        return time.time() - folder.stat().st_mtime > STALE
    except OSError:
        return False
