"""Rows of a benchmark's table: our figure, the figure beside it, their ratio, the goal."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """One comparison.

    Attributes
    ----------
    what
        The case, e.g. "N=30, 9455 balls".
    ours, theirs
        Medians in seconds, or what `unit` says; None where it could not be measured.
    beside
        What `theirs` was measured on, with its version; "" for a figure without a comparison.
    most
        The greatest ratio ours / theirs that meets the goal; None: no goal.
    longest
        The longest `ours` that meets the goal, or the most of it; None: no goal.
    note
        Why something is missing, or what else to know.
    unit
        "s"; "%" for shares, from 0 to 1; "" for numbers.
    """

    what: str
    ours: float | None
    beside: str = ""
    theirs: float | None = None
    most: float | None = None
    longest: float | None = None
    note: str = ""
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        """Ours / theirs: below 1 we are faster."""
        return self.ours / self.theirs if self.ours is not None and self.theirs else None

    @property
    def goal(self) -> str:
        """The goals of the row and whether each was met, "" where none is set."""
        said = []
        if self.most is not None and self.ratio is not None:
            said.append(f"goal {self.most:g}: {'met' if self.ratio <= self.most else 'missed'}")
        if self.longest is not None and self.ours is not None:
            verdict = "met" if self.ours <= self.longest else "missed"
            goal = f"{self.longest * 1e3:g} ms" if self.unit == "s" else f"{self.longest:g}"
            said.append(f"goal {goal}: {verdict}")
        return ", ".join(said)


def duration(seconds: float | None) -> str:
    """Return seconds as a person reads them: three digits and a unit, "-" for None."""
    if seconds is None:
        return "-"
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1 or unit == "us":
            value = seconds * factor
            digits = max(0, 2 - len(str(int(value))) + 1)
            return f"{value:.{digits}f} {unit}"
    raise AssertionError("unreachable")


def figure(value: float | None, unit: str) -> str:
    """Return a figure as a person reads it, "-" for None."""
    if unit == "s" or value is None:
        return duration(value)
    return f"{100 * value:.1f} %" if unit == "%" else f"{value:g}"


def heading(name: str, subject: str) -> str:
    """Return the lines above a table."""
    return f"{name}: {subject}\n" + _columns("", "ours", "beside", "theirs", "ratio", "")


def line(row: Row) -> str:
    """Return a row of the table."""
    ratio = "-" if row.ratio is None else f"{row.ratio:.3g}"
    remark = "; ".join(text for text in (row.goal, row.note) if text)
    theirs = figure(row.theirs, row.unit) if row.beside else ""
    ours = figure(row.ours, row.unit)
    return _columns(row.what, ours, row.beside, theirs, ratio if row.beside else "", remark)


def _columns(what: str, ours: str, beside: str, theirs: str, ratio: str, remark: str) -> str:
    return f"  {what:<34}{ours:>9}   {beside:<34}{theirs:>9}{ratio:>11}   {remark}".rstrip()


def medians(*jobs: Callable[[], object], runs: int = 5, warm_up: int = 1) -> list[float]:
    """Return the median seconds of each job; the jobs take turns, so that drift hits all alike."""
    for job in jobs:
        for _ in range(warm_up):
            job()
    seconds: list[list[float]] = [[] for _ in jobs]
    for _ in range(runs):
        for job, its in zip(jobs, seconds, strict=True):
            begun = perf_counter()
            job()
            its.append(perf_counter() - begun)
    return [statistics.median(its) for its in seconds]
