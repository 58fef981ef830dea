"""The balls' shader against geometry: silhouettes, depth, cuts, and what is not drawn."""

import numpy as np
import pytest
from msgspec.structs import replace
from studio import BARE, BLUE, RED, SIZE, filled, picture

from model.boards.lattice import pyramid
from model.records.view import Camera, Cut, Peel, View

NEAR = Camera(azimuth=0, elevation=0, centre=(0, 0, 0), distance=4)
FLAT = replace(NEAR, parallel=True)
"""Close to the ball on 1a1, which stands at the origin."""


def hue(pixel):
    """Which side's colour a pixel has, whatever the light."""
    red, _, blue = pixel
    return "red" if red > 1.3 * blue else "blue" if blue > 1.3 * red else "neither"


def raised(point, height):
    return np.add(point, (0.0, 0.0, height))


def first_hit(origins, ways, keeps, samples=500):
    """Where each ray first meets what `keeps` leaves of the ball at the origin, by search."""
    middle = -(origins * ways).sum(-1)
    t = middle[..., None] + np.linspace(-0.5, 0.5, samples)
    points = origins[..., None, :] + t[..., None] * ways[..., None, :]
    inside = ((points**2).sum(-1) <= 0.25) & keeps(points)
    first = inside.argmax(-1)
    return np.where(inside.any(-1), np.take_along_axis(t, first[..., None], -1)[..., 0], np.nan)


@pytest.mark.check
@pytest.mark.parametrize("camera", [NEAR, FLAT, replace(NEAR, azimuth=130, elevation=50)])
def test_a_ball_has_its_exact_silhouette_and_depth(studio, camera):
    studio.take(picture(red=["1a1"], view=replace(BARE, camera=camera)))
    met, expected = studio.met(), first_hit(*studio.rays(), lambda points: True)
    there, should = np.isfinite(met), np.isfinite(expected)
    assert should.sum() > 300
    assert (there != should).mean() < 0.005  # only pixels on the edge itself may differ
    both = there & should
    assert np.abs(met - expected)[both].max() < 0.02
    assert np.median(np.abs(met - expected)[both]) < 0.002


@pytest.mark.check
@pytest.mark.sample(6)
@pytest.mark.parametrize("camera", [NEAR, FLAT])
@pytest.mark.parametrize("seed", range(6))
def test_cuts_leave_what_half_spaces_slabs_and_gaps_leave(studio, camera, seed):
    chance = np.random.default_rng(seed)
    cuts = []
    for _ in range(1 + seed % 3):
        normal = chance.normal(size=3)
        normal /= np.linalg.norm(normal)
        at = chance.uniform(-0.3, 0.3)
        to = at + chance.uniform(0.1, 0.4) if chance.random() < 0.6 else None
        cuts.append(Cut(at, to=to, flip=bool(chance.random() < 0.6), normal=tuple(normal)))

    def keeps(points):
        kept = np.ones(points.shape[:-1], bool)
        for cut in cuts:
            height = points @ np.array(cut.normal)
            stays = height <= cut.at if cut.to is None else (height >= cut.at) & (height <= cut.to)
            kept &= ~stays if cut.flip else stays
        return kept

    studio.take(picture(red=["1a1"], view=replace(BARE, camera=camera, cuts=tuple(cuts))))
    met, expected = studio.met(), first_hit(*studio.rays(), keeps)
    there, should = np.isfinite(met), np.isfinite(expected)
    assert (there != should).mean() < 0.008
    both = there & should
    if both.any():
        assert np.quantile(np.abs(met - expected)[both], 0.97) < 0.01


