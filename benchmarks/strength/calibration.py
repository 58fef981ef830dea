"""Calibration: of positions that an engine gives so many per cent, how many are really won.

``python -m benchmarks.strength.calibration GAME --plies 4..20 --out FOUND`` draws positions of
a game from games with a fixed seed. The engine, without a table, says what each is worth to the
side to move after `--nodes` positions, or as many as a usual review looks at, and from that follows
what people are told; what is proved is told in no per cent and left out. Who really wins is looked
up in a table, or else proved in `--prove` seconds of the processor. Each tenth of what is told is
filled with 200 positions, and the command ends once all are full, or the time is up. What was found
is kept in FOUND, and it goes on from there; the last line says which `Hooks.sureness` fits best.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, log, log1p
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np

from model.contract.game import Game, Position
from model.contract.hooks import hooks_of
from model.contract.search import AS_SEEN, DRAW, LOSS, WIN, Budget, Engine, Sureness
from model.notation.tokens import NotationError
from model.play.kept_lines import KeptLines, KeptLinesError
from model.play.levels import true_share
from model.play.matches.elo import span
from model.play.opponent import never, refusal_of_open, unheard
from model.play.review import budget_of
from model.positions.setup import read_header
from model.tablebase.library import table_for

EACH = 200
"""Positions that a tenth is filled with."""
SEEN, WILD = 60, 0.3
"""What the games are played with: so many positions a move, and any move so often."""
NEAR = 0.1
"""How far from what is told the share really won may lie in the middle of a tenth."""
_WORTH = {"win": WIN, "draw": DRAW, "loss": LOSS}
_STEPS, _HOLD = 60, 0.01
"""Of the fit: its steps, and how much it holds on to what is seen, where few positions say more."""
_LEAST = 0.001
"""No share is taken for less, nor for more than 1 less that: logarithms are finite."""


class Judged(NamedTuple):
    """What the engine sees in a position of known value, and what it is worth, to the mover."""

    seen: float
    worth: float


def tenth(share: float) -> int:
    """Return the tenth that a share belongs to: 6 from 0.55 to 0.65."""
    return int(10 * share + 0.5)


def odds(share: float) -> float:
    """Return the logarithm of the odds of a share."""
    share = min(max(share, _LEAST), 1 - _LEAST)
    return log(share / (1 - share))


def loss(judged: Sequence[Judged], sureness: Sureness) -> float:
    """Return the log loss of what is told by a sureness; of a draw the mean of both."""
    total = 0.0
    for seen, worth in judged:
        away = sureness.power * odds(seen) + sureness.mover
        total += log1p(exp(-abs(away))) + max(away, 0.0) - worth * away
    return total / len(judged)


def fitted(judged: Sequence[Judged]) -> Sureness:
    """Return the sureness that makes the log loss least (logistic regression, Newton's method)."""
    columns = np.array([[odds(one.seen), 1.0] for one in judged])
    worths = np.array([one.worth for one in judged])
    found = np.array(AS_SEEN)
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ found, -30, 30)))
        slope = columns.T @ (chances - worths) + _HOLD * (found - AS_SEEN)
        curve = (columns.T * (chances * (1 - chances))) @ columns + _HOLD * np.eye(2)
        found = found - np.clip(np.linalg.solve(curve, slope), -1, 1)
    return Sureness(*map(float, found))


class Measure:
    """One measure of a game: positions are drawn, told and proved, one after another.

    Parameters
    ----------
    nodes
        What the engine looks at for what it tells.
    plies
        The least and the greatest number of moves from the start.
    prove
        Seconds of the processor for a proof, where no table knows the position.

    Attributes
    ----------
    sureness
        By which people are told what the engine sees.
    """

    def __init__(self, game: Game, nodes: int, plies: Sequence[int], prove: float) -> None:
        if why := refusal_of_open(game):
            raise ValueError(why)
        engine = hooks_of(game.kind).engine(game)
        if engine is None:
            raise ValueError(f"{game.kind.title} has no engine of its own")
        self._game, self._engine, self._nodes = game, engine, nodes
        self._plies, self._prove = plies, prove
        self.sureness = hooks_of(game.kind).sureness(game, nodes)

    def drawn(self, rng: Random) -> Position | None:
        """Return the position that a game comes to; None where the game ended before."""
        position = self._game.start()
        for _ in range(rng.randint(*self._plies)):
            if position.outcome is not None or not position.legal_moves:
                return None
            if rng.random() < WILD:
                move = position.legal_moves.sample(rng)
            else:
                budget = Budget(SEEN, seed=rng.randrange(1 << 30))
                best = self._engine.analyse(position, unheard, never, budget).best
                assert best is not None
                move = best
            position = position.play(move)
        return None if position.outcome is not None else position.without_past()

    def seen(self, position: Position) -> float | None:
        """Return the share that the engine sees for the mover; None where the value is proved."""
        found = self._engine.analyse(position, unheard, never, Budget(self._nodes, seed=1))
        if found.score is None or found.score.proved:
            return None
        return found.score.value[position.game.players.index(str(position.to_move))]

    def worth(self, position: Position) -> float | None:
        """Return what a position is worth to the mover; None where nobody knows."""
        table = table_for(position.game)
        value = "unknown" if table is None else table.probe(position).value
        if value != "unknown":
            return _WORTH[value]
        return _proved(self._engine, position, self._prove)


