"""Pyramid Ball before its options are chosen: options, reading positions, hooks.

Among the hooks are the conditions of lessons (what a program does, and whether it is sure to win)
and how positions are set up by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from model.boards.board import IntArray
from model.contract.game import Game, GameKind, Move, Option, Player, Position, Reason, Stop
from model.contract.hooks import ChoiceTime, Hooks, MoveCondition, Played
from model.contract.search import Engine
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.games.pyramid_ball.position import LETTERS, SHAPE, PyramidBallGame, PyramidBallPosition
from model.games.pyramid_ball.rulebook import (
    DIRECTIONS,
    FILES,
    GOALS,
    NAMES,
    NEXT,
    OPTIONS,
    PIECES,
    ROWS,
    SIZES,
    SPECIALS,
    STAND,
    TEAMS,
    MatchState,
    Program,
    Rules,
    because,
    program_of,
    rank_of,
    read_program,
    team_of,
)
from model.games.pyramid_ball.telling import (
    Programs,
    duties,
    name_of,
    program_reason,
    program_words,
)
from model.notation.levels import read_levels
from model.notation.tokens import fault, read_number, read_options
from model.phrases import counted, listed, shown

# -- a simple player: its carrier runs behind a guard, and without the ball two chase, one guards --


_NEAR = 2
"""Rows ahead in which an opponent is stepped aside from."""


def runner_program(rules: Rules, state: MatchState, team: int, rng: Random) -> Program:
    """Return the program of the simple player for a team.

    With the ball its carrier runs for the row it scores in and steps aside where an opponent
    stands before it; the nearest team-mate goes the same way one square ahead, the third stays
    back. Without it the two nearest go to where the carrier may be a step later, and the third
    stands between the ball and the row that it must not come to. Nobody passes.
    """
    own = range(3 * team, 3 * team + 3)
    ball = state.ball
    ranked = sorted(own, key=lambda piece: (_far(state.squares[piece], ball), rng.random()))
    commands: dict[int, str] = {}
    if state.carrier in own:
        carrier, guard, back = state.carrier, *[one for one in ranked if one != state.carrier]
        way = _run(state, team, rng)
        before = _step(ball, _forward(team))
        commands[carrier] = way
        reached = _far(state.squares[guard], before) == 0
        commands[guard] = way if reached else _walk(state.squares[guard], before, rng)
        commands[back] = STAND * len(ROWS)
    elif state.carrier < 0 and state.offence != team:
        fetcher, *others = ranked
        commands[fetcher] = _walk(state.squares[fetcher], ball, rng)
        commands |= {
            one: _walk(state.squares[one], _step(ball, _forward(team)), rng) for one in others
        }
    else:
        *chasers, guard = ranked
        towards = _forward(1 - team)
        for one in chasers:
            aim = rng.choice((ball, _step(ball, towards)))
            commands[one] = _walk(state.squares[one], aim, rng)
        line = rank_of(ball) + 3 * (1 if towards == "N" else -1)
        file, rank = ball % 7, min(max(line, 0), GOALS[0])
        commands[guard] = _walk(state.squares[guard], rank * 7 + file, rng)
    for size, way in duties(rules, state, team).items():
        piece = 3 * team + size
        commands[piece] = way + commands[piece][1:]
    columns = [commands[3 * team + size] for size in range(len(SIZES))]
    return Program((columns[0], columns[1], columns[2]))


def _forward(team: int) -> str:
    return "N" if GOALS[team] > 0 else "S"


def _far(one: int, other: int) -> int:
    return abs(one % 7 - other % 7) + abs(one // 7 - other // 7)


def _step(site: int, way: str) -> int:
    """The square beside a square; the square itself at the edge."""
    beside = NEXT[site][DIRECTIONS.index(way)]
    return beside if beside >= 0 else site


def _run(state: MatchState, team: int, rng: Random) -> str:
    """The carrier's way: forward, or aside where an opponent stands close before it."""
    at, forward, way = state.ball, _forward(team), ""
    others = set(state.squares[3 * (1 - team) : 3 * (1 - team) + 3])
    for _ in ROWS:
        ahead = [at]
        for _ in range(_NEAR):
            ahead.append(_step(ahead[-1], forward))
        letter = forward
        if others & set(ahead[1:]):
            sides = [one for one in "EW" if (to := _step(at, one)) != at and to not in others]
            letter = rng.choice(sides) if sides else STAND
        way += letter
        at = _step(at, letter) if letter != STAND else at
    return way


