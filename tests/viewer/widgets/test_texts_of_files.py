"""Texts of files are shown letter by letter: none loads a file or a picture, none takes long."""

import ast
import sys
from pathlib import Path

import pytest
from canary import SIZE, Canary
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument, QTextTable
from PySide6.QtWidgets import QLabel, QWidget

from model.records.record import comment, new_record, play
from viewer.panels.moves.tree import TreeModel
from viewer.session.preferences import Preferences
from viewer.widgets import controls
from viewer.widgets.chip import Chip, HoverLine
from viewer.widgets.messages import MessageStrip, MoveCaption
from viewer.widgets.prose import MOST_LINES, FeedbackLabel, Prose, harmless, plain_tip, short
from viewer.widgets.text_fields import MarkdownText
from viewer.window import application
from viewer.window.presentation.over_scene import PresentationCaption

VIEWER = Path(__file__).parents[3] / "viewer"
IMAGE = "\ufffc"
"""What stands in a document where a picture is."""

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="who opens a file is told by inotify"
)


@pytest.fixture
def canary(tmp_path, qapp):
    made = Canary(tmp_path / "canary.png")
    yield made
    made.close()


def drawn(widget: QWidget) -> QWidget:
    """Lay a widget out and draw it, as on the screen."""
    widget.resize(400, max(60, widget.sizeHint().height()))
    widget.grab()
    return widget


def test_the_canary_would_be_heard(canary) -> None:
    assert not canary.was_opened
    assert drawn(QLabel(f'<img src="{canary.path}"/>')).sizeHint().height() >= SIZE
    assert canary.was_opened


@pytest.mark.check
def test_no_widget_loads_anything(canary, qtbot) -> None:
    page, preview = Prose("page"), MarkdownText("Text", "", lambda *_: None)
    answer, caption, presented = FeedbackLabel(), MoveCaption(), PresentationCaption()
    label, chip, line, strip = controls.label("", "lead"), Chip(), HoverLine(), MessageStrip()
    says = {
        page: page.say, preview: preview.say, answer: lambda text: answer.say(text, "hint"),
        caption: caption.say, presented: presented.say, label: label.setText,
        chip: lambda text: chip.say(text, text), strip: strip.error,
        line: lambda text: line.say(text, "Show"),
    }  # fmt: skip
    for widget in says:
        qtbot.addWidget(widget)
    preview.preview(True)
    for text in canary.forms():
        for widget, say in says.items():
            say(text)
            drawn(widget)
            if widget in (page, preview):
                assert widget.height() < SIZE, text
            elif widget is not presented:
                assert widget.sizeHint().height() < SIZE, (widget, text)
            assert not canary.was_opened, (widget, text)
        assert IMAGE not in page.toPlainText(), text
        caption.height_for(400)
        line.say(text, "")
        assert drawn(line).sizeHint().height() < SIZE, text
        assert not canary.was_opened, text


def test_prose_gives_nothing_to_what_is_asked_all_the_same(canary, qtbot) -> None:
    page = Prose("page")
    qtbot.addWidget(page)
    for kind in QTextDocument.ResourceType:
        page.document().resource(kind.value, QUrl.fromLocalFile(str(canary.path)))
    page.document().setHtml(
        f'<style>@import url({canary.path});</style><img src="{canary.path}">x'
        f'<table background="{canary.path}"><tr><td>x</td></tr></table>'
    )
    page.setFixedHeight(200)
    drawn(page)
    assert page.document().size().height() < SIZE
    assert not canary.was_opened


def test_tips_load_nothing(canary) -> None:
    for text in canary.forms():
        tip = drawn(QLabel(plain_tip(text)))  # as a tip is shown
        assert tip.sizeHint().height() < SIZE, text
        record, node = play(new_record("partition:size=3 3,3,3/2,2/1 red"), 0, "1a1")
        record, node = comment(record, node, text)
        model = TreeModel()
        model.show_record(record, ("red", "blue"), 0)
        of_move = model.data(model.index_of(node), Qt.ItemDataRole.ToolTipRole)
        assert isinstance(of_move, str)
        drawn(QLabel(of_move))
        assert not canary.was_opened, text
    assert plain_tip("2b2 < 3c3") == "2b2 < 3c3"


def test_a_text_of_a_megabyte_is_cut(qapp) -> None:
    page = Prose("page")
    page.say("x" * 1_000_000)
    assert len(page.toPlainText()) < 20_000
    assert page.text == "x" * 1_000_000
    assert short("a step") == "a step"
    assert len(harmless("![" * 500_000)) < 10_000


def test_markdown_stays_markdown(qtbot) -> None:
    page = Prose("page")
    qtbot.addWidget(page)
    page.say("**Red** holds `1a1`: a < b, 2 <3 & [more](rules.md)\n\n* one\n* two")
    assert page.toPlainText() == "Red holds 1a1: a < b, 2 <3 & more\none\ntwo"
    line = HoverLine()
    qtbot.addWidget(line)
    line.say("2b2 <b> is hidden.", "Show")
    assert line.text.startswith("2b2 &lt;b&gt; is hidden. <a href=")
    assert not line.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    line.say("2b2 <b> is hidden.")
    assert line.text == "2b2 <b> is hidden."
    assert line.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


# -- no place is forgotten -----------------------------------------------------------------------


