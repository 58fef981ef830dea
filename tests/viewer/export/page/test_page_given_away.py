"""No text or ring of a page names what a task or a puzzle asks for before it is answered."""

import pytest
import shipped
from given_away import asked_in, tasks_in
from page_browser import NO_WEBGL

from model.records import files
from viewer.cli.main import main

pytestmark = [pytest.mark.process, pytest.mark.slow]
TEXTS = """
const parts = "h1, .status, .bar, .caption, #panel-Text > :not(.options, .steps), #panel-Why";
return [...document.querySelectorAll(parts)].map((one) => one.textContent);
"""
LIT = """
return [...document.querySelectorAll(".plan .cell:has(.lit)")]
  .map((one) => one.getAttribute("aria-label").split(",")[0]);
"""
LONG = ("partition-puzzles", "pyramid-puzzles", "01-partition-course")
"""Minutes for the puzzles, 40 s for the course of Partition; the others take 7 s to 20 s."""


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.soak if path.stem in LONG else ())
        for path in (*shipped.LESSONS, *shipped.PUZZLES)
    ],
)
def test_nothing_on_a_page_names_the_answer(page_browser, tmp_path, path):
    found = files.load_any(path)
    records = [item.record for item in getattr(found, "items", (found,))]
    told = []
    page = tmp_path / "page.html"
    assert main(["export", str(path), "-o", str(page)]) == 0
    # The maps hold what the scene shows, and are drawn sooner.
    with page_browser.beforehand(NO_WEBGL):
        page_browser.open(page)
        page_browser.find(".plan")
        for number, record in enumerate(records):
            if number:
                page_browser.click("#tab-More")
                page_browser.run(f"document.querySelector('[data-key=\"item {number}\"]').click()")
            page_browser.click("#tab-Why")
            tasks = tasks_in(record)
            for step in range(max(tasks, default=-1) + 1):
                if step:
                    page_browser.keys(".")
                if step not in tasks:
                    continue
                asked = asked_in(record, step)
                named = [one for text in page_browser.run(TEXTS) for one in asked.named_in(text)]
                named += asked.shown_by(page_browser.run(LIT))
                # Spaces of Rolling Pyramids are called by numbers, which count things as well.
                named = [one for one in named if not one.isdigit()]
                told += [(asked.where, named)] if named else []
    assert told == []
