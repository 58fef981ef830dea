"""Text of files as letters that can be printed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

NO_LETTER = "\ufffd"
"""Stands where a letter cannot be printed."""
LONG, PART = 24, 12
"""Letters of a word that may have to be parted, and after how many it is."""
MOST_IN_NAME = 100
"""Letters of a title, a heading, an author or a remark."""
NAMES = {"title", "author", "words", "aside"}
"""Fields of blocks that are names."""
_WORD = re.compile(rf"[^\s\u200b]{{{LONG + 1},}}")
_JOINT = re.compile(rf"[^,/]{{1,{PART}}}[,/]?|[,/]")
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_PILED = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
"""More marks on one letter than any language puts there; setting thousands takes minutes."""


def plain_letters(text: str) -> str:
    """Return a text in one line, without control characters."""
    text = _PILED.sub(r"\1", text.encode("utf-8", "replace").decode())
    return text if text.isprintable() else "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter.isprintable() or letter in "\u200b\u200c\u200d\u00ad":
        return letter
    kind, number = unicodedata.category(letter), ord(letter)
    if kind in ("Co", "Cn") and number & 0xFFFE != 0xFFFE and not 0xFDD0 <= number < 0xFDF0:
        return letter  # which Python may not know yet
    return " " if kind in ("Cc", "Zs", "Zl", "Zp") else ""


def parted(text: str) -> str:
    """Return a text whose long words may go on in the next line."""
    return _WORD.sub(lambda found: "\u200b".join(_JOINT.findall(found[0])), text)


def with_letters(value: object, change: Callable[[str], str], name: str = "") -> object:
    """Return JSON with every text in it changed, and names (`NAMES`) shortened."""
    if isinstance(value, str):
        if name in NAMES and len(value) > MOST_IN_NAME:
            value = f"{value[:MOST_IN_NAME]}…"
        return change(value)
    if isinstance(value, list | tuple):
        return [with_letters(one, change, name) for one in value]
    if isinstance(value, dict):
        return {key: with_letters(one, change, key) for key, one in value.items()}
    return value
