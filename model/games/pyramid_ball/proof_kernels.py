"""Programs tried against programs row by row, so that what begins alike is carried out once.

A *stage* is a row of `STAGE` numbers: a state, and what is known within the turn. A *choice* is
what one team does in a row: nine commands as in a program, `OPEN` where it says nothing.
"""

from __future__ import annotations

import numpy as np

from model.games.pyramid_ball.turn_kernels import (
    CARRIER,
    KNOWN,
    PASS_ROW,
    PROGRAM,
    RECEIVER,
    SCORE,
    STATE,
    WORK,
    carry_row,
)
from model.kernels import Int, Ints, kernel

OPEN = -2
"""Of a command: another row's choice says what it is."""
OVER = STATE + KNOWN
"""Place in a stage: 1 where the match is over."""
STAGE = STATE + KNOWN + 1
ROWS = 4
"""Rows of a turn, the dashes included."""


@kernel
def choose(programs: Ints, team: Int, choice: Ints) -> None:
    """Put a choice into a program."""
    for place in range(9):
        if choice[place] != OPEN:
            programs[team, place] = choice[place]


@kernel
def go_on(
    stage: Ints, after: Ints, work: Ints, programs: Ints, rules: Ints, ahead: Ints, crossed: Ints,
    row: Int,
) -> None:  # fmt: skip
    """Carry out a row, and after row 3 the dashes, from a stage into another."""
    for place in range(STAGE):
        after[place] = stage[place]
    if stage[OVER]:
        return
    for place in range(KNOWN):
        work[place] = stage[STATE + place]
    state = after[:STATE]
    over = carry_row(state, work, rules, programs, ahead, crossed, row)
    if not over and row == 3:
        over = carry_row(state, work, rules, programs, ahead, crossed, 4)
    for place in range(KNOWN):
        after[STATE + place] = work[place]
    after[OVER] = int(over)


@kernel
def has_won(stage: Ints, rules: Ints, team: Int) -> bool:
    """Tell whether a team has won."""
    return bool(stage[OVER] and stage[SCORE + team] >= rules[1])


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
    nearest = abs(stage[stage[CARRIER]] // 7 - goal)
    if programs[team, PASS_ROW] > row:
        receiver = 3 * team + programs[team, RECEIVER]
        nearest = min(nearest, abs(stage[receiver] // 7 - goal))
    return bool(nearest > 3 - row)


@kernel
def spread(
    stages: Ints, choices: Ints, found: Ints, programs: Ints, rules: Ints, ahead: Ints,
    crossed: Ints, team: Int, row: Int,
) -> None:  # fmt: skip
    """Carry out a row from each stage with each choice of a team, into `found` one by one."""
    work = np.zeros(WORK, np.int64)
    number = 0
    for one in range(len(stages)):
        for other in range(len(choices)):
            choose(programs, team, choices[other])
            go_on(stages[one], found[number], work, programs, rules, ahead, crossed, row)
            number += 1


@kernel
def first_rows(
    starts: Ints, choices: Ints, found: Ints, alive: Ints, programs: Ints, answers: Ints,
    rules: Ints, ahead: Ints, crossed: Ints, team: Int, first_point: Int,
) -> None:  # fmt: skip
    """Carry out row 1 with each choice of a team against each answer.

    `found` (choices, answers, `STAGE`) are the stages after it; `alive` becomes 0 where a choice
    cannot win any more against one of the answers.
    """
    work = np.zeros(WORK, np.int64)
    for one in range(len(choices)):
        choose(programs, team, choices[one])
        alive[one] = 1
        for number in range(len(answers)):
            programs[1 - team] = answers[number]
            after = found[one, number]
            go_on(starts[number], after, work, programs, rules, ahead, crossed, 1)
            if is_lost(after, programs, rules, team, 1, first_point):
                alive[one] = 0
                break


@kernel
def first_escape(
    stages: Ints, choices: Ints, programs: Ints, rules: Ints, ahead: Ints, crossed: Ints,
    team: Int,
) -> int:  # fmt: skip
    """Return the first stage and choice of row 3 after which the other team has not won, else -1.

    They are numbered as `spread` does.
    """
    work = np.zeros(WORK, np.int64)
    after = np.zeros(STAGE, np.int64)
    for one in range(len(stages)):
        for other in range(len(choices)):
            choose(programs, team, choices[other])
            go_on(stages[one], after, work, programs, rules, ahead, crossed, 3)
            if not has_won(after, rules, 1 - team):
                return one * len(choices) + other
    return -1


@kernel
def _holds(programs: Ints, team: Int, known: Ints, idle: Ints) -> bool:
    """Tell whether a program does all that one of those known does."""
    for one in range(len(known)):
        within = True
        for place in range(PROGRAM):
            said = known[one, place]
            if said != idle[place] and said != programs[team, place]:
                within = False
                break
        if within:
            return True
    return False


@kernel
def next_survivor(
    stages: Ints, second: Ints, third: Ints, answers: Ints, programs: Ints, rules: Ints,
    ahead: Ints, crossed: Ints, team: Int, first_point: Int, known: Ints, idle: Ints,
    begin: Int, looked: Ints,
) -> int:  # fmt: skip
    """Return the next way on from row 1 that wins against every answer given, else -1.

    Parameters
    ----------
    stages
        (n, `STAGE`) after row 1, against each of the answers.
    second, third
        The choices of rows 2 and 3.
    answers
        (n, `PROGRAM`) complete programs of the other team.
    programs
        What the team has chosen so far; changed in place to what is found.
    known, idle
        Programs whose extensions are passed over; a program that does nothing.
    begin
        What to go on behind: the last number that was returned + 1.
    looked
        (1,) rows that were carried out, counted up.
    """
    work = np.zeros(WORK, np.int64)
    later = np.zeros((len(stages), STAGE), np.int64)
    after = np.zeros(STAGE, np.int64)
    hard = 0
    for one in range(begin // len(third), len(second)):
        choose(programs, team, second[one])
        alive = True
        for number in range(len(stages)):
            programs[1 - team] = answers[number]
            go_on(stages[number], later[number], work, programs, rules, ahead, crossed, 2)
            looked[0] += 1
            if is_lost(later[number], programs, rules, team, 2, first_point):
                alive = False
                break
        if not alive:
            continue
        begun = begin % len(third) if one == begin // len(third) else 0
        for other in range(begun, len(third)):
            choose(programs, team, third[other])
            if _holds(programs, team, known, idle):
                continue
            wins = True
            for step in range(len(stages)):
                number = (hard + step) % len(stages)  # what refuted the last one comes first
                programs[1 - team] = answers[number]
                go_on(later[number], after, work, programs, rules, ahead, crossed, 3)
                looked[0] += 1
                if not has_won(after, rules, team):
                    wins, hard = False, number
                    break
            if wins:
                return one * len(third) + other
    return -1
