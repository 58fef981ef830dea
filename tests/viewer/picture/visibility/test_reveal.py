"""What hides a point is named, and the least change brings it back."""

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.records.view import Cut, Peel, View
from viewer.picture.visibility.hiding import resolve
from viewer.picture.visibility.reveal import hider, reveal, sentence

BOARD = pyramid(5)


def shows(name):
    site = BOARD.index(name)
    empty = np.zeros(len(BOARD), dtype=bool)
    return lambda view: bool(resolve(BOARD, empty, view).answers[site])


@pytest.mark.parametrize(
    ("view", "name", "what"),
    [
        (View(), "3c3", ""),
        (View(cuts=(Cut(family="level", at=2),)), "3c3", "the cut"),
        (View(cuts=(Cut(family="level", at=2), Cut(family="west", at=1))), "3c3", "the cuts"),
        (View(peel=Peel(levels=(1, 2))), "3c3", "the peel"),
        (View(layer=("level", 1)), "3c3", "the working layer"),
        (View(cuts=(Cut(family="level", at=4),), layer=("level", 1)), "3c3", "the working layer"),
    ],
)
def test_hider(view, name, what):
    assert hider(view, shows(name)) == what


@pytest.mark.parametrize(
    ("view", "after"),
    [
        (View(cuts=(Cut(family="level", at=2),)), View()),
        (
            View(cuts=(Cut(family="level", at=2), Cut(family="level", at=4))),
            View(cuts=(Cut(family="level", at=4),)),
        ),
        (View(peel=Peel(levels=(1, 2), layers=(("SW", 1),))), View(peel=Peel(layers=(("SW", 1),)))),
        (View(layer=("level", 1)), View(layer=("level", 3))),
        (View(explode=1.0, peel=Peel(levels=(1, 2))), View(explode=1.0)),
    ],
)
def test_reveal_changes_as_little_as_it_can(view, after):
    site = BOARD.index("3c3")
    found = reveal(view, BOARD, site, shows("3c3"))
    assert found == after
    assert shows("3c3")(found)


def test_words():
    assert sentence("5f7", "the cut") == "5f7 is behind the cut"
    assert sentence("5f7", "the peel") == "5f7 is peeled away"
