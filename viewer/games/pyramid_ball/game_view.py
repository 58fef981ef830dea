"""What Pyramid Ball brings to the window: ball, points, special moves, the closed row."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

from model.contract.game import SLOT_SIGN, Event, Outcome, Position, slot_values, with_slot
from model.games.pyramid_ball.position import PyramidBallPosition
from model.games.pyramid_ball.rulebook import (
    DIRECTIONS,
    FILES,
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
    crossed,
    program_of,
    read_program,
)
from model.games.pyramid_ball.telling import (
    SPECIAL_WORDS,
    TurnPhase,
    blank_slots,
    name_of,
    program_words,
    reason_of,
    slots_of,
)
from model.games.pyramid_ball.turn_run import run_turn
from model.phrases import counted, listed
from model.puzzles.account import Account
from viewer.games.decision import (
    Decision,
    Drawn,
    Grip,
    Partial,
    PlanButton,
    PlanKey,
    PlanPicture,
    general_decision,
)
from viewer.games.facts import Fact
from viewer.games.game_view import GameDock, view_said
from viewer.visuals.overlay_types import Arrow, ArrowStyle, Lit, Overlay

# Programs of Pyramid Ball drawn by hand: ways of pieces, the pass, and what would come of them.

# Ways on the pitch: the steps of a program, a drag as steps, and what is drawn of them.


def way_of(state: MatchState, program: Program, piece: int) -> list[tuple[int, int, int]]:
    """Return (row, from, to) of each step a piece is told to make, if nothing stops it."""
    size = piece % len(SIZES)
    letters = list(enumerate(program.commands[size], start=1))
    letters += [(4, program.dash)] if program.dash and SIZES[size] == "S" else []
    here, found = state.squares[piece], []
    for row, letter in letters:
        if letter == STAND:
            continue
        there = NEXT[here][DIRECTIONS.index(letter)]
        if there < 0:
            break
        found.append((row, here, there))
        here = there
    return found


def route(way: Sequence[int]) -> list[int]:
    """Return the squares of a drag, one beside the other; a step back takes the last one away."""
    sites = [way[0]]
    for target in way[1:]:
        for site in _between(sites[-1], target):
            if len(sites) > 1 and site == sites[-2]:
                sites.pop()
            else:
                sites.append(site)
    return sites


def _between(here: int, there: int) -> list[int]:
    """The squares from one to another, the longer way first; `here` left out."""
    found = []
    while here != there:
        east, north = there % FILES - here % FILES, there // FILES - here // FILES
        if abs(north) >= abs(east):
            here += FILES if north > 0 else -FILES
        else:
            here += 1 if east > 0 else -1
        found.append(here)
    return found


def arrows_of(
    stages: Sequence[TurnPhase], way: Sequence[tuple[int, int, int]], piece: int, *, guessed: bool
) -> list[Overlay]:
    """Return the steps of a way: made, stopped, and after that those that come to nothing."""
    found: list[Overlay] = []
    made: dict[int, str] = {}
    for stage in stages:
        for beat in stage.beats:
            if any(one.key == "fail" and one.piece == piece for one in beat.happenings):
                made[stage.row] = "stopped"
    stopped = min(made, default=9)
    for row, here, there in way:
        style: ArrowStyle = "step" if row < stopped else "stopped" if row == stopped else "void"
        text = "+" if row == 4 else str(row)
        found.append(Arrow(here, there, piece // len(SIZES), style, text, guessed))
    return found


def shut_row(state: MatchState) -> list[Overlay]:
    """Return the row that is closed to a team, if any."""
    if state.ban < 0:
        return []
    first = GOALS[state.ban] * FILES
    return [Lit(tuple(range(first, first + FILES)), "shut")]


def mark_of_pass(
    state: MatchState, program: Program, side: int, stages: Sequence[TurnPhase], *, guessed: bool
) -> list[Overlay]:
    """Return the pass as it would be thrown, with the squares it crosses; else its receiver."""
    if not program.pass_row:
        return []
    for stage in stages:
        for beat in stage.beats:
            for one in beat.happenings:
                if one.key in ("pass", "intercept") and stage.row == program.pass_row:
                    sites = crossed(one.site, one.to)
                    style: Literal["lit", "warned"] = "warned" if one.key == "intercept" else "lit"
                    throw = Arrow(one.site, one.to, side, "throw", str(stage.row), guessed)
                    return [throw, Lit(tuple(sites), style)]
    receiver = state.squares[side * len(SIZES) + program.receiver]
    return [Arrow(state.ball, receiver, side, "void", str(program.pass_row), guessed)]


_WAYS: Mapping[str, str] = {"north": "N", "east": "E", "south": "S", "west": "W"}
_KEYED_ORDER = ("S", "M", "L")
_SILENT = ("offence", "win", "special", "special-kept")
"""Happenings that are no news in a preview."""


class BallPlanner:
    """How programs are drawn (`viewer.games.decision.Planner`)."""

    def plans(self, position: Position) -> bool:
        """Tell whether a program is to be chosen."""
        return (
            isinstance(position, PyramidBallPosition)
            and position.outcome is None
            and position.words is None
        )

    def pieces(self, position: Position) -> tuple[int, ...]:
        """Return the squares of the small, the medium and the large piece."""
        held = _held(position)
        return tuple(
            held.state.squares[_piece(held.side, size)] for size in map(SIZES.index, _KEYED_ORDER)
        )

    def point_text(self, position: Position, site: int) -> str:
        """Return who stands on a square, and whether the ball is there."""
        state = _held(position).now
        name = NAMES[site]
        if site not in state.squares:
            return f"{name}: the ball" if site == state.loose else f"{name}: empty"
        piece = state.squares.index(site)
        ball = ", with the ball" if piece == state.carrier else ""
        return f"{name}: {name_of(piece)}{ball}"

    # -- what a plan looks like ----------------------------------------------------------------

    def picture(self, position: Position, partial: Partial, guess: Partial) -> PlanPicture:
        """Return the ways of a program, and what would come of it."""
        held = _held(position)
        team = held.side
        programs = [_program(held, guess, 1 - team), _program(held, guess, 1 - team)]
        programs[team] = _program(held, partial, team)
        account = run_turn(held.game.rules, held.state, (programs[0], programs[1]))
        overlays: list[Overlay] = [*shut_row(held.state)]
        ends = []
        for side, plan in ((team, partial), (1 - team, guess)):
            for size in range(len(SIZES)):
                piece = _piece(side, size)
                way = way_of(held.state, programs[side], piece)
                overlays += arrows_of(account.stages, way, piece, guessed=side != team)
                if side == team:
                    ends.append(
                        (
                            held.state.squares[piece],
                            way[-1][2] if way else held.state.squares[piece],
                        )
                    )
            if plan:
                overlays += mark_of_pass(
                    held.state, programs[side], side, account.stages, guessed=side != team
                )
        texts = _row_texts(account.stages) if partial or guess else ()
        return PlanPicture(tuple(overlays), tuple(ends), texts)

    # -- drawing -------------------------------------------------------------------------------

    def taken(
        self, position: Position, partial: Partial, guess: Partial, site: int, *, ball: bool
    ) -> Grip | None:
        """Return the piece or the ball a drag takes; at the end of a way the piece goes on."""
        held = _held(position)
        state, team = held.state, held.side
        if ball and state.carrier >= 0:
            return Grip(site, state.carrier // len(SIZES), ball=True)
        if site in state.squares:
            side = state.squares.index(site) // len(SIZES)
            return Grip(site, side)
        for side, plan in ((team, partial), (1 - team, guess)):
            program = _program(held, plan, side)
            for size in range(len(SIZES)):
                piece = _piece(side, size)
                way = way_of(state, program, piece)
                if way and way[-1][2] == site:
                    return Grip(state.squares[piece], side, goes_on=True)
        return None

    def drawn(self, position: Position, plan: Partial, grip: Grip, way: Sequence[int]) -> Drawn:
        """Return a program after a drag: a way, or a pass to where the ball is let go."""
        held = _held(position)
        if grip.ball:
            return _passed(held, plan, grip, way[-1])
        piece = held.state.squares.index(grip.piece)
        size = SIZES[piece % len(SIZES)]
        after = plan if grip.goes_on else _cleared(held, plan, grip.side, size)
        sites = route(way)
        for here, there in pairwise(sites):
            direction = DIRECTIONS[NEXT[here].index(there)]
            drawn = _further(held, after, piece, direction)
            if drawn.sentence:
                return drawn
            after = drawn.partial
        return Drawn(after)

    def keyed(self, position: Position, plan: Partial, piece: int, key: PlanKey) -> Drawn:
        """Return the program after a key."""
        held = _held(position)
        number = held.state.squares.index(piece)
        size, side = SIZES[number % len(SIZES)], number // len(SIZES)
        if key == "clear":
            return Drawn(_cleared(held, plan, side, size))
        if key == "back":
            return _shorter(held, plan, number)
        if key == "pass" and number == held.state.carrier:
            return Drawn(plan, f"{name_of(number)} has the ball already")
        if key == "pass":
            return _passed(held, plan, Grip(held.state.ball, side, ball=True), piece)
        direction = _WAYS.get(key, STAND)
        if direction != STAND:
            way = way_of(held.state, _program(held, plan, side), number)
            here = way[-1][2] if way else piece
            if NEXT[here][DIRECTIONS.index(direction)] < 0:
                return Drawn(plan, f"The pitch ends {key} of {NAMES[here]}")
        return _further(held, plan, number, direction)

    def buttons(self, position: Position, partial: Partial) -> tuple[PlanButton, ...]:
        """Return the switches of special moves, and of the side where the ball is put."""
        held = _held(position)
        values = _values(held, partial, held.side)
        found = []
        for slot in blank_slots(held.game.rules, held.state, held.side):
            if slot.name in ("quick", "blitz"):
                on = values.get(slot.name) == "yes"
                words = {"quick": "Quick pass", "blitz": "Blitz"}[slot.name]
                found.append(
                    PlanButton(f"{slot.name}{SLOT_SIGN}{'no' if on else 'yes'}", words, on)
                )
            elif slot.name == "dash":
                on = values.get("dash", NO_PASS) != NO_PASS
                token = f"dash{SLOT_SIGN}{NO_PASS if on else 'NS'[held.side]}"
                found.append(PlanButton(token, "Dash", on))
            elif slot.name == "side":
                west = values.get("side", "W") == "W"
                words = f"After their goal: ball {'west' if west else 'east'}"
                found.append(PlanButton(f"side{SLOT_SIGN}{'E' if west else 'W'}", words))
        return tuple(found)


def _row_texts(stages: Sequence[TurnPhase]) -> tuple[str, ...]:
    """What would come of a plan, each row named once."""
    found, row = [], 0
    for stage in stages:
        for beat in stage.beats:
            for happening in beat.happenings:
                if happening.key in _SILENT:
                    continue
                text = str(reason_of(happening, beat.state))
                found.append(text if stage.row in (0, row) else f"in row {stage.row} {text}")
                row = stage.row
    return tuple(found)


# -- a program and its slots -----------------------------------------------------------------------


def _held(position: Position) -> PyramidBallPosition:
    assert isinstance(position, PyramidBallPosition)
    return position


def _piece(team: int, size: int) -> int:
    return team * len(SIZES) + size


def _values(held: PyramidBallPosition, plan: Partial, team: int) -> dict[str, str]:
    """What a plan says of each slot; what it does not say is missing."""
    begun: dict[str, str] = {}
    if plan and SLOT_SIGN not in plan[0]:
        whole = read_program(plan[0])
        if whole is not None:
            begun = slots_of(blank_slots(held.game.rules, held.state, team), whole)
            plan = plan[1:]
    return slot_values(plan, begun)


def _program(held: PyramidBallPosition, plan: Partial, team: int) -> Program:
    """The program of a plan, with what the rules force where it says nothing."""
    slots = blank_slots(held.game.rules, held.state, team)
    values = _values(held, plan, team)
    return program_of({slot.name: values.get(slot.name, slot.default) for slot in slots})


def _forced(held: PyramidBallPosition, team: int, size: str) -> str:
    """The command of row 1 that the rules force on a piece, "" for none."""
    slots = blank_slots(held.game.rules, held.state, team)
    (first,) = (slot for slot in slots if slot.name == f"{size}1")
    return first.choices[0] if len(first.choices) == 1 else ""


def _cleared(held: PyramidBallPosition, plan: Partial, team: int, size: str) -> Partial:
    """A plan in which nothing is said of a piece's commands."""
    said = _values(held, plan, team)
    for row in ROWS:
        if f"{size}{row}" in said:
            plan = with_slot(plan, f"{size}{row}")
    return with_slot(plan, "dash") if size == "S" and "dash" in said else plan


