"""Opening items of collections, and going from one to the next."""

from __future__ import annotations

from pathlib import Path

from model.records import files
from model.records.files import FileError
from viewer.commands.file_menu import open_path
from viewer.commands.shell import Shell
from viewer.session.collections import Entry
from viewer.session.errors import FileTroubleError
from viewer.session.session import SessionError


def open_entry(shell: Shell, entry: Entry) -> None:
    """Open what an entry of a collection or a folder stands for; SessionError."""
    if entry.kind == "collection":
        shell.show_collection(entry.path)
    elif entry.item is None:
        open_path(shell, entry.path)
    else:
        open_item(shell, entry.path, entry.item, instead=True)


def open_item(shell: Shell, path: Path, item: int, *, instead: bool = False) -> None:
    """Open an item; with `instead`, the active one, if it is unedited, gives its place to it."""
    session = shell.session
    before = session.document
    count = len(session.state.documents)
    document = session.open(path, item)
    if instead and before is not None and not before.edited and before.path == document.path:
        keys = [one.key for one in session.state.documents]
        if before.key != document.key and len(keys) > count:
            session.close(keys.index(before.key))
    if document.run is None and document.kept.kind in ("lesson", "puzzle"):
        shell.learning.begin()


def step_item(shell: Shell, step: int) -> None:
    """Open the item `step` after the active one; SessionError at an end."""
    document = shell.session.document
    if document is None or document.item is None or document.path is None:
        raise SessionError("this document is not part of a collection")
    try:
        items = files.count_items(document.path)
    except FileError as error:
        raise FileTroubleError(error) from error
    item = document.item + step
    if not 0 <= item < items:
        end = "last" if step > 0 else "first"
        raise SessionError(f"this is the {end} of the collection's {items} items")
    open_item(shell, document.path, item, instead=True)
