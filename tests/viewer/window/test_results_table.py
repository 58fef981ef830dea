"""What pupils handed in, in the window by real events: the table, the board, a set to repeat."""

import csv
import ctypes
import subprocess
import sys
from ctypes.util import find_library

import drag_source
import pytest
import shipped
from handed_in import handed_in, mailed, sealed
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.records import files
from viewer.session.progress import pupils
from viewer.window.dialogs.results_table import ResultsTable
from viewer.window.document_tabs import tab_text


class RealMouse:
    """Moves and presses the mouse of the display that `DISPLAY` names; by the XTEST extension."""

    def __init__(self) -> None:
        self._x11 = ctypes.CDLL(find_library("X11") or "libX11.so.6")
        self._test = ctypes.CDLL(find_library("Xtst") or "libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(None))
        assert self._display, "no X server"

    def move(self, x: int, y: int) -> None:
        """Put the mouse on a pixel of the screen."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x11.XFlush(self._display)

    def button(self, *, down: bool) -> None:
        """Press the left button, or let it go."""
        self._test.XTestFakeButtonEvent(self._display, 1, down, 0)
        self._x11.XFlush(self._display)

    def close(self) -> None:
        """Leave the server."""
        self._x11.XCloseDisplay(self._display)


LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(shared_window):
    return shared_window(1200, 800)


@pytest.fixture
def lesson():
    return files.load(next(path for path in shipped.LESSONS if "pyraos" in path.stem)).record


@pytest.fixture
def folder(lesson, tmp_path):
    """Two pupils' files, and one that is damaged."""
    walks = {
        "Anna": [(1, 0, "2b2", True), (2, 9, "1g3", False), (2, 20, "1g1-2b2", True)],
        "Ben": [(1, 0, "1g3", False), (2, 4, "1g3", False), (2, 8, "shown")],
    }
    folder = tmp_path / "class"
    folder.mkdir()
    for name, said in walks.items():
        path = folder / f"{name}.pyramidion-results"
        path.write_bytes(sealed(handed_in(name, lesson, said)))
    (folder / "Cleo.pyramidion-results").write_bytes(b"{}")
    return folder


def drop(window, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    place, action = QPointF(50, 50), Qt.DropAction.CopyAction
    held = (LEFT, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(QDropEvent(place, action, data, *held))


@pytest.fixture
def drag(qtbot):
    """Draws files from the window of another program onto a widget, as a hand does."""
    if QGuiApplication.platformName() != "xcb":
        pytest.skip("no X server here")
    mouse, programs = RealMouse(), []

    def drags(paths, onto):
        command = [sys.executable, drag_source.__file__, "5", "5", *map(str, paths)]
        programs.append(subprocess.Popen(command, stdout=subprocess.PIPE))
        assert programs[-1].stdout.readline() == b"shown\n"
        end = onto.mapToGlobal(onto.rect().center())
        for place in (QPoint(20, 20), QPoint(40, 40), end - QPoint(9, 9), end):
            mouse.move(place.x(), place.y())
            qtbot.wait(100)
            mouse.button(down=place != end)

    yield drags
    for program in programs:
        program.kill()
        program.communicate()
    mouse.close()


@pytest.mark.check
@pytest.mark.process
def test_files_are_dragged_from_another_program(window, folder, drag, qtbot):
    drag([folder / "Ben.pyramidion-results"], window.scene_view.widget.surface)
    qtbot.waitUntil(lambda: window.findChild(ResultsTable) is not None)
    dialog = window.findChild(ResultsTable)
    assert cells(dialog)[0][3:] == ["Ben"]
    drag([folder], dialog.table)
    qtbot.waitUntil(lambda: cells(dialog)[0][3:] == ["Ben", "Anna"])
    dialog.reject()


def cells(dialog):
    table = dialog.table
    columns, rows = range(table.columnCount()), range(table.rowCount())
    head = [table.horizontalHeaderItem(column).text() for column in columns]
    assert sum(text.endswith(" ▾") for text in head) == 1
    head = [text.removesuffix(" ▾") for text in head]
    return [head, *([table.item(row, column).text() for column in columns] for row in rows)]


def press(dialog, button):
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)


def test_dropped_files_are_a_table_and_stand_on_the_board(window, folder, qtbot):
    drop(window, folder)
    dialog = window.findChild(ResultsTable)
    assert cells(dialog) == [
        ["Task", "Missed", "Time", "Anna", "Ben"],
        ["3. Lifting", "2 of 2", "0:14", "2nd", "shown"],
        ["2. Four carry one", "1 of 2", "0:00", "✓", "✗"],
    ]
    assert "2 files read" in dialog.said.text()
    assert "Cleo.pyramidion-results: it holds no results of a page" in dialog.said.text()
    assert dialog.first.text() == "1 solved after tries, 1 solution shown. First tries: 1g3 (2)."
    press(dialog, dialog.show_button)
    assert not dialog.isVisible()
    exercise = window.session.exercise
    assert exercise.current.title == "Step 3: Lifting"
    assert [(mark.site, mark.colour, mark.text) for mark in exercise.current.marks] == [
        ("1g3", "red", "2")
    ]
    assert not window.session.document.edited
    QTest.mouseClick(window.notices.strip.button, LEFT)
    assert dialog.isVisible()
    dialog.table.setCurrentCell(0, 4)
    assert dialog.replay_button.text() == "Replay Ben"
    press(dialog, dialog.replay_button)
    steps = window.session.exercise.steps
    assert [(step.title, step.text) for step in steps] == [
        ("Step 2: Four carry one at 0:00", "Wrong: 1g3"),
        ("Step 3: Lifting at 0:04", "Wrong: 1g3"),
        ("Step 3: Lifting at 0:08", "The answer was shown."),
    ]
    assert window.session.exercise.current == steps[1]
    assert window.session.position.pieces.site.size > 0
    assert pupils.load().pupil.works == {}, "what pupils did is kept nowhere else"
    dialog.reject()


@pytest.mark.check
def test_pasted_text_and_what_was_done_here_stand_beside_each_other(
    window, folder, lesson, tmp_path, monkeypatch
):
    title = lesson.headers["title"]
    pupils.choose("Anna")
    done = pupils.TaskProgress("Four carry one", tries=2, seconds=70, solved="2026-11-26")
    work = pupils.ItemProgress(title=title, kind="lesson", tasks={"1": done})
    pupils.change("a key", lambda _: work)
    assert window.perform("teach.handed-in")
    dialog = window.findChild(ResultsTable)
    assert cells(dialog)[1] == ["2. Four carry one", "1 of 1", "1:10", "3rd"]
    text = mailed((folder / "Anna.pyramidion-results").read_bytes())
    QApplication.clipboard().setText(f"Dear teacher,\n> {text}".replace("\n", "\n> "))
    press(dialog, dialog.paste_button)
    assert cells(dialog)[0][3:] == ["Anna", "Anna (here)"]
    QApplication.clipboard().setText("nothing")
    press(dialog, dialog.paste_button)
    assert dialog.said.text() == "The clipboard cannot be used: it holds no results of a page."
    assert len(cells(dialog)) == 3
    out = tmp_path / "table.csv"
    monkeypatch.setattr(window.shell.ask, "table_file", lambda _: out)
    press(dialog, dialog.save_button)
    rows = list(csv.reader(out.read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0][5:] == ["Anna", "Anna (here)"]
    assert [title, "2", "Four carry one", "1"] in [row[:4] for row in rows]
    dialog.reject()


@pytest.mark.check
def test_what_most_missed_is_a_lesson_to_repeat(window, folder, lesson):
    drop(window, folder)
    dialog = window.findChild(ResultsTable)
    press(dialog, dialog.repeat_button)
    document = window.session.document
    assert document.edited, "a set to repeat is to be saved"
    title = f"Again: {lesson.headers['title']}"
    assert document.kept.headers["title"] == title
    assert tab_text(document) == f"{title} •"
    assert document.kept.lesson.steps == lesson.lesson.steps[1:3]
    assert window.session.exercise.asks
    window.session.close()
    dialog.reject()


def sort(dialog, column):
    """Press a heading."""
    header = dialog.table.horizontalHeader()
    x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))
    return [row[0] for row in cells(dialog)[1:]]


@pytest.mark.check
def test_a_heading_sorts_and_files_may_be_dropped_on_the_table(window, folder, lesson):
    other = handed_in("Dan", lesson, [(5, 3, "1c3", True), (2, 4, "1g1-2b2", True)])
    assert window.perform("teach.handed-in")
    dialog = window.findChild(ResultsTable)
    drop(dialog, folder)
    (folder / "Dan.pyramidion-results").write_bytes(sealed(other))
    drop(dialog, folder / "Dan.pyramidion-results")
    by_need = ["3. Lifting", "2. Four carry one", "6. Squares"]
    assert [row[0] for row in cells(dialog)[1:]] == by_need
    assert sort(dialog, 0) == ["2. Four carry one", "3. Lifting", "6. Squares"]
    assert sort(dialog, 4) == ["2. Four carry one", "3. Lifting", "6. Squares"], "what Ben missed"
    assert sort(dialog, 1) == by_need
    dialog.table.setCurrentCell(0, 0)
    assert dialog.first.text().endswith("“White lifts the sphere on 1g1 to 2b2” (1).")
    dialog.reject()


@pytest.mark.check
def test_what_is_forged_is_said_and_harms_nothing(window, lesson, tmp_path):
    path = tmp_path / "Mallory.pyramidion-results"
    said = handed_in("<b>Mallory</b>", lesson, [(1, 0, "9z9", True), (2, 1, "1g3", True)])
    said["items"][0]["tasks"][0]["position"] = "partition:size=4 nonsense"
    said["items"][0]["events"].append({"step": 0, "at": 5, "did": "try", "what": "x"})
    path.write_bytes(sealed(said))
    drop(window, path)
    dialog = window.findChild(ResultsTable)
    assert '"9z9" cannot be played there' in dialog.said.text()
    assert '"1g3" counts as right there, and is not' in dialog.said.text()
    for row in range(dialog.table.rowCount()):
        for act, button in ((dialog.show_first, "show"), (dialog.replay, "replay")):
            dialog.table.setCurrentCell(row, 3)
            if getattr(dialog, f"{button}_button").isEnabled():
                act()
                assert window.session.exercise is None or window.session.exercise.steps
    dialog.reject()
