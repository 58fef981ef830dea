"""Kernels that a packaged program brings as one library: they are called without a compiler.

What numba compiled is machine code that needs nothing of LLVM, and wrappers that Python can call
as they are. `packaging/kernels.py` links all of it and writes down which wrapper takes which types;
what is called with others runs as plain Python, slower and with the same answers. Two small
extensions of numba lie beside: what kernels call to look into arrays and to return them.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from model.shipped_kernels import place_in_source, shipped

LIBRARY = Path(__file__).with_name("linked_kernels.so")
"""Where they lie in a package; a checkout and an installation by pip have none."""
INDEX = LIBRARY.with_suffix(".index")
"""Which wrapper takes which types, beside it."""
HELPERS = {"numba_": "_helperlib", "NRT_": "_nrt_python"}
"""How the names of helpers begin -> the extension of numba that has them."""
POINTER = "where_{}"
"""How the library calls the place of the address of a helper."""
ROWS, COLUMNS, WRITABLE = 0x1, 0x2, 0x400
"""Flags of an array of numpy's (NPY_ARRAY_C_CONTIGUOUS and so on)."""
_ENDLESS = 63
"""Bits of the largest whole number that numba takes for one with a sign."""
_KEYWORDS = 3
"""METH_VARARGS | METH_KEYWORDS: how wrappers are called."""

log = logging.getLogger(__name__)

Code = str | tuple[Any, ...]
"""A type that a kernel takes, as `code_of` writes it."""


class Wrapper(NamedTuple):
    """What calls a kernel with some types.

    Attributes
    ----------
    types
        The types that it takes.
    symbol
        Its name in the library.
    constants
        By the name of the place that its environment has in the library: Python objects that it,
        or a kernel that it calls, hands out.
    """

    types: tuple[Code, ...]
    symbol: str
    constants: Mapping[str, tuple[object, ...]]


class Index(NamedTuple):
    """What a library holds.

    Attributes
    ----------
    python
        The version of Python that it is for.
    helpers
        What it wants of numba's extensions.
    kernels
        The wrappers of each kernel, by its `key_of`.
    """

    python: tuple[int, int]
    helpers: tuple[str, ...]
    kernels: Mapping[str, tuple[Wrapper, ...]]


class Environment:
    """What numba's environment of a kernel is to machine code: two references behind the head."""

    __slots__ = ("a_globals", "b_constants")  # they lie in this order

    def __init__(self, constants: tuple[object, ...]) -> None:
        self.a_globals: dict[str, object] = {}
        self.b_constants = list(constants)


class _Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("call", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCFunction_NewEx", ctypes.pythonapi)
)


