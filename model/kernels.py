"""The one way to compile a numba kernel: nopython, nogil, cached in the user's cache folder."""

from __future__ import annotations

import dis
import hashlib
import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, update_wrapper
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer[Any]]
"""What kernels take: an array of whole numbers; each compiles for the types it is called with."""

Int = int | np.integer[Any]
"""A whole number of any width."""

_NUMBERS = frozenset(
    ("None", "bool", "int", "float", "tuple", "np.int64", "np.uint64", "Int", "Word")
)
"""Words of the annotations of kernels that return no arrays."""
_MAKING = frozenset(("empty", "full", "ones", "zeros"))
"""Functions of numpy that make arrays."""

P = ParamSpec("P")
R = TypeVar("R")


class Kernel(Generic[P, R]):
    """A function that numba compiles when it is first called, or first met in another kernel.

    Waiting until then keeps ``import model...`` free of numba: a command that judges nothing does
    not pay for loading a compiler. Most kernels are called by other kernels alone: what Python
    needs to call them, and machine code of their own, took half the time of compiling.
    """

    def __init__(self, function: Callable[P, R], inlined: bool = False) -> None:
        self.function = _with_whole_path(function)
        self.inlined = inlined
        self._compiled: Callable[P, R] | None = None
        self._callee: Callable[P, R] | None = None
        update_wrapper(self, function)

    @property
    def compiled(self) -> Callable[P, R]:
        """The numba dispatcher that Python calls."""
        if self._compiled is None:
            self._compiled = _compile(self.function, self.inlined)
        return self._compiled

    @property
    def callee(self) -> Callable[P, R]:
        """The numba dispatcher that other kernels call; compiled into them, and into them alone."""
        if self._callee is None:
            from model.packed_kernels import take_wide_numbers

            copy = _copied(self.function, self.function.__globals__)
            copy.__qualname__ += ".callee"  # names it in numba's cache
            self._callee = _compile(copy, self.inlined, no_cpython_wrapper=True)
            take_wide_numbers(self._callee)
        return self._callee

    @property
    def taken(self) -> list[Any]:
        """The types with which other kernels have called it in this process."""
        callee: Any = self._callee  # numba's
        return [] if callee is None else list(callee.signatures)

    @property
    def _numba_type_(self) -> Any:
        # numba asks a global for this when one kernel calls another (numba.core.typing.typeof).
        from numba.core.types import Dispatcher

        return Dispatcher(self.callee)

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
    and is called in an inner loop, the call costs more than what it does.
    """
    return Kernel(function, inlined=True)


def specialised(template: Kernel[P, R], **parts: Kernel[..., Any]) -> Kernel[P, R]:
    """Return an algorithm made for a game: a kernel that calls the parts instead of those it names.

    Numba compiles what a kernel calls into it, so that an algorithm that is written once is as fast
    as one written for the game. Handed over as arguments, kernels would be compiled in every
    process anew, for numba keeps none of these in its cache.

    Parameters
    ----------
    template
        The algorithm. What it leaves open raises `NotImplementedError`.
    parts
        Kernels of one module, by the names that the module of the template has for them. Kernels of
        the template that call one of them are made anew as well.
    """
    names = template.function.__globals__
    unknown = parts.keys() - names.keys()
    if unknown:
        raise TypeError(f"{template.function.__module__} has no {', '.join(sorted(unknown))}")
    return _with_parts(template, {id(names[name]): part for name, part in parts.items()})


def _with_parts(template: Kernel[P, R], parts: Mapping[int, Kernel[..., Any]]) -> Kernel[P, R]:
    """Return a kernel with parts in place, by the `id` of what they replace; the same without."""
    function = template.function
    changed: dict[str, Kernel[..., Any]] = {}
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if isinstance(called, Kernel):
            part = parts.get(id(called)) or _with_parts(called, parts)
            if part is not called:
                changed[name] = part
    if not changed:
        return template
    copy = _copied(function, {**function.__globals__, **changed})
    copy.__module__ = next(iter(parts.values())).function.__module__  # names it in numba's cache
    return Kernel(copy, template.inlined)


def _copied(function: Callable[P, R], names: dict[str, Any]) -> Callable[P, R]:
    """Return a function that looks its globals up in `names`."""
    copy = FunctionType(function.__code__, names, argdefs=function.__defaults__)
    return update_wrapper(copy, function)


def _with_whole_path(function: Callable[P, R]) -> Callable[P, R]:
    """Have a function's code name its source by its whole path, as a packaged one does not."""
    code = function.__code__
    if not os.path.isabs(code.co_filename):
        source = Path(function.__globals__["__file__"]).with_suffix(".py")
        function.__code__ = code.replace(co_filename=str(source))
    return function


def _compile(function: Callable[P, R], inlined: bool, **options: Any) -> Callable[P, R]:
    from model.linked_kernels import linked

    packages, library = _packages(function), linked()
    if library is not None:
        return library.kernel(function, source_state(*packages))

    import numba

    from model.packed_kernels import keep_packed
    from model.shipped_kernels import load_shipped_first, shipped

    keep_packed()
    folder = cache_folder(*packages)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # set late
    keep, counts = folder is not None, not _borrows(function)
    # "_nrt", whether references are counted, is left out of numba's types.
    options |= {"cache": keep, "forceinline": inlined, "_nrt": counts, "no_cfunc_wrapper": True}
    compiled: Callable[P, R] = numba.njit(nogil=True, **options)(function)
    brought = shipped()
    if brought is not None:
        load_shipped_first(brought, compiled, source_state(*packages))
    return compiled


def _borrows(function: Callable[..., Any]) -> bool:
    """Whether a kernel only borrows arrays: it makes none, returns none, and is returned none.

    Whoever called it holds them, so numba need not count references to them: that took a third of
    the time of a search. Where this overlooks an array that is made, numba refuses to compile it.
    """
    called = [function.__globals__.get(name) for name in function.__code__.co_names]
    kernels = [one.function for one in called if isinstance(one, Kernel)]
    return not _makes_arrays(function) and all(map(_returns_numbers, (function, *kernels)))


def _makes_arrays(function: Callable[..., Any]) -> bool:
    words = [step.argval for step in dis.get_instructions(function)]
    asked_of_numpy = {name for before, name in pairwise(words) if before == "np"}
    return "copy" in words or not _MAKING.isdisjoint(asked_of_numpy)


def _returns_numbers(function: Callable[..., Any]) -> bool:
    returned = str(function.__annotations__.get("return", "unknown"))
    return _NUMBERS.issuperset(re.findall(r"[\w.]+", returned))


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
        folder = base / source_state(package, *called)
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: no home folder can be told
        return None
    return folder


@lru_cache(maxsize=32)
def source_state(package: Path, *called: Path) -> str:
    """Return the name of a package with a digest of its sources, and of those that it calls.

    Raises
    ------
    OSError
        When they cannot be read.
    """
    digest = hashlib.sha256(
        Path(__file__).with_suffix(".py").read_bytes()
    )  # how kernels are compiled
    for sources in (package, *called):
        for source in sorted(sources.glob("*.py")):
            digest.update(source.read_bytes())
    return f"{package.name}-{digest.hexdigest()[:16]}"


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pyramidion", appauthor=False)
