"""What a screen reader says of a point of the level maps."""

import pytest

from viewer.panels.maps.accessibility import cell_name


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        (
            {"occupant": None, "legal": True, "touches": {"red": 3, "blue": 1}},
            "2b2, level 2, empty, legal, touches 3 red and 1 blue",
        ),
        (
            {"occupant": "red ball", "legal": False, "touches": {"red": 0, "blue": 1}},
            "2b2, level 2, red ball, touches 1 blue",
        ),
        (
            {"occupant": None, "legal": False, "touches": {"red": 0, "blue": 0}, "hidden": True},
            "2b2, level 2, empty, not legal, hidden, touches nothing",
        ),
    ],
)
def test_a_cell_is_named_whole(facts, name):
    assert cell_name("2b2", 2, **facts) == name
