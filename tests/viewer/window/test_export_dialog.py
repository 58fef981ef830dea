"""The dialog that exports, by real clicks: what it offers, what it writes, and how it ends."""

import base64
import json
import os
import re
import sys
import zlib
from pathlib import Path

import pytest
from exporting import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from model.records import files
from model.records import record as records
from model.records.files import Collection, Contents
from model.records.puzzle import Puzzle, Stipulation
from viewer.export import export_run

pytestmark = pytest.mark.check

PROGRAM = Path(__file__).parents[2] / "support" / "export_program.py"
LEFT = Qt.MouseButton.LeftButton
START = "partition:size=2,rules=free 2,2/1 red"


def play(monkeypatch, trial):
    monkeypatch.setattr(export_run, "PROGRAM", (sys.executable, str(PROGRAM), trial))


def click(button):
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)


def choices(dialog):
    return [dialog.what.itemText(row) for row in range(dialog.what.count())]


def data_of(path):
    """What a page holds."""
    found = re.search(r'<script[^>]*id="data"[^>]*>([^<]*)<', path.read_text(encoding="utf-8"))
    return json.loads(zlib.decompress(base64.b64decode(found[1])))


def test_a_game_becomes_a_page_at_the_position_shown_or_at_its_start(export, qtbot, monkeypatch):
    session = export.window.session
    session.new(START)
    for move in ("1a1", "1c1"):
        session.play(move)
    dialog = export(name="page.html")
    assert choices(dialog) == ["This game, 2 moves", "Only this position"]
    assert dialog.picture.isVisible()
    assert not dialog.form.fields["solutions"].isVisible()
    assert not dialog.form.fields["step"].isVisible()
    dialog.form.fields["title"].setText("<b>Mine</b>")
    dialog.grab()
    place = dialog.close_button.y()
    click(dialog.export_button)
    assert dialog.stop_button.isVisible()
    assert not dialog.export_button.isEnabled()
    export.said(dialog)
    dialog.grab()
    assert abs(dialog.close_button.y() - place) <= 2, "it may be hit a moment later"
    assert re.fullmatch(r"page\.html is written: \d+ kB\.", dialog.said.text())
    page = data_of(export.out)
    assert page["title"] == "<b>Mine</b>"
    assert len(page["items"][0]["nodes"]) == 3
    assert page["items"][0]["nodes"][page["start"]["node"]]["move"] == "1c1"
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    click(dialog.open_button)
    click(dialog.folder_button)
    assert opened == [str(export.out), str(export.out.parent)]
    dialog.form.fields["start"].setCurrentIndex(1)
    assert "--step=0" in dialog.options
    dialog.what.setCurrentIndex(1)
    assert not dialog.form.fields["start"].isVisible()


def test_an_item_of_a_set_is_offered_with_its_set_as_it_is_now(export, qtbot, tmp_path):
    puzzle = records.set_puzzle(records.new_record(START), Puzzle(Stipulation("win", 1)))
    path = tmp_path / "set.pyramidion"
    files.save_collection(path, Collection("A set", "", (Contents(puzzle, kind="puzzle"),) * 2))
    session = export.window.session
    session.open(path, 1)
    dialog = export(name="page.html")
    assert choices(dialog) == ["This puzzle", "All of set.pyramidion"]
    assert dialog.form.fields["solutions"].isVisible()
    dialog.form.fields["solutions"].setChecked(False)
    assert dialog.options == ["--no-solutions"]
    held = dialog.offer.held()
    assert held.kind == "puzzle"
    dialog.what.setCurrentIndex(1)
    assert len(dialog.offer.held().items) == 2


def test_an_export_is_stopped_by_its_button_and_by_closing(export, qtbot, monkeypatch):
    play(monkeypatch, "waits")
    export.window.session.new(START)
    dialog = export(name="page.html")
    assert choices(dialog) == ["This position"]
    click(dialog.export_button)
    qtbot.waitUntil(lambda: dialog.doing.text() == "Item 4 of 12", timeout=PATIENCE)
    assert dialog.bar.value() == 250
    assert dialog.focusWidget() is dialog.stop_button
    QTest.keyClick(dialog.stop_button, Qt.Key.Key_Space)
    assert export.said(dialog) == "Stopped. Nothing was written."
    assert dialog.focusWidget() is dialog.export_button
    assert not dialog.open_button.isVisible()
    assert not export.out.exists()
    click(dialog.export_button)
    qtbot.waitUntil(lambda: dialog.doing.text() == "Item 4 of 12", timeout=PATIENCE)
    dialog.close()
    assert not dialog.run.runs
    assert not export.out.exists()


def test_what_cannot_be_written_or_should_be_known_is_said(export, qtbot, monkeypatch):
    play(monkeypatch, "remarks")
    export.window.session.new(START)
    dialog = export(name="page.html")
    assert export.write(dialog) == "page.html is written: 4.6 MB. 10 frames a second keep it small."
    play(monkeypatch, "full")
    assert export.write(dialog) == "Page.html: no space left on device."
    monkeypatch.setattr(export_run, "TemporaryDirectory", _no_room)
    click(dialog.export_button)
    qtbot.waitUntil(lambda: "No space" in dialog.said.text(), timeout=PATIENCE)
    assert dialog.export_button.isEnabled()


def test_each_kind_has_rows_of_its_own_and_it_can_be_closed(export):
    export.window.session.new(START)
    for close in (
        lambda dialog: click(dialog.close_button),
        lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape),
        lambda dialog: dialog.windowHandle().close(),
    ):
        dialog = export()
        close(dialog)
        assert not dialog.isVisible()
    dialog = export()
    page, _, picture = dialog.forms[:3]
    assert page.fields["title"].isVisible()
    assert not picture.fields["size"].isVisible()
    dialog.choose(type(picture))
    assert picture.fields["size"].isVisible()
    assert not page.fields["title"].isVisible()


def _no_room(**_):
    raise OSError(28, os.strerror(28))
