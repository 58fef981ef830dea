"""The tree in arrays: what is counted, chosen and settled, without any game."""

import numpy as np

from model.search.prng import below, seeded
from model.search.tree_search.game_tree import (
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    SMALL,
    UNKNOWN,
    USED,
    Tree,
    add_children,
    back_up,
    best_rave,
    best_ucb,
    children,
    new_tree,
    note_played,
    prove_up,
    settle,
    share_children,
    taken_from,
    with_more_room,
)

MOVES = np.arange(4, dtype=np.int32)


def test_games_are_counted_for_the_side_that_moved_and_chosen_by() -> None:
    tree = new_tree()
    assert add_children(tree, 0, 0, MOVES, 3)
    for child, result in ((1, 0.0), (2, 1.0), (3, 0.0)):
        assert best_ucb(tree, 0, 0.5) == child, "all are tried before one is tried again"
        back_up(tree, np.array([0, child]), 2, result, 1, 0.0)
    assert tree.visits[:4].tolist() == [3, 1, 1, 1]
    assert tree.wins[1:4].tolist() == [0.0, 1.0, 0.0]
    assert best_ucb(tree, 0, 0.5) == 2
    back_up(tree, np.array([0, 2]), 2, 0.5, 1, 0.0)
    assert tree.mean[2] == 0.75, "half a game for a draw"

    assert add_children(tree, 2, 1, MOVES, 2)
    back_up(tree, np.array([0, 2, 4]), 3, 0.0, 1, 0.0)
    assert tree.wins[4] == 1.0, "the second side is glad of what the first one loses"


def test_a_part_of_a_tree_is_a_tree_of_its_own() -> None:
    tree = new_tree()
    add_children(tree, 0, 0, MOVES, 2)  # 1, 2
    add_children(tree, 2, 1, MOVES[2:], 2)  # 3, 4
    add_children(tree, 1, 1, MOVES, 3)  # 5, 6, 7
    add_children(tree, 4, 0, MOVES, 2)  # 8, 9
    add_children(tree, 3, 0, MOVES[1:], 3)  # 10, 11, 12
    for way in ([0, 2, 4, 9], [0, 2, 3, 11], [0, 2, 4, 8], [0, 1, 6]):
        back_up(tree, np.array(way), len(way), 1.0, 1, 0.0)
    part = below_node(tree, 2)
    assert part.visits[0] == 3
    assert part.move[list(children(part, 0))].tolist() == [2, 3]
    three, four = children(part, 0)
    assert part.move[list(children(part, three))].tolist() == [1, 2, 3]
    assert part.visits[list(children(part, three))].tolist() == [0, 1, 0]
    assert part.move[list(children(part, four))].tolist() == [0, 1]
    assert part.visits[list(children(part, four))].tolist() == [1, 1]
    leaf = children(part, four)[1]
    assert add_children(part, leaf, 1, MOVES, 4)
    assert list(children(part, leaf)) == [8, 9, 10, 11], "it grows on behind what there is"
    assert list(children(below_node(tree, 7), 0)) == []


def below_node(tree: Tree, node: int) -> Tree:
    *_, part = taken_from(tree, node, 2)
    return part


def test_a_part_that_is_still_being_copied_is_a_whole_tree() -> None:
    tree, rng = new_tree(), seeded(3, "")
    for node in range(60):
        assert add_children(tree, node, 0, MOVES, 1 + int(below(rng, 4)))
        back_up(tree, np.array([0, node]), 2, 1.0, 1, 0.0)
    sizes = []
    for part in taken_from(tree, 1, 5):
        there = int(part.state[USED])
        sizes.append(there)
        under = [child for node in range(there) for child in children(part, node)]
        assert under == list(range(1, there)), "every node has its place"
        shape, whole = ways(part), ways(tree, 1)
        assert shape == {way: whole[way] for way in shape}
    assert sizes[0] == 1 + tree.branches[1], "the moves at the root come first"
    assert len(sizes) > 4
    assert max(np.diff(sizes)) <= 5 + len(MOVES), "about as many a step as it was told to"
    assert shape == whole


