"""Fit what the engine counts to the tables of the solved games.

``python -m benchmarks.fitting.pyraos_evaluation [RULES...]`` writes `evaluation.npz` anew, for all
rule sets or those that are named; `pyramidion tablebase build` makes the tables, removal optional.
A quarter of the positions are those of games from the start, in which a side takes the best of one
to sixteen moves drawn at random; most are those of such games from where a search may begin, after
random moves or with spheres laid anyhow, for what a search looks at is not what good play reaches;
in the rest the spheres lie anyhow. They are drawn first without any points, then once more with
those that were found, some millions at a time. The points are the
weights of a logistic regression, a draw being half a win, by steps that become smaller for features
met often (Duchi and others, *Adaptive subgradient methods*, 2011). What a feature is worth is the
sum of two weights, one for its number of spheres and one for all numbers, so that what is seldom
met is foretold by what it is worth elsewhere. Positions held back show how well the rest foretells
them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.games.pyraos import engine as evaluation
from model.games.pyraos.engine import (
    FEATURES,
    FREE,
    PATTERNS,
    PHASES,
    POINTS,
    READIES,
    READY,
    SIZE,
    SPENT,
    START,
    Points,
    list_features,
    site_maps,
    static_value,
)
from model.games.pyraos.kernels import (
    MAX_MOVES,
    PLACES,
    RULES,
    SPHERES,
    TOP,
    Bits,
    list_moves,
    moved,
    nth,
    ones,
    supported,
)
from model.games.pyraos.kind import KIND
from model.games.pyraos.table.making import PyraosTable
from model.games.pyraos.table.state_index import state_index, states_of
from model.games.pyraos.turns import rules_number
from model.kernels import Int, Ints, kernel
from model.search.prng import Words, below, seeded
from model.tablebase.library import table_for

POSITIONS = 8_000_000
"""Drawn at a time; half a minute of the processor where the table is there."""
ROUNDS = (1, 6)
"""So many times without points, and with those found."""
_TIMES, _STEP, _SHRINK = 3, 0.2, 1e-5
_HELD_BACK = 100
"""One position in so many is not learned from."""
_LONGEST, _SHORT = 80, 16
"""Plies of a game: from the start, and from elsewhere."""
_EARLY, _LAID = 14, 28
"""Spheres, or plies, of positions where a search may begin; of those where spheres lie anyhow."""
_TAKEN = 3
"""One position in so many is taken."""
_MOST = 30_000
_READ = ((0, range(8)), (4, range(4, 12)), (6, range(16, 25)), (7, range(25, 30)))
"""Windows that are worth something of their own, and their places as they are read."""
_U = np.uint64
_APEX, _PLACED = _U(1 << TOP), _U((1 << PLACES) - 1)

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
def _lay(own: Bits, other: Bits, rng: Words, at: Int, most: int) -> None:
    """Lay two to `most` spheres one after another, each anywhere and of either colour."""
    while True:
        mine, theirs = _U(0), _U(0)
        for _ in range(2 + below(rng, most - 1)):
            occupied = mine | theirs
            free = supported(occupied) & ~occupied & _PLACED
            bit = nth(free, below(rng, np.int64(ones(free))))
            if below(rng, 2):
                mine |= bit
            else:
                theirs |= bit
        fair = ones(mine) <= SPHERES and ones(theirs) <= SPHERES
        if fair and not (mine | theirs) & _APEX:
            own[at], other[at] = mine, theirs
            return


@kernel
def _begin(own: Bits, other: Bits, rules: int, early: int, rng: Words, moves: Ints) -> None:
    """Put a position at 0: the start, or so few spheres laid or plies played at random."""
    own[0], other[0] = 0, 0
    if early and below(rng, 2):
        _lay(own, other, rng, 0, early)
    elif early:
        for _ in range(below(rng, early)):
            count = list_moves(own[0], other[0], rules, False, moves)
            mine = moved(own[0], moves[below(rng, count)])
            own[0], other[0] = other[0], mine


@kernel
def _draw(own: Bits, other: Bits, rules: int, points: Points, early: int, rng: Words) -> None:
    """Fill arrays with positions of games: the side to move and the one that waits."""
    moves, found = np.empty(MAX_MOVES, np.int64), np.zeros(FEATURES, np.int64)
    first, second = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    n = 0
    while n < own.size:
        _begin(first, second, rules, early, rng, moves)
        mine, theirs = first[0], second[0]
        tried = 1 << below(rng, 5)
        for _ply in range(_SHORT if early else _LONGEST):
            if theirs & _APEX or n == own.size:
                break
            if below(rng, _TAKEN) == 0:
                own[n], other[n] = mine, theirs
                n += 1
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


@kernel
def _lay_all(own: Bits, other: Bits, rng: Words) -> None:
    """Fill arrays with positions in which spheres lie anyhow."""
    for k in range(own.size):
        _lay(own, other, rng, k, _LAID)


@kernel
def _learn(
    own: Bits, other: Bits, worths: Worths, order: Ints, rules: int, kinds: Ints, shared: Ints,
    weights: Weights, met: Weights, step: float,
) -> float:  # fmt: skip
    """Go through positions in an order; mend `weights` unless `step` is 0. Return the log loss.

    `met` sums up the squares of what was wrong for each kind of feature.
    """
    found = np.zeros(2 * FEATURES, np.int64)
    loss = 0.0
    for k in order:
        list_features(own[k], other[k], rules, found)
        value = 0.0
        for i in range(FEATURES):
            found[i] = kinds[found[i]]
            found[FEATURES + i] = shared[found[i]]
            value += weights[found[i]] + weights[found[FEATURES + i]]
        worth, chance = worths[k], 1 / (1 + np.exp(-value))
        loss -= worth * np.log(max(chance, 1e-12)) + (1 - worth) * np.log(max(1 - chance, 1e-12))
        if step > 0:
            for kind in found:
                slope = worth - chance - _SHRINK * weights[kind]
                met[kind] += slope * slope
                weights[kind] += step * slope / np.sqrt(met[kind] + 1)
    return loss / order.size


def _shared() -> npt.NDArray[np.int64]:
    """Return (SIZE,) the weight of each feature that does not ask how many spheres there are."""
    windows = np.arange(SPENT) % PATTERNS
    spent = np.full(READY - SPENT, PATTERNS)
    ready = PATTERNS + 1 + np.arange(FREE - READY) % READIES
    free = PATTERNS + 1 + READIES + np.arange(SIZE - FREE) % 64
    return SIZE + np.concatenate([windows, spent, ready, free])


class Fit:
    """Points being fitted, some positions at a time."""

    def __init__(self, rules: str) -> None:
        self._rules, self._kinds, self._shared = rules_number(rules), kinds_of_features(), _shared()
        count = int(self._shared.max()) + 1
        self._weights, self._met = np.zeros(count), np.zeros(count)
        self._rng = np.random.default_rng(0)

    def learn(self, own: Bits, other: Bits, worths: Worths, held_back: int = _HELD_BACK) -> float:
        """Go through positions a few times; return the log loss over one in so many held back."""
        held = np.arange(own.size) % held_back == 0
        back, order = np.flatnonzero(held), np.flatnonzero(~held)
        for _ in range(_TIMES):
            self._rng.shuffle(order)
            self._go_through(own, other, worths, order, _STEP)
        return self._go_through(own, other, worths, back, 0.0)

    def _go_through(
        self, own: Bits, other: Bits, worths: Worths, order: Ints, step: float
    ) -> float:
        return float(
            _learn(
                own, other, worths, order, self._rules, self._kinds, self._shared, self._weights,
                self._met, step,
            )
        )  # fmt: skip

    def points(self) -> npt.NDArray[np.int16]:
        """Return (SIZE,) the points of features."""
        weights = self._weights[:SIZE] + self._weights[self._shared]
        points = np.rint(POINTS * weights)[self._kinds]
        return np.clip(points, -_MOST // FEATURES, _MOST // FEATURES).astype(np.int16)


def _drawn(rules: str, points: Points, seed: int) -> tuple[Bits, Bits]:
    """Return positions of the three kinds: the side to move and the one that waits."""
    own, other = np.zeros(POSITIONS, np.uint64), np.zeros(POSITIONS, np.uint64)
    number, rng = rules_number(rules), seeded(seed, rules)
    games, laid = POSITIONS // 4, POSITIONS - POSITIONS // 16
    _draw(own[:games], other[:games], number, points, 0, rng)
    _draw(own[games:laid], other[games:laid], number, points, _EARLY, rng)
    _lay_all(own[laid:], other[laid:], rng)
    return own, other


def _fitted_to(table: PyraosTable, rules: str) -> npt.NDArray[np.int16]:
    """Return the points that foretell a table."""
    codes, points = table.all_codes(), np.zeros(SIZE, np.int16)
    for turn, times in enumerate(ROUNDS):
        fit = Fit(rules)
        for k in range(times):
            own, other = _drawn(rules, points, 100 * turn + k)
            states = np.empty(POSITIONS, np.int64)
            states_of(state_index(), own.astype(np.int64), other.astype(np.int64), states)
            code = codes[states]
            worths = np.where(code == 0, 0.5, np.where(code & 1 == 1, 1.0, 0.0))
            loss = fit.learn(own, other, worths)
            print(f"{rules}: log loss {loss:.4f} over positions held back", file=sys.stderr)
        points = fit.points()
    return points


def main() -> None:
    """Write the points of the rule sets that are named, or of all; others keep theirs."""
    path = Path(evaluation.__file__).with_name("evaluation.npz")
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
