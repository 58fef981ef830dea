"""Proofs about one turn: which programs win whatever the other team has chosen, and what stops one.

A program is *spare* where none wins that does only a part of what it does. All winning programs
are found by those: each of them does what a spare one does, and perhaps more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Goal, Move, Position, Stop, Stopped
from model.games.pyramid_ball.kernels import proof_kernels as kernels
from model.games.pyramid_ball.kernels import turn_kernels as places
from model.games.pyramid_ball.kernels.fast_turns import (
    Numbers,
    packed_program,
    packed_rules,
    packed_state,
    pitch_arrays,
)
from model.games.pyramid_ball.kernels.turn_kernels import begin
from model.games.pyramid_ball.position import PyramidBallPosition
from model.games.pyramid_ball.rulebook import (
    COLUMNS,
    DIRECTIONS,
    FILES,
    ROWS,
    SIZES,
    STAND,
    TEAMS,
    Program,
    program_of,
    read_program,
)
from model.games.pyramid_ball.telling import blank_slots

IDLE = Program()
OWN = range(len(SIZES))
"""A's pieces."""
FEW = 10_000
"""Programs that are tried one by one; of more a table is made, from stages that are alike."""


@dataclass(frozen=True)
class _Side:
    """What a team can choose: beside its commands, and row by row."""

    extras: tuple[Program, ...]
    slots: tuple[tuple[str, tuple[str, ...]], ...]

    def choices(self, row: int, blitz: bool) -> Numbers:
        """All that can be chosen for a row, (n, 9); a blitz chooses all of L with row 1."""
        return _choices(self.slots, row, blitz)


@lru_cache(maxsize=32)
def _choices(slots: tuple[tuple[str, tuple[str, ...]], ...], row: int, blitz: bool) -> Numbers:
    allowed = dict(slots)
    sizes = [size for size in COLUMNS if not (blitz and size == "L")]
    names = [f"{size}{row}" for size in sizes]
    names += [f"L{one}" for one in ROWS] if blitz and row == 1 else []
    letters = list(product(*(allowed[name] for name in names)))
    found = np.full((len(letters), 9), kernels.OPEN, np.int64)
    for number, line in enumerate(letters):
        for name, letter in zip(names, line, strict=True):
            found[number, 3 * SIZES.index(name[0]) + int(name[1]) - 1] = DIRECTIONS.find(letter)
    return found


class TurnProver:
    """Proves what can be won in one turn; see `model.contract.search.ChoiceProver`.

    Parameters
    ----------
    game
        Of Pyramid Ball, without `side_prompt`.
    stop
        Asked some times a second.
    """

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        self.game = game
        self.visited = 0
        self._stop = stop
        self._found: dict[tuple[Position, Move], tuple[Move, ...]] = {}

    # -- as every prover ---------------------------------------------------------------------------

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether a team wins within this turn; None where more would have to be seen."""
        if position.outcome is not None:
            return position.outcome.winner == goal.side
        own = goal.side == TEAMS[0]
        if own and isinstance(position, PyramidBallPosition) and position.sealed_choice:
            before = replace(position, side=0, sealed_choice=None)
            return self.refuting(before, position.sealed_choice) is None
        if moves == 0 and position.to_move == goal.side:
            return False
        if own and moves == 1 and self.covers(position):
            return bool(self.solving(position))
        return None

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return None: turns are not counted in plies."""
        return None

    # -- choices -----------------------------------------------------------------------------------

    def covers(self, position: Position) -> bool:
        """Tell whether both teams choose programs here, A first, and nobody is asked in between."""
        return (
            isinstance(position, PyramidBallPosition)
            and position.words is None
            and not position.sealed
            and not position.game.rules.side_prompt
        )

    def refuting(self, position: Position, move: Move, known: Move = "") -> Move | None:
        """Return an answer of B against which a program of A does not win; None: there is none."""
        turn = _ProvedTurn(_ball(position), self._asked)
        program = _program(move)
        if known:
            refuted = not turn.wins(program, [_program(known)])
            self.visited += 1
            return known if refuted else None
        if turn.may_idle and not turn.wins(program, [IDLE]):
            return str(IDLE)
        found = turn.escape(program)
        self.visited += turn.visited
        return None if found is None else str(found)

    def solving(
        self, position: Position, known: Move = "", most: int | None = None
    ) -> tuple[Move, ...]:
        """Return the spare programs of A that win against every answer, or the known one."""
        key = (position, known)
        if key in self._found:
            return self._found[key]
        turn = _ProvedTurn(_ball(position), self._asked)
        found = tuple(map(str, turn.solving(known, most)))
        self.visited += turn.visited
        if most is None or len(found) <= most:
            self._found[key] = found
        return found

    def answer(self, position: Position, move: Move, known: Move = "") -> Move:
        """Return the answer that holds out longest against a program that wins."""
        if known:
            return known
        return str(_ProvedTurn(_ball(position), self._asked).longest(_program(move)))

    def _asked(self) -> None:
        if self._stop is not None and self._stop():
            raise Stopped