def _next_row(held: PyramidBallPosition, plan: Partial, piece: int) -> int:
    """The row that the next command of a piece is for: 4 the dash, 5 where none is left."""
    team, size = divmod(piece, len(SIZES))
    values, letter = _values(held, plan, team), SIZES[size]
    said = [row for row in ROWS if f"{letter}{row}" in values]
    if values.get("dash", NO_PASS) != NO_PASS and letter == "S":
        return 5
    row = max(said, default=0) + 1
    if row == 1 and _forced(held, team, letter):
        row = 2
    marker = values.get("pass", NO_PASS)
    if marker != NO_PASS and int(marker[0]) == row and piece == held.state.carrier:
        row += 1  # in the row of its pass it stands still
    return row


def _further(held: PyramidBallPosition, plan: Partial, piece: int, direction: str) -> Drawn:
    """A plan with one command more for a piece, or why there is no more."""
    team, size = divmod(piece, len(SIZES))
    row, letter = _next_row(held, plan, piece), SIZES[size]
    if row <= len(ROWS):
        if row == 2 and (forced := _forced(held, team, letter)):
            plan = with_slot(plan, f"{letter}1", forced)
        return Drawn(with_slot(plan, f"{letter}{row}", direction))
    slots = {slot.name for slot in blank_slots(held.game.rules, held.state, team)}
    if letter == "S" and row == len(ROWS) + 1 and "dash" in slots and direction != STAND:
        return Drawn(with_slot(plan, "dash", direction))
    return Drawn(plan, f"{name_of(piece)} has an order for every row already")


