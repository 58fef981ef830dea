"""Stands in for ``python -m viewer tablebase``: says what a build says, and does as it is told.

``python table_program.py TRIAL tablebase-words ...``; TRIAL is "whole", "fails", "dies" or "waits".
"""

import json
import os
import queue
import signal
import sys
import threading
import time
from pathlib import Path


def main(trial: str, words: list[str]) -> int:
    """Play one trial; the status."""
    said: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            said.put(line.strip())

    threading.Thread(target=listen, daemon=True).start()
    if words[0] == "verify":
        if trial == "fails":
            tell(stage="failed", text="block 3 of the table is damaged")
            return 3
        assert "--json" in words
        tell(stage="checking", done=3, total=4, left=20.0, text="block 3 of 4")
        if trial == "waits":
            while said.get() != "cancel":
                pass
            tell(stage="cancelled", text="not every block was checked")
            return 130
        tell(stage="done", path="somewhere")
        return 0
    print("no line of progress", flush=True)
    for done in range(1, 4):
        tell(stage="solving", done=done, total=4, left=30.0, text=f"distance {done}")
    if trial == "fails":
        tell(stage="failed", text="a build takes 6.9 GB on the disk and 1 MB are free")
        return 3
    if trial == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    while trial == "waits":
        word = said.get()
        if word in ("cancel", "discard"):
            if word == "cancel":
                Path(os.environ["PYRAMIDION_TABLES"], "pyraos-children.checkpoint").touch()
            tell(stage="cancelled", text="goes on")
            return 130
    time.sleep(0.05)
    tell(stage="done", path="somewhere")
    return 0


def tell(**what: object) -> None:
    """Print a line of progress."""
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
