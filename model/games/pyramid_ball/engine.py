"""An engine for Pyramid Ball: both choose at once, so it finds out how often to choose what.

docs/rules/pyramid-ball.md says what it looks at. Programs of both teams are drawn and played
against one another, and the table is solved. Then better answers to either mix are looked for and
join the table, and so on (McMahan, Gordon and Blum, *Planning in the presence of cost functions
controlled by an adversary*, 2003).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from math import isqrt
from random import Random
from time import monotonic
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score
from model.games.pyramid_ball.kernels.fast_turns import (
    packed_rules,
    packed_state,
    pitch_arrays,
    unpacked_program,
)
from model.games.pyramid_ball.kernels.program_kernels import (
    CHANGES,
    MAY,
    change,
    draw_anything,
    draw_program,
    possibilities,
)
from model.games.pyramid_ball.kernels.turn_kernels import PROGRAM, STATE, WORK, carry_out
from model.games.pyramid_ball.position import PyramidBallGame, PyramidBallPosition
from model.games.pyramid_ball.rulebook import (
    DIRECTIONS,
    FILES,
    GOALS,
    PIECES,
    RANKS,
    SPECIALS,
    TEAMS,
    MatchState,
    Program,
    Rules,
)
from model.games.pyramid_ball.search.evaluation import (
    SIGNS,
    Floats,
    evaluation,
    learned,
    match_table,
    nothing_learned,
)
from model.games.pyramid_ball.telling import duties
from model.kernels import Int, Ints, kernel
from model.search.matrix_game import play_rounds
from model.search.prng import Words, below, seeded

# -- many turns tried at once: tables of programs against programs, and answers to a mix of them ---


Numbers = npt.NDArray[np.int64]


class PackedPosition(NamedTuple):
    """A position as kernels take it; none of it is changed.

    Attributes
    ----------
    state
        (`STATE`,) the position.
    rules, ahead, crossed
        What `turn_kernels` wants.
    may
        (2, `MAY`) what either team may choose; see `program_kernels`.
    match, weights
        What `evaluation` wants.
    """

    state: Numbers
    rules: Numbers
    ahead: Numbers
    crossed: Numbers
    may: Numbers
    match: Floats
    weights: Floats


@kernel
def _after(packed: PackedPosition, pair: Ints, state: Ints, work: Ints, found: Floats) -> float:
    """What the position is worth to A once two programs are carried out."""
    for k in range(state.size):
        state[k] = packed.state[k]
    over = carry_out(state, pair, packed.rules, packed.ahead, packed.crossed, work)
    return evaluation(
        state, over, packed.rules, packed.match, packed.crossed, packed.weights, found
    )


@kernel
def fill(packed: PackedPosition, first: Ints, second: Ints, table: Floats, most: Int) -> int:
    """Fill cells of `table` (n, m) that are nan, at most so many; return how many were filled.

    A cell is what A's program makes against B's, a share of the match.
    """
    pair = np.zeros((2, PROGRAM), np.int64)
    state, work, found = np.zeros(STATE, np.int64), np.zeros(WORK, np.int64), np.zeros(SIGNS)
    filled = 0
    for one in range(len(first)):
        pair[0] = first[one]
        for other in range(len(second)):
            if np.isnan(table[one, other]):
                if filled == most:
                    return filled
                pair[1] = second[other]
                table[one, other] = _after(packed, pair, state, work, found)
                filled += 1
    return filled


@kernel
def against(packed: PackedPosition, team: Int, program: Ints, others: Ints, mix: Floats) -> float:
    """Return what a program makes for its team against a mix of the other team's."""
    pair = np.zeros((2, PROGRAM), np.int64)
    state, work, found = np.zeros(STATE, np.int64), np.zeros(WORK, np.int64), np.zeros(SIGNS)
    pair[team] = program
    total = 0.0
    for number in range(len(others)):
        pair[1 - team] = others[number]
        value = _after(packed, pair, state, work, found)
        total += mix[number] * (value if team == 0 else 1.0 - value)
    return total


