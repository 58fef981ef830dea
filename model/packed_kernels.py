"""How numba compiles and keeps our kernels; import it late, as it loads numba.

Kernels are kept by what their sources say, not by where these lie: another clone on the same
computer compiles nothing that is compiled already. Beside a kernel's machine code numba keeps its
bitcode, for kernels that call it and are still to be compiled. From its cache it unpacks that as
well, to ten times the size: 50 MB for the kernels of all games, which nobody reads once all are
compiled.
"""

# mypy: allow-untyped-calls
# Numba does not say what its methods return.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import parse_bitcode
from numba.core import caching, types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.environment import lookup_environment

LINKED = "linked"
"""What is said of a kernel in the cache that is bitcode alone, where numba has "object"."""


class PackedLibrary(JITCodeLibrary):
    """What numba keeps of a kernel: machine code where Python calls it, else bitcode alone.

    A kernel that other kernels call is compiled into them, so what it is on its own is neither
    optimised nor made into machine code. Bitcode from the cache is unpacked when it is linked.
    """

    _packed: bytes | None = None
    _has_code = False
    _has_wrapper = False

    def finalize(self) -> None:
        # Nothing is linked into it yet, so that a wrapper for Python is its own.
        self._has_wrapper = any(
            one.name.startswith("_ZN7cpython") for one in self._final_module.functions
        )
        super().finalize()

    def _optimize_final_module(self) -> None:
        if self._has_wrapper:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> Any:
        self._ensure_finalized()
        if not self._has_code:
            functions = self._final_module.functions
            if not any(one.name == name and not one.is_declaration for one in functions):
                return 0
            self._make_code()
        return super().get_pointer_to_function(name)

    def _make_code(self) -> None:
        super()._finalize_final_module()
        self._has_code = True
        # What was compiled into it has had no place for its environment until now.
        for place in self._final_module.global_variables:
            environment = lookup_environment(place.name)
            if environment is not None:
                self.codegen.set_env(place.name, environment)

    def serialize_using_object_code(self) -> Any:
        self._ensure_finalized()
        if self._has_code:
            return super().serialize_using_object_code()
        return self.name, LINKED, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, target: Any, state: Any) -> Any:
        name, kind, data = state
        if kind == LINKED:
            library = target.create_library(name)
            library._finalized, library._packed = True, data
            return library
        library = super()._unserialize(target, state)
        library._make_code()
        _, library._packed = data
        library._shared_module = None
        return library

    def _get_module_for_linking(self) -> Any:
        packed = self._packed
        return parse_bitcode(packed) if packed else super()._get_module_for_linking()


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


_set_env = JITCPUCodegen.set_env


def _set_env_of_code(codegen: Any, name: str, environment: Any) -> None:
    """Tell machine code its environment; a kernel without any would be written to nowhere."""
    if codegen._engine.get_global_value_address(name):
        _set_env(codegen, name, environment)


def keep_packed() -> None:
    """Have numba compile and keep kernels so from now on."""
    JITCPUCodegen._library_class = PackedLibrary
    JITCPUCodegen.set_env = _set_env_of_code  # type: ignore[method-assign]
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
