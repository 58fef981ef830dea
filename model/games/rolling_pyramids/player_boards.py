"""Player boards: the cells that dice are written into and the tracks of the footmen, as data.

The player boards of the sheet are lost. ``player_board.json`` stands in for them; a file of the
same shape takes its place (docs/rules/rolling-pyramids.md, "Maps and player boards of your own").
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Final

import msgspec

from model.phrases import counted, listed, printable, shown

UNITS: Final = ("ascending", "equal", "descending")
DEVICES: Final = ("ram", "spikes", "umbrella")
DEVICE_WORDS: Final = {"ram": "a ram", "spikes": "spikes", "umbrella": "an umbrella"}
SHAPES: Final = {"t": "d4", "r": "d8", "c": "any"}
"""Triangles take four-sided dice, rhombuses eight-sided ones, circles any."""
FACES: Final = {"t": 4, "r": 8, "c": 8}
"""The highest number a cell of each shape takes."""
MOST_CELLS = 12
"""The most hero slots, upgrade pairs, boxes of a track."""
MOST_FACTOR = 20
"""The largest bonus, number of an operation or number of pieces."""
_RULES = {"ascending": "increasing", "equal": "equal", "descending": "decreasing"}
_OPERATIONS = {"ascending": "+", "equal": "*", "descending": "(8-x)*"}
_LETTERS = {die: letter for letter, die in SHAPES.items()}
_ROW = re.compile(
    r"(?P<cells>[tcr]{2,5})\.(?P<low>[0-9]{1,2})\.(?P<high>[0-9]{1,2})"
    r"(?P<line>\.line)?(?P<bomb>\.bomb)?"
)
_BOX = re.compile(r"(?P<shape>[tr])(?P<number>[1-8])|\+(?P<bonus>[0-9]{1,2})")


class PlayerBoardError(ValueError):
    """A player board that makes no sense; says in one sentence what is wrong and where."""


@dataclass(frozen=True)
class UnitRow:
    """The cells of a special unit, and what they come to.

    Attributes
    ----------
    cells
        A shape a cell, from left to right.
    values
        What the operation adds or multiplies by, before and after the value upgrade.
    line
        Whether an upgrade makes the second cell count instead of the first.
    bomb
        Whether it is the bomb.
    """

    cells: str
    values: tuple[int, int]
    line: bool = False
    bomb: bool = False


@dataclass(frozen=True)
class Track:
    """A group of footman boxes.

    Attributes
    ----------
    boxes
        (shape, number) of each box.
    bonuses
        (how many boxes lie before it, what it adds) of each circle.
    """

    boxes: tuple[tuple[str, int], ...]
    bonuses: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PlayerBoard:
    """A player board. Its cells are numbered: heroes, upgrade pairs, unit rows.

    Attributes
    ----------
    heroes
        The shape of each hero slot.
    pairs
        The shapes of each upgrade pair; it is complete where the first number is the smaller.
    rows
        The special units, in the order of `UNITS`.
    tracks
        The two groups of footman boxes.
    devices
        How many pieces a development brings, in the order of `DEVICES`.
    all_bonus
        What each group gains where every circle of both is unlocked.
    """

    heroes: str
    pairs: tuple[str, ...]
    rows: tuple[UnitRow, UnitRow, UnitRow]
    tracks: tuple[Track, Track]
    devices: tuple[int, int, int]
    all_bonus: int

    @cached_property
    def shapes(self) -> str:
        """The shape of every cell."""
        return self.heroes + "".join(self.pairs) + "".join(row.cells for row in self.rows)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The numbers of the first pair's first cell, of each row's, and that after the last."""
        ends = [len(self.heroes)]
        ends.append(ends[0] + 2 * len(self.pairs))
        for row in self.rows:
            ends.append(ends[-1] + len(row.cells))
        return tuple(ends)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every cell: hero1, pair1a, pair1b, ascending1, ..."""
        names = [f"hero{n}" for n in range(1, len(self.heroes) + 1)]
        names += [f"pair{n}{x}" for n in range(1, len(self.pairs) + 1) for x in "ab"]
        for unit, row in zip(UNITS, self.rows, strict=True):
            names += [f"{unit}{n}" for n in range(1, len(row.cells) + 1)]
        return tuple(names)

    @cached_property
    def cell_words(self) -> tuple[str, ...]:
        """What every cell is called in sentences: hero slot 1, upgrade pair 4, ascending cell 2."""
        words = [f"hero slot {n}" for n in range(1, len(self.heroes) + 1)]
        words += [f"upgrade pair {n}" for n in range(1, len(self.pairs) + 1) for _ in "ab"]
        for unit, row in zip(UNITS, self.rows, strict=True):
            words += [f"{unit} cell {n}" for n in range(1, len(row.cells) + 1)]
        return tuple(words)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The section of every cell, as factories name it."""
        found = ["heroes"] * len(self.heroes) + ["upgrades"] * (2 * len(self.pairs))
        for unit, row in zip(UNITS, self.rows, strict=True):
            found += [unit] * len(row.cells)
        return tuple(found)

    @cached_property
    def units(self) -> tuple[int, ...]:
        """The special unit of every cell, -1 for heroes and upgrades."""
        return tuple(UNITS.index(name) if name in UNITS else -1 for name in self.sections)

    @cached_property
    def boxes(self) -> tuple[tuple[str, int], ...]:
        """(shape, number) of the boxes of both tracks."""
        return self.tracks[0].boxes + self.tracks[1].boxes

    @cached_property
    def box_words(self) -> tuple[str, ...]:
        """What every box of the footmen is called in a sentence: footmen 1 box 2."""
        return tuple(
            name.replace("foot", "footmen ").replace(".", " box ") for name in self.box_names
        )

    @cached_property
    def box_names(self) -> tuple[str, ...]:
        """The name of every box: foot1.1, foot1.2, ..., foot2.1, ..."""
        return tuple(
            f"foot{g}.{n}"
            for g, track in enumerate(self.tracks, start=1)
            for n in range(1, len(track.boxes) + 1)
        )

    def row_cells(self, unit: int) -> range:
        """Return the numbers of the cells of a special unit."""
        return range(self.starts[1 + unit], self.starts[2 + unit])

    def bonuses(self, group: int, crossed: int) -> tuple[int, ...]:
        """Return the bonuses that are unlocked in a group; bit k of `crossed` is box k of both."""
        track = self.tracks[group]
        mine = crossed >> (group * len(self.tracks[0].boxes))
        return tuple(
            bonus
            for before, bonus in track.bonuses
            if mine & ((1 << before) - 1) == (1 << before) - 1
        )

    def footmen(self, crossed: int, *, highest: bool = False) -> tuple[int, int]:
        """Return how many footmen each group has (`footman_units`)."""
        unlocked = [self.bonuses(group, crossed) for group in (0, 1)]
        every = all(
            len(found) == len(track.bonuses)
            for found, track in zip(unlocked, self.tracks, strict=True)
        )
        extra = self.all_bonus if every else 0
        one, two = (footman_units(found, extra, highest=highest) for found in unlocked)
        return one, two


