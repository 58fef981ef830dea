"""Wins kept: how often an engine plays a winning move where few moves win.

``python -m benchmarks.strength.wins_kept FILE... --limit 0.2 --out FOUND`` asks level 10, without
a table, about every position of the files in `examples/hard-positions`, and prints the share of
wins it keeps. Seconds are those of the processor on one thread. What was found is kept in FOUND,
and the command goes on from there; ``--every 5`` asks about every fifth position.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import thread_time
from typing import NamedTuple

from model.contract.game import Game, Move, Position
from model.contract.hooks import hooks_of
from model.contract.search import Budget, Engine
from model.play.matches.elo import span
from model.play.opponent import never, unheard
from model.positions.setup import read_position

_WARM = 200


class Case(NamedTuple):
    """A won position, and all the moves that keep the win."""

    position: Position
    winning: tuple[Move, ...]


def line_of(case: Case) -> str:
    """Return a case as a line of a file: the position, a tab, the moves."""
    return f"{case.position}\t{' '.join(case.winning)}"


def read_cases(path: Path) -> list[Case]:
    """Read the cases of a file.

    Raises
    ------
    OSError
        Where the file cannot be read.
    ValueError
        For a line that is none; one sentence.
    """
    cases = []
    for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
        text, _, moves = line.partition("\t")
        if not moves:
            raise ValueError(f"{path}, line {number}: a position, a tab and the winning moves")
        cases.append(Case(read_position(text), tuple(moves.split())))
    return cases


def played(engine: Engine, position: Position, seconds: float) -> Move | None:
    """Return what an engine plays after so many seconds of this thread's processor time."""
    until = thread_time() + seconds
    return engine.analyse(position, unheard, lambda: thread_time() >= until, Budget(seed=1)).best


def kept(
    cases: list[Case], seconds: float, known: Mapping[str, bool]
) -> Iterator[tuple[str, Move | None, bool]]:
    """Yield each position that is not `known`, what is played there, and whether that wins."""
    engines: dict[Game, Engine] = {}
    for position, winning in cases:
        if str(position) in known:
            continue
        game = position.game
        if game not in engines:
            engine = hooks_of(position.game.kind).engine(position.game)
            if engine is None:
                raise ValueError(f"{position.game.kind.title} has no engine of its own")
            engine.analyse(position, unheard, never, Budget(nodes=_WARM))
            engines[game] = engine
        move = played(engines[game], position, seconds)
        yield str(position), move, move in winning


def main() -> None:
    """Measure, and print a line for each file."""
    parser = argparse.ArgumentParser("wins_kept", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--limit", type=float, default=0.2, metavar="SECONDS", help="a move (0.2)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th position (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOUND", help="goes on from it")
    given = parser.parse_args()
    try:
        cases = {path: read_cases(path)[:: max(given.every, 1)] for path in given.files}
        found: dict[str, dict[str, bool]] = defaultdict(dict)
        if given.out.exists():
            for line in given.out.read_text().splitlines():
                row = json.loads(line)
                found[str(row["limit"])][row["position"]] = row["wins"]
    except OSError as error:
        parser.error(f"{error.filename}: cannot be read: {(error.strerror or '').lower()}")
    except ValueError as error:
        parser.error(str(error))
    for path, few in cases.items():
        known = found[str(given.limit)]
        with given.out.open("a") as out:
            for text, move, wins in kept(few, given.limit, known):
                known[text] = wins
                entry = {"limit": given.limit, "position": text, "move": move, "wins": wins}
                print(json.dumps(entry), file=out, flush=True)
        asked = [known[str(case.position)] for case in few]
        share, low, high = span([float(wins) for wins in asked])
        print(f"{path.stem}, {given.limit:g} s: {sum(asked)} of {len(asked)} wins kept, "
              f"{share:.1%} ({low:.1%} to {high:.1%})", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
