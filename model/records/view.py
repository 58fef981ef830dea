"""View: how a position is looked at, as plain data, and the words for it.

A bookmark, a record node or a lesson step can hold one. Nothing here draws: `hiding` says what a
View hides, the scene draws the rest. Palette, text size and animation are preferences and never
part of a View. Views have names, `--cut` and `--peel` have texts, and all is JSON as well; each is
read and written for any board.

A part of what is shown is a text: ``player=red``, ``empty``, ``level=3``, or ``group=2b2`` for the
linked pieces there. `View.parts` says of each how it is shown. A group's own word counts for it;
elsewhere the least of what is said of a piece's player and level does, and of the empty points and
their level.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from model.boards.board import Board
from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.notation.tokens import read_number
from model.phrases import listed, printable, shown

# -- marks: signs a teacher puts on points, links, groups and sheets -------------------------------


Sign = Literal["ring", "cross", "square", "dot", "text", "link", "group", "sheet"]
SIGNS: tuple[Sign, ...] = ("ring", "cross", "square", "dot", "text", "link", "group", "sheet")
Colour = Literal["green", "red", "blue", "yellow"]
COLOURS: tuple[Colour, ...] = ("green", "red", "blue", "yellow")
MOST_MARKS = 1000
"""Marks on one node, or on one step of a lesson."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sign on the board.

    Attributes
    ----------
    site
        Name of the point it is on; of a "sheet" the first of `sites`.
    sign
        "ring", "cross", "square", "dot" and "text" (`text` beside the point) are on one point,
        "link" goes from `site` to `to`, "group" is round the linked pieces at `site`, "sheet"
        covers `sites`.
    colour
        Of the sign.
    text
        A short word beside it.
    to, sites
        As above.
    """

    site: str
    sign: Sign = "ring"
    colour: Colour = "green"
    text: Annotated[str, Meta(max_length=80)] = ""
    to: str = ""
    sites: tuple[str, ...] = ()


Marks = Annotated[tuple[Mark, ...], Meta(max_length=MOST_MARKS)]
"""As many as one place can have."""


def sites_of(mark: Mark) -> tuple[str, ...]:
    """Return the names of all points a mark speaks of."""
    return (mark.site, *((mark.to,) if mark.to else ()), *mark.sites)


# -- views -----------------------------------------------------------------------------------------


Vector = tuple[float, float, float]
How = Literal["shown", "faint", "hidden"]
Parts = tuple[tuple[str, How], ...]
Count = Annotated[int, Meta(ge=0, le=200)]

MAX_CUTS = 3
MOST_PARTS = 200
MOST_BOOKMARKS = 500
"""Views under names in one game."""


class Camera(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where we look from, on a turntable: the base stays down.

    Attributes
    ----------
    azimuth
        Degrees from south towards east; the camera stands there.
    elevation
        Degrees above the horizon, -90 to 90.
    centre
        The point looked at, in ball diameters; None: the middle of the board.
    distance
        From `centre`, in ball diameters; None: so that the whole board fits. In parallel
        projection the same number sets the scale, so that switching keeps the size.
    parallel
        Parallel projection instead of a 30 degree lens.
    """

    azimuth: float = 19.0
    elevation: Annotated[float, Meta(ge=-90, le=90)] = 36.0
    centre: Vector | None = None
    distance: Annotated[float, Meta(gt=0)] | None = None
    parallel: bool = False


