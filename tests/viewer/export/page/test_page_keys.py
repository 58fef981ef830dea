"""Keys of one letter can be switched off on a page, and the cursor can sound."""

import pytest
from mixed_page import lesson_page, page_with
from selenium.webdriver.common.keys import Keys

from model.records.lesson import Step, Task
from model.records.record import new_record

pytestmark = [pytest.mark.process, pytest.mark.slow]
SOUNDED = """
window.sounded = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  sounded.push(Math.round(this.frequency.value));
  start.call(this, when);
};
const Pan = StereoPannerNode;
window.StereoPannerNode = class extends Pan {
  constructor(context, options) {
    super(context, options);
    sounded.push(options.pan);
  }
};
"""


@pytest.fixture
def page(tmp_path):
    start = "partition:size=4 4,4,4,4/3,3,3/2,2/1 red"
    return page_with(tmp_path / "page.html", new_record(start))


def tick(browser, words):
    """Switch something under More, by its words."""
    browser.wait("return document.querySelector('[data-key=settings]')")
    browser.run("document.querySelector('[data-key=settings]').closest('details').open = true")
    assert browser.run(
        "const all = [...document.querySelectorAll('label')];"
        "const one = all.find((label) => label.textContent.includes(arguments[0]));"
        "one?.querySelector('input').click(); return !!one",
        words,
    )


@pytest.mark.check
def test_letters_are_no_keys_where_they_are_switched_off(page_browser, page):
    dark = "return getComputedStyle(document.body).backgroundColor"
    page_browser.open(page, size=(1000, 700))
    page_browser.keys("5")
    tick(page_browser, "Keys of one letter")
    before = page_browser.run(dark)
    page_browser.run("document.activeElement.blur()")
    page_browser.keys("d", "3", "?")
    assert page_browser.run(dark) == before
    assert not page_browser.run("return !!document.querySelector('dialog[open]')")
    assert page_browser.run("return !!document.querySelector('[data-key=settings]')")
    page_browser.driver.refresh()
    page_browser.wait("return document.querySelector('canvas')")
    page_browser.keys("d")
    assert page_browser.run(dark) == before, "the page remembers"
    page_browser.run("document.querySelector('canvas').focus()")
    page_browser.keys(Keys.ARROW_RIGHT)
    page_browser.wait("return document.body.textContent.includes('level 1, empty')")


@pytest.mark.check
def test_the_keyboard_stays_near_a_button_that_goes_away(page_browser, tmp_path):
    task = Task("place", accepted=("1a1",), right="Yes.", otherwise="No.")
    steps = (Step(0, "Look."), Step(0, "Move.", task=task))
    page_browser.open(lesson_page(tmp_path / "page.html", "partition:size=2 2,2/1 red", *steps))
    focused = "const one = document.activeElement; return one.dataset.key ?? one.localName"
    page_browser.run("document.querySelector('[data-key=next]').focus()")
    page_browser.keys(Keys.ENTER)
    assert page_browser.run(focused) == "back", "the last step has no next one"
    page_browser.keys("/", "1a3", Keys.ENTER)
    page_browser.find('[data-key="Try again"]').send_keys(Keys.ENTER)
    assert page_browser.run(focused) == "canvas", "nothing is left of its group"


@pytest.mark.check
def test_the_cursor_sounds_by_level_and_file_where_it_is_wanted(page_browser, page):
    with page_browser.beforehand(SOUNDED):
        page_browser.open(page, size=(1000, 700))
        page_browser.run("document.querySelector('canvas').focus()")
        page_browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        assert page_browser.run("return sounded") == []
        page_browser.keys("5")
        tick(page_browser, "Tones under the cursor")
        page_browser.run("document.querySelector('canvas').focus()")
        page_browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.PAGE_UP)
        heard = page_browser.run("return sounded")
        pitches, pans = heard[1::2], heard[::2]
        assert pitches[-2:] == [220, 440], "four levels are three octaves"
        assert pans[-2] == -1, "the first file is heard from the left"
        assert pans[-1] > -1
