"""What a line of a puzzle comes to, as facts: what decided it, before anybody puts it into words.

A solution, and the refutation of a try, both end in one of two ways: the side with the goal gets
there, or it does not. What made the difference is a double threat, a threat that was met, or
simply what is still missing; the game says the last, by `viewer.games.game_view.GameView.decision`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from model.contract.game import Goal, Move, Player, Position, Stop, Stopped
from model.contract.search import Prover
from model.positions.setup import turned
from model.puzzles.question import Question
from model.puzzles.wording import solver_of
from model.records.puzzle import Stipulation
from model.search.proofs.plain_prover import reached

MOST_THREATS = 12
"""Threats beyond which there is no need to go on counting."""


@dataclass(frozen=True)
class PuzzleLine:
    """A line of a puzzle that is to be explained.

    Attributes
    ----------
    start
        Where it begins: the solver is to move.
    moves
        A solution, or a try with what refutes it.
    stipulation
        What is asked.
    right
        Whether it solves the puzzle.
    left
        Own moves the side with the goal has at `start`, None: any number.
    """

    start: Position
    moves: tuple[Move, ...]
    stipulation: Stipulation
    right: bool
    left: int | None


def moves_allowed(stipulation: Stipulation) -> int | None:
    """Return how many moves the side with the goal has at the start, None: any number."""
    return (stipulation.moves or 1) if stipulation.kind == "parry" else stipulation.moves


@dataclass(frozen=True)
class Account:
    """A line of a puzzle with what can be proved of it.

    Attributes
    ----------
    positions
        The start of the line, then the position after each of its moves.
    line
        The moves: a solution, or a try with what refutes it.
    goal
        What one side wants: of a defence, what the other side must not reach.
    solver
        The side the puzzle is put to: the first to move.
    succeeds
        The side with the goal reaches it, or forces it.
    left
        Moves the side with the goal has left after the line, None: any number.
    ways
        The moves that would reach the goal at once: after the move at `turn` of a line that
        succeeds; before a defence that holds, what was threatened.
    turn
        Index in `line` of the move after which `ways` are there, -1: before the first.
    """

    positions: tuple[Position, ...]
    line: tuple[Move, ...]
    goal: Goal
    solver: Player
    succeeds: bool
    left: int | None
    ways: tuple[Move, ...] = ()
    turn: int = -1

    @property
    def start(self) -> Position:
        """Where the line begins."""
        return self.positions[0]

    @property
    def end(self) -> Position:
        """Where it leads."""
        return self.positions[-1]

    @property
    def side(self) -> Player:
        """The side with the goal."""
        return self.goal.side

    @property
    def other(self) -> Player:
        """The other one."""
        return next(player for player in self.start.game.players if player != self.goal.side)

    @property
    def defends(self) -> bool:
        """Whether the solver keeps the other side from its goal."""
        return self.solver != self.goal.side

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached on the board at the end of the line."""
        return reached(self.end, self.goal) is True

    def last_of(self, side: Player) -> int:
        """Return the index of the last move of a side, -1 for none."""
        mine = [k for k in range(len(self.line)) if self.positions[k].to_move == side]
        return mine[-1] if mine else -1


def account(line: PuzzleLine, prover: Prover, stop: Stop | None = None) -> Account | None:
    """Return what a line comes to; None for accepted moves, of which nothing is proved.

    Parameters
    ----------
    prover
        Asked what can be forced. `Stopped` passes through.
    stop
        Asked now and then; `Stopped` is raised once it says True.
    """
    start, left = line.start, line.left
    if line.stipulation.kind == "accepted" or not line.moves:
        return None
    question = Question(start, line.stipulation, prover)
    positions = [start.without_past()]
    for move in line.moves:
        positions.append(positions[-1].play(move))
    succeeds, goal = line.right is not question.defends, question.goal
    moved = sum(positions[k].to_move == goal.side for k in range(len(line.moves)))
    left = None if left is None else max(0, left - moved)
    found = Account(tuple(positions), line.moves, goal, solver_of(start), succeeds, left)
    return _with_ways(found, question, stop)


def _with_ways(found: Account, question: Question, stop: Stop | None) -> Account:
    """Add the threats that decide the line."""
    goal, line = found.goal, found.line
    if not found.succeeds:
        if not found.defends:
            return found
        ways = threats(found.start, goal, stop)
        if not ways and question.moves is not None and question.moves != 1:
            left = question.moves - 1  # with which moves would it force its goal then?
            ways = _as_if_to_move(
                found.start, goal.side, lambda after: question.prover.can(after, goal, left), stop
            )
        return replace(found, ways=ways)
    if not found.is_reached:
        return replace(found, ways=threats(found.end, goal, stop), turn=len(line) - 1)
    mine = [k for k in range(len(line)) if found.positions[k].to_move == goal.side]
    if len(mine) < 2:
        return found
    ways = threats(found.positions[mine[-2] + 1], goal, stop)
    return replace(found, ways=ways, turn=mine[-2])


def threats(position: Position, goal: Goal, stop: Stop | None = None) -> tuple[Move, ...]:
    """Return the moves that would reach a goal at once, if it were that side's turn.

    A dozen are enough. What is chosen in secret reaches nothing at once, so there are none then.
    Stopped when `stop` says so.
    """
    return _as_if_to_move(position, goal.side, lambda after: reached(after, goal) is True, stop)


def _as_if_to_move(
    position: Position, side: Player, does: Callable[[Position], bool | None], stop: Stop | None
) -> tuple[Move, ...]:
    """The moves after which `does` holds, if it were that side's turn."""
    as_if = None if position.game.kind.hides else turned(position, side)
    found: list[Move] = []
    for move in () if as_if is None else as_if.legal_moves:
        if stop is not None and stop():
            raise Stopped
        assert as_if is not None
        if does(as_if.play(move)):
            found.append(move)
        if len(found) == MOST_THREATS:
            break
    return tuple(found)
