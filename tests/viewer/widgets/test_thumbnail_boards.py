"""Small flat pictures of steps and discs."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from model.positions.setup import read_position
from model.records.view import Camera
from viewer.cli.parsing import one
from viewer.export.pictures.svg import svg_text
from viewer.games.registry import side_colour
from viewer.picture.flat.miniature import Miniature, miniature, miniature_of
from viewer.picture.palette import STANDARD, hues, rgb
from viewer.widgets.flat_painting import pixmap


def painted(text):
    position = read_position(text)
    pieces = position.pieces
    what = Miniature(position.game.board, pieces.site, pieces.owner, position.game.players)
    image = pixmap(what, Camera(), QSize(240, 160)).toImage()
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(160, image.bytesPerLine())
    return rows[:, : 240 * 3].reshape(160, 240, 3).astype(int)


def amount(image, colour):
    return int((np.abs(image - 255 * np.array(colour)).max(axis=-1) < 6).sum())


def test_steps_inlays_and_stones_are_painted(qapp):
    white, black = hues([*map(side_colour, ("white", "black"))])
    full = painted("pyramid W6,7,7,7,7,7,B6 white")
    assert amount(full, rgb(STANDARD.stone)) > 1000
    assert amount(full, rgb(STANDARD.inlay)) > 20
    assert amount(full, white) > 20
    assert amount(full, black) > 20
    alone = painted("pyramid W6,7,7,7,7,7,7 white")
    assert amount(alone, black) == 0


def test_a_carried_ball_hides_nobody_on_a_pitch(qapp):
    text = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball="
    first, *others = (painted(text + ball) for ball in ("AM", "AL", "BS"))
    assert all(np.array_equal(first, other) for other in others)
    assert amount(first, hues([side_colour("A")])[0]) > 30


def test_a_board_of_cells_stands_upright(qapp):
    image = painted("poly-y:corners=3,size=5 1/2/3/4/5 red")
    rows = [np.flatnonzero(row.max(axis=-1) > 0) for row in image]
    top, *_, widest = [(row[0] + row[-1]) / 2 for row in rows if len(row)]
    assert abs(top - widest) <= 2


@pytest.mark.check
def test_the_edge_of_the_base_is_inside_the_picture(qapp):
    """In a picture as narrow as the generator's the board's corner was cut off."""
    shown = miniature_of(read_position("partition:size=3,rules=free 3,3,3/2,2/1 red"))
    image = pixmap(shown, Camera(azimuth=45.0, elevation=20.0), QSize(320, 250)).toImage()
    edges = [(x, y) for y in range(250) for x in (0, 319)]
    edges += [(x, y) for x in range(320) for y in (0, 249)]
    assert not any(image.pixelColor(x, y).alpha() for x, y in edges)


@pytest.mark.parametrize(
    ("example", "digest"),
    [
        ("09-double-threat", "7e40065d80b6"),
        ("26-pyraos-zugzwang", "488ed9dc25ef"),
        ("21-pyramid-a-game", "af2f30ef6fbc"),
        ("22-pyramid-ball-a-pass", "393fe7f3ee7a"),
        ("32-rolling-pyramids-a-melee", "fdb77578097e"),
        ("34-poly-y-a-game", "32be357a2122"),
    ],
)
def test_every_shape_is_drawn_as_before(example, digest):
    """Look at a change that is meant, and give it its digest."""
    what = miniature_of(one([f"examples/{example}.pyramidion"]).seen)
    every = np.arange(len(what.board))
    what = replace(what, dots=every % 2 == 0, reach=every % 3 == 0)
    drawing = miniature(what, Camera(azimuth=30, elevation=25), (240, 160), "#112233", "#DDEEFF")
    assert hashlib.sha256(svg_text(drawing).encode()).hexdigest()[:12] == digest
