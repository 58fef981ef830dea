"""What the page's one live region says: every event once, politely."""

import pytest
from mixed_page import page_with
from page_browser import DRAWN
from selenium.webdriver.common.keys import Keys

from model.records import record as records
from model.records.lesson import Answer, Choice, Lesson, Step, Task
from model.records.record import ROOT, new_record

pytestmark = [pytest.mark.process, pytest.mark.slow]
START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
HEARD = """
window.heard = [];
new MutationObserver((changes) => {
  const live = (node) => (node.nodeType === 1 ? node : node.parentElement)
    ?.closest("[aria-live], [role=status], [role=alert], [role=log]");
  for (const one of new Set(changes.map((change) => live(change.target)).filter(Boolean))) {
    const polite = one.ariaLive === "polite" ? "" : "RUDE ";
    if (one.textContent.trim()) heard.push(polite + one.textContent.trim());
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
GAME: tuple[tuple[str, list[str]], ...] = (
    (".", ["Red places a ball on 1a1. Blue to move."]),
    (".", ["Blue places a ball on 1c1. Red to move."]),
    (",", ["Red places a ball on 1a1. Blue to move."]),
    ("/", ["There is nothing to type here."]),
    ("c", ["Cut: level 2."]),
    ("]", ["Cut: level 3."]),
    ("c", ["Nothing is cut."]),
    ("+", ["Levels apart: 0.25."]),
    *(("-", [f"Levels apart: {apart}."]) for apart in ("0", "-0.25", "-0.5", "-0.7")),
    ("+", ["Levels apart: -0.45."]),
    ("g", ["All empty points are shown."]),
    ("d", ["Colours: dark."]),
    ("t", ["Text size: 125 %."]),
    ("h", ["The whole board is seen."]),
    ("o", ["Nothing is kept in sight."]),
    ("1", []),
    (Keys.ESCAPE, []),
    (Keys.ARROW_LEFT, ["1c1, level 1, empty, legal: 5 neighbours, 1 red (1a1)"]),
    (Keys.ARROW_LEFT, ["1a1, level 1, red: 3 neighbours"]),
    (Keys.ARROW_LEFT, ["west wall"]),
    (Keys.PAGE_DOWN, ["base"]),
    ("l", ["Lens at 1a1."]),
    ("l", ["No lens."]),
    (Keys.PAGE_UP, ["2b2, level 2, empty: 7 neighbours, 1 red (1a1)"]),
    (Keys.ENTER, ["The file has no move there."]),
)
LESSON: tuple[tuple[str, list[str]], ...] = (
    ("/", []),
    ("9z9" + Keys.ENTER, ["9z9 cannot be played here."]),
    ("1C3" + Keys.ENTER, ["Not right. No."]),
    ("1E1" + Keys.ENTER, ["Not right. Blue cuts. Blue places a ball on 2b2."]),
    ("1A1" + Keys.ENTER, ["Right. Yes."]),
    (".", ["Step 2 of 3. A step. Which? Choose. This, That."]),
    ("1", []),
    (Keys.TAB * 2 + Keys.ENTER, ["Not right. It is not."]),
    (Keys.TAB + Keys.ENTER, ["Right. It is."]),
    (".", ["Step 3 of 3. A step. Where? Choose the answer on the board."]),
    (Keys.ESCAPE + "/1c1" + Keys.ENTER, ["Right. There."]),
)


def lesson():
    choices = (Choice("This", answer="It is not."), Choice("That", right=True, answer="It is."))
    tasks = {
        "Move.": Task(
            "place",
            accepted=("1a1",),
            right="Yes.",
            otherwise="No.",
            foreseen=(Answer(("1e1",), "Blue cuts.", line=("2b2",)),),
        ),
        "Which?": Task("choice", choices=choices),
        "Where?": Task("click", accepted=("1c1",), right="There.", otherwise="No."),
    }
    steps = tuple(Step(0, text, title="A step", task=task) for text, task in tasks.items())
    return records.set_lesson(new_record(START), Lesson(steps))


def game():
    record, node = new_record(START), ROOT
    for move in ("1a1", "1c1"):
        record, node = records.play(record, node, move)
    return record


@pytest.mark.parametrize(
    ("record", "rows"),
    [
        pytest.param(game, GAME, id="game"),
        pytest.param(lesson, LESSON, id="lesson", marks=pytest.mark.check),
    ],
)
def test_every_event_is_said_once_and_politely(page_browser, tmp_path, record, rows):
    path = page_with(tmp_path / "page.html", record())
    with page_browser.beforehand(HEARD):
        page_browser.open(path)
        heard = [(None, page_browser.run("return heard.splice(0)"))]
        for keys, wanted in rows:
            page_browser.keys(*keys)
            page_browser.wait("return heard.length >= arguments[0]", len(wanted))
            page_browser.driver.execute_async_script(DRAWN)
            heard.append((keys, page_browser.run("return heard.splice(0)")))
    assert heard == [(None, []), *rows]
