"""What a line of sight meets: hidden never, occluded by depth."""

from dataclasses import replace

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.contract.game import Pieces
from model.positions.events import table_of
from model.positions.setup import read_position
from model.records.view import Camera, Cut, Peel, View
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.ground import ASIDE, seats
from viewer.picture.compose.transition import frame
from viewer.picture.picking.line_of_sight import candidates, candidates_on_squares, nearest_depth
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import resolve
from viewer.picture.visibility.visible import owners, visible_in
from viewer.scene.input.pointer import Pointer
from viewer.scene.props.labels import _texts
from viewer.visuals.overlay_types import Sign

BOARD = pyramid(6)


def occupied(*names):
    mask = np.zeros(len(BOARD), bool)
    mask[[BOARD.index(name) for name in names]] = True
    return mask


def sight(name, *, balls=(), points=None, start=(2.5, -40.0, 30.0), **parts):
    """The names met on the line of sight through a site."""
    mask = occupied(*balls)
    visible = resolve(BOARD, mask, View(**parts))
    target = visible.centres[BOARD.index(name)]
    found = candidates(visible, mask, points, start, target - np.array(start))
    return [BOARD.names[c.site] for c in found]


def from_south(name):
    return np.array(BOARD.centres[BOARD.index(name)]) - (0, 50, 0)


def test_points_are_met_front_first_also_occluded_ones_and_only_those_asked_for():
    assert sight("1a5", start=from_south("1a5")) == ["1a1", "1a3", "1a5", "1a7", "1a9", "1a11"]
    start = from_south("1a5")
    assert sight("1a5", start=start, balls=["1a1", "1a3"])[:3] == ["1a1", "1a3", "1a5"]
    points = np.zeros(len(BOARD), bool)
    points[BOARD.index("1a7")] = True
    assert sight("1a5", start=from_south("1a5"), points=points) == ["1a7"]


def test_a_hidden_point_or_ball_is_never_met():
    start = from_south("1a5")
    for parts in ({"cuts": (Cut(at=3, family="south"),)}, {"peel": Peel(layers=(("south", 3),))}):
        assert sight("1a5", start=start, balls=["1a3", "1a7"], **parts)[0] == "1a7"
    assert sight("1a5", start=start, layer=("south", 4)) == ["1a9"]
    assert sight("1a5", start=start, balls=["1a9", "1a5"], layer=("south", 4)) == ["1a9"]


def test_a_point_goes_with_its_centre_and_a_ball_with_its_last_part():
    start = np.array(BOARD.centres[BOARD.index("1a5")]) - (0, 50, 0)
    cut = (Cut(at=2.2, family="rank", flip=True),)  # through y = 0.6: just before the ball's centre
    assert sight("1a5", start=start, cuts=cut)[0] == "1a3"
    cut = (Cut(at=3.4, family="rank", flip=True),)  # y = 1.2: beyond 1a3's centre
    assert sight("1a5", start=start, cuts=cut)[0] == "1a5"
    assert sight("1a5", start=start, cuts=cut, balls=["1a3"])[0] == "1a3"


def test_a_cut_ball_is_missed_where_it_is_cut_away():
    mask = occupied("1e5")
    visible = resolve(BOARD, mask, View(cuts=(Cut(at=1, family="level"),)))
    x, y, _ = BOARD.centres[BOARD.index("1e5")]
    nothing = np.zeros(len(BOARD), bool)
    above = candidates(visible, mask, nothing, (x, -30, 0.2), (0, 1, 0))
    below = candidates(visible, mask, nothing, (x, -30, -0.2), (0, 1, 0))
    assert not above
    assert [c.site for c in below] == [BOARD.index("1e5")]
    (disc,) = candidates(visible, mask, nothing, (x + 0.1, y, 30), (0, 0, -1))
    assert disc.depth == pytest.approx(30)  # the flat disc at z = 0, not the cap above it


def test_a_flipped_slab_leaves_both_ends_of_a_ball():
    mask = occupied("1e5")
    cut = Cut(at=-0.1, to=0.1, normal=(0, 0, 1), flip=True)
    visible = resolve(BOARD, mask, View(cuts=(cut,)))
    nothing = np.zeros(len(BOARD), bool)
    x, y, _ = BOARD.centres[BOARD.index("1e5")]
    assert not candidates(visible, mask, nothing, (x, -30, 0), (0, 1, 0))
    assert candidates(visible, mask, nothing, (x, -30, 0.2), (0, 1, 0))
    (inner,) = candidates(visible, mask, nothing, (x, y, 0), (0, 0, -1))
    assert inner.depth == pytest.approx(0.1)


