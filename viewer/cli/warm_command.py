"""The subcommand that compiles ahead: what the window would do at its first start."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from viewer.cli.parsing import Parser
from viewer.cli.status import DONE, UNABLE, say
from viewer.options.option import some


def warm(words: Sequence[str]) -> int:
    """Compile every kernel that is not compiled yet, and say how far it has come."""
    parser = Parser(
        "warm",
        "Compile ahead what the program thinks with, for this computer: a minute or two, once after"
        " each installation. The window does so by itself when it first opens.",
    )
    parser.add_argument("--jobs", type=some, default=os.cpu_count() or 1, metavar="N",
                        help="processes that compile at once; every core without it")  # fmt: skip
    given = parser.parse_args(words)
    import model
    from model.kernels import cache_folder
    from model.play.warm import is_warm, warm_together
    from model.shipped_kernels import shipped
    from viewer.scene.hidden import unseen

    if shipped() is not None:
        print("Nothing is to be done: this package brings everything compiled.")
        return DONE
    if cache_folder(Path(model.__file__).parent) is None:
        say("nothing can be kept: the cache folder cannot be written")
        return UNABLE
    if is_warm() and unseen.is_compiled():
        print("Nothing is to be done: everything is compiled.")
        return DONE
    warm_together(given.jobs, _tell)
    unseen.load()
    print("Everything is compiled.")
    return DONE


def _tell(done: int, total: int, part: str) -> None:
    print(f"{done} of {total}: {part}", flush=True)
