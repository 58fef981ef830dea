"""Position strings of Pyramid Ball: their extras read, and what cannot exist refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from model.contract.game import Reason
from model.contract.setup_rules import Cells
from model.games.pyramid_ball.choices import program_reason
from model.games.pyramid_ball.position import (
    LETTERS,
    PyramidBallGame,
    PyramidBallPosition,
)
from model.games.pyramid_ball.rulebook import (
    NAMES,
    PIECES,
    SPECIALS,
    TEAMS,
    MatchState,
    Program,
    read_program,
    team_of,
)
from model.games.pyramid_ball.telling import name_of
from model.notation.tokens import fault, read_number
from model.phrases import listed, shown

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
            text = "{who} is missing" if not count else "{who} stands on the pitch {count} times"
            args = {"who": name_of(piece), "count": count, "piece": name}
            found.append(Reason("pieces", text, args, "pyramid-ball.md#the-pitch"))
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
    state = _counts(
        game, _bans(game, _specials(game, _score(game, state, extras), extras), extras), extras
    )
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
