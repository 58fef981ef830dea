"""Somebody to play Partition against: trees grown by games played out (`engine_kernels`).

Games are random fillings, judged full: 64 at once, a bit each, for they cost little more than one.
The moves of a node are counted in all games through it (RAVE), so that 64 of them order it at once.
Where games are counted, as for levels, eight are played from a leaf, one after the other, for of
few games more leaves make more. The tree is kept for the next move unless games are counted.

Wins, and threats to win with one ball, are seen wherever the tree has branched: a threat leaves one
answer, and two leave none. Of moves that a symmetry exchanges one is looked at. A node that is
settled keeps its carrier (`engine_kernels`): where one move is known to lose, so do all moves
outside its carrier. Pyramids above size 11 keep none, for want of room. A position that comes again
by other moves takes over the children of the node it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.boards.lattice import sites_at
from model.contract.game import Mask, Move, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score
from model.games.partition.engine_kernels import SearchParams, grow
from model.games.partition.full_boards import OPEN, bits_of, board_tables
from model.games.partition.position import PartitionGame, PartitionPosition
from model.games.partition.random_games import LANES, PlayoutState, Workspace
from model.search.prng import seeded
from model.search.tree_search.game_tree import (
    FIRST_WINS,
    UNKNOWN,
    USED,
    Tree,
    children,
    new_tree,
    taken_from,
    with_more_room,
)

FREE = SearchParams(exploration=0.0, trust=500.0, patience=1, batch=LANES, knows=True)
"""How the engine grows its tree: 64 games from each leaf, since they cost little more than one."""
STACKING = FREE._replace(exploration=0.3, trust=100.0)
"""How it does when stacking: there a ball is worth what it is at its time, so other games' say
less."""
THRIFTY = SearchParams(exploration=0.0, trust=500.0, patience=8, batch=8, knows=True)
"""How it does where the games are counted and few: eight from each leaf."""
THRIFTY_STACKING = THRIFTY._replace(exploration=0.4, trust=30.0)
FEW = 50_000
"""Games up to which they are few."""
PLAIN = SearchParams(exploration=0.5, trust=0.0, patience=1, batch=1, knows=False)
"""How UCT without any knowledge does."""
OFTEN = 0.1
"""Share of the most visited move's games from which on a move is judged by what it makes."""
UNKNOWING = 30
"""Games up to which an opponent does not even see that it is about to lose."""
SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
FIRST_SLICE = 1
"""Walks down the tree in the first slice, before it is known how long they take."""
TOLD_EVERY = 0.2
"""Seconds between two reports."""
NEVER = 30_000
"""Balls that a point needs that there is not."""
MOST_TOLD = 3_000
"""Moves that are told of, the best ones: all of them up to size 20."""
MOST_WORDS = 8
"""Words of a carrier that is kept with a node; in larger pyramids than size 11 none is."""
MOST_NODES = 1 << 22
"""Nodes a tree may have; then it grows no more, and numbers alone get better."""
MET = 1 << 19
"""Positions that are noted, so that lines of play which lead to one share what is known of it."""
MOST_KEPT = 1 << 21
"""Nodes that a tree may have and be kept until the next move."""
COPIED = 20_000
"""Nodes of it that are copied between two looks at the stop function: some ms."""

Nodes = npt.NDArray[np.int64]


class PartitionEngine:
    """An engine for both rules; see `model.contract.search.Engine`."""

    def __init__(self, game: PartitionGame, params: SearchParams | None = None) -> None:
        self.game = game
        self._params = params
        self._last: _Search | None = None

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        assert isinstance(position, PartitionPosition)
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        search = self._begin(position, budget)
        reported, known = monotonic(), None
        while not search.is_settled and (budget.nodes is None or search.played < budget.nodes):
            if stop():
                return known or search.analysis(done=False)
            known = None
            search.think(None if budget.nodes is None else budget.nodes - search.played)
            if monotonic() - reported > TOLD_EVERY:
                reported = monotonic()
                known = search.analysis(done=False)
                report(known)
        found = search.analysis(done=True)
        report(found)
        return found

    def _begin(self, position: PartitionPosition, budget: Budget) -> _Search:
        """A search of a position: a new one, or where nobody counts games what the last one knows.

        A tree that was grown a move or two before holds much of what is asked now.
        """
        if budget.nodes is not None:
            return _Search(position, self._params or _params_of(self.game, budget), budget.seed)
        last, self._last = self._last, None
        search = last.after(position) if last is not None and self._params is None else None
        if search is None:
            search = _Search(position, self._params or _params_of(self.game, budget), budget.seed)
        self._last = search
        return search


