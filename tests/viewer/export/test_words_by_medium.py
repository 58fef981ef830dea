"""No export names a control that its readers do not have: a key on a page, a click on paper."""

import re
from dataclasses import replace

import msgspec
import pytest
import shipped
from msgspec.structs import replace as altered

from model.records.files import load_any
from model.records.record import set_lesson
from viewer.export.export_options import FilmOptions, PageOptions
from viewer.export.film.film_scenes import Take, lines_of, parts_of
from viewer.export.film.lettering import Lettering
from viewer.export.items import ExportItem, items_of
from viewer.export.page import page_data as data_module
from viewer.export.page.page_content import page_data
from viewer.export.paper import whole_paper
from viewer.export.paper.blocks import Figure
from viewer.export.paper.diagrams import Diagrams
from viewer.export.pictures.shots import shots_of
from viewer.picture.palette import STANDARD

KEYS = (
    r"(?:press|hit|hold down) [A-Z0-9,.]\b|\b(?:Ctrl|Alt|Shift|Esc|Enter|Tab|Home|F\d\d?)\b|"
    r"\b(?:key|arrow key|keyboard)s?\b(?! move)"
)
WINDOW = r"press(?:ed|es|ing)?|click\w*|wheel|mouse|type(?:s|d)?|typing|dock|panel|menu|tool ?bar"
HANDS = r"tap(?:s|ped)?|drag\w*|scroll\w*|button|hover\w*|long press"
NOT_ON = {
    "page": re.compile(rf"(?i:\b(?:{WINDOW})\b)|{KEYS}"),
    "paper": re.compile(rf"(?i:\b(?:{WINDOW}|{HANDS})\b)|{KEYS}"),
}
EXAMPLES = [*shipped.PUZZLES, *sorted(shipped.EXAMPLES.glob("*.pyramidion"))]


def items(path) -> list[ExportItem]:
    return list(items_of(load_any(path), path.stem))


def strings(value):
    """All texts of several words in built-in data."""
    if isinstance(value, str):
        if " " in value.strip():
            yield value
    elif isinstance(value, dict):
        yield from strings(tuple(value.values()))
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


class NoStage:
    """Draws nothing of a page, which takes long and says nothing."""

    def __init__(self, _renderer, is_seen):
        self.recipes = {}

    def draw(self, _picture):
        pass

    def close(self):
        pass


def of_page(given, monkeypatch):
    monkeypatch.setattr(data_module, "Stage", NoStage)
    data = page_data(given, PageOptions(), lambda *_, **__: None, lambda: False)
    whole = msgspec.to_builtins(data)
    return strings([whole["items"], whole["games"], whole["credits"], whole["title"]])


def of_paper(given, monkeypatch, **wanted):
    """The texts of a document; its diagrams, which take long, say nothing."""
    found = []
    monkeypatch.setattr(Diagrams, "figure", lambda *_, **__: Figure(()))
    monkeypatch.setattr(whole_paper, "printed", lambda data, _: found.append(data) or b"")
    whole_paper.paper_of(
        given, whole_paper.PaperOptions(**wanted), lambda *_, **__: None, lambda: False
    )
    return strings(msgspec.to_builtins(found[0]))


def of_film(item):
    wanted = FilmOptions(size=(854, 480), title_card=True)
    lettering = Lettering(wanted.size, lines_of([item], wanted), STANDARD)
    for part in parts_of(Take(item, wanted, lettering)):
        for caption in part.captions:
            yield from (caption.words.heading, caption.words.text)


def of_pictures(item):
    for shot in shots_of(item, every=True):
        yield from (shot.heading, shot.said)


def wrong(texts, medium):
    return sorted(
        {f"{found[0]}: {text}" for text in texts if (found := NOT_ON[medium].search(text))}
    )


def check(given, monkeypatch):
    """Ask all exports of some items, and return what a page of them says."""
    page = list(of_page(given, monkeypatch))
    assert wrong(page, "page") == []
    for plan in (False, True):
        assert wrong(of_paper(given, monkeypatch, plan=plan), "paper") == []
    for item in given:
        assert wrong((*of_film(item), *of_pictures(item)), "paper") == []
    return page


def test_a_chapter_names_no_control_where_it_is_not(monkeypatch):
    chapter = items(shipped.LESSONS[0])[1]
    record = chapter.contents.record
    some = set_lesson(record, altered(record.lesson, steps=record.lesson.steps[:1]))
    page = check([ExportItem(replace(chapter.contents, record=some))], monkeypatch)
    assert any("Drag to turn, pinch" in text for text in page), "what is there is named"


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("path", shipped.LESSONS, ids=lambda path: path.stem)
def test_no_export_of_a_course_names_what_is_not_there(path, monkeypatch):
    check(items(path), monkeypatch)


@pytest.mark.check
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_example_names_what_is_not_there(path, monkeypatch):
    given = items(path)
    assert wrong(of_paper(given, monkeypatch, solutions="none"), "paper") == []
    for item in given:
        assert wrong(of_pictures(item), "paper") == []


def test_what_somebody_writes_for_the_window_is_found_elsewhere():
    for text in ("Press E.", "Roll the wheel.", "Click 1a1.", "See Why, or type it.", "Ctrl+S"):
        assert wrong([text], "page"), text
    for text in ("Drag the ball.", "There is a button for it.", "Tap a point."):
        assert wrong([text], "paper"), text
        assert not wrong([text], "page"), text
    assert not wrong(["The only key move.", "Keep your balls bridged."], "paper")
