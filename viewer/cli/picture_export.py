"""Pictures, PNG and SVG, on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.contract.game import Stop, Stopped
from viewer.cli.parsing import check_output
from viewer.cli.render_command import plies_of, view_of
from viewer.export.export_options import PictureOptions
from viewer.export.items import ExportError, ExportItem, Tell, nobody
from viewer.options.option import read

if TYPE_CHECKING:
    from viewer.export.pictures.picture_caption import Caption
    from viewer.export.pictures.shots import Shot
    from viewer.picture.flat.inks import Ink
    from viewer.picture.picture import Picture


NAME, SUFFIXES = "a picture", (".png", ".jpg", ".svg")


def write_pictures(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    """Write a picture, or one for each step, as an options' namespace says."""
    from viewer.export.pictures.picture_files import Held, numbered
    from viewer.export.pictures.shots import shots_of
    from viewer.picture.compose.composer import ShowError
    from viewer.scene.offscreen import RenderError

    options, ending = read(PictureOptions, given), out.suffix.lower()
    vector = ending == ".svg"
    for option, is_asked in (("diagram", options.diagram), ("ink", options.ink == "grey")):
        if is_asked and not vector:
            raise ExportError(f"--{option} is for SVG: let the name end in .svg")
    if options.transparent and ending == ".jpg":
        raise ExportError("--transparent is for PNG: let the name end in .png")
    if options.step is not None and options.every_step:
        raise ExportError("--step and --every-step exclude each other: give one of them")
    shots = [
        shot
        for item in items
        for shot in shots_of(item, step=options.step, every=options.every_step, title=options.title)
    ]
    targets = numbered(out, len(shots))
    for target in targets:
        check_output(target, SUFFIXES, NAME, given.position)
    below = 0 if vector else _below(options, shots)
    held = Held()
    try:
        for number, (shot, target) in enumerate(zip(shots, targets, strict=True)):
            if stop():
                raise Stopped
            if len(shots) > 1:
                tell(number, len(shots), "picture")
            part: Tell = tell if len(shots) == 1 else nobody  # of one among several
            held.add(target, _drawn(options, shot, below, part, ending))
        return held.write()
    except (RenderError, ShowError) as error:
        raise ExportError(str(error)) from error
    finally:
        held.close()


def _caption(options: PictureOptions, shot: Shot) -> Caption:
    from viewer.export.pictures.picture_caption import NOTHING, Caption

    return Caption(shot.heading, shot.said) if options.caption else NOTHING


def _below(options: PictureOptions, shots: Sequence[Shot]) -> int:
    """How high the highest caption is: in a series nothing is to jump."""
    from viewer.export.pictures.picture_caption import Band

    return max(Band(_caption(options, shot), options.size).height for shot in shots)


def _drawn(options: PictureOptions, shot: Shot, below: int, tell: Tell, ending: str) -> bytes:
    """One picture as the bytes of its file."""
    from viewer.export.pictures.diagram import diagram_svg
    from viewer.export.pictures.level_maps import level_maps_svg
    from viewer.export.pictures.pixel_file import Look, picture_file
    from viewer.picture.flat.level_maps import WIDTH

    picture, show = _picture(options, shot)
    legend = options.legend and "legend=off" not in show
    caption = _caption(options, shot)
    if ending != ".svg":
        look = Look(options.size, options.transparent, ending == ".jpg", legend, below)
        return picture_file(picture, look, caption, tell)
    ink: Ink = options.ink
    names = picture.view.labels
    if not options.diagram:
        room = (WIDTH, WIDTH * options.size[1] / options.size[0])
        made = level_maps_svg(
            picture, ink=ink, names=names, width=room[0], height=room[1], title=shot.heading,
            caption=caption, legend=legend,
        )  # fmt: skip
    else:
        made = diagram_svg(
            picture, options.size, ink=ink, title=shot.heading, caption=caption, legend=legend
        )
    return made.encode()


def _picture(options: PictureOptions, shot: Shot) -> tuple[Picture, tuple[str, ...]]:
    """What is to be seen, and the words it was asked for with."""
    from msgspec.structs import replace

    from viewer.analysis.picture_findings import unanswered_picture, whole_picture

    game = shot.position.game
    view, show = view_of(options, game, shot.view)
    pour = (f"pour={shot.pour}",) if shot.pour else ()
    if not options.board:
        view = replace(view, board=False)
    if not options.names:
        view = replace(view, labels=False)
    known = plies_of(shot.contents, shot.node, game, view, (*show, *pour))
    if shot.asks and not show:
        picture = unanswered_picture(shot.position, view, shot.marks, shot.pour, known)
    else:
        picture = whole_picture(shot.position, view, (*show, *pour), shot.marks, known)
    return shot.played(picture), (*show, *pour)
