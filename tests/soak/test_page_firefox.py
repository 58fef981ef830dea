"""A short walk through a page in Firefox: with its scene, and with maps where there is no WebGL."""

import os

import pytest
from firefox import firefox
from mixed_page import HOSTILE, mixed_page

pytestmark = [pytest.mark.soak, pytest.mark.process]
TEXT = "document.querySelector('#panel-Text').innerText"


@pytest.mark.parametrize("webgl", [True, False], ids=["with a scene", "with maps"])
def test_a_page_is_read_taught_and_solved_in_firefox(tmp_path, webgl):
    if webgl and not os.environ.get("DISPLAY"):
        pytest.skip("Firefox has no WebGL without an X server")
    page, profile = mixed_page(tmp_path / "page.html"), tmp_path / "profile"
    profile.mkdir()
    with firefox(profile, webgl=webgl) as browser:
        browser.open(page, 1366, 768)
        browser.wait(f"{TEXT}.includes({HOSTILE!r})")
        assert browser.run("document.body.classList.contains('flat')") != webgl
        assert browser.run("document.images.length") == 0
        browser.key(".")
        browser.wait(f"{TEXT}.includes('1a3')")
        _go_to(browser, 1)
        _tap(browser, "1a3", webgl)
        browser.wait(f"{TEXT}.includes('No.')")
        browser.click('[data-key="Try again"]')
        _tap(browser, "1c3", webgl)
        browser.wait(f"{TEXT}.includes('Well done.')")
        _go_to(browser, 2)
        _tap(browser, "1a1", webgl)
        browser.wait(f"{TEXT}.includes('Solved.')")
        browser.check()


def _go_to(browser, item):
    browser.click("#tab-More")
    browser.click(f'#panel-More [data-key="item {item}"]')
    browser.click("#tab-Text")


def _tap(browser, name, webgl):
    """Tap a point of the lowest level on its map."""
    if webgl:
        browser.click("#tab-Maps")
    browser.click(f'{"#panel-Maps" if webgl else ".plan"} [aria-label^="{name},"]')
    browser.click("#tab-Text")
