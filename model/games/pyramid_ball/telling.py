"""What happens in a turn, in words: short lines, sentences with their rules, and events.

It is told moment by moment, with how things stood after each.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import prod
from random import Random

from model.contract.game import Event, Move, Reason, Slot
from model.games.pyramid_ball.rulebook import (
    COLUMNS,
    DIRECTIONS,
    GOALS,
    NAMES,
    NEXT,
    NO_PASS,
    PIECES,
    ROWS,
    SIZES,
    STAND,
    TEAMS,
    MatchState,
    Program,
    Rules,
    because,
    crossed,
    program_of,
    rank_of,
    read_program,
    team_of,
)
from model.phrases import shown


@dataclass(frozen=True)
class Happening:
    """One thing that happens, as data; `telling` has the words.

    Attributes
    ----------
    key
        "fail", "push", "tackle", "offence", "point", "win", "pass", "intercept", "nopass", "goal",
        "loose", "recover", "ban-end", "special", "noblitz", "special-kept".
    team, piece, other, third
        Who, as far as the key needs it; -1 for nobody.
    site, to
        Squares it is about, -1 for none.
    word
        The reason of a failure, how a goal or a point came about, the name of a special move.
    """

    key: str
    team: int = -1
    piece: int = -1
    other: int = -1
    third: int = -1
    site: int = -1
    to: int = -1
    word: str = ""


@dataclass(frozen=True)
class Beat:
    """What happens at one moment, and how things stand after it."""

    state: MatchState
    happenings: tuple[Happening, ...] = ()


@dataclass(frozen=True)
class TurnPhase:
    """A row, a part of a blitz, or the dash.

    Attributes
    ----------
    name, row
        What it is called ("1", "2", "3"; parts of a blitz are "1b" and "1c", and "1a" where it
        comes first; "4" is the dash, "end" what the end of the turn changes), and its row, or 0.
    beats
        What happens, moment by moment; at least one.
    locked
        The pieces that move no more this turn, as it stands after the stage.
    """

    name: str
    row: int
    beats: tuple[Beat, ...]
    locked: tuple[int, ...]

    @property
    def state(self) -> MatchState:
        """How things stand after it."""
        return self.beats[-1].state


@dataclass(frozen=True)
class TurnReport:
    """A turn as far as it went.

    Attributes
    ----------
    stages
        All that was carried out.
    state
        How things stand, after the turn or where it waits.
    asks
        The team that must say on which side the ball is put, -1 where the turn is over.
    """

    stages: tuple[TurnPhase, ...]
    state: MatchState
    asks: int = -1

    @property
    def beats(self) -> tuple[Beat, ...]:
        """All moments in order."""
        return tuple(beat for stage in self.stages for beat in stage.beats)


BALL_KIND = len(SIZES)
"""The number of the ball's kind of piece; it belongs to nobody."""
WORDS = {"L": "large", "M": "medium", "S": "small"}
DIRECTION_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
SPECIAL_WORDS = {"dash": "the dash", "quick": "the quick pass", "blitz": "the blitz"}

_LINES = {
    "fail": "fail {piece} {word}",
    "push": "push {piece} {other} {to}",
    "tackle": "tackle {piece} {other}",
    "offence": "offence {team}",
    "point": "point {team} {word}",
    "win": "win {team}",
    "pass": "pass {piece} {other}",
    "intercept": "intercept {piece} from {other} to {third}",
    "nopass": "nopass {team} {word}",
    "goal": "goal {piece} {word}",
    "loose": "loose {to}",
    "recover": "recover {piece}",
    "ban-end": "ban-end",
    "special": "special {team} {word}",
    "noblitz": "noblitz {team} {word}",
    "special-kept": "special-kept {team} {word}",
}

_CAUSES = {
    "fail": "blocked",
    "nopass": "no-pass",
    "push": "pushed",
    "tackle": "tackled",
    "intercept": "intercepted",
    "recover": "recovered",
    "ban-end": "ban-ends",
    "noblitz": "no-special",
}
"""What events call a happening, where that is not its key."""
_GOALS = {
    "run": "carries the ball to",
    "push": "is pushed with the ball to",
    "pass": "receives the ball on",
}


def name_of(piece: int) -> str:
    """Return what sentences call a piece: "A's small piece"."""
    return f"{TEAMS[team_of(piece)]}'s {WORDS[SIZES[piece % len(SIZES)]]} piece"


def line_of(happening: Happening) -> str:
    """Return a happening as a short line, as test vectors write it: "fail AS edge"."""
    return _LINES[happening.key].format(**_marks(happening))


def _marks(happening: Happening) -> dict[str, str]:
    """Pieces, squares and team by their marks; "" where there is none."""
    pieces = {"piece": happening.piece, "other": happening.other, "third": happening.third}
    found = {key: PIECES[piece] if piece >= 0 else "" for key, piece in pieces.items()}
    for key, site in (("site", happening.site), ("to", happening.to)):
        found[key] = NAMES[site] if site >= 0 else ""
    found["team"] = TEAMS[happening.team] if happening.team >= 0 else ""
    return found | {"word": happening.word}


def reason_of(happening: Happening, state: MatchState) -> Reason:
    """Return the sentence on a happening, with the rule behind it."""
    args: dict[str, object] = dict(_marks(happening))
    for key, piece in (
        ("who", happening.piece),
        ("other", happening.other),
        ("third", happening.third),
    ):
        args[key] = name_of(piece) if piece >= 0 else ""
    args["score"] = f"{TEAMS[0]} {state.score[0]}, {TEAMS[1]} {state.score[1]}"
    args["how"] = _GOALS.get(happening.word, "")
    args["special"] = SPECIAL_WORDS.get(happening.word, "")
    names = {"fail": happening.word, "nopass": f"no-pass-{happening.word.lower()}"}
    return because(names.get(happening.key, happening.key), **args)


