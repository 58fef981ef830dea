"""Compile all kernels for a baseline, and pack them into the archive that a package brings.

``python packaging/kernels.py ARCHIVE FOLDER``: the folder is for what numba compiles. It runs where
the program is installed, as the package will be made of it.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import shutil
import subprocess
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from model.linked_kernels import (
    COLUMNS,
    HELPERS,
    LIBRARY,
    POINTER,
    ROWS,
    WRITABLE,
    Code,
    Index,
    Wrapper,
    kernel_key,
)
from model.own_process import own_module
from model.packed_kernels import LINKED
from model.shipped_kernels import ABOUT, entry_name, made_by

BASELINES = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "generic", "arm64": "generic"}
"""Machine -> the plainest processor of its kind, as LLVM calls it.

What newer ones have besides makes no kernel faster (docs/measured.md).
"""


def baseline() -> str:
    """Return the processor that is compiled for on this machine."""
    machine = platform.machine()
    if machine.lower() not in BASELINES:
        raise SystemExit(f"No baseline is known for the processors of {machine}.")
    return BASELINES[machine.lower()]


def compile_all(folder: Path, processor: str) -> None:
    """Compile every kernel for a processor into a new folder of numba's."""
    shutil.rmtree(folder, ignore_errors=True)  # a package would bring what older sources left there
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(folder),
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": "",
    }
    for command in (
        own_module("model.play.warm", "--together"),
        own_module("viewer.scene.hidden.unseen"),
        (sys.executable, str(Path(__file__).with_name("small_tables.py"))),
    ):
        subprocess.run(command, env=environment, check=True)


class Compiled(NamedTuple):
    """What numba keeps of a kernel.

    Attributes
    ----------
    state, place, bytecode
        Of its source, as `model.shipped_kernels.entry_name` takes them.
    types
        Of numba, which it takes.
    data
        The rest, pickled.
    """

    state: str
    place: str
    bytecode: str
    types: Any
    data: bytes


def compiled(folder: Path, processor: str) -> Iterator[Compiled]:
    """Yield each kernel of a folder of numba's."""
    for index in sorted(folder.glob("*/*/*.nbi")):
        state = index.parent.parent.name
        place = index.name.rpartition(".py")[0]
        with index.open("rb") as file:
            pickle.load(file)  # numba's version
            _, kernels = pickle.load(file)
        for (types, target, (bytecode, _)), name in kernels.items():
            if target[1] == processor:
                data = (index.parent / name).read_bytes()
                yield Compiled(state, place, bytecode, types, data)


# -- one library of all ----------------------------------------------------------------------------

JUMPS = {
    "x86_64": "jmp *where_{name}(%rip)",
    "aarch64": "adrp x16, where_{name}\n ldr x16, [x16, :lo12:where_{name}]\n br x16",
}
"""How a processor goes on where an address says."""


def link(kernels: Sequence[Compiled], library: Path) -> int:
    """Link kernels into a library with its index beside it; return how many Python can call."""
    from numba import _helperlib
    from numba.core.runtime import _nrt_python

    found: dict[str, list[Wrapper]] = defaultdict(list)
    environments: dict[str, tuple[object, ...]] = {}
    with TemporaryDirectory() as folder:
        parts = []
        for number, one in enumerate(kernels):
            (_, kept_as, data), wrapped, own, *_, others = pickle.loads(one.data)
            if kept_as == LINKED:
                continue
            machine_code, _ = data
            part = Path(folder) / f"{number}.o"
            part.write_bytes(machine_code)
            parts.append(part)
            # Others that were compiled into it are its own: elsewhere they may look otherwise.
            symbol = wrapped.llvm_cpython_wrapper_name
            subprocess.run(("objcopy", f"--keep-global-symbol={symbol}", part), check=True)
            with suppress(LookupError):
                types = tuple(map(code_of_type, one.types))
                constants = {each.env_name: tuple(each.consts) for each in (own, *others)}
                key = kernel_key(one.state, one.place, one.bytecode)
                found[key].append(Wrapper(types, symbol, constants))
                for name, values in constants.items():
                    if environments.setdefault(name, values) != values:
                        raise SystemExit(f"Two kernels have {name}, with other constants.")
        helpers = sorted(
            {
                symbol
                for symbol in told("nm", "--undefined-only", "--format=just-symbols", *parts)
                if symbol.startswith(tuple(HELPERS))
            }
        )
        jump = JUMPS[platform.machine()]
        lines = [".text"]
        for name in helpers:
            lines += [f".comm {POINTER.format(name)}, 8, 8", f".globl {name}"]
            lines += [f"{name}: {jump.format(name=name)}"]
        lines += ['.section .note.GNU-stack, "", %progbits', ""]
        jumps = Path(folder) / "jumps.o"
        subprocess.run(("as", "-o", jumps, "-"), input="\n".join(lines).encode(), check=True)
        # What numba compiles is bound to where it lies: the loader writes its addresses into it.
        words = ("-shared", "--strip-all", "-Bsymbolic", "-z", "notext", "--no-warnings")
        subprocess.run(("ld", *words, "-o", library, jumps, *parts), check=True)
    for module in (_helperlib, _nrt_python):
        name = module.__name__.rpartition(".")[2]
        shutil.copyfile(str(module.__file__), library.with_name(f"{name}.so"))
    index = Index(
        sys.version_info[:2], tuple(helpers), {key: tuple(one) for key, one in found.items()}
    )
    library.with_suffix(".index").write_bytes(pickle.dumps(index))
    return sum(map(len, found.values()))


def told(*words: object) -> list[str]:
    """Return the lines that a program writes."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def code_of_type(wanted: Any) -> Code:
    """Return a type of numba as `model.linked_kernels.code_of` writes it.

    Raises
    ------
    LookupError
        Where only other kernels hand over such a thing.
    """
    from numba.core import types
    from numba.np.numpy_support import as_dtype

    match wanted:
        case types.Literal() | types.Omitted():
            raise LookupError(wanted)
        case types.Boolean():
            return "bool"
        case types.Array():
            layout = {"C": ROWS, "F": COLUMNS, "A": 0}[wanted.layout]
            kind = as_dtype(wanted.dtype).num
            return (kind, wanted.ndim, layout | (WRITABLE if wanted.mutable else 0))
        case types.BaseTuple():
            named = getattr(wanted, "instance_class", None)
            name = "" if named is None else f"{named.__module__}.{named.__qualname__}"
            return (name, *map(code_of_type, wanted))
    return "NoneType" if wanted == types.none else str(wanted)


def pack(archive: Path, folder: Path) -> int:
    """Write the archive, or on Linux the library; return how many kernels it holds."""
    processor = baseline()
    compile_all(folder, processor)
    found = list(compiled(folder, processor))
    if sys.platform.startswith("linux"):
        return link(found, archive.with_name(LIBRARY.name))
    about = {"made_by": made_by(), "processor": processor}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(ABOUT, json.dumps(about))
        for one in sorted(found, key=lambda kernel: (kernel.state, kernel.place)):
            file.writestr(entry_name(one.state, one.place, one.bytecode, one.types), one.data)
    return len(found)


if __name__ == "__main__":
    print(f"{pack(Path(sys.argv[1]), Path(sys.argv[2]))} kernels")
