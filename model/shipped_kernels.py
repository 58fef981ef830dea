"""Kernels that a packaged program brings compiled: an archive beside this file.

Numba keeps machine code by the processor it was compiled for. A package is compiled once, for the
plainest processor of its kind, so its kernels are kept by everything else: the state of the sources
that a kernel was made of, its place in them, its bytecode and the types that it takes. What is not
in the archive is compiled, and kept as ever.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
import zipfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

ARCHIVE = Path(__file__).with_name("compiled_kernels.zip")
"""Where the kernels of a package lie; a checkout and an installation by pip have none."""
ABOUT = "about.json"
"""The entry that says what they were compiled with."""


class Shipped:
    """An archive of compiled kernels.

    Parameters
    ----------
    path
        The archive, as `packaging/kernels.py` writes it.

    Raises
    ------
    OSError, ValueError, KeyError
        Where it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._archive = zipfile.ZipFile(path)
        except zipfile.BadZipFile as error:
            raise ValueError(f"{path} is not an archive: {error}") from error
        self._names = frozenset(self._archive.namelist())
        self.made_by: str = json.loads(self._archive.read(ABOUT))["made_by"]
        """What compiled them, as `made_by` says it."""

    def kernel(self, name: str) -> Any:
        """Return what numba keeps of a kernel, by its `entry_name`; None where it is not here."""
        return pickle.loads(self._archive.read(name)) if name in self._names else None


def made_by() -> str:
    """Return what compiles here: numba's version and Python's."""
    from importlib.metadata import version

    return f"numba {version('numba')}, Python {sys.version_info[0]}.{sys.version_info[1]}"


@lru_cache(maxsize=1)
def shipped() -> Shipped | None:
    """Return the kernels of this package; None where it has none, or another compiler's."""
    try:
        found = Shipped(ARCHIVE)
    except (OSError, ValueError, KeyError):
        return None
    return found if found.made_by == made_by() else None


def place_in_source(function: Callable[..., Any]) -> str:
    """Return what numba calls the place of a kernel in its sources: module, name and line."""
    code = function.__code__
    name = f"{Path(code.co_filename).stem}.{function.__qualname__}".replace("<", "").replace(
        ">", ""
    )
    return f"{name}-{code.co_firstlineno}"


def entry_name(state: str, place: str, bytecode: str, types: object) -> str:
    """Return the name of a kernel in an archive.

    Parameters
    ----------
    state
        The state of the sources it was made of (`model.kernels.source_state`).
    place
        Its `place_in_source`.
    bytecode
        The SHA-256 of its bytecode, in hexadecimal digits.
    types
        The types of numba that it takes; each is written with all that makes it what it is.
    """
    digest = hashlib.sha256(f"{bytecode} {types}".encode()).hexdigest()
    return f"{state}/{place}/{digest[:32]}"


def load_shipped_first(archive: Shipped, dispatcher: Any, state: str) -> None:
    """Have numba look for a kernel in an archive before it looks where it keeps others.

    Parameters
    ----------
    dispatcher
        What numba made of the kernel.
    state
        The state of its sources (`model.kernels.source_state`).
    """
    from numba.core.compiler import CompileResult

    function, kept = dispatcher.py_func, dispatcher._cache
    place = place_in_source(function)
    bytecode = hashlib.sha256(function.__code__.co_code).hexdigest()
    look_elsewhere = kept.load_overload

    def load_overload(types: Any, context: Any) -> Any:
        data = archive.kernel(entry_name(state, place, bytecode, types))
        if data is None:
            return look_elsewhere(types, context)
        context.refresh()
        rebuild: Callable[..., Any] = CompileResult._rebuild  # numba does not say what it returns
        return rebuild(context, *data)

    kept.load_overload = load_overload