def footman_units(bonuses: tuple[int, ...], extra: int = 0, *, highest: bool = False) -> int:
    """Return 1 + the unlocked bonuses (or the highest one) + what having unlocked all brings."""
    return 1 + (max(bonuses, default=0) if highest else sum(bonuses)) + extra


def unit_strength(unit: str, cells: tuple[int, ...], value: int, *, line: bool = False) -> int:
    """Return how many units complete cells come to, never fewer than none.

    Parameters
    ----------
    value
        What is added to the number that counts (ascending), multiplied with it (equal), or with
        what it lacks to 8 (descending).
    line
        Whether the second number counts instead of the first.
    """
    number = cells[1] if line else cells[0]
    if unit == "ascending":
        return number + value
    return number * value if unit == "equal" else max(0, 8 - number) * value


def in_order(unit: str, cells: tuple[int, ...]) -> bool:
    """Tell whether the filled cells of a row (0: empty) keep the condition of their unit."""
    there = [number for number in cells if number]
    pairs = pairwise(there)
    if unit == "equal":
        return len(set(there)) < 2
    return all(a < b if unit == "ascending" else a > b for a, b in pairs)


# -- files -----------------------------------------------------------------------------------------


class _HeroFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    die: str


class _PairFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cells: list[str]
    id: int = 0
    rule: str = "d4 < d8"


class _RowFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cells: list[str]
    values: tuple[int, int]
    rule: str = ""
    base: str = "first"
    op: str = ""
    line_upgrade: str = ""
    kind: str = ""


class _PartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: list[tuple[str, int]]
    bonus: int


class _DevicesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ram: int
    spikes: int
    umbrella: int


class PlayerBoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player board as files hold it."""

    heroes: list[_HeroFile]
    upgrades: list[_PairFile]
    units: dict[str, _RowFile]
    footmen: list[list[_PartFile]]
    devices: _DevicesFile
    all_footmen_bonus: int = 0
    slots: dict[str, str] = msgspec.field(default_factory=dict)
    name: str = ""
    note: str = ""


@lru_cache(maxsize=1)
def shipped_board() -> PlayerBoard:
    """Return the player board that comes with the program."""
    return read_player_board(
        resources.files(__package__).joinpath("player_board.json").read_bytes()
    )


def read_player_board(data: bytes) -> PlayerBoard:
    """Return the player board of a user's JSON file; PlayerBoardError says what is wrong."""
    try:
        file = msgspec.json.decode(data, type=PlayerBoardFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PlayerBoardError(
            f"this is not a player board file: {printable(str(error))}"
        ) from None
    if set(file.units) != set(UNITS):
        raise PlayerBoardError(f"the special units are {listed(UNITS)}, and no others")
    if len(file.footmen) != 2:
        raise PlayerBoardError(f"footmen have two groups of boxes, not {len(file.footmen)}")
    for number, pair in enumerate(file.upgrades, start=1):
        if pair.rule != "d4 < d8":
            raise PlayerBoardError(f'the rule of upgrade pair {number} is "d4 < d8"')
    one, two, three = (_row_of(unit, file.units[unit]) for unit in UNITS)
    first, second = (_track_of(number, parts) for number, parts in enumerate(file.footmen, start=1))
    return checked_board(
        PlayerBoard(
            "".join(_letter(slot.die, "a hero slot") for slot in file.heroes),
            tuple(
                "".join(_letter(die, "an upgrade pair") for die in pair.cells)
                for pair in file.upgrades
            ),
            (one, two, three),
            (first, second),
            (file.devices.ram, file.devices.spikes, file.devices.umbrella),
            file.all_footmen_bonus,
        )
    )


def _letter(die: str, where: str) -> str:
    if die not in _LETTERS:
        raise PlayerBoardError(f"{where} takes any, d4 or d8, not {shown(die)}")
    return _LETTERS[die]


def _row_of(unit: str, row: _RowFile) -> UnitRow:
    for given, right, what in (
        (row.rule, _RULES[unit], "rule"),
        (row.base, "first", "base"),
        (row.op, _OPERATIONS[unit], "op"),
    ):
        if given not in ("", right):
            raise PlayerBoardError(f'the {what} of {unit} is "{right}", not {shown(given)}')
    if row.line_upgrade not in ("", "middle"):
        raise PlayerBoardError(f'the line_upgrade of {unit} is "middle", or left out')
    if row.kind not in ("", "bomb"):
        raise PlayerBoardError(f'the kind of {unit} is "bomb", or left out')
    cells = "".join(_letter(die, f"a cell of {unit}") for die in row.cells)
    return UnitRow(cells, row.values, bool(row.line_upgrade), bool(row.kind))


def _track_of(number: int, parts: list[_PartFile]) -> Track:
    boxes: list[tuple[str, int]] = []
    bonuses: list[tuple[int, int]] = []
    for part in parts:
        boxes += [(_letter(die, f"a box of group {number}"), value) for die, value in part.boxes]
        bonuses.append((len(boxes), part.bonus))
    return Track(tuple(boxes), tuple(bonuses))


def checked_board(board: PlayerBoard) -> PlayerBoard:
    """Return a player board that makes sense; PlayerBoardError for any other."""
    for what, number in (("hero slots", len(board.heroes)), ("upgrade pairs", len(board.pairs))):
        if not 1 <= number <= MOST_CELLS:
            raise PlayerBoardError(f"there are 1 to {MOST_CELLS} {what}, not {number}")
    for number, pair in enumerate(board.pairs, start=1):
        if len(pair) != 2:
            raise PlayerBoardError(f"upgrade pair {number} has {counted(len(pair), 'cell')}, not 2")
    for unit, row in zip(UNITS, board.rows, strict=True):
        _check_row(unit, row)
    if sum(row.bomb for row in board.rows) > 1:
        raise PlayerBoardError("one special unit at most is the bomb")
    for number, track in enumerate(board.tracks, start=1):
        _check_track(number, track)
    for what, number in (
        *zip(DEVICES, board.devices, strict=True),
        ("bonus for all footmen", board.all_bonus),
    ):
        if not 0 <= number <= MOST_FACTOR:
            raise PlayerBoardError(f"the {what} is 0 to {MOST_FACTOR}, not {number}")
    return board


def _check_row(unit: str, row: UnitRow) -> None:
    if not 2 <= len(row.cells) <= 5:
        raise PlayerBoardError(f"{unit} has 2 to 5 cells, not {len(row.cells)}")
    if row.line and len(row.cells) < 3:
        raise PlayerBoardError(f"{unit} has no middle cell for a line upgrade")
    if not all(1 <= value <= MOST_FACTOR for value in row.values):
        raise PlayerBoardError(f"the values of {unit} are 1 to {MOST_FACTOR}")
    if row.values[1] <= row.values[0]:
        raise PlayerBoardError(f"the value upgrade of {unit} raises {row.values[0]} to more")
    cells = row.cells if unit == "ascending" else row.cells[::-1]
    if unit != "equal":
        for low, shape in enumerate(cells, start=1):
            if low > FACES[shape]:
                raise PlayerBoardError(f"the cells of {unit} can never be filled in order")


def _check_track(number: int, track: Track) -> None:
    if not 1 <= len(track.boxes) <= MOST_CELLS:
        raise PlayerBoardError(
            f"group {number} of the footmen has 1 to {MOST_CELLS} boxes, not {len(track.boxes)}"
        )
    for shape, value in track.boxes:
        if shape == "c":
            raise PlayerBoardError(f"a box of group {number} takes d4 or d8, not any")
        if not 1 <= value <= FACES[shape]:
            raise PlayerBoardError(
                f"a box of group {number} for a {SHAPES[shape]} has no number {value}"
            )
    before = [0, *(end for end, _ in track.bonuses)]
    if any(b <= a for a, b in pairwise(before)):
        raise PlayerBoardError(f"each bonus of group {number} has boxes before it")
    if not track.bonuses or before[-1] != len(track.boxes):
        raise PlayerBoardError(f"the boxes of group {number} end with a bonus")
    if not all(1 <= bonus <= MOST_FACTOR for _, bonus in track.bonuses):
        raise PlayerBoardError(f"the bonuses of group {number} are 1 to {MOST_FACTOR}")


# -- as text ---------------------------------------------------------------------------------------


def board_text(board: PlayerBoard) -> str:
    """Return a player board as position strings write one of a user's own."""
    rows = [
        f"{row.cells}.{row.values[0]}.{row.values[1]}{'.line' if row.line else ''}"
        f"{'.bomb' if row.bomb else ''}"
        for row in board.rows
    ]
    tracks = [_track_text(track) for track in board.tracks]
    numbers = ".".join(map(str, (*board.devices, board.all_bonus)))
    return "/".join((board.heroes, ".".join(board.pairs), *rows, *tracks, numbers))


def _track_text(track: Track) -> str:
    words = [f"{shape}{number}" for shape, number in track.boxes]
    for before, bonus in reversed(track.bonuses):
        words.insert(before, f"+{bonus}")
    return ".".join(words)


def read_board_text(text: str) -> PlayerBoard:
    """Return the player board that `board_text` wrote; PlayerBoardError for any other text."""
    parts = text.split("/")
    if len(parts) != 8:
        raise PlayerBoardError(
            f"a player board has 8 parts between strokes, not {len(parts)}: {shown(text)}"
        )
    heroes, pairs, *middle, numbers = parts
    for part in (heroes, *pairs.split(".")):
        if not set(part) <= set(SHAPES):
            raise PlayerBoardError(f"{shown(part)} are not shapes: use t, r and c")
    one, two, three = map(_row_text, middle[:3])
    first, second = map(_read_track, middle[3:])
    words = numbers.split(".")
    if len(words) != 4 or not all(re.fullmatch("[0-9]{1,2}", word) for word in words):
        raise PlayerBoardError(f"{shown(numbers)} are not 4 numbers: devices and a bonus for all")
    ram, spikes, umbrella, bonus = map(int, words)
    board = checked_board(
        PlayerBoard(
            heroes,
            tuple(pairs.split(".")),
            (one, two, three),
            (first, second),
            (ram, spikes, umbrella),
            bonus,
        )
    )
    if board_text(board) != text:
        raise PlayerBoardError("the numbers of a player board have no zeros before them")
    return board


def _row_text(text: str) -> UnitRow:
    match = _ROW.fullmatch(text)
    if match is None:
        raise PlayerBoardError(f"{shown(text)} is not a special unit: write it like ccc.2.4.line")
    values = (int(match["low"]), int(match["high"]))
    return UnitRow(match["cells"], values, bool(match["line"]), bool(match["bomb"]))


def _read_track(text: str) -> Track:
    boxes: list[tuple[str, int]] = []
    bonuses: list[tuple[int, int]] = []
    for word in text.split("."):
        match = _BOX.fullmatch(word)
        if match is None:
            raise PlayerBoardError(f"{shown(word)} is neither a box like t1 nor a bonus like +2")
        if match["bonus"]:
            bonuses.append((len(boxes), int(match["bonus"])))
        else:
            boxes.append((match["shape"], int(match["number"])))
    return Track(tuple(boxes), tuple(bonuses))
