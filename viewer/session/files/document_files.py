"""Documents from files, position strings and games, and back into files."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from model.contract.game import ONLOOKER
from model.notation.tokens import NotationError
from model.positions import setup
from model.records import files
from model.records import record as records
from model.records.files import ChangedError, Contents, FileError, new_game
from model.records.record import ROOT, Record
from model.records.sealing import hides
from model.registry import kinds
from viewer.session.document.document import Document
from viewer.session.errors import ChangedOnDiskError, FileTroubleError, SessionError

MOST_TITLE = 200
"""Letters of a title that name a document in tabs and lists."""


def new_document(start: str | None, options: Mapping[str, str]) -> Document:
    """Return a document without a title.

    Parameters
    ----------
    start
        The name of a game, begun with `options`, or a position string; None: the first game.
    options
        Game options as texts; those left out have their defaults.

    Raises
    ------
    SessionError
        An unknown game, a bad option, or a position string that cannot be read.
    """
    looks_on = False
    try:
        known = kinds()
        start = next(iter(known)) if start is None else start
        if start in known:
            position = new_game(known[start], dict(options)).start()
        else:
            position = setup.read_setup(start)
            looks_on = position.game.kind.hides  # it is there to be looked at; a game is played
    except NotationError as error:
        raise SessionError(error.sentence) from error
    record = records.new_record(str(position))
    viewpoint = ONLOOKER if looks_on else None
    return Document(record=record, node=ROOT, saved=record, viewpoint=viewpoint)


def pasted_text(text: str) -> str:
    """Return a position string as a clipboard holds it; SessionError where there is no text."""
    text = text.strip()
    if not text:
        raise SessionError("there is no position to paste: the clipboard holds no text")
    return text


def load_document(path: Path, item: int | None = None) -> Document:
    """Return the document a file holds, or item `item` (from 0) of a collection.

    Raises
    ------
    SessionError
        The file cannot be read; the sentence names the place of the fault.
    """
    try:
        loaded = files.load_item(path, item)
    except FileError as error:
        raise FileTroubleError(error) from error
    return Document(
        record=loaded.record,
        node=loaded.node,
        view=loaded.view,
        title=path.stem if item is None else _item_title(loaded.record, path, item),
        item=item,
        # A text with a position string is read only: saving asks for a file of its own.
        path=path if loaded.kind != "position" else None,
        saved=loaded.record,
        digest=loaded.digest,
        viewpoint=ONLOOKER if hides(loaded.record) else None,
    )


def load_copy(path: Path, item: int | None = None) -> Document:
    """Return what a file or an item holds now as a document without a file; SessionError."""
    copy = load_document(path, item)
    return replace(copy, path=None, item=None, digest="", title=f"{copy.title} (on disk)")


def file_of(document: Document) -> Path:
    """Return the file a document belongs to; SessionError where it has none yet."""
    if document.path is None:
        raise SessionError(f"{document.title} has no file yet: save it under a name")
    return document.path


def save_document(document: Document, path: str | Path, *, over: bool = True) -> Document:
    """Write a document to `path`, whole or not at all, and return it with that file.

    Parameters
    ----------
    over
        Also over a file that is not what the document was read from. Never over such an item.

    Raises
    ------
    ChangedOnDiskError
        Another program has changed the file.
    SessionError
        The file cannot be written.
    """
    path = absolute(path)
    contents = Contents(document.kept, document.kept_node, document.first_view)
    item = document.item if document.path == path else None
    try:
        if item is None:
            digest = files.save(path, contents, None if over else document.digest)
        else:
            item = files.save_item(path, item, contents, document.saved)
            digest = ""
    except ChangedError as error:
        raise ChangedOnDiskError(error) from error
    except FileError as error:
        raise FileTroubleError(error) from error
    title = path.stem if item is None else _item_title(document.kept, path, item)
    return replace(
        document, path=path, title=title, item=item, saved=document.kept, touched=(), digest=digest
    )


def as_item(document: Document, path: Path, item: int) -> Document:
    """Return a document as the item of a collection that it was just written to."""
    kept = document.kept
    title = _item_title(kept, path, item)
    return replace(document, path=path, item=item, title=title, saved=kept, touched=(), digest="")


def absolute(path: str | Path) -> Path:
    """Return a path as documents keep it: from the root, "~" spelled out."""
    return Path(path).expanduser().absolute()


def _item_title(record: Record, path: Path, item: int) -> str:
    return record.headers.get("title", "")[:MOST_TITLE] or f"{path.stem} {item + 1}"


def same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, also where one of them is not there any more."""
    try:
        return one.samefile(other)
    except OSError:
        return one == other