def note_of(stage: int, happening: Happening, state: MatchState) -> Event:
    """Return the event that explains a happening."""
    piece = happening.piece
    thrown = happening.key in ("pass", "intercept")
    return Event(
        stage,
        "note",
        site=happening.site if happening.site >= 0 else None,
        to=happening.to if happening.to >= 0 else None,
        owner=team_of(piece) if piece >= 0 else happening.team,
        piece=piece % len(SIZES) if piece >= 0 else 0,
        cause=_CAUSES.get(happening.key, happening.key),
        value=line_of(happening),
        reason=reason_of(happening, state),
        sites=crossed(happening.site, happening.to) if thrown else (),
    )


def counters_of(state: MatchState, row: int, *, counts_turns: bool) -> Mapping[str, int]:
    """Return what is counted beside the board: points, the row that is carried out, turns."""
    found = {f"score {team}": points for team, points in zip(TEAMS, state.score, strict=True)}
    found["row"] = row
    return found | ({"turn": state.turns} if counts_turns else {})


def stage_events(
    state: MatchState, stages: tuple[TurnPhase, ...], first: int, row: int, *, counts_turns: bool
) -> Iterator[Event]:
    """Yield the events of what follows on `state`, a stage for each beat in which something shows.

    Parameters
    ----------
    first
        The number of the first of them.
    row
        The row that is being carried out in `state`, 0 between turns.
    """
    number = first
    for stage in stages:
        for beat in stage.beats:
            found = list(_changes(number, state, beat.state, beat.happenings))
            before = counters_of(state, row, counts_turns=counts_turns)
            after = counters_of(beat.state, stage.row, counts_turns=counts_turns)
            for counter, count in after.items():
                if count != before[counter]:
                    found.append(Event(number, "count", value=counter, count=count))
            found += [note_of(number, happening, beat.state) for happening in beat.happenings]
            yield from found
            state, row, number = beat.state, stage.row, number + bool(found)


def _changes(
    number: int, before: MatchState, after: MatchState, happenings: tuple[Happening, ...]
) -> Iterator[Event]:
    """The pieces that move from one state to the next, and then the ball, which lies on top."""
    pushed = {happening.other for happening in happenings if happening.key == "push"}
    for piece, (source, target) in enumerate(zip(before.squares, after.squares, strict=True)):
        if source != target:
            yield Event(
                number,
                "move",
                site=source,
                to=target,
                owner=team_of(piece),
                piece=piece % len(SIZES),
                cause="pushed" if piece in pushed else "",
            )
    # A piece that takes the ball where it lies puts it on itself: it is moved onto its own square.
    if before.ball != after.ball or before.carrier != after.carrier:
        yield Event(number, "move", site=before.ball, to=after.ball, piece=BALL_KIND, cause="ball")


def program_words(text: str) -> str:
    """Return a program in words, "" for another text.

    "small runs north two squares, stands; pass to large in row 2".
    """
    program = read_program(text) if "/" in text else None
    if program is None:
        return ""
    said = []
    for size in COLUMNS:
        commands = program.commands[SIZES.index(size)].rstrip(STAND)
        if commands:
            said.append(f"{WORDS[size]} {_run_words(commands)}")
    if program.pass_row:
        said.append(f"pass to {WORDS[SIZES[program.receiver]]} in row {program.pass_row}")
    if program.dash:
        said.append(f"dash {DIRECTION_WORDS[program.dash]}")
    said += ["quick pass"] if program.quick else []
    said += ["blitz"] if program.blitz else []
    said += ["the ball to the east after a goal"] if program.side == "E" else []
    return "; ".join(said) or "all stand still"


def _run_words(commands: str) -> str:
    """Return the commands of a piece: "runs north two squares, east"; "stands, runs north"."""
    said, runs = [], False
    for command, alike in groupby(commands):
        length = len(list(alike))
        if command == STAND:
            said.append(("stands", "stands", "stands for two rows")[length])
        else:
            far = ("", "", " two squares", " three squares")[length]
            said.append(f"{'' if runs else 'runs '}{DIRECTION_WORDS[command]}{far}")
        runs = command != STAND
    return ", ".join(said)


# -- what a player can choose: the words of the phases between turns, and programs slot by slot ----


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
        return because("not-canonical", text=shown(move), right=str(program))
    allowed = {slot.name: slot.choices for slot in blank_slots(rules, state, team)}
    held = program.values
    for name, (_, called) in _SPECIAL.items():
        if name not in allowed and held[name] not in (NO_PASS, "no"):
            return because("no-special", team=TEAMS[team], special=called)
    if "side" not in allowed and program.side != "W":
        when = "in the advanced game" if not rules.is_advanced else "without side_prompt"
        return because("no-side", when=when)
    for size, way in duties(rules, state, team).items():
        if program.commands[size][0] != way:
            return because(
                "exit-duty",
                size=WORDS[SIZES[size]],
                way=way,
                site=NAMES[state.squares[team * len(SIZES) + size]],
            )
    return None


def malformed(move: Move) -> Reason:
    """Return that a text is no program."""
    return because("no-program", text=shown(move))


def slots_of(blank: Sequence[Slot], program: Program) -> dict[str, str]:
    """Return what a program holds in these slots."""
    values = program.values
    return {slot.name: values[slot.name] for slot in blank}


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
