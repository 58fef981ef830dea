"""Sets of proved puzzles: positions are tried until enough of them ask something sound.

A position becomes a puzzle where a prover finds something of the wanted length in it, and the check
finds it sound. Then every piece that is not needed is taken away (Partition's puzzles are clearer
so), it is checked once more, with tempting tries, graded, and kept if none like it is there yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from time import monotonic
from typing import TypeVar

import msgspec

from model.contract.game import Move, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover
from model.notation.tokens import NotationError
from model.phrases import counted
from model.positions.likeness import canonical
from model.positions.setup import Draft, side_of, with_side
from model.puzzles.fights import Tempting, can_be_judged, judge
from model.puzzles.generate_choices import ChoiceAttempt
from model.puzzles.generated import End, Generated, GeneratedPuzzle, grade_found, title_of
from model.puzzles.proof import Checked, Progress, check
from model.puzzles.reduction import reduced
from model.puzzles.request import PuzzleRequest, request_fault, wanted_in
from model.puzzles.sources import position_from_play, random_position
from model.puzzles.wording import goal_of
from model.records.puzzle import QUESTIONS, Fight, Puzzle, Stipulation
from model.search.provers import prover_for

T = TypeVar("T")
PATIENCE, PATIENCE_AT_ONCE = 6.0, 20.0
"""Seconds one position may take before the next is tried; where both choose at once."""
FEWEST = 3
"""Legal moves a puzzle has at least: there must be something to choose from."""
OTHERS = 3
"""Sound puzzles that are no fights, one after another, before one of them is taken."""
ATTEMPTS = 5000
"""Positions looked at in vain, one after another, before it is given up."""


def generate(
    request: PuzzleRequest,
    *,
    stop: Stop | None = None,
    progress: Progress | None = None,
    limit: float | None = None,
    hear: Callable[[GeneratedPuzzle], None] | None = None,
    must_choose: bool = False,
) -> Generated:
    """Make puzzles until there are enough of them; what was found so far is never lost.

    Parameters
    ----------
    stop
        Asked now and then; True ends it.
    progress
        Called with the number of puzzles found, the number wanted, and words.
    limit
        Seconds after which it ends.
    hear
        Called with each puzzle as it is found.
    must_choose
        Leave out puzzles in which every move reaches the goal, and look for others.

    Raises
    ------
    ValueError
        With one sentence, where the request cannot be met: hidden choices, corners in a game
        without.
    """
    fault = request_fault(request)
    if fault:
        raise ValueError(fault)
    return _Generator(request, stop, progress, limit, hear, must_choose).run()


@dataclass
class _Generator:
    request: PuzzleRequest
    stop: Stop | None
    progress: Progress | None
    limit: float | None
    hear: Callable[[GeneratedPuzzle], None] | None
    must_choose: bool
    looked: int = 0
    made: list[GeneratedPuzzle] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    others: list[GeneratedPuzzle] = field(default_factory=list)
    """Sound ones that are no fights."""

    def run(self) -> Generated:
        request = self.request
        begun = monotonic()
        patience = PATIENCE_AT_ONCE if request.game.kind.hides else PATIENCE
        rng = Random(request.seed)
        vain = 0
        end: End = "done"
        while len(self.made) < request.count:
            if self.stop is not None and self.stop():
                end = "stopped"
            elif self.limit is not None and monotonic() - begun > self.limit:
                end = "late"
            elif vain >= ATTEMPTS:
                end = "exhausted"
            if end != "done":
                break
            self._tell()
            self.looked += 1
            vain += 1
            # A seed of its own for each: what is skipped for time changes nothing after it.
            inner = Random(rng.getrandbits(48))
            left = None if self.limit is None else self.limit - (monotonic() - begun)
            try:
                found = self._try(inner, patience if left is None else min(patience, left))
            except Stopped:
                continue
            if found is not None and not (self.must_choose and has_no_choice(found)):
                vain = 0
                self._take(found)
        for one in self.others[: request.count - len(self.made)]:
            self._keep(one)
        self._tell()
        return Generated(request, tuple(sorted(self.made, key=easy_first)), self.looked, end)

    def _take(self, found: GeneratedPuzzle) -> None:
        """Keep a fight, and another puzzle where several in a row are none."""
        fight = found.puzzle.proof.fight if found.puzzle.proof is not None else None
        if fight is None or fight.answer == "yes":
            self._keep(found)
            return
        self.others.append(found)
        if len(self.others) == OTHERS:
            self._keep(self.others[0])
            self.others.clear()

    def _keep(self, found: GeneratedPuzzle) -> None:
        self.made.append(found)
        if self.hear is not None:
            self.hear(found)

    def _tell(self) -> None:
        if self.progress is not None:
            looked = f"{counted(self.looked, 'position')} looked at"
            self.progress(len(self.made), self.request.count, looked)

    def _try(self, rng: Random, seconds: float) -> GeneratedPuzzle | None:
        request = self.request
        random = request.source == "random" or (request.source == "both" and rng.random() < 0.5)
        if random and hooks_of(request.game.kind).setup is not None:
            position = random_position(request.game, rng)
        else:
            position = position_from_play(request.game, rng, 2 * request.longest + 1)
        if position is None or not at_least(position, FEWEST):
            return None
        if request.game.kind.hides:
            return self._try_choices(position, rng, seconds)
        attempt = Attempt(request, self.stop, seconds)
        asked = attempt.question(position, rng)
        if asked is None:
            return None
        found = attempt.sound(position, Puzzle(asked))
        if found is None:
            return None
        if request.reduce:
            position = attempt.reduced(position, asked, found.proof.first, rng)
        key = canonical(position)
        if key in self.known:
            return None
        last = attempt.sound(position, Puzzle(asked), thorough=True)
        if last is None:
            return None
        self.known.add(key)
        return made_of(position, asked, last, attempt.depth)

    def _try_choices(
        self, position: Position, rng: Random, seconds: float
    ) -> GeneratedPuzzle | None:
        attempt = ChoiceAttempt(self.request, self.stop, seconds)
        found = attempt.sound(position, rng)
        key = canonical(position)
        if found is None or key in self.known:
            return None
        self.known.add(key)
        return made_of(position, *found, attempt.depth)


class Attempt:
    """One position tried: what can be asked of it, and whether that is sound."""

    def __init__(
        self,
        request: PuzzleRequest,
        stop: Stop | None,
        seconds: float = inf,
        prover: Prover | None = None,
    ) -> None:
        self.request = request
        self.depth = 0
        self._is_fight = False
        self._stop, self._seconds = stop, seconds
        self._end = monotonic() + seconds
        self._prover: Prover = prover or prover_for(request.game, self._over)

    def _over(self) -> bool:
        return monotonic() > self._end or (self._stop is not None and self._stop())

    def question(self, position: Position, rng: Random) -> Stipulation | None:
        """Return what of the wanted kind and length can be asked; None: nothing."""
        wanted = wanted_in(self.request.game.kind)
        kinds = [self.request.kind] if self.request.kind != "any" else _shuffled(wanted, rng)
        for kind in kinds:
            for corner in self._corners(position, kind, rng):
                depth = self.length(position, kind, corner)
                if depth is not None and depth >= self.request.shortest:
                    self.depth = depth
                    return _stipulation(kind, depth, corner)
        return None

    def _corners(self, position: Position, kind: str, rng: Random) -> list[str]:
        about_corner = position.game.kind.corner_goal
        corners = tuple(position.game.board.corners)
        if about_corner is not None and kind == about_corner.name:
            return _shuffled(corners, rng)
        if kind == "parry" and about_corner is not None and rng.random() < 0.4:
            return ["", *_shuffled(corners, rng)]
        return [""]

    def length(self, position: Position, kind: str, corner: str) -> int | None:
        """Return in how many moves it can be forced, or is threatened; None: not at all so soon."""
        goal = goal_of(position, Stipulation(kind, corner=corner))
        if self._prover.can(position, goal, 0) is not False:
            return None
        if kind in QUESTIONS:  # what would follow if the solver did nothing
            given = _given(position, 1 - side_of(position))
            if given is None:
                return None
            position = given
        for number in range(1, self.request.longest + 1):
            found = self._prover.can(position, goal, number)
            if found is None:
                return None
            if found:
                return number
        return None

    def sound(
        self, position: Position, puzzle: Puzzle, *, thorough: bool = False
    ) -> Checked | None:
        """Return what the check found where it is sound."""
        if self._over():
            raise Stopped
        limit = self._seconds if thorough else max(0.0, self._end - monotonic())
        prover = None if thorough else self._prover
        found = check(
            position, puzzle, stop=self._stop, limit=limit, prover=prover, thorough=thorough
        )
        return found if found.decided and found.proof.verdict == "sound" else None

    def reduced(
        self, position: Position, asked: Stipulation, first: tuple[Move, ...], rng: Random
    ) -> Position:
        """Return the position without the pieces it stays the same puzzle without.

        A fight stays a fight: the other side keeps what it fights with.
        """
        if can_be_judged(position):
            self._is_fight = self._fight(position, asked, first).answer == "yes"
        return reduced(position, lambda less: self._is_same(less, asked, first), rng)

    def _fight(self, position: Position, asked: Stipulation, first: tuple[Move, ...]) -> Fight:
        return judge(position, asked, first, Tempting(position, self._over), self._over)

    def _is_same(self, less: Position, asked: Stipulation, first: tuple[Move, ...]) -> bool:
        if not at_least(less, FEWEST):
            return False
        if self._is_fight and self._fight(less, asked, first).answer != "yes":
            return False
        if self.length(less, asked.kind, asked.corner) != self.depth:
            return False
        found = self.sound(less, Puzzle(asked, keys=first))
        return found is not None and found.proof.first == first


def _stipulation(kind: str, depth: int, corner: str) -> Stipulation:
    if kind == "only":
        return Stipulation("only", first="only")
    if kind == "parry":
        return Stipulation("parry", None if depth == 1 else depth, corner)
    return Stipulation(kind, depth, corner)


def made_of(
    position: Position, asked: Stipulation, found: Checked, depth: int, source: str = ""
) -> GeneratedPuzzle:
    """Return a puzzle that a check found sound, graded and named."""
    puzzle = Puzzle(asked, tries=found.tries, proof=found.proof)
    puzzle = msgspec.structs.replace(puzzle, grade=grade_found(position, puzzle))
    return GeneratedPuzzle(position, puzzle, title_of(position, asked), depth, source)


def has_no_choice(made: GeneratedPuzzle) -> bool:
    """Whether every first move reaches the goal: there is nothing to find."""
    return made.puzzle.proof is not None and made.puzzle.proof.no_choice


def easy_first(made: GeneratedPuzzle) -> tuple[int, int, int, str]:
    """Return what to sort puzzles by: easy ones first."""
    return made.puzzle.grade, made.depth, len(made.puzzle.tries), str(made.position)


def _given(position: Position, side: int) -> Position | None:
    """The position with the turn given to a side, None where that cannot be."""
    try:
        given = with_side(position, side)
    except NotationError:
        return None
    return None if isinstance(given, Draft) or given.to_move is None else given


def at_least(position: Position, count: int) -> bool:
    """Tell whether there are so many legal moves."""
    moves = iter(position.legal_moves)
    return all(next(moves, None) is not None for _ in range(count))


def _shuffled(things: Sequence[T], rng: Random) -> list[T]:
    return rng.sample(list(things), len(things))
