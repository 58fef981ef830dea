"""What the command line answers: every subcommand on every example, and on what it refuses."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from frozen_names import kinds, main
from frozen_store import read_lines, shortened

EXAMPLES = Path(__file__).parents[2] / "examples"
Answer = dict[str, Any]
Task = tuple[str, Callable[[], object]]

COMMANDS = ("new", "play", "moves", "perft", "analyze", "render", "check", "solve", "bestmove",
            "match", "generate", "review", "ugi", "tablebase", "bench")  # fmt: skip
OF_TABLES = ("build", "list", "verify", "figures", "remove")
SMALL = "partition:size=3,rules=free BBB,3,RB1/RR,2/R red"
"""A position that everything answers quickly."""

REFUSED = (
    "", "nonsense", "moves", "move x y", "moves x y", "--nonsense", "a b", "new", "new chess",
    "new partition --option size", "new partition --option size=x",
    "new partition --option size=99", "new partition --option size=3 --option size=4",
    "new pyramid --option board=nowhere.json", "new pyramid --option levels=00/00",
    "new pyraos --option rules=none", "new partition --nonsense", "play", "play SMALL 1a1",
    "play SMALL 9z9", "play SMALL x", "play SMALL 1e1 1e1", "play SMALL --seed", "moves",
    "moves partition", "moves 'partition 3,3 red'", "moves 'partition:size=3 3,3,3/2,2/1 green'",
    "moves 'partition:size=3,rules=free RRRR,3,3/2,2/1 red'", "moves SMALL --limit x",
    "moves SMALL --limit -1", "moves SMALL --node 4", "moves SMALL --step 1",
    "moves SMALL --item 1", "moves nowhere.pyramidion", "moves examples", "moves notes.txt",
    "moves broken.pyramidion", "moves GAME --node 9999", "moves GAME --step 9999",
    "moves GAME --node 1 --step 1", "moves PUZZLES --item 0", "moves PUZZLES --item 999",
    "moves PUZZLES", "perft", "perft SMALL", "perft SMALL x", "perft SMALL -1", "perft SMALL 1 2",
    "analyze", "analyze SMALL nowhere.pyramidion", "analyze SMALL --jobs 0",
    "analyze SMALL --limit soon", "render", "render SMALL", "render SMALL -o picture.jpg",
    "render SMALL -o nowhere/picture.png", "render SMALL -o .", "render SMALL -o p.png --size 1x1",
    "render SMALL -o p.png --size big", "render SMALL -o p.png --view sideways",
    "render SMALL -o p.png --view {}", "render SMALL -o p.png --view '{\"camera\": 4}'",
    "render SMALL -o p.png --cut level", "render SMALL -o p.png --cut level=99",
    "render SMALL -o p.png --cut nothing=1", "render SMALL -o p.png --peel level",
    "render SMALL -o p.png --peel nothing=1", "render SMALL -o p.png --explode 9",
    "render SMALL -o p.png --explode x", "render SMALL -o p.png --show corner=SW",
    "render SMALL -o p.png --show corner=XX:red", "render SMALL -o p.png --show nothing",
    "render SMALL -o p.png --show win=green", "render SMALL -o p.png --show engine=cold",
    "check", "check nowhere.pyramidion", "check empty", "check broken.pyramidion notes.txt",
    "check SMALL", "check SMALL --save", "check 'partition 3 red'", "check SMALL --limit soon",
    "solve", "solve SMALL --limit x", "solve 'pyraos 16/9/4/1'", "bestmove",
    "bestmove SMALL --level 0", "bestmove SMALL --level 11", "bestmove SMALL --nodes 0",
    "bestmove SMALL --seed x", "bestmove SMALL --limit -1", "match", "match 1", "match 12 1",
    "match 1 /no/engine", "match 1 2 3", "match 1 2 --games 0", "match 1 2 --games 1000000",
    "match 1 2 --openings nowhere.txt", "match 1 2 --openings partition:size=99",
    "match 1 2 --openings notes.txt", "match 1 2 --openings empty.txt", "match 1 2 --until x",
    "match 1 2 --openings rolling-pyramids:players=3",
    "match 1 2 3 --openings rolling-pyramids:players=3 --until 10",
    "match 1 2 --openings chess:size=3", "generate", "generate chess",
    "generate partition --count 0", "generate partition --kind nothing",
    "generate partition --moves 3..1",
    "generate partition --moves x", "generate rolling-pyramids",
    "generate partition --kind program",
    "generate partition --out nowhere/p.pyramidion", "review", "review SMALL",
    "review nowhere.pyramidion", "review GAME --nodes 1 --limit 1", "review GAME --node 9999",
    "review GAME --out nowhere/p.pyramidion", "review examples/01-empty-board.pyramidion",
    "ugi now",
    "tablebase", "tablebase nothing", "tablebase build", "tablebase build chess",
    "tablebase build partition", "tablebase build pyraos --rules none",
    "tablebase build pyraos --memory none", "tablebase list --folder empty",
    "tablebase list --folder nowhere", "tablebase verify nothing", "tablebase figures nothing",
    "tablebase remove nothing", "tablebase verify notes.table", "tablebase list --folder tables",
    "tablebase list --folder tables --json", "bench nothing",
)  # fmt: skip
"""Command lines that are refused, or that say little; SMALL, GAME and PUZZLES stand for those."""
STAND_FOR = {
    "SMALL": SMALL,
    "GAME": "examples/21-pyramid-a-game.pyramidion",
    "PUZZLES": "examples/puzzles/pyraos-puzzles.pyramidion",
}


@contextmanager
def place() -> Iterator[Path]:
    """A folder with a copy of the examples and some files of bad kinds; it is worked in."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="frozen-") as name:
        folder = Path(name)
        shutil.copytree(EXAMPLES, folder / "examples")
        (folder / "empty").mkdir()
        (folder / "tables").mkdir()
        for bad in ("notes.txt", "notes.table", "tables/notes.table", "broken.pyramidion"):
            (folder / bad).write_text('{"pyramidion": 1, what is this?\n', encoding="utf-8")
        (folder / "empty.txt").write_text("\n", encoding="utf-8")
        (folder / "openings.txt").write_text(f"{SMALL}\n", encoding="utf-8")
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)


