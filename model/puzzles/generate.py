"""Sets of proved puzzles: positions are tried until enough of them ask something sound.

A position becomes a puzzle where a prover finds something of the wanted length in it, and the check
finds it sound. Then every piece that is not needed is taken away (Partition's puzzles are clearer
so), it is checked once more, with tempting tries, graded, and kept if none like it is there yet.

Out of played games (`mine`) every position of a game's last moves is asked what can be asked of it.
Fights come first, then what tempts more and is harder to find, and of two that look alike one is
kept. No clock is asked, so the same games give the same puzzles.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from time import monotonic, time
from typing import TypeVar

import msgspec

from model.contract.game import Game, Move, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import ChoiceProver, Prover
from model.contract.setup_rules import Cells, SetupRules
from model.phrases import counted
from model.play.batch import run_all
from model.play.opponent import never, until
from model.positions.setup import Draft, cells_of, read_position, side_of, turned, with_cells
from model.positions.symmetry import canonical, likeness
from model.puzzles.fights import Tempting, can_be_judged, judge
from model.puzzles.generated import End, Generated, GeneratedPuzzle, made_of
from model.puzzles.proof import Checked, Progress, check, reduced
from model.puzzles.question import Question, UndecidedError
from model.puzzles.request import (
    CHOSEN,
    PuzzleRequest,
    answering,
    choices_in,
    parts_of,
    request_fault,
    wanted_in,
)
from model.puzzles.wording import goal_of, opponent_of
from model.records.puzzle import QUESTIONS, Fight, First, Puzzle, Stipulation, Try
from model.search.provers import BoundedProver, prover_for

# -- where generated puzzles come from -------------------------------------------------------------


FEW, MANY = 0.3, 0.65
"""How much of the board is taken in random positions."""
LONGEST = 120
"""Plies a played game may have."""
BOLD = 0.85
"""How often a player makes the move he likes best; else any."""


def random_position(game: Game, rng: Random) -> Position | None:
    """Return a position with pieces strewn over the board; None where none came about.

    It can exist, and is not over. Where the game does not know better, both sides have equally
    many pieces, or the side to move one less, as after turns that were taken one by one.
    """
    given = hooks_of(game.kind).random_position(game, rng)
    rules = hooks_of(game.kind).setup
    if given is not None or rules is None:
        return given
    found = hooks_of(game.kind).random_setup(game, rng) or _strewn(game, rules, rng)
    if found is None:
        return None
    position = with_cells(game.start(), found[0])
    return None if isinstance(position, Draft) else turned(position, game.players[found[1]])


def _strewn(game: Game, rules: SetupRules[Game, Position], rng: Random) -> tuple[Cells, int] | None:
    """Cells with as many pieces of both sides, or one less of the side to move, and that side."""
    sites = list(range(len(game.board)))
    cells = cells_of(game.start())
    pieces = round(rng.uniform(FEW, MANY) * len(sites))
    side = pieces % 2
    order = [1, 2] * (pieces // 2) + [1] * side
    rng.shuffle(order)
    for value in order:
        rng.shuffle(sites)
        for site in sites:
            if cells[site]:
                continue
            cells[site] = value
            if rules.problems(game, cells):
                cells[site] = 0
            else:
                break
        else:
            return None
    return cells, side


def position_from_play(game: Game, rng: Random, before: int) -> Position | None:
    """Return a position out of a game two simple players played against one another.

    Parameters
    ----------
    before
        It is one of the last so many before the game was over, or broken off.
    """
    position = game.start()
    line = [position]
    for _ in range(rng.randint(LONGEST // 8, LONGEST)):
        if rng.random() < BOLD:
            move = hooks_of(game.kind).playout_move(position, rng)
        else:
            move = position.legal_moves.sample(rng)
        position = position.play(move)
        if position.outcome is not None or position.to_move is None:
            break
        line.append(position)
    if game.kind.hides:  # where somebody has chosen already, a puzzle does not begin
        line = [position for position in line if not position.sealed]
    return rng.choice(line[-before:]).without_past()


# -- puzzles looked for where both sides choose at once --------------------------------------------
# A position becomes a puzzle where few choices win, none of which says much. Choices that say one
# thing less are kept as tries: they do not win.


SEVERAL = 4
"""Answers a puzzle has at most."""
TRIES = 2
"""Choices that say one thing less, kept as tries."""
DRAWN = 12
"""Choices of the other side that are drawn, until one is found that wins against doing nothing."""


class ChoiceAttempt:
    """One position tried: what can be asked of it, and whether that is sound.

    Attributes
    ----------
    depth
        How many things the shortest answer says, once there is a puzzle.
    """

    def __init__(self, request: PuzzleRequest, stop: Stop | None, seconds: float) -> None:
        self.request = request
        self.depth = 0
        self._stop, self._seconds = stop, seconds
        self._over = until(seconds, stop or never)
        prover = prover_for(request.game, self._over)
        assert isinstance(prover, ChoiceProver)
        self._prover: ChoiceProver = prover

    def sound(self, position: Position, rng: Random) -> tuple[Stipulation, Checked] | None:
        """Return what can be asked of a position, with its proof; None: nothing.

        `Stopped` passes through where it takes too long.
        """
        if not self._prover.covers(position):
            return None
        kind = self.request.kind
        kind = rng.choice(CHOSEN) if kind == "any" else kind
        known = self._known(position, rng) if kind == "known" else ""
        ways = self._prover.solving(position, known, SEVERAL)
        if not 0 < len(ways) <= SEVERAL:
            return None
        self.depth = min(choices_in(position, way) for way in ways)
        if not self.request.shortest <= self.depth <= self.request.longest:
            return None
        first: First = "unique" if len(ways) == 1 else "set"
        asked = Stipulation("win", 1, first=first, known=known)
        puzzle = Puzzle(asked, tries=self._tries(position, ways))
        found = check(position, puzzle, stop=self._stop, limit=self._seconds, prover=self._prover)
        return (asked, found) if found.decided and found.proof.verdict == "sound" else None

    def _known(self, position: Position, rng: Random) -> Move:
        """A choice of the other side that has to be answered, as far as one is drawn."""
        after, other = answering(position), opponent_of(position)
        idle = position.play(position.steps(()).move or next(iter(position.legal_moves)))
        for _ in range(DRAWN):
            known = hooks_of(position.game.kind).likely_choice(after, rng)
            outcome = idle.play(known).outcome
            if outcome is not None and outcome.winner == other:
                break
        return known

    def _tries(self, position: Position, ways: tuple[Move, ...]) -> tuple[Try, ...]:
        """What does one thing less than an answer: none of it wins, as answers are spare."""
        found = dict.fromkeys(
            part for way in ways for part in parts_of(position, way) if choices_in(position, part)
        )
        return tuple(Try(move) for move in list(found)[:TRIES])


# -- sets of proved puzzles ------------------------------------------------------------------------


T = TypeVar("T")
PATIENCE, PATIENCE_AT_ONCE = 6.0, 20.0
"""Seconds one position may take before the next is tried; where both choose at once."""
FEWEST = 3
"""Legal moves a puzzle has at least: there must be something to choose from."""
OTHERS = 3
"""Sound puzzles that are no fights, one after another, before one of them is taken."""
ATTEMPTS = 5000
"""Positions looked at in vain, one after another, before it is given up."""


def generate(
    request: PuzzleRequest,
    *,
    stop: Stop | None = None,
    progress: Progress | None = None,
    limit: float | None = None,
    hear: Callable[[GeneratedPuzzle], None] | None = None,
    must_choose: bool = False,
) -> Generated:
    """Make puzzles until there are enough of them; what was found so far is never lost.

    Parameters
    ----------
    stop
        Asked now and then; True ends it.
    progress
        Called with the number of puzzles found, the number wanted, and words.
    limit
        Seconds after which it ends.
    hear
        Called with each puzzle as it is found.
    must_choose
        Leave out puzzles in which every move reaches the goal, and look for others.

    Raises
    ------
    ValueError
        With one sentence, where the request cannot be met: hidden choices, corners in a game
        without.
    """
    fault = request_fault(request)
    if fault:
        raise ValueError(fault)
    return _Generator(request, stop, progress, limit, hear, must_choose).run()


@dataclass
class _Generator:
    request: PuzzleRequest
    stop: Stop | None
    progress: Progress | None
    limit: float | None
    hear: Callable[[GeneratedPuzzle], None] | None
    must_choose: bool
    looked: int = 0
    made: list[GeneratedPuzzle] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    others: list[GeneratedPuzzle] = field(default_factory=list)
    """Sound ones that are no fights."""

    def run(self) -> Generated:
        request = self.request
        begun = monotonic()
        patience = PATIENCE_AT_ONCE if request.game.kind.hides else PATIENCE
        rng = Random(request.seed)
        vain = 0
        end: End = "done"
        while len(self.made) < request.count:
            if self.stop is not None and self.stop():
                end = "stopped"
            elif self.limit is not None and monotonic() - begun > self.limit:
                end = "late"
            elif vain >= ATTEMPTS:
                end = "exhausted"
            if end != "done":
                break
            self._tell()
            self.looked += 1
            vain += 1
            # A seed of its own for each: what is skipped for time changes nothing after it.
            inner = Random(rng.getrandbits(48))
            left = None if self.limit is None else self.limit - (monotonic() - begun)
            try:
                found = self._try(inner, patience if left is None else min(patience, left))
            except Stopped:
                continue
            if found is not None and not (
                self.must_choose
                and (found.puzzle.proof is not None and found.puzzle.proof.no_choice)
            ):
                vain = 0
                self._take(found)
        for one in self.others[: request.count - len(self.made)]:
            self._keep(one)
        self._tell()
        return Generated(request, tuple(sorted(self.made, key=easy_first)), self.looked, end)

    def _take(self, found: GeneratedPuzzle) -> None:
        """Keep a fight, and another puzzle where several in a row are none."""
        fight = found.puzzle.proof.fight if found.puzzle.proof is not None else None
        if fight is None or fight.answer == "yes":
            self._keep(found)
            return
        self.others.append(found)
        if len(self.others) == OTHERS:
            self._keep(self.others[0])
            self.others.clear()

    def _keep(self, found: GeneratedPuzzle) -> None:
        self.made.append(found)
        if self.hear is not None:
            self.hear(found)

    def _tell(self) -> None:
        if self.progress is not None:
            looked = f"{counted(self.looked, 'position')} looked at"
            self.progress(len(self.made), self.request.count, looked)

    def _try(self, rng: Random, seconds: float) -> GeneratedPuzzle | None:
        request = self.request
        random = request.source == "random" or (request.source == "both" and rng.random() < 0.5)
        if random and hooks_of(request.game.kind).setup is not None:
            position = random_position(request.game, rng)
        else:
            position = position_from_play(request.game, rng, 2 * request.longest + 1)
        if position is None or not at_least(position, FEWEST):
            return None
        if request.game.kind.hides:
            return self._try_choices(position, rng, seconds)
        attempt = PuzzleCandidate(request, self.stop, seconds)
        asked = attempt.question(position, rng)
        if asked is None:
            return None
        found = attempt.sound(position, Puzzle(asked))
        if found is None:
            return None
        if request.reduce:
            position = attempt.reduced(position, asked, found.proof.first, rng)
        key = canonical(position)
        if key in self.known:
            return None
        last = attempt.sound(position, Puzzle(asked), thorough=True)
        if last is None:
            return None
        self.known.add(key)
        return made_of(position, asked, last, attempt.depth)

    def _try_choices(
        self, position: Position, rng: Random, seconds: float
    ) -> GeneratedPuzzle | None:
        attempt = ChoiceAttempt(self.request, self.stop, seconds)
        found = attempt.sound(position, rng)
        key = canonical(position)
        if found is None or key in self.known:
            return None
        self.known.add(key)
        return made_of(position, *found, attempt.depth)


class PuzzleCandidate:
    """One position tried: what can be asked of it, and whether that is sound."""

    def __init__(
        self,
        request: PuzzleRequest,
        stop: Stop | None,
        seconds: float = inf,
        prover: Prover | None = None,
    ) -> None:
        self.request = request
        self.depth = 0
        self._is_fight = False
        self._stop, self._seconds = stop, seconds
        self._end = monotonic() + seconds
        self._over = until(seconds, stop or never)
        self._prover: Prover = prover or prover_for(request.game, self._over)

    def question(self, position: Position, rng: Random) -> Stipulation | None:
        """Return what of the wanted kind and length can be asked; None: nothing."""
        wanted = wanted_in(self.request.game.kind)
        kinds = [self.request.kind] if self.request.kind != "any" else _shuffled(wanted, rng)
        for kind in kinds:
            for corner in self._corners(position, kind, rng):
                depth = self.length(position, kind, corner)
                if depth is not None and depth >= self.request.shortest:
                    self.depth = depth
                    if kind == "only":
                        return Stipulation("only", first="only")
                    if kind == "parry":
                        return Stipulation("parry", None if depth == 1 else depth, corner)
                    return Stipulation(kind, depth, corner)
        return None

    def _corners(self, position: Position, kind: str, rng: Random) -> list[str]:
        about_corner = position.game.kind.corner_goal
        corners = tuple(position.game.board.corners)
        if about_corner is not None and kind == about_corner.name:
            return _shuffled(corners, rng)
        if kind == "parry" and about_corner is not None and rng.random() < 0.4:
            return ["", *_shuffled(corners, rng)]
        return [""]

    def length(self, position: Position, kind: str, corner: str) -> int | None:
        """Return in how many moves it can be forced, or is threatened; None: not at all so soon."""
        goal = goal_of(position, Stipulation(kind, corner=corner))
        if self._prover.can(position, goal, 0) is not False:
            return None
        if kind in QUESTIONS:  # what would follow if the solver did nothing
            given = turned(position, position.game.players[1 - side_of(position)])
            if given is None:
                return None
            position = given
        for number in range(1, self.request.longest + 1):
            found = self._prover.can(position, goal, number)
            if found is None:
                return None
            if found:
                return number
        return None

    def sound(
        self, position: Position, puzzle: Puzzle, *, thorough: bool = False
    ) -> Checked | None:
        """Return what the check found where it is sound."""
        if self._over():
            raise Stopped
        limit = self._seconds if thorough else max(0.0, self._end - monotonic())
        prover = None if thorough else self._prover
        found = check(
            position, puzzle, stop=self._stop, limit=limit, prover=prover, thorough=thorough
        )
        return found if found.decided and found.proof.verdict == "sound" else None

    def reduced(
        self, position: Position, asked: Stipulation, first: tuple[Move, ...], rng: Random
    ) -> Position:
        """Return the position without the pieces it stays the same puzzle without.

        A fight stays a fight: the other side keeps what it fights with.
        """
        if can_be_judged(position):
            self._is_fight = self._fight(position, asked, first).answer == "yes"
        return reduced(position, lambda less: self._is_same(less, asked, first), rng)

    def _fight(self, position: Position, asked: Stipulation, first: tuple[Move, ...]) -> Fight:
        return judge(position, asked, first, Tempting(position, self._over), self._over)

    def _is_same(self, less: Position, asked: Stipulation, first: tuple[Move, ...]) -> bool:
        if not at_least(less, FEWEST):
            return False
        if self._is_fight and self._fight(less, asked, first).answer != "yes":
            return False
        if self.length(less, asked.kind, asked.corner) != self.depth:
            return False
        found = self.sound(less, Puzzle(asked, keys=first))
        return found is not None and found.proof.first == first


# -- in number: many small requests side by side, put together without the same one twice ----------


ROUNDS = 20
"""Times as many requests are made as puzzles are wanted, before it is given up."""


@dataclass(frozen=True)
class _BatchTask:
    number: int
    request: PuzzleRequest
    end: float | None
    """By the clock on the wall, since it may be begun late, and on another computer."""


def generate_in_batches(
    request: PuzzleRequest,
    make: Callable[[], Executor],
    limit: float | None = None,
    notify: Callable[[str], None] | None = None,
) -> Generated:
    """Make puzzles in several processes; see `generate`.

    Parameters
    ----------
    make
        Makes the executor (`model.play.batch`).
    limit
        Seconds for all of them.
    notify
        Told in a few words how many there are.

    Returns
    -------
    Generated
        The same for the same request, however many processes there were, as far as no limit cut
        something short.
    """
    rng = Random(request.seed)
    end = None if limit is None else time() + limit
    found: dict[str, GeneratedPuzzle] = {}
    looked, number = 0, 0
    for _ in range(ROUNDS):
        missing = request.count - len(found)
        if missing <= 0 or (end is not None and time() > end):
            break
        tasks = []
        for _ in range(missing):
            tasks.append(
                _BatchTask(number, replace(request, count=1, seed=rng.getrandbits(31)), end)
            )
            number += 1
        results: dict[int, Generated] = {}
        for task, made in run_all(_generate, tasks, make):
            results[task.number] = made
            if notify is not None:
                notify(f"{len(found) + sum(bool(one.made) for one in results.values())} found")
        for _, made in sorted(results.items()):
            looked += made.looked
            for one in made.made:
                found.setdefault(canonical(one.position), one)
        if all(made.end == "exhausted" for made in results.values()):
            break
    puzzles = list(found.values())[: request.count]
    late = end is not None and time() > end
    done = len(puzzles) >= request.count
    puzzles.sort(key=easy_first)
    return Generated(
        request, tuple(puzzles), looked, "done" if done else "late" if late else "exhausted"
    )


def _generate(task: _BatchTask) -> Generated:
    limit = None if task.end is None else max(0.0, task.end - time())
    return generate(task.request, limit=limit)


# -- what all of them need -------------------------------------------------------------------------


def easy_first(made: GeneratedPuzzle) -> tuple[int, int, int, str]:
    """Return what to sort puzzles by: easy ones first."""
    return made.puzzle.grade, made.depth, len(made.puzzle.tries), str(made.position)


def at_least(position: Position, count: int) -> bool:
    """Tell whether there are so many legal moves."""
    moves = iter(position.legal_moves)
    return all(next(moves, None) is not None for _ in range(count))


def _shuffled(things: Sequence[T], rng: Random) -> list[T]:
    return rng.sample(list(things), len(things))


# -- puzzles out of played games: the positions before games were decided, the best of many --------


WORK = 60_000
"""Positions that may be looked at for each question put to a position of a game."""
ALIKE = 0.7
"""From this likeness on two puzzles are the same to whoever solves them."""
SPARE = 3
"""Candidates that are checked whole, for each puzzle wanted."""
CHECKING = 300.0
"""Seconds the whole check of one candidate may take."""


@dataclass(frozen=True)
class MinedGame:
    """A game that was played.

    Attributes
    ----------
    start
        The position string it began with.
    moves
        What was played.
    source
        Who played it, or where it is kept: it comes before "move 17" in the puzzle's source.
    """

    start: str
    moves: tuple[Move, ...]
    source: str


@dataclass(frozen=True)
class Candidate:
    """A position of a game that asks something sound.

    Attributes
    ----------
    depth
        As of `GeneratedPuzzle`.
    fight
        What was judged of it; None in games that are not judged.
    """

    position: str
    asked: Stipulation
    depth: int
    fight: Fight | None
    source: str

    @property
    def rank(self) -> tuple[int, int, int, int, str]:
        """What to sort by: fights first, then what tempts more, and is found by fewer."""
        fight = self.fight or Fight()
        order = ("yes", "undecided", "no").index(fight.answer)
        return order, -len(fight.tries), -(fight.level or 10), -self.depth, self.position


@dataclass(frozen=True)
class _MiningTask:
    course: MinedGame
    request: PuzzleRequest
    end: float | None
    """By the clock on the wall, since it may be begun late, and on another computer."""


def mine(
    courses: Sequence[MinedGame],
    request: PuzzleRequest,
    make: Callable[[], Executor],
    limit: float | None = None,
    notify: Callable[[str], None] | None = None,
) -> Generated:
    """Make puzzles of games: the best of all that are found, none like another.

    Parameters
    ----------
    courses
        The games; of other games than the request's, or with other options, none is made.
    make
        Makes the executor (`model.play.batch`).
    limit
        Seconds, for all of it; what is found by then counts.
    notify
        Told in a few words how far it is.
    """
    end = None if limit is None else time() + limit
    found: dict[str, Candidate] = {}
    looked = 0
    tasks = [_MiningTask(course, request, end) for course in courses]
    for done, (_, (seen, candidates)) in enumerate(run_all(_candidates_of, tasks, make), start=1):
        looked += seen
        for one in candidates:
            key = canonical(read_position(one.position))
            found[key] = min(found.get(key, one), one, key=lambda each: each.rank)
        if notify is not None:
            notify(f"{done} of {len(courses)} games, {len(found)} positions")
    chosen = _chosen(sorted(found.values(), key=lambda one: one.rank), request.count, end)
    late = end is not None and time() > end
    last: End = "done" if len(chosen) >= request.count else "late" if late else "exhausted"
    return Generated(request, tuple(sorted(chosen, key=easy_first)), looked, last)


def _candidates_of(task: _MiningTask) -> tuple[int, list[Candidate]]:
    return candidates_in(
        task.course, task.request, lambda: task.end is not None and time() > task.end
    )


def candidates_in(
    course: MinedGame, request: PuzzleRequest, stop: Stop
) -> tuple[int, list[Candidate]]:
    """Return how many positions of a game were looked at, and those that ask something sound."""
    found: list[Candidate] = []
    looked = 0
    for number, position in _positions(course, request.game, 2 * request.longest + 1):
        looked += 1
        if not at_least(position, FEWEST):
            continue
        source = f"{course.source}, before move {number}"
        try:
            found += _asked_of(position, request, source, stop)
        except Stopped:
            break
    return looked, found


def _positions(course: MinedGame, game: Game, most: int) -> Iterator[tuple[int, Position]]:
    """The last positions of a game that were not over, with the number of the move that follows."""
    position = read_position(course.start)
    if position.game != game:
        return
    line = [position]
    for move in course.moves:
        line.append(line[-1].play(move))
    open_ones = [
        (number, here.without_past())
        for number, here in enumerate(line, start=1)
        if here.outcome is None and here.to_move is not None
    ]
    yield from open_ones[-most:]


def _asked_of(
    position: Position, request: PuzzleRequest, source: str, stop: Stop
) -> Iterator[Candidate]:
    kinds = wanted_in(request.game.kind) if request.kind == "any" else (request.kind,)
    for kind in kinds:
        prover = BoundedProver(request.game, WORK, stop)
        attempt = PuzzleCandidate(replace(request, kind=kind), stop, prover=prover)
        asked = attempt.question(position, Random(f"{request.seed} {position}"))
        if asked is None:
            continue
        try:
            asked, right = _solved(position, asked, request.longest, prover.renewed())
        except UndecidedError:
            continue
        found = check(position, Puzzle(asked), stop=stop, prover=prover.renewed(), thorough=False)
        if not found.decided or found.proof.verdict != "sound":
            continue
        fight = None
        if can_be_judged(position):
            fight = judge(position, asked, right, Tempting(position, stop), stop)
        yield Candidate(str(position), asked, attempt.depth, fight, source)


def _solved(
    position: Position, asked: Stipulation, longest: int, prover: BoundedProver
) -> tuple[Stipulation, list[Move]]:
    """Return what solves a question: of a parry that several moves manage, look further ahead."""
    question = Question(position, asked, prover)
    right = [move for move in question.first_moves() if question.solves(move)]
    moves = question.moves
    while asked.kind == "parry" and len(right) > 1 and moves is not None and moves < longest:
        moves += 1
        further = msgspec.structs.replace(asked, moves=moves)
        question = Question(position, further, prover.renewed())
        left = [move for move in right if question.solves(move)]
        if left:
            asked, right = further, left
        else:
            break
    return asked, right


def _chosen(ranked: Sequence[Candidate], count: int, end: float | None) -> list[GeneratedPuzzle]:
    """The best candidates that are unlike one another, checked whole."""
    chosen: list[GeneratedPuzzle] = []
    tried = 0
    for one in ranked:
        if len(chosen) == count or tried == SPARE * count:
            break
        position = read_position(one.position)
        if any(likeness(position, other.position) >= ALIKE for other in chosen):
            continue
        left = CHECKING if end is None else max(1.0, min(CHECKING, end - time()))
        tried += 1
        found = check(position, Puzzle(one.asked), limit=left)
        if found.decided and found.proof.verdict == "sound":
            chosen.append(made_of(position, one.asked, found, one.depth, one.source))
    return chosen
