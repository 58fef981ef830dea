"""What a person types is kept, wherever they go next: every text field of the program, by keys."""

import json
import shutil

import pytest
from layout_dialogs import DIALOGS
from layout_stages import handed_over
from layout_walk import Walk
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from texts_everywhere import START, game, lesson, puzzle
from windows import in_dialog

from model.records.json_form import encode
from model.records.record import ROOT
from viewer.session.autosave import recovery
from viewer.session.autosave.journal import Journal
from viewer.window.dialogs.new_game import NewPuzzle

K, LEFT, CTRL = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
ODD = "One\r\ntwo\u2028three\u00a0four "
"""What a field of Qt writes otherwise, if it writes what it was only shown."""
KILL = 250
"""Milliseconds that a kill may cost."""

ALWAYS = {"Comment on this move"}
MADE = {
    "Title of the puzzle", "Composer of the puzzle", "Hint 1: Where to look",
    "Hint 2: Which corner, wall or field", "Hint 3: The move", "Name of the try 2b2",
    "What is said about the try 2b2",
}  # fmt: skip
KEPT = {
    "game": ALWAYS,
    "puzzle": ALWAYS | MADE | {"Points to choose the answer from", "The key moves you mean"},
    "accepted": ALWAYS | MADE | {"Right moves"},
    "lesson": ALWAYS | {
        "Answer 1", "Answer 2", "Hint, when asked for", "Moves of right answer 1",
        "Moves of wrong try 1", "Notes", "Played after any other wrong try",
        "Played after wrong try 1", "Point", "Reply", "Right in any case", "Text",
        "Title of the lesson", "Title of the step", "What to say after those moves",
        "What to say after those moves, 1", "What to say to answer 1", "What to say to answer 2",
        "What to say to right answer 1", "What to say to wrong try 1", "What to say with the reply",
        "When it is right, say", "When it is wrong, say",
    },
}  # fmt: skip
"""Fields whose every letter is kept in the document, by the material that shows them."""
HANDED_IN = {
    "Move": "Enter plays it",
    "Search the collection": "it searches",
    "Search titles": "it searches",
    "Name of the bookmark": "Keep makes the bookmark",
    "Word beside the mark": "a click makes the mark",
    "First move to keep as a try": "Add makes the try",
}
"""Fields whose text is no part of a document until something is done with it: it stays there."""
DRAFTS = {
    "Title", "Red", "Blue", "Date", "Event", "Source", "Result", "Title of the puzzle",
    "What the other side is known to choose", "Levels", "Map as text", "Player boards as text",
    "Victory fields, such as b2+c2", "Title of the page", "Title of the document",
    "Author of the document", "Title of the film", "Heading of the caption", "Name of a new pupil",
    "Name of the engine", "Command of the engine", "Find a word, a key or a command",
}  # fmt: skip
"""Fields of dialogs: what is typed in them is kept with their button, and dropped by Cancel.

What the other side is known to choose is kept in the editor, too, as soon as it is a choice.
"""
KNOWN = set().union(*KEPT.values(), HANDED_IN, DRAFTS)
OTHERWISE = {
    "Points to choose the answer from": [" 1a1", " 1a3", " 1a5", " 1c1", " 1c3", " 1c5", " 1e1"]
}
"""What is typed where not every letter can be kept: a file holds only points of its board."""


MATERIAL = {
    "game": game(ODD),
    "puzzle": puzzle(ODD, kind="win", moves=2),
    "accepted": puzzle(ODD, kind="accepted", accepted=["1a1"]),
    "lesson": lesson(ODD),
}


NUMBERS = QAbstractSpinBox | QComboBox


def editable(root):
    """All fields below a widget in which texts are written, shown or not."""
    for field in root.findChildren(QWidget):
        writes = isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit)
        if writes and not field.isReadOnly() and not isinstance(field.parent(), NUMBERS):
            yield field


def names_in(root):
    return {field.accessibleName() for field in editable(root)}


def export_dialog(walk):
    walk.new()
    walk.dialog(lambda: walk.window.perform("file.export"))


def print_dialog(walk):
    walk.new()
    walk.dialog(lambda: walk.window.perform("file.print"))


