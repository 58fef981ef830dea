"""Level maps as vectors: what each holds, and that programs which are not ours can draw them."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from studio import picture as plain_picture
from svg_elements import KNOWN, SVG, drawn_by_librsvg

from viewer.analysis.picture_findings import whole_picture
from viewer.cli.parsing import one
from viewer.export.pictures.svg import SvgCaption, level_maps_svg, number
from viewer.picture.flat.drawing import Text
from viewer.picture.flat.level_maps import HEIGHT, WIDTH, Extent, arrange, level_maps

EXAMPLES = sorted(Path("examples").glob("*.pyramidion"))
OF_GAMES = ("06-", "12-", "17-", "24-", "32-", "34-")
HOSTILE = '</text><script>x</script> & "q" \x00\x08 ]]> 漢字 \ud800'


def picture_of(source, **view):
    given = one([str(source)])
    return whole_picture(given.seen, given.view, (), given.marks)


def example(beginning):
    return next(one for one in EXAMPLES if one.name.startswith(beginning))


def radii(picture):
    circles = ET.fromstring(level_maps_svg(picture)).iter(f"{SVG}circle")
    return [float(one.get("r")) for one in circles]


def texts(svg):
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(one, id=one.stem, marks=() if one.name[:3] in OF_GAMES else pytest.mark.check)
        for one in EXAMPLES
    ],
)
def test_every_example_has_maps_of_known_elements_within_its_room_and_its_frame(example):
    picture = picture_of(example)
    for ink in ("colour", "grey"):
        svg = level_maps_svg(picture, ink=ink)
        root = ET.fromstring(svg)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= KNOWN
        _, _, width, height = map(float, root.get("viewBox").split())
        assert width <= WIDTH + 0.01
        assert height <= HEIGHT + 0.01
        assert 'fill="None"' not in svg
        assert "nan" not in svg
        for circle in root.iter(f"{SVG}circle"):
            x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
            assert -0.1 <= x - r <= x + r <= width + 0.1
            assert -0.1 <= y - r <= y + r <= height + 0.1
    found = set(re.findall(r"#([0-9A-Fa-f]{6})", svg))  # the last is grey
    assert found
    assert {code for code in found if len({code[:2], code[2:4], code[4:]}) > 1} == set()


@pytest.mark.check
@pytest.mark.process
def test_another_program_draws_what_stands_where():
    position = "partition:size=3,rules=free RRR,1BB,3/2,2/1 red"
    svg = level_maps_svg(picture_of(position), names=False)
    image, root = drawn_by_librsvg(svg, 900), ET.fromstring(svg)
    scale = 900 / float(root.get("viewBox").split()[2])
    balls = [one for one in root.iter(f"{SVG}circle") if float(one.get("r")) > 8]

    def seen(ball):
        x, y, radius = (scale * float(ball.get(name)) for name in ("cx", "cy", "r"))
        red, _, blue = image.getpixel((round(x), round(y + radius / 2)))  # below a band
        return "red" if red > blue else "blue"

    assert [seen(ball) for ball in balls[:5]] == ["red"] * 3 + ["blue"] * 2
    grey = drawn_by_librsvg(level_maps_svg(picture_of(position), ink="grey"), 900)
    assert all(max(pixel) - min(pixel) < 3 for _, pixel in grey.getcolors(1 << 20))


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("partition:size=3,rules=free RRR,1BB,3/2,2/1 red",
         ["Level 1", "a", "c", "e", "1", "3", "5", "Level 2", "b", "d", "2", "4"]),
        ("examples/34-poly-y-a-game.pyramidion", ["A", "B", "C", "D", "E"]),
        ("poly-y:corners=3,size=3 1/2/3 red", ["A", "a1", "b2", "c3"]),
        ("examples/31-rolling-pyramids-three-rounds.pyramidion", ["S1", "19", "4/12"]),
        ("examples/22-pyramid-ball-a-pass.pyramidion", ["a", "g", "1", "8"]),
    ],
)  # fmt: skip
def test_names_stand_at_the_rims(position, expected):
    picture = picture_of(position)
    assert set(expected) <= set(texts(level_maps_svg(picture)))
    without = texts(level_maps_svg(replace(picture), names=False))
    if picture.board.ground == "dimpled slab":
        assert without == []


def test_players_differ_in_grey_by_hatching_and_band():
    svg = level_maps_svg(
        picture_of("partition:size=2,rules=free RB,2/1 red"), ink="grey", names=False
    )
    root = ET.fromstring(svg)
    balls = [c for c in root.iter(f"{SVG}circle") if "url" in (c.get("fill") or "")]
    kinds = {c.get("fill")[5:6] for c in balls}
    assert kinds == {"p", "r"}, "one hatched, one shaded"
    assert any(line.get("stroke") == "#FFFFFF" for line in root.iter(f"{SVG}line"))


def test_what_a_cut_hides_is_dashed_and_what_lies_below_is_pale():
    given = one(["partition:size=3,rules=free RRR,RBB,3/RB,2/R red"])
    from model.records.view import read_cuts

    cuts = read_cuts(given.position.game.board, ["level=1"])
    picture = whole_picture(given.seen, replace_cuts(given.view, cuts))
    svg = level_maps_svg(picture)
    assert "stroke-dasharray" in svg
    assert 'fill-opacity="0.24"' in svg


def replace_cuts(view, cuts):
    from msgspec.structs import replace as replaced

    return replaced(view, cuts=cuts)


def test_hostile_text_is_text():
    picture = picture_of("partition:size=2,rules=free RB,2/1 red")
    svg = level_maps_svg(picture, title=HOSTILE, caption=SvgCaption(HOSTILE, HOSTILE * 50))
    root = ET.fromstring(svg.encode("utf-8"))
    assert root.find(f"{SVG}script") is None
    said = "".join(texts(svg))
    assert "</text><script>x</script> &" in said
    assert said.endswith("…")
    assert "\x00" not in svg


@pytest.mark.parametrize(
    ("count", "room", "lefts", "tops", "taken"),
    [
        (3, (1000, 1000), (3, 57, 111), (5, 5, 5), [153, 50]),
        (3, (153, 1000), (3, 57, 111), (5, 5, 5), [153, 50]),  # just enough
        (4, (160, 109), (3, 57, 3, 57), (5, 5, 64, 64), [99, 109]),  # none stands alone
    ],
)
def test_maps_lie_in_rows_as_even_as_they_go(count, room, lefts, tops, taken):
    maps = [Extent(level, 0, 0, 2, 2) for level in range(count)]
    plans, *size = arrange(maps, *room, rim=3, title=5)
    placed = [(plan.level, plan.left, plan.top, plan.scale) for plan in plans]
    assert placed == list(zip(range(count), lefts, tops, (21.0,) * count, strict=True))
    assert size == pytest.approx(taken)


def test_maps_are_as_large_as_their_room_allows():
    (plan,), *size = arrange([Extent(1, 0, 0, 10, 10)], 100, 50, rim=0, title=0)
    assert (plan.scale, *size) == pytest.approx((5, 50, 50), abs=1e-4)


def test_names_stand_at_what_they_name_and_maps_show_the_level_below():
    shown = plain_picture(4)
    drawing, papers = level_maps(shown, ink="grey", names=True, width=WIDTH, height=HEIGHT)
    assert [one.plan.wide for one in papers] == pytest.approx([4, 4, 3, 2])
    said = {one.words: one.middle for one in reversed(drawing.shapes) if isinstance(one, Text)}
    plan = papers[0].plan
    x, y = plan.at(shown.board.centres[shown.board.index("1a1")])
    assert said["Level 1"] == pytest.approx((plan.left, plan.top - 5.1))
    assert said["a"] == pytest.approx((x, plan.top + plan.high * plan.scale + 4.1))
    assert said["1"] == pytest.approx((plan.left - 1.8, y))
    _, (bare, *_) = level_maps(shown, ink="grey", names=False, width=WIDTH, height=HEIGHT)
    assert (bare.plan.left, bare.plan.top) == (0, 0), "names would need room"


@pytest.mark.check
def test_a_large_pyramid_fits_and_is_named_as_far_as_names_fit():
    svg = level_maps_svg(picture_of("examples/07-size-20.pyramidion"))
    named = texts(svg)
    assert named.count("20") >= 1
    assert "Level 1" in named


@pytest.mark.check
@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (11, "Level 1,a,e,i,m,q,u,1,5,9,13,17,21,Level 2"),  # every second file and rank
        (50, ",".join(f"Level {level}" for level in range(1, 13))),
    ],
)
def test_names_leave_out_what_has_no_room(size, expected):
    drawing, _ = level_maps(plain_picture(size), ink="grey", names=True, width=WIDTH, height=HEIGHT)
    names = [one.words for one in drawing.shapes if isinstance(one, Text)]
    assert ",".join(names).startswith(expected)


def test_each_ball_is_on_its_level_and_under_the_next():
    found = radii(picture_of("partition:size=3,rules=free RRR,1BB,3/2,2/R blue"))
    # Five on level 1, which shine through level 2, and the apex.
    assert sum(r == pytest.approx(max(found), abs=0.01) for r in found) == 5 + 5 + 1


def test_what_is_told_on_a_plate_is_not_drawn_over_it():
    """The Pharaoh's umbrella was a disc that hid who stands on the space."""
    assert radii(picture_of(example("32-"))) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.001, "0"), (-0.5, "-0.5"), (-0.25, "-0.25"), (10, "10"), (2.5, "2.5")],
)
def test_numbers_keep_their_sign(value, text):
    assert number(value) == text
