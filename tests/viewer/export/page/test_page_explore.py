"""Explore in a page: played freely, judged at once, taken back, sent on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pytest
from mixed_page import page_with
from page_browser import PageBrowser
from selenium.webdriver.common.keys import Keys

from model.games.poly_y.kind import KIND as POLY_Y
from model.positions.describe import by_level, point
from model.positions.setup import read_position
from model.records.record import new_record
from model.records.view import View
from viewer.picture.compose.composer import picture_of
from viewer.picture.picking.line_of_sight import PickCandidate, candidates
from viewer.picture.visibility.visible import occupied, visible_in
from viewer.scene.camera import fitted_to, sight_line

pytestmark = pytest.mark.check

PYRAOS = "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white"
EMPTY = "partition:size=3,rules=free 3,3,3/2,2/1 red"
ALMOST = "partition:size=3,rules=free RR1,BB1,3/2,2/1 red"
TEXT = '[data-key="Position as text field"]'
LINK = '[data-key="Link to this page field"]'


def press(browser: PageBrowser, css: str) -> None:
    browser.find(css)
    browser.run("document.querySelector(arguments[0]).click()", css)


def place(browser: PageBrowser, name: str) -> None:
    """Tap a point of the maps; they show all levels."""
    press(browser, "#tab-Maps")
    browser.run(
        """const all = document.querySelector('[data-key="all levels"]');
        if (all?.ariaPressed === "false") all.click()"""
    )
    browser.run(
        """[...document.querySelectorAll(".cell")]
        .find((cell) => cell.getAttribute("aria-label").startsWith(arguments[0] + ","))
        .dispatchEvent(new MouseEvent("click", { bubbles: true }))""",
        name,
    )
    press(browser, "#tab-Text")


def position(browser: PageBrowser) -> str:
    text: str = browser.run(f"return document.querySelector('{TEXT}').value")
    return text


def corner(browser: PageBrowser, key: str) -> str:
    label: str = browser.run(
        "return document.querySelector(arguments[0]).ariaLabel", f'[data-key="corner {key}"]'
    )
    return label


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of Pyraos: what is explored is not in the file."""
    return page_with(tmp_path_factory.mktemp("page") / "page.html", new_record(PYRAOS))


Explore = Callable[..., PageBrowser]


@pytest.fixture
def explore(page_browser: PageBrowser, page: Path) -> Explore:
    """Opens the page at a position that stands in its address, and gives the browser."""

    def opens(text: str, **how: Any) -> PageBrowser:
        page_browser.open(page, fragment=quote(text, safe="/:,="), **how)
        return page_browser

    return opens


def test_an_address_opens_a_position_and_both_play_on(explore: Explore, page: Path) -> None:
    browser = explore(ALMOST)
    assert browser.text("h2") == "Explore: Pyramid Partition"
    assert position(browser) == ALMOST
    assert corner(browser, "SW 0") == "SW, Red: isolates"
    place(browser, "1e1")
    assert position(browser) == str(read_position(ALMOST).play("1e1"))
    assert [corner(browser, key) for key in ("SW 0", "SE 0", "SW 1")] == [
        "SW, Red: holds",
        "SE, Red: holds",
        "SW, Blue: lost",
    ]
    press(browser, '[data-key="corner SW 0"]')
    assert browser.text(".decides") == (
        "Red holds SW: the ball on 1a1 is linked to the east wall at 1e1."
    )
    press(browser, '[data-key="pour"]')
    assert browser.run("return document.querySelector('[data-key=\"pour\"]').ariaPressed") == "true"
    place(browser, "1e1")  # taken: a sentence, and nothing changes
    assert browser.text(".answer") == "1e1 is taken by a red ball."
    press(browser, '[data-key="back"]')
    assert position(browser) == ALMOST
    press(browser, '[data-key="next"]')
    link = browser.run(f"return document.querySelector('{LINK}').value")
    browser.open(page, fragment=link.partition("#")[2])
    assert unquote(link.partition("#")[2]).replace("_", " ") == position(browser)
    assert position(browser) == str(read_position(ALMOST).play("1e1"))


def test_a_board_that_the_file_lacks_is_lettered_as_the_programs_own(
    page_browser: PageBrowser, page: Path, tmp_path: Path
) -> None:
    bare = "partition:size=5,rules=free 5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
    drawn = []
    for path in (page, page_with(tmp_path / "page.html", new_record(bare))):
        page_browser.open(path, size=(1100, 620), fragment=quote(bare, safe="/:,="), draws=True)
        drawn.append(page_browser.at_rest().astype(int))
    assert (np.abs(drawn[0] - drawn[1]).max(axis=2) > 24).mean() < 0.006  # 0.014 without letters


def test_a_game_is_won(explore: Explore) -> None:
    now = read_position(EMPTY).replay(["1a1", "2b2", "1c1", "2d2", "1e1", "2b4", "1e3", "2d4"])
    browser = explore(str(now))
    place(browser, "1e5")
    now = now.play("1e5")
    assert position(browser) == str(now)
    assert now.outcome is not None
    assert browser.text(".outcome").startswith("Red has won: anchored partitions for ")
    place(browser, "3c3")
    assert browser.text(".answer").startswith("Red has won")


