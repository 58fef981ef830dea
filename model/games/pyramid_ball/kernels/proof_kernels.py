"""Programs tried against programs row by row, so that what begins alike is carried out once.

A *stage* is a row of `STAGE` numbers: a state, and what is known within the turn. A *choice* is
what one team does in a row: nine commands as in a program, `OPEN` where it says nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from model.games.pyramid_ball.kernels import turn_kernels as at
from model.games.pyramid_ball.kernels.turn_kernels import carry_row
from model.kernels import Int, Ints, kernel

OPEN = -2
"""Of a command: another row's choice says what it is."""
OVER = at.STATE + at.KNOWN
"""Place in a stage: 1 where the match is over."""
STAGE = at.STATE + at.KNOWN + 1
ROWS = 4
"""Rows of a turn, the dashes included."""


class Pitch(NamedTuple):
    """What turns depend on beside states and programs; see `fast_turns`."""

    rules: Ints
    ahead: Ints
    crossed: Ints


@kernel
def choose(programs: Ints, team: Int, choice: Ints) -> None:
    """Put a choice into a program."""
    for place in range(9):
        if choice[place] != OPEN:
            programs[team, place] = choice[place]


@kernel
def go_on(stage: Ints, after: Ints, work: Ints, programs: Ints, pitch: Pitch, row: Int) -> None:
    """Carry out a row, and after row 3 the dashes, from a stage into another."""
    for place in range(STAGE):
        after[place] = stage[place]
    if stage[OVER]:
        return
    for place in range(at.KNOWN):
        work[place] = stage[at.STATE + place]
    state, (rules, ahead, crossed) = after[: at.STATE], pitch
    over = carry_row(state, work, rules, programs, ahead, crossed, row)
    if not over and row == 3:
        over = carry_row(state, work, rules, programs, ahead, crossed, 4)
    for place in range(at.KNOWN):
        after[at.STATE + place] = work[place]
    after[OVER] = int(over)


@kernel
def has_won(stage: Ints, rules: Ints, team: Int) -> bool:
    """Tell whether a team has won."""
    return bool(stage[OVER] and stage[at.SCORE + team] >= rules[1])


@kernel
def is_lost(
    stage: Ints, programs: Ints, rules: Ints, team: Int, row: Int, first_point: Int
) -> bool:
    """Tell whether a team can surely not win any more after `row`.

    Parameters
    ----------
    first_point
        Whether the first point wins, and this team began with the ball: then it needs a goal, and
        whoever is to score must be near enough.
    """
    if stage[OVER]:
        return not has_won(stage, rules, team)
    if row >= 3:
        return True
    if not first_point:
        return False
    goal = 7 if team == 0 else 0
    nearest = abs(stage[stage[at.CARRIER]] // 7 - goal)
    if programs[team, at.PASS_ROW] > row:
        receiver = 3 * team + programs[team, at.RECEIVER]
        nearest = min(nearest, abs(stage[receiver] // 7 - goal))
    return bool(nearest > 3 - row)


@kernel
def spread(
    stages: Ints, choices: Ints, found: Ints, programs: Ints, pitch: Pitch, team: Int, row: Int
) -> None:
    """Carry out a row from each stage with each choice of a team, into `found` one by one."""
    work = np.zeros(at.WORK, np.int64)
    number = 0
    for one in range(len(stages)):
        for other in range(len(choices)):
            choose(programs, team, choices[other])
            go_on(stages[one], found[number], work, programs, pitch, row)
            number += 1


@kernel
def give_up(
    stages: Ints, programs: Ints, rules: Ints, team: Int, row: Int, first_point: Int
) -> None:
    """Make all stages after `row` alike from which a team surely does not win any more."""
    for one in range(len(stages)):
        if is_lost(stages[one], programs, rules, team, row, first_point):
            stages[one] = 0
            stages[one, OVER] = 1


@kernel
def win(stages: Ints, choices: Ints, won: Ints, programs: Ints, pitch: Pitch, team: Int) -> None:
    """Leave 1 in `won` (stages, choices) where a team has won after a choice of row 3, else 0.

    Where it is 0 before, nothing is asked.
    """
    work = np.zeros(at.WORK, np.int64)
    after = np.zeros(STAGE, np.int64)
    for one in range(len(stages)):
        if stages[one, OVER]:
            if not has_won(stages[one], pitch.rules, team):
                won[one] = 0
            continue
        for other in range(len(choices)):
            if not won[one, other]:
                continue
            choose(programs, team, choices[other])
            go_on(stages[one], after, work, programs, pitch, 3)
            won[one, other] = int(has_won(after, pitch.rules, team))


@kernel
def first_escape(stages: Ints, choices: Ints, programs: Ints, pitch: Pitch, team: Int) -> int:
    """Return the first stage and choice of row 3 after which the other team has not won, else -1.

    They are numbered as `spread` does.
    """
    work = np.zeros(at.WORK, np.int64)
    after = np.zeros(STAGE, np.int64)
    for one in range(len(stages)):
        for other in range(len(choices)):
            choose(programs, team, choices[other])
            go_on(stages[one], after, work, programs, pitch, 3)
            if not has_won(after, pitch.rules, 1 - team):
                return one * len(choices) + other
    return -1


@kernel
def _holds(programs: Ints, team: Int, known: Ints, idle: Ints) -> bool:
    """Tell whether a program does all that one of those known does."""
    for one in range(len(known)):
        within = True
        for place in range(at.PROGRAM):
            said = known[one, place]
            if said != idle[place] and said != programs[team, place]:
                within = False
                break
        if within:
            return True
    return False


@kernel
def next_way(
    left: Ints,
    begin: Int,
    choices: tuple[Ints, Ints, Ints],
    programs: Ints,
    team: Int,
    known: Ints,
    idle: Ints,
    starts: Ints,
    answers: Ints,
    pitch: Pitch,
    looked: Ints,
) -> int:
    """Return the place in `left`, from `begin` on, of a way that wins against all answers, else -1.

    Parameters
    ----------
    left
        Ways to choose, numbered row 1 by row 2 by row 3.
    choices
        Those of the three rows.
    programs
        What the team has chosen beside them; changed in place to what is found.
    known, idle
        Programs whose extensions are passed over; a program that does nothing.
    starts, answers
        (n, `STAGE`) before row 1, (n, `PROGRAM`) complete programs of the other team.
    looked
        (1,) rows that were carried out, counted up.
    """
    work = np.zeros(at.WORK, np.int64)
    stage = np.zeros(STAGE, np.int64)
    after = np.zeros(STAGE, np.int64)
    hard, (first, second, third) = 0, choices
    for place in range(begin, len(left)):
        way = left[place]
        choose(programs, team, first[way // (len(second) * len(third))])
        choose(programs, team, second[way // len(third) % len(second)])
        choose(programs, team, third[way % len(third)])
        if _holds(programs, team, known, idle):
            continue
        wins = True
        for step in range(len(starts)):
            number = (hard + step) % len(starts)  # what refuted the last one comes first
            programs[1 - team] = answers[number]
            stage[:] = starts[number]
            for row in range(1, 4):
                go_on(stage, after, work, programs, pitch, row)
                stage[:] = after
            looked[0] += 3
            if not has_won(after, pitch.rules, team):
                wins, hard = False, number
                break
        if wins:
            return place
    return -1
