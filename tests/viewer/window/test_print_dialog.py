"""Print…, by real clicks: what the dialog asks for, and what the system's viewer is handed."""

from pathlib import Path

import pytest
from exporting import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from shipped import LESSON

from model.records import record as records
from model.records.files import Collection, Contents, save_collection
from model.records.puzzle import Puzzle, Stipulation
from viewer.window.dialogs.export.export_forms import PaperForm

pytestmark = pytest.mark.check

START = "partition:size=2,rules=free 2,2/1 red"


def shown(dialog):
    """The labels of the rows of its form that are seen."""
    return [label for label, row in dialog.form.rows if row.isVisible()]


def test_a_game_goes_to_the_viewer_of_the_system(export, qtbot, monkeypatch):
    export.window.session.new(START)
    export.window.session.play("1a1")
    found = export(by="file.print")
    assert isinstance(found.form, PaperForm)
    assert shown(found) == ["Title", "Author", "Paper", "Ink", "Diagrams show", "Diagrams stand"]
    found.form.fields["title"].setText("A/B")
    found.form.fields["ink"].setCurrentIndex(1)
    found.form.fields["every"].setValue(2)
    assert found.form.fields["every"].text() == "after every 2 moves"
    assert found.options[0] == "--title=A/B"
    assert found.options[-2:] == ["--ink=grey", "--every=2"]
    handed = []

    def take(url):
        handed.append(Path(url.toLocalFile()).read_bytes()[:5])
        return len(handed) < 2

    monkeypatch.setattr(QDesktopServices, "openUrl", take)
    for said in ("If none opens, the file is", "No viewer of your system"):
        assert found.print_button.isEnabled()
        QTest.mouseClick(found.print_button, Qt.MouseButton.LeftButton)
        assert not found.print_button.isEnabled()
        qtbot.waitUntil(lambda: found.said.isVisible(), timeout=PATIENCE)
        assert said in found.said.text()
    assert handed == [b"%PDF-", b"%PDF-"]
    found.kind.setCurrentIndex(0)
    assert not found.print_button.isVisible()


def test_puzzles_and_lessons_have_rows_of_their_own(export, tmp_path):
    puzzle = records.set_puzzle(records.new_record(START), Puzzle(Stipulation("win", 1)))
    path = tmp_path / "set.pyramidion"
    save_collection(path, Collection("A set", "", (Contents(puzzle, kind="puzzle"),) * 2))
    export.window.session.open(path, 1)
    found = export(by="file.print")
    assert "Puzzles on a page" in shown(found)
    assert "Diagrams stand" not in shown(found)
    found.form.fields["per_page"].setCurrentIndex(0)
    found.form.fields["solutions"].setChecked(False)
    assert found.options[-2:] == ["--per-page=1", "--solutions=none"]
    found.form.fields["plan"].setChecked(True)
    assert shown(found) == ["Title", "Author", "Paper", ""]
    assert found.options[-1] == "--plan"
    found.what.setCurrentIndex(1)
    assert found.form.fields["title"].placeholderText() == ""
    found.close()
    export.window.session.open(LESSON)
    found = export(by="file.print")
    assert "Puzzles on a page" not in shown(found)
    assert found.form.fields["solutions"].isVisible()
