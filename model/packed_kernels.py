"""How numba keeps kernels: with their bitcode packed; import it late, as it loads numba.

Beside a kernel's machine code numba keeps its bitcode, for kernels that call it and are still to be
compiled. From its cache it unpacks that as well, to ten times the size: 50 MB for the kernels of
all games, which nobody reads once all are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core import caching
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen


class PackedLibrary(JITCodeLibrary):
    """What numba keeps of a kernel; the bitcode of one from the cache is unpacked when linked."""

    _packed: bytes | None = None

    @classmethod
    def _unserialize(cls, target: Any, state: Any) -> Any:
        unserialize: Callable[..., Any] = super()._unserialize  # numba does not say what it returns
        library = unserialize(target, state)
        _, kind, data = state
        if kind == "object":
            _, library._packed = data
            library._shared_module = None
        return library

    def _get_module_for_linking(self) -> Any:
        unpacked: Callable[..., Any] = super()._get_module_for_linking
        return unpacked() if self._packed is None else parse_bitcode(self._packed)


class KernelIndex(caching.IndexDataCacheFile):
    """What is kept of a kernel; nothing where a type it was compiled for has been moved since."""

    def _load_index(self) -> Any:
        load: Callable[..., Any] = super()._load_index
        try:
            return load()
        except (ImportError, AttributeError):
            return {}


def keep_packed() -> None:
    """Have numba keep kernels so from now on."""
    JITCPUCodegen._library_class = PackedLibrary
    caching.IndexDataCacheFile = KernelIndex  # type: ignore[misc]  # numba has no door for it
