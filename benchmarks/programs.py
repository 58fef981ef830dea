"""Programs that draw balls, ours and the peers, each a process that answers over a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from viewer.session.files.resources import CHECKOUT

Answer = dict[str, Any]
"""What JSON holds; `peers/protocol.py` says what answers what."""

PEERS = Path(__file__).with_name("peers")


class Missing(Exception):
    """A program that cannot be started here; the text says what to do about it."""


class Program:
    """A running program that speaks `peers/protocol.py`.

    Parameters
    ----------
    script
        File name in `peers/`.
    python
        The interpreter whose environment has what the script imports.

    Raises
    ------
    Missing
        When it does not come up.
    """

    def __init__(self, script: str, python: Path) -> None:
        if not python.is_file():
            raise Missing(f"{python} is not there; `make bench` makes it")
        self._errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115
        self._process = subprocess.Popen(
            [python, PEERS / script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self.name: str = self._answer()["name"]

    def ask(self, *words: object) -> Answer:
        """Send one request and return its answer; raises Missing with the reason it died of."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it died: the missing answer says of what
            print(*words, sep="\t", file=self._process.stdin, flush=True)
        return self._answer()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
        self._errors.close()

    def _answer(self) -> Answer:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            self._process.communicate()
            self._errors.seek(0)
            reason = [text for text in self._errors if text.strip()]
            raise Missing(reason[-1].strip() if reason else "it ended without a word")
        fields: Answer = json.loads(answer)
        if "error" in fields:
            raise Missing(fields["error"])
        return fields


def lines_of(
    script: str, *words: object, environment: dict[str, str], patience: float
) -> list[str]:
    """Run a script of `peers/` that opens a window, measures and ends; return the lines it wrote.

    Parameters
    ----------
    environment
        Where its window opens; see `benchmarks.screen`.
    patience
        Seconds it may take.

    Raises
    ------
    Missing
        Where it takes longer, fails, or writes nothing; the text says why.
    """
    try:
        done = subprocess.run(
            [sys.executable, PEERS / script, *map(str, words)],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        raise Missing(f"nothing was measured within {patience:g} seconds") from None
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        reason = [text for text in done.stderr.splitlines() if text.strip()]
        raise Missing(reason[-1].strip() if reason else "the window told nothing")
    return lines


def ours() -> Program:
    """Start Pyramidion's own scene in a process like the peers'."""
    return Program("pyramidion_balls.py", Path(sys.executable))


def peer(name: str) -> Program:
    """Start the peer called "vispy" or "ovito"."""
    return peer_script(f"{name}_balls.py")


def peer_script(script: str) -> Program:
    """Start a script of `peers/` in the peers' own environment."""
    root = CHECKOUT if (CHECKOUT / "pyproject.toml").is_file() else Path.cwd()
    folder = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    return Program(script, root / ".venv-bench" / folder)
