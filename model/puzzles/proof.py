"""The proof of a puzzle: every first move is judged, cooks and refutations are named."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from random import Random
from time import monotonic, thread_time

import msgspec
import numpy as np

from model.contract.game import Goal, Move, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover
from model.phrases import counted, listed, printable, seconds
from model.play.opponent import never, until
from model.positions.setup import Draft, cells_of
from model.positions.symmetry import image_of, kept_by
from model.puzzles.fights import Tempting, can_be_judged, judge
from model.puzzles.question import DEEPEST, Question, UndecidedError, sites_in, without_piece
from model.puzzles.request import SHOWN, choice_fault
from model.puzzles.wording import counted_moves
from model.records.puzzle import Fight, MoveCounts, Proof, Puzzle, Stipulation, Try, Verdict
from model.search.provers import prover_for

# -- how many first moves reach the goal -----------------------------------------------------------


SECONDS = 1.0
"""Of the processor, for the moves that are too slow, or fail; what is left then is open."""


def count_moves(question: Question, in_time: int, wrong: Sequence[Move], stop: Stop) -> MoveCounts:
    """Count the first moves of a puzzle by what becomes of them.

    Parameters
    ----------
    in_time
        How many solve it.
    wrong
        The others: some of them may reach the goal in more moves than are asked for.
    stop
        Once it says True the rest is left open.
    """
    asked = question.moves
    if question.defends or asked is None:  # there is no later
        return MoveCounts(in_time, never=len(wrong))
    counting = _Counting(question, wrong, asked)
    end = thread_time() + SECONDS
    with suppress(Stopped):
        counting.run(lambda: thread_time() > end or stop())
    later, never = counting.later, counting.never
    return MoveCounts(in_time, later, never, len(wrong) - later - never, counting.soonest)


class _Counting:
    """What is known of the moves that do not solve it, as it grows."""

    def __init__(self, question: Question, wrong: Sequence[Move], asked: int) -> None:
        self._question, self._asked = question, asked
        self._left = {move: question.position.play(move).without_past() for move in wrong}
        self.later = self.never = 0
        self.soonest: int | None = None

    def run(self, stop: Stop) -> None:
        """Look deeper and deeper, the quick ones first; Stopped when the stop function says so."""
        goal = self._question.goal
        prover = prover_for(self._question.position.game, stop)
        # A corner may be held before the other side wins: then only a full search says never.
        rival = Goal("win", self._question.other) if goal.kind == "win" else None
        for number in range(self._asked, max(DEEPEST, self._asked + 1)):
            for move, after in tuple(self._left.items()):
                if prover.can(after, goal, number):
                    self._take(move, number + 1)
                elif rival is not None and prover.can(after, rival, number):
                    self._take(move, 0)
        for move, after in tuple(self._left.items()):
            found = prover.can(after, goal, None)
            if found is not None:
                self._take(move, DEEPEST if found else 0)

    def _take(self, move: Move, moves: int) -> None:
        """Keep that a move reaches the goal in so many moves, 0: never."""
        del self._left[move]
        self.later += moves > 0
        self.never += not moves
        if moves and (self.soonest is None or moves < self.soonest):
            self.soonest = moves


# -- the proof of a puzzle -------------------------------------------------------------------------


Progress = Callable[[int, int, str], None]
"""Called with how much is done, of how much, and what is done now."""
TRIES = 4
"""Tempting wrong moves that are kept."""
STAGES = 3
"""First moves are judged, what refutes the wrong ones is found, pieces are left out."""
TEMPTING = 2
"""Replies that refute a move, at most, for it to count as tempting."""


@dataclass(frozen=True)
class Checked:
    """What a check found.

    Attributes
    ----------
    proof
        For the file.
    tries
        Tempting wrong first moves: those the puzzle had that still fail, then new ones.
    message
        One sentence.
    decided
        False where time ran out, it was cancelled, or no search reaches that far.
    idle
        Tries the puzzle had that are none: they do not fail, or are not legal. Those with words of
        the author's are among `tries` nevertheless, for they may be tries of the next question.
    """

    proof: Proof
    tries: tuple[Try, ...]
    message: str
    decided: bool
    idle: tuple[Move, ...] = ()


def rules_of(position: Position) -> str:
    """Return the game with its options, as the first word of a position string."""
    return str(position).split(" ", 1)[0]


def this_version() -> str:
    """Return the version of Pyramidion that proves."""
    try:
        return version("pyramidion")
    except PackageNotFoundError:
        return "unknown"


def check(
    position: Position,
    puzzle: Puzzle,
    *,
    stop: Stop | None = None,
    progress: Progress | None = None,
    limit: float | None = None,
    prover: Prover | None = None,
    thorough: bool = True,
) -> Checked:
    """Prove a puzzle, or say what is wrong with it.

    Parameters
    ----------
    stop
        Asked now and then; True ends the check undecided.
    limit
        Seconds after which it ends undecided.
    prover
        By default the strongest there is for the game, listening to `stop` and `limit`.
    thorough
        Also look for superfluous pieces and tempting tries.
    """
    end = None if limit is None else monotonic() + limit
    late = False

    def over() -> bool:
        nonlocal late
        if end is not None and monotonic() > end:
            late = True
            return True
        return stop is not None and stop()

    checker = _Check(position, puzzle, prover or prover_for(position.game, over), over, progress)
    try:
        return checker.run(thorough)
    except Stopped:
        why = f"not decided within {seconds(limit)}" if late else "the check was cancelled"
        return checker.undecided(why)
    except UndecidedError:
        return checker.undecided("the position is too large for the search")


class _Check:
    def __init__(
        self,
        position: Position,
        puzzle: Puzzle,
        prover: Prover,
        over: Stop,
        progress: Progress | None,
    ) -> None:
        self.question = Question(position, puzzle.stipulation, prover)
        self.position = position
        self.puzzle = puzzle
        self._over = over
        self._progress = progress
        self._counts: MoveCounts | None = None
        self._fight: Fight | None = None
        judged = self.question.choices is None and can_be_judged(position)
        self._tempting = Tempting(position, over) if judged else None
        self._wrong: frozenset[Move] = frozenset()

    def _tell(self, stage: int, done: int, total: int, what: str) -> None:
        """Say how far it is: each of the stages is a third of the whole."""
        if self._over():
            raise Stopped
        if self._progress is not None:
            self._progress(100 * stage + 100 * done // total, 100 * STAGES, what)

    def run(self, thorough: bool) -> Checked:
        fault = first_fault(self.position, self.puzzle)
        if fault:
            return self._result("unsolvable", fault)
        if self.puzzle.stipulation.kind == "accepted":
            accepted = self.puzzle.stipulation.accepted
            return self._result(
                "unproved", "accepted moves are the author's, nothing is proved", first=accepted
            )
        right, wrong = self._judged()
        self._wrong = frozenset(wrong)
        if thorough and self.question.choices is None:
            self._tell(0, 1, 1, "what the other first moves come to")
            self._counts = count_moves(self.question, len(right), wrong, self._over)
        kinds = self._kinds(right)
        if not right:
            refutation = self._why_not(wrong)
            shown = f": {' '.join(refutation)} fails" if refutation else ""
            return self._result("unsolvable", f"no first move does it{shown}", (), (), refutation)
        shorter, said = self._shorter(right)
        meant = self._meant(kinds, shorter)
        missing = [key for key in self.puzzle.keys if key not in right]
        if missing and self.question.choices is not None and self.question.solves(missing[0]):
            message = f"{missing[0]} does more than it must: {right[0]} is enough"
            return self._result("cooked", message, tuple(right))
        if missing:
            refutation = (missing[0], *self.question.refutation(missing[0]))
            message = f"{missing[0]} does not do it: {' '.join(refutation)}"
            return self._result("unsolvable", message, tuple(right), (), refutation)
        cooks = self._cooks(right, kinds, meant)
        faulty = bool(cooks) or bool(said)
        line = self.question.line(meant[0])
        tries: tuple[Try, ...] | None = None
        superfluous: tuple[str, ...] = ()
        if thorough:
            tries = self._tries(wrong)
            if not faulty:
                if self._tempting is not None:
                    asked = self.puzzle.stipulation
                    self._fight = judge(self.position, asked, right, self._tempting, self._over)
                superfluous = self._superfluous(meant)
        if faulty:
            verb = "also solves" if len(cooks) == 1 else "also solve"
            too = f"{listed(cooks)} {verb} it" if cooks else ""
            message = "; ".join(words for words in (said, too) if words)
            found = self._result("cooked", message, meant, cooks, line, tries)
            return replace(found, proof=msgspec.structs.replace(found.proof, shorter=shorter))
        several = f"{len(meant)} first moves" if len(meant) > 1 else f"{meant[0]} alone"
        return self._result("sound", several, meant, (), line, tries, superfluous)

    def _judged(self) -> tuple[list[Move], list[Move]]:
        """All first moves, those that solve and those that do not; of many choices the tries."""
        if self.question.choices is not None:
            self._tell(0, 0, 1, "every choice against every answer")
            tries = [one.move for one in self.puzzle.tries]
            wrong = [
                move
                for move in tries
                if self.position.explain(move) is None and not self.question.solves(move)
            ]
            return list(self.question.first_moves()), wrong
        moves = list(self.question.first_moves())
        right: list[Move] = []
        wrong = []
        deepest = self.question.moves
        if deepest is not None and not self.question.defends:
            # One look at the whole first: what follows is found from it.
            self.question.can(self.question.position, deepest)
        for number, move in enumerate(moves):
            self._tell(0, number, len(moves), f"first move {move}")
            (right if self.question.solves(move) else wrong).append(move)
        return right, wrong

    def _kinds(self, right: list[Move]) -> list[list[Move]]:
        """The solving moves, those that symmetry exchanges together."""
        asked = self.puzzle.stipulation
        board = self.position.game.board
        kept = [[board.names[board.corners[asked.corner]]]] if asked.corner else []
        if asked.points:
            kept.append(list(asked.points))
        images = kept_by(self.position, kept)
        kinds: list[list[Move]] = []
        for move in right:
            for kind in kinds:
                if any(image_of(self.position, kind[0], image) == move for image in images):
                    kind.append(move)
                    break
            else:
                kinds.append([move])
        return kinds

    def _meant(self, kinds: list[list[Move]], shorter: tuple[Move, ...]) -> tuple[Move, ...]:
        """The first moves the puzzle is about; where the author names none, the quickest."""
        keys = tuple(key for key in self.puzzle.keys if any(key in kind for kind in kinds))
        if keys:
            return keys
        if self.puzzle.stipulation.first == "set":
            return tuple(move for kind in kinds for move in kind)
        return shorter[:1] or (kinds[0][0],)

    def _cooks(
        self, right: list[Move], kinds: list[list[Move]], meant: tuple[Move, ...]
    ) -> tuple[Move, ...]:
        asked = self.puzzle.stipulation
        if asked.first == "set":
            return tuple(kind[0] for kind in kinds if not set(meant) & set(kind))
        if asked.first == "only" or asked.kind == "only":
            return tuple(move for move in right if move != meant[0])
        return tuple(kind[0] for kind in kinds if meant[0] not in kind)

    def _shorter(self, right: list[Move]) -> tuple[tuple[Move, ...], str]:
        """A solution in fewer moves than are asked for, and the sentence on it; ((), "") if none.

        What parries is one move, and what is to be done in any number of moves has no fewer.
        """
        asked, most = self.puzzle.stipulation, self.question.moves
        if most is None or self.question.defends:
            return (), ""
        who = self.question.solver.capitalize()
        does = hooks_of(self.position.game.kind).describe_goal(self.question.goal).does
        for number in range(most):
            if not self.question.can(self.question.position, number):
                continue
            if number == 0:
                return (), f"{who} {does} before the first move"
            for move in right:  # of marked points only these are answers
                if self.question.solves(move, left=number):
                    quick = msgspec.structs.replace(asked, moves=number)
                    line = Question(self.position, quick, self.question.prover).line(move)
                    took = f"in {counted(number, 'move')}, not {most}"
                    return line, f"{who} {does} {took}: {' '.join(line)}"
        return (), ""

    def _why_not(self, wrong: list[Move]) -> tuple[Move, ...]:
        """The best attempt at what cannot be done, and what refutes it."""
        best: tuple[Move, ...] = ()
        fewest = 1 << 30
        for number, move in enumerate(self.puzzle.keys or wrong[:40]):
            self._tell(1, number, len(wrong[:40]), f"what refutes {move}")
            if move not in self.position.legal_moves:
                continue
            replies = self.question.refuting(move)
            if len(replies) < fewest:
                fewest = len(replies)
                best = (move, *self.question.refutation(move))
        return best

    def _tries(self, wrong: list[Move]) -> tuple[Try, ...]:
        """Wrong moves that few replies refute, the most tempting first, known ones kept."""
        known = {one.move: one for one in self.puzzle.tries if one.move in wrong}
        played = () if self._tempting is None else self._tempting.moves
        tempting = [move for move in dict.fromkeys(played) if move in wrong]
        room = max(0, TRIES - len(known))
        fresh = self._refuted([move for move in tempting if move not in known])[:room]
        if not fresh and not known:  # levels see through it: the moves with fewest replies, then
            fresh = sorted(self._refuted(wrong), key=lambda row: row[0])[:room]
        kept = [
            one
            if one.refutation and one.refutation[0] in self.question.refuting(one.move)
            else msgspec.structs.replace(one, refutation=self.question.refutation(one.move))
            for one in known.values()
        ]
        return (*kept, *(Try(move, self.question.refutation(move)) for _, move in fresh))

    def _refuted(self, moves: list[Move]) -> list[tuple[int, Move]]:
        """The moves that few replies refute, with the number of these replies."""
        found = []
        for number, move in enumerate(moves):
            self._tell(1, number, len(moves), f"what refutes {move}")
            if self.position.play(move).outcome is not None:
                continue
            replies = len(self.question.refuting(move))
            if 0 < replies <= TEMPTING:
                found.append((replies, move))
        return found

    def _superfluous(self, meant: tuple[Move, ...]) -> tuple[str, ...]:
        """Sites of pieces without which the puzzle stays sound and has the same answers."""
        if hooks_of(self.position.game.kind).setup is None:
            return ()
        board = self.position.game.board
        found = []
        sites = [int(site) for site in cells_of(self.position).nonzero()[0]]
        bare = Puzzle(self.puzzle.stipulation, keys=self.puzzle.keys)
        for number, site in enumerate(sites):
            self._tell(2, number, len(sites), f"without {board.names[site]}")
            less = without_piece(self.position, site)
            if less is None:
                continue
            inner = _Check(less, bare, self.question.prover, self._over, None)
            try:
                result = inner.run(thorough=False)
            except UndecidedError:
                continue
            if result.proof.verdict == "sound" and result.proof.first == meant:
                found.append(board.names[site])
        return tuple(found)

    def undecided(self, why: str) -> Checked:
        """The result of a check that came to no end."""
        return Checked(self._proof("unproved"), self.puzzle.tries, why, decided=False)

    def _result(
        self,
        verdict: Verdict,
        message: str,
        first: tuple[Move, ...] = (),
        cooks: tuple[Move, ...] = (),
        line: tuple[Move, ...] = (),
        tries: tuple[Try, ...] | None = None,
        superfluous: tuple[str, ...] = (),
    ) -> Checked:
        if self._counts is not None:
            counted_so = counted_moves(self._counts, self.puzzle.stipulation)
            message = f"{message}; {counted_so}"
        solved = verdict in ("sound", "cooked")
        proof = self._proof(verdict, first, cooks, line if solved else (), superfluous)
        if not solved and line:
            proof = msgspec.structs.replace(proof, refutation=line)
        if tries is None:
            return Checked(proof, self.puzzle.tries, message, decided=True)
        idle = tuple(one for one in self.puzzle.tries if one.move not in self._wrong)
        spoken = tuple(
            msgspec.structs.replace(one, refutation=()) for one in idle if one.name or one.text
        )
        moves = tuple(one.move for one in idle)
        return Checked(proof, (*tries, *spoken), message, decided=True, idle=moves)

    def _proof(
        self,
        verdict: Verdict,
        first: tuple[Move, ...] = (),
        cooks: tuple[Move, ...] = (),
        line: tuple[Move, ...] = (),
        superfluous: tuple[str, ...] = (),
    ) -> Proof:
        return Proof(
            verdict=verdict,
            rules=rules_of(self.position),
            version=this_version(),
            position=str(self.position),
            first=first,
            cooks=cooks,
            line=line,
            superfluous=superfluous,
            visited=self.question.prover.visited,
            counts=self._counts,
            fight=self._fight,
        )


def first_fault(position: Position, puzzle: Puzzle) -> str:
    """Return why a puzzle cannot be put at all, "" when it can."""
    if isinstance(position, Draft):
        return f"the position cannot exist: {position.problems[0]}"
    if position.outcome is not None:
        return "the game is over in the position"
    asked = puzzle.stipulation
    if fault := choice_fault(position, asked):
        return fault
    if asked.kind == "accepted":
        if not asked.accepted:
            return "no accepted moves are named"
        for move in asked.accepted:
            reason = position.explain(move)
            if reason is not None:
                return f"the accepted move {printable(move, SHOWN)} is not legal: {reason}"
    for move in puzzle.keys:
        reason = position.explain(move)
        if reason is not None:
            return f"the meant move {printable(move, SHOWN)} is not legal: {reason}"
        if asked.points and not sites_in(position, move) & set(asked.points):
            return f"the meant move {move} is not among the marked points"
    return ""


def idle_tries(position: Position, before: Sequence[Try], found: Checked) -> list[str]:
    """Return sentences on the tries that a check found to be none: illegal ones, and solutions."""
    idle = [one for one in before if one.move in found.idle]
    illegal = [one.move for one in idle if position.explain(one.move) is not None]
    solving = [one.move for one in idle if one.move not in illegal]
    said = []
    if illegal:
        shown = listed([printable(move, SHOWN) for move in illegal])
        tries, verb = ("try", "is") if len(illegal) == 1 else ("tries", "are")
        said.append(f"the {tries} {shown} {verb} not legal here")
    if solving:
        verb = (
            "does not fail, so it is not a try"
            if len(solving) == 1
            else "do not fail, so they are not tries"
        )
        said.append(f"{listed(solving)} {verb}")
    if any(one.name or one.text for one in idle):
        said.append("names and comments of tries are kept")
    return said


def proof_holds(position: Position, puzzle: Puzzle) -> bool:
    """Tell whether the stored proof is about this very position, rules and stipulation.

    A stipulation that is changed drops its proof (`set_puzzle` is given one without).
    """
    proof = puzzle.proof
    return (
        proof is not None and proof.position == str(position) and proof.rules == rules_of(position)
    )


__all__ = ["Checked", "Stipulation", "check", "first_fault", "proof_holds", "rules_of"]


# -- leaving out what a puzzle does not need: piece after piece, while it stays the same puzzle ----


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
    over = until(limit, stop or never)
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
