"""Random positions of Pyramid under random options, for tests of what searches them."""

from random import Random

import numpy as np

from model.positions.setup import read_setup, write_setup
from model.registry import kinds

FLAGS = ("smash_own", "push_own", "osiris_suicide", "osiris_bends", "push_back_ban")
OWN_BOARDS = (
    ("000/010/000", "b2+a1"),
    ("0000/0110/0110/0000", "b2+c3"),
    ("0000/0120/0210/0000", "b2+b3+c2"),
    ("00000/01110/01210/01110/00000", "b2+b4+d2"),
    ("00000/01110/01110/01110/00000", "c3+b3"),
    ("00000/01110/01210/01110/00000", "b2+c2+d2"),
)


def some_options(rng):
    options = {}
    if rng.random() < 0.6:
        options["no_moves"] = rng.choice(["lose", "draw", "pass"])
        options["run_dirs"] = rng.choice(["orth", "orth", "orth+diag", "no_backward"])
        options |= {name: rng.choice(["true", "false"]) for name in FLAGS if rng.random() < 0.3}
        if rng.random() < 0.3:
            options["run_max"] = str(rng.randint(1, 3))
        if rng.random() < 0.3:
            options["run_levels"] = str(rng.randint(0, 2))
        if rng.random() < 0.5:
            options |= {"few_stones": "lose_below_four", "min_stones": str(rng.randint(1, 4))}
        if rng.random() < 0.2:
            options["max_plies"] = str(rng.randint(1, 5))
    if rng.random() < 0.4:
        return options | {"board": rng.choice(["giza-7", "plateau-7", "giza-9"])}
    levels, victory = rng.choice(OWN_BOARDS)
    needed = min(victory.count("+") + 1, rng.randint(2, 3))
    return options | {"levels": levels, "victory": victory, "needed": str(needed)}


def some_position(rng):
    """A few stones set up at random, some on victory fields."""
    game = kinds()["pyramid"].configure(some_options(rng))
    board = game.board
    cells = np.zeros(len(board), np.int8)
    victory = list(board.victory)
    rng.shuffle(victory)
    cells[victory[: game.terrace.needed - rng.choice([0, 1, 1, 1, 2])]] = 1
    if rng.random() < 0.4:
        cells[victory[-1]] = 2
    for colour in (1, 2):
        for site in rng.sample(range(len(board)), rng.randint(0, 3)):
            cells[site] = cells[site] or colour
    return read_setup(write_setup(game, cells, rng.randrange(2)))


def positions(seeds, *, over=False):
    """Positions with something of a past, a number each; those that are over where they may be."""
    for seed in seeds:
        rng = Random(seed)
        position = some_position(rng)
        for _ in range(rng.randint(0, 3)):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng))
        if over or position.outcome is None:
            yield position
