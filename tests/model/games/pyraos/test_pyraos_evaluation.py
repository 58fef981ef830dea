"""What the engine counts: features in their places, images worth the same, learning."""

from random import Random

import numpy as np
import pytest
from pyraos_positions import static_worth

from benchmarks.fitting.pyraos_evaluation import Fit, kinds_of_features
from model.games.pyraos import turns
from model.games.pyraos.engine import (
    FEATURES,
    FREE,
    PATTERNS,
    READIES,
    READY,
    SIZE,
    SPENT,
    START,
    PyraosEngine,
    list_features,
    points_of,
    site_maps,
    static_value,
)
from model.games.pyraos.kernels import RULES
from model.positions.setup import read_position
from model.registry import kinds


def features(position):
    found = np.zeros(FEATURES, np.int64)
    rules = turns.rules_number(position.game.rules)
    list_features(np.uint64(position.own), np.uint64(position.other), rules, found)
    return found.tolist()


def random_positions(seeds):
    for seed in seeds:
        rng = Random(seed)
        position = kinds()["pyraos"].configure({"rules": RULES[seed % 3]}).start()
        for _ in range(rng.randint(0, 45)):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            yield position


def test_features_of_a_position_lie_where_the_layout_says():
    position = read_position("pyraos:rules=standard WWB1,WWB1,BBW1,4/3,3,3/2,2/1 white")
    found = features(position)
    spheres = 9
    assert position.occupied.bit_count() == spheres
    phase = PATTERNS * spheres
    mover, other = 1, 2
    rows = [(mover, mover, other, 0), (mover, mover, other, 0), (other, other, mover, 0)]
    assert found[0] == phase + START[0] + read(rows[0] + rows[1])
    assert found[1] == phase + START[1] + read((0,) * 4 + rows[2])
    columns = list(zip(*rows, (0,) * 4, strict=True))
    assert found[2] == phase + START[2] + read(columns[0] + columns[1])
    assert found[3] == phase + START[3] + read(columns[3] + columns[2])
    assert found[4] == phase + START[4] + read(rows[1] + rows[2])
    assert found[5] == phase + START[5] + read(columns[1] + columns[2])
    assert found[6] == phase + START[6]
    assert found[7] == phase + START[7]
    assert found[8] == SPENT + 16 * 5 + 4
    # White's square stands; no other is a sphere short, and neither is one of Black's.
    assert found[9] == READY + READIES * spheres + (4 * 3 + 3) * 6 + 4
    assert found[10] == FREE + 64 * spheres + 8 * 5 + 4
    threat = read_position("pyraos:rules=standard WW2,W1B1,2BB,4/3,3,3/2,2/1 white")
    assert features(threat)[9] == READY + READIES * 6 + 16 * (4 + 1) * 6
    above = read_position("pyraos:rules=standard WWB1,WWB1,BBW1,4/B2,1W1,3/2,2/1 white")
    assert features(above)[6] == PATTERNS * 11 + START[6] + read((other, 0, 0, 0, mover))


def read(places):
    return sum(who * 3**k for k, who in enumerate(places))


def test_features_fit_and_images_of_a_position_are_worth_the_same():
    seen, same = 0, kinds_of_features()
    for rules in RULES:
        assert (points_of(rules) == points_of(rules)[same]).all()
    for position in random_positions(range(60)):
        found = features(position)
        assert max(found) < SIZE
        assert min(found) >= 0
        engine = PyraosEngine(position.game)
        kinds_found = sorted(same[found].tolist())
        worth = static_worth(engine, position)
        assert worth == points_of(position.game.rules)[found].sum(dtype=np.int64)
        for image in site_maps()[1:].tolist():
            own, other = (
                sum(1 << image[site] for site in turns.bits(bits))
                for bits in (position.own, position.other)
            )
            turned = np.zeros(FEATURES, np.int64)
            rules = turns.rules_number(position.game.rules)
            list_features(np.uint64(own), np.uint64(other), rules, turned)
            assert sorted(same[turned].tolist()) == kinds_found, str(position)
        seen += 1
    assert seen > 30


def test_a_sphere_that_the_other_side_spent_is_worth_more_than_one_of_ones_own():
    saved = dict.fromkeys(RULES, 0)
    for position in random_positions(range(60)):
        engine = PyraosEngine(position.game)
        bare = [site for site in range(16) if not position.occupied >> site & 1]
        if not bare or position.occupied.bit_count() > 24:
            continue
        own, other = position.own, position.other
        rules, points = turns.rules_number(position.game.rules), engine._stack.points
        worth = [
            static_value(np.uint64(mine), np.uint64(theirs), rules, points, engine._stack.found)
            for mine, theirs in ((own, other | 1 << bare[0]), (own | 1 << bare[0], other))
        ]
        saved[position.game.rules] += worth[0] - worth[1]
    # With lines, a sphere more to make them from may be worth as much as one to spend.
    assert saved["standard"] > 0, saved
    assert saved["children"] > 0, saved


@pytest.mark.check
def test_fitting_foretells_who_has_more_left_and_finds_the_same_again():
    positions = [*random_positions(range(0, 1_500, 3))]
    own, other = (np.array([getattr(p, side) for p in positions], np.uint64)
                  for side in ("own", "other"))  # fmt: skip
    lead = np.array([p.other.bit_count() - p.own.bit_count() for p in positions])
    worths = np.where(lead == 0, 0.5, lead > 0)
    found = []
    for _ in range(2):
        fit = Fit("standard")
        losses = [fit.learn(own, other, worths, 10) for _ in range(4)]
        found.append((losses, fit.points()))
    (losses, points), (same_losses, again) = found
    drawn = np.log(2) * np.mean(lead[::10] == 0)
    assert drawn < losses[-1] < losses[0]
    assert losses[-1] < 0.5
    spent = [points[SPENT + 16 * mine + theirs] for mine, theirs in ((9, 7), (7, 9))]
    assert spent[0] < spent[1]
    assert losses == same_losses
    assert (points == again).all()
