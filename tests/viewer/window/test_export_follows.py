"""The dialog that exports, while work goes on in the window: it writes what its preview shows."""

import json
import re
import sys
import tempfile
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import shipped
from exporting import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from model.records import files
from model.records.record import ROOT, PositionCache
from viewer.export import export_run
from viewer.export.export_options import FilmOptions
from viewer.export.film.film_scenes import Take, lines_of, parts_of
from viewer.export.film.lettering import Lettering
from viewer.export.items import items_of, position_at
from viewer.export.pictures.shots import shots_of
from viewer.picture.palette import STANDARD
from viewer.widgets import controls
from viewer.window.dialogs.export.export_forms import FilmForm, PageForm, PictureForm

PROGRAM = Path(__file__).parents[2] / "support" / "export_program.py"
LEFT = Qt.MouseButton.LeftButton
START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
PYRAOS = "pyraos:rules=children 4,4,4,4/3,3,3/2,2/1 white"


@pytest.fixture
def window(export):
    return export.window


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Where what the dialog gave to the program is kept, by the name of the file it asked for."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(export_run, "PROGRAM", (sys.executable, str(PROGRAM), f"keeps:{folder}"))
    return folder


def write(export, dialog):
    assert "written" in export.write(dialog), dialog.said.text()


def given(folder, name):
    """What the program was given for a file: what it held, and the words."""
    words = json.loads((folder / f"{name}.json").read_text())
    return files.load_any(folder / f"{name}.pyramidion"), words


def position(held):
    return str(PositionCache().position(held.record, held.node))


@pytest.mark.check
def test_it_writes_the_document_it_names_whatever_is_in_front(export, window, kept):
    session = window.session
    session.new(PYRAOS)
    session.new(START)
    session.play("1a1")
    dialog = export(name="page.html")
    assert dialog.windowTitle() == "Export Pyramid Partition"
    dialog.what.setCurrentIndex(1)
    session.activate(0)
    write(export, dialog)
    assert position(given(kept, "page")[0]).startswith("partition:size=3,rules=free R2,3,3")
    dialog.what.setCurrentIndex(0)
    session.activate(1)
    session.play("1c1")
    session.comment("Said meanwhile")
    write(export, dialog)
    assert dialog.what.currentText() == "This game, 2 moves"
    record = given(kept, "page")[0].record
    assert [record[node].move for node in record.main_line()] == ["1a1", "1c1"]
    assert record[2].comment == "Said meanwhile"
    assert session.state.active == 1, "and nothing was put in front"


@pytest.mark.check
def test_a_closed_document_is_said_to_be_closed_and_is_exported_as_it_was(
    export, window, kept, qtbot, monkeypatch, tmp_path
):
    rooms = tmp_path / "tmp"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    window.session.new(START)
    window.session.play("1a1")
    dialog = export(name="page.html")
    dialog.what.setCurrentIndex(1)
    window.session.close()
    said = "Pyramid Partition is closed. It is exported as it was last."
    assert dialog.said.text() == said
    write(export, dialog)
    assert "R2,3,3" in position(given(kept, "page")[0])
    monkeypatch.setattr(export_run, "PROGRAM", (sys.executable, str(PROGRAM), "waits"))
    QTest.mouseClick(dialog.export_button, LEFT)
    qtbot.waitUntil(dialog.stop_button.isVisible, timeout=PATIENCE)
    QTest.mouseClick(dialog.stop_button, LEFT)
    qtbot.waitUntil(lambda: "Stopped" in dialog.said.text(), timeout=PATIENCE)
    assert dialog.export_button.isEnabled()
    dialog.close()
    assert not list(rooms.iterdir())
    window.session.new(PYRAOS)
    monkeypatch.setattr(export_run, "PROGRAM", (sys.executable, str(PROGRAM), f"keeps:{kept}"))
    write(export, export(name="again.html"))
    assert position(given(kept, "again")[0]) == PYRAOS


def test_what_was_written_is_not_offered_under_another_kind(export, window, kept):
    """*Play* stood there before there was a film."""
    window.session.new(START)
    dialog = export(name="page.html")
    write(export, dialog)
    assert dialog.open_button.isVisible()
    assert dialog.open_button.text() == "Open in browser"
    dialog.kind.setCurrentText(FilmForm.name)
    assert not dialog.open_button.isVisible()
    assert not dialog.folder_button.isVisible()


