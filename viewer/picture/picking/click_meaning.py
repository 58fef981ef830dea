"""What a click on a site means for the move being built, as data; `play_tool` carries it out.

Of a partial move it says what stands meanwhile, which sites answer and what a step would do. Pure
functions over `Position.steps` and `Position.events`; no game is named here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.boards.board import Board
from model.contract.game import Event, MoveError, Position, SheetCell, Steps, site_mask
from model.contract.hooks import hooks_of
from model.positions.events import BoardState, known_events, table_of, tables
from viewer.picture.visibility.hiding import Mask, remembered
from viewer.picture.visibility.visible import is_flat
from viewer.session.document.move_entry import longer, steps_of
from viewer.visuals.overlay_types import Overlay, Tube

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
    table: BoardState
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


@remembered(8)
def partial_move_of(position: Position, partial: tuple[str, ...]) -> PartialMove:
    """Return the partial move of `position`; asked again for the same, the same value."""
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


@remembered(32)
def preview_step(position: Position, partial: tuple[str, ...], name: str) -> StepPreview:
    """Return what the step `name` would do after `partial`."""
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
    if not is_flat(board):
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


def rule_behind(position: Position, partial: tuple[str, ...], name: str) -> str:
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


def why_not(position: Position, partial: tuple[str, ...], name: str) -> str:
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


@dataclass(frozen=True)
class NextStep:
    """The site is the next step of the move."""

    name: str


@dataclass(frozen=True)
class Replace:
    """The site takes the place of the last step: another end of the same move."""

    name: str


@dataclass(frozen=True)
class Begin:
    """Another move begins at the site, in place of the unfinished one."""

    name: str


@dataclass(frozen=True)
class Confirm:
    """The last step again: the move, which is complete, is played."""


@dataclass(frozen=True)
class Back:
    """The last step again: it is taken back, for the move is not complete."""


@dataclass(frozen=True)
class Select:
    """The piece means nothing for a move: its group is selected."""

    site: int


@dataclass(frozen=True)
class Refuse:
    """The step cannot be.

    Attributes
    ----------
    sentence
        Why not.
    rule
        The rule behind it ("pyraos.md#lifting"), "" where there is none.
    """

    sentence: str
    rule: str = ""


ClickMeaning = NextStep | Replace | Begin | Confirm | Back | Select | Refuse


def meaning_of_click(
    position: Position, partial: tuple[str, ...], site: int, *, pin: bool = False
) -> ClickMeaning:
    """Return what a click on `site` means after the steps `partial` of a move.

    A site that may come next is the next step. The last step again plays a complete move or takes
    an unfinished one back; a piece that a move could begin with begins another. A piece that means
    nothing for a move is selected with its group where the game has groups; anything else is
    refused with its reason.

    Parameters
    ----------
    pin
        Complete moves wait to be confirmed: until then a click elsewhere is another end of the
        move.
    """
    so_far = partial_move_of(position, partial)
    name = position.game.board.names[site]
    if so_far.choices[site]:
        return NextStep(name)
    over = border_to(position.game.board, site, so_far.choices)
    if over is not None:
        return NextStep(position.game.board.names[over])
    if partial and name == partial[-1]:
        return Confirm() if so_far.steps.complete else Back()
    if pin and partial and so_far.steps.complete and not so_far.steps.choices:
        return _step_or_refusal(position, partial[:-1], name, Replace(name))
    if is_occupied(position, site):
        if not partial:
            if hooks_of(position.game.kind).links:
                return Select(site)
            sentence = why_not(position, (), name) or f"{name} cannot move"
            return Refuse(sentence, rule_behind(position, (), name))
        if _begins_another(position, so_far, name):
            return Begin(name)
    return _step_or_refusal(position, partial, name, NextStep(name))


def meaning_of_cell(position: Position, partial: tuple[str, ...], cell: SheetCell) -> ClickMeaning:
    """Return what a click on a cell of a player's board means after the steps `partial` of a move.

    It means what a click on a site does: one that may come next is the next step, the last step
    again plays a complete move or is taken back, and what a move can begin with begins another.
    """
    name = cell.name
    steps = steps_of(position, partial)
    if name in steps.choices:
        return NextStep(name)
    if partial and name == partial[-1]:
        return Confirm() if steps.complete else Back()
    if partial and name in position.steps(()).choices:
        return Begin(name)
    if cell.closed is not None:
        return Refuse(str(cell.closed), cell.closed.rule)
    return _step_or_refusal(position, partial, name, NextStep(name))


def border_to(board: Board, site: int, choices: Mask) -> int | None:
    """Return the first border among the choices that leads to a space; None where none does.

    A click on the space stands for it, where the space itself may not be chosen.
    """
    if not board.edges:
        return None
    leading = (edge for edge, (_, beyond) in board.edges.items() if beyond == site)
    return next((edge for edge in leading if choices[edge]), None)


def _step_or_refusal(
    position: Position, partial: tuple[str, ...], name: str, meaning: NextStep | Replace
) -> ClickMeaning:
    """Return `meaning` where a move may go on with `name` after `partial`."""
    steps = preview_step(position, partial, name).steps
    if steps.complete or steps.choices:
        return meaning
    sentence = steps.message or f"no move begins with {' '.join((*partial, name))}"
    return Refuse(sentence, rule_behind(position, partial, name))


def _begins_another(position: Position, so_far: PartialMove, name: str) -> bool:
    """Tell whether a click on a piece starts another move in place of the unfinished one."""
    board = position.game.board
    first = so_far.partial[0]
    if so_far.steps.move is not None or first not in board:
        return False
    if not is_occupied(position, board.index(first)):
        return False
    return len(so_far.partial) == 1 and name in position.steps(()).choices
