"""Measure what compiling every kernel takes with a cold cache, in seconds of the processor.

``python tests/frozen/compile_time.py CHECKOUT...`` fills an empty cache from each checkout in turn
and prints its seconds. Give the frozen commit and today's, ``OLD NEW NEW OLD``, on an idle machine:
the mean of the new ones may be 1.1 of the old ones' at most. Seconds of another machine, or of a
busy one, cannot be compared, so none are kept: measure both each time.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile


def cold_seconds(checkout: str) -> float:
    """Return the seconds of the processor in which a checkout compiles all of its kernels."""
    before = _spent()
    with tempfile.TemporaryDirectory(prefix="frozen-cold-") as cache:
        subprocess.run(
            [sys.executable, "-m", "model.play.warm"],
            check=True,
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": checkout, "NUMBA_CACHE_DIR": cache},
        )
    return _spent() - before


def _spent() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(f"{path}: {cold_seconds(os.path.abspath(path)):.1f} s", flush=True)