def test_positions_that_share_what_follows_share_it_in_a_part() -> None:
    tree = new_tree()
    for node in (0, 1, 2, 5):
        assert add_children(tree, node, 0, MOVES, 2)
    share_children(tree, 6, 5)
    share_children(tree, 4, 3)
    assert list(children(tree, 6)) == list(children(tree, 5))
    for step in (1, 2, 100):
        *_, part = taken_from(tree, 2, step)
        assert ways(part) == ways(tree, 2)
        assert part.state[USED] == 1 + 2 + 2, "what is shared is there once"


def ways(tree: Tree, node: int = 0) -> dict[tuple[int, ...], int]:
    """The moves that lead to each node, and its visits."""
    found: dict[tuple[int, ...], int] = {(): int(tree.visits[node])}
    for child in children(tree, node):
        for way, visits in ways(tree, child).items():
            found[int(tree.move[child]), *way] = visits
    return found


def test_all_moves_as_first_say_what_to_try_before_it_was_tried() -> None:
    tree = new_tree()
    add_children(tree, 0, 0, MOVES, 3)
    add_children(tree, 1, 1, MOVES, 3)
    # Three games, two of them won by the first side, which made move 1 in both, and move 2 once.
    taken, gained = np.array([1, 2, 1], np.int32), np.array([0, 2, 1], np.int32)
    note_played(tree, 0, taken, gained, 2.0, 3)
    note_played(tree, 1, taken, gained, 2.0, 3)
    assert tree.seen[1:7].tolist() == [1, 2, 1, 2, 1, 2]
    assert tree.kept[1:7].tolist() == [0, 2, 1, 0, 1, 1]
    assert best_rave(tree, 0, 0.0) == 2
    assert best_rave(tree, 1, 0.0) == 5
    for _ in range(200):
        back_up(tree, np.array([0, 2]), 2, 0.0, 1, 10.0)
    assert best_rave(tree, 0, 0.0) == 3, "games through the move itself count more in the end"


def test_what_is_settled_settles_what_lies_above() -> None:
    tree = new_tree()
    add_children(tree, 0, 0, MOVES, 2)  # nodes 1 and 2
    add_children(tree, 1, 1, MOVES, 2)  # 3 and 4
    settle(tree, 3, SECOND_WINS, 0)
    prove_up(tree, np.array([0, 1, 3]), 3)
    assert (tree.proved[1], tree.distance[1]) == (SECOND_WINS, 1)
    assert tree.proved[0] == UNKNOWN, "there is another move"
    assert best_ucb(tree, 0, 0.5) == 2
    assert best_rave(tree, 0, 0.5) == 2
    add_children(tree, 2, 1, MOVES, 2)  # 5 and 6
    settle(tree, 5, FIRST_WINS, 2)
    settle(tree, 6, FIRST_WINS, 4)
    prove_up(tree, np.array([0, 2, 6]), 3)
    assert (tree.proved[2], tree.distance[2]) == (FIRST_WINS, 5), "who loses holds out longest"
    assert (tree.proved[0], tree.distance[0]) == (FIRST_WINS, 6)


def test_a_draw_is_better_than_a_loss() -> None:
    tree = new_tree()
    add_children(tree, 0, 0, MOVES, 2)
    settle(tree, 1, SECOND_WINS, 7)
    settle(tree, 2, DRAWN, 3)
    prove_up(tree, np.array([0, 2]), 2)
    assert (tree.proved[0], tree.distance[0]) == (DRAWN, 4)


def test_a_tree_that_is_full_says_so_and_gets_more_room() -> None:
    tree = new_tree(room=4)
    assert add_children(tree, 0, 0, MOVES, 3)
    back_up(tree, np.array([0, 3]), 2, 1.0, 1, 0.0)
    assert not add_children(tree, 3, 1, MOVES, 1)
    assert list(children(tree, 3)) == []
    *meanwhile, larger = with_more_room(tree, 1000)
    assert all(one is tree for one in meanwhile)
    assert add_children(larger, 3, 1, MOVES, 1)
    assert list(children(larger, 0)) == [1, 2, 3]
    assert list(children(larger, 3)) == [4]
    assert larger.visits[3] == 1
    assert larger.move.shape[0] == 8


def test_a_large_tree_is_never_copied_to_get_more_room() -> None:
    tree, most = new_tree(), 64 * SMALL
    rooms = []
    while tree.move.shape[0] < most:
        rooms.append(tree.move.shape[0])
        *_, tree = with_more_room(tree, most)
    assert max(rooms) == SMALL
    assert tree.move.shape[0] == most
