"""prove: what a side can force, by each game's own prover beside playing out by the contract alone.

A case is proved whole: every first move is judged, by a fresh prover. The last row of a game climbs
a ladder of positions, each a win in one own move more than the one before, proved both ways (it is
forced in so many, and not in fewer), and names the last rung that took less than ten seconds.

Where depth says little a search says who wins and not how soon: it looks for both sides' wins side
by side, beside itself in turns on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import monotonic, perf_counter

from benchmarks.rows import Row, medians
from model.contract.game import Game, Goal, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover, ValueSearch
from model.positions.setup import read_position
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import prover_for

LONGEST = 10.0
"""Seconds a rung may take."""
CASES = (
    ("Partition, size 4, win in 2",
     "partition:size=4,rules=free 3R,3R,3R,2R1/3,3,B1R/2,1B/R red", 2),
    ("Pyraos, win in 5",
     "pyraos:rules=standard BWWW,BBBB,WBBW,WBBW/2B,BBW,1WW/2,2/1 white", 5),
    ("Pyramid, giza-7, win in 2", "pyramid 7,4B2,3WW2,7,2W2W1,4B2,7 white", 2),
)  # fmt: skip
PROVERS: tuple[Callable[[Game], Prover], ...] = (prover_for, PlainProver)
LADDERS = {
    "Partition": (
        (6, "partition:size=5,rules=free BBB2,RB1R1,3B1,2R1R,2B1R/1R2,4,1R1R,4/3,3,R2/2,B1/B blue"),
        (8, "partition:size=5,rules=free 1RB2,5,1B1B1,R1RBB,4R/BR2,B3,4,3B/1R1,R2,3/1R,2/1 red"),
        (9, "partition:size=4,rules=free 3B,BB2,4,R3/3,3,3/R1,1R/1 red"),
    ),
    "Pyraos": (
        (8, "pyraos:rules=standard BB2,WWWB,WWBB,BBBB/B2,BWW,1W1/2,2/1 white"),
        (10, "pyraos:rules=standard BWWB,WBBB,W1BW,W1BB/WWW,3,3/2,2/1 black"),
        (11, "pyraos:rules=standard 1WBW,1BWB,BBWB,WBBW/2W,1WW,3/2,2/1 white"),
        (12, "pyraos:rules=children W3,1WBW,BWWB,1B2/3,1BW,3/2,2/1 black"),
        (13, "pyraos:rules=children B1B1,W3,1WWW,1BBB/3,3,1W1/2,2/1 black"),
    ),
    "Pyramid": (
        (4, "pyramid 7,1WBWWB1,4W2,5B1,3W3,2W1B2,7 white"),
        (5, "pyramid 7,1WW4,2B4,3W1W1,4W2,1W5,7 white"),
        (6, "pyramid 7,1BW1W2,7,2W1B2,1W5,3WW2,7 white"),
    ),
}


WORTHS = (
    ("Pyraos, alternate, 16 spheres, a win",
     "pyraos:rules=alternate W1BB,WWWW,1WBW,BBBW/3,2B,2W/2,2/1 white"),
    ("Pyraos, alternate, 16 spheres, a loss",
     "pyraos:rules=alternate WBB1,W1WB,WWWW,WBB1/3,2B,BB1/2,2/1 white"),
)  # fmt: skip
OPEN = "pyraos:rules=alternate 4,4,4,4/3,3,3/2,2/1 white"
STOPPED_AFTER = 0.5
"""Seconds after which a search is stopped that would go on for hours."""
STOPPED_WITHIN = 0.02


def measure() -> Iterator[Row]:
    """Yield a row a case, then a row a ladder, then who wins and how soon a search is stopped."""
    for what, text, moves in CASES:
        position = read_position(text).without_past()
        jobs = [partial(_judged, position, make, moves) for make in PROVERS]
        ours, theirs = medians(*jobs, runs=5)
        same = jobs[0]() == jobs[1]()
        note = "" if same else "they disagree"
        yield Row(what, ours if same else None, "played out", theirs, note=note)
    for game, rungs in LADDERS.items():
        yield _climbed(game, rungs)
    for what, text in WORTHS:
        yield _decided(what, read_position(text).without_past())
    yield _stopped(read_position(OPEN))


def _judged(position: Position, make: Callable[[Game], Prover], moves: int) -> list[str]:
    """All first moves with which the side to move wins in so many."""
    prover = make(position.game)
    goal = Goal("win", str(position.to_move))
    return [
        move
        for move in position.legal_moves
        if prover.can(position.play(move).without_past(), goal, moves - 1)
    ]


def _climbed(game: str, rungs: tuple[tuple[int, str], ...]) -> Row:
    best: tuple[int, float, int] | None = None
    for moves, text in rungs:
        position = read_position(text).without_past()
        end = monotonic() + LONGEST

        def late(end: float = end) -> bool:
            return monotonic() > end

        begun = perf_counter()
        try:
            visited = _proved(position, moves, late)
        except Stopped:
            break
        if visited is None:
            return Row(f"{game}, the longest", None, note=f"{text} is no win in {moves}")
        best = (moves, perf_counter() - begun, visited)
    if best is None:
        return Row(f"{game}, the longest", None, note=f"none within {LONGEST:g} s")
    moves, seconds, visited = best
    speed = f"{visited / seconds:,.0f} positions a second"
    return Row(f"{game}, win in {moves}", seconds, note=f"the longest within 10 s; {speed}")


def _proved(position: Position, moves: int, stop: Stop) -> int | None:
    """Positions looked at to prove a win in exactly so many moves, None where it is not one."""
    prover, goal = prover_for(position.game, stop), Goal("win", str(position.to_move))
    if prover.can(position, goal, moves - 1) is not False or not prover.can(position, goal, moves):
        return None
    return prover.visited


def _decided(what: str, position: Position) -> Row:
    """Who wins, on two cores beside one."""
    found = []

    def decide(cores: int) -> None:
        search = _search(position, lambda: False, cores)
        found.append((search.worth(position), search.visited))

    ours, theirs = medians(partial(decide, 2), partial(decide, 1), runs=5)
    if len({worth for worth, _ in found}) > 1:
        return Row(f"{what}: who wins", None, note="they disagree")
    speed = f"{found[-1][1] / theirs:,.0f} positions a second on one core"
    return Row(f"{what}: who wins", ours, "one core", theirs, note=speed)


def _stopped(position: Position) -> Row:
    """How long a search on two cores goes on when it is stopped: the median of five."""
    late = []
    for _ in range(5):
        end = monotonic() + STOPPED_AFTER

        def stop(end: float = end) -> bool:
            return monotonic() > end

        _search(position, stop, 2).worth(position)
        late.append(monotonic() - end)
    return Row("Pyraos, from stop until it has stopped", median(late), longest=STOPPED_WITHIN)


def _search(position: Position, stop: Stop, cores: int) -> ValueSearch:
    search = hooks_of(position.game.kind).value_search(position.game, stop, cores)
    assert search is not None
    return search
