"""Play a random game of Pyramid Partition and say who holds which corner, and by what.

Run it from a checkout, or wherever Pyramidion is installed:

    python examples/scripts/who_holds.py --size 6 --seed 1
"""

import argparse
from random import Random

import pyramidion


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=6, help="balls along an edge of the base")
    parser.add_argument("--rules", default="free", choices=("free", "stacking"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    rng = Random(options.seed)
    position = pyramidion.game("partition", size=options.size, rules=options.rules).start()
    plies = 0
    while not position.outcome:
        position = position.play(position.legal_moves.sample(rng))
        plies += 1
    print(position)
    print(f"{position.outcome.winner} wins after {plies} plies")
    print(pyramidion.explain(position))


if __name__ == "__main__":
    main()
