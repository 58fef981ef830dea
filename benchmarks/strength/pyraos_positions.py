"""Positions of Pyraos drawn at random, with spheres on the board by turns of each number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from model.contract.game import Game, Position
from model.games.pyraos.engine import site_maps
from model.games.pyraos.kernels import PLACES, RULES, SPHERES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import bits, is_supported

__all__ = ["FEWEST", "MOST", "RULES", "drawn", "spheres"]

FEWEST, MOST = 2, 14
"""Spheres on the board."""
_TRIES = 400_000


def spheres(position: Position) -> int:
    """Return how many lie on the board."""
    assert isinstance(position, PyraosPosition)
    return position.occupied.bit_count()


def drawn(game: Game, rng: Random) -> Iterator[tuple[tuple[int, int], PyraosPosition]]:
    """Yield positions with the least of their images, reached by play and laid anyhow in turn."""
    assert isinstance(game, PyraosGame)
    for k in range(_TRIES):
        number = FEWEST + k // 2 % (MOST - FEWEST + 1)
        position = _laid(game, rng, number) if k % 2 else _played(game, rng, number)
        yield _least_image(position), position


def _played(game: PyraosGame, rng: Random, number: int) -> PyraosPosition:
    """Play at random until so many spheres lie on the board."""
    while True:
        position = game.start()
        while position.outcome is None and position.occupied.bit_count() < number:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            return position.without_past()


def _laid(game: PyraosGame, rng: Random, number: int) -> PyraosPosition:
    """Lay so many spheres one after another, each anywhere and of either colour."""
    while True:
        sides = [0, 0]
        for _ in range(number):
            occupied = sides[0] | sides[1]
            free = [s for s in range(PLACES) if not occupied >> s & 1 and is_supported(s, occupied)]
            sides[rng.randrange(2)] |= 1 << rng.choice(free)
        if max(side.bit_count() for side in sides) <= SPHERES:
            return PyraosPosition(game, sides[0], sides[1], rng.randrange(2))


def _least_image(position: PyraosPosition) -> tuple[int, int]:
    """Return the bits of the mover and the other side in the image that stands for all."""
    return min(
        (
            sum(1 << image[site] for site in bits(position.own)),
            sum(1 << image[site] for site in bits(position.other)),
        )
        for image in site_maps().tolist()
    )
