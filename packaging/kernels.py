"""Compile all kernels for a baseline, and pack them into the archive that a package brings.

``python packaging/kernels.py ARCHIVE FOLDER``: the folder keeps what numba compiled. It runs where
the program is installed, as the package will be made of it.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from model.own_process import own_module
from model.shipped_kernels import ABOUT, entry_name, made_by

BASELINES = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "generic", "arm64": "generic"}
"""Machine -> the plainest processor of its kind, as LLVM calls it.

What newer ones have besides makes no kernel faster (docs/measured.md).
"""


def baseline() -> str:
    """Return the processor that is compiled for on this machine."""
    machine = platform.machine()
    if machine.lower() not in BASELINES:
        raise SystemExit(f"No baseline is known for the processors of {machine}.")
    return BASELINES[machine.lower()]


def compile_all(folder: Path, processor: str) -> None:
    """Compile every kernel for a processor into a folder of numba's."""
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(folder),
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": "",
    }
    for command in (
        own_module("model.play.warm", "--together"),
        own_module("viewer.scene.hidden.unseen"),
    ):
        subprocess.run(command, env=environment, check=True)


def entries(folder: Path, processor: str) -> Iterator[tuple[str, bytes]]:
    """Yield each kernel of a folder of numba's: its name in the archive, and what numba keeps."""
    for index in sorted(folder.glob("*/*/*.nbi")):
        state = index.parent.parent.name
        place = index.name.rpartition(".py")[0]
        with index.open("rb") as file:
            pickle.load(file)  # numba's version
            _, kernels = pickle.load(file)
        for (types, target, (bytecode, _)), name in kernels.items():
            if target[1] == processor:
                yield (
                    entry_name(state, place, bytecode, types),
                    (index.parent / name).read_bytes(),
                )


def pack(archive: Path, folder: Path) -> int:
    """Write the archive; return how many kernels it holds."""
    processor = baseline()
    compile_all(folder, processor)
    packed = dict(entries(folder, processor))
    about = {"made_by": made_by(), "processor": processor}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(ABOUT, json.dumps(about))
        for name, data in sorted(packed.items()):
            file.writestr(name, data)
    return len(packed)


if __name__ == "__main__":
    print(f"{pack(Path(sys.argv[1]), Path(sys.argv[2]))} kernels")
