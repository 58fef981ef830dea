"""The shell with a real window: opening, playing, keeping, tabs, palette, and every command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from windows import played, type_move

from model.records import files
from model.registry import kinds
from viewer.commands.table import BY_ID, COMMANDS
from viewer.program.welcome_controller import far
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import recoverable
from viewer.session.files import recent_files, resources
from viewer.session.preferences import Preferences
from viewer.session.progress import progress
from viewer.window import application
from viewer.window.dialogs.requests import Dialogs

SIZE_4 = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def window(shared_window):
    return shared_window()


@pytest.fixture
def game(window):
    """A window with an empty free game of size 4."""
    window.session.new(SIZE_4)
    QTest.qWait(30)
    return window


def answer(window, **answers):
    """Answer in place of the dialogs, None where a test says nothing; returns what was asked."""
    asked = []

    def answer_to(name):
        def answered(*args):
            asked.append(name)
            return answers.get(name)

        return answered

    for name in [name for name in vars(Dialogs) if not name.startswith("_")]:
        setattr(window.shell.ask, name, answer_to(name))
    return asked


# -- welcome page --------------------------------------------------------------------------------


@pytest.mark.check
def test_begins_on_the_welcome_page_with_all_that_is_shipped(window, qtbot):
    assert not window.pages.is_scene_shown
    assert window.welcome.page.tiles
    assert not window.docks._docks["why"].isVisible()
    # Games stand in one order everywhere.
    games = list(kinds())
    assert list(dict.fromkeys(game for game, _ in window.welcome.page.quick)) == games
    # No puzzles of Rolling Pyramids: what dice and others choose proves nothing.
    assert [path.stem for path in resources.puzzles()] == [
        f"{game}-puzzles" for game in games if game != "rolling-pyramids"
    ]  # fmt: skip
    assert [path.stem[3:].removesuffix("-course") for path in resources.lessons()] == games
    # Each tile shows a picture and its title.
    tiles = window.welcome.page.tiles
    qtbot.waitUntil(lambda: not tiles[0].picture.pixmap().isNull(), timeout=30000)
    assert len({tile.example.title for tile in tiles}) == len(tiles)
    # Lessons and puzzles stand on shelves of their own.
    shown = [tile.example.path for tile in tiles]
    assert shown == [*resources.lessons(), *resources.puzzles(), *resources.examples()]
    assert all(far(course).endswith(" steps") for course in resources.lessons())
    assert far(resources.puzzles()[0]).endswith(" puzzles")
    assert far(resources.examples()[0]) == ""


@pytest.mark.check
def test_a_game_practice_and_an_example_are_one_click_away(window, qtbot):
    # The switches of docks are off and grey until something is open.
    names = ("maps", "why", "look", "moves")  # Learn leads to the lessons of the welcome page
    switches = [window.command_actions[f"explain.{name}"] for name in names]
    assert not any(switch.isEnabled() or switch.isChecked() for switch in switches)
    qtbot.mouseClick(window.welcome.page.default_button, Qt.MouseButton.LeftButton)
    game = window.session.position.game
    assert (game.size, game.rules) == (6, "free")
    assert window.pages.is_scene_shown
    assert window.docks.is_open("why")
    assert window.docks.is_open("maps")
    assert not window.docks.is_open("look")
    qtbot.waitUntil(lambda: switches[0].isEnabled() and switches[0].isChecked())
    window.pages.turn_to(scene=False)
    qtbot.mouseClick(window.welcome.page.practice, Qt.MouseButton.LeftButton)
    assert window.session.document.exercise is not None
    assert window.docks.is_open("learn")
    window.pages.turn_to(scene=False)
    tile = window.welcome.page.tiles[1]
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert window.session.document.path == tile.example.path
    assert not window.session.document.edited


@pytest.mark.check
def test_the_welcome_page_is_one_grid_and_arrows_walk_it(window, qtbot):
    page = window.welcome.page

    def edges(width, height):
        window.resize(width, height)
        qtbot.waitUntil(lambda: page.viewport().width() > width - 40)
        body = page.widget()
        # Nothing empty below the page.
        qtbot.waitUntil(lambda: body.height() == body.layout().heightForWidth(body.width()))
        cards = [card for section in page._sections for card in section.cards]
        places = [card.mapTo(body, card.rect().topLeft()).x() for card in cards]
        ends = [x + card.width() for x, card in zip(places, cards, strict=True)]
        rows = {card.mapTo(body, card.rect().topLeft()).y() for card in cards}
        assert len(set(places)) <= 3
        assert sum(end >= max(ends) - 2 for end in ends) == len(rows)  # every row is full
        return places[0], body.width() - max(ends)

    left, right = edges(1024, 700)
    assert abs(left - right) <= 2
    left, right = edges(1440, 920)
    assert abs(left - right) <= 2
    titles = [card for section in page._sections for card in section.cards]
    assert [type(card).__name__ for card in titles[:6]] == ["GameCard"] * 6
    assert titles[6] is page.tiles[0]
    games = [card.picture.pixmap().isNull() for card in titles[:6]]
    assert games == [False] * 6
    assert not page.hero.pixmap().isNull()

    window.activateWindow()
    stops = page.stops()
    assert all(stop.accessibleName() or stop.text() for stop in stops)
    tile = page.tiles[0]
    tile.setFocus()
    QTest.keyClick(tile, Qt.Key.Key_Right)
    assert page.focusWidget() is page.tiles[1]
    QTest.keyClick(page.tiles[1], Qt.Key.Key_Down)
    assert page.focusWidget() is page.tiles[4]  # the courses fill two rows
    QTest.keyClick(page.tiles[10], Qt.Key.Key_Down)  # the fifth collection
    assert page.focusWidget() is page.practice
    QTest.keyClick(page.tiles[0], Qt.Key.Key_Up)
    assert any(card.isAncestorOf(page.focusWidget()) for card in titles[:6])
    tile.setFocus()
    QTest.keyClick(tile, Qt.Key.Key_Tab)
    assert page.focusWidget() is page.tiles[1]
    QTest.keyClick(page.tiles[1], Qt.Key.Key_Return)
    assert window.session.document.path == page.tiles[1].example.path


@pytest.mark.check
def test_how_far_a_learner_has_come_is_told_on_the_tile(home):
    lessons, puzzles = resources.lessons(), resources.puzzles()[0]
    chapters, lesson = lessons[0], lessons[1]
    course = files.load_any(chapters).items
    progress.keep(chapters, course[1].record, frozenset({0}))
    record = files.load(lesson).record
    progress.keep(lesson, record, frozenset({0, 2}))
    items = files.load_any(puzzles).items
    progress.keep(puzzles, items[3].record, frozenset({progress.SOLVED}))
    tasks = sum(step.task is not None for step in record.lesson.steps)
    asked = [step.task for item in course for step in item.record.lesson.steps]
    todo = sum(task is not None for task in asked)
    assert far(chapters) == f"{len(asked)} steps, 1 of {todo} tasks done"
    assert far(lesson) == f"{len(record.lesson.steps)} steps, 2 of {tasks} tasks done"
    assert far(puzzles) == f"{len(items)} puzzles, 1 solved"


# -- playing -------------------------------------------------------------------------------------


@pytest.mark.check
def test_what_is_typed_is_refused_at_the_field_or_opens(game):
    game.session.play("2b2")
    type_move(game, "2b2")
    assert game.move_field.edit.text() == "2b2"
    assert "2b2" in game.move_field.fault.text()
    assert played(game) == ["2b2"]
    game.move_field.edit.clear()
    type_move(game, "9z9")
    assert game.move_field.fault.isVisible()
    assert played(game) == ["2b2"]
    game.move_field.edit.clear()
    type_move(game, "partition R3,4,4,4/3,3,3/2,2/1 blue")
    assert len(game.session.state.documents) == 2
    assert str(game.session.position).endswith("R3,4,4,4/3,3,3/2,2/1 blue")


@pytest.mark.check
def test_undo_and_redo(game):
    game.session.play("1a1")
    assert game.perform("edit.undo")
    assert played(game) == []
    assert game.perform("edit.redo")
    assert played(game) == ["1a1"]
    QTest.qWait(5)
    assert not game.command_actions["edit.redo"].isEnabled()


def test_a_win_is_told_in_one_sentence(game):
    row = ["1a1", "1c1", "1e1", "1g1", "1a3", "1a5", "1a7"]
    for red, blue in zip(row, ["2b2", "2d2", "2f2", "2b4", "2d4", "2f4", ""], strict=True):
        game.session.play(red)
        if blue:
            game.session.play(blue)
    assert game.session.position.outcome.winner == "red"
    assert game.status.turn.text().startswith("Red has won")
    assert "SW" in game.status.turn.text()


@pytest.mark.check
def test_a_move_that_the_view_hides_is_told_shown_and_undone(game):
    notices = []
    game.session.notices.add(notices.append)
    game.perform("view.cut-level")
    board = game.session.position.game.board
    cut = game.session.document.view.cuts[-1]
    hidden = next(name for i, name in enumerate(board.names) if board.layers["level"][i] > cut.at)
    game.session.play(hidden)
    assert game.session.undo()
    assert notices == [f"{hidden} undone: {hidden} is behind the cut"]
    game.session.play(hidden)
    assert hidden in game.scene_view.floating.notice.text
    assert "behind the cut" in game.scene_view.floating.notice.text
    game.scene_view.floating.notice.link.emit("show")
    assert game.scene_view.floating.notice.text == ""
    assert game.session.document.view.cuts == ()


# -- keeping -------------------------------------------------------------------------------------


@pytest.mark.check
def test_save_close_and_open_again(game, home):
    path = home / "mine.pyramidion"
    game.session.play("1a1")
    game.session.play("4d4")
    answer(game, save_file=path)
    assert game.isWindowModified()
    assert game.perform("file.save")
    assert not game.isWindowModified()
    assert "mine" in game.windowTitle()
    assert "designed by Mark Steere" in game.windowTitle()
    game.perform("file.close")
    assert game.session.is_empty
    assert not game.pages.is_scene_shown
    assert recent_files.load()[0] == path
    assert game.open_path(path)
    assert played(game) == ["1a1", "4d4"]


@pytest.mark.check
def test_closing_with_unsaved_changes_asks(game):
    game.session.play("1a1")
    asked = answer(game, unsaved=None)
    game.perform("file.close")
    assert asked == ["unsaved"]
    assert len(game.session.state.documents) == 1
    assert not game.close()
    assert game.isVisible()
    asked = answer(game, unsaved="discard")
    game.perform("file.close")
    assert asked == ["unsaved"]
    assert len(game.session.state.documents) == 0


@pytest.mark.check
def test_the_window_stays_where_saving_is_refused(game, home):
    path = home / "mine.pyramidion"
    game.session.save_as(path)
    game.session.play("1a1")
    path.write_text("somebody else's")
    asked = answer(game, unsaved="save", changed=None)
    assert not game.close()
    assert game.isVisible()
    assert asked == ["unsaved", "changed"]
    assert "changed meanwhile" in game.notices.strip.text
    assert path.read_text() == "somebody else's"


def click_box(text):
    """Press a button of the message box that opens next."""

    def press():
        (box,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox))
        next(one for one in box.buttons() if text in one.text()).click()

    QTimer.singleShot(0, press)


def test_dialogs_about_a_changed_file_and_replacing_answer_what_was_pressed(window, home):
    mine = home / "mine.pyramidion"
    for button, answered in (("Save as", "elsewhere"), ("Compare", "compare"), ("Cancel", None)):
        click_box(button)
        assert window.shell.ask.changed(mine) == answered
    for button, replaces in (("Replace", True), ("Cancel", False)):
        click_box(button)
        assert window.shell.ask.may_replace(mine) is replaces


@pytest.mark.check
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(game, home):
    bad, strip = home / "bad.pyramidion", game.notices.strip
    before = game.session.state
    format_only = b'{"format": "pyramidion/1"'
    for content in (b"", b"not json", format_only, b"\xff\xfe\x00", b"[" * 100_000, b'{"a": 1}'):
        bad.write_bytes(content)
        strip.clear()
        assert not game.open_path(bad)
        assert game.session.state is before
        assert "bad.pyramidion" in strip.text
        assert "Traceback" not in strip.text
        assert "\n" not in strip.text


GAME = b'{"format": "pyramidion/1", "kind": "game", "position": "partition:size=2 2,2/1 red"'


BAD = (
    (b'{"a": 1}', "notes.json is not a Pyramidion file.", "$: object missing required field"),
    (b"Dear diary", "notes.json is not a Pyramidion file.", "nor a position"),
    (GAME, "notes.json is damaged and cannot be opened.", "line 1, column "),
    (GAME + b', "nodes": 5}', "notes.json is damaged and cannot be opened.", "$.nodes: "),
    (GAME.replace(b"n/1", b"n/7") + b"}",
     "notes.json was written by another version of Pyramidion and cannot be opened.",
     "$.format: "),
    (b"partition:size=2 2,2/7 red", "notes.json contains a position with a mistake.",
     "line 1, column "),
)  # fmt: skip
"""What a file holds, the sentence that refuses it, and the place that its details name."""


@pytest.mark.check
def test_a_bad_file_is_told_plainly_whichever_way_it_is_opened(game, home):
    bad, strip = home / "notes.json", game.notices.strip
    answer(game, open_file=bad)
    for content, sentence, place in BAD:
        bad.write_bytes(content)
        for way in (lambda: game.perform("file.open"), lambda: game.open_path(bad)):
            strip.clear()
            assert not way()
            assert (strip.text, strip.property("tone")) == (sentence, "error")
            assert strip.button.text() == "Details"
            QTest.mouseClick(strip.button, Qt.MouseButton.LeftButton)
            first, details = strip.text.split("\n")
            assert first == sentence
            assert str(bad) in details
            assert place in details
            assert not strip.button.isVisible()
            assert strip.height() >= strip.label.heightForWidth(strip.label.width())


def drop(window, data):
    action = Qt.DropAction.CopyAction
    event = QDropEvent(
        QPointF(50, 50), action, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


@pytest.mark.check
def test_files_and_positions_can_be_dropped(window):
    paths = QMimeData()
    names = sorted(EXAMPLES.glob("*.pyramidion"))[:2]
    paths.setUrls([QUrl.fromLocalFile(str(path)) for path in names])
    drop(window, paths)
    assert [document.path for document in window.session.state.documents] == names
    text = QMimeData()
    text.setText(f"  {SIZE_4}\n")
    drop(window, text)
    assert str(window.session.position) == SIZE_4


@pytest.mark.check
def test_positions_are_copied_and_pasted_and_not_closed_without_asking(game, qtbot):
    game.activateWindow()
    qtbot.waitUntil(game.isActiveWindow)
    game.session.play("4d4")
    QTest.keySequence(game, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == str(game.session.position)
    QGuiApplication.clipboard().setText(SIZE_4)
    QTest.keySequence(game, QKeySequence(QKeySequence.StandardKey.Paste))
    assert len(game.session.state.documents) == 2
    QGuiApplication.clipboard().setText("what is this")
    QTest.keySequence(game, QKeySequence(QKeySequence.StandardKey.Paste))
    assert len(game.session.state.documents) == 2
    assert game.notices.strip.text
    asked = answer(game, unsaved=None)
    QTest.keySequence(game, QKeySequence("Ctrl+W"))
    assert asked == ["unsaved"]
    assert not game.close()
    assert len(game.session.state.documents) == 2


PLAYED = """
session.new("partition", {"size": "4"})
session.play("1a1")
session.play("2b2")
"""
PASTED = "session.paste_position('partition R3,4,4,4/3,B2,3/2,2/1 red')"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("work", "left"),
    [
        (PLAYED, "partition:size=4,rules=free R3,4,4,4/B2,3,3/2,2/1 red"),
        (PASTED, "partition:size=4,rules=free R3,4,4,4/3,B2,3/2,2/1 red"),
    ],
)
def test_what_a_crash_left_is_offered(window, home, work, left):
    script = f"""