def _walk(at: int, aim: int, rng: Random) -> str:
    """Three steps towards a square, standing still once there."""
    way = ""
    for _ in ROWS:
        east, north = aim % 7 - at % 7, aim // 7 - at // 7
        ways = [
            letter
            for letter, wanted in (
                ("E", east > 0),
                ("W", east < 0),
                ("N", north > 0),
                ("S", north < 0),
            )
            if wanted
        ]
        letter = rng.choice(ways) if ways else STAND
        way += letter
        at = _step(at, letter) if letter != STAND else at
    return way


# -- position strings: their extras read, and what cannot exist refused ----------------------------


EXTRAS = {
    "ball": "who has the ball, as in AM, or the square where it lies, as in b8",
    "offence": "while the ball is loose, the team that had it last",
    "score": "the points of both teams, as in 2:1",
    "specials": "the special moves each team can use, as in SM:-",
    "used": "the special moves each team has used",
    "owed": "how many special moves each team may choose now",
    "ban": "the team whose scoring row is closed to it",
    "kept": "how many turns the ball has been kept in the closed row",
    "turns": "how many turns were played",
    "phase": "duel or pick, before the match",
    "sealed": "A, where A has chosen in secret",
    "A": "A's program, in the middle of a turn",
    "B": "B's program, in the middle of a turn",
    "sides": "where balls were put in this turn, as in W+E",
}
"""What stands after the side, and what it means."""


def problems_of(cells: Cells) -> tuple[Reason, ...]:
    """Return what cannot exist: a piece that is missing, or there twice."""
    found = []
    for piece, name in enumerate(PIECES):
        count = int((cells == piece + 1).sum())
        if count != 1:
            text = "pieces" if count else "pieces:missing"
            found.append(because(text, who=name_of(piece), count=count, piece=name))
    return tuple(found)


def read_position_text(
    game: PyramidBallGame, board: str, cells: Cells, side: str, extras: Mapping[str, str]
) -> PyramidBallPosition:
    """Return the position; NotationError says what cannot be."""
    wrong = problems_of(cells)
    if wrong:
        fault(board, str(wrong[0]))
    if side not in TEAMS:
        fault(side, f"the side to move is A or B, not {shown(side)}")
    for key in extras:
        if key not in EXTRAS:
            fault(key, f"{shown(key)} is unknown; there are {listed(tuple(EXTRAS))}")
    squares = tuple(int((cells == piece + 1).argmax()) for piece in range(len(PIECES)))
    state = _ball(MatchState(squares), extras)
    for reads in (_score, _specials, _bans, _counts):
        state = reads(game, state, extras)
    position = _phase(PyramidBallPosition(game, state), side, extras)
    if position.outcome is None and position.to_move != side:
        hint = "" if "sealed" in extras else "; B chooses once A has, which is sealed=A"
        fault(side, f"{position.to_move} chooses here, not {side}{hint}")
    return position


def _ball(state: MatchState, extras: Mapping[str, str]) -> MatchState:
    ball = extras.get("ball", "AM")
    if ball in PIECES:
        piece = PIECES.index(ball)
        if "offence" in extras:
            fault(
                extras["offence"],
                "the offence is the team with the ball: it is said only of a loose one",
            )
        return replace(state, carrier=piece, offence=team_of(piece))
    if ball not in NAMES:
        fault(ball, f"the ball is on a piece like AM or on a square like b8, not {shown(ball)}")
    offence = extras.get("offence", "")
    if offence not in TEAMS:
        fault(offence or ball, "say which team had a loose ball last, as in offence=A")
    return replace(state, carrier=-1, loose=NAMES.index(ball), offence=TEAMS.index(offence))


def _pair(text: str, what: str) -> tuple[str, str]:
    first, colon, second = text.partition(":")
    if not colon or not first or not second or ":" in second:
        fault(text, f"{what} of both teams, A's first, not {shown(text)}")
    return first, second


