"""A simple player: its carrier runs behind a guard, and without the ball two chase, one guards."""

from __future__ import annotations

from random import Random

from model.games.pyramid_ball.rulebook import (
    DIRECTIONS,
    GOALS,
    NEXT,
    ROWS,
    SIZES,
    STAND,
    MatchState,
    Program,
    Rules,
    rank_of,
)
from model.games.pyramid_ball.telling import duties

_NEAR = 2
"""Rows ahead in which an opponent is stepped aside from."""


def runner_program(rules: Rules, state: MatchState, team: int, rng: Random) -> Program:
    """Return the program of the simple player for a team.

    With the ball its carrier runs for the row it scores in and steps aside where an opponent
    stands before it; the nearest team-mate goes the same way one square ahead, the third stays
    back. Without it the two nearest go to where the carrier may be a step later, and the third
    stands between the ball and the row that it must not come to. Nobody passes.
    """
    own = range(3 * team, 3 * team + 3)
    ball = state.ball
    ranked = sorted(own, key=lambda piece: (_far(state.squares[piece], ball), rng.random()))
    commands: dict[int, str] = {}
    if state.carrier in own:
        carrier, guard, back = state.carrier, *[one for one in ranked if one != state.carrier]
        way = _run(state, team, rng)
        before = _step(ball, _forward(team))
        commands[carrier] = way
        reached = _far(state.squares[guard], before) == 0
        commands[guard] = way if reached else _walk(state.squares[guard], before, rng)
        commands[back] = STAND * len(ROWS)
    elif state.carrier < 0 and state.offence != team:
        fetcher, *others = ranked
        commands[fetcher] = _walk(state.squares[fetcher], ball, rng)
        commands |= {
            one: _walk(state.squares[one], _step(ball, _forward(team)), rng) for one in others
        }
    else:
        *chasers, guard = ranked
        towards = _forward(1 - team)
        for one in chasers:
            aim = rng.choice((ball, _step(ball, towards)))
            commands[one] = _walk(state.squares[one], aim, rng)
        line = rank_of(ball) + 3 * (1 if towards == "N" else -1)
        file, rank = ball % 7, min(max(line, 0), GOALS[0])
        commands[guard] = _walk(state.squares[guard], rank * 7 + file, rng)
    for size, way in duties(rules, state, team).items():
        piece = 3 * team + size
        commands[piece] = way + commands[piece][1:]
    columns = [commands[3 * team + size] for size in range(len(SIZES))]
    return Program((columns[0], columns[1], columns[2]))


def _forward(team: int) -> str:
    return "N" if GOALS[team] > 0 else "S"


def _far(one: int, other: int) -> int:
    return abs(one % 7 - other % 7) + abs(one // 7 - other // 7)


def _step(site: int, way: str) -> int:
    """The square beside a square; the square itself at the edge."""
    beside = NEXT[site][DIRECTIONS.index(way)]
    return beside if beside >= 0 else site


def _run(state: MatchState, team: int, rng: Random) -> str:
    """The carrier's way: forward, or aside where an opponent stands close before it."""
    at, forward, way = state.ball, _forward(team), ""
    others = set(state.squares[3 * (1 - team) : 3 * (1 - team) + 3])
    for _ in ROWS:
        ahead = [at]
        for _ in range(_NEAR):
            ahead.append(_step(ahead[-1], forward))
        letter = forward
        if others & set(ahead[1:]):
            sides = [one for one in "EW" if (to := _step(at, one)) != at and to not in others]
            letter = rng.choice(sides) if sides else STAND
        way += letter
        at = _step(at, letter) if letter != STAND else at
    return way


def _walk(at: int, aim: int, rng: Random) -> str:
    """Three steps towards a square, standing still once there."""
    way = ""
    for _ in ROWS:
        east, north = aim % 7 - at % 7, aim // 7 - at // 7
        ways = [
            letter
            for letter, wanted in (
                ("E", east > 0),
                ("W", east < 0),
                ("N", north > 0),
                ("S", north < 0),
            )
            if wanted
        ]
        letter = rng.choice(ways) if ways else STAND
        way += letter
        at = _step(at, letter) if letter != STAND else at
    return way
