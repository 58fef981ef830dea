"""The dialog that exports and prints, by real clicks: pages, pictures, films, solids, paper."""

import base64
import json
import os
import re
import sys
import zlib
from pathlib import Path

import pytest
import trimesh
from exporting import PATIENCE, choose
from film_probe import EXAMPLES, probed
from PIL import Image
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from shipped import LESSON

from model.records import files
from model.records import record as records
from model.records.files import Collection, Contents, save_collection
from model.records.puzzle import Puzzle, Stipulation
from viewer.export import export_run, items
from viewer.window.dialogs.export.export_forms import (
    DIAGRAM,
    MAPS,
    PNG,
    FilmForm,
    PaperForm,
    PrintForm,
    SceneForm,
)

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


@pytest.mark.check
def test_a_game_becomes_a_page_at_the_position_shown_or_at_its_start(export, monkeypatch):
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


@pytest.mark.check
def test_an_item_of_a_set_is_offered_with_its_set_as_it_is_now(export, tmp_path):
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


@pytest.mark.check
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


@pytest.mark.check
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


@pytest.mark.check
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
    dialog.kind.setCurrentText(picture.name)
    assert picture.fields["size"].isVisible()
    assert not page.fields["title"].isVisible()


def _no_room(**_):
    raise OSError(28, os.strerror(28))


# -- pictures, and the clipboard ------------------------------------------------------------------


@pytest.mark.check
def test_ctrl_e_writes_what_the_form_says_and_shows_it_before(export, qtbot):
    session = export.window.session
    session.new(START)
    session.play("1a1")
    dialog = export(name="shot.png", by="file.export-picture")
    form = dialog.form
    assert (form.name, form.suffix) == ("Picture", ".png")
    assert not form.fields["ink"].isVisible()
    assert not form.fields["width"].isVisible()
    choose(form.fields["size"], None)
    assert form.fields["width"].isVisible()
    form.fields["width"].setValue(320)
    form.fields["height"].setValue(200)
    form.fields["transparent"].setChecked(False)
    form.fields["caption"].setChecked(True)
    form.fields["title"].setText('<b>"Mine"</b> & more')
    with qtbot.waitSignal(dialog.preview.made, timeout=PATIENCE) as shown:
        pass
    assert shown.args[0].width() / shown.args[0].height() == pytest.approx(1.6, rel=0.02)
    assert dialog.picture.pixmap().size() == shown.args[0].size()
    assert export.write(dialog).startswith("shot.png is written: ")
    with Image.open(export.out) as image:
        assert (image.size, image.mode) == ((320, 200), "RGBA")
        assert image.getchannel("A").getextrema() == (0, 255)


@pytest.mark.check
def test_every_move_becomes_a_numbered_drawing(export):
    session = export.window.session
    session.new(START)
    for move in ("1a1", "1c1"):
        session.play(move)
    dialog = export(name="game.svg", by="file.export-picture")
    form = dialog.form
    choose(form.fields["drawn"], MAPS)
    choose(form.fields["every_step"], True)
    assert form.suffix == ".svg"
    assert not form.fields["board"].isVisible()
    assert form.fields["ink"].isVisible()
    assert "--every-step" in dialog.options
    assert export.write(dialog).startswith("game-01.svg and 2 more are written: ")
    names = sorted(path.name for path in export.folder.glob("*.svg"))
    assert names == ["game-01.svg", "game-02.svg", "game-03.svg"]
    choose(form.fields["drawn"], DIAGRAM)
    form.fields["ink"].setChecked(True)
    assert {"--ink=grey", "--diagram", "--every-step"} <= set(dialog.options)
    choose(form.fields["drawn"], PNG)
    assert "--ink=grey" not in dialog.options


@pytest.mark.check
def test_what_stands_where_a_series_goes_is_asked_about(export, monkeypatch):
    session = export.window.session
    session.new(START)
    session.play("1a1")
    dialog = export(name="game.png", by="file.export-picture")
    asked = []
    monkeypatch.setattr(export.window.shell.ask, "may_replace", asked.append)
    for name in ("game-01.svg", "game-x.svg", "game.svg"):
        (export.folder / name).write_text("mine")
    choose(dialog.form.fields["drawn"], DIAGRAM)  # which counts more than how the name ends
    dialog.export()
    (export.folder / "game.svg").unlink()
    choose(dialog.form.fields["every_step"], True)
    dialog.export()
    assert [path.name for path in asked] == ["game.svg", "game-01.svg"]
    assert not dialog.run.runs


