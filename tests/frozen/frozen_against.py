"""Ask two checkouts on this machine: what depends on the machine needs no frozen answer then."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from frozen_compare import ABSENT, Difference

HERE = Path(__file__).parent


def against(checkout: str, name: str, part: str = "0/1") -> list[Difference]:
    """Return what this checkout answers otherwise than another one; pictures pixel for pixel."""
    with tempfile.TemporaryDirectory(prefix="frozen-against-") as folder:
        ways = {"theirs": checkout, "ours": str(HERE.parents[1])}
        answers = {}
        for whose, path in ways.items():
            pictures = Path(folder) / whose
            pictures.mkdir()
            file = Path(folder) / f"{whose}.json"
            words = [str(HERE / "collect.py"), name, "--part", part, "--answers", str(file)]
            environment = {**os.environ, "PYTHONPATH": path, "FROZEN_PICTURES": str(pictures)}
            subprocess.run([sys.executable, *words], check=True, env=environment)
            answers[whose] = json.loads(file.read_text("utf-8"))
        theirs, ours = answers["theirs"], answers["ours"]
        found = [
            Difference(name, key, theirs.get(key, ABSENT), ours.get(key, ABSENT))
            for key in {**theirs, **ours}
            if theirs.get(key, ABSENT) != ours.get(key, ABSENT)
        ]
        return [_with_pixels(one, Path(folder)) for one in found]


def _with_pixels(difference: Difference, folder: Path) -> Difference:
    """Say how many pixels of two pictures differ, and by how much."""
    from frozen_pictures import pixels_of

    files = []
    for whose, answer in (("theirs", difference.expected), ("ours", difference.found)):
        if not isinstance(answer, dict) or "pixels" not in answer:
            return difference
        files.append(folder / whose / f"{answer['pixels']['is']}.png")
    one, other = (pixels_of(file).astype(int) for file in files)
    if one.shape != other.shape:
        return difference
    far = abs(one - other).max(axis=2)
    said = f"{(far > 0).sum()} of {far.size} pixels differ, by {far.max()} of 255 at most"
    return Difference(difference.name, difference.key, difference.expected, [said])
