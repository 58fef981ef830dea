"""The page in a browser: read, taught, solved and looked at by mouse, finger and keyboard."""

import subprocess
from pathlib import Path
from tempfile import gettempdir

import pytest
from filelock import FileLock
from mixed_page import HOSTILE, lesson_page, mixed_page, page_with
from selenium.webdriver.common.keys import Keys

from model.records.files import load_item
from model.records.lesson import Step, Task
from viewer.export.page import page_content

FLAT = "poly-y:corners=3,size=3 1/2/3 red"
PUZZLES = Path(__file__).parents[4] / "examples" / "puzzles"

pytestmark = [pytest.mark.process, pytest.mark.slow]
AXE = Path(page_content.__file__).parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
SMALL = """
return [...document.querySelectorAll("button, select, summary, input")]
  .filter((one) => one.offsetParent)
  .map((one) => [one.closest("label") ?? one, one.textContent || one.dataset.key])
  .map(([one, name]) => [one.getBoundingClientRect(), name])
  .filter(([box]) => box.width < 44 || box.height < 44)
  .map(([, name]) => name)
"""
TABS = ("Text", "Why", "Maps", "View", "More")


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    return mixed_page(tmp_path_factory.mktemp("page") / "page.html")


def press(browser, key):
    """Press a button by its key, in the bar or in the text."""
    browser.click(f'.bar [data-key="{key}"], #panel-Text [data-key="{key}"]')


def go_to(browser, item):
    browser.click("#tab-More")
    browser.click(f'[data-key="item {item}"]')


def tap(browser, name):
    """Tap a point on its map, wherever the map of its level is."""
    browser.click("#tab-Maps")
    if browser.find('[data-key="all levels"]').get_attribute("aria-pressed") == "false":
        browser.click('[data-key="all levels"]')
    browser.click(f'#panel-Maps [aria-label^="{name},"]')
    browser.click("#tab-Text")


def says(browser, text):
    browser.wait(
        "return document.querySelector('#panel-Text').textContent.includes(arguments[0])", text
    )


@pytest.mark.check
def test_a_game_is_stepped_through_and_its_texts_stay_texts(page_browser, exported):
    page_browser.open(exported)
    says(page_browser, HOSTILE)
    assert page_browser.run("return document.images.length") == 0
    page_browser.keys(".")
    says(page_browser, "1a3")
    page_browser.keys(",")
    tap(page_browser, "1c3")
    assert (
        page_browser.run("return document.querySelector('[aria-current]').textContent")
        == "1. 1c3+1"
    )
    page_browser.keys(Keys.HOME)
    assert page_browser.run("return document.querySelector('[aria-current]')") is None
    page_browser.check()


@pytest.mark.check
def test_the_keyboard_places_in_the_scene_and_is_heard(page_browser, exported):
    page_browser.open(exported)
    page_browser.find("canvas")
    page_browser.run("document.querySelector('canvas').focus()")
    page_browser.keys(Keys.ARROW_UP)
    heard = "return document.querySelector('[aria-live]').textContent"
    first = page_browser.wait(heard)
    assert "level 1" in first
    page_browser.keys(Keys.PAGE_UP)
    assert "level 2" in page_browser.wait(heard)
    page_browser.keys("p")
    assert page_browser.find(".caption").is_displayed()
    page_browser.keys(Keys.ESCAPE)
    assert not page_browser.find(".caption").is_displayed()
    page_browser.keys("c")
    page_browser.click("#tab-View")
    assert page_browser.find("fieldset").is_displayed()
    page_browser.check()


@pytest.mark.check
def test_a_lesson_judges_hints_and_keeps_what_is_done(page_browser, exported):
    page_browser.open(exported, size=(360, 740), touch=True)
    go_to(page_browser, 1)
    page_browser.click("#tab-Why")
    assert "hidden until you answer" in page_browser.text("#panel-Why")
    page_browser.click("#tab-Text")
    press(page_browser, "hint")
    says(page_browser, "North east.")
    tap(page_browser, "1a3")
    says(page_browser, "No.")
    named = "return document.querySelectorAll('.over .status')[1].textContent"
    assert "1a3" in page_browser.run(named)
    press(page_browser, "Try again")
    assert page_browser.run(named) == "", "what was taken back is not named"
    tap(page_browser, "1c3")
    says(page_browser, "Well done.")
    press(page_browser, "next")
    press(page_browser, "option 1")
    says(page_browser, "Look.")
    press(page_browser, "option 0")
    says(page_browser, "This is the end of the lesson.")
    page_browser.run("location.reload()")
    page_browser.click("#tab-More")
    assert "done" in page_browser.text('[data-key="item 1"]')
    page_browser.check()


