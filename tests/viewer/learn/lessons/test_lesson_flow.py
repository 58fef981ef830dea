"""Lessons that play moves, ask for several, show a picture after the answer and go on later."""

import shutil

import pytest
import shipped
from learner import CTRL, K, Learner
from msgspec.structs import replace
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.exercises.exercise import Choose, GoTo
from model.positions.setup import read_position
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.view import View
from viewer.games.decision import effect_signs
from viewer.session.progress import progress, pupils
from viewer.visuals.overlay_types import Pour, Sheet, Sign, Tube

THREE = (Choice("One", right=True), Choice("Two"), Choice("Three"))


@pytest.fixture
def course(window, qtbot, drive, tmp_path):
    """What begins a shipped course at a step, by its title."""

    def begin(name, title, item=None):
        path = tmp_path / f"{name}-course.pyramidion"
        ours = shipped.EXAMPLES / "lessons" / path.name
        shutil.copy(ours if ours.exists() else shipped.LESSON, path)
        window.session.open(path, item)
        learner = Learner(window, qtbot, drive)
        if window.session.document.exercise is None:
            learner.key(K.Key_G, CTRL)
        player = window.shell.learning.player
        titles = [step.title for step in player.exercise.steps]
        player.send(GoTo(titles.index(title)))
        return learner, player

    return begin


@pytest.mark.check
def test_a_wrong_click_in_a_finished_game_does_not_show_how_it_was_won(course, qtbot):
    """The sheets that have won are what the step asks for."""
    learner, player = course("01-partition", "The sheet", 0)
    names = learner.window.session.position.game.board.names
    player.click(names.index("5e5"))
    assert player.exercise.tone == "wrong"
    laid = learner.window.scene_view.laid.overlays
    assert not any(isinstance(one, Sheet | Tube) for one in laid)

    # What an answer pours belongs to the answer; verdicts wait for a later chapter.
    titles = [step.title for step in player.exercise.steps]
    player.send(GoTo(titles.index("Your turn: SE")))
    assert not any(isinstance(one, Pour) for one in learner.window.scene_view.laid.overlays)
    player.click(learner.window.session.position.game.board.index("1e1"))
    assert not player.exercise.asks
    qtbot.waitUntil(
        lambda: any(isinstance(one, Pour) for one in learner.window.scene_view.laid.overlays)
    )


@pytest.mark.check
def test_a_task_of_two_moves_goes_on_from_the_reply_and_can_be_tried_again(course):
    learner, player = course("lesson", "A double threat")
    number, step = player.exercise.step, player.exercise.current
    learner.play("2f2")
    assert player.exercise.part == 1
    learner.key(K.Key_Right, CTRL)  # it passes no task that is half done without a word
    assert player.exercise.step == number
    assert "one more move" in learner.panel.answer.text()
    learner.key(K.Key_Right, CTRL)
    assert player.exercise.step == number + 1
    player.send(GoTo(number))

    learner.play("1g7")  # foreseen: Blue takes the point
    assert learner.moves[-2:] == ["1g7", "2f2"]
    learner.press(learner.panel.again)
    assert player.exercise.part == 0
    learner.play("2f2")
    assert learner.moves[-2:] == ["2f2", "1g7"], "the reply is played"
    assert "Win through the other" in learner.panel.answer.text()
    assert player.exercise.asks
    here = learner.window.session.document.node
    assert player.exercise.home == here
    assert learner.panel.hint.isVisibleTo(learner.window)
    learner.press(learner.panel.hint)
    assert learner.panel.answer.text() == step.task.then.task.hint
    learner.play("1a1")  # wrong: back to the second part, not to the step
    assert player.exercise.tone == "wrong"
    learner.press(learner.panel.again)
    assert learner.moves[-2:] == ["2f2", "1g7"]
    assert "Win through the other" in learner.panel.answer.text(), "what is asked is said again"
    learner.play("2f6")
    assert not player.exercise.asks
    assert learner.position.outcome.winner == "red"

    player.ask_again(number)
    # Escape takes a wrong move back wherever the keyboard is.
    start = str(learner.position)
    maps = with_maps(learner)
    for widget in (learner.surface, learner.panel.hint, maps.canvas):
        learner.play("1a1")
        assert player.exercise.stands_wrong
        assert str(learner.position) != start
        widget.setFocus()
        QTest.keyClick(widget, K.Key_Escape)
        assert str(learner.position) == start, type(widget)
        assert learner.panel.answer.text() == ""
    assert player.lesson is not None, "Escape does not leave the lesson"


