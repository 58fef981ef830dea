"""The same algorithm in C: compiled at -O2 where a compiler is found, asked over a pipe."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter, thread_time

import numpy as np
import numpy.typing as npt

from benchmarks.programs import PEERS, Missing
from benchmarks.rows import Row
from model.games.pyramid.actions import osiris_lines
from model.games.pyramid.board_arrays import fields_of
from model.games.pyramid.kernels import HEIGHT
from model.games.pyramid.position import PyramidGame

Array = npt.NDArray[np.integer]
Tables = Mapping[str, int | Array]
RUNS = 5


class Native:
    """A C program of `peers/`, compiled with tables.

    Parameters
    ----------
    source
        File name in `peers/`.
    tables
        Name -> number or array, written into the `tables.h` it includes.

    Raises
    ------
    Missing
        Where there is no C compiler, or it refuses the source.
    """

    def __init__(self, source: str, tables: Tables) -> None:
        compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            raise Missing("no C compiler is found: install gcc, or name one in CC")
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        (folder / "tables.h").write_text("#include <stdint.h>\n" + "".join(map(_c, tables.items())))
        self._program = folder / "program"
        done = subprocess.run(
            [compiler, "-O2", "-I", folder, "-o", self._program, PEERS / source],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Missing(done.stderr.strip().splitlines()[0])
        self._process: subprocess.Popen[str] | None = None

    def start(self, arguments: list[str]) -> None:
        """Start the program, which counts what the arguments say; one that runs is ended."""
        self._end()
        self._process = subprocess.Popen(
            [self._program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def count(self) -> tuple[int, float]:
        """Return the count and the seconds of the processor it took."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        count, seconds = self._process.stdout.readline().split()
        return int(count), float(seconds)

    def close(self) -> None:
        """End the program and remove it."""
        self._end()
        self._folder.cleanup()

    def _end(self) -> None:
        if self._process is not None:
            self._process.communicate()


def beside_c(
    what: str, ours: Callable[[], int], source: str, tables: Tables, arguments: list[str], *,
    most: float, units: int | None = None, unit: str = "",
) -> Row:  # fmt: skip
    """Return a row: our seconds beside those of a program in C that counts the same, by turns.

    Parameters
    ----------
    ours
        Counts; what C counts must be the same, else there is no figure.
    most
        The greatest ratio that meets the goal.
    units
        How many of what is counted the figures are for one of, such as games; None: for all.
    unit
        What that is; None of it: what is counted.
    """
    begun = perf_counter()
    expected = ours()
    first = perf_counter() - begun
    mine, its, missing = [], [], ""
    try:
        native = Native(source, tables)
        native.start(arguments)
    except Missing as why:
        mine = [_timed(ours) for _ in range(RUNS)]
        missing = f"; {why}"
    else:
        try:
            for _ in range(RUNS):
                mine.append(_timed(ours))
                counted, taken = native.count()
                if counted != expected:
                    return Row(what, None, "C -O2", note=f"C counts {counted}, we {expected}")
                its.append(taken)
        finally:
            native.close()
    seconds, parts = statistics.median(mine), units or 1
    speed = f"{(units or expected) / seconds:,.0f} {unit} a second"
    theirs = statistics.median(its) / parts if its else None
    return Row(what, seconds / parts, "C -O2", theirs, most=most,
               note=f"{speed}; first call {first:.1f} s{missing}")  # fmt: skip


def _timed(job: Callable[[], object]) -> float:
    """Return the seconds of the processor: others that run beside us take turns, not time."""
    begun = thread_time()
    job()
    return thread_time() - begun


def _c(item: tuple[str, int | Array]) -> str:
    """One table as C: unsigned 64 bits for uint64 arrays, int for all others."""
    name, value = item
    if isinstance(value, int):
        return f"#define {name} {value}\n"
    kind, end = ("uint64_t", "ull") if value.dtype == np.uint64 else ("int", "")
    shape = "".join(f"[{extent}]" for extent in value.shape)

    def braces(part: Array) -> str:
        if part.ndim == 0:
            return f"{int(part)}{end}"
        return "{" + ",".join(braces(one) for one in part) + "}"

    return f"static const {kind} {name}{shape} = {braces(value)};\n"


def board_tables(game: PyramidGame) -> Tables:
    """Return the arrays of a board: its fields, and the lines on which an Osiris can happen."""
    board, fields = game.board, fields_of(game)
    lines = osiris_lines(board, game.rules.osiris_bends)
    longest = max((len(line) for line, _ in lines), default=1)
    sites = np.full((max(len(lines), 1), longest), -1, np.int32)
    lengths = np.zeros(len(sites), np.int32)
    through = np.full((len(board), 2), -1, np.int32)
    for number, (line, _) in enumerate(lines):
        sites[number, : len(line)], lengths[number] = line, len(line)
        for site in line:
            through[site, 0 if through[site, 0] < 0 else 1] = number
    return {
        "SITES": len(board), "FIELDS": len(board.victory), "NEEDED": game.terrace.needed,
        "AHEAD": fields[:, :8], "HEIGHT": fields[:, HEIGHT],
        "VICTORY": np.array(board.victory, np.int32),
        "LINES": sites, "LENGTH": lengths, "THROUGH": through, "LINE_COUNT": len(sites),
    }  # fmt: skip
