"""What is tried on a page is kept there, handed in, and read again."""

import pytest
import shipped
from page_walker import PageWalker

from model.exercises.results import faults, read_results, table_of
from model.records import files
from viewer.cli.main import main

pytestmark = [pytest.mark.process, pytest.mark.slow]
TEXT = """
const done = arguments[arguments.length - 1];
pyramidionPage.tries.text(arguments[0]).then(done);
"""


@pytest.fixture(scope="module")
def course():
    return next(path for path in shipped.LESSONS if "pyraos" in path.stem)


def file_of(browser, name):
    return browser.run("return pyramidionPage.tries.file(arguments[0])", name).encode()


@pytest.mark.check
def test_a_walk_is_handed_in_as_it_was_made(page_browser, tmp_path, course):
    page = tmp_path / "page.html"
    assert main(["export", str(course), "-o", str(page)]) == 0
    walker = PageWalker(page_browser, page, "mouse", dark=False)
    walker.walk()
    results = read_results(file_of(page_browser, "Anna"))
    assert faults(results, [files.load(course).record]) == []
    mailed = page_browser.driver.execute_async_script(TEXT, "Anna")
    assert read_results(mailed.encode()) == results
    quoted = "Dear teacher,\n\n> " + mailed.replace("\n", "\n> ") + "\n> Anna\n"
    assert read_results(quoted.encode()) == results
    table = table_of([results])
    assert table.pupils == ("Anna",)
    outcomes = [row.cells[0].outcome for row in table.rows]
    assert len(outcomes) == walker.did["tasks"] + walker.did["puzzles"]
    assert set(outcomes) <= {"at once", "after tries"}
    assert outcomes.count("after tries") > len(outcomes) // 2
    assert table.by_need[0].missed == 1
    page_browser.check()


def test_hand_in_asks_for_a_name_and_another_pupil_begins_anew(page_browser, tmp_path, course):
    page = tmp_path / "page.html"
    assert main(["export", str(course), "--step", "3", "-o", str(page)]) == 0
    page_browser.open(page, size=(390, 844))
    page_browser.click("#tab-More")
    assert "goes nowhere by itself" in page_browser.text("#panel-More .handing")
    page_browser.run("pyramidionPage.tries.add(0, {step: 2, did: 'try', what: '1a1', right: false})")
    page_browser.driver.refresh()
    page_browser.click("#tab-More")
    assert "1 try since" in page_browser.text("#panel-More .handing")
    page_browser.click('[data-key="hand in"]')
    page_browser.click('[data-key="Save the file"]')
    assert "Type your name" in page_browser.text("dialog")
    page_browser.find("dialog input").send_keys("Anna Lee")
    page_browser.click('[data-key="As text for a mail"]')
    page_browser.wait("return document.querySelector('dialog textarea').value.includes('BEGIN')")
    text = page_browser.run("return document.querySelector('dialog textarea').value")
    assert read_results(text.encode()).name == "Anna Lee"
    page_browser.click('[data-key="close hand in"]')
    page_browser.click('[data-key="another pupil"]')
    page_browser.click('[data-key="Forget them"]')
    page_browser.click("#tab-More")
    assert "goes nowhere by itself" in page_browser.text("#panel-More .handing")
    page_browser.check()
