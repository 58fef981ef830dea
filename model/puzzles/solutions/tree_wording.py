"""The solution of a puzzle in rows of words, each with the line that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.contract.game import Move, Position
from model.contract.hooks import hooks_of
from model.phrases import listed
from model.positions import describe
from model.positions.setup import turned
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


def rows_of(tree: SolutionTree, *, in_words: bool = False) -> tuple[TreeRow, ...]:
    """Return the rows of a tree: set play, keys and what follows them, tries and why they fail.

    Parameters
    ----------
    in_words
        Moves that name no point are told as `describe.named` tells them.
    """
    wording = _Wording(tree, in_words)
    return (*wording.set_play(), *wording.keys(), *wording.tries())


class _Wording:
    """Words a tree; positions go along, since they say what a move does."""

    def __init__(self, tree: SolutionTree, in_words: bool) -> None:
        self._tree, self._start, self._in_words = tree, tree.position, in_words
        self._solver, self._other = solver_of(tree.position), opponent_of(tree.position)

    # -- moves -----------------------------------------------------------------------------------

    def _names(self, position: Position, moves: Sequence[Move]) -> list[str]:
        """Moves that may be played there, instead of one another."""
        return [describe.named(position, move) if self._in_words else move for move in moves]

    def _line(self, position: Position, moves: Sequence[Move]) -> str:
        """Moves that are played there, one after another."""
        said = list[str]()
        for move in moves:
            said += self._names(position, (move,))
            position = position.play(move)
        return " ".join(said)

    def _few(self, position: Position, moves: Sequence[Move], joint: str) -> str:
        """Return "1a1, 1c1 or 1e1", or where there are many "1a1, 1c1, 1e1 or 7 more"."""
        if len(moves) <= NAMED:
            return listed(self._names(position, moves), joint)
        first = self._names(position, moves[: NAMED - 1])
        return listed((*first, f"{len(moves) - NAMED + 1} more"), joint)

    # -- rows ------------------------------------------------------------------------------------

    def set_play(self) -> Iterator[TreeRow]:
        play = self._tree.set_play
        if play is None or (play.goal is None and play.stops is None):
            return
        said = [*self._reaching(play), *self._stopping(play)]
        if said:
            yield TreeRow(0, f"Set play, {self._other.capitalize()} to move")
            yield from (TreeRow(1, words) for words in said)

    def _reaching(self, play: SetPlay) -> Iterator[str]:
        if play.goal is not None:
            does = hooks_of(self._start.game.kind).describe_goal(play.goal).does
            line = self._line(_as_if(self._start, self._other), play.line)
            yield f"{play.goal.side.capitalize()} {does}: {line}"

    def _stopping(self, play: SetPlay) -> Iterator[str]:
        if play.stops is None:
            return
        solver = self._solver.capitalize()
        if not play.stops:
            yield f"no move of {self._other.capitalize()} stops {solver}"
        elif len(play.stops) <= NAMED:
            stops = self._names(_as_if(self._start, self._other), play.stops)
            if len(stops) == 1:
                yield f"{stops[0]} alone stops {solver}"
            else:
                yield f"{listed(stops, 'or')} stops {solver}"

    def keys(self) -> Iterator[TreeRow]:
        for key in self._tree.keys:
            line, after = (key.move,), self._start.play(key.move)
            yield TreeRow(0, f"Key: {self._first(key)}{self._threatening(key)}", line, "right")
            if key.after is not None:
                yield from self._following(key.after, after, line, 1)
            elif key.line:
                yield TreeRow(1, f"then {self._line(after, key.line)}", (*line, *key.line))

    def _first(self, attempt: Attempt) -> str:
        return self._names(self._start, (attempt.move,))[0]

    def _threatening(self, attempt: Attempt) -> str:
        if not attempt.threatens:
            return ""
        as_if = _as_if(self._start.play(attempt.move), self._solver)
        return f", threatens {self._few(as_if, attempt.threatens, 'and')}"

    def _following(
        self, after: Variations, here: Position, line: tuple[Move, ...], depth: int
    ) -> Iterator[TreeRow]:
        for one in after.shown:
            shown = (*line, *one.replies[:1], one.answers[0])
            rest = one.rest and len(after.shown) == 1
            reply = "whatever follows" if rest else self._reply(one, here)
            there = here.play(one.replies[0]) if one.replies else here
            yield TreeRow(depth, f"{reply}: {self._few(there, one.answers, 'or')}", shown)
            if one.after is not None:
                then = there.play(one.answers[0])
                yield from self._following(one.after, then, shown, depth + 1)
        if after.more:
            noun = "reply" if after.more == 1 else "replies"
            yield TreeRow(depth, f"and {after.more} more {noun}")

    def _reply(self, one: Variation, here: Position) -> str:
        if not one.replies:
            return "then"
        return "else" if one.rest else self._few(here, one.replies, "or")

    def tries(self) -> Iterator[TreeRow]:
        texts = {one.move: one.name for one in self._tree.puzzle.tries}
        for one in self._tree.tries:
            name = f" ({texts[one.move]})" if texts.get(one.move) else ""
            line = (one.move,)
            said = f"Try: {self._first(one)}{name}{self._threatening(one)}"
            yield TreeRow(0, said, line, "wrong")
            if not one.line:
                yield TreeRow(1, "is too slow")
                continue
            yield TreeRow(1, self._refuting(one), (*line, *one.line), "wrong")

    def _refuting(self, attempt: Attempt) -> str:
        number, (reply, *rest) = len(attempt.refutations), attempt.line
        after = self._start.play(attempt.move)
        first = self._names(after, (reply,))[0]
        then = f": {self._line(after.play(reply), rest)}" if rest else ""
        if number > 1:
            others = "1 other reply" if number == 2 else f"{number - 1} other replies"
            return f"{first} and {others} refute it{then}"
        alone = " alone" if number else ""
        return f"{first}{alone} refutes it{then}"


def _as_if(position: Position, side: str) -> Position:
    """The position with the other side to move, which the tree was found in."""
    found = turned(position, side)
    assert found is not None
    return found
