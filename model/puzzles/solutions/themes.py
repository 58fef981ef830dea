"""What a puzzle is about: themes, each named only where a test says that it is there.

Threats and parries are the same in every game; what a key does on a board is the game's own
(`model.contract.hooks.Hooks.motifs`).
"""

from collections.abc import Iterator

from model.contract.game import Position, Stop
from model.contract.hooks import hooks_of
from model.positions.setup import turned
from model.puzzles.account import threats
from model.puzzles.question import Question
from model.records.puzzle import Puzzle
from model.search.provers import BoundedProver

WORK = 64_000
"""Positions that may be looked at."""


def themes_of(position: Position, puzzle: Puzzle, stop: Stop) -> tuple[str, ...]:
    """Return the themes of a puzzle that was proved sound, the most telling first.

    "double threat"
        After the key two moves or more reach the goal at once, and no reply stops them all.
    "parry"
        The other side would reach its goal within the moves of the puzzle if it were to move, and
        the key stops it.

    Between them stand the motifs of the game. Once `stop` says True, `Stopped` is raised.
    """
    proof = puzzle.proof
    asked = puzzle.stipulation
    if proof is None or not proof.line or asked.kind == "accepted" or position.game.kind.hides:
        return ()
    return tuple(_themes(position.without_past(), puzzle, stop))


def _themes(position: Position, puzzle: Puzzle, stop: Stop) -> Iterator[str]:
    assert puzzle.proof is not None
    line = puzzle.proof.line
    prover = BoundedProver(position.game, WORK, stop)
    question = Question(position, puzzle.stipulation, prover)
    after = position.play(line[0])
    ways = () if question.defends else threats(after, question.goal, stop)
    if len(ways) > 1 and _wins_next(after, question):
        yield "double threat"
    yield from hooks_of(position.game.kind).motifs(position, line)
    if question.defends and _threatened(position, question):
        yield "parry"


def _wins_next(after: Position, question: Question) -> bool:
    """Tell whether the goal is there with the next move, whatever is replied, and not yet."""
    can = question.prover.can
    return can(after, question.goal, 1) is True and can(after, question.goal, 0) is False


def _threatened(position: Position, question: Question) -> bool:
    given, goal = turned(position, question.other), question.goal
    return given is not None and question.prover.can(given, goal, question.moves) is True
