"""The Partition prover says what playing everything out says, and reaches much farther."""

from random import Random

import numpy as np
import pytest
from soaking import blocks

from model.boards.lattice import CORNERS, pyramid
from model.contract.game import Goal, Stopped
from model.games.partition.kind import KIND
from model.games.partition.prover import PartitionProver
from model.positions.setup import read_position
from model.search.proofs.plain_prover import PlainProver


def some_position(seed):
    """A random position with few enough empty points to play everything out."""
    rng = Random(seed)
    size = rng.choice([2, 3, 3, 4])
    rules = rng.choice(["free", "free", "free", "stacking"])
    points = len(pyramid(size))
    game = KIND.game(size, rules)
    if rules == "stacking":
        position = game.start()
        for _ in range(rng.randint(0, points - 2)):
            if position.outcome is not None:
                break
            position = position.play(position.legal_moves.sample(rng))
        return rng, position
    balls = rng.randint(max(0, points // 2 - 5 if size == 4 else 0), points // 2 - 1)
    sites = rng.sample(range(points), 2 * balls)
    cells = np.zeros(points, np.int8)
    cells[sites[:balls]] = 1
    cells[sites[balls:]] = 2
    return rng, game.position(cells, rng.choice(["red", "blue"]))


@pytest.mark.check
@pytest.mark.slow
@blocks(few=1, all=8)
def test_it_agrees_with_playing_everything_out(block):
    answers = []
    for seed in range(block * 60, block * 60 + 60):
        rng, position = some_position(seed)
        if position.outcome is not None:
            continue
        side = rng.choice(["red", "blue"])
        goal = rng.choice([Goal("win", side), Goal("hold", side, rng.choice(CORNERS))])
        moves = rng.choice([1, 2, 2, 3]) if position.game.size < 4 else rng.choice([1, 2])
        prover, plain = PartitionProver(position.game), PlainProver(position.game)
        found = prover.can(position, goal, moves)
        assert found == plain.can(position, goal, moves), (seed, str(position), goal, moves)
        answers.append(found)
        if position.game.size < 4 and (position.cells == 0).sum() <= 9:
            found = prover.can(position, goal, None)
            if found is not None:
                assert found == plain.can(position, goal, None), (seed, str(position), goal)
    assert True in answers
    assert False in answers


def test_one_prover_answers_for_all_that_grows_from_a_position():
    rng, prover = Random(4), None
    for _ in range(20):
        cells = np.zeros(30, np.int8)
        sites = rng.sample(range(30), 16)
        cells[sites[:8]], cells[sites[8:]] = 1, 2
        position = KIND.game(4, "free").position(cells, "red")
        if position.outcome is not None:
            continue
        prover = PartitionProver(position.game)
        goal = Goal("win", "red")
        prover.can(position, goal, 3)
        for move in position.legal_moves:
            after = position.play(move)
            fresh = PartitionProver(position.game)
            assert prover.can(after, goal, 2) == fresh.can(after, goal, 2)


@pytest.mark.slow
def test_it_reaches_six_moves_at_size_six():
    position = read_position(
        "partition:size=6,rules=free "
        "RRR1RR,RBB3,RB1B2,1BB3,R5,R5/4R,1BB2,1B3,1B3,5/3R,1B2,2B1,4/3,1B1,3/1R,2/R red"
    )
    prover = PartitionProver(position.game)
    assert prover.can(position, Goal("win", "red"), 2)
    assert not prover.can(position, Goal("win", "blue"), 6)
    start = KIND.game(6, "free").start()
    assert not prover.can(start, Goal("win", "red"), 6)


def test_it_stops_when_told():
    position = KIND.game(6, "free").start()
    prover = PartitionProver(position.game, lambda: True)
    with pytest.raises(Stopped):
        prover.can(position, Goal("win", "red"), 12)


def test_nobody_wins_more_than_somebody_loses():
    rng = Random(7)
    for _ in range(30):
        cells = np.zeros(14, np.int8)
        sites = rng.sample(range(14), 8)
        cells[sites[:4]], cells[sites[4:]] = 1, 2
        position = KIND.game(3, "free").position(cells, "red")
        prover = PartitionProver(position.game)
        red = prover.can(position, Goal("win", "red"), None)
        blue = prover.can(position, Goal("win", "blue"), None)
        assert red is not None
        assert blue is (not red)