class Desk:
    """A person before one document, with a journal beside it."""

    def __init__(self, window, folder, material):
        self.window, self.session, self.folder = window, window.session, folder
        self.path = folder / "it.pyramidion"
        whole = {"format": "pyramidion/1", **material}
        self.path.write_text(json.dumps(whole), encoding="utf-8")
        self.journal = Journal(self.session, folder / "autosave")
        self.asked = []
        window.shell.ask.unsaved = lambda documents: self.asked.append(documents)
        assert window.open_path(self.path)
        self.kind = material["kind"]
        if self.kind != "game":
            window.perform(f"teach.edit-{self.kind}")
        window.perform("mark.ring")
        QTest.qWait(20)  # the scene takes the keyboard
        self.faults, self.tried = [], set()

    @property
    def document(self):
        return self.session.document

    def written(self):
        return encode(self.document.kept, self.document.kept_node, self.document.view).decode()

    def shown(self):
        """The fields that are seen, by their names."""
        if self.window.docks.is_open("moves"):
            self.window.perform("edit.comment")
        return {
            field.accessibleName(): field for field in editable(self.window) if field.isVisible()
        }

    def enter(self, name):
        """Click into a field, as it stands there now, and go to its end."""
        field = self.shown()[name]
        area = field.parent()
        while area is not None:
            if hasattr(area, "ensureWidgetVisible"):
                area.ensureWidgetVisible(field)
            area = area.parent()
        QTest.qWait(0)
        target = field if isinstance(field, QLineEdit) else field.viewport()
        QTest.mouseClick(target, LEFT, pos=QPoint(8, 8))
        QTest.keyClick(field, K.Key_End, CTRL)
        assert QApplication.focusWidget() is field, name
        return field

    def steps(self):
        return len(self.document.record.lesson.steps) if self.kind == "lesson" else 1

    def try_all(self):
        """Try every field of every dock, of every step."""
        for dock in [one.name for one in self.window.contents.declarations]:
            self.window.docks.open(dock)
            for step in range(self.steps() if dock == "learn" else 1):
                if self.kind == "lesson":
                    self.window.shell.learning.lesson_author.select(step)
                QTest.qWait(20)
                for name in self.shown():
                    if name in HANDED_IN or name in self.tried:
                        continue
                    self.tried.add(name)
                    self.try_field(name, step)
            if dock != "learn":  # its panels end what is edited
                self.window.docks.close(dock)

    def try_field(self, name, step):
        tokens = iter(OTHERWISE.get(name, [f"zq{letter}x" for letter in "abcdefg"]))
        document, before = self.document, self.written()
        field = self.enter(name)
        QTest.keyClick(field, K.Key_Tab)
        self.expect(name, "left untouched it changes nothing", self.written() == before)
        self.expect(name, "nor is it an edit", self.document.record is document.record)
        field, token = self.enter(name), next(tokens)
        before, done = self.written(), len(self.document.done)
        QTest.keyClicks(field, token)
        self.kept(name, "typed", token, before)
        self.expect(name, "one go is one entry of undo", len(self.document.done) == done + 1)
        QTest.qWait(20)  # the menu hears that something can be undone
        QTest.keyClick(field, K.Key_Z, CTRL)
        self.expect(name, "Undo takes it back", self.written() == before)
        self.expect(name, "Undo leaves the keyboard", QApplication.focusWidget() is field)
        node = self.document.node
        for way, go in (
            ("somebody moves", self.somebody_moves),
            ("another node", lambda: self.session.go(ROOT)),
        ):
            before = self.written()
            token = next(tokens)
            QTest.keyClicks(field, token[:2])
            go()
            QTest.keyClicks(field, token[2:])
            self.kept(name, way, token, before)
        self.session.go(node)
        before, token = self.written(), next(tokens)
        field = self.enter(name)
        QTest.keyClicks(field, token)
        self.session.new(START)
        self.session.activate(0)
        self.kept(name, "another tab", token, before)
        self.session.close(1)
        self.session.go(node)
        QTest.qWait(20)  # the scene takes the keyboard
        field, before, token = self.enter(name), self.written(), next(tokens)
        QTest.keyClicks(field, token)
        QTest.keyClick(field, K.Key_S, CTRL)
        self.kept(name, "Ctrl+S", token, before, self.path.read_text(encoding="utf-8"))
        before, token = self.written(), next(tokens)
        QTest.keyClicks(field, token)
        self.asked.clear()
        self.window.close()
        self.expect(name, "closing asks", self.asked == [[self.document]])
        self.kept(name, "closing", token, before, self.after_a_kill())

    def somebody_moves(self):
        move = next(iter(self.session.position.legal_moves))
        self.session.play_out(move)

    def after_a_kill(self):
        """What the journal has of the document after the time that a kill may cost."""
        QTest.qWait(KILL)
        copy = self.folder / "left"
        shutil.copytree(self.journal.folder, copy, ignore=shutil.ignore_patterns("lock"))
        left = recovery.read(copy / f"{self.document.key}.journal")
        shutil.rmtree(copy)
        return encode(left.record, left.node, left.view).decode()

    def kept(self, name, way, token, before, now=None):
        now = self.written() if now is None else now
        token = token.strip()
        self.expect(name, f"{way}: {token}", now.count(token) == before.count(token) + 1)

    def expect(self, name, what, holds):
        if not holds:
            self.faults.append(f"{name}: {what}")


