"""A printed document as a PDF file, accessible by PDF/UA-1: typst sets its blocks.

Typst is given the template and data, all in memory: what is stopped leaves no file behind.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import typst
from typst import TypstError

from viewer.export.items import ExportError
from viewer.export.paper.blocks import PaperData
from viewer.visuals.fonts import dejavu

# Text of files as letters that can be printed.

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


# What sets pages: typst, with its fonts, from files in memory.

STANDARD: Literal["ua-1"] = "ua-1"


@cache
def _fonts() -> typst.Fonts:
    """The fonts that typst brings, those of matplotlib, and what the system has for the rest."""
    file = dejavu()
    return typst.Fonts(font_paths=[] if file is None else [file.parent])


_BEYOND = re.compile("[^\x00-\u024f\u0370-\u04ff\u2010-\u2027\u200b]")
"""What is neither Latin, Greek nor Cyrillic: the fonts that typst brings may lack it."""


def printed(data: PaperData, pictures: Mapping[str, str]) -> bytes:
    """Return the PDF file of a document.

    Letters that no font of this computer has are boxes: matplotlib's fonts have one for each.

    Parameters
    ----------
    pictures
        SVG files that its figures name.

    Raises
    ------
    ExportError
        It cannot be set.
    """
    plain = with_letters(msgspec.to_builtins(data), lambda text: parted(plain_letters(text)))
    given = {"data.json": msgspec.json.encode(plain).decode(), **pictures}
    try:
        return _set(given)
    except TypstError:  # PDF/UA allows no letter that no font has
        given = {name: _BEYOND.sub(NO_LETTER, text) for name, text in given.items()}
    try:
        return _set(given)
    except TypstError as error:
        raise ExportError(f"the document cannot be set: {error.message}") from error


def _set(given: Mapping[str, str]) -> bytes:
    """Set the template with the files that it names; TypstError where `STANDARD` forbids it.

    Typst takes files from memory only as text.
    """
    template = files(__package__).joinpath("template.typ").read_bytes()
    whole = {"main": template, **{name: text.encode() for name, text in given.items()}}
    made = typst.compile(  # type: ignore[call-overload]  # its types know nothing of several files
        whole, format="pdf", pdf_standards=STANDARD, font_paths=_fonts()
    )
    assert isinstance(made, bytes)
    return made