def test_exploded_levels_are_met_where_they_are_drawn():
    assert "3e5" in sight("3e5", explode=2.0)
    mask = occupied("3e5")
    visible = resolve(BOARD, mask, View(explode=2.0, cuts=(Cut(at=3, family="level"),)))
    nothing = np.zeros(len(BOARD), bool)
    x, y, z = visible.centres[BOARD.index("3e5")]
    (disc,) = candidates(visible, mask, nothing, (x, y, 30), (0, 0, -1))
    assert disc.depth == pytest.approx(30 - z)
    assert z == pytest.approx(BOARD.centres[BOARD.index("3e5")][2] + 4)


def test_what_lies_behind_the_eye_is_not_met_and_a_ray_needs_a_direction():
    x, y, z = BOARD.centres[BOARD.index("1a5")]
    found = candidates(
        resolve(BOARD, occupied(), View()), occupied(), None, (x, y + 0.5, z), (0, 1, 0)
    )
    assert [BOARD.names[c.site] for c in found] == ["1a7", "1a9", "1a11"]
    with pytest.raises(ValueError, match="direction"):
        candidates(resolve(BOARD, occupied(), View()), occupied(), None, (0, 0, 0), (0, 0, 0))


@pytest.mark.check
@pytest.mark.sample(6)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_every_ray_agrees_with_marching_along_it(seed):
    rng = np.random.default_rng(seed)
    mask = rng.random(len(BOARD)) < 0.4
    cuts = tuple(
        Cut(
            at=float(rng.normal(2, 1)),
            to=float(rng.normal(0.5, 1)) if rng.random() < 0.7 else None,
            flip=bool(rng.random() < 0.5),
            normal=tuple(n / np.linalg.norm(n)) if (n := rng.normal(size=3)) is not None else None,
        )
        for _ in range(2)
    )
    explode = float(rng.choice([0, 0.7]))
    visible = resolve(BOARD, mask, View(cuts=cuts, explode=explode))
    start = np.array([2.5, 2.5, 2.0]) + 20 * (d := rng.normal(size=3)) / np.linalg.norm(d)
    along = np.array([2.5, 2.5, 1.5]) + rng.normal(size=3) - start
    along /= np.linalg.norm(along)
    met: list[int] = []
    for t in np.arange(0, 45, 0.002):
        p = start + t * along
        gap = np.linalg.norm(visible.centres - p, axis=1)
        for site in np.flatnonzero(gap < np.where(mask, 0.5, 0.35)):
            q = p if mask[site] else visible.centres[site]
            q = q - visible.shift[site]
            if site not in met and all(_keeps(cut, q) for cut in cuts):
                met.append(int(site))
    found = candidates(visible, mask, None, start, along)
    sure = [c.site for c in found if c.miss < (0.49 if c.ball else 0.349)]
    assert [s for s in met if s in sure] == [s for s in sure if s in met]
    assert len(set(sure) ^ set(met)) <= 1  # a sliver thinner than the march's step


def _keeps(cut, p):
    height = float(p @ np.array(cut.normal))
    if cut.to is None:
        return height >= cut.at if cut.flip else height <= cut.at
    low, high = sorted((cut.at, cut.to))
    return (low <= height <= high) != cut.flip


def test_depth_sticks_to_the_candidate_nearest_the_last_one():
    mask = occupied()
    visible = resolve(BOARD, mask, View())
    found = candidates(visible, mask, None, from_south("1a5"), (0, 1, 0))
    assert nearest_depth(found, None) == 0
    assert nearest_depth(found, found[3].depth + 0.2) == 3
    assert nearest_depth((), 5.0) == 0


def test_within_a_ring_the_ringed_point_is_meant_whatever_lies_before_it():
    pieces = Pieces(*(np.zeros(0, np.int32) for _ in range(4)))
    bare = Picture(board=BOARD, pieces=pieces, players=("red", "blue"), view=View())
    pointer, site = Pointer(), BOARD.index("2d4")
    pointer.show(bare, 800, 600)
    x, y = pointer.projection.to_screen(pointer.visible.centres[site])
    reach = 0.4 / pointer.projection.pixel
    ways = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
    places = [(x + across * reach, y + down * reach) for across, down in ways]
    before = [pointer.at(*place) for place in places]
    assert any(one is None or one.site != site for one in before)
    ringed = replace(bare, overlays=(Sign("ring", "yellow", (site,)),))
    pointer.show(ringed, 800, 600)
    assert [pointer.at(*place).site for place in places] == [site] * len(places)
    pointer.show(replace(ringed, legal=np.zeros(len(BOARD), bool)), 800, 600)
    assert all(pointer.at(*place) is None for place in places), "nothing can be played there"


