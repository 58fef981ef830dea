"""UCT with random playouts, written once: a game says how moves are listed, played and played out.

Kocsis and Szepesvari, *Bandit based Monte-Carlo planning* (2006), and on request RAVE (Gelly and
Silver, 2007). The tree is that of `model.search.tree_search.game_tree`. A game gives its own
kernels for those that stand open here to `model.kernels.specialised`.
"""

from __future__ import annotations

import numpy as np

from model.kernels import Int, Ints, kernel
from model.search.prng import Words
from model.search.tree_search.game_tree import (
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    UNKNOWN,
    Tree,
    back_up,
    best_rave,
    best_ucb,
    prove_up,
    settle,
)

RETURNED = DRAWN + 1
"""Of what `outcome` says: the position came back, which counts as a draw in this game alone."""

Line = tuple[object, ...]
"""The position that is played on, those on the way to it, and the root: a NamedTuple of the
game's own."""


@kernel
def restart(line: Line) -> None:
    """Go back to the root."""
    raise NotImplementedError


@kernel
def expand(line: Line, tree: Tree, node: Int, depth: Int) -> bool:
    """Give the node of the position its children; False: there is no room."""
    raise NotImplementedError


@kernel
def play(line: Line, depth: Int, move: Int) -> None:
    """Play a move, which leads to a position `depth` moves below the root."""
    raise NotImplementedError


@kernel
def outcome(line: Line, depth: Int, is_new: bool) -> int:
    """Return how the game has ended: UNKNOWN where it goes on, a winner, DRAWN, or RETURNED.

    `is_new`: no game went through the position yet.
    """
    raise NotImplementedError


@kernel
def play_out(line: Line, depth: Int, rng: Words) -> float:
    """Play on at random to the end; return what the first player makes of it."""
    raise NotImplementedError


@kernel
def note(line: Line, tree: Tree, node: Int, result: float) -> None:
    """Count the game just played out for the children of a node, all moves as first.

    Asked only where RAVE is.
    """
    raise NotImplementedError


@kernel
def grow(
    line: Line,
    tree: Tree,
    way: Ints,
    rng: Words,
    exploration: float,
    trust: float,
    patience: int,
    games: int,
) -> int:
    """Play games through the tree, and add to it.

    Parameters
    ----------
    way
        Room for the nodes from the root down, as many as a way may have, and one.
    trust
        See `game_tree.back_up`; 0: UCB1 instead of RAVE.
    patience
        Games that go through a node before it gets children.

    Returns
    -------
    int
        How many games were played: fewer than `games` once the root is settled, or when the tree
        has no room left.
    """
    for game in range(games):
        if tree.proved[0] != UNKNOWN:
            return game
        restart(line)
        node: Int = np.int64(0)
        depth: Int = 0
        way[0] = 0
        ended = UNKNOWN
        while tree.proved[node] == UNKNOWN and ended != RETURNED and depth < way.size - 2:
            if tree.branches[node] == 0:
                if node and tree.visits[node] < patience:
                    break
                if not expand(line, tree, node, depth):
                    return game
            if trust > 0:
                node = best_rave(tree, node, exploration)
            else:
                node = best_ucb(tree, node, exploration)
            depth += 1
            way[depth] = node
            play(line, depth, tree.move[node])
            if tree.proved[node] == UNKNOWN:
                ended = outcome(line, depth, tree.visits[node] == 0)
                if ended not in (UNKNOWN, RETURNED):
                    settle(tree, node, ended, 0)
        proved = tree.proved[node]
        if proved != UNKNOWN:
            result = 1.0 if proved == FIRST_WINS else 0.0 if proved == SECOND_WINS else 0.5
            prove_up(tree, way, depth + 1)
        elif ended == RETURNED:
            result = 0.5
        else:
            result = play_out(line, depth, rng)
            if trust > 0:
                for i in range(depth + 1):
                    if tree.branches[way[i]] > 0:
                        note(line, tree, np.int64(way[i]), result)
        back_up(tree, way, depth + 1, result, 1, trust)
    return games
