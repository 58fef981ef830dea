"""Texts of files are shown letter by letter: no tag in one loads a picture, none takes long."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel

from model.records.record import comment, new_record, play
from viewer.panels.moves.tree import TreeModel
from viewer.widgets import controls
from viewer.widgets.prose import Answer, Prose, harmless, plain_tip, short

SIZE = 300


@pytest.fixture
def picture(tmp_path, qapp) -> str:
    path = tmp_path / "picture.png"
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    image.fill(0)
    assert image.save(str(path))
    return str(path)


def texts(picture: str) -> list[str]:
    return [
        f'<img src="{picture}"/>',
        f'<b>title</b><img src="file://{picture}">',
        f'\\<img src="{picture}"/>\n\n',
        f'\\<img src="{picture}"></img>',
        f"![picture]({picture})",
        f"\\![picture]({picture})",
    ]


def test_a_picture_would_be_seen(picture) -> None:
    label = QLabel(f'<img src="{picture}"/>')
    assert label.sizeHint().height() >= SIZE


def test_titles_load_no_picture(picture) -> None:
    for text in texts(picture):
        label = controls.label("", "lead")
        label.setText(text)
        assert label.sizeHint().height() < SIZE, text


def test_markdown_loads_no_picture(picture) -> None:
    for text in texts(picture):
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.MarkdownText)
        label.setText(harmless(text))
        assert label.sizeHint().height() < SIZE, text
        answer = Answer()
        answer.say(text)
        assert answer.sizeHint().height() < SIZE, text


def test_tips_load_no_picture(picture) -> None:
    for text in texts(picture):
        tip = QLabel(plain_tip(text))  # as a tip is shown
        assert tip.sizeHint().height() < SIZE, text
    assert plain_tip("2b2 < 3c3") == "2b2 < 3c3"


def test_tips_of_the_moves_load_no_picture(picture) -> None:
    record, node = play(new_record("partition:size=3 3,3,3/2,2/1 red"), 0, "1a1")
    record, node = comment(record, node, f'<img src="{picture}"/>')
    model = TreeModel()
    model.show_record(record, ("red", "blue"), 0)
    tip = model.data(model.index_of(node), Qt.ItemDataRole.ToolTipRole)
    assert QLabel(tip).sizeHint().height() < SIZE


def test_a_text_of_a_megabyte_is_cut(qapp) -> None:
    page = Prose("page")
    page.say("x" * 1_000_000)
    assert len(page.toPlainText()) < 20_000
    assert page.text == "x" * 1_000_000
    assert short("a step") == "a step"
    assert len(harmless("![" * 500_000)) < 10_000