class _ProvedTurn:
    """One turn, which A is to win."""

    def __init__(self, position: PyramidBallPosition, asked: Callable[[], None]) -> None:
        self._asked = asked
        self.visited = 0
        rules = position.game.rules
        self._state = packed_state(position.state)
        self._pitch = kernels.Pitch(packed_rules(rules), *pitch_arrays())
        holds = position.state.carrier in OWN
        self._first_point = int(rules.points == 1 and holds)
        # Where the first point wins, whoever gets the ball has won, and passes it to nobody.
        first = rules.points == 1
        self._own = _side_of(position, 0, passes=not first or holds)
        self._other = _side_of(position, 1, passes=not first or not holds)
        # Whether no piece of B has to move, so that standing still is an answer.
        self.may_idle = all(len(choices) > 1 for _, choices in self._other.slots)

    def _begun(self, own: Program, other: Program) -> tuple[Numbers, Numbers]:
        """The stage before row 1, (1, `STAGE`), and both programs as numbers."""
        programs = np.array([packed_program(own), packed_program(other)], np.int64)
        stage = np.zeros((1, kernels.STAGE), np.int64)
        work = np.zeros(places.WORK, np.int64)
        stage[0, : places.STATE] = self._state
        begin(stage[0, : places.STATE], work, programs)
        stage[0, places.STATE : kernels.OVER] = work[: places.KNOWN]
        return stage, programs

    def wins(self, program: Program, answers: Sequence[Program]) -> bool:
        """Tell whether a program of A wins against each of these."""
        work = np.zeros(places.WORK, np.int64)
        for answer in answers:
            stages, programs = self._begun(program, answer)
            stage = stages[0]
            for row in ROWS:
                after = np.zeros_like(stage)
                kernels.go_on(stage, after, work, programs, self._pitch, row)
                stage = after
            if not kernels.has_won(stage, self._pitch.rules, 0):
                return False
        return True

    # -- what B can answer -------------------------------------------------------------------------

    def escape(self, program: Program) -> Program | None:
        """Return a program of B that keeps A from winning, None where there is none."""
        for extra in self._other.extras:
            stages, programs = self._begun(program, extra)
            said = np.full((1, 9), kernels.OPEN, np.int64)
            for row in (1, 2):
                stages, said = self._spread(stages, said, programs, extra, row)
                over = stages[:, kernels.OVER] > 0
                lost = np.flatnonzero(over & ~self._won(stages))
                if len(lost):
                    return _with(extra, said[lost[0]])
                stages, said = stages[~over], said[~over]
                if not len(stages):
                    break
            if len(stages):
                choices = self._other.choices(3, extra.blitz)
                number = kernels.first_escape(stages, choices, programs, self._pitch, 1)
                self.visited += len(stages) * len(choices) if number < 0 else number
                if number >= 0:
                    before = _with(extra, said[number // len(choices)])
                    return _with(before, choices[number % len(choices)])
        return None

    def longest(self, program: Program) -> Program:
        """Return a program of B that ends the match late, close to the ball, if A must win."""
        best, key = self._other.extras[0], (0, 0)
        for extra in self._other.extras:
            stages, programs = self._begun(program, extra)
            said = np.full((1, 9), kernels.OPEN, np.int64)
            for row in ROWS:
                stages, said = self._spread(stages, said, programs, extra, row)
                far = self._distance(stages)
                nearest = int(far.argmin())
                if (row, -int(far[nearest])) > key:
                    best, key = _with(extra, said[nearest]), (row, -int(far[nearest]))
                goes_on = stages[:, kernels.OVER] == 0
                stages, said = stages[goes_on], said[goes_on]
                if not len(stages):
                    break
        return best

    def _distance(self, stages: Numbers) -> Numbers:
        """How far all of B's pieces are from the ball, together."""
        ball = np.where(stages[:, places.CARRIER] >= 0, 0, stages[:, places.LOOSE])
        held = stages[:, places.CARRIER] >= 0
        ball[held] = stages[held, stages[held, places.CARRIER]]
        squares = stages[:, 3:6]
        across = np.abs(squares % FILES - (ball % FILES)[:, None])
        found: Numbers = (across + np.abs(squares // FILES - (ball // FILES)[:, None])).sum(axis=1)
        return found

    def _won(self, stages: Numbers) -> npt.NDArray[np.bool_]:
        won: npt.NDArray[np.bool_] = stages[:, places.SCORE] >= self._pitch.rules[places.POINTS]
        return won

    def _spread(
        self, stages: Numbers, said: Numbers, programs: Numbers, extra: Program, row: int
    ) -> tuple[Numbers, Numbers]:
        """Return the different stages after a row of all B can choose, and one way to each."""
        self._asked()
        choices = self._other.choices(row, extra.blitz)
        found = np.zeros((len(stages) * len(choices), kernels.STAGE), np.int64)
        kernels.spread(stages, choices, found, programs, self._pitch, 1, row)
        self.visited += len(found)
        firsts, _ = _alike(found)
        firsts.sort()
        chosen = choices[firsts % len(choices)]
        ways = np.where(chosen == kernels.OPEN, said[firsts // len(choices)], chosen)
        return found[firsts], ways

    # -- what A can choose -------------------------------------------------------------------------

    def solving(self, known: Move, most: int | None = None) -> list[Program]:
        """Return A's spare winning programs, against one answer or against all; see the prover.

        Programs that do less come first, so that whatever wins is spare unless it does what one
        that was found before does.
        """
        answers = [_program(known)] if known else [self._other.extras[0]]
        found: list[Program] = []
        for extra in self._own.extras:
            self._solving(extra, answers, found, most, every=not known)
            if most is not None and len(found) > most:
                break
        return found

    def _solving(
        self,
        extra: Program,
        answers: list[Program],
        found: list[Program],
        most: int | None,
        *,
        every: bool,
    ) -> None:
        """Find what wins with these extras; answers that refute something are kept in front."""
        idle = np.array(packed_program(IDLE), np.int64)
        choices = [self._own.choices(row, extra.blitz) for row in ROWS]
        left, tried = self._left(None, extra, answers[0], choices), 1
        while tried < len(answers) and len(left) > FEW:
            left = self._left(left, extra, answers[tried], choices)
            tried += 1
        left = left[np.argsort(_sizes(choices)[left], kind="stable")]
        begin = 0
        while len(left) and (most is None or len(found) <= most):
            self._asked()
            rest = answers[tried:]
            begun = [self._begun(extra, answer) for answer in rest]
            starts = np.array([stages[0] for stages, _ in begun], np.int64)
            programs = np.array([packed_program(extra), packed_program(IDLE)], np.int64)
            looked = np.zeros(1, np.int64)
            begin = kernels.next_way(
                left,
                begin,
                (choices[0], choices[1], choices[2]),
                programs,
                0,
                _packed(found),
                idle,
                starts.reshape(len(rest), kernels.STAGE),
                _packed(rest),
                self._pitch,
                looked,
            )
            self.visited += int(looked[0])
            if begin < 0:
                break
            begin += 1
            program = _with(extra, programs[0, :9])
            escape = self.escape(program) if every else None
            if escape is None:
                found.append(program)
                continue
            if len(left) - begin > FEW:
                left, begin = self._left(left[begin:], extra, escape, choices), 0
                answers.insert(0, escape)
                tried += 1
            else:
                answers.insert(tried, escape)

    def _left(
        self, left: Numbers | None, extra: Program, answer: Program, choices: Sequence[Numbers]
    ) -> Numbers:
        """Return those ways to choose, row 1 by row 2 by row 3, that win against an answer.

        `left`: those that are asked about; None: all.
        """
        self._asked()
        stages, programs = self._begun(extra, answer)
        ways = np.zeros((), np.int64)
        for row in (1, 2):
            found = np.zeros((len(stages) * len(choices[row - 1]), kernels.STAGE), np.int64)
            kernels.spread(stages, choices[row - 1], found, programs, self._pitch, 0, row)
            kernels.give_up(found, programs, self._pitch.rules, 0, row, self._first_point)
            self.visited += len(found)
            firsts, which = _alike(found)
            ways = which.reshape(len(stages), -1)[ways]
            stages = found[firsts]
        many = len(choices[2])
        won = np.full((len(stages), many), left is None, np.int8)
        asked = None if left is None else ways.reshape(-1)[left // many] * many + left % many
        if asked is not None:
            won.reshape(-1)[asked] = 1
        self.visited += int(won.sum())
        kernels.win(stages, choices[2], won, programs, self._pitch, 0)
        if left is None or asked is None:
            return np.flatnonzero(won[ways])
        still: Numbers = left[won.reshape(-1)[asked] > 0]
        return still


def _sizes(choices: Sequence[Numbers]) -> npt.NDArray[np.uint8]:
    """How many pieces move in all, row 1 by row 2 by row 3."""
    first, second, third = ((one >= 0).sum(axis=1).astype(np.uint8) for one in choices)
    sizes: npt.NDArray[np.uint8] = first[:, None, None] + second[:, None] + third
    return sizes.reshape(-1)


def _alike(stages: Numbers) -> tuple[Numbers, Numbers]:
    """Return the first of each sort of rows, and for each row of which sort it is."""
    factors = np.random.default_rng(1).integers(1, 1 << 62, stages.shape[1]) * 2 + 1
    _, firsts, which = np.unique(stages @ factors, return_index=True, return_inverse=True)
    if (stages[firsts[which]] != stages).any():  # two sorts had one number
        _, firsts, which = np.unique(stages, axis=0, return_index=True, return_inverse=True)
    return firsts, which.reshape(-1)


def _side_of(position: PyramidBallPosition, team: int, *, passes: bool) -> _Side:
    """What a team can choose; `passes`: whether a pass may come about at all."""
    state, rules = position.state, position.game.rules
    slots = {slot.name: slot.choices for slot in blank_slots(rules, state, team)}
    others = [name for name in slots if name[:-1] not in COLUMNS]
    extras = []
    for values in product(*(slots[name] for name in others)):
        program = program_of(dict(zip(others, values, strict=True)))
        # In row 1 only a quick pass is thrown, and a quick pass only there.
        if program.quick == (program.pass_row == 1) and (passes or not program.pass_row):
            extras.append(program)
    return _Side(tuple(extras), tuple(slots.items()))


def _with(program: Program, choice: Numbers) -> Program:
    """Return a program with the commands of a row."""
    letters = [list(column) for column in program.commands]
    for place, way in enumerate(choice.tolist()):
        if way != kernels.OPEN:
            letters[place // 3][place % 3] = DIRECTIONS[way] if way >= 0 else STAND
    one, two, three = ("".join(column) for column in letters)
    return replace(program, commands=(one, two, three))


def _packed(programs: Sequence[Program]) -> Numbers:
    rows = [packed_program(program) for program in programs]
    return np.array(rows, np.int64).reshape(len(rows), places.PROGRAM)


def _program(move: Move) -> Program:
    program = read_program(move)
    assert program is not None
    return program


def _ball(position: Position) -> PyramidBallPosition:
    assert isinstance(position, PyramidBallPosition)
    return position