@kernel
def draw_many(packed: PackedPosition, team: Int, rng: Words, programs: Ints, plain: bool) -> None:
    """Draw programs that a team may well choose into `programs` (n, `PROGRAM`); `plain`: any."""
    for number in range(len(programs)):
        if plain:
            draw_anything(rng, programs[number], packed.may[team])
            continue
        draw_program(
            rng,
            programs[number],
            packed.state,
            team,
            packed.may[team],
            packed.ahead,
            packed.crossed,
        )


@kernel
def best_drawn(
    packed: PackedPosition,
    team: Int,
    rng: Words,
    others: Ints,
    mix: Floats,
    best: Ints,
    value: float,
    tries: Int,
) -> float:
    """Draw programs, and keep in `best` one that makes more than `value`; return what it makes."""
    program = np.zeros(PROGRAM, np.int64)
    for _ in range(tries):
        draw_program(
            rng, program, packed.state, team, packed.may[team], packed.ahead, packed.crossed
        )
        made = against(packed, team, program, others, mix)
        if made > value:
            best[:], value = program, made
    return value


@kernel
def climb(
    packed: PackedPosition,
    team: Int,
    others: Ints,
    mix: Floats,
    best: Ints,
    value: float,
    begin: Int,
    count: Int,
) -> float:
    """Change slots of `best` one by one wherever that makes more; return what it makes then.

    `count` changes are tried of all `CHANGES`, from number `begin` on and round.
    """
    program = best.copy()
    for number in range(begin, begin + count):
        if change(program, number % CHANGES, packed.may[team]):
            made = against(packed, team, program, others, mix)
            if made > value + 1e-9:
                best[:], value = program, made
            else:
                program[:] = best
    return value


@kernel
def drawn_number(rng: Words, many: Int) -> int:
    """Return a number below `many`."""
    return int(np.int64(below(rng, many)))


# -- the search for a mix of programs of both teams: a table of turns, and answers that join it ----


AT_ONCE = 800
"""Turns carried out between two looks at the stop function: some 3 ms."""
CELLS = 1_500_000
"""Cells of tables looked at between two such looks."""
AT_FIRST, MOST = 32, 180
"""Programs of a team drawn before any is answered, and kept at most."""
ROUNDS = 200
"""Rounds of a table after it has grown."""
ANSWERED = 3
"""Programs of a mix that answers are looked for against: the likeliest."""
DRAWN = 6
"""Programs that are drawn for an answer. Each slot of the best is then changed once. Many answers
that cost little leave less to gain than few that cost much: with 10 answered and 16 drawn it was
half as much again after 12,000 turns, and when they climbed on to the top it was far more."""
REMEMBERED = 8
"""Answers of which the best tells what is left to gain."""
LEAST, SETTLED, ENOUGH = 1e-4, 1e-3, 30
"""What an answer must gain to be kept; what hardly is a gain, and after how many such answers
running nothing is left to find."""
SLIPS = 0.2
"""How often the other side is thought to choose any of the programs that were drawn at first: so
that of programs which are as good against the best play those are chosen that slips cost most."""
_NOT_DRAWN = -1.0

Answering = Generator[bool, None, tuple[Numbers, float]]


def packed_position(
    rules: Rules, state: MatchState, weights: Floats | None = None
) -> PackedPosition:
    """Return a position as kernels take it, with the weights that were learned or others."""
    numbers, (ahead, crossed) = packed_state(state), pitch_arrays()
    may = np.zeros((2, MAY), np.int64)
    for team in (0, 1):
        due = np.full(3, -1, np.int64)
        for size, way in duties(rules, state, team).items():
            due[size] = DIRECTIONS.index(way)
        sides = rules.is_advanced and not rules.side_prompt
        possibilities(numbers, team, sides, due, may[team])
    table = match_table(rules, state.turns + 1 if rules.max_turns is not None else 0)
    return PackedPosition(
        numbers,
        packed_rules(rules),
        ahead,
        crossed,
        may,
        table,
        learned() if weights is None else weights,
    )


