"""Opening files, items of collections and their neighbours, and what begins with them."""

import os
from collections.abc import Sequence
from pathlib import Path

from model.contract.hooks import hooks_of
from model.exercises.results import holds_results
from model.records import files
from model.records.files import FileError
from viewer.commands.shell import Shell
from viewer.session import collections
from viewer.session.collections import CollectionEntry, is_collection
from viewer.session.document.document import Document
from viewer.session.document.seating import seating_in
from viewer.session.errors import FileTroubleError, SessionError
from viewer.session.files import recent_files, resources
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences


def open_path(shell: Shell, path: Path) -> None:
    """Open a file and remember it; SessionError, and all stays, when it cannot be read."""
    if holds_results(path):
        shell.auxiliary_windows.show_results(path.parent, (path,))
        return
    # Of what is no file name at all, os.path says no; opening it says why.
    if os.path.isdir(path) or is_collection(path):
        show_collection(shell, path)
        if os.path.isfile(path):
            remember(shell.chosen, path)
        return
    document = shell.session.open(path)
    remember(shell.chosen, document.path or path)
    if not document.edited and _may_begin(document):
        shell.learning.begin()
    else:
        _offer_to_play_on(shell)


def _offer_to_play_on(shell: Shell) -> None:
    """Offer to go on with a game that was opened in the middle of it.

    Until a person wants that nobody plays it: it is looked at.
    """
    document, position = shell.session.document, shell.session.position
    if document.exercise is not None:
        return
    sides = hooks_of(position.game.kind).seated(position.game)
    seating = seating_in(document.kept.headers, sides)
    if shell.playing.ends.is_over or document.seating.is_taken or not seating.players:
        return
    against = seating.opponents
    computer = "the computer, at " if against.startswith("level ") else ""
    sentence = f"This game is played against {computer}{against}."
    resume = shell.playing.opponents.resume
    shell.notices.offer(sentence, "Play on", lambda: resume(seating))


def show_collection(shell: Shell, path: Path) -> None:
    """Show a collection file or a folder in its dock, and open where its learner goes on."""
    from viewer.panels.collection_panel import CollectionPanel

    path = path.expanduser().absolute()
    shown = shell.docks.find("collection", CollectionPanel).show_collection(path)
    shell.docks.open("collection")
    active = shell.session.document
    if path.is_file() and active.path != path and shown.entries:
        open_item(shell, path, _first_to_do(shown.entries))
    elif active.is_placeholder and shown.entries:
        open_entry(shell, shown.entries[0])
    shell.docks.open("collection")
    shell.docks.bring_forward("learn")  # where there is no room for both: what is asked


def open_task(shell: Shell, path: Path, item: int | None) -> None:
    """Open a file, or an item of a collection in the place of the one before."""
    if item is None:
        open_path(shell, path)
    else:
        open_item(shell, path, item, instead=True)


def open_unsolved(shell: Shell, path: Path) -> None:
    """Show a collection of puzzles, and open the first that is not solved."""
    show_collection(shell, path)
    open_item(shell, path, _first_to_do(collections.entries(path)[2]))


def open_entry(shell: Shell, entry: CollectionEntry) -> None:
    """Open what an entry of a collection or a folder stands for; SessionError."""
    if entry.kind == "collection":
        show_collection(shell, entry.path)
    else:
        open_task(shell, entry.path, entry.item)


def open_item(shell: Shell, path: Path, item: int, *, instead: bool = False) -> None:
    """Open an item; with `instead`, in the place of the active one if that is unedited."""
    session = shell.session
    before = session.document
    count = len(session.state.documents)
    document = session.open(path, item)
    if instead and not before.edited and before.path == document.path:
        keys = [one.key for one in session.state.documents]
        if before.key != document.key and len(keys) > count:
            session.close(keys.index(before.key))
    if _may_begin(document):
        shell.learning.begin()


def step_item(shell: Shell, step: int) -> None:
    """Open the item `step` after the active one; SessionError at an end."""
    document = shell.session.document
    if document.item is None or document.path is None:
        raise SessionError("this document is not part of a collection")
    try:
        items = files.count_items(document.path)
    except FileError as error:
        raise FileTroubleError(error) from error
    item = document.item + step
    if not 0 <= item < items:
        if items == 1:
            raise SessionError("the collection holds nothing else")
        end = "last" if step > 0 else "first"
        raise SessionError(f"this is the {end} of the collection's {items} items")
    open_item(shell, document.path, item, instead=True)


def _first_to_do(entries: Sequence[CollectionEntry]) -> int:
    """Return which is the first that is not done; 0 where all are."""
    return next((k for k, one in enumerate(entries) if not collections.is_done(one)), 0)


def _may_begin(document: Document) -> bool:
    return document.exercise is None and document.kept.kind in ("lesson", "puzzle")


def remember(chosen: ChosenPreferences, path: Path) -> None:
    """Keep a file among the recent ones, and its folder as the one that is used."""
    recent_files.remember(path)
    if path.absolute() in (*resources.examples(), *resources.lessons(), *resources.puzzles()):
        return  # what one saves next is one's own, and no part of the program
    folder = str(path.parent)
    if folder != chosen.now.last_folder:
        chosen.change(last_folder=folder)