@pytest.mark.check
def test_the_maps_light_nothing_where_they_have_the_keyboard_for_a_moment(course):
    """Qt gives it to them where a button goes that had it."""
    learner, _ = course("lesson", "A double threat")
    learner.window.resize(1366, 768)
    maps = with_maps(learner)
    scene = learner.window.scene_view.widget.input
    learner.qtbot.waitUntil(maps.canvas.isVisible)
    maps.canvas.set_cursor(None)
    maps.canvas.setFocus()
    learner.surface.setFocus()
    QTest.qWait(10)
    assert (scene.elsewhere, maps.canvas.hover) == (None, None)
    maps.canvas.setFocus()
    QTest.qWait(10)
    assert scene.elsewhere == maps.canvas.cursor_site is not None


@pytest.mark.check
def test_a_try_that_loses_is_played_to_its_end(course):
    learner, player = course("02-pyraos", "Tempo")
    learner.play("2b6")
    assert learner.moves[-6:] == ["2b6", "2f6", "2d6", "3c5", "3e5", "4d4"]
    assert learner.position.outcome.winner == "black"
    # What is typed now answers anew: it is no move of the game that is over.
    field = learner.window.move_field
    field.open("1c7-2f6")
    QTest.keyClick(field.edit, K.Key_Return)
    assert learner.moves[-1:] == ["1c7-2f6"]
    assert field.edit.text() == ""
    assert not player.exercise.asks


def test_a_cross_stands_where_a_stone_was_taken_and_not_over_the_one_that_took_it():
    def drawn(text, move):
        position = read_position(text)
        names = position.game.board.names
        return {
            (sign.shape, *(names[site] for site in sign.sites))
            for sign in effect_signs(position, move)
        }

    double = "pyramid 1W1WB2,2B4,2W4,7,7,2W4,B4BB black"
    assert drawn(double, "c2-c1") == {("link", "c2", "c1"), ("cross", "c1"), ("cross", "d1")}
    off = "pyramid BW2W2,7,2W4,7,7,2W4,B1B1B2 white"
    assert drawn(off, "b1>a1") == {("link", "b1", "a1")}
    square = "pyraos:rules=standard WW1B,W1B1,2B1,B3/3,3,3/2,2/1 white"
    assert drawn(square, "1c3x1a1x1c1") == set(), "what its player takes back is no loss"


@pytest.mark.check
def test_a_step_plays_the_moves_that_lead_to_it_and_plays_them_again(course):
    learner, player = course("lesson", "A whole game: the race")
    record = player.exercise.original
    assert player.exercise.current.since is not None
    assert learner.window.session.document.node == player.exercise.current.node
    assert learner.panel.again.text() == "Play the moves again"
    learner.press(learner.panel.again)
    assert learner.window.session.document.node == player.exercise.current.node
    assert len(learner.window.session.document.record) == len(record), "nothing was added"


@pytest.mark.check
def test_the_moves_are_seen_one_by_one_where_the_scene_animates(course, qtbot):
    learner, player = course("lesson", "A whole game: the opening")
    learner.window.scene_view.widget.animation = True
    learner.press(learner.panel.again)
    assert player.playback.is_running
    assert learner.moves == []
    assert learner.window.scene_view.laid.marks == ()
    seen = []
    session = learner.window.session
    end = session.subscribe(lambda _: seen.append(len(learner.moves)))
    player.playback._timer.setInterval(30)
    qtbot.waitUntil(lambda: len(learner.moves) == 4, timeout=20000)
    end()
    assert {1, 2, 3, 4} <= set(seen)


