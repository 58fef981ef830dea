"""Opening files, items of collections and their neighbours, and what begins with them."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from model.contract.hooks import hooks_of
from model.exercises.results import holds_results
from model.records import files
from model.records.files import FileError
from viewer.learn.learning import Learning
from viewer.session import collections
from viewer.session.collections import CollectionEntry, is_collection
from viewer.session.document.document import Document
from viewer.session.document.seating import seating_in
from viewer.session.errors import FileTroubleError
from viewer.session.files import recent_files, resources
from viewer.session.session import Session, SessionError
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.docks import Docks
from viewer.window.players.who_plays import Playing


class Opening:
    """Opens files, collections and their items, and begins what stands in them."""

    def __init__(
        self,
        session: Session,
        chosen: ChosenPreferences,
        notices: Notices,
        *,
        docks: Docks,
        playing: Playing,
        learning: Learning,
        show_results: Callable[[Path], None],
    ) -> None:
        self._session, self._chosen, self._notices = session, chosen, notices
        self._docks, self._playing, self._learning = docks, playing, learning
        self._show_results = show_results

    def open_path(self, path: Path) -> None:
        """Open a file and remember it; SessionError, and all stays, when it cannot be read."""
        if holds_results(path):
            self._show_results(path)
            return
        # Of what is no file name at all, os.path says no; opening it says why.
        if os.path.isdir(path) or is_collection(path):
            self.show_collection(path)
            if os.path.isfile(path):
                remember(self._chosen, path)
            return
        document = self._session.open(path)
        remember(self._chosen, document.path or path)
        if not document.edited and _may_begin(document):
            self._learning.begin()
        else:
            self._offer_to_play_on()

    def _offer_to_play_on(self) -> None:
        """Offer to go on with a game that was opened in the middle of it.

        Until a person wants that nobody plays it: it is looked at.
        """
        document, position = self._session.document, self._session.position
        if document.exercise is not None:
            return
        sides = hooks_of(position.game.kind).seated(position.game)
        seating = seating_in(document.kept.headers, sides)
        if self._playing.ends.is_over or document.seating.is_taken or not seating.players:
            return
        against = seating.opponents
        computer = "the computer, at " if against.startswith("level ") else ""
        sentence = f"This game is played against {computer}{against}."
        resume = self._playing.opponents.resume
        self._notices.offer(sentence, "Play on", lambda: resume(seating))

    def show_collection(self, path: Path) -> None:
        """Show a collection file or a folder in its dock, and open where its learner goes on."""
        from viewer.panels.collection_panel import CollectionPanel

        path = path.expanduser().absolute()
        shown = self._docks.find("collection", CollectionPanel).show_collection(path)
        self._docks.open("collection")
        active = self._session.document
        if path.is_file() and active.path != path and shown.entries:
            self.open_item(path, _first_to_do(shown.entries))
        elif active.is_placeholder and shown.entries:
            self.open_entry(shown.entries[0])
        self._docks.open("collection")
        self._docks.bring_forward("learn")  # where there is no room for both: what is asked

    def open_task(self, path: Path, item: int | None) -> None:
        """Open a file, or an item of a collection in the place of the one before."""
        if item is None:
            self.open_path(path)
        else:
            self.open_item(path, item, instead=True)

    def open_unsolved(self, path: Path) -> None:
        """Show a collection of puzzles, and open the first that is not solved."""
        self.show_collection(path)
        self.open_item(path, _first_to_do(collections.entries(path)[2]))

    def open_entry(self, entry: CollectionEntry) -> None:
        """Open what an entry of a collection or a folder stands for; SessionError."""
        if entry.kind == "collection":
            self.show_collection(entry.path)
        else:
            self.open_task(entry.path, entry.item)

    def open_item(self, path: Path, item: int, *, instead: bool = False) -> None:
        """Open an item; with `instead`, in the place of the active one if that is unedited."""
        session = self._session
        before = session.document
        count = len(session.state.documents)
        document = session.open(path, item)
        if instead and not before.edited and before.path == document.path:
            keys = [one.key for one in session.state.documents]
            if before.key != document.key and len(keys) > count:
                session.close(keys.index(before.key))
        if _may_begin(document):
            self._learning.begin()

    def step_item(self, step: int) -> None:
        """Open the item `step` after the active one; SessionError at an end."""
        document = self._session.document
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
        self.open_item(document.path, item, instead=True)


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