def _proved(engine: Engine, position: Position, seconds: float) -> float | None:
    end = process_time() + seconds
    found = engine.analyse(position, unheard, lambda: process_time() >= end, Budget(seed=1))
    if found.score is None or not found.score.proved:
        return None
    return found.score.value[position.game.players.index(str(position.to_move))]


def rows_of(
    measure: Measure, seed: int, first: int, filled: list[int]
) -> Iterator[dict[str, object]]:
    """Yield what is found of each position drawn from number `first` on, until all is filled.

    Parameters
    ----------
    filled
        How many positions of each tenth there are; counted on.
    """
    number = first
    while min(filled[1:-1]) < EACH:
        position = measure.drawn(Random(f"{seed} {number}"))
        seen = None if position is None else measure.seen(position)
        row: dict[str, object] = {"number": number, "seen": seen, "worth": None}
        if position is not None and seen is not None:
            at = tenth(true_share(seen, measure.sureness))
            if filled[at] < EACH:
                row |= {"worth": measure.worth(position), "position": str(position)}
                filled[at] += row["worth"] is not None
        yield row
        number += 1


def report(judged: Sequence[Judged], sureness: Sureness) -> Iterator[str]:
    """Yield a line for each tenth of what is told, and which sureness would be best."""
    tenths: list[list[float]] = [[] for _ in range(11)]
    for seen, worth in judged:
        tenths[tenth(true_share(seen, sureness))].append(worth)
    good = of = 0
    for number, here in enumerate(tenths):
        if not here:
            continue
        low, high = max(0, 10 * number - 5), min(100, 10 * number + 5)
        won, least, most = span(here)
        if 0 < number < 10:
            good, of = good + (abs(won - number / 10) <= NEAR), of + 1
        yield f"told {low} to {high} %: {won:.0%} of {len(here)} won ({least:.0%} to {most:.0%})"
    best = fitted(judged)
    yield f"{good} of {of} tenths lie within {NEAR:.0%}"
    yield (
        f"{_words(sureness)}: log loss {loss(judged, sureness):.3f}; "
        f"{_words(best)} fits best: {loss(judged, best):.3f}"
    )


def _words(sureness: Sureness) -> str:
    return f"power {sureness.power:.2f} and mover {sureness.mover:+.2f}"


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser("calibration", description=__doc__.splitlines()[0])
    parser.add_argument("game", metavar="GAME", help="as position strings name it")
    parser.add_argument("--plies", default="4..20", metavar="A..B", help="from the start (4..20)")
    parser.add_argument("--nodes", type=int, metavar="N", help="looked at (as a usual review)")
    parser.add_argument("--prove", type=float, default=2.0, metavar="SECONDS", help="a proof (2)")
    parser.add_argument("--limit", type=float, default=3600.0, metavar="SECONDS", help="(3600)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what is drawn (1)")
    parser.add_argument("--out", required=True, metavar="FOUND", help="goes on from it")
    given = parser.parse_args()
    try:
        kind, options = read_header(given.game)
        game = kind.configure(options)
        least, _, most = given.plies.partition("..")
        plies = [int(least), int(most or least)]
        nodes = given.nodes or budget_of(game.kind, "usual").nodes or 0
        measure = Measure(game, nodes, plies, given.prove)
        head = {
            "calibration": given.game,
            "nodes": nodes,
            "plies": plies,
            "prove": given.prove,
            "seed": given.seed,
        }
        file = KeptLines(given.out, head, "another measure: name another file")
    except (ValueError, NotationError, KeptLinesError) as error:
        parser.error(str(error))
    rows, filled = list(file.lines), [0] * 11
    for one in _judged(rows):
        filled[tenth(true_share(one.seen, measure.sureness))] += 1
    end = process_time() + given.limit
    for row in rows_of(measure, given.seed, len(rows), filled):
        file.append(row)
        rows.append(row)
        if process_time() >= end:
            break
    judged, tried = _judged(rows), sum("position" in row for row in rows)
    print(f"{given.game}, {nodes} positions: {len(rows)} drawn, {len(judged)} of {tried} known")
    if judged:
        print("\n".join(report(judged, measure.sureness)))


def _judged(rows: Sequence[dict[str, object]]) -> list[Judged]:
    """The positions whose value is known."""
    return [Judged(row["seen"], row["worth"]) for row in rows
            if isinstance(row["seen"], float) and isinstance(row["worth"], float)]  # fmt: skip


if __name__ == "__main__":
    main()
