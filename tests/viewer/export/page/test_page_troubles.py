"""A page where something is missing: no WebGL, no storage, a graphics card that is lost."""

import numpy as np
import pytest
from mixed_page import mixed_page
from page_browser import NO_WEBGL

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