@pytest.mark.check
def test_a_puzzle_explains_a_wrong_try_and_is_solved(page_browser, exported):
    page_browser.open(exported, size=(360, 740), touch=True)
    go_to(page_browser, 2)
    assert "SW" in page_browser.text("#panel-Text .asked")
    tap(page_browser, "1a3")
    says(page_browser, "Tried")
    page_browser.click("#tab-More")
    assert "missed" in page_browser.text('[data-key="item 2"]')
    page_browser.click("#tab-Text")
    press(page_browser, "Try again")
    tap(page_browser, "1a1")
    says(page_browser, "Solved.")
    press(page_browser, "Show the solution")
    says(page_browser, "Solution")
    page_browser.click("#tab-More")
    assert "solved" in page_browser.text('[data-key="item 2"]')
    page_browser.check()


def place_of(browser, name):
    """Where a point lies in the scene."""
    board = "const {player} = pyramidionPage, site = pyramidionPage.board(player.place.node).site;"
    return browser.run(
        board + "const at = pyramidionPage.scene.placeOf(site.get(arguments[0]));"
        "const box = document.querySelector('canvas').getBoundingClientRect();"
        "return [box.x + at.x, box.y + at.y]",
        name,
    )


def touched(browser, name):
    """Touch a point in the scene."""
    browser.tap(*place_of(browser, name))


def stands(browser, name):
    """Who stands on a point that is shown, 0 for the first player, -1 for nobody."""
    return browser.run(
        "const {place} = pyramidionPage.player;"
        "return place.owners[pyramidionPage.board(place.node).site.get(arguments[0])]",
        name,
    )


@pytest.mark.check
def test_a_sphere_is_lifted_by_touch_and_no_move_is_listed(page_browser, tmp_path):
    puzzle = load_item(PUZZLES / "pyraos-puzzles.pyramidion", 0)
    path = page_with(tmp_path / "page.html", puzzle)
    page_browser.open(path, size=(360, 740), touch=True)
    page_browser.find(".asked")
    assert "3e5" not in page_browser.text("main")
    tap(page_browser, "3e5")
    page_browser.find(".answer.wrong")
    assert (stands(page_browser, "3e5"), stands(page_browser, "2f2")) == (0, 1)
    touched(page_browser, "1g1")  # a new try at once
    says(page_browser, "Lift 1g1: choose where to.")
    assert (stands(page_browser, "3e5"), stands(page_browser, "2f2")) == (-1, -1)
    touched(page_browser, "1g1")
    assert "Lift" not in page_browser.text("#panel-Text")
    touched(page_browser, "1g1")
    tap(page_browser, "3e5")
    page_browser.find(".answer.right")
    # Black has answered where it lay.
    assert (stands(page_browser, "1g1"), stands(page_browser, "3e5")) == (1, 0)
    page_browser.check()


@pytest.mark.check
def test_a_hint_marks_what_it_speaks_of_and_maps_open_where_a_tap_answers(page_browser, tmp_path):
    stones = load_item(PUZZLES / "pyramid-puzzles.pyramidion", 0)
    spheres = load_item(PUZZLES / "pyraos-puzzles.pyramidion", 1)
    path = page_with(tmp_path / "page.html", stones, spheres)
    page_browser.open(path, size=(393, 852), touch=True)
    press(page_browser, "hint")
    press(page_browser, "hint")
    says(page_browser, "Look at the marked part of the board.")
    page_browser.click("#tab-Maps")
    lit = "return [...document.querySelectorAll('#panel-Maps .lit')].map((one) => "
    lit += "one.parentNode.getAttribute('aria-label').slice(0, 2))"
    marked = page_browser.wait(lit)
    assert "e3" in marked
    assert len(marked) <= 16
    go_to(page_browser, 1)
    page_browser.click("#tab-Maps")
    assert page_browser.find("#panel-Maps .cell.legal").is_displayed(), "the first level is full"
    page_browser.check()


