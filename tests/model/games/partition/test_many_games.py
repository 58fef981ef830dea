"""Games of Partition played 64 at once, beside the kernels that judge one and the rules."""

from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from model.games.partition.engine import state_of, workspace_for
from model.games.partition.engine_kernels import last_to_move
from model.games.partition.full_boards import ONE, Words, bits_of, board_tables, floods, wins
from model.games.partition.kind import KIND
from model.games.partition.position import PartitionPosition
from model.games.partition.random_games import LANES, play_lanes, share_out
from model.search.prng import seeded

Games = npt.NDArray[np.bool_]


def _some(size: int, rules: str, plies: int) -> PartitionPosition:
    position, rng = KIND.game(size, rules).start(), Random(size)
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(position.legal_moves.sample(rng))
    return position


def _games(lanes: Words) -> Games:
    """(LANES, n) whether the first side has a point in a game."""
    every = np.arange(LANES, dtype=np.uint64)[:, None]
    found: Games = (lanes[None, :] >> every) & ONE == 1
    return found


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_all_games_are_judged_as_one_is_and_counted(size: int) -> None:
    position = _some(size, "free", 2 * size - 2)
    root, work, rng, area = (
        state_of(position),
        workspace_for(position),
        seeded(4, "x"),
        board_tables(size),
    )
    both = 0
    for _ in range(4):
        won = play_lanes(area, work, root, -1, rng)
        games = _games(work.lanes)
        results = np.array([bool(wins(area, floods(size), bits_of(game))) for game in games])
        assert won == results.sum()
        assert work.taken[: games.shape[1]].tolist() == games.sum(axis=0).tolist()
        assert work.gained[: games.shape[1]].tolist() == games[results].sum(axis=0).tolist()
        for game, result in zip(games[:3], results, strict=False):
            full = position.game.position(np.where(game, 1, 2).astype(np.int8), "red")
            assert full.outcome is not None
            assert (full.outcome.winner == "red") == result
            standing = position.cells != 0
            assert np.array_equal(full.cells[standing], position.cells[standing])
        both += int(0 < won < LANES)
    assert both, "games that all end alike prove little"


def test_every_empty_point_goes_to_either_side_as_often() -> None:
    position = _some(4, "free", 6)
    root, work, rng = state_of(position), workspace_for(position), seeded(1, "even")
    counts = np.zeros(len(position.cells))
    for _ in range(60):
        share_out(root.balls, root.empty, -1, work.lanes, rng)
        counts += _games(work.lanes).mean(axis=0)
    assert abs(counts / 60 - 0.5)[position.cells == 0].max() < 0.04


@pytest.mark.parametrize("size", [4, 5])
def test_who_stacks_last_has_the_apex_in_every_game(size: int) -> None:
    """Only the apex rests on all the others, so its ball comes last: whose it is, is known."""
    for plies in (4, 5):
        position = _some(size, "stacking", plies)
        root, work = state_of(position), workspace_for(position)
        red = bool(len(position.cells) % 2)
        last = last_to_move(root)
        assert last == (0 if red else 1)
        share_out(root.balls, root.empty, last, work.lanes, seeded(1, "apex"))
        assert _games(work.lanes)[:, -1].tolist() == [red] * LANES
    assert last_to_move(state_of(_some(size, "free", 5))) == -1
