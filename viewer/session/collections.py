"""Collections: what is in a file or a folder; items added, taken out and put in order."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from model.contract.game import Position
from model.phrases import counted
from model.puzzles.wording import THEME, asked, difficulty
from model.records import files
from model.records.files import Collection, Contents, FileError
from model.records.record import ROOT, PositionCache, Record
from model.regular_files import files_below, open_regular
from viewer.session.document.document import Document
from viewer.session.errors import FileTroubleError
from viewer.session.files import collection_edits
from viewer.session.files.document_files import MOST_TITLE, same_file
from viewer.session.progress import progress
from viewer.session.session import Session, SessionError

SUFFIX = ".pyramidion"
UNREAD = "unread"
"""The kind of an entry whose file was not read yet."""
MOST_FOLDERS, MOST_FILES = 2_000, 2_000
"""Folders looked into below one that is opened, and files shown: a disk has more than anyone reads
through, and the window answers only afterwards."""
_KIND = re.compile(rb'"kind"\s*:\s*"collection"')


@dataclass(frozen=True)
class CollectionEntry:
    """One line of the browser.

    Attributes
    ----------
    path, item
        The file, and which item of it (from 0; None: all of the file).
    title, line
        Its name, and what it is: the game, what is asked, how hard.
    kind, game
        "game", "puzzle", "lesson", "position", "collection", "" (it cannot be read) or `UNREAD`;
        the game.
    record
        What it holds, None for a collection.
    """

    path: Path
    item: int | None
    title: str
    line: str
    kind: str
    game: str = ""
    record: Record | None = None


def is_collection(path: Path) -> bool:
    """Tell whether a file says near its beginning that it is a collection."""
    try:
        with open_regular(path) as file:
            return _KIND.search(file.read(4096)) is not None
    except (OSError, ValueError):
        return False


def entries(path: Path) -> tuple[str, str, tuple[CollectionEntry, ...]]:
    """Return title, words and entries of a collection file or a folder; SessionError.

    The entries of a folder are unread: `read_entry` says more of each.
    """
    if not path.is_dir():
        found = load(path)
        items = tuple(entry_of(path, k, item) for k, item in enumerate(found.items))
        return found.title[:MOST_TITLE] or path.stem, found.about, items
    inside, faults, whole = files_below(path, SUFFIX, MOST_FOLDERS)
    made = tuple(CollectionEntry(file, None, file.stem, "", UNREAD) for file in inside[:MOST_FILES])
    if not made and faults:
        raise SessionError(files.folder_fault(faults[0]))
    if not made and whole:
        raise SessionError(f"{files.shown_path(path)}: the folder holds no {SUFFIX} file")
    if not made:
        raise SessionError(
            f"{files.shown_path(path)}: the first {MOST_FOLDERS:,} folders in it hold no {SUFFIX} "
            "file; choose one of them"
        )
    title = path.name or str(path)
    if not whole or len(made) < len(inside):
        title += f" (the first {counted(len(made), 'file')} found)"
    return title, f"{counted(len(made), 'file')} in {path}", made


def read_entry(entry: CollectionEntry) -> CollectionEntry:
    """Return an entry of a folder with what its file holds; why it cannot be read is its line."""
    try:
        held = files.load_any(entry.path)
    except FileError as error:
        return replace(entry, line=error.plain or error.message, kind="")
    if isinstance(held, Collection):
        line = f"collection of {counted(len(held.items), 'item')}"
        return replace(
            entry, title=held.title[:MOST_TITLE] or entry.title, line=line, kind="collection"
        )
    return entry_of(entry.path, None, held)


def entry_of(path: Path, item: int | None, contents: Contents) -> CollectionEntry:
    """Return the line on a game, a puzzle or a lesson."""
    record = contents.record
    position = PositionCache().position(record, ROOT)
    number = "" if item is None else f"{item + 1}. "
    title = record.headers.get("title", "")[:MOST_TITLE]
    title = title or (path.stem if item is None else "untitled")
    game = position.game.kind
    if record.puzzle is not None:
        question = asked(position, record.puzzle.stipulation).removesuffix(".")
        themes = record.headers.get(THEME, "")[:MOST_TITLE]
        # What is cut is the end.
        line = " · ".join(filter(None, (difficulty(record.puzzle), question, themes)))
    elif record.lesson is not None:
        line = f"{game.title}: a lesson of {len(record.lesson.steps)} steps"
    else:
        moves = len(record)
        line = f"{game.title}, {counted(moves, 'move')}"
    return CollectionEntry(path, item, number + title, line, record.kind, game.name, record)


def is_done(entry: CollectionEntry) -> bool:
    """Tell whether the learner has solved the puzzle, or done all tasks of the lesson."""
    record = entry.record
    if record is None or record.kind == "game":
        return False
    done = progress.done(entry.path, record)
    if record.lesson is None:
        return progress.SOLVED in done
    return record.lesson.is_done(done)


def shown_position(entry: CollectionEntry) -> Position | None:
    """Return the position a picture of the entry shows, None where there is none."""
    record = entry.record
    if record is None:
        return None
    steps = record.lesson.steps if record.lesson is not None else ()
    return PositionCache().position(record, steps[0].node if steps else ROOT)


# -- changing a file ------------------------------------------------------------------------------


def save(path: Path, collection: Collection) -> None:
    """Write a collection, whole or not at all; SessionError."""
    try:
        files.save_collection(path, collection)
    except FileError as error:
        raise FileTroubleError(error) from error


def make(session: Session, path: Path, title: str, *, active: bool = False) -> None:
    """Make a collection of all open documents, or of the `active` one alone.

    Documents without a file are its items then.

    SessionError where it cannot be written.
    """
    documents = session.state.documents
    if active and documents:
        documents = (session.document,)
    if not documents:
        raise SessionError("open a game, puzzle or lesson first")
    save(path, Collection(title, "", tuple(map(contents_of, documents))))
    session.keep_in(path, {document.key: item for item, document in enumerate(documents)})


def contents_of(document: Document) -> Contents:
    """Return a document as it would be saved."""
    record = document.kept
    return Contents(record, document.kept_node, document.view, record.kind)


def edit(
    session: Session, path: Path, make: Callable[[Collection], Collection], name: str
) -> Collection:
    """Write what `make` makes of a collection as it is now, so that it can be undone; SessionError.

    Documents that are its items go where the items go. `name` says what it does.
    """
    done = collection_edits.change(path, make, name)
    session.renumber(path, done.places)
    session.collections.note(done, session.document)
    return done.after


def undo(session: Session) -> bool:
    """Undo the last edit of a collection; False where one of the active document comes first."""
    return _reverse(session, redone=False)


def redo(session: Session) -> bool:
    """Redo the edit of a collection that was undone last; False where none comes next."""
    return _reverse(session, redone=True)


def _reverse(session: Session, *, redone: bool) -> bool:
    history = session.collections
    if history.following(session.document, redone=redone) is None:
        return False
    done = history.reverse(session.document, redone=redone)
    session.renumber(done.path, done.places)
    history.listeners.tell(done.path)
    return True


def add(session: Session, path: Path) -> None:
    """Put the active document at the end of a collection; SessionError."""
    document = session.document
    if document.is_placeholder:
        raise SessionError("open a game, puzzle or lesson first")
    added = contents_of(document)
    held = edit(
        session, path, lambda held: replace(held, items=(*held.items, added)), "Add to collection"
    )
    session.keep_in(path, {document.key: len(held.items) - 1})


def describe(
    session: Session, path: Path, *, title: str | None = None, about: str | None = None
) -> None:
    """Give a collection another title, or say another thing about it; SessionError."""

    def described(held: Collection) -> Collection:
        return replace(
            held,
            title=held.title if title is None else title,
            about=held.about if about is None else about,
        )

    edit(session, path, described, "Words of collection")


def remove(session: Session, path: Path, number: int, record: Record | None = None) -> None:
    """Take an item out; SessionError while it is open, or where it holds another `record` now."""
    if any(
        one.path is not None and one.item == number and same_file(one.path, path)
        for one in session.state.documents
    ):
        raise SessionError("close this item first: it is open, and would lose its file")

    def without(held: Collection) -> Collection:
        _check_item(held, path, number, record)
        return replace(held, items=(*held.items[:number], *held.items[number + 1 :]))

    edit(session, path, without, "Remove from collection")


def move(
    session: Session, path: Path, number: int, step: int, record: Record | None = None
) -> None:
    """Put an item so many places on, or back; items that are open go along.

    SessionError where it holds another `record` now.
    """
    other = number + step

    def moved(held: Collection) -> Collection:
        _check_item(held, path, number, record)
        items = list(held.items)
        if not 0 <= other < len(items):
            raise SessionError(f"{files.shown_path(path)}: it cannot be moved further")
        items.insert(other, items.pop(number))
        return replace(held, items=tuple(items))

    edit(session, path, moved, "Move in collection")


def _check_item(held: Collection, path: Path, number: int, record: Record | None) -> None:
    """Refuse to change what another program has changed since it was shown."""
    found = held.items[number] if 0 <= number < len(held.items) else None
    if found is None or (record is not None and not files.is_item(found, record)):
        raise SessionError(f"{files.shown_path(path)}: has changed meanwhile: look at it again")


def load(path: Path) -> Collection:
    """Read a collection; SessionError where it is none."""
    try:
        found = files.load_any(path)
    except FileError as error:
        raise FileTroubleError(error) from error
    if not isinstance(found, Collection):
        raise SessionError(f"{files.shown_path(path)}: is a single {found.kind}, not a collection")
    return found
