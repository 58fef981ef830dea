"""Session: everything that is done in the open documents, and who hears of it.

Everything a person does ends in a method here (see `viewer.commands`); whoever shows something
subscribes and is called with the state before and after. What a method makes of a document is a
pure function: of `edits`, `navigation`, `exercise_control` or `document_files`. Nothing here knows
Qt.

Where a method takes a `node`, it is the current one by default. A method that cannot do what is
asked raises `SessionError`, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from model.contract.game import ONLOOKER, Move, Player, Position, Steps
from model.exercises import effects as do
from model.exercises.exercise import Event, Exercise, Here, Tried, whole
from model.records import record as records
from viewer.session import exercise_control
from viewer.session import state as states
from viewer.session.change import Change
from viewer.session.document import navigation, rolling, titles
from viewer.session.document.document import Document
from viewer.session.document.move_entry import (
    choices_in,
    confirmed,
    enter,
    legal_move,
    steps_after,
)
from viewer.session.document.pending_slot import steps_of
from viewer.session.document.revealed_turns import name_of, require_open
from viewer.session.document.seating import Seating
from viewer.session.editing import Editing
from viewer.session.errors import SessionError
from viewer.session.files import document_files, pasted_text
from viewer.session.files.collection_edits import CollectionHistory
from viewer.session.hand import OWN, Premove, Turn
from viewer.session.state import State
from viewer.session.store import Listener

__all__ = ["Change", "Listener", "Session", "SessionError", "State"]


class Session(Editing):
    """The open documents, changed by methods and shown by listeners.

    Documents, playing and runs are here; it inherits edits, going about, and who hears of it all.

    Attributes
    ----------
    collections
        What was done to collections, to be undone.
    whose_turn
        Says whose turn it is in the active document; by default always a person's.
    """

    def __init__(self) -> None:
        super().__init__()
        self.collections = CollectionHistory()
        self.whose_turn: Callable[[], Turn] = lambda: OWN

    # -- documents ---------------------------------------------------------------------------

    def new(self, start: str | None = None, options: Mapping[str, str] | None = None) -> Document:
        """Open a new document of a game, begun with `options`, or of a position string."""
        return self._adopt_untitled(document_files.new_document(start, options or {}))

    def _adopt_untitled(self, document: Document) -> Document:
        return self.adopt(titles.entitled(document, self.state.documents))

    def again(self, names: Mapping[str, str]) -> Document:
        """Open a new game that begins as the active one did, with `names` of its players."""
        start = self._store.active().kept.start
        record = records.new_record(start, **names)
        return self._adopt_untitled(Document(record=record, node=records.ROOT, saved=record))

    def open(self, path: str | Path, item: int | None = None) -> Document:
        """Open a file, or an item (from 0) of a collection; one that is open becomes active."""
        path = document_files.absolute(path)
        index = states.find_file(self._store.state, path, item)
        if index is not None:
            self.activate(index)
            return self.state.documents[index]
        return self.adopt(document_files.load_document(path, item))

    def open_copy(self, path: str | Path, item: int | None = None) -> Document:
        """Open what a file or an item holds now beside the document of that file."""
        return self.adopt(document_files.load_copy(document_files.absolute(path), item))

    def adopt(self, document: Document) -> Document:
        """Open a document made elsewhere, as the journal does with what a crash left."""
        self._store.become(states.opened(self._store.state, document))
        return self._store.observer.document(document)

    def seat(self, seating: Seating) -> None:
        """Say who plays the active document besides persons; no edit, but its title follows."""
        document = self._store.active()
        if seating == document.seating:
            return
        others = tuple(one for one in self.state.documents if one.key != document.key)
        seated = titles.seated(document, seating, others)
        self._store.replace(seated, keep_partial=True)

    def activate(self, index: int) -> None:
        """Make a document the active one; a partial move in the old one is dropped."""
        self._store.become(states.activated(self._store.state, index))

    def close(self, index: int | None = None) -> None:
        """Close a document (the active one by default) without asking."""
        self._store.become(states.closed(self._store.state, index))

    def save(self) -> None:
        """Write the active document to its file, whole or not at all.

        ChangedOnDiskError where another program has changed the file since it was read or written.
        """
        document = self._store.active()
        path = document_files.file_of(document)
        saved = document_files.save_document(document, path, over=False)
        self._store.replace(saved, keep_partial=True)

    def save_as(self, path: str | Path) -> None:
        """Write the active document to `path`, whatever is there, which becomes its file."""
        saved = document_files.save_document(self._store.active(), path)
        self._store.replace(saved, keep_partial=True)

    def renumber(self, path: Path, numbers: Mapping[int, int | None]) -> None:
        """Let open items of a collection follow where they went: old number to new, None: out."""
        self._store.become(states.renumbered(self._store.state, path, numbers))

    def keep_in(self, path: Path, items: Mapping[int, int]) -> None:
        """Let documents without a file be the items of a collection they were written to.

        Parameters
        ----------
        items
            The number of the item (from 0) by the key of its document.
        """
        self._store.become(states.kept_in(self._store.state, document_files.absolute(path), items))

    def paste_position(self, text: str) -> Document:
        """Open a position string, as it comes from a clipboard, in a new document.

        Nothing else keeps it once the clipboard holds something else: it is not saved yet.
        """
        made = document_files.new_document(document_files.pasted_text(text), {})
        return self._adopt_untitled(replace(made, saved=None))

    def paste(self, text: str) -> Document:
        """Open a position string as `paste_position` does, or moves as a game from its start.

        The game of moves is that of the active document, if they can be played there.
        """
        made = pasted_text.pasted_document(text, None if self.is_empty else self.position)
        return self._adopt_untitled(replace(made, saved=None))

    def copy_position(self) -> str:
        """Return the canonical string of the current position."""
        return str(self.position_of(self._store.active()))

    # -- playing and runs --------------------------------------------------------------------

    def play(self, text: str) -> int:
        """Play a move as a person writes it; one that is there already is only gone to.

        During an exercise that judges it (`advance`), and while somebody else is to move
        it is kept as a premove. Returns the current node, in most cases that of the move.
        SessionError says why a text is no move, or against the rules.
        """
        document = self._store.active()
        ahead = self._require_turn().ahead
        if ahead is not None:
            self._store.set_premove(Premove(ahead, move=legal_move(ahead, text)))
            return document.node
        position = self._whole_position(document)
        move = legal_move(position, text)
        if document.exercise is None:
            return self.play_out(move)
        effects = self.advance(Tried(move))
        if self._store.state.partial and do.PlayMove() not in effects:
            self._store.set_partial(())
        self.effects.tell(effects)
        return self._store.active().node

    def advance(self, event: Event) -> tuple[do.Effect, ...]:
        """Hand an event to the exercise of the active document, and keep its next value.

        Returns what is to be done by whoever shows it: what is played in the document, or begun
        anew, is done here. SessionError where no exercise is on.
        """
        document = self._store.active()
        exercise = exercise_control.require(document)

        def position_at(node: int) -> Position:
            return self._whole_position(replace(document, node=node))

        after, effects = exercise.after(event, Here(document.record, document.node, position_at))
        opened = next((one for one in effects if isinstance(one, do.Restart)), None)
        if isinstance(event, Tried) and do.PlayMove() in effects:
            self._store.replace(
                replace(exercise_control.play(document, event.move), exercise=after)
            )
        elif opened is not None:
            begun = exercise_control.restart(document, after, opened.node)
            self._store.replace(self._as_learner(begun))
            for move in opened.moves:
                self.play_out(move)
        elif after is not exercise:
            self.set_exercise(after)
        return effects

    def answer_anew(self) -> bool:
        """Have a wrong try taken back before the next answer; False where none stands.

        Whoever shows the exercise goes back, as to any answer that belongs to another position.
        """
        document = self._store.state.document
        if document.exercise is None or not document.exercise.stands_wrong:
            return False
        self.effects.tell(self.advance("home"))
        return True

    def play_out(self, move: Move) -> int:
        """Play a legal canonical move at the current node without having it judged."""
        document = self._store.active()
        self._require_open(document, document.node)
        played = exercise_control.play(
            document, move, name_of(self._whole_position(document), move)
        )
        self._store.replace(played)
        return played.node

    def roll(self) -> int:
        """Let the dice fall at the current node, as the seed of the record has them fall there.

        SessionError where chance is not to move. An exercise does not judge what nobody decides.
        """
        document = self._store.active()
        rolled = rolling.roll(document, self._whole_position(document), self._store.turns)
        self._store.replace(rolled)
        return rolled.node

    def mover_at(self, node: int) -> Player | None:
        """Return who was to move at a node of the active document: it is no secret."""
        document = self._store.active()
        return self._store.turns.at(document.record, navigation.node_of(document, node))[0]

    def _require_open(self, document: Document, node: int) -> None:
        if document.exercise is None:
            require_open(document.record, node, self._store.observer.hidden(document))

    @property
    def turn(self) -> Turn:
        """Whose turn it is in the active document, to a person who wants to move."""
        return self.whose_turn()

    def _require_turn(self) -> Turn:
        turn = self.turn
        if turn.refusal:
            raise SessionError(turn.refusal)
        return turn

    @property
    def entry(self) -> Position:
        """The position that moves are entered in."""
        return self.turn.ahead or self.position

    @property
    def entered(self) -> tuple[str, ...]:
        """The partial move that is being entered there, or premove."""
        ahead, state = self.turn.ahead, self._store.state
        if ahead is None:
            return state.partial
        premove = state.premove
        return premove.partial if premove is not None and premove.position is ahead else ()

    def _entry(self) -> Position:
        document = self._store.active()
        return self.turn.ahead or self.position_of(document)

    def steps(self) -> Steps:
        """Return what may come next in the partial move of the active document."""
        return steps_of(self._entry(), self.entered)

    def step(self, token: str, *, pin: bool = False, again: bool = False) -> Steps:
        """Add one step to the partial move, and play it once complete (`move_entry.enter`)."""
        pin = pin and self._require_turn().ahead is None  # a premove can be taken back
        entered = enter(self._entry(), self.entered, token, pin=pin, again=again)
        if entered.play is None:
            self._set_partial(entered.partial)
        else:
            self.play(entered.play)
        return entered.steps

    def _set_partial(self, partial: tuple[str, ...]) -> None:
        """Take over a partial move, that of a premove while somebody else is to move."""
        ahead = self.turn.ahead
        if ahead is None:
            self._store.set_partial(partial)
        else:
            self._store.set_premove(Premove(ahead, partial) if partial else None)

    def pin(self, token: str) -> Steps:
        """Put `token` in the place of the last step and keep it until `confirm`."""
        return self.set_steps((*self.entered[:-1], token))

    def begin(self, token: str) -> Steps:
        """Begin another move with `token` in place of the partial one."""
        return self.set_steps((token,))

    def set_steps(self, partial: tuple[str, ...]) -> Steps:
        """Take over another partial move; SessionError where no move begins like that."""
        self._require_turn()
        steps = steps_after(self._entry(), partial)
        self._set_partial(partial)
        return steps

    def choose(self, text: str) -> bool:
        """Set slots of the partial move as a person writes them; False where the text sets none."""
        chosen = choices_in(self._entry(), self.entered, text)
        if chosen is not None:
            self.set_steps(chosen)
        return chosen is not None

    def confirm(self) -> int:
        """Play the partial move as it stands; SessionError while it is not complete."""
        return self.play(confirmed(self.steps(), self.entered))

    def step_back(self) -> bool:
        """Take back one step of what is entered, or a whole premove; False when there is none."""
        if self._store.state.premove is not None:
            partial = self.entered
            self._set_partial(partial[:-1]) if partial else self.drop_premove()
            return True
        if not self._store.state.partial:
            return False
        self._store.set_partial(self._store.state.partial[:-1])
        return True

    def drop_premove(self) -> None:
        """Forget the premove, if there is one."""
        self._store.set_premove(None)

    def begin_exercise(self, exercise: Exercise, node: int | None = None) -> None:
        """Start `exercise` in the active document, at `node` (its own by default)."""
        begun = exercise_control.begin(self._store.active(), whole(exercise), node)
        self._store.replace(self._as_learner(begun))

    def set_exercise(self, exercise: Exercise) -> None:
        """Take over the next value of the exercise; SessionError where none is on."""
        gone_on = exercise_control.go_on(self._store.active(), whole(exercise))
        self._store.replace(gone_on, keep_partial=True)

    def _as_learner(self, document: Document) -> Document:
        """Return the document of a lesson or puzzle as its side sees it: it is one person's.

        Where somebody's choice waits in the record that is kept, nobody's eyes are changed.
        """
        exercise = document.exercise
        if (
            exercise is None
            or not exercise.is_task
            or self._store.observer.pending(exercise.original)
        ):
            return document
        start = self._whole_position(replace(document, node=records.ROOT))
        return replace(document, viewpoint=start.to_move) if start.game.kind.hides else document

    def end_exercise(self) -> None:
        """Bring the record back as it was; SessionError where no exercise is on."""
        document = self._store.active()
        ended = exercise_control.end(document)
        if (
            document.viewpoint is not None
            and document.exercise is not None
            and document.exercise.is_task
        ):
            ended = replace(ended, viewpoint=ONLOOKER)  # what was learned from is looked at
        self._store.replace(ended, gone_back=True)
