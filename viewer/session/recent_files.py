"""Recent files: the last ones opened or saved, kept for the welcome page and the menu."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from viewer.session.state_files import read_state, state_folder, write_state

FILE = "recent.json"
KEPT = 12
"""How many files are remembered."""


def with_first(files: Sequence[Path], path: Path) -> tuple[Path, ...]:
    """Return `files` with `path` first, each once, at most `KEPT`."""
    path = Path(path).expanduser().absolute()
    return (path, *(file for file in files if file != path))[:KEPT]


def load(folder: Path | None = None) -> tuple[Path, ...]:
    """Return the recent files, the latest first; those that are gone for the moment included.

    A list that cannot be read is an empty one: it is only a convenience.
    """
    try:
        names = read_state((folder or state_folder()) / FILE, list[str])
    except (OSError, ValueError):
        return ()
    return tuple(Path(name) for name in names[:KEPT] if name and "\0" not in name)


def remember(path: Path, folder: Path | None = None) -> tuple[Path, ...]:
    """Put `path` first in the list on disk and return the list.

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
    with suppress(OSError, ValueError):
        data = msgspec.json.encode([str(file) for file in files])
        write_state((folder or state_folder()) / FILE, data)
