"""The table of bounds keeps what is deep and new, and never mixes positions up."""

from random import Random

from model.search.alpha_beta.alpha_beta_search import (
    BOUND,
    DEPTH,
    EXACT,
    LOWER,
    MOVE,
    UPPER,
    VALUE,
    empty_table,
    probe,
    store,
)


def test_what_is_kept_is_found_as_it_was():
    keys, known = empty_table(4_000)
    rng, kept = Random(3), {}
    for _ in range(1_000):
        key = rng.getrandbits(62)
        kept[key] = rng.randint(-500, 500), rng.randint(1, 9), rng.choice([UPPER, LOWER, EXACT])
        store(keys, known, 0, key, kept[key][1], kept[key][0], kept[key][2], 7)
    missing = 0
    for key, (value, depth, bound) in kept.items():
        entry = probe(keys, known, key)
        missing += entry < 0
        if entry >= 0:
            found = known[entry]
            assert (found[VALUE], found[DEPTH], found[BOUND] & 3, found[MOVE]) == (
                value, depth, bound, 7,
            )  # fmt: skip
    assert missing < 20
    assert probe(keys, known, 12345) < 0


def test_a_shallower_value_takes_no_deeper_ones_place_unless_it_is_new_or_exact():
    keys, known = empty_table(100)

    def depth_after(age, depth, bound):
        store(keys, known, age, 5, depth, 10, bound, -1)
        return known[probe(keys, known, 5), DEPTH]

    store(keys, known, 1, 5, 6, 30, LOWER, 99)
    assert depth_after(1, 4, UPPER) == 6
    assert depth_after(1, 3, EXACT) == 3
    assert depth_after(1, 6, LOWER) == 6
    assert depth_after(2, 2, LOWER) == 2
    assert known[probe(keys, known, 5), MOVE] == 99, "a move that is known stays known"


def test_the_shallowest_makes_room_and_what_is_old_before_it():
    keys, known = empty_table(1)
    step = keys.size // 4  # keys of one window
    for number, (age, depth) in enumerate([(1, 9), (2, 5), (2, 3), (2, 8), (2, 4), (2, 4)]):
        store(keys, known, age, 1 + number * step, depth, 0, EXACT, -1)
    left = [number for number in range(6) if probe(keys, known, 1 + number * step) >= 0]
    assert left == [1, 3, 4, 5]
