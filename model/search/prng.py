"""Random bits for kernels, the same ones for the same seed (splitmix64).

Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014).
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from model.kernels import Int, kernel

Words = npt.NDArray[np.uint64]
"""(1,) the state of a generator, or bits."""
_U = np.uint64
STEP = _U(0x9E3779B97F4A7C15)
"""What the state goes on by; odd, so that it goes round through all numbers."""


def seeded(seed: int, what: str) -> Words:
    """Return the state that `draw` wants, from a seed and the text of what is thought about."""
    return np.array([Random(f"{seed} {what}").getrandbits(64)], np.uint64)


@kernel
def stirred(bits: Int) -> np.uint64:
    """Return 64 bits for others, as if drawn at random."""
    z = _U(bits)
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    return z ^ (z >> _U(31))


@kernel
def draw(rng: Words) -> np.uint64:
    """Return 64 random bits."""
    rng[0] += STEP
    return stirred(rng[0])


@kernel
def below(rng: Words, many: Int) -> Int:
    """Return a random number from 0 to `many` - 1."""
    return ((draw(rng) >> _U(33)) * _U(many)) >> _U(31)