def _numbers(text: str, what: str, most: int) -> tuple[int, int]:
    numbers = [read_number(word) for word in _pair(text, what)]
    first, second = (number if number is not None and number <= most else -1 for number in numbers)
    if min(first, second) < 0:
        fault(text, f"{what}: each a number up to {most}, not {shown(text)}")
    return first, second


def _score(game: PyramidBallGame, state: MatchState, extras: Mapping[str, str]) -> MatchState:
    if "score" not in extras:
        return state
    text, most = extras["score"], game.rules.points
    score = _numbers(text, "score=2:1 gives the points", most)
    if score == (most, most):
        fault(text, f"only one team can have reached {most}")
    if score == (0, 0):
        fault(text, "a score of 0:0 is not written")
    return replace(state, score=score)


def _specials(game: PyramidBallGame, state: MatchState, extras: Mapping[str, str]) -> MatchState:
    named = [key for key in ("specials", "used", "owed") if key in extras]
    if named and not game.rules.is_advanced:
        fault(named[0], f"{named[0]} goes with mode=advanced")
    pairs = {}
    for key in ("specials", "used"):
        words = _pair(extras[key], f"{key}=SM:- gives the special moves") if key in extras else ""
        found = ["" if word == "-" else word for word in words] or ["", ""]
        for word in found:
            if "".join(one for one in SPECIALS if one in word) != word:
                fault(extras[key], f"special moves are S, M and L in this order, not {shown(word)}")
        if key in extras and not any(found):
            fault(extras[key], f"{key} is left out where there are none")
        pairs[key] = (found[0], found[1])
    owed = (0, 0)
    if "owed" in extras:
        owed = _numbers(extras["owed"], "owed=1:0 says how many may be chosen", len(SPECIALS))
        if not any(owed):
            fault(extras["owed"], "owed is left out where there are none")
    for team in (0, 1):
        held, used = pairs["specials"][team], pairs["used"][team]
        if set(held) & set(used) or len(held) + len(used) + owed[team] > len(SPECIALS):
            text = extras[named[-1]]
            fault(text, f"{TEAMS[team]} has each special move once in a match")
    return replace(state, held=pairs["specials"], used=pairs["used"], owed=owed)


def _bans(game: PyramidBallGame, state: MatchState, extras: Mapping[str, str]) -> MatchState:
    if "ban" not in extras:
        return state
    team = extras["ban"]
    if not game.rules.is_advanced:
        fault("ban", "a closed row goes with mode=advanced")
    if team not in TEAMS:
        fault(team, f"ban names a team, A or B, not {shown(team)}")
    ban = TEAMS.index(team)
    if state.carrier >= 0 and team_of(state.carrier) == ban:
        fault(team, f"{team} has the ball: no row is closed to it")
    return replace(state, ban=ban)


def _counts(game: PyramidBallGame, state: MatchState, extras: Mapping[str, str]) -> MatchState:
    found = {}
    for key, option, goes in (
        ("kept", game.rules.recovery_limit, "recovery_limit"),
        ("turns", game.rules.max_turns, "max_turns"),
    ):
        found[key] = 0
        if key not in extras:
            continue
        if option is None:
            fault(key, f"{key} goes with {goes}")
        number = read_number(extras[key])
        if number is None or not 1 <= number <= option:
            fault(extras[key], f"{key} is a number from 1 to {option}, not {shown(extras[key])}")
        found[key] = number
    if found["kept"] and (state.ban < 0 or state.carrier < 0):
        fault(extras["kept"], "the ball is kept only in a row that is closed to the other team")
    return replace(state, kept=found["kept"], turns=found["turns"])


