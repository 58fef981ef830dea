"""Points of a page: one right point is enough, wrong ones are answered, hidden ones are offered."""

import pytest

from model.boards.lattice import pyramid
from model.records import record as records
from model.records.files import Contents
from model.records.lesson import Answer, Lesson, Step, Task
from model.records.record import new_record
from viewer.export.items import ExportItem
from viewer.export.page.page_content import Wanted, page_of

pytestmark = [pytest.mark.process, pytest.mark.slow]


def test_one_right_point_is_enough_and_wrong_ones_have_their_answers(page_browser, tmp_path):
    task = Task(
        "click",
        accepted=("1a1", "1c1"),
        right="It is one of two.",
        otherwise="That is none.",
        foreseen=(Answer(("1e1",), "That one is too far east."),),
    )
    record = new_record("partition:size=3,rules=free RRR,3,3/2,2/1 blue")
    record = records.set_lesson(record, Lesson((Step(0, "Which?", task=task), Step(0, "Next."))))
    path = tmp_path / "page.html"
    held = [ExportItem(Contents(record, kind="lesson"), "A lesson")]
    path.write_bytes(page_of(held, Wanted(), lambda *_: None, lambda: False))
    page_browser.open(path)
    page_browser.click("#tab-Maps")
    names = pyramid(3).names
    for point, said in (
        ("1a5", "That is none."),
        ("1e1", "That one is too far east."),
        ("1c1", "It is one of two."),
    ):
        page_browser.click(f'[data-site="{names.index(point)}"]')
        page_browser.wait("return document.body.textContent.includes(arguments[0])", said)


def test_a_long_press_offers_what_lies_one_behind_the_other(page_browser, tmp_path):
    contents = Contents(new_record("partition:size=3,rules=free RRR,RRR,RRR/RR,RR/R blue"))
    path = tmp_path / "page.html"
    path.write_bytes(
        page_of([ExportItem(contents, "A heap")], Wanted(), lambda *_: None, lambda: False)
    )
    page_browser.open(path, size=(360, 740), touch=True)
    page_browser.at_rest()
    page_browser.tap(180, 190, held=1.0)
    page_browser.wait("return document.querySelectorAll('.behind button').length > 1")
    boxes = page_browser.run(
        "return [...document.querySelectorAll('.behind button')]"
        ".map((one) => one.getBoundingClientRect().height)"
    )
    assert min(boxes) >= 44
    page_browser.run("document.querySelector('.over').style.visibility = ''")
    page_browser.click(".behind button:last-child")
    page_browser.wait("return document.querySelectorAll('.behind button').length === 0")
