"""The ladder of levels: how often each one beats the one below, on one board.

``python -m benchmarks.strength.ladder GAME --openings FILE --out FOLDER`` plays level 2 against
1, 3 against 2 and so on, each opening with both colours, until a sequential test is 95 % sure that
the higher one is 60 Elo better rather than equal, or is not, or all games are played. Level 10 has
a second of the processor a move. Openings that are not there are made. The games are kept in
FOLDER, and the command goes on from there; ``--keep`` has the figures kept where the dialogs that
offer levels look them up.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path

from model.notation.tokens import NotationError
from model.play.kept_lines import KeptLinesError
from model.play.levels import HIGHEST, LOWEST, LevelResult, keep
from model.play.matches.elo import strength, verdict
from model.play.matches.match import (
    MatchFile,
    MatchRules,
    openings,
    play_pair,
    points_of_pairs,
    round_robins_of,
)
from model.positions.setup import read_header

APART = 60
"""Elo between two levels."""
MADE = 30
"""Openings that are made."""
_SURE = 20
"""Pairs that are played at least: fewer say little, whatever the test makes of them."""


def compared(level: int, starts: list[str], folder: Path, games: int) -> LevelResult:
    """Play a level against the one below, as far as that is not done."""
    words = tuple(f"{HIGHEST}:1s" if n == HIGHEST else str(n) for n in (level, level - 1))
    pairs = round_robins_of(starts, words, MatchRules(proved=True), games)
    file = MatchFile(folder / f"{level}.jsonl", pairs)
    known = {game.pair for game in file.games}
    for pair in pairs:
        points = points_of_pairs(file.games)
        if len(points) >= _SURE and verdict(points, 0.0, APART) is not None:
            break
        if pair.number not in known:
            file.add(play_pair(pair))
    points = points_of_pairs(file.games)
    file.close()
    found = strength(points)
    return LevelResult(level, round(found.score, 3), found.games, verdict(points, 0.0, APART))


def main() -> None:
    """Play, and print a line for each level."""
    parser = argparse.ArgumentParser("ladder", description=__doc__.splitlines()[0])
    parser.add_argument("game", metavar="GAME", help="as position strings name it")
    parser.add_argument("--openings", type=Path, required=True, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="goes on from it")
    parser.add_argument("--games", type=int, default=60, metavar="N", help="of a pair at most (60)")
    parser.add_argument("--levels", default=f"{LOWEST + 1}..{HIGHEST - 1}", metavar="A..B")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the openings (1)")
    parser.add_argument("--keep", action="store_true", help="the figures, for the dialogs")
    given = parser.parse_args()
    try:
        kind, options = read_header(given.game)
        game = kind.configure(options)
        if not given.openings.exists():
            made = islice(openings(game, given.seed), MADE)
            given.openings.write_text("".join(f"{position}\n" for position in made), "ascii")
        starts = given.openings.read_text("ascii").split("\n")[:-1]
        given.out.mkdir(parents=True, exist_ok=True)
        first, _, last = given.levels.partition("..")
        for level in range(int(first), int(last or first) + 1):
            found = compared(level, starts, given.out, given.games)
            says = {True: "yes", False: "no", None: "not decided"}[found.apart]
            print(f"{level} against {level - 1}: {found.score:.0%} of {found.games}: {says}",
                  flush=True)  # fmt: skip
            if given.keep:
                keep(game, found)
    except OSError as error:
        parser.error(f"{error.filename}: cannot be read: {(error.strerror or '').lower()}")
    except (ValueError, NotationError, KeptLinesError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