import os
from viewer.session.autosave.journal import Journal
from viewer.session.session import Session
session = Session()
journal = Journal(session)
{work}
journal.flush()
os.kill(os.getpid(), 9)
"""
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", script], cwd=root, env=os.environ, check=False)
    journal = Journal(window.session)
    try:
        window.welcome.offer(recoverable(journal.root, journal.folder), journal)
        page = window.welcome.page
        assert page.offer.isVisible()
        assert "1 document can be recovered" in page._offer_text.text()
        QTest.mouseClick(page.recover_button, Qt.MouseButton.LeftButton)
        assert str(window.session.position) == left
        assert window.session.document.edited
        assert window.notices.strip.text == "Your document was restored but not yet saved."
        assert not page.offer.isVisible()
        assert not recoverable(journal.root, journal.folder)
    finally:
        journal.close()


# -- several documents ---------------------------------------------------------------------------


@pytest.mark.check
def test_tabs_follow_the_documents_and_the_welcome_page_keeps_them(game):
    game.session.new("partition", {"size": "5"})
    assert game.tabs.count() == 2
    assert game.tabs.currentIndex() == 1
    game.tabs.setCurrentIndex(0)
    assert game.session.state.active == 0
    game.perform("file.next-document")
    assert game.tabs.currentIndex() == 1
    game.session.play("1a1")
    assert game.tabs.tabText(1).endswith("•")
    game.close_tab(0)
    assert game.tabs.count() == 1
    assert game.session.position.game.size == 5
    game.perform("file.welcome")
    assert not game.pages.is_scene_shown
    assert game.tabs.isVisible()
    game.tabs.tabBarClicked.emit(0)
    assert game.pages.is_scene_shown
    # An error goes with the document it was about.
    game.session.new("pyramid")
    game.notices.complain("It could not be saved")
    game.tabs.tabBarClicked.emit(0)
    assert game.notices.strip.text == ""
    game.notices.say("A note")
    game.tabs.tabBarClicked.emit(1)
    assert game.notices.strip.text == "A note."


@pytest.mark.check
def test_what_is_hovered_stays_behind_when_another_board_comes_to_the_front(game, qtbot):
    qtbot.waitUntil(lambda: game.display.is_ready, timeout=60_000)
    game.session.new("partition:size=5,rules=free 5,5,5,5,5/4,4,4,4/3,3,3/2,2/R blue")
    apex = len(game.session.position.game.board) - 1
    game.docks.panel("maps").show_hover(apex)
    game.shell.scene.hover_from_outside(apex)
    game.following.hovered(apex)
    game.scene_view.floating.say("Left behind")
    qtbot.wait(50)
    game.session.activate(0)
    qtbot.wait(50)
    assert len(game.scene_view.widget.picture.board) == 30
    assert game.scene_view.widget.picture.hover is None
    assert game.scene_view.widget.picture.hovered_group is None
    assert game.scene_view.floating.line.text == ""


# -- commands ------------------------------------------------------------------------------------


def test_the_palette_finds_and_ticks_what_is_on_and_is_left_with_escape(game):
    game.show_palette()
    box = game.command_palette
    QTest.keyClicks(box.edit, "explode more")
    assert box.entries[0].title == "Explode more"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    assert game.session.document.view.explode > 0
    game.show_palette()
    QTest.keyClicks(box.edit, "clipboard picture")  # as the line of help says it
    assert box.entries[0].title == "Copy picture"
    QTest.keyClick(box.edit, Qt.Key.Key_Escape)
    assert game.command_palette.isHidden()
    # It ticks what is on, and says what was switched.
    for on in (True, False):
        game.show_palette()
        QTest.keyClicks(box.edit, "confirm moves")
        assert box.entries[0].title == "Confirm moves"
        assert box.entries[0].ticked is not on
        QTest.keyClick(box.edit, Qt.Key.Key_Return)
        assert game.chosen.now.confirm_moves is on
        assert ("Moves are confirmed" in game.notices.strip.text) is on
    assert game.notices.strip.text == "A click plays a move at once."


@pytest.mark.check
def test_the_palette_finds_what_can_be_done_with_a_corner(game, qtbot):
    def typed(words):
        game.show_palette()
        box = game.command_palette
        QTest.keyClicks(box.edit, words)
        QTest.keyClick(box.edit, Qt.Key.Key_Return)

    def view():
        return game.session.document.view

    typed("show plan")
    assert "Choose a cell in Why first" in game.notices.strip.text

    def is_known():
        known = game.shell.analysis.known(game.session.position)
        return known is not None and known.done

    qtbot.waitUntil(is_known, timeout=30000)
    typed("SE for red corners")
    assert view().show == "corner=SE:red"
    typed("show plan")
    assert view().show == "cost=SE:red"
    typed("peel this corner")
    assert "No sheet of Red's at SE" in game.notices.strip.text
    assert not view().peel.layers


ENDING = ("file.quit", "file.close")


def run_all(window, monkeypatch):
    monkeypatch.setattr(window.shell.auxiliary_windows, "show_help", lambda page: None)
    monkeypatch.setattr(window, "setWindowState", lambda state: None)
    failed = []
    for command in COMMANDS:
        if command.id in ENDING:
            continue
        try:
            if command.enabled(window.shell):
                window.perform(command)
        except Exception as error:
            failed.append((command.id, error))
    assert not failed


@pytest.mark.check
def test_every_command_runs_on_an_empty_window(window, monkeypatch):
    answer(window)
    run_all(window, monkeypatch)


@pytest.mark.check
def test_every_command_runs_on_an_example(window, monkeypatch, home):
    window.open_path(sorted(EXAMPLES.glob("*.pyramidion"))[1])
    answer(window, save_file=home / "x.pyramidion", text="1-3", unsaved="discard")
    QTest.qWait(50)
    run_all(window, monkeypatch)
    assert window.session.document is not None


def test_no_two_commands_share_a_key():
    keys = [(key, command.id) for command in COMMANDS for key in command.keys]
    taken: dict = {}
    for key, name in keys:
        sequence = QKeySequence(key).toString()
        assert sequence, f"{name}: {key} is no key"
        assert sequence not in taken, f"{name} and {taken.get(sequence)} share {key}"
        taken[sequence] = name


@pytest.mark.check
def test_every_command_stands_in_a_menu_or_the_palette(window):
    shown = set()
    for action in window.menuBar().actions():
        waiting = [action.menu()]
        while waiting:
            menu = waiting.pop()
            for entry in menu.actions():
                if entry.menu():
                    waiting.append(entry.menu())
                else:
                    shown.add(entry.objectName())
    assert {command.id for command in COMMANDS if command.menu} <= shown


def test_help_names_every_listed_command():
    from viewer.program.menus import help_sections
    from viewer.window.dialogs.help_pages import help_html

    page = help_html(help_sections())
    from html import escape

    for command in COMMANDS:
        if command.listed:
            assert escape(command.title.rstrip("…")) in page


@pytest.mark.check
def test_help_pages_open(window):
    for page in ("keys", "rules", "guide", "about"):
        window.shell.auxiliary_windows.show_help(page)
        dialogs = [child for child in window.children() if child.inherits("QDialog")]
        assert any(dialog.isVisible() for dialog in dialogs), page
        for dialog in dialogs:
            dialog.close()


# -- quiet ---------------------------------------------------------------------------------------


@pytest.mark.check
def test_an_idle_window_draws_nothing(game, qtbot):
    def drew_nothing():
        before = game.scene_view.widget.frames
        QTest.qWait(300)
        return game.scene_view.widget.frames == before

    qtbot.waitUntil(
        drew_nothing
    )  # a slow screen may ask for another frame after the window is shown


def test_an_unexpected_error_becomes_one_sentence(window, home, caplog):
    undo = application.catch_errors(window.notices.complain)
    try:
        sys.excepthook(ValueError, ValueError("inside"), None)
    finally:
        undo()
    caplog.clear()
    assert "pyramidion.log" in window.notices.strip.text
    assert "ValueError" not in window.notices.strip.text


@pytest.mark.check
def test_preferences_change_the_whole_window(game, qapp):
    from msgspec.structs import replace

    game.chosen.choose(replace(game.chosen.now, palette="dark", strong=True, text_scale=1.5))
    try:
        assert "font-size: 20px" in qapp.styleSheet()
        assert game.scene_view.widget.picture.palette.name == "presentation-dark"
    finally:
        application.apply_theme(qapp, Preferences())


def test_toolbar_commands_exist():
    from viewer.program.menus import TOOLBAR

    for group in TOOLBAR:
        assert all(name in BY_ID for name in group)


# -- the computer --------------------------------------------------------------------------------


@pytest.mark.check
def test_the_computer_answers_a_game_begun_with_one_click(window, qtbot):
    qtbot.mouseClick(window.welcome.page.play_button, Qt.MouseButton.LeftButton)
    assert window.shell.playing.opponents.side == "blue"
    assert "The computer plays Blue, at level 3" in window.notices.strip.text
    window.perform("play.level-1")
    window.session.new("partition", {"size": "3"})
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F8)
    assert window.shell.playing.opponents.side == "blue"
    assert window.command_actions["play.computer"].isChecked()
    window.perform("play.type")
    qtbot.keyClicks(window.move_field.edit, "1a1")
    qtbot.keyClick(window.move_field.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.ply == 2, timeout=120_000)
    QTest.keyClick(window, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert window.session.ply == 0
    assert window.session.position.to_move == "red"
    window.session.new("partition", {"size": "8"})
    window.perform("play.level-10")
    window.perform("play.computer-move")
    assert window.shell.playing.opponents.is_thinking
    qtbot.waitUntil(lambda: "thinking" in window.notices.strip.text)
    window.session.close()
    assert not window.shell.playing.opponents.is_thinking


@pytest.mark.check
def test_menu_and_compass_follow_what_a_board_has(window, qtbot):
    shown = {name: window.command_actions[name] for name in ("explain.SW-red", "explain.pour")}
    menus = {menu.title(): menu.menuAction() for menu in window.findChildren(QMenu)}

    def visible():
        return [action.isVisible() for action in (*shown.values(), menus["Corners"])]

    assert visible() == [True] * 3
    window.session.new("poly-y:corners=3,size=3 1/2/3 red")
    qtbot.waitUntil(lambda: visible() == [False, True, False])
    window.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    qtbot.waitUntil(lambda: visible() == [True] * 3)
    # A corner of a board of cells can be looked from.
    window.session.new("poly-y:corners=5,size=4 1/5/10/15 red")
    compass = window.scene_view.floating.halves[0].compass
    qtbot.waitUntil(lambda: "A" in compass.targets())
    compass.chosen.emit("A")
    qtbot.waitUntil(lambda: abs(window.session.document.view.camera.azimuth) == 180)
    window.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    qtbot.waitUntil(lambda: "north" in compass.targets())
