"""Hostile texts in every field of a printed document: nothing is typeset, lost, or in the way."""

import pytest
import typst
from paper_items import game_item, lesson_item, position_item, puzzle_item
from printed_pages import checked, fonts_of, pages_of, text_of

from viewer.export.paper import pdf_file

MARKUP = '#eval("1+1") #read("/etc/passwd") $x^2$ <lab> @ref `r` = h // c </svg> <script>'
FOREIGN = "漢字 한국어 😀👨‍👩‍👧 ♔ Привет العربية עברית \u0378 \ue000 \U000f0000"
CONTROL = "a\x00\x01\x07\x1b[31m\r\n\tb\ufeff\ufffe\uffff\u202e\u2066\u2028\U000e0041\x7f\x85c"
TEXTS = {
    "markup": MARKUP,
    "foreign": FOREIGN,
    "control": CONTROL,
    "long words": "W" * 3_000,
    "marks piled up": "e" + "\u0301" * 3_000,
    "many words": "x " * 20_000,
    "nothing to be seen": " \u00ad \u200b\t",
    "deep lists": "- " * 300 + "x",
    "deep quotes": "> " * 400 + "x",
    "stars": "**" * 2_000,
    "a table": "| a | b |\n|---|---|\n" + "| x | y |\n" * 50,
}


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=() if name in ("markup", "foreign", "control") else pytest.mark.soak
        )
        for name in TEXTS
    ],
)
def test_any_text_is_printed_as_text(paper, name):
    text = TEXTS[name]
    headers = dict.fromkeys(("title", "author", "composer", "source", "red", "event"), text)
    items = (
        position_item(text),
        game_item(text, **headers),
        puzzle_item(text, **headers),
        lesson_item(text),
    )
    path = paper(*items, title=text, author=text)
    checked(path)
    assert pages_of(path) > 4
    assert all(embedded for _, embedded, _ in fonts_of(path))
    if name == "markup":
        found = text_of(path)
        assert found.count('#eval("1+1")') > 15
        assert "root:" not in found
    plan = paper(*items[2:], plan=True)
    checked(plan)


def test_letters_that_no_font_has_are_marked(paper, monkeypatch):
    item = position_item("Größe, Привет, 漢 \U0001fae8")
    assert {"漢", "\U0001fae8"} <= set(text_of(paper(item, diagrams="maps")))
    few = typst.Fonts(include_system_fonts=False)
    monkeypatch.setattr(pdf_file, "_fonts", lambda: few)
    path = paper(item, diagrams="maps", title="漢")
    checked(path)
    assert "Größe, Привет, \ufffd" in text_of(path)
