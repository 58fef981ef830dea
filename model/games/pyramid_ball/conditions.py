"""What tasks of lessons may want of a program: what it does, and whether it is sure to win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from model.contract.game import Move, Position
from model.contract.tasks import MoveCondition, Played
from model.games.pyramid_ball.position import PyramidBallPosition
from model.games.pyramid_ball.programming import Program, read_program

_NEUTRAL = Program().values


def does(program: Program, part: Program) -> bool:
    """Tell whether a program does all that another one does, and perhaps more."""
    held = program.values
    return all(value in (_NEUTRAL[name], held[name]) for name, value in part.values.items())


def _does(played: Played, argument: str) -> bool:
    program, part = read_program(played.move), read_program(argument)
    return program is not None and part is not None and does(program, part)


def _itself(position: Position, argument: str) -> Iterable[Move]:
    return (argument,)


def _is_sure(played: Played, argument: str) -> bool:
    before = played.before
    if not isinstance(before, PyramidBallPosition):
        return False
    covered, answer = _refuted(before, played.move)
    return covered and answer is None


def _refuting(played: Played, argument: str) -> Move | None:
    """Return what the other team has against a program."""
    before = played.before
    return _refuted(before, played.move)[1] if isinstance(before, PyramidBallPosition) else None


@lru_cache(maxsize=8)
def _refuted(before: PyramidBallPosition, move: Move) -> tuple[bool, Move | None]:
    """Return whether all answers to a program can be looked through, and one that refutes it."""
    from model.games.pyramid_ball.search.turn_proof import TurnProver

    prover = TurnProver(before.game)
    covers = prover.covers(before)
    return covers, prover.refuting(before, move) if covers else None


def _sure(position: Position, argument: str) -> Iterable[Move]:
    return _ways(position, "")


def _beats(played: Played, argument: str) -> bool:
    """Whether A wins against one program of B."""
    after = played.after
    if not after.sealed or after.explain(argument) is not None:
        return False
    outcome = after.play(argument).outcome
    return outcome is not None and outcome.winner == played.side


def _known(played: Played, argument: str) -> Move | None:
    return argument if played.after.explain(argument) is None else None


def _against(position: Position, argument: str) -> Iterable[Move]:
    return _ways(position, argument)


def _ways(position: Position, known: Move) -> Iterator[Move]:
    """Yield spare programs that win: one, which may be all that is asked for, then the others."""
    if isinstance(position, PyramidBallPosition):
        first = _winning(position, known, 0)[:1]
        yield from first
        yield from _winning(position, known)[1:] if first else ()


@lru_cache(maxsize=32)
def _winning(
    position: PyramidBallPosition, known: Move, most: int | None = None
) -> tuple[Move, ...]:
    """The spare programs that win; a lesson asks of the same position again and again."""
    from model.games.pyramid_ball.search.turn_proof import TurnProver

    prover = TurnProver(position.game)
    return prover.solving(position, known, most) if prover.covers(position) else ()


CONDITIONS = (
    MoveCondition("does", "move", "does {}", _does, _itself),
    MoveCondition(
        "sure", "", "wins this turn whatever the other team has chosen", _is_sure, _sure, _refuting
    ),
    MoveCondition("beats", "move", "wins this turn against {}", _beats, _against, _known),
)
