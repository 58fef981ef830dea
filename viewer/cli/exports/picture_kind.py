"""Pictures, PNG and SVG, on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.contract.game import Stop, Stopped
from viewer.cli.exports.export_kind import AddOption, Kind
from viewer.cli.parsing import check_output, whole
from viewer.cli.render_command import add_view_options, plies_of, view_of
from viewer.export.items import ExportError, ExportItem, Tell, nobody

if TYPE_CHECKING:
    from viewer.export.pictures.picture_caption import Caption
    from viewer.export.pictures.shots import Shot
    from viewer.picture.flat.inks import Ink
    from viewer.picture.picture import Picture


def _add_options(add: AddOption) -> None:
    add("--title", default="", metavar="T", help="the heading of the caption")
    add(
        "--step",
        type=whole,
        metavar="N",
        help="draw it after this many moves of the main line; a lesson at that step, from 1",
    )
    add(
        "--every-step",
        action="store_true",
        help="a picture for each step of a lesson or move of a game: OUT-01.png, OUT-02.png, ...",
    )
    add_view_options(add)
    add("--transparent", action="store_true", help="PNG: no background, as in SVG always")
    add("--no-board", action="store_true", help="the pieces without the board they stand on")
    add("--no-names", action="store_true", help="without the names of levels, files and ranks")
    add("--no-legend", action="store_true", help="without what colours mean")
    add("--caption", action="store_true", help="with a heading and what is said, below")
    add("--diagram", action="store_true", help="SVG: the scene instead of its level maps")
    add(
        "--ink",
        choices=("colour", "grey"),
        default="colour",
        help="SVG: in grey, players differ by hatching",
    )


def _write(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.pictures.picture_files import Held, numbered
    from viewer.export.pictures.shots import shots_of
    from viewer.picture.compose.depict import ShowError
    from viewer.scene.offscreen import RenderError

    vector = out.suffix.lower() == ".svg"
    for option, is_asked in (("diagram", given.diagram), ("ink", given.ink == "grey")):
        if is_asked and not vector:
            raise ExportError(f"--{option} is for SVG: let the name end in .svg")
    if given.transparent and out.suffix.lower() == ".jpg":
        raise ExportError("--transparent is for PNG: let the name end in .png")
    if given.step is not None and given.every_step:
        raise ExportError("--step and --every-step exclude each other: give one of them")
    shots = [
        shot
        for item in items
        for shot in shots_of(item, step=given.step, every=given.every_step, title=given.title)
    ]
    targets = numbered(out, len(shots))
    for target in targets:
        check_output(target, PICTURE.suffixes, PICTURE.name, given.position)
    below = 0 if vector else _below(given, shots)
    held = Held()
    try:
        for number, (shot, target) in enumerate(zip(shots, targets, strict=True)):
            if stop():
                raise Stopped
            if len(shots) > 1:
                tell(number, len(shots), "picture")
            part: Tell = tell if len(shots) == 1 else nobody  # of one among several
            held.add(target, _drawn(given, shot, below, part))
        return held.write()
    except (RenderError, ShowError) as error:
        raise ExportError(str(error)) from error
    finally:
        held.close()


def _caption(given: argparse.Namespace, shot: Shot) -> Caption:
    from viewer.export.pictures.picture_caption import NOTHING, Caption

    return Caption(shot.heading, shot.said) if given.caption else NOTHING


def _below(given: argparse.Namespace, shots: Sequence[Shot]) -> int:
    """How high the highest caption is: in a series nothing is to jump."""
    from viewer.export.pictures.picture_caption import Band

    return max(Band(_caption(given, shot), given.size).height for shot in shots)


def _drawn(given: argparse.Namespace, shot: Shot, below: int, tell: Tell) -> bytes:
    """One picture as the bytes of its file."""
    from viewer.export.pictures.diagram import diagram_svg
    from viewer.export.pictures.level_maps import level_maps_svg
    from viewer.export.pictures.pixel_file import Look, picture_file
    from viewer.picture.flat.level_maps import WIDTH

    picture, show = _picture(given, shot)
    legend = not given.no_legend and "legend=off" not in show
    caption = _caption(given, shot)
    ending = Path(given.output).suffix.lower()
    if ending != ".svg":
        look = Look(given.size, given.transparent, ending == ".jpg", legend, below)
        return picture_file(picture, look, caption, tell)
    ink: Ink = given.ink
    names = picture.view.labels
    if not given.diagram:
        room = (WIDTH, WIDTH * given.size[1] / given.size[0])
        made = level_maps_svg(
            picture, ink=ink, names=names, width=room[0], height=room[1], title=shot.heading,
            caption=caption, legend=legend,
        )  # fmt: skip
    else:
        made = diagram_svg(
            picture, given.size, ink=ink, title=shot.heading, caption=caption, legend=legend
        )
    return made.encode()


def _picture(given: argparse.Namespace, shot: Shot) -> tuple[Picture, tuple[str, ...]]:
    """What is to be seen, and the words it was asked for with."""
    from msgspec.structs import replace

    from viewer.analysis.picture_findings import unanswered_picture, whole_picture

    game = shot.position.game
    view, show = view_of(given, game, shot.view)
    pour = (f"pour={shot.pour}",) if shot.pour else ()
    if given.no_board:
        view = replace(view, board=False)
    if given.no_names:
        view = replace(view, labels=False)
    known = plies_of(shot.contents, shot.node, game, view, (*show, *pour))
    if shot.asks and not show:
        picture = unanswered_picture(shot.position, view, shot.marks, shot.pour, known)
    else:
        picture = whole_picture(shot.position, view, (*show, *pour), shot.marks, known)
    return shot.played(picture), (*show, *pour)


PICTURE = Kind("a picture", (".png", ".jpg", ".svg"), _add_options, _write)
