"""Words that are position strings, told from paths."""

import pytest

from model.positions.setup import is_position


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("partition:size=4 4,4,4,4/3,3,3/2,2/1 red", True),
        ("pyraos 4,4,4,4/3,3,3/2,2/1 white", True),
        ("partition", False),
        ("partition.pyramidion", False),
        ("games/pyraos 1.pyramidion", False),
        ("", False),
        ("-", False),
    ],
)
def test_a_position_begins_with_a_game(word: str, answer: bool):
    assert is_position(word) is answer
