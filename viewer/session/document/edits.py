"""Edits of the record: what a person changes in a document, one undoable step each.

All functions are pure: they take a `Document` and return its next value, or the same one where
nothing changes. While an exercise is on, what would be lost with its scratch copy is refused.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from model.boards.board import Board
from model.contract.game import Move, Position
from model.records import record as records
from model.records.lesson import MOST_CHOICES, Lesson, asked_again, parts_of
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Evaluation, Record
from model.records.references import fit_words, points_on
from model.records.sealing import SEALED
from model.records.variation_text import LineTextError, graft, write_line
from model.records.variation_text import paste_line as read_line
from model.records.view import MOST_BOOKMARKS, MOST_MARKS, Mark, View
from viewer.session.document.document import Document
from viewer.session.document.navigation import go, node_of
from viewer.session.errors import SessionError


def require_no_run(document: Document) -> None:
    """Refuse to edit what would be thrown away: an exercise goes on in a scratch copy."""
    if document.exercise is not None:
        raise SessionError(document.exercise.leave_first)


def _require_room(count: int, most: int, what: str) -> None:
    """Refuse more than a file can hold: it could not be opened again."""
    if count > most:
        raise SessionError(f"a file holds at most {most} {what}")


# -- what is said and shown at a node --------------------------------------------------------------


def comment(
    document: Document, text: str, node: int | None = None, gesture: Hashable = None
) -> Document:
    """Say `text` about a node; "" takes the comment away.

    The current node stays: a game goes on while a person writes about a move of it.
    """
    require_no_run(document)
    node = node_of(document, node)
    record, _ = records.comment(document.record, node, storable_text(text))
    return document.editing("comment", record, document.node, (node,), node, gesture)


def mark(
    document: Document, marks: tuple[Mark, ...], node: int | None = None, gesture: Hashable = None
) -> Document:
    """Put exactly these marks on a node, also during an exercise."""
    node = node_of(document, node)
    _require_room(len(marks), MOST_MARKS, "marks on one position")
    clean = tuple(storable(one) for one in marks)
    record, _ = records.mark(document.record, node, clean)
    return document.editing("marks", record, node, (node,), node, gesture)


def store_view(document: Document, view: View | None, node: int | None = None) -> Document:
    """Keep a View with a node; None takes it away."""
    require_no_run(document)
    node = node_of(document, node)
    record, _ = records.set_view(document.record, node, view)
    return document.editing("view", record, node, (node,), node)


def evaluate(
    document: Document, found: Mapping[int, Evaluation | None], name: str = "review"
) -> Document:
    """Keep evaluations with nodes, one edit; None takes one away."""
    require_no_run(document)
    record = records.evaluate(document.record, found)
    return document.editing(name, record, document.node, tuple(found), document.node)


# -- the tree of moves -----------------------------------------------------------------------------


def set_up(
    document: Document, here: Position, position: Position, name: str, gesture: Hashable
) -> Document:
    """Set `position` up by hand at the current node (`model.records.record.set_up`).

    Parameters
    ----------
    here
        The position that stands there now.
    position
        Of the game of this record; another size or other options are welcome.
    name
        What the menu calls the edit.
    gesture
        The edits of one gesture (a stroke over the maps) are one.

    Raises
    ------
    SessionError
        During an exercise, or for a position of another game.
    """
    require_no_run(document)
    if position.game.kind is not here.game.kind:
        title = position.game.kind.title
        raise SessionError(f"this is a game of {here.game.kind.title}, not of {title}")
    place = document.node
    record, node = records.set_up(document.record, place, str(position))
    if record is document.record:
        return document if node == place else go(document, node)
    if node == place and position.game.board is not here.game.board:
        record = fit_words(record, node, position.game)
    return document.editing(name, record, node, (place, node), place, gesture)


def delete(document: Document, node: int | None = None, name: str = "") -> Document:
    """Delete a node with all that follows; `name` is what the menu calls its move, if not so."""
    require_no_run(document)
    node = node_of(document, node)
    if node == ROOT:
        raise SessionError("the start of a game cannot be deleted")
    gone = tuple(records.subtree(document.record, node))
    try:
        record, parent = records.delete(document.record, node)
    except ValueError as error:
        raise SessionError(str(error)) from error
    current = parent if document.node in gone else document.node
    move = name or document.record.nodes[node].move or "set-up"
    return document.editing(f"delete {move}", record, current, (parent, *gone), place=node)


def delete_after(document: Document, node: int | None = None) -> Document:
    """Delete all that follows a node."""
    require_no_run(document)
    node = node_of(document, node)
    gone = tuple(k for k in records.subtree(document.record, node) if k != node)
    if not gone:
        raise SessionError("nothing follows this move")
    try:
        record, _ = records.delete_after(document.record, node)
    except ValueError as error:
        raise SessionError(str(error)) from error
    current = node if document.node in gone else document.node
    return document.editing("delete", record, current, (node, *gone), place=node)


def promote(document: Document, node: int | None = None) -> Document:
    """Rank the variation a node lies on one place higher."""
    require_no_run(document)
    node = node_of(document, node)
    return _edit_order(document, "promote", *records.promote(document.record, node))


def make_main_line(document: Document, node: int | None = None) -> Document:
    """Put a node on the main line."""
    require_no_run(document)
    node = node_of(document, node)
    return _edit_order(document, "main line", *records.make_main_line(document.record, node))


def _edit_order(document: Document, name: str, record: Record, node: int) -> Document:
    """Take over an edit of the order of moves on the way to `node`."""
    touched = (ROOT, *records.path_to(record, node))
    return document.editing(name, record, node, touched, node)


@dataclass(frozen=True, eq=False)
class CopiedLine:
    """A line as it was copied: its text, and where all that the text leaves out is found."""

    text: str
    record: Record
    node: int
    before: Position


def copy_line(document: Document, before: Position, node: int | None = None) -> CopiedLine:
    """Return the moves from a node on; `before` is the position they are played in."""
    node = node_of(document, node)
    if node == ROOT:
        raise SessionError("go to a move first: this is the start of the game")
    if document.record.nodes[node].move == SEALED:
        raise SessionError("this choice is sealed: it can be copied once it is revealed")
    text = write_line(document.record, node)
    if not text:
        raise SessionError("a position that was set up is not a move and cannot be copied")
    return CopiedLine(text, document.record, node, before)


def paste_line(
    document: Document,
    position: Position,
    text: str,
    copied: CopiedLine | None,
    closed: frozenset[int] = frozenset(),
) -> Document:
    """Play the moves of a text after the current node, all of them or none.

    The first of the moves is current then.

    Parameters
    ----------
    position
        The one at the current node.
    copied
        What was copied last: where the text is its own, it brings its comments, marks, Views and
        set-ups along.
    closed
        The nodes that nothing may be played after, since hidden choices wait there.

    Raises
    ------
    SessionError
        A move is not legal, or the text holds none.
    """
    require_no_run(document)
    text = text.strip()
    try:
        record, touched, first = read_line(document.record, document.node, position, text, closed)
    except LineTextError as error:
        raise SessionError(str(error)) from error
    if copied is not None and copied.text == text:
        record, commented = graft(
            record,
            document.node,
            copied.record,
            copied.node,
            board=copied.before.game.board is position.game.board,
            position=copied.before == position,
        )
        touched = tuple(dict.fromkeys((*touched, *commented)))
    if record is document.record:
        return go(document, first)
    return document.editing("paste moves", record, first, touched, document.node)


def add_line(
    document: Document,
    node: int,
    position: Position,
    moves: tuple[Move, ...],
    closed: frozenset[int] = frozenset(),
) -> Document:
    """Let moves follow a node as a variation; the current node stays.

    Parameters
    ----------
    position
        The one at `node`.
    closed
        As in `paste_line`.

    Raises
    ------
    SessionError
        A move is not legal there, or there are none.
    """
    require_no_run(document)
    try:
        record, touched, _ = read_line(document.record, node, position, " ".join(moves), closed)
    except LineTextError as error:
        raise SessionError(str(error)) from error
    return document.editing("best line", record, document.node, touched, document.node)


# -- the record as a whole -------------------------------------------------------------------------


def head(document: Document, name: str, text: str, gesture: Hashable = None) -> Document:
    """Set one header; "" takes it away."""
    require_no_run(document)
    text = storable_text(text)
    if document.record.headers.get(name, "") == text:
        return document
    return _edit_whole(document, name, records.head(document.record, name, text), gesture)


def heads(document: Document, texts: Mapping[str, str], name: str = "headers") -> Document:
    """Set several headers as one edit that the menu calls `name`; "" takes one away."""
    require_no_run(document)
    return _edit_whole(document, name, _headed(document.record, texts))


def noted(document: Document, texts: Mapping[str, str]) -> Document:
    """Set several headers without an edit."""
    require_no_run(document)
    record = _headed(document.record, texts)
    return document if record is document.record else replace(document, record=record, touched=())


def _headed(record: Record, texts: Mapping[str, str]) -> Record:
    """Return a record with several headers; itself where they are there."""
    for header, text in texts.items():
        text = storable_text(text)
        if record.headers.get(header, "") != text:
            record = records.head(record, header, text)
    return record


def set_puzzle(
    document: Document, puzzle: Puzzle | None, name: str = "puzzle", gesture: Hashable = None
) -> Document:
    """Make the record this puzzle, None: a game again; `name` is what the menu calls it."""
    if document.exercise is not None:
        raise SessionError("end the puzzle first")
    clean = None if puzzle is None else storable(puzzle)
    return _edit_whole(document, name, records.set_puzzle(document.record, clean), gesture)


def set_puzzle_up(
    document: Document, position: Position, puzzle: Puzzle, name: str = "puzzle"
) -> Document:
    """Let a puzzle without lines begin at another position."""
    require_no_run(document)
    if document.record.nodes[ROOT].children:
        raise SessionError("delete the moves first: they belong to the position as it is")
    record, _ = records.set_up(document.record, ROOT, str(position))
    record = records.set_puzzle(record, puzzle)
    return document.editing(name, record, ROOT, (ROOT,), ROOT)


def set_lesson(
    document: Document, lesson: Lesson | None, name: str = "lesson", gesture: Hashable = None
) -> Document:
    """Make the record this lesson, None: a game again; `name` is what the menu calls it."""
    require_no_run(document)
    for step in () if lesson is None else lesson.steps:
        _require_room(len(step.marks), MOST_MARKS, "marks on one step")
        for task in parts_of(step.task):
            _require_room(len(task.choices), MOST_CHOICES, "answers to choose from")
            for after in (task.after, task.after_wrong):
                marks = () if after is None else after.marks
                _require_room(len(marks), MOST_MARKS, "marks after one task")
    clean = None if lesson is None else storable(lesson)
    return _edit_whole(document, name, records.set_lesson(document.record, clean), gesture)


def add_drill(document: Document, number: int, positions: tuple[str, ...]) -> Document:
    """Ask what a step of the lesson asks in other positions, too: a step for each, after it."""
    require_no_run(document)
    record, lesson = document.record, document.record.lesson
    if lesson is None or number >= len(lesson.steps):
        raise SessionError("there is no such step")
    steps = []
    for text in positions:
        record, node = records.add_set_up(record, ROOT, text)
        steps.append(asked_again(lesson.steps[number], node))
    whole = (*lesson.steps[: number + 1], *steps, *lesson.steps[number + 1 :])
    fresh = records.set_lesson(record, Lesson(whole, lesson.about))
    return _edit_whole(document, "positions like this", fresh)


def bookmark(document: Document, name: str, view: View | None = None) -> Document:
    """Keep a View (the present one by default) under a name."""
    require_no_run(document)
    name = storable_text(name).strip()
    if not name:
        raise SessionError("a bookmark needs a name")
    view = document.view if view is None else view
    if document.record.bookmarks.get(name) == view:
        return document
    record = records.bookmark(document.record, name, view)
    _require_room(len(record.bookmarks), MOST_BOOKMARKS, "bookmarks")
    return _edit_whole(document, "bookmark", record)


def forget_bookmark(document: Document, name: str) -> Document:
    """Take a bookmark away."""
    require_no_run(document)
    _bookmark(document, name)
    return _edit_whole(document, "bookmark", records.bookmark(document.record, name, None))


def bookmarked(document: Document, board: Board, name: str) -> View:
    """Return the View kept under a name, without points that are not on `board`."""
    return points_on(board, _bookmark(document, name))


def _bookmark(document: Document, name: str) -> View:
    view = document.record.bookmarks.get(name)
    if view is None:
        raise SessionError(f"there is no bookmark called {name}")
    return view


def _edit_whole(
    document: Document, name: str, record: Record, gesture: Hashable = None
) -> Document:
    """Take over an edit of no node."""
    return document.editing(name, record, document.node, (), document.node, gesture)


T = TypeVar("T", bound=msgspec.Struct)


def storable_text(text: str) -> str:
    """Return `text` without lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def storable(value: T) -> T:
    """Return a mark, a puzzle or a lesson with all its texts storable; the same if they are."""
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.convert(_cleaned(msgspec.to_builtins(value)), type(value))
    return value


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, dict):
        return {key: _cleaned(one) for key, one in value.items()}
    return [_cleaned(one) for one in value] if isinstance(value, (list, tuple)) else value
