"""The steps of a lesson, written by real events: made, ordered, typed, shown."""

import pytest
from lesson_writer import ALT, CTRL, SIZE_4, K
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from model.records import files
from model.records.record import ROOT
from model.records.view import Camera, View

pytestmark = pytest.mark.check

# -- making --------------------------------------------------------------------------------------


def test_a_game_becomes_a_lesson_of_what_is_before_the_eyes_and_its_words_are_typed(author):
    window = author.window
    node, view = window.session.document.node, window.session.document.view
    author.make()
    (step,) = author.steps
    assert (step.node, step.view, step.marks, step.pour) == (node, view, (), "")
    assert author.panel.isVisible()
    assert window.focusWidget() is author.form.title, "the title is to be written at once"
    assert "Pyramid Partition" in window.windowTitle()

    # A click beside a field leaves the keys to it.
    title = author.form.title
    body = author.panel.body
    beside = title.mapTo(body, title.rect().bottomRight()) + QPoint(2, 3)
    assert body.childAt(beside) is None
    QTest.mouseClick(body, Qt.MouseButton.LeftButton, pos=beside)
    QTest.keyClicks(window.focusWidget(), "What wins")
    assert title.text() == "What wins"
    assert window.session.document.view == view

    author.write(author.form.text.field, "A **sheet** holds.")
    text = author.form.text
    author.click(text.show_as.button(True))
    assert text.prose.isVisible()
    assert text.prose.toPlainText() == "A sheet holds."
    assert not text.field.isVisible()
    author.click(text.show_as.button(False))
    assert text.field.isVisible()

    author.write(author.panel.title, "Lines and sheets")
    assert author.window.session.document.record.headers["title"] == "Lines and sheets"
    author.undo()
    assert "title" not in author.window.session.document.record.headers


def test_steps_are_added_where_the_author_goes_and_take_what_is_given_to_them(three):
    assert three.titles == ["The end", "The start", "Two balls"]
    assert [step.node for step in three.steps] == [4, ROOT, 2]
    assert three.panel.steps.count() == 3
    assert three.editing.number == 2

    three.write(three.form.notes, "Ask the back row.")
    assert three.steps[2].notes == "Ask the back row."
    three.pick_step(0)
    assert three.form.notes.toPlainText() == ""
    three.pick_step(2)

    for opens in (True, False):
        three.form.why.click()
        assert three.steps[2].why is opens
        assert three.form.why.isChecked() is opens

    three.choose(three.form.pours, "NE")
    assert three.steps[2].pour == "NE:red"
    assert three.window.display.pour is not None
    three.choose(three.form.past, "blue")
    assert three.steps[2].pour == "NE:blue"
    three.pick_step(0)
    assert three.window.display.pour is None
    three.pick_step(2)

    window = three.window
    window.session.go(3)
    three.click(three.form.here)
    assert three.steps[2].node == 3
    window.session.set_view(View(camera=Camera(azimuth=77)))
    three.click(three.form.take_view)
    assert three.steps[2].view.camera.azimuth == 77
    three.click(three.form.drop_view)
    assert three.steps[2].view is None


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
    assert window.display.pour is not None
    author.press(window, K.Key_A, CTRL | Qt.KeyboardModifier.ShiftModifier)
    step = author.steps[1]
    assert step.view == view
    assert step.marks == (_mark("1a1"), _mark("2b2", "cross"))
    assert step.pour == "SE:red"


def _mark(site, sign="ring"):
    from model.records.view import Mark

    return Mark(site, sign)


def test_choosing_a_step_shows_its_node_view_and_marks(three):
    window = three.window
    three.editing.change("marks of a step", marks=(_mark("1a1"),))
    three.editing.change("view of a step", view=View(camera=Camera(azimuth=99)))
    three.pick_step(0)
    assert window.session.document.node == 4
    assert window.scene_view.laid.marks == ()
    three.pick_step(2)
    assert window.session.document.node == 2
    assert window.session.document.view.camera.azimuth == 99
    assert window.scene_view.laid.marks == (_mark("1a1"),)
    window.session.first()
    assert window.scene_view.laid.marks == (), "they are of another position"
    three.click(three.form.go)
    assert window.session.document.node == 2
    assert window.scene_view.laid.marks == (_mark("1a1"),)