def test_moves_are_typed_and_the_position_is_read(explore: Explore) -> None:
    browser = explore(ALMOST)
    browser.find('[data-key="typed move"]').send_keys("2B2", Keys.ENTER)
    now = read_position(ALMOST).play("2b2")
    assert position(browser) == str(now)
    assert browser.text(".said").startswith("Red places a ball on 2b2. ")
    press(browser, "#tab-Maps")
    lines = "return [...document.querySelectorAll('.described p')].map((one) => one.textContent)"
    assert browser.run(lines) == list(by_level(now))


def test_cells_say_on_which_side_or_corner_they_lie(explore: Explore) -> None:
    begun = read_position("poly-y:corners=5,size=3 1/5/10 red")
    browser = explore(str(begun))
    press(browser, "#tab-Maps")
    for name in ("o", "a2a", "e2b"):
        site = begun.game.board.index(name)
        said = browser.run(f"return document.querySelector('[data-site=\"{site}\"]').ariaLabel")
        head, _, _ = said.replace(", legal", "").partition(": ")
        assert head == point(begun, site).partition(": ")[0]


def test_a_page_of_another_game_begins_one(page_browser: PageBrowser, page: Path) -> None:
    browser = page_browser
    browser.open(page)
    press(browser, "#tab-More")
    assert browser.text('[data-key="Explore"]') == "Explore Partition or Poly-Y"
    press(browser, '[data-key="Explore"]')
    press(browser, "#tab-Text")
    assert position(browser).startswith("partition:size=4,rules=free ")
    press(browser, "summary")
    browser.run(
        """for (const [name, value] of [["Game", "poly-y"], ["Corners", "3"]]) {
          const select = document.querySelector(`select[data-key="${name}"]`);
          select.value = value;
          select.dispatchEvent(new Event("change"));
        }"""
    )
    press(browser, '[data-key="size 4"]')
    start = POLY_Y.game("3", 4).start()
    assert position(browser) == str(start)
    after = start.play("c2")
    place(browser, "c2")
    press(browser, '[data-key="swap"]')
    assert position(browser) == str(after.play("swap"))
    press(browser, '[data-key="leave explore"]')
    assert browser.text("h2") == "A game"


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        ("partition:size=3,rules=free%203,3,4/2,2/1%20red", "is not a number of empty points"),
        ("%3Cimg%20src=x%20onerror=alert(1)%3E", "is not a game that can be explored here"),
        ("partition:size=3,rules=stacking_3,3,3/R1,2/1_red", "2b2 lacks support: 1a1, 1c1"),
        ("%E0%A4%A", "is not a game"),
    ],
)
def test_a_bad_address_is_one_sentence(
    page_browser: PageBrowser, page: Path, fragment: str, sentence: str
) -> None:
    browser = page_browser
    browser.open(page, fragment=fragment)
    assert sentence in browser.text(".answer")
    assert position(browser).startswith("partition:size=4,rules=free ")


def test_what_cannot_be_copied_is_selected(explore: Explore) -> None:
    browser = explore(EMPTY)
    refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('no'))"
    browser.find(TEXT)
    browser.run(refuse)
    press(browser, '[data-key="copy Position as text"]')
    browser.wait("return document.querySelector('main').innerText.includes('text is selected')")
    assert browser.run("return getSelection().toString()") == EMPTY


def test_a_pour_rims_balls_with_gold_and_they_keep_their_colour(explore: Explore) -> None:
    poured = "partition:size=3,rules=free 1BR,BBR,RRR/BR,RR/1 blue"
    browser = explore(poured, draws=True)
    press(browser, '[data-key="corner SW 0"]')

    def seen() -> tuple[int, int]:
        """Pixels of gold, and of blue."""
        red, green, blue = np.moveaxis(browser.at_rest().astype(int), 2, 0)
        gold = (red > 200) & (green > 130) & (blue < 60)
        return int(gold.sum()), int((blue > red + 40).sum())

    escape, balls = seen()
    press(browser, '[data-key="pour"]')
    gold, blue = seen()
    for _ in range(40):  # it spreads step by step
        if gold > escape + 800:
            break
        gold, blue = seen()
    assert gold > escape + 800
    assert blue > 0.8 * balls


def test_a_click_beside_a_dot_means_the_ball_behind_it(explore: Explore) -> None:
    now = read_position("partition:size=3,rules=free 3,RRR,BBB/1R,RR/1 red")
    browser = explore(str(now), size=(1100, 620))
    browser.settle()
    left, top, width, height = browser.run(
        "const box = document.querySelector('canvas').getBoundingClientRect();"
        "return [box.x, box.y, box.width, box.height].map(Math.round)"
    )
    picture = picture_of(now, View())
    camera, visible = fitted_to(picture, width / height), visible_in(picture)
    stands = occupied(picture)

    def met(x: int, y: int) -> tuple[PickCandidate, ...]:
        way = sight_line(camera, 2 * x / width - 1, 1 - 2 * y / height, width / height)
        return candidates(visible, stands, None, *way)

    places = ((x, y) for y in range(0, height, 4) for x in range(0, width, 4))
    x, y, name = next(
        (x, y, now.game.board.names[behind[0].site])
        for x, y in places
        if (found := met(x, y))
        and not found[0].ball
        and 0.18 < found[0].miss < 0.21
        and (behind := [one for one in found[1:] if one.ball])
    )
    for kind in ("mousePressed", "mouseReleased"):
        browser.send(
            "Input.dispatchMouseEvent",
            type=kind,
            x=left + x,
            y=top + y,
            button="left",
            clickCount=1,
        )
    assert browser.text(".answer").startswith(f"{name} is taken by a ")
