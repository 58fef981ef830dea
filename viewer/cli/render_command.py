"""The subcommand that draws a picture of a position into a file, and the options of its look."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from model.boards.board import IntArray
from model.contract.game import Game
from model.notation.tokens import read_number
from model.phrases import shown
from model.records.files import Contents
from model.records.views.view import View
from viewer.cli.exports.export_kind import AddOption
from viewer.cli.inputs import one
from viewer.cli.parsing import UsageError, check_output, position_parser
from viewer.cli.status import DONE, UNABLE, say

SIZE = (1280, 800)
_SIDES = range(16, 8193)


def render(words: Sequence[str]) -> int:
    """Draw a picture of a position into a file."""
    parser = position_parser("render", "Draw a picture; needs neither display nor X server.")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png")
    add_view_options(parser.add_argument)
    given = parser.parse_intermixed_args(words)
    item = one([given.position], node=given.node, step=given.step, item=given.item)
    game = item.position.game
    view, show = view_of(given, game, item.view)
    out = Path(given.output)
    check_output(out, (".png",), "pictures are PNG", [given.position])
    from viewer.export.pictures.pixel_file import render as draw
    from viewer.picture.compose.depict import ShowError
    from viewer.scene.offscreen import RenderError

    try:
        draw(
            item.seen,
            view,
            out,
            given.size,
            show,
            item.marks,
            plies_of(item.contents, item.node, game, view, show),
        )
    except (RenderError, ShowError) as error:
        say(str(error))
        return UNABLE
    except (PermissionError, FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"{given.output}: cannot be written ({error.strerror})") from error
    return DONE


def add_view_options(add: AddOption) -> None:
    """Add --size, --view, --cut, --peel, --explode and --show."""
    from model.records.views.view_text import CAMERAS

    add("--size", type=_picture_size, default=SIZE, metavar="WxH",
        help="size of the picture in pixels")  # fmt: skip
    add("--view", metavar="NAME|JSON",
        help=f"where to look from: {', '.join(CAMERAS)}; "
             "or a view as JSON")  # fmt: skip
    add("--cut", action="append", default=[], metavar="NAME=AT[..TO][:flip]",
        help="hide what lies beyond a plane: level=3, west=1..2, "
             "level=3:flip")  # fmt: skip
    add("--peel", action="append", default=[], metavar="NAME=...",
        help="remove balls layer by layer: shell=1, west=2, SW=1, "
             "level=2..4, only=2b2")  # fmt: skip
    add("--explode", type=float, metavar="F", help="gap in ball diameters, 0 to 5")
    add(
        "--show",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an explanation: corner=SW:red, sheet=, cost=, pour=, win=red, engine=heat, "
        "engine=line, engine=both, values; or a switch: "
        + ", ".join(f"{name}={'|'.join(values)}" for name, values in _switches().items()),
    )


def view_of(given: argparse.Namespace, game: Game, view: View) -> tuple[View, tuple[str, ...]]:
    """Return a View changed by what a command line says, and the words of --show.

    Raises
    ------
    UsageError
        The board has no such plane, or a word cannot be shown in this game.
    """
    from msgspec.structs import replace

    from model.records.views import view_text

    board = game.board
    try:
        if given.view is not None:
            asked = view_text.read_view(game, given.view)
            view = replace(view, camera=asked.camera) if given.view in view_text.CAMERAS else asked
        if given.cut:
            view = replace(view, cuts=view_text.read_cuts(board, given.cut))
        if given.peel:
            view = replace(view, peel=view_text.read_peel(board, given.peel))
        if given.explode is not None:
            if not 0 <= given.explode <= 5:
                raise view_text.ViewError(f"--explode is a gap from 0 to 5, not {given.explode:g}")
            view = replace(view, explode=given.explode)
        show = tuple(given.show)
        for text in (*show, view.show) if view.show else show:
            view_text.check_show(game, text)
    except view_text.ViewError as error:
        raise UsageError(str(error)) from error
    return view, show


def plies_of(
    contents: Contents | None, node: int | None, game: Game, view: View, show: tuple[str, ...]
) -> IntArray | None:
    """Return the ply each piece came to its site at; None where no record says so, or nobody asks.

    Parameters
    ----------
    contents, node
        The record and the node that is drawn; None for a bare position.
    view, show
        As `view_of` returns them.
    """
    from viewer.picture.compose.last_move import plies

    asked = view.colour == "move" or "colour=move" in show or view.peel.between is not None
    if not asked or contents is None or node is None:
        return None
    return plies(contents.record, node, game.board)


def _switches() -> Mapping[str, tuple[str, ...]]:
    """What `--show` can switch."""
    from model.records.views.view_text import SWITCHES

    return SWITCHES


def _picture_size(text: str) -> tuple[int, int]:
    words = text.partition("x")
    width, height = read_number(words[0]) or 0, read_number(words[2]) or 0
    if width not in _SIDES or height not in _SIDES:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not WIDTHxHEIGHT in pixels, {_SIDES[0]} to {_SIDES[-1]} each"
        )
    return width, height
