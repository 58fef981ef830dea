"""Kernels that grow a tree of games of Partition, each played out at random from its leaf."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from model.boards.board import IntArray
from model.games.partition.full_boards import (
    ALL,
    ONE,
    BoardTables,
    Words,
    lowest,
    ones,
    winning_points,
)
from model.games.partition.random_games import (
    EMPTIES,
    LANES,
    PLAYABLE,
    SIDE,
    STACKING,
    PlayoutState,
    Workspace,
    copy_state,
    play_batch,
    play_lanes,
    play_many,
    put,
)
from model.kernels import Int, Ints, kernel
from model.search.prng import STEP, stirred
from model.search.tree_search import game_tree
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

# -- carriers: the empty points that somebody who has won still needs, and what they rule out ------
# A side's goal depends on its own balls alone, and balls are never taken away. So who has a won
# game needs only some of the empty points, the carrier of the win, and a move elsewhere does not
# save the other side: V. Anshelevich's must-play region, as in programs that solve Hex.
#
# When stacking, what can be played in a carrier must not depend on points outside it: a carrier
# holds every empty point below its own. A win that needs the ball that was just put, as a step,
# says nothing of other moves.


NOTHING = np.uint64(0)
ON_STEP = 1 << 20
"""What a carrier weighs more for resting on the ball just put; no pyramid has so many points."""


@kernel
def has(words: Words, site: Int) -> bool:
    """Tell whether a point is in a set."""
    return bool((words[site >> 6] >> np.uint64(site & 63)) & ONE)


@kernel
def is_step(tables: BoardTables, carrier: Words, site: Int) -> bool:
    """Tell whether a point lies directly below one of a carrier."""
    n = tables.carried.shape[0]
    for k in range(4):
        above = np.int64(tables.carried[site, k])
        if above < n and has(carrier, above):
            return True
    return False


@kernel
def settle_by(tree: Tree, node: Int, winner: Int, distance: Int, site: Int) -> None:
    """Note that a node is won by taking one point; -1: it has been won."""
    settle(tree, node, winner, distance)
    for w in range(tree.carrier.shape[1]):
        tree.carrier[node, w] = NOTHING
    if site >= 0:
        note_needed(tree, node, site)


@kernel
def note_needed(tree: Tree, node: Int, site: Int) -> None:
    """Add a point to a node's carrier, where carriers are kept."""
    if tree.carrier.shape[1]:
        tree.carrier[node, site >> 6] |= ONE << np.uint64(site & 63)


@kernel
def prove_up(tree: Tree, tables: BoardTables, stacking: bool, way: Ints, many: Int) -> None:
    """Settle the nodes of a way from its end, as `game_tree.prove_up`, and the moves ruled out."""
    if tree.carrier.shape[1] == 0:
        game_tree.prove_up(tree, way, many)
        return
    for i in range(many - 1, -1, -1):
        node = np.int64(way[i])
        if tree.proved[node] == UNKNOWN:
            if tree.branches[node] == 0 or not settled_by_children(tree, node):
                return
            gather(tree, tables, stacking, node)
        if i > 0:
            rule_out(tree, tables, stacking, np.int64(way[i - 1]), node)


@kernel
def rule_out(tree: Tree, tables: BoardTables, stacking: bool, node: Int, lost: Int) -> None:
    """Settle the children that lose by the same carrier as one that is known to lose."""
    winner = np.int64(tree.proved[lost])
    if winner == tree.mover[lost] + 1:
        return
    carrier = tree.carrier[lost]
    if stacking and is_step(tables, carrier, np.int64(tree.move[lost])):
        return
    first = np.int64(tree.first[node])
    for child in range(first, first + np.int64(tree.branches[node])):
        if tree.proved[child] == UNKNOWN and not has(carrier, np.int64(tree.move[child])):
            settle(tree, child, winner, np.int64(tree.distance[lost]))
            for w in range(carrier.shape[0]):
                tree.carrier[child, w] = carrier[w]


@kernel
def gather(tree: Tree, tables: BoardTables, stacking: bool, node: Int) -> None:
    """Find the carrier of a node that its children have settled.

    A node whose mover was threatened with defeat has the point as its carrier until then.
    """
    first, many = int(tree.first[node]), int(tree.branches[node])
    winner, words = np.int64(tree.proved[node]), tree.carrier.shape[1]
    best: Int = -1
    if winner == tree.mover[first] + 1:
        for child in range(first, first + many):
            if tree.proved[child] == winner and (
                best < 0 or ones(tree.carrier[child]) < ones(tree.carrier[best])
            ):
                best = child
        for w in range(words):
            tree.carrier[node, w] = tree.carrier[best, w]
        site = np.int64(tree.move[best])
        note_needed(tree, node, site)
        return
    # A child is answered by its own carrier, or because it lies outside of another's: few will do.
    # One that is a step of its own carrier rules nothing else out, and so not what a side might
    # play elsewhere, where the rest of the board differs.
    general = ones(tree.carrier[node]) > 0
    covered = np.zeros(many, np.bool_)
    while True:
        best = -1
        fewest: Int = 1 << 30
        for k in range(many):
            child = first + k
            if covered[k]:
                continue
            size = ones(tree.carrier[child])
            if stacking and is_step(tables, tree.carrier[child], np.int64(tree.move[child])):
                size += ON_STEP
            if size < fewest:
                best, fewest = child, size
        if best < 0:
            break
        covered[best - first] = True
        for w in range(words):
            tree.carrier[node, w] |= tree.carrier[best, w]
        site = np.int64(tree.move[best])
        if fewest >= ON_STEP:
            note_needed(tree, node, site)
            continue
        general = True
        for k in range(many):
            if not has(tree.carrier[best], np.int64(tree.move[first + k])):
                covered[k] = True
    if not general:
        for w in range(words):
            tree.carrier[node, w] = ALL


# -- growing the tree ------------------------------------------------------------------------------


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
                result = 1.0 * play_lanes(tables, work, state, last_to_move(state), rng)
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
