"""Where the packaged program begins: the command line, and what a packaged Python has to be told.

`model.own_process` starts this program again as Python would be started, with ``-P -m MODULE``.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys

RUN_MODULE = ["-P", "-m"]
"""Words before the name of a module of ours that is to run as a program."""


def _leave_libraries_to_others() -> None:
    """Have what is started from here, engines and browsers, load the system's libraries again.

    The loader of this package has put its own folder first, and has done with that by now. It does
    so again where this program starts itself, which it is to take for a first start.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


def _keep_found_fonts() -> None:
    """Have matplotlib, which pyvista brings, keep what fonts it found, apart from any other's."""
    from platformdirs import user_cache_dir

    os.environ.setdefault(
        "MPLCONFIGDIR", os.path.join(user_cache_dir("pyramidion", False), "fonts")
    )


def _start() -> int:
    words = sys.argv[1:]
    if words[:2] == RUN_MODULE and words[2:]:
        sys.argv[1:] = words[3:]
        runpy.run_module(words[2], run_name="__main__", alter_sys=True)
        return 0
    from viewer.cli.main import main

    return main()


if __name__ == "__main__":
    _leave_libraries_to_others()
    multiprocessing.freeze_support()
    _keep_found_fonts()
    sys.exit(_start())
