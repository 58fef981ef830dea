"""The solution of a puzzle in rows of words, each with the line that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.contract.game import Move
from model.contract.hooks import hooks_of
from model.phrases import listed
from model.puzzles.solutions.solution_tree import (
    Attempt,
    SetPlay,
    SolutionTree,
    Variation,
    Variations,
)
from model.puzzles.wording import opponent_of, solver_of

NAMED = 4
"""Moves that are named beside one another; of more the first ones are, and the others counted."""


@dataclass(frozen=True)
class TreeRow:
    """A row of the tree.

    Attributes
    ----------
    depth
        How far it is indented.
    text
        What it says.
    line
        The moves from the start of the puzzle that show it; () where there are none, as for what
        the other side would do if it were to move.
    tone
        "right" for keys, "wrong" for tries and what refutes them, else "".
    """

    depth: int
    text: str
    line: tuple[Move, ...] = ()
    tone: str = ""


def rows_of(tree: SolutionTree) -> tuple[TreeRow, ...]:
    """Return the rows of a tree: set play, keys and what follows them, tries and why they fail."""
    return (*_set_play(tree), *_keys(tree), *_tries(tree))


def _set_play(tree: SolutionTree) -> Iterator[TreeRow]:
    play = tree.set_play
    if play is None:
        return
    said = [*_reaching(tree, play), *_stopping(tree, play)]
    if said:
        yield TreeRow(0, f"Set play, {opponent_of(tree.position).capitalize()} to move")
        yield from (TreeRow(1, words) for words in said)


def _reaching(tree: SolutionTree, play: SetPlay) -> Iterator[str]:
    if play.goal is not None:
        other = play.goal.side.capitalize()
        does = hooks_of(tree.position.game.kind).describe_goal(play.goal).does
        yield f"{other} {does}: {' '.join(play.line)}"


def _stopping(tree: SolutionTree, play: SetPlay) -> Iterator[str]:
    if play.stops is None:
        return
    solver, other = (who(tree.position).capitalize() for who in (solver_of, opponent_of))
    if not play.stops:
        yield f"no move of {other} stops {solver}"
    elif len(play.stops) == 1:
        yield f"{play.stops[0]} alone stops {solver}"
    elif len(play.stops) <= NAMED:
        yield f"{listed(play.stops, 'or')} stops {solver}"


def _keys(tree: SolutionTree) -> Iterator[TreeRow]:
    for key in tree.keys:
        line = (key.move,)
        yield TreeRow(0, f"Key: {key.move}{_threatening(key)}", line, "right")
        if key.after is not None:
            yield from _following(key.after, line, 1)
        elif key.line:
            yield TreeRow(1, f"then {' '.join(key.line)}", (*line, *key.line))


def _threatening(attempt: Attempt) -> str:
    threats = attempt.threatens
    return f", threatens {_few(threats, 'and')}" if threats else ""


def _following(after: Variations, line: tuple[Move, ...], depth: int) -> Iterator[TreeRow]:
    for one in after.shown:
        shown = (*line, *one.replies[:1], one.answers[0])
        reply = "whatever follows" if one.rest and len(after.shown) == 1 else _reply(one)
        yield TreeRow(depth, f"{reply}: {_few(one.answers, 'or')}", shown)
        if one.after is not None:
            yield from _following(one.after, shown, depth + 1)
    if after.more:
        noun = "reply" if after.more == 1 else "replies"
        yield TreeRow(depth, f"and {after.more} more {noun}")


def _reply(one: Variation) -> str:
    if not one.replies:
        return "then"
    return "else" if one.rest else _few(one.replies, "or")


def _tries(tree: SolutionTree) -> Iterator[TreeRow]:
    texts = {one.move: one.name for one in tree.puzzle.tries}
    for attempt in tree.tries:
        name = f" ({texts[attempt.move]})" if texts.get(attempt.move) else ""
        line = (attempt.move,)
        yield TreeRow(0, f"Try: {attempt.move}{name}{_threatening(attempt)}", line, "wrong")
        if not attempt.line:
            yield TreeRow(1, "is too slow")
            continue
        yield TreeRow(1, _refuting(attempt), (*line, *attempt.line), "wrong")


def _refuting(attempt: Attempt) -> str:
    number, line = len(attempt.refutations), attempt.line
    then = f": {' '.join(line[1:])}" if line[1:] else ""
    if number > 1:
        others = "1 other reply" if number == 2 else f"{number - 1} other replies"
        return f"{line[0]} and {others} refute it{then}"
    alone = " alone" if number else ""
    return f"{line[0]}{alone} refutes it{then}"


def _few(moves: Sequence[Move], joint: str) -> str:
    """Return "1a1, 1c1 or 1e1", or where there are many "1a1, 1c1, 1e1 or 7 more"."""
    if len(moves) <= NAMED:
        return listed(moves, joint)
    return listed((*moves[: NAMED - 1], f"{len(moves) - NAMED + 1} more"), joint)
