"""Layout: at every size of window and text nothing is cut, overlaps, or is out of reach."""

import itertools

import pytest
from layout_eyes import LayoutEyes
from layout_stages import DIALOGS, PAGES
from layout_stages import SAMPLE as SAMPLED
from layout_walk import Walk
from painted_text import painted_text
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget

from tests.support.soaking import counts

SIZES = ((1024, 700), (1440, 920), (1920, 1080), (3840, 2160))
TEXTS = (1.0, 2.0, 0.75, 1.3)
PALETTES = ("light", "dark")
EVERYTHING = tuple(
    (size, text, palette) for text, palette, size in itertools.product(TEXTS, PALETTES, SIZES)
)
"""The window is dressed anew for each text and palette, which takes far longer than a size."""
SAMPLE = (((1024, 700), 1.0, "light"), ((1440, 920), 2.0, "dark"))


class Painted(QLabel):
    """Paints a word beyond its edge and two on one another."""


@painted_text.register
def _(_: Painted):
    boxes = ((50, "one"), (60, "two"), (190, "three"))
    return [(QRectF(x, 0, 20, 10), text) for x, text in boxes]


def test_the_eyes_see_what_is_cut_overlaps_or_is_out_of_reach(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    places = {
        QLabel("A sentence that is cut"): (0, 0, 40, 20),
        QPushButton("Cut as well"): (0, 40, 30, 30),
        QPushButton("Over"): (0, 100, 150, 40),
        QPushButton("Under"): (100, 120, 150, 40),
        QPushButton("Half outside"): (350, 200, 150, 40),
        Painted(): (0, 240, 200, 20),
    }
    for widget, place in places.items():
        widget.setParent(window)
        widget.setGeometry(*place)
    scroll = QScrollArea(window)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setGeometry(200, 0, 100, 90)
    inside = QWidget()
    inside.setFixedSize(300, 20)
    scroll.setWidget(inside)
    window.show()
    found = "\n".join(LayoutEyes(window).look())
    for what in (
        "is 40x20, needs", "is 30 wide and needs", "QPushButton(Over): overlaps QPushButton(Under)",
        "QPushButton(Half outside): reaches out", "paints 'one' over 'two'",
        "paints outside itself at 190,0", "of 300 across, without a bar",
    ):  # fmt: skip
        assert what in found, found
    assert len(found.splitlines()) == 7, found


@counts(len(SAMPLE), len(EVERYTHING))
@pytest.mark.parametrize("stages", [PAGES, DIALOGS], ids=["pages", "dialogs"])
def test_nothing_is_cut_or_out_of_reach(open_window, qapp, tell, stages, count):
    """One window goes through pages, docks, modes and dialogs, and changes its size in each."""
    walk = Walk(open_window(1024, 700), qapp)
    whole = count > len(SAMPLE)
    found = []
    for number, stage in enumerate(stages):
        if not whole and stage not in SAMPLED:
            continue
        walk.enter(stage)
        sample = SAMPLE[number % 2 :][:1]
        for size, text, palette in EVERYTHING if whole else sample:
            wrong = walk.at(size, text, palette)
            found += [f"{stage.__name__} {size} {text} {palette}: {one}" for one in wrong]
        walk.leave()
    walk.end()
    tell("layout", widgets=walk.looked_at, findings=len(found))
    assert not found, "\n".join(found)
    assert walk.looked_at > 40
