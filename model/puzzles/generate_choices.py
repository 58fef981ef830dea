"""Puzzles looked for where both sides choose at once: one choice that wins, or the best answer.

A position becomes a puzzle where few choices win, none of which says much. Choices that say one
thing less are kept as tries: they do not win.
"""

from __future__ import annotations

from random import Random
from time import monotonic

from model.contract.game import Move, Position, Stop
from model.contract.hooks import hooks_of
from model.contract.search import ChoiceProver
from model.puzzles.choosing import answering, choices_in, parts_of
from model.puzzles.proof import Checked, check
from model.puzzles.request import CHOSEN, PuzzleRequest
from model.puzzles.wording import opponent_of
from model.records.puzzle import First, Puzzle, Stipulation, Try
from model.search.provers import prover_for

SEVERAL = 4
"""Answers a puzzle has at most."""
TRIES = 2
"""Choices that say one thing less, kept as tries."""
DRAWN = 12
"""Choices of the other side that are drawn, until one is found that wins against doing nothing."""


class ChoiceAttempt:
    """One position tried: what can be asked of it, and whether that is sound.

    Attributes
    ----------
    depth
        How many things the shortest answer says, once there is a puzzle.
    """

    def __init__(self, request: PuzzleRequest, stop: Stop | None, seconds: float) -> None:
        self.request = request
        self.depth = 0
        self._stop, self._seconds = stop, seconds
        self._end = monotonic() + seconds
        prover = prover_for(request.game, self._over)
        assert isinstance(prover, ChoiceProver)
        self._prover: ChoiceProver = prover

    def _over(self) -> bool:
        return monotonic() > self._end or (self._stop is not None and self._stop())

    def sound(self, position: Position, rng: Random) -> tuple[Stipulation, Checked] | None:
        """Return what can be asked of a position, with its proof; None: nothing.

        `Stopped` passes through where it takes too long.
        """
        if not self._prover.covers(position):
            return None
        kind = self.request.kind
        kind = rng.choice(CHOSEN) if kind == "any" else kind
        known = self._known(position, rng) if kind == "known" else ""
        ways = self._prover.solving(position, known, SEVERAL)
        if not 0 < len(ways) <= SEVERAL:
            return None
        self.depth = min(choices_in(position, way) for way in ways)
        if not self.request.shortest <= self.depth <= self.request.longest:
            return None
        first: First = "unique" if len(ways) == 1 else "set"
        asked = Stipulation("win", 1, first=first, known=known)
        puzzle = Puzzle(asked, tries=self._tries(position, ways))
        found = check(position, puzzle, stop=self._stop, limit=self._seconds, prover=self._prover)
        return (asked, found) if found.decided and found.proof.verdict == "sound" else None

    def _known(self, position: Position, rng: Random) -> Move:
        """A choice of the other side that has to be answered, as far as one is drawn."""
        after, other = answering(position), opponent_of(position)
        idle = position.play(position.steps(()).move or next(iter(position.legal_moves)))
        for _ in range(DRAWN):
            known = hooks_of(position.game.kind).likely_choice(after, rng)
            outcome = idle.play(known).outcome
            if outcome is not None and outcome.winner == other:
                break
        return known

    def _tries(self, position: Position, ways: tuple[Move, ...]) -> tuple[Try, ...]:
        """What does one thing less than an answer: none of it wins, as answers are spare."""
        found = dict.fromkeys(
            part for way in ways for part in parts_of(position, way) if choices_in(position, part)
        )
        return tuple(Try(move) for move in list(found)[:TRIES])
