"""Ways on the pitch: the steps of a program, a drag as steps, and what is drawn of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from model.games.pyramid_ball.pitch import DIRECTIONS, FILES, GOALS, NEXT, SIZES, STAND, crossed
from model.games.pyramid_ball.programming import Program
from model.games.pyramid_ball.rulebook import MatchState
from model.games.pyramid_ball.telling import Stage
from viewer.visuals.overlay_types import Arrow, ArrowStyle, Lit, Overlay


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
    stages: Sequence[Stage], way: Sequence[tuple[int, int, int]], piece: int, *, guessed: bool
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


def as_guess(overlay: Overlay) -> Overlay:
    """Return an overlay as one of the other side, whose plan is guessed."""
    return replace(overlay, guessed=True) if isinstance(overlay, Arrow) else overlay


def mark_of_pass(
    state: MatchState, program: Program, side: int, stages: Sequence[Stage]
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
                    throw = Arrow(one.site, one.to, side, "throw", str(stage.row))
                    return [throw, Lit(tuple(sites), style)]
    receiver = state.squares[side * len(SIZES) + program.receiver]
    return [Arrow(state.ball, receiver, side, "void", str(program.pass_row))]
