"""Maps: numbered hexagonal spaces with their pyramids and four starting areas, as data.

The maps of the sheet are lost. Those of ``maps.json`` stand in for them; a file of the same shape
takes their place (docs/rules/rolling-pyramids.md, "Maps and player boards of your own").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from math import sqrt

import msgspec
import numpy as np

from model.boards.board import Board, Decoration, PlaneFamily
from model.phrases import counted, listed, printable, shown

SECTIONS = ("heroes", "upgrades", "ascending", "equal", "descending", "footmen")
"""The parts of a player board that a factory can work for."""
STARTS = ("S1", "S2", "S3", "S4")
FEWEST_SPACES = 7
MOST_SPACES = 61
MOST_POINTS = 99
"""The largest number on a pyramid, and the largest garrison."""
_FURTHEST = 20
_BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
_PLACE = re.compile(
    r"(?P<q>-?[0-9]{1,2})\.(?P<r>-?[0-9]{1,2})\."
    r"(?:w(?P<top>[0-9]{1,2})\+(?P<bottom>[0-9]{1,2})|b(?P<factory>[a-z]+)|(?P<start>s))"
    r"\.(?P<garrison>[0-9]{1,2})"
)


class MapError(ValueError):
    """A map that makes no sense; says in one sentence what is wrong and where."""


@dataclass(frozen=True)
class Place:
    """A space or a starting area.

    Attributes
    ----------
    at
        Axial coordinates (q, r) of pointy-top hexagons: q grows east, r south-east.
    points
        The top and the bottom number of a white pyramid; (0, 0) on a black one and on a start.
    factory
        What the black pyramid works for, one of `SECTIONS`; "" for a white one and a start.
    garrison
        The Pharaoh's soldiers there in the solo game.
    """

    at: tuple[int, int]
    points: tuple[int, int] = (0, 0)
    factory: str = ""
    garrison: int = 0


@dataclass(frozen=True)
class GameMap:
    """A map. Places are numbered from 0: the spaces in the order of their numbers, then the starts.

    Attributes
    ----------
    name
        As options call it, "" for one of a user's own.
    spaces, starts
        The numbered spaces and the four starting areas.
    """

    name: str
    spaces: tuple[Place, ...]
    starts: tuple[Place, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """All spaces, then the starts."""
        return self.spaces + self.starts

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all places: "1", "2", ..., "S1" to "S4"."""
        return (*(str(n) for n in range(1, len(self.spaces) + 1)), *STARTS)

    def beside(self) -> tuple[tuple[int, ...], ...]:
        """Return the places that share a side with each place, ascending."""
        number = {place.at: n for n, place in enumerate(self.places)}
        return tuple(
            tuple(
                sorted(
                    number[at]
                    for q, r in _BESIDE
                    if (at := (place.at[0] + q, place.at[1] + r)) in number
                )
            )
            for place in self.places
        )


def checked_map(found: GameMap) -> GameMap:
    """Return a map that makes sense; MapError for any other."""
    if not FEWEST_SPACES <= len(found.spaces) <= MOST_SPACES:
        raise MapError(
            f"a map has {FEWEST_SPACES} to {MOST_SPACES} numbered spaces, not {len(found.spaces)}"
        )
    where: dict[tuple[int, int], str] = {}
    for name, place in zip(found.names, found.places, strict=True):
        _check_place(name, place)
        if place.at in where:
            raise MapError(f"{where[place.at]} and {name} lie on one place: {list(place.at)}")
        where[place.at] = name
    beside, spaces = found.beside(), len(found.spaces)
    for start in range(spaces, spaces + len(STARTS)):
        near = [found.names[other] for other in beside[start]]
        if any(name in STARTS for name in near):
            raise MapError(f"{found.names[start]} lies beside another start: {listed(near)}")
        if not near:
            raise MapError(f"{found.names[start]} lies beside no numbered space")
    reached, todo = {0}, [0]
    while todo:
        fresh = set(beside[todo.pop()]) - reached
        reached |= fresh
        todo += fresh
    lost = [name for n, name in enumerate(found.names) if n not in reached]
    if lost:
        raise MapError(f"space 1 is not connected to {listed(lost[:3])}")
    if not any(sum(place.points) for place in found.spaces):
        raise MapError("no white pyramid has points: nobody could win")
    return found


def _check_place(name: str, place: Place) -> None:
    if max(abs(place.at[0]), abs(place.at[1]), abs(sum(place.at))) > _FURTHEST:
        raise MapError(f"{name} lies more than {_FURTHEST} steps from the middle")
    if place.factory and place.factory not in SECTIONS:
        raise MapError(
            f"{name} has a factory for {shown(place.factory)}: there are {listed(SECTIONS)}"
        )
    for what, number in (
        ("top number", place.points[0]),
        ("bottom number", place.points[1]),
        ("garrison", place.garrison),
    ):
        if not 0 <= number <= MOST_POINTS:
            raise MapError(f"the {what} of {name} is 0 to {MOST_POINTS}, not {number}")


