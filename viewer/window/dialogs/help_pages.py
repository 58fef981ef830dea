"""Pages of help beside the window: all keys, the guide, and the rules of a game."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec
from PySide6.QtCore import QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from model.registry import kinds
from viewer.session.files import resources
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import WIDE, column_in, label, text_line
from viewer.widgets.dialog_body import DialogBody, FittingDialog
from viewer.window.synonyms import says

KeySections = Iterable[tuple[str, Sequence[tuple[str, str]]]]
"""Sections of the page of keys: title, and rows of keys and what they do."""
_CELLS = re.compile(r"\| (.+?) \| (.+?) \|")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")

_MOUSE_AND_KEYS = Path(__file__).with_name("mouse_and_keys.json")
"""What the scene's own mouse and keys do; the rest of the help page comes from the commands."""


def help_html(sections: Iterable[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    """Return the help page: for each section its title and rows of (keys, what they do)."""
    parts = []
    for title, rows in sections:
        body = "".join(
            f"<tr><td width='40%' style='padding:3px 24px 3px 0'><b>{escape(keys)}</b></td>"
            f"<td style='padding:3px 0'>{escape(text)}</td></tr>"
            for keys, text in rows
        )
        parts.append(f"<h3>{escape(title)}</h3><table width='100%'>{body}</table>")
    return "".join(parts)


class PageBrowser(QTextBrowser):
    """Pages of text, set with some air."""

    def doSetSource(
        self,
        name: QUrl | str,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,
    ) -> None:
        super().doSetSource(name, type)
        page = self.document()
        page.setDocumentMargin(2 * GAP)
        cursor, block = QTextCursor(page), page.begin()
        while block.isValid():
            cursor.setPosition(block.position())
            table = cursor.currentTable()
            if table is not None:
                frame = table.format()
                frame.setTopMargin(GAP)
                frame.setBottomMargin(GAP)
                table.setFormat(frame)
            else:
                shape = block.blockFormat()
                shape.setBottomMargin(GAP)
                shape.setTopMargin(2 * GAP if shape.headingLevel() else 0)
                cursor.setBlockFormat(shape)
            block = block.next()


class HelpPage(FittingDialog):
    """A page of text beside the window; both can be used."""

    def __init__(self, title: str, html: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, QSize(680, 700))
        self.setWindowTitle(title)
        column = column_in(self, None, 2 * GAP, 2 * GAP, GAP, GAP)
        self.browser = PageBrowser()
        self.browser.setOpenExternalLinks(True)
        self.browser.setHtml(html)
        column.addWidget(self.browser)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column.addWidget(buttons)


def glossary() -> KeySections:
    """Return the words that the glossary of the guide explains; none where it is not installed."""
    path = resources.glossary_page()
    if path is None:
        return ()
    sections: list[tuple[str, list[tuple[str, str]]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            sections.append((line.removeprefix("## "), []))
        elif sections and (cells := _CELLS.fullmatch(line)) and cells[1] not in ("word", "---"):
            sections[-1][1].append((_plain(cells[1]), _plain(cells[2])))
    return tuple(sections)


def _plain(text: str) -> str:
    """Return Markdown of one line without its signs."""
    return _LINK.sub(r"\1", text).replace("`", "").replace("*", "")


class KeysPage(HelpPage):
    """Words, keys and commands, and a line that finds some of them.

    Attributes
    ----------
    filter
        What is sought: rows with all its words, or others for them, are left.
    """

    def __init__(
        self, sections: KeySections, parent: QWidget | None = None, *, words: KeySections = ()
    ) -> None:
        super().__init__("Glossary and keys" if words else "Keys and commands", "", parent)
        in_scene = msgspec.json.decode(_MOUSE_AND_KEYS.read_bytes(), type=list[tuple[str, str]])
        keys = (("In the scene", in_scene), *sections)
        self._sections = tuple((title, tuple(rows)) for title, rows in (*words, *keys))
        what = "Find a word, a key or a command"
        self.filter = text_line(what, what)
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, self.filter)
        self.filter.setFocus()
        self._show("")

    def _show(self, sought: str) -> None:
        words = sought.lower().split()
        found = []
        for title, rows in self._sections:
            left = [(keys, text) for keys, text in rows if says(f"{title} {keys} {text}", words)]
            if left:
                found.append((title, left))
        self.browser.setHtml(help_html(found) or f"<p>Nothing matches {escape(sought)}.</p>")


def document_page(
    page: str, game: str, parent: QWidget | None = None, anchor: str = ""
) -> HelpPage:
    """Return the rules page of a game, at the heading `anchor` names, or the guide."""
    path = resources.rules_page(game) if page == "rules" else resources.guide_page()
    title = "Rules" if page == "rules" else "Guide"
    dialog = HelpPage(title, "", parent)
    if path is None:
        dialog.browser.setPlainText(f'The page "{title}" is not installed.')
    else:
        # As a source, so that links to other pages and pictures beside it are found.
        dialog.browser.setSource(QUrl.fromLocalFile(str(path)))
        if anchor:
            scroll_to(dialog.browser, anchor)
            # Once more when it is shown: only then are the lines broken and the pictures laid out.
            QTimer.singleShot(0, dialog.browser, lambda: scroll_to(dialog.browser, anchor))
    return dialog


def scroll_to(browser: QTextBrowser, anchor: str) -> bool:
    """Bring the heading with that anchor ("taking-back") to the top; False when there is none."""
    block = browser.document().begin()
    while block.isValid():
        if block.blockFormat().headingLevel() and anchor_of(block.text()) == anchor:
            browser.setTextCursor(QTextCursor(browser.document().lastBlock()))
            browser.setTextCursor(QTextCursor(block))
            return True
        block = block.next()
    return False


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as pages of text name them: "Taking back" -> taking-back."""
    kept = "".join(c for c in heading.lower() if c.isalnum() or c in " -")
    return "-".join(kept.split())


# The about box: version, designers, where the log is.


class AboutBox(FittingDialog):
    """What this program is, whose games it has, and where it writes its log."""

    def __init__(self, parent: QWidget | None, log: object) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Pyramidion")
        column = column_in(self, GAP, *WIDE)
        title = label(f"Pyramidion {installed_version()}", "title")
        column.addWidget(title)
        body = DialogBody(400)
        credits = [kind.credit for kind in kinds().values() if kind.credit]
        for text, role in (
            ("Six pyramid games to learn, play and puzzle over.", ""),
            *((credit, "") for credit in credits),
            (f"The log file is {log}", "small"),
        ):
            line = label(text, role, wraps=True)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            body.column.addWidget(line)
        column.addWidget(body, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def installed_version() -> str:
    """Return the version of the installed package, "" where none is installed."""
    try:
        return version("pyramidion")
    except PackageNotFoundError:
        return ""