@pytest.mark.check
@pytest.mark.parametrize("azimuth", [19.0, 60.0, 160.0])
def test_whoever_points_at_a_dot_or_a_ball_that_is_seen_means_it(azimuth):
    stands = BOARD.index("1e5")
    pieces = Pieces(*(np.array([value], np.int32) for value in (stands, 0, 0, 1)))
    seen = View(camera=Camera(azimuth=azimuth, elevation=34.0))
    pointer = Pointer()
    pointer.show(Picture(BOARD, pieces, ("red", "blue"), seen), 800, 600)
    covered = 0
    for site, centre in enumerate(pointer.visible.centres):
        active = pointer.at(*pointer.projection.to_screen(centre))
        before = pointer.found[: [one.site for one in pointer.found].index(site)]
        drawn = zip(before, pointer.drawn(before), strict=True)
        hides = [one.site for one, radius in drawn if one.ball or one.miss < radius]
        assert active.site == (hides or [site])[0]
        covered += not hides and pointer.choice > 0
    assert covered, "the spheres of nearer points lie before some dots"


def test_a_nearer_point_that_was_chosen_stays_chosen():
    pointer, centres = Pointer(), BOARD.centres
    bare = Pieces(*(np.zeros(0, np.int32) for _ in range(4)))
    pointer.show(Picture(BOARD, bare, ("red", "blue"), View()), 800, 600)
    places = [pointer.projection.to_screen(centre) for centre in centres]
    x, y = next(place for place in places if pointer.at(*place) and pointer.choice > 0)
    meant = pointer.at(x, y)
    nearer = pointer.deeper(-1)
    assert nearer.depth < meant.depth
    assert pointer.at(x + 0.1, y).site == nearer.site
    assert pointer.deeper(1).site == meant.site
    assert pointer.depth is None


# -- on a pitch ------------------------------------------------------------------------------------

START = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
DOWN = (0.0, 0.0, -1.0)


def met(shown, origin, direction):
    return candidates_on_squares(
        visible_in(shown), shown.board, shown.pieces, shown.piece_kinds, None, origin, direction
    )


def test_every_row_and_file_of_the_pitch_has_its_label():
    assert set("abcdefg12345678") <= set(_texts(read_position(START).game.board))


def test_a_ball_rides_on_its_carrier_whose_square_stays_its_owners():
    shown = picture_of(read_position(START), View())
    carrier = shown.board.index("d4")
    rows = np.flatnonzero(shown.pieces.site == carrier)
    foot, ball = seats(shown.pieces, shown.piece_kinds)[rows]
    assert foot.tolist() == [0, 0, 0]
    assert ball[2] > 0.5
    assert owners(shown.board, shown.pieces)[carrier] == 0


def test_a_loose_ball_lies_beside_a_piece_that_stands_on_its_square():
    shown = picture_of(read_position(START.replace("AM", "d5 offence=A")), View())
    rows = np.flatnonzero(shown.pieces.site == shown.board.index("d5"))
    ball, piece = seats(shown.pieces, shown.piece_kinds)[rows]
    assert tuple(ball[:2]) == ASIDE
    assert piece.tolist() == [0, 0, 0]


@pytest.mark.parametrize("beside", [(0.0, 0.0), (0.45, -0.45), (-0.49, 0.2)])
def test_a_square_is_met_up_to_its_edges(beside):
    shown = picture_of(read_position(START), View())
    site = shown.board.index("e5")
    x, y, _ = shown.board.centres[site] + [*beside, 0.0]
    (found,) = met(shown, (x, y, 5.0), DOWN)
    assert (found.site, found.ball) == (site, False)


def test_the_tip_of_a_tall_piece_is_met_before_the_square_behind_it():
    shown = picture_of(read_position(START), View())
    large, behind = shown.board.index("b3"), shown.board.index("b4")
    tip = shown.board.centres[large] + [0.0, 0.0, 0.6]
    slanting = np.array([0.0, 1.0, -0.9])
    found = met(shown, tip - 4 * slanting, slanting)
    assert [one.site for one in found] == [large, behind]
    assert not found[0].rides


def test_the_ball_is_told_from_its_carrier():
    shown = picture_of(read_position(START), View())
    carrier = shown.board.index("d4")
    x, y, _ = shown.board.centres[carrier]
    assert met(shown, (x, y, 5.0), DOWN)[0].rides
    assert not met(shown, (x + 0.3, y, 5.0), DOWN)[0].rides


def test_a_ball_goes_with_its_carrier_on_its_top_and_flies_alone_when_passed():
    position = read_position(START).play(".../.E./.../pass3L")
    game, move = position.game, ".../.../..."
    shapes = [kind.shape for kind in game.piece_kinds]
    events = position.events(move)
    stages = sorted({event.stage for event in events})
    riding = thrown = 0
    for k in range(len(stages)):
        moving = frame(
            game.board, game.players, table_of(position), events, k + 0.5, shapes=shapes
        ).moving
        balls = [one for one in moving if one.kind == 3]
        carriers = [one for one in moving if one.kind != 3]
        if not balls:
            continue
        if carriers:
            riding += 1
            assert balls[0].centre[:2] == carriers[0].centre[:2]
            assert balls[0].centre[2] - carriers[0].centre[2] == pytest.approx(0.67)
        else:
            thrown += 1
            assert balls[0].centre[2] > 1.0
    assert (riding, thrown) == (1, 1)
