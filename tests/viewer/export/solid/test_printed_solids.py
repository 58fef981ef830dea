"""Files to print: closed, of the right volume and size, in as many pieces as was said."""

from itertools import pairwise

import numpy as np
import pytest
import trimesh
from solids import example, in_balls, in_stick, parts_of, sampled_volume, told_shells

from model.positions.setup import read_position
from model.records.files import Contents
from model.records.record import new_record
from viewer.export.export_options import STL, THREE_MF, PrintOptions
from viewer.export.items import ExportError, ExportItem
from viewer.export.solid.printed import printed, size_words
from viewer.export.solid.solid_plan import BOARD, plan_of

GAMES = ("02-", "14-", "17-", "22-", "32-", "34-")
"""An example of each game."""
TWO_GROUPS = "partition:size=3,rules=free R2,3,2B/2,2/1 red"
BALL, NECK = 20.0, 6.0


def made(tmp_path, position, suffix=STL, *, title="", author="", **wanted):
    """The plan of a solid, and its file."""
    plan = plan_of(position, PrintOptions(**{"quality": "draft", **wanted}))
    record = new_record(TWO_GROUPS, title=title, author=author)
    path = tmp_path / f"solid{suffix}"
    data = printed(ExportItem(Contents(record)), plan, suffix, lambda *_: None, lambda: False)
    path.write_bytes(data)
    return plan, path


def check(mesh, portion, size):
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.body_count == told_shells(portion)
    # Facets lie half within and half without: by less than the quality says.
    assert np.allclose(np.ptp(mesh.bounds, axis=0), size, atol=1.5)
    assert np.allclose(mesh.bounds[0], 0, atol=1e-4)


@pytest.mark.sample(1)
@pytest.mark.parametrize("board", [False, True])
@pytest.mark.parametrize("beginning", GAMES)
def test_every_game_is_closed_and_as_large_and_in_as_many_pieces_as_said(
    tmp_path, beginning, board
):
    plan, path = made(tmp_path, example(beginning), board=board)
    [portion] = plan.portions
    check(trimesh.load_mesh(path), portion, plan.size(portion))


def centres_of(position, player=None):
    """Where balls are, in millimetres."""
    pieces = position.pieces
    there = pieces.owner >= 0 if player is None else pieces.owner == player
    return BALL * position.game.board.centres[pieces.site[there]]


def necks_of(centres):
    away = np.linalg.norm(centres[:, None] - centres, axis=2)
    pairs = np.argwhere(np.triu(away < BALL + 1e-3, 1))
    return [in_stick(centres[a], centres[b], NECK) for a, b in pairs]


def any_of(*insides):
    return lambda points: np.any([inside(points) for inside in insides], axis=0)


@pytest.mark.check
@pytest.mark.parametrize("part", ["whole", "blue"])
def test_the_volume_is_that_of_balls_and_necks(tmp_path, part):
    position = example("02-")
    _, path = made(tmp_path, position, part=part, neck=NECK)
    mesh = trimesh.load_mesh(path)
    centres = centres_of(position, None if part == "whole" else 1)
    low, high = centres.min(axis=0) - BALL / 2, centres.max(axis=0) + BALL / 2
    there = any_of(in_balls(centres, BALL / 2), *necks_of(centres))
    assert mesh.volume == pytest.approx(sampled_volume(there, low, high), rel=0.005)


@pytest.mark.check
def test_the_volume_on_a_board_is_less_its_dimples_and_more_its_rods(tmp_path):
    position = example("02-")
    plan, path = made(tmp_path, position, board=True, rods=True, neck=NECK)
    [portion] = plan.portions
    mesh = trimesh.load_mesh(path)
    check(mesh, portion, plan.size(portion))
    assert len(portion.rods) == 3
    board, centres = position.game.board, centres_of(position)
    slab_low, slab_high = (BALL * edge for edge in portion.ground[0].box)
    rods = []
    for one, other in portion.rods:
        start = BALL * np.array(portion.bodies[one].centre)
        foot = np.array([*start[:2], slab_high[2]])
        end = foot if other == BOARD else BALL * np.array(portion.bodies[other].centre)
        rods.append(in_stick(start, end, NECK))
    base = BALL * board.centres[board.centres[:, 2] < 1e-6]
    hollows = in_balls(base, BALL / 2)

    def slab(points):
        within = ((points > slab_low) & (points < slab_high)).all(axis=1)
        return within & ~hollows(points)

    there = any_of(in_balls(centres, BALL / 2), *necks_of(centres), *rods, slab)
    volume = sampled_volume(there, slab_low, [*slab_high[:2], centres[:, 2].max() + BALL / 2])
    assert mesh.volume == pytest.approx(volume, rel=0.005)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (TWO_GROUPS, False),
        ("partition:size=3,rules=free 3,3,3/2,2/R red", True),  # the rod stands in a dimple
    ],
)
def test_rods_make_one_of_loose_groups(tmp_path, text, board):
    position = read_position(text)
    plan, path = made(tmp_path, position, board=board)
    assert trimesh.load_mesh(path).body_count == 2
    plan, path = made(tmp_path, position, board=board, rods=True)
    [portion] = plan.portions
    mesh = trimesh.load_mesh(path)
    check(mesh, portion, plan.size(portion))
    assert mesh.body_count == 1