@pytest.mark.check
def test_a_wrong_stone_is_drawn_with_its_answer_and_a_move_can_be_typed(page_browser, tmp_path):
    task = Task("place", accepted=("c1",), otherwise="No.", line=("c1",), hint="Look.")
    path = lesson_page(tmp_path / "page.html", FLAT, Step(0, "Play c1.", task=task))
    page_browser.open(path, size=(360, 740), touch=True)
    touched(page_browser, "a1")
    page_browser.find(".answer.wrong")
    drawn = "return pyramidionPage.scene.kept.filter((rows) => rows.shader === 'disc')"
    assert page_browser.run(f"{drawn}.map((rows) => rows.points.length / 3)") == [2]
    page_browser.run("document.querySelector('[data-key=\"typed move\"]').focus()")
    page_browser.keys("zz", Keys.ENTER)
    says(page_browser, "zz cannot be played here.")
    page_browser.keys(Keys.BACKSPACE, Keys.BACKSPACE, "C1", Keys.ENTER)
    page_browser.find(".answer.right")
    assert (stands(page_browser, "a1"), stands(page_browser, "c1")) == (-1, 0)
    page_browser.check()


@pytest.mark.check
def test_an_answer_that_is_shown_forgets_the_try_and_one_behind_leaves_no_lens(
    page_browser, tmp_path
):
    task = Task("place", accepted=("2d4",), right="Yes.", otherwise="No.", hint="Behind 3e3.")
    start = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
    path = lesson_page(tmp_path / "page.html", start, Step(0, "Play 2d4.", task=task))
    page_browser.open(path, size=(390, 844), touch=True)
    status = "return [...document.querySelectorAll('.over .status')].map((one) => one.textContent)"
    touched(page_browser, "3e3")
    says(page_browser, "No.")
    assert page_browser.run(status)[0] == "Red to move"
    press(page_browser, "Show the answer")
    says(page_browser, "The answer: 2d4.")
    page_browser.wait("return !document.querySelector('[data-key=\"Show the answer\"]')")
    assert page_browser.run(status)[1] == ""
    press(page_browser, "Try again")
    x, y = place_of(page_browser, "3e3")
    page_browser.tap(x, y, held=0.8)
    page_browser.wait("return pyramidionPage.view.lens")
    page_browser.click(".behind button:nth-child(2)")
    answered = "return document.querySelector('.answer')?.textContent ?? ''"
    page_browser.wait(f"{answered}.length")
    assert not page_browser.run("return pyramidionPage.view.lens")


@pytest.mark.check
def test_a_tap_between_the_cells_of_a_flat_board_means_the_nearer(page_browser, tmp_path):
    task = Task("place", accepted=("a1",), right="Yes.", otherwise="No.")
    path = lesson_page(tmp_path / "page.html", FLAT, Step(0, "Play a1.", task=task))
    page_browser.open(path, size=(390, 844), touch=True)
    page_browser.settle()  # until then the board may still move aside for what lies beside it
    (ax, ay), (bx, by) = place_of(page_browser, "a1"), place_of(page_browser, "b1")
    assert abs(ax - bx) + abs(ay - by) > 60, "no finger reaches from the one to the other"
    page_browser.tap(ax + (bx - ax) * 0.45, ay + (by - ay) * 0.45)
    page_browser.find(".answer.right")
    assert page_browser.run("return document.querySelector('.over .status').textContent") == ""
    page_browser.check()


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "dark"), [((360, 740), False), ((1366, 768), True)])
def test_everything_can_be_touched_and_nothing_is_cut_off(page_browser, exported, size, dark):
    page_browser.open(exported, size=size, touch=size[0] < 500, dark=dark)
    for item in range(3):
        go_to(page_browser, item)
        for tab in TABS:
            page_browser.click(f"#tab-{tab}")
            assert page_browser.run(SMALL) == []
            assert page_browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.check
