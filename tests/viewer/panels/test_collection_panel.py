"""Collections and folders in their dock: shown, searched, gone through, changed, by real events."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.exercises.exercise import GoTo
from model.records import files
from model.records.files import Collection
from viewer.commands import opening
from viewer.session import collections
from viewer.session.progress import progress
from viewer.session.session import Session, SessionError

EXAMPLES = Path(__file__).parents[3] / "examples"
MODE = QIcon.Mode
Z, Y = Qt.Key.Key_Z, Qt.Key.Key_Y
COURSE = EXAMPLES / "lessons" / "01-partition-course.pyramidion"
PUZZLES = EXAMPLES / "puzzles" / "partition-puzzles.pyramidion"


@pytest.fixture
def few(tmp_path):
    """A file with three puzzles and a game."""
    held = files.load_any(PUZZLES)
    game = files.load(EXAMPLES / "01-empty-board.pyramidion")
    items = (*held.items[:3], game)
    path = tmp_path / "few.pyramidion"
    files.save_collection(path, Collection("A few", "To try things with.", items))
    return path


@pytest.fixture
def window(shared_window):
    return shared_window()


def click(panel, row):
    rect = panel.list.visualItemRect(panel.list.item(row))
    place = rect.center() if rect.isValid() else QPoint(5, 5)
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QApplication.processEvents()


def titles(panel):
    return [
        panel.list.item(k).text().split("\n")[0]
        for k in range(panel.list.count())
        if not panel.list.item(k).isHidden()
    ]


@pytest.mark.check
def test_a_collection_opens_with_a_list_that_clicks_and_keys_go_through(window, few, qtbot):
    window.open_path(few)
    panel = window.docks.panel("collection")
    assert window.docks.is_open("collection")
    assert panel.title.text() == "A few"
    assert panel.list.count() == len(files.load_any(few).items)
    assert window.session.document.path == few
    assert window.session.document.item == 0
    assert panel.list.currentRow() == 0
    first = panel.list.item(0)
    qtbot.waitUntil(lambda: not first.icon().isNull())
    size = panel.list.iconSize()
    plain, selected = (first.icon().pixmap(size, mode) for mode in (MODE.Normal, MODE.Selected))
    assert plain.toImage() == selected.toImage(), "red and blue can be told apart when selected"
    # A click and the keys go to another item.
    click(panel, 2)
    assert window.session.document.item == 2
    assert len(window.session.state.documents) == 1  # instead of the one before
    QTest.keyClick(panel.list, Qt.Key.Key_Up)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert window.session.document.item == 1
    window.perform("teach.next-item")
    assert panel.list.currentRow() == window.session.document.item == 2
    # The search leaves what fits.
    word = titles(panel)[1].split(". ", 1)[1]
    panel.search.setFocus()
    QTest.keyClicks(panel.search, word.upper())
    assert titles(panel) == [f"2. {word}"]
    panel.search.clear()
    panel.kind.setCurrentIndex(panel.kind.findData("lesson"))
    assert titles(panel) == []


@pytest.mark.check
def test_a_short_list_of_one_kind_shows_more_of_itself(window, few, tmp_path):
    window.open_path(few)
    panel = window.docks.panel("collection")
    panel.kind.setCurrentIndex(0)
    assert not panel.seeking.isHidden(), "there are a game and puzzles"
    path = tmp_path / "puzzles.pyramidion"
    files.save_collection(path, Collection("Puzzles", "", files.load_any(few).items[:3]))
    window.open_path(path)
    assert panel.seeking.isHidden()
    assert panel.more.isVisibleTo(panel)
    panel.search.setText("a")
    assert not panel.seeking.isHidden()
    panel.search.clear()
    assert panel.seeking.isHidden()


@pytest.mark.check
def test_solved_ones_and_chapters_have_a_tick_and_the_first_that_has_none_is_opened(window, few):
    items = files.load_any(few).items
    for number in (0, 2):
        progress.keep(few, items[number].record, frozenset({progress.SOLVED}))
    window.open_path(few)
    shown = titles(window.docks.panel("collection"))
    assert [title.startswith("✓ ") for title in shown[:3]] == [True, False, True]
    assert window.session.document.item == 1
    # A chapter has its tick as soon as its last task is done.
    window.open_path(COURSE)
    panel, session = window.docks.panel("collection"), window.session
    number = session.document.item
    tasks = [k for k, step in enumerate(session.document.exercise.steps) if step.task is not None]
    session.advance(GoTo(tasks[-1], frozenset(tasks[:-1])))
    assert not titles(panel)[number].startswith("✓ ")
    session.advance(GoTo(tasks[-1], frozenset(tasks)))
    assert titles(panel)[number].startswith("✓ ")


@pytest.mark.check
def test_what_is_open_goes_along_when_items_change_places(window, few):
    before = [item.record for item in files.load_any(few).items]
    window.open_path(few)
    panel = window.docks.panel("collection")
    panel._move(0, 1)
    after = [item.record for item in files.load_any(few).items]
    assert after[:2] == [before[1], before[0]]
    assert window.session.document.item == 1
    window.perform("teach.end")
    window.session.comment("still the same file")
    window.session.save()
    saved = files.load_any(few).items
    assert saved[1].record.nodes[0].comment == "still the same file"
    assert saved[0].record == before[1]
    with pytest.raises(SessionError, match="close this item first"):
        collections.remove(window.session, few, 1)
    window.shell.ask.remove_item = lambda title, collection: True
    panel._remove(0)
    assert window.session.document.item == 0
    assert len(files.load_any(few).items) == len(before) - 1


@pytest.mark.check
def test_what_was_done_to_a_collection_is_undone_and_redone_in_turn(window, few, qtbot):
    """Ctrl+Z undid the last edit of the puzzle that was open, and the item was gone."""
    before = [item.record for item in files.load_any(few).items]
    window.open_path(few)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=30000)
    window.perform("teach.end")
    panel, session = window.docks.panel("collection"), window.session
    held = lambda: [item.record for item in files.load_any(few).items]  # noqa: E731

    def keys(key):
        qtbot.waitUntil(
            lambda: window.command_actions["edit.undo" if key == Z else "edit.redo"].isEnabled()
        )
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)

    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    session.comment("before")
    session.save()
    before[0] = session.document.record
    asked = []
    window.shell.ask.remove_item = lambda title, collection: asked.append((title, collection))
    panel._remove(2)
    assert asked == [(panel.shown.entries[2].title, few.name)]
    assert held() == before, "asked first"
    window.shell.ask.remove_item = lambda title, collection: True
    panel._remove(2)
    panel._move(0, 1)
    assert held() == [before[1], before[0], *before[3:]]
    session.comment("after")
    keys(Z)
    assert session.document.record.nodes[0].comment == "before", "what was done last comes first"
    keys(Z)
    assert held() == [*before[:2], *before[3:]]
    assert session.document.item == 0
    keys(Z)
    assert held() == before
    assert len(panel.shown.entries) == len(before)
    assert session.document.record.nodes[0].comment == "before"
    keys(Y)
    keys(Y)
    assert held() == [before[1], before[0], *before[3:]]
    assert session.document.item == 1
    keys(Y)
    assert session.document.record.nodes[0].comment == "after"


def test_an_item_that_was_added_is_taken_out_again_and_stays_open(tmp_path):
    session, path = Session(), tmp_path / "made.pyramidion"
    session.new("partition", {"size": "4"})
    session.play("1a1")
    collections.make(session, path, "Made")
    session.new("pyraos", {})
    collections.add(session, path)
    document = session.document
    assert (document.path, document.item) == (path, 1)
    assert collections.undo(session)
    assert len(files.load_any(path).items) == 1
    assert session.document.path is None, "it has no file any more"
    assert session.document.edited
    assert collections.redo(session)
    assert len(files.load_any(path).items) == 2
    with path.open("rb") as file:
        was = file.read()
    other = Session()  # another program has changed what is to be taken out
    other.open(path, 1)
    other.comment("mine")
    other.save()
    with pytest.raises(SessionError, match="has changed meanwhile"):
        collections.undo(session)
    assert path.read_bytes() != was
    assert len(files.load_any(path).items) == 2


@pytest.mark.check
def test_an_item_that_is_saved_is_listed_as_it_is_now(window, few, qtbot):
    """The list and the tab kept the old title, and the item could not be moved any more."""
    window.open_path(few)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=30000)
    panel = window.docks.panel("collection")
    window.perform("teach.edit-puzzle")
    window.session.heads({"title": "The new title"})
    window.docks.close("collection")
    assert window.perform("file.save")
    assert window.session.document.title == "The new title"
    window.docks.open("collection")
    qtbot.waitUntil(lambda: titles(panel)[0] == "1. The new title")
    window.session.heads({"title": "Another"})
    assert titles(panel)[0] == "1. The new title", "not before it is saved"
    assert window.perform("file.save")
    assert titles(panel)[0] == "1. Another"
    panel._move(0, 1)
    assert titles(panel)[1] == "2. Another"
    assert not window.notices.strip.text


@pytest.mark.check
def test_items_that_somebody_else_adds_or_takes_out_are_found(window, few, caplog):
    window.open_path(few)
    panel = window.docks.panel("collection")
    held = files.load_any(few)
    files.save_collection(few, Collection("A few", "", (*held.items, *held.items)))
    window.session.open(few, 7)
    assert (panel.list.count(), panel.list.currentRow()) == (8, 7)
    files.save_collection(few, Collection("A few", "", held.items[:2]))
    window.docks.close("collection")
    panel.show_collection(few)
    window.docks.open("collection")
    assert panel.list.count() == 2
    assert "Traceback" not in caplog.text


def test_open_documents_become_a_collection_and_more_are_added(tmp_path):
    session = Session()
    session.new("partition", {"size": "4"})
    session.play("1a1")
    session.new("pyraos", {})
    path = tmp_path / "made.pyramidion"
    collections.make(session, path, "Made")
    held = files.load_any(path)
    assert held.title == "Made"
    assert [item.record.start.split(":")[0] for item in held.items] == ["partition", "pyraos"]
    collections.add(session, path)
    assert len(files.load_any(path).items) == 3
    with pytest.raises(SessionError):
        collections.make(Session(), tmp_path / "none.pyramidion", "None")
    assert not (tmp_path / "none.pyramidion").exists()


@pytest.mark.check
def test_the_list_has_the_room_that_there_is_and_stands_beside_its_items_only(window, few, qtbot):
    window.open_path(few)
    panel = window.docks.panel("collection")
    qtbot.waitUntil(panel.isVisible)
    high = panel.height()
    window.session.new("partition")
    window.perform("teach.make-lesson")
    window.session.activate(0)
    window.session.activate(1)
    qtbot.waitUntil(lambda: panel.isVisible() and panel.height() < high)
    window.session.activate(0)
    qtbot.waitUntil(lambda: panel.height() == high)
    # It stands beside its items only.
    window.session.close(1)
    dock = window.docks._docks["collection"]
    qtbot.waitUntil(lambda: not dock.isHidden())
    window.session.new("pyraos", {})
    assert dock.isHidden()
    window.perform("explain.collection")  # asked for: there it is
    assert not dock.isHidden()
    window.session.activate(0)
    assert not dock.isHidden()
    window.session.activate(1)
    assert dock.isHidden()


@pytest.mark.check
def test_where_nothing_stands_below_it_the_list_has_all_the_room(window, few, qtbot):
    """Asked for beside a game, it was as low as over the editor of a lesson, above nothing."""
    window.open_path(few)
    panel, beside = window.docks.panel("collection"), window.centralWidget()
    qtbot.waitUntil(lambda: panel.isVisible() and window.display.is_ready)
    window.session.new("partition")
    qtbot.waitUntil(lambda: not panel.isVisible())
    window.docks.open("collection")
    qtbot.waitUntil(panel.isVisible)
    qtbot.wait(100)  # it became low only once it was laid out
    assert panel.height() > 0.9 * beside.height()


def test_a_folder_is_shown_with_what_cannot_be_read(tmp_path, few):
    (tmp_path / "broken.pyramidion").write_text("{")
    (tmp_path / "game.pyramidion").write_bytes(
        (EXAMPLES / "lessons" / "02-pyraos-course.pyramidion").read_bytes()
    )
    _, about, found = collections.entries(tmp_path)
    assert "3 files" in about
    assert {entry.kind for entry in found} == {collections.UNREAD}
    by_name = {entry.path.name: collections.read_entry(entry) for entry in found}
    assert by_name["broken.pyramidion"].kind == ""
    assert by_name["few.pyramidion"].kind == "collection"
    assert by_name["game.pyramidion"].kind == "lesson"
    assert by_name["game.pyramidion"].line.startswith("Pyraos: a lesson of ")


@pytest.mark.check
def test_the_files_of_a_folder_are_read_one_by_one_while_the_list_answers(
    window, tmp_path, few, monkeypatch, qtbot
):
    """All were read before the dock opened: a folder of some hundreds froze the window."""
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "0.pyramidion").write_bytes((EXAMPLES / "01-empty-board.pyramidion").read_bytes())
    lesson = EXAMPLES / "lessons" / "02-pyraos-course.pyramidion"
    for number in range(1, 30):
        (folder / f"{number:02}.pyramidion").write_bytes(lesson.read_bytes())
    read = []
    load_any = files.load_any
    monkeypatch.setattr(files, "load_any", lambda path: read.append(path) or load_any(path))
    opening.show_collection(window.shell, folder)
    assert not read
    panel = window.docks.panel("collection")
    assert panel.list.count() == 30
    panel.kind.setCurrentIndex(3)
    qtbot.waitUntil(lambda: bool(read), timeout=20_000)
    assert len(read) < 30
    click(panel, 29)  # it is hidden until it is known to be a lesson
    qtbot.waitUntil(lambda: len(titles(panel)) == 29, timeout=60_000)
    assert len(read) >= 30
    assert "A lesson of" in panel.list.item(29).text()


def test_of_a_folder_of_folders_without_end_a_part_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(collections, "MOST_FOLDERS", 3)
    monkeypatch.setattr(collections, "MOST_FILES", 2)
    for number in range(4):
        (tmp_path / str(number)).mkdir()
    with pytest.raises(SessionError, match=r"the first 3 folders in it hold no \.pyramidion file"):
        collections.entries(tmp_path)
    for number in range(3):
        (tmp_path / f"{number}.pyramidion").write_text("{")
    title, about, found = collections.entries(tmp_path)
    assert title == f"{tmp_path.name} (the first 2 files found)"
    assert about == f"2 files in {tmp_path}"
    assert len(found) == 2


def test_a_folder_without_files_and_a_file_that_is_no_collection_are_told_so(tmp_path):
    (tmp_path / "in").mkdir()
    with pytest.raises(SessionError, match=r"holds no \.pyramidion file"):
        collections.entries(tmp_path / "in")
    path = tmp_path / "game.pyramidion"
    path.write_text(json.dumps({"kind": "game", "comment": "a collection"}))
    assert not collections.is_collection(path)
    assert collections.is_collection(PUZZLES)
    assert not collections.is_collection(tmp_path / "absent.pyramidion")


@pytest.mark.check
def test_what_a_new_collection_holds_is_saved_by_it(window, tmp_path):
    shipped = EXAMPLES / "01-empty-board.pyramidion"
    mine = tmp_path / "mine.pyramidion"
    mine.write_bytes(shipped.read_bytes())
    window.open_path(mine)
    for move in ("1a1", "2b2"):
        window.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
        window.session.play(move)
    path = tmp_path / "made.pyramidion"
    window.shell.ask.save_file = lambda _: path
    assert window.perform("file.new-collection")
    documents = window.session.state.documents
    assert [(d.path, d.item) for d in documents] == [(mine, None), (path, 1), (path, 2)]
    assert not any(document.edited for document in documents)
    window.session.activate(1)
    window.session.play("3c3")
    assert window.session.document.edited
    assert window.perform("file.save")
    assert [len(item.record) for item in files.load_any(path).items] == [0, 2, 1]
    asked = []
    window.shell.ask.unsaved = lambda edited: asked.append(edited)
    window.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    window.session.play("1c1")
    window.docks.panel("collection").add.trigger()
    assert (window.session.document.path, window.session.document.item) == (path, 3)
    assert window.docks.panel("collection").list.currentRow() == 3  # seen where it went
    while window.session.state.documents:
        assert window.perform("file.close")
    assert not asked


@pytest.mark.check
def test_an_item_is_dragged_to_another_place_or_moved_by_keys(window, few, qtbot):
    window.open_path(few)
    panel = window.docks.panel("collection")
    before = [title.partition(". ")[2] for title in titles(panel)]
    boxes = [panel.list.visualItemRect(panel.list.item(row)) for row in (2, 0)]
    view = panel.list.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=boxes[0].center())
    QTest.mouseMove(view, boxes[1].center())
    QTest.mouseMove(view, boxes[1].topLeft() + QPoint(9, 2))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=boxes[1].topLeft() + QPoint(9, 2))

    def held():
        return [title.partition(". ")[2] for title in titles(panel)]

    qtbot.waitUntil(lambda: held() == [before[2], before[0], before[1], before[3]])
    assert window.session.document.item == 1, "what is open goes along"
    panel.list.setFocus()
    panel.list.setCurrentRow(0)
    QTest.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: held() == [before[0], before[2], before[1], before[3]])
    assert len(files.load_any(few).items) == 4
    docks = window.docks._docks
    assert docks["learn"].isVisible()
    assert docks["learn"].height() > 1.3 * docks["collection"].height(), "tasks have the room"
    window.shell.ask.text = lambda title, label, text: f"{text} more"
    for act in (panel.entitle, panel.introduce):
        act.trigger()
    qtbot.waitUntil(lambda: panel.title.text() == "A few more")
    found = files.load_any(few)
    assert (found.title, found.about) == ("A few more", "To try things with. more")
    window.session.new(options={"size": "4"})
    alone = few.with_name("alone.pyramidion")
    window.shell.ask.save_file = lambda _: alone
    assert window.perform("file.collection-of-this")
    assert len(files.load_any(alone).items) == 1