class LinkedKernels:
    """A library of kernels.

    Parameters
    ----------
    path
        The library; its index lies beside it, and numba's extensions.

    Raises
    ------
    OSError, ValueError, pickle.UnpicklingError
        Where it cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        self._index: Index = pickle.loads(path.with_suffix(".index").read_bytes())
        if self._index.python != sys.version_info[:2]:
            raise ValueError(f"{path} is for another version of Python")
        self._library = ctypes.CDLL(str(path))
        self._kept: list[object] = []
        extensions = {start: _extension(path.parent, of) for start, of in HELPERS.items()}
        for name in self._index.helpers:
            start = next(start for start in HELPERS if name.startswith(start))
            place = ctypes.c_void_p.in_dll(self._library, POINTER.format(name))
            place.value = extensions[start].c_helpers[name.removeprefix(start)]
        # Helpers have numba read what a kernel hands out or raises.
        reader: Any = ModuleType("numba.core.serialize")
        reader._numba_unpickle = _unpickled
        for module in (ModuleType("numba"), ModuleType("numba.core"), reader):
            sys.modules.setdefault(module.__name__, module)

    def kernel(self, function: Callable[..., Any], state: str) -> Callable[..., Any]:
        """Return a kernel of the library; one that it lacks as plain Python.

        Parameters
        ----------
        state
            The state of its sources (`model.kernels.source_state`).
        """
        wrappers = self._index.kernels.get(key_of(function, state), ())
        return LinkedKernel(function, {one.types: self._called(one) for one in wrappers})

    def _called(self, wrapper: Wrapper) -> Callable[..., Any]:
        for name, constants in wrapper.constants.items():
            place = ctypes.c_void_p.in_dll(self._library, name)
            if not place.value:
                environment = Environment(constants)
                self._kept.append(environment)
                place.value = id(environment)
        address = ctypes.cast(getattr(self._library, wrapper.symbol), ctypes.c_void_p)
        method = _Method(b"kernel", address, _KEYWORDS, None)
        self._kept.append(method)
        called: Callable[..., Any] = _function(ctypes.addressof(method), None, None)
        return called


class LinkedKernel:
    """A kernel that is called by the wrapper for the types of its arguments."""

    def __init__(
        self, function: Callable[..., Any], wrappers: dict[tuple[Code, ...], Callable[..., Any]]
    ) -> None:
        self.py_func = function
        self._wrappers = wrappers

    def __call__(self, *arguments: Any) -> Any:
        types = tuple(map(code_of, arguments))
        wrapper = self._wrappers.get(types)
        if wrapper is None:
            wrapper = self._wrappers[types] = self._next_best(types)
        return wrapper(*arguments)

    def _next_best(self, types: tuple[Code, ...]) -> Callable[..., Any]:
        """Return a wrapper that takes these types, too; where there is none, plain Python."""
        wanted = _loosely(types)
        for others, wrapper in self._wrappers.items():
            if _loosely(others) == wanted:
                return wrapper
        log.warning("%s runs as plain Python for %s", self.py_func.__qualname__, types)

        def plain(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # machine words wrap around
                return self.py_func(*arguments)

        return plain


@lru_cache(maxsize=1)
def linked() -> LinkedKernels | None:
    """Return the kernels of this package; None where it has none, or another Python's."""
    if not LIBRARY.exists():
        return None
    try:
        return LinkedKernels(LIBRARY)
    except (OSError, ValueError, pickle.UnpicklingError) as error:
        log.warning("kernels are compiled: %s", error)
        return None


def are_brought() -> bool:
    """Tell whether this package brings its kernels, so that nothing is to be compiled."""
    return linked() is not None or shipped() is not None


def key_of(function: Callable[..., Any], state: str) -> str:
    """Return what an index calls a kernel: the state of its sources, its place there, its code."""
    digest = hashlib.sha256(function.__code__.co_code).hexdigest()
    return kernel_key(state, place_in_source(function), digest)


def kernel_key(state: str, place: str, bytecode: str) -> str:
    """Return what an index calls a kernel, of the parts of `model.shipped_kernels.entry_name`."""
    return f"{state}/{place}/{bytecode[:32]}"


def code_of(value: Any) -> Code:
    """Return the type of an argument, as numba tells types apart."""
    kind = type(value)
    if isinstance(value, np.ndarray):  # a table in a file is one of a kind of its own
        flags = value.flags.num
        return (value.dtype.num, value.ndim, (flags & ROWS or flags & COLUMNS) | flags & WRITABLE)
    if kind is int:
        return "int64" if value.bit_length() <= _ENDLESS else "uint64"
    if kind is bool or kind is np.bool_:
        return "bool"
    if kind is float:
        return "float64"
    if isinstance(value, tuple):
        name = f"{kind.__module__}.{kind.__qualname__}" if hasattr(value, "_fields") else ""
        return (name, *map(code_of, value))
    return kind.__name__


def _loosely(code: Any) -> object:
    """Return a type without what makes no difference to a wrapper: widths, and who may write."""
    match code:
        case (int(kind), int(depth), int(flags)):
            return (kind, depth, flags & ~WRITABLE)
        case tuple():
            return tuple(map(_loosely, code))
        case "bool":
            return code
        case str():
            return "whole" if "int" in code else code
    return code


def _unpickled(address: int, data: bytes, digest: bytes) -> object:
    return pickle.loads(data)


def _extension(folder: Path, name: str) -> Any:
    """Load an extension of numba's without numba."""
    path = str(folder / f"{name}.so")
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, path))
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
