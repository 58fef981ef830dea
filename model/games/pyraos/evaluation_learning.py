"""Learn what the engine counts: the game plays against itself and mends what it expected.

``python -m model.games.pyraos.evaluation_learning [GAMES]`` writes `evaluation.json` anew, by so
many games under each rule set. A side plays what looks best one ply ahead, and a random move now
and then. What a position seemed worth is moved towards what came of it (TD(lambda) after Sutton,
*Learning to predict by the methods of temporal differences*, 1988), in steps that become smaller
for features met often. Each game begins some random plies deep.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from model.games.pyraos import turns
from model.games.pyraos.evaluation import FEATURES, POINTS, SIZE, kinds_of_patterns
from model.games.pyraos.evaluation_kernels import Found, list_features
from model.games.pyraos.kernels import MAX_MOVES, list_moves, moved
from model.games.pyraos.place_kernels import Word
from model.games.pyraos.places import RULES, TOP
from model.kernels import Int, Ints, kernel
from model.search.prng import Words, below, seeded

GAMES = 600_000
"""Under each rule set; half a minute, and more games made no stronger play."""
LONGEST = 200
"""Plies after which a game is a draw."""
_DEEPEST = 13
"""Random plies before a game, fewer than this."""
_STEP, _LAMBDA, _RANDOM = 0.3, 0.8, 20
"""One move in so many is random."""
_AT_ONCE = 2_000
_U = np.uint64
_APEX = _U(1 << TOP)

Weights = npt.NDArray[np.float64]


@kernel
def _expected(
    own: Word, other: Word, rules: int, weights: Weights, kinds: Ints, found: Found
) -> float:
    """Return the odds of the side to move, as a logarithm; `found` gets the kinds of features."""
    list_features(own, other, rules, found)
    value = 0.0
    for k in range(found.size):
        found[k] = kinds[found[k]]
        value += weights[found[k]]
    return value


@kernel
def _best(
    own: Word, other: Word, rules: int, weights: Weights, kinds: Ints, found: Found, moves: Ints,
    count: Int, first: Int,
) -> Word:  # fmt: skip
    """Return the mover's bits after the move that looks best, looking from number `first` on."""
    best, chosen = np.inf, own
    for k in range(count):
        after = moved(own, moves[(k + first) % count])
        if after & _APEX:
            return after
        value = _expected(other, after, rules, weights, kinds, found)
        if value < best:
            best, chosen = value, after
    return chosen


@kernel
def play_and_learn(
    weights: Weights, met: Weights, kinds: Ints, games: int, step: float, rng: Words, rules: int,
) -> float:  # fmt: skip
    """Play games and mend `weights`; return the mean square of what was wrong.

    `met` sums up the squares of what was wrong for each kind of feature.
    """
    moves = np.empty(MAX_MOVES, np.int64)
    found = np.zeros((LONGEST + 1, FEATURES), np.int64)
    chance = np.zeros(LONGEST)
    drawn = np.zeros(LONGEST, np.bool_)
    wrong, plies = 0.0, 0
    for _ in range(games):
        own, other = _U(0), _U(0)
        for _ply in range(below(rng, _DEEPEST)):
            count = list_moves(own, other, rules, False, moves)
            if count:
                own, other = other, moved(own, moves[below(rng, count)])
        last = 0
        while last < LONGEST and not other & _APEX:
            value = _expected(own, other, rules, weights, kinds, found[last])
            chance[last] = 1 / (1 + np.exp(-value))
            count = list_moves(own, other, rules, False, moves)
            drawn[last] = below(rng, _RANDOM) == 0
            if drawn[last]:
                after = moved(own, moves[below(rng, count)])
            else:
                first = below(rng, count)
                after = _best(
                    own, other, rules, weights, kinds, found[LONGEST], moves, count, first
                )
            own, other = other, after
            last += 1
        plies += last
        later = 0.0 if other & _APEX else 0.5
        for ply in range(last - 1, -1, -1):
            now = chance[ply]
            if drawn[ply]:
                later = now  # what came of a random move says nothing of the position before
                continue
            # `later`: what the other side may expect after this ply
            error = 1 - later - now
            wrong += error * error
            for kind in found[ply]:
                met[kind] += error * error
                weights[kind] += step * error / np.sqrt(met[kind] + 10)
            later = (1 - _LAMBDA) * now + _LAMBDA * (now + error)
    return wrong / max(plies, 1)


def learned(rules: str, games: int = GAMES, seed: int = 0) -> list[int]:
    """Return the points of each kind of feature under a rule set."""
    kinds = kinds_of_patterns()
    many = int(kinds[SIZE - 1]) + 1
    weights, met = np.zeros(many), np.zeros(many)
    rng, number = seeded(seed, rules), turns.rules_number(rules)
    for played in range(0, games, _AT_ONCE):
        at_once = min(_AT_ONCE, games - played)
        wrong = play_and_learn(weights, met, kinds, at_once, _STEP, rng, number)
        print(
            f"\r{rules}: {played + at_once:,} games, wrong by {wrong:.4f}", end="", file=sys.stderr
        )
    print(file=sys.stderr)
    return [int(points) for points in np.rint(POINTS * weights)]


def main() -> None:
    """Write the points of all rule sets."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    found = {rules: learned(rules, games) for rules in RULES}
    rows = [f'"{rules}": {msgspec.json.encode(few).decode()}' for rules, few in found.items()]
    Path(__file__).with_name("evaluation.json").write_text(
        "{\n" + ",\n".join(rows) + "\n}\n", "ascii"
    )


if __name__ == "__main__":
    main()
