"""Puzzles out of mistakes: what should have been played, asked where a prover can prove it.

A mistake missed a win that could be forced, or let the other side force one. The first is asked as
"win in so many moves", the second as "move so that the other side does not win". It is kept only
where the check finds it sound, and the move that was played does not solve it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from model.contract.game import Goal, Move, Position, Stop, Stopped
from model.contract.search import Prover
from model.phrases import counted, listed, seconds
from model.play.opponent import never, until
from model.puzzles.generated import GeneratedPuzzle, made_of
from model.puzzles.proof import Checked, Progress, check, first_fault
from model.puzzles.wording import opponent_of, solver_of
from model.records.puzzle import Puzzle, Stipulation, Try
from model.search.provers import prover_for

LONGEST = 5
"""Own moves within which a win is looked for."""
SEVERAL = 3
"""First moves that a puzzle may have, at most: with more there is little to find."""


class NoPuzzleError(Exception):
    """No sound puzzle comes of a mistake; one sentence says why."""


def puzzle_of_mistake(
    position: Position,
    move: Move,
    *,
    stop: Stop | None = None,
    progress: Progress | None = None,
    limit: float = 30.0,
) -> GeneratedPuzzle:
    """Return the puzzle in which something better than `move` is to be found, proved sound.

    Parameters
    ----------
    position
        The one in which the mistake was made.
    move
        The mistake; it becomes a tempting try.
    limit
        Seconds after which it is given up.

    Raises
    ------
    NoPuzzleError
        When there is none, or none was found in time.
    Stopped
        When `stop` says so.
    """
    position = position.without_past()
    if fault := first_fault(position, Puzzle(Stipulation("win"))):
        raise NoPuzzleError(f"This cannot be made into a puzzle: {fault}.")
    end = monotonic() + limit
    maker = _Maker(position, move, stop, progress, end)
    reasons = []
    try:
        for asked, depth in maker.questions():
            found = maker.sound(asked)
            if isinstance(found, str):
                reasons.append(found)
            else:
                return made_of(position, asked, found, depth)
    except Stopped:
        if stop is not None and stop():
            raise
        raise NoPuzzleError(f"No puzzle was proved within {seconds(limit)}.") from None
    if reasons:
        raise NoPuzzleError(reasons[0])
    raise NoPuzzleError(
        f"No win can be forced here within {counted(LONGEST, 'move')}, before this move or after "
        "it, so no exact task can be set."
    )


@dataclass
class _Maker:
    position: Position
    move: Move
    stop: Stop | None
    progress: Progress | None
    end: float

    def __post_init__(self) -> None:
        self._over = until(self.end - monotonic(), self.stop or never)
        self._prover: Prover = prover_for(self.position.game, self._over)

    def questions(self) -> Iterator[tuple[Stipulation, int]]:
        """Yield what can be asked, with the moves it takes: the missed win, then the defence."""
        missed = self._length(self.position, solver_of(self.position))
        after = self.position.play(self.move)
        goal = Goal("win", solver_of(self.position))
        if missed is not None and self._prover.can(after, goal, missed - 1) is not True:
            yield Stipulation("win", missed), missed
            yield Stipulation("win", missed, first="set"), missed
        allowed = self._length(after, opponent_of(self.position))
        if allowed is not None:
            moves = None if allowed == 1 else allowed
            yield Stipulation("parry", moves), allowed
            yield Stipulation("parry", moves, first="set"), allowed

    def _length(self, position: Position, side: str) -> int | None:
        """Return in how many own moves `side` can force a win; None: not so soon."""
        goal = Goal("win", side)
        for number in range(1, LONGEST + 1):
            if self.progress is not None:
                self.progress(number, LONGEST, f"{side} wins in {counted(number, 'move')}?")
            found = self._prover.can(position, goal, number)
            if found is None:
                return None
            if found:
                return number
        return None

    def sound(self, asked: Stipulation) -> Checked | str:
        """Return the check of what is asked, or in a sentence why it is not sound."""
        puzzle = Puzzle(asked, tries=(Try(self.move, name="played"),))
        left = max(0.0, self.end - monotonic())
        found = check(
            self.position,
            puzzle,
            stop=self.stop,
            progress=self.progress,
            limit=left,
            prover=prover_for(self.position.game, self._over),
        )
        if not found.decided:
            raise Stopped
        proof = found.proof
        if proof.verdict == "sound" and len(proof.first) <= SEVERAL:
            return found
        who, other = solver_of(self.position).capitalize(), opponent_of(self.position).capitalize()
        does = f"win in {counted(asked.moves or 1, 'move')}" if asked.kind == "win" else "defend"
        if proof.verdict == "unsolvable" and asked.kind == "parry":
            return f"This cannot be made into a puzzle: {other} wins whatever {who} plays."
        right = tuple(dict.fromkeys((*proof.first, *proof.cooks)))
        shown = list(right[:SEVERAL])
        if len(right) > SEVERAL:
            shown.append(counted(len(right) - SEVERAL, "more move"))
        return f"This cannot be made into a sound puzzle: {who} can {does} by {listed(shown)}."