def test_a_cut_ball_is_a_flat_paler_disc_with_a_dark_rim(studio):
    whole = studio.take(picture(red=["1a1"], view=replace(BARE, camera=FLAT)))
    cut = replace(BARE, camera=FLAT, cuts=(Cut(1, "rank", flip=True),))
    image = studio.take(picture(red=["1a1"], view=cut))
    row, column = studio.pixel((0, 0, 0))
    assert np.ptp(image[row - 20 : row + 20, column - 20 : column + 20], axis=(0, 1)).max() <= 2
    assert np.ptp(whole[row - 20 : row + 20, column - 20 : column + 20], axis=(0, 1)).max() > 30
    disc = image[row, column]
    assert hue(disc) == "red"
    assert disc.min() > RED.min() + 20  # paler than the ball
    radius = 0.5 / studio.sight.pixel
    rim = image[row, int(column + radius) - 2]
    assert rim.sum() < disc.sum() - 100


def test_a_flipped_slab_takes_its_inside_away_and_leaves_both_sides(studio):
    gap = replace(BARE, camera=FLAT, cuts=(Cut(-0.15, to=0.15, flip=True, normal=(0.0, 0.0, 1.0)),))
    image = studio.take(picture(blue=["1a1"], view=gap))
    background = image[2, 2]
    for z, there in ((0.3, True), (0.0, False), (-0.3, True)):
        row, column = studio.pixel((0, 0, z))
        assert (hue(image[row, column]) == "blue") == there
        if not there:
            assert np.abs(image[row, column] - background).max() < 30


def test_a_peel_takes_whole_balls_away(studio):
    shown = picture(red=["1a1", "1c1"], blue=["2b2"])
    full = studio.take(shown)
    peeled = studio.take(picture(red=["1a1", "1c1"], blue=["2b2"],
                                 view=replace(BARE, peel=Peel(levels=(1, 1)))))  # fmt: skip
    up, low = (studio.pixel(shown.board.centres[shown.board.index(n)]) for n in ("2b2", "1a1"))
    assert hue(full[up]) == "blue"
    assert hue(peeled[up]) == "neither"
    assert hue(peeled[low]) == hue(full[low]) == "red"


@pytest.mark.parametrize("parallel", [True, False])
def test_the_nearer_ball_covers_the_farther(studio, parallel):
    view = replace(BARE, camera=Camera(azimuth=0, elevation=0, parallel=parallel))
    image = studio.take(picture(red=["1a1"], blue=["1a3"], view=view))
    assert hue(image[studio.pixel((0, 0, 0))]) == "red"
    image = studio.take(picture(blue=["1a1"], red=["1a3"], view=view))
    assert hue(image[studio.pixel((0, 0, 0))]) == "blue"


def test_an_explosion_moves_levels_apart_and_cuts_travel_with_their_balls(studio):
    shown = picture(red=["1a1"], blue=["2b2"], view=replace(BARE, explode=1.0))
    image = studio.take(shown)
    centre = shown.board.centres[shown.board.index("2b2")]
    assert hue(image[studio.pixel(raised(centre, 1))]) == "blue"
    assert hue(image[studio.pixel(centre)]) == "neither"
    cut = replace(BARE, explode=1.0, cuts=(Cut(2, "level"),))
    image = studio.take(picture(red=["1a1"], blue=["2b2"], view=cut))
    assert hue(image[studio.pixel(raised(centre, 1 - 0.25))]) == "blue"
    assert hue(image[studio.pixel(raised(centre, 1 + 0.25))]) == "neither"


@pytest.mark.check
@pytest.mark.parametrize(
    "view",
    [
        replace(BARE, camera=Camera()),
        replace(BARE, camera=Camera(azimuth=200, elevation=-30)),
        replace(BARE, camera=Camera(), cuts=(Cut(3, "diag"),)),
        replace(BARE, camera=Camera(), peel=Peel(layers=(("SW", 4),))),
    ],
)
def test_leaving_enclosed_balls_out_changes_no_pixel(studio, view, monkeypatch):
    board = pyramid(9)
    shown = picture(9, view, pieces=filled(board))
    culled = studio.take(shown)
    drawn = len(studio.place.stage.balls.solids.chosen)
    monkeypatch.setattr(
        "viewer.scene.props.appearance.enclosed", lambda board, solid: np.zeros(len(board), bool)
    )
    everything = studio.take(picture(9, view, pieces=filled(board)))
    assert len(studio.place.stage.balls.solids.chosen) > drawn
    assert (culled == everything).all()