# -- files -----------------------------------------------------------------------------------------


class _SpaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: tuple[int, int]
    pyramid: str
    factory: str | None = None
    points: tuple[int, int] = (0, 0)
    garrison: int = 0
    adjacent: list[str] | None = None


class _StartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: tuple[int, int]
    garrison: int = 0
    adjacent: list[str] | None = None


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as files hold it."""

    spaces: dict[str, _SpaceFile]
    starts: dict[str, _StartFile]
    name: str = ""
    note: str = ""
    layout: str = ""
    pyramid_space: str = "1"
    solo_order: list[str] = msgspec.field(default_factory=list)


class _MapsFile(msgspec.Struct):
    maps: dict[str, MapFile]


@cache
def shipped_maps() -> Mapping[str, GameMap]:
    """Return the maps that come with the program by name, the default first."""
    data = resources.files(__package__).joinpath("maps.json").read_bytes()
    found = msgspec.json.decode(data, type=_MapsFile).maps
    return {name: _made(one, name) for name, one in found.items()}


def read_map(data: bytes) -> GameMap:
    """Return the map that a user's JSON file describes; MapError says what is wrong."""
    try:
        return _made(msgspec.json.decode(data, type=MapFile), "")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MapError(f"this is not a map file: {printable(str(error))}") from None


def _made(file: MapFile, name: str) -> GameMap:
    numbers = [str(n) for n in range(1, len(file.spaces) + 1)]
    if set(file.spaces) != set(numbers):
        wrong = sorted(set(file.spaces) - set(numbers)) or ["one that is missing"]
        raise MapError(
            f"{counted(len(numbers), 'space')} have the numbers 1 to {len(numbers)}: "
            f"{printable(wrong[0], 24)} is out of line"
        )
    if set(file.starts) != set(STARTS):
        raise MapError(f"a map has the starting areas {listed(STARTS)}, and no others")
    if file.pyramid_space != "1":
        raise MapError(f"the sacred pyramid is on space 1, not {printable(file.pyramid_space, 24)}")
    if file.solo_order not in ([], numbers):
        raise MapError(
            "the Pharaoh's soldiers arrive in the order of the numbers: leave solo_order out"
        )
    found = GameMap(
        name,
        tuple(_space(number, file.spaces[number]) for number in numbers),
        tuple(Place(file.starts[s].at, garrison=file.starts[s].garrison) for s in STARTS),
    )
    checked_map(found)
    named: dict[str, _SpaceFile | _StartFile] = {**file.spaces, **file.starts}
    for name, near in zip(found.names, found.beside(), strict=True):
        wanted = named[name].adjacent
        sides = [found.names[other] for other in near]
        if wanted is not None and set(wanted) != set(sides):
            raise MapError(f"{name} shares its sides with {listed(sides)}: adjacent says otherwise")
    return found


def _space(number: str, space: _SpaceFile) -> Place:
    if space.pyramid not in ("white", "black"):
        raise MapError(f"the pyramid of {number} is white or black, not {shown(space.pyramid)}")
    if space.pyramid == "white" and space.factory is not None:
        raise MapError(f"space {number} has a white pyramid, which is not a factory")
    if space.pyramid == "black" and not space.factory:
        raise MapError(f"space {number} has a black pyramid: say what its factory works for")
    if space.pyramid == "black" and space.points != (0, 0):
        raise MapError(f"space {number} has a black pyramid, which has no points")
    return Place(space.at, space.points, space.factory or "", space.garrison)


# -- as text ---------------------------------------------------------------------------------------


def map_text(found: GameMap) -> str:
    """Return a map as position strings write one of a user's own: place after place."""
    return "/".join(
        _place_text(place, start)
        for start, places in ((False, found.spaces), (True, found.starts))
        for place in places
    )


def _place_text(place: Place, start: bool) -> str:
    if start:
        what = "s"
    elif place.factory:
        what = f"b{place.factory}"
    else:
        what = f"w{place.points[0]}+{place.points[1]}"
    return f"{place.at[0]}.{place.at[1]}.{what}.{place.garrison}"


