"""Programs: what a player chooses in secret for a turn, and its text.

``NN./E../.../pass2L/dashN/quick/blitz/sideE``: the commands of the small, medium and large piece,
rows 1 to 3 from left to right, and then what there is besides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from model.games.pyramid_ball.pitch import DIRECTIONS, SIZES, STAND

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
