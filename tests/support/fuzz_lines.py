"""Command lines as people, scripts and mistakes write them: every command, odd words, odd input."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import fuzz_texts as odd
from fuzz_files import fuzzed

from model.positions.setup import read_setup

COMMANDS = ("new", "play", "moves", "perft", "analyze", "render", "check", "solve", "bench")
_LIMIT = ("--limit", "0.01")


@dataclass(frozen=True)
class FuzzedLine:
    """A command line and what comes through standard input (None: it is closed)."""

    words: tuple[str, ...]
    stdin: bytes | None


class Place:
    """A folder with good files, odd files and what is none, for words that name something."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        (folder / "empty folder").mkdir()
        (folder / "deep").mkdir()
        (folder / "locked").mkdir()
        (folder / "empty.pyramidion").touch()
        (folder / "no text.pyramidion").write_bytes(bytes(range(256)))
        (folder / "line.txt").write_text("partition:size=3 3,3,3/2,2/1 red\n")
        (folder / "missing link.pyramidion").symlink_to(folder / "nothing")
        (folder / "circle").symlink_to(folder / "circle")
        os.mkfifo(folder / "pipe.pyramidion")
        for number in range(30):
            where = folder / "deep" if number % 5 == 0 else folder
            name = ("{}.pyramidion", "{} ü \u202e.pyramidion", "-{}.pyramidion", "{}\n.json")[
                number % 4
            ]
            (where / name.format(number)).write_bytes(fuzzed(seed, number).data[:300_000])
        self.before = self.contents()

    def contents(self) -> dict[str, bytes | None]:
        """Every file below, with what it holds."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(self.folder.rglob("*"))
        }

    def path(self, rng: Random) -> str:
        """A path: of a file, of a folder, of neither, of nothing."""
        known = sorted(self.folder.rglob("*"))
        return rng.choice((
            str(rng.choice(known)), str(rng.choice(known)), str(rng.choice(known)),
            str(self.folder / "nothing" / "there.pyramidion"), str(self.folder / ("n" * 300)),
            "", "...", "~", "x\x00y", "/dev/null", "\udcff", "///x", "a:b", "pyramid", "-", "--",
        ))  # fmt: skip


def fuzzed_line(seed: int, index: int, place: Place) -> FuzzedLine:
    """The command line of a seed and an index, about the files of a place."""
    rng = Random(f"line {seed} {index}")
    kind = rng.choice((*COMMANDS, "", "window"))
    words = _WORDS[kind](rng, place)
    for _ in range(rng.choices((0, 1, 2), (80, 15, 5))[0]):
        words = _spoilt(rng, words, place)
    words = _safe(words)
    # What no word asks for is read by nobody: to make it took a third of the time.
    return FuzzedLine(tuple(words), _stdin(rng) if "-" in words else rng.choice((None, b"", b"{")))


def _safe(words: list[str]) -> list[str]:
    """Leave out what is long by its nature: benchmarks, and lines counted more than three deep."""
    words = [word for word in words if word.strip("/.") or not word]  # not the whole disk
    if words[:1] == ["bench"]:
        words = ["bench", *words[1:], "no such measurement"]
    if words[:1] == ["perft"]:
        words = [w[:1] if w.isdigit() and 3 < int(w) < 10**9 else w for w in words]
        words = ["2" if w.isdigit() and 2 < int(w) < 10 else w for w in words]
        if any("pyramid-ball" in word for word in words):  # has millions of programs to print
            words = [word for word in words if word != "--divide"]
    if words[:1] in (["analyze"], ["solve"], ["check"]):
        words = [*words, *_LIMIT]
    return words


def _spoilt(rng: Random, words: list[str], place: Place) -> list[str]:
    """One word dropped, doubled, moved, changed, or a new one."""
    at = rng.randrange(len(words)) if words else 0
    new = rng.choice((
        "--limit", "--node", "--step", "--item", "--json", "--save", "--help", "-h", "--version",
        "-o", "--size", "--", "-", "--nothing", "--limit=", "--limit=-1", "--node=0x1", "--item=0",
        str(odd.number(rng)), odd.text(rng, 6).replace("\ud800", "x"), place.path(rng), "", " ",
    ))  # fmt: skip
    kind = rng.randrange(5)
    if kind == 0 and words:
        return [*words[:at], *words[at + 1 :]]
    if kind == 1 and words:
        return [*words[:at], words[at], *words[at:]]
    if kind == 2 and words:
        return [*words[:at], odd.spoilt(rng, words[at]), *words[at + 1 :]]
    if kind == 3 and words:
        return [*words[:at], new, *words[at + 1 :]]
    return [*words[:at], new, *words[at:]]


def _position(rng: Random, place: Place) -> list[str]:
    """Where POSITION stands: a text, a file with a choice in it, standard input."""
    kind = rng.random()
    if kind < 0.5:
        return [odd.good_position(rng)]
    if kind < 0.6:
        return [odd.position(rng)]
    if kind < 0.65:
        return ["-"]
    words = [place.path(rng)]
    for option in ("--node", "--step", "--item"):
        if rng.random() < 0.3:
            words += [option, rng.choice(("0", "1", "2", "7", "-1", str(odd.number(rng))))]
    return words


def _new(rng: Random, place: Place) -> list[str]:
    kind = rng.choice(list(odd.KINDS.values()))
    words = ["new", kind.name if rng.random() < 0.9 else odd.text(rng, 4)]
    for name, value in odd.options(rng, kind).items():
        words += ["--option", f"{name}={value}"]
    if rng.random() < 0.1:
        words += ["--option", f"board={place.path(rng)}"]
    return words


def _play(rng: Random, place: Place) -> list[str]:
    if rng.random() < 0.5:
        return ["play", *_position(rng, place), *(odd.move(rng) for _ in range(rng.randrange(4)))]
    text = odd.good_position(rng)
    here = read_setup(text)
    return ["play", text, *(odd.move(rng, here) for _ in range(rng.randrange(1, 3)))]


def _moves(rng: Random, place: Place) -> list[str]:
    limit = ["--limit", rng.choice(("0", "1", "5", "x", "-1"))] if rng.random() < 0.4 else []
    return ["moves", *_position(rng, place), *limit]


def _perft(rng: Random, place: Place) -> list[str]:
    divide = ["--divide"] if rng.random() < 0.3 else []
    return [
        "perft",
        *_position(rng, place),
        rng.choice(("0", "1", "1", "2", "x", "-1", "")),
        *divide,
    ]


def _analyze(rng: Random, place: Place) -> list[str]:
    inputs = [word for _ in range(rng.choice((1, 1, 2, 3))) for word in _position(rng, place)]
    return ["analyze", *inputs, *(["--no-cost"] if rng.random() < 0.3 else [])]


def _render(rng: Random, place: Place) -> list[str]:
    out = rng.choice(
        (str(place.folder / "out.png"), str(place.folder), place.path(rng), "x.jpg", "")
    )
    words = ["render", *_position(rng, place), "-o", out]
    cut = rng.choice(("level", "west", "diag", "normal", "x", "base"))
    at = rng.choice(
        ("1", "2..3", "1:flip", "0..-1", "1;0;0;2", "nan", "1e400", "", "9999999999", "1..2..3")
    )
    peel = rng.choice(
        ("level=1..2", "shell=1", "only=1a1", "between=1..3", "west=999", "SW=2", "x", "=")
    )
    show = rng.choice(
        ("corner=SW:red", "cost=NE:blue", "win=white", "labels=off", "palette=x", "=", "win=")
    )
    view = rng.choice(
        ("top", "SW", "x", "{}", '{"cuts":[{"at":1}]}', "{" * 99, '{"camera":{"azimuth":1e9}}')
    )
    for option, value in (
        ("--cut", f"{cut}={at}"),
        ("--peel", peel),
        ("--show", show),
        ("--view", view),
        ("--explode", rng.choice(("0", "5", "6", "nan", "inf", "-0", "x"))),
        ("--size", rng.choice(("64x48", "16x16", "0x0", "9999x9999", "x", "-1x5"))),
    ):
        if rng.random() < 0.25:
            words += [option, value]
    return words if "--size" in words else [*words, "--size", "32x24"]


def _check(rng: Random, place: Place) -> list[str]:
    return ["check", *(place.path(rng) for _ in range(rng.choice((1, 1, 2))))]


def _solve(rng: Random, place: Place) -> list[str]:
    return ["solve", *_position(rng, place), *(["--json"] if rng.random() < 0.3 else [])]


_WORDS: dict[str, Callable[[Random, Place], list[str]]] = {
    "new": _new,
    "play": _play,
    "moves": _moves,
    "perft": _perft,
    "analyze": _analyze,
    "render": _render,
    "check": _check,
    "solve": _solve,
    "bench": lambda rng, place: ["bench", odd.text(rng, 5)],
    "": lambda rng, place: [odd.text(rng, 5) for _ in range(rng.randrange(3))],
    "window": lambda rng, place: _position(rng, place),
}


def _stdin(rng: Random) -> bytes | None:
    """What comes through standard input."""
    kind = rng.randrange(8)
    if kind == 0:
        return None
    if kind == 1:
        return rng.choice(
            (b"", b"\n", b"\n\n\n", b"\xff\xfe", b"\x00", b"{", b"{}", rng.randbytes(99))
        )
    if kind == 2:
        return b"x" * (3 << 20)
    if kind == 3:
        return fuzzed(rng.randrange(3), rng.randrange(500)).data
    lines = [odd.position(rng) for _ in range(rng.randint(1, 4))]
    end = rng.choice(("\n", "\r\n", "\r"))
    return end.join(lines).encode("utf-8", "surrogatepass") + rng.choice((b"", b"\n"))
