"""The engine of Partition: legal, reproducible, stopped at once, and right where it says so."""

from itertools import count
from random import Random

import numpy as np
import pytest
from unheard import never, nobody

from model.contract.game import Goal
from model.contract.search import Analysis, Budget
from model.games.partition import engine_kernels
from model.games.partition.engine import (
    FEW,
    FREE,
    PLAIN,
    PartitionEngine,
    _Search,
    best_child,
    ranked,
)
from model.games.partition.kind import KIND
from model.games.partition.position import PartitionPosition
from model.games.partition.prover import solve
from model.search.tree_search.game_tree import add_children, children, new_tree

RULES = ("free", "stacking")


def think(position: PartitionPosition, nodes: int, seed: int = 1) -> Analysis:
    engine = KIND.engine(position.game)
    return engine.analyse(position, nobody, never, Budget(nodes=nodes, seed=seed))


def some(size: int, rules: str, rng: Random, plies: int) -> PartitionPosition:
    position = KIND.game(size, rules).start()
    for _ in range(plies):
        if position.outcome is not None:
            break
        position = position.play(position.legal_moves.sample(rng))
    return position


@pytest.mark.parametrize("rules", RULES)
def test_it_answers_with_legal_moves_and_the_same_ones_for_the_same_seed(rules: str) -> None:
    position = some(5, rules, Random(2), 7)
    one, same, other = (think(position, 700, seed) for seed in (4, 4, 5))
    assert one.moves == same.moves
    assert one.line == same.line
    assert one.moves != other.moves
    assert one.done
    assert one.nodes == 700
    assert set(one.moves) <= set(position.legal_moves)
    assert one.best == one.line[0]
    position.replay(one.line)
    visits = [score.visits for score in one.moves.values() if not score.proved]
    assert visits == sorted(visits, reverse=True)
    assert all(abs(sum(score.value) - 1) < 1e-6 for score in one.moves.values())


@pytest.mark.parametrize("size", [2, 3, 8, 11])
def test_every_size_is_played_by_the_same_kernels(size: int) -> None:
    think(KIND.game(4, "free").start(), 20)
    think(some(4, "stacking", Random(1), 3), 20)
    compiled = engine_kernels.grow.compiled
    before = len(compiled.signatures)  # type: ignore[attr-defined]  # numba's dispatcher
    for rules in RULES:
        position = KIND.game(size, rules).start()
        assert think(position, 40).best in position.legal_moves
    assert len(compiled.signatures) == before  # type: ignore[attr-defined]  # as above


def test_it_looks_at_the_stop_function_between_slices() -> None:
    position = KIND.game(6, "free").start()
    asked, reports = count(), list[Analysis]()
    engine = KIND.engine(position.game)
    found = engine.analyse(position, reports.append, lambda: next(asked) == 2, Budget())
    assert not found.done
    assert found.nodes <= 3 * FREE.batch, "slices begin short and at most double"
    at_once = engine.analyse(position, reports.append, lambda: True, Budget())
    assert at_once.best in position.legal_moves
    assert at_once.nodes == 0


@pytest.mark.parametrize("rules", RULES)
def test_what_was_found_is_kept_for_the_next_move_unless_games_are_counted(rules: str) -> None:
    start = some(4, rules, Random(8), 5)
    engine, fresh = (KIND.engine(start.game) for _ in range(2))
    asked = count()
    first = engine.analyse(start, nobody, lambda: next(asked) == 60, Budget(seed=1))
    assert len(first.line) > 2
    later = start.play(first.line[0]).play(first.line[1])
    budget = Budget(nodes=300, seed=1)
    counted = engine.analyse(later, nobody, never, budget)
    assert counted.moves == fresh.analyse(later, nobody, never, budget).moves
    at_once = engine.analyse(later, nobody, lambda: True, Budget(seed=1))
    assert at_once.nodes == 0
    assert at_once.best == first.line[2]
    assert set(at_once.moves) == set(later.legal_moves)
    # Of a position that did not come from it, nothing is known.
    elsewhere = engine.analyse(start, nobody, lambda: True, Budget(seed=1))
    assert sum(score.visits for score in elsewhere.moves.values()) == 0


def test_what_is_kept_is_fetched_before_more_games_are_played_and_can_be_stopped() -> None:
    start = some(5, "free", Random(8), 3)
    engine = KIND.engine(start.game)
    asked = count()
    first = engine.analyse(start, nobody, lambda: next(asked) == 40, Budget(seed=1))
    later, asked = start.play(first.line[0]), count()
    fetched = engine.analyse(later, nobody, lambda: next(asked) == 1, Budget(seed=1))
    assert fetched.nodes == 0, "the first slice fetches"
    assert fetched.line == first.line[1 : 1 + len(fetched.line)]
    assert len(fetched.line) > 2
    assert fetched.best is not None
    assert fetched.moves[fetched.best].visits > 0
    later, asked = later.play(fetched.best), count()
    stopped = engine.analyse(later, nobody, lambda: True, Budget(seed=1))
    assert set(stopped.moves) == set(later.legal_moves), "stopped before it was all there"
    assert stopped.best == first.line[2]


def test_children_are_ranked_by_what_is_proved_then_by_visits_then_by_estimates() -> None:
    rng, tree = Random(4), new_tree()
    moves = np.arange(60, dtype=np.int32)
    assert add_children(tree, 0, 0, moves, 60)
    few = children(tree, 0)
    for child in few:
        if rng.random() < 0.5:
            tree.proved[child], tree.distance[child] = rng.choice((1, 2)), rng.randrange(4)
        tree.visits[child] = rng.randrange(4)
        tree.wins[child] = rng.uniform(0, tree.visits[child])
        tree.seen[child] = 5
        tree.kept[child] = rng.randrange(5)

    def rank(child: int) -> tuple[float, ...]:
        if tree.proved[child]:
            won = tree.proved[child] == 1
            return (1, -tree.distance[child]) if won else (-1, tree.distance[child])
        visits = tree.visits[child]
        share = tree.wins[child] / visits if visits else (tree.kept[child] + 1) / 7
        return (0, visits, share)

    assert ranked(tree, 0).tolist() == sorted(few, key=rank, reverse=True)
    assert best_child(tree, 0) == ranked(tree, 0)[0]


