"""Won positions of Partition that few moves keep, where no table reaches, proved by the engine.

``python -m benchmarks.strength.proved_wins LOG FOLDER --minutes 25`` draws positions of the kinds
below, and has the engine's own tree settle each, in as many seconds of the processor as its kind
gives: a move that wins is noted and left out, and the search goes on among the others, until they
are known to lose. A position of which at most a fifth of the legal moves win, and in which nobody
wins with the next ball, goes into `FOLDER/partition-RULES-SIZE.txt` with these moves. Each position
drawn is a line of LOG, and the command goes on from there; each is drawn by its number alone.

The proof shares its code with the engine that is asked for wins kept, but has a hundred times as
long, and says only what is settled.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from time import process_time, thread_time
from typing import NamedTuple

from benchmarks.strength.hard_wins import SEED, SHARE
from benchmarks.strength.partition_positions import balls
from benchmarks.strength.wins_kept import Case, line_of
from model.contract.game import Mask, Move
from model.contract.search import Budget
from model.games.partition.engine import (
    FREE,
    MOST_NODES,
    MOST_WORDS,
    STACKING,
    PartitionEngine,
    state_of,
    workspace_for,
)
from model.games.partition.engine_kernels import grow
from model.games.partition.full_boards import bits_of, board_tables
from model.games.partition.position import PartitionGame, PartitionPosition
from model.play.opponent import never, unheard
from model.registry import kinds
from model.search.prng import seeded
from model.search.tree_search.game_tree import (
    FIRST_WINS,
    UNKNOWN,
    children,
    new_tree,
    with_more_room,
)

_FIRST, _PLAYOUTS = 2, 60
"""Balls put at random at first, and games after which the engine puts most of the others."""
_WALKS = 200
"""Ways down the tree between two looks at the clock."""


class Drawing(NamedTuple):
    """Positions of one kind, and the seconds that the proofs of one may take together."""

    rules: str
    size: int
    fewest: int
    most: int
    seconds: float

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"partition-{self.rules}-{self.size}"

    @property
    def game(self) -> PartitionGame:
        """The game its positions are of."""
        game = kinds()["partition"].configure({"rules": self.rules, "size": str(self.size)})
        assert isinstance(game, PartitionGame)
        return game


DRAWINGS = (Drawing("free", 4, 6, 10, 20.0),)


def drawn(drawing: Drawing, number: int) -> PartitionPosition | None:
    """Return a position by its number; None: its game ended before."""
    rng, position = Random(f"{SEED} {drawing.name} {number}"), drawing.game.start()
    engine, most = PartitionEngine(drawing.game), rng.randint(drawing.fewest, drawing.most)
    while position.outcome is None and balls(position) < most:
        move = position.legal_moves.sample(rng)
        if balls(position) >= _FIRST and rng.randrange(4):
            budget = Budget(_PLAYOUTS, seed=rng.getrandbits(32))
            move = engine.analyse(position, unheard, never, budget).best or move
        position = position.play(move)
    return None if position.outcome is not None else position.without_past()


class Proof:
    """What is settled of a position, within so many seconds of this thread's processor time."""

    def __init__(self, position: PartitionPosition, seconds: float) -> None:
        self._position = position
        self._until = thread_time() + seconds
        self._params = STACKING if position.game.stacking else FREE
        self._tables = board_tables(position.game.size)
        self._root, self._work = state_of(position), workspace_for(position)
        self._rng = seeded(SEED, str(position))

    def next_win(self, allowed: Mask) -> int | None:
        """Return the point of a move that wins among those allowed, -1: none; None: not known."""
        words = self._tables.around.shape[1]
        tree, bits = new_tree(words=words * (words <= MOST_WORDS)), bits_of(allowed)
        self._work.keys[:] = 0
        while tree.proved[0] == UNKNOWN:
            if thread_time() >= self._until:
                return None
            made = grow(
                tree, self._tables, self._work, self._root, bits, self._params, self._rng, _WALKS
            )
            if made < _WALKS and tree.proved[0] == UNKNOWN:
                if tree.move.shape[0] >= MOST_NODES:
                    return None
                *_, tree = with_more_room(tree, MOST_NODES)
        if (tree.proved[0] == FIRST_WINS) != (self._position.side == 0):
            return -1
        return next(
            int(tree.move[child])
            for child in children(tree, 0)
            if tree.proved[child] == tree.proved[0]
        )


def wins_at_once(position: PartitionPosition) -> bool:
    """Tell whether either side would win with a ball put now."""
    passed = PartitionPosition(position.game, position.cells, 1 - position.side)
    return any(
        one.play(move).outcome is not None for one in (position, passed) for move in one.legal_moves
    )


def winning_moves(position: PartitionPosition, seconds: float) -> tuple[Move, ...] | None:
    """Return the moves that win, where they are at most a fifth, else (); None: not proved."""
    names, proof = position.game.board.names, Proof(position, seconds)
    left, found = position.playable.copy(), list[Move]()
    most = SHARE * position.legal_moves.count()
    while left.any():
        site = proof.next_win(left)
        if site is None:
            return None
        if site < 0:
            break
        found.append(names[site])
        left[site] = False
        if len(found) > most:
            return ()
    return tuple(sorted(found))


def case_of(drawing: Drawing, number: int) -> str:
    """Return the case that a position makes, as a line; "" for none, "?" where it is not proved."""
    position = drawn(drawing, number)
    if position is None or wins_at_once(position):
        return ""
    winning = winning_moves(position, drawing.seconds)
    if winning is None:
        return "?"
    return line_of(Case(position, winning)) if winning else ""


def main() -> None:
    """Draw positions for some minutes, each kind for as long, and write what the log holds."""
    parser = argparse.ArgumentParser("proved_wins", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("log", type=Path, metavar="LOG", help="goes on from it")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--minutes", type=float, default=25.0, help="of the processor (25)")
    given = parser.parse_args()
    known: dict[str, list[str]] = {one.name: [] for one in DRAWINGS}
    if given.log.exists():
        for line in given.log.read_text().splitlines():
            row = json.loads(line)
            known[row["kind"]].append(row["case"])
    spent = dict.fromkeys(DRAWINGS, 0.0)
    with given.log.open("a") as log:
        while sum(spent.values()) < 60 * given.minutes:
            one = min(DRAWINGS, key=spent.__getitem__)
            begun = process_time()
            known[one.name].append(case_of(one, len(known[one.name])))
            spent[one] += process_time() - begun
            print(json.dumps({"kind": one.name, "case": known[one.name][-1]}), file=log, flush=True)
    for one in DRAWINGS:
        cases = {line for line in known[one.name] if line not in ("", "?")}
        lines = sorted(cases, key=lambda line: (line.count("R") + line.count("B"), line))
        (given.folder / f"{one.name}.txt").write_text("\n".join(lines) + "\n", "ascii")
        print(f"{one.name}: {len(lines)} of {len(known[one.name])} positions", flush=True)


if __name__ == "__main__":
    main()
