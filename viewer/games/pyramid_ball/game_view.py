"""What Pyramid Ball brings to the window: ball, points, special moves, the closed row."""

from __future__ import annotations

import re

from model.contract.game import Outcome, Position
from model.games.pyramid_ball.pitch import GOALS, NAMES, SIZES, STAND, TEAMS
from model.games.pyramid_ball.position import PyramidBallPosition
from model.games.pyramid_ball.programming import COLUMNS, read_program
from model.games.pyramid_ball.telling import SPECIAL_WORDS, WORDS, name_of
from model.phrases import counted, listed
from viewer.games.facts import Fact
from viewer.games.game_view import GameDock, GameView, QuickStart
from viewer.games.pyramid_ball.ball_options import OPTIONS
from viewer.games.pyramid_ball.decision import decision
from viewer.games.pyramid_ball.plan import BallPlanner
from viewer.visuals.side_colours import SideColour

BALL, POINTS, TURN = "The ball", "Points", "Turn"
_SPECIALS = {"S": "dash", "M": "quick", "L": "blitz"}


def _facts(position: Position) -> tuple[Fact, ...]:
    assert isinstance(position, PyramidBallPosition)
    state = position.now
    offence = TEAMS[state.offence]
    if state.carrier >= 0:
        where = f"{name_of(state.carrier)} has the ball on {NAMES[state.ball]}"
    else:
        where = f"The ball lies on {NAMES[state.loose]}; {offence} had it last"
    facts = [Fact(where, offence, True, (state.ball,), "pyramid-ball.md#offence-and-defence", BALL)]
    if state.ban >= 0:
        shut_out, row = TEAMS[state.ban], GOALS[state.ban]
        sites = tuple(range(row * 7, row * 7 + 7))
        facts.append(Fact(f"Row {row + 1} is closed to {shut_out}", shut_out, False, sites,
                          "pyramid-ball.md#closed-row", BALL))  # fmt: skip
    for team, name in enumerate(TEAMS):
        text = f"{name} has {counted(state.score[team], 'point')} of {position.game.rules.points}"
        facts.append(Fact(text, name, rule="pyramid-ball.md#winning", heading=POINTS))
        if state.held[team]:
            held = [SPECIAL_WORDS[_SPECIALS[one]] for one in state.held[team]]
            text = f"{name} can use {listed(held)}"
            facts.append(Fact(text, name, rule="pyramid-ball.md#special-moves", heading=POINTS))
    if position.outcome is None:
        facts += _turn(position)
    return tuple(facts)


def _standing(position: Position) -> str:
    assert isinstance(position, PyramidBallPosition)
    return "points " + ":".join(map(str, position.now.score))


def _turn(position: PyramidBallPosition) -> list[Fact]:
    who, words = str(position.to_move), position.words or ()
    chosen = [Fact("A has chosen; the choice is still secret", "A", heading=TURN)]
    text, rule = f"{who} {_choice(words)}", "pyramid-ball.md#turns"
    now = Fact(text, who, True, rule=rule, heading=TURN, ahead=True)
    return [*(chosen if position.sealed else []), now]


def _choice(words: tuple[str, ...]) -> str:
    """What is to be chosen, after who chooses."""
    if not words:
        return "chooses a program"
    taken = [SPECIAL_WORDS[name] for size, name in _SPECIALS.items() if f"take-{size}" in words]
    return f"takes {listed(taken, 'or')}" if taken else f"chooses {listed(words, 'or')}"


def _ending(position: Position, outcome: Outcome) -> str:
    points = ":".join(str(points) for _, points in outcome.scores)
    score = f", {points}" if points else ""
    if outcome.winner is None:
        return f"The match is drawn{score}: the last turn is played"
    why = ": the last turn is played" if outcome.how == "turns" else ""
    return f"{outcome.winner} wins{score.replace(',', '')}{why}"


_WORDS = {
    "W": "Put the ball down to the west",
    "E": "Put the ball down to the east",
    "offence": "Begin with the ball",
    "defence": "Begin without the ball",
    **{f"take-{size}": f"Take {SPECIAL_WORDS[name]}" for size, name in _SPECIALS.items()},
}


def _token_words(token: str) -> str:
    return _WORDS.get(token, token.capitalize())


_PROGRAM = re.compile(
    r"(?:[NESW.]{3}/){2}[NESW.]{3}(?:/(?:pass[123][SML]|dash[NESW]|quick|blitz|side[WE]))*"
)
_COMMANDS = {"N": "north", "E": "east", "S": "south", "W": "west", STAND: "stand"}


def _move_words(text: str) -> str:
    """A text with its programs in words: "small north, stand, north; pass to large in row 2"."""
    return _PROGRAM.sub(lambda found: _program_words(found[0]), text)


def _program_words(text: str) -> str:
    program = read_program(text)
    assert program is not None
    said = []
    for size in COLUMNS:
        commands = program.commands[SIZES.index(size)].rstrip(STAND)
        if commands:
            said.append(f"{WORDS[size]} {', '.join(_COMMANDS[one] for one in commands)}")
    if program.pass_row:
        said.append(f"pass to {WORDS[SIZES[program.receiver]]} in row {program.pass_row}")
    if program.dash:
        said.append(f"dash {_COMMANDS[program.dash]}")
    said += [
        word for word, used in (("quick pass", program.quick), ("blitz", program.blitz)) if used
    ]
    return "; ".join(said) or "all stand still"


GAME_VIEW = GameView(
    how_to_win=(
        "Be the first to score as many points as the game asks for: with a goal in the row "
        "farthest from your team, a tackle or an interception."
    ),
    facts=_facts,
    standing=_standing,
    ending=_ending,
    colours={
        "A": SideColour("#D98E04", "#7A4F00"),
        "B": SideColour("#2A6F77", "#1D5A61", banded=True),
    },
    facing={"B": 180.0},
    quick_starts=(
        QuickStart("Basic", tip="The first point wins"),
        QuickStart("Advanced", {"mode": "advanced"}, tip="Six points win, with special moves"),
    ),
    options=OPTIONS,
    decision=decision,
    planner=BallPlanner(),
    token_words=_token_words,
    move_words=_move_words,
    docks=(
        GameDock(
            "turn-log",
            "Turn",
            "viewer.panels.games.pyramid_ball.turn_log",
            starts_open=True,
        ),
    ),
)
