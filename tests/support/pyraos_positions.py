"""Random positions of Pyraos: as play brings them, and with spheres of colours drawn by coin."""

from model.games.pyraos.places import PLACES, SPHERES, TOP
from model.games.pyraos.position import PyraosPosition
from model.games.pyraos.turns import is_supported


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
