"""Puzzles out of played games: the positions before games were decided, the best of many.

Every position of a game's last moves is asked what can be asked of it; what is sound there is
judged. Fights come first, then what tempts more and is harder to find, and of two that look alike
one is kept. No clock is asked, so the same games give the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from random import Random
from time import time

import msgspec

from model.contract.game import Game, Move, Position, Stop, Stopped
from model.play.batch import run_all
from model.positions.setup import read_position
from model.positions.symmetry import canonical, likeness
from model.puzzles.fights import Tempting, can_be_judged, judge
from model.puzzles.generate import FEWEST, PuzzleCandidate, at_least, easy_first
from model.puzzles.generated import End, Generated, GeneratedPuzzle, made_of
from model.puzzles.proof import check
from model.puzzles.question import Question, UndecidedError
from model.puzzles.request import PuzzleRequest, wanted_in
from model.records.puzzle import Fight, Puzzle, Stipulation
from model.search.provers import BoundedProver

WORK = 60_000
"""Positions that may be looked at for each question put to a position of a game."""
ALIKE = 0.7
"""From this likeness on two puzzles are the same to whoever solves them."""
SPARE = 3
"""Candidates that are checked whole, for each puzzle wanted."""
CHECKING = 300.0
"""Seconds the whole check of one candidate may take."""


@dataclass(frozen=True)
class MinedGame:
    """A game that was played.

    Attributes
    ----------
    start
        The position string it began with.
    moves
        What was played.
    source
        Who played it, or where it is kept: it comes before "move 17" in the puzzle's source.
    """

    start: str
    moves: tuple[Move, ...]
    source: str


@dataclass(frozen=True)
class Candidate:
    """A position of a game that asks something sound.

    Attributes
    ----------
    depth
        As of `GeneratedPuzzle`.
    fight
        What was judged of it; None in games that are not judged.
    """

    position: str
    asked: Stipulation
    depth: int
    fight: Fight | None
    source: str

    @property
    def rank(self) -> tuple[int, int, int, int, str]:
        """What to sort by: fights first, then what tempts more, and is found by fewer."""
        fight = self.fight or Fight()
        order = ("yes", "undecided", "no").index(fight.answer)
        return order, -len(fight.tries), -(fight.level or 10), -self.depth, self.position


@dataclass(frozen=True)
class _MiningTask:
    course: MinedGame
    request: PuzzleRequest
    end: float | None
    """By the clock on the wall, since it may be begun late, and on another computer."""


def mine(
    courses: Sequence[MinedGame],
    request: PuzzleRequest,
    make: Callable[[], Executor],
    limit: float | None = None,
    notify: Callable[[str], None] | None = None,
) -> Generated:
    """Make puzzles of games: the best of all that are found, none like another.

    Parameters
    ----------
    courses
        The games; of other games than the request's, or with other options, none is made.
    make
        Makes the executor (`model.play.batch`).
    limit
        Seconds, for all of it; what is found by then counts.
    notify
        Told in a few words how far it is.
    """
    end = None if limit is None else time() + limit
    found: dict[str, Candidate] = {}
    looked = 0
    tasks = [_MiningTask(course, request, end) for course in courses]
    for done, (_, (seen, candidates)) in enumerate(run_all(_candidates_of, tasks, make), start=1):
        looked += seen
        for one in candidates:
            key = canonical(read_position(one.position))
            found[key] = min(found.get(key, one), one, key=lambda each: each.rank)
        if notify is not None:
            notify(f"{done} of {len(courses)} games, {len(found)} positions")
    chosen = _chosen(sorted(found.values(), key=lambda one: one.rank), request.count, end)
    late = end is not None and time() > end
    last: End = "done" if len(chosen) >= request.count else "late" if late else "exhausted"
    return Generated(request, tuple(sorted(chosen, key=easy_first)), looked, last)


def candidates_in(
    course: MinedGame, request: PuzzleRequest, stop: Stop
) -> tuple[int, list[Candidate]]:
    """Return how many positions of a game were looked at, and those that ask something sound."""
    found: list[Candidate] = []
    looked = 0
    for number, position in _positions(course, request.game, 2 * request.longest + 1):
        looked += 1
        if not at_least(position, FEWEST):
            continue
        source = f"{course.source}, before move {number}"
        try:
            found += _asked_of(position, request, source, stop)
        except Stopped:
            break
    return looked, found


def _candidates_of(task: _MiningTask) -> tuple[int, list[Candidate]]:
    def stop() -> bool:
        return task.end is not None and time() > task.end

    return candidates_in(task.course, task.request, stop)


def _positions(course: MinedGame, game: Game, most: int) -> Iterator[tuple[int, Position]]:
    """The last positions of a game that were not over, with the number of the move that follows."""
    position = read_position(course.start)
    if position.game != game:
        return
    line = [position]
    for move in course.moves:
        line.append(line[-1].play(move))
    open_ones = [
        (number, here.without_past())
        for number, here in enumerate(line, start=1)
        if here.outcome is None and here.to_move is not None
    ]
    yield from open_ones[-most:]


def _asked_of(
    position: Position, request: PuzzleRequest, source: str, stop: Stop
) -> Iterator[Candidate]:
    kinds = wanted_in(request.game.kind) if request.kind == "any" else (request.kind,)
    for kind in kinds:
        prover = BoundedProver(request.game, WORK, stop)
        attempt = PuzzleCandidate(replace(request, kind=kind), stop, prover=prover)
        asked = attempt.question(position, Random(f"{request.seed} {position}"))
        if asked is None:
            continue
        try:
            asked, right = _solved(position, asked, request.longest, prover.renewed())
        except UndecidedError:
            continue
        found = check(position, Puzzle(asked), stop=stop, prover=prover.renewed(), thorough=False)
        if not found.decided or found.proof.verdict != "sound":
            continue
        fight = None
        if can_be_judged(position):
            fight = judge(position, asked, right, Tempting(position, stop), stop)
        yield Candidate(str(position), asked, attempt.depth, fight, source)


def _solved(
    position: Position, asked: Stipulation, longest: int, prover: BoundedProver
) -> tuple[Stipulation, list[Move]]:
    """Return what solves a question: of a parry that several moves manage, look further ahead."""
    question = Question(position, asked, prover)
    right = [move for move in question.first_moves() if question.solves(move)]
    moves = question.moves
    while asked.kind == "parry" and len(right) > 1 and moves is not None and moves < longest:
        moves += 1
        further = msgspec.structs.replace(asked, moves=moves)
        question = Question(position, further, prover.renewed())
        left = [move for move in right if question.solves(move)]
        if left:
            asked, right = further, left
        else:
            break
    return asked, right


def _chosen(ranked: Sequence[Candidate], count: int, end: float | None) -> list[GeneratedPuzzle]:
    """The best candidates that are unlike one another, checked whole."""
    chosen: list[GeneratedPuzzle] = []
    tried = 0
    for one in ranked:
        if len(chosen) == count or tried == SPARE * count:
            break
        position = read_position(one.position)
        if any(likeness(position, other.position) >= ALIKE for other in chosen):
            continue
        left = CHECKING if end is None else max(1.0, min(CHECKING, end - time()))
        tried += 1
        found = check(position, Puzzle(one.asked), limit=left)
        if found.decided and found.proof.verdict == "sound":
            chosen.append(made_of(position, one.asked, found, one.depth, one.source))
    return chosen
