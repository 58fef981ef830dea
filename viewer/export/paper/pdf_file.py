"""A printed document as a PDF file, accessible by PDF/UA-1: typst sets its blocks.

Typst is given the template and data, all in memory: what is stopped leaves no file behind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

import msgspec

from viewer.export.items import ExportError
from viewer.export.paper.blocks import PaperData
from viewer.export.paper.printable_text import (
    NO_LETTER,
    parted,
    plain_letters,
    with_letters,
)
from viewer.export.paper.typesetter import TypstError, compiled

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
    template = files(__package__).joinpath("template.typ").read_bytes()
    return compiled({"main": template, **{name: text.encode() for name, text in given.items()}})
