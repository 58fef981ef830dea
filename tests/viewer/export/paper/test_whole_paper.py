"""Printed documents, read by programs that are not ours."""

import numpy as np
import pdfplumber
import pytest
from paper_items import START, game_item, lesson_item, position_item, puzzle_item
from printed_pages import (
    alternatives_of,
    checked,
    faults_of,
    fonts_of,
    outline_of,
    pages_of,
    parted_from_pictures,
    text_of,
)
from shipped import EXAMPLES, LESSONS, PUZZLES

from model.contract.game import Stopped
from model.records import files
from model.records import record as records
from model.records.files import Contents
from model.records.lesson import Lesson, Step, Task
from viewer.export.export_options import PaperOptions
from viewer.export.items import ExportError, ExportItem, items_of
from viewer.export.paper.whole_paper import paper_of, plan

pytestmark = pytest.mark.slow


@pytest.mark.check
def test_a_position_is_a_page_that_screen_readers_understand(paper):
    path = paper(position_item(), author="Ann Example")
    checked(path)
    assert faults_of(path) == []
    assert pages_of(path) == 1
    text = text_of(path)
    for words in (
        "Our position",
        "Ann Example",
        "Set up.",
        "Red to move.",
        "Mark Steere",
        "Level 2",
    ):
        assert words in text
    assert START.replace(" ", "") in text.replace(" ", "")
    assert all(embedded and copied for _, embedded, copied in fonts_of(path))
    alternatives = alternatives_of(path)
    assert "" not in alternatives
    assert any("blue balls on 1c3, 1a5; " in one for one in alternatives)


def test_a_game_of_which_nothing_is_said_begins_with_its_diagram(paper):
    record, node = records.play(records.new_record(START), records.ROOT, "1e1")
    pictures = alternatives_of(paper(ExportItem(Contents(record, node), "Our game")))
    assert sum("empty. Blue to move." in one for one in pictures) == 1
    assert sum("empty. Red to move." in one for one in pictures) == 1


@pytest.mark.check
def test_all_kinds_become_chapters_of_one_document(paper):
    game = game_item(red="Ann", blue="Bob", event="A match", date="2026")
    items = (game, puzzle_item(), puzzle_item(number=2), lesson_item(), position_item())
    path = paper(*items, title="All of it")
    checked(path)
    assert faults_of(path) == []
    assert [name for depth, name in outline_of(path) if depth == 1] == [
        "Our game", "Puzzles", "Our lesson", "Our position", "Solutions", "Hints and answers",
    ]  # fmt: skip
    text = text_of(path)
    for words in (
        "Ann (Red) – Bob (Blue) · A match · 2026",
        "1. 1e1", "A strong move.", "After 1. Red places a ball on 1e1.",
        "1. 1e3", "Too slow.",  # the game
        "1 Puzzle 1", "2 Puzzle 2", "easy", "Red to move: hold SW at once.",
        "Try: 1e3", "It leaves the corner open.",
        "1 Who is who", "A Red", "B Blue", "Red to move. Your move:", "A. Red.",
        "Hint: Look.", "1e1. Right you are.", "1a1 or 1e5.", "Step 4",
    ):  # fmt: skip
        assert words in text
    assert "Give them time." not in text


@pytest.mark.check
def test_solutions_are_on_pages_of_their_own_or_left_out(paper):
    items = [puzzle_item(number=n) for n in range(1, 6)]
    with_them = paper(*items)
    assert pages_of(with_them) == 3
    assert "Key:" in text_of(with_them)
    without = paper(*items, solutions="none")
    assert pages_of(without) == 2
    assert "Key:" not in text_of(without)


@pytest.mark.check
@pytest.mark.parametrize(("per_page", "pages"), [(1, 6), (6, 1)])
def test_worksheets_have_so_many_puzzles_to_a_page(paper, per_page, pages):
    items = [puzzle_item(number=n, composer="Ann") for n in range(1, 7)]
    for size in ("a4", "letter"):
        path = paper(*items, per_page=per_page, solutions="none", diagrams="maps", paper=size)
        assert pages_of(path) == pages
        assert faults_of(path) == []
        assert text_of(path).count("Composed by Ann") == 6


@pytest.mark.check
def test_a_single_puzzle_fills_its_page_and_its_solution_has_no_legend(paper):
    def pages(*items):
        with pdfplumber.open(paper(*items, per_page=4)) as pdf:
            return [
                (page.extract_text(), [one["width"] for one in page.images]) for page in pdf.pages
            ]

    (first, alone), (second, _) = pages(puzzle_item())
    assert "Maps: north is up" in first
    assert "Maps: north is up" not in second
    assert max(alone) > 1.5 * max(pages(*[puzzle_item()] * 4)[0][1])


