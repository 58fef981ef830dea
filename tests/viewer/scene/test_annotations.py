"""A teacher's marks in the picture: seen where they stand, in their colour, unless hidden."""

import numpy as np
import pytest
from studio import BARE

from model.positions.setup import read_position
from model.records.files import new_game
from model.records.view import COLOURS, Camera, Cut, Mark, Peel, View
from model.registry import kinds
from viewer.games.registry import piece_colour
from viewer.picture.compose.composer import depict
from viewer.picture.compose.overlays import mark_overlays
from viewer.picture.palette import PALETTES, STANDARD, rgb
from viewer.scene.props.labels import MOST, _ink, atlas, line_of_text
from viewer.visuals.overlay_types import Sign

FOUR = "partition:size=4,rules=free {} red"
LONE = FOUR.format("4,4,4,4/3,3,3/2,2/1")
"""An empty pyramid."""
ROW = FOUR.format("RBRB,4,4,4/3,3,3/2,2/1")
"""Four balls along the south wall."""


def shot(studio, text, *marks, view=BARE, palette=STANDARD):
    """The image of a position with marks, and of the same one without."""
    from dataclasses import replace

    position = read_position(text)
    marked = replace(depict(position, view, marks=marks), palette=palette)
    bare = replace(depict(position, view), palette=palette)
    return studio.take(marked).copy(), studio.take(bare).copy()


def colour(name, palette=STANDARD):
    return np.array(rgb(palette.signs[name])) * 255


def seen(image, bare, place, hue, reach=3):
    """Whether a sign's colour is near a pixel where there was none before."""
    row, column = place
    part = (slice(max(row - reach, 0), row + reach + 1),
            slice(max(column - reach, 0), column + reach + 1))  # fmt: skip
    now = np.abs(image[part] - hue).max(axis=-1).min()
    before = np.abs(bare[part] - hue).max(axis=-1).min()
    return now < 24 and before > 30


def on(studio, name, text=ROW, *, right=0.0, up=0.0):
    """The pixel of a point, or of a place beside it, seen from the south."""
    board = read_position(text).game.board
    x, y, z = board.centres[board.index(name)]
    return studio.pixel((x + right, y, z + up))


@pytest.mark.check
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
@pytest.mark.parametrize("name", COLOURS)
def test_a_ring_is_seen_on_any_ball_and_on_an_empty_point(studio, name, palette):
    hue = colour(name, palette)
    for site in ("1a1", "1c1", "2b2"):
        image, bare = shot(studio, ROW, Mark(site, "ring", name), palette=palette)
        assert seen(image, bare, on(studio, site, right=0.31), hue), site
        # The middle of a ring is left free: the ball's own colour is told.
        middle = on(studio, site)
        assert np.abs(image[middle] - bare[middle]).max() < 12