@pytest.mark.check
def test_after_the_answer_the_sheet_is_closed_and_the_colour_pours(course):
    learner, player = course("lesson", "A sheet holds")
    assert not any(isinstance(one, Sheet) for one in learner.window.scene_view.laid.overlays)
    learner.play("1a3")
    assert not player.exercise.asks
    kinds = [type(one).__name__ for one in learner.window.scene_view.laid.overlays]
    assert "Sheet" in kinds
    assert "Tube" in kinds, "the tether is the anchor"
    assert "Pour" in kinds
    assert not [mark for mark in learner.window.scene_view.laid.marks if mark.sign == "square"]
    learner.press(learner.panel.next)
    assert not any(isinstance(one, Sheet | Tube) for one in learner.window.scene_view.laid.overlays)

    # A condition is shown where the author says nothing.
    learner, player = course("lesson", "Your turn: another one")
    learner.play("3c5")
    assert not player.exercise.asks
    rings = [one for one in learner.window.scene_view.laid.overlays if isinstance(one, Sign)]
    assert len(rings) >= 2, "the points that win"
    learner, player = course("lesson", "Your turn: anchor it")
    learner.play("2b6")
    assert any(isinstance(one, Tube) for one in learner.window.scene_view.laid.overlays)


@pytest.mark.check
def test_a_course_goes_on_where_it_was_left_and_its_end_leads_to_the_puzzles(course):
    learner, player = course("03-pyramid", "Smash")
    board = learner.board  # what a move did is drawn where its author draws nothing
    learner.play("c2xc1")
    assert not player.exercise.asks
    signs = [one for one in learner.window.scene_view.laid.overlays if isinstance(one, Sign)]
    way = ("link", "green", (board.index("c2"), board.index("c1")))
    assert [(sign.shape, sign.colour, sign.sites) for sign in signs] == [way]

    learner.press(learner.panel.leave)
    assert learner.window.session.document.exercise is None
    learner.window.command_actions.refresh()
    learner.press(learner.window.docks.panel("learn").nothing.begin)
    assert player.exercise.current.title == "Smash"
    assert learner.window.focusWidget() is learner.surface, "Space must not end the lesson"
    assert not learner.panel.puzzles.isVisibleTo(learner.window)
    player.send(GoTo(99))
    learner.press(learner.panel.puzzles)
    document = learner.window.session.document
    assert document.path.name == "pyramid-puzzles.pyramidion"
    assert document.exercise is not None
    assert learner.window.docks.is_open("collection")


@pytest.mark.check
def test_the_end_of_a_chapter_leads_to_the_next_one(window, qtbot, drive):
    window.session.open(shipped.LESSONS[0], 5)
    learner = Learner(window, qtbot, drive)
    learner.key(K.Key_G, CTRL)
    player = window.shell.learning.player
    assert not learner.panel.chapter.isVisibleTo(window)
    player.send(GoTo(99))
    assert not learner.panel.puzzles.isVisibleTo(window)
    learner.press(learner.panel.chapter)
    assert window.session.document.item == 6
    assert (player.exercise.step, player.exercise.original.headers["title"]) == (0, "What it costs")
    window.session.open(shipped.LESSONS[0], len(shipped.lessons(shipped.LESSONS[0])) - 1)
    learner.key(K.Key_G, CTRL)
    player.send(GoTo(99))
    assert learner.panel.puzzles.isVisibleTo(window)
    assert not learner.panel.chapter.isVisibleTo(window)


def test_a_choice_shows_its_marks_and_also_when_it_was_made_its_answers_in_a_presentation(course):
    learner, player = course("02-pyraos", "Count the turns")
    button = learner.panel._choices.itemAt(0).widget()
    learner.press(button)
    assert player.exercise.tone == "wrong"
    learner.press(learner.panel._choices.itemAt(1).widget())
    texts = [one.text for one in learner.window.scene_view.laid.overlays if isinstance(one, Sign)]
    assert texts == ["1", "2", "3", "4", "5", "6"]
    step = player.exercise.step
    player.send(GoTo(0))
    player.send(GoTo(step))
    learner.key(K.Key_F5)
    presentation = learner.window.presentation
    assert presentation._slides.choices == ("White", "Black")
    learner.key(K.Key_Escape)


