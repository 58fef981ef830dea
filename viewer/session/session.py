"""Session: everything that is done in the open documents, and who hears of it.

Everything a person does ends in a method here (see `viewer.commands`); whoever shows something
subscribes and is called with the state before and after. What a method makes of a document is a
pure function: of `edits`, `navigation`, `exercise_control` or `document_files`. Nothing here knows
Qt.

Where a method takes a `node`, it is the current one by default. A method that cannot do what is
asked raises `SessionError`, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

import msgspec

from model.contract.game import ONLOOKER, Move, Player, Position, Steps
from model.exercises import effects as do
from model.exercises.exercise import Event, Exercise, Here, Tried, whole
from model.phrases import listed
from model.records import record as records
from model.records.view import View
from viewer.session import exercise_control
from viewer.session import state as states
from viewer.session.change import Change, Reversal, reversal_of
from viewer.session.document import edits, move_entry, navigation, revealed_turns, titles
from viewer.session.document.document import Document
from viewer.session.document.seating import Seating
from viewer.session.document.split_view import Link
from viewer.session.errors import SessionError
from viewer.session.files import document_files, pasted_text
from viewer.session.files.collection_edits import CollectionHistory
from viewer.session.state import OWN, InputTurn, Premove, State
from viewer.session.store import Listener, Store
from viewer.session.subscribers import Subscribers

__all__ = ["Change", "Listener", "Session", "SessionError", "State"]

P = ParamSpec("P")


def _edit(
    edit: Callable[Concatenate[Document, P], Document],
) -> Callable[Concatenate[Session, P], None]:
    """Return the method that carries out an edit of the active document."""

    @wraps(edit)
    def method(self: Session, /, *args: P.args, **kwargs: P.kwargs) -> None:
        self._store.edit(edit(self._store.active(), *args, **kwargs))

    return method


class Session:
    """The open documents, changed by methods and shown by listeners.

    Attributes
    ----------
    collections
        What was done to collections, to be undone.
    effects
        Who carries out what follows where a move was tried in an exercise.
    notices
        Who is told a sentence when there is something to tell that is not an error.
    reversals
        Who hears of an edit after it was undone or redone.
    whose_turn
        Says whose turn it is in the active document; by default always a person's.
    """

    def __init__(self) -> None:
        self._store = Store()
        self._here: tuple[State, Position] | None = None
        self._copied: edits.CopiedLine | None = None
        self.notices: Subscribers[[str]] = Subscribers()
        self.effects: Subscribers[[tuple[do.Effect, ...]]] = Subscribers()
        self.reversals: Subscribers[[Reversal]] = Subscribers()
        self.collections = CollectionHistory()
        self.whose_turn: Callable[[], InputTurn] = lambda: OWN

    # -- who hears ---------------------------------------------------------------------------

    def subscribe(self, changed: Listener) -> Callable[[], None]:
        """Call `changed` after every change; returns what ends the subscription."""
        return self._store.listeners.add(changed)

    def whole(self) -> Change:
        """Return all that is open as a change from nothing, for who hears of it first."""
        return self._store.change(State(), self._store.state)

    # -- what is there -----------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present `State`; replaced as a whole by every change, never altered.

        It holds what its viewpoint may know, as do all documents and positions that are handed out.
        """
        return self._store.seen

    @property
    def document(self) -> Document:
        """The active document; while nothing is open a placeholder, on which nothing acts."""
        return self._store.seen.document

    @property
    def is_empty(self) -> bool:
        """Whether nothing is open."""
        return not self._store.state.documents

    def open_document(self) -> Document:
        """Return the active document; SessionError while nothing is open."""
        if self.is_empty:
            raise SessionError("open a game first")
        return self.document

    @property
    def exercise(self) -> Exercise | None:
        """The exercise of the active document, None without one."""
        return self.document.exercise

    @property
    def position(self) -> Position:
        """The position at the current node."""
        # A refresh of the menus asks some hundred times, and seldom has anything changed.
        state = self.state
        if self._here is None or self._here[0] is not state:
            self._here = (state, self.position_of(state.document))
        return self._here[1]

    @property
    def ply(self) -> int:
        """How many moves lead to the current node, 0 while nothing is open."""
        document = self._store.state.document
        return records.ply_of(document.record, document.node)

    def position_at(self, node: int) -> Position:
        """Return the position at a node of the active document."""
        document = self._store.active()
        return self.position_of(replace(document, node=navigation.node_of(document, node)))

    def position_of(self, document: Document) -> Position:
        """Return the position a document is at (any document, also an old value of one).

        As all that is handed out it is what the document's viewpoint may know.
        """
        return self._store.seen_position(document)

    def position_for(self, player: Player | None, node: int | None = None) -> Position:
        """Return the position at a node of the active document as a player may know it.

        Whoever plays for a side is told this, and no more.
        """
        document = self._store.active()
        return self.position_of(
            replace(document, node=navigation.node_of(document, node), viewpoint=player)
        )

    def look_as(self, player: Player | None) -> None:
        """Show what a player, an ONLOOKER or everybody (None) knows of the active document."""
        document = self._store.active()
        players = self._store.position_of(document).game.players
        if player not in (None, ONLOOKER, *players):
            raise SessionError(f"{player} does not play here: look as {listed(players, 'or')}")
        if player != document.viewpoint:
            # What another person has looked at stays with that person.
            seen = replace(document, viewpoint=player, past=(), future=(), touched=())
            seen = replace(seen, view=msgspec.structs.replace(seen.view, selected=""))
            self._store.replace(seen, keep_partial=True)

    # -- documents ---------------------------------------------------------------------------

    def new(self, start: str | None = None, options: Mapping[str, str] | None = None) -> Document:
        """Open a new document of a game, begun with `options`, or of a position string."""
        return self.adopt_untitled(document_files.new_document(start, options or {}))

    def adopt_untitled(self, document: Document) -> Document:
        """Open a document that has no file yet, under a title that no other one has."""
        return self.adopt(titles.entitled(document, self.state.documents))

    def again(self, names: Mapping[str, str]) -> Document:
        """Open a new game that begins as the active one did, with `names` of its players."""
        start = self._store.active().kept.start
        record = records.new_record(start, **names)
        return self.adopt_untitled(Document(record=record, node=records.ROOT, saved=record))

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
        path = document_files.absolute(path)
        self._store.become(states.kept_in(self._store.state, path, items))

    def paste_position(self, text: str) -> Document:
        """Open a position string, as it comes from a clipboard, in a new document.

        Nothing else keeps it once the clipboard holds something else: it is not saved yet.
        """
        made = document_files.new_document(document_files.pasted_text(text), {})
        return self.adopt_untitled(replace(made, saved=None))

    def paste(self, text: str) -> Document:
        """Open a position string as `paste_position` does, or moves as a game from its start.

        The game of moves is that of the active document, if they can be played there.
        """
        made = pasted_text.pasted_document(text, None if self.is_empty else self.position)
        return self.adopt_untitled(replace(made, saved=None))

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
            self._store.set_premove(Premove(ahead, move=move_entry.legal_move(ahead, text)))
            return document.node
        position = self._store.position_of(document)
        move = move_entry.legal_move(position, text)
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
            return self._store.position_of(replace(document, node=node))

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
        following = document.record.nodes[document.node].children
        if document.exercise is None and self._store.observer.hidden(document) & {*following}:
            # To choose again would tell whether it is the same.
            raise SessionError(
                "a choice is sealed here already: take it back to choose anew, or go on from it"
            )
        played = exercise_control.play(
            document, move, revealed_turns.name_of(self._store.position_of(document), move)
        )
        self._store.replace(played)
        return played.node

    def roll(self) -> int:
        """Let the dice fall at the current node, as the seed of the record has them fall there.

        SessionError where chance is not to move. An exercise does not judge what nobody decides.
        """
        document = self._store.active()
        rolled = move_entry.roll(document, self._store.position_of(document), self._store.turns)
        self._store.replace(rolled)
        return rolled.node

    def mover_at(self, node: int) -> Player | None:
        """Return who was to move at a node of the active document: it is no secret."""
        document = self._store.active()
        return self._store.turns.at(document.record, navigation.node_of(document, node))[0]

    @property
    def turn(self) -> InputTurn:
        """Whose turn it is in the active document, to a person who wants to move."""
        return self.whose_turn()

    def _require_turn(self) -> InputTurn:
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
        return move_entry.steps_of(self._entry(), self.entered)

    def step(self, token: str, *, pin: bool = False, again: bool = False) -> Steps:
        """Add one step to the partial move, and play it once complete (`move_entry.enter`)."""
        pin = pin and self._require_turn().ahead is None  # a premove can be taken back
        entered = move_entry.enter(self._entry(), self.entered, token, pin=pin, again=again)
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
        steps = move_entry.steps_after(self._entry(), partial)
        self._set_partial(partial)
        return steps

    def choose(self, text: str) -> bool:
        """Set slots of the partial move as a person writes them; False where the text sets none."""
        chosen = move_entry.choices_in(self._entry(), self.entered, text)
        if chosen is not None:
            self.set_steps(chosen)
        return chosen is not None

    def confirm(self) -> int:
        """Play the partial move as it stands; SessionError while it is not complete."""
        return self.play(move_entry.confirmed(self.steps(), self.entered))

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
        start = self._store.position_of(replace(document, node=records.ROOT))
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

    # -- going about, and looking: no edits --------------------------------------------------

    def go(self, node: int, gesture: Hashable = None) -> None:
        """Make `node` the current one; the nodes of one `gesture` are one entry of the looks."""
        self._store.replace(navigation.go(self._store.active(), node, gesture))

    def back(self) -> bool:
        """Go to the move before; False at the start."""
        return self._go_to(navigation.before(self._store.active()))

    def forward(self) -> bool:
        """Go to the main continuation; False at the end."""
        return self._go_to(navigation.after(self._store.active()))

    def first(self) -> bool:
        """Go to the start; False when there already."""
        return self._go_to(navigation.first(self._store.active()))

    def last(self) -> bool:
        """Go to the end of the main continuation from here; False when there already."""
        return self._go_to(navigation.last(self._store.active()))

    def sibling(self, step: int) -> bool:
        """Go to another move here or at the nearest node before that has others; False: none."""
        return self._go_to(navigation.sibling(self._store.active(), step))

    def _go_to(self, node: int | None) -> bool:
        if node is not None:
            self.go(node)
        return node is not None

    def set_view(self, view: View, gesture: Hashable = None) -> None:
        """See the active document through `view`; Views of one `gesture` are one entry of looks."""
        seen = navigation.look(self._store.active(), view, self._store.game_of, gesture)
        self._store.replace(seen, keep_partial=True)

    def see_twice(self, link: Link = "") -> None:
        """See the active document in two halves, linked so (`split_view`)."""
        document = self._store.active()
        seen = navigation.seen_twice(document, self._store.game_of(document).board, link)
        self._store.replace(seen, keep_partial=True)

    def slice_through(self, site: int) -> None:
        """Let the slice beside the active document's view show the plane through a site."""
        document = self._store.active()
        board = self._store.game_of(document).board
        moved = navigation.sliced_through(document, board, site)
        if moved is not document:
            self._store.replace(moved, keep_partial=True)

    def see_once(self) -> None:
        """See the first half of the active document alone."""
        self._store.replace(navigation.seen_once(self._store.active()), keep_partial=True)

    def turn_to(self, half: int) -> None:
        """Act on the first half (0) or the second (1) of the active document, where it has two."""
        self._store.replace(navigation.turned_to(self._store.active(), half), keep_partial=True)

    def look_back(self) -> bool:
        """Go back to the look before, View and node; False when there is none."""
        return self._look_again(back=True)

    def look_forward(self) -> bool:
        """Go forward again to the look that `look_back` left; False when there is none."""
        return self._look_again(back=False)

    def _look_again(self, *, back: bool) -> bool:
        document = self._store.active().looked_again(back=back)
        if document is not None:
            self._store.replace(document, gone_back=True)
        return document is not None

    # -- edits, which can be undone -----------------------------------------------------------

    def undo(self) -> bool:
        """Undo the last edit, or what is being entered, and go to its place; False: nothing to.

        Hidden choices that were revealed together are taken back together (`revealed_turns.undo`).
        """
        if self._store.state.premove is not None:
            self._store.set_premove(None)
            return True
        if self._store.state.partial:
            self._store.set_partial(())
            return True
        document = self._store.active()
        after, turn = revealed_turns.undo(document, self._store.observer.pending)
        reversed_ = self._reverse(document, after, redone=False)
        if turn:
            self.notices.tell(
                "The whole turn is taken back, for all players: its choices were known"
            )
        return reversed_

    def redo(self) -> bool:
        """Do the last undone edit again and go to its place; False when there is none."""
        document = self._store.active()
        after, _ = revealed_turns.redo(document, self._store.observer.pending)
        return self._reverse(document, after, redone=True)

    def _reverse(self, before: Document, after: Document | None, *, redone: bool) -> bool:
        if after is None:
            return False
        self._store.replace(after)
        reversal = reversal_of(before, self._store.position, redone=redone)
        edit = self._store.observer.edit(reversal.edit, before.viewpoint)
        self.reversals.tell(replace(reversal, edit=edit))
        return True

    # Each an edit of the active document; `edits` says what it does.

    comment = _edit(edits.comment)
    mark = _edit(edits.mark)
    store_view = _edit(edits.store_view)
    delete_after = _edit(edits.delete_after)
    evaluate = _edit(edits.evaluate)
    promote = _edit(edits.promote)
    make_main_line = _edit(edits.make_main_line)
    head = _edit(edits.head)
    heads = _edit(edits.heads)
    note = _edit(edits.noted)
    set_puzzle = _edit(edits.set_puzzle)
    set_puzzle_up = _edit(edits.set_puzzle_up)
    set_lesson = _edit(edits.set_lesson)
    add_drill = _edit(edits.add_drill)
    bookmark = _edit(edits.bookmark)
    forget_bookmark = _edit(edits.forget_bookmark)

    def set_up(self, position: Position, name: str, gesture: Hashable = None) -> None:
        """Set a position up by hand at the current node."""
        document = self._store.active()
        here = self._store.position_of(document)
        self._store.edit(edits.set_up(document, here, position, name, gesture))

    def delete(self, node: int | None = None) -> None:
        """Delete a node with all that follows."""
        document = self._store.active()
        chose = self._store.observer.pending(document.record).get(
            document.node if node is None else node
        )
        self._store.edit(
            edits.delete(document, node, "" if chose is None else revealed_turns.choice_of(chose))
        )

    def copy_line(self, node: int | None = None) -> str:
        """Return the moves from a node on as text, as far as they may be known."""
        document = self._store.observer.document(self._store.active())
        first = document.record[navigation.node_of(document, node)]
        before = self.position_at(max(first.parent, records.ROOT))
        self._copied = edits.copy_line(document, before, node)
        return self._copied.text

    def paste_line(self, text: str) -> int:
        """Play the moves of a text after the current node; returns the first, current now."""
        document = self._store.active()
        pasted = edits.paste_line(
            document, self._store.position_of(document), text, self._copied, self._closed(document)
        )
        self._store.edit(pasted)
        return pasted.node

    def add_line(self, node: int, moves: tuple[Move, ...]) -> None:
        """Let moves follow a node as a variation; the current node stays."""
        document = self._store.active()
        position = self._store.position(document.record, navigation.node_of(document, node))
        self._store.edit(edits.add_line(document, node, position, moves, self._closed(document)))

    def _closed(self, document: Document) -> frozenset[int]:
        """The nodes after which a hidden choice waits: no other may be tried beside it."""
        hidden = self._store.observer.hidden(document)
        return frozenset(document.record.nodes[node].parent for node in hidden)

    def bookmarked(self, name: str) -> View:
        """Return the View kept under `name`; SessionError when there is none."""
        document = self._store.active()
        return edits.bookmarked(document, self._store.game_of(document).board, name)
