"""What a player can choose: the words of the phases between turns, and programs slot by slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random

from model.contract.game import Move, Reason, Slot
from model.games.pyramid_ball.rulebook import (
    COLUMNS,
    DIRECTIONS,
    GOALS,
    NAMES,
    NEXT,
    NO_PASS,
    ROWS,
    SIZES,
    STAND,
    TEAMS,
    MatchState,
    Program,
    Rules,
    program_of,
    rank_of,
    read_program,
)
from model.games.pyramid_ball.telling import WORDS
from model.phrases import shown

_COMMANDS = (STAND, *DIRECTIONS)
_PASSES = (NO_PASS, *(f"{row}{size}" for row in (2, 3, 1) for size in COLUMNS))
_SPECIAL = {"dash": ("S", "dash"), "quick": ("M", "quick pass"), "blitz": ("L", "blitz")}


def duties(rules: Rules, state: MatchState, team: int) -> dict[int, str]:
    """Return the sizes that must step out of a row closed to their team, and the way out."""
    if rules.exit_duty != "force" or state.ban != team:
        return {}
    way = "S" if GOALS[team] > 0 else "N"
    found = {}
    for size in range(len(SIZES)):
        square = state.squares[team * len(SIZES) + size]
        out = NEXT[square][DIRECTIONS.index(way)]
        if rank_of(square) == GOALS[team] and out not in state.squares:
            found[size] = way
    return found


def blank_slots(rules: Rules, state: MatchState, team: int) -> tuple[Slot, ...]:
    """Return the slots of a program with nothing chosen; every combination can be played."""
    due = duties(rules, state, team)
    slots = []
    for column in COLUMNS:
        size = SIZES.index(column)
        square = state.squares[team * len(SIZES) + size]
        for row in ROWS:
            forced = due.get(size) if row == 1 else None
            choices = (forced,) if forced else _COMMANDS
            slots.append(Slot(f"{column}{row}", choices, "", choices[0], column, square))
    slots.append(Slot("pass", _PASSES, "", NO_PASS, "pass"))
    specials = state.held[team] if rules.is_advanced else ""
    if "S" in specials:
        slots.append(Slot("dash", (NO_PASS, *DIRECTIONS), "", NO_PASS, "special"))
    for name, special in (("quick", "M"), ("blitz", "L")):
        if special in specials:
            slots.append(Slot(name, ("no", "yes"), "", "no", "special"))
    if rules.is_advanced and not rules.side_prompt:
        slots.append(Slot("side", ("W", "E"), "", "W", "side"))
    return tuple(slots)


def program_reason(rules: Rules, state: MatchState, team: int, move: Move) -> Reason | None:
    """Return why a text is no program that this team can choose now."""
    program = read_program(move)
    if program is None:
        return malformed(move)
    if str(program) != move:
        return _reason(
            "not-canonical",
            "{text} is written {right}",
            "programs",
            text=shown(move),
            right=str(program),
        )
    allowed = {slot.name: slot.choices for slot in blank_slots(rules, state, team)}
    held = program.values
    for name, (_, called) in _SPECIAL.items():
        if name not in allowed and held[name] not in (NO_PASS, "no"):
            return _reason(
                "no-special",
                "{team} has no {special} to use",
                "special-moves",
                team=TEAMS[team],
                special=called,
            )
    if "side" not in allowed and program.side != "W":
        when = "in the advanced game" if not rules.is_advanced else "without side_prompt"
        return _reason(
            "no-side", "a side for the ball is chosen only {when}", "after-a-goal", when=when
        )
    for size, way in duties(rules, state, team).items():
        if program.commands[size][0] != way:
            return _reason(
                "exit-duty",
                "the {size} piece on {site} must leave the closed row first: {way} in row 1",
                "closed-row",
                size=WORDS[SIZES[size]],
                way=way,
                site=NAMES[state.squares[team * len(SIZES) + size]],
            )
    return None


def malformed(move: Move) -> Reason:
    """Return that a text is no program."""
    return _reason(
        "no-program",
        "{text} is not a program: write it like NN./E../.../pass2L",
        "programs",
        text=shown(move),
    )


def slots_of(blank: Sequence[Slot], program: Program) -> dict[str, str]:
    """Return what a program holds in these slots."""
    values = program.values
    return {slot.name: values[slot.name] for slot in blank}


class Words:
    """The legal moves of a phase in which a word is chosen."""

    def __init__(self, words: tuple[Move, ...]) -> None:
        self._words = words

    def __iter__(self) -> Iterator[Move]:
        return iter(self._words)

    def __contains__(self, move: object) -> bool:
        return move in self._words

    def __bool__(self) -> bool:
        return bool(self._words)

    def count(self) -> int:
        """Return how many there are."""
        return len(self._words)

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly; ValueError when there is none."""
        if not self._words:
            raise ValueError("there is no legal move to pick from")
        return self._words[rng.randrange(len(self._words))]


@dataclass(frozen=True)
class Programs:
    """The programs that a team can choose, some twenty millions: never listed as a whole."""

    rules: Rules
    state: MatchState
    team: int

    @property
    def _slots(self) -> tuple[Slot, ...]:
        return blank_slots(self.rules, self.state, self.team)

    def __iter__(self) -> Iterator[Move]:
        slots = self._slots
        names = [slot.name for slot in slots]
        for values in product(*(slot.choices for slot in slots)):
            yield str(program_of(dict(zip(names, values, strict=True))))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str):
            return False
        return program_reason(self.rules, self.state, self.team, move) is None

    def __bool__(self) -> bool:
        return True

    def count(self) -> int:
        """Return how many there are: the choices of the slots, multiplied."""
        return prod(len(slot.choices) for slot in self._slots)

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly."""
        return str(program_of({slot.name: rng.choice(slot.choices) for slot in self._slots}))


def _reason(key: str, text: str, anchor: str, /, **args: object) -> Reason:
    return Reason(key, text, args, f"pyramid-ball.md#{anchor}")
