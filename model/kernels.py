"""The one way to compile a numba kernel: nopython, nogil, cached in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer[Any]]
"""What kernels take: an array of whole numbers; each compiles for the types it is called with."""

Int = int | np.integer[Any]
"""A whole number of any width."""

P = ParamSpec("P")
R = TypeVar("R")


class Kernel(Generic[P, R]):
    """A function that numba compiles when it is first called, or first met in another kernel.

    Waiting until then keeps ``import model...`` free of numba: a command that judges nothing does
    not pay for loading a compiler.
    """

    def __init__(self, function: Callable[P, R], inlined: bool = False) -> None:
        self.function = function
        self.inlined = inlined
        self._compiled: Callable[P, R] | None = None
        update_wrapper(self, function)

    @property
    def compiled(self) -> Callable[P, R]:
        """The numba dispatcher."""
        if self._compiled is None:
            self._compiled = _compile(self.function, self.inlined)
        return self._compiled

    @property
    def _numba_type_(self) -> Any:
        # numba asks a global for this when one kernel calls another (numba.core.typing.typeof).
        from numba.core.types import Dispatcher

        return Dispatcher(self.compiled)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._compiled is None:
            self._compiled = _compile(self.function, self.inlined)
        return self._compiled(*args, **kwargs)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make `function` a compiled kernel that releases the interpreter lock.

    Call it with arrays of the same types every time: each new combination is compiled anew (a
    read-only array is a type of its own). Never ``parallel``: numba's threads would fight those of
    the window's process.
    """
    return Kernel(function)


def inlined_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make `function` a kernel that is written out wherever another one calls it.

    An array is handed to a kernel as up to nine numbers, so for a small one that takes several,
    and is called in an inner loop, the call costs more than what it does. It makes and returns no
    array, which spares numba to count who holds those it is handed: two locked instructions each.
    """
    return Kernel(function, inlined=True)


def _compile(function: Callable[P, R], inlined: bool) -> Callable[P, R]:
    import numba

    from model.packed_kernels import keep_packed

    keep_packed()
    folder = cache_folder(*_packages(function))
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # set late
    keep = folder is not None
    jit = numba.njit(nogil=True, cache=keep, forceinline=inlined, _nrt=not inlined)  # type: ignore[call-overload]  # the stubs leave out _nrt
    compiled: Callable[P, R] = jit(function)
    return compiled


def _packages(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Return the folder of a kernel's source, then those of the kernels it may call elsewhere."""
    found: list[Path] = []
    waiting, seen = [function], {id(function)}
    while waiting:
        one = waiting.pop()
        package = Path(one.__code__.co_filename).parent
        if package not in found:
            found.append(package)
        for called in one.__globals__.values():
            if isinstance(called, Kernel) and id(called.function) not in seen:
                seen.add(id(called.function))
                waiting.append(called.function)
    return (found[0], *sorted(found[1:]))


@lru_cache(maxsize=32)
def cache_folder(package: Path, *called: Path) -> Path | None:
    """Return the folder that keeps the kernels of a package, None when there is no place to write.

    It lies in ``NUMBA_CACHE_DIR`` where that is set, else in ``kernels`` in the user's cache
    folder; one folder for each state of the package's sources, for numba notices a change in the
    file of a kernel, but not in that of a kernel it calls.

    Parameters
    ----------
    package
        The folder that holds the sources of the kernels.
    called
        The folders of other kernels that these call.
    """
    root = os.environ.get("NUMBA_CACHE_DIR")
    try:
        base = Path(root) if root else _user_cache() / "kernels"
        digest = hashlib.sha256(Path(__file__).read_bytes())
        for sources in (package, *called):
            for source in sorted(sources.glob("*.py")):
                digest.update(source.read_bytes())
        folder = base / f"{package.name}-{digest.hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: no home folder can be told
        return None
    return folder


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pyramidion", appauthor=False)