def _phase(
    position: PyramidBallPosition, side: str, extras: Mapping[str, str]
) -> PyramidBallPosition:
    if "phase" in extras:
        phase = extras["phase"]
        if phase not in ("duel", "pick") or position.game.rules.first != "duel":
            fault(phase, "the phase is duel or pick, and goes with first=duel")
        position = replace(position, phase=phase)
    if "sealed" in extras:
        sealed = extras["sealed"]
        if sealed != "A" or side != "B" or position.phase == "pick" or any(position.state.owed):
            fault(sealed, "sealed=A stands where B chooses after A, and nowhere else")
    elif "A" in extras or "B" in extras or "sides" in extras:
        return _in_a_turn(position, extras)
    beginning = side == "B" and (position.phase == "pick" or "sealed" in extras)
    if position.outcome is not None and "sealed" in extras:
        fault(extras["sealed"], "the game is over: nothing is sealed")
    return replace(position, side=int(beginning))


def _in_a_turn(position: PyramidBallPosition, extras: Mapping[str, str]) -> PyramidBallPosition:
    """The position in the middle of a turn that waits for an answer."""
    state, rules = position.state, position.game.rules
    programs: list[Program] = []
    for team, name in enumerate(TEAMS):
        text = extras.get(name, "")
        reason = program_reason(rules, state, team, text)
        program = read_program(text)
        if reason is not None or program is None:
            fault(text, f"{name} has no program that can be carried out: {reason}")
        programs.append(program)
    answers = tuple(extras["sides"].split("+")) if "sides" in extras else ()
    if not set(answers) <= {"W", "E"}:
        fault(extras["sides"], "sides are W and E, joined by +")
    found = replace(position, phase="side", programs=(programs[0], programs[1]), answers=answers)
    waits = position.outcome is None and not any(state.owed) and position.phase == "turn"
    if not waits or found.account is None or found.account.asks < 0:
        fault(extras.get("A", ""), "these programs ask nobody where a ball is put")
    return found


def letters() -> dict[str, int]:
    """Return the number of each letter on the board."""
    return {letter: number for number, letter in enumerate(LETTERS) if letter}


if TYPE_CHECKING:
    from model.games.pyramid_ball.search.turn_proof import TurnProver


_NEUTRAL = Program().values


def does(program: Program, part: Program) -> bool:
    """Tell whether a program does all that another one does, and perhaps more."""
    held = program.values
    return all(value in (_NEUTRAL[name], held[name]) for name, value in part.values.items())


def _does(played: Played[PyramidBallPosition], argument: str) -> bool:
    program, part = read_program(played.move), read_program(argument)
    return program is not None and part is not None and does(program, part)


def _is_sure(played: Played[PyramidBallPosition], argument: str) -> bool:
    before = played.before
    if not isinstance(before, PyramidBallPosition):
        return False
    covered, answer = _refuted(before, played.move)
    return covered and answer is None


def _refuting(played: Played[PyramidBallPosition], argument: str) -> Move | None:
    """Return what the other team has against a program."""
    before = played.before
    return _refuted(before, played.move)[1] if isinstance(before, PyramidBallPosition) else None


@lru_cache(maxsize=8)
def _refuted(before: PyramidBallPosition, move: Move) -> tuple[bool, Move | None]:
    """Return whether all answers to a program can be looked through, and one that refutes it."""
    from model.games.pyramid_ball.search.turn_proof import TurnProver

    prover = TurnProver(before.game)
    covers = prover.covers(before)
    return covers, prover.refuting(before, move) if covers else None


def _beats(played: Played[PyramidBallPosition], argument: str) -> bool:
    """Whether A wins against one program of B."""
    after = played.after
    if not after.sealed or after.explain(argument) is not None:
        return False
    outcome = after.play(argument).outcome
    return outcome is not None and outcome.winner == played.side


def _ways(position: Position, known: Move) -> Iterator[Move]:
    """Yield spare programs that win: one, which may be all that is asked for, then the others."""
    if isinstance(position, PyramidBallPosition):
        first = _winning(position, known, 0)[:1]
        yield from first
        yield from _winning(position, known)[1:] if first else ()


@lru_cache(maxsize=32)
def _winning(
    position: PyramidBallPosition, known: Move, most: int | None = None
) -> tuple[Move, ...]:
    """The spare programs that win; a lesson asks of the same position again and again."""
    from model.games.pyramid_ball.search.turn_proof import TurnProver

    prover = TurnProver(position.game)
    return prover.solving(position, known, most) if prover.covers(position) else ()


