"""Teach commands: marks on points, pieces, groups and sheets."""

from __future__ import annotations

from model.records.marks import COLOURS, SIGNS, Colour
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.commands.view.view_rows import pointed_at
from viewer.tools.annotation import ERASE, AnySign

_MENU = "Teach/Marks"
_SIGNS: tuple[AnySign, ...] = (*SIGNS, ERASE)
_TITLES = {
    "ring": "Ring",
    "cross": "Cross",
    "square": "Square",
    "dot": "Dot",
    "text": "Word",
    "link": "Link",
    "group": "Group",
    "sheet": "Sheet",
    ERASE: "Erase",
}


def _switch(shell: Shell) -> None:
    if shell.toolbox.annotation.is_on:
        shell.toolbox.annotation.leave()
    else:
        shell.toolbox.annotation.begin()


def _is_on(shell: Shell) -> bool:
    return shell.scene.tools.is_on("mark")


def _sign(sign: AnySign) -> Command:
    def run(shell: Shell) -> None:
        shell.toolbox.annotation.take(sign=sign)
        shell.toolbox.annotation.begin()

    return Command(
        f"mark.{sign}",
        _TITLES[sign],
        run,
        (),
        _MENU,
        is_open,
        help="Mark with this sign." if sign != ERASE else "Take marks away by clicking.",
    )


def _colour(colour: Colour) -> Command:
    return Command(
        f"mark.{colour}",
        f"In {colour}",
        lambda shell: shell.toolbox.annotation.take(colour=colour),
        (),
        _MENU,
        is_open,
        help="Mark in this colour.",
    )


def _next_sign(shell: Shell) -> None:
    number = _SIGNS.index(shell.toolbox.annotation.style.sign)
    shell.toolbox.annotation.take(sign=_SIGNS[(number + 1) % len(_SIGNS)])
    shell.toolbox.annotation.begin()


def _next_colour(shell: Shell) -> None:
    number = COLOURS.index(shell.toolbox.annotation.style.colour)
    shell.toolbox.annotation.take(colour=COLOURS[(number + 1) % len(COLOURS)])
    shell.toolbox.annotation.begin()


def _here(shell: Shell) -> None:
    position = shell.session.position
    if position is not None:
        shell.toolbox.annotation.mark(position, pointed_at(shell))
        if shell.toolbox.annotation.pending:
            shell.toolbox.annotation.begin()  # more clicks are wanted


def _clear(shell: Shell) -> None:
    shell.toolbox.annotation.clear()


COMMANDS = (
    Command(
        "mark.mode",
        "Mark points",
        _switch,
        ("M",),
        "Teach",
        is_open,
        checked=_is_on,
        scope="board",
        help="Clicks put signs on points, pieces, groups and sheets; Escape ends it.",
    ),
    Command(
        "mark.here",
        "Mark the point",
        _here,
        ("Ctrl+Shift+M",),
        _MENU,
        is_open,
        help="Put the sign on the point under the mouse or the cursor, or take it away.",
    ),
    Command(
        "mark.next-sign",
        "Next sign",
        _next_sign,
        ("Shift+M",),
        _MENU,
        is_open,
        scope="board",
    ),
    Command(
        "mark.next-colour",
        "Next colour",
        _next_colour,
        ("Alt+M",),
        _MENU,
        is_open,
        scope="board",
    ),
    *(_sign(sign) for sign in _SIGNS),
    *(_colour(colour) for colour in COLOURS),
    Command(
        "mark.end-sheet",
        "End the sheet",
        lambda shell: shell.toolbox.annotation.finish(),
        (),
        _MENU,
        lambda shell: _is_on(shell) and bool(shell.toolbox.annotation.pending),
    ),
    Command(
        "mark.why-sheet",
        "Mark the sheet Why shows",
        lambda shell: shell.toolbox.annotation.sheet_shown(),
        (),
        _MENU,
        is_open,
        help="One click instead of one for every point of the sheet.",
    ),
    Command(
        "mark.clear",
        "Clear all marks",
        _clear,
        (),
        _MENU,
        is_open,
        help="Take all marks of this position away.",
    ),
)