@pytest.mark.check
def test_tries_and_hints_are_counted_and_a_task_that_is_done_can_be_done_again(course):
    learner, player = course("lesson", "A ball on the corner")
    step, panel = player.exercise.step, learner.panel
    assert not panel.renew.isVisibleTo(learner.window)
    learner.play("1c1")
    learner.press(learner.panel.again)
    learner.press(learner.panel.hint)
    learner.play("1a1")
    document = learner.window.session.document
    work = progress.work_of(document.path, player.exercise.original)
    task = work.tasks[str(player.exercise.step)]
    assert (task.tries, task.hints) == (1, 1)
    assert task.solved
    assert task.seconds > 0
    assert task.name == "A ball on the corner"
    assert (work.kind, work.game) == ("lesson", "partition")
    assert pupils.load().active == ""

    # Done again, it stays done.
    player.send(GoTo(step))
    before = progress.work_of(document.path, player.exercise.original)
    learner.play("1c1")  # wrong, where it is asked
    assert "not judged" in panel.answer.text()
    assert panel.again.isHidden(), "one button is enough"
    learner.key(K.Key_R, CTRL)
    assert learner.moves == []
    assert panel.answer.text() == player.exercise.task.right, "said again where it was done before"
    assert progress.work_of(document.path, player.exercise.original) == before
    learner.press(panel.renew)
    assert (learner.moves, panel.asked.text()) == ([], "Your move")
    learner.play("1c1")
    assert player.exercise.tone == "wrong"
    player.send(GoTo(step + 2))  # left as it is
    learner.play("1a3")
    assert {step, step + 2} <= progress.done(document.path, player.exercise.original)
    learner.window.session.new(options={"size": "3"})
    panel.renew.click()  # by Enter, which Qt gives to a button that has just been hidden
    assert learner.window.session.exercise is None


def type_in(window, text):
    """Type a move, or a point, into the field below the scene."""
    QTest.keyClick(window.scene_view.widget.surface, "/")
    for letter in text:
        QTest.keyClick(window.move_field.edit, letter)
    QTest.keyClick(window.move_field.edit, K.Key_Return)


@pytest.mark.check
def test_a_task_of_clicking_is_answered_by_a_typed_point(course):
    learner, player = course("lesson", "Twelve neighbours")
    window = learner.window
    field = window.move_field
    assert field.edit.placeholderText() == "Press / or a digit to type a point"
    type_in(window, "9z9")
    assert field.edit.text() == "9z9"
    assert "9z9 is not on the board" in field.fault.text()
    player.send(GoTo(player.exercise.step + 1))
    assert field.edit.text() == field.fault.text() == "", "it does not go along into the next step"
    player.send(GoTo(player.exercise.step - 1))
    type_in(window, "9z9")
    QTest.keyClick(field.edit, K.Key_Escape)
    type_in(window, "1a1")
    assert (player.exercise.tone, learner.moves) == ("wrong", []), "it is a click, no move"
    type_in(window, "2d4")
    type_in(window, "3e3")
    assert not player.exercise.asks
    assert learner.moves == []

    # A second click after the right one plays no ball.
    learner.click("3e3")
    learner.click("1a1")
    assert learner.moves == []
    assert "done" in window.notices.strip.text
    player.send(GoTo(player.exercise.step))
    learner.click("1a1")
    assert learner.moves == [], "nor when one comes back to the step"

    player.send(GoTo(player.exercise.step + 4))  # a ball can be meant as well as an empty point
    assert player.exercise.current.title == "A ball on the corner"
    learner, player = course("lesson", "No draw: the open corner")
    type_in(window, "1g7")
    assert not player.exercise.asks


