"""Lessons in the window and on a page: both show the same, before and after answers."""

import base64
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mixed_page import page_with
from msgspec import structs
from page_walker import data_of

from model.exercises.exercise import Choose
from model.lessons.judging import judge
from model.records.files import Collection, load_any, load_item, save, save_collection
from model.records.lesson import Lesson, step_for
from model.records.record import set_lesson
from viewer.export.items import items_of
from viewer.export.page.page_data import LayerReader
from viewer.games.registry import explainer_of
from viewer.learn.slides import plain_text
from viewer.panels.learn_panel import LessonPage
from viewer.picture.compose.composer import base_picture
from viewer.visuals.overlay_types import Pour, Threats

pytestmark = [pytest.mark.process, pytest.mark.slow]
LESSONS = Path(__file__).parents[4] / "examples" / "lessons"
COURSES = tuple(path.name for path in sorted(LESSONS.glob("*.pyramidion")))
SOME = {"01-partition-course.pyramidion": (0, 2, 3, 7)}
"""Lessons of a course whose sweep takes longer than a minute; those of the others 15 s to 40 s."""
SHOWN = """
const {player, scene} = pyramidionPage, {place} = player, {what} = scene;
const pieces = (place.pieces ?? place.node.pieces)[scene.palette];
return {
  owners: [...place.owners],
  layers: what.layers.filter((one) => !pieces.includes(one))
    .map((one) => [one.shader, one.corners, one.points]),
  pour: what.pour ? [[...what.pour.distances], what.pour.owner] : null,
  said: document.querySelector('#panel-Text .answer > div')?.innerText ?? '',
  tone: document.querySelector('#panel-Text .answer')?.classList[1] ?? '',
  boards: [...document.querySelectorAll('.sheet')].map((one) =>
    [one.querySelector('h3').textContent,
     [...one.querySelectorAll('.written')].map((cell) => cell.title)]),
  offered: [...document.querySelectorAll('#panel-Text button, .bar button')]
    .filter((one) => !one.disabled)
    .map((one) => [one.textContent, one.matches('.primary')]),
}
"""
OFFERED = {"Try again", "Do this task again", "Hint", "Next"}
ASK = "pyramidionPage.player.ask(arguments[0])"
"""Events are the same in the program and in a page."""
DONE = "return !pyramidionPage.player.exercise.then"


def rows(layers):
    """Each thing that is drawn, wherever it stands in whichever layer."""
    found = Counter()
    for shader, corners, points in layers:
        places = np.frombuffer(base64.b64decode(points.removeprefix("f4:")), "<f4")
        for row in places.reshape(-1, 3 * corners):
            found[shader, tuple(np.round(row, 3).tolist())] += 1
    return found


class Both:
    """A course in the window, and as a page in a browser."""

    def __init__(self, window, qtbot, browser, drawing):
        self.window, self.qtbot, self.browser, self.drawing = window, qtbot, browser, drawing
        self.player = window.shell.learning.player
        self.panel = window.docks.panel("learn").findChild(LessonPage)  # it lets pour what pours
        self.faults, self.named, self.refused = [], "", False

    def settle(self):
        player, analysis = self.player, self.window.shell.analysis
        self.qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)

        def done():
            position = self.window.session.position
            if not self.window.display.is_ready:
                return False
            if explainer_of(position) is None or position.outcome is not None:
                return True
            known = analysis._known.of(position)
            return known is not None and known.done

        self.qtbot.waitUntil(done, timeout=60_000)
        self.qtbot.wait(1)
        self.browser.wait(DONE)

    def compare(self, where):
        self.settle()
        for _ in range(8):  # the window goes on thinking of a position
            faults = self.different()
            if not faults:
                return
            self.qtbot.wait(250)
        self.faults += [(where, *fault) for fault in faults]

    def different(self):
        window, page, faults = self.in_window(), self.browser.run(SHOWN), []
        # -1 is nothing on a page, and -2 what belongs to nobody.
        page["owners"] = {k: max(one, -1) for k, one in enumerate(page["owners"]) if one != -1}
        page["layers"] = rows(page["layers"])
        said = ((words.removesuffix(" lesson"), main) for words, main in page["offered"])
        page["offered"] = {words: main for words, main in said if words in OFFERED}
        for what, wanted in window.items():
            given = page[what]
            if what == "offered" and self.refused:  # a page says that it cannot set this task
                continue
            if given != wanted:
                apart = (wanted - given, given - wanted) if what == "layers" else (wanted, given)
                faults.append((what, *apart))
        return faults

    def in_window(self):
        picture, position = self.window.scene_view.widget.picture, self.window.session.position
        pours = [one for one in picture.overlays if isinstance(one, Pour)]
        # Threats are looked for while the window has nothing else to do: no page has them.
        others = tuple(one for one in picture.overlays if not isinstance(one, Pour | Threats))
        laid = self.drawing.marks(base_picture(position), others)["light"]
        run = self.player.exercise
        said = plain_text(run.said).replace("**", "")
        if self.named and run.tone == "wrong":  # a page says which point was touched
            said = f"{self.named}: {said}"
        return {
            "owners": dict(
                zip(picture.pieces.site.tolist(), picture.pieces.owner.tolist(), strict=True)
            ),
            "layers": rows((one.shader, one.corners, one.points) for one in laid),
            "pour": [pours[0].distances.tolist(), pours[0].owner] if pours else None,
            "boards": [
                [
                    one.title,
                    [
                        f"{c.words or c.printed}, {c.value}".lstrip(", ")
                        for c in one.cells
                        if c.value
                    ],
                ]
                for one in position.sheets
            ],
            "tone": run.tone if run.said else "",
            "offered": self.offered(),
            "said": re.sub(r"\s*\n\s*", "\n\n", said).strip(),
        }

    def offered(self):
        """The buttons that are offered, and whether the way on stands out."""
        panel = self.panel
        panel.changed(self.window.session.whole())  # it may lie behind another dock
        shown = [one for one in (panel.again, panel.renew, panel.hint) if not one.isHidden()]
        offered = {one.text(): one is panel.again for one in shown}
        on = panel.chapter if panel.next.isHidden() else panel.next
        if on.isEnabled():
            offered["Next"] = on.property("role") == "primary"
        return {words: main for words, main in offered.items() if words in OFFERED}

    def answer(self, step, given):
        """Give an answer in both: a move, the name of a point or the number of a choice."""
        kind, names = step.task.kind, self.window.session.position.game.board.names
        self.named = given if kind == "click" else ""
        if kind == "place":
            event = {"tried": given}
            self.window.session.play(given)
        elif kind == "click":
            event = {"click": names.index(given), "name": given}
            self.player.click(names.index(given))
        else:
            event = {"choose": given}
            self.player.send(Choose(given))
            if step.task.choices[given].position:  # it is looked at first
                self.browser.run(ASK, event)
        self.browser.run(ASK, event)