def said(words: list[str], stdin: Any = b"", out: Any = None) -> tuple[int, str, str]:
    """Run a command line in this process: its status, what it printed, and its errors."""
    out = out or TextIOWrapper(BytesIO(), encoding="utf-8", newline="")
    err = TextIOWrapper(BytesIO(), encoding="utf-8", errors="backslashreplace", newline="")
    if isinstance(stdin, bytes):
        stdin = TextIOWrapper(BytesIO(stdin), encoding="utf-8")
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = stdin, out, err
    try:
        status = main(words)
        out.flush()
        err.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    told = (stream.buffer.getvalue().decode() for stream in (out, err))
    printed, complained = (re.sub(r"\S*frozen-home-\w+", "HOME", text) for text in told)
    return status, printed, complained


def answered(*words: str, stdin: str = "", files: tuple[str, ...] = ()) -> Answer:
    """Return what a command line answers, and the files it writes, in a place of its own."""
    with place():
        status, out, err = said(list(words), stdin.encode("utf-8"))
        answer: Answer = {"status": status, "out": shortened(out), "err": shortened(err)}
        for file in files:
            path = Path(file)
            answer[file] = shortened(path.read_text("utf-8")) if path.exists() else None
    return answer


def split(line: str) -> list[str]:
    """Return the words of a line, with what SMALL and the like stand for."""
    import shlex

    return [STAND_FOR.get(word, word) for word in shlex.split(line)]


def example_names() -> list[str]:
    """The files of the examples, in order."""
    paths = (path for path in EXAMPLES.rglob("*.pyramidion") if "plugins" not in path.parts)
    return sorted(str(path.relative_to(EXAMPLES.parent)) for path in paths)


def items_of(name: str) -> int:
    """How many items a collection has; 0 for a game."""
    import json

    return len(json.loads((EXAMPLES.parent / name).read_bytes()).get("items", ()))


