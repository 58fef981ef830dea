"""Gather the answers of a checkout, and compare them with those that are frozen.

Run as ``python tests/frozen/collect.py [NAME ...]``: prints what this checkout, or the one that
PYTHONPATH names, answers otherwise than is frozen.
``--only TEXT`` asks only where the key holds the text.
``--against CHECKOUT`` compares with what another checkout answers here and now, pictures too.
``--accept REASON`` freezes what differs, and lists it in changed.json, as meant, with its reason.
``--freeze`` writes the answers anew; that was done once, on commit e1f6546, for forms and exercises
on commit 32e61a5, and for flat drawings when they became shapes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

if "PYTHONPATH" not in os.environ:  # the checkout that this file lies in, not an installed one
    sys.path.insert(1, str(Path(__file__).parents[2]))

import frozen_compare as compare
from frozen_against import against
from frozen_store import write_lines

SLOW = 5.0
"""Seconds of the processor from which on a question is named while answers are frozen."""


def timed(key: str, task: Callable[[], object]) -> object:
    """Return an answer, and name what takes long."""
    begun = process_time()
    answer = task()
    if process_time() - begun > SLOW:
        print(f"{process_time() - begun:.0f} s: {key}", flush=True)
    return answer


def main() -> int:
    """Do what the command line says; 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(compare.COLLECTORS)}")
    parser.add_argument("--only", default="", metavar="TEXT", help="keys that hold this")
    parser.add_argument("--part", default="0/1", help="2/7: of every seven keys the third")
    parser.add_argument("--accept", metavar="REASON", help="list what differs as meant")
    parser.add_argument("--against", metavar="CHECKOUT", help="compare with what that answers")
    parser.add_argument("--answers", metavar="FILE", help="write answers as JSON")
    parser.add_argument("--freeze", action="store_true", help="write the answers anew")
    given = parser.parse_args()
    which, of = map(int, given.part.split("/"))
    differing = 0
    with compare.home():
        for name in given.names or compare.COLLECTORS:
            begun = process_time()
            asked = [(key, task) for key, task in compare.tasks_of(name) if given.only in key]
            if given.freeze:
                write_lines(name, [[key, timed(key, task)] for key, task in asked])
                continue
            if given.answers:
                answers = {key: task() for key, task in asked[which::of]}
                Path(given.answers).write_text(json.dumps(answers), encoding="utf-8")
                continue
            if given.against:
                found = against(given.against, name, given.part)
            else:
                whole = of == 1 and not given.only
                found = compare.differences(name, asked[which::of], whole=whole)
            differing += len(found)
            for difference in found:
                print(difference.text())
            if given.accept and found:
                compare.accept(name, found, given.accept)
            spent = process_time() - begun
            print(f"{name}: {len(found)} of {len(asked[which::of])} differ, {spent:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
