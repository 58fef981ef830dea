"""The parts of a solution's tree, as values."""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Goal, Move, Position
from model.records.puzzle import Puzzle


@dataclass(frozen=True)
class Variation:
    """Replies of the other side, and what is answered.

    Attributes
    ----------
    replies
        All replies that this answers, the one that holds out longest first; () where the other side
        has no move, and the solver goes on.
    answers
        What answers each of them, the one that is shown first: any of them does.
    rest
        Whether it answers whatever is not named beside it.
    after
        What may follow.
    """

    replies: tuple[Move, ...]
    answers: tuple[Move, ...]
    rest: bool = False
    after: Variations | None = None


@dataclass(frozen=True)
class Variations:
    """What the other side may do at a node.

    Attributes
    ----------
    shown
        The variations, those with the longest play first, what answers all the rest last.
    more
        Replies that are in none of them.
    """

    shown: tuple[Variation, ...] = ()
    more: int = 0


@dataclass(frozen=True)
class Attempt:
    """A first move, right or wrong.

    Attributes
    ----------
    move
        The key, or the try.
    threatens
        The moves that would go on to the goal, if the other side did nothing.
    after
        Of a key, what may follow; None where nothing does, or it is not decided.
    refutations
        Of a try, all replies that refute it; () where it simply comes too late.
    line
        Of a try, what shows it fail, the refutation first; of a key what its proof plays.
    """

    move: Move
    threatens: tuple[Move, ...] = ()
    after: Variations | None = None
    refutations: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class SetPlay:
    """What would happen if the other side were to move.

    Attributes
    ----------
    line
        How it would reach what it wants: the win, or what a defence is to prevent; () where it
        cannot within the moves of the puzzle.
    goal
        What that is.
    stops
        Its moves that keep the solver from the goal in time; None where that was not decided, or
        the solver only defends.
    """

    line: tuple[Move, ...] = ()
    goal: Goal | None = None
    stops: tuple[Move, ...] | None = None


@dataclass(frozen=True)
class SolutionTree:
    """A solved puzzle.

    Attributes
    ----------
    position, puzzle
        What is solved.
    set_play
        None where it is not known.
    keys, tries
        First moves.
    """

    position: Position
    puzzle: Puzzle
    set_play: SetPlay | None
    keys: tuple[Attempt, ...]
    tries: tuple[Attempt, ...]
