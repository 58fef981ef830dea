"""Text to read in a dock: Markdown as high as it needs, and answers in their colours.

Text of files passes through here, `plain_tip` or a plain label before Qt sees it: somebody else
wrote it, so it may load nothing, and what it takes is bounded.
"""

import re
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontInfo, QImage, QResizeEvent, QTextDocument
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import QLabel, QSizePolicy, QTextBrowser

from viewer.widgets.announcing import announce

MOST, MOST_OVER = 16_000, 2_000
"""Characters of a text shown on a page, and in a few lines over the scene or in a tip."""
MOST_LINES = 1_000
"""Lines of a text that are shown: a list of thousands takes seconds."""
MOST_CELLS = 400
"""Cells of all tables in a text that are laid out as tables: thousands take seconds."""
_BLANK = re.compile(r"\n[ \t>]*\n")
_RULE = re.compile(r"^(?=[^\n]*-)(?=[^\n]*\|)[ \t>|:-]+$", re.MULTILINE)
"""What makes a table of the line above: dashes between bars."""
MOST_IN_LINE = 200
"""Characters of a name on a button, a tab or the window's frame."""
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_UNDERSCORED = re.compile(
    r"(?P<kept>(?P<ticks>(?<!`)`+(?!`)).*?(?P=ticks)(?!`)|\]\([^)\s]*|\b\w+://\S*|\\_)"
    r"|(?<![\w_])(?P<mark>_{1,2})(?=[^\W_]|[*`\[(\"'“‘])(?P<said>(?:(?!\n\s*\n)[^_`])*?)(?<=\S)"
    r"(?P=mark)(?![\w_])",
    re.DOTALL,
)
"""Emphasis between underscores; code and addresses stay as they are."""


def short(text: str, most: int = MOST) -> str:
    """Return a text, cut off where laying it out would take long."""
    cut = text[:most]
    if cut.count("\n") >= MOST_LINES:
        cut = "\n".join(cut.split("\n", MOST_LINES)[:MOST_LINES])
    return text if len(cut) == len(text) else f"{cut} …"


def _cells(text: str) -> int:
    """Return how many cells the tables of a Markdown text may have; a short row is filled up."""
    cells = 0
    for rule in _RULE.finditer(text):
        blank = _BLANK.search(text, rule.end())
        rows = text.count("\n", rule.end(), blank.start() if blank else len(text)) + 2
        cells += rows * (rule[0].count("|") + 1)
    return cells


def harmless(text: str, most: int = MOST_OVER) -> str:
    """Return Markdown without pictures, HTML and large tables.

    A file of others must load nothing, and what it shows must be there at once. Emphasis is
    written with asterisks: Qt underlines what stands between underscores.
    """
    text = _UNDERSCORED.sub(_with_asterisks, short(text, most))
    if _cells(text) > MOST_CELLS:
        text = _RULE.sub("\u2060\\g<0>", text)
    # An invisible joiner inside: a backslash before it may itself be escaped.
    return _TAG.sub("<\u2060", text.replace("![", "!\u2060["))


def _with_asterisks(found: re.Match[str]) -> str:
    mark = "*" * len(found["mark"] or "")
    return found["kept"] or f"{mark}{found['said']}{mark}"


def plain_tip(text: str) -> str:
    """Return a text of a file as a tip shows it letter by letter: Qt takes tags for rich text."""
    text = short(text, MOST_OVER)
    return f"<qt>{escape(text)}</qt>" if RichText.mightBeRichText(text) else text


class Prose(QTextBrowser):
    """Markdown at a comfortable size, exactly as high as it is; loads nothing from anywhere."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.setStyleSheet("QTextBrowser { background: transparent; border: none; padding: 0; }")
        self.text = ""

    def say(self, text: str) -> None:
        """Show a Markdown text; "" hides the whole."""
        if text == self.text:
            return
        self.text = text
        features = QTextDocument.MarkdownFeature
        page = self.document()
        font = page.defaultFont()
        # Qt sets paragraphs apart by the points of the font, and ours is counted in pixels.
        in_points = QFont(font)
        in_points.setPointSizeF(QFontInfo(font).pointSizeF())
        page.setDefaultFont(in_points)
        page.setMarkdown(
            harmless(text, MOST), features.MarkdownDialectGitHub | features.MarkdownNoHTML
        )
        page.setDefaultFont(font)
        self.setVisible(bool(text))
        self._fit()

    def loadResource(self, kind: int, name: object) -> QImage:
        """Give an empty picture for whatever is named.

        Qt opens the name itself where it is given nothing, or no picture where it wants one; what
        it was given once it keeps for every kind.
        """
        empty = QImage(1, 1, QImage.Format.Format_ARGB32)
        empty.fill(Qt.GlobalColor.transparent)
        return empty

    def resizeEvent(self, event: QResizeEvent) -> None:
        # For another height Qt would lay out all of the text again, as long as that may take.
        if event.size().width() == event.oldSize().width():
            self.verticalScrollBar().setRange(0, 0)
            return
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = self.viewport().width()
        if self.document().textWidth() != width:
            self.document().setTextWidth(width)
        height = int(self.document().size().height()) + 4
        if height != self.height():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(280, self.height())


class FeedbackLabel(QLabel):
    """What is said to an answer, in Markdown: right, wrong but calm, or a hint."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Answer")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.MarkdownText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hide()

    def say(self, text: str, tone: str = "", head: str = "", *, aloud: bool = True) -> None:
        """Show a sentence in the colours of its tone; "" hides it.

        Parameters
        ----------
        head
            What screen readers hear before it, where only its colours say so.
        aloud
            Whether it is announced: one that is shown twice is not.
        """
        self.setText(harmless(text))
        plain = f"{head}{text.replace('**', '')}" if text else ""
        if aloud and plain != self.accessibleName():
            announce(self, plain)
        self.setAccessibleName(plain)
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().unpolish(self)  # the sheet looks at the tone again
            self.style().polish(self)
        self.setVisible(bool(text))


def begun(sentence: str) -> str:
    """Return a sentence with a capital, unless it begins with the name of a point or a file."""
    first = sentence.partition(" ")[0]
    named = any(letter.isdigit() for letter in first) or "." in first[:-1]
    named = named or (len(first) == 2 and first.endswith(":"))  # "o: empty"
    return sentence if named else sentence[:1].upper() + sentence[1:]


def sentence(text: str) -> str:
    """Return a text as a sentence of its own: begun with a capital, and ended."""
    text = begun(text)
    return text if not text or text.endswith((".", "!", "?", ":")) else f"{text}."
