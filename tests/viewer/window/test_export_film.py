"""The form of films in the dialog that exports: what it offers of what is open, what it asks."""

import sys

import pytest
from exporting import PATIENCE, choose
from film_probe import EXAMPLES, probed
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest

from viewer.export import items
from viewer.window.dialogs.export.export_forms import FilmForm

pytestmark = pytest.mark.check


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


def test_a_film_is_stopped_by_its_button(film, export, qtbot):
    dialog, _ = film("06")
    QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.doing.text().endswith("left"), timeout=PATIENCE)
    QTest.mouseClick(dialog.stop_button, Qt.MouseButton.LeftButton)
    assert export.said(dialog) == "Stopped. Nothing was written."
    assert not list(export.folder.iterdir())


def test_without_its_package_it_says_what_brings_it(film, monkeypatch):
    monkeypatch.setattr(items, "find_spec", lambda name: None)
    dialog, _ = film("04")
    assert dialog.said.text().endswith("pip install 'pyramidion[film]'")
    assert not dialog.export_button.isEnabled()
    # A packaged program names the package beside it.
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    told = "This needs the package pyramidion-film, which comes beside that of the program"
    assert items.missing("film") == told


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
