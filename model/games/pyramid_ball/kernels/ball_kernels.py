"""Who has the ball, compiled: points, goals, tackles, and a ball that lies, as `turn_run` does."""

from __future__ import annotations

from model.games.pyramid_ball.kernels.turn_places import (
    ADVANCED,
    BAN,
    BAN_NOW,
    CARRIER,
    EAST,
    ENFORCED,
    HELD,
    KEPT,
    LOOSE,
    OFFENCE,
    OWED,
    POINTS,
    SCORE,
    USED,
)
from model.kernels import Int, Ints, kernel

_BOTTOM, _TOP = 0, 7


@kernel
def closed_rank(team: Int) -> int:
    """Return the row a team scores in, which a ban closes to it."""
    return _TOP if team == 0 else _BOTTOM


@kernel
def piece_at(state: Ints, square: Int) -> int:
    """The piece on a square, -1 for none."""
    for piece in range(6):
        if state[piece] == square:
            return piece
    return -1


@kernel
def is_open(state: Ints, crossed: Ints, team: Int, source: Int, target: Int) -> bool:
    """Whether no opponent stands now where a pass would go through."""
    for number in range(crossed.shape[2]):
        site = crossed[source, target, number]
        if site < 0:
            return True
        for piece in range(3 * (1 - team), 3 * (1 - team) + 3):
            if state[piece] == site:
                return False
    return True


@kernel
def end_ban(state: Ints) -> None:
    """Open the closed row again."""
    state[BAN], state[KEPT] = -1, 0


@kernel
def take(state: Ints, piece: Int) -> None:
    """Give the ball to a piece."""
    team = piece // 3
    state[CARRIER], state[LOOSE], state[OFFENCE] = piece, -1, team
    if state[BAN] == team:
        end_ban(state)


@kernel
def _bits(number: Int) -> int:
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1)


@kernel
def point(state: Ints, rules: Ints, team: Int) -> bool:
    """Count a point; True where it wins."""
    loser = 1 - team
    state[SCORE + team] += 1
    has = _bits(state[HELD + loser]) + _bits(state[USED + loser]) + state[OWED + loser]
    if rules[ADVANCED] and has < 3:
        state[OWED + loser] += 1
    return bool(state[SCORE + team] >= rules[POINTS])


@kernel
def goal(state: Ints, work: Ints, rules: Ints, programs: Ints, scorer: Int) -> bool:
    """Count a goal and put the ball down; True where it wins."""
    team = scorer // 3
    if point(state, rules, team):
        return True
    at = state[scorer]
    first = at - at % 7
    way = 1 if programs[1 - team, EAST] else -1
    spot = -1
    for _ in range(2):
        site = at + way
        while spot < 0 and first <= site < first + 7:
            if piece_at(state, site) < 0:
                spot = site
            site += way
        way = -way
    state[CARRIER], state[LOOSE], state[BAN], state[KEPT] = -1, spot, team, 0
    work[ENFORCED] = rules[BAN_NOW]
    return False


@kernel
def ball_after(
    state: Ints, work: Ints, rules: Ints, programs: Ints, movers: Int, tackler: Int, before: Int
) -> bool:
    """Tackle, goal or recovery, and the end of a ban; True where the match is over."""
    carrier = state[CARRIER]
    if tackler >= 0:
        take(state, tackler)
        if point(state, rules, tackler // 3):
            return True
    elif carrier >= 0:
        row = closed_rank(carrier // 3)
        entered = state[carrier] // 7 == row and before // 7 != row
        if entered and goal(state, work, rules, programs, carrier):
            return True
    else:
        for piece in range(6):
            away = piece // 3 != state[OFFENCE]
            if away and movers >> piece & 1 and state[piece] == state[LOOSE]:
                take(state, piece)
                break
    carrier = state[CARRIER]
    if state[BAN] >= 0 and carrier >= 0 and state[carrier] // 7 != closed_rank(state[BAN]):
        end_ban(state)
    return False