@pytest.mark.parametrize(
    ("start", "credit"),
    [
        ("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white", "invented by David G. Royffe"),
        ("rolling-pyramids 23 chance", "its rule sheet names no author"),
    ],
)
def test_paper_credits_a_game_whoever_is_said_to_have_made_it(paper, start, credit):
    assert credit in text_of(paper(position_item(start=start), diagrams="maps"))


@pytest.mark.check
def test_diagrams_come_after_every_so_many_moves(paper):
    said = paper(game_item(), diagrams="scene")
    assert sum("to move" in one for one in alternatives_of(said)) == 2  # the start, the mark
    record = game_item().contents.record
    assert record[1].marks
    assert "After 1. Red places a ball on 1e1." in text_of(
        paper(game_item(), diagrams="scene", every=1)
    )


def test_a_plan_has_answers_notes_and_minutes(paper):
    path = paper(lesson_item(), puzzle_item(), plan=True)
    checked(path)
    assert faults_of(path) == []
    text = text_of(path)
    for words in ("Give them time.", "1e1. Right you are.", "A. Red.", "Minutes", "Key: 1e1"):
        assert words in text
    with pytest.raises(ExportError, match="Our game is neither"):
        paper(game_item(), plan=True)


def test_a_game_of_three_moves_takes_less_time_in_a_plan_than_a_whole_one():
    steps = (Step(0, "Play.", task=Task("game", moves=3)), Step(0, "Play.", task=Task("game")))
    lesson = records.set_lesson(records.new_record(START), Lesson(steps))
    item = ExportItem(Contents(lesson, kind="lesson"), "Games")
    table = list(plan([item], lambda: False))[-1]
    assert ["".join(run.text for run in row[-1][0]) for row in table.rows] == ["7", "13"]


@pytest.mark.check
def test_steps_stand_on_the_page_of_their_diagram(paper):
    path = paper(*(lesson_item(),) * 3)
    assert pages_of(path) > 4
    assert parted_from_pictures(path, "Hints and answers")[1:] == []  # the first page has none


@pytest.mark.check
def test_grey_documents_have_no_colour_in_their_pictures(paper):
    import pikepdf

    path = paper(position_item(), ink="grey")
    with pikepdf.open(path) as pdf:
        pictures = [one for one in pdf.objects if _is_picture(one)]
        assert len(pictures) == 1
        seen = np.asarray(pikepdf.PdfImage(pictures[0]).as_pil_image().convert("RGB"), int)
    assert np.ptp(seen, axis=2).max() == 0


@pytest.mark.check
def test_long_words_part_without_a_letter_that_would_be_copied(paper):
    import pikepdf

    word = "x" * 60
    path = paper(position_item(f"{word} {START}"), author=word)
    checked(path)
    assert not any(letter in text_of(path) for letter in "\u200b\ufffd")
    assert START.replace(" ", "") in text_of(path).replace(" ", "")
    with pikepdf.open(path) as pdf:
        said = f"{pdf.docinfo['/Title']} {pdf.docinfo['/Author']} {pdf.open_metadata()}"
    assert said.count(word) >= 2
    assert "\u200b" not in said


def test_it_is_stopped_between_items():
    with pytest.raises(Stopped):
        paper_of((position_item(),), PaperOptions(), lambda *said: None, lambda: True)


def _is_picture(one):
    return hasattr(one, "get") and one.get("/Subtype") == "/Image"


# -- what ships ------------------------------------------------------------------------------------

FEW = ("24-pyramid-ball-an-interception",)
SHIPPED = [*sorted(EXAMPLES.glob("*.pyramidion")), *LESSONS, *PUZZLES]


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=path.stem, marks=pytest.mark.check if path.stem in FEW else pytest.mark.soak
        )
        for path in SHIPPED
    ],
)
def test_what_ships_is_printed(paper, path):
    ways = ({}, {"ink": "grey", "paper": "letter", "per_page": 6, "every": 5}, {"plan": True})
    for wanted in ways if path.parent.name != EXAMPLES.name else ways[:2]:
        out = paper(*items_of(files.load_any(path), path.stem), **wanted)
        checked(out)
        assert faults_of(out) == []
        assert "" not in alternatives_of(out)
        assert all(embedded and copied for _, embedded, copied in fonts_of(out))
