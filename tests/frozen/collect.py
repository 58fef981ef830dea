"""Gather the answers of a checkout, and compare them with those that are frozen.

Run as ``PYTHONPATH=CHECKOUT python tests/frozen/collect.py [NAME ...]``: prints what differs from
the frozen answers, and how. ``--only TEXT`` asks only where the key holds the text.
``--accept REASON`` lists what differs in changed.json, as meant, with its reason.
``--freeze`` writes the answers anew; that was done once, on commit e1f6546.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import frozen_compare as compare
from frozen_store import write_lines


def main() -> int:
    """Do what the command line says; 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(compare.COLLECTORS)}")
    parser.add_argument("--only", default="", metavar="TEXT", help="keys that hold this")
    parser.add_argument("--part", default="0/1", help="2/7: of every seven keys the third")
    parser.add_argument("--accept", metavar="REASON", help="list what differs as meant")
    parser.add_argument("--freeze", action="store_true", help="write the answers anew")
    given = parser.parse_args()
    which, of = map(int, given.part.split("/"))
    differing = 0
    with compare.home():
        for name in given.names or compare.COLLECTORS:
            begun = process_time()
            asked = [(key, task) for key, task in compare.tasks_of(name) if given.only in key]
            if given.freeze:
                write_lines(name, ([key, task()] for key, task in asked))
                continue
            found = compare.differences(name, asked[which::of], whole=len(asked) and of == 1)
            differing += len(found)
            for difference in found:
                print(difference.text())
            if given.accept:
                compare.accept(name, found, given.accept)
            spent = process_time() - begun
            print(f"{name}: {len(found)} of {len(asked[which::of])} differ, {spent:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
