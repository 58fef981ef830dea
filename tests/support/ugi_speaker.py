"""Programs in Python that speak UGI as engines of others do, and move as a test says."""

from textwrap import indent

PROGRAM = """
import os, random, sys, time
def answer(*words):
    print(*words, flush=True)
game = ""
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        answer("id name Stranger"); answer("id author A. Stranger"); answer("ugiok")
    elif words == ["isready"]:
        answer("readyok")
    elif words[:1] == ["position"]:
        game = words[2]
    elif words[:1] == ["go"]:
{go}
    elif words == ["quit"]:
        break
"""


def speaker(go: str, first: str = "") -> str:
    """Return a program that does `first` as it begins, and `go` when it should move."""
    return first + PROGRAM.format(go=indent(go, " " * 8))