def test_a_foot_is_a_flat_of_the_width_that_is_asked_for(tmp_path):
    position = read_position("partition:size=2,rules=free R1,2/1 red")
    _, path = made(tmp_path, position, foot=8.0, quality="fine")
    mesh = trimesh.load_mesh(path)
    assert mesh.is_watertight
    assert size_words(plan_of(position, PrintOptions(foot=8.0))) == "This will be 20 × 20 × 20 mm."
    assert mesh.extents[2] == pytest.approx(10 + np.sqrt(10**2 - 4**2), abs=0.05)
    below = mesh.vertices[mesh.vertices[:, 2] < 1e-5]
    assert np.ptp(below, axis=0)[:2] == pytest.approx([8, 8], abs=0.3)


@pytest.mark.check
@pytest.mark.parametrize("beginning", ["02-", "10-", *GAMES[2:]])
def test_3mf_has_an_object_of_its_colour_for_each_player(tmp_path, beginning):
    pytest.importorskip("lib3mf")
    position = example(beginning)
    plan, path = made(tmp_path, position, THREE_MF, board=True, title="A title")
    parts, said, built = parts_of(path)
    assert built == 1
    assert said == {"Title": "A title", "Application": "Pyramidion"}
    assert all(part.mesh.is_watertight for part in parts)
    names = [part.name for part in parts]
    assert {*names} <= {*plan.players, "neutral", "board"}
    assert names[-1] == "board"
    assert len({part.colour for part in parts}) == len(parts)
    whole = trimesh.load_mesh(made(tmp_path, position, board=True)[1])
    # They meet and do not overlap.
    assert sum(part.mesh.volume for part in parts) == pytest.approx(whole.volume, rel=1e-3)
    lows, highs = np.array([part.mesh.bounds for part in parts]).transpose(1, 0, 2)
    assert np.allclose([lows.min(axis=0), highs.max(axis=0)], whole.bounds, atol=1e-3)


@pytest.mark.check
def test_3mf_holds_the_players_and_the_board_side_by_side(tmp_path):
    pytest.importorskip("lib3mf")
    position = example("02-")
    plan, path = made(tmp_path, position, THREE_MF, part="each", board=True)
    parts, _, built = parts_of(path)
    assert [part.name for part in parts] == ["red", "blue", "board"]
    assert built == 3
    for part, portion in zip(parts, plan.portions, strict=True):
        assert part.mesh.is_watertight
        assert part.mesh.body_count == told_shells(portion)
        assert part.mesh.bounds[0][2] == pytest.approx(0, abs=1e-4)
    ends = [part.mesh.bounds[:, 0] for part in parts]
    assert all(before[1] < after[0] for before, after in pairwise(ends))
    with pytest.raises(ExportError, match="an STL file holds one solid: write one each for --part"):
        made(tmp_path, position, part="each")


@pytest.mark.check
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('</metadata><object id="9"/>', '</metadata><object id="9"/>'),
        ("]]>&amp;&#0;<!-- \"'", "]]>&amp;&#0;<!-- \"'"),
        ("\u202egnp.x\u2028\0\x1b\ufffe.", "\u202egnp.x\u2028   ."),
        ("half \ud800 a letter", "half   a letter"),
        ("w" * 20_000, "w" * 20_000),
    ],
)
def test_texts_of_authors_stay_texts(tmp_path, text, kept):
    pytest.importorskip("lib3mf")
    position = read_position(TWO_GROUPS)
    _, path = made(tmp_path, position, THREE_MF, title=text, author=text)
    parts, said, _ = parts_of(path)
    assert len(parts) == 2
    assert said == {"Title": kept, "Designer": kept, "Application": "Pyramidion"}


def test_the_same_solid_is_the_same_file(tmp_path):
    position = read_position(TWO_GROUPS)
    for suffix in (STL, THREE_MF):
        before = made(tmp_path, position, suffix)[1].read_bytes()
        assert made(tmp_path, position, suffix)[1].read_bytes() == before
