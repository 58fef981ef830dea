"""Carriers: the empty points that somebody who has won still needs, and what they rule out.

A side's goal depends on its own balls alone, and balls are never taken away. So who has a won game
needs only some of the empty points, the carrier of the win, and a move elsewhere does not save the
other side: V. Anshelevich's must-play region, as in programs that solve Hex.

When stacking, what can be played in a carrier must not depend on points outside it: a carrier
holds every empty point below its own. A win that needs the ball that was just put, as a step, says
nothing of other moves.
"""

from __future__ import annotations

import numpy as np

from model.games.partition.full_boards import ALL, ONE, BoardTables, Words, ones
from model.kernels import Int, Ints, kernel
from model.search.tree_search import game_tree
from model.search.tree_search.game_tree import UNKNOWN, Tree, settle, settled_by_children

NOTHING = np.uint64(0)
STEP = 1 << 20
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
                size += STEP
            if size < fewest:
                best, fewest = child, size
        if best < 0:
            break
        covered[best - first] = True
        for w in range(words):
            tree.carrier[node, w] |= tree.carrier[best, w]
        site = np.int64(tree.move[best])
        if fewest >= STEP:
            note_needed(tree, node, site)
            continue
        general = True
        for k in range(many):
            if not has(tree.carrier[best], np.int64(tree.move[first + k])):
                covered[k] = True
    if not general:
        for w in range(words):
            tree.carrier[node, w] = ALL
