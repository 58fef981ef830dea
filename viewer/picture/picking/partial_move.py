"""A partial move, for any game: what stands meanwhile, what answers, what a step would do.

Pure functions over `Position.steps` and `Position.events`; no game is named here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Event, MoveError, Position, Steps, site_mask
from model.positions.events import Table, known_events, table_of, tables
from viewer.picture.visibility.hiding import ByIdentity
from viewer.picture.visibility.visible import is_flat
from viewer.session.document.pending_slot import longer, steps_of
from viewer.visuals.overlay_types import Overlay, Tube

Mask = npt.NDArray[np.bool_]
PLAN = 0.05
"""How far a site may lie beside the straight way of a piece, in plan."""


@dataclass(frozen=True, eq=False)
class PartialMove:
    """A partial move as the scene shows it.

    Attributes
    ----------
    partial, steps
        The tokens so far, and what may follow.
    table
        What lies on the table once they are done; the position's own while that is no move yet.
    choices
        (n,) bool: the sites that may come next.
    built
        The sites chosen so far.
    made
        Squares and lines the move has made so far, site by site.
    """

    partial: tuple[str, ...]
    steps: Steps
    table: Table
    choices: Mask
    built: tuple[int, ...]
    made: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class StepPreview:
    """What a further step would do.

    Attributes
    ----------
    steps
        The answer to the move with that step.
    doomed
        Sites of the pieces it would take off the board.
    ways
        Where pieces would go.
    """

    steps: Steps
    doomed: tuple[int, ...] = ()
    ways: tuple[Overlay, ...] = ()


def partial_move_of(position: Position, partial: Sequence[str]) -> PartialMove:
    """Return the partial move of `position`; asked again for the same, the same value."""
    return _partial_move_of(ByIdentity(position), tuple(partial))


@lru_cache(maxsize=8)
def _partial_move_of(held: ByIdentity[Position], partial: tuple[str, ...]) -> PartialMove:
    position = held.value
    board = position.game.board
    steps = steps_of(position, partial)
    table = table_of(position)
    # A plan of choices is not carried out before it counts: what others chose would be seen.
    if partial and steps.move is not None and not steps.slots:
        table = tables(position, known_events(position, steps.move))[-1]
    choices = steps.mask
    if choices is None:
        choices = site_mask(board, [board.index(t) for t in steps.choices if t in board])
    waiting = steps.move is None  # once it is a move, the table shows what it does
    built = tuple(board.index(t) for t in partial if waiting and t in board)
    return PartialMove(partial, steps, table, choices, built, steps.made)


def preview_step(position: Position, partial: Sequence[str], name: str) -> StepPreview:
    """Return what the step `name` would do after `partial`."""
    return _preview_step(ByIdentity(position), tuple(partial), name)


@lru_cache(maxsize=32)
def _preview_step(held: ByIdentity[Position], partial: tuple[str, ...], name: str) -> StepPreview:
    position = held.value
    steps = steps_of(position, longer(position, partial, name))
    if steps.move is None or steps.slots:
        return StepPreview(steps)
    try:
        events = position.events(steps.move)
    except MoveError:
        return StepPreview(steps)
    board = position.game.board
    doomed = tuple(
        event.site
        for event in events
        if event.kind == "remove" and event.site is not None and event.reserve <= 0
    )
    return StepPreview(steps, doomed, ways(board, events))


def is_occupied(position: Position, site: int) -> bool:
    """Tell whether a piece stands on a site."""
    return bool((position.pieces.site == site).any())


def ways(board: Board, events: Sequence[Event]) -> tuple[Overlay, ...]:
    """Return the way of every piece that moves."""
    return tuple(
        Tube(between(board, event.site, event.to), event.owner, "plan")
        for event in events
        if event.kind == "move" and event.site is not None and event.to is not None
    )


def between(board: Board, start: int, end: int) -> tuple[int, ...]:
    """Return the sites a piece passes in plan from `start` to `end`, both included.

    Where sites lie above one another there is no one way: only the ends are returned.
    """
    if not is_flat(ByIdentity(board)):
        return (start, end)
    plan = board.centres[:, :2]
    way = plan[end] - plan[start]
    length = float(np.hypot(*way))
    if not length:
        return (start, end)
    way = way / length
    along = (plan - plan[start]) @ way
    beside = np.abs((plan - plan[start]) @ np.array([-way[1], way[0]]))
    on = np.flatnonzero((beside < PLAN) & (along > -PLAN) & (along < length + PLAN))
    return tuple(on[np.argsort(along[on])].tolist())


# -- why a step cannot be --------------------------------------------------------------------------


def rule_behind(position: Position, partial: Sequence[str], name: str) -> str:
    """Return the rule that keeps `name` from being the next step ("pyraos.md#lifting").

    The page of the game alone where no one rule can be named; "" where the step is possible.
    """
    steps = preview_step(position, partial, name).steps
    if steps.complete or steps.choices:
        return ""
    texts = [name, *(f"{partial[-1]}{mark}{name}" for mark in "-:" if partial)]
    for text in texts:
        reason = position.explain(text)
        if reason is not None and reason.rule and str(reason) == steps.message:
            return reason.rule
    return f"{position.game.kind.name}.md"


def why_not(position: Position, partial: Sequence[str], name: str) -> str:
    """Return the sentence on a site as the next step: what it does, or why it cannot be.

    The last step again is the move as it stands; of a whole move any other site is another end.
    """
    so_far = steps_of(position, partial)
    if partial and name not in so_far.choices:
        if name == partial[-1]:
            return so_far.message
        partial = partial[:-1] if so_far.complete and not so_far.choices else partial
    said = preview_step(position, partial, name).steps.message
    if not said:
        try:
            reason = position.explain(name)
        except MoveError as error:
            reason = error.reason
        said = "" if reason is None else str(reason)
    return said if not said or name in said else f"{name}: {said}"
