"""Diagrams as vectors: what is drawn in which order, what a cut leaves, and what is written."""

import argparse
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from svg_elements import KNOWN, SVG, drawn_by_librsvg

from viewer.analysis.picture_findings import whole_picture
from viewer.cli.export_command import view_of
from viewer.cli.parsing import one
from viewer.export.export_options import LookOptions
from viewer.export.pictures.diagram import diagram_svg
from viewer.export.pictures.eye import Eye, hull
from viewer.export.pictures.svg import SvgCaption
from viewer.options.option import add_options, read
from viewer.scene.camera import fitted_to, sight_line

EXAMPLES = sorted(Path("examples").glob("*.pyramidion"))
FULL = "partition:size=3,rules=free RBR,BRB,RBR/RB,BR/R red"


def picture_of(source, *words):
    parser = argparse.ArgumentParser()
    add_options(parser.add_argument, LookOptions)
    given = one([str(source)])
    view, show = view_of(
        read(LookOptions, parser.parse_args(list(words))), given.position.game, given.view
    )
    return whole_picture(given.seen, view, show, given.marks)


@pytest.mark.sample(6)
@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_has_a_diagram_of_known_elements(example):
    picture = picture_of(example)
    for ink in ("colour", "grey"):
        svg = diagram_svg(picture, (600, 400), ink=ink)
        root = ET.fromstring(svg)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= KNOWN
        assert "nan" not in svg


def test_places_on_paper_are_those_of_the_scene():
    picture = picture_of(FULL)
    for camera in (None, "top", "SE"):
        seen = picture_of(FULL, *(("--view", camera) if camera else ()))
        fitted = fitted_to(seen, 1.5)
        eye = Eye(fitted, (600, 400))
        for site, (x, y) in enumerate(eye.points(picture.board.centres)):
            origin, way = sight_line(fitted, x / 300 - 1, 1 - y / 200, 1.5)
            towards = picture.board.centres[site] - origin
            beside = towards - (towards @ way) * way
            assert np.linalg.norm(beside) < 1e-6


def balls(svg):
    """The discs with a shade, in their order."""
    root = ET.fromstring(svg)
    return [c for c in root.iter(f"{SVG}circle") if (c.get("fill") or "").startswith("url")]


def test_balls_come_from_behind_to_the_front():
    picture = picture_of(FULL)
    eye = Eye(fitted_to(picture, 1.5), (600, 400))
    centres = picture.board.centres
    order = np.argsort(-np.linalg.norm(eye.place - centres, axis=1))
    drawn = [float(ball.get("cx")) for ball in balls(diagram_svg(picture, (600, 400)))]
    assert drawn == pytest.approx(eye.see(centres)[order, 0].tolist(), abs=0.01)


def test_a_cut_leaves_half_balls_with_flat_faces_and_a_slab_both_sides():
    whole = diagram_svg(picture_of(FULL), (600, 400))
    cut = diagram_svg(picture_of(FULL, "--cut", "west=1"), (600, 400))
    assert len(balls(cut)) < len(balls(whole))
    assert "userSpaceOnUse" in cut
    flipped = diagram_svg(picture_of(FULL, "--cut", "level=1..2:flip"), (600, 400))
    assert flipped.count("userSpaceOnUse") > 0
    peeled = diagram_svg(picture_of(FULL, "--peel", "level=1..1"), (600, 400))
    assert len(balls(peeled)) == 9


@pytest.mark.check
@pytest.mark.process
def test_another_program_draws_balls_where_the_scene_has_them_and_no_colour_in_grey():
    position = "partition:size=3,rules=free RRR,1BB,3/2,2/1 red"
    picture = picture_of(position)
    eye = Eye(fitted_to(picture, 1.5), (900, 600))
    image = drawn_by_librsvg(diagram_svg(picture, (900, 600)), 900)
    for name, hue in (("1a1", "red"), ("1e1", "red"), ("1c3", "blue"), ("1e3", "blue")):
        x, y = eye.points(picture.board.centres[picture.board.names.index(name)])[0]
        red, _, blue = image.getpixel((round(x), round(y - 0.2 * eye.scale)))
        assert ("red" if red > blue else "blue") == hue
    cut = picture_of(position, "--cut", "north=1", "--cut", "level=1..2:flip")
    for seen in (picture, cut):
        grey = drawn_by_librsvg(diagram_svg(seen, (900, 600), ink="grey"), 900)
        assert all(max(pixel) - min(pixel) < 3 for _, pixel in grey.getcolors(1 << 20))


def test_the_board_and_its_names_can_be_left_out():
    def texts(*words):
        svg = diagram_svg(picture_of(FULL, *words), (600, 400))
        return svg, ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{SVG}text")]

    assert {"a", "5"} <= set(texts()[1])
    assert texts("--show", "labels=off")[1] == []
    bare, named = texts("--show", "board=off")
    assert named == []
    assert len(ET.fromstring(bare).findall(f".//{SVG}polygon")) == 0


def test_a_caption_and_what_colours_mean_stand_below():
    picture = picture_of(FULL, "--show", "colour=level")
    svg = diagram_svg(picture, (600, 400), caption=SvgCaption("A <b>heading</b>", "Said & done."))
    root = ET.fromstring(svg)
    assert float(root.get("viewBox").split()[3]) > 400
    written = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert written[-2:] == ["A <b>heading</b>", "Said & done."]
    assert "Colour: level" in written
    assert "Colour: level" not in diagram_svg(picture, (600, 400), legend=False)


def test_a_hull_leaves_out_what_lies_inside():
    points = np.array([(0, 0), (2, 0), (2, 2), (0, 2), (1, 1), (1, 0)], float)
    assert set(hull(points)) == {(0, 0), (2, 0), (2, 2), (0, 2)}
