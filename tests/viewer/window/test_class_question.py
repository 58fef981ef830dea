"""The class is asked while presenting: pupils join on pages, and their tries fall on the board."""

import http.client
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.exercises.exercise import GoTo

pytestmark = [pytest.mark.process, pytest.mark.slow]
COURSE = Path(__file__).parents[3] / "examples" / "lessons" / "02-pyraos-course.pyramidion"
FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
K = Qt.Key


@pytest.fixture
def lesson(tmp_path):
    """The first steps of a course, as the page of all of them takes its time."""
    course = json.loads(COURSE.read_text())
    del course["lesson"]["steps"][5:]
    path = tmp_path / COURSE.name
    path.write_text(json.dumps(course))
    return path


@pytest.fixture
def window(shared_window, monkeypatch):
    window = shared_window(1200, 800)
    monkeypatch.setattr(window.shell.ask, "class_network", lambda: False)
    yield window
    window.presentation.end()


def asked(window, qtbot):
    """Present what is open, and ask the class; return the server once the page is made."""
    assert window.perform("present.start")
    press(window, K.Key_J)
    question = window.presentation.question
    qtbot.waitUntil(lambda: question._server is not None, timeout=60_000)
    return question._server


def press(window, key):
    QTest.keyClick(window.focusWidget() or window, key)


class Pupil:
    """A pupil's browser, as the server knows it."""

    def __init__(self, server):
        self._port = server.port
        self._cookie = ""
        _, headers = self.ask("GET", f"/?code={server.code}")
        self._cookie = headers["Set-Cookie"].partition(";")[0]

    def ask(self, method, path, body=None):
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        line.request(method, path, body, {"Cookie": self._cookie} if self._cookie else {})
        answer = line.getresponse()
        got = answer.read(), answer.headers
        line.close()
        return got

    def tries(self, step, *what):
        events = [
            {"item": 0, "step": step, "at": k, "did": "try", "what": one, "right": right}
            for k, (one, right) in enumerate(what)
        ]
        self.ask("POST", "/try", json.dumps(events))


@pytest.mark.check
def test_tries_of_a_class_stand_on_the_board_once_they_are_shown(window, qtbot, lesson):
    window.session.open(lesson)
    window.shell.learning.begin()
    window.shell.learning.player.send(GoTo(2))
    server = asked(window, qtbot)
    question, laid = window.presentation.question, window.scene_view.laid
    pupils = [Pupil(server) for _ in range(3)]
    page, _ = pupils[0].ask("GET", "/page")
    assert b"connect-src 'self'" in page
    pupils[0].tries(2, ("1g3", False), ("1g1-2b2", True))
    pupils[1].tries(2, ("1g3", False))
    pupils[1].tries(2, ("1g3", False))  # sent twice, as the answer was lost
    pupils[2].ask("POST", "/try", b'[{"no": "try"}]')
    told = window.presentation.joining
    qtbot.waitUntil(lambda: "3 pupils joined, 2 answered" in told.text(), timeout=5_000)
    assert server.code in told.text()
    assert laid.shown == (), "covered until the teacher lifts it"
    press(window, K.Key_J)
    assert [(one.site, one.text, one.colour) for one in laid.shown] == [("1g3", "2", "red")]
    pupils[2].tries(2, ("1g1-2b2", True))
    qtbot.waitUntil(lambda: len(laid.shown) == 2, timeout=5_000)
    assert json.loads(pupils[0].ask("GET", "/step")[0]) == {"step": 2, "question": 0}
    window.presentation.step(1)
    assert json.loads(pupils[0].ask("GET", "/step")[0])["step"] == 3
    assert not question.is_lifted
    assert laid.shown == ()
    # Deep and long messages cost nothing.
    deep = b'[{"step":0,"at":0,"did":"hint","x":' + b"[" * 9999 + b"]" * 9999 + b"}]"
    assert b"form of tries" in pupils[0].ask("POST", "/try", deep)[0]
    long = {"step": 0, "at": 0, "did": "try", "what": "1a1", "from": "x" * 50_000}
    pupils[0].ask("POST", "/try", json.dumps([long]))

    def sources():
        tries = question._tries.get(0, {}).values()
        return [one.source for one in tries if one.what == "1a1"]

    qtbot.waitUntil(lambda: bool(sources()))
    assert sources() == [""]
    port = server.port
    press(window, K.Key_Escape)
    assert not window.is_presenting
    with pytest.raises(OSError, match="refused"):
        http.client.HTTPConnection("127.0.0.1", port, timeout=5).request("GET", "/")
    assert laid.shown == ()


@pytest.mark.check
def test_a_choice_is_counted_on_its_buttons_and_a_game_asks_for_a_point(window, qtbot, lesson):
    window.session.open(lesson)
    window.shell.learning.begin()
    window.shell.learning.player.send(GoTo(4))
    pupil = Pupil(asked(window, qtbot))
    choices = window.presentation.choices
    texts = [button.text() for button in choices.buttons]
    pupil.tries(4, (texts[1], False))
    told = window.presentation.joining
    qtbot.waitUntil(lambda: "1 answered" in told.text(), timeout=5_000)
    press(window, K.Key_J)
    assert [button.text() for button in choices.buttons] == [f"{texts[0]}  (0)", f"{texts[1]}  (1)"]
    window.presentation.end()
    window.session.new(FOUR)
    pupil = Pupil(asked(window, qtbot))
    pupil.tries(0, ("2d4", True))
    qtbot.waitUntil(lambda: "1 answered" in told.text(), timeout=5_000)
    press(window, K.Key_J)
    assert [(one.site, one.colour) for one in window.scene_view.laid.shown] == [("2d4", "yellow")]
