"""The options of Pyramid Ball with their values, and what stands between two turns.

That is pieces, ball, points, special moves and the closed row.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from model.boards.board import Board, PlaneFamily
from model.contract.game import Reasons, option, options_of

# -- the pitch: 7 files and 8 rows of squares, its directions, and where pieces begin --------------
# The squares that a pass crosses.


FILES: Final = 7
RANKS: Final = 8
TEAMS: Final = ("A", "B")
SIZES: Final = ("L", "M", "S")
"""Sorted, as pieces are: AL, AM, AS, BL, BM, BS are numbered 0 to 5."""
PIECES: Final = tuple(team + size for team in TEAMS for size in SIZES)
DIRECTIONS: Final = "NESW"
STAND: Final = "."
GOALS: Final = (RANKS - 1, 0)
"""The row each team scores in, counted from 0."""

NAMES: Final = tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in "abcdefg")
_EAST_NORTH: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _beside(site: int, east: int, north: int) -> int:
    file, rank = site % FILES + east, site // FILES + north
    inside = 0 <= file < FILES and 0 <= rank < RANKS
    return rank * FILES + file if inside else -1


NEXT: Final = tuple(
    tuple(_beside(site, east, north) for east, north in _EAST_NORTH)
    for site in range(FILES * RANKS)
)
"""The square beside a square in each direction, -1 beyond the edge."""
START: Final = tuple(NAMES.index(name) for name in ("b3", "d4", "f3", "b6", "d5", "f6"))
"""Where the pieces stand at the start, in the order of `PIECES`."""


def team_of(piece: int) -> int:
    """Return the team of a piece: 0 A, 1 B."""
    return piece // len(SIZES)


def rank_of(site: int) -> int:
    """Return the row of a square, counted from 0."""
    return site // FILES


@cache
def pitch() -> Board:
    """Return the board."""
    sites = np.arange(FILES * RANKS, dtype=np.int32)
    file, rank = sites % FILES, sites // FILES
    table = np.array(NEXT, np.int32)
    beside = [sorted(other for other in row if other >= 0) for row in NEXT]
    walls = {"west": file, "east": FILES - 1 - file, "south": rank, "north": RANKS - 1 - rank}
    layers = {"level": np.ones_like(file), "file": file + 1, "rank": rank + 1}
    layers |= {"shell": np.minimum.reduce(list(walls.values())), **walls}
    across, along = float(FILES - 1), float(RANKS - 1)
    planes = [
        PlaneFamily("level", (0.0, 0.0, -1.0), (0.0, 0.0, 1.0), 1.0, 1, 1),
        PlaneFamily("file", (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0, 1, FILES),
        PlaneFamily("rank", (0.0, -1.0, 0.0), (0.0, 1.0, 0.0), 1.0, 1, RANKS),
        PlaneFamily("west", (0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), -1.0, 0, FILES - 1),
        PlaneFamily("east", (across, 0.0, 0.0), (1.0, 0.0, 0.0), -1.0, 0, FILES - 1),
        PlaneFamily("south", (0.0, 0.0, 0.0), (0.0, -1.0, 0.0), -1.0, 0, RANKS - 1),
        PlaneFamily("north", (0.0, along, 0.0), (0.0, 1.0, 0.0), -1.0, 0, RANKS - 1),
    ]
    return Board(
        names=NAMES,
        centres=np.stack([file, rank, np.zeros_like(file)], axis=1).astype(np.float64),
        indptr=np.cumsum([0, *map(len, beside)]).astype(np.int32),
        indices=np.array([site for few in beside for site in few], np.int32),
        layers=layers,
        planes={family.name: family for family in planes},
        neighbour_table=table,
        ground="squares",
        victory=tuple(site for site in range(len(NAMES)) if rank_of(site) in GOALS),
    )


@cache
def crossed(source: int, target: int) -> tuple[int, ...]:
    """Return the squares whose inside the line between two centres meets, from the source on.

    Touching a corner is not crossing, and the two ends do not count. A square at offset (x, y) is
    crossed by the vector (dx, dy) when its centre is nearer to the line than half its width seen
    along it, which is ``2 |dx y - dy x| < |dx| + |dy|``, and when it lies in the box of the two
    centres.
    """
    rank, file = divmod(source, FILES)
    to_rank, to_file = divmod(target, FILES)
    across, up = abs(to_file - file), abs(to_rank - rank)
    found = []
    for x in range(across + 1):
        for y in range(up + 1):
            near = 2 * abs(across * y - up * x) < across + up
            if near and (x, y) not in ((0, 0), (across, up)):
                at_file = file + (x if to_file > file else -x)
                at_rank = rank + (y if to_rank > rank else -y)
                found.append((_entry(x, y, across, up), at_rank * FILES + at_file))
    return tuple(site for _, site in sorted(found))


def _entry(x: int, y: int, across: int, up: int) -> int:
    """How far along its way the line enters a square: in parts of ``1 / (2 across up)``.

    A line along a file or a rank has as many parts as twice its length.
    """
    return max((2 * x - 1) * max(up, 1) if across else 0, (2 * y - 1) * max(across, 1) if up else 0)


# -- the options of the rules, and what stands between turns ---------------------------------------


@dataclass(frozen=True)
class Rules:
    """The values of the options, by their names; docs/rules/pyramid-ball.md tells them."""

    mode: str = option("basic", ("basic", "advanced"), help="basic: the first point wins")
    target: int | None = option(
        None, minimum=1, maximum=99, help="points that win the advanced game (6)"
    )
    first: str = option("A", ("A", "B", "duel"), help="who begins with the ball; duel: show sizes")
    follow_defender: bool = option(True, help="the offence may enter a square a defender leaves")
    edge_tackle: bool = option(False, help="pushing the carrier against the edge is a tackle")
    chain_push_tackles: bool = option(
        False, help="a carrier pushed by its team-mate is tackled, too"
    )
    push_locks_stander: bool = option(False, help="a piece that is pushed moves no more this turn")
    pass_check: str = option(
        "effective",
        ("effective", "original"),
        help="original: a piece that was stopped and had an order to move does not pass",
    )
    special_spent_when_programmed: bool = option(
        True, help="false: a special move that came to nothing is kept"
    )
    ban_from: str = option("next_turn", ("next_turn", "now"), help="when a goal closes its row")
    exit_duty: str = option(
        "force", ("force", "honour"), help="force: pieces in a closed row must step out of it first"
    )
    recovery_limit: int | None = option(
        None,
        minimum=1,
        maximum=99,
        optional=True,
        help="turns the ball may be kept in a closed row",
    )
    blitz_first: bool = option(False, help="a blitz is over before the others move")
    side_prompt: bool = option(False, help="ask where the ball is put after a goal")
    max_turns: int | None = option(
        None, minimum=1, maximum=9999, optional=True, help="most points win after this many turns"
    )
    clock: int = option(
        60, minimum=0, maximum=3600, help="seconds to choose a program; 0: no clock"
    )
    late_void: bool = option(False, help="a program not ready in time stands still")

    @property
    def is_advanced(self) -> bool:
        """Whether play goes on after a point."""
        return self.mode == "advanced"

    @property
    def points(self) -> int:
        """How many points win."""
        return (self.target or 6) if self.is_advanced else 1


OPTIONS = options_of(Rules)


because = Reasons(__package__).because

SPECIALS = ("S", "M", "L")
"""The special moves by their sizes: dash, quick pass, blitz."""
Pair = tuple[int, int]
"""Something of each team, A first."""


@dataclass(frozen=True)
class MatchState:
    """An immutable state between two turns, or between two steps of one.

    Attributes
    ----------
    squares
        The six squares of `pitch.PIECES`.
    carrier
        The piece with the ball, -1 while it is loose.
    loose
        The square of a loose ball, else -1.
    offence
        The team in possession, 0 or 1; while the ball is loose the one that had it last.
    score
        The points of each team.
    held, used
        Each team's special moves that can be used, and those that are gone, in the order of
        `SPECIALS`.
    owed
        How many special moves each team may choose now.
    ban
        The team whose scoring row is closed to it, -1 for none.
    kept
        Whole turns that the ball has been kept in the closed row, counted under `recovery_limit`.
    turns
        Turns played, counted under `max_turns`.
    """

    squares: tuple[int, ...] = START
    carrier: int = 1
    loose: int = -1
    offence: int = 0
    score: Pair = (0, 0)
    held: tuple[str, str] = ("", "")
    used: tuple[str, str] = ("", "")
    owed: Pair = (0, 0)
    ban: int = -1
    kept: int = 0
    turns: int = 0

    @property
    def ball(self) -> int:
        """The square of the ball."""
        return self.squares[self.carrier] if self.carrier >= 0 else self.loose


def with_special(specials: str, size: str) -> str:
    """Return special moves with one more, in their order."""
    return "".join(one for one in SPECIALS if one in specials or one == size)


# -- programs: what a player chooses in secret for a turn, and its text ----------------------------
# ``NN./E../.../pass2L/dashN/quick/blitz/sideE``: the commands of the small, medium and large
# piece, rows 1 to 3 from left to right, and then what there is besides.


ROWS = (1, 2, 3)
COLUMNS = ("S", "M", "L")
"""The order in which a program is written."""
NO_PASS = "none"
_COMMANDS = re.compile(r"(?:([SMLsml])[:=])?(\S{1,3})")
_PASS = re.compile(r"pass[:=]?([123])[:=,]?([SML])", re.IGNORECASE)
_DASH = re.compile(r"dash[:=]?([NESW])", re.IGNORECASE)
_SIDE = re.compile(r"side[:=]?([EW])", re.IGNORECASE)
_WORD = re.compile(r"pass|dash|quick|blitz|side", re.IGNORECASE)


@dataclass(frozen=True)
class Program:
    """What a player's pieces are to do in a turn.

    Attributes
    ----------
    commands
        For each size in the order of `pitch.SIZES` three letters, rows 1 to 3.
    pass_row, receiver
        The row of the pass and the number of the receiver's size; 0 for no pass.
    dash
        The fourth command of the small piece, "" for none.
    quick, blitz
        Whether the quick pass and the blitz are used.
    side
        "W" or "E": where this player puts the ball after a goal of the other team.
    """

    commands: tuple[str, str, str] = ("...", "...", "...")
    pass_row: int = 0
    receiver: int = 0
    dash: str = ""
    quick: bool = False
    blitz: bool = False
    side: str = "W"

    def __str__(self) -> str:
        words = [self.commands[SIZES.index(size)] for size in COLUMNS]
        words += [f"pass{self.pass_row}{SIZES[self.receiver]}"] if self.pass_row else []
        words += [f"dash{self.dash}"] if self.dash else []
        words += ["quick"] if self.quick else []
        words += ["blitz"] if self.blitz else []
        words += ["sideE"] if self.side == "E" else []
        return "/".join(words)

    @property
    def values(self) -> Mapping[str, str]:
        """What each slot holds, the same as nothing included."""
        found = {
            f"{size}{row}": self.commands[SIZES.index(size)][row - 1]
            for size in COLUMNS
            for row in ROWS
        }
        marker = f"{self.pass_row}{SIZES[self.receiver]}" if self.pass_row else NO_PASS
        return found | {
            "pass": marker,
            "dash": self.dash or NO_PASS,
            "quick": "yes" if self.quick else "no",
            "blitz": "yes" if self.blitz else "no",
            "side": self.side,
        }


def program_of(values: Mapping[str, str]) -> Program:
    """Return the program whose slots hold `values`; what is missing stands still or is not used."""
    commands = ["".join(values.get(f"{size}{row}", STAND) for row in ROWS) for size in SIZES]
    marker = values.get("pass", NO_PASS)
    row, receiver = (0, 0) if marker == NO_PASS else (int(marker[0]), SIZES.index(marker[1]))
    dash = values.get("dash", NO_PASS)
    return Program(
        (commands[0], commands[1], commands[2]),
        row,
        receiver,
        "" if dash == NO_PASS else dash,
        values.get("quick") == "yes",
        values.get("blitz") == "yes",
        values.get("side", "W"),
    )


def read_program(text: str) -> Program | None:
    """Return the program that a person wrote, None where it is none.

    Columns may be named (``S:NN. L:.N.``), in any order and without those that stand; else there
    are three. A command that is no direction, a diagonal for instance, stands still.
    """
    if len(text) > 200:
        return None
    values: dict[str, str] = {}
    unnamed = 0
    for word in re.split(r"[/\s]+", text.strip()):
        found = _extra(word)
        if found is not None:
            name, value = found
            if name in values:
                return None
            values[name] = value
            continue
        match = None if _WORD.match(word) else _COMMANDS.fullmatch(word)
        if match is None or (match[1] is None and unnamed == len(COLUMNS)):
            return None
        size = match[1].upper() if match[1] else COLUMNS[unnamed]
        unnamed += match[1] is None
        if f"{size}1" in values:
            return None
        for row, letter in zip(ROWS, match[2].upper().ljust(3, STAND), strict=True):
            values[f"{size}{row}"] = letter if letter in DIRECTIONS else STAND
    return program_of(values) if unnamed in (0, len(COLUMNS)) and values else None


def _extra(word: str) -> tuple[str, str] | None:
    """The slot that a word beside the commands sets, and to what."""
    if word.lower() in ("quick", "blitz"):
        return word.lower(), "yes"
    for name, pattern in (("pass", _PASS), ("dash", _DASH), ("side", _SIDE)):
        match = pattern.fullmatch(word)
        if match is not None:
            return name, "".join(match.groups()).upper()
    return None
