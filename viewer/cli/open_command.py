"""The subcommand that a double click starts: files open in the window that runs, if one does.

What cannot be opened is said in the window: whoever double-clicks sees no terminal.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from model.positions.setup import is_position
from viewer.cli.parsing import Parser
from viewer.cli.status import UNABLE, say


def open_files(words: Sequence[str]) -> int:
    """Open files in the window that runs, else in a new one."""
    parser = Parser(
        "open",
        "Open files in the window that is open already, and bring it to the front; where none is,"
        " open a window.",
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="a file, a folder or a position")
    given = parser.parse_args(words)
    targets = [one if is_position(one) else os.path.abspath(one) for one in given.files]
    from viewer.window.handed.running_window import hand_over

    if hand_over(targets):
        return 0
    from viewer.program.startup import run
    from viewer.window.display_check import has_display

    if targets and not has_display():
        say("there is no display, so nothing can be opened; render and export need none")
        return UNABLE
    return run(*targets)
