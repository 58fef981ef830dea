"""A position on one page."""

from __future__ import annotations

from viewer.export.item_position import position_at
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import Block, Paragraph, Run
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.prose_runs import blocks_of


def position_blocks(item: ExportItem, diagrams: Diagrams) -> list[Block]:
    contents = item.contents
    node = contents.record[contents.node]
    position = position_at(contents, None)
    figure = diagrams.figure(position, node.view or contents.view, (168, 180), marks=node.marks, stacked=True)
    return [figure, *blocks_of(node.comment), Paragraph((Run(str(position), "code"),), "muted")]
