"""A process that has imported everything and forks others, who are to die: one order a line."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def nursery(script: str | Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a script that says "warm" and then does what it is told, line by line."""
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "warm\n"
        yield process
    finally:
        process.stdin.close()
        process.wait(timeout=20)
        process.stdout.close()