def test_marks_are_put_on_the_step_by_clicking(three, drive):
    window = three.window
    three.click(three.form.mark)
    assert window.scene_view.tools.is_on("mark")
    driver = drive(window.scene_view.widget)
    driver.click("1a1")
    assert [mark.site for mark in three.steps[2].marks] == ["1a1"]
    assert not window.session.document.record.nodes[2].marks
    assert [mark.site for mark in window.scene_view.laid.marks] == ["1a1"]
    window.shell.toolbox.annotation.leave()
    three.click(three.form.clear)
    assert three.steps[2].marks == ()
    window.perform("mark.ring")  # begun as anywhere else, it means the step, too
    driver.click("1g1")
    assert [mark.site for mark in three.steps[2].marks] == ["1g1"]
    window.session.first()
    driver.click("1e1")
    assert [mark.site for mark in window.session.document.record.nodes[ROOT].marks] == ["1e1"]
    window.shell.toolbox.annotation.leave()


# -- order ---------------------------------------------------------------------------------------


def test_steps_are_reordered_by_dragging_and_by_keys_duplicated_and_deleted(three):
    three.drag_step(2, 0)
    assert three.titles == ["Two balls", "The end", "The start"]
    assert three.editing.number == 0
    three.drag_step(0, 3)
    assert three.titles == ["The end", "The start", "Two balls"]
    three.drag_step(1, 1)
    assert three.titles == ["The end", "The start", "Two balls"]
    three.undo()
    assert three.titles == ["Two balls", "The end", "The start"]
    three.undo()

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

    three.pick_step(0)
    three.click(three.panel.copy)
    assert three.titles == ["The end", "The end", "Two balls", "The start"]
    assert three.editing.number == 1
    steps.setFocus()
    three.press(steps, K.Key_Delete)
    assert three.titles == ["The end", "Two balls", "The start"]
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
    window.scene_view.take_focus()
    window.leave_scene()
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
    author.press(author.form.title, K.Key_End)
    author.write(author.form.title, " two")
    author.form.title._go.end()  # what a pause does: then it is another edit
    author.write(author.form.title, " three")
    assert author.steps[0].title == "One two three"
    author.undo()
    assert author.steps[0].title == "One two"


def test_undoing_a_move_of_a_step_goes_along_with_that_step(three):
    """Editor and board show the step that was moved, whichever was chosen meanwhile."""
    three.pick_step(2)
    three.press(three.panel.steps, K.Key_Up, ALT)
    assert three.titles == ["The end", "Two balls", "The start"]
    three.undo()
    assert three.titles == ["The end", "The start", "Two balls"]
    assert (three.editing.number, three.form.title.text()) == (2, "Two balls")
    assert three.window.session.document.node == three.steps[2].node
    three.press(three.form.title, K.Key_Y, CTRL)
    assert (three.editing.number, three.form.title.text()) == (1, "Two balls")
    three.pick_step(0)
    three.undo()
    assert (three.editing.number, three.form.title.text()) == (2, "Two balls")
    assert three.window.session.document.node == three.steps[2].node

    # So does undoing what was typed.
    three.pick_step(0)
    three.write(three.form.title, "!")
    three.pick_step(2)
    three.undo()
    assert three.editing.number == 0
    assert three.form.title.text() == "The end"


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
    run = window.session.document.exercise
    assert run.current.since == ROOT
    assert window.session.ply == 4
    three.press(window, K.Key_F6)
    window.session.go(3)
    three.click(three.form.here)
    assert (three.steps[0].node, three.steps[0].since) == (3, ROOT)
    window.session.first()
    three.click(three.form.here)
    assert three.steps[0].since is None, "a file could not hold it: nothing leads to the start"
