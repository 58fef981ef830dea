"""Values that show themselves: in notebooks, as files, as meshes and in pyvista's plotters."""

import json
import re
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import gallery
import numpy as np
import pytest

import pyramidion
from model.records.record import new_record
from model.records.view import Peel, View

pytestmark = pytest.mark.check

ROOT = Path(__file__).resolve().parents[3]
HELD = "partition:size=4,rules=free 1RB1,R3,B3,4/R2,3,3/2,2/1 red"
"""Three red balls before SW."""


@pytest.fixture
def stacking():
    return pyramidion.load(ROOT / "examples" / "06-stacking-game.pyramidion")


def test_positions_records_and_files_draw_themselves_where_ipython_runs(stacking):
    from IPython.core.formatters import DisplayFormatter

    formatter = DisplayFormatter()
    assert "image/svg+xml" not in formatter.format(stacking.record)[0]
    pyramidion.load_ipython_extension(SimpleNamespace(display_formatter=formatter))
    drawn = [
        formatter.format(value)[0]["image/svg+xml"]
        for value in (pyramidion.read(HELD), stacking.record, stacking)
    ]
    assert [ET.fromstring(one).tag.rpartition("}")[2] for one in drawn] == ["svg"] * 3
    first, second = (set(re.findall(r'id="(\S+)"', one)) for one in drawn[:2])
    assert first
    assert not first & second, "on one page each would fill the other's balls"
    assert all(f"url(#{name})" in drawn[0] for name in first)
    assert "image/svg+xml" not in formatter.format(3)[0]


def test_an_explanation_says_and_shows_a_corner():
    found = pyramidion.explain(pyramidion.read(HELD), "SW")
    said = str(found).splitlines()
    assert said[0].startswith("Red isolates SW but is not anchored")
    assert "red sheet of 3 points: 1c1, 1a3, 2b2" in said
    assert "blue escape of 4 points: 1a1, 1c1, 2d2, 2f2" in said
    bare = pyramidion.picture(pyramidion.read(HELD), "diagram", size=(640, 480))
    assert found.data.count(b"<polygon") > bare.data.count(b"<polygon"), "the sheet"
    one_side = str(pyramidion.explain(pyramidion.read(HELD), "SW:blue"))
    assert one_side.startswith("Blue has not isolated SW")
    assert "sheet" not in one_side
    with pytest.raises(ValueError, match="or SW, SE, NW, NE or apex"):
        pyramidion.explain(pyramidion.read(HELD), "middle")


def test_every_game_explains_itself_in_words():
    for name in pyramidion.kinds():
        assert str(pyramidion.explain(pyramidion.game(name).start())).strip()


def test_a_picture_is_of_the_step_and_view_that_are_asked_for(stacking, tmp_path):
    first, last = (pyramidion.picture(stacking, "maps", step=step) for step in (1, 9))
    assert first.data.count(b"<circle") != last.data.count(b"<circle")
    pixels = {pyramidion.picture(stacking, view=view, size=(64, 64)).data for view in ("top", None)}
    assert len(pixels) == 2
    last.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes() == last.data
    assert last._repr_png_() is last._repr_html_() is None
    for words in ({"view": "nowhere"}, {"show": ("corner=XX:red",)}, {"step": 99}):
        with pytest.raises(ValueError, match=r"nowhere|XX|step asks for 99"):
            pyramidion.picture(stacking, **words)


def test_a_page_in_a_cell_reaches_nothing_of_the_notebook():
    made = pyramidion.page(new_record(HELD, title="Three before SW"))
    frame = made._repr_html_()
    assert re.findall(r'sandbox="([^"]*)"', frame) == ["allow-scripts"]
    assert frame.count("<") == 2, "what the page holds is text of an attribute"
    assert b"Three before SW" in made.data


def test_meshes_say_who_stands_where_since_when(stacking):
    record = stacking.record
    blocks = pyramidion.mesh(record, step=9)
    balls = blocks["balls"]
    assert sorted(balls["ply"].tolist()) == list(range(1, 10))
    *_, (_, position) = (
        found for found, _ in zip(pyramidion.replay(record), range(9), strict=False)
    )
    board = position.game.board
    assert np.allclose(balls.points, board.centres[balls["site"]])
    owner = dict(zip(position.pieces.site.tolist(), position.pieces.owner.tolist(), strict=True))
    assert balls["owner"].tolist() == [owner[site] for site in balls["site"]]
    for site, group in zip(balls["site"].tolist(), balls["group"].tolist(), strict=True):
        near = set(board.neighbours(site).tolist())
        for other, number in zip(balls["site"].tolist(), balls["group"].tolist(), strict=True):
            if other in near and owner[other] == owner[site]:
                assert number == group
    assert blocks["points"].n_points == len(board)
    assert blocks["points"]["level"].max() == 5


def test_what_is_laid_over_a_position_is_meshes():
    position = pyramidion.read(HELD)
    blocks = pyramidion.mesh(position, show=("corner=SW:red",))
    assert blocks["sheet 1"].n_cells == 1
    assert blocks["sheet 1"].area == pytest.approx(0.25 * 3**0.5, rel=0.5)
    assert blocks["plan 1"]["order"].tolist() == [1, 2]
    poured = pyramidion.mesh(position, show=("pour=NE:red",))["pour 1"]
    assert poured["step"].min() == 0
    names = [position.game.board.names[site] for site in poured["site"][poured["step"] == 0]]
    assert names == ["1g7"]
    peeled = pyramidion.mesh(position, view=View(peel=Peel(levels=(2, 2))))
    assert set(peeled["points"]["level"].tolist()) == {2}


def test_a_plotter_draws_as_the_window_does_and_takes_a_plane(stacking):
    shots = []
    for cut in (False, True):
        plotter = pyramidion.show(stacking, cut=cut, size=(200, 150), off_screen=True)
        shots.append(plotter.screenshot(return_img=True).astype(int))
        plotter.close()
    assert shots[0].shape == (150, 200, 3)
    reds = [(shot[..., 0] - shot[..., 2] > 90).sum() for shot in shots]
    assert reds[0] > 1.3 * reds[1] > 0


def test_six_figures_are_drawn_wherever_one_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gallery.draw(tmp_path, games=1)
    drawn = sorted(path.stem for path in tmp_path.iterdir())
    assert drawn == sorted(figure.__name__ for figure in gallery.FIGURES)
    assert len(drawn) == 6
    assert all(path.stat().st_size > 5_000 for path in tmp_path.iterdir())


def test_the_notebook_runs_and_is_a_page_of_the_site():
    hook = run_path(str(ROOT / "docs" / "notebook_page.py"))
    notebook = json.loads(hook["executed"]())
    assert len(notebook["cells"]) == 12
    page = hook["markdown"](notebook)
    assert page.startswith("# Pyramids in a notebook")
    shown = re.findall(r'src="data:(image/\S+);base64,|<div>(<iframe sandbox)', page)
    assert [kind or frame for kind, frame in shown] == [
        "image/svg+xml",
        "image/svg+xml",
        "image/png",
        "image/svg+xml",
        "<iframe sandbox",
        "image/svg+xml",
    ]
    assert "```text\nGroups of Red: 1\n" in page
