"""A position on a page: its diagram as large as it can be, and what is said of it."""

from __future__ import annotations

from model.records.positions import PositionCache
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import Block, Paragraph, Run
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.in_words import facts_of, standing
from viewer.export.paper.page_size import PageSize
from viewer.export.paper.prose_runs import blocks_of

LONGEST = 500
"""Letters of a position as text that somebody may type."""
SHARE = 0.68
"""Of the height of a page, for the diagram."""


def position_blocks(item: ExportItem, diagrams: Diagrams, page: PageSize) -> list[Block]:
    """Return what a page says of the position that an item stands at."""
    record, node = item.contents.record, item.contents.node
    position = PositionCache().position(record, node).seen_by(None)
    here = record[node]
    figure = diagrams.figure(
        position,
        here.view or item.contents.view,
        (page.width, SHARE * page.height),
        marks=here.marks,
        caption=standing(position),
        stacked=True,
    )
    blocks: list[Block] = [figure, *blocks_of(here.comment)]
    blocks += [Paragraph(runs, "line") for runs in facts_of(position)]
    text = str(position)
    if len(text) <= LONGEST:
        blocks.append(Paragraph((Run(text, "code"),), "muted"))
    return blocks