@pytest.mark.check
def test_a_lesson_is_drawn_at_the_step_it_stands_at(export):
    window = export.window
    window.open_path(next(Path("examples/lessons").glob("06-*")))
    dialog = export(name="lesson.png", by="file.export-picture")
    form = dialog.form
    assert form.fields["step"].isVisible()
    form.fields["step"].setValue(3)
    assert "--step=3" in dialog.options
    choose(form.fields["every_step"], True)
    assert not form.fields["step"].isVisible()
    assert not [option for option in dialog.options if option.startswith("--step")]


@pytest.mark.check
def test_a_picture_is_copied_in_a_size_that_is_remembered(export, qtbot):
    window = export.window
    window.session.new(START)
    window.session.play("1a1")
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    window.chosen.change(picture_size="96x64")
    window.perform("file.copy-picture")
    qtbot.waitUntil(lambda: not clipboard.image().isNull(), timeout=PATIENCE)
    assert (clipboard.image().width(), clipboard.image().height()) == (96, 64)
    assert "Picture copied, 96 × 64" in window.notices.strip.text
    window.perform("file.copy-picture-screen")
    assert clipboard.image().size() == window.scene_view.fine_image().size()
    assert window.chosen.now.picture_size == ""


@pytest.mark.check
@pytest.mark.fresh_window
def test_a_picture_drawn_for_the_clipboard_ends_with_its_window(export):
    """Its process went on, and held the window with all that it had."""
    window = export.window
    window.session.new(START)
    window.chosen.change(picture_size="3840x2160")
    window.perform("file.copy-picture")
    run = window.shell.pictures.run
    assert run.runs
    assert run.output.parent.is_dir()
    window.close_window()
    assert not run.runs
    assert not run.output.parent.exists()


# -- films ----------------------------------------------------------------------------------------


@pytest.fixture
def film(export):
    """Opens the dialog at films, for an example; returns it and its form."""

    def shown(name, item=None):
        (path,) = EXAMPLES.glob(f"{name}*.pyramidion")
        export.window.session.open(path, item)
        dialog = export(FilmForm, "film.mp4")
        return dialog, dialog.form

    return shown


def scenes(form):
    return [form.fields["scene"].itemData(row) for row in range(form.fields["scene"].count())]


@pytest.mark.check
def test_a_game_is_replayed_turned_poured_and_cut(film):
    dialog, form = film("06")
    assert scenes(form) == ["replay", "turntable", "sway", "pour", "cut"]
    assert dialog.options == ["--scene=replay", "--size=1280x720"]
    assert form.fields["hold"].isVisible()
    assert not form.fields["corner"].isVisible()
    assert not form.fields["solutions"].isVisible()
    choose(form.fields["hold"], 4)
    assert "--hold=4" in dialog.options
    choose(form.fields["scene"], "pour")
    assert form.fields["corner"].isVisible()
    assert form.fields["side"].isVisible()
    assert not form.fields["hold"].isVisible()
    assert dialog.options[-1] == "--corner=:red"
    choose(form.fields["corner"], "apex")
    assert dialog.options == ["--scene=pour", "--size=1280x720", "--corner=apex:red"]
    choose(form.fields["scene"], "cut")
    choose(form.fields["family"], "west")
    assert dialog.options[-1] == "--family=west"
    assert not form.fields["corner"].isVisible()


@pytest.mark.check
def test_a_title_card_and_the_kind_of_file(film):
    dialog, form = film("34")
    assert scenes(form) == ["replay", "turntable", "sway", "pour"]
    assert not form.fields["title"].isVisible()
    form.fields["title_card"].setChecked(True)
    assert form.fields["title"].isVisible()
    form.fields["title"].setText(" Mine ")
    assert dialog.options[-2:] == ["--title-card", "--title=Mine"]
    file = form.fields["file"]
    suffixes = [form.suffix for row in range(3) if file.setCurrentIndex(row) is None]
    assert suffixes == [".mp4", ".webm", ".gif"]
    assert "--size=854x480" in dialog.options
    choose(form.fields["file"], ".mp4")
    assert "--size=1280x720" in dialog.options


