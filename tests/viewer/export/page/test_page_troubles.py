"""A page where something is missing: no WebGL, no storage, a graphics card that is lost."""

import json

import numpy as np
import pytest
from mixed_page import mixed_page
from page_browser import NO_WEBGL

from viewer.export.page.page_content import page

pytestmark = [pytest.mark.process, pytest.mark.slow]
FRAMES = """
window.asked = 0;
const old = requestAnimationFrame;
window.requestAnimationFrame = (act) => { asked += 1; return old(act); };
"""
NO_STORAGE = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});
"""
LOSE = "document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context')"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return mixed_page(tmp_path_factory.mktemp("troubles") / "page.html")


@pytest.mark.check
def test_a_lost_context_comes_back_and_a_page_at_rest_draws_nothing(page_browser, mixed):
    with page_browser.beforehand(FRAMES):
        page_browser.open(mixed, size=(900, 600), draws=True)
        page_browser.at_rest()
        drawn = page_browser.run("return asked")
        assert drawn > 0
        page_browser.driver.execute_async_script("setTimeout(arguments[0], 1000)")
        assert page_browser.run("return asked") == drawn
        before = page_browser.at_rest()
        page_browser.run(f"window.lost = {LOSE}; lost.loseContext()")
        page_browser.keys("+")
        page_browser.driver.execute_async_script("setTimeout(arguments[0], 300)")
        page_browser.run("lost.restoreContext()")
        page_browser.keys("-")
        for _ in range(10):  # on a busy machine the fine picture may come after two coarse ones
            after = page_browser.at_rest()
            if np.array_equal(after, before):
                break
        assert np.array_equal(after, before)


@pytest.mark.check
def test_without_webgl_maps_stand_in_its_place_and_tasks_work(page_browser, mixed):
    with page_browser.beforehand(NO_WEBGL):
        page_browser.open(mixed, size=(360, 740), touch=True)
        assert page_browser.find(".plan .map").is_displayed()
        assert not page_browser.find("canvas").is_displayed()
        page_browser.click("#tab-More")
        page_browser.click('#panel-More [data-key="item 2"]')
        page_browser.click('.plan [aria-label^="1a1,"]')
        page_browser.wait("return document.body.innerText.includes('Solved.')")


@pytest.mark.check
def test_without_storage_nothing_is_lost_but_what_was_done(page_browser, mixed):
    with page_browser.beforehand(NO_STORAGE):
        page_browser.open(mixed)
        page_browser.click("#tab-More")
        page_browser.click('#panel-More [data-key="item 1"]')
        page_browser.click("#tab-Maps")
        page_browser.click('#panel-Maps [aria-label^="1c3,"]')
        page_browser.wait("return document.body.innerText.includes('Well done.')")
        page_browser.keys("d", ".")
        page_browser.wait("return document.body.innerText.includes('Is it held?')")
        page_browser.run("location.reload()")  # where it was open stands in the address
        page_browser.wait("return document.body.innerText.includes('Is it held?')")


# -- what the browser notices ----------------------------------------------------------------------

BARE = (
    '<!doctype html><meta name="viewport" content="width=device-width">'
    '<link rel="icon" href="data:,"><p>Here</p>'
)


@pytest.mark.check
def test_a_page_that_is_damaged_says_so_and_nothing_else(page_browser, tmp_path):
    path = tmp_path / "page.html"
    data = page(json.dumps({}).encode(), "A title")
    start = data.index(b'id="data">') + len(b'id="data">')
    end = data.index(b"<", start)
    path.write_bytes(data[:start] + b"AAAA" + data[end:])
    page_browser.open(path, draws=True)
    said = page_browser.run("return document.querySelector('main').textContent")
    assert said == "This page is damaged: please ask for the file again."


@pytest.mark.check
@pytest.mark.parametrize(
    ("script", "seen"),
    [
        ("console.warn('oh')", "the page told"),
        ("fetch('http://127.0.0.1:9/x').catch(() => 0)", "the page asked for|the page told"),
        ("new Image().src = 'other.png'", "the page asked for|the page told"),
    ],
)
def test_what_a_page_tells_and_asks_for_is_noticed(page_browser, tmp_path, script, seen):
    path = tmp_path / "page.html"
    path.write_text(f"{BARE}<script>{script}</script>")
    page_browser.open(path, draws=True)
    page_browser.wait("return document.readyState == 'complete'")
    with pytest.raises(AssertionError, match=seen):
        page_browser.check()
    page_browser.said.clear()
    page_browser.asked.clear()
