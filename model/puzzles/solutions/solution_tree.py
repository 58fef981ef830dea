"""The solution of a puzzle as a tree of values: set play, keys with their variations, tries.

What follows a key is told as in chess problems: what it threatens, which replies stop the threat,
and what answers them. All is looked for within so many positions, so every computer tells the same
tree; what that does not decide is left out, and never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from model.contract.game import Goal, Move, Position, Stop
from model.contract.hooks import hooks_of
from model.phrases import listed
from model.positions import describe
from model.positions.setup import turned
from model.puzzles.fights import UNBOUNDED
from model.puzzles.proof import proof_holds
from model.puzzles.question import Question
from model.puzzles.wording import opponent_of, solver_of
from model.records.puzzle import Puzzle, Try
from model.search.provers import BoundedProver


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
        Of a try, all replies that refute it; () where it simply comes too late, or nobody counted.
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


WORK = 200_000
"""Positions that may be looked at for each first move, and for set play."""
SHOWN = 4
"""Variations of a node, at most; the others are counted."""
DEEP = 2
"""Variations of what follows another variation, at most."""
LEVELS = 3
"""Variations within variations, at most."""


def solution_tree(position: Position, puzzle: Puzzle, stop: Stop) -> SolutionTree:
    """Return the tree of a puzzle.

    Parameters
    ----------
    puzzle
        With its proof, from which keys are taken; where it has none that holds, they are looked
        for.
    stop
        Once it says True, `Stopped` is raised.
    """
    return _Builder(position, puzzle, stop).run()


class _Builder:
    def __init__(self, position: Position, puzzle: Puzzle, stop: Stop) -> None:
        self._puzzle = puzzle
        self._prover = BoundedProver(position.game, WORK, stop)
        self._question = Question(position, puzzle.stipulation, self._prover)
        self._position = self._question.position
        self._goal = self._question.goal
        kind = puzzle.stipulation.kind
        self._searches = kind != "accepted" and not position.game.kind.hides

    def run(self) -> SolutionTree:
        if not self._searches:
            keys = tuple(Attempt(move, line=self._proved(move)) for move in self._keys())
            tries = tuple(Attempt(one.move, line=one.refutation) for one in self._puzzle.tries)
            return SolutionTree(self._position, self._puzzle, None, keys, tries)
        keys = tuple(self._key(move) for move in self._keys())
        tries = tuple(
            self._try(one) for one in self._puzzle.tries if self._position.explain(one.move) is None
        )
        # Those that one reply alone refutes first: they are what a solver falls for.
        tries = tuple(sorted(tries, key=lambda one: len(one.refutations) != 1))
        return SolutionTree(self._position, self._puzzle, self._set_play(), keys, tries)

    def _keys(self) -> tuple[Move, ...]:
        proof, asked = self._puzzle.proof, self._puzzle.stipulation
        if proof is not None and proof.first and proof_holds(self._position, self._puzzle):
            return proof.first
        if not self._searches:
            return self._puzzle.keys or asked.accepted
        self._prover.renewed()
        moves, left = self._question.first_moves(), self._question.moves
        return tuple(move for move in moves if self._holds(self._position.play(move), left, 1))

    # -- what is asked of the prover -------------------------------------------------------------

    def _holds(self, after: Position, left: int | None, spent: int = 0) -> bool:
        """Tell whether the solver is known to have kept what it needs; False: not, or not known.

        `left` is counted as in `Question.moves`; of a goal `spent` of them have been made.
        """
        if self._question.defends:
            return self._prover.can(after, self._goal, left) is False
        fewer = None if left is None else left - spent
        return fewer != -1 and self._prover.can(after, self._goal, fewer) is True

    def _is_over(self, position: Position) -> bool:
        return position.outcome is not None or self._prover.can(position, self._goal, 0) is True

    # -- first moves -----------------------------------------------------------------------------

    def _key(self, move: Move) -> Attempt:
        self._prover.renewed()
        after = self._position.play(move)
        left, line = self._question.moves, self._proved(move)
        if self._question.defends:
            return Attempt(move, after=self._attacks(after, left, LEVELS), line=line)
        left = None if left is None else left - 1
        threatens, follows = self._threats(after, left), self._variations(after, left, LEVELS)
        return Attempt(move, threatens, follows, line=line)

    def _proved(self, key: Move) -> tuple[Move, ...]:
        """What the proof says follows a key."""
        line = () if self._puzzle.proof is None else self._puzzle.proof.line
        return line[1:] if line[:1] == (key,) else ()

    def _try(self, known: Try) -> Attempt:
        self._prover.renewed()
        refuting = self._question.refuting(known.move)
        line = known.refutation
        if not line or line[0] not in refuting:
            line = self._question.refutation(known.move)
        if self._question.defends:
            return Attempt(known.move, refutations=refuting, line=line)
        left = self._question.moves
        after = self._position.play(known.move)
        threatens = self._threats(after, None if left is None else left - 1)
        return Attempt(known.move, threatens, refutations=refuting, line=line)

    def _threats(self, after: Position, left: int | None) -> tuple[Move, ...]:
        """The moves that go on to the goal in time, if the other side passes."""
        if left == 0 or self._is_over(after):
            return ()
        as_if = turned(after, self._question.solver)
        if as_if is None or as_if == after.without_past():
            return ()
        return tuple(m for m in as_if.legal_moves if self._holds(as_if.play(m), left, 1))

    # -- what follows a key that is to reach a goal ----------------------------------------------

    def _variations(self, here: Position, left: int | None, levels: int) -> Variations | None:
        """What the other side may reply, and what answers it; None where nothing follows."""
        if left == 0 or not levels or self._is_over(here):
            return None
        if here.to_move == self._question.solver:  # the other side has no move
            answers = self._answers(here, left)
            if not answers:
                return None
            return Variations((self._variation((), answers, here, left, levels),))
        threats = self._threats(here, left)
        found: dict[Move, tuple[Move, ...]] = {}
        for reply in here.legal_moves:
            there = here.play(reply)
            if self._is_over(there):
                continue
            still = tuple(
                m
                for m in threats
                if there.explain(m) is None and self._holds(there.play(m), left, 1)
            )
            answers = still or self._answers(there, left)
            if not answers:
                return None  # not decided after all: half a tree would be a wrong one
            found[reply] = answers
        groups = _grouped(found)
        # What answers most replies answers all that is not named, if it is no single one. What is
        # not named is not followed either, unless nothing else is there.
        rest = groups[0] if groups and len(groups[0][0]) > 1 else None
        named = groups[1:] if rest else groups
        room = (SHOWN if levels == LEVELS else DEEP) - bool(rest)
        variations = [self._variation(*each, here, left, levels) for each in named[:room]]
        variations.sort(key=_depth, reverse=True)
        if rest:
            deep = 1 if variations else levels
            last = self._variation(*rest, here, left, deep)
            variations.append(replace(last, rest=len(named) <= room))
        return Variations(tuple(variations), sum(len(replies) for replies, _ in named[room:]))

    def _answers(self, there: Position, left: int | None) -> tuple[Move, ...]:
        return tuple(m for m in there.legal_moves if self._holds(there.play(m), left, 1))

    def _variation(
        self,
        replies: tuple[Move, ...],
        answers: tuple[Move, ...],
        here: Position,
        left: int | None,
        levels: int,
    ) -> Variation:
        there = here.play(replies[0]) if replies else here
        if left is None:
            return Variation(replies, answers)
        after = self._variations(there.play(answers[0]), left - 1, levels - 1)
        return Variation(replies, answers, after=after)

    # -- what follows a key that parries ---------------------------------------------------------

    def _attacks(self, here: Position, left: int | None, levels: int) -> Variations | None:
        """The other side's moves that leave the solver few answers; None where none does."""
        if left == 1 or not levels or here.outcome is not None:
            return None
        fewer = None if left is None else left - 1
        found: dict[Move, tuple[Move, ...]] = {}
        for attack in here.legal_moves:
            there = here.play(attack)
            if there.outcome is not None or there.to_move != self._question.solver:
                continue
            moves = tuple(there.legal_moves)
            answers = tuple(m for m in moves if self._holds(there.play(m), fewer))
            if not answers:
                return None
            if len(answers) < len(moves):
                found[attack] = answers
        groups = sorted(_grouped(found), key=lambda group: len(group[1]))
        room = SHOWN if levels == LEVELS else DEEP
        variations = []
        for attacks, answers in groups[:room]:
            there = here.play(attacks[0]).play(answers[0])
            after = None if fewer is None else self._attacks(there, fewer, levels - 1)
            variations.append(Variation(attacks, answers, after=after))
        more = sum(len(attacks) for attacks, _ in groups[room:])
        return Variations(tuple(variations), more) if variations else None

    # -- set play --------------------------------------------------------------------------------

    def _set_play(self) -> SetPlay | None:
        """What the other side would do, were it to move."""
        given = turned(self._position, self._question.other)
        if given is None:
            return None
        self._prover.renewed()
        defends, moves = self._question.defends, self._question.moves
        goal = self._goal if defends else Goal("win", self._question.other)
        line = self._line(given, goal, moves)
        stops = None if defends else self._stopping(given, moves)
        return SetPlay(line, goal if line else None, stops)

    def _line(self, given: Position, goal: Goal, most: int | None) -> tuple[Move, ...]:
        """How a side reaches a goal against the best defence, within so many moves; () if not."""
        for number in range(1, (most or UNBOUNDED) + 1):
            found = self._prover.can(given, goal, number)
            if found is None:
                return ()
            if found:
                return _played_out(given, goal, number, self._prover)
        return ()

    def _stopping(self, given: Position, moves: int | None) -> tuple[Move, ...] | None:
        """The moves of the other side that keep the solver from the goal in time."""
        stops = []
        for move in given.legal_moves:
            found = self._prover.can(given.play(move), self._goal, moves)
            if found is None:
                return None
            if not found:
                stops.append(move)
        return tuple(stops)