def commands_on(*words: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is asked about one thing: a name and the words."""
    divide = () if "pyramid-ball" in words[0] else ("--divide",)  # it has millions of programs
    yield "moves", ("moves", *words, "--limit", "400")
    yield "play", ("play", *words)
    yield "perft", ("perft", *words, "1", *divide)
    yield "analyze", ("analyze", *words)
    yield "bestmove", ("bestmove", *words, "--nodes", "300", "--seed", "7", "--json")
    yield "bestmove 3", ("bestmove", *words, "--level", "3", "--seed", "7")


def tasks() -> Iterator[Task]:
    """Yield every command line: its key, and what runs it."""
    yield from _general()
    for name in example_names():
        yield from _on_example(name)
    yield from _written()
    yield from _of_many()


def _general() -> Iterator[Task]:
    yield "help", partial(answered, "--help")
    for command in COMMANDS:
        yield f"help: {command}", partial(answered, command, "--help")
    for command in OF_TABLES:
        yield f"help: tablebase {command}", partial(answered, "tablebase", command, "--help")
    for line in REFUSED[1:]:
        yield f"refused: {line}", partial(answered, *split(line))
    for name, kind in kinds().items():
        yield f"new: {name}", partial(answered, "new", name)
        for option in kind.options:
            for word in (*option.values, "true", "0", "1", "3", "x"):
                words = ("new", name, "--option", f"{option.name}={word}")
                yield f"{' '.join(words)}", partial(answered, *words)


def _on_example(name: str) -> Iterator[Task]:
    items = items_of(name)
    if not items:
        for key, words in commands_on(name):
            yield f"{key}: {name}", partial(answered, *words)
        for step in ("0", "1", "2", "5"):
            words = ("moves", name, "--step", step, "--limit", "400")
            yield f"moves: {name} step {step}", partial(answered, *words)
            words = ("play", name, "--step", step)
            yield f"play: {name} step {step}", partial(answered, *words)
        words = ("review", name, "--nodes", "40", "--seed", "3")
        yield f"review: {name}", partial(answered, *words)
        words = (*words, "--json", "--out", "out.pyramidion")
        yield f"review kept: {name}", partial(answered, *words, files=("out.pyramidion",))
    for item in range(1, items + 1):
        for key, words in commands_on(name, "--item", str(item)):
            yield f"{key}: {name} item {item}", partial(answered, *words)
    if "puzzles" not in name:
        yield f"check: {name}", partial(answered, "check", name)
        yield f"check --save: {name}", partial(answered, "check", name, "--save", files=(name,))


def _written() -> Iterator[Task]:
    for a, b, openings in (
        ("3", "2", "partition:size=4,rules=free"),
        ("plain", "2", "partition:size=4,rules=stacking"),
        ("novice", "random", "pyraos"), ("4", "plain", "pyraos:rules=alternate"),
        ("2", "plain", "pyramid"), ("random", "3", "pyramid:board=plateau-7,no_moves=pass"),
        ("1", "2", "pyramid-ball"), ("novice", "random", "pyramid-ball:mode=advanced,max_turns=5"),
        ("2", "1", "openings.txt"), ("plain", "novice", "openings.txt"),
    ):  # fmt: skip
        words = ("match", a, b, "--games", "2", "--nodes", "60", "--seed", "5",
                 "--openings", openings, "--out", "games.jsonl")  # fmt: skip
        yield " ".join(words), partial(answered, *words, files=("games.jsonl",))
    for players, openings in (
        (("novice", "random", "random"), "rolling-pyramids:players=3"),
        (("random", "novice"), "rolling-pyramids"),
        (("1",), "rolling-pyramids:players=1,solo_turns=3"),
    ):
        words = ("match", *players, "--games", "1", "--nodes", "30", "--seed", "5",
                 "--openings", openings, "--out", "games.jsonl")  # fmt: skip
        yield " ".join(words), partial(answered, *words, files=("games.jsonl",))


def _of_many() -> Iterator[Task]:
    """Several positions at once, by standard input and by words."""
    some = [game["asked"][0] for game in read_lines("games")[::9]]
    lines = "".join(f"{line}\n" for line in [*some, "", "partition 3 red", "chess x"])
    for words in (("moves", "-", "--limit", "5"), ("play", "-"), ("perft", "-", "1"),
                  ("analyze", "-", "--no-cost"),
                  ("bestmove", "-", "--level", "2", "--nodes", "50")):  # fmt: skip
        yield f"{' '.join(words)} with lines", partial(answered, *words, stdin=lines)
    yield "check -", partial(answered, "check", "-", stdin=some[0])
