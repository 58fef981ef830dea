"""Flat drawings painted with Qt: what is filled and written, and what lies outside a clip."""

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from viewer.picture.flat.drawing import Drawing, Ramp, Shade
from viewer.widgets.flat_painting import Replay

SIDE = 60


def painted(drawing, clip=None):
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGBA8888)
    image.fill(0)
    painter = QPainter(image)
    replay = Replay(drawing, QFont())
    replay.paint(painter, clip)
    painter.end()
    return np.array(image.constBits()).reshape(SIDE, SIDE, 4)


def test_shapes_are_filled_as_they_say(qapp):
    drawing = Drawing(SIDE, SIDE)
    drawing.circle((15, 15), 10, fill=Shade(((0, "#FFFFFF"), (1, "#FF0000"))))
    drawing.rect(30, 0, 30, 20, fill=Ramp(((0, "#0000FF"), (1, "#00FF00"))))
    with drawing.group(opacity=0.5):
        drawing.polygon([(0, 30), (20, 30), (20, 50), (0, 50)], fill="#00FF00")
    outer, inner = (((a, a), (b, a), (b, b), (a, b)) for a, b in ((30, 60), (40, 50)))
    drawing.path([outer, inner], fill="#0000FF")
    found = painted(drawing)
    assert found[12, 12, 1] > found[22, 20, 1], "the light comes from the upper left"
    assert found[10, 31, 2] > 240
    assert found[10, 58, 1] > 230
    assert found[40, 10].tolist() in ([0, 255, 0, 128], [0, 255, 0, 127])
    assert found[35, 35].tolist() == [0, 0, 255, 255]
    assert found[45, 45, 3] == 0, "where polygons of a path overlap there is a hole"


def test_only_what_touches_a_clip_is_painted(qapp):
    drawing = Drawing(SIDE, SIDE)
    drawing.circle((10, 10), 5, fill="#FF0000")
    drawing.circle((50, 50), 5, fill="#FF0000", stroke="#FF0000", stroke_width=4)
    found = painted(drawing, QRectF(40, 40, 4, 4))
    assert found[10, 10, 3] == 0
    assert found[50, 50, 3] == 255, "its rim reaches into the clip"


def test_a_text_stands_where_its_anchor_is(qapp):
    inked = {}
    for anchor in ("start", "middle", "end"):
        drawing = Drawing(SIDE, SIDE)
        drawing.text((30, 30), 12, "HHH", anchor, fill="#FF0000")
        inked[anchor] = np.flatnonzero(painted(drawing)[:, :, 3].any(axis=0))
    assert 30 <= inked["start"].min() < 33
    assert abs(inked["middle"].mean() - 29.5) < 2
    assert 27 < inked["end"].max() <= 30
