"""Random bits for kernels: the same for the same seed, and even."""

import numpy as np

from model.search.prng import below, seeded


def test_what_is_drawn_depends_on_the_seed_and_is_even() -> None:
    one, same, other = seeded(1, "here"), seeded(1, "here"), seeded(2, "here")
    drawn = [int(below(one, 6)) for _ in range(6_000)]
    assert drawn == [int(below(same, 6)) for _ in range(6_000)]
    assert drawn != [int(below(other, 6)) for _ in range(6_000)]
    assert np.bincount(drawn, minlength=6).min() > 900
    assert set(drawn) == set(range(6))
