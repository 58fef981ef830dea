"""How numba compiles and keeps our kernels; import it late, as it loads numba.

Kernels are kept by what their sources say, not by where these lie: another clone on the same
computer compiles nothing that is compiled already. Beside a kernel's machine code numba keeps its
bitcode, for kernels that call it and are still to be compiled. From its cache it unpacks that as
well, to ten times the size: 50 MB for the kernels of all games, which nobody reads once all are
compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import parse_bitcode
from numba.core import caching, types
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


class SourceStateLocator(caching.UserProvidedCacheLocator):
    """Keep a kernel in the folder of its sources' state (`model.kernels.cache_folder`)."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the name of the sources' folder, where numba would have a digest of its path."""
        return Path(py_file).parent.name


def keep_packed() -> None:
    """Have numba keep kernels so from now on."""
    JITCPUCodegen._library_class = PackedLibrary
    caching.IndexDataCacheFile = KernelIndex  # type: ignore[misc]  # numba has no door for it
    locator = f"{__name__}.{SourceStateLocator.__name__}"
    numba.config.CACHE_LOCATOR_CLASSES = locator  # type: ignore[attr-defined]  # set late


def take_wide_numbers(dispatcher: Any) -> None:
    """Have other kernels hand this one each signed whole number as an int64.

    Numba would compile it anew for an int32, and again for each number that is written out in a
    call (``Literal[int]``).
    """
    template_for = dispatcher.get_call_template

    def get_call_template(args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        return template_for(
            tuple(map(_widened, args)), {name: _widened(one) for name, one in kws.items()}
        )

    dispatcher.get_call_template = get_call_template


def _widened(given: types.Type) -> types.Type:
    number = given.literal_type if isinstance(given, types.Literal) else given
    signed = isinstance(number, types.Integer) and not str(number).startswith("u")
    return types.int64 if signed else number
