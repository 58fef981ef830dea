"""A printed document as a PDF file, accessible by PDF/UA-1: typst sets its blocks."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec
import typst

from viewer.export.paper.blocks import PaperData

STANDARD = "ua-1"


def printed(data: PaperData, pictures: Mapping[str, bytes]) -> bytes:
    """Return the PDF file of a document.

    Parameters
    ----------
    pictures
        Files that its figures name.
    """
    template = files(__package__).joinpath("template.typ").read_bytes()
    given = {"main": template, "data.json": msgspec.json.encode(data), **pictures}
    return typst.compile(given, format="pdf", pdf_standards=STANDARD)