def _params_of(game: PartitionGame, budget: Budget) -> SearchParams:
    """How a tree is grown for a budget."""
    if budget.nodes is None or budget.nodes > FEW:
        return STACKING if game.stacking else FREE
    thrifty = THRIFTY_STACKING if game.stacking else THRIFTY
    return thrifty._replace(knows=budget.nodes > UNKNOWING)


class _Search:
    """One position being thought about."""

    def __init__(
        self,
        position: PartitionPosition,
        params: SearchParams,
        seed: int,
        kept: Iterator[Tree] | None = None,
    ) -> None:
        self.played = 0
        self._position = position
        self._params = params
        self._by_mean = position.game.stacking and params.batch == LANES
        self._seed = seed
        self._moving = kept  # the tree, on its way to another place, step by step
        self._tables = board_tables(position.game.size)
        words = self._tables.around.shape[1]
        self._tree = new_tree(words=words * (words <= MOST_WORDS)) if kept is None else next(kept)
        self._root = state_of(position)
        self._work = workspace_for(position)
        images = symmetries(position)
        self._images = [image.tolist() for image in images]
        # The first of each set of points that symmetries of the position exchange.
        every = np.array(images)
        first: Mask = every.min(axis=0) == np.arange(every.shape[1])
        self._allowed = bits_of(first)
        self._rng = seeded(seed, str(position))
        self._slice = FIRST_SLICE

    @property
    def is_settled(self) -> bool:
        """Whether the value of the position is known."""
        return self._moving is None and bool(self._tree.proved[0] != UNKNOWN)

    def after(self, position: PartitionPosition) -> _Search | None:
        """Return a search of a position a move or two later with what is known; None: nothing is.

        Also of the same position, where thinking goes on.
        """
        old, new = self._position.cells, position.cells
        if position.game != self._position.game or self._tree.state[USED] > MOST_KEPT:
            return None
        played = np.flatnonzero(old != new)
        if len(played) > 2 or old[played].any():
            return None
        moves = {int(site): int(new[site]) - 1 for site in played}
        tree, node, side = self._tree, 0, self._position.side
        for _ in moves:
            here = (c for c in children(tree, node) if moves.get(int(tree.move[c])) == side)
            node, side = next(here, -1), 1 - side
            if node < 0:
                return None
        if side != position.side or not tree.branches[node]:
            return None
        return _Search(position, self._params, self._seed, taken_from(tree, node, COPIED))

    def think(self, most: int | None) -> None:
        """Play some more games, `most` at most, or go on moving the tree."""
        if self._moving is not None:
            there = next(self._moving, None)
            if there is None:
                self._moving = None
            else:
                self._tree = there
            return
        params, walks = self._params, self._slice
        if most is not None:
            if most < params.batch:
                params = params._replace(batch=most)
            walks = min(walks, most // params.batch)
        begun = monotonic()
        made = grow(
            self._tree,
            self._tables,
            self._work,
            self._root,
            self._allowed,
            params,
            self._rng,
            walks,
        )
        self.played += made * params.batch
        if made < walks and not self.is_settled:
            if self._tree.move.shape[0] < MOST_NODES:
                self._moving = with_more_room(self._tree, MOST_NODES)
            else:
                self._params = self._params._replace(patience=1 << 60)
        elif made == walks == self._slice:
            took = max(monotonic() - begun, 1e-6)
            self._slice = max(FIRST_SLICE, min(int(walks * SLICE / took), 2 * walks))

    # -- what is told ------------------------------------------------------------------------------

    def analysis(self, done: bool) -> Analysis:
        """Return what is known."""
        position, tree = self._position, self._tree
        names = position.game.board.names
        scores: dict[Move, Score] = {}
        few = ranked(tree, 0, self._by_mean)[:MOST_TOLD]
        for site, score in zip(tree.move[few].tolist(), _scores(tree, few), strict=True):
            for image in self._images:  # moves that a symmetry exchanges are worth the same
                scores.setdefault(names[image[site]], score)
        if not scores:
            scores = {next(iter(position.legal_moves)): Score((DRAW, DRAW))}
        line = tuple(names[site] for site in self._line())
        return Analysis(position, scores, line, done, self.played)

    def _line(self) -> Iterator[int]:
        tree, node = self._tree, 0
        while tree.branches[node]:
            best = best_child(tree, node, self._by_mean)
            if tree.proved[best] == UNKNOWN and not tree.visits[best]:
                return
            yield int(tree.move[best])
            node = best


def ranked(tree: Tree, node: int, by_mean: bool = False) -> Nodes:
    """Return the children of a node, best first: quick wins, then those visited most.

    Parameters
    ----------
    by_mean
        Whether those that are visited often enough count alike, and come by what they make.
    """
    few = np.array(children(tree, node), np.int64)
    first, second, third = _ranks(tree, few, by_mean)
    return few[np.lexsort((-third, -second, -first))]


def best_child(tree: Tree, node: int, by_mean: bool = False) -> int:
    """Return the first of them: of thousands it is found sooner than all are put in order."""
    few = np.array(children(tree, node), np.int64)
    at = np.arange(len(few))
    for rank in _ranks(tree, few, by_mean):
        at = at[rank[at] == rank[at].max()]
    return int(few[at[0]])


def _ranks(tree: Tree, few: Nodes, by_mean: bool) -> tuple[Nodes, Nodes, npt.NDArray[np.float64]]:
    """What nodes are ordered by, the greatest first; the next decides where one is the same."""
    proved, distance = tree.proved[few], tree.distance[few].astype(np.int64)
    known, won = proved != UNKNOWN, proved == tree.mover[few] + 1
    visits = tree.visits[few]
    if by_mean and not known.all():
        most = visits[~known].max()
        visits = np.where(visits >= OFTEN * most, most, visits)
    return (
        won.astype(np.int64) - (known & ~won),
        np.where(won, -distance, np.where(known, distance, visits)),
        np.where(known, 0.0, _estimates(tree, few)),
    )


def _scores(tree: Tree, few: Nodes) -> Iterator[Score]:
    """The scores of nodes. There may be thousands, and windows are drawn beside this."""
    columns = (tree.proved, tree.distance, tree.visits, tree.mover)
    rows = zip(*(column[few].tolist() for column in columns), strict=True)
    for (proved, distance, visits, mover), value in zip(
        rows, _estimates(tree, few).tolist(), strict=True
    ):
        if proved != UNKNOWN:
            first = WIN if proved == FIRST_WINS else LOSS
            yield Score((first, WIN - first), distance + 1, visits, proved=True)
        else:
            yield Score((value, 1 - value) if mover == 0 else (1 - value, value), visits=visits)


def _estimates(tree: Tree, few: Nodes) -> npt.NDArray[np.float64]:
    """The share that each one's mover may expect: of its own games, else of all with its move."""
    visits = tree.visits[few]
    elsewhere = (tree.kept[few] + 1) / (tree.seen[few] + 2)
    return np.where(visits > 0, tree.wins[few] / np.maximum(visits, 1), elsewhere)


def symmetries(position: PartitionPosition) -> list[IntArray]:
    """Return where the points come to lie by each symmetry that keeps a position."""
    board = position.game.board
    x, y, z = board.xyz.T
    last = board.size - 1 - z
    found = []
    for east in (x, last - x):
        for north in (y, last - y):
            for one, two in ((east, north), (north, east)):
                image = sites_at(board.size, np.stack([one, two, z], axis=1))
                if np.array_equal(position.cells[image], position.cells):
                    found.append(image)
    return found


def state_of(position: PartitionPosition) -> PlayoutState:
    """Return a position as kernels want it."""
    board, game = position.game.board, position.game
    filled = np.append(position.cells != 0, True)
    points = np.zeros(len(board) + 1, np.int32)
    playable = np.flatnonzero(position.playable)
    points[: len(playable)] = playable
    return PlayoutState(
        balls=np.array([bits_of(position.balls(side)) for side in game.players]),
        empty=bits_of(position.cells == 0),
        points=points,
        missing=np.append((~filled[board.supports]).sum(axis=1), NEVER).astype(np.int16),
        numbers=np.array(
            [position.side, game.stacking, len(playable), np.sum(position.cells == 0)], np.int64
        ),
    )


def workspace_for(position: PartitionPosition) -> Workspace:
    """Return what kernels write on for positions of a game."""
    state = state_of(position)
    n, words = len(position.cells), len(state.empty)

    return Workspace(
        now=state,
        played=state_of(position),
        floods=np.zeros((OPEN + 1, words), np.uint64),
        counts=np.zeros(n, np.uint8),
        won=np.zeros(words, np.uint64),
        theirs=np.zeros(words, np.uint64),
        moves=np.zeros(n, np.int32),
        way=np.zeros(n + 2, np.int32),
        lanes=np.zeros(n, np.uint64),
        reached=np.zeros(n + 1, np.uint64),
        taken=np.zeros(64 * words, np.uint64),
        gained=np.zeros(64 * words, np.uint64),
        keys=np.zeros(MET, np.uint64),
        nodes=np.zeros(MET, np.int32),
    )