def test_a_map_is_a_table_a_row_a_rank_and_has_files_ranks_and_north(page_browser, exported):
    """Readers of the screen go through it by rows and columns, from the north."""
    page_browser.open(exported)
    page_browser.click("#tab-Maps")
    page_browser.send("Accessibility.enable")
    tree = page_browser.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {one["nodeId"]: one for one in tree}

    def children(one, role):
        held = [by_id[child] for child in one["childIds"]]
        return [child for child in held if child["role"]["value"] == role]

    (grid,) = (one for one in tree if one["role"]["value"] == "grid" and not one["ignored"])
    assert grid["name"]["value"] == "Map of level 1"
    rows = [
        [cell["name"]["value"].partition(",")[0] for cell in children(row, "gridcell")]
        for row in children(grid, "row")
    ]
    assert rows == [["1a3", "1c3"], ["1a1", "1c1"]]
    rim = (
        "return [...document.querySelectorAll('#panel-Maps [data-level] > text')]"
        ".map((one) => one.textContent)"
    )
    assert set(page_browser.run(rim)) == {"a", "c", "1", "3", "N\u2191"}
    page_browser.click('[data-key="level up"]')
    assert set(page_browser.run(rim)) == {"b", "2", "N\u2191"}


@pytest.mark.check
def test_every_control_of_the_view_has_a_name(page_browser, exported):
    page_browser.open(exported)
    page_browser.click("#tab-View")
    page_browser.click('[data-key="add cut"]')
    page_browser.run("document.querySelector('[data-key=peels]').click()")
    page_browser.send("Accessibility.enable")
    tree = page_browser.send("Accessibility.getFullAXTree")["nodes"]
    roles = ("slider", "combobox", "checkbox", "button", "tab")
    named = [
        (one["role"]["value"], one.get("name", {}).get("value", ""))
        for one in tree
        if not one["ignored"] and one["role"]["value"] in roles
    ]
    assert {name for role, name in named if role == "slider"} == {"Cut: at", "Pull levels apart"}
    assert [role for role, name in named if not name.strip()] == []
    apart = page_browser.find('[data-key="Pull levels apart"]')
    assert [apart.get_attribute(name) for name in ("min", "value")] == ["0", "0"]
    flat = page_browser.find('[data-key="All levels on the base"]')
    flat.click()
    assert page_browser.find('[data-key="All levels on the base"]').is_selected()


@pytest.mark.check
def test_buttons_keep_their_places_a_hint_takes_a_ball_back_and_a_reload_keeps_its_step(
    page_browser, exported
):
    page_browser.open(exported, size=(360, 740), touch=True)
    go_to(page_browser, 2)
    bar = "return [...document.querySelectorAll('.bar button')].map((one) => one.dataset.key)"
    before = page_browser.run(bar)
    tap(page_browser, "1a3")
    says(page_browser, "Tried")
    assert page_browser.run(bar) == before
    tried = page_browser.text(".tries li")
    assert tried.count("1a3") == 1
    go_to(page_browser, 1)
    assert page_browser.text("#panel-Text strong") == "corner"
    tap(page_browser, "1a3")
    says(page_browser, "No.")
    press(page_browser, "hint")
    says(page_browser, "North east.")
    assert stands(page_browser, "1a3") == -1
    assert page_browser.find('#panel-Text [data-key="Try again"]').is_displayed()
    touched(page_browser, "1c3")
    says(page_browser, "Well done.")

    press(page_browser, "next")
    says(page_browser, "Is it held?")
    page_browser.run("location.reload()")
    says(page_browser, "Is it held?")


@pytest.mark.check
def test_help_on_a_phone_names_no_wheel_and_folds_the_keys(page_browser, exported):
    page_browser.open(exported, size=(390, 844), touch=True)
    page_browser.click("#tab-More")
    page_browser.click('[data-key="help too"]')
    said = page_browser.text("dialog")
    assert said.startswith("Help and credits")
    assert "Licences" in said
    assert "wheel" not in said
    assert "Page Up" not in said
    page_browser.check()


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(page_browser, exported, dark):
    with FileLock(Path(gettempdir()) / "pyramidion-axe.lock"):  # another worker may fetch it
        if not AXE.exists():  # only this test needs it of the page's packages
            subprocess.run(["npm", "ci", "--silent"], cwd=AXE.parents[2], check=True, timeout=300)
    page_browser.send("Page.setBypassCSP", enabled=True)
    try:
        page_browser.open(exported, size=(360, 740), dark=dark)
        page_browser.find(".tabs")
        page_browser.run(AXE.read_text(encoding="utf-8"))
        for item in range(3):
            go_to(page_browser, item)
            for tab in TABS:
                page_browser.click(f"#tab-{tab}")
                found = page_browser.driver.execute_async_script(
                    "axe.run().then((all) => arguments[0](all.violations.map((one) => one.id)))"
                )
                assert found == [], (item, tab)
    finally:
        page_browser.send("Page.setBypassCSP", enabled=False)
