"""What is tried on a page is kept there, handed in, and read again."""

import pytest
import shipped
from mixed_page import mixed_page
from page_browser import NO_WEBGL
from page_walker import PageWalker, data_of
from selenium.webdriver.common.keys import Keys

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


@pytest.mark.check
def test_what_is_tried_is_handed_in_as_it_was(page_browser, tmp_path):
    page = mixed_page(tmp_path / "page.html")
    rows = data_of(page)["items"][2]["verdicts"]["0"]
    keys = {found["right"]: move for move, found in rows.items()}
    with page_browser.beforehand(NO_WEBGL):
        page_browser.open(page)
    for item, tries in ((1, ["1a3", "hint", "1c3"]), (2, [keys[False], keys[True]])):
        page_browser.click("#tab-More")
        page_browser.click(f'[data-key="item {item}"]')
        for what in tries:
            if what == "hint":
                page_browser.click('[data-key="hint"]')
                continue
            page_browser.find("#panel-Text form input").send_keys(what, Keys.ENTER)
            tone = "right" if what == tries[-1] else "wrong"
            page_browser.find(f"#panel-Text .answer.{tone}")
        if item == 1:
            page_browser.click('[data-key="next"]')
            page_browser.click('[data-key="option 1"]')
    file = page_browser.run("return pyramidionPage.tries.file('Anna')").encode()
    results = read_results(file)
    assert faults([results]) == []
    mailed = page_browser.driver.execute_async_script(TEXT, "Anna")
    assert read_results(mailed.encode()) == results
    quoted = "Dear teacher,\n\n> " + mailed.replace("\n", "\n> ") + "\n> Anna\n"
    assert read_results(quoted.encode()) == results
    table = table_of([results])
    cells = [(row.cells[0].outcome, row.cells[0].wrong, row.cells[0].hints) for row in table.rows]
    assert cells == [("after tries", 1, 1), ("not solved", 1, 0), ("after tries", 1, 0)]
    assert [dict(row.first) for row in table.rows] == [{"1a3": 1}, {"No": 1}, {keys[False]: 1}]
    page_browser.check()


@pytest.mark.soak
def test_a_course_is_handed_in_and_confirmed_by_its_lesson(page_browser, tmp_path, course):
    page = tmp_path / "page.html"
    assert main(["export", str(course), "-o", str(page)]) == 0
    walker = PageWalker(page_browser, page, "mouse", dark=False)
    walker.walk()
    file = page_browser.run("return pyramidionPage.tries.file('Anna')").encode()
    results = read_results(file)
    assert faults([results], [files.load(course).record]) == []
    outcomes = [row.cells[0].outcome for row in table_of([results]).rows]
    assert len(outcomes) == walker.did["tasks"]
    assert set(outcomes) <= {"at once", "after tries"}


@pytest.mark.check
def test_hand_in_asks_for_a_name_and_another_pupil_begins_anew(page_browser, tmp_path, course):
    page = tmp_path / "page.html"
    assert main(["export", str(course), "--step", "3", "-o", str(page)]) == 0
    page_browser.open(page, size=(390, 844))
    page_browser.click("#tab-More")
    assert "goes nowhere by itself" in page_browser.text("#panel-More .handing")
    page_browser.run(
        "pyramidionPage.tries.add(0, {step: 2, did: 'try', what: '1a1', right: false})"
    )
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
