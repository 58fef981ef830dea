"""The judge of full pyramids, and who wins with one ball, beside the rules of the position."""

from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from model.games.partition.engine import state_of, workspace_for
from model.games.partition.full_boards import (
    bits_of,
    board_tables,
    floods,
    holder,
    large_holder,
    winning_points,
    wins,
)
from model.games.partition.kind import KIND
from model.games.partition.position import PartitionPosition
from model.games.partition.random_games import copy_state, play_batch, play_many, play_out
from model.search.prng import seeded


def _some(size: int, rules: str, rng: Random, plies: int) -> PartitionPosition:
    position = KIND.game(size, rules).start()
    for _ in range(plies):
        if position.outcome is not None:
            break
        position = position.play(position.legal_moves.sample(rng))
    return position


@pytest.mark.parametrize("rules", ["free", "stacking"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_a_game_played_out_is_full_fair_and_judged_as_the_rules_judge(
    size: int, rules: str
) -> None:
    position = _some(size, rules, Random(size), size)
    root, work, rng = state_of(position), workspace_for(position), seeded(3, str(position))
    points, area = len(position.cells), board_tables(size)
    for _ in range(40):
        copy_state(work.played, root)
        won = bool(play_out(area, work.floods, work.played, root, rng))
        cells = np.zeros(points, np.int8)
        for side in (0, 1):
            held = np.unpackbits(work.played.balls[side].view(np.uint8), bitorder="little")[:points]
            assert not cells[held == 1].any(), "a point has one ball"
            cells[held == 1] = side + 1
        assert cells.all()
        assert (cells == 1).sum() == (points + 1) // 2, "balls were put in turns"
        standing = position.cells != 0
        assert np.array_equal(cells[standing], position.cells[standing])
        full = position.game.position(cells, "red")
        assert full.outcome is not None
        assert won == (full.outcome.winner == "red")
        for corner, who in enumerate(full.holders):
            red = bits_of(cells == 1)
            for judge in (holder, large_holder):
                assert bool(judge(area, floods(size), corner, red)) == (who == 0)


@pytest.mark.parametrize("rules", ["free", "stacking"])
@pytest.mark.parametrize("size", [2, 5, 6])
def test_what_is_counted_of_many_games_is_what_each_of_them_shows(size: int, rules: str) -> None:
    for plies in (0, 3):
        start = _some(size, rules, Random(size), plies)
        position = start.play(next(iter(start.legal_moves)))  # as below a root, both sides to move
        root, state, work = state_of(start), state_of(position), workspace_for(start)
        area, rng, same = board_tables(size), seeded(3, "same"), seeded(3, "same")
        copy_state(work.now, state)
        won = play_batch(area, work, root, rng, 60)
        assert rng[0] != same[0]
        games, results = list[npt.NDArray[np.uint8]](), list[bool]()
        for _ in range(60):
            copy_state(work.played, state)
            results.append(bool(play_out(area, work.floods, work.played, root, same)))
            balls = work.played.balls[0].view(np.uint8)
            games.append(np.unpackbits(balls, bitorder="little").copy())
        assert rng[0] == same[0], "as much was drawn"
        taken = np.array(games)
        assert won == sum(results)
        assert np.array_equal(work.taken, taken.sum(axis=0))
        assert np.array_equal(work.gained, taken[results].sum(axis=0))


@pytest.mark.parametrize("rules", ["free", "stacking"])
def test_corners_of_any_position_are_those_of_ones_own_balls(rules: str) -> None:
    rng = Random(8)
    for _ in range(40):
        position = _some(4, rules, rng, rng.randrange(8, 26))
        red, blue = (bits_of(position.balls(side)) for side in position.game.players)
        for corner, who in enumerate(position.holders):
            assert bool(holder(board_tables(4), floods(4), corner, red)) == (who == 0)
            assert bool(holder(board_tables(4), floods(4), corner, blue)) == (who == 1)
        over = position.outcome
        assert bool(wins(board_tables(4), floods(4), red)) == (
            over is not None and over.winner == "red"
        )


@pytest.mark.parametrize("size", [3, 4, 5])
def test_points_that_win_are_found_all_and_no_others(size: int) -> None:
    rng, met = Random(size), 0
    area, work = board_tables(size), workspace_for(KIND.game(size, "free").start())
    for _ in range(60):
        position = _some(size, "free", rng, 100)
        winner = position.outcome
        assert winner is not None
        # A position a move before the end has such a point at least.
        cells = position.cells.copy()
        for site in rng.sample(np.flatnonzero(cells).tolist(), 2):
            cells[site] = 0
        before = position.game.position(cells, winner.winner or "red")
        if before.outcome is not None:
            continue
        balls = [bits_of(before.balls(side)) for side in before.game.players]
        mine, theirs = balls if before.side == 0 else balls[::-1]
        kept = mine.copy()
        many = winning_points(area, work.floods, mine, theirs, work.counts, work.won)
        found = np.unpackbits(work.won.view(np.uint8), bitorder="little")[: len(cells)]
        right = [before.play(move).outcome is not None for move in before.legal_moves]
        assert found[cells == 0].tolist() == right
        assert not found[cells != 0].any()
        assert many == sum(right)
        assert np.array_equal(mine, kept), "the balls are put back"
        met += int(many > 0)
    assert met > 10


def test_fillings_are_equally_likely() -> None:
    """On size 2, where every point is a corner's, who has three points has won."""
    position = KIND.game(2, "free").start()
    root, work, rng = state_of(position), workspace_for(position), seeded(1, "even")
    assert play_many(board_tables(2), work, root, root, rng, 500) == 500, (
        "red has three of five balls"
    )
    counts = np.zeros(5)
    for _ in range(3_000):
        copy_state(work.played, root)
        play_out(board_tables(2), work.floods, work.played, root, rng)
        counts += np.unpackbits(work.played.balls[0].view(np.uint8), bitorder="little")[:5]
    assert abs(counts / 3_000 - 0.6).max() < 0.04
