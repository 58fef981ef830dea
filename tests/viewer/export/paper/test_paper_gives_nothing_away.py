"""What stands in print before the answer names no answer, of any task and puzzle: text or mark."""

import re

import pytest
import shipped
from given_away import asked_in, tasks_in

from model.records import files
from viewer.export.export_options import PaperOptions
from viewer.export.items import items_of
from viewer.export.paper import diagrams
from viewer.export.paper.blocks import Figure, Heading, Image, Key, Listing, Paragraph, PuzzleSheet
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.whole_paper import _Document
from viewer.visuals.overlay_types import Pour

CHOSEN = "partition-course", "Hold three"


@pytest.fixture
def pictures(monkeypatch):
    """What the figures of a document show: drawn by nobody, named by their numbers."""
    seen, real = [], diagrams._picture

    def picture(*asked):
        seen.append(real(*asked))
        return seen[-1]

    def kept(self, key, room, words, draw):
        return Image(str(len(seen) - 1), words, 1.0, 1.0)

    monkeypatch.setattr(diagrams, "_picture", picture)
    monkeypatch.setattr(Diagrams, "_kept", kept)
    return seen


def told(item, pictures):
    """For each puzzle, or each step: its texts, and the sites that something drawn points to."""
    document = _Document([item], PaperOptions(solutions="none"), lambda *said: None, lambda: False)
    found = []
    for block in document.blocks():
        if isinstance(block, PuzzleSheet):
            (one,) = block.problems
            found.append(([one.title, one.asked, one.grade, one.aside], [one.figure]))
        elif isinstance(block, Heading):
            found.append(([block.words], []))
        elif isinstance(block, Paragraph):
            found[-1][0].append("".join(run.text for run in block.runs))
        elif isinstance(block, Figure):
            found[-1][1].append(block)
        else:
            assert isinstance(block, Key | Listing)  # a choice's own answers
    return [
        (
            [*texts, *(one.caption for one in figures)],
            [image for one in figures[:1] for image in one.images],
        )
        for texts, figures in found
    ]


def given_away(item, pictures):
    record = item.contents.record
    parts, faults = told(item, pictures), []
    for number in tasks_in(record):
        asked = asked_in(record, number)
        texts, images = parts[number]
        # The picture in words lists all pieces; what follows them says more.
        ends = [re.split(r"[0-9] empty\.", one.alternative)[-1] for one in images]
        for text in (*texts, *ends):
            faults += [f"{asked.where}: {one} in {text!r}" for one in asked.named_in(text)]
        for image in images:
            picture = pictures[int(image.name)]
            sites = {
                picture.board.names[site]
                for overlay in picture.overlays
                if not isinstance(overlay, Pour)
                for site in getattr(overlay, "sites", ())
            }
            faults += [f"{asked.where}: {one} is drawn" for one in asked.shown_by(sites)]
    return faults


@pytest.mark.check
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.soak if "ball-course" in path.stem else ())
        for path in (*shipped.LESSONS, *shipped.PUZZLES)
    ],
    ids=lambda path: path.stem,
)
def test_print_names_no_answer(path, pictures):
    items = items_of(files.load_any(path), path.stem)
    assert [fault for item in items for fault in given_away(item, pictures)] == []


def test_a_step_that_pours_shows_the_colour_and_not_what_holds_it_back(pictures):
    name, title = CHOSEN
    (path,) = (path for path in shipped.LESSONS if path.stem.endswith(name))
    items = items_of(files.load_any(path), path.stem)
    (item,) = (one for one in items if one.title == title)
    assert given_away(item, pictures) == []
    assert any(isinstance(one, Pour) for picture in pictures for one in picture.overlays)
