"""Solids in the dialog that exports, by real clicks: what it says, what it asks, what it writes."""

import pytest
import trimesh
from solids import EXAMPLES

from model.records import files
from model.records import record as records
from model.records.files import Collection, Contents
from viewer.export import items
from viewer.window.dialogs.export.export_forms import PrintForm, SceneForm

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
