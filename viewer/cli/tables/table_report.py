"""The figures of a table as a page of Markdown and three plots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from model.contract.tables import TableFigures, Tally
from model.tablebase.building import size
from viewer.cli.tables.table_plots import Plot, drawn


def page(figures: TableFigures, path: Path) -> str:
    """Return the figures as Markdown: the table at `path` in words, then tables of numbers."""
    return "\n".join(_lines(figures, path)) + "\n"


def _lines(figures: TableFigures, path: Path) -> Iterator[str]:
    header, counts = figures.header, figures.by_distance
    wins, losses, draws = sum(counts[1::2]), sum(counts[2::2]), counts[0]
    told = ", ".join(f"`{key}={word}`" for key, word in header.options.items())
    yield f"### {told}"
    yield ""
    yield f"{header.states:,} states: {wins:,} won by the side to move, {losses:,} lost, "
    yield f"{draws:,} drawn. {size(path.stat().st_size)} on the disk, "
    yield f"{header.figures.get('seconds', '?')} s of CPU."
    yield ""
    if figures.first_moves:
        yield "| first move | alike | worth | plies |"
        yield "| --- | --- | --- | --- |"
        for first in figures.first_moves:
            yield f"| {first.move} | {first.alike} | {first.value} | {first.distance or ''} |"
        yield ""
    yield f"| {figures.pieces} | won | lost | drawn | zugzwangs | mutual | longest |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for row in figures.by_pieces:
        yield f"| {row.of} | {' | '.join(f'{n:,}' for n in row.counts)} | {row.longest} |"
    yield ""
    if figures.by_lead:
        yield "| lead in reserve | leader wins | leader loses | drawn | leader loses of all |"
        yield "| --- | --- | --- | --- | --- |"
        for row in figures.by_lead:
            share = row.counts[1] / max(1, sum(row.counts))
            yield f"| {row.of} | {' | '.join(f'{n:,}' for n in row.counts)} | {share:.4%} |"
        yield ""
    yield "The longest wins:"
    yield ""
    for position, plies in figures.longest:
        yield f"* {plies} plies: `{position}`"


def plots(figures: TableFigures, name: str) -> dict[str, str]:
    """Return the plots by the names of their files; of leads only where there are any."""
    title = " ".join(figures.header.options.values()).capitalize()
    pieces = figures.by_pieces
    distances = figures.by_distance
    last = max((k for k, count in enumerate(distances) if count), default=0)
    leads, called = figures.by_lead, figures.pieces
    drawings = {
        f"{name}-{called}.svg": drawn(Plot(
            f"{title}: what states are worth, by {called} on the board", f"{called} on the board",
            f"share of all states with that many {called}", [row.of for row in pieces],
            [(what, [_share(row, k) for row in pieces])
             for k, what in enumerate(("won", "lost", "drawn"))], percent=True,
        )),
        f"{name}-distances.svg": drawn(Plot(
            f"{title}: how far the end is", "plies to the end with best play", "states",
            [str(k) for k in range(1, last + 1)],
            [("won", [float(distances[k]) if k % 2 else 0.0 for k in range(1, last + 1)]),
             ("lost", [0.0 if k % 2 else float(distances[k]) for k in range(1, last + 1)])],
        )),
    }  # fmt: skip
    if leads:
        drawings[f"{name}-leaders.svg"] = drawn(Plot(
            f"{title}: what the side with more in reserve makes of it", "lead in reserve",
            "share of all states with that lead", [row.of for row in leads],
            [(what, [_share(row, k) for row in leads])
             for k, what in enumerate(("wins", "loses", "draws"))], percent=True,
        ))  # fmt: skip
    return drawings


def _share(row: Tally, k: int) -> float:
    whole = sum(row.counts[:3])
    return row.counts[k] / whole if whole else 0.0
