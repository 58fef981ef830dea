"""What a puzzle is about: themes, each named only where a test says that it is there.

Threats and parries are the same in every game; what a key does on a board is the game's own
(`model.contract.hooks.Hooks.motifs`).
"""

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
    proof, asked = puzzle.proof, puzzle.stipulation
    if proof is None or not proof.line or asked.kind == "accepted" or position.game.kind.hides:
        return ()
    position = position.without_past()
    question = Question(position, asked, BoundedProver(position.game, WORK, stop))
    can, goal, after = question.prover.can, question.goal, position.play(proof.line[0])
    found = []
    ways = () if question.defends else threats(after, goal, stop)
    if len(ways) > 1 and can(after, goal, 1) is True and can(after, goal, 0) is False:
        found.append("double threat")
    found += hooks_of(position.game.kind).motifs(position, proof.line)
    given = turned(position, question.other) if question.defends else None
    if given is not None and can(given, goal, question.moves) is True:
        found.append("parry")
    return tuple(found)
