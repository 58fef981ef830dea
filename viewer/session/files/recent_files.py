"""Recent files: the last ones opened or saved, kept for the welcome page and the menu."""

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from viewer.session.files.state_files import StateFile, state_folder

FILE = "recent.json"
KEPT = 12
"""How many files are remembered."""


def with_first(files: Sequence[Path], path: Path) -> tuple[Path, ...]:
    """Return `files` with `path` first, each once, at most `KEPT`."""
    path = Path(path).expanduser().absolute()
    return (path, *(file for file in files if file != path))[:KEPT]


def load() -> tuple[Path, ...]:
    """Return the recent files, the latest first; those that are gone for the moment included."""
    names, message = _kept.load()
    _kept.tell(message)
    return _paths(names)


def remember(path: Path) -> tuple[Path, ...]:
    """Put `path` first in the list on disk and return the list."""
    names, message = _kept.change(
        lambda names: [str(file) for file in with_first(_paths(names), path)]
    )
    _kept.tell(message)
    return _paths(names)


def _paths(names: list[str]) -> tuple[Path, ...]:
    return tuple(Path(name) for name in names[:KEPT] if name and "\0" not in name)


_kept = StateFile(
    "The list of recent files",
    "it starts again empty",
    lambda: state_folder() / FILE,
    # Not msgspec alone: a name of a file that is no Unicode is written, and read, as an escape.
    lambda data: msgspec.convert(json.loads(data), list[str]),
    lambda names: json.dumps(names).encode(),
    list[str],
)
