"""Kernels that a package brings as one library: they are called without numba, with its answers."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from model import linked_kernels
from model.linked_kernels import COLUMNS, ROWS, WRITABLE, LinkedKernel, code_of, linked

ROOT = Path(__file__).parents[2]
CALL = """
import sys
from pathlib import Path

import numpy as np

from model import linked_kernels
from model.boards.lattice import pyramid

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ImportError(name)

if len(sys.argv) > 1:
    linked_kernels.LIBRARY = Path(sys.argv[1])
    sys.meta_path.insert(0, Without())

from model.connection import groups
from model.connection.flood import judge
from model.kernels import kernel
from model.games.partition.verdicts import corner_states
from model.positions.setup import read_position

for size in (3, 4):
    balls = np.arange(len(pyramid(size))) % 3 > 0
    print(groups(pyramid(size), balls).labels.tolist())
print(corner_states(read_position("partition:size=3,rules=free RRR,1BB,3/2,2/1 blue")))
print(type(judge.compiled).__name__)
"""


def call(folder, *words):
    done = subprocess.run(
        [sys.executable, "-c", CALL, *map(str, words)], cwd=ROOT, text=True, capture_output=True,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)}, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *answers, kind = done.stdout.splitlines()
    return answers, kind


@pytest.mark.check
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux links its kernels")
def test_a_library_answers_as_numba_does(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import kernels

    monkeypatch.setenv("NUMBA_CPU_NAME", kernels.BASELINES[platform.machine()])
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    answers, kind = call(tmp_path / "kept")
    assert kind == "CPUDispatcher"
    library = tmp_path / "kernels.so"
    found = list(kernels.compiled(tmp_path / "kept", kernels.BASELINES[platform.machine()]))
    assert kernels.link(found, library)
    monkeypatch.delenv("NUMBA_CPU_NAME")
    assert call(tmp_path / "fresh", library) == (answers, "LinkedKernel")
    assert not (tmp_path / "fresh").exists()


INTS = (np.dtype(np.int32).num, 1, ROWS | WRITABLE)


class Pair(NamedTuple):
    row: np.ndarray
    depth: int


def test_types_are_told_apart_as_numba_does(tmp_path):
    row = np.zeros(4, np.int32)
    fixed = row.copy()
    fixed.flags.writeable = False
    square = np.zeros((3, 4), np.uint64)
    assert code_of(row) == INTS
    assert code_of(fixed) == (INTS[0], 1, ROWS)
    table = np.memmap(tmp_path / "table", np.int32, "w+", shape=(4,))
    assert code_of(table) == INTS
    assert code_of(row[::2]) == (INTS[0], 1, WRITABLE)
    assert code_of(square.T) == (np.dtype(np.uint64).num, 2, COLUMNS | WRITABLE)
    assert code_of(Pair(row, 2)) == (f"{__name__}.Pair", INTS, "int64")
    assert code_of((1, 2.0)) == ("", "int64", "float64")
    assert [code_of(one) for one in (True, np.True_, 1 << 63, -1, np.uint8(3), None)] == [
        "bool",
        "bool",
        "uint64",
        "int64",
        "uint8",
        "NoneType",
    ]


def test_what_takes_the_same_otherwise_is_called_and_else_plain_python():
    one = LinkedKernel(lambda *given: "plain", {(INTS, "int64"): lambda *given: 1})
    row = np.zeros(2, np.int32)
    row.flags.writeable = False
    assert one(row, np.int32(3)) == 1
    assert one(row.astype(np.int64), 3) == "plain"
    assert one(row, 3.0) == "plain"


def test_a_checkout_has_none_and_a_damaged_one_is_told(tmp_path, monkeypatch, caplog):
    assert linked() is None
    broken = tmp_path / "kernels.so"
    broken.write_bytes(b"no library")
    broken.with_suffix(".index").write_bytes(b"no index")
    monkeypatch.setattr(linked_kernels, "LIBRARY", broken)
    linked.cache_clear()
    try:
        assert linked() is None
        assert "kernels are compiled" in caplog.text
    finally:
        linked.cache_clear()