CONDITIONS: tuple[MoveCondition[PyramidBallPosition], ...] = (
    MoveCondition("does", "move", "does {}", _does, lambda _, program: (program,)),
    MoveCondition(
        "sure",
        "",
        "wins this turn whatever the other team has chosen",
        _is_sure,
        lambda position, _: _ways(position, ""),
        _refuting,
    ),
    MoveCondition(
        "beats",
        "move",
        "wins this turn against {}",
        _beats,
        _ways,
        lambda played, known: known if played.after.explain(known) is None else None,
    ),
)


_SWAPPED = str.maketrans("AB", "BA")


class PyramidBallSetup(SetupRules[PyramidBallGame, PyramidBallPosition]):
    """Pyramid Ball: each piece stands somewhere, once; the ball is told beside the board."""

    letters = LETTERS[1:]
    alternates = False

    def owner(self, value: int) -> tuple[int, int]:
        """Return the team and the size of a piece."""
        return divmod(value - 1, len(SIZES))

    def shape(self, game: Game) -> Shape:
        """Return the rows."""
        return SHAPE

    def cells(self, position: PyramidBallPosition) -> Cells:
        """Return (n,) 0 empty, else the number of the piece + 1."""
        cells = np.zeros(len(NAMES), np.int8)
        for piece, square in enumerate(position.now.squares):
            cells[square] = piece + 1
        return cells

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return the pieces that are missing or there twice."""
        return problems_of(cells)

    def notes(self, position: PyramidBallPosition) -> tuple[Reason, ...]:
        """Say what no play leads to: more special moves than points, a ball that lies astray."""
        state, found = position.state, []
        for team, name in enumerate(TEAMS):
            chosen = len(state.held[team]) + len(state.used[team]) + state.owed[team]
            points = state.score[1 - team]
            if chosen > points:
                found.append(
                    because(
                        "more-specials",
                        team=name,
                        specials=counted(chosen, "special move"),
                        points=counted(points, "point", "no"),
                    )
                )
        lies = state.carrier < 0
        if lies and (state.ban < 0 or rank_of(state.loose) != GOALS[state.ban]):
            found.append(because("ball-astray", site=NAMES[state.loose]))
        if state.ban >= 0 and not state.score[state.ban]:
            found.append(because("ban-without-goal", team=TEAMS[state.ban]))
        return tuple(found)

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what a string tells beside the board; what options bring only under them."""
        options = game.options
        left_out = {
            "kept": options["recovery_limit"] is None,
            "turns": options["max_turns"] is None,
            "phase": options["first"] != "duel",
            **dict.fromkeys(("A", "B", "sides"), not options["side_prompt"]),
            **dict.fromkeys(("specials", "used", "owed", "ban"), options["mode"] == "basic"),
        }
        return {key: says for key, says in EXTRAS.items() if not left_out.get(key, False)}

    def exchanged_extra(self, name: str, value: str) -> tuple[str, str]:
        """Return an extra with the teams exchanged."""
        if name in ("score", "specials", "used", "owed"):
            return name, ":".join(reversed(value.split(":")))
        if name in ("ball", "offence", "ban"):
            return name, value.translate(_SWAPPED)
        return name, value


_TURNED = str.maketrans("EW", "WE")


