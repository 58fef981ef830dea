"""Learn what the engine counts: it plays against itself, and sees who makes the next point.

``python -m benchmarks.fitting.pyramid_ball_evaluation [TURNS]`` writes `evaluation.json`
anew, by so many turns of advanced matches. Both sides draw from the mixes that one search finds for
both, now and then any program, and every match begins with the pieces strewn. The weights are those
under which the points that were made are likeliest (logistic regression, by Newton's method, with a
little weight for 0). Once more with what was learned makes it better a second time.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random

import msgspec
import numpy as np

from model.games.pyramid_ball.engine import MixedSearch, packed_position
from model.games.pyramid_ball.kernels import turn_kernels as places
from model.games.pyramid_ball.kernels.fast_turns import (
    Numbers,
    packed_rules,
    packed_state,
    pitch_arrays,
)
from model.games.pyramid_ball.rulebook import SPECIALS, START, MatchState, Rules, with_special
from model.games.pyramid_ball.search.evaluation import FILE, SIGNS, Floats, list_signs
from model.search.prng import seeded

TURNS = 6_000
_RULES = Rules(mode="advanced", max_turns=40)
_NODES, _ANYTHING = 1_200, 10
"""Turns tried for a turn played; one program in so many is any of those looked at."""
_PULL = 2.0
"""Weight for 0, in points seen."""


def strewn(rng: Random) -> MatchState:
    """Return a start with every piece up to two squares off its own."""
    while True:
        squares = []
        for square in START:
            file = square % 7 + rng.randint(-2, 2)
            rank = square // 7 + rng.randint(-2, 2)
            squares.append(min(max(rank, 0), 7) * 7 + min(max(file, 0), 6))
        if len(set(squares)) == len(squares):
            carrier = rng.randrange(6)
            return MatchState(tuple(squares), carrier, offence=carrier // 3)


def carried_out(rules: Rules, state: MatchState, programs: Numbers) -> tuple[MatchState, bool]:
    """Return what a turn leaves, and whether the match is over by points.

    Kernels ask nobody where a ball is put (`side_prompt`).
    """
    numbers, work = packed_state(state), np.zeros(places.WORK, np.int64)
    over = places.carry_out(numbers, programs, packed_rules(rules), *pitch_arrays(), work)
    return unpacked_state(numbers), bool(over)


def unpacked_state(numbers: Numbers) -> MatchState:
    """Return the state that numbers stand for."""
    found: list[int] = numbers.tolist()

    def pair(place: int) -> tuple[int, int]:
        return found[place], found[place + 1]

    def specials(place: int) -> tuple[str, str]:
        first, second = (
            "".join(s for k, s in enumerate(SPECIALS) if bits >> k & 1) for bits in pair(place)
        )
        return first, second

    return MatchState(
        tuple(found[:6]),
        found[places.CARRIER],
        found[places.LOOSE],
        found[places.OFFENCE],
        pair(places.SCORE),
        specials(places.HELD),
        specials(places.USED),
        pair(places.OWED),
        found[places.BAN],
        found[places.KEPT],
        found[places.TURNS],
    )


def played(turns: int, rng: Random) -> tuple[Floats, Floats]:
    """Return (n, `SIGNS`) positions of matches, and (n,) 1 where the team told from scored next."""
    _, crossed = pitch_arrays()
    found, scored, points = [], [], 0
    waiting: list[tuple[Floats, int]] = []
    state = strewn(rng)
    for number in range(turns):
        signs = np.zeros(SIGNS)
        numbers = packed_state(state)
        team = list_signs(numbers, crossed, signs)
        waiting.append((signs, team))
        search = MixedSearch(
            packed_position(_RULES, state), seeded(number, str(rng.random())), _NODES
        )
        while search.think():
            pass
        pair = np.stack([_drawn(search, side, rng) for side in (0, 1)])
        after, over = carried_out(_RULES, state, pair)
        gained = [now - before for now, before in zip(after.score, state.score, strict=True)]
        if any(gained):
            # Of several points in a turn the first cannot be told: then either counts half.
            share = gained[0] / sum(gained)
            found += [one for one, _ in waiting]
            scored += [share if side == 0 else 1 - share for _, side in waiting]
            waiting = []
        state = _with_specials(after, rng)
        if over or state.turns >= (_RULES.max_turns or 0):
            state, waiting = strewn(rng), []
        points += sum(gained)
        if number % 100 == 99:
            print(f"\r{number + 1:,} turns, {points:,} points", end="", file=sys.stderr)
    print(file=sys.stderr)
    return np.array(found), np.array(scored)


def fitted(signs: Floats, scored: Floats) -> Floats:
    """Return the weights under which what came of positions is likeliest."""
    weights = np.zeros(SIGNS)
    for _ in range(20):
        chance = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (scored - chance) - _PULL * weights
        bend = (signs * (chance * (1 - chance))[:, None]).T @ signs + _PULL * np.eye(SIGNS)
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Play, learn, write."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    signs, scored = played(turns, Random(1))
    weights = fitted(signs, scored)
    chance = 1 / (1 + np.exp(-signs @ weights))
    print(f"wrong by {np.mean((chance - scored) ** 2):.4f}, of {np.var(scored):.4f} without signs")
    FILE.write_bytes(msgspec.json.encode([round(float(one), 4) for one in weights]) + b"\n")


def _drawn(search: MixedSearch, team: int, rng: Random) -> Numbers:
    programs, mix = search.programs[team], search.mixes[team]
    number = rng.choices(range(len(mix)), mix.tolist())[0]
    if rng.randrange(_ANYTHING) == 0:
        number = rng.randrange(len(mix))
    drawn: Numbers = programs[number]
    return drawn


def _with_specials(state: MatchState, rng: Random) -> MatchState:
    held, owed = list(state.held), state.owed
    for team in (0, 1):
        for _ in range(owed[team]):
            left = [one for one in SPECIALS if one not in held[team] + state.used[team]]
            held[team] = with_special(held[team], rng.choice(left))
    return replace(state, held=(held[0], held[1]), owed=(0, 0))


if __name__ == "__main__":
    main()
