"""Programs of others: the words of a command, how one is started, and how it is ended."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from weakref import WeakSet

from model.own_process import end_with
from model.phrases import shown
from model.play.opponent import PlayerError

_starter = ThreadPoolExecutor(1, "starter of programs")
"""Linux ends a program with the thread that started it: this one lives as long as the process."""
_running: WeakSet[subprocess.Popen[str]] = WeakSet()


def words_of(command: str) -> list[str]:
    r"""Return the program and the arguments of a command, as a shell would take it apart.

    On Windows a backslash stands for itself, as in ``C:\engines\one.exe``.

    Raises
    ------
    ValueError
        A quote is left open.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if sys.platform == "win32":
        words.escape = ""
    return list(words)


def started(command: str) -> subprocess.Popen[str]:
    """Start a program with pipes to its input and from its output; no shell is asked.

    On Linux it ends with this process, whatever ends that.

    Raises
    ------
    PlayerError
        The command makes no sense, or the program cannot be started.
    """
    try:
        words = words_of(command)
    except ValueError as error:
        raise PlayerError(f"{shown(command)} is not a command: a quote is left open") from error
    if not words:
        raise PlayerError("the command of an engine is its program and arguments, not nothing")
    flags = 0
    if sys.platform == "win32":  # where a program of a terminal would open a black window
        flags = subprocess.CREATE_NO_WINDOW

    ends = partial(end_with, os.getpid())

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,
            creationflags=flags,
            preexec_fn=ends if sys.platform == "linux" else None,
        )

    try:
        process = _starter.submit(start).result()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise PlayerError(f"{shown(words[0])} cannot be started: {why}") from error
    _running.add(process)
    return process


def kill_all() -> None:
    """End all programs that `started` started and that still run: this process is about to end."""
    for process in list(_running):
        if process.poll() is None:
            kill(process)


def kill(process: subprocess.Popen[str]) -> None:
    """End a program that `started` started, and all programs that it started itself."""
    if sys.platform == "win32":
        _kill_family(process.pid)
    else:  # it leads a group of its own
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _kill_family(pid: int) -> None:
    """End a process and its descendants where there are neither signals nor groups."""
    from psutil import NoSuchProcess, Process

    try:
        first = Process(pid)
        family = [*first.children(recursive=True), first]
    except NoSuchProcess:
        return
    for one in family:
        with suppress(NoSuchProcess):
            one.kill()
