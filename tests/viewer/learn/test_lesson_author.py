"""The lesson editor by real events: lessons made, reordered, given tasks, tried, kept."""

import os

import pytest
from learner import Learner
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.lessons.faults import lesson_faults
from model.records import files
from model.records.record import ROOT
from model.records.view import Camera, View
from viewer.learn.lesson_player import LessonRun
from viewer.panels.author.lesson_text import line_in, moves_in, words_in
from viewer.session import progress
from viewer.session.preferences import Preferences
from viewer.window import application
from viewer.window.main_window import MainWindow

SIZE_4 = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
LEFT, CTRL, ALT = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
K = Qt.Key


@pytest.fixture(scope="module")
def house(tmp_path_factory, qapp):
    """One window for all these tests: making one takes longer than most of them."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYRAMIDION_CONFIG", str(folder / "config"))
        patch.setenv("PYRAMIDION_STATE", str(folder / "state"))
        patch.setenv("PYRAMIDION_SCENE", os.environ.get("PYRAMIDION_SCENE", "image"))
        chosen = Preferences(effects="none")
        application.dress(qapp, chosen)
        made = MainWindow(chosen=chosen)
        made.resize(1280, 860)
        made.show()
        yield made
        made.close_window()
        qapp.processEvents()
        made.deleteLater()


@pytest.fixture
def window(house, qtbot, caplog):
    house.shell.scene.tools.leave()
    while house.session.document is not None:
        house.session.close()
    house.docks.close("learn")
    house.session.new(SIZE_4)
    qtbot.waitUntil(lambda: house.display.is_ready, timeout=30000)
    for move in ("1a1", "1g1", "1c1", "2b2"):
        house.session.play(move)
    house.activateWindow()
    house.shell.focus_scene()
    QTest.qWait(30)  # what can be done now is refreshed after a burst of changes
    yield house
    wrong = [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
    assert not wrong, [record.getMessage() for record in wrong]


class Author:
    """A person who writes a lesson: clicks, types and chooses."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot

    @property
    def panel(self):
        return self.window.docks.panel("learn").lesson_editor

    @property
    def form(self):
        return self.panel.form

    @property
    def task(self):
        return self.form.task

    @property
    def editing(self):
        return self.window.shell.learning.lesson_author

    @property
    def steps(self):
        return self.window.session.document.kept.lesson.steps

    @property
    def titles(self):
        return [step.title for step in self.steps]

    def make(self):
        self.press(self.window, K.Key_L, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert self.panel is not None

    def press(self, widget, key, keys=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(widget, key, keys)
        QTest.qWait(5)

    def click(self, button):
        self.panel.ensureWidgetVisible(button)
        QTest.qWait(5)
        assert button.isVisible(), button.text()
        assert button.isEnabled(), button.text()
        self.qtbot.mouseClick(button, LEFT)

    def write(self, field, text):
        field.setFocus()
        QTest.keyClicks(field, text)
        QTest.qWait(1)

    def choose(self, box, value):
        """Choose an entry of a combo box by keys, as a person without a mouse does."""
        box.setFocus()
        while box.currentIndex() > 0:
            QTest.keyClick(box, K.Key_Up)
        while box.currentData() != value:
            before = box.currentIndex()
            QTest.keyClick(box, K.Key_Down)
            assert box.currentIndex() > before, value

    def pick_step(self, number):
        """Click a step in the list."""
        steps = self.panel.steps
        place = steps.visualItemRect(steps.item(number)).center()
        self.qtbot.mouseClick(steps.viewport(), LEFT, pos=place)

    def drag_step(self, number, to):
        """Drag a step before another one, or behind the last."""
        steps = self.panel.steps
        view = steps.viewport()
        start = steps.visualItemRect(steps.item(number)).center()
        last = to >= steps.count()
        box = steps.visualItemRect(steps.item(min(to, steps.count() - 1)))
        end = QPoint(start.x(), box.bottom() - 1 if last else box.top() + 1)
        QTest.mousePress(view, LEFT, pos=start)
        for share in (0.3, 0.7, 1.0):
            QTest.mouseMove(view, start + (end - start) * share)
            QApplication.processEvents()
        QTest.mouseRelease(view, LEFT, pos=end)

    def settle(self):
        self.qtbot.waitUntil(lambda: self.editing.validation.is_settled, timeout=10000)

    def undo(self):
        self.press(self.window, K.Key_Z, CTRL)


@pytest.fixture
def author(window, qtbot):
    return Author(window, qtbot)


@pytest.fixture
def three(author):
    """A lesson of three steps at different nodes: the end, the start, the second move."""
    author.make()
    author.write(author.form.title, "The end")
    author.write(author.form.text.field, "Four balls. **Blue is on top.**")
    session = author.window.session
    session.first()
    author.click(author.panel.add)
    author.write(author.form.title, "The start")
    author.write(author.form.text.field, "An empty board.")
    session.go(2)
    author.click(author.panel.add)
    author.write(author.form.title, "Two balls")
    author.write(author.form.text.field, "One each.")
    return author


# -- making --------------------------------------------------------------------------------------


def test_a_game_becomes_a_lesson_of_what_is_before_the_eyes(author):
    window = author.window
    node, view = window.session.document.node, window.session.document.view
    author.make()
    (step,) = author.steps
    assert (step.node, step.view, step.marks, step.pour) == (node, view, (), "")
    assert author.panel.isVisible()
    assert window.focusWidget() is author.form.title, "the title is to be written at once"
    assert "untitled" in window.windowTitle()


def test_steps_are_added_where_the_author_goes(three):
    assert three.titles == ["The end", "The start", "Two balls"]
    assert [step.node for step in three.steps] == [4, ROOT, 2]
    assert three.panel.steps.count() == 3
    assert three.editing.number == 2


def test_a_step_takes_view_marks_and_pour_from_the_screen(author):
    author.make()
    window = author.window
    author.editing.change("marks of a step", marks=(_mark("1a1"), _mark("2b2", "cross")))
    view = View(camera=Camera(azimuth=60, elevation=50))
    window.session.set_view(view)
    window.docks.open("why")
    why = window.docks.panel("why")
    why.content.table.set_choice("SE:red")
    why.toggle_pour()
    assert window.shell.poured is not None
    author.press(window, K.Key_A, CTRL | Qt.KeyboardModifier.ShiftModifier)
    step = author.steps[1]
    assert step.view == view
    assert step.marks == (_mark("1a1"), _mark("2b2", "cross"))
    assert step.pour == "SE:red"


def _mark(site, sign="ring"):
    from model.records.marks import Mark

    return Mark(site, sign)


def test_choosing_a_step_shows_its_node_view_and_marks(three):
    window = three.window
    three.editing.change("marks of a step", marks=(_mark("1a1"),))
    three.editing.change("view of a step", view=View(camera=Camera(azimuth=99)))
    three.pick_step(0)
    assert window.session.document.node == 4
    assert window.scene_view.marks == ()
    three.pick_step(2)
    assert window.session.document.node == 2
    assert window.session.document.view.camera.azimuth == 99
    assert window.scene_view.marks == (_mark("1a1"),)
    window.session.first()
    assert window.scene_view.marks == (), "they are of another position"
    three.click(three.form.go)
    assert window.session.document.node == 2
    assert window.scene_view.marks == (_mark("1a1"),)


def test_a_step_takes_another_position_and_another_view(three):
    window = three.window
    window.session.go(3)
    three.click(three.form.here)
    assert three.steps[2].node == 3
    window.session.set_view(View(camera=Camera(azimuth=77)))
    three.click(three.form.take_view)
    assert three.steps[2].view.camera.azimuth == 77
    three.click(three.form.drop_view)
    assert three.steps[2].view is None


def test_marks_are_put_on_the_step_by_clicking(three, drive):
    window = three.window
    three.click(three.form.mark)
    assert window.shell.is_annotating
    driver = drive(window.scene_view.widget)
    driver.click("1a1")
    assert [mark.site for mark in three.steps[2].marks] == ["1a1"]
    assert not window.session.document.record.nodes[2].marks
    assert [mark.site for mark in window.scene_view.marks] == ["1a1"]
    window.shell.annotation_tool.leave()
    three.click(three.form.clear)
    assert three.steps[2].marks == ()
    window.shell.perform("mark.ring")  # begun as anywhere else, it means the step, too
    driver.click("1g1")
    assert [mark.site for mark in three.steps[2].marks] == ["1g1"]
    window.session.first()
    driver.click("1e1")
    assert [mark.site for mark in window.session.document.record.nodes[ROOT].marks] == ["1e1"]
    window.shell.annotation_tool.leave()


def test_a_pour_is_chosen_and_runs(three):
    three.choose(three.form.pours, "NE")
    assert three.steps[2].pour == "NE:red"
    assert three.window.shell.poured is not None
    three.choose(three.form.past, "blue")
    assert three.steps[2].pour == "NE:blue"
    three.pick_step(0)
    assert three.window.shell.poured is None


# -- order ---------------------------------------------------------------------------------------


def test_steps_are_reordered_by_dragging(three):
    three.drag_step(2, 0)
    assert three.titles == ["Two balls", "The end", "The start"]
    assert three.editing.number == 0
    three.drag_step(0, 3)
    assert three.titles == ["The end", "The start", "Two balls"]
    three.drag_step(1, 1)
    assert three.titles == ["The end", "The start", "Two balls"]
    three.undo()
    assert three.titles == ["Two balls", "The end", "The start"]


def test_steps_are_reordered_by_keys(three):
    steps = three.panel.steps
    steps.setFocus()
    three.press(steps, K.Key_Up, ALT)
    assert three.titles == ["The end", "Two balls", "The start"]
    three.press(steps, K.Key_Up, ALT)
    three.press(steps, K.Key_Up, ALT)  # it is the first already
    assert three.titles == ["Two balls", "The end", "The start"]
    three.press(steps, K.Key_Down, ALT)
    assert three.titles == ["The end", "Two balls", "The start"]
    assert three.editing.step.title == "Two balls"
    assert steps.hasFocus()


def test_steps_are_duplicated_and_deleted(three):
    three.pick_step(0)
    three.click(three.panel.copy)
    assert three.titles == ["The end", "The end", "The start", "Two balls"]
    assert three.editing.number == 1
    steps = three.panel.steps
    steps.setFocus()
    three.press(steps, K.Key_Delete)
    assert three.titles == ["The end", "The start", "Two balls"]
    for _ in range(3):
        three.press(steps, K.Key_Delete)
    assert three.steps == ()
    assert "no steps" in three.panel.mend.text()
    assert not three.form.isVisible()
    three.click(three.panel.add)
    assert len(three.steps) == 1


def test_the_way_through_the_editor_by_keys(three):
    """List, Enter, title, Enter, text, Tab, Escape: without a mouse."""
    window, steps = three.window, three.panel.steps
    window.shell.focus_scene()
    window.shell.leave_scene()
    assert three.panel.isAncestorOf(window.focusWidget()) or window.focusWidget() is steps
    steps.setFocus()
    three.press(steps, K.Key_Up)
    assert three.editing.number == 1
    assert window.session.document.node == ROOT
    three.press(steps, K.Key_Return)
    assert window.focusWidget() is three.form.title
    three.press(three.form.title, K.Key_Return)
    assert window.focusWidget() is three.form.text.field
    three.form.title.setFocus()
    three.press(three.form.title, K.Key_Tab)
    assert window.focusWidget() is three.form.text.field, "letters on a button are shortcuts"
    seen = set()
    for _ in range(60):
        three.press(window.focusWidget(), K.Key_Tab)
        seen.add(window.focusWidget())
    for button in (three.panel.add, three.panel.attempt, three.form.mark, three.panel.drop):
        assert button in seen, button.text()
    three.form.title.setFocus()
    three.press(three.form.title, K.Key_Escape)
    assert (
        window.focusWidget() is window.scene_view.widget.focusProxy()
        or window.scene_view.isAncestorOf(window.focusWidget())
    )


# -- typing --------------------------------------------------------------------------------------


def test_what_is_typed_in_one_go_is_undone_at_once_and_in_order(author):
    author.make()
    edits = len(author.window.session.document.done)
    author.write(author.form.title, "One")
    author.write(author.form.text.field, "Two words")
    assert len(author.window.session.document.done) == edits + 2
    author.press(author.form.text.field, K.Key_Z, CTRL)
    assert (author.steps[0].title, author.steps[0].text) == ("One", "")
    assert author.form.text.field.toPlainText() == ""
    author.press(author.form.text.field, K.Key_Z, CTRL)
    assert author.steps[0].title == ""
    assert author.form.title.text() == ""
    author.press(author.form.text.field, K.Key_Y, CTRL)
    author.press(author.form.text.field, K.Key_Y, CTRL)
    assert (author.steps[0].title, author.steps[0].text) == ("One", "Two words")


def test_after_a_pause_typing_is_another_edit(author, monkeypatch):
    author.make()
    author.write(author.form.title, "One")
    author.form.title._go.end()  # what the pause does
    author.write(author.form.title, " two")
    assert author.steps[0].title == "One two"
    author.undo()
    assert author.steps[0].title == "One"


def test_nothing_typed_is_lost_by_saving_or_going_elsewhere(author, tmp_path):
    author.make()
    author.write(author.form.text.field, "Just typed")
    path = tmp_path / "lesson.pyramidion"
    author.window.session.save_as(path)
    assert files.load_item(path, None).record.lesson.steps[0].text == "Just typed"
    author.write(author.form.text.field, " and more")
    author.window.session.new(SIZE_4)
    author.window.session.activate(0)
    assert author.steps[0].text == "Just typed and more"
    assert author.form.text.field.toPlainText() == "Just typed and more"


def test_the_text_is_seen_as_it_will_be_read(author):
    author.make()
    author.write(author.form.text.field, "A **sheet** holds.")
    text = author.form.text
    author.click(text.show_as.button(True))
    assert text.prose.isVisible()
    assert text.prose.toPlainText() == "A sheet holds."
    assert not text.field.isVisible()
    author.click(text.show_as.button(False))
    assert text.field.isVisible()


def test_the_title_of_the_lesson_is_its_header(author):
    author.make()
    author.write(author.panel.title, "Lines and sheets")
    assert author.window.session.document.record.headers["title"] == "Lines and sheets"
    author.undo()
    assert "title" not in author.window.session.document.record.headers


# -- tasks ---------------------------------------------------------------------------------------


def test_a_condition_is_put_together_from_a_list_and_checked_at_once(three):
    three.pick_step(2)
    three.click(three.task.kind.button("place"))
    row = three.task.condition.rows[0]
    three.choose(row.words, "holds")
    three.settle()
    assert three.steps[2].task.condition == "holds=SW"
    assert three.task.told.text() == "None of the 28 moves does that."
    assert "nothing meets the condition" in three.panel.mend.text()
    three.choose(row.words, "touches")
    three.settle()
    assert three.steps[2].task.condition == "touches=1"
    fits = [m for m in three.window.session.position.legal_moves if m in ("1a3", "1c1")]
    assert all(move in three.task.told.text() for move in fits)
    three.choose(three.task.condition.rows[1].words, "level")
    three.settle()
    assert three.steps[2].task.condition == "touches=1+level=1"
    assert len(three.task.condition.rows) == 3
    words = three.task.condition.rows[0].words
    words.setFocus()
    for _ in range(words.currentIndex()):
        three.press(words, K.Key_Up)
    assert three.steps[2].task.condition == "level=1"


def test_what_a_click_task_accepts_is_clicked(three, drive):
    three.pick_step(2)
    three.click(three.task.kind.button("click"))
    three.click(three.task.pick)
    driver = drive(three.window.scene_view.widget)
    driver.click("1a1")
    driver.click("1g7")
    assert three.steps[2].task.accepted == ("1a1", "1g7")
    assert [mark.site for mark in three.window.scene_view.marks] == ["1a1", "1g7"]
    driver.click("1a1")
    assert three.steps[2].task.accepted == ("1g7",)
    assert three.task.accepted.text() == "1g7"
    assert three.task.pick.isChecked()
    three.pick_step(0)
    assert three.window.shell.scene.tools.current is None, "there is nothing to pick here"
    assert not three.task.pick.isChecked()
    assert three.window.scene_view.marks == ()


def test_moves_played_from_here_are_counted_right(three):
    three.pick_step(2)
    three.click(three.task.kind.button("place"))
    button = three.task._played.itemAt(1).widget()
    assert button.text() == "1c1"
    three.click(button)
    assert three.steps[2].task.accepted == ("1c1",)


def test_faults_are_said_in_the_list_and_lead_to_their_steps(three):
    three.pick_step(0)
    panel, kinds = three.panel, three.task.kind
    three.settle()
    before = kinds.mapTo(panel.body, QPoint())
    three.click(kinds.button("choice"))
    three.settle()
    assert "choice 1 has no words" in panel.mend.text()
    assert kinds.mapTo(panel.body, QPoint()) == before, "what is said moves no control"
    three.qtbot.waitUntil(
        lambda: panel.mend.geometry().top() > panel.viewport().geometry().bottom()
    )
    assert panel.mend.geometry().bottom() < panel.height()
    three.pick_step(1)
    assert "step <a" in three.panel.mend.text()
    assert "choice 1 has no words" in three.panel.steps.item(0).toolTip().lower()
    three.panel.mend.linkActivated.emit("0")
    assert three.editing.number == 0
    three.undo()
    three.settle()
    assert not three.panel.mend.isVisible()
    assert lesson_faults(three.window.session.document.record) == []


def test_switching_the_kind_keeps_what_is_said(three):
    three.click(three.task.kind.button("place"))
    three.write(three.task.hint, "Look up.")
    three.click(three.task.kind.button("choice"))
    assert three.steps[2].task.hint == "Look up."
    assert len(three.steps[2].task.choices) == 2
    three.click(three.task.kind.button(None))
    assert three.steps[2].task is None


# -- moves that lead to a step, what follows an answer ---------------------------------------------


def test_the_moves_that_lead_to_a_step_are_played_from_where_its_author_says(three):
    window = three.window
    three.pick_step(1)
    assert not three.form.since_row.isVisible(), "nothing leads to the start"
    three.pick_step(0)
    box = three.form.since
    assert [box.itemText(k) for k in range(box.count())] == [
        "shown without moves",
        "played from the start (step 2)",
        "played after move 1, 1a1",
        "played after move 2, 1g1 (step 3)",
        "played after move 3, 1c1",
    ]
    three.choose(box, ROOT)
    assert three.steps[0].since == ROOT
    three.undo()
    assert three.steps[0].since is None
    assert box.currentData() is None
    three.choose(box, 2)
    assert three.steps[0].since == 2
    three.choose(box, ROOT)
    three.press(window, K.Key_F6)
    run = window.session.document.run
    assert run.current.since == ROOT
    assert window.session.ply == 4
    three.press(window, K.Key_F6)
    window.session.go(3)
    three.click(three.form.here)
    assert (three.steps[0].node, three.steps[0].since) == (3, ROOT)
    window.session.first()
    three.click(three.form.here)
    assert three.steps[0].since is None, "a file could not hold it: nothing leads to the start"


def test_a_task_of_three_moves_is_written_tried_and_kept(three, drive, qtbot, tmp_path):
    window, session, task = three.window, three.window.session, three.task
    tasks = three.editing.tasks
    three.click(task.kind.button("place"))
    three.click(task.then.add)
    assert not task.then.row.isVisible(), "no right move is named after which it could go on"
    three.click(task._played.itemAt(1).widget())
    three.click(task.then.add)
    assert task.then.reply.text() == "2b2", "it was played after 1c1"
    assert window.focusWidget() is task.then.reply
    three.write(task.then.text, "Blue climbs.")
    task.then.reply.clear()
    three.write(task.then.reply, "1g1")
    three.settle()
    assert "cannot answer 1c1: 1g1 is taken" in three.panel.mend.text()
    assert not task.then.next.isEnabled()
    assert not task.parts.choice.button(1).isEnabled()
    task.then.reply.clear()
    three.write(task.then.reply, "2b2")
    assert tasks.parts[0].then.reply == "2b2"
    three.write(task.hint, "West.")

    three.click(task.then.next)
    assert tasks.part == 1
    assert window.focusWidget() is task.accepted
    assert session.document.node == 4, "where the second move is asked"
    assert not task.kind.isVisible()
    assert task.parts.led.text() == "Asked after 1c1 2b2"
    three.write(task.accepted, "1a3")
    three.write(task.hint, "North.")
    three.click(task.then.add)
    three.write(task.then.reply, "1e1")
    three.click(task.then.next)
    three.choose(task.condition.rows[0].words, "touches")
    three.write(task.hint, "Near a ball.")
    three.write(task.right, "Well done.")
    three.settle()
    assert " moves are right: " in task.told.text()
    assert lesson_faults(session.document.record) == [], "nothing is left to be mended"
    assert [part.accepted for part in tasks.parts] == [("1c1",), ("1a3",), ()]

    # the picture after the last answer, from the screen
    three.click(task.after.own.button(True))
    for move in ("1a3", "1e1", "1c3"):
        session.play(move)
    window.shell.perform("mark.cross")
    learner = Learner(window, qtbot, drive)
    learner.click("1c3")
    window.shell.annotation_tool.leave()
    three.click(task.after.take_marks)
    assert [(mark.site, mark.sign) for mark in tasks.task.after.marks] == [("1c3", "cross")]
    window.shell.perform("explain.SW-red")
    three.click(task.after.take_show)
    assert tasks.task.after.show == "corner=SW:red"
    assert task.after.show_line.text() == "SW for Red"
    three.choose(task.after.pour.corners, "NE")
    assert tasks.task.after.pour == "NE:red"
    three.choose(task.after.pour.corners, "")

    # tried: every move is asked, replied to, and explained at the end
    whole = three.steps[2]
    three.press(window, K.Key_F6)
    learn = window.docks.panel("learn")
    player = window.shell.learning.lesson_player
    learner.play("1c1")
    assert "Blue climbs." in learn.lesson.answer.text()
    learner.play("1a3")
    assert player.run.part == 2
    learner.play("1c3")
    assert player.is_done
    assert learn.lesson.answer.text() == "Well done."
    assert player.run.explained is not None
    three.press(window, K.Key_F6)
    assert three.steps[2] == whole
    assert tasks.part == 2, "back at the move that was worked on"
    assert session.position == tasks.position

    # kept, taken away, undone
    path = tmp_path / "lesson.pyramidion"
    session.save_as(path)
    assert files.load_item(path, None).record.lesson == session.document.record.lesson
    three.click(task.parts.choice.button(1))
    three.click(task.then.row.remove)
    assert len(tasks.parts) == 2
    assert window.focusWidget() is task.then.add
    three.click(task.parts.choice.button(0))
    three.undo()
    assert three.steps[2] == whole
    assert tasks.part == 1, "undo leads to the part it changes"
    three.click(task.parts.choice.button(2))
    three.click(task.after.own.button(False))
    assert tasks.task.after is None
    three.click(task.parts.choice.button(0))
    three.click(task.then.row.remove)
    assert not task.parts.isVisible()
    assert three.steps[2].task.then is None


# -- a whole lesson ------------------------------------------------------------------------------


def _write_lesson(author):
    """Reorder, a task with a condition, a foreseen wrong try with its refutation, a choice."""
    author.drag_step(0, 3)  # start, two balls, end
    author.pick_step(1)
    task = author.task
    author.click(task.kind.button("place"))
    author.choose(task.condition.rows[0].words, "touches")
    author.write(task.right, "It touches.")
    author.write(task.otherwise, "It touches nothing.")
    author.click(task.foreseen.add)
    row = task.foreseen.rows[0]
    author.write(row.moves, "1g7")
    author.write(row.text, "That is far away.")
    author.write(row.line, "1e1")
    author.write(task.hint, "Near a ball.")
    author.pick_step(2)
    author.click(task.kind.button("choice"))
    first, second = task.choices.rows
    author.write(first.text, "Blue")
    author.write(first.answer, "It carries the third.")
    author.write(second.text, "Red")
    author.write(second.answer, "Look again.")
    author.click(task.choices.add)
    author.write(task.choices.rows[2].text, "Nobody")
    author.write(task.hint, "Look at the top.")
    author.settle()


def test_a_lesson_is_written_tried_kept_and_undone(three, drive, qtbot, tmp_path):
    window, session = three.window, three.window.session
    before = session.document
    _write_lesson(three)
    assert three.titles == ["The start", "Two balls", "The end"]
    assert lesson_faults(session.document.record) == []
    assert not three.panel.mend.isVisible()

    # try the step: a foreseen wrong move, an unforeseen one, a right one
    three.pick_step(1)
    three.click(three.panel.attempt)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.lesson
    run = session.document.run
    assert isinstance(run, LessonRun)
    assert run.step == 1
    driver = drive(window.scene_view.widget)
    driver.click("1g7")
    assert learn.lesson.answer.text() == "That is far away."
    assert session.ply == 4, "the refutation was played"
    qtbot.mouseClick(learn.lesson.again, LEFT)
    assert session.ply == 2
    driver.click("1e7")
    assert learn.lesson.answer.text() == "It touches nothing."
    qtbot.mouseClick(learn.lesson.again, LEFT)
    qtbot.mouseClick(learn.lesson.hint, LEFT)
    assert learn.lesson.answer.text() == "Near a ball."
    driver.click("1a3")
    assert learn.lesson.answer.text() == "It touches."
    qtbot.mouseClick(learn.lesson.next, LEFT)
    red, blue = (learn.lesson._choices.itemAt(k).widget() for k in (1, 0))
    qtbot.mouseClick(red, LEFT)
    assert learn.lesson.answer.text() == "Look again."
    qtbot.mouseClick(blue, LEFT)
    assert learn.lesson.answer.text() == "It carries the third."
    assert learn.lesson.leave.text() == "Back to the editor"
    qtbot.mouseClick(learn.lesson.leave, LEFT)
    assert learn.currentWidget() is three.panel
    assert three.editing.number == 2, "back at the step the trial came to"
    assert session.document.record.lesson.steps == three.steps
    assert len(session.document.record) == 4, "what was tried is gone"
    assert progress.done(session.document.path, session.document.kept) == frozenset()

    # kept in a file
    path = tmp_path / "lesson.pyramidion"
    session.save_as(path)
    loaded = files.load_item(path, None).record
    assert loaded.lesson == session.document.record.lesson
    assert lesson_faults(loaded) == []

    # all undone, all redone
    written = session.document.record
    while session.undo():
        three.panel.show_lesson()
    assert session.document.record.lesson is None
    assert learn.currentWidget() is not three.panel
    while session.redo():
        pass
    assert session.document.record is written
    assert three.panel.steps.count() == 3
    assert before.record is not written


def test_undo_leads_to_the_step_it_changes(three):
    three.pick_step(0)
    three.write(three.form.title, "!")
    three.pick_step(2)
    three.undo()
    assert three.editing.number == 0
    assert three.form.title.text() == "The end"


def test_trying_is_a_key_and_so_is_coming_back(three):
    window = three.window
    three.press(window, K.Key_F6)
    assert isinstance(window.session.document.run, LessonRun)
    window.shell.perform("teach.back")
    three.press(window, K.Key_F6)
    assert window.session.document.run is None
    assert three.editing.number == 1
    assert three.panel.isVisible()


def test_what_a_learner_did_before_does_not_count_in_a_trial(three, drive):
    window = three.window
    three.click(three.task.kind.button("place"))
    three.task.accepted.setFocus()
    three.write(three.task.accepted, "1a3")
    document = window.session.document
    progress.keep(document.path, document.kept, frozenset({2}))
    three.press(window, K.Key_F6)
    assert not window.shell.learning.lesson_player.is_done


def test_a_lesson_opened_to_be_gone_through_shows_no_editor_when_it_is_left(three, tmp_path):
    window = three.window
    path = tmp_path / "lesson.pyramidion"
    window.session.save_as(path)
    window.session.close()
    assert window.open_path(path)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.lesson
    window.shell.perform("teach.end")
    assert learn.currentWidget() is learn.nothing
    three.qtbot.mouseClick(learn.nothing.edit, LEFT)
    assert learn.currentWidget() is three.panel
    window.shell.perform("teach.begin")
    window.shell.perform("teach.next")
    window.shell.perform("teach.edit-lesson")
    assert learn.currentWidget() is three.panel
    assert three.editing.number == 1


def test_a_puzzle_or_a_lesson_is_not_made_a_lesson_again(author):
    author.make()
    assert not author.window.shell.perform("teach.make-lesson")
    author.click(author.panel.forget)
    assert author.window.session.document.record.kind == "game"
    author.undo()
    assert author.window.session.document.record.kind == "lesson"
    assert author.panel.isVisible()


# -- words ---------------------------------------------------------------------------------------


def test_moves_are_read_as_people_write_them(author):
    start = author.window.session.position_at(ROOT)
    assert words_in(" 1a1, 2b2;1a1  ") == ("1a1", "2b2")
    assert moves_in("1A1, zz", start, clicks=False)[1] == "zz"
    assert moves_in("1a1, 1a1 zz", start, clicks=True) == ("1a1", "zz")
    assert line_in("1a1 1c1 1a1", start) == ("1a1", "1c1", "1a1")
