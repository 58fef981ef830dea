"""Task, verdict and the way on are in sight, at every size of page and text."""

import pytest
from mixed_page import page_with

from model.records import record as records
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.record import new_record

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.check]
SIZES = ((360, 640), (360, 740), (640, 360), (740, 360), (820, 1180), (1366, 768))
TEXTS = (100, 125, 150, 200)
TABS = ("Text", "Why", "Maps", "View", "More")
ASKED = (
    "A ball on the corner isolates it, and a line to a far wall holds it, unless Blue cuts the "
    "line first. **You are Red: hold SW.**"
)
WRONG = (
    "Blue closes the gap and holds SW, although your ball stands on it. Look along the south edge "
    "for a point that joins your balls."
)
SEEN = """
const one = document.querySelector(arguments[0]);
let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
for (let at = one.parentElement; at; at = at.parentElement) {
  if (getComputedStyle(at).overflowY === "visible") continue;
  const box = at.getBoundingClientRect();
  [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
}
const [box, line] = [one.getBoundingClientRect(), parseFloat(getComputedStyle(one).lineHeight)];
const uncovered = (y) => one.contains(document.elementFromPoint(box.left + box.width / 2, y));
let seen = 0;
for (let y = Math.max(box.top, top) + 1; y < Math.min(box.bottom, bottom); y += 2) {
  if (uncovered(y)) seen += 2;
}
return [seen, box.height, line];
"""
"""Pixels of an element that can be seen, its height, and that of a line."""
LAID_OUT = """
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const broken = [];
while (words.nextNode()) {
  const text = words.currentNode;
  if (!text.parentElement.closest(".tabs button, .bar button, .panel.current button")) continue;
  for (const word of text.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (range.getClientRects().length > 1) broken.push(word[0]);
  }
}
const root = document.documentElement;
return [document.querySelector(".current").clientHeight, root.scrollWidth - innerWidth, broken];
"""
"""How high the panel is, how much wider all is than the page, and words of buttons cut in two."""
MIDDLE = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """Lessons with a task of the usual length."""
    task = Task("place", accepted=("1e1",), right="With a ball on the corner, a line is enough.",
                otherwise=WRONG, hint="Look along the south edge.")  # fmt: skip
    choice = Task("choice", choices=(Choice("Yes", right=True), Choice("No", answer="Look.")))
    steps = (Step(0, ASKED, title="A ball on the corner", task=task), Step(0, "Held?", task=choice))
    record = new_record("partition:size=3,rules=free RR1,BB1,3/2,2/1 red")
    lessons = [records.set_lesson(record, Lesson(steps))] * 9
    path = tmp_path_factory.mktemp("page") / "page.html"
    return page_with(path, *lessons, name="Anchors", title="A course of lessons")


def seen(browser, css, lines=None):
    """Assert that an element is seen whole, or `lines` of it."""
    shown, height, line = browser.run(SEEN, css)
    wanted = height if lines is None else min(height, lines * line)
    assert shown >= wanted - 4, f"{css}: {shown} of {wanted} px"


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", SIZES)
def test_task_verdict_and_try_again_are_in_sight_on_every_tab(page_browser, taught, size):
    page_browser.open(taught, size=size, touch=True)
    for text in TEXTS:
        assert page_browser.run("return document.documentElement.style.fontSize") == f"{text}%"
        for tab in TABS:
            page_browser.click(f"#tab-{tab}")
            seen(page_browser, ".asked", 2 if tab in ("Why", "View", "More") else 3)
            high, beyond, broken = page_browser.run(LAID_OUT)
            assert (high >= 100, beyond <= 0, broken) == (True, True, [])
        page_browser.click("#tab-Maps")
        page_browser.click('#panel-Maps [aria-label^="1c5,"]')
        for tab in ("Maps", "Text", "Why", "View", "More"):
            page_browser.click(f"#tab-{tab}")
            seen(page_browser, "#panel-Text .answer p", 1)
            seen(page_browser, '[data-key="Try again"]')
        page_browser.click("#tab-Text")
        page_browser.click('[data-key="Try again"]')
        page_browser.wait("return !document.querySelector('.answer')")
        page_browser.keys("t")


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_a_finger_reaches_the_setting_of_the_largest_text(page_browser, taught, size):
    page_browser.open(taught, size=size, touch=True)
    page_browser.keys("t", "t", "t")
    page_browser.click("#tab-More")
    left, right, top, bottom = page_browser.run(
        "const box = document.querySelector('#panel-More').getBoundingClientRect();"
        "return [box.left, box.right, box.top, box.bottom]"
    )
    x = (left + right) / 2
    for aim in ('#panel-More [data-key="settings"]', '#panel-More [data-key="Text size"]'):
        stood = None
        for _ in range(60):
            shown, height, _line = page_browser.run(SEEN, aim)
            before, stood = stood, page_browser.run(MIDDLE, aim)
            if shown >= 0.7 * height and stood == before:
                break  # a tap on what still glides only stops it
            if shown >= 0.7 * height:
                page_browser.driver.execute_async_script("setTimeout(arguments[0], 300)")
                continue
            steps = [(x, bottom - 8 - part * 7) for part in range(9)]
            page_browser.drag(*(steps if stood[1] > (top + bottom) / 2 else reversed(steps)))
            page_browser.driver.execute_async_script("setTimeout(arguments[0], 50)")
        else:
            raise AssertionError(f"{aim} is not reached")
        page_browser.tap(*stood)
    page_browser.wait("return document.activeElement.dataset.key === 'Text size'")
