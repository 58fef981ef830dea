"""What a monkey looks for is seen when it is there: errors, warnings, frozen seconds, growth."""

import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from monkey_counts import grown
from monkey_eyes import Eyes, signature

from viewer.window.application import catch_errors

SUPPORT = Path(__file__).parents[1] / "support"


@pytest.fixture
def eyes(tmp_path, qapp, monkeypatch):
    """Eyes that look, in a program that sends all errors to its log."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = list(logging.getLogger().handlers)
    undo = catch_errors(lambda sentence: None)
    made = Eyes(tmp_path / "events.log", frozen=0.3)
    made.watch()
    yield made
    made.pulse.end()
    undo()
    logging.getLogger().handlers[:] = before


def kinds(eyes):
    return sorted({name.partition(":")[0] for name in eyes.findings})


def test_an_error_in_the_log_is_found_once_and_counted(eyes, tmp_path, capsys):
    eyes.note("click here")
    for number in (3, 4):
        logging.getLogger("viewer").error("listener %d failed", number)
    logging.getLogger("viewer").warning("a disk is full")
    ((name, known),) = eyes.findings.items()
    assert name == "error: viewer: listener # failed"
    assert known["times"] == 2
    assert '"0 click here"' in capsys.readouterr().out
    assert (tmp_path / "events.log").read_text() == "0 click here\n"


def test_warnings_of_qt_and_errors_of_vtk_are_found(eyes):
    from PySide6.QtCore import qWarning

    from viewer.scene.vtk import vtkOutputWindow

    qWarning("QPainter::begin: there is no such thing")
    qWarning("This plugin does not support raise()")
    vtkOutputWindow.GetInstance().InvokeEvent("ErrorEvent", "ERROR: no texture unit is left")
    assert kinds(eyes) == ["qt", "vtk"]
    assert len(eyes.findings) == 2


def test_what_python_cannot_raise_is_found(eyes):
    class Bad:
        def __del__(self):
            raise ValueError("too late")

    Bad()
    assert kinds(eyes) == ["unraisable"]


def test_work_without_a_look_at_the_person_is_frozen_and_waiting_is_not(eyes, qtbot):
    qtbot.wait(120)
    time.sleep(0.6)
    qtbot.wait(120)
    assert not eyes.findings
    end = time.thread_time() + 0.8
    while time.thread_time() < end:
        sum(range(1000))
    qtbot.waitUntil(lambda: bool(eyes.findings), timeout=20_000)
    assert kinds(eyes) == ["frozen"]


def test_errors_of_overrides_are_told_before_qt_has_them(tmp_path):
    """In a process of its own: classes are made in another way from then on."""
    program = f"""
import sys
sys.path.insert(0, {str(SUPPORT)!r})
from monkey_overrides import tell_overrides
tell_overrides(lambda kind, text: print(kind, text.splitlines()[0], text.splitlines()[-1]))
exec(compile('''
class Base:
    def paintEvent(self, event):
        raise ValueError(event)
    def other(self):
        raise KeyError("not told")
''', "x", "exec"), {{"__name__": "viewer.x"}}, there := {{}})
for do in (lambda: there["Base"]().paintEvent("bad"), lambda: there["Base"]().other()):
    try:
        do()
    except (ValueError, KeyError):
        print("raised")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "override Base.paintEvent ValueError: bad",
        "raised",
        "raised",
    ], done.stderr


def test_findings_are_the_same_where_the_innermost_places_are():
    def trace(middle, error):
        return (
            "Traceback (most recent call last):\n"
            f'  File "/a/viewer/window/x.py", line 3, in f\n  File "/usr/{middle}", line 8, in g\n'
            f'  File "/a/model/y.py", line 5, in h\nValueError: {error}\n'
        )

    assert signature(trace("one.py", "no 7")) == signature(trace("other.py", "no 8"))
    assert signature(trace("one.py", "no 7")) != signature(trace("one.py", "gone"))


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ([5, 5, 5, 5, 5, 5], {}),
        ([1, 5, 5, 5, 6, 5], {}),
        ([5, 9, 5, 9, 5, 9], {}),
        ([1, 2, 3, 4, 5, 6], {"threads": (4, 5)}),
        ([1, 2], {}),
    ],
)
def test_only_what_grows_all_the_time_has_grown(seen, found):
    assert grown([{"threads": count} for count in seen]) == found


def test_the_fence_lets_nothing_out(tmp_path):
    """In a process of its own: an audit hook stays."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "mine").write_text("mine")
    program = f"""
import os, shutil, sys
sys.path.insert(0, {str(SUPPORT)!r})
from pathlib import Path
from monkey_materials import fence
inside, outside = Path({str(inside)!r}), Path({str(outside)!r})
fence(inside)
(inside / "a").write_text("a")
(inside / "a").rename(inside / "b")
(inside / "folder" / "deeper").mkdir(parents=True)
shutil.rmtree(inside / "folder")
assert (outside / "mine").read_text() == "mine"
tries = (
    lambda: (outside / "mine").write_text("yours"),
    lambda: (outside / "mine").unlink(),
    lambda: (inside / "b").rename(outside / "mine"),
    lambda: (outside / "mine").rename(inside / "c"),
    lambda: (outside / "new").mkdir(),
    lambda: os.open(outside / "new", os.O_WRONLY | os.O_CREAT),
)
for one in tries:
    try:
        one()
    except PermissionError:
        print("held")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split() == ["held"] * 6, done.stderr
    assert os.listdir(outside) == ["mine"]
    assert (outside / "mine").read_text() == "mine"


def test_hands_pass_over_what_came_to_lie_where_a_window_was(qapp, monkeypatch):
    from monkey_hands import handle_of
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QWidget, QWidgetItem

    top = QWidget()
    top.show()
    windows = QGuiApplication.allWindows()
    monkeypatch.setattr(QGuiApplication, "allWindows", lambda: [QWidgetItem(top), *windows])
    found = handle_of(top)
    assert found is not None
    assert found.winId() == top.winId()
    top.close()
