"""Where an export of a game or a lesson begins, and the position that stands there."""

from __future__ import annotations

from msgspec.structs import replace

from model.contract.game import Position
from model.phrases import counted
from model.records.files import Contents
from model.records.positions import PositionCache
from model.records.record import ROOT, Record
from model.records.view import View
from viewer.export.items import ExportError


def position_at(contents: Contents, step: int | None) -> Position:
    """Return a position of a game, a puzzle or a lesson as everybody may know it.

    Parameters
    ----------
    step
        After how many moves of the main line; of a lesson at which step, from 1. None: where the
        file stands, of a lesson at its first step.

    Raises
    ------
    ExportError
        There is no such step.
    """
    record = contents.record
    steps = record.lesson.steps if record.lesson is not None else ()
    if steps:
        node = steps[opened_step(len(steps), step)].node
    else:
        node = opened_node(record, contents.node, step)
    return PositionCache().position(record, node).seen_by(None)


def step_views(record: Record, view: View) -> list[View]:
    """Return how each step of a lesson is looked at; `view` is that of the file.

    As in the window: a step without a View of its own is seen as the one before, but nothing is
    selected there, and another board keeps the direction alone.
    """
    assert record.lesson is not None
    cache, views, board = PositionCache(), list[View](), None
    for step in record.lesson.steps:
        here = cache.position(record, step.node).game.board
        if (own := record[step.node].view) is None and board not in (None, here):
            view = view.on_other_board()
        view, board = step.view or replace(own or view, selected=""), here
        views.append(view)
    return views


def opened_step(steps: int, step: int | None) -> int:
    """Return the step of a lesson that `step` (from 1) asks for, counted from 0.

    Raises
    ------
    ExportError
        There is no such step.
    """
    if step is not None and not 1 <= step <= steps:
        raise ExportError(f"the lesson has {counted(steps, 'step')}, and --step asks for {step}")
    return 0 if step is None else step - 1


def opened_node(record: Record, node: int, step: int | None) -> int:
    """Return the node after so many moves of the main line; `node` where none are asked for.

    Raises
    ------
    ExportError
        There are fewer moves.
    """
    if step is None:
        return node
    line = [ROOT, *record.main_line()]
    if step >= len(line):
        most = counted(len(line) - 1, "move")
        raise ExportError(f"the main line has {most}, and --step asks for {step}")
    return line[step]
