"""The subcommand that draws a picture of a position into a file, and the options of its look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from model.boards.board import IntArray
from model.contract.game import Game
from model.records.files import Contents
from model.records.view import View
from viewer.cli.parsing import UsageError, check_output, one, position_parser
from viewer.cli.status import DONE, UNABLE, say
from viewer.export.export_options import LookOptions
from viewer.options.option import add_options, read


def render(words: Sequence[str]) -> int:
    """Draw a picture of a position into a file."""
    parser = position_parser("render", "Draw a picture; needs neither display nor X server.")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png")
    add_options(parser.add_argument, LookOptions)
    given = parser.parse_intermixed_args(words)
    item = one([given.position], node=given.node, step=given.step, item=given.item)
    game = item.position.game
    options = read(LookOptions, given)
    view, show = view_of(options, game, item.view)
    out = Path(given.output)
    check_output(out, (".png",), "pictures are PNG", [given.position])
    from viewer.export.pictures.pixel_file import render as draw
    from viewer.picture.compose.composer import ShowError
    from viewer.scene.offscreen import RenderError

    try:
        draw(
            item.seen,
            view,
            out,
            options.size,
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


def view_of(options: LookOptions, game: Game, view: View) -> tuple[View, tuple[str, ...]]:
    """Return a View changed by what a command line says, and the words of --show.

    Raises
    ------
    UsageError
        The board has no such plane, or a word cannot be shown in this game.
    """
    from msgspec.structs import replace

    from model.records import view as view_text

    board = game.board
    try:
        if options.view is not None:
            asked = view_text.read_view(game, options.view)
            view = (
                replace(view, camera=asked.camera) if options.view in view_text.CAMERAS else asked
            )
        if options.cut:
            view = replace(view, cuts=view_text.read_cuts(board, options.cut))
        if options.peel:
            view = replace(view, peel=view_text.read_peel(board, options.peel))
        if options.explode is not None:
            if not 0 <= options.explode <= 5:
                raise view_text.ViewError(
                    f"--explode is a gap from 0 to 5, not {options.explode:g}"
                )
            view = replace(view, explode=options.explode)
        show = options.show
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
    from viewer.picture.compose.transition import plies

    asked = view.colour == "move" or "colour=move" in show or view.peel.between is not None
    if not asked or contents is None or node is None:
        return None
    return plies(contents.record, node, game.board)
