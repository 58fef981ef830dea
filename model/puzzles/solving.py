"""Solving a puzzle step by step: a pure state machine; who plays and who shows is elsewhere."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from model.contract.game import Move, Position
from model.contract.hooks import hooks_of
from model.contract.search import Prover
from model.phrases import counted, listed
from model.positions import describe
from model.puzzles.question import Question, UndecidedError, sites_in
from model.records.puzzle import Puzzle

State = Literal["open", "wrong", "solved"]


@dataclass(frozen=True)
class Solving:
    """How far a person has come.

    Attributes
    ----------
    puzzle, start
        What is solved, and where it starts.
    position
        Where it stands: the solver is to move, or it is solved.
    left
        Own moves left, None where they are not counted.
    state
        "wrong" right after a move that does not do it: the position is as before it.
    played
        The moves from the start to `position`.
    said
        What is to be said now.
    reply
        The move with which the other side answered the last right move, or "".
    wrong
        The last wrong move and the line that refutes it.
    failures
        All wrong moves so far with their refutations, each at the ply it was tried.
    hints
        How many hints were given at this move.
    helped
        How many hints were given at all, the same one again included.
    """

    puzzle: Puzzle
    start: Position
    position: Position
    left: int | None
    state: State = "open"
    played: tuple[Move, ...] = ()
    said: str = ""
    reply: Move = ""
    wrong: tuple[Move, ...] = ()
    failures: tuple[tuple[int, tuple[Move, ...]], ...] = ()
    hints: int = 0
    helped: int = 0

    @property
    def left_on_board(self) -> int | None:
        """Own moves left after the wrong try that stands on the board, where one does."""
        if self.left is None:
            return None
        position, left = self.position, self.left
        for move in self.wrong:
            left -= position.to_move == self.start.to_move
            position = position.play(move)
        return max(0, left)


def begin(position: Position, puzzle: Puzzle) -> Solving:
    """Return the state before the first move."""
    asked = puzzle.stipulation
    left = asked.moves if asked.asks_goal else None
    return Solving(puzzle, position, position.without_past(), left)


def answer(state: Solving, move: Move, prover: Prover) -> Solving:
    """Judge a legal move of the solver and answer it.

    Parameters
    ----------
    prover
        Asked what can still be forced. `Stopped` passes through.

    Returns
    -------
    Solving
        "solved"; "open" with the other side's `reply` played; or "wrong" with the refutation,
        the position as it was before the move.
    """
    question = Question(state.start, state.puzzle.stipulation, prover)
    if not state.played and not question.allowed(move):
        points = listed(state.puzzle.stipulation.points)
        return _missed(state, (move,), f"The answer is among the marked points {points}.")
    try:
        right = question.solves(move, state.position, _left(state, question))
    except UndecidedError:
        right = move in state.puzzle.keys
    if not right:
        return _missed(state, (move, *_refutation(state, move, question)), "")
    after = state.position.play(move)
    if question.choices is not None:
        reply = question.line(move)[-1]
        return replace(
            state,
            position=after.play(reply),
            state="solved",
            played=(move, reply),
            reply=reply,
            wrong=(),
            hints=0,
            said=_well_done(state, question, 1),
        )
    played = (*state.played, move)
    left = None if state.left is None else state.left - 1
    fresh = replace(
        state, position=after, left=left, state="open", played=played, wrong=(), hints=0, reply=""
    )
    if question.single or (question.prover.can(after, question.goal, 0) is True):
        return replace(fresh, state="solved", said=_well_done(state, question, len(played)))
    # A turn may leave the solver to move again, where the other side has none.
    if after.to_move == question.solver:
        return replace(fresh, said="Right. Go on: it is your move again.")
    if not after.legal_moves:
        return replace(fresh, state="solved", said="Right.")
    defence = question.defence(after, left)
    assert defence is not None  # some move is legal
    how_many = "" if left is None else f" {counted(left, 'move')} left."
    return replace(
        fresh,
        position=after.play(defence),
        played=(*played, defence),
        reply=defence,
        said=f"Right. {_answers(after, defence)}.{how_many}",
    )


def _left(state: Solving, question: Question) -> int | None:
    return question.moves if question.defends else state.left


def _refutation(state: Solving, move: Move, question: Question) -> tuple[Move, ...]:
    """The line that shows a wrong move fail, the author's where it is a known try."""
    if not state.played:
        for known in state.puzzle.tries:
            if known.move == move and known.refutation:
                return known.refutation
    if question.stipulation.kind == "accepted":
        return ()
    if question.choices is not None:
        return question.refutation(move)
    here = Question(state.position, question.stipulation, question.prover)
    after = state.position.play(move)
    if after.outcome is not None:
        return ()
    left = _left(state, question)
    if here.defends:
        return here.refutation(move)
    fewer = None if left is None else left - 1
    if fewer == 0:
        return ()  # it was the last move: no reply has to prevent anything

    for reply in after.legal_moves:
        if here.prover.can(after.play(reply), here.goal, fewer) is False:
            return (reply,)
    return ()


def _missed(state: Solving, wrong: tuple[Move, ...], said: str) -> Solving:
    move, *line = wrong
    if not said:
        known = next((one for one in state.puzzle.tries if one.move == move), None)
        if not state.played and known is not None and known.text:
            said = known.text
        elif line:
            answers = _answers(state.position.play(move), line[0])
            said = f"{describe.named(state.position, move)} does not solve it: {answers}."
        else:
            said = f"{describe.named(state.position, move)} does not solve it."
    failure = (len(state.played), wrong)
    failures = state.failures if failure in state.failures else (*state.failures, failure)
    return replace(state, state="wrong", said=said, wrong=wrong, failures=failures)


