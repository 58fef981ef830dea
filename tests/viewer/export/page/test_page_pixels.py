"""A page and the window draw the same: probes inside faces of pieces, grounds and cuts."""

import msgspec
import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from model.play.opponent import never
from model.positions.setup import read_position
from model.records.files import Contents
from model.records.record import new_record
from model.records.view import Cut, Peel, View
from viewer.export.export_options import PageOptions
from viewer.export.items import ExportItem
from viewer.export.page.page_content import page, page_data
from viewer.picture.compose.composer import picture_of
from viewer.scene.offscreen import image

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.check]
HEAP = "partition:size=5,rules=free RRRB1,R1BR1,BBRR1,1RB2,5/RRB1,RB2,B1R1,4/R2,1B1,3/B1,2/1 blue"
MELEE = (
    "rolling-pyramids:players=3 1,c3,5,a3,a*1,b4,b2,4,c1,c4,1,a1,4 p2 phase=devices round=4 "
    "first=p1 seats=S1.anubian+S2.bastet+S4.sobeccian "
    "p1=43../26........../.../../.../x....../......../......x../0.0.0/10 "
    "p2=3.../13........../.../../.../......./......../........x/0.0.2/10 "
    "p3=42../............/.../../.../......./......../........./0.0.0/7 devices=ram.8>9"
)
SIZE = (1100, 620)
PROBES, NEAR = 10, 4
FLAT = 7
"""Pixels on a side of a patch of one face: there no edge is near."""

POSITIONS = {
    "balls": (HEAP, View(ghosts="off")),
    **{
        f"cut along {family}": (HEAP, View(ghosts="off", cuts=(Cut(at=at, family=family),)))
        for family, at in (
            ("level", 2.0),
            ("file", 5.0),
            ("rank", 5.0),
            ("base", 1.0),
            ("east", 1.0),
            ("south", 1.0),
            ("north", 1.0),
            ("diag", 5.0),
            ("anti", 5.0),
        )
    },
    "peel": (HEAP, View(ghosts="off", peel=Peel(layers=(("shell", 1),)))),
    "levels apart": (HEAP, View(ghosts="off", explode=0.6)),
    "faded": (HEAP, View(ghosts="off", opacity=0.4)),
    "cut discs": (HEAP, View(ghosts="off", cuts=(Cut(at=1.0, family="west"),))),
    "slab": (HEAP, View(ghosts="off", cuts=(Cut(at=1.5, family="level", to=2.5, flip=True),))),
    "dots": ("partition:size=3,rules=free 3,3,3/2,2/1 red", View(ghosts="all")),
    "terraces": ("pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white", View(ghosts="off")),
    "discs": ("poly-y:corners=5,size=6 R/1RBBR/5R1B2/8R6/20/25 red", View(ghosts="off")),
    "upright pyramids": ("pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM", View(ghosts="off")),
    "map cells": ("rolling-pyramids 23 chance", View(ghosts="off")),
    "plates and tokens": (MELEE, View(ghosts="off")),
    "spheres and trays": (
        "pyraos:rules=standard WBW1,BWB1,WBWB,2W1/WB1,BW1,3/2,2/1 white",
        View(ghosts="off"),
    ),
}

QUICK = ("slab", "terraces", "map cells")
"""Each takes seconds; these few have most kinds of ground, and cut discs."""


def file_of(position, view, path):
    """A page of a position, seen as `view` says."""
    contents = Contents(new_record(position), kind="position")
    data = page_data([ExportItem(contents, "Here")], PageOptions(), lambda *_: None, never)
    data.items[0].nodes[0].view = view
    path.write_bytes(page(msgspec.json.encode(data), "Here"))
    return path


def flat(picture):
    """Where a patch around a pixel is of one face: its colours hardly change there."""
    steps = np.zeros(picture.shape[:2], int)
    for axis in (0, 1):
        gap = np.abs(np.diff(picture.astype(int), axis=axis)).max(axis=2)
        steps[: gap.shape[0], : gap.shape[1]] += gap
    even = np.zeros(steps.shape, bool)
    half = FLAT // 2
    most = sliding_window_view(steps, (FLAT, FLAT)).max(axis=(2, 3))
    even[half:-half, half:-half] = most <= 12
    return even


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "kind",
    [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.soak) for kind in POSITIONS],
)
def test_a_page_draws_what_the_window_draws(page_browser, tmp_path, kind):
    position, view = POSITIONS[kind]
    page_browser.open(file_of(position, view, tmp_path / "page.html"), size=SIZE, draws=True)
    drawn = page_browser.at_rest().astype(int)
    height, width, _ = drawn.shape
    picture = picture_of(read_position(position), view)
    wanted = image(picture, (width, height))
    sky = wanted[:1, :1]
    stands = np.abs(wanted.astype(int) - sky).max(axis=2) > 40
    places = np.argwhere(flat(wanted) & stands)
    assert len(places) > 20 * PROBES
    for y, x in np.random.default_rng(0).choice(places, PROBES, replace=False):
        gap = np.abs(drawn[y, x] - wanted[y, x]).max()
        assert gap <= NEAR, f"{kind} at {x}, {y}: {drawn[y, x]} and not {wanted[y, x]}"
