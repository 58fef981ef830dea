"""A stipulation put to a prover: which first moves solve it, what refutes the others, best play."""

from collections.abc import Iterator

from model.contract.game import Goal, Move, Player, Position
from model.contract.search import ChoiceProver, Prover
from model.notation.tokens import NotationError
from model.positions.setup import Draft, put
from model.puzzles.wording import goal_of, opponent_of, solver_of
from model.records.puzzle import Stipulation

DEEPEST = 12
"""Moves up to which the length of an unbounded win is looked for."""

REFUTING = 7
"""Moves a refutation shows, at most: an odd number, so the side with the goal has the last word."""


class UndecidedError(Exception):
    """The prover cannot answer: the position is too large for it."""


class Question:
    """A position with what is asked of the side to move.

    Parameters
    ----------
    position
        Where the puzzle starts.
    stipulation
        What is asked.
    prover
        Who answers. `Stopped` passes through every method.
    """

    def __init__(self, position: Position, stipulation: Stipulation, prover: Prover) -> None:
        self.position = position.without_past()
        self.stipulation = stipulation
        self.prover = prover
        self.choices: ChoiceProver | None = None
        """Where both sides choose at once, out of more than can be listed: who proves it."""
        if isinstance(prover, ChoiceProver) and prover.covers(self.position):
            self.choices = prover
        self.solver: Player = solver_of(position)
        self.other: Player = opponent_of(position)

    @property
    def goal(self) -> Goal:
        """What the solver wants; of "parry" and "only", what the other side must not reach."""
        return goal_of(self.position, self.stipulation)

    @property
    def defends(self) -> bool:
        """Whether the solver keeps the other side from its goal, with one move."""
        return self.stipulation.kind in ("parry", "only")

    @property
    def moves(self) -> int | None:
        """Own moves the solver has; of "parry", moves of the other side that are looked at."""
        if self.stipulation.kind == "parry":
            return self.stipulation.moves or 1
        return None if self.stipulation.kind == "only" else self.stipulation.moves

    @property
    def single(self) -> bool:
        """Whether one move answers it."""
        return self.defends or self.stipulation.kind == "accepted" or self.moves == 1

    def can(self, position: Position, moves: int | None) -> bool:
        """Tell whether the goal can be forced; UndecidedError where the prover cannot say."""
        found = self.prover.can(position, self.goal, moves)
        if found is None:
            raise UndecidedError
        return found

    def allowed(self, move: Move) -> bool:
        """Tell whether a first move is among the marked points, where there are any."""
        points = self.stipulation.points
        return not points or any(point in sites_in(self.position, move) for point in points)

    def first_moves(self) -> Iterator[Move]:
        """Yield the first moves that count as answers, right or wrong; the right ones of many."""
        if self.choices is not None:
            return iter(self.choices.solving(self.position, self.stipulation.known))
        return (move for move in self.position.legal_moves if self.allowed(move))

    def solves(self, move: Move, at: Position | None = None, left: int | None = -1) -> bool:
        """Tell whether a move solves, at the start or at a later move of the solver.

        Parameters
        ----------
        at, left
            The position of a later move and the moves left then, that one included.
        """
        position = self.position if at is None else at
        left = self.moves if left == -1 else left
        if self.stipulation.kind == "accepted":
            return move in self.stipulation.accepted
        if self.choices is not None:
            return self.choices.refuting(self.position, move, self.stipulation.known) is None
        after = position.play(move)
        if self.defends:
            return not self.can(after, left)
        return self.can(after, None if left is None else left - 1)

    # -- best play -------------------------------------------------------------------------------

    def length(self, position: Position, moves: int | None) -> int | None:
        """Return the fewest own moves the goal takes from here; None: it cannot be forced."""
        if not self.can(position, moves):
            return None
        most = DEEPEST if moves is None else moves
        for number in range(most + 1):
            if self.can(position, number):
                return number
        return most + 1

    def best(self, position: Position, moves: int | None) -> Move | None:
        """Return the quickest move towards the goal for the side that wants it; None: none."""
        length = self.length(position, moves)
        if not length:
            return None
        for move in position.legal_moves:
            if self.can(position.play(move), length - 1):
                return move
        return None

    def defence(self, position: Position, moves: int | None) -> Move | None:
        """Return the reply that holds out longest, one that refutes if there is any.

        Of several the one that leaves the fewest ways on, then the first in site order. None:
        there is no legal reply.
        """
        longest = -1
        tied: list[Move] = []
        unknown: Move | None = None
        for move in position.legal_moves:
            try:
                length = self.length(position.play(move), moves)
            except UndecidedError:
                unknown = unknown or move
                continue
            if length is None:
                return move
            if length > longest:
                longest, tied = length, []
            if length == longest:
                tied.append(move)
        if len(tied) < 2 or not longest:
            return tied[0] if tied else unknown
        return min(tied, key=lambda move: self._ways(position.play(move), longest))

    def _ways(self, position: Position, moves: int) -> int:
        """Count the moves that lead to the goal in so many moves."""
        if position.to_move != self.goal.side:
            return 0
        return sum(
            self.prover.can(position.play(m), self.goal, moves - 1) is True
            for m in position.legal_moves
        )

    def refuting(self, move: Move) -> tuple[Move, ...]:
        """Return the replies that are known to show why a wrong first move fails; of many one."""
        if self.choices is not None:
            reply = self.choices.refuting(self.position, move, self.stipulation.known)
            return () if reply is None else (reply,)
        after = self.position.play(move)
        if after.outcome is not None:
            return ()
        left = None if self.moves is None else self.moves - 1
        # Of "parry" and "only" a reply brings the other side to its goal, else it prevents it.
        return tuple(
            r
            for r in after.legal_moves
            if self.prover.can(after.play(r), self.goal, left) is self.defends
        )

    def refutation(self, move: Move) -> tuple[Move, ...]:
        """Return a line after a wrong first move that shows it fail: short, and to the point."""
        replies = self.refuting(move)
        if not replies:
            return ()
        line = [replies[0]]
        position = self.position.play(move).play(replies[0])
        if self.defends:
            # On to the goal, if it is near: the solver answers as long as he can.
            left = None if self.moves is None else self.moves - 1
            while position.outcome is None and len(line) < REFUTING:
                wants = position.to_move == self.goal.side
                try:
                    length = self.length(position, left)
                    reply = self.best(position, left) if wants else self.defence(position, left)
                except UndecidedError:
                    break
                if not length or reply is None:
                    break
                left = length - 1 if wants else length
                line.append(reply)
                position = position.play(reply)
        return tuple(line)

    def line(self, first: Move) -> tuple[Move, ...]:
        """Return the solution from a first move on, against the best defence."""
        line = [first]
        if self.choices is not None:
            return (first, self.choices.answer(self.position, first, self.stipulation.known))
        if self.defends or self.stipulation.kind == "accepted":
            return tuple(line)
        position = self.position.play(first)
        left = None if self.moves is None else self.moves - 1
        while position.outcome is None and self.prover.can(position, self.goal, 0) is not True:
            mine = position.to_move == self.solver
            try:
                move = self.best(position, left) if mine else self.defence(position, left)
            except UndecidedError:
                break
            left = left - 1 if mine and left is not None else left
            if move is None or len(line) > 4 * DEEPEST:
                break
            line.append(move)
            position = position.play(move)
        return tuple(line)


def without_piece(position: Position, site: int) -> Position | None:
    """Return a position without the piece on a site; None where that cannot be, or is over."""
    try:
        less = put(position, [site], 0)
    except NotationError:
        return None
    over = isinstance(less, Draft) or less.outcome is not None or less.to_move is None
    return None if over else less


def sites_in(position: Position, move: Move) -> frozenset[str]:
    """Return the names of the points a move puts something on."""
    board = position.game.board
    found = set()
    for event in position.events(move):
        where = event.to if event.kind == "move" else event.site if event.kind == "place" else None
        if where is not None:
            found.add(board.names[where])
    return frozenset(found)