def _shorter(held: PyramidBallPosition, plan: Partial, piece: int) -> Drawn:
    """A plan without the last command of a piece."""
    team, size = divmod(piece, len(SIZES))
    values, letter = _values(held, plan, team), SIZES[size]
    if letter == "S" and values.get("dash", NO_PASS) != NO_PASS:
        return Drawn(with_slot(plan, "dash"))
    said = [row for row in ROWS if f"{letter}{row}" in values]
    if not said:
        return Drawn(plan, f"{name_of(piece)} has no commands to take back")
    return Drawn(with_slot(plan, f"{letter}{max(said)}"))


def _passed(held: PyramidBallPosition, plan: Partial, grip: Grip, target: int) -> Drawn:
    """A plan with a pass to the piece that stands on a square or comes to it; again: later."""
    state, side = held.state, grip.side
    program = _program(held, plan, side)
    receiver = -1
    for size in range(len(SIZES)):
        piece = _piece(side, size)
        way = way_of(state, program, piece)
        if target in (state.squares[piece], way[-1][2] if way else -1):
            receiver = piece
    if target == grip.piece and receiver == state.carrier:
        return Drawn(with_slot(plan, "pass"))
    if receiver < 0:
        return Drawn(plan, f"No piece of {TEAMS[side]} can take a pass on {NAMES[target]}")
    if receiver == state.carrier:
        return Drawn(plan, f"{name_of(receiver)} has the ball already")
    values = _values(held, plan, side)
    carrier = state.carrier if state.carrier >= 0 and state.carrier // 3 == side else -1
    rows = [
        row
        for row in ((1, 2, 3) if values.get("quick") == "yes" else (2, 3))
        if carrier < 0 or values.get(f"{SIZES[carrier % 3]}{row}", STAND) == STAND
    ]
    if not rows:
        return Drawn(
            plan,
            f"{name_of(carrier)} moves in rows 2 and 3: to pass it must stand still in one of them",
        )
    marker, letter = values.get("pass", NO_PASS), SIZES[receiver % 3]
    if marker != NO_PASS and marker[1] == letter and int(marker[0]) in rows:
        later = [row for row in rows if row > int(marker[0])]
        return Drawn(with_slot(plan, "pass", f"{later[0]}{letter}" if later else ""))
    return Drawn(with_slot(plan, "pass", f"{rows[0]}{letter}"))


