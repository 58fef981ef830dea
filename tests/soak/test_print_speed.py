"""Worksheets of 500 puzzles of size 6 beside `render`, which draws the same pictures one by one."""

from random import Random
from time import perf_counter

import pytest

from model.games.partition.kind import KIND
from model.records import record as records
from model.records.files import Contents
from model.records.puzzle import Puzzle, Stipulation
from model.records.view import View
from viewer.export.export_options import PaperOptions
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import SIZES
from viewer.export.paper.diagrams import DPI, rooms_of
from viewer.export.paper.whole_paper import FIELDS, paper_of
from viewer.export.pictures.pixel_file import render

PUZZLES = 500


def positions(seed):
    rng, found = Random(seed), []
    while len(found) < PUZZLES:
        position = KIND.configure({"size": "6", "rules": "stacking"}).start()
        for _ in range(rng.randint(24, 40)):
            position = position.play(position.legal_moves.sample(rng))
            if position.outcome is not None:
                break
        else:
            found.append(position)
    return found


def item_of(position):
    puzzle = Puzzle(Stipulation("accepted", accepted=(next(iter(position.legal_moves)),)))
    record = records.set_puzzle(records.new_record(str(position)), puzzle)
    return ExportItem(Contents(record, kind="puzzle"), "A puzzle")


@pytest.mark.soak
def test_printing_beside_drawing(tell, tmp_path):
    given, fields = positions(5), FIELDS[4]
    room = rooms_of(fields.diagram(SIZES["a4"]), fields.stacked)[0]
    size = (round(room[0] * DPI / 25.4), round(room[1] * DPI / 25.4))
    begun = perf_counter()
    for position in given:
        render(position, View(), tmp_path / "picture.png", size, (), ())
    drawn, begun = perf_counter() - begun, perf_counter()
    made = paper_of(
        [item_of(position) for position in given],
        PaperOptions(),
        lambda done, of, part="item": None,
        lambda: False,
    )
    printed = perf_counter() - begun
    assert made.startswith(b"%PDF-")
    tell(
        "worksheets beside pictures",
        puzzles=PUZZLES,
        printed_in_seconds=round(printed),
        drawn_in_seconds=round(drawn),
        ratio=f"{printed / drawn:.2f}",
    )
