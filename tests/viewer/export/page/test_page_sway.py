"""Y rocks the board of a page until it is touched, and never where movement is not wanted."""

import numpy as np
import pytest
from mixed_page import page_with

from model.records.record import new_record

pytestmark = [pytest.mark.process, pytest.mark.slow]
HALF = "partition:size=4,rules=free RRR1,4,BB2,4/3,1B1,3/2,2/1 red"


@pytest.fixture
def page(tmp_path):
    return page_with(tmp_path / "page.html", new_record(HALF))


def moves(browser):
    """Whether the page looks otherwise after a while."""
    before = browser.pixels()
    browser.driver.execute_async_script("setTimeout(arguments[0], 700)")
    return not np.array_equal(before, browser.pixels())


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("ended", ["key", "tap", "home"])
def test_a_page_sways_until_it_is_touched_and_is_then_as_it_was(page_browser, page, ended):
    page_browser.open(page, size=(700, 500), reduced_motion=False, draws=True)
    rest = page_browser.at_rest()
    page_browser.keys("y")
    assert moves(page_browser)
    assert moves(page_browser)
    if ended == "tap":
        page_browser.tap(8, 200)
    else:
        page_browser.keys("y" if ended == "key" else "h")
    assert np.abs(page_browser.at_rest().astype(int) - rest).max() <= 2


@pytest.mark.check
def test_without_movement_nothing_sways_and_the_page_says_so(page_browser, page):
    page_browser.open(page, size=(700, 500), draws=True)
    page_browser.at_rest()
    page_browser.keys("y")
    assert not moves(page_browser)
    page_browser.wait("return document.body.textContent.includes('The view does not sway')")
