"""Every vector of tests/cases/poly-y, made by an independent reading of docs/rules/poly-y.md."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from model.contract.game import IllegalMove, MalformedMove
from model.games.poly_y import corner_costs
from model.games.poly_y.kernels import arrays_of, touched_sides
from model.games.poly_y.ring_board import poly_y_board
from model.play.perft import perft
from model.positions.setup import read_position

FILES = sorted((Path(__file__).parents[3] / "cases/poly-y").glob("*.json"))


def cases(part):
    rows = [row for file in FILES for row in json.loads(file.read_text()).get(part, [])]
    assert rows or len(FILES) > 1
    return rows


def side_names(board):
    letters = "".join(board.corners)
    return [a + b for a, b in zip(letters, letters[1:] + letters[0], strict=True)]


def test_boards_have_their_cells_sides_and_neighbours():
    for case in cases("boards"):
        board = poly_y_board(case["corners"], case["size"])
        names = board.names
        assert list(names) == case["names"]
        assert {corner: names[site] for corner, site in board.corners.items()} == case[
            "corner_cells"
        ]
        sides = {
            name: {names[s] for s in np.flatnonzero(board.sides >> k & 1)}
            for k, name in enumerate(side_names(board))
        }
        assert sides == {name: set(cells) for name, cells in case["sides"].items()}
        for name, near in case["neighbours"].items():
            assert {names[s] for s in board.neighbours(board.index(name))} == set(near)


def test_boards_of_all_sizes_have_so_many_cells_and_links():
    for corners, size, cells, links in cases("counts"):
        board = poly_y_board(corners, size)
        assert (len(board), len(board.indices)) == (cells, 2 * links)
        inner = np.diff(board.indptr)[board.sides == 0]
        middle = 1 if corners != 3 else 0
        assert Counter(inner.tolist()) == +Counter({6: len(inner) - middle, corners: middle})


def test_corners_are_captured():
    for case in cases("captures"):
        position = read_position(case["position"])
        assert str(position) == case["position"]
        captured = [list(position.captured(player)) for player in ("red", "blue")]
        assert captured == [case["red"], case["blue"]], case


@pytest.mark.parametrize("case", cases("outcomes"), ids=lambda case: case["end"])
def test_games_end(case):
    position = read_position(case["position"])
    one_by_one = position
    for move in case["moves"].split():
        assert one_by_one.outcome is None
        one_by_one = one_by_one.play(move)
    end = position.replay(case["moves"].split())
    assert str(end) == str(one_by_one) == case["end"]
    assert end == read_position(case["end"])
    for known in (end, read_position(case["end"])):  # told from the last stone, and from all
        outcome = known.outcome
        assert (outcome and outcome.winner, outcome and outcome.how) == (
            case["winner"],
            case["how"],
        )


def test_moves_are_refused():
    for case in cases("refused"):
        position = read_position(case["position"])
        reason = position.explain(case["move"])
        assert reason is not None, case
        assert reason.key == case["why"], case
        assert case["move"] not in position.legal_moves
        with pytest.raises(MalformedMove if case["why"] == "no-move" else IllegalMove):
            position.play(case["move"])


def test_corners_cost():
    for case in cases("costs"):
        position = read_position(case["position"])
        found = corner_costs.costs(position, case["side"])[case["corner"]]
        assert (None if found is None else found.n) == case["cost"], case


@pytest.mark.check
@pytest.mark.parametrize("case", cases("perft"), ids=lambda case: case["position"])
def test_perft(case):
    position = read_position(case["position"])
    for depth, count in enumerate(case["perft"], start=1):
        assert perft(position, depth) == count


@pytest.mark.parametrize("case", cases("fills"), ids=lambda c: f"{c['corners']} {c['size']}")
def test_full_boards(case):
    board = poly_y_board(case["corners"], case["size"])
    arrays, n = arrays_of(board), len(board)
    touched, room = np.zeros(n, np.int32), np.zeros(2 * n, np.int32)
    found = Counter(
        touched_sides(arrays, np.array(fill, np.int8), 0, touched, room).bit_count()
        for fill in product((1, 2), repeat=n)
    )
    assert found == Counter({int(k): fills for k, fills in case["red_captured"].items() if fills})
