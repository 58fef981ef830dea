"""Distances: beside a search of every way on small boards, and in words."""

import itertools

import numpy as np
import pytest

from model.positions.setup import read_position
from viewer.picture.picking.distance import distance, sentence

BOARDS = [
    "partition:size=3 3,3,3/2,2/1 red",
    "pyraos 4,4,4,4/3,3,3/2,2/1 white",
    "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
]


def board_of(text):
    return read_position(text).game.board


def all_shortest(board, start, end):
    """Every shortest way, by listing all ways step by step."""
    ways = [(start,)]
    seen = {start}
    while not any(way[-1] == end for way in ways):
        ways = [
            (*way, int(other)) for way in ways for other in board.neighbours(way[-1])
            if other not in seen
        ]  # fmt: skip
        seen |= {way[-1] for way in ways}
        if not ways:
            return []
    return [way for way in ways if way[-1] == end]


@pytest.mark.sample(1)
@pytest.mark.parametrize("text", BOARDS)
def test_ways_are_shortest_and_counted(text):
    board = board_of(text)
    for start, end in itertools.islice(itertools.product(range(len(board)), repeat=2), 0, None, 7):
        every = all_shortest(board, start, end)
        found = distance(board, start, end)
        assert found.ways == len(every)
        assert found.way in every
        assert found.straight == pytest.approx(
            float(np.linalg.norm(board.centres[end] - board.centres[start]))
        )


def test_of_several_ways_the_straightest_is_given():
    board = board_of("partition:size=4 4,4,4,4/3,3,3/2,2/1 red")
    start, end = board.index("1a1"), board.index("1g7")
    way = [board.names[site] for site in distance(board, start, end).way]
    assert len(way) == 7
    line = board.centres[end] - board.centres[start]
    line = line / np.linalg.norm(line)

    def strays(sites):
        away = board.centres[list(sites)] - board.centres[start]
        return float(((away - np.outer(away @ line, line)) ** 2).sum())

    given = strays(distance(board, start, end).way)
    assert given == pytest.approx(min(strays(way) for way in all_shortest(board, start, end)))


def test_it_is_told_in_one_sentence_and_a_point_lies_at_none_from_itself():
    board = board_of("partition:size=4 4,4,4,4/3,3,3/2,2/1 red")
    assert sentence(board, board.index("1a1"), board.index("1g1")) == (
        "1a1 to 1g1: 3 steps from neighbour to neighbour; 3.00 ball diameters in a straight line."
    )
    assert "1 step from" in sentence(board, board.index("1a1"), board.index("2b2"))
    assert "shortest ways;" in sentence(board, board.index("1a1"), board.index("1g7"))
    board = board_of(BOARDS[0])
    assert distance(board, 4, 4).way == (4,)
    assert distance(board, 4, 4).straight == 0