# What decided a puzzle of Pyramid Ball: the point that was scored, and against what.

_POINTS = ("goal", "tackled", "intercepted")


def decision(account: Account) -> Decision:
    """Return what decided a line, see `viewer.games.game_view.GameView.decision`."""
    if len(account.line) < 2:
        return general_decision(account)
    before, move = account.positions[-2], account.line[-1]
    assert isinstance(before, PyramidBallPosition)
    after = account.positions[-1]
    assert isinstance(after, PyramidBallPosition)
    parts = [
        event
        for event in before.events(move)
        if event.kind == "note" and event.cause in _POINTS and event.reason is not None
    ]
    if not parts:
        return Decision(f'Nobody scores against "{move}".', (Lit((after.state.ball,)),))
    reason = str(parts[-1].reason)
    scores = f"{reason[0].upper()}{reason[1:]}"
    text = f"{scores}." if account.succeeds else f'{scores}: the answer was "{move}".'
    return Decision(text, _shown(parts[-1], "lit" if account.succeeds else "warned"))


def _shown(event: Event, style: Literal["lit", "warned"]) -> tuple[Overlay, ...]:
    """The squares a point was scored on, and the way of the ball where it was thrown."""
    squares = tuple(dict.fromkeys(s for s in (event.site, event.to, *event.sites) if s is not None))
    if event.site is None or event.to is None or not event.sites:
        return (Lit(squares, style),)
    return (Lit(squares, style), Arrow(event.site, event.to, event.owner, "throw"))