@pytest.mark.check
@pytest.mark.parametrize(
    ("sign", "right", "up"),
    [
        ("ring", 0.31, 0.0), ("ring", 0.0, 0.31), ("cross", 0.0, 0.0), ("cross", 0.17, 0.17),
        ("square", 0.26, 0.0), ("square", 0.26, 0.26), ("dot", 0.0, 0.0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("site", ["1a1", "1c1", "2b2"])
def test_each_sign_has_its_shape(studio, sign, right, up, site):
    image, bare = shot(studio, ROW, Mark(site, sign, "yellow"))
    assert seen(image, bare, on(studio, site, right=right, up=up), colour("yellow"), reach=1)


def test_signs_differ_from_one_another_beyond_their_colour(studio):
    images = [
        shot(studio, ROW, Mark("1c1", sign, "green"))[0]
        for sign in ("ring", "cross", "square", "dot")
    ]
    for k, one in enumerate(images):
        for other in images[k + 1 :]:
            assert (np.abs(one - other).max(axis=-1) > 60).sum() > 20


@pytest.mark.parametrize("name", COLOURS)
def test_no_sign_has_the_colour_of_a_side(name):
    for palette in (STANDARD, PALETTES["presentation"]):
        for side in ("red", "blue", "white", "black"):
            apart = np.abs(colour(name, palette) - np.array(rgb(piece_colour(side))) * 255)
            assert apart.max() > 60, (name, side)


def test_every_sign_has_a_white_and_a_dark_outline(studio):
    image, bare = shot(studio, ROW, Mark("1c1", "square", "green"))
    changed = np.abs(image - bare).max(axis=-1) > 40
    assert ((image.min(axis=-1) > 190) & changed).sum() > 10
    assert ((image.max(axis=-1) < 60) & changed).sum() > 5


def test_a_mark_behind_a_ball_shows_through_it_but_paler(studio):
    text = FOUR.format("R3,4,R3,4/3,3,3/2,2/1")
    hue = colour("yellow")
    image, bare = shot(studio, text, Mark("1a5", "cross", "yellow"))
    place = on(studio, "1a5", text)
    through = image[place]
    assert not seen(image, bare, place, hue)
    assert np.abs(through - bare[place]).max() > 40
    front, _ = shot(studio, text, Mark("1a1", "cross", "yellow"))
    assert np.abs(front[on(studio, "1a1", text)] - hue).max() < 24


@pytest.mark.check
@pytest.mark.parametrize(
    "hiding",
    [
        {"cuts": (Cut(1.0, "level"),)},
        {"peel": Peel(levels=(1, 1))},
        {"peel": Peel(layers=(("SW", 2),))},
    ],
    ids=["cut", "levels", "corner"],
)
@pytest.mark.parametrize(
    "mark",
    [
        Mark("2b2", "ring", "green"),
        Mark("2b2", "text", "green", "A"),
        Mark("2b2", "cross", "green", "so"),
        Mark("2b2", "link", "green", to="2d2"),
        Mark("2b2", "group", "green"),
        Mark("2b2", "sheet", "green", sites=("2b2", "2d2", "2b4")),
    ],
    ids=lambda mark: mark.sign + mark.text,
)
@pytest.mark.parametrize("stands", ["2", "RR"], ids=["empty", "balls"])
def test_what_is_cut_or_peeled_away_takes_its_marks_with_it(studio, hiding, mark, stands):
    from msgspec.structs import replace

    text = FOUR.format(f"4,4,4,4/{'3' if stands == '2' else 'RR1'},3,3/2,2/1")
    view = replace(BARE, **hiding)
    image, bare = shot(studio, text, mark, view=view)
    if "peel" in hiding and hiding["peel"].layers:  # 2d2 and 2b4 stay; the mark is on 2b2
        place = on(studio, "2b2", text)
        assert np.abs(image[place] - bare[place]).max() < 12
    else:
        assert np.array_equal(image, bare)
    shown, bare = shot(studio, text, mark)
    assert not np.array_equal(shown, bare)


def test_marks_off_the_working_layer_fade(studio):
    from msgspec.structs import replace

    mark = Mark("2b2", "dot", "yellow")
    whole, _ = shot(studio, LONE, mark)
    faded, bare = shot(studio, LONE, mark, view=replace(BARE, layer=("level", 1)))
    place = on(studio, "2b2", LONE)
    assert 20 < np.abs(faded[place] - bare[place]).max() < np.abs(whole[place] - bare[place]).max()


def test_a_link_is_an_arrow_from_point_to_point(studio):
    hue = colour("green")
    image, bare = shot(studio, LONE, Mark("1a1", "link", "green", to="1g1"))
    for share in (0.15, 0.5, 0.85):
        assert seen(image, bare, on(studio, "1a1", LONE, right=3 * share), hue, reach=1)
    away = on(studio, "1a1", LONE, right=1.5, up=0.35)
    assert np.abs(image[away] - bare[away]).max() < 12
    # The head is at the far end, and broader than the shaft.
    wide = [
        sum(
            np.abs(image[row, on(studio, "1a1", LONE, right=at)[1]] - hue).max() < 40
            for row in range(image.shape[0])
        )
        for at in (0.5, 2.77)
    ]
    assert wide[1] > wide[0] > 0


def test_a_group_mark_runs_round_all_linked_balls_and_no_other(studio):
    text = FOUR.format("RRBR,4,4,4/3,3,3/2,2/1")
    hue = colour("green")
    image, bare = shot(studio, text, Mark("1a1", "group", "green"))
    for name in ("1a1", "1c1"):
        assert seen(image, bare, on(studio, name, text, up=-0.54), hue), name
    for name in ("1e1", "1g1"):
        assert not seen(image, bare, on(studio, name, text, up=-0.54), hue), name
    # Not between the two, which are one.
    between = on(studio, "1a1", text, right=0.5)
    assert not seen(image, bare, between, hue, reach=1)


def test_a_sheet_is_a_skin_with_a_rim(studio):
    from msgspec.structs import replace

    view = replace(BARE, camera=Camera(azimuth=45, elevation=35, parallel=True))
    sites = ("1e1", "2d2", "1c3", "3c3", "2b4", "1a5")
    image, bare = shot(studio, LONE, Mark("1e1", "sheet", "green", sites=sites), view=view)
    board = read_position(LONE).game.board
    middle = board.centres[[board.index(s) for s in ("2d2", "1c3", "2b4")]].mean(axis=0)
    place = studio.pixel(middle)
    change = image[place] - bare[place]
    assert np.abs(change).max() > 25
    assert change[1] > change[0]
    rim = board.centres[[board.index(s) for s in ("1e1", "1c3")]].mean(axis=0)
    assert seen(image, bare, studio.pixel(rim), colour("green"))


def test_a_word_stands_on_a_plate_at_its_point(studio):
    image, _ = shot(studio, ROW, Mark("2b2", "text", "green", "A"))
    row, column = on(studio, "2b2")
    part = image[row - 6 : row + 7, column - 6 : column + 7]
    assert (part.min(axis=-1) > 235).sum() > 10  # paper
    assert (part.max(axis=-1) < 90).sum() > 5  # ink


@pytest.mark.check
@pytest.mark.parametrize("game", ["pyramid", "cairns"])
@pytest.mark.parametrize("sign", ["ring", "cross", "square", "dot"])
def test_signs_lie_on_the_fields_of_other_boards(studio, game, sign, cairns):
    position = new_game(kinds()[game], {}).start()
    board = position.game.board
    view = View(camera=Camera(elevation=90, parallel=True), labels=False)
    name = board.names[len(board) // 2]
    marked = studio.take(depict(position, view, marks=(Mark(name, sign, "green"),))).copy()
    bare = studio.take(depict(position, view)).copy()
    row, column = studio.pixel(board.centres[board.index(name)])
    changed = np.argwhere(np.abs(marked - bare).max(axis=-1) > 40)
    assert len(changed) > 8
    assert np.abs(changed - (row, column)).max() < 25


def test_a_mark_knows_its_sites_and_those_of_another_board_are_passed_over():
    position = read_position(FOUR.format("RRBR,4,4,4/3,3,3/2,2/1"))
    board = position.game.board
    (group,) = mark_overlays(position, (Mark("1c1", "group"),))
    assert isinstance(group, Sign)
    assert {board.names[site] for site in group.sites} == {"1a1", "1c1"}
    (sheet,) = mark_overlays(position, (Mark("1a1", "sheet", sites=("1a1", "1c1", "2b2")),))
    assert isinstance(sheet, Sign)
    assert sheet.triangles is not None
    assert len(sheet.triangles) == 1
    position = read_position(LONE)
    marks = (Mark("9z9"), Mark("1a1", "link", to="9z9"), Mark("1a1", "sheet", sites=("1a1", "8h8")))
    assert mark_overlays(position, marks) == ()


def test_taking_one_of_several_marks_away_redraws(studio):
    marks = (Mark("1a1", "dot", "green"), Mark("1e1", "dot", "yellow"))
    both, _ = shot(studio, ROW, *marks)
    one, _ = shot(studio, ROW, marks[0])
    assert not np.array_equal(both, one)
    studio.take(depict(read_position(ROW), BARE, marks=marks))
    again = studio.take(depict(read_position(ROW), BARE, marks=marks[:1]))
    assert np.array_equal(again, one)


# -- long words ----------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("word", ["W" * 80, "W\n" * 40, " " * 80, "\u0301" * 80])
def test_the_longest_word_is_drawn(studio, word):
    image, bare = shot(studio, ROW, Mark("1a1", "text", text=word))
    assert image.shape == bare.shape
    if word.strip("\u0301 "):
        assert (image != bare).any()


@pytest.mark.check
def test_more_words_than_a_texture_holds_are_left_out():
    words = tuple(f"{number}{'W' * 77}" for number in range(200))
    held = atlas(words)
    assert set(held.boxes) == set(held.aspects) == set(words)
    width, height, _ = held.texture.GetInput().GetDimensions()
    assert max(width, height) <= MOST
    boxes = np.array([held.boxes[word] for word in words])
    assert boxes.min() >= 0
    assert boxes.max() <= 1
    assert held.boxes[words[0]] != held.boxes[words[-1]] == held.boxes[words[-2]]


@pytest.mark.check
def test_words_beyond_those_are_not_even_looked_at():
    words = tuple(f"{number}{'M' * 75}" for number in range(1500))
    before = _ink.cache_info().misses
    held = atlas(words)
    assert _ink.cache_info().misses - before < 400
    assert set(held.boxes) == set(held.aspects) == set(words)


def test_letters_that_are_not_latin_are_written_too():
    blank = line_of_text("xx", 30).shape[1]
    for letter in "öЖλ":
        assert line_of_text(f"x{letter}x", 30).shape[1] > blank + 5