class Cut(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plane, or the slab between two, that takes away what lies beyond it.

    Attributes
    ----------
    family
        A plane family of the board, or "" for a free plane given by `normal`.
    at, to
        Number of the plane in its family (fractions lie between sites); with `to`, the slab from
        `at` to `to` stays. For a free plane, the offset d of ``normal . p = d``.
    flip
        Take away the other side (of a slab: its inside).
    normal
        Unit normal of a free plane.
    """

    at: float
    family: str = ""
    to: float | None = None
    flip: bool = False
    normal: Vector | None = None


class Peel(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whole balls taken away.

    Attributes
    ----------
    levels
        The range of levels that stays, counted from 1; None: all.
    layers
        (layer name, how many) taken away from the outside in: "shell", a wall, or a corner.
    only
        Name of a site: only the group standing there stays.
    between
        Only what was played from the first to the second ply (counted from 1, both included).
    """

    levels: tuple[int, int] | None = None
    layers: tuple[tuple[str, Count], ...] = ()
    only: str = ""
    between: tuple[int, int] | None = None


FLATTEST, WIDEST = -0.7, 5.0
"""Gaps between levels: all on the base (where they touch they are 0.7071 apart), and the most."""


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Camera, cuts, peels, working layer, lens, explosion, ghosts and highlight of one look.

    Attributes
    ----------
    cuts
        Up to three; the last is the active one in the interface.
    layer
        The working layer as (plane family, number): only its points answer, the rest fades.
    lens
        Name of the site the lens is centred on, "" for none: what stands in front of it within
        2.5 diameters becomes outlines.
    explode
        Extra gap between levels, in ball diameters; below 0 they sink into each other, at
        `FLATTEST` they all lie on the base.
    ghosts
        Which empty points are drawn.
    ghost_style
        As dots or as glass shells.
    selected
        Name of a site: the group there is highlighted.
    dim
        Rings for what is not highlighted.
    show
        An overlay of the Why panel: "corner=SW:red", "win=red", "cost=SW:red", or "".
    labels, board
        Level and wall labels; the base board.
    parts
        What is drawn otherwise than in full: (part, how).
    opacity
        What is left of a faint part, 0.05 to 0.9.
    colour
        What the pieces take their colours from.
    """

    camera: Camera = Camera()
    cuts: Annotated[tuple[Cut, ...], Meta(max_length=MAX_CUTS)] = ()
    peel: Peel = Peel()
    layer: tuple[str, int] | None = None
    lens: str = ""
    explode: Annotated[float, Meta(ge=FLATTEST, le=WIDEST)] = 0.0
    ghosts: Literal["all", "legal", "off"] = "legal"
    ghost_style: Literal["dots", "shells"] = "dots"
    selected: str = ""
    dim: bool = True
    show: str = ""
    labels: bool = True
    board: bool = True
    parts: Annotated[Parts, Meta(max_length=MOST_PARTS)] = ()
    opacity: Annotated[float, Meta(ge=0.05, le=0.9)] = 0.25
    colour: Literal["player", "group", "level", "move"] = "player"

    def on_other_board(self) -> View:
        """Return what is kept where the board is another one: from where it is looked at."""
        camera = Camera(self.camera.azimuth, self.camera.elevation, parallel=self.camera.parallel)
        return View(camera=camera, ghosts=self.ghosts)


EMPTY = "empty"

_PLAYER = re.compile(r"[A-Za-z][A-Za-z0-9]{0,19}")


def player_part(player: str) -> str:
    """Return the part of a player's pieces."""
    return f"player={player}"


def group_part(site: str) -> str:
    """Return the part of the linked pieces at a site."""
    return f"group={site}"


def level_part(level: int) -> str:
    """Return the part of a level, counted from 1."""
    return f"level={level}"


def how_shown(view: View, part: str) -> How:
    """Return what a View says of a part; "shown" where it says nothing."""
    return next((how for known, how in view.parts if known == part), "shown")


def show_part(view: View, part: str, how: How, *, always: bool = False) -> View:
    """Return `view` with one part shown otherwise.

    Parameters
    ----------
    always
        Keep "shown" as a word of its own: a group is then shown whatever its player is.
    """
    rest = tuple(known for known in view.parts if known[0] != part)
    parts = rest if how == "shown" and not always else (*rest, (part, how))
    return view if parts == view.parts else replace(view, parts=parts)


def part_fault(board: Board, parts: Parts) -> str:
    """Return a sentence on the first part that a board cannot have, "" where all are well."""
    seen: set[str] = set()
    for part, _ in parts:
        if part in seen:
            return f"parts: {shown(part)} is given twice"
        seen.add(part)
        name, equals, value = part.partition("=")
        if name == "group" and equals and value not in board:
            return f"parts: {shown(value)} is not a point of this board"
        if name == "level" and equals and not _is_level(board, value):
            return f"parts: this board has no level {shown(value)}"
        if name == "player" and _PLAYER.fullmatch(value) is None:
            return f"parts: {shown(value)} is not a player"
        if (name not in ("player", "group", "level") or not equals) and part != EMPTY:
            right = "player=red, empty, group=2b2 or level=3"
            return f"parts: {shown(part)} is not something to show: write {right}"
    return ""


def on_board(board: Board | None, parts: Parts) -> Parts:
    """Return the parts without groups at points that `board` does not have (None: with none)."""
    return tuple(
        (part, how)
        for part, how in parts
        if not part.startswith("group=")
        or (board is not None and part.removeprefix("group=") in board)
    )


def _is_level(board: Board, value: str) -> bool:
    level, number = board.layers.get("level"), read_number(value)
    return level is not None and number is not None and level.min() <= number <= level.max()


CAMERAS: Mapping[str, Camera] = MappingProxyType(
    {
        "iso": Camera(),
        "top": Camera(azimuth=0.0, elevation=90.0, parallel=True),
        "south": Camera(azimuth=0.0, elevation=0.0, parallel=True),
        "west": Camera(azimuth=270.0, elevation=0.0, parallel=True),
        "north": Camera(azimuth=180.0, elevation=0.0, parallel=True),
        "east": Camera(azimuth=90.0, elevation=0.0, parallel=True),
        "SW": Camera(azimuth=315.0, elevation=36.0),
        "SE": Camera(azimuth=45.0, elevation=36.0),
        "NW": Camera(azimuth=225.0, elevation=36.0),
        "NE": Camera(azimuth=135.0, elevation=36.0),
        "apex": Camera(azimuth=0.0, elevation=90.0),
        "base": Camera(azimuth=0.0, elevation=-90.0, parallel=True),
    }
)
"""Views by name; those along an axis are parallel."""

MAX_JSON = 1 << 16
"""Characters a View written as JSON may have."""

_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,20})?(e-?[0-9]{1,3})?")
ENGINE = ("engine=heat", "engine=line", "engine=both")
"""What an engine thinks: the worth of each move, the line it expects, or both; on any board."""
VALUES = "values"
"""What each move is worth for certain, by a table or by proofs; on any board."""
SWITCHES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("labels", "board", "dim", "threats", "legend"), ("on", "off")),
        "colour": ("player", "group", "level", "move"),
        "ghosts": ("all", "legal", "off"),
        "style": ("dots", "shells"),
        "palette": ("standard", "dark", "presentation", "presentation-dark"),
    }
)
"""What `--show` can switch, beside overlays: name and values."""


