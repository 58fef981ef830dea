"""Random positions of Pyraos: as play brings them, and with spheres of colours drawn by coin."""

from random import Random

import numpy as np

from model.games.pyraos.engine import static_value
from model.games.pyraos.kernels import PLACES, SPHERES, TOP
from model.games.pyraos.position import PyraosPosition
from model.games.pyraos.turns import is_supported
from model.registry import kinds


def static_worth(engine, position):
    """In points, for the side to move."""
    own, other = np.uint64(position.own), np.uint64(position.other)
    stack = engine._stack
    return int(static_value(own, other, stack.rules, stack.points, stack.found))


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


def played(game, rng, spheres):
    """Play at random from the start until so many spheres lie on the board."""
    while True:
        position = game.start()
        while position.outcome is None and position.occupied.bit_count() < spheres:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            return position.without_past()


def coloured(game, rng, spheres):
    """Lay so many spheres one after another anywhere, then toss a coin for each colour."""
    while True:
        occupied = 0
        for _ in range(spheres):
            free = [s for s in range(PLACES) if not occupied >> s & 1 and is_supported(s, occupied)]
            occupied |= 1 << rng.choice(free)
        white = occupied & rng.getrandbits(PLACES)
        black = occupied ^ white
        if max(white.bit_count(), black.bit_count()) <= SPHERES and not occupied >> TOP & 1:
            return PyraosPosition(game, white, black, rng.randint(0, 1))
