"""Level maps as vectors: every game has them, and what stands on the board is on them."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from model.positions.setup import read_position
from model.records import files
from model.records.record import PositionCache
from viewer.export.pictures.svg import level_maps_svg, number
from viewer.picture.compose.composer import base_picture

EXAMPLES = Path(__file__).parents[4] / "examples"
SVG = "{http://www.w3.org/2000/svg}"
CORNER = "partition:size=3,rules=free RRR,1BB,3/2,2/R blue"
OF_GAMES = ("06-", "12-", "17-", "24-", "32-", "34-")


def example(beginning):
    [path] = EXAMPLES.glob(f"{beginning}*.pyramidion")
    held = files.load_any(path)
    return PositionCache().position(held.record, held.node).seen_by(None)


def drawn(position, **how):
    return ElementTree.fromstring(level_maps_svg(base_picture(position), **how))


def radii(root):
    return [float(one.get("r")) for one in root.iter(f"{SVG}circle")]


@pytest.mark.parametrize("ink", ["colour", "grey"])
@pytest.mark.parametrize("beginning", OF_GAMES)
def test_every_game_has_maps_inside_their_frame(beginning, ink):
    root = drawn(example(beginning), ink=ink)
    _, _, wide, high = map(float, root.get("viewBox").split())
    assert 0 < wide <= 227.1
    assert 0 < high <= 170.1
    for one in root.iter(f"{SVG}circle"):
        x, y, r = (float(one.get(name)) for name in ("cx", "cy", "r"))
        assert -0.1 <= x - r <= x + r <= wide + 0.1
        assert -0.1 <= y - r <= y + r <= high + 0.1


def test_each_ball_is_on_its_level_and_under_the_next():
    root = drawn(read_position(CORNER))
    largest = max(radii(root))
    balls = [r for r in radii(root) if r == pytest.approx(largest, abs=0.01)]
    # Five on level 1, which shine through level 2, and the apex.
    assert len(balls) == 5 + 5 + 1
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert {"Level 1", "Level 2", "a", "c", "e", "1", "3", "5"} <= set(words)
    bare = [one.text for one in drawn(read_position(CORNER), names=False).iter(f"{SVG}text")]
    assert "a" not in bare


def test_what_is_told_on_a_plate_is_not_drawn_over_it():
    """The Pharaoh's umbrella was a disc that hid who stands on the space."""
    assert radii(drawn(example("32-"))) == []


@pytest.mark.parametrize("beginning", OF_GAMES)
def test_grey_has_no_colours(beginning):
    text = level_maps_svg(base_picture(example(beginning)), ink="grey")
    found = set(re.findall(r"#([0-9A-Fa-f]{6})", text))
    assert found
    assert {code for code in found if len({code[:2], code[2:4], code[4:]}) > 1} == set()


def test_balls_of_one_side_are_hatched_in_grey():
    assert "<pattern" in level_maps_svg(base_picture(example("06-")), ink="grey")
    assert "<pattern" not in level_maps_svg(base_picture(example("06-")), ink="colour")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.001, "0"), (-0.5, "-0.5"), (-0.25, "-0.25"), (10, "10"), (2.5, "2.5")],
)
def test_numbers_keep_their_sign(value, text):
    assert number(value) == text


def test_a_title_is_text():
    title = '</title><script>alert("&")</script>'
    root = drawn(read_position(CORNER), title=title)
    assert [one.text for one in root.iter(f"{SVG}title")] == [title]
    assert not list(root.iter(f"{SVG}script"))
