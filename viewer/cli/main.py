"""The command line: which command was meant, and how every way it can end becomes a status.

Nothing here imports Qt, VTK or numba; `viewer.cli.subcommands` does where a command needs them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from model.own_process import end_with_window
from viewer.cli.status import DONE, INTERRUPTED, UNABLE, say

USAGE = Path(__file__).with_name("usage.txt")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; no exception leaves it.

    Without `arguments` it is the process's own command line.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        end_with_window()
        _hear_interrupts()
    if sys.stdout is None:  # closed: nobody wants the output, which is no error
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - lives as we do
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough. Python would complain again while it shuts down.
        _drop_output()
        return DONE
    except MemoryError:
        say("there is not enough memory for this")
        return UNABLE
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        if error.filename is not None:  # writing to standard output names no file
            from model.records.files import shown_path

            say(f"{shown_path(str(error.filename))}: cannot be used: {why}")
            return UNABLE
        say(f"the output cannot be written: {why}")
        _drop_output()
        return UNABLE
    except Exception as error:
        say(_unexpected(error))
        return UNABLE


def _run(words: list[str]) -> int:
    if isinstance(sys.stdout, TextIOWrapper):  # where a letter cannot be shown its number is
        sys.stdout.reconfigure(errors="backslashreplace")
    if words and words[0] in ("-h", "--help"):
        print(USAGE.read_text("utf-8"), end="")
        return DONE
    if words and words[0] == "--version":
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"pyramidion {version('pyramidion')}")
        except PackageNotFoundError:
            print("pyramidion (not installed)")
        return DONE
    from viewer.cli import subcommands

    return subcommands.run(words)


def _hear_interrupts() -> None:
    """Make Ctrl-C end the process at once, wherever it is.

    Not by KeyboardInterrupt: Python drops exceptions in destructors and in callbacks from compiled
    code, libraries turn them into others while they are imported, and once one has passed through
    exec() CPython ends by the signal whatever status was asked for. Commands change nothing that
    would need putting right; the window listens for itself.
    """
    import signal

    def interrupted(number: int, frame: object) -> NoReturn:
        say("interrupted")
        if programs := sys.modules.get("model.play.programs.foreign"):
            programs.kill_all()
        os._exit(INTERRUPTED)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupted)


def _drop_output() -> None:
    """Point standard output nowhere, so that what is still buffered goes quietly."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _unexpected(error: Exception) -> str:
    """One sentence for an error of ours; the traceback goes to the log."""
    import traceback

    said = f"something went wrong inside the program ({type(error).__name__})"
    try:
        from viewer.session.files.state_files import state_folder

        log = state_folder() / "pyramidion.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            traceback.print_exception(error, file=file)
    except Exception:
        return said
    return f"{said}; details are in {log}"
