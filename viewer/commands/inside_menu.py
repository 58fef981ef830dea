"""Commands that look inside: cuts by every family of planes, and peels of every kind."""

from functools import partial

from model.boards.board import Board
from model.records.view import View
from viewer.commands.command import (
    Command,
    is_so,
    live_board,
    live_view,
    on_board,
    on_such,
    on_view,
    pointed_at,
    row,
)
from viewer.commands.shell import Shell
from viewer.picture.visibility import view_edits
from viewer.session.session import Session, SessionError

FAMILIES = ("level", "file", "rank", "west", "east", "south", "north", "base", "diag", "anti")
"""Plane families the table has rows for; a row sleeps where the board does not declare its."""
PEELS = ("shell", "west", "east", "south", "north", "base", "SW", "SE", "NW", "NE", "apex")
"""Layers that can be taken off from the outside in."""

_FAMILY_TITLES = {
    "level": "level",
    "file": "file",
    "rank": "rank",
    "base": "base, from below",
    "diag": "diagonal SW-NE",
    "anti": "diagonal SE-NW",
}


# -- cuts ----------------------------------------------------------------------------------------

_cut_row = partial(row, menu="View/Cuts")
_has_cut = is_so(lambda view: view.cuts)
_on_cut_row = partial(_cut_row, enabled=_has_cut)


def _cut_rows(family: str) -> Command:
    title = _FAMILY_TITLES.get(family, f"{family} wall")
    return _cut_row(
        f"view.cut-{family}",
        f"Cut by {title}",
        on_board(lambda view, board: view_edits.cut_by(view, board, family)),
        enabled=on_such(lambda board: family in board.planes),
        checked=is_so(lambda view: view.cuts and view.cuts[-1].family == family),
    )


def _add_cut(view: View, board: Board) -> View:
    active = view_edits.active_cut(view)
    families = list(board.planes)
    if active is None or active.family not in families:
        return view_edits.add_cut(view, board, families[0])
    return view_edits.add_cut(
        view, board, families[(families.index(active.family) + 1) % len(families)]
    )


_CUT_ROWS = (
    _cut_row(
        "view.add-cut",
        "Add cut",
        on_board(_add_cut),
        icon="add",
        help="A plane hides everything beyond it. You can use up to three at once.",
    ),
    *(_cut_rows(family) for family in FAMILIES),
    _cut_row(
        "view.free-cut",
        "Cut facing you",
        on_board(view_edits.add_free_cut),
        help="A free plane through the middle, facing you.",
    ),
    _on_cut_row("view.flip-cut", "Flip cut", on_view(view_edits.flip_cut), icon="flip"),
    _on_cut_row(
        "view.slab",
        "Slab",
        on_board(view_edits.switch_slab),
        checked=is_so(lambda view: view.cuts and view.cuts[-1].to is not None),
        help="Keep what lies between two planes.",
    ),
    _cut_row(
        "view.cut-less",
        "Hide less",
        on_board(lambda view, board: view_edits.move_plane(view, board, 1)),
        enabled=is_so(lambda view: view.cuts or view.layer),
        help="Move the working layer, or else the active cut, one step outwards (Ctrl+wheel).",
    ),
    _cut_row(
        "view.cut-more",
        "Hide more",
        on_board(lambda view, board: view_edits.move_plane(view, board, -1)),
        enabled=is_so(lambda view: view.cuts or view.layer),
        help="Move the working layer, or else the active cut, one step inwards (Ctrl+wheel).",
    ),
    _cut_row(
        "view.next-cut",
        "Next cut",
        on_view(view_edits.next_cut),
        enabled=is_so(lambda v: len(v.cuts) > 1),
    ),
    _on_cut_row("view.remove-cut", "Remove cut", on_view(view_edits.remove_cut)),
    _on_cut_row("view.remove-cuts", "Remove all cuts", on_view(view_edits.remove_cuts)),
)


# -- peels ---------------------------------------------------------------------------------------

_peel_row = partial(row, menu="View/Peels")
_has_peel = is_so(lambda view: view.peel != view_edits.NOTHING_PEELED)


def _peel_title(name: str) -> str:
    if name == "shell":
        return "a shell"
    if name == "base":
        return "the base"
    if name == "apex":
        return "the apex"
    return f"corner {name}" if name in ("SW", "SE", "NW", "NE") else f"the {name} wall"


def _peel_rows(name: str) -> tuple[Command, Command]:
    title = _peel_title(name)
    return (
        _peel_row(
            f"view.peel-{name}",
            f"Peel {title}",
            on_board(lambda view, board: view_edits.peel_layers(view, name, 1, board)),
            enabled=on_such(lambda board: name in board.layers),
        ),
        _peel_row(
            f"view.unpeel-{name}",
            f"Put {title} back",
            on_board(lambda view, board: view_edits.peel_layers(view, name, -1, board)),
            enabled=is_so(lambda view: dict(view.peel.layers).get(name)),
        ),
    )


def _peel_group(shell: Shell) -> None:
    session = shell.session
    view = live_view(session)
    site = view.selected
    if view.peel.only and not site:
        site = view.peel.only
    elif not site:
        site = live_board(session).names[pointed_at(shell.scene)]
    if not _occupied(session, site):
        raise SessionError(
            f"there is no ball on {site}: point at a ball, or select its group first"
        )
    session.set_view(view_edits.peel_only(view, site))


def _occupied(session: Session, name: str) -> bool:
    position = session.position
    return position.game.board.index(name) in position.pieces.site


def _peel_between(shell: Shell) -> None:
    session = shell.session
    view = session.document.view
    between = view.peel.between or (1, max(1, session.ply))
    text = shell.ask.text(
        "Moves", "Show only what was played from move to move:", f"{between[0]}-{between[1]}"
    )
    if text is None:
        return
    numbers = text.replace("..", "-").split("-")
    if len(numbers) != 2 or not all(n.strip().isdecimal() and len(n) < 9 for n in numbers):
        raise SessionError(f'"{text[:40]}" is not a range of moves: write 3-12')
    first, last = (int(number) for number in numbers)
    session.set_view(view_edits.peel_between(view, first, last))


_PEEL_ROWS = (
    *(both for name in PEELS for both in _peel_rows(name)),
    _peel_row(
        "view.peel-level",
        "Peel the top level",
        on_board(lambda view, board: view_edits.peel_top(view, board, 1)),
        enabled=on_such(lambda board: "level" in board.layers),
    ),
    _peel_row(
        "view.unpeel-level",
        "Put the top level back",
        on_board(lambda view, board: view_edits.peel_top(view, board, -1)),
        enabled=is_so(lambda view: view.peel.levels),
    ),
    _peel_row(
        "view.peel-group",
        "Only this group",
        _peel_group,
        checked=is_so(lambda view: view.peel.only),
        help="Hide everything except the selected group, or the group under the mouse.",
    ),
    _peel_row(
        "view.peel-between",
        "Only moves…",
        _peel_between,
        help="Show only what was played between two moves.",
    ),
    _peel_row(
        "view.unpeel",
        "Remove all peels",
        on_view(view_edits.unpeel),
        enabled=_has_peel,
        icon="peel",
    ),
)

COMMANDS = (*_CUT_ROWS, *_PEEL_ROWS)
