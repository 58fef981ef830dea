"""Programs of Pyramid Ball drawn by hand: ways of pieces, the pass, and what would come of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from model.contract.game import Position
from model.contract.moves import SLOT_SIGN, slot_values, with_slot
from model.games.pyramid_ball.choices import blank_slots, slots_of
from model.games.pyramid_ball.pitch import (
    DIRECTIONS,
    NAMES,
    NEXT,
    SIZES,
    STAND,
    TEAMS,
)
from model.games.pyramid_ball.position import PyramidBallPosition
from model.games.pyramid_ball.programming import (
    NO_PASS,
    ROWS,
    Program,
    program_of,
    read_program,
)
from model.games.pyramid_ball.telling import Stage, name_of, reason_of
from model.games.pyramid_ball.turn_run import run_turn
from viewer.games.planning import Drawn, Grip, Partial, PlanButton, PlanKey, PlanPicture
from viewer.games.pyramid_ball.ways import (
    arrows_of,
    as_guess,
    mark_of_pass,
    route,
    shut_row,
    way_of,
)
from viewer.visuals.overlay_types import Overlay

_WAYS: Mapping[str, str] = {"north": "N", "east": "E", "south": "S", "west": "W"}
_KEYED_ORDER = ("S", "M", "L")
_SILENT = ("offence", "win", "special", "special-kept")
"""Happenings that are no news in a preview."""


class BallPlanner:
    """How programs are drawn (`viewer.games.planning.Planner`)."""

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
                    ends.append((held.state.squares[piece], way[-1][2] if way else
                                 held.state.squares[piece]))  # fmt: skip
            if plan:
                found = mark_of_pass(held.state, programs[side], side, account.stages)
                overlays += found if side == team else map(as_guess, found)
        told = _told(account.stages) if partial or guess else ()
        return PlanPicture(tuple(overlays), tuple(ends), told)

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
                token = f"dash{SLOT_SIGN}{NO_PASS if on else _ahead(held.side)}"
                found.append(PlanButton(token, "Dash", on))
            elif slot.name == "side":
                west = values.get("side", "W") == "W"
                words = f"After their goal: ball {'west' if west else 'east'}"
                found.append(PlanButton(f"side{SLOT_SIGN}{'E' if west else 'W'}", words))
        return tuple(found)


def _told(stages: Sequence[Stage]) -> tuple[str, ...]:
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


def _ahead(team: int) -> str:
    return "NS"[team]


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
        return Drawn(plan, f"{name_of(carrier)} moves in rows 2 and 3: to pass it must stand still "
                     "in one of them")  # fmt: skip
    marker, letter = values.get("pass", NO_PASS), SIZES[receiver % 3]
    if marker != NO_PASS and marker[1] == letter and int(marker[0]) in rows:
        later = [row for row in rows if row > int(marker[0])]
        return Drawn(with_slot(plan, "pass", f"{later[0]}{letter}" if later else ""))
    return Drawn(with_slot(plan, "pass", f"{rows[0]}{letter}"))
