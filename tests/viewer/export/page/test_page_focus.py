"""What is chosen in a page stays in sight from every side: what covers it is drawn as outlines."""

import numpy as np
import pytest
from PIL import Image, ImageFilter

from model.positions.setup import read_position
from model.records.files import Contents
from model.records.record import new_record
from model.records.view import Camera, View
from viewer.export.export_options import PageOptions
from viewer.export.items import ExportItem
from viewer.export.page.page_content import page_of
from viewer.picture.compose.composer import picture_of
from viewer.picture.visibility.focus import FOCUS_EDGE, in_focus
from viewer.scene.offscreen import image

pytestmark = [pytest.mark.process, pytest.mark.slow]
HEAP = (
    "partition:size=6,rules=free RRBRBR,R1BR1B,BBRR1R,1RB2R,RBRBR1,1BRB1R/RRB1R,RB2R,B1R1B,"
    "RRBBR,1B1RB/4,R2B,1B1R,RB1B/3,1RB,B2/1B,R1/1 blue"
)
BEHIND, ASIDE, LOW = Camera(150.0, 25.0), Camera(-100.0, 40.0), Camera(60.0, 10.0)
CHOSEN = ("1e5", "1c7", "2d6")
LIGHT, DARK = 2, 3
"""Owners whose balls differ the most, as a page has them."""
FEWEST, CONTRAST, ALIKE = 12, 24, 2
"""Pixels of a ball that counts, how much of a colour tells balls apart, and how little is none."""
SHOW = """
const { scene } = pyramidionPage;
const { owners, camera, ...more } = arguments[0];
const view = { ghosts: "off", camera };
scene.show({ ...scene.what, ...more, owners: Uint8Array.from(owners) }, view, "light", {});
"""
PLACE = """
const { scene } = pyramidionPage, { x, y } = scene.placeOf(arguments[0]);
const box = document.querySelector("canvas").getBoundingClientRect();
return [x + box.x, y + box.y];
"""


def exported(path, view=None):
    item = ExportItem(Contents(new_record(HEAP), view=view or View()), "A position")
    path.write_bytes(page_of([item], PageOptions(), lambda *_: None, lambda: False))
    return path


def differs(one, other):
    return np.abs(one.astype(int) - other).max(axis=2)


def choose(browser, name):
    """What a click at the middle of a ball chooses."""
    site = read_position(HEAP).game.board.index(name)
    x, y = browser.run(PLACE, site)
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    browser.wait("return pyramidionPage.cursor >= 0")
    return read_position(HEAP).game.board.names[browser.run("return pyramidionPage.cursor")]


@pytest.mark.parametrize(
    "camera", [BEHIND, *(pytest.param(one, marks=pytest.mark.check) for one in (ASIDE, LOW))]
)
def test_balls_that_are_chosen_are_seen_and_beyond_their_edge_nothing_changes(
    page_browser, tmp_path, camera
):
    page_browser.open(exported(tmp_path / "page.html"), size=(1100, 620))
    position = read_position(HEAP)
    chosen = [position.game.board.index(name) for name in CHOSEN]
    owners = np.zeros(len(position.game.board), int)

    def drawn(light, alone=False, **more):
        owners[position.pieces.site] = 0 if alone else position.pieces.owner + 2
        owners[chosen] = np.where(light, LIGHT, DARK)
        seen = {"azimuth": camera.azimuth, "elevation": camera.elevation}
        page_browser.run(SHOW, {"owners": owners.tolist(), "camera": seen, **more})
        return page_browser.at_rest()

    none, every, numbers = [False] * 3, [True] * 3, np.array([1, 2, 3])
    dark = drawn(none, alone=True)
    ball = np.zeros(dark.shape[:2], int)
    for bit in (1, 2):
        ball |= np.where(differs(drawn(numbers & bit > 0, alone=True), dark) > CONTRAST, bit, 0)
    opened = drawn(none, lit=chosen, focus="on")
    alone = differs(drawn(every, alone=True), dark)
    seen = 2 * differs(drawn(every, lit=chosen, focus="on"), opened) >= alone
    own = np.bincount(ball.ravel(), minlength=4)[1:]
    assert (own >= FEWEST).all()
    assert (np.bincount(ball[seen], minlength=4)[1:] >= own / 2).all()
    # Without focus balls that are not lit are rings: nothing is lit to compare.
    closed = drawn(none, lit=[])
    wide = int(2 * FOCUS_EDGE * np.sqrt(own.max() / np.pi) * 1.5) + 3
    grown = Image.fromarray((ball > 0).astype(np.uint8) * 255).filter(
        ImageFilter.MaxFilter(2 * wide + 1)
    )
    assert differs(opened, closed)[np.asarray(grown) == 0].max() <= ALIKE
    assert differs(opened, closed).max() > CONTRAST


def test_a_page_keeps_a_group_in_sight_as_the_program_does_until_o_is_pressed(
    page_browser, tmp_path
):
    view = View(camera=BEHIND, ghosts="off", labels=False, selected="1c1")
    page_browser.open(exported(tmp_path / "page.html", view), size=(1100, 620))
    opened = page_browser.at_rest()
    height, width, _ = opened.shape
    picture = in_focus(picture_of(read_position(HEAP), view), "shown")
    assert (differs(opened, image(picture, (width, height))) > 40).mean() < 0.002
    page_browser.keys("O")
    deep = page_browser.at_rest()
    picture = in_focus(picture_of(read_position(HEAP), view), "deep")
    assert (differs(deep, image(picture, (width, height))) > 40).mean() < 0.002
    page_browser.keys("o")
    closed = page_browser.at_rest()
    page_browser.click("#tab-View")
    assert (
        page_browser.run("return document.querySelector('[data-key=\"Keep in sight\"]').value")
        == "off"
    )
    bare = View(camera=BEHIND, ghosts="off", labels=False)
    page_browser.open(exported(tmp_path / "bare.html", bare), size=(1100, 620))
    assert np.array_equal(page_browser.at_rest(), closed)


def test_a_click_goes_through_outlines_to_what_is_chosen_but_not_through_balls(
    page_browser, tmp_path
):
    view = View(camera=BEHIND, ghosts="off", selected="1c1")
    page_browser.open(exported(tmp_path / "page.html", view), size=(1100, 620))
    page_browser.at_rest()
    assert choose(page_browser, "3c5") == "3c5"
    page_browser.keys("o")
    assert choose(page_browser, "3c5") != "3c5"


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_click_aims_at_what_the_cursor_has_opened_but_not_at_what_the_mouse_has(
    page_browser, tmp_path, by_mouse
):
    page_browser.open(exported(tmp_path / "page.html", View(camera=BEHIND)), size=(1100, 620))
    page_browser.at_rest()
    board = read_position(HEAP).game.board
    meant = page_browser.run(
        "const { scene } = pyramidionPage, [at, aim, byMouse] = arguments; scene.cursor = at;"
        "scene.hovered = byMouse ? at : -1; const { x, y } = scene.placeOf(aim);"
        "return scene.siteAt(x, y)",
        board.index("1g7"),
        board.index("2h8"),
        by_mouse,
    )
    assert (board.names[meant] == "2h8") is not by_mouse
