"""A page that is served to a class: what is tried comes back, and it follows what is presented."""

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from model.exercises.exercise import GoTo

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.check]
LESSON = Path(__file__).parents[4] / "examples" / "lessons" / "02-pyraos-course.pyramidion"


def test_a_pupil_answers_in_a_browser_and_follows_the_steps(
    shared_window, qtbot, page_browser, monkeypatch
):
    window = shared_window(1200, 800)
    monkeypatch.setattr(window.shell.ask, "class_network", lambda: False)
    window.session.open(LESSON)
    window.shell.learning.begin()
    window.shell.learning.player.send(GoTo(2))
    assert window.perform("present.start")
    assert window.perform("present.ask-class")
    question = window.presentation.question
    qtbot.waitUntil(lambda: question._server is not None, timeout=60_000)
    server = question._server
    page_browser.driver.get(server.address)
    page_browser.find("#code").send_keys(server.code.lower(), Keys.ENTER)
    step = "return document.querySelector('.steps')?.textContent"
    qtbot.waitUntil(lambda: "3 of" in (page_browser.run(step) or ""), timeout=20_000)
    page_browser.find("#panel-Text form input").send_keys("1g3", Keys.ENTER)
    told = window.presentation.joining
    qtbot.waitUntil(lambda: "1 pupil joined, 1 answered" in told.text(), timeout=20_000)
    window.presentation.step(1)
    qtbot.waitUntil(lambda: "4 of" in (page_browser.run(step) or ""), timeout=20_000)
    window.presentation.end()
    over = "return document.querySelector('[data-class]')?.dataset.class"
    qtbot.waitUntil(lambda: "over" in (page_browser.run(over) or ""), timeout=20_000)
    page_browser.driver.get("about:blank")
    page_browser.look()
    asked = [address for address in page_browser.asked if address.startswith("http")]
    page_browser.said.clear()  # that nobody answers any more
    page_browser.asked.clear()
    assert asked
    assert all(address.startswith(f"{server.address}/") for address in asked)
