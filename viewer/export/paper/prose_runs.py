"""Markdown of comments and lessons as blocks of a printed document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from viewer.export.paper.blocks import Listing, Paragraph, Role, Run, Runs, Style

_STYLES: dict[str, Style] = {"strong_open": "strong", "em_open": "emph"}
MOST = 16_000
"""Letters of a text, as in the window."""
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


def blocks_of(text: str, role: Role = "", depth: int = 0) -> list[Paragraph | Listing]:
    """Return a Markdown text as paragraphs and lists; links and pictures leave their words."""
    found: list[Paragraph | Listing] = []
    tokens = _PARSER.parse(text if len(text) <= MOST else f"{text[:MOST]} …")
    at = 0
    while at < len(tokens):
        token = tokens[at]
        runs: Runs = ()
        if token.type in ("bullet_list_open", "ordered_list_open"):
            end = _closing(tokens, at)
            entries = tuple(_entries(tokens[at + 1 : end]))
            if entries:
                found.append(Listing(entries, numbered=token.type == "ordered_list_open"))
            at = end
        elif token.type == "tr_open":
            end = _closing(tokens, at)
            runs = _joined(_entries(tokens[at + 1 : end]), " | ")
            at = end
        elif token.type == "inline":
            runs = _runs(token.children or ())
        elif token.type in ("fence", "code_block"):
            runs = (Run(token.content.rstrip("\n"), "code"),)
        if runs:
            found.append(Paragraph(runs, role, depth))
        at += 1
    return found


def runs_of(text: str) -> Runs:
    """Return a Markdown text as one stretch of runs, paragraphs one after another."""
    parts: list[Runs] = []
    for block in blocks_of(text):
        parts += [block.runs] if isinstance(block, Paragraph) else block.entries
    return _joined(parts, " ")


def _joined(parts: Sequence[Runs] | Iterator[Runs], joint: str) -> Runs:
    runs: list[Run] = []
    for part in parts:
        runs += [Run(joint), *part] if runs else part
    return tuple(runs)


def _closing(tokens: Sequence[Token], at: int) -> int:
    """Where what opens at a place closes."""
    level = tokens[at].level
    return next(k for k in range(at + 1, len(tokens)) if tokens[k].level == level)


def _entries(tokens: Sequence[Token]) -> Iterator[Runs]:
    """The entries of a list; lists in it come after what they stand under."""
    for token in tokens:
        if token.type == "inline":
            runs = _runs(token.children or ())
            if runs:
                yield runs


def _runs(tokens: Sequence[Token]) -> Runs:
    runs: list[Run] = []
    styles: list[Style] = []
    for token in tokens:
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type == "code_inline":
            runs.append(Run(token.content, "code"))
        elif token.type in ("softbreak", "hardbreak"):
            runs.append(Run(" "))
        elif token.content:
            style: Style = "strong" if "strong" in styles else "emph" if styles else ""
            runs.append(Run(token.content, style))
    return tuple(runs)