class ViewError(ValueError):
    """Words that are no view, cut, peel or overlay of this board; one sentence says what is."""


# -- views ---------------------------------------------------------------------------------------


def read_view(game: Game, text: str) -> View:
    """Read the name of a view, or a View as JSON.

    Raises
    ------
    ViewError
        When it is neither, or does not fit the game and its board.
    """
    if not text.lstrip().startswith("{"):
        if text not in CAMERAS:
            raise ViewError(
                f"{shown(text)} is not a view: write {listed(list(CAMERAS), 'or')}, or JSON"
            )
        return View(camera=CAMERAS[text])
    if len(text) > MAX_JSON:
        raise ViewError(f"a view has at most {MAX_JSON} characters, not {len(text)}")
    try:
        view = msgspec.json.decode(text, type=View)
    except RecursionError:
        raise ViewError("the view is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise ViewError(f"the view cannot be read: {printable(str(error))}") from None
    check_view(game, view)
    return view


def check_view(game: Game, view: View) -> None:
    """Raise ViewError when a View names what the game or its board does not have."""
    board = game.board
    camera = view.camera
    for what, number in (("azimuth", camera.azimuth), ("distance", camera.distance or 1.0)):
        if not math.isfinite(number) or abs(number) > 1e6:
            raise ViewError(f"camera.{what} is out of reach: {number}")
    if camera.centre is not None and not all(abs(c) <= 1e6 for c in camera.centre):
        raise ViewError(f"camera.centre is out of reach: {camera.centre}")
    for number, cut in enumerate(view.cuts):
        _check_cut(board, cut, f"cuts[{number}]")
    _check_peel(board, view.peel)
    if view.layer is not None and view.layer[0] not in board.planes:
        raise ViewError(f"layer: {_no_family(board, view.layer[0])}")
    for what, site in (("lens", view.lens), ("selected", view.selected)):
        if site and site not in board:
            raise ViewError(f"{what}: {shown(site)} is not a point of this board")
    fault = part_fault(board, view.parts)
    if fault:
        raise ViewError(fault)
    if view.show and (why := _fault_of_overlay(game, view.show)):
        raise ViewError(f"show: {why}")


def _check_cut(board: Board, cut: Cut, where: str) -> None:
    if cut.normal is None:
        if cut.family not in board.planes:
            raise ViewError(f"{where}: {_no_family(board, cut.family)}")
    elif cut.family:
        raise ViewError(f"{where}: a cut has a family or a normal, not both")
    elif not abs(math.hypot(*cut.normal) - 1) < 1e-6:
        raise ViewError(f"{where}: the normal must have length 1")
    if not all(abs(number) <= 1e6 for number in (cut.at, cut.at if cut.to is None else cut.to)):
        raise ViewError(f"{where}: the plane is out of reach")


def _check_peel(board: Board, peel: Peel) -> None:
    allowed = peelable(board)
    names = [name for name, _ in peel.layers]
    for name in names:
        if name not in allowed:
            raise ViewError(f"peel: {_no_layer(board, name)}")
    if len(set(names)) < len(names):
        raise ViewError("peel: every layer is named once at most")
    if peel.only and peel.only not in board:
        raise ViewError(f"peel: {shown(peel.only)} is not a point of this board")
    for what, span in (("levels", peel.levels), ("between", peel.between)):
        if span is not None and not 1 <= span[0] <= span[1]:
            raise ViewError(f"peel: {what} run from a number to a larger one, counted from 1")


# -- cuts ----------------------------------------------------------------------------------------


def read_cuts(board: Board, texts: Sequence[str]) -> tuple[Cut, ...]:
    """Read up to three cuts; a text may hold several split by commas."""
    words = [word for text in texts for word in text.split(",", MAX_CUTS + 1)]
    if len(words) > MAX_CUTS:
        raise ViewError(f"there are at most {MAX_CUTS} cuts, not {len(words)}")
    return tuple(read_cut(board, word) for word in words)


def read_cut(board: Board, text: str) -> Cut:
    """Read one cut, ``NAME=AT[..TO][:flip]`` or ``normal=X;Y;Z;D[..TO][:flip]``.

    Raises
    ------
    ViewError
        When it is none, or the board has no such planes.
    """
    words, flip = text, False
    if words.endswith(":flip"):
        words, flip = words.removesuffix(":flip"), True
    name, equals, value = words.partition("=")
    if not equals:
        raise ViewError(f"{shown(text)} is not a cut: write level=3, west=1..2 or level=3:flip")
    if name == "normal":
        return _read_free_cut(text, value, flip)
    if name not in board.planes:
        raise ViewError(_no_family(board, name))
    at, to = _span(value, text)
    family = board.planes[name]
    for number in (at, at if to is None else to):
        if not family.first - 1 <= number <= family.last + 1:
            span = f"from {family.first} to {family.last}"
            raise ViewError(f"the {name} planes run {span}, {shown(value)} is beyond them")
    return Cut(family=name, at=at, to=to, flip=flip)


def _read_free_cut(text: str, value: str, flip: bool) -> Cut:
    numbers = value.split(";", 5)
    if len(numbers) != 4:
        raise ViewError(f"{shown(text)} is not a free cut: write normal=X;Y;Z;D")
    x, y, z = (_number(number, text) for number in numbers[:3])
    at, to = _span(numbers[3], text)
    length = math.hypot(x, y, z)
    if not 1e-9 < length < 1e9:
        raise ViewError("the normal of a free cut must have a length: not all of X, Y, Z are 0")
    normal: Vector = (x, y, z)
    if abs(length - 1) > 1e-9:
        normal = (x / length, y / length, z / length)
        at, to = at / length, None if to is None else to / length
    return Cut(at=at, to=to, flip=flip, normal=normal)


# -- peels ---------------------------------------------------------------------------------------


def peelable(board: Board) -> tuple[str, ...]:
    """Return the layers that can be taken away from the outside in: those that count from 0."""
    return tuple(name for name, layer in board.layers.items() if int(layer.min()) == 0)


def read_peel(board: Board, texts: Sequence[str]) -> Peel:
    """Read peels: ``level=1..4 shell=2 west=2 SW=2 only=1a1 between=3..9``, one a word.

    A text may hold several split by commas. ``level`` keeps, ``shell``, walls and corners take
    away that many layers, ``only`` keeps the group there, ``between`` what was played then.

    Raises
    ------
    ViewError
        When one is none, does not fit the board, or is given twice.
    """
    peel, seen = Peel(), set()
    for word in (word for text in texts for word in text.split(",", 32)):
        name, _, value = word.partition("=")
        if name in seen:
            raise ViewError(f"the peel {name} is given twice")
        seen.add(name)
        if name == "level" and "level" in board.layers:
            top = int(board.layers["level"].max())
            peel = replace(peel, levels=_whole_span(value, word, top, "levels"))
        elif name == "between":
            peel = replace(peel, between=_whole_span(value, word, 999_999, "moves"))
        elif name == "only":
            if value not in board:
                raise ViewError(f"only={shown(value)}: that is not a point of this board")
            peel = replace(peel, only=value)
        elif name in peelable(board):
            count, most = read_number(value), int(board.layers[name].max()) + 1
            if count is None or count > most:
                raise ViewError(f"{name} has {most} layers to peel, not {shown(value)}")
            peel = replace(peel, layers=(*peel.layers, (name, count)))
        else:
            raise ViewError(_no_layer(board, name))
    return peel


# -- overlays ------------------------------------------------------------------------------------


def check_show(game: Game, text: str) -> None:
    """Raise ViewError unless `text` is an overlay of the game, or one of the `SWITCHES`.

    Overlays: those that the game declares (`Hooks.overlays`), `ENGINE` and `VALUES`.
    """
    name, _, value = text.partition("=")
    if name in SWITCHES:
        if value not in SWITCHES[name]:
            right = listed([f"{name}={word}" for word in SWITCHES[name]], "or")
            raise ViewError(f"{shown(text)} cannot be shown: write {right}")
        return
    if why := _fault_of_overlay(game, text):
        raise ViewError(why)


def _fault_of_overlay(game: Game, text: str) -> str:
    """Say why `text` is no overlay of the game; "" where it is one."""
    if text in (*ENGINE, VALUES):
        return ""
    declared = hooks_of(game.kind).overlays(game)
    name, _, value = text.partition("=")
    parts, words = declared.get(name), value.split(":") if "=" in text else []
    if parts is None or len(words) != len(parts):
        examples = [
            "=".join([name, *([":".join(part[0] for part in parts)] if parts else [])])
            for name, parts in declared.items()
        ] or ["values"]
        right = listed([*examples, "labels=off"], "or")
        return f"{shown(text)} cannot be shown: write {right}"
    for word, allowed in zip(words, parts, strict=True):
        if word not in allowed:
            return f"{shown(text)} cannot be shown: not {shown(word)} but {listed(allowed, 'or')}"
    return ""


# -- words ---------------------------------------------------------------------------------------


def _span(value: str, text: str) -> tuple[float, float | None]:
    first, dots, second = value.partition("..")
    at = _number(first, text)
    if not dots:
        return at, None
    to = _number(second, text)
    if to < at:
        raise ViewError(f"{shown(text)}: a slab reads from the smaller number to the larger")
    return at, to


def _whole_span(value: str, text: str, most: int, what: str) -> tuple[int, int]:
    first, dots, second = value.partition("..")
    low, high = read_number(first), read_number(second if dots else first)
    if low is None or high is None or not 1 <= low <= high <= most:
        raise ViewError(f"{shown(text)}: {what} run from 1 to {most} and read 2..4")
    return low, high


def _number(word: str, text: str) -> float:
    if _NUMBER.fullmatch(word) is None or not abs(number := float(word)) <= 1e6:
        raise ViewError(f"{shown(text)}: {shown(word)} is not a valid number")
    return number


def _no_family(board: Board, name: str) -> str:
    return f"the board has no planes called {shown(name)}: {listed(list(board.planes), 'or')}"


def _no_layer(board: Board, name: str) -> str:
    known = listed(["level", *peelable(board), "only", "between"], "or")
    return f"{shown(name)} cannot be peeled: {known}"
