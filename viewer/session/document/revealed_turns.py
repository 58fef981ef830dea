"""Turns of hidden choices in the histories: what was revealed together is undone together.

All functions are pure: they take a whole `Document` and return its next value.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rpds import List

from model.contract.game import IllegalMove, Move, Player, Position
from model.records import record as records
from model.records.record import Record
from viewer.session.document.document import Document, DocumentView, Edit
from viewer.session.errors import SessionError

Pending = Callable[[Record], Mapping[int, Player]]
"""Returns the moves of a record that are sealed still."""


def name_of(before: Position, move: Move) -> str:
    """Return what the menu calls a move: of a hidden choice, whose it is.

    SessionError where the move would reveal what nobody here knows: a position string says who has
    chosen, and not what.
    """
    if not before.game.kind.hides:
        return move
    try:
        after = before.play(move)
    except IllegalMove as error:
        raise SessionError(str(error)) from error
    mover = before.to_move
    if mover is None or mover not in after.sealed or mover in before.sealed:
        return move
    return choice_of(mover)


def choice_of(player: Player) -> str:
    """Return what the menu calls a hidden choice."""
    return f"{player.capitalize()}'s choice"


def undo(document: Document, pending: Pending) -> tuple[Document | None, bool]:
    """Return the document without its last edit, and whether a revealed turn was taken back.

    Where that would seal again what has been revealed, everybody knows it already: the choices of
    that turn go with it, of all players.
    """
    after = document.undo()
    turn, touched = False, () if after is None else after.touched
    while after is not None and (again := _sealed_again(document, after, pending)):
        turn, further = True, after.undo()
        if further is None:  # the choice is older than all that can be undone
            return _without(document, again)
        touched = (*touched, *further.touched)
        after = further
    if after is not None and turn:
        after = replace(after, touched=tuple(dict.fromkeys(touched)))
    return after, turn


def redo(document: Document, pending: Pending) -> tuple[Document | None, bool]:
    """Return the document with its last undone edit again, and whether a whole turn came back.

    A turn that was taken back with all its choices comes back with all of them.
    """
    after = document.redo()
    if after is None:
        return None, False
    before = pending(document.record)
    sealed = [node for node in pending(after.record) if node not in before]
    ends = [
        number
        for number, edit in enumerate(document.undone)
        if sealed and all(n in edit.after and n not in pending(edit.after) for n in sealed)
    ]
    if not ends:
        return after, False
    touched = after.touched
    for _ in range(ends[0]):
        further = after.redo()
        assert further is not None
        touched, after = (*touched, *further.touched), further
    return replace(after, touched=tuple(dict.fromkeys(touched))), True


def _sealed_again(before: Document, after: Document, pending: Pending) -> list[int]:
    """The choices that were revealed, and would be sealed."""
    sealed = pending(after.record)
    known = pending(before.record) if sealed else {}
    return [node for node in sealed if node in before.record and node not in known]


def _without(document: Document, choices: list[int]) -> tuple[Document | None, bool]:
    """The document as if a turn had never been, from its first choice on; redoing brings it back.

    All that can be undone goes with it, as one edit: there is nothing before it. Where a lesson
    shows the choice, the choice stays and the last edit alone is undone: nobody plays there.
    """
    first = min(choices, key=lambda node: len(records.path_to(document.record, node)))
    gone = tuple(records.subtree(document.record, first))
    try:
        record, parent = records.delete(document.record, first)
    except ValueError:
        return document.undo(), False
    node = parent if document.node in gone else document.node
    touched = (parent, *gone)
    edit = Edit("turn", record, document.record, node, document.node, touched)
    looked = document.looking(DocumentView(document.view, node))
    undone = List([edit])
    return replace(looked, record=record, touched=touched, done=List(), undone=undone), True
