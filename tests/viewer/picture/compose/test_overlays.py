"""Overlays cut down to a plane: what lies off it is not seen through a slice."""

import numpy as np

from model.boards.lattice import pyramid
from viewer.picture.compose.overlays import parts_on
from viewer.visuals.overlay_types import Marks, Pour, Sheet, Threats, Tube

BOARD = pyramid(3)
BASE = BOARD.layers["level"] == 1


def at(*names):
    return tuple(BOARD.index(name) for name in names)


def test_a_way_keeps_its_stretches_in_the_plane():
    way = Tube(at("1a1", "1c1", "2d2", "1e3", "1e5"), 0, "escape")
    assert parts_on((way,), BASE) == (
        Tube(at("1a1", "1c1"), 0, "escape"),
        Tube(at("1e3", "1e5"), 0, "escape"),
    )
    assert parts_on((Tube(at("2b2", "3c3"), 1),), BASE) == ()


def test_a_sheet_keeps_its_triangles_in_the_plane():
    sites = at("1a1", "1c1", "1a3", "2b2")
    triangles = np.array([at("1a1", "1c1", "1a3"), at("1a1", "1c1", "2b2")], np.int32)
    (part,) = parts_on((Sheet(sites, triangles, 1),), BASE)
    assert part.sites == sites[:3]
    assert part.triangles.tolist() == triangles[:1].tolist()


def test_plans_and_threats_keep_their_points_and_a_pour_is_whole():
    plan = Marks(at("2b2", "1c1"), ("1", "2"), 0)
    pour = Pour(np.zeros(len(BOARD), np.int32), 0, 1.0)
    assert parts_on((plan, Threats(at("3c3"), 1), Threats(at("1e5"), 0), pour), BASE) == (
        Marks(at("1c1"), ("2",), 0),
        Threats(at("1e5"), 0),
        pour,
    )
