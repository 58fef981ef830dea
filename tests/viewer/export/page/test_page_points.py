"""Points of a page: one right point is enough, wrong ones are answered, hidden ones are offered."""

import numpy as np
import pytest
import shipped
from mixed_page import lesson_page, page_with

from model.boards.lattice import pyramid
from model.records import record as records
from model.records.files import load_item
from model.records.lesson import Answer, Lesson, Step, Task
from model.records.record import new_record

pytestmark = [pytest.mark.process, pytest.mark.slow]
HEAP = "partition:size=3,rules=free RRR,RRR,RRR/RR,RR/R blue"
NAMED = "document.querySelectorAll('.over .status')[1].textContent"
"""The point that is named over the scene."""


@pytest.mark.check
def test_one_right_point_is_enough_and_wrong_ones_have_their_answers(page_browser, tmp_path):
    task = Task(
        "click",
        accepted=("1a1", "1c1"),
        right="It is one of two.",
        otherwise="That is none.",
        foreseen=(Answer(("1e1",), "That one is too far east."),),
    )
    start, steps = "partition:size=3,rules=free RRR,3,3/2,2/1 blue", (Step(0, "Which?", task=task),)
    page_browser.open(lesson_page(tmp_path / "page.html", start, *steps, Step(0, "Next.")))
    page_browser.click("#tab-Maps")
    names = pyramid(3).names
    for point, said in (
        ("1a5", "That is none."),
        ("1e1", "That one is too far east."),
        ("1c1", "It is one of two."),
    ):
        page_browser.click(f'[data-site="{names.index(point)}"]')
        page_browser.wait("return document.body.textContent.includes(arguments[0])", said)


@pytest.mark.check
def test_what_was_tapped_is_forgotten_at_the_next_step(page_browser, tmp_path):
    task = Task("click", accepted=("1a1",), right="That is it.", otherwise="No.")
    steps = (Step(0, "Which?", task=task), Step(0, "Now which?", task=task), Step(0, "Next."))
    path = lesson_page(tmp_path / "page.html", HEAP, *steps)
    page_browser.open(path, size=(390, 844), touch=True)
    page_browser.settle()
    page_browser.tap(195, 210, held=1.0)
    page_browser.wait("return document.querySelectorAll('.behind button').length > 1")
    page_browser.click(".behind button")
    page_browser.wait(f"return {NAMED}.includes(', level ')")
    page_browser.tap(195, 210, held=1.0)
    page_browser.wait("return document.querySelectorAll('.behind button').length > 1")
    page_browser.click('[data-key="next"]')
    page_browser.wait("return document.body.textContent.includes('Now which?')")
    assert not page_browser.run(f"return {NAMED}")
    assert not page_browser.run("return document.querySelectorAll('.behind button').length")
    page_browser.click("#tab-Maps")
    page_browser.find("[data-site]")
    assert not page_browser.run("return document.querySelectorAll('svg .cursor').length")


@pytest.mark.check
def test_a_tap_that_makes_no_step_of_a_move_is_answered_in_sight(page_browser, tmp_path):
    start = "pyraos:rules=standard W3,1BW1,1BB1,4/3,3,3/2,2/1 white"
    task = Task("place", accepted=("1a7",), right="Yes.", otherwise="No.")
    record = records.set_lesson(new_record(start), Lesson((Step(0, "Move.", task=task),)))
    puzzle = load_item(shipped.EXAMPLES / "puzzles" / "pyraos-puzzles.pyramidion", 0)
    path = page_with(tmp_path / "page.html", record, puzzle)
    page_browser.open(path, size=(390, 844), touch=True)
    asked = "return document.querySelector('#panel-Text h3').textContent"
    assert page_browser.run(asked) == "Your move: choose on the board"
    page_browser.run("pyramidionPage.open(1)")
    assert page_browser.run(asked) == "Your move: choose on the board"
    page_browser.run("pyramidionPage.open(0)")
    page_browser.click("#tab-Maps")
    site = pyramid(4).names.index("1c3")
    page_browser.click(f'[data-site="{site}"]')
    page_browser.wait(
        "return document.querySelector('#panel-Text').innerText"
        ".includes('1c3 cannot be chosen here.')"
    )


@pytest.mark.check
def test_a_long_press_offers_what_lies_one_behind_the_other(page_browser, tmp_path):
    path = page_with(tmp_path / "page.html", new_record(HEAP))
    page_browser.open(path, size=(360, 740), touch=True)
    page_browser.settle()
    page_browser.tap(180, 190, held=1.0)
    page_browser.wait("return document.querySelectorAll('.behind button').length > 1")
    boxes = page_browser.run(
        "return [...document.querySelectorAll('.behind button')]"
        ".map((one) => one.getBoundingClientRect().height)"
    )
    assert min(boxes) >= 44
    page_browser.click(".behind button:last-child")
    page_browser.wait("return document.querySelectorAll('.behind button').length === 0")


@pytest.mark.check
def test_a_list_opens_beside_the_finger_and_lifting_it_plays_nothing(page_browser, tmp_path):
    record = new_record("partition:size=3,rules=free RRR,RRR,RR1/RR,R1/1 blue")
    path = page_with(tmp_path / "page.html", record)
    page_browser.open(path, size=(360, 740), touch=True)
    page_browser.click("#tab-More")
    page_browser.click('[data-key="Explore"]')
    page_browser.settle()
    where = "return document.querySelector('[data-key=\"Position as text field\"]').value"
    before = page_browser.run(where)
    for x, y in ((150, 200), (180, 164), (220, 200)):
        page_browser.tap(x, y, held=1.0)
        boxes = page_browser.wait(
            "const all = [...document.querySelectorAll('.behind button')];"
            "return all.length > 1 && all.map((one) => one.getBoundingClientRect())"
        )
        assert not [box for box in boxes if box["left"] <= x <= box["right"]]
        page_browser.driver.execute_async_script("setTimeout(arguments[0], 400)")
        assert len(page_browser.run("return document.querySelectorAll('.behind button')")) > 1
        assert page_browser.run(where) == before


@pytest.mark.check
def test_a_finger_beside_a_dot_means_it_and_what_it_tapped_is_ringed_and_named(
    page_browser, tmp_path
):
    task = Task("click", accepted=("1c1",), right="Yes.", otherwise="That is none.")
    start = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 blue"
    path = lesson_page(tmp_path / "page.html", start, Step(0, "Which?", task=task))
    page_browser.open(path, size=(360, 740), touch=True, draws=True)
    picture = page_browser.at_rest().astype(int)
    page_browser.run("document.querySelector('.over').style.visibility = ''")
    left, top, x, y = page_browser.run(
        "const box = document.querySelector('canvas').getBoundingClientRect();"
        "const at = pyramidionPage.scene.placeOf(arguments[0]);"
        "return [box.x, box.y, at.x, at.y].map(Math.round)",
        pyramid(4).names.index("4d4"),
    )
    # Above and left of the dot of the apex, by less than half a finger.
    page_browser.tap(left + x - 14, top + y - 6)
    said = page_browser.wait("return document.querySelector('.answer')?.textContent")
    assert "4d4: That is none." in said
    assert page_browser.run(
        "return [...document.querySelectorAll('.over .status')].map((one) => one.textContent)"
    )[1].startswith("4d4, level 4, empty")
    now = page_browser.at_rest().astype(int)
    assert np.abs(now - picture)[y - 16 : y + 16, x - 20 : x + 20].max() > 60  # its ring
