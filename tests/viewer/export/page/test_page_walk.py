"""The page in a browser: read, taught, solved and looked at by mouse, finger and keyboard."""

from pathlib import Path

import pytest
from mixed_page import HOSTILE, mixed_page
from selenium.webdriver.common.keys import Keys

from viewer.export.page import whole_page

pytestmark = [pytest.mark.process, pytest.mark.slow]
AXE = Path(whole_page.__file__).parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
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


def test_a_lesson_judges_hints_and_keeps_what_is_done(page_browser, exported):
    page_browser.open(exported, size=(360, 740), touch=True)
    go_to(page_browser, 1)
    press(page_browser, "hint")
    says(page_browser, "North east.")
    tap(page_browser, "1a3")
    says(page_browser, "No.")
    press(page_browser, "Try again")
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


@pytest.mark.parametrize(("size", "dark"), [((360, 740), False), ((1366, 768), True)])
def test_everything_can_be_touched_and_nothing_is_cut_off(page_browser, exported, size, dark):
    page_browser.open(exported, size=size, touch=size[0] < 500, dark=dark)
    for item in range(3):
        go_to(page_browser, item)
        for tab in TABS:
            page_browser.click(f"#tab-{tab}")
            assert page_browser.run(SMALL) == []
            assert page_browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0


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


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here: make page installs it")
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(page_browser, exported, dark):
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