class MixedSearch:
    """A search that goes on by `think` as long as it is asked to.

    Parameters
    ----------
    budget
        Turns that may be carried out; None: no limit.
    plain
        Draw any programs, in place of answers as well.

    Attributes
    ----------
    programs
        Two arrays (n, `PROGRAM`), A's and B's.
    at_first
        How many of each were drawn before any was answered: they stand first.
    table
        (n, m) what A's program makes against B's; nan where that is not known yet.
    mixes
        How often each should be chosen.
    value
        What A makes where both do so, a share of the match.
    turns
        Turns carried out.
    """

    def __init__(
        self, packed: PackedPosition, rng: Words, budget: int | None, *, plain: bool = False
    ) -> None:
        self.packed = packed
        self.is_plain = plain
        self.turns = 0
        self.value = DRAW
        self._gained: list[deque[float]] = [deque(maxlen=REMEMBERED) for _ in (0, 1)]
        self._rng, self._budget = rng, budget
        first = AT_FIRST if budget is None else min(AT_FIRST, max(1, isqrt(budget // 4)))
        self.programs = []
        for team in (0, 1):
            self.programs.append(np.unique(self._drawn(team, first), axis=0))
        rows, columns = map(len, self.programs)
        self.at_first = rows, columns
        self.table = np.full((rows, columns), np.nan)
        self._regrets = [np.zeros(rows), np.zeros(columns)]
        self.mixes: list[Floats] = [np.full(rows, 1 / rows), np.full(columns, 1 / columns)]
        self._quiet, self._is_full = 0, False
        self._work = self._thinking()

    def _drawn(self, team: int, many: int) -> Numbers:
        drawn = np.zeros((many, PROGRAM), np.int64)
        draw_many(self.packed, team, self._rng, drawn, self.is_plain)
        return drawn

    def think(self) -> bool:
        """Think for some milliseconds; False where nothing is left to do."""
        return next(self._work, False)

    @property
    def gains(self) -> tuple[float, float]:
        """What each team made more by the best of the last answers to the other's mix."""
        first, second = (max(few, default=0.0) for few in self._gained)
        return first, second

    def worths(self, team: int) -> Floats:
        """Return what each program of a team makes for it against the other's mix."""
        table = np.nan_to_num(self.table, nan=DRAW)  # it may be told while it is filled
        made = table @ self.mixes[1] if team == 0 else 1.0 - self.mixes[0] @ table
        clipped: Floats = np.clip(made, LOSS, WIN)  # sums of shares end a hair beyond
        return clipped

    def _thinking(self) -> Iterator[bool]:
        yield from self._play_out()
        while self._left(1) > 0 and self._quiet < ENOUGH and not self._is_full:
            if self.is_plain:
                self._add([self._drawn(team, 1)[0] for team in (0, 1)])
            else:
                yield from self._answer()
            yield from self._play_out()

    def _left(self, most: int) -> int:
        return most if self._budget is None else min(most, self._budget - self.turns)

    def _play_out(self) -> Iterator[bool]:
        """Fill the table and solve it."""
        table = self.table
        while np.isnan(table).any():
            self.turns += fill(self.packed, self.programs[0], self.programs[1], table, AT_ONCE)
            yield True
        one, other = self._regrets
        judged = self._judged()
        means = [np.zeros(many) for many in table.shape]
        played, at_once = 0, max(1, CELLS // table.size)
        while played < ROUNDS:
            rounds = min(at_once, ROUNDS - played)
            play_rounds(judged, one, other, means[0], means[1], played, rounds)
            played += rounds
            self.mixes = [mean / mean.sum() for mean in means]
            self.value = min(WIN, max(LOSS, float(self.mixes[0] @ table @ self.mixes[1])))
            yield True

    def _judged(self) -> Floats:
        """Return the table as either side sees it that thinks of slips of the other's.

        What a program makes against slips does not depend on what the other side means to choose,
        so it can be added for both, and the game is still one of two sides against each other.
        """
        if self.is_plain:
            return self.table
        rows, columns = self.at_first
        first, second = self.table[:, :columns].mean(axis=1), self.table[:rows].mean(axis=0)
        judged: Floats = (1 - SLIPS) * self.table + SLIPS * (first[:, None] + second)
        return judged

    def _answer(self) -> Iterator[bool]:
        """Look for a better answer to either mix, and add those that are."""
        found: list[Numbers | None] = []
        new = False
        for team in (0, 1):
            reached = self.value if team == 0 else 1.0 - self.value
            best, made = yield from self._best_answer(team, reached)
            self._gained[team].append(max(0.0, made - reached))
            known = bool((self.programs[team] == best).all(axis=1).any())
            if not known and made > reached + SETTLED:
                new = True
            found.append(None if known or made <= reached + LEAST else best)
        self._quiet = 0 if new else self._quiet + 1
        self._add(found)

    def _best_answer(self, team: int, reached: float) -> Answering:
        """Draw programs, climb from the best one or from one of the mix; return the better end."""
        all_of_them = self.mixes[1 - team]
        likely = np.argsort(-all_of_them, kind="stable")[:ANSWERED]
        likely = likely[all_of_them[likely] > 1e-6]
        others, mix = self.programs[1 - team][likely], all_of_them[likely]
        mix = mix / mix.sum()
        best, made = self.programs[team][0].copy(), _NOT_DRAWN
        tries = self._left(DRAWN * len(others)) // len(others)
        made = best_drawn(self.packed, team, self._rng, others, mix, best, made, tries)
        self.turns += tries * len(others)
        yield True
        if drawn_number(self._rng, 2):
            number = drawn_number(self._rng, len(self.programs[team]))
            if self.mixes[team][number] > LEAST or made == _NOT_DRAWN:
                worth = self.worths(team)[number]
                best, made = self.programs[team][number].copy(), float(worth)
        if made == _NOT_DRAWN:
            return best, made
        count = min(CHANGES, self._left(AT_ONCE) // len(others))
        begin = drawn_number(self._rng, CHANGES)
        made = climb(self.packed, team, others, mix, best, made, begin, count)
        self.turns += count * len(others)
        yield True
        return best, made

    def _add(self, found: list[Numbers | None]) -> None:
        """Add answers to the table; where it is large, what is hardly ever chosen goes."""
        if max(self.table.shape) >= MOST:
            self._keep([self._lasting(team) for team in (0, 1)])
        more = [int(best is not None) for best in found]
        rows, columns = self.table.shape
        cells = (rows + more[0]) * (columns + more[1]) - rows * columns
        if self._left(cells) < cells:
            self._is_full = True
            return
        self.table = np.pad(self.table, ((0, more[0]), (0, more[1])), constant_values=np.nan)
        for team, best in enumerate(found):
            if best is not None:
                self.programs[team] = np.vstack([self.programs[team], best])
                self._regrets[team] = np.append(self._regrets[team], 0.0)
                self.mixes[team] = np.append(self.mixes[team], 0.0)

    def _lasting(self, team: int) -> Numbers:
        """Return the numbers of the programs that were drawn at first, and of the likeliest."""
        likely = np.argsort(-self.mixes[team], kind="stable")[: MOST // 2]
        return np.union1d(np.arange(self.at_first[team]), likely)

    def _keep(self, kept: list[Numbers]) -> None:
        self.table = np.ascontiguousarray(self.table[np.ix_(*kept)])
        for team, few in enumerate(kept):
            self.programs[team] = self.programs[team][few]
            self._regrets[team] = self._regrets[team][few]
            self.mixes[team] = self.mixes[team][few] / self.mixes[team][few].sum()


# -- positions that puzzles are looked for in, and programs that are likely enough -----------------
# A puzzle is one turn, in which A is to win: the ball is near a row it may be brought to, the
# pieces are near the ball, and A lacks one point.


OWN_BALL = 0.7
"""How often A has the ball."""
WIDE, LONG = 3, 3
"""Files and rows that a piece may be away from the ball."""


def decisive_position(game: PyramidBallGame, rng: Random) -> PyramidBallPosition:
    """Return a position in which A lacks one point, and the ball is in the middle of it."""
    team = 0 if rng.random() < OWN_BALL else 1
    carrier = 3 * team + rng.randrange(3)
    goal, behind = GOALS[team], -1 if GOALS[team] else 1
    ball = (goal + behind * rng.randint(1, 4)) * FILES + rng.randrange(FILES)
    near = [site for site in range(FILES * RANKS) if site != ball and _is_near(site, ball)]
    squares = rng.sample(near, len(PIECES))
    squares[carrier] = ball
    points = game.rules.points
    scores = (points - 1, rng.randrange(points))
    held, used = ["", ""], ["", ""]
    for side in (0, 1) if game.rules.is_advanced else ():
        taken = rng.sample(SPECIALS, min(len(SPECIALS), scores[1 - side]))
        # One at most is left: with several a search sees too many programs.
        left = taken[: rng.randrange(2)]
        held[side] = "".join(one for one in SPECIALS if one in left)
        used[side] = "".join(one for one in SPECIALS if one in taken and one not in left)
    state = MatchState(
        tuple(squares), carrier, -1, team, scores, (held[0], held[1]), (used[0], used[1])
    )
    return PyramidBallPosition(game, state)


def _is_near(site: int, ball: int) -> bool:
    across, along = site % FILES - ball % FILES, site // FILES - ball // FILES
    return abs(across) <= WIDE and abs(along) <= LONG


def likely_program(rules: Rules, state: MatchState, team: int, rng: Random) -> Program:
    """Return a program of a team, drawn as the engine draws those that it tries first."""
    drawn = np.zeros((1, PROGRAM), np.int64)
    draw_many(
        packed_position(rules, state), team, seeded(rng.getrandbits(32), "likely"), drawn, False
    )
    return unpacked_program(drawn[0])


TOLD_EVERY = 0.2
"""Seconds between two reports."""
SELDOM = 0.01
"""Programs that should be chosen less often than this are left out of what is told."""
EVEN = (DRAW, DRAW)


class PyramidBallEngine:
    """Thinks about Pyramid Ball; see `model.contract.search.Engine`.

    It never looks at what is sealed, given or not.

    Parameters
    ----------
    plain
        Draw any programs and count points alone: what the engine is measured against.
    """

    def __init__(self, game: PyramidBallGame, *, plain: bool = False) -> None:
        self.game = game
        self._is_plain = plain

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        assert isinstance(position, PyramidBallPosition)
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        thought = _TurnThought(position, report, stop, budget, plain=self._is_plain)
        found = thought.of_programs() if position.words is None else thought.of_words()
        if found.done:
            report(found)
        return found


class _TurnThought:
    """One position that is thought about."""

    def __init__(
        self,
        position: PyramidBallPosition,
        report: Report,
        stop: Stop,
        budget: Budget,
        *,
        plain: bool,
    ) -> None:
        self.position = position
        self._is_plain = plain
        self._report, self._stop, self._budget = report, stop, budget
        self._told, self._is_stopped = monotonic(), False

    # -- a program ---------------------------------------------------------------------------------

    def of_programs(self) -> Analysis:
        """Return how often which program should be chosen."""
        search = self._search(self.position, self._budget.nodes)
        while not self._stops() and search.think():
            if monotonic() - self._told > TOLD_EVERY:
                self._told = monotonic()
                self._report(self._analysis(search, done=False))
        return self._analysis(search, done=not self._is_stopped)

    def _stops(self) -> bool:
        self._is_stopped = self._is_stopped or self._stop()
        return self._is_stopped

    def _search(self, position: PyramidBallPosition, turns: int | None) -> MixedSearch:
        rng = seeded(self._budget.seed, str(position))
        weights = nothing_learned() if self._is_plain else learned()
        packed = packed_position(position.game.rules, position.state, weights)
        return MixedSearch(packed, rng, turns, plain=self._is_plain)

    def _analysis(self, search: MixedSearch, *, done: bool) -> Analysis:
        team = self.position.side
        likely = self._likely(search, team)
        others = len(search.programs[1 - team])
        worths, moves = search.worths(team), {}
        for number, share in likely.items():
            moves[str(unpacked_program(search.programs[team][number]))] = Score(
                _values(team, float(worths[number])), visits=others, probability=share
            )
        line = [next(iter(moves))]
        if team == 0:
            line.append(
                str(unpacked_program(search.programs[1][next(iter(self._likely(search, 1)))]))
            )
        return Analysis(
            self.position, moves, tuple(line), done, search.turns, exposed=search.gains[1 - team]
        )

    def _likely(self, search: MixedSearch, team: int) -> dict[int, float]:
        """The programs that should be chosen by their numbers, the likeliest first."""
        mix = search.mixes[team]
        ranked = sorted(range(len(mix)), key=lambda number: (-float(mix[number]), number))
        kept = [number for number in ranked if mix[number] >= SELDOM] or ranked[:1]
        whole = sum(float(mix[number]) for number in kept)
        return {number: float(mix[number]) / whole for number in kept}

    # -- a word ------------------------------------------------------------------------------------

    def of_words(self) -> Analysis:
        """Return which word is best: each is judged by the turn that comes after it."""
        position = self.position
        words, mover = position.words or (), TEAMS.index(position.to_move or "")
        if position.phase == "duel":
            scores = {word: Score(EVEN, probability=1 / len(words)) for word in words}
            return Analysis(position, scores, words[:1], done=True, exposed=0.0)
        after = {word: position.play(word) for word in words}
        searches = self._searches(list(after.values()))
        thinking = list(searches.values())
        while thinking and not self._stops():
            thinking = [search for search in thinking if not self._stops() and search.think()]
        values = {word: self._value(later, searches) for word, later in after.items()}
        ranked = sorted(words, key=lambda word: values[word], reverse=mover == 0)
        scores = {word: Score(_values(0, values[word])) for word in ranked}
        turns = sum(search.turns for search in searches.values())
        return Analysis(position, scores, (ranked[0],), not self._is_stopped, turns)

    def _searches(self, waiting: list[PyramidBallPosition]) -> dict[str, MixedSearch]:
        """Return a search for every position with programs that words lead to."""
        found: dict[str, PyramidBallPosition] = {}
        while waiting:
            position = waiting.pop()
            if position.outcome is None and position.words is None:
                found[str(position)] = position
            waiting += [position.play(word) for word in position.words or ()]
        nodes = self._budget.nodes
        each = None if nodes is None else nodes // max(1, len(found))
        return (
            {}
            if each == 0
            else {text: self._search(position, each) for text, position in found.items()}
        )

    def _value(self, position: PyramidBallPosition, searches: dict[str, MixedSearch]) -> float:
        """What A may expect, as far as it was found out."""
        if position.outcome is not None:
            winner = position.outcome.winner
            return DRAW if winner is None else WIN if winner == TEAMS[0] else LOSS
        if position.words is None:
            search = searches.get(str(position))
            return DRAW if search is None else search.value
        best = max if position.to_move == TEAMS[0] else min
        return best(self._value(position.play(word), searches) for word in position.words)


def _values(team: int, value: float) -> tuple[float, float]:
    """What both may expect where a team expects `value`."""
    return (value, WIN - value) if team == 0 else (WIN - value, value)
