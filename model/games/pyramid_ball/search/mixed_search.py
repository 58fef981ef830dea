"""The search for a mix of programs of both teams: a table of turns, and answers that join it.

Programs of both are drawn and played against one another, and the table is solved. Then better
answers to either mix are looked for and join the table, and so on (McMahan, Gordon and Blum,
*Planning in the presence of cost functions controlled by an adversary*, 2003).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from math import isqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.search import DRAW, LOSS, WIN
from model.games.pyramid_ball.kernels.fast_turns import packed_rules, packed_state, pitch_arrays
from model.games.pyramid_ball.kernels.program_kernels import (
    CHANGES,
    MAY,
    change,
    draw_anything,
    draw_program,
    possibilities,
)
from model.games.pyramid_ball.kernels.turn_kernels import PROGRAM, STATE, WORK, carry_out
from model.games.pyramid_ball.rulebook import DIRECTIONS, MatchState, Rules
from model.games.pyramid_ball.search.evaluation import (
    SIGNS,
    Floats,
    evaluation,
    learned,
    match_table,
)
from model.games.pyramid_ball.telling import duties
from model.kernels import Int, Ints, kernel
from model.search.matrix_game import play_rounds
from model.search.prng import Words, below

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
