"""This program in a process of its own: the one way to start it, run by Python or packaged."""

from __future__ import annotations

import sys


def own_module(name: str, *words: str) -> tuple[str, ...]:
    """Return the command that runs a module of ours as a program.

    It finds our packages where they are installed, and never in the folder it is started in, where
    a file of somebody else may have the name of one. A packaged program has no Python to be
    started: it takes the same words itself (`packaging/start.py`).
    """
    return (sys.executable, "-P", "-m", name, *words)
