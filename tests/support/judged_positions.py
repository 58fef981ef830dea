"""Positions of Partition and Poly-Y at random, and all that the rules model says of them."""

from random import Random
from typing import Any

import numpy as np

from model import connection
from model.boards.lattice import CORNERS, pyramid
from model.games.partition import position as placing
from model.games.partition.kind import KIND as PARTITION
from model.games.partition.position import PartitionPosition
from model.games.partition.verdicts import corner_state as stands
from model.games.poly_y import corner_costs
from model.games.poly_y.kind import KIND as POLY_Y
from model.games.poly_y.position import PolyYPosition

PLAYERS = ("red", "blue")
NOWHERE: dict[str, Any] = {
    "group": [], "line": [], "sheet": [], "tether": [], "wall": "", "alsoSheet": [],
    "alsoTether": [], "arms": [], "escape": [],
}  # fmt: skip
KINDS = {"captured": "holds", "cut off": "isolates", "open": "open", "lost": "other"}


def _size(rng: Random, least: int) -> int:
    """A size up to 12: most positions are small, where more kinds of them are met in a second."""
    return rng.randint(least, rng.choice((4, 5, 6, 6, 8, 12)))


def partition_position(rng: Random) -> PartitionPosition:
    """Return a position of either rules: scattered balls, or planes of one colour."""
    game = PARTITION.game(_size(rng, 2), rng.choice(("free", "stacking")))
    board = game.board
    noise = np.random.default_rng(rng.getrandbits(32))
    share = rng.random()
    cells = np.where(noise.random(len(board)) < share, 1 + (noise.random(len(board)) < 0.5), 0)
    for _ in range(rng.randint(0, 3)):
        layer = board.layers[rng.choice(("level", "diag", "anti", "west", "north", *CORNERS))]
        plane = layer == rng.randint(int(layer.min()), int(layer.max()))
        # A few holes and strangers in it: what nearly cuts a corner off is what matters.
        cells[plane & (noise.random(len(board)) > rng.choice((0.0, 0.0, 0.02, 0.1)))] = rng.randint(
            1, 2
        )
    while game.stacking:
        loose = (cells != 0) & ~placing.supported(board, cells)
        if not loose.any():
            break
        cells[loose] = 0
    return PartitionPosition(game, cells.astype(np.int8), rng.randint(0, 1))


def poly_y_position(rng: Random) -> PolyYPosition:
    """Return a position of any board: from empty to full, few stones or many."""
    game = POLY_Y.game(rng.choice("3457"), _size(rng, 3), rng.random() < 0.8)
    many = len(game.board)
    share, red = rng.choice((0.02, rng.random(), 1.0)), rng.uniform(0.3, 0.7)
    cells = [(1 if rng.random() < red else 2) if rng.random() < share else 0 for _ in range(many)]
    return PolyYPosition(game, np.array(cells, np.int8), rng.randint(0, 1))


def positions(rng: Random, number: int) -> list[PartitionPosition | PolyYPosition]:
    """Return positions, two of three of them Partition's."""
    return [
        poly_y_position(rng) if at % 3 == 2 else partition_position(rng) for at in range(number)
    ]


def told(position: PartitionPosition | PolyYPosition) -> dict[str, Any]:
    """Return what `judged` of the page's judge ought to say."""
    outcome = position.outcome
    corners = _partition(position) if isinstance(position, PartitionPosition) else _poly_y(position)
    return {
        "position": str(position),
        "legal": list(position.legal_moves),
        "winner": None if outcome is None else outcome.winner,
        "over": outcome is not None,
        "witness": [] if outcome is None else list(outcome.witness),
        "corners": corners,
    }


def pours(position: PartitionPosition | PolyYPosition) -> list[list[list[int]]]:
    """Return what `pours` of the page's judge ought to say."""
    board = position.game.board
    return [
        [connection.pour(board, position.cells == side, corner).tolist() for side in (1, 2)]
        for corner in board.corners
    ]


def _partition(position: PartitionPosition) -> list[dict[str, Any]]:
    found = []
    for number, corner in enumerate(CORNERS):
        standings = []
        for player in PLAYERS:
            state = stands(position, player, corner)
            sites = {
                "group": state.group, "line": state.line, "sheet": state.sheet,
                "tether": state.tether, "alsoSheet": state.also_sheet,
                "alsoTether": state.also_tether, "escape": state.escape,
            }  # fmt: skip
            lists = {name: list(some) for name, some in sites.items()}
            standings.append({**NOWHERE, **lists, "kind": state.kind, "wall": state.wall})
        found.append(
            {
                "corner": corner,
                "site": pyramid(position.game.size).corners[corner],
                "holder": int(position.holders[number]),
                "standings": standings,
            }
        )
    return found


def _poly_y(position: PolyYPosition) -> list[dict[str, Any]]:
    found = []
    board = position.game.board
    for corner, site in board.corners.items():
        standings = []
        for player in PLAYERS:
            state = corner_costs.corner_state(position, player, corner)
            # The chain is the one that its arms run in.
            group: list[int] = []
            for chain in position.chains[player]:
                if state.arms and state.arms[0][0] in chain.sites:
                    group += chain.sites
            arms = {"arms": [list(arm) for arm in state.arms], "group": group}
            standings.append(
                {**NOWHERE, **arms, "kind": KINDS[state.kind], "escape": list(state.escape)}
            )
        holder = next(
            (at for at, who in enumerate(PLAYERS) if corner in position.captured(who)), -1
        )
        found.append({"corner": corner, "site": site, "holder": holder, "standings": standings})
    return found
