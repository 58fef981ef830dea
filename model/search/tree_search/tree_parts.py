"""A part of a tree of moves, made a tree of its own: what is known below the next move stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import Int, kernel
from model.search.tree_search.game_tree import USED, Tree, new_tree


def taken_from(tree: Tree, node: int, step: int) -> Iterator[Tree]:
    """Make what grows from a node a tree of its own, about `step` nodes at a time.

    What it yields is a whole tree at any time, in which more and more nodes have children, the
    nearest to the root first; the first has those of the root.
    """
    part = part_below(tree, node)
    done = copy_on(part, 1)
    yield part.tree
    while not done:
        done = copy_on(part, step)
        yield part.tree


class Subtree(NamedTuple):
    """What grows from a node of a tree, on its way to become a tree of its own.

    Attributes
    ----------
    old, tree
        Where it is taken from, and the new tree; that one is a whole tree at any time, with more
        and more nodes that have children.
    came
        Which node of `old` a node of `tree` is.
    there
        Where the first child of a node of `old` is in `tree`; 0: nowhere yet.
    looked
        (1,) how many nodes of `tree` have their children.
    """

    old: Tree
    tree: Tree
    came: npt.NDArray[np.int32]
    there: npt.NDArray[np.int32]
    looked: npt.NDArray[np.int64]


def part_below(tree: Tree, node: Int) -> Subtree:
    """Return what grows from a node; `copy_on` has yet to copy all but the node itself."""
    part = Subtree(
        old=tree,
        tree=new_tree(tree.move.shape[0], tree.carrier.shape[1]),
        came=np.zeros(int(tree.state[USED]), np.int32),
        there=np.zeros(int(tree.state[USED]), np.int32),
        looked=np.zeros(1, np.int64),
    )
    copy_node(part, 0, node)
    return part


@kernel
def copy_on(part: Subtree, most: Int) -> bool:
    """Copy some more nodes, about `most`, the nearest to the root first; tell if all are there."""
    old, tree = part.old, part.tree
    end = tree.state[USED] + most
    node = part.looked[0]
    while node < tree.state[USED] and tree.state[USED] < end:
        was = part.came[node]
        begin, many = np.int64(old.first[was]), np.int64(old.branches[was])
        first = np.int64(part.there[begin])
        if many and not first:
            first = np.int64(tree.state[USED])
            for k in range(many):
                copy_node(part, first + k, begin + k)
            part.there[begin] = first
            tree.state[USED] = first + many
        tree.first[node] = first
        tree.branches[node] = many
        node += 1
    part.looked[0] = node
    return bool(node == tree.state[USED])


@kernel
def copy_node(part: Subtree, to: Int, node: Int) -> None:
    """Copy a node, as one without children."""
    old, tree = part.old, part.tree
    part.came[to] = node
    tree.move[to], tree.mover[to] = old.move[node], old.mover[node]
    tree.visits[to], tree.wins[to] = old.visits[node], old.wins[node]
    tree.mean[to], tree.spread[to] = old.mean[node], old.spread[node]
    tree.seen[to], tree.kept[to], tree.blend[to] = old.seen[node], old.kept[node], old.blend[node]
    tree.proved[to], tree.distance[to] = old.proved[node], old.distance[node]
    for w in range(tree.carrier.shape[1]):
        tree.carrier[to, w] = old.carrier[node, w]
