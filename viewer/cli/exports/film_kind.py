"""A film, on the command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from model.contract.game import Stop
from model.notation.tokens import read_number
from model.phrases import listed, shown
from model.records.atomic_write import write_whole
from viewer.cli.exports.export_kind import AddOption, Kind, remark
from viewer.export.film.wanted import (
    FPS,
    GIF,
    LEAST,
    LONGEST_HOLD,
    MOST,
    SCENES,
    SIZES,
    SPEEDS,
    Wanted,
)
from viewer.export.items import ExportItem, Tell


def _add_options(add: AddOption) -> None:
    add("--scene", choices=SCENES, metavar="NAME",
        help=f"what happens: {', '.join(SCENES)}; by itself a lesson, a replay of a game, "
             "else a turntable")  # fmt: skip
    add("--size", type=_size, metavar="N|WxH",
        help=f"{', '.join(SIZES)}, or width and height in pixels, both even; "
             "by itself 720, a GIF 480")  # fmt: skip
    add("--fps", type=_number("frames a second", *FPS), metavar="N", help="frames a second")
    add("--speed", type=_number("times as fast", *SPEEDS), default=1.0, metavar="N",
        help="how many times as fast things move")  # fmt: skip
    add("--hold", type=_number("seconds", 0, LONGEST_HOLD), metavar="SECONDS",
        help="how long texts are held; by itself as long as it takes to read them")  # fmt: skip
    add("--title-card", action="store_true", help="begin with the title and who made it")
    add("--title", default="", metavar="T", help="what the title card says")
    add("--corner", default="", metavar="NAME[:SIDE]",
        help="where a pour begins, and whose pieces hold it back: SW:red")  # fmt: skip
    add("--family", default="", metavar="NAME", help="the planes that a cut travels along: level")
    add("--no-solutions", action="store_true", help="tasks of a lesson are asked, not answered")


def _write(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.film.whole_film import film_of

    suffix = out.suffix.lower()
    wanted = Wanted(
        scene=given.scene,
        size=given.size or SIZES["480" if suffix == GIF else "720"],
        fps=given.fps,
        speed=given.speed,
        hold=given.hold,
        title=given.title,
        title_card=given.title_card,
        corner=given.corner,
        family=given.family,
        solutions=not given.no_solutions,
    )
    film = film_of(items, wanted, suffix, tell, stop)
    write_whole(out, film.data)
    if film.note:
        remark(given, film.note)
    return (out,)


def _size(text: str) -> tuple[int, int]:
    if text in SIZES:
        return SIZES[text]
    words = text.partition("x")
    width, height = read_number(words[0]) or 0, read_number(words[2]) or 0
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST) or width % 2 or height % 2:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not {listed(list(SIZES), 'or')}, nor WIDTHxHEIGHT in pixels, both "
            f"even and from {LEAST} to {MOST}"
        )
    return width, height


def _number(what: str, least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is not a number of {what} from {least:g} to {most:g}"
            )
        return number

    return read


FILM = Kind("a film", (".gif", ".mp4", ".webm"), _add_options, _write, extra="film")
