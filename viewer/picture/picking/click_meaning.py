"""What a click on a site means for the move being built, as data; nothing is changed here.

`viewer.tools.play_tool` carries it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Position
from model.contract.sheets import SheetCell
from viewer.games.registry import game_view_of
from viewer.picture.picking.partial_move import (
    PartialMove,
    is_occupied,
    partial_move_of,
    preview_step,
    rule_behind,
    why_not,
)
from viewer.session.document.pending_slot import steps_of

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Step:
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


ClickMeaning = Step | Replace | Begin | Confirm | Back | Select | Refuse


def meaning_of_click(
    position: Position, partial: Sequence[str], site: int, *, pin: bool = False
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
    partial = tuple(partial)
    so_far = partial_move_of(position, partial)
    name = position.game.board.names[site]
    if so_far.choices[site]:
        return Step(name)
    over = border_to(position.game.board, site, so_far.choices)
    if over is not None:
        return Step(position.game.board.names[over])
    if partial and name == partial[-1]:
        return Confirm() if so_far.steps.complete else Back()
    if pin and partial and so_far.steps.complete and not so_far.steps.choices:
        return _step_or_refusal(position, partial[:-1], name, Replace(name))
    if is_occupied(position, site):
        if not partial:
            return _selection(position, site)
        if _begins_another(position, so_far, name):
            return Begin(name)
    return _step_or_refusal(position, partial, name, Step(name))


def meaning_of_cell(position: Position, partial: Sequence[str], cell: SheetCell) -> ClickMeaning:
    """Return what a click on a cell of a player's board means after the steps `partial` of a move.

    It means what a click on a site does: one that may come next is the next step, the last step
    again plays a complete move or is taken back, and what a move can begin with begins another.
    """
    partial, name = tuple(partial), cell.name
    steps = steps_of(position, partial)
    if name in steps.choices:
        return Step(name)
    if partial and name == partial[-1]:
        return Confirm() if steps.complete else Back()
    if partial and name in position.steps(()).choices:
        return Begin(name)
    if cell.closed is not None:
        return Refuse(str(cell.closed), cell.closed.rule)
    return _step_or_refusal(position, partial, name, Step(name))


def border_to(board: Board, site: int, choices: Mask) -> int | None:
    """Return the first border among the choices that leads to a space; None where none does.

    A click on the space stands for it, where the space itself may not be chosen.
    """
    if not board.edges:
        return None
    leading = (edge for edge, (_, beyond) in board.edges.items() if beyond == site)
    return next((edge for edge in leading if choices[edge]), None)


def _step_or_refusal(
    position: Position, partial: tuple[str, ...], name: str, meaning: Step | Replace
) -> ClickMeaning:
    """Return `meaning` where a move may go on with `name` after `partial`."""
    steps = preview_step(position, partial, name).steps
    if steps.complete or steps.choices:
        return meaning
    sentence = steps.message or f"no move begins with {' '.join((*partial, name))}"
    return Refuse(sentence, rule_behind(position, partial, name))


def _selection(position: Position, site: int) -> Select | Refuse:
    if game_view_of(position).selects_groups:
        return Select(site)
    name = position.game.board.names[site]
    sentence = why_not(position, (), name) or f"{name} cannot move"
    return Refuse(sentence, rule_behind(position, (), name))


def _begins_another(position: Position, so_far: PartialMove, name: str) -> bool:
    """Tell whether a click on a piece starts another move in place of the unfinished one."""
    board = position.game.board
    first = so_far.partial[0]
    if so_far.steps.move is not None or first not in board:
        return False
    if not is_occupied(position, board.index(first)):
        return False
    return len(so_far.partial) == 1 and name in position.steps(()).choices
