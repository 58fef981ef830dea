"""`pyramidion check --course`: its lines and status, the looks it measures, the shipped courses."""

import pytest
import shipped
from PySide6.QtTest import QTest

from model.positions.setup import read_position
from model.records import files
from model.records import record as records
from model.records.files import Contents
from model.records.lesson import Answer, Lesson, Step, Task
from model.records.view import Camera, Peel, View
from viewer.cli.check import BELOW, CORNER, SCENES, Courses, hidden_looks
from viewer.cli.main import main

WALL = read_position("partition:size=4,rules=free RRRR,4,4,4/RRR,3,3/RR,2/R red")
COURSES = sorted((shipped.EXAMPLES / "lessons").glob("*.pyramidion"))


def lesson(*steps, **headers):
    record = records.set_lesson(records.new_record(str(WALL)), Lesson(steps))
    for name, text in headers.items():
        record = records.head(record, name, text)
    return record


def asked(view, accepted=("1c3",)):
    told = (Answer(("2d4",), "Too high."),)
    return Step(0, "Play.", view=view, task=Task("place", accepted=accepted, foreseen=told,
                                                 hint="Look."))  # fmt: skip


def test_lines_are_added_and_faults_end_with_status_1(tmp_path, capsys):
    path = tmp_path / "a.pyramidion"
    said = Step(0, "Red holds SW.", title="Hold")
    files.save(path, Contents(lesson(said), 0, View()))
    assert main(["check", str(path)]) == 0
    plain = capsys.readouterr()
    assert plain.out == f"{path}: ok, lesson, 1 step\n"
    assert main(["check", "--course", str(path)]) == 1
    both = capsys.readouterr()
    assert both.out.startswith(
        plain.out + f"{path}: 3 words a step, 3 at most; 0 terms; of 0 tasks"
    )
    assert both.err == f'pyramidion: {path}: step 1: "Hold" is used, but no step teaches it\n'


def test_chapters_of_a_course_know_what_those_before_taught():
    first = lesson(Step(0, "To **hold** a corner."), course="Balls")
    second = lesson(Step(0, "Red holds SW."), course="Balls")
    other = lesson(Step(0, "Red holds SW."), course="Other")
    courses = Courses()
    assert courses.check(first)[1] == []
    assert courses.check(second)[1] == []
    assert len(courses.check(other)[1]) == 1
    assert len(Courses().check(second)[1]) == 1


@pytest.mark.parametrize(
    ("view", "seen"),
    [
        (View(camera=Camera(azimuth=180.0, elevation=40.0)), True),
        (View(camera=Camera(azimuth=0.0, elevation=20.0)), False),
        (View(camera=Camera(azimuth=0.0, elevation=20.0), explode=0.6), True),
        (View(camera=Camera(azimuth=0.0, elevation=20.0), layer=("south", 1)), True),
        (View(camera=Camera(azimuth=180.0, elevation=40.0), peel=Peel(levels=(2, 4))), False),
        (View(camera=Camera(azimuth=180.0, elevation=40.0, distance=400.0)), False),
        (View(camera=Camera(azimuth=180.0, elevation=40.0, centre=(90, 0, 0))), False),
    ],
)
def test_a_first_look_that_hides_the_answer_is_named(view, seen):
    found = list(hidden_looks(lesson(asked(view))))
    both = "step 1: the answer is hidden at first at 1024x768 and 1366x768"
    assert found == ([] if seen else [both])


def test_one_answer_that_is_seen_is_enough():
    view = View(camera=Camera(azimuth=30.0, elevation=20.0))
    assert list(hidden_looks(lesson(asked(view, ("1c3",))))) != []
    assert list(hidden_looks(lesson(asked(view, ("1c3", "1g3"))))) == []


@pytest.mark.check
def test_the_scene_of_a_lesson_is_as_large_as_is_assumed(open_window, qtbot):
    window = open_window(1366, 768)
    window.session.open(shipped.LESSON)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60000)
    if window.session.document.exercise is None:
        window.perform("teach.begin")
    for size, (width, height) in SCENES.items():
        window.resize(*map(int, size.split("x")))
        QTest.qWait(50)
        scene = window.scene_view.widget
        assert scene.width() == pytest.approx(width, abs=25), size
        assert scene.height() == pytest.approx(height, abs=25), size
        ((below, corner, _, _),) = window.scene_view.floating.covered()
        assert (below, corner) == (pytest.approx(BELOW, abs=4), pytest.approx(CORNER, abs=4))


@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)
def test_a_shipped_course_teaches(path):
    courses = Courses()
    for record in shipped.lessons(path):
        assert courses.check(record)[1] == [], record.headers["title"]
