"""A monkey at the real window: started as a program of its own, it does what chance says.

    python tests/support/monkey.py --seed 1 --first 0 --events 1000 --work FOLDER

The program is started as a person starts it, and again when it was left. Everything it may open or
save lies in FOLDER; so do its settings. Seed and number of an event draw what is done, as far as
what is open then allows the same. It tells lines of JSON: findings, counts at each visit of the
empty window, and what it did. The exit status is 1 where it found something.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

VISIT = 400
"""Events from one visit of the empty window to the next."""
IDLE = 3.0
"""Seconds in which the window is left alone, and nothing may be done at all."""


def main() -> int:
    """Read the command line and let the monkey in."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first event")
    parser.add_argument("--events", type=int, required=True)
    parser.add_argument("--visit", type=int, default=VISIT)
    parser.add_argument("--frozen", type=float, default=1.0, help="seconds of work in one go")
    parser.add_argument("--idle", type=float, default=IDLE, help="seconds that it is left alone")
    parser.add_argument("--kernels", action="store_true", help="load all kernels beforehand")
    parser.add_argument("--work", type=Path, required=True, help="an empty folder")
    asked = parser.parse_args()
    work = asked.work.absolute()
    (work / "tmp").mkdir(parents=True)
    (work / "home").mkdir()
    # Kernels are compiled once a machine, not once a monkey.
    os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    os.environ.update(
        HOME=str(work / "home"),
        **{f"XDG_{kind}_HOME": str(work / kind) for kind in ("CONFIG", "DATA", "STATE")},
        TMPDIR=str(work / "tmp"),
        PYRAMIDION_CONFIG=str(work / "config"),
        PYRAMIDION_STATE=str(work / "state"),
    )
    from monkey_overrides import tell_overrides

    heard: list[Callable[[str, str], None]] = []
    tell_overrides(lambda kind, text: heard[0](kind, text))
    from monkey_life import Life

    if asked.kernels:
        from model.play.warm import warm

        warm()
    began = time.monotonic()
    life = Life(asked.seed, asked.first, asked.events, asked.visit, asked.frozen, asked.idle, work)
    heard.append(life.eyes.found)
    found = life.live()
    from monkey_eyes import say

    say("end", seconds=round(time.monotonic() - began), worked=round(time.process_time()))
    sys.stdout.flush()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
