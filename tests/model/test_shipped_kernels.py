"""Kernels that a package brings: they are loaded by their sources, whatever the processor."""

import json
import os
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from model import shipped_kernels
from model.shipped_kernels import ABOUT, Shipped, entry_name, made_by, shipped

ROOT = Path(__file__).parents[2]
ASK = """
import sys
from pathlib import Path
from numba.core import event
from model import shipped_kernels
shipped_kernels.ARCHIVE = Path(sys.argv[1])

class Compiled(event.Listener):
    names = []
    def on_start(self, told):
        self.names.append(str(told.data["dispatcher"]))
    def on_end(self, told):
        pass

import numpy as np
from model.boards.lattice import pyramid
from model.connection import groups
with event.install_listener("numba:compile", Compiled()):
    print(groups(pyramid(3), np.ones(14, bool)).labels.tolist())
print(len(Compiled.names))
"""


def archive(path, made=None, kernels=()):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(ABOUT, json.dumps({"made_by": made or made_by()}))
        for name, data in kernels:
            file.writestr(name, data)
    return path


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the archive of a package would lie."""
    path = tmp_path / "kernels.zip"
    monkeypatch.setattr(shipped_kernels, "ARCHIVE", path)
    shipped.cache_clear()
    yield path
    shipped.cache_clear()


def test_only_the_archive_of_a_package_by_the_same_compiler_is_used(place):
    assert shipped() is None, "a checkout brings none"
    for bring, used in (
        (lambda: archive(place), True),
        (lambda: archive(place, made="numba 0.1, Python 3.2"), False),
        (lambda: place.write_bytes(b"PK nothing of the kind"), False),
    ):
        bring()
        shipped.cache_clear()
        assert (shipped() is not None) is used


def test_a_kernel_is_found_by_its_sources_place_code_and_types(tmp_path):
    name = entry_name("search-01", "flood.spread-7", "ab", ("int64",))
    one = Shipped(archive(tmp_path / "k.zip", kernels=[(name, pickle.dumps("code"))]))
    assert one.kernel(name) == "code"
    for other in (
        entry_name("search-02", "flood.spread-7", "ab", ("int64",)),
        entry_name("search-01", "flood.spread-8", "ab", ("int64",)),
        entry_name("search-01", "flood.spread-7", "ac", ("int64",)),
        entry_name("search-01", "flood.spread-7", "ab", ("int32",)),
    ):
        assert one.kernel(other) is None


def ask(packed, folder):
    done = subprocess.run(
        [sys.executable, "-c", ASK, str(packed)], cwd=ROOT, text=True, capture_output=True,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)}, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    labels, compiled = done.stdout.splitlines()
    return labels, int(compiled)


@pytest.mark.check
@pytest.mark.process
@pytest.mark.slow
def test_what_the_archive_has_is_not_compiled_again(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import kernels

    nothing, kept = tmp_path / "none.zip", tmp_path / "kept"
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    labels, compiled = ask(nothing, kept)
    assert compiled
    found = [
        (entry_name(one.state, one.place, one.bytecode, one.types), one.data)
        for one in kernels.compiled(kept, "x86-64")
    ]
    packed = archive(tmp_path / "k.zip", kernels=found)
    monkeypatch.delenv("NUMBA_CPU_NAME")
    monkeypatch.delenv("NUMBA_CPU_FEATURES")
    assert ask(packed, tmp_path / "fresh") == (labels, 0)
    blocked = tmp_path / "file"
    blocked.write_text("a file is no folder")
    assert ask(packed, blocked / "kernels") == (labels, 0)