def _played_out(
    position: Position, goal: Goal, moves: int, prover: BoundedProver
) -> tuple[Move, ...]:
    """A shortest line to a goal that takes so many moves of its side; () where it is not found."""
    line: list[Move] = []
    left = moves
    while position.outcome is None and prover.can(position, goal, 0) is not True:
        mine = position.to_move == goal.side
        if mine:
            legal = position.legal_moves
            move = next((m for m in legal if prover.can(position.play(m), goal, left - 1)), None)
        else:
            move = _holding(position, goal, left, prover)
        if move is None:
            return ()
        left -= mine
        line.append(move)
        position = position.play(move)
    return tuple(line)


def _holding(position: Position, goal: Goal, left: int, prover: BoundedProver) -> Move | None:
    """A reply that holds out as long as any, of several the one that leaves the fewest ways on."""
    long = [m for m in position.legal_moves if not prover.can(position.play(m), goal, left - 1)]

    def ways(move: Move) -> int:
        there = position.play(move)
        if there.to_move != goal.side:
            return 0
        return sum(bool(prover.can(there.play(m), goal, left - 1)) for m in there.legal_moves)

    return min(long or list(position.legal_moves), key=ways, default=None)


def _grouped(
    found: dict[Move, tuple[Move, ...]],
) -> list[tuple[tuple[Move, ...], tuple[Move, ...]]]:
    """Replies that one answer meets together, the largest group first, with all such answers."""
    groups = []
    left = dict(found)
    while left:
        # Of those that meet most the first.
        ((best, _),) = Counter(chain.from_iterable(left.values())).most_common(1)
        replies = tuple(reply for reply, answers in left.items() if best in answers)
        others = set.intersection(*(set(left[reply]) for reply in replies)) - {best}
        answers = (best, *(move for move in left[replies[0]] if move in others))
        groups.append((replies, answers))
        for reply in replies:
            del left[reply]
    return groups


def _depth(variation: Variation) -> int:
    """How many moves of the solver a variation shows."""
    after = () if variation.after is None else variation.after.shown
    return 1 + max(map(_depth, after), default=0)


# -- the solution in rows of words, each with the line that shows it -------------------------------


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
        said = list(self._stopping(play))
        if play.goal is not None:
            does = hooks_of(self._start.game.kind).describe_goal(play.goal).does
            line = self._line(_as_if(self._start, self._other), play.line)
            said.insert(0, f"{play.goal.side.capitalize()} {does}: {line}")
        if said:
            yield TreeRow(0, f"Set play, {self._other.capitalize()} to move")
            yield from (TreeRow(1, words) for words in said)

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
