"""Play a random game of Pyramid Partition and tell who holds which corner, and by what.

Run it from a checkout, or wherever Pyramidion is installed:

    python examples/scripts/who_holds.py --size 6 --seed 1
"""

import argparse
from random import Random

from model import connection
from model.boards.lattice import CORNERS
from model.registry import kinds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="6", help="balls along an edge of the base")
    parser.add_argument("--rules", default="free", choices=("free", "stacking"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    rng = Random(options.seed)
    position = (
        kinds()["partition"].configure({"size": options.size, "rules": options.rules}).start()
    )
    plies = 0
    while position.outcome is None:
        position = position.play(position.legal_moves.sample(rng))
        plies += 1

    lattice = position.game.board
    red, blue = position.balls("red"), position.balls("blue")
    print(position)
    print(f"{position.outcome.winner} wins after {plies} plies")
    for corner in CORNERS:
        for player, own, other in (("red", red, blue), ("blue", blue, red)):
            state = connection.corner_state(lattice, own, other, corner)
            if state.kind == "holds":
                way = state.line or state.tether
                shown = "a line" if state.line else f"a sheet of {len(state.sheet)}"
                print(
                    f"{corner:>4}: {player}, {shown}, to the {state.wall} at "
                    f"{lattice.names[way[-1]]}"
                )
            elif state.kind == "isolates":
                print(f"{corner:>4}: {player} isolates it, not anchored")


if __name__ == "__main__":
    main()
