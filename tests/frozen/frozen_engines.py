"""What engines find at 200 positions of each game: the move, its worth, nodes, and the line.

Through `bestmove`, with a fixed number of nodes and a fixed seed; and the plain engine, which the
command line shows only in matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from frozen_lines import Answer, Task, said
from frozen_names import Budget, never, nobody, plain_engine_for, read_position
from frozen_store import read_lines

NODES = {"pyramid-ball": 3_000, "rolling-pyramids": 300, "partition": 400}
"""For a move; what else plays looks at `USUAL` positions."""
USUAL = 2_000
PLAIN_NODES = 100


def tasks() -> Iterator[Task]:
    """Yield what is asked of the engines: every position by the best, every third by others."""
    number = 0
    for game in read_lines("games"):
        nodes = NODES.get(game["game"], USUAL)
        for position in game["asked"]:
            number += 1
            yield f"best: {position}", partial(best, position, ["--nodes", str(nodes)])
            if number % 3 == 0:
                level = 1 + number // 3 % 9
                words = ["--nodes", str(nodes // 4), "--level", str(level)]
                yield f"level {level}: {position}", partial(best, position, words)
            if number % 3 == 1:
                yield f"plain: {position}", partial(plain, position)


def best(position: str, words: list[str]) -> Answer:
    """What `bestmove` says of a position, as JSON."""
    status, out, err = said(["bestmove", position, *words, "--seed", "11", "--json"])
    return {"status": status, "out": out, "err": err}


def plain(text: str) -> Answer | None:
    """What the plain engine finds: UCT with random playouts."""
    position = read_position(text)
    engine = plain_engine_for(position.game)
    found = engine.analyse(position, nobody, never, Budget(nodes=PLAIN_NODES, seed=11))
    return {
        "moves": [[move, round(score.value[0], 6), score.visits, score.proved]
                  for move, score in list(found.moves.items())[:8]],
        "line": list(found.line),
        "nodes": found.nodes,
    }  # fmt: skip