BALL, POINTS, TURN = "The ball", "Points", "Turn"
_SPECIALS = {"S": "dash", "M": "quick", "L": "blitz"}


def _facts(position: Position) -> tuple[Fact, ...]:
    assert isinstance(position, PyramidBallPosition)
    state = position.now
    offence = TEAMS[state.offence]
    if state.carrier >= 0:
        where = f"{name_of(state.carrier)} has the ball on {NAMES[state.ball]}"
    else:
        where = f"The ball lies on {NAMES[state.loose]}; {offence} had it last"
    facts = [Fact(where, offence, True, (state.ball,), "pyramid-ball.md#offence-and-defence", BALL)]
    if state.ban >= 0:
        shut_out, row = TEAMS[state.ban], GOALS[state.ban]
        sites = tuple(range(row * 7, row * 7 + 7))
        text = f"Row {row + 1} is closed to {shut_out}"
        facts.append(Fact(text, shut_out, False, sites, "pyramid-ball.md#closed-row", BALL))
    for team, name in enumerate(TEAMS):
        text = f"{name} has {counted(state.score[team], 'point')} of {position.game.rules.points}"
        facts.append(Fact(text, name, rule="pyramid-ball.md#winning", heading=POINTS))
        if state.held[team]:
            held = [SPECIAL_WORDS[_SPECIALS[one]] for one in state.held[team]]
            text = f"{name} can use {listed(held)}"
            facts.append(Fact(text, name, rule="pyramid-ball.md#special-moves", heading=POINTS))
    if position.outcome is None:
        facts += _turn(position)
    return tuple(facts)


def _score_text(position: Position) -> str:
    assert isinstance(position, PyramidBallPosition)
    return "points " + ":".join(map(str, position.now.score))


def _turn(position: PyramidBallPosition) -> list[Fact]:
    who, words = str(position.to_move), position.words or ()
    chosen = [Fact("A has chosen; the choice is still secret", "A", heading=TURN)]
    text, rule = f"{who} {_choice(words)}", "pyramid-ball.md#turns"
    now = Fact(text, who, True, rule=rule, heading=TURN, ahead=True)
    return [*(chosen if position.sealed else []), now]


def _choice(words: tuple[str, ...]) -> str:
    """What is to be chosen, after who chooses."""
    if not words:
        return "chooses a program"
    taken = [SPECIAL_WORDS[name] for size, name in _SPECIALS.items() if f"take-{size}" in words]
    return f"takes {listed(taken, 'or')}" if taken else f"chooses {listed(words, 'or')}"


def _ending(position: Position, outcome: Outcome) -> str:
    points = ":".join(str(points) for _, points in outcome.scores)
    score = f", {points}" if points else ""
    if outcome.winner is None:
        return f"The match is drawn{score}: the last turn is played"
    why = ": the last turn is played" if outcome.how == "turns" else ""
    return f"{outcome.winner} wins{score.replace(',', '')}{why}"


_WORDS = {
    "W": "Put the ball down to the west",
    "E": "Put the ball down to the east",
    "offence": "Begin with the ball",
    "defence": "Begin without the ball",
    **{f"take-{size}": f"Take {SPECIAL_WORDS[name]}" for size, name in _SPECIALS.items()},
}


_PROGRAM = re.compile(
    r"(?:[NESW.]{3}/){2}[NESW.]{3}(?:/(?:pass[123][SML]|dash[NESW]|quick|blitz|side[WE]))*"
)


GAME_VIEW = replace(
    view_said(Path(__file__)),
    facts=_facts,
    standing=_score_text,
    ending=_ending,
    decision=decision,
    planner=BallPlanner(),
    token_words=lambda token: _WORDS.get(token, token.capitalize()),
    move_words=lambda text: _PROGRAM.sub(lambda found: program_words(found[0]), text),
    docks=(
        GameDock("turn-log", "Turn", "viewer.panels.games.pyramid_ball.turn_log", starts_open=True),
    ),
)
