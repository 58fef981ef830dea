"""Kernels that grow a tree of games of Partition, each played out at random from its leaf."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from model.boards.board import IntArray
from model.games.partition.carriers import gather, note_needed, prove_up, settle_by
from model.games.partition.full_boards import ONE, BoardTables, Words, lowest, winning_points
from model.games.partition.many_games import LANES, play_lanes
from model.games.partition.random_games import (
    EMPTIES,
    PLAYABLE,
    SIDE,
    STACKING,
    PlayoutState,
    Workspace,
    copy_state,
    play_batch,
    play_many,
    put,
)
from model.kernels import Int, kernel
from model.search.prng import STEP, stirred
from model.search.tree_search.game_tree import (
    FIRST_WINS,
    UNKNOWN,
    Tree,
    add_children,
    back_up,
    best_rave,
    best_ucb,
    note_played,
    settle,
    settled_by_children,
    share_children,
)


class SearchParams(NamedTuple):
    """How a tree is grown.

    Attributes
    ----------
    exploration
        How much more often uncertain moves are tried.
    trust
        See `tree.back_up`; 0: UCB1 instead of RAVE.
    patience
        Games that go through a node before it gets children.
    batch
        Games that are played each time.
    knows
        Whether nodes are looked at for wins and threats to win.
    """

    exploration: float
    trust: float
    patience: int
    batch: int
    knows: bool


@kernel
def grow(
    tree: Tree,
    tables: BoardTables,
    work: Workspace,
    root: PlayoutState,
    allowed: Words,
    params: SearchParams,
    rng: Words,
    walks: Int,
) -> Int:
    """Walk down the tree, play a batch of games from where it ends, and add to it.

    Parameters
    ----------
    allowed
        The first moves to look at.

    Returns
    -------
    int
        How many walks were made: fewer than `walks` once the root is settled, or when the tree
        has no room left.
    """
    state, way = work.now, work.way
    for walk in range(walks):
        if tree.proved[0] != UNKNOWN:
            return walk
        copy_state(state, root)
        node: Int = np.int64(0)
        depth = 1
        way[0] = 0
        while tree.proved[node] == UNKNOWN:
            if tree.branches[node] == 0:
                if node != 0 and tree.visits[node] < params.patience:
                    break
                if state.numbers[EMPTIES] == 0:
                    break
                met = node != 0 and params.batch == LANES and met_before(tree, node, work)
                if not met and not expand(tree, node, tables, work, allowed, params.knows):
                    return walk
                if tree.proved[node] != UNKNOWN or (params.batch == LANES and not met):
                    break
            if params.trust > 0:
                node = best_rave(tree, node, params.exploration)
            else:
                node = best_ucb(tree, node, params.exploration)
            way[depth] = node
            depth += 1
            put(tables, state, np.int64(tree.move[node]))
        games = params.batch
        if tree.proved[node] != UNKNOWN:
            prove_up(tree, tables, bool(state.numbers[STACKING]), way, depth)
            result = 1.0 * games if tree.proved[node] == FIRST_WINS else 0.0
            back_up(tree, way, depth, result, games, params.trust)
        elif params.trust > 0:
            if games == LANES:
                result = 1.0 * play_lanes(
                    tables, state.balls, state.empty, last_to_move(state), work.lanes, work.reached,
                    work.taken, work.gained, rng,
                )  # fmt: skip
            else:
                result = 1.0 * play_batch(tables, work, root, rng, games)
            back_up(tree, way, depth, result, games, params.trust)
            for i in range(depth):
                if tree.branches[way[i]] > 0:
                    note_played(tree, np.int64(way[i]), work.taken, work.gained, result, games)
        else:
            result = 1.0 * play_many(tables, work, state, root, rng, games)
            back_up(tree, way, depth, result, games, params.trust)
    return walks


@kernel
def met_before(tree: Tree, node: Int, work: Workspace) -> bool:
    """Tell whether the position that `work.now` has come to has a node, which then shares all.

    Many lines of play lead to one position. One that is new is noted.
    """
    at, key = find(work, work.now.balls)
    twin = np.int64(work.nodes[at])
    if work.keys[at] != key or twin == 0 or not tree.branches[twin]:
        work.keys[at] = key
        work.nodes[at] = node
        return False
    share_children(tree, node, twin)
    if tree.proved[twin] != UNKNOWN:
        settle(tree, node, np.int64(tree.proved[twin]), np.int64(tree.distance[twin]))
    for w in range(tree.carrier.shape[1]):
        tree.carrier[node, w] = tree.carrier[twin, w]
    return True


@kernel
def find(work: Workspace, balls: Words) -> tuple[np.uint64, np.uint64]:
    """Return where a position is noted, and what tells it from others there."""
    key = STEP
    for side in range(2):
        for w in range(balls.shape[1]):
            key = stirred(key ^ balls[side, w])
    return key & np.uint64(work.keys.shape[0] - 1), key


@kernel
def last_to_move(state: PlayoutState) -> Int:
    """Return who puts the last ball of all when stacking, -1 in the free game."""
    if not state.numbers[STACKING]:
        return -1
    return np.int64(state.numbers[SIDE] ^ ((state.numbers[EMPTIES] + 1) & 1))


@kernel
def expand(
    tree: Tree, node: Int, tables: BoardTables, work: Workspace, allowed: Words, knows: bool
) -> bool:
    """Give the node that `work.now` has come to its children; False: there is no room.

    Who can win at once does. Who is threatened with it must take the point, and has lost where
    there are two such points: a ball never helps the other side, and is never taken away.
    """
    state = work.now
    side = state.numbers[SIDE]
    many = playable_points(state, work.moves)
    if not knows:
        many = among(work.moves, many, allowed) if node == 0 else many
        return add_children(tree, node, side, work.moves, many)
    mine, theirs = state.balls[side], state.balls[1 - side]
    if winning_points(tables, work.floods, mine, theirs, work.counts, work.won) > 0:
        winning = first_among(work.moves, many, work.won)
        if winning >= 0:
            work.moves[0] = winning
            if not add_children(tree, node, side, work.moves, 1):
                return False
            settle_by(tree, np.int64(tree.first[node]), side + 1, 0, -1)
            settle_by(tree, node, side + 1, 1, winning)
            return True
    if winning_points(tables, work.floods, theirs, mine, work.counts, work.theirs) > 0:
        threats = 0
        for i in range(many):
            site = work.moves[i]
            if (work.theirs[site >> 6] >> np.uint64(site & 63)) & ONE:
                work.moves[i] = work.moves[threats]
                work.moves[threats] = site
                threats += 1
        forced = np.int64(work.moves[0])
        if threats == 1:
            many = 1
        elif threats > 1:
            if not add_children(tree, node, side, work.moves, 1):
                return False
            site = np.int64(work.moves[1])
            settle_by(tree, np.int64(tree.first[node]), 2 - side, 1, site)
            settle_by(tree, node, 2 - side, 2, np.int64(work.moves[0]))
            note_needed(tree, node, site)
            return True
        elif node == 0:
            many = among(work.moves, many, allowed)
        if not add_children(tree, node, side, work.moves, many):
            return False
        if threats == 1:
            note_needed(tree, node, forced)
        if state.numbers[STACKING]:
            settle_openings(tree, node, tables, work)
        return True
    many = among(work.moves, many, allowed) if node == 0 else many
    return add_children(tree, node, side, work.moves, many)


@kernel
def settle_openings(tree: Tree, node: Int, tables: BoardTables, work: Workspace) -> None:
    """Settle the moves that make room for a ball with which the other side wins."""
    state = work.now
    winner = 2 - state.numbers[SIDE]
    first = np.int64(tree.first[node])
    for child in range(first, first + np.int64(tree.branches[node])):
        for k in range(4):
            above = tables.carried[tree.move[child], k]
            if (
                state.missing[above] == 1
                and (work.theirs[above >> 6] >> np.uint64(above & 63)) & ONE
            ):
                settle_by(tree, child, winner, 1, above)
    if settled_by_children(tree, node) and tree.carrier.shape[1]:
        gather(tree, tables, True, node)


@kernel
def playable_points(state: PlayoutState, moves: IntArray) -> Int:
    """Write down the playable points; return how many there are."""
    many: Int = 0
    if state.numbers[STACKING]:
        many = np.int64(state.numbers[PLAYABLE])
        for i in range(many):
            moves[i] = state.points[i]
        return many
    for w in range(state.empty.shape[0]):
        waiting = state.empty[w]
        while waiting:
            bit = waiting & (~waiting + ONE)
            waiting ^= bit
            moves[many] = (w << 6) + lowest(bit)
            many += 1
    return many


@kernel
def among(moves: IntArray, many: Int, allowed: Words) -> Int:
    """Keep the moves that are among those allowed; return how many."""
    kept = 0
    for i in range(many):
        if (allowed[moves[i] >> 6] >> np.uint64(moves[i] & 63)) & ONE:
            moves[kept] = moves[i]
            kept += 1
    return kept


@kernel
def first_among(moves: IntArray, many: Int, wanted: Words) -> Int:
    """Return the first of the moves that is wanted, -1 for none."""
    for i in range(many):
        if (wanted[moves[i] >> 6] >> np.uint64(moves[i] & 63)) & ONE:
            return np.int64(moves[i])
    return -1
