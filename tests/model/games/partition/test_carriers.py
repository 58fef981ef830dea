"""Carriers of settled nodes: what they say holds, whatever lies outside of them."""

from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from model.games.partition.engine import FREE, STACKING, _Search
from model.games.partition.kind import KIND
from model.games.partition.position import PartitionPosition
from model.search.tree_search.game_tree import Tree, children
from tests.support.soaking import counts

Known = dict[tuple[bytes, int], str]


def winner_of(position: PartitionPosition, known: Known) -> str:
    """Who wins, by playing everything out."""
    if position.outcome is not None:
        assert position.outcome.winner is not None
        return position.outcome.winner
    key = (position.cells.tobytes(), position.side)
    if key not in known:
        mover = position.to_move
        after = (winner_of(position.play(move), known) for move in position.legal_moves)
        won = any(winner == mover for winner in after)
        known[key] = next(p for p in position.game.players if (p == mover) == won)
    return known[key]


def late(size: int, rules: str, left: int, rng: Random) -> PartitionPosition:
    """A position that is not over, with so many empty points."""
    while True:
        position = KIND.game(size, rules).start()
        while position.outcome is None and int((position.cells == 0).sum()) > left:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            return position


def needed(tree: Tree, node: int, points: int) -> npt.NDArray[np.bool_]:
    words = tree.carrier[node]
    return np.array([int(words[site >> 6]) >> (site & 63) & 1 == 1 for site in range(points)])


@pytest.mark.check
@pytest.mark.slow
@counts(10, 100)
@pytest.mark.parametrize("rules", ["free", "stacking"])
def test_what_the_loser_has_outside_a_carrier_changes_nothing(rules: str, count: int) -> None:
    rng = Random(count)
    nodes = claims = 0
    for number in range(count):
        for size, left in ((3, 7), (4, 8)):
            root = late(size, rules, left, rng)
            params = STACKING if rules == "stacking" else FREE
            search = _Search(root, params._replace(batch=1, exploration=1.0, trust=100.0), number)
            for _ in range(100):
                if not search.is_settled:
                    search.think(2_000)
            tree, known = search._tree, Known()
            todo = [(0, root)]
            while todo:
                node, position = todo.pop()
                if position.outcome is None:
                    names = root.game.board.names
                    todo += [
                        (child, position.play(names[int(tree.move[child])]))
                        for child in children(tree, node)
                    ]
                if not tree.proved[node]:
                    continue
                winner = root.game.players[tree.proved[node] - 1]
                assert winner_of(position, known) == winner
                nodes += 1
                empty, inside = position.cells == 0, needed(tree, node, len(position.cells))
                given = empty & ~inside
                if position.outcome is not None or not given.any():
                    continue
                if rules == "free":
                    given &= np.array([rng.random() < 0.6 for _ in given])
                cells = np.where(given, 3 - tree.proved[node], position.cells).astype(np.int8)
                poorer = PartitionPosition(root.game, cells, position.side)
                assert winner_of(poorer, known) == winner, (str(position), inside.nonzero())
                claims += 1
    assert nodes > 10 * count
    assert claims > 2 * count


def test_one_lost_move_rules_out_all_that_its_carrier_does_not_hold() -> None:
    rng = Random(5)
    ruled_out = 0
    for _ in range(8):
        root = late(4, "free", 14, rng)
        search = _Search(root, FREE, 1)
        while not search.is_settled:
            search.think(None)
        tree = search._tree
        if tree.proved[0] != root.side + 1:
            assert all(tree.proved[child] == tree.proved[0] for child in children(tree, 0))
            ruled_out += sum(tree.visits[child] == 0 for child in children(tree, 0))
    assert ruled_out, "moves that lose without having been looked at"


def test_large_pyramids_keep_no_carriers_and_are_played_all_the_same() -> None:
    root = KIND.game(12, "free").start()
    search = _Search(root, FREE, 1)
    assert search._tree.carrier.shape[1] == 0
    search.think(None)
    assert search.played