def read_map_text(text: str) -> GameMap:
    """Return the map that `map_text` wrote; MapError for any other text."""
    places: list[Place] = []
    starts: list[Place] = []
    for word in text.split("/", MOST_SPACES + len(STARTS) + 1):
        match = _PLACE.fullmatch(word)
        if match is None:
            raise MapError(
                f"{shown(word)} is not a place of a map: write it like 0.-1.w1+3.5, "
                "0.1.bheroes.5 or 3.-2.s.10"
            )
        points = (int(match["top"] or 0), int(match["bottom"] or 0))
        place = Place(
            (int(match["q"]), int(match["r"])),
            points,
            match["factory"] or "",
            int(match["garrison"]),
        )
        (starts if match["start"] else places).append(place)
        if starts and not match["start"]:
            raise MapError("the four starting areas come after the numbered spaces")
    if len(starts) != len(STARTS):
        raise MapError(f"a map has four starting areas, not {len(starts)}")
    found = checked_map(GameMap("", tuple(places), tuple(starts)))
    if map_text(found) != text:
        raise MapError("the numbers of a map have no zeros before them")
    return found


# -- the board of a map: its spaces and starts, and both sides of every border between them --------


_NO_MAP = GameMap("", (), ())
_NEAR = 0.62
"""How much of the way between two middles the side of a border is on its own side."""

RISE, RISING = 0.10, 2
"""How much higher each ring lies than the one round it, from the middle to the last that rises."""


@dataclass(frozen=True, eq=False)
class HexBoard(Board):
    """Get one from `hex_board`.

    Attributes
    ----------
    map
        What it was made of.
    spaces
        How many sites are numbered spaces; the next four are the starts, the rest are borders.
    beside
        The places that share a side with each place, ascending.
    border
        (place, place beyond) -> the site of that side of their border.
    """

    map: GameMap = _NO_MAP
    spaces: int = 0
    beside: tuple[tuple[int, ...], ...] = ()
    border: Mapping[tuple[int, int], int] = field(default_factory=dict)

    @property
    def places(self) -> int:
        """How many sites are spaces or starts."""
        return self.spaces + 4

    def place_of(self, site: int) -> int:
        """Return the place that a site belongs to: a side of a border lies on its own place."""
        return self.edges.get(site, (site, site))[0]


@lru_cache(maxsize=16)
def hex_board(found: GameMap) -> HexBoard:
    """Return the board of a map, always the same one."""
    beside = found.beside()
    names = found.names
    sides = [(a, b) for a, few in enumerate(beside) for b in few]
    q, r = np.array([place.at for place in found.places], np.int32).T
    high = sqrt(3) / 2
    rings = np.maximum.reduce([abs(q), abs(r), abs(q + r)])
    rises = RISE * np.maximum(RISING - rings, 0)
    centres = np.stack([q + r / 2, -r * high, rises], axis=1)
    own = np.array([a for a, _ in sides], np.int32)
    beyond = np.array([b for _, b in sides], np.int32)
    slots = _NEAR * centres[own] + (1 - _NEAR) * centres[beyond]
    slots[:, 2] = centres[own, 2]  # they lie on their own side
    layers = {
        "level": np.ones_like(q),
        "file": q - q.min() + 1,
        "rank": r.max() - r + 1,
        "slope": (q + r) - (q + r).min() + 1,
        "shell": rings.max() - rings,
    }
    return HexBoard(
        names=(*names, *(f"{names[a]}>{names[b]}" for a, b in sides)),
        centres=np.concatenate([centres, slots]),
        indptr=np.cumsum([0, *map(len, beside), *([0] * len(sides))]).astype(np.int32),
        indices=np.array([place for few in beside for place in few], np.int32),
        layers={name: np.concatenate([layer, layer[own]]) for name, layer in layers.items()},
        planes={family.name: family for family in _planes(centres, layers)},
        ground="hexes",
        edges={len(names) + k: side for k, side in enumerate(sides)},
        decoration=tuple(
            Decoration(
                site,
                "black pyramid" if place.factory else "white pyramid",
                "dark" if place.factory else "light",
                place.factory or f"{place.points[0]}/{place.points[1]}",
            )
            for site, place in enumerate(found.spaces)
        ),
        map=found,
        spaces=len(found.spaces),
        beside=beside,
        border={side: len(names) + k for k, side in enumerate(sides)},
    )


def _planes(centres: np.ndarray, layers: dict[str, np.ndarray]) -> list[PlaneFamily]:
    """The families of parallel lines of hexagons, seen as planes, and the level."""
    high = sqrt(3) / 2
    normals = {"rank": (0.0, 1.0, 0.0), "file": (high, 0.5, 0.0), "slope": (high, -0.5, 0.0)}
    planes = [PlaneFamily("level", (0.0, 0.0, -1.0), (0.0, 0.0, 1.0), 1.0, 1, 1)]
    for name, normal in normals.items():
        first = float(centres[0] @ np.array(normal)) - high * int(layers[name][0])
        origin = tuple(first * part for part in normal)
        last = int(layers[name].max())
        planes.append(PlaneFamily(name, origin, normal, high, 1, last))  # type: ignore[arg-type]  # three numbers
    return planes
