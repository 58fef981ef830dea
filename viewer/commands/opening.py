"""Opening files, items of collections and their neighbours, and what begins with them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from model.contract.hooks import hooks_of
from model.records import files
from model.records.files import FileError
from viewer.commands.shell import Shell
from viewer.session import collections
from viewer.session.collections import Entry, is_collection
from viewer.session.document.seating import seating_in
from viewer.session.errors import FileTroubleError
from viewer.session.files import recent_files, resources
from viewer.session.session import SessionError


def open_path(shell: Shell, path: Path) -> None:
    """Open a file and remember it; SessionError when it cannot be read (and what is open stays)."""
    if path.is_dir() or is_collection(path):
        show_collection(shell, path)
        if path.is_file():
            remember(shell, path)
        return
    document = shell.session.open(path)
    remember(shell, document.path or path)
    if document.run is None and not document.edited and document.kept.kind in ("lesson", "puzzle"):
        shell.learning.begin()
    else:
        offer_to_play_on(shell)


def offer_to_play_on(shell: Shell) -> None:
    """Offer to go on with a game that was opened in the middle of it.

    Until a person wants that nobody plays it: it is looked at.
    """
    document, position = shell.session.document, shell.session.position
    if (
        document is None
        or position is None
        or document.run is not None
        or shell.playing.ends.is_over
    ):
        return
    seating = seating_in(document.kept.headers, hooks_of(position.game.kind).seated(position.game))
    if seating.players and not document.seating.is_taken:
        sentence = f"This game is played against {seating.opponents}."
        shell.notices.offer(sentence, "Play on", lambda: shell.playing.opponents.resume(seating))


def show_collection(shell: Shell, path: Path) -> None:
    """Show a collection file or a folder in its dock, its first item where nothing is open."""
    from viewer.panels.collection_panel import CollectionPanel

    path = path.expanduser().absolute()
    shown = shell.docks.find("collection", CollectionPanel).show_collection(path)
    shell.docks.open("collection")
    active = shell.session.document
    if path.is_file() and (active is None or active.path != path) and shown.entries:
        open_item(shell, path, 0)
    elif active is None and shown.entries:
        open_entry(shell, shown.entries[0])
    shell.docks.open("collection")
    shell.docks.bring_forward("learn")  # where there is no room for both: what is asked


def open_task(shell: Shell, path: Path, item: int | None) -> None:
    """Open what is to be practised: a file, or an item of a collection."""
    if item is None:
        open_path(shell, path)
    else:
        open_item(shell, path, item, instead=True)


def open_unsolved(shell: Shell, path: Path) -> None:
    """Show a collection of puzzles, and open the first that is not solved."""
    show_collection(shell, path)
    entries = collections.entries(path)[2]
    first = next((k for k, one in enumerate(entries) if not collections.is_done(one)), 0)
    open_item(shell, path, first)


def open_entry(shell: Shell, entry: Entry) -> None:
    """Open what an entry of a collection or a folder stands for; SessionError."""
    if entry.kind == "collection":
        show_collection(shell, entry.path)
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


def remember(shell: Shell, path: Path) -> None:
    """Keep a file among the recent ones, and its folder as the one that is used."""
    recent_files.remember(path)
    if path.absolute() in (*resources.examples(), *resources.lessons(), *resources.puzzles()):
        return  # what one saves next is one's own, and no part of the program
    folder = str(path.parent)
    if folder != shell.chosen.now.last_folder:
        shell.chosen.choose(replace(shell.chosen.now, last_folder=folder))
