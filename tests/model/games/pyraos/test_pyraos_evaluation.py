"""What the engine counts: features in their places, images worth the same, learning."""

from random import Random

import numpy as np

from model.games.pyraos import turns
from model.games.pyraos.engine import PyraosEngine
from model.games.pyraos.evaluation import (
    FEATURES,
    FREE,
    LIFTS,
    MADE,
    PHASE,
    ROOM,
    SIZE,
    SPENT,
    kinds_of_patterns,
    points_of,
    site_maps,
)
from model.games.pyraos.evaluation_kernels import list_features, static_value
from model.games.pyraos.evaluation_learning import learned
from model.games.pyraos.places import RULES
from model.positions.reading import read_position
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
    phase = PHASE[spheres]
    assert found[14] == SPENT + 16 * 5 + 4
    # White's square stands; no other is a sphere short, and neither is one of Black's.
    assert found[15] == MADE + 16 * phase
    assert found[16] == LIFTS + 16 * phase + 4 * 3 + 3
    assert found[17] == FREE + 8 * 5 + 4
    assert found[18] == ROOM + 6 * phase + 4
    square = 1 + 3 + 9 + 27  # four of the mover's, nothing above
    assert found[0] == phase * 14 * 243 + square
    threat = read_position("pyraos:rules=standard WW2,W1B1,2BB,4/3,3,3/2,2/1 white")
    assert features(threat)[15] == MADE + 16 * PHASE[6] + 4 + 1


def test_features_fit_and_images_of_a_position_are_worth_the_same():
    seen = 0
    for position in random_positions(range(60)):
        found = features(position)
        assert max(found) < SIZE
        assert min(found) >= 0
        engine = PyraosEngine(position.game)
        kinds_found = sorted(kinds_of_patterns()[found].tolist())
        worth = engine.evaluate(position)
        assert worth == points_of(position.game.rules)[found].sum(dtype=np.int64)
        for image in site_maps()[1:].tolist():
            own, other = (
                sum(1 << image[site] for site in turns.bits(bits))
                for bits in (position.own, position.other)
            )
            turned = np.zeros(FEATURES, np.int64)
            rules = turns.rules_number(position.game.rules)
            list_features(np.uint64(own), np.uint64(other), rules, turned)
            assert sorted(kinds_of_patterns()[turned].tolist()) == kinds_found, str(position)
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
    assert min(saved.values()) > 0, saved


def test_learning_finds_the_same_again_and_that_spheres_spent_cost():
    once, again = (learned("children", games=4_000) for _ in range(2))
    assert once == again
    kinds_found = kinds_of_patterns()
    spent = [once[kinds_found[SPENT + 16 * mine + theirs]] for mine, theirs in ((9, 7), (7, 9))]
    assert spent[0] < spent[1]
