"""What a monkey is given to play with: copies of all files there are, and texts good and bad."""

import os
import random
import shutil
import sys
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[2]
PLAYGROUND = ("examples", "docs")

POSITIONS = (
    "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red",
    "partition:size=3,rules=stacking 3,3,3/2,2/1 red",
    "partition R3,4,4,4/3,3,3/2,2/1 blue",
    "pyraos:rules=standard 1BWB,BWBB,WBB1,4/1W1,WW1,3/2,2/1 black",
    "partition:size=5,rules=free 5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red",
)
RUBBISH = (
    "", " ", "\n", "9z9", "2b2", "/", "/a1-b2", "0", "-1", "a" * 3000, "é😀\u202e\u0000x",
    "<b>x</b>", "![x](/dev/zero)", "partition", "partition:", "partition:size=0 1 red", "pyraos x",
    "pyramid:", "partition:size=99999 1 red", "%s%n{}", "../../etc/passwd", "\t\t", "1a1 1a1",
    "RRRRRRRR", "(((((",
    "# heading\n\n* list\n\n`code`", "[link](https://example.org)", "1e999", "NaN", "size=6",
)  # fmt: skip


def lay_out(work: Path) -> Path:
    """Copy all that may be opened below `work`, and return the folder a monkey works in."""
    copy = work / "checkout"
    for name in PLAYGROUND:
        shutil.copytree(CHECKOUT / name, copy / name, ignore=shutil.ignore_patterns("*.py"))
    (copy / "pyproject.toml").write_text("")
    files = work / "files"
    files.mkdir(parents=True)
    for place in ("examples", "examples/lessons", "examples/puzzles"):
        for path in sorted((CHECKOUT / place).glob("*.pyramidion")):
            shutil.copy(path, files / path.name)
    whole = (files / "02-figure-1.pyramidion").read_bytes()
    (files / "torn.pyramidion").write_bytes(whole[: len(whole) // 2])
    (files / "empty.pyramidion").write_bytes(b"")
    (files / "noise.pyramidion").write_bytes(random.Random(1).randbytes(5000))
    (files / "notes.txt").write_text("no game\n")
    (files / "folder.pyramidion").mkdir()
    os.mkfifo(files / "pipe.pyramidion")
    return files


def fence(*free: Path) -> None:
    """Refuse Python's writes anywhere but below `free`: a monkey must harm nobody."""
    open_to = (*(str(path.resolve()) for path in free), "/dev/", "/proc/")
    alone, pairs = {"os.remove", "os.rmdir", "os.mkdir", "os.truncate"}, {"os.rename", "os.link"}

    def look(event: str, args: tuple[object, ...]) -> None:
        if event == "open":
            flags = args[2]
            if not isinstance(flags, int) or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                return
            touched: list[tuple[object, Any]] = [(args[0], -1)]
        elif event in pairs:
            touched = [(args[0], args[2]), (args[1], args[3])]
        elif event in alone:
            touched = [(args[0], args[-1] if event != "os.truncate" else -1)]
        else:
            return
        for path, folder in touched:
            if isinstance(path, (str, bytes, os.PathLike)):
                below = "" if folder == -1 else os.readlink(f"/proc/self/fd/{folder}")
                name = os.path.abspath(os.path.join(below, os.fsdecode(path)))
                if not name.startswith(open_to):
                    raise PermissionError(f"a monkey may not touch {name} ({event})")

    sys.addaudithook(look)


def a_file(rng: random.Random, files: Path) -> Path:
    """Draw something to open: mostly a file that is there."""
    there = sorted(path for path in files.iterdir())
    if rng.random() < 0.05:
        return rng.choice([files / "missing.pyramidion", files, files.parent / "checkout"])
    return rng.choice(there)


def a_new_file(rng: random.Random, files: Path, suffix: str) -> Path:
    """Draw where to save: one of a few names, so that files are replaced, too."""
    odd = (
        files / "nowhere" / f"a{suffix}",
        files / "folder.pyramidion",
        files / ("x" * 240 + suffix),
    )
    if rng.random() < 0.08:
        return rng.choice(odd)
    return files / f"saved-{rng.randrange(8)}{rng.choice([suffix, suffix, suffix, ''])}"


def a_text(rng: random.Random, position: str | None) -> str:
    """Draw a text: a position, one with a mistake in it, or rubbish."""
    kind = rng.random()
    known = [*POSITIONS, *([position] * 3 if position else [])]
    if kind < 0.35:
        return rng.choice(known)
    if kind < 0.65:
        return damaged(rng, rng.choice(known))
    return rng.choice(RUBBISH)


def damaged(rng: random.Random, text: str) -> str:
    """Change a letter or two of a text."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        if not letters:
            break
        at = rng.randrange(len(letters))
        kind = rng.random()
        if kind < 0.4:
            letters[at] = rng.choice("0123456789RB/,:= abxyz-")
        elif kind < 0.7:
            del letters[at]
        else:
            letters.insert(at, rng.choice("0123456789RB/,:= redblue"))
    return "".join(letters)
