"""Pictures from the window: the form of the dialog, what it shows before, and the clipboard."""

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from viewer.window.dialogs.export.export_forms import DIAGRAM, MAPS, PNG

pytestmark = pytest.mark.check

START = "partition:size=2,rules=free 2,2/1 red"
PATIENCE = 60_000


@pytest.fixture
def dialog_of(open_window, qtbot, monkeypatch, tmp_path):
    """Opens the dialog on pictures, with a file of a name as the one that is chosen."""
    window = open_window()

    def opened(name):
        qtbot.waitUntil(lambda: not window.shell.scene.fine_image().isNull(), timeout=PATIENCE)
        monkeypatch.setattr(window.shell.ask, "export_file", lambda *_: tmp_path / name)
        window.perform("file.export-picture")
        return window.shell.auxiliary_windows.export

    opened.window = window
    return opened


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


def exported(dialog, qtbot):
    QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.said.text() != "", timeout=PATIENCE)
    return dialog.said.text()


def test_ctrl_e_writes_what_the_form_says_and_shows_it_before(dialog_of, qtbot, tmp_path):
    session = dialog_of.window.session
    session.new(START)
    session.play("1a1")
    dialog = dialog_of("shot.png")
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
    assert exported(dialog, qtbot).startswith("shot.png is written: ")
    with Image.open(tmp_path / "shot.png") as image:
        assert (image.size, image.mode) == ((320, 200), "RGBA")
        assert image.getchannel("A").getextrema() == (0, 255)
    dialog.close()


def test_every_move_becomes_a_numbered_drawing(dialog_of, qtbot, tmp_path):
    session = dialog_of.window.session
    session.new(START)
    for move in ("1a1", "1c1"):
        session.play(move)
    dialog = dialog_of("game.svg")
    form = dialog.form
    choose(form.fields["drawn"], MAPS)
    choose(form.fields["every_step"], True)
    assert form.suffix == ".svg"
    assert not form.fields["board"].isVisible()
    assert form.fields["ink"].isVisible()
    assert "--every-step" in dialog.options
    assert exported(dialog, qtbot).startswith("game-01.svg and 2 more are written: ")
    names = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert names == ["game-01.svg", "game-02.svg", "game-03.svg"]
    choose(form.fields["drawn"], DIAGRAM)
    form.fields["ink"].setChecked(True)
    assert {"--ink=grey", "--diagram", "--every-step"} <= set(dialog.options)
    choose(form.fields["drawn"], PNG)
    assert "--ink=grey" not in dialog.options
    dialog.close()


def test_what_stands_where_a_series_goes_is_asked_about(dialog_of, monkeypatch, tmp_path):
    session = dialog_of.window.session
    session.new(START)
    session.play("1a1")
    dialog = dialog_of("game.png")
    asked = []
    monkeypatch.setattr(dialog_of.window.shell.ask, "may_replace", asked.append)
    for name in ("game-01.svg", "game-x.svg", "game.svg"):
        (tmp_path / name).write_text("mine")
    choose(dialog.form.fields["drawn"], DIAGRAM)  # which counts more than how the name ends
    dialog.export()
    (tmp_path / "game.svg").unlink()
    choose(dialog.form.fields["every_step"], True)
    dialog.export()
    assert [path.name for path in asked] == ["game.svg", "game-01.svg"]
    assert not dialog.run.runs
    dialog.close()


def test_a_lesson_is_drawn_at_the_step_it_stands_at(dialog_of):
    window = dialog_of.window
    window.open_path(next(Path("examples/lessons").glob("06-*")))
    dialog = dialog_of("lesson.png")
    form = dialog.form
    assert form.fields["step"].isVisible()
    form.fields["step"].setValue(3)
    assert "--step=3" in dialog.options
    choose(form.fields["every_step"], True)
    assert not form.fields["step"].isVisible()
    assert not [option for option in dialog.options if option.startswith("--step")]
    dialog.close()


def test_a_picture_is_copied_in_a_size_that_is_remembered(dialog_of, qtbot):
    window = dialog_of.window
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


def test_a_picture_drawn_for_the_clipboard_ends_with_its_window(dialog_of):
    """Its process went on, and held the window with all that it had."""
    window = dialog_of.window
    window.session.new(START)
    window.chosen.change(picture_size="3840x2160")
    window.perform("file.copy-picture")
    run = window.shell.pictures.run
    assert run.runs
    assert run.output.parent.is_dir()
    window.close_window()
    assert not run.runs
    assert not run.output.parent.exists()
