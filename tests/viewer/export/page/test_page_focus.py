"""What is chosen in a page stays in sight from every side: what covers it is drawn as outlines."""

import numpy as np
import pytest
from mixed_page import page_with
from msgspec.structs import replace
from PIL import Image, ImageFilter

from model.positions.setup import read_position
from model.records.files import Contents
from model.records.record import new_record
from model.records.view import Camera, Cut, View
from viewer.picture.compose.composer import picture_of
from viewer.picture.visibility.focus import FOCUS_EDGE, in_focus
from viewer.scene.offscreen import image

pytestmark = [pytest.mark.process, pytest.mark.slow]
HEAP = (
    "partition:size=6,rules=free RRBRBR,R1BR1B,BBRR1R,1RB2R,RBRBR1,1BRB1R/RRB1R,RB2R,B1R1B,"
    "RRBBR,1B1RB/4,R2B,1B1R,RB1B/3,1RB,B2/1B,R1/1 blue"
)
SIZE = (880, 440)
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
    return page_with(path, Contents(new_record(HEAP), view=view or View()))


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


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("camera", [BEHIND, ASIDE, LOW])
def test_balls_that_are_chosen_are_seen_and_beyond_their_edge_nothing_changes(
    page_browser, tmp_path, camera
):
    page_browser.open(exported(tmp_path / "page.html"), size=SIZE, draws=True)
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


def as_window(drawn, view, what):
    """Assert that a page shows what the program draws with something in focus."""
    height, width, _ = drawn.shape
    picture = in_focus(picture_of(read_position(HEAP), view), what)
    assert (differs(drawn, image(picture, (width, height))) > 40).mean() < 0.002


@pytest.mark.check
def test_a_page_keeps_a_group_in_sight_as_the_program_does_until_o_is_pressed(
    page_browser, tmp_path
):
    view = View(camera=BEHIND, ghosts="off", labels=False, selected="1c1")
    page_browser.open(exported(tmp_path / "page.html", view), size=SIZE, draws=True)
    as_window(page_browser.at_rest(), view, "shown")
    page_browser.keys("O")
    as_window(page_browser.at_rest(), view, "deep")
    page_browser.keys("o")
    closed = page_browser.at_rest()
    page_browser.click("#tab-View")
    kept = "return document.querySelector('[data-key=\"Keep in sight\"]').value"
    assert page_browser.run(kept) == "off"
    bare = View(camera=BEHIND, ghosts="off", labels=False)
    page_browser.open(exported(tmp_path / "bare.html", bare), size=SIZE, draws=True)
    assert np.array_equal(page_browser.at_rest(), closed)


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "changes",
    [
        {"camera": replace(BEHIND, parallel=True)},
        {"camera": replace(BEHIND, distance=3.0, centre=(2.0, 2.0, 1.0))},
        {"explode": 0.5},
        {"cuts": (Cut(at=9.0, family="rank"),)},
        {"colour": "group"},
    ],
    ids=str,
)
def test_a_page_opens_what_the_program_opens_in_every_view(page_browser, tmp_path, changes):
    plain = View(camera=BEHIND, ghosts="off", labels=False, selected="1c1")
    view = replace(plain, **changes)
    page_browser.open(exported(tmp_path / "page.html", view), size=SIZE, draws=True)
    as_window(page_browser.at_rest(), view, "shown")


@pytest.mark.check
def test_what_a_pour_has_just_reached_is_kept_in_sight_while_it_runs(page_browser, tmp_path):
    page_browser.open(exported(tmp_path / "page.html"), size=SIZE, draws=True)
    page_browser.click("#tab-Why")
    page_browser.click("#panel-Why [data-key='why corner=SW:blue']")
    page_browser.at_rest()
    opened = "return pyramidionPage.scene.openings.spheres.map((one) => one.site)"
    explained = page_browser.run(opened)
    for time, step in ((2.5, 2), (4.0, 3), (90.0, None)):
        front = page_browser.run(
            "const { scene } = pyramidionPage, [time, step] = arguments;"
            "const pour = { ...scene.what.pour, time };"
            "scene.show({ ...scene.what, pour }, scene.view, 'light', {});"
            "return [...pour.distances.keys()].filter((site) => pour.distances[site] === step)",
            time,
            step,
        )
        page_browser.at_rest()
        seen = set(page_browser.run(opened))
        held = {site for site in front if site in seen}
        assert seen == {*explained, *held}
        assert len(held) > 2 if front else not held


@pytest.mark.check
def test_a_click_goes_through_outlines_to_what_is_chosen_but_not_through_balls(
    page_browser, tmp_path
):
    view = View(camera=BEHIND, ghosts="off", selected="1c1")
    page_browser.open(exported(tmp_path / "page.html", view), size=SIZE, draws=True)
    page_browser.at_rest()
    assert choose(page_browser, "3c5") == "3c5"
    page_browser.keys("o")
    assert choose(page_browser, "3c5") != "3c5"


@pytest.mark.check
@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_click_aims_at_what_the_cursor_has_opened_but_not_at_what_the_mouse_has(
    page_browser, tmp_path, by_mouse
):
    page_browser.open(exported(tmp_path / "page.html", View(camera=BEHIND)), size=SIZE, draws=True)
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