@pytest.mark.check
def test_a_wrong_try_leaves_the_marks_its_answer_speaks_of(course):
    learner, player = course("lesson", "Floating")
    marks = player.exercise.current.marks
    assert marks
    learner.play("2f4")
    assert player.exercise.tone == "wrong"
    assert set(marks) <= set(learner.window.scene_view.laid.marks)
    learner.press(learner.panel.hint)
    assert learner.panel.again.text() == "Try again", "a hint does not end the try"
    assert set(marks) <= set(learner.window.scene_view.laid.marks)

    # The last step gives the keyboard to the scene and not to the maps.
    player.send(GoTo(len(player.exercise.steps) - 2))
    learner.press_by_keys(learner.panel.next)
    assert not learner.panel.next.isEnabled()
    assert QApplication.focusWidget() is learner.surface
    scene = learner.window.scene_view.widget.input
    assert (scene.cursor, scene.elsewhere) == (None, None)


@pytest.mark.parametrize(
    ("title", "program", "tone", "winner"),
    [
        pytest.param("A program", "NEN/.../...", "right", None, marks=pytest.mark.soak),
        ("A pass", ".../.../.N./pass2L", "right", "A"),
        pytest.param("A pass", "W../.../...", "wrong", None, marks=pytest.mark.soak),
        pytest.param("Whatever B does", ".../.../.../pass2S", "wrong", "B", marks=pytest.mark.soak),
    ],
)
def test_a_program_is_carried_out_at_once(course, qtbot, title, program, tone, winner):
    learner, player = course("04-pyramid-ball", title)
    session = learner.window.session
    before = str(session.position)
    session.play(program)
    qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)
    assert player.exercise.tone == tone
    assert not session.position.sealed, "nobody has to press Ready for the other team"
    assert str(session.position) != before
    outcome = session.position.outcome
    assert (outcome and outcome.winner) == winner
    assert (not player.exercise.asks) is (tone == "right")
    assert session.document.record[session.document.node].move != program or tone == "wrong"
    player.send("again")
    assert str(session.position) == before


@pytest.mark.check
def test_the_way_on_stays_in_sight_while_the_text_above_it_scrolls(course):
    learner, player = course("lesson", "Floating")
    panel = learner.panel
    lesson = player.exercise.original.lesson
    step = Step(0, text="Read on. " * 400, task=Task("choice", choices=THREE, otherwise="No."))
    player.end()
    learner.window.session.set_lesson(Lesson((step, *lesson.steps)))
    player.begin_lesson(0)
    learner.qtbot.waitUntil(lambda: panel.verticalScrollBar().maximum() > 0)
    assert panel.verticalScrollBar().value() == 0
    inside = panel.rect().contains
    for button in (panel.leave, panel.back, panel.next):
        place = button.mapTo(panel, button.rect().bottomRight())
        assert inside(place), button.text()
        assert panel.childAt(place - button.rect().center()) is button
    # Choices stay where they are: what is said out of sight is said at the lower edge.
    panel.ensureWidgetVisible(panel._buttons[1])
    place = panel._buttons[1].mapTo(panel, panel._buttons[1].rect().center())
    learner.press(panel._buttons[1])
    learner.qtbot.waitUntil(lambda: panel.below.isVisible())
    assert panel._buttons[1].mapTo(panel, panel._buttons[1].rect().center()) == place
    assert panel.below.text() == panel.answer.text() != ""
    player.send(GoTo(1))
    assert not panel.below.isVisible()
    assert panel.verticalScrollBar().value() == 0


def with_maps(learner):
    learner.window.docks.open("maps")
    return learner.window.docks.panel("maps")