def _answers(position: Position, reply: Move) -> str:
    """ "Blue answers 2d2", "White lifts the sphere on 1g1 to 2b2"."""
    if reply in position.game.board:
        return f"{str(position.to_move).capitalize()} answers {reply}"
    return describe.move(position, reply)


def _well_done(state: Solving, question: Question, plies: int) -> str:
    if question.defends:
        if question.stipulation.kind == "only":
            return "Right: every other move loses."
        doing = hooks_of(state.start.game.kind).describe_goal(question.goal).do
        within = "on the next move" if question.moves == 1 else f"within {question.moves} moves"
        return f"Right: {question.other.capitalize()} cannot {doing} {within}."
    number, helped = len(state.failures), state.helped
    wrong = ("1 wrong try" if number == 1 else f"{number} wrong tries") if number else ""
    hints = counted(helped, "hint") if helped else ""
    if wrong or hints:
        return f"Solved, after {' and '.join(filter(None, (wrong, hints)))}."
    if question.single:
        return "Right: solved."
    return f"Solved in {counted((plies + 1) // 2, 'move')}."


# -- hints ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hint:
    """A hint: words, and points to show with them."""

    text: str
    sites: tuple[str, ...] = ()


def hint(state: Solving, prover: Prover) -> tuple[Solving, Hint]:
    """Return the next of three hints: where to look, the corner, the point."""
    number = min(state.hints, 2)
    question = Question(state.position, state.puzzle.stipulation, prover)
    move = _good(state, question)
    given = _hint(state, question, move, number)
    own = state.puzzle.hints
    if not state.played and number < len(own) and own[number]:
        # What a piece chooses is marked by us alone: an author's words may be about another one.
        given = Hint(own[number], given.sites if sites_in(state.position, move) else ())
    hinted = replace(state, hints=number + 1, helped=state.helped + 1, said=given.text)
    return hinted, given


def _good(state: Solving, question: Question) -> Move:
    """A move that is right now: the author's at the start, else the quickest."""
    if not state.played:
        for key in (*state.puzzle.keys, *(state.puzzle.proof.first if state.puzzle.proof else ())):
            if key in state.position.legal_moves:
                return key
        if question.stipulation.kind == "accepted":
            return question.stipulation.accepted[0]
    left = _left(state, question)
    try:
        if not question.defends:
            best = question.best(state.position, left)
            if best is not None:
                return best
        for move in question.first_moves() if not state.played else state.position.legal_moves:
            if question.solves(move, state.position, left):
                return move
    except UndecidedError:
        pass
    return ""


def _hint(state: Solving, question: Question, move: Move, number: int) -> Hint:
    if not move:
        return Hint("No search reaches far enough here to give a hint.")
    board = state.position.game.board
    named = sites_in(state.position, move)
    sites = sorted(named or _acting(state.position, move), key=board.index)
    site = sites[0] if sites else ""
    if number == 2 or not site:
        moved = [e.site for e in state.position.events(move) if e.kind == "move"]
        ways = [board.names[start] for start in moved if start is not None]
        return Hint(
            f"Play {describe.named(state.position, move)}.",
            tuple(dict.fromkeys((*ways[:1], *sites))),
        )
    if number == 0:
        return whereabouts(state.position, site)
    corner = question.stipulation.corner or hooks_of(state.position.game.kind).corner_of(
        state.position, move
    )
    if corner:
        where = "apex" if corner == "apex" else f"{corner} corner"
        return Hint(f"Look at the {where}.", (board.names[board.corners[corner]],))
    if not named:
        return Hint(
            "Look at the marked pieces." if sites[1:] else "Look at the marked piece.", tuple(sites)
        )
    near = {site, *(board.names[int(k)] for k in board.neighbours(board.index(site)))}
    return Hint("Look at the marked part of the board.", tuple(sorted(near, key=board.index)))


def _acting(position: Position, move: Move) -> set[str]:
    """Return where the pieces stand for which a move of named choices chooses something."""
    chosen = (slot for slot in position.steps((move,)).slots if slot.value != slot.default)
    return {position.game.board.names[slot.site] for slot in chosen if slot.site is not None}


def whereabouts(position: Position, site: str) -> Hint:
    """Return the level of a point, or on a board without levels above one another its part.

    There it is what lies about the nearest corner, where corners have names.
    """
    board = position.game.board
    level = board.layers.get("level")
    if level is not None and int(level.max()) > 1 and board.corners:
        here = int(level[board.index(site)])
        lone = int((level == here).sum()) == 1  # the apex: the next hint would repeat this one
        taken = set(position.pieces.site.tolist())
        same = tuple(
            name
            for number, (name, k) in enumerate(zip(board.names, level.tolist(), strict=True))
            if here - lone <= k <= here and number not in taken
        )
        return Hint("Look at the top two levels." if lone else f"Look at level {here}.", same)
    if board.corners:
        corners = board.centres[list(board.corners.values())]
        away = np.linalg.norm(board.centres[:, None] - corners, axis=2).round(6)
        nearest = away.argmin(axis=1)
        beside = nearest == nearest[board.index(site)]
        corner = list(board.corners)[int(nearest[board.index(site)])]
        part = tuple(board.names[k] for k in np.flatnonzero(beside))
        return Hint(f"Look at the part of the board nearest to {corner}.", part)
    x, y = board.centres[board.index(site), :2]
    middle = (board.centres[:, :2].min(axis=0) + board.centres[:, :2].max(axis=0)) / 2
    side = ("south" if y < middle[1] else "north") + ("west" if x < middle[0] else "east")
    part = tuple(
        name
        for name, (a, b) in zip(board.names, board.centres[:, :2], strict=True)
        if (a < middle[0]) == (x < middle[0]) and (b < middle[1]) == (y < middle[1])
    )
    return Hint(f"Look at the {side} of the board.", part)