@pytest.mark.check
def test_lessons_are_filmed_with_or_without_answers_and_of_several_each_gets_what_suits_it(film):
    dialog, form = film("lessons/03")
    assert scenes(form)[0] == "lesson"
    assert form.fields["solutions"].isVisible()
    form.fields["solutions"].setChecked(False)
    assert dialog.options[-1] == "--no-solutions"
    dialog, form = film("lessons/01", 0)
    dialog.what.setCurrentIndex(dialog.what.count() - 1)
    assert scenes(form)[0] is None
    assert dialog.options == ["--size=1280x720"]


@pytest.mark.check
def test_a_film_is_made_with_progress_and_played(film, export):
    dialog, form = film("04")
    form.fields["size"].setItemData(0, (128, 96))
    form.fields["size"].setCurrentIndex(0)
    choose(form.fields["speed"], 4.0)
    told = []
    dialog.run.progressed.connect(lambda share, text: told.append((share, text)))
    QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert dialog.stop_button.isVisible()
    assert export.said(dialog).startswith("film.mp4 is written: ")
    assert any(text.endswith("left") and 0 < share < 1 for share, text in told if share)
    assert dialog.open_button.text() == "Play"
    assert probed(export.out)[0]["codec_name"] == "h264"


@pytest.mark.check
def test_a_film_is_stopped_by_its_button(film, export, qtbot):
    dialog, _ = film("06")
    QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.doing.text().endswith("left"), timeout=PATIENCE)
    QTest.mouseClick(dialog.stop_button, Qt.MouseButton.LeftButton)
    assert export.said(dialog) == "Stopped. Nothing was written."
    assert not list(export.folder.iterdir())


@pytest.mark.check
def test_without_its_package_it_says_what_brings_it(film, monkeypatch):
    monkeypatch.setattr(items, "find_spec", lambda name: None)
    dialog, _ = film("04")
    assert dialog.said.text().endswith("pip install 'pyramidion[film]'")
    assert not dialog.export_button.isEnabled()
    # A packaged program names the package beside it.
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    told = "This needs the package pyramidion-film, which comes beside that of the program"
    assert items.missing("film") == told


@pytest.mark.check
def test_stereo_and_what_is_kept_in_sight_are_asked_for_and_previewed(film):
    dialog, form = film("06")
    choose(form.fields["stereo"], "crossed")
    choose(form.fields["focus"], "shown")
    assert {"--stereo=crossed", "--focus=shown"} < set(dialog.options)
    _, options = form.preview(dialog.offer, QSize(320, 240))
    assert "--stereo=crossed" in options
    choose(form.fields["focus"], "shown")
    _, options = form.preview(dialog.offer, QSize(320, 240))
    assert not any(word.startswith("--focus") for word in options), "at the start nothing is shown"


# -- solids ---------------------------------------------------------------------------------------


PAIRS = "partition:size=4,rules=free RR2,4,4,2BB/3,3,3/2,2/1 red"
STONES = "poly-y:corners=5,size=6 R/5/10/15/20/25 blue"


@pytest.fixture
def solid(export):
    """Opens the dialog with a kind of form for a position, or for what is open."""

    def opened(kind, position=PAIRS):
        if position:
            export.window.session.new(position)
        return export(kind)

    return opened


def seen(dialog):
    return [label or row.text() for label, row in dialog.form.rows if row.isVisible()]


POINTS = "The balls touch the bed in points only: a foot or a board makes them stick."


@pytest.mark.check
def test_it_says_beforehand_how_large_and_how_loose_a_solid_is(export, solid):
    dialog = solid(PrintForm)
    form = dialog.form
    assert seen(dialog)[:-1] == [
        "Format", "Part", "Ball", "Necks", "Flat below", "Rods between loose groups",
        "With the board", "Quality",
    ]  # fmt: skip
    assert form.said.text() == (
        "This will be 80 × 80 × 20 mm.\n2 loose groups: 1a1 and 1 other; 1e7 and 1 other. Rods or "
        f"a board would hold them together.\n{POINTS}"
    )
    form.fields["rods"].click()
    assert form.said.text() == f"This will be 80 × 80 × 20 mm.\n{POINTS}"
    form.fields["ball"].setValue(60)
    assert form.said.text().endswith(f"250 mm: balls of 55 mm fit.\n{POINTS}")
    form.fields["neck"].setValue(40)
    assert form.said.text() == (
        "A neck of 40 mm does not join balls of 60 mm: from 0.4 to 30 mm, half a ball."
    )
    form.fields["neck"].setValue(10)
    form.fields["foot"].setValue(12)
    assert POINTS not in form.said.text()
    assert dialog.options == [
        "--ball=60", "--neck=10", "--foot=12", "--rods",
    ]  # fmt: skip
    form.fields["board"].click()
    assert not form.fields["foot"].isVisible()
    assert dialog.options[-3:] == ["--board", "--neck=10", "--rods"]
    assert export.write(dialog).startswith("file.3mf is written: ")


