"""200 transcripts of UGI: what a tournament program says, and every answer to it.

Lines come one at a time, the next one when a move was told; times are taken out of `info`, and of
several lines of it the last one is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from io import BytesIO, TextIOWrapper
from random import Random
from threading import Event
from typing import Any

from frozen_lines import Task, said
from frozen_store import read_lines

TRANSCRIPTS = 200
BAD = (
    "nonsense", "go nodes", "go nodes x", "go p1time", "go sideways 4", "setoption",
    "setoption Level 3", "setoption name Level value 0", "setoption name Level value 11",
    "setoption name Seed value -1", "setoption name Game value chess",
    "setoption name Game value pyramid-ball", "setoption name Game value rolling-pyramids",
    "setoption name size value 99", "setoption name rules value none",
    "setoption name nothing value 1", "position", "position fen", "position fen partition 3 red",
    "position startpos moves zz", "position startpos moves 1a1 1a1",
    "position fen pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM", "query", "query weather",
    "", "   ", "ugi", "isready", "UGI", "position startpos", "query gameover",
)  # fmt: skip
OPEN = ("partition", "pyraos", "pyramid")


class Lines(TextIOWrapper):
    """Standard input that holds back a line while the engine thinks."""

    def __init__(self, lines: list[str], told: Event) -> None:
        super().__init__(BytesIO(), encoding="utf-8")
        self.left, self.told, self.thinks = list(lines), told, False

    # As TextIOWrapper itself does.
    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """Return the next line, once the answer to ``go`` is out."""
        if self.thinks and not self.told.wait(300):
            raise TimeoutError("no move came")
        line = self.left.pop(0) if self.left else ""
        self.thinks = line.startswith("go nodes ") and line[9:10].isdigit()
        self.told.clear()
        return f"{line}\n" if line or self.left else ""


class Answers(TextIOWrapper):
    """Standard output that says when a move was told."""

    def __init__(self, told: Event) -> None:
        super().__init__(BytesIO(), encoding="utf-8", newline="")
        self.told = told

    def write(self, text: str) -> int:
        """Write, and note a move."""
        count = super().write(text)
        if text.startswith("bestmove"):
            self.told.set()
        return count


def script(game: dict[str, Any], rng: Random) -> list[str]:
    """Return what is said about one game: options, positions on its way, questions, mistakes."""
    kind, _, words = game["start"].split(" ")[0].partition(":")
    lines = ["ugi", f"setoption name Game value {kind}"]
    for word in words.split(",") if words else ():
        name, _, value = word.partition("=")
        lines.append(f"setoption name {name} value {value}")
    lines += [f"setoption name Seed value {rng.randrange(100)}", "isready", "uginewgame"]
    if rng.random() < 0.5:
        lines.append(f"setoption name Level value {rng.randint(1, 10)}")
    for _ in range(3):
        moves = game["moves"][: rng.randint(0, len(game["moves"]))]
        start = rng.choice(("startpos", f"fen {game['start']}"))
        lines.append(f"position {start} moves {' '.join(moves)}" if moves else f"position {start}")
        lines += ["query gameover", "query p1turn", "query result"]
        if rng.random() < 0.7:
            lines.append(f"go nodes {rng.choice((1, 30, 200, 900))}")
        lines += [rng.choice(BAD) for _ in range(rng.randint(0, 3))]
    lines.append(f"position fen {rng.choice(game['asked'])}")
    return [*lines, "go nodes 100", "query result", "quit"]


def answers(lines: list[str]) -> list[str]:
    """Run ``pyramidion ugi`` on lines; its answers without times, the last of lines of `info`."""
    told = Event()
    status, out, err = said(["ugi"], Lines(lines, told), Answers(told))
    kept: list[str] = []
    for line in out.splitlines():
        if kept and line.startswith("info depth") and kept[-1].startswith("info depth"):
            kept.pop()
        line = line.removesuffix(" var poly-y")  # a game that came later
        kept.append(re.sub(r" time \d+ nps \d+", "", line))
    return [*kept, *err.splitlines(), f"status {status}"]


def tasks() -> Iterator[Task]:
    """Yield the transcripts."""
    games = [game for game in read_lines("games") if game["game"] in OPEN]
    for number in range(TRANSCRIPTS):
        rng = Random(number)
        lines = script(games[number * 7 % len(games)], rng)
        yield f"{number}: {games[number * 7 % len(games)]['start']}", partial(answers, lines)
