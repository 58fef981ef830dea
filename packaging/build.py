"""Builds what people install on this system: the folder, and on Linux a ``.deb`` and a ``.tar.gz``.

``make package`` runs it in an environment of its own, `.venv-package`, which has what the package
is to carry and PyInstaller.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import kernels

from model.shipped_kernels import ARCHIVE

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
FOLDER = BUILD / "package" / "pyramidion"
KERNELS = BUILD / ARCHIVE.name
"""What the spec of PyInstaller puts beside `model.shipped_kernels`."""
LARGE = 100_000
"""Bytes of a library that is worth stripping."""


def folder() -> None:
    """Make the folder with PyInstaller, and bring it down to what is needed at run time."""
    subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--distpath", FOLDER.parent, "--workpath", BUILD / "package-work",
            HERE / "pyramidion.spec",
        ],
        check=True, cwd=HERE,  # not in the checkout, whose packages would come first
    )  # fmt: skip
    if sys.platform.startswith("linux"):
        for file in FOLDER.rglob("*"):
            if ".so" in file.name and not file.is_symlink() and file.stat().st_size > LARGE:
                strip(file)


def strip(file: Path) -> None:
    """Take the names of its parts out of a library, unless that would leave it unfit to be loaded.

    A library that was changed after it was linked may lose its pages' alignment.
    """
    smaller = file.with_name(f"{file.name}.stripped")
    done = subprocess.run(["strip", "--strip-unneeded", "-o", smaller, file], check=False)
    if done.returncode == 0 and _is_aligned(smaller):
        shutil.copymode(file, smaller)
        smaller.replace(file)
    else:
        smaller.unlink(missing_ok=True)


def _is_aligned(file: Path) -> bool:
    """Whether each part of a library lies where the loader can map it."""
    told = subprocess.run(["readelf", "-lW", file], capture_output=True, text=True, check=True)
    rows = [line.split() for line in told.stdout.splitlines() if line.startswith("  LOAD")]
    places = [(int(row[1], 16), int(row[2], 16), int(row[-1], 16)) for row in rows]
    return bool(places) and all(offset % page == at % page for offset, at, page in places)


def main() -> None:
    """Build all of it, and say how large it has become."""
    count = kernels.pack(KERNELS, BUILD / "kernels")
    folder()
    size = sum(file.lstat().st_size for file in FOLDER.rglob("*")) / 1e6
    print(f"{FOLDER}: {size:.0f} MB, {count} kernels compiled")
    if sys.platform.startswith("linux"):
        from linux_package import pack

        for made in pack(FOLDER, HERE.parent / "dist"):
            print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
