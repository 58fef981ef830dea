"""Collections in the window: going from item to item."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from model import files
from model.files import Collection, FileError
from viewer.session import SessionError

if TYPE_CHECKING:
    from viewer.window import MainWindow


def load(path: Path) -> Collection:
    """Read a collection; SessionError where it is none."""
    try:
        found = files.load_any(path)
    except FileError as error:
        raise SessionError(str(error)) from error
    if not isinstance(found, Collection):
        raise SessionError(f"{files.shown_path(path)}: is one {found.kind}, no collection")
    return found


def open_item(window: MainWindow, path: Path, item: int, *, instead: bool = False) -> None:
    """Open an item; with `instead`, the unedited one in front gives its place to it."""
    session = window.session
    before = session.document
    count = len(session.state.documents)
    document = session.open(path, item)
    if instead and before is not None and not before.edited and before.path == document.path:
        keys = [one.key for one in session.state.documents]
        if before.key != document.key and len(keys) > count:
            session.close(keys.index(before.key))
    if document.run is None and document.kept.kind in ("lesson", "puzzle"):
        window.learn("begin")


def step_item(window: MainWindow, step: int) -> None:
    """Open the item `step` after the one in front; at an end it is said."""
    document = window.session.document
    if document is None or document.item is None or document.path is None:
        raise SessionError("what is in front belongs to no collection")
    items = len(load(document.path).items)
    item = document.item + step
    if not 0 <= item < items:
        end = "last" if step > 0 else "first"
        raise SessionError(f"this is the {end} of the collection's {items} items")
    open_item(window, document.path, item, instead=True)
