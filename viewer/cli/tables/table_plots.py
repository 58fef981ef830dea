"""Plots of what a table says, as SVG: columns that are told apart by colour and by a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 64, 52
COLOURS = ("#2f6fb0", "#d9822b", "#9aa3ad")
"""Wins, losses, draws: told apart also by who does not see red and green, and in print."""
_INK, _GRID, _PAPER = "#22272e", "#d5dae0", "#ffffff"


class Plot(NamedTuple):
    """Columns, each of one or several parts on top of each other.

    Attributes
    ----------
    title, across, upwards
        What is said above, below and beside.
    labels
        One a column.
    parts
        For each part of the columns its name and its numbers, the lowest first.
    percent
        Whether numbers are parts of 1.
    """

    title: str
    across: str
    upwards: str
    labels: Sequence[str]
    parts: Sequence[tuple[str, Sequence[float]]]
    percent: bool = False


def drawn(plot: Plot) -> str:
    """Return a plot as the text of an SVG file."""
    sums = [sum(numbers) for numbers in zip(*(part for _, part in plot.parts), strict=True)]
    top, step = (1.0, 0.25) if plot.percent else _round_top(max(sums, default=1.0))
    wide, high = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="DejaVu Sans, Arial, sans-serif" font-size="12" fill="{_INK}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        _text(_LEFT, 24, plot.title, 'font-size="16" font-weight="bold"'),
    ]
    at = 0.0
    while at <= top * 1.0001:
        y = _TOP + high * (1 - at / top)
        out.append(f'<path d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="{_GRID}"/>')
        out.append(_text(_LEFT - 8, y + 4, _number(at, plot.percent), 'text-anchor="end"'))
        at += step
    column = wide / max(1, len(plot.labels))
    every = max(1, -(-len(plot.labels) // 32))
    for k, label in enumerate(plot.labels):
        x, y = _LEFT + column * k, float(_TOP + high)
        for (_, numbers), colour in zip(plot.parts, COLOURS, strict=False):
            tall = high * numbers[k] / top
            y -= tall
            if tall > 0:
                out.append(
                    f'<rect x="{x + column * 0.1:.1f}" y="{y:.1f}" width="{column * 0.8:.1f}" '
                    f'height="{tall:.1f}" fill="{colour}"/>'
                )
        if k % every == 0:
            out.append(_text(x + column / 2, _TOP + high + 16, label, 'text-anchor="middle"'))
    out.append(_text(_LEFT + wide / 2, HEIGHT - 14, plot.across, 'text-anchor="middle"'))
    out.append(_text(_LEFT, 46, plot.upwards, 'fill="#57606a"'))
    x = float(WIDTH - _RIGHT)
    for (name, numbers), colour in reversed(list(zip(plot.parts, COLOURS, strict=False))):
        if len(plot.parts) > 1 and any(numbers):
            x -= 7.5 * len(name) + 26
            out.append(f'<rect x="{x:.1f}" y="36" width="12" height="12" fill="{colour}"/>')
            out.append(_text(x + 17, 46, name, ""))
    return "\n".join([*out, "</svg>", ""])


def _text(x: float, y: float, words: str, more: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _round_top(most: float) -> tuple[float, float]:
    """Return a round number not below `most`, and the step of the lines up to it."""
    step = 1.0
    while True:
        for factor in (1, 2, 2.5, 5):
            if step * factor * 5 >= most:
                lines = -(-most // (step * factor))
                return step * factor * max(1.0, lines), step * factor
        step *= 10


def _number(value: float, percent: bool) -> str:
    if percent:
        return f"{value:.0%}"
    for size, sign in ((1e9, " bn"), (1e6, " M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{sign}"
    return f"{value:g}"
