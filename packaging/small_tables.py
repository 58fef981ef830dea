"""Build tables of small games and ask them, so that all that their kernels need is compiled.

A table of a whole game takes minutes, so those of Pyraos and Pyramid are of fewer pieces. Ordinary
rules, which know the whole game of Pyraos alone, check none of its states.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import model.games.pyramid.table.making as pyramid_making
import model.games.pyraos.table.making as pyraos_making
from model.contract.game import Game, Move, Position
from model.contract.hooks import hooks_of
from model.contract.tables import BuildPlan, Entry, Table, TableError
from model.games.pyramid.table.retrograde import state_index as pyramid_index
from model.games.pyraos.table.state_index import state_index as pyraos_index
from model.positions.setup import read_position
from model.registry import kinds

FEW = "pyramid W1W4,7,7,7,7,7,W5W white"
"""Four stones against none, which the small table of Pyramid has."""


def unhindered() -> None:
    """Let a build go on."""


def no_moves(table: Table, position: Position) -> dict[Move, Entry]:
    """Say nothing of any move."""
    return {}


def use(game: Game, folder: Path) -> None:
    """Build the tables of a game with distances and without, and ask them everything."""
    maker = hooks_of(game.kind).tables
    assert maker is not None
    asked = game.start() if game.kind.name != "pyramid" else read_position(FEW)
    for distances in (True, False):
        path = folder / maker.file_name(game)
        deque(maker.build(game, BuildPlan(path, distances=distances), unhindered), 0)
        table = maker.open(path)
        table.probe(asked)
        table.probe_moves(asked)
        for telling in (maker.verify, maker.figures):
            with suppress(TableError):
                deque(telling(path), 0)
        table.close()
        path.unlink()


def main() -> None:
    """Use tables of every game that has some."""
    pyraos_making.state_index = partial(pyraos_index, 3)
    pyraos_making.CHECKED = 0
    pyraos_making.PyraosTable.probe_moves = no_moves  # most lead beyond the table
    pyramid_making.state_index = partial(pyramid_index, 7, 0)
    pyramid_making.CHECKED = 40
    with TemporaryDirectory() as folder:
        for size, rules in ((2, "free"), (2, "stacking"), (3, "free"), (3, "stacking")):
            use(kinds()["partition"].configure({"size": str(size), "rules": rules}), Path(folder))
        for rules in ("standard", "children", "alternate"):
            use(kinds()["pyraos"].configure({"rules": rules}), Path(folder))
        use(kinds()["pyramid"].configure({}), Path(folder))


if __name__ == "__main__":
    main()