def test_dots_and_shells_neither_hide_nor_colour_what_is_solid(studio):
    board = pyramid(3)
    red = [name for name in board.names if name.startswith("1") and name.endswith("1")]
    bare = studio.take(picture(red=red))
    for style in ("dots", "shells"):
        ghosts = replace(BARE, ghosts="all", ghost_style=style)
        image = studio.take(picture(red=red, view=ghosts))
        assert (image != bare).any()
        # The south row stands in front of all other points of the base.
        for name in red:
            row, column = studio.pixel(board.centres[board.index(name)])
            near = np.s_[row - 4 : row + 5, column - 4 : column + 5]
            assert (image[near] == bare[near]).all(), (style, name)
    # A shell in front of a ball leaves its colour; only its edge is seen.
    back = studio.take(picture(red=["1a5"]))
    front = studio.take(
        picture(red=["1a5"], view=replace(BARE, ghosts="all", ghost_style="shells"))
    )
    at = studio.pixel((0, 2, 0))
    assert np.abs(front[at] - back[at]).max() < 45
    assert hue(front[at]) == "red"


def test_a_faded_ball_is_a_pale_hull_and_hides_nothing(studio):
    layer = replace(BARE, layer=("rank", 5))
    image = studio.take(picture(red=["1a1", "1a3"], blue=["1a5"], view=layer, bands=False))
    background = studio.take(picture())
    row, column = studio.pixel((0, 0, 0))
    assert hue(image[row, column]) == "blue"  # two faded red balls stand in front of it
    alone = studio.take(picture(red=["1a1"], view=layer))
    left = np.abs(alone[row, column] - background[row, column])
    assert 5 < left.max() < 60
    twice = studio.take(picture(red=["1a1", "1a3"], view=layer))
    assert np.abs(twice[row, column] - alone[row, column]).max() <= 2  # a hull, not a fog


@pytest.mark.check
def test_what_is_written_on_the_board_shows_through_faint_balls(studio):
    east = Camera(azimuth=75, elevation=25)

    def written(how):
        """Where labels change the picture."""
        parts = () if how == "shown" else (("player=red", how),)
        view = replace(BARE, camera=east, board=True, parts=parts)
        reds = ["1a1", "1a3", "1a5", "2b2", "2b4"]
        bare, labelled = (
            studio.take(picture(red=reds, view=replace(view, labels=on))) for on in (False, True)
        )
        return np.abs(labelled - bare).max(axis=2) > 12

    covered = written("hidden") & ~written("shown")
    assert covered.sum() > 20
    assert written("faint")[covered].mean() > 0.7


def test_the_lens_turns_what_stands_in_front_into_outlines(studio):
    lens = replace(BARE, camera=Camera(azimuth=0, elevation=0), lens="1a5")
    image = studio.take(picture(red=["1a1", "1a3"], blue=["1a5"], view=lens))
    assert hue(image[studio.pixel((0, 2, 0))]) == "blue"
    plain = studio.take(picture(red=["1a1", "1a3"], blue=["1a5"], view=replace(lens, lens="")))
    assert hue(plain[studio.pixel((0, 2, 0))]) == "red"
    assert any(hue(p) == "red" for p in image[studio.pixel((0, 2, 0))[0]])


