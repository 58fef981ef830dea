"""What can be asked of each kind of exported file: on the command line and in the dialog.

To add an option, add a field with its `Option` to the record of its kind: it is then on the command
line and, where it has a label, in the form (which names the order of its rows). What writes the
file reads the field.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from types import MappingProxyType
from typing import Any, Literal, get_args

from model.phrases import listed, shown
from model.records.view import CAMERAS, SWITCHES
from viewer.export.items import ExportError
from viewer.options.option import NATURAL, POSITIVE, Reader, Row, in_pixels, number, option, pixels

STEP = "this many moves of the main line; "


# -- pages -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PageOptions:
    """A web page; without `step` it opens where the file stands, a finished game at its start."""

    title: str = option(
        "", "what the page is called", Reader("T"), Row("Title", "Title of the page")
    )
    step: int | None = option(
        None,
        f"open the page after {STEP}a lesson at that step, from 1",
        NATURAL,
        Row(
            "Opens at step", "Open at step", limits=(1, 1), shown=lambda form: form.offer.steps > 1
        ),
    )
    solutions: bool = option(
        True,
        "puzzles keep their solution to themselves",
        row=Row(
            "With the solutions of puzzles", shown=lambda form: form.offer.has_puzzles is not False
        ),
    )


# -- paper -------------------------------------------------------------------------------------

MOST_MOVES = 200
"""Moves between two diagrams that the form asks for, at most."""


def _teaches(form: Any) -> bool:
    return form.offer.has_puzzles is not False or bool(form.offer.steps)


def _is_printed(form: Any) -> bool:
    """Whether what is taught is printed, not a plan of it."""
    return not (form.plan and _teaches(form))


@dataclass(frozen=True)
class PaperOptions:
    """A document for print; fewer puzzles than `per_page` are drawn larger."""

    title: str = option(
        "", "what the document is called", Reader("T"), Row("Title", "Title of the document")
    )
    author: str = option("", "who made it", Reader("NAME"), Row("Author", "Author of the document"))
    paper: Literal["a4", "letter"] = option(
        "a4", "its size", row=Row("Paper", entries={"A4": "a4", "Letter": "letter"})
    )
    ink: Literal["colour", "grey"] = option(
        "colour",
        "grey: players are hatched",
        row=Row(
            "Ink", entries={"Colour": "colour", "Grey, with hatching": "grey"}, shown=_is_printed
        ),
    )
    diagrams: Literal["both", "scene", "maps"] = option(
        "both",
        "what diagrams show",
        row=Row(
            "Diagrams show",
            "Diagrams",
            entries={"Scene and maps": "both", "Scene": "scene", "Maps": "maps"},
            shown=_is_printed,
        ),
    )
    per_page: Literal[1, 2, 4, 6] = option(
        4,
        "puzzles on a page",
        row=Row(
            "Puzzles on a page",
            entries={"1": 1, "2": 2, "4": 4, "6": 6},
            shown=lambda form: _is_printed(form) and form.offer.has_puzzles is not False,
        ),
    )
    solutions: Literal["end", "none"] = option(
        "end",
        "where solutions are printed",
        row=Row(
            "With solutions, on pages of their own",
            tick=("none", "end"),
            shown=lambda form: _is_printed(form) and _teaches(form),
        ),
    )
    every: int | None = option(
        None,
        "diagrams of a game after every N moves, not where it has comments",
        POSITIVE,
        Row(
            "Diagrams stand",
            "Moves between diagrams",
            limits=(0, MOST_MOVES),
            unset="where something is said",
            prefix="after every ",
            suffix=" moves",
            shown=lambda form: (
                _is_printed(form) and (form.offer.has_puzzles is None or bool(form.offer.moves))
            ),
        ),
    )
    plan: bool = option(
        False,
        "a plan for whoever teaches the lessons or puzzles",
        row=Row("Only a plan for teaching: steps, answers, time", shown=_teaches),
    )


# -- pictures ----------------------------------------------------------------------------------

SIDES = range(16, 8193)
"""Pixels that a picture may be wide and high."""
USUAL_SIZE = (1280, 800)
PNG, JPEG, DIAGRAM, MAPS = "png", "jpeg", "diagram", "maps"
"""How the form lets a picture be drawn."""


def _picture_size(text: str) -> tuple[int, int]:
    size = pixels(text)
    if not all(side in SIDES for side in size):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not WIDTHxHEIGHT in pixels, {SIDES[0]} to {SIDES[-1]} each"
        )
    return size


def _is_vector(form: Any) -> bool:
    return getattr(form, "drawn", PNG) in (DIAGRAM, MAPS)


@dataclass(frozen=True)
class _Looked:
    size: tuple[int, int] = option(
        USUAL_SIZE,
        "size of the picture in pixels",
        Reader("WxH", _picture_size, in_pixels),
        Row("Size", entries={}),
    )
    view: str | None = option(
        None, f"where to look from: {', '.join(CAMERAS)}; or a view as JSON", Reader("NAME|JSON")
    )
    cut: tuple[str, ...] = option(
        (),
        "hide what lies beyond a plane: level=3, west=1..2, level=3:flip",
        Reader("NAME=AT[..TO][:flip]"),
    )
    peel: tuple[str, ...] = option(
        (),
        "remove balls layer by layer: shell=1, west=2, SW=1, level=2..4, only=2b2",
        Reader("NAME=..."),
    )
    explode: float | None = option(None, "gap in ball diameters, 0 to 5", Reader("F", float))
    show: tuple[str, ...] = option(
        (),
        "an explanation: corner=SW:red, sheet=, cost=, pour=, win=red, engine=heat, "
        "engine=line, engine=both, values; or a switch: "
        + ", ".join(f"{name}={'|'.join(values)}" for name, values in SWITCHES.items()),
        Reader("NAME=VALUE"),
    )


@dataclass(frozen=True)
class _KeptInSight:
    focus: str = option(
        "",
        "what to keep in sight, with outlines for what lies before it: shown (what is explained "
        "or selected), deep (its neighbours, too) or a point (its group, or what touches it)",
        Reader("shown|deep|POINT"),
        Row(
            "Keep in sight",
            entries={"Nothing": "", "What is shown": "shown", "Its neighbours, too": "deep"},
        ),
    )
    stereo: Literal["parallel", "crossed"] | None = option(
        None,
        "two pictures side by side: the left for the left eye (parallel) or the right (crossed)",
        row=Row(
            "Stereo",
            entries={
                "Off": None,
                "Side by side, parallel": "parallel",
                "Side by side, crossed": "crossed",
            },
            shown=lambda form: not _is_vector(form),
        ),
    )


@dataclass(frozen=True)
class LookOptions(_KeptInSight, _Looked):
    """How a position is looked at, by `render` and in pictures."""


@dataclass(frozen=True)
class _Pictured:
    title: str = option(
        "",
        "the heading of the caption",
        Reader("T"),
        Row("Heading", "Heading of the caption", shown=lambda form: form.caption),
    )
    step: int | None = option(
        None,
        f"draw it after {STEP}a lesson at that step, from 1",
        NATURAL,
        Row("Step", limits=(1, 1), shown=lambda form: form.offer.steps > 1 and not form.every_step),
    )
    every_step: bool = option(
        False,
        "a picture for each step of a lesson or move of a game: OUT-01.png, OUT-02.png, ...",
        row=Row(
            "Which", entries={}, shown=lambda form: bool(form.offer.steps > 1 or form.offer.moves)
        ),
    )


@dataclass(frozen=True)
class PictureOptions(LookOptions, _Pictured):
    """Pictures, one or one for each step."""

    transparent: bool = option(
        False,
        "PNG: no background, as in SVG always",
        row=Row("Background", tick=(True, False), shown=lambda form: form.drawn == PNG),
    )
    board: bool = option(
        True,
        "the pieces without the board they stand on",
        row=Row("Board", shown=lambda form: form.drawn != MAPS),
    )
    names: bool = option(
        True, "without the names of levels, files and ranks", row=Row("Names", before="With")
    )
    legend: bool = option(True, "without what colours mean", row=Row("What colours mean"))
    caption: bool = option(False, "with a heading and what is said, below", row=Row("Caption"))
    diagram: bool = option(False, "SVG: the scene instead of its level maps")
    ink: Literal["colour", "grey"] = option(
        "colour",
        "SVG: in grey, players differ by hatching",
        row=Row("In grey, with hatching", tick=("colour", "grey"), shown=_is_vector),
    )


# -- films -------------------------------------------------------------------------------------

SceneName = Literal["turntable", "sway", "replay", "lesson", "pour", "cut"]
SCENES: tuple[SceneName, ...] = get_args(SceneName)
FILM_SIZES = {"480": (854, 480), "720": (1280, 720), "1080": (1920, 1080)}
"""Sizes that have a name, in pixels."""
GIF = ".gif"
LEAST, MOST = 64, 3840
"""Pixels that a film may be wide and high."""


def _film_size(text: str) -> tuple[int, int]:
    if text in FILM_SIZES:
        return FILM_SIZES[text]
    width, height = pixels(text)
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST) or width % 2 or height % 2:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not {listed(list(FILM_SIZES), 'or')}, nor WIDTHxHEIGHT in pixels, "
            f"both even and from {LEAST} to {MOST}"
        )
    return width, height


def pours(form: Any) -> bool:
    """Whether colour pours in a film."""
    return bool(form.scene == "pour")


@dataclass(frozen=True)
class _Filmed:
    scene: SceneName | None = option(
        None,
        f"what happens: {', '.join(SCENES)}; by itself a lesson, a replay of a game, "
        "else a turntable",
        Reader("NAME"),
        Row("Scene", entries={}),
    )
    size: tuple[int, int] | None = option(
        None,
        f"{', '.join(FILM_SIZES)}, or width and height in pixels, both even; "
        "by itself 720, a GIF 480",
        Reader("N|WxH", _film_size, in_pixels),
        Row(
            "Size",
            entries={f"{wide} × {high}": (wide, high) for wide, high in FILM_SIZES.values()},
            first=FILM_SIZES["720"],
        ),
    )
    fps: float | None = option(
        None, "frames a second", Reader("N", number("frames a second", 1, 60, " from 1 to 60"))
    )
    speed: float = option(
        1.0,
        "how many times as fast things move",
        Reader("N", number("times as fast", 0.1, 10, " from 0.1 to 10"), "{:g}".format),
        Row(
            "Speed",
            entries={
                "Half as fast": 0.5,
                "As in the window": 1.0,
                "Twice as fast": 2.0,
                "Four times as fast": 4.0,
            },
        ),
    )
    hold: float | None = option(
        None,
        "how long texts are held; by itself as long as it takes to read them",
        Reader("SECONDS", number("seconds", 0, 60, " from 0 to 60"), "{:g}".format),
        Row(
            "Texts stay",
            entries={
                "As long as it takes to read them": None,
                "For 1 second": 1,
                "For 2 seconds": 2,
                "For 4 seconds": 4,
                "For 8 seconds": 8,
            },
            shown=lambda form: form.scene in (None, "replay", "lesson"),
        ),
    )
    title_card: bool = option(
        False, "begin with the title and who made it", row=Row("Begin with a title card")
    )
    title: str = option(
        "",
        "what the title card says",
        Reader("T"),
        Row("Title", "Title of the film", shown=lambda form: form.title_card),
    )
    corner: str = option(
        "",
        "where a pour begins, and whose pieces hold it back: SW:red",
        Reader("NAME[:SIDE]"),
        Row("Pours from", entries={}, shown=pours),
    )
    family: str = option(
        "",
        "the planes that a cut travels along: level",
        Reader("NAME"),
        Row("Cut by", entries={}, shown=lambda form: form.scene == "cut"),
    )
    solutions: bool = option(
        True,
        "tasks of a lesson are asked, not answered",
        row=Row("With the answers to tasks", shown=lambda form: form.scene in (None, "lesson")),
    )


@dataclass(frozen=True)
class FilmOptions(_KeptInSight, _Filmed):
    """A film; None stands for what suits what is filmed, and how its name ends."""


# -- solids ------------------------------------------------------------------------------------

WHOLE, EACH = "whole", "each"
QUALITIES: Mapping[str, float] = MappingProxyType({"draft": 0.15, "standard": 0.05, "fine": 0.015})
"""How far facets are off the ball at most, in millimetres."""
BALLS = (2.0, 200.0)
"""The least and the greatest diameter of a ball in millimetres."""
SHARE, NARROWEST, WIDEST = 0.3, 0.4, 0.5
"""The width of a neck, unless another is asked for, as a share of a ball; the least in millimetres;
the most as a share: wider necks, where three balls touch one another, would close hollows in."""
STL, THREE_MF = ".stl", ".3mf"
_MM = Reader("MM", number("millimetres", 0, 10_000), "{:g}".format)


@dataclass(frozen=True)
class SolidOptions:
    """A solid; lengths in millimetres. `part` is `WHOLE`, `EACH`, or the name of a player."""

    step: int | None = option(
        None,
        f"after {STEP}of a lesson that step, from 1",
        NATURAL,
        Row("Step", limits=(1, 1), shown=lambda form: form.offer.steps > 1),
    )
    item: int | None = option(None, "of several games or puzzles: this one, from 1", POSITIVE)
    ball: float = option(
        20.0,
        "diameter of a ball in millimetres; all else is in proportion (20)",
        _MM,
        Row("Ball", "Diameter of a ball", limits=BALLS, decimals=1),
    )
    part: str = option(
        WHOLE,
        "whole or one PLAYER (whole)",
        Reader("PART"),
        Row("Part", entries={"Everything": WHOLE}),
    )
    board: bool = option(False, "put it on its board", row=Row("With the board"))
    quality: Literal["draft", "standard", "fine"] = option(
        "standard",
        "how round balls are (standard)",
        row=Row("Quality", entries={"Draft": "draft", "Standard": "standard", "Fine": "fine"}),
    )
    neck: float | None = None
    foot: float = 0.0
    rods: bool = False

    @property
    def joint(self) -> float:
        """Width of necks and rods in millimetres."""
        return round(SHARE * self.ball, 1) if self.neck is None else self.neck

    @property
    def around(self) -> int:
        """Facets round a ball."""
        edges = 2.8 * sqrt(self.ball / 2 / QUALITIES[self.quality])
        return min(128, max(16, 4 * ceil(edges / 4)))

    @property
    def around_joint(self) -> int:
        """Facets round a neck or a rod."""
        return min(48, max(12, 4 * ceil(0.15 * self.around)))

    @property
    def cut(self) -> float:
        """What is cut off below for a foot, in millimetres."""
        radius = self.ball / 2
        return radius - sqrt(radius**2 - (self.foot / 2) ** 2)

    def check(self, players: Sequence[str]) -> None:
        """Raise ExportError where it makes no sense for a game of these players."""
        low, high = BALLS
        if not low <= self.ball <= high:
            raise ExportError(
                f"a ball of {self.ball:g} mm cannot be made: from {low:g} to {high:g} mm"
            )
        most = WIDEST * self.ball
        if not NARROWEST <= self.joint <= most:
            raise ExportError(
                f"a neck of {self.joint:g} mm does not join balls of {self.ball:g} mm: from "
                f"{NARROWEST:g} to {most:g} mm, half a ball"
            )
        if not 0 <= self.foot <= most:
            raise ExportError(
                f"a foot of {self.foot:g} mm does not fit under balls of {self.ball:g} mm: up to "
                f"{most:g} mm, half a ball"
            )
        names = [WHOLE, EACH, *players]
        if self.part not in names:
            raise ExportError(f"{shown(self.part)} is not a part: {listed(names, 'or')}")


@dataclass(frozen=True)
class PrintOptions(SolidOptions):
    """A solid to print."""

    part: str = option(
        WHOLE,
        "whole, each (3MF: an object a player, side by side) or one PLAYER (whole)",
        Reader("PART"),
        Row("Part", entries={"Everything": WHOLE}),
    )
    neck: float | None = option(
        None,
        "width of necks, which join touching balls, and of rods (0.3 balls)",
        _MM,
        Row(
            "Necks",
            "Width of necks",
            limits=(0.0, WIDEST * BALLS[1]),
            decimals=1,
            unset=f"{SHARE:g} of a ball",
        ),
    )
    foot: float = option(
        0.0,
        "without a board: width of the flat cut under the lowest balls (0)",
        _MM,
        Row(
            "Flat below",
            "Width of the flat below",
            limits=(0.0, WIDEST * BALLS[1]),
            decimals=1,
            unset="None",
            shown=lambda form: not form.board or form.part == EACH,  # a board is flat
        ),
    )
    rods: bool = option(False, "rods join loose groups", row=Row("Rods between loose groups"))
