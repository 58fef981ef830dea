"""Runs of the active document: begun, moved on, judged and ended.

During an `Exercise` the record is a scratch copy: whatever is played lands there, the document is
not edited by it, and ending the exercise brings record and history back as they were. All
functions are pure: they take a `Document` and return its next value.
"""

from dataclasses import replace

from rpds import List

from model.contract.game import Move
from model.exercises.exercise import Exercise
from model.records import record as records
from model.records.record import ROOT
from viewer.session.document.document import Document, DocumentView
from viewer.session.document.edits import require_no_run
from viewer.session.document.navigation import turned_to
from viewer.session.errors import SessionError


def begin(document: Document, exercise: Exercise, node: int | None = None) -> Document:
    """Return the document in `exercise`, at `node` (its own by default); SessionError."""
    require_no_run(document)
    return restart(document, exercise, node)


def restart(document: Document, exercise: Exercise, node: int | None = None) -> Document:
    """Return the document in `exercise` with a fresh scratch, at `node` (its own by default)."""
    scratch = exercise.scratch
    node = exercise.node if node is None else node
    if node not in scratch:
        node = ROOT
    # What can be undone in the record waits until it is over, and so does how it was seen.
    before = (document.done, document.undone, document.look)
    aside = before if document.exercise is None else document.aside
    view = scratch[node].view
    if view is not None:
        document = turned_to(document, 0)
    looked = document.looking(DocumentView(view or document.view, node))
    return replace(
        looked,
        record=scratch,
        exercise=exercise,
        touched=(),
        done=List(),
        undone=List(),
        aside=aside,
    )


def go_on(document: Document, exercise: Exercise) -> Document:
    """Return the document with the next value of its run; SessionError where it has none."""
    require(document)
    return replace(document, exercise=exercise, touched=())


def end(document: Document) -> Document:
    """Return the document as it was, and as it was seen; SessionError where there is no exercise.

    After a line that was only shown it is seen as it is.
    """
    exercise = require(document)
    done, undone, seen = document.aside or (List(), List(), document.look)
    seen = seen if exercise.is_task else document.look
    node = document.node if document.node in exercise.original else exercise.node
    looked = document.looking(DocumentView(seen.view, node))
    return replace(
        looked,
        record=exercise.original,
        exercise=None,
        touched=(),
        done=done,
        undone=undone,
        aside=None,
        second=seen.second,
    )


def require(document: Document) -> Exercise:
    """Return the exercise of a document; SessionError where it has none."""
    if document.exercise is None:
        raise SessionError("no lesson or puzzle is running here")
    return document.exercise


def play(document: Document, move: Move, name: str = "") -> Document:
    """Return the document after a legal canonical move; one that is there is only gone to.

    Parameters
    ----------
    name
        What the menu calls it, by default the move.
    """
    record, node = records.play(document.record, document.node, move)
    if record is document.record:
        return document.looking(DocumentView(document.view, node))
    return document.editing(name or move, record, node, (document.node, node), document.node)