@pytest.mark.check
def test_a_task_of_clicking_shows_its_level_and_tells_no_more_than_the_point(course):
    learner, player = course("lesson", "Floating")
    maps = with_maps(learner)
    player.end()
    learner.window.session.set_view(View())  # the file's own is of one layer
    click = Task("click", accepted=("3c5",), right="Yes.")
    texts = ("**Click level 3, file c.**", "From 2b2. **Click it.**", "Look. **Click 3c5.**")
    steps = tuple(Step(0, text=text, task=click) for text in texts)
    learner.window.session.set_lesson(Lesson(steps))
    player.begin_lesson(0)
    levels = []
    for number in range(3):
        player.send(GoTo(number))
        levels.append(maps.canvas.level)
        maps.turn_to(2)
    assert levels == [3, 1, 3]

    player.end()
    place = Task("place", accepted=("3c5",))
    learner.window.session.set_lesson(Lesson((steps[0], Step(0, task=place))))
    player.begin_lesson(0)
    maps.show_hover(learner.board.index("3c5"))
    assert maps.line.text() == "3c5, level 3: empty"
    assert not maps.canvas.neighbours
    player.send(GoTo(1))
    maps.show_hover(learner.board.index("3c5"))
    assert maps.line.text() == "3c5, level 3: a new red group"
    assert maps.canvas.neighbours

    # Nor does the status line say what a lesson asks.
    window = learner.window
    player.end()
    window.session.new("partition:size=2,rules=free RR,R1/B blue")
    assert ": " in window.status.turn.text()
    window.session.set_lesson(Lesson((Step(0, text="Over. **Look.**"),)))
    window.shell.learning.begin()
    assert window.status.turn.text() == "Red has won"
    window.shell.learning.end()
    assert ": " in window.status.turn.text()


@pytest.mark.check
def test_what_is_said_to_the_right_choice_is_not_lost_to_a_wrong_one(course):
    learner, player = course("lesson", "Floating")
    player.end()
    first = replace(THREE[0], position="partition:size=2,rules=free R1,2/1 blue")
    task = Task("choice", choices=(first, *THREE[1:]), right="Because.", otherwise="No.")
    learner.window.session.set_lesson(Lesson((Step(0, task=task), Step(0))))
    player.begin_lesson(0)
    right, *wrong = learner.panel._buttons
    assert [button.icon().isNull() for button in (right, *wrong)] == [False, True, True]
    learner.press(wrong[0])
    assert player.exercise.tone == "wrong"
    learner.press(right)
    assert not any(button.isEnabled() for button in wrong)
    player.send(Choose(1))  # as in a presentation
    assert (player.exercise.said, player.exercise.tone) == ("Because.", "right")
    player.send(GoTo(1))
    player.send(GoTo(0))
    right, *wrong = learner.panel._buttons
    learner.press(wrong[1])
    assert player.exercise.said == "No.", "done before: what is said to it can be read"
    learner.press(right)
    assert player.exercise.said == "Because."


@pytest.mark.check
def test_the_window_names_its_own_controls_and_who_stands_where_one_clicks(course):
    learner, player = course("04-pyramid-ball", "A program")
    assert "or stands. Drag it, press Ready. **Run" in learner.panel.text.text
    player.send(GoTo(player.exercise.step - 1))
    assert learner.panel.asked.text() == "Click on the board", "this game has no maps"
    player.send(GoTo(player.exercise.step + 1))
    learner.press(learner.panel.hint)
    assert learner.panel.answer.text().endswith("Drag the piece along that way.")
    player.send(GoTo(player.exercise.step + 1))
    assert learner.panel.text.text
    learner, player = course("04-pyramid-ball", "An interception")
    window = learner.window
    learner.qtbot.waitUntil(lambda: not player.playback.is_running, timeout=20_000)
    buttons = window.scene_view.floating.step_buttons.buttons.values()
    assert not any(button.isVisible() for button in buttons), "no turn is to be played"
    learner.point_at("d5")
    assert window.scene_view.floating.line.text == "d5: B's medium piece, with the ball"
    # Whatever stands on the board meanwhile, a click is an answer.
    window.session.play(window.session.position.steps(()).move)
    assert player.is_away
    learner.click("a1")
    assert not player.is_away
    assert player.exercise.tone == "wrong"
    learner.click("e5")
    assert not player.exercise.asks
