"""K turns the board of a page to the views that the program finds, one after the other."""

import re

import numpy as np
import pytest
from mixed_page import page_with

from model.records import record as records
from model.records.files import Contents
from model.records.record import ROOT, new_record
from model.records.view import Camera, View
from viewer.picture.compose.composer import base_picture
from viewer.picture.visibility.best_view import best_views
from viewer.scene.camera import fitted_to

pytestmark = [pytest.mark.process, pytest.mark.slow]
EMPTY = "partition:size=3,rules=free 3,3,3/2,2/1 red"
HIDING = "partition:size=3,rules=free BBB,B1B,3/BB,2/1 red"
HELD = "partition:size=3,rules=free RRR,1BB,3/2,2/1 blue"
SAID = "return document.body.textContent.match(/View \\d+ of \\d+[^.]*/)?.[0] ?? ''"


def red(browser):
    """Pixels of red balls."""
    picture = browser.at_rest().astype(int)
    return int(((picture[..., 0] > 140) & (picture[..., 1:].max(axis=2) < 110)).sum())


@pytest.mark.check
def test_the_views_are_those_of_the_program_and_come_round(page_browser, tmp_path):
    record, node = records.play(new_record(EMPTY), ROOT, "1c3")
    position = records.PositionCache().position(record, node)
    page_browser.open(page_with(tmp_path / "page.html", record), size=(600, 480), draws=True)
    page_browser.keys(".")
    shown, site = base_picture(position), position.game.board.index("1c3")
    found = best_views(shown, (site,), fitted_to(shown, 1.2))
    assert len(found) > 4, "nothing hides it"
    pictures = []
    for number in (*range(1, len(found) + 1), 1):
        page_browser.keys("k")
        assert page_browser.run(SAID) == f"View {number} of {len(found)}"
        if number < 4:
            pictures.append(page_browser.at_rest().astype(int))
    assert np.array_equal(pictures[0], pictures[-1])
    for picture, view in zip(pictures, found[:3], strict=False):
        seen = View(camera=Camera(azimuth=view.azimuth, elevation=view.elevation))
        aimed = page_with(tmp_path / "aimed.html", Contents(record, view=seen))
        page_browser.open(aimed, size=(600, 480), draws=True)
        page_browser.keys(".")
        assert (np.abs(page_browser.at_rest() - picture) > 8).mean() < 0.002


@pytest.mark.check
def test_a_ball_that_others_hide_comes_in_sight(page_browser, tmp_path):
    record, _ = records.play(new_record(HIDING), ROOT, "1c3")
    page_browser.open(page_with(tmp_path / "page.html", record), size=(600, 480), draws=True)
    page_browser.keys(".", "o")  # else it is in sight from everywhere
    before = red(page_browser)
    page_browser.keys("k")
    assert red(page_browser) > 4 * before + 200


@pytest.mark.check
def test_a_finding_under_why_is_what_k_is_about_and_nothing_is_said_to_be_so(
    page_browser, tmp_path
):
    page_browser.open(page_with(tmp_path / "page.html", new_record(HELD)), size=(900, 700))
    page_browser.keys("k")
    page_browser.wait("return document.body.textContent.includes('Choose a point first')")
    page_browser.click("#tab-Why")
    page_browser.click("#panel-Why button")
    page_browser.click("#tab-View")
    page_browser.click('[data-key="best view"]')
    said = page_browser.run(SAID)
    assert re.fullmatch(r"View 1 of \d+(: \d+ of \d+ in sight)?", said)
