"""Positions and games on paper: diagrams, moves in lines, variations set off."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from model.contract.game import CHANCE, Position, Stop, Stopped
from model.records.record import ROOT, PositionCache, Record, last_of_main_line, ply_of
from model.records.sealing import SEALED, pending, seen_record
from model.records.view import View
from viewer.export.items import ExportItem
from viewer.export.paper.blocks import (
    Block,
    PageSize,
    Paragraph,
    Role,
    Run,
    Style,
    blocks_of,
    facts_of,
    status_text,
)
from viewer.export.paper.diagrams import Diagrams

# A position on a page: its diagram as large as it can be, and what is said of it.

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
        caption=status_text(position),
        stacked=True,
    )
    blocks: list[Block] = [figure, *blocks_of(here.comment)]
    blocks += [Paragraph(runs, "line") for runs in facts_of(position)]
    text = str(position)
    if len(text) <= LONGEST:
        blocks.append(Paragraph((Run(text, "code"),), "muted"))
    return blocks


HEIGHT = 56.0
"""Of a diagram in millimetres."""
UNBROKEN = 24
"""Letters of a move that no line ends in."""


@dataclass(frozen=True)
class _BranchStart:
    """Where a line begins: a node, how deep it lies, and how many moves are before it."""

    node: int
    depth: int
    before: int


def game_blocks(
    item: ExportItem, diagrams: Diagrams, page: PageSize, every: int | None, stop: Stop
) -> list[Block]:
    """Return the blocks of a game; `Stopped` where `stop` says so.

    Parameters
    ----------
    every
        Diagrams of the main line come after so many moves, and where there are signs on the
        board; None: where there are signs, a view, or a comment.
    """
    return _PrintedGame(item, diagrams, page, every, stop).blocks()


def played(item: ExportItem) -> str:
    """Return who played, where and when, as far as a game says so."""
    headers = item.contents.record.headers
    players = PositionCache().position(item.contents.record, ROOT).game.players
    names = [f"{headers[one]} ({one.capitalize()})" for one in players if headers.get(one)]
    words = (" – ".join(names), *(headers.get(name, "") for name in ("event", "date", "source")))
    return " · ".join(word for word in words if word)


class _PrintedGame:
    def __init__(
        self, item: ExportItem, diagrams: Diagrams, page: PageSize, every: int | None, stop: Stop
    ) -> None:
        record = item.contents.record
        self._cache = PositionCache()
        kind = self._cache.position(record, ROOT).game.kind
        self._whole = record
        self._seen: Record = (
            seen_record(record, frozenset(pending(record))) if kind.hides else record
        )
        self._by_line = kind.hides or kind.rolls
        self._item, self._diagrams, self._page = item, diagrams, page
        self._every, self._stop = every, stop
        self._views: dict[int, View] = {}
        self._blocks: list[Block] = []
        self._runs: list[Run] = []
        self._last_drawn = -1

    def blocks(self) -> list[Block]:
        """Return what is printed."""
        root = self._seen[ROOT]
        said = played(self._item)
        if said:
            self._blocks.append(Paragraph((Run(said),), "lead"))
        self._views[ROOT] = root.view or self._item.contents.view
        start = self._cache.position(self._whole, ROOT)
        self._blocks += blocks_of(root.comment)
        if root.marks or str(start) != str(start.game.start()):
            self._draw(ROOT, "")
        open_lines = [_BranchStart(root.children[0], 0, 0)] if root.children else []
        while open_lines:
            open_lines += self._line(open_lines.pop())
        main = last_of_main_line(self._seen)
        if self._last_drawn != main:
            self._draw(main, self._after(main, ply_of(self._seen, main)))
        last = self._position(main)
        self._blocks += [Paragraph(runs, "line") for runs in facts_of(last)]
        return self._blocks

    def _line(self, line: _BranchStart) -> list[_BranchStart]:
        """Tell of a line until it forks; return the lines that follow, the first one last."""
        node, ply = line.node, line.before
        while True:
            if self._stop():
                raise Stopped
            here = self._seen[node]
            before, ply = ply, 0 if here.setup else ply + 1
            self._views[node] = here.view or self._views[here.parent]
            self._move(node, ply, line.depth)
            self._remark(node, ply, line.depth)
            siblings = self._seen[here.parent].children
            after = here.children[:1]
            if len(siblings) > 1 and siblings[0] == node:
                self._flush(line.depth)
                following = [_BranchStart(one, line.depth, ply) for one in after]
                before = 0 if here.setup else before
                return following + [
                    _BranchStart(one, line.depth + 1, before) for one in reversed(siblings[1:])
                ]
            if not after:
                self._flush(line.depth)
                return []
            node = after[0]

    def _position(self, node: int) -> Position:
        return self._cache.position(self._whole, node).seen_by(None)

    def _move(self, node: int, ply: int, depth: int) -> None:
        """Write a move, with its number where a round or a paragraph begins."""
        here = self._seen[node]
        if here.setup:
            self._runs += [Run("Position set up.", "emph"), Run(" ")]
            return
        position = self._position(here.parent)
        text = "a hidden choice" if here.move == SEALED else here.move
        mover = position.to_move
        style: Style = "variation" if depth else "move"
        if self._by_line:
            who = "Roll" if mover == CHANCE else str(mover).capitalize()
            self._runs += [Run(f"{ply}. {who} ", "muted"), Run(text, "" if depth else "strong")]
            self._flush(depth)
            return
        number = f"{ply}." if not self._runs or mover == position.game.players[0] else ""
        if len(text) <= UNBROKEN:
            self._runs += [Run(text, style, number), Run(" ")]
        else:
            words = Run(text, "" if depth else "strong")
            self._runs += [Run(f"{number} ", "muted"), words, Run(" ")]

    def _remark(self, node: int, ply: int, depth: int) -> None:
        """Say what is said of a move, and draw where it leads to."""
        here = self._seen[node]
        if here.comment:
            self._flush(depth)
            self._blocks += blocks_of(here.comment, "" if depth == 0 else "line", depth)
        due = self._every is not None and depth == 0 and ply % self._every == 0
        told = self._every is None and (here.view or (here.comment and depth == 0))
        if here.marks or due or told or here.setup:
            self._flush(depth)
            self._draw(node, self._after(node, ply))

    def _after(self, node: int, ply: int) -> str:
        """What a diagram shows, to begin its caption with; "" where no move is known."""
        move = self._seen[node].move
        return f"After {ply}. {move}. " if move not in ("", SEALED) else ""

    def _flush(self, depth: int) -> None:
        if self._runs:
            role: Role = "line" if depth or self._by_line else "moves"
            self._blocks.append(Paragraph(tuple(self._runs), role, depth))
            self._runs.clear()

    def _draw(self, node: int, caption: str) -> None:
        """Draw a position; what is said before it stays beside it."""
        position = self._position(node)
        figure = self._diagrams.figure(
            position,
            self._views[node],
            (self._page.width, HEIGHT),
            marks=self._seen[node].marks,
            caption=f"{caption}{status_text(position)}",
        )
        if self._blocks and isinstance(self._blocks[-1], Paragraph):
            self._blocks[-1] = replace(self._blocks[-1], keep=True)
        self._blocks.append(figure)
        self._last_drawn = node
