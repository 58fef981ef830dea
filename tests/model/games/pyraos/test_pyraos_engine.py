"""The Pyraos engine: right where plain play can say so, legal and repeatable everywhere."""

from itertools import count
from math import exp
from random import Random

import numpy as np
import pytest
from pyraos_positions import positions, static_worth
from shipped import PUZZLES, puzzles
from unheard import never, nobody

from model.contract.game import Goal
from model.contract.hooks import hooks_of
from model.contract.search import Budget
from model.games.pyraos.engine import PyraosEngine, site_maps
from model.games.pyraos.kernels import BOARD
from model.games.pyraos.proofs import PyraosProver
from model.positions.setup import read_position
from model.positions.symmetry import maps
from model.registry import kinds
from model.search.alpha_beta.alpha_beta_search import KEY

MATE = 1_000_000


def think(position, **budget):
    engine = hooks_of(position.game.kind).engine(position.game)
    return engine.analyse(position, nobody, never, Budget(**budget))


# -- images -------------------------------------------------------------------------------------


def test_the_symmetries_are_those_of_the_board():
    assert {tuple(image) for image in site_maps().tolist()} == {
        tuple(image) for image in np.array(maps(BOARD)).tolist()
    }
    assert (site_maps()[0] == np.arange(len(BOARD))).all()


def test_all_images_of_a_position_are_one():
    for position in positions(range(40), 1, 10):
        engine = PyraosEngine(position.game)
        engine._stack = engine._stack._replace(even_to=10)
        keys, boards = set(), set()
        for image in site_maps():
            own, other = (
                sum(1 << int(image[site]) for site in range(len(BOARD)) if bits >> site & 1)
                for bits in (position.own, position.other)
            )
            engine._put(1, own, other, position.side)
            keys.add(int(engine._tree.frames[1, KEY]))
            boards.add(tuple(engine._stack.sides[1].tolist()))
        assert len(keys) == len(boards) == 1


def test_what_is_found_with_images_is_what_is_found_without():
    for position in positions(range(100, 112), 1, 9):
        with_images, without = PyraosEngine(position.game), PyraosEngine(position.game)
        with_images.even_to, without.even_to = 10, 0
        for engine in (with_images, without):
            engine.selective = False
        one, two = (
            engine.analyse(position, nobody, never, Budget(depth=3))
            for engine in (with_images, without)
        )
        assert one.score.value == pytest.approx(two.score.value), str(position)
        for found in (one, two):
            assert len(found.line) == 3
            end = position.replay(found.line)
            assert static_worth(engine, end) == -round(
                np.log(one.score.value[position.side] / one.score.value[1 - position.side])
                * engine.scale
            ), (str(position), found.line)
    start = kinds()["pyraos"].configure({}).start()
    with_images, without = PyraosEngine(start.game), PyraosEngine(start.game)
    without.even_to = 0
    one, two = (
        engine.analyse(start, nobody, never, Budget(depth=4)) for engine in (with_images, without)
    )
    assert one.nodes < 0.8 * two.nodes


# -- what it says -------------------------------------------------------------------------------


def minimax(engine, line, depth):
    """The value for the side to move, by the contract alone; what comes back is a draw."""
    position, ply = line[-1], len(line) - 1
    if position.outcome is not None:
        return ply - MATE  # the last sphere is the winner's
    if position in line[:-1]:
        return 0
    if depth == 0:
        return static_worth(engine, position)
    return max(
        -minimax(engine, [*line, position.play(move)], depth - 1) for move in position.legal_moves
    )


def share(points, scale):
    if abs(points) > MATE // 2:
        return float(points > 0)
    return 1 / (1 + exp(-points / scale))


@pytest.mark.check
@pytest.mark.slow
def test_without_shortcuts_it_is_a_plain_minimax():
    looked, over = 0, 0
    early, late = range(1_000, 1_060), range(1_060, 1_150)
    for position in (*positions(early, 1, 28), *positions(late, 26, 28)):
        lines = [hooks_of(position.game.kind).perft(position, plies) for plies in (2, 3)]
        depth = 3 if lines[1] < 900 else 2 if lines[0] < 900 else 1
        engine, plain = PyraosEngine(position.game), PyraosEngine(position.game)
        engine.selective, engine.even_to = False, 0
        for plies in range(1, depth + 1):
            found = engine.analyse(position, nobody, never, Budget(depth=plies))
            value = minimax(plain, [position], plies)
            side = position.side
            assert found.score.value[side] == pytest.approx(share(value, engine.scale)), (
                str(position), plies,
            )  # fmt: skip
            if abs(value) > MATE // 2:
                assert found.score.proved
                assert found.score.distance <= MATE - abs(value)
                over += 1
            best = -minimax(plain, [position, position.play(found.best)], found.depth - 1)
            assert share(best, engine.scale) == pytest.approx(found.score.value[side])
        looked += 1
    assert looked > 60
    assert over > 10


def test_the_shipped_puzzles_are_solved():
    (path,) = [path for path in PUZZLES if path.name.startswith("pyraos")]
    solved = 0
    for number, position, puzzle in puzzles(path):
        want = puzzle.stipulation
        if want.kind != "win" or (want.moves or 0) > 4:
            continue  # longer wins are for the prover
        found = think(position, nodes=100_000)
        assert found.score.proved, number
        assert found.score.value[position.side] == 1.0, number
        after = position.play(found.best).without_past()
        goal = Goal("win", position.game.players[position.side])
        moves = (found.score.distance + 1) // 2
        assert PyraosProver(position.game).can(after, goal, moves - 1), number
        solved += 1
    assert solved > 5


def test_a_position_that_stood_twice_counts_as_a_draw_the_third_time():
    start = read_position("pyraos:rules=standard WW2,W3,2BB,3B/3,3,3/2,2/1 white")
    there_and_back = ["1c3x1c3", "1e7x1e7"]
    assert start.replay(there_and_back) == start
    once_more = start.replay([*there_and_back, "1c3x1c3"])
    drawn = think(once_more, depth=1).moves["1e7x1e7"]
    assert drawn.value == (0.5, 0.5)
    assert not drawn.proved, "by the rules play may go on"
    fresh = think(once_more.without_past(), depth=1).moves["1e7x1e7"]
    assert fresh.value != (0.5, 0.5)


@pytest.mark.slow
def test_what_is_far_off_is_left_alone_and_no_win_overlooked():
    fewer, more, won = 0, 0, 0
    for position in positions(range(900, 940), 9, 27):
        engine, thorough = PyraosEngine(position.game), PyraosEngine(position.game)
        thorough.margins = np.zeros(1, np.int64)
        one, two = (e.analyse(position, nobody, never, Budget(depth=5)) for e in (engine, thorough))
        fewer, more = fewer + one.nodes, more + two.nodes
        if one.score.proved and two.score.proved:
            assert one.score.value == two.score.value, str(position)
            won += 1
    assert fewer < 0.7 * more
    assert won


def test_it_passes_where_it_must():
    position = kinds()["pyraos"].configure({"rules": "children"}).start()
    for seed in count():
        rng = Random(seed)
        position = kinds()["pyraos"].configure({"rules": "children"}).start()
        while position.outcome is None and list(position.legal_moves) != ["pass"]:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            break
    found = think(position, nodes=20_000)
    assert list(found.moves) == ["pass"]
    assert found.score.proved
    assert found.line[0] == "pass"
