"""A move on a page: shown on its way where movement is wanted, and done at once where it is not."""

import numpy as np
import pytest
from mixed_page import page_with
from selenium.webdriver.common.keys import Keys

from model.records import record as records
from model.records.record import ROOT, new_record

pytestmark = [pytest.mark.soak, pytest.mark.process]
SLOW = """
const now = performance.now.bind(performance), ask = requestAnimationFrame;
performance.now = () => now() / 50;
window.requestAnimationFrame = (act) => ask((time) => act(time / 50));
"""
START = "pyraos:rules=standard W3,1BW1,1BB1,4/3,3,3/2,2/1 white"


def test_a_sphere_that_is_lifted_is_seen_on_its_way(page_browser, tmp_path):
    record, _ = records.play(new_record(START), ROOT, "1a1-2d4")
    path = page_with(tmp_path / "page.html", record)
    page_browser.open(path, size=(900, 600), draws=True)
    page_browser.keys(".")
    over = page_browser.at_rest().astype(int)
    page_browser.keys(Keys.HOME)
    before = page_browser.at_rest().astype(int)
    with page_browser.beforehand(SLOW):
        page_browser.open(path, size=(900, 600), reduced_motion=False, draws=True)
        page_browser.at_rest()
        page_browser.keys(".")
        page_browser.driver.execute_async_script("setTimeout(arguments[0], 6000)")
        between = page_browser.pixels()[-over.shape[0] :, : over.shape[1]].astype(int)
    # Neither where it stood nor where it will stand: there is as much of it as there was before.
    for end in (before, over):
        assert (np.abs(between - end).max(axis=2) > 60).sum() > 500