def test_moves_that_are_visited_often_may_be_ranked_by_what_they_make() -> None:
    tree = new_tree()
    assert add_children(tree, 0, 0, np.arange(5, dtype=np.int32), 5)
    tree.visits[1:6] = 640, 64, 63, 320, 5_000
    tree.wins[1:6] = 320, 40, 60, 180, 0
    tree.proved[5], tree.distance[5] = 2, 3  # a loss, however often it was visited
    assert ranked(tree, 0).tolist() == [1, 4, 2, 3, 5]
    assert ranked(tree, 0, by_mean=True).tolist() == [2, 4, 1, 3, 5]
    assert best_child(tree, 0, by_mean=True) == 2


@pytest.mark.parametrize("rules", RULES)
def test_many_games_are_played_in_an_order_that_the_seed_decides(rules: str) -> None:
    position = some(4, rules, Random(3), 8)
    one, same, other = (think(position, FEW + 1_000, seed) for seed in (4, 4, 5))
    assert one.moves == same.moves
    assert one.moves != other.moves
    assert one.nodes >= FEW + 1_000 or (one.score is not None and one.score.proved)


def test_moves_that_a_symmetry_exchanges_are_worth_the_same() -> None:
    found = think(KIND.game(4, "free").start(), 300)
    assert len(found.moves) == 30
    corners = [found.moves[name] for name in ("1a1", "1g1", "1a7", "1g7")]
    assert corners == [corners[0]] * 4


@pytest.mark.check
@pytest.mark.parametrize("rules", RULES)
def test_wins_in_one_are_found_and_proved_and_threats_are_met(rules: str) -> None:
    rng, threatened = Random(6), 0
    for _ in range(60):
        game = [KIND.game(4, rules).start()]
        while game[-1].outcome is None:
            game.append(game[-1].play(game[-1].legal_moves.sample(rng)))
        won = think(game[-2], 60)
        assert won.score is not None
        assert won.score.proved
        assert won.score.distance == 1
        assert won.score.value[game[-2].side] == 1.0
        assert won.best is not None
        assert game[-2].play(won.best).outcome is not None
        # A move before, the loser was to move: it stops what it can.
        before = game[-3]
        points = _winning_moves(before)
        met = think(before, 60)
        assert met.best is not None
        if not _winning_moves(before, own=True) and len(points) == 1:
            assert met.best == points[0]
            threatened += 1
        elif not _winning_moves(before, own=True) and len(points) > 1:
            assert met.score is not None
            assert met.score.value[before.side] == 0.0
            assert met.score.proved
    assert threatened > 3


def _winning_moves(position: PartitionPosition, own: bool = False) -> list[str]:
    side = position.side if own else 1 - position.side
    other = position.game.position(position.cells.copy(), position.game.players[side])
    return [move for move in other.legal_moves if other.play(move).outcome is not None]


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_what_it_proves_on_a_small_pyramid_is_what_playing_every_line_says(rules: str) -> None:
    rng, proved = Random(3), 0
    for _ in range(12):
        position = some(3, rules, rng, 6)
        if position.outcome is not None:
            continue
        exact = solve(position, limit=30)
        assert exact is not None
        found = think(position, rng.choice([20_000, FEW + 1]))
        assert found.score is not None
        assert found.score.proved, str(position)
        winner = position.game.players[found.score.value.index(1.0)]
        assert winner == exact.winner
        proved += 1
    assert proved > 6


def test_a_win_is_forced_within_the_plies_it_tells() -> None:
    rng = Random(9)
    seen = 0
    for _ in range(10):
        position = some(3, "free", rng, 7)
        if position.outcome is not None:
            continue
        found = think(position, 20_000)
        assert found.score is not None
        side = position.game.players[found.score.value.index(1.0)]
        prover = KIND.prover(position.game)
        assert found.score.distance is not None
        moves = (found.score.distance + (position.to_move == side)) // 2
        assert prover.can(position, Goal("win", side), moves)
        seen += 1
    assert seen > 3


def test_the_plain_engine_knows_nothing_but_plays_the_same_way() -> None:
    position = some(4, "stacking", Random(1), 6)
    engine = PartitionEngine(position.game, PLAIN)
    budget = Budget(nodes=500, seed=1)
    one, two = (engine.analyse(position, nobody, never, budget) for _ in range(2))
    assert one.moves == two.moves
    assert sum(score.visits for score in one.moves.values()) >= 499
    assert not any(score.proved for score in one.moves.values())
    assert set(one.moves) == set(position.legal_moves)


@pytest.mark.parametrize("rules", RULES)
def test_lines_that_lead_to_one_position_share_what_follows(rules: str) -> None:
    search, rng = _Search(KIND.game(4, rules).start(), FREE, 1), Random(2)
    while search.played < 400 * FREE.batch:
        search.think(None)
    tree = search._tree
    expanded = np.flatnonzero(tree.branches)
    assert len(set(tree.first[expanded].tolist())) < len(expanded)
    for _ in range(300):
        node, moves = 0, list[int]()
        while tree.branches[node]:
            node = rng.choice(children(tree, node))
            moves.append(int(tree.move[node]))
        assert len(set(moves)) == len(moves), "a ball lies where none was"