def trees(word=""):
    """Every module of the viewer that has a word in it."""
    for path in sorted(VIEWER.rglob("*.py")):
        if word in (source := path.read_text(encoding="utf-8")):
            yield path.relative_to(VIEWER), ast.parse(source)


def _is_own(text: ast.expr) -> bool:
    """Whether a tip was written by us, letter by letter, or goes through `plain_tip`."""
    if isinstance(text, ast.IfExp):
        return _is_own(text.body) and _is_own(text.orelse)
    return isinstance(text, ast.Constant) or (
        isinstance(text, ast.Call) and ast.unparse(text.func) == "plain_tip"
    )


def test_paragraphs_stand_apart(qapp, qtbot) -> None:
    application.apply_theme(qapp, Preferences())
    prose = Prose("a lesson")
    qtbot.addWidget(prose)
    prose.resize(400, 100)
    prose.show()
    prose.say("One line.")
    one = prose.height()
    prose.say("One line.\n\nAnother.")
    line = prose.fontMetrics().lineSpacing()
    assert prose.height() - one > 1.25 * line, "or they read as one"


@pytest.mark.check
def test_every_tip_is_plain() -> None:
    """Qt takes a tip that begins with a tag for rich text."""
    places = {"setToolTip": 0, "setTabToolTip": 1, "showText": 1}
    loose = [
        f"{path}:{call.lineno}"
        for path, tree in trees()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in places
        and not _is_own(call.args[places[call.func.attr]])
    ]
    assert not loose, "let these tips go through plain_tip (viewer/widgets/prose.py)"


@pytest.mark.check
def test_every_label_says_what_its_text_is() -> None:
    """A label that is not told takes a text with tags for rich text."""
    loose = []
    for path, tree in trees("QLabel"):
        for part in ast.walk(tree):
            inside = ast.unparse(part) if isinstance(part, ast.FunctionDef | ast.ClassDef) else ""
            is_label = isinstance(part, ast.ClassDef) and "QLabel" in map(ast.unparse, part.bases)
            if is_label and ".setTextFormat(" not in ast.unparse(tree):
                loose.append(f"{path}: {part.name}")
            if not isinstance(part, ast.FunctionDef):
                continue
            made = [
                ast.unparse(line.targets[0])
                for line in ast.walk(part)
                if isinstance(line, ast.Assign) and ast.unparse(line.value).startswith("QLabel(")
            ]
            told = [
                name
                for name in made
                if f"{name}.setTextFormat(" in inside or name in PICTURES.get(str(path), ())
            ]
            if len(told) < inside.count("QLabel("):
                loose.append(f"{path}: {part.name}")
    assert not loose, "make these with `label` of viewer/widgets/controls.py"


PICTURES: dict[str, tuple[str, ...]] = {}
"""Labels that show a picture of ours and never a text."""


def tables(page: Prose) -> int:
    """How many tables a page lays out."""
    frames = page.document().rootFrame().childFrames()
    return sum(isinstance(frame, QTextTable) for frame in frames)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("|a|b|\n|-|-|\n|c|d|\n", 1),
        ("one\n\na|b\n-|-\nc|d\n\ntwo\n\na|b\n:-:|-\nc|d\n\n" + "prose\n\n" * 300, 2),
        ("|a|b|\n|-|-|\n" + "|c|d|\n" * 1000, 0),
        ("|a|b|\n| :-: | - |\n" + "short rows are filled up\n" * 900, 0),
        ("> |a" + "|b" * 50 + "|\n> |-" + "|-" * 50 + "|\n" + "> x\n" * 20, 0),
        ("|a|b|\n|-|-|\n|c|d|\n\n" * 200, 0),
    ],
)
def test_tables_are_laid_out_unless_they_would_take_long(text, wanted, qtbot) -> None:
    page = Prose("page")
    qtbot.addWidget(page)
    page.say(text)
    assert tables(page) == wanted
    assert text.split()[-1].strip("|")[:1] in page.toPlainText()


def test_of_a_text_with_thousands_of_lines_the_first_are_shown() -> None:
    assert short("a\n" * 999) == "a\n" * 999
    cut = short("a\n" * 5000)
    assert cut.count("a") == MOST_LINES
    assert cut.endswith("a …")
    assert short("b" * 20, 10) == "b" * 10 + " …"


def test_a_page_is_as_high_as_its_text_at_any_width_and_never_scrolls(qtbot) -> None:
    page = Prose("page")
    qtbot.addWidget(page)
    page.resize(300, 40)
    page.show()
    heights = []
    for width in (300, 150, 600, 300):
        page.say("some words that take more than a line " * 9)
        page.resize(width, 40)
        qtbot.waitUntil(
            lambda: (
                0 <= page.height() - page.document().size().height() <= 6
                and page.verticalScrollBar().maximum() == 0
            )
        )
        heights.append(page.height())
    assert heights[1] > heights[0] == heights[3] > heights[2]


def test_a_preview_shows_what_the_window_will_say(qtbot):
    preview = MarkdownText("Text", "", lambda *_: None)
    qtbot.addWidget(preview)
    preview.say("Look. [Press E.](#window) [Drag.](#page)")
    preview.preview(True)
    assert preview.prose.text == "Look. Press E."
    assert preview.field.text().endswith("(#page)"), "what is written stays"
