"""The same algorithm in C: compiled at -O2 where a compiler is found, asked over a pipe."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from viewer.bench.programs import PEERS, Missing

Array = npt.NDArray[np.integer]
Tables = Mapping[str, int | Array]


class Native:
    """A C program of `peers/`, compiled with tables and running.

    Parameters
    ----------
    source
        File name in `peers/`.
    tables
        Name -> number or array, written into the `tables.h` it includes.
    arguments
        What it counts.

    Raises
    ------
    Missing
        Where there is no C compiler, or it refuses the source.
    """

    def __init__(self, source: str, tables: Tables, arguments: list[str]) -> None:
        compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            raise Missing("no C compiler is found: install gcc, or name one in CC")
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        (folder / "tables.h").write_text("#include <stdint.h>\n" + "".join(map(_c, tables.items())))
        program = folder / "program"
        done = subprocess.run(
            [compiler, "-O2", "-I", folder, "-o", program, PEERS / source],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Missing(done.stderr.strip().splitlines()[0])
        self._process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def count(self) -> tuple[int, float]:
        """Return the count and the seconds it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        count, seconds = self._process.stdout.readline().split()
        return int(count), float(seconds)

    def close(self) -> None:
        """End the program and remove it."""
        self._process.communicate()
        self._folder.cleanup()


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
