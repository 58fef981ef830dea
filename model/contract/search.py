"""What searches promise: provers, solvers and engines, and the `Analysis` that engines return.

An analysis says how good each move is; a budget says how much may be spent to find that out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from model.contract.game import Goal, Move, Position, Solution, Stop

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""What a game is worth to a player when it is over."""


@dataclass(frozen=True)
class Score:
    """What a move, or a position, is worth.

    Attributes
    ----------
    value
        A number for each of ``game.players``, in that order: the share of the game to be expected,
        from `LOSS` to `WIN`.
    distance
        Plies to the end of the game with best play, counted from the position that was analysed,
        where that is known; else None.
    visits
        How often it was looked at; engines that do not count say 0.
    proved
        Whether `value` is exact rather than an estimate.
    spread
        The standard deviation of each value where chance plays; None where it does not.
    probability
        How often the move should be played, where one should not always play the same.
    """

    value: tuple[float, ...]
    distance: int | None = None
    visits: int = 0
    proved: bool = False
    spread: tuple[float, ...] | None = None
    probability: float | None = None


class Sureness(NamedTuple):
    """How what an engine sees becomes what is true; measured on positions of known value.

    Attributes
    ----------
    power
        That the odds are taken to: more than 1 where a search finds out who is better sooner than
        by how much.
    mover
        What is added to the logarithm of the mover's odds: less than 0 where the best of many moves
        looks better than it is.
    """

    power: float = 1.0
    mover: float = 0.0


AS_SEEN = Sureness()
"""What an engine sees is told as it is."""


@dataclass(frozen=True)
class Budget:
    """What an engine may spend on a position; it is told by a stop function when time is up.

    Attributes
    ----------
    nodes
        Positions looked at, or games played out, about; None: no limit.
    depth
        Plies looked ahead, for engines that look ahead ply by ply; None: no limit.
    seed
        Whatever is drawn is drawn by it: a budget of nodes with the same seed gives the same
        answer.
    """

    nodes: int | None = None
    depth: int | None = None
    seed: int = 0


class Prover(Protocol):
    """Answers, exactly or not at all, what a side can force; keeps what it has proved.

    One prover serves one game (options included) and may be asked about any of its positions.
    Positions are taken without their past (`Position.without_past`).
    """

    visited: int
    """Positions looked at since the prover was made, for figures."""

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` reaches the goal whatever the other side does.

        Parameters
        ----------
        position
            Whoever is to move. A goal that is reached already is reached in 0 moves.
        moves
            Within so many moves of `goal.side` itself (a turn with several parts, or a pass, is one
            move); None: in any number of moves.

        Returns
        -------
        bool or None
            None where this search cannot answer (too large for it), never for want of time.

        Raises
        ------
        Stopped
            When the stop function said so.
        """

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes against the best defence, exactly.

        Parameters
        ----------
        moves
            `goal.side` can force the goal within so many moves of its own, and in no fewer.

        Returns
        -------
        int or None
            None where plies are not counted.
        """


@runtime_checkable
class WeighingProver(Prover, Protocol):
    """A prover whose positions take unlike work, and which weighs it."""

    work: int
    """What it has done since it was made, in positions and what takes as long as so many."""


@runtime_checkable
class ChoiceProver(Prover, Protocol):
    """A prover of games in which both sides choose at once, out of more than can be listed.

    It tells what the first to choose wins by a single choice, against every answer of the other
    side, or against the one answer that is `known` ("": none is).

    A choice is *spare* where none wins that does only a part of what it does.
    """

    def covers(self, position: Position) -> bool:
        """Tell whether both sides choose here, one after the other and out of very much."""

    def refuting(self, position: Position, move: Move, known: Move = "") -> Move | None:
        """Return an answer against which a choice does not win; None: it always wins."""

    def solving(
        self, position: Position, known: Move = "", most: int | None = None
    ) -> tuple[Move, ...]:
        """Return the spare choices that win; every other one that wins does more than these.

        `most`: once there are more than so many, some of them are returned, more than that.
        """

    def answer(self, position: Position, move: Move, known: Move = "") -> Move:
        """Return the answer that holds out longest against a choice that wins."""


Worth = Literal["win", "loss", "draw"]
"""What a position is worth to the side to move, with best play."""


class ValueSearch(Protocol):
    """Finds who wins with best play, not how soon; keeps what it has shown.

    It serves one game, options included, and may be asked about any of its positions that are not
    over. It is made with a stop function, which it asks every 10 ms or so.
    """

    visited: int
    """Positions looked at since it was made, for figures."""

    def worth(self, position: Position, most: int | None = None) -> Worth | None:
        """Return what a position is worth to the side to move; its past does not matter.

        Parameters
        ----------
        most
            Positions to look at, about; None: as many as it takes.

        Returns
        -------
        str or None
            None where it was stopped, or has looked at so many: asked again it goes on there. Also
            where it can say no more, and then it `is_over`.
        """

    @property
    def is_over(self) -> bool:
        """Whether more time is of no use to the position it was asked about last."""

    def line(self, position: Position) -> tuple[Move, ...]:
        """Return moves that win for the side that was shown to win, against resistance.

        They lead to the end of the game, or as far as it came before it was stopped.
        """


class Solver(Protocol):
    """Finds who wins with best play."""

    def __call__(self, position: Position, *, limit: float) -> Solution | None:
        """Return the value of `position`; None when it is not decided within `limit` seconds."""


@dataclass(frozen=True)
class Analysis:
    """What an engine thinks of a position so far.

    Attributes
    ----------
    position
        What was analysed.
    moves
        The moves looked at and their scores, best first; never empty where there is a legal move.
    line
        What the engine expects both sides to play, the best move first; empty where the game is
        over.
    done
        Whether the engine would not think on: its budget is spent, or nothing is left to find.
    nodes
        Positions looked at, or games played out.
    depth
        Plies looked ahead all through; 0 where the engine does not look so.
    exposed
        In mixed play, how much more the other side made by the best answer found to the very
        probabilities told, had it known them; None elsewhere.
    """

    position: Position
    moves: Mapping[Move, Score]
    line: tuple[Move, ...] = ()
    done: bool = False
    nodes: int = 0
    depth: int = 0
    exposed: float | None = None

    @property
    def best(self) -> Move | None:
        """The move the engine would play, None where the game is over."""
        return next(iter(self.moves), None)

    @property
    def score(self) -> Score | None:
        """What the position is worth, with the best move; None where the game is over."""
        return None if self.best is None else self.moves[self.best]


Report = Callable[[Analysis], None]
"""Called by an engine, in its own thread, each time it knows more."""


class Engine(Protocol):
    """Thinks about positions of one game, options included; keeps what it has found out.

    It is given what the side to move may know (`Position.seen_by`), and nothing else.
    """

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`, its past included, and return what was found.

        Parameters
        ----------
        report
            Called with what is known on the way, some times a second at most.
        stop
            Asked every 10 ms or so; once it says True the answer is what is known by then, and at
            least some legal move.
        budget
            What may be spent; the answer is `done` once it is.
        """
