"""Recent files: the last ones opened or saved, kept for the welcome page and the menu."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from viewer.session.preferences import LARGEST, state_folder, write_whole

FILE = "recent.json"
KEPT = 12
"""How many files are remembered."""


def with_first(files: Sequence[Path], path: Path) -> tuple[Path, ...]:
    """Return `files` with `path` in front, each once, at most `KEPT`."""
    path = Path(path).expanduser().absolute()
    return (path, *(file for file in files if file != path))[:KEPT]


def load(folder: Path | None = None) -> tuple[Path, ...]:
    """Return the recent files, the latest first; those that are gone for the moment included.

    A list that cannot be read is an empty one: it is only a convenience.
    """
    try:
        with ((folder or state_folder()) / FILE).open("rb") as file:
            text = file.read(LARGEST)
        names = msgspec.json.decode(text, type=list[str])
    except (OSError, ValueError, RecursionError):
        return ()
    return tuple(Path(name) for name in names[:KEPT] if name and "\0" not in name)


def remember(path: Path, folder: Path | None = None) -> tuple[Path, ...]:
    """Put `path` in front of the list on disk and return the list.

    The list is read again first, so that two windows add to one list. A disk that does not take
    it is no reason to bother anybody.
    """
    files = with_first(load(folder), path)
    _write(files, folder)
    return files


def forget(path: Path | None = None, folder: Path | None = None) -> tuple[Path, ...]:
    """Take `path` from the list on disk (None: all of them) and return the list."""
    files = () if path is None else tuple(file for file in load(folder) if file != path)
    _write(files, folder)
    return files


def _write(files: Sequence[Path], folder: Path | None) -> None:
    try:
        data = msgspec.json.encode([str(file) for file in files])
        write_whole((folder or state_folder()) / FILE, data)
    except (OSError, ValueError):
        pass
