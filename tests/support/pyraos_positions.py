"""Random positions of Pyraos under random options, for tests of what searches them."""

from __future__ import annotations

from random import Random

from model.registry import kinds

OPTIONS = [
    {"rules": rules, "removal": removal}
    for rules in ("standard", "children", "alternate")
    for removal in ("optional", "obliged")
]


def some_position(rng, spheres):
    """A position of random play with so many spheres or more, None where the game was over."""
    position = kinds()["pyraos"].configure(rng.choice(OPTIONS)).start()
    for _ in range(60):
        if position.occupied.bit_count() >= spheres:
            return position.without_past()
        moves = list(position.legal_moves)
        simple = [move for move in moves if "x" not in move]
        position = position.play(rng.choice(simple if simple and rng.random() < 0.8 else moves))
        if position.outcome is not None:
            return None
    return None


def positions(seeds, fewest, most):
    """Yield positions with so many spheres at least, a number drawn for each seed."""
    for seed in seeds:
        rng = Random(seed)
        position = some_position(rng, rng.randint(fewest, most))
        if position is not None:
            yield position