def test_a_selected_group_keeps_its_colour_and_gets_a_rim_others_are_rings(studio):
    shown = picture(red=["1a1"], blue=["1e1"])
    plain, empty = studio.take(shown), studio.take(picture())
    chosen = studio.take(picture(red=["1a1"], blue=["1e1"], view=replace(BARE, selected="1a1")))
    here, there = studio.pixel((0, 0, 0)), studio.pixel((2, 0, 0))
    assert (chosen[here] == plain[here]).all()
    assert (chosen[there] == empty[there]).all()
    radius = 0.5 / studio.sight.pixel
    rim = chosen[here[0], int(here[1] - 0.97 * radius)]
    assert rim.min() > 200
    column = chosen[int(there[0] - 1.1 * radius) : int(there[0] - 0.8 * radius), there[1]]
    assert any(hue(pixel) == "blue" for pixel in column)
    undimmed = replace(BARE, selected="1a1", dim=False)
    image = studio.take(picture(red=["1a1"], blue=["1e1"], view=undimmed))
    assert (image[there] == plain[there]).all()


def test_a_near_ring_goes_over_a_far_one_whichever_is_drawn_first(studio):
    """Where two cross, the far one has a gap on both sides of the near one."""
    for azimuth, near, far in ((0, "red", "blue"), (180, "blue", "red")):
        seen = replace(BARE, camera=Camera(azimuth=azimuth, elevation=0), selected="1e1")
        balls = {"red": ["1a1", "1e1"], "blue": ["2b2"]}
        both, red, blue = (
            studio.take(picture(**{**balls, **without}, view=seen, bands=False))
            for without in ({}, {"blue": []}, {"red": ["1e1"]})
        )
        alone = {"red": red, "blue": blue}
        back = studio.take(picture(red=["1e1"], view=seen, bands=False)).astype(int)
        of_near, of_far = (np.abs(alone[one] - back).max(axis=2) > 24 for one in (near, far))
        lost = of_far & (np.abs(both - back).max(axis=2) < 4)
        assert lost.sum() > 10
        assert (np.abs(both - alone[near]).max(axis=2)[of_near] < 24).mean() > 0.98


def test_the_last_ball_is_ringed_and_blue_carries_a_band(studio):
    plain = studio.take(picture(blue=["1a1"], bands=False))
    banded = studio.take(picture(blue=["1a1"]))
    here = studio.pixel((0, 0, 0))
    assert banded[here].sum() > plain[here].sum() + 100
    above = studio.pixel((0, -0.5, 0.09))  # a thin groove: not the waist of a saucer
    assert np.abs(banded[above] - plain[above]).max() < 12
    last = studio.take(picture(blue=["1a1"], bands=False, last=0))
    radius = 0.5 / studio.sight.pixel
    ring = last[here[0], int(here[1] + 0.6 * radius)]  # where the ball faces us at 0.8
    assert ring.min() > 200
    assert (last[here] == plain[here]).all()


def test_points_farther_away_are_smaller_and_paler(studio):
    shown = replace(BARE, ghosts="all")
    image, back = studio.take(picture(5, view=shown)), studio.take(picture(5))
    name = picture(5).board.index

    def dot(site):
        row, column = studio.pixel(picture(5).board.centres[name(site)])
        there = np.abs(image - back)[row - 6 : row + 7, column - 6 : column + 7].max(axis=2)
        return there.max(), int((there > 0.5 * there.max()).sum())

    near, far = dot("1a1"), dot("5e5")  # from the south
    assert far[0] < 0.9 * near[0]
    assert far[1] < 0.9 * near[1]


def test_red_and_blue_are_the_colours_agreed():
    from viewer.games.registry import piece_colour
    from viewer.picture.palette import rgb

    assert np.allclose(np.array(rgb(piece_colour("red"))) * 255, RED)
    assert np.allclose(np.array(rgb(piece_colour("blue"))) * 255, BLUE)


def test_nothing_but_background_where_nothing_stands(studio):
    image = studio.take(picture(view=View(ghosts="off", labels=False, board=False)))
    assert np.ptp(image, axis=1).max() <= 1  # a gradient from top to bottom
    assert image.min() > 200
    assert image.shape == (SIZE[1], SIZE[0], 3)