@pytest.fixture
def desk(shared_window, tmp_path, qtbot):
    made = []

    def build(material):
        window = shared_window(1500, 1000)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        desk = Desk(window, tmp_path, MATERIAL[material])
        made.append(desk)
        return desk

    yield build
    for one in made:
        one.journal.close()


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.parametrize("material", MATERIAL)
def test_every_text_is_kept_wherever_one_goes(desk, material):
    found = desk(material)
    if material == "accepted":  # its other fields are those of every puzzle
        found.tried |= KEPT["puzzle"] & KEPT[material]
    found.try_all()
    assert not found.faults, found.faults
    assert found.tried == KEPT[material]
    assert names_in(found.window) <= KNOWN, "whoever adds a field lists it above"


def test_a_dialog_keeps_a_draft_until_it_is_accepted(desk):
    found = desk("game")
    before, record = found.written(), found.document.record

    def answer(text, key):
        def do(dialog):
            fields = {field.accessibleName(): field for field in editable(dialog)}
            QTest.keyClicks(fields["Event"], text)
            QTest.keyClick(fields["Event"], key)

        in_dialog(QDialog, do)
        found.window.perform("edit.headers")
        return found.written()

    answer("", K.Key_Return)
    assert found.document.record is record, "what nobody wrote is no edit"
    assert answer("Zqx", K.Key_Escape) == before
    assert "Zqx" in answer("Zqx", K.Key_Return)
    assert found.document.record.headers["title"] == ODD


def test_escape_closes_a_dialog_from_its_fields(desk):
    found = desk("game")
    dialog = NewPuzzle(found.session.position, found.window)
    for field in editable(dialog):
        dialog.open()
        if field.isVisible():
            field.setFocus()
            QTest.keyClick(field, K.Key_Escape)
            assert not dialog.isVisible(), field.accessibleName()
    dialog.close()
    dialog.deleteLater()


@pytest.mark.check
def test_what_is_composed_is_kept_while_somebody_moves(desk):
    """Letters of an input method are there from the first, and its choice ends where it began."""
    found = desk("game")
    found.window.docks.open("moves")
    field = found.enter("Comment on this move")
    compose(field, "すう")
    found.somebody_moves()
    assert found.document.record[1].comment.endswith("four すう")
    compose(field, "すうが")
    assert found.document.record[1].comment.endswith("four すうが")
    compose(field, "", "数学")
    QTest.keyClicks(field, ".")
    assert found.document.record[1].comment.endswith("four 数学.")
    assert found.document.record[found.document.node].comment == ""


def test_a_number_is_taken_over_before_a_command_and_before_closing(desk):
    found = desk("lesson")
    found.window.shell.learning.lesson_author.select(3)
    moves = found.window.docks.panel("learn").lesson_editor.form.task.moves
    for key, way in ((K.Key_7, "save"), (K.Key_9, "close")):
        moves.setFocus()
        moves.selectAll()
        QTest.keyClick(moves, key)
        if way == "save":
            QTest.keyClick(moves, K.Key_S, CTRL)
        else:
            found.window.close()
            assert found.asked == [[found.document]]
    assert '"moves":7' in found.path.read_text(encoding="utf-8")
    assert '"moves":9' in found.written()


def compose(field, preedit, commit=""):
    """What an input method sends: what is composed so far, or what was chosen."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(field, event)


@pytest.mark.check
def test_there_is_no_other_field_in_dialogs(shared_window, qapp):
    """Whoever adds a field lists it above: as kept, or with the reason why it need not be."""
    walk, unknown = Walk(shared_window(1500, 1000), qapp), {}
    try:
        for stage in (*DIALOGS, export_dialog, print_dialog, handed_over):
            walk.enter(stage)
            for name in names_in(walk.shown) - KNOWN:
                unknown.setdefault(name, stage.__name__)
            walk.leave()
    finally:
        walk.end()
    assert not unknown, sorted(unknown.items())