def answers(step, position, held):
    """An answer of each kind to a task: wrong ones, foreseen and not, then a right one.

    `held` is the step as the page holds it: of very many moves it offers a few.
    """
    task = step.task
    if task.kind == "choice":
        given = range(len(task.choices))
    elif task.kind == "click":
        given = position.game.board.names
    else:
        given = held["task"]["verdicts"][str(held["node"])]
    wrong, foreseen, right = None, None, None
    for one in given:
        verdict = judge(position, task, one)
        if verdict.right:
            right = one if right is None else right
        elif verdict.line or verdict.foreseen:
            foreseen = one if foreseen is None else foreseen
        else:
            wrong = one if wrong is None else wrong
        if None not in (wrong, foreseen, right):
            break
    return [one for one in (wrong, foreseen, right) if one is not None]


def go_through(both, number, lesson, data):
    """Compare a lesson step by step."""
    player, browser = both.player, both.browser
    for k, step in enumerate(step_for(one, "page") for one in lesson.steps):
        both.named = ""
        both.refused = step.task is not None and data["steps"][k]["task"] is None
        player.ask_again(k)
        browser.run("pyramidionPage.player.go(arguments[0])", k)
        if step.view is None or step.view.show != "values":  # the window proves them for long
            both.compare((number, k + 1, "before"))
        if step.task is None or both.refused:
            continue
        for given in answers(step, both.window.session.position, data["steps"][k]):
            both.answer(step, given)
            both.compare((number, k + 1, given))
            if step.task.kind == "place":
                player.send("again")
                browser.run(ASK, "home")


def compare(window, qtbot, browser, path):
    """Return what differs in the lessons of a file."""
    held = load_any(path)
    given = list(items_of(held, path.name))
    page = page_with(path.with_suffix(".html"), *given)
    data, drawing = data_of(page), LayerReader()
    browser.open(page, size=(360, 400))  # little to draw
    browser.find("#panel-Text")
    browser.run("pyramidionPage.later = (act) => void setTimeout(act)")  # replies do not wait
    both = Both(window, qtbot, browser, drawing)
    for number, item in enumerate(given):
        window.session.open(path, number if isinstance(held, Collection) else None)
        both.player.begin_lesson(0)
        browser.run("pyramidionPage.open(arguments[0])", number)
        go_through(both, number, item.contents.record.lesson, data["items"][number])
    drawing.close()
    return "\n".join(map(str, both.faults))


def kept(path, *items):
    """Write lessons with the words of a page, which the window says then as well."""
    changed = []
    for contents in items:
        lesson = contents.record.lesson
        lesson = Lesson(steps=tuple(step_for(step, "page") for step in lesson.steps))
        changed.append(replace(contents, record=set_lesson(contents.record, lesson)))
    if len(changed) > 1:
        save_collection(path, Collection(items=tuple(changed)))
    else:
        save(path, changed[0])
    return path


@pytest.mark.check
def test_steps_show_the_same(open_window, qtbot, page_browser, tmp_path):
    """What a view shows on after its step, what a step shows itself, and what pours."""
    contents = load_item(LESSONS / "06-poly-y-course.pyramidion", 0)
    lesson = contents.record.lesson
    few = structs.replace(lesson, steps=tuple(lesson.steps[k] for k in (0, 2, 4)))
    contents = replace(contents, record=set_lesson(contents.record, few))
    path = kept(tmp_path / "few.pyramidion", contents)
    assert not compare(open_window(), qtbot, page_browser, path)


@pytest.mark.soak
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("course", "lessons"),
    [pytest.param(one, SOME.get(one), marks=pytest.mark.check) for one in COURSES]
    + [pytest.param(one, None, marks=pytest.mark.soak) for one in SOME],
)
def test_all_steps_show_the_same(open_window, qtbot, page_browser, tmp_path, course, lessons):
    held = load_any(LESSONS / course)
    items = getattr(held, "items", (held,))
    given = items if lessons is None else [items[number] for number in lessons]
    assert not compare(open_window(), qtbot, page_browser, kept(tmp_path / course, *given))