class PyramidBallKind(GameKind, Hooks[PyramidBallGame, PyramidBallPosition]):
    """Pyramid Ball as registered."""

    name = "pyramid-ball"
    title = "Pyramid Ball"
    credit = "Pyramid Ball, designed by Jason Webster."
    players: tuple[Player, ...] = TEAMS
    endings: tuple[str, ...] = ("points", "turns")
    hides = True
    move_conditions = CONDITIONS
    options: tuple[Option, ...] = OPTIONS
    level_nodes: tuple[int, ...] = (4, 12, 40, 120, 400, 1_200, 4_000, 12_000, 40_000)
    plays_hidden = True

    def configure(self, options: Mapping[str, str]) -> PyramidBallGame:
        """Return the game; options left out take their defaults."""
        rules = Rules(**read_options(self, options))
        if rules.target is None:
            return PyramidBallGame(self, rules)
        if not rules.is_advanced and rules.target != 1:
            fault(
                options["target"], "one point wins the basic game: target goes with mode=advanced"
            )
        usual = rules.target == (6 if rules.is_advanced else 1)
        kept = {name: value for name, value in vars(rules).items() if name != "target"}
        return PyramidBallGame(self, Rules(**kept) if usual else rules)

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> PyramidBallPosition:
        """Return the position the tokens of a string describe."""
        game = self.configure(options)
        cells = read_levels(board, SHAPE, letters())
        return read_position_text(game, board, cells, side, extras)

    @property
    def setup(self) -> PyramidBallSetup:
        """How positions are set up by hand."""
        return PyramidBallSetup(self)

    def describe_choice(self, game: Game, move: Move) -> str:
        """Return a program in words; the other choices are words already."""
        return program_words(move)

    def perft(self, position: Position, depth: int) -> int | None:
        """Return perft(2) where both choose a program: neither depends on the other."""
        if not isinstance(position, PyramidBallPosition) or depth != 2 or position.sealed:
            return None
        first = position.legal_moves
        if not isinstance(first, Programs):
            return None
        return first.count() * Programs(first.rules, first.state, 1).count()

    def prover(self, game: PyramidBallGame, stop: Stop | None = None) -> TurnProver:
        """Return what proves that a program wins its turn."""
        from model.games.pyramid_ball.search.turn_proof import TurnProver

        return TurnProver(game, stop)

    def findings(
        self, position: Position, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return the ball, the offence, the points and who chooses what."""
        if not isinstance(position, PyramidBallPosition):
            return {}, True
        state = position.now
        return {
            "ball": PIECES[state.carrier] if state.carrier >= 0 else NAMES[state.loose],
            "offence": TEAMS[state.offence],
            "score": dict(zip(TEAMS, state.score, strict=True)),
            "specials": dict(zip(TEAMS, state.held, strict=True)),
            "ban": TEAMS[state.ban] if state.ban >= 0 else None,
            "sealed": list(position.sealed),
        }, True

    def engine(self, game: PyramidBallGame) -> Engine:
        """Return the engine of mixed play."""
        from model.games.pyramid_ball.engine import PyramidBallEngine

        return PyramidBallEngine(game)

    def plain_engine(self, game: PyramidBallGame) -> Engine:
        """Return the same with any programs, and nothing known but points."""
        from model.games.pyramid_ball.engine import PyramidBallEngine

        return PyramidBallEngine(game, plain=True)

    def random_position(self, game: PyramidBallGame, rng: Random) -> PyramidBallPosition:
        """Return a position before a turn that may well decide the match."""
        from model.games.pyramid_ball.engine import decisive_position

        return decisive_position(game, rng)

    def likely_choice(self, position: Position, rng: Random) -> Move:
        """Return a program as the engine draws them: by what its pieces may well intend."""
        if not isinstance(position, PyramidBallPosition) or position.words is not None:
            return position.legal_moves.sample(rng)
        from model.games.pyramid_ball.engine import likely_program

        return str(likely_program(position.game.rules, position.state, position.side, rng))

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return what a runner with a guard does; a word at random."""
        if not isinstance(position, PyramidBallPosition) or position.words is not None:
            return position.legal_moves.sample(rng)
        rules, state = position.game.rules, position.state
        return str(runner_program(rules, state, position.side, rng))

    def is_directed(self, game: Game) -> bool:
        """Tell that north and south are the goals of the teams."""
        return True

    def choice_time(self, game: PyramidBallGame) -> ChoiceTime:
        """Return the time for a program."""
        return ChoiceTime(game.rules.clock, game.rules.late_void)

    def image_of(self, game: Game, move: Move, image: IntArray) -> Move | None:
        """Return a program under a symmetry: east and west change where it mirrors them."""
        if int(image[0]) % FILES == 0:
            return move
        program = read_program(move)
        if program is None:
            return move.translate(_TURNED) if move in ("W", "E") else move
        return str(
            program_of(
                {
                    name: value.translate(_TURNED)
                    if name[:-1] in "SML" or name in ("dash", "side")
                    else value
                    for name, value in program.values.items()
                }
            )
        )


KIND = PyramidBallKind()
