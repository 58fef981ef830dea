"""Which symmetries a position keeps that tells more than its pieces, or whose rules have a way."""

from random import Random

import numpy as np
import pytest

from model.positions.setup import cells_of, read_position, with_cells
from model.positions.symmetry import NAMES, image_of, kept_by, named_maps
from model.registry import kinds


def names_kept(position):
    kept = [image.tobytes() for image in kept_by(position)]
    return [name for name, image in named_maps(position.game.board) if image.tobytes() in kept]


def pyramid(options, stones, extras=""):
    start = kinds()["pyramid"].configure(options).start()
    cells = np.zeros_like(cells_of(start))
    for site, value in stones.items():
        cells[start.game.board.index(site)] = value
    text = str(with_cells(start, cells)).split(" ")
    return read_position(" ".join([*text[:3], *extras.split()]))


SQUARE = dict.fromkeys(("c2", "e2", "c6", "e6"), 1) | dict.fromkeys(("b3", "b5", "f3", "f5"), 2)
"""Kept by both mirrors and by half a turn."""
FOUR = [NAMES[0], NAMES[2], NAMES[4], NAMES[5]]


def test_the_number_of_turns_is_no_direction():
    assert names_kept(pyramid({}, SQUARE)) == FOUR
    assert names_kept(pyramid({"max_plies": "60"}, SQUARE, "ply=7")) == FOUR


def test_a_banned_move_must_be_kept_too():
    stones = {"c1": 1, "d1": 2, "e1": 1, "d7": 2, "c7": 2, "e7": 2, "d4": 1, "d3": 1}
    free = pyramid({"push_back_ban": "true"}, stones)
    assert names_kept(free) == [NAMES[0], NAMES[4]]
    banned = pyramid({"push_back_ban": "true"}, stones, "banned=c1:d1")
    assert names_kept(banned) == [NAMES[0]]


def test_forward_stays_forward():
    assert names_kept(pyramid({"run_dirs": "no_backward"}, SQUARE)) == [NAMES[0], NAMES[4]]


@pytest.mark.parametrize(
    "options", [{"run_dirs": "no_backward"}, {"max_plies": "60"}, {"osiris_bends": "true"}]
)
def test_images_of_legal_moves_are_legal_and_lead_to_images(options):
    position = pyramid(options, SQUARE, "ply=7" if "max_plies" in options else "")
    moves = list(position.legal_moves)
    for image in kept_by(position):
        for move in Random(1).sample(moves, min(20, len(moves))):
            there = image_of(position, move, image)
            assert there in position.legal_moves
            after, other = cells_of(position.play(move)), cells_of(position.play(there))
            assert np.array_equal(other[image], after)


@pytest.mark.parametrize(
    ("text", "move", "mirrored"),
    [
        ("poly-y:corners=5,size=4 1/5/10/15 red", "a3b", "e3c"),
        ("poly-y:corners=5,size=4 1/5/10/15 red", "o", "o"),
        ("poly-y:corners=3,size=4 1/2/3/4 red", "d1", "d4"),
        ("poly-y:corners=5,size=4 1/5/10/R14 blue", "swap", "swap"),
    ],
)
def test_moves_on_cells_of_any_name_have_images(text, move, mirrored):
    position = read_position(text)
    (_, image) = kept_by(position)
    assert image_of(position, move, image) == mirrored