@pytest.mark.check
def test_a_file_has_a_name_that_a_disk_takes_however_long_its_title(
    export, window, monkeypatch, tmp_path
):
    window.session.new(START)
    for letter in ("界", "a", "🔺"):
        window.session.head("title", 300 * letter)
        dialog = export()
        asked = []
        monkeypatch.setattr(
            window.shell.ask,
            "export_file",
            lambda suggested, kinds, asked=asked: asked.append(suggested),
        )
        dialog.export()
        (name,) = asked
        assert name.stem.strip(letter) == ""
        assert name.suffix == ".html"
        (tmp_path / f"{name.stem}-100{name.suffix}").write_text("")


def seen_first(dialog, held, words):
    """The position that is seen first in what was written, and where it is a film, its picture."""
    step, item = step_in(words), next(items_of(held, ""))
    record = item.contents.record
    match dialog.form:
        case FilmForm():
            scene = dialog.form.fields["scene"].currentData() or None
            wanted = FilmOptions(scene=scene, size=(128, 96))
            take = Take(item, wanted, Lettering(wanted.size, lines_of([item], wanted), STANDARD))
            return next(parts_of(take)).shots[-1].at(1e-6).pieces
        case PictureForm():
            return next(shots_of(item, step=step, every="--every-step" in words)).position.pieces
        case PageForm() if record.puzzle is not None:
            return PositionCache().position(record, ROOT).pieces
    return position_at(item.contents, step).pieces


def step_in(words):
    found = re.search(r"--step=(\d+)", " ".join(words))
    return None if found is None else int(found[1])


def compare(export, dialog, kept, qtbot, name):
    """Write what is chosen, and look whether the preview was of the same position."""
    for old in kept.iterdir():
        old.unlink()
    dialog.preview.forget()
    dialog._show_choice()
    if dialog.preview._wanted is not None:
        qtbot.waitUntil((kept / "preview.json").exists, timeout=PATIENCE)
        qtbot.waitUntil(lambda: dialog.preview._run is None, timeout=PATIENCE)
    write(export, dialog)
    if dialog.preview._wanted is None:
        return False
    held, words = given(kept, "preview")
    (item,) = items_of(held, "")
    shown = next(shots_of(item, step=step_in(words))).position.pieces
    written = seen_first(dialog, *given(kept, name))
    assert [list(one) for one in (shown.site, shown.owner)] == [
        list(one) for one in (written.site, written.owner)
    ], (dialog.what.currentText(), dialog.form.name, words)
    return True


@pytest.mark.check
def test_a_film_of_a_lesson_begins_where_its_preview_does(export, window, kept, qtbot, tmp_path):
    """A turn and a pour showed the node the file stands at, without the marks of the step."""
    lesson = files.load_any(shipped.LESSON)
    elsewhere = lesson.record.lesson.steps[1].node
    files.save(tmp_path / "lesson.pyramidion", replace(lesson, node=elsewhere))
    window.session.open(tmp_path / "lesson.pyramidion")
    dialog = export(name="film.mp4")
    assert [dialog.what.itemText(k) for k in range(2)] == [
        f"This lesson, {len(window.session.document.kept.lesson.steps)} steps",
        "Only step 2",
    ]
    dialog.kind.setCurrentText(FilmForm.name)
    for scene in ("turntable", "pour"):
        controls.set_combo(dialog.form.fields["scene"], scene)
        assert compare(export, dialog, kept, qtbot, "film")
    dialog.what.setCurrentIndex(1)
    assert dialog.form.fields["scene"].itemText(0) == "The step, with its text"
    assert compare(export, dialog, kept, qtbot, "film")
    assert len(given(kept, "film")[0].record.lesson.steps) == 1


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("opens", ["game", "puzzle", "lesson"])
def test_every_preview_shows_what_is_written(export, window, kept, qtbot, opens):
    """Every kind of file, every *What*, every scene of a film."""
    session = window.session
    session.new(PYRAOS)
    if opens == "game":
        session.new(START)
        for move in ("1a1", "1c1", "1a3"):
            session.play(move)
        session.back()
    elif opens == "puzzle":
        session.open(shipped.PUZZLES[0], 1)
    else:
        session.open(shipped.LESSON)
        window.perform("play.next-interesting")
    dialog = export(name="file.any")
    compared = 0
    for form, what in product(dialog.forms, range(dialog.what.count())):
        dialog.kind.setCurrentText(form.name)
        dialog.what.setCurrentIndex(what)
        if not form.takes(dialog.offer):
            continue
        export.name = f"file{form.suffix}"
        choices = (
            form.fields["scene"] if isinstance(form, FilmForm) else form.fields.get("every_step")
            or form.fields.get("start") or QComboBox()
        )  # fmt: skip
        for row in range(max(1, choices.count())):
            choices.setCurrentIndex(row)
            compared += compare(export, dialog, kept, qtbot, "file")
    assert compared > 10
