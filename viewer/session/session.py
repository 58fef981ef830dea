"""Session: everything that is done in the open documents, and who hears of it.

Everything a person does ends in a method here (see `viewer.commands`); whoever shows something
subscribes and is called with the state before and after. What a method makes of a document is a
pure function: of `edits`, `navigation`, `run_control` or `document_files`. Nothing here knows Qt.

Where a method takes a `node`, it is the current one by default. A method that cannot do what is
asked raises `SessionError`, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

from model.game import Move, Player, Position, Steps
from model.notation import listed
from model.records import record as records
from model.records.evaluation import Evaluation
from model.records.lesson import Lesson
from model.records.marks import Mark
from model.records.puzzle import Puzzle
from model.records.view import View
from viewer.session import (
    document_files,
    edits,
    halves,
    navigation,
    pasted_text,
    revealed_turns,
    rolling,
    run_control,
)
from viewer.session import state as states
from viewer.session.document import Document
from viewer.session.errors import SessionError
from viewer.session.move_entry import choices_in, confirmed, enter, legal_move, steps_after
from viewer.session.revealed_turns import choice_of, name_of, require_open
from viewer.session.reversal import Reversal, reversal_of
from viewer.session.run import Reject, Ruling, Run, whole_run
from viewer.session.second_view import Link
from viewer.session.slots_in_hand import steps_of
from viewer.session.state import State
from viewer.session.store import Listener, Store
from viewer.session.subscribers import Subscribers

__all__ = ["Listener", "Session", "SessionError", "State"]


class Session:
    """The open documents, changed by methods and shown by listeners."""

    def __init__(self) -> None:
        self._store = Store()
        self._notices: Subscribers[[str]] = Subscribers()
        self._rulings: Subscribers[[Ruling]] = Subscribers()
        self._reversals: Subscribers[[Reversal]] = Subscribers()
        self._untitled = count(1)
        self._copied: edits.CopiedLine | None = None

    # -- who hears ---------------------------------------------------------------------------

    def subscribe(self, changed: Listener) -> Callable[[], None]:
        """Call ``changed(old, new)`` after every change; returns what ends the subscription."""
        return self._store.listeners.add(changed)

    def subscribe_notices(self, hear: Callable[[str], None]) -> Callable[[], None]:
        """Call ``hear(sentence)`` when there is something to tell that is not an error."""
        return self._notices.add(hear)

    def subscribe_rulings(self, hear: Callable[[Ruling], None]) -> Callable[[], None]:
        """Call ``hear(ruling)`` after a move of a run was judged and the ruling was applied."""
        return self._rulings.add(hear)

    def subscribe_reversals(self, hear: Callable[[Reversal], None]) -> Callable[[], None]:
        """Call ``hear(reversal)`` after an edit was undone or redone."""
        return self._reversals.add(hear)

    def notice(self, sentence: str) -> None:
        """Tell the person something."""
        self._notices.tell(sentence)

    # -- what is there -----------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present `State`; replaced as a whole by every change, never altered.

        It holds what its viewpoint may know, as do all documents and positions that are handed out.
        """
        return self._store.seen

    @property
    def document(self) -> Document | None:
        """The active document, None while nothing is open."""
        return self.state.document

    @property
    def position(self) -> Position | None:
        """The position at the current node, None while nothing is open."""
        document = self.document
        return None if document is None else self.position_of(document)

    @property
    def ply(self) -> int:
        """How many moves lead to the current node, 0 while nothing is open."""
        document = self._store.state.document
        return 0 if document is None else records.ply_of(document.record, document.node)

    def position_at(self, node: int) -> Position:
        """Return the position at a node of the active document."""
        document = self._store.active()
        return self.position_of(replace(document, node=navigation.node_of(document, node)))

    def position_of(self, document: Document) -> Position:
        """Return the position a document is at (any document, also an old value of one).

        As all that is handed out it is what the document's viewpoint may know.
        """
        return self._store.viewpoint.position(document.record, document.node, document.viewpoint)

    def position_for(self, player: Player | None, node: int | None = None) -> Position:
        """Return the position at a node of the active document as a player may know it.

        Whoever plays for a side is told this, and no more.
        """
        document = self._store.active()
        return self.position_of(
            replace(document, node=navigation.node_of(document, node), viewpoint=player)
        )

    @property
    def viewpoint(self) -> Player | None:
        """Whose knowledge of the active document is shown; None: what everybody knows."""
        document = self._store.state.document
        return None if document is None else document.viewpoint

    def look_as(self, player: Player | None) -> None:
        """Show what a player knows of the active document (None: what everybody knows)."""
        document = self._store.active()
        players = self._whole_position(document).game.players
        if player is not None and player not in players:
            raise SessionError(f"nobody is called {player} here: look as {listed(players, 'or')}")
        if player != document.viewpoint:
            self._store.replace(replace(document, viewpoint=player, touched=()), keep_partial=True)

    def _whole_position(self, document: Document) -> Position:
        return self._store.position(document.record, document.node)

    # -- documents ---------------------------------------------------------------------------

    def new(self, start: str | None = None, options: Mapping[str, str] | None = None) -> Document:
        """Open a new document of a game, begun with `options`, or of a position string."""
        return self._adopt_untitled(document_files.new_document(start, options or {}))

    def _adopt_untitled(self, document: Document) -> Document:
        return self.adopt(replace(document, title=f"untitled {next(self._untitled)}"))

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
        return self._store.viewpoint.document(document)

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

    def renumber(self, path: Path, numbers: Mapping[int, int]) -> None:
        """Let open items of a collection follow where they went: old number to new."""
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
        like = self.position
        made = pasted_text.pasted_document(text, like)
        return self._adopt_untitled(replace(made, saved=None))

    def copy_position(self) -> str:
        """Return the canonical string of the current position."""
        return str(self.position_of(self._store.active()))

    # -- playing and runs --------------------------------------------------------------------

    def play(self, text: str) -> int:
        """Play a move as a person writes it; one that is there already is only gone to.

        During a run the run rules on it (`viewer.session.run`). Returns the current node, in most
        cases that of the move. SessionError says why a text is no move, or against the rules.
        """
        document = self._store.active()
        position = self._whole_position(document)
        move = legal_move(position, text)
        if document.run is None:
            return self.play_out(move)
        ruling = document.run.judge_move(document.node, position, move)
        if not isinstance(ruling, Reject):
            self._store.replace(run_control.play_judged(document, move, ruling))
        elif self._store.state.partial:
            self._store.set_partial(())
        self._rulings.tell(ruling)
        if isinstance(ruling, Reject) and ruling.sentence:
            self.notice(ruling.sentence)
        return self._store.active().node

    def play_out(self, move: Move) -> int:
        """Play a legal canonical move at the current node without having it judged."""
        document = self._store.active()
        self._require_open(document, document.node)
        played = run_control.play(document, move, name_of(self._whole_position(document), move))
        self._store.replace(played)
        return played.node

    def roll(self) -> int:
        """Let the dice fall at the current node, as the seed of the record has them fall there.

        SessionError where chance is not to move. A run does not judge what nobody decides.
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
        if document.run is None:
            require_open(document.record, node, self._store.viewpoint.hidden(document))

    def steps(self) -> Steps:
        """Return what may come next in the partial move of the active document."""
        return steps_of(self.position_of(self._store.active()), self._store.state.partial)

    def step(self, token: str, *, pin: bool = False, again: bool = False) -> Steps:
        """Add one step to the partial move, and play it once complete (`move_entry.enter`)."""
        position = self.position_of(self._store.active())
        entered = enter(position, self._store.state.partial, token, pin=pin, again=again)
        if entered.play is None:
            self._store.set_partial(entered.partial)
        else:
            self.play(entered.play)
        return entered.steps

    def pin(self, token: str) -> Steps:
        """Put `token` in the place of the last step and keep it until `confirm`."""
        return self.set_steps((*self._store.state.partial[:-1], token))

    def begin(self, token: str) -> Steps:
        """Begin another move with `token` in place of the partial one."""
        return self.set_steps((token,))

    def set_steps(self, partial: tuple[str, ...]) -> Steps:
        """Take over another partial move; SessionError where no move begins like that."""
        steps = steps_after(self.position_of(self._store.active()), partial)
        self._store.set_partial(partial)
        return steps

    def choose(self, text: str) -> bool:
        """Set slots of the partial move as a person writes them; False where the text sets none."""
        position = self.position_of(self._store.active())
        chosen = choices_in(position, self._store.state.partial, text)
        if chosen is not None:
            self.set_steps(chosen)
        return chosen is not None

    def confirm(self) -> int:
        """Play the partial move as it stands; SessionError while it is not complete."""
        return self.play(confirmed(self.steps(), self._store.state.partial))

    def step_back(self) -> bool:
        """Take back one step of the partial move; False when there is none."""
        if not self._store.state.partial:
            return False
        self._store.set_partial(self._store.state.partial[:-1])
        return True

    def begin_run(self, run: Run, node: int | None = None) -> None:
        """Start `run` in the active document, at `node` (the run's own by default)."""
        begun = run_control.begin(self._store.active(), whole_run(run), node)
        self._store.replace(self._as_learner(begun))

    def set_run(self, run: Run) -> None:
        """Take over the next value of the run; SessionError where none is on."""
        gone_on = run_control.go_on(self._store.active(), whole_run(run))
        self._store.replace(gone_on, keep_partial=True)

    def restart_run(self, run: Run, node: int | None = None) -> None:
        """Take over `run` with a fresh scratch, at `node` (the run's own by default)."""
        begun = run_control.restart(self._store.active(), whole_run(run), node)
        self._store.replace(self._as_learner(begun))

    def _as_learner(self, document: Document) -> Document:
        """Return the document of a lesson or puzzle as its side sees it: it is one person's.

        Where somebody's choice waits in the record that is kept, nobody's eyes are changed.
        """
        run = document.run
        if run is None or not run.is_task or self._store.viewpoint.pending(run.original):
            return document
        start = self._whole_position(replace(document, node=records.ROOT))
        return replace(document, viewpoint=start.to_move) if start.game.kind.hides else document

    def end_run(self) -> None:
        """Bring the record back as it was; SessionError where no run is on."""
        ended = run_control.end(self._store.active())
        self._store.replace(replace(ended, viewpoint=None))

    # -- navigation --------------------------------------------------------------------------

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
        seen = navigation.look(self._store.active(), view, self._store.board_of, gesture)
        self._store.replace(seen, keep_partial=True)

    def see_twice(self, link: Link = "") -> None:
        """See the active document in two halves, linked so (`viewer.session.second_view`)."""
        document = self._store.active()
        seen = halves.seen_twice(document, self._store.board_of(document), link)
        self._store.replace(seen, keep_partial=True)

    def see_once(self) -> None:
        """See the first half of the active document alone."""
        self._store.replace(halves.seen_once(self._store.active()), keep_partial=True)

    def turn_to(self, half: int) -> None:
        """Act on the first half (0) or the second (1) of the active document, where it has two."""
        self._store.replace(halves.turned_to(self._store.active(), half), keep_partial=True)

    def look_back(self) -> bool:
        """Go back to the look before, View and node; False when there is none."""
        return self._look_again(self._store.active().look_back())

    def look_forward(self) -> bool:
        """Go forward again to the look that `look_back` left; False when there is none."""
        return self._look_again(self._store.active().look_forward())

    def _look_again(self, document: Document | None) -> bool:
        if document is not None:
            self._store.replace(document, gone_back=True)
        return document is not None

    # -- edits: see `viewer.session.edits` -----------------------------------------------------

    def undo(self) -> bool:
        """Undo the last edit, or a partial move, and go to its place; False: nothing to undo.

        Hidden choices that were revealed together are taken back together (`revealed_turns.undo`).
        """
        if self._store.state.partial:
            self._store.set_partial(())
            return True
        document = self._store.active()
        after, turn = revealed_turns.undo(document, self._store.viewpoint.pending)
        reversed_ = self._reverse(document, after, redone=False)
        if turn:
            self.notice("The whole turn is taken back, for all players: its choices were known")
        return reversed_

    def redo(self) -> bool:
        """Do the last undone edit again and go to its place; False when there is none."""
        document = self._store.active()
        after, _ = revealed_turns.redo(document, self._store.viewpoint.pending)
        return self._reverse(document, after, redone=True)

    def _reverse(self, before: Document, after: Document | None, *, redone: bool) -> bool:
        if after is None:
            return False
        self._store.replace(after)
        told = reversal_of(before, self._store.position, redone=redone)
        edit = self._store.viewpoint.edit(told.edit, before.viewpoint)
        self._reversals.tell(replace(told, edit=edit))
        return True

    def comment(self, text: str, node: int | None = None) -> None:
        """Say `text` about a node; "" takes the comment away."""
        self._store.edit(edits.comment(self._store.active(), text, node))

    def mark(self, marks: tuple[Mark, ...], node: int | None = None) -> None:
        """Put exactly these marks on a node, also during a run."""
        self._store.edit(edits.mark(self._store.active(), marks, node))

    def store_view(self, view: View | None, node: int | None = None) -> None:
        """Keep a View with a node; None takes it away."""
        self._store.edit(edits.store_view(self._store.active(), view, node))

    def set_up(self, position: Position, name: str, gesture: Hashable = None) -> None:
        """Set a position up by hand at the current node."""
        document = self._store.active()
        here = self._whole_position(document)
        self._store.edit(edits.set_up(document, here, position, name, gesture))

    def delete(self, node: int | None = None) -> None:
        """Delete a node with all that follows."""
        document = self._store.active()
        chose = self._store.viewpoint.pending(document.record).get(
            document.node if node is None else node
        )
        self._store.edit(edits.delete(document, node, "" if chose is None else choice_of(chose)))

    def delete_after(self, node: int | None = None) -> None:
        """Delete all that follows a node."""
        self._store.edit(edits.delete_after(self._store.active(), node))

    def copy_line(self, node: int | None = None) -> str:
        """Return the moves from a node on as text, as far as they may be known."""
        document = self._store.viewpoint.document(self._store.active())
        first = document.record[navigation.node_of(document, node)]
        before = self.position_at(max(first.parent, records.ROOT))
        self._copied = edits.copy_line(document, before, node)
        return self._copied.text

    def paste_line(self, text: str) -> int:
        """Play the moves of a text after the current node; returns the first, current now."""
        document = self._store.active()
        pasted = edits.paste_line(
            document, self._whole_position(document), text, self._copied, self._closed(document)
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
        hidden = self._store.viewpoint.hidden(document)
        return frozenset(document.record.nodes[node].parent for node in hidden)

    def evaluate(self, found: Mapping[int, Evaluation | None], name: str = "review") -> None:
        """Keep evaluations with nodes, one edit; None takes one away."""
        self._store.edit(edits.evaluate(self._store.active(), found, name))

    def promote(self, node: int | None = None) -> None:
        """Rank the variation a node lies on one place higher."""
        self._store.edit(edits.promote(self._store.active(), node))

    def make_main_line(self, node: int | None = None) -> None:
        """Put a node on the main line."""
        self._store.edit(edits.make_main_line(self._store.active(), node))

    def head(self, name: str, text: str, gesture: Hashable = None) -> None:
        """Set one header ("title", "red", ...); "" takes it away."""
        self._store.edit(edits.head(self._store.active(), name, text, gesture))

    def heads(self, texts: Mapping[str, str]) -> None:
        """Set several headers as one edit; "" takes one away."""
        self._store.edit(edits.heads(self._store.active(), texts))

    def set_puzzle(self, puzzle: Puzzle | None, name: str = "puzzle") -> None:
        """Make the record this puzzle, None: a game again; `name` is what the menu calls it."""
        self._store.edit(edits.set_puzzle(self._store.active(), puzzle, name))

    def set_puzzle_up(self, position: Position, puzzle: Puzzle, name: str = "puzzle") -> None:
        """Let a puzzle without lines begin at another position, one edit."""
        self._store.edit(edits.set_puzzle_up(self._store.active(), position, puzzle, name))

    def set_lesson(
        self, lesson: Lesson | None, name: str = "lesson", gesture: Hashable = None
    ) -> None:
        """Make the record this lesson, None: a game again; `name` is what the menu calls it."""
        self._store.edit(edits.set_lesson(self._store.active(), lesson, name, gesture))

    def bookmark(self, name: str, view: View | None = None) -> None:
        """Keep a View (the present one by default) under `name`."""
        self._store.edit(edits.bookmark(self._store.active(), name, view))

    def forget_bookmark(self, name: str) -> None:
        """Take a bookmark away; SessionError when there is none of that name."""
        self._store.edit(edits.forget_bookmark(self._store.active(), name))

    def go_to_bookmark(self, name: str) -> None:
        """See the board through a bookmark; SessionError when there is none of that name."""
        self.set_view(self.bookmarked(name))

    def bookmarked(self, name: str) -> View:
        """Return the View kept under `name`; SessionError when there is none."""
        document = self._store.active()
        return edits.bookmarked(document, self._store.board_of(document), name)
