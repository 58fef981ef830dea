"""Leaving out what a puzzle does not need: piece after piece, while it stays the same puzzle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

import numpy as np

from model.contract.game import Move, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover
from model.positions.setup import cells_of
from model.puzzles.proof import Progress, check
from model.puzzles.question import Question, UndecidedError, without_piece
from model.records.puzzle import Puzzle
from model.search.provers import prover_for


def reduced(
    position: Position,
    is_same: Callable[[Position], bool],
    rng: Random | None = None,
    progress: Progress | None = None,
) -> Position:
    """Return the position without the pieces it stays the same without.

    Parameters
    ----------
    is_same
        Asked of positions that can exist, are not over and lack one piece more.
    rng
        In which order pieces are tried; None: in site order.
    progress
        Called with the pieces tried in this round, how many there are, and words.
    """
    if hooks_of(position.game.kind).setup is None:
        return position
    names = position.game.board.names
    gone = True
    while gone:  # once more: what was needed may not be, now that others are gone
        gone = False
        sites: Sequence[int] = np.flatnonzero(cells_of(position)).tolist()
        if rng is not None:
            sites = rng.sample(sites, len(sites))
        for number, site in enumerate(sites):
            if progress is not None:
                progress(number, len(sites), f"without {names[site]}")
            less = without_piece(position, site)
            if less is not None and is_same(less):
                position, gone = less, True
    return position


def reduce_puzzle(
    position: Position,
    puzzle: Puzzle,
    *,
    stop: Stop | None = None,
    progress: Progress | None = None,
    limit: float | None = None,
    prover: Prover | None = None,
) -> Position:
    """Return the position of a proved puzzle without the pieces it does not need.

    It stays sound with the same first moves, and takes as many moves as before.

    Raises
    ------
    Stopped
        When `stop` said so, or `limit` seconds have passed.
    """
    end = None if limit is None else monotonic() + limit

    def over() -> bool:
        return (end is not None and monotonic() > end) or (stop is not None and stop())

    judge = prover or prover_for(position.game, over)
    first = puzzle.proof.first if puzzle.proof is not None else ()
    asked = puzzle.stipulation
    wanted = length_of(position, puzzle, judge)

    def is_same(less: Position) -> bool:
        if over():
            raise Stopped
        if any(less.explain(move) is not None for move in first):
            return False
        if length_of(less, puzzle, judge) != wanted:
            return False
        return is_sound(less, Puzzle(asked, keys=puzzle.keys), first, judge, over)

    return reduced(position, is_same, progress=progress)


def length_of(position: Position, puzzle: Puzzle, prover: Prover) -> int | None:
    """Return own moves the solution takes; None where the solver only defends, or not known."""
    question = Question(position, puzzle.stipulation, prover)
    if question.defends:
        return None
    try:
        return question.length(question.position, question.moves)
    except UndecidedError:
        return None


def is_sound(
    position: Position, puzzle: Puzzle, first: tuple[Move, ...], prover: Prover, stop: Stop
) -> bool:
    """Tell whether a puzzle is sound with exactly these first moves."""
    found = check(position, puzzle, stop=stop, prover=prover, thorough=False)
    return found.decided and found.proof.verdict == "sound" and found.proof.first == first
