"""Every example, course and set of puzzles as a page, walked through in a browser to its end."""

from pathlib import Path

import pytest
from page_walker import PageWalker

from viewer.cli.main import main

ROOT = Path(__file__).parents[2]
HANDS = ("mouse", "touch", "keys")
MOST, MOST_OF_A_COURSE = 700_000, 2_000_000
"""Bytes of the page of a game; of a course or a set of puzzles."""

SHIPPED = [
    path
    for folder in ("", "lessons", "puzzles")
    for path in sorted((ROOT / "examples" / folder).glob("*.pyramidion"))
]
WALKS = [
    pytest.param(path, hand, bool((number + turn) % 2), id=f"{path.stem}-{hand}")
    for number, path in enumerate(SHIPPED)
    for turn, hand in enumerate(HANDS)
    # Courses by all three, the rest in turn.
    if path.parent.name == "lessons" or turn == number % 3
]

pytestmark = [pytest.mark.soak, pytest.mark.process]


@pytest.mark.parametrize(("path", "hand", "dark"), WALKS)
def test_a_shipped_file_is_walked_to_its_end(path, hand, dark, page_browser, tmp_path, tell):
    page = tmp_path / "page.html"
    assert main(["export", str(path), "-o", str(page)]) == 0
    many = path.parent != ROOT / "examples"
    assert page.stat().st_size < (MOST_OF_A_COURSE if many else MOST)
    walker = PageWalker(page_browser, page, hand, dark=dark)
    walker.walk()
    tell(f"page of {path.stem}, by {hand}", bytes=page.stat().st_size, **walker.did)
