"""Files of the program's own: where preferences and state lie, how they are read and written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from model.records.atomic_write import write_whole

T = TypeVar("T")

LARGEST = 1 << 20
"""Bytes such a file may have; a real one has some hundreds."""


def config_folder() -> Path:
    """Return where preferences live: ``PYRAMIDION_CONFIG``, else the system's place."""
    chosen = os.environ.get("PYRAMIDION_CONFIG")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_config_dir("pyramidion", appauthor=False))


def state_folder() -> Path:
    """Return where journal, progress and recent files live: ``PYRAMIDION_STATE``, else as usual."""
    chosen = os.environ.get("PYRAMIDION_STATE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_state_dir("pyramidion", appauthor=False))


def read_state(path: Path, form: type[T]) -> T:
    """Return what the JSON file at `path` holds.

    Parameters
    ----------
    form
        The type it is checked against.

    Raises
    ------
    OSError
        The file is not there or cannot be read.
    ValueError
        It has more than `LARGEST` bytes, or is not of this form.
    """
    with path.open("rb") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise ValueError("it is too long")
    try:
        return msgspec.json.decode(text, type=form)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def write_state(path: Path, data: bytes, *, backup: bool = False) -> None:
    """Put `data` into the file at `path`, whole or not at all; its folders are made; OSError.

    Parameters
    ----------
    backup
        Keep the file that is replaced as ``<name>~``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data, backup=backup, mode=0o600)


def reason_of(error: Exception) -> str:
    """Return what went wrong, short enough for the middle of a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error).splitlines()[0] if str(error) else type(error).__name__
