"""Say what each corner of a position still costs each side, the cheapest first, with its plan.

    python examples/scripts/cheapest_corner.py "partition 4,4,4,3B/3,3,3/2,2/1 red"

Without a position: an empty pyramid of size 4.
"""

import sys

import pyramidion
from model import connection
from model.boards.lattice import CORNERS

EMPTY = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"


def main() -> int:
    try:
        position = pyramidion.read(sys.argv[1] if len(sys.argv) > 1 else EMPTY)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    game = position.game
    if game.kind.name != "partition":
        print(f"corners are held in Pyramid Partition, not in {game.kind.title}", file=sys.stderr)
        return 2

    red, blue = position.balls("red"), position.balls("blue")
    for player, own, other in (("red", red, blue), ("blue", blue, red)):
        costs = []
        for corner in CORNERS:
            cost = connection.cost(game.board, own, other, corner, stacking=game.stacking)
            if cost is not None:
                costs.append((cost.n, CORNERS.index(corner), corner, cost))
        for n, _, corner, cost in sorted(costs, key=lambda entry: entry[:2]):
            bound = "" if cost.exact else "at most "
            plan = " ".join(game.board.names[site] for site in cost.plan)
            print(f"{player} {corner}: {bound}{n} {plan}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