@pytest.mark.check
def test_stl_is_written_for_one_player(export, solid):
    dialog = solid(PrintForm)
    form = dialog.form
    parts = [form.fields["part"].itemText(row) for row in range(form.fields["part"].count())]
    assert parts == ["Everything", "Each player apart", "Only red", "Only blue"]
    form.fields["part"].setCurrentIndex(2)
    form.fields["file"].setCurrentIndex(1)
    assert form.fields["part"].currentText() == "Only red"
    assert form.fields["part"].findText("Each player apart") < 0
    assert form.said.text() == f"This will be 40 × 20 × 20 mm.\n{POINTS}"
    assert export.write(dialog).startswith("file.stl is written: ")
    mesh = trimesh.load_mesh(export.out)
    assert mesh.is_watertight
    assert mesh.extents == pytest.approx([40, 20, 20], abs=0.2)


@pytest.mark.check
def test_games_without_balls_are_not_asked_for_necks(solid):
    dialog = solid(PrintForm, STONES)
    assert seen(dialog)[:-1] == ["Format", "Part", "Ball", "With the board", "Quality"]
    assert dialog.form.said.text().startswith("This will be ")


@pytest.mark.check
def test_a_scene_asks_for_little_and_needs_no_package(export, solid, monkeypatch):
    monkeypatch.setattr(items, "find_spec", lambda name: None)
    dialog = solid(PrintForm)
    assert "pip install 'pyramidion[solid]'" in dialog.said.text()
    assert not dialog.export_button.isEnabled()
    dialog.kind.setCurrentIndex(dialog.kind.currentIndex() + 1)
    assert isinstance(dialog.form, SceneForm)
    assert dialog.form.fields["part"].findText("Each player apart") < 0
    assert seen(dialog)[:-1] == ["Part", "Ball", "With the board", "Quality"]
    assert dialog.options == []
    assert export.write(dialog).startswith("file.glb is written: ")
    assert len(trimesh.load_scene(export.out).graph.nodes_geometry) == 4


@pytest.mark.check
def test_a_file_of_several_asks_for_one(export, solid, tmp_path):
    held = Contents(records.new_record(PAIRS))
    path = tmp_path / "set.pyramidion"
    files.save_collection(path, Collection("A set", "", (held, held)))
    export.window.session.open(path, 1)
    dialog = solid(PrintForm, "")
    dialog.what.setCurrentIndex(dialog.what.count() - 1)
    assert dialog.form.said.text() == "Choose a single position, game, puzzle or lesson."
    assert seen(dialog) == [dialog.form.said.text()]
    assert not dialog.export_button.isEnabled()
    dialog.what.setCurrentIndex(0)
    assert dialog.export_button.isEnabled()
    assert dialog.form.said.text().startswith("This will be ")


def test_of_a_lesson_a_step_is_chosen(export, solid):
    export.window.session.open(EXAMPLES / "lessons" / "01-partition-course.pyramidion", 2)
    dialog = solid(PrintForm, "")
    form = dialog.form
    assert form.fields["step"].isVisible()
    assert dialog.offer.steps == form.fields["step"].maximum() > 1
    said = set()
    for step in range(1, form.fields["step"].maximum() + 1):
        form.fields["step"].setValue(step)
        assert f"--step={step}" in dialog.options
        said.add(form.said.text())
    assert len(said) > 1
    assert all(one.startswith(("This will be ", "No piece stands here")) for one in said)


# -- paper, for the viewer of the system ---------------------------------------------------------


def shown(dialog):
    """The labels of the rows of its form that are seen."""
    return [label for label, row in dialog.form.rows if row.isVisible()]


@pytest.mark.check
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


@pytest.mark.check
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
