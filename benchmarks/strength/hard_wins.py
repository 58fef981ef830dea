"""Won positions that few moves keep, found by tables.

``python -m benchmarks.strength.hard_wins FOLDER`` writes a file into FOLDER for each game below
that has a table; ``--game pyramid`` those of one kind of game. Each has positions in which at most
a fifth of the legal moves win, and these moves. Positions that are images of one another count
once.

* ``pyraos-RULES.txt``, removal optional: 2 to 14 spheres, as many positions of each number as there
  can be. Half of them are reached by random play, in the others the spheres lie anyhow.
* ``pyramid.txt``: four stones against one or two. They lie anyhow, and in half of the positions
  random moves follow.
* ``partition-stacking-4.txt``: 4 to 12 balls, put at random.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.strength import partition_positions, pyramid_positions, pyraos_positions
from benchmarks.strength.wins_kept import Case, line_of
from model.contract.game import Game, Position
from model.contract.tables import Table
from model.registry import kinds
from model.tablebase.library import table_for

NUMBER, SEED = 500, 1
"""Positions of a file, and what they are drawn with."""
SHARE = 0.2
"""Of the legal moves, as many win at most."""

Drawn = Iterator[tuple[Hashable, Position]]
"""Positions, each with what its images have in common."""


class Source(NamedTuple):
    """Where the positions of a file come from.

    Attributes
    ----------
    name
        Of the file, without its ending.
    game
        Of which game.
    drawn
        Draws positions.
    pieces
        The order in a file: how many pieces a position has.
    """

    name: str
    game: Game
    drawn: Callable[[Game, Random], Drawn]
    pieces: Callable[[Position], int]


def sources() -> Iterator[Source]:
    """Yield every file there can be."""
    for rules in pyraos_positions.RULES:
        game = kinds()["pyraos"].configure({"rules": rules})
        drawn, pieces = pyraos_positions.drawn, pyraos_positions.spheres
        yield Source(f"pyraos-{rules}", game, drawn, pieces)
    game = kinds()["pyramid"].configure({})
    yield Source("pyramid", game, pyramid_positions.drawn, pyramid_positions.stones)
    game = kinds()["partition"].configure({"size": "4", "rules": "stacking"})
    balls = partition_positions.balls
    yield Source("partition-stacking-4", game, partition_positions.drawn, balls)


def hard_wins(table: Table, source: Source, number: int, seed: int) -> list[Case]:
    """Return so many positions, or all that were met, those of few pieces first."""
    found: dict[Hashable, Case] = {}
    rules = source.game.options.get("rules", source.name)
    for image, position in source.drawn(source.game, Random(f"{seed} {rules}")):
        if image in found or table.probe(position).value != "win":
            continue
        worth = table.probe_moves(position)
        winning = tuple(sorted(move for move, entry in worth.items() if entry.value == "win"))
        if len(winning) <= SHARE * len(worth):
            found[image] = Case(position, winning)
        if len(found) == number:
            break
    return sorted(found.values(), key=lambda case: source.pieces(case.position))


def main() -> None:
    """Write a file for each game that has a table."""
    parser = argparse.ArgumentParser("hard_wins", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--game", metavar="GAME", help="pyraos, pyramid or partition alone")
    given = parser.parse_args()
    if given.game and given.game not in {source.game.kind.name for source in sources()}:
        parser.error(f'"{given.game}" is not pyraos, pyramid or partition')
    if not given.folder.is_dir():
        parser.error(f"{given.folder}: there is no such folder")
    for source in sources():
        kind = source.game.kind.name
        if given.game not in (None, kind):
            continue
        table = table_for(source.game)
        if table is None:
            print(f"{source.name}: no table; pyramidion tablebase build {kind} makes it",
                  file=sys.stderr)  # fmt: skip
            continue
        lines = [line_of(case) for case in hard_wins(table, source, NUMBER, SEED)]
        (given.folder / f"{source.name}.txt").write_text("\n".join(lines) + "\n", "ascii")
        print(f"{source.name}: {len(lines)} positions")


if __name__ == "__main__":
    main()
