"""Won positions of Pyraos that few moves keep, found by tables.

``python -m viewer.bench.strength.hard_wins FOLDER`` writes `FOLDER/pyraos-RULES.txt` for each rule
set that has a table, removal optional: positions of 2 to 14 spheres in which at most a fifth of the
legal moves win, and these moves. Half of them are reached by random play, in the others the spheres
lie anyhow. Positions that are images of one another count once; there are as many of each number of
spheres as there can be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from model.contract.tables import Table
from model.games.pyraos.evaluation import site_maps
from model.games.pyraos.places import PLACES, RULES, SPHERES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import bits, is_supported
from model.registry import kinds
from model.tablebase.library import table_for
from viewer.bench.strength.wins_kept import Case, line_of

NUMBER, SEED = 500, 1
"""Positions of a rule set, and what they are drawn with."""
FEWEST, MOST = 2, 14
"""Spheres on the board."""
SHARE = 0.2
"""Of the legal moves, as many win at most."""
_TRIES = 400_000


def hard_wins(table: Table, game: PyraosGame, number: int, seed: int) -> list[Case]:
    """Return so many positions, or all that were met, those of few spheres first."""
    found: dict[tuple[int, int], Case] = {}
    for own_and_other, position in _drawn(game, Random(f"{seed} {game.rules}")):
        if own_and_other in found or table.probe(position).value != "win":
            continue
        worth = table.probe_moves(position)
        winning = tuple(sorted(move for move, entry in worth.items() if entry.value == "win"))
        if len(winning) <= SHARE * len(worth):
            found[own_and_other] = Case(position, winning)
        if len(found) == number:
            break
    return sorted(found.values(), key=lambda case: _spheres(case.position))


def _spheres(position: object) -> int:
    assert isinstance(position, PyraosPosition)
    return position.occupied.bit_count()


def _drawn(game: PyraosGame, rng: Random) -> Iterator[tuple[tuple[int, int], PyraosPosition]]:
    """Yield positions with the least of their images, by turns of each number of spheres."""
    for k in range(_TRIES):
        spheres = FEWEST + k // 2 % (MOST - FEWEST + 1)
        position = _laid(game, rng, spheres) if k % 2 else _played(game, rng, spheres)
        yield _least_image(position), position


def _played(game: PyraosGame, rng: Random, spheres: int) -> PyraosPosition:
    """Play at random until so many spheres lie on the board."""
    while True:
        position = game.start()
        while position.outcome is None and position.occupied.bit_count() < spheres:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            return position.without_past()


def _laid(game: PyraosGame, rng: Random, spheres: int) -> PyraosPosition:
    """Lay so many spheres one after another, each anywhere and of either colour."""
    while True:
        sides = [0, 0]
        for _ in range(spheres):
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


def main() -> None:
    """Write a file for each rule set that has a table."""
    folder = Path(sys.argv[1])
    for rules in RULES:
        game = kinds()["pyraos"].configure({"rules": rules})
        assert isinstance(game, PyraosGame)
        table = table_for(game)
        if table is None:
            print(f"{rules}: no table; pyramidion tablebase build pyraos makes it", file=sys.stderr)
            continue
        lines = [line_of(case) for case in hard_wins(table, game, NUMBER, SEED)]
        (folder / f"pyraos-{rules}.txt").write_text("\n".join(lines) + "\n", "ascii")
        print(f"{rules}: {len(lines)} positions")


if __name__ == "__main__":
    main()
