"""Records, lessons and puzzles know games by their kinds: none of them is named or imported."""

import re
from pathlib import Path

import pytest

from model.registry import SHIPPED

MODEL = Path(__file__).parents[2] / "model"
NAMED = "|".join(re.escape(kind.name) for kind in SHIPPED)
WORDS = re.compile(rf"model\.games|['\"](?:{NAMED})['\"]")


@pytest.mark.parametrize("room", ["records", "lessons", "puzzles", "search", "tables"])
def test_no_game_is_named(room):
    files = sorted((MODEL / room).glob("*.py"))
    assert files
    for file in files:
        assert WORDS.search(file.read_text("utf-8")) is None, file.name
