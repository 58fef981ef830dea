"""Fit what the engine counts to the tables of the solved games.

``python -m model.games.pyraos.evaluation_fitting [RULES...]`` writes `evaluation.npz` anew, for all
rule sets or those that are named; `pyramidion tablebase build` makes the tables, removal optional.
The positions are those of games in which a side takes the best of one, two, four or eight moves
drawn at random: first without any points, then once more with those that were found. The points
are the weights of a logistic regression, a draw being half a win, by steps that become smaller for
features met often (Duchi and others, *Adaptive subgradient methods*, 2011). One position in ten is
held back and shows how well the rest foretells it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.games.pyraos.evaluation import (
    FEATURES,
    PATTERNS,
    PHASES,
    POINTS,
    SIZE,
    START,
    site_maps,
)
from model.games.pyraos.evaluation_kernels import Points, list_features, static_value
from model.games.pyraos.kernels import MAX_MOVES, list_moves, moved
from model.games.pyraos.kind import KIND
from model.games.pyraos.places import RULES, TOP, Bits
from model.games.pyraos.table.lookup import PyraosTable
from model.games.pyraos.turns import rules_number
from model.kernels import Ints, kernel
from model.search.prng import Words, below, seeded
from model.tablebase.library import table_for

POSITIONS = 4_000_000
"""Of each rule set; a minute and a half of the processor where the table is there."""
_TIMES, _STEP, _SHRINK, _HELD_BACK = 15, 0.2, 1e-5, 10
_LONGEST = 80
"""Plies of a game."""
_TAKEN = 3
"""One position in so many is taken."""
_MOST = 30_000
_READ = ((0, range(8)), (4, range(4, 12)), (6, range(16, 25)), (7, range(25, 30)))
"""Windows that are worth something of their own, and their places as they are read."""
_U = np.uint64
_APEX = _U(1 << TOP)

Worths = npt.NDArray[np.float64]
"""(n,) what positions are worth to the side to move: 1 a win, 0.5 a draw."""
Weights = npt.NDArray[np.float64]


def kinds_of_features() -> npt.NDArray[np.int64]:
    """Return (SIZE,) the feature that each shares its points with: the least of its images."""
    kinds = np.arange(SIZE)
    images = site_maps().tolist()
    for window, places in _READ:
        read = np.arange(3 ** len(places))
        digits = read[:, None] // 3 ** np.arange(len(places)) % 3
        least = read
        for image in images:
            if {image[place] for place in places} == set(places):
                goes = np.array([places.index(image[place]) for place in places])
                least = np.minimum(least, digits @ 3**goes)
        for phase in range(PHASES):
            start = PATTERNS * phase + START[window]
            kinds[start : start + read.size] = start + least
    return kinds


@kernel
def _draw(own: Bits, other: Bits, rules: int, points: Points, rng: Words) -> None:
    """Fill arrays with positions of games: the side to move and the one that waits."""
    moves, found = np.empty(MAX_MOVES, np.int64), np.zeros(FEATURES, np.int64)
    n = 0
    while n < own.size:
        mine, theirs = _U(0), _U(0)
        tried = 1 << below(rng, 4)
        for _ply in range(_LONGEST):
            count = list_moves(mine, theirs, rules, False, moves)
            best, chosen = _MOST + 1, mine
            for _ in range(tried):
                after = moved(mine, moves[below(rng, count)])
                value = -_MOST
                if not after & _APEX:
                    value = static_value(theirs, after, rules, points, found)
                if value < best:
                    best, chosen = value, after
            mine, theirs = theirs, chosen
            if theirs & _APEX or n == own.size:
                break
            if below(rng, _TAKEN) == 0:
                own[n], other[n] = mine, theirs
                n += 1


@kernel
def _learn(
    own: Bits, other: Bits, worths: Worths, order: Ints, rules: int, kinds: Ints, weights: Weights,
    met: Weights, step: float,
) -> float:  # fmt: skip
    """Go through positions in an order; mend `weights` unless `step` is 0. Return the log loss.

    `met` sums up the squares of what was wrong for each kind of feature.
    """
    found = np.zeros(FEATURES, np.int64)
    loss = 0.0
    for k in order:
        list_features(own[k], other[k], rules, found)
        value = 0.0
        for i in range(FEATURES):
            found[i] = kinds[found[i]]
            value += weights[found[i]]
        worth, chance = worths[k], 1 / (1 + np.exp(-value))
        loss -= worth * np.log(max(chance, 1e-12)) + (1 - worth) * np.log(max(1 - chance, 1e-12))
        if step > 0:
            for kind in found:
                slope = worth - chance - _SHRINK * weights[kind]
                met[kind] += slope * slope
                weights[kind] += step * slope / np.sqrt(met[kind] + 1)
    return loss / order.size


def fitted(
    own: Bits, other: Bits, worths: Worths, rules: str, seed: int = 0
) -> tuple[npt.NDArray[np.int16], float]:
    """Return (SIZE,) the points of features, and the log loss over positions held back."""
    kinds, number = kinds_of_features(), rules_number(rules)
    weights, met = np.zeros(SIZE), np.zeros(SIZE)
    held = np.arange(own.size) % _HELD_BACK == 0
    back, order = np.flatnonzero(held), np.flatnonzero(~held)
    rng = np.random.default_rng(seed)
    for _ in range(_TIMES):
        rng.shuffle(order)
        _learn(own, other, worths, order, number, kinds, weights, met, _STEP)
    loss = _learn(own, other, worths, back, number, kinds, weights, met, 0.0)
    points = np.rint(POINTS * weights)[kinds]
    return np.clip(points, -_MOST // FEATURES, _MOST // FEATURES).astype(np.int16), float(loss)


def _fitted_to(table: PyraosTable, rules: str) -> npt.NDArray[np.int16]:
    """Return the points that foretell a table."""
    codes, points = table.all_codes(), np.zeros(SIZE, np.int16)
    for turn in range(2):
        own, other = np.zeros(POSITIONS, np.uint64), np.zeros(POSITIONS, np.uint64)
        _draw(own, other, rules_number(rules), points, seeded(turn, rules))
        code = codes[table.states(own.tolist(), other.tolist())]
        wins = code & 1 == 1
        worths = np.where(code == 0, 0.5, np.where(wins, 1.0, 0.0))
        points, loss = fitted(own, other, worths, rules)
        print(f"{rules}: log loss {loss:.4f} over positions held back", file=sys.stderr)
    return points


def main() -> None:
    """Write the points of the rule sets that are named, or of all; others keep theirs."""
    path = Path(__file__).with_name("evaluation.npz")
    for rules in sys.argv[1:] or RULES:
        table = table_for(KIND.configure({"rules": rules}))
        if not isinstance(table, PyraosTable):
            print(f"{rules}: no table; pyramidion tablebase build pyraos makes it", file=sys.stderr)
            continue
        found: dict[str, Any] = {rules: _fitted_to(table, rules)}
        if path.exists():
            with np.load(path, allow_pickle=False) as kept:
                found = {other: kept[other] for other in kept.files} | found
        np.savez_compressed(path, **found)


if __name__ == "__main__":
    main()
