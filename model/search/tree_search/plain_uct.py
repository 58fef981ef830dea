"""UCT with random playouts, as quick as a game's kernels make it: what is the same for all games.

It knows nothing but the rules; engines are measured against it. The kernel is
`model.search.tree_search.plain_uct`, made for a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from time import monotonic

import numpy as np

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score
from model.kernels import Int, Ints, Kernel, kernel
from model.search.prng import Words, seeded
from model.search.tree_search.game_tree import (
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    UNKNOWN,
    Tree,
    back_up,
    best_rave,
    best_ucb,
    children,
    new_tree,
    prove_up,
    settle,
    with_more_room,
)

# -- UCT with random playouts, written once --------------------------------------------------------
# Kocsis and Szepesvari, *Bandit based Monte-Carlo planning* (2006), and on request RAVE (Gelly and
# Silver, 2007). The tree is that of `model.search.tree_search.game_tree`. A game gives its own
# kernels for those that stand open here to `model.kernels.specialised`.


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


# -- UCT with random playouts, as quick as a game's kernels make it: what is the same for all games


SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
TOLD_EVERY = 0.2
"""Seconds between two reports."""
MOST_NODES = 1 << 22
"""Nodes a tree may have; then it grows no more, and numbers alone get better."""
DEEPEST = 400
"""Plies a way through the tree may have."""
_FIRST_SLICE = 8


class PlainUct(ABC):
    """UCT with random playouts; see `model.contract.search.Engine`.

    Attributes
    ----------
    exploration
        How much more often uncertain moves are tried, as UCB1 has it: each game says what is best.
    trust
        As `grow` takes it.
    kernel
        `grow`, made for the game.
    """

    exploration: float
    trust = 0.0
    kernel: Kernel[..., int]

    def __init__(self, game: Game) -> None:
        self.game = game
        self._way = np.zeros(DEEPEST + 1, np.int32)

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        work = self.workspace(position)
        rng, tree = seeded(budget.seed, str(position)), new_tree()
        played, patience = 0, 1
        reported, games = monotonic(), _FIRST_SLICE
        while tree.proved[0] == UNKNOWN and (budget.nodes is None or played < budget.nodes):
            if stop():
                return self._analysis(position, tree, played, done=False)
            most = games if budget.nodes is None else min(games, budget.nodes - played)
            begun = monotonic()
            grown = self.kernel(
                work, tree, self._way, rng, self.exploration, self.trust, patience, most
            )
            played += grown
            if grown < most and tree.proved[0] == UNKNOWN:
                if tree.move.shape[0] < MOST_NODES:
                    *_, tree = with_more_room(tree, MOST_NODES)
                else:
                    patience = 1 << 60
            elif most == games:
                took = max(monotonic() - begun, 1e-6)
                games = max(1, min(int(games * SLICE / took), 2 * games))
            if monotonic() - reported > TOLD_EVERY:
                reported = monotonic()
                report(self._analysis(position, tree, played, done=False))
        found = self._analysis(position, tree, played, done=True)
        report(found)
        return found

    def _analysis(self, position: Position, tree: Tree, played: int, done: bool) -> Analysis:
        scores = {
            self.write(int(tree.move[child]), position): _score(tree, child)
            for child in _ranked(tree, 0)
            if tree.visits[child] or tree.proved[child] != UNKNOWN
        }
        if not scores:
            scores = {next(iter(position.legal_moves)): Score((DRAW, DRAW))}
        line, at = [], position
        for number in _line(tree):
            line.append(self.write(number, at))
            at = at.play(line[-1])
        return Analysis(position, scores, tuple(line), done, played)

    # -- what a game says -----------------------------------------------------------------------

    @abstractmethod
    def workspace(self, position: Position) -> object:
        """Return a position as `kernel` wants it, and what that writes on."""

    @abstractmethod
    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move that is legal in `position`."""


def _score(tree: Tree, child: int) -> Score:
    proved, visits, mover = int(tree.proved[child]), int(tree.visits[child]), tree.mover[child]
    if proved != UNKNOWN:
        first = DRAW if proved == DRAWN else WIN if proved == FIRST_WINS else LOSS
        return Score((first, WIN - first), int(tree.distance[child]) + 1, visits, proved=True)
    value = float(tree.wins[child] / visits)
    return Score((value, 1 - value) if mover == 0 else (1 - value, value), visits=visits)


def _line(tree: Tree) -> Iterator[int]:
    node = 0
    while len(children(tree, node)):
        node = _ranked(tree, node)[0]
        if tree.proved[node] == UNKNOWN and not tree.visits[node]:
            return
        yield int(tree.move[node])


def _ranked(tree: Tree, node: int) -> list[int]:
    """Return the children of a node, best first: quick wins, then those visited most."""
    few = children(tree, node)
    all_known = all(tree.proved[child] != UNKNOWN for child in few)

    def rank(child: int) -> tuple[float, ...]:
        proved, distance = int(tree.proved[child]), int(tree.distance[child])
        if proved == tree.mover[child] + 1:
            return (2.0, -distance)
        if proved == DRAWN:
            return (float(all_known), int(tree.visits[child]))
        if proved != UNKNOWN:
            return (-1.0, distance)
        return (0.0, int(tree.visits[child]))

    return sorted(few, key=rank, reverse=True)
