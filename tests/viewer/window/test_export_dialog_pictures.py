"""Pictures from the window: the form of the dialog, what it shows before, and the clipboard."""

from pathlib import Path

import pytest
from exporting import PATIENCE, choose
from PIL import Image
from PySide6.QtGui import QGuiApplication

from viewer.window.dialogs.export.export_forms import DIAGRAM, MAPS, PNG

pytestmark = pytest.mark.check

START = "partition:size=2,rules=free 2,2/1 red"


def test_ctrl_e_writes_what_the_form_says_and_shows_it_before(export, qtbot, tmp_path):
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


def test_every_move_becomes_a_numbered_drawing(export, qtbot, tmp_path):
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


def test_what_stands_where_a_series_goes_is_asked_about(export, monkeypatch, tmp_path):
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
