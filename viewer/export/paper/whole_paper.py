"""A printed document of items: what goes in, laid out, drawn and set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from model.contract.game import Stop, Stopped
from viewer.export.items import CREDIT, ExportItem, Tell, common_title
from viewer.export.paper.blocks import Block, PaperData, Run
from viewer.export.paper.diagrams import Diagrams, Shown
from viewer.export.paper.printed import printed
from viewer.export.pictures.inks import Ink

Paper = Literal["a4", "letter"]


@dataclass(frozen=True)
class Wanted:
    """How a document is made.

    Attributes
    ----------
    title, author
        What it is called and who made it; "": what its items say.
    paper, ink, diagrams
        What it is printed on, with which ink, and what its diagrams show.
    """

    title: str = ""
    author: str = ""
    paper: Paper = "a4"
    ink: Ink = "colour"
    diagrams: Shown = "both"


def paper_of(given: Sequence[ExportItem], wanted: Wanted, tell: Tell, stop: Stop) -> bytes:
    """Return the PDF file of all that is given; `Stopped` where `stop` says so."""
    from viewer.export.paper.positions import position_blocks

    diagrams = Diagrams(wanted.ink, wanted.diagrams)
    blocks: list[Block] = []
    try:
        for number, item in enumerate(given):
            tell(number, len(given))
            if stop():
                raise Stopped
            blocks += position_blocks(item, diagrams)
    finally:
        diagrams.close()
    data = PaperData(
        title=wanted.title or common_title(given),
        author=wanted.author,
        lead=(),
        credits=(CREDIT,),
        paper={"a4": "a4", "letter": "us-letter"}[wanted.paper],
        contents=False,
        blocks=tuple(blocks),
    )
    return printed(data, diagrams.files)
