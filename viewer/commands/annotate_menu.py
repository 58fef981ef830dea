"""Create commands: marks on points, pieces, groups and sheets."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from model.records.view import COLOURS, SIGNS, Colour
from viewer.commands.command import Command, is_open, pointed_at
from viewer.commands.shell import Shell
from viewer.tools.annotation import ERASE, AnySign

if TYPE_CHECKING:
    from viewer.tools.annotation_tool import AnnotationTool

_MENU = "Create/Marks"

_row = partial(Command, menu=_MENU, enabled=is_open)

_SIGNS: tuple[AnySign, ...] = (*SIGNS, ERASE)
_TITLES = {
    "ring": "Ring",
    "cross": "Cross",
    "square": "Square",
    "dot": "Dot",
    "text": "Word",
    "link": "Arrow",
    "group": "Group",
    "sheet": "Sheet",
    ERASE: "Erase",
}


def _take(annotation: AnnotationTool, sign: AnySign) -> None:
    annotation.take(sign=sign)
    annotation.begin()


def _sign(sign: AnySign) -> Command:
    return _row(
        f"mark.{sign}",
        _TITLES[sign],
        lambda shell: _take(shell.toolbox.annotation, sign),
        help="Mark with this sign." if sign != ERASE else "Remove marks by clicking.",
    )


def _colour(colour: Colour) -> Command:
    return _row(
        f"mark.{colour}",
        f"In {colour}",
        lambda shell: shell.toolbox.annotation.take(colour=colour),
        help="Mark in this colour.",
    )


def _next_sign(shell: Shell) -> None:
    number = _SIGNS.index(shell.toolbox.annotation.style.sign)
    _take(shell.toolbox.annotation, _SIGNS[(number + 1) % len(_SIGNS)])


def _next_colour(shell: Shell) -> None:
    annotation = shell.toolbox.annotation
    number = COLOURS.index(annotation.style.colour)
    annotation.take(colour=COLOURS[(number + 1) % len(COLOURS)])
    annotation.begin()


def _here(shell: Shell) -> None:
    annotation = shell.toolbox.annotation
    annotation.mark(shell.session.position, pointed_at(shell.scene))
    if annotation.pending:
        annotation.begin()  # more clicks are wanted


COMMANDS = (
    _row(
        "mark.mode",
        "Mark points",
        lambda shell: shell.toolbox.annotation.switch(),
        ("M",),
        menu="Create",
        checked=lambda shell: shell.scene.tools.is_on("mark"),
        scope="board",
        help="Clicks put signs on points, pieces, groups and sheets; Escape ends it.",
    ),
    _row(
        "mark.here",
        "Mark the point",
        _here,
        ("Ctrl+Shift+M",),
        help="Put the sign on the point under the mouse or the cursor, or remove it.",
    ),
    _row("mark.next-sign", "Next sign", _next_sign, ("Shift+M",), scope="board"),
    _row("mark.next-colour", "Next colour", _next_colour, ("Alt+M",), scope="board"),
    *(_sign(sign) for sign in _SIGNS),
    *(_colour(colour) for colour in COLOURS),
    _row(
        "mark.end-sheet",
        "End the sheet",
        lambda shell: shell.toolbox.annotation.finish(),
        enabled=lambda shell: (
            shell.scene.tools.is_on("mark") and bool(shell.toolbox.annotation.pending)
        ),
    ),
    _row(
        "mark.why-sheet",
        "Mark the sheet Why shows",
        lambda shell: shell.toolbox.annotation.sheet_shown(),
        help="One click instead of one for every point of the sheet.",
    ),
    _row(
        "mark.clear",
        "Clear all marks",
        lambda shell: shell.toolbox.annotation.clear(),
        help="Remove all marks of this position.",
    ),
)
