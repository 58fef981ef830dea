"""Cases of Pyramid Ball as files tell them, made into positions and moves, and their mirrors."""

import re
from typing import Any

from model.games.pyramid_ball.position import PyramidBallPosition
from model.games.pyramid_ball.rulebook import FILES, NAMES, PIECES, RANKS, TEAMS
from model.games.pyramid_ball.telling import TurnPhase, TurnReport, line_of
from model.notation.tokens import write_option
from model.positions.setup import read_position

Case = dict[str, Any]
LETTERS = dict(zip(PIECES, "LMSlms", strict=True))


def header(options: dict[str, Any]) -> str:
    """The game with the options of a case.

    What a case does not name holds no duty to step out of a closed row: cases try what programs do,
    whether or not a player would have been let choose them.
    """
    told = {"exit_duty": "honour"} | options
    return "pyramid-ball:" + ",".join(f"{k}={write_option(v)}" for k, v in told.items())


def board(pos: dict[str, str]) -> str:
    """The squares of the pieces as position strings write them."""
    at = {square: LETTERS[piece] for piece, square in pos.items()}
    cells = "".join(at.get(name, ".") for name in NAMES)
    rows = (cells[first : first + FILES] for first in range(0, len(cells), FILES))
    return ",".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)


def position_of(case: Case) -> PyramidBallPosition:
    """The position a case begins with."""
    extras = [f"ball={case['ball']}"]
    if case["ball"] not in PIECES:
        extras.append(f"offence={case['offence']}")
    if any(case["score"].values()):
        extras.append(f"score={case['score']['A']}:{case['score']['B']}")
    held = ["".join(s for s in "SML" if s in (case["specials"].get(t) or "")) for t in TEAMS]
    if any(held):
        extras.append("specials=" + ":".join(one or "-" for one in held))
    if case["ban"]:
        extras.append(f"ban={case['ban']['team']}")
    text = f"{header(case['options'])} {board(case['pos'])} A {' '.join(extras)}"
    position = read_position(text)
    assert isinstance(position, PyramidBallPosition)
    return position


def program_text(program: dict[str, Any]) -> str:
    """A program of a case as a person might write it."""
    words = [(program.get(size) or "").ljust(3, ".") for size in "SML"]
    words += ["pass{}{}".format(*program["pass"])] if program.get("pass") else []
    words += [f"dash{program['dash']}"] if program.get("dash") else []
    words += [word for word in ("quick", "blitz") if program.get(word)]
    words += [f"side{program['side']}"] if program.get("side") else []
    return "/".join(words)


def told_of(stage: TurnPhase) -> Case:
    """A stage as cases expect it."""
    state = stage.state
    return {
        "step": stage.name,
        "pos": {piece: NAMES[at] for piece, at in zip(PIECES, state.squares, strict=True)},
        "ball": PIECES[state.carrier] if state.carrier >= 0 else NAMES[state.loose],
        "offence": TEAMS[state.offence],
        "score": dict(zip(TEAMS, state.score, strict=True)),
        "locked": [PIECES[piece] for piece in stage.locked],
        "events": lines(stage),
    }


def lines(stage: TurnPhase) -> list[str]:
    """What happened in a stage, line by line."""
    return [line_of(happening) for beat in stage.beats for happening in beat.happenings]


def end_of(position: PyramidBallPosition) -> Case:
    """How a case expects the turn to leave things."""
    state = position.state
    ban = None
    if state.ban >= 0:
        stage = "loose" if state.carrier < 0 else "held"
        ban = {"team": TEAMS[state.ban], "stage": stage, "row": (RANKS - 1, 0)[state.ban]}
    return {
        "winner": position.outcome.winner if position.outcome else None,
        "score": dict(zip(TEAMS, state.score, strict=True)),
        "ban": ban,
        "specials_left": dict(zip(TEAMS, state.held, strict=True)),
    }


# -- mirror images -------------------------------------------------------------------------------

WEST_EAST = str.maketrans("EW", "WE")
NORTH_SOUTH = str.maketrans("NSAB", "SNBA")


def mirrored_text(text: str, *, teams: bool) -> str:
    """A line that tells of pieces, teams, squares and directions, in the mirror.

    West and east change places, or north and south together with the teams. Sizes keep their
    letters: where one might be taken for a direction, the caller splits the text first.
    """
    words = []
    for word in text.split(" "):
        if word in NAMES:
            file, rank = word[0], int(word[1])
            words.append(f"{file}{RANKS + 1 - rank}" if teams
                         else f"{'abcdefg'['gfedcba'.index(file)]}{rank}")  # fmt: skip
        elif teams and (word in PIECES or word in TEAMS):
            words.append(word.translate(NORTH_SOUTH)[0] + word[1:])
        else:
            words.append(word)
    return " ".join(words)


def mirrored_program(text: str, *, teams: bool) -> str:
    """A program in the mirror: its commands, its dash and its side turn round."""
    table = NORTH_SOUTH if teams else WEST_EAST
    words = text.split("/")
    words[:3] = [word.translate(table) for word in words[:3]]
    for at, word in enumerate(words[3:], start=3):
        if word.startswith("dash"):
            words[at] = word[:4] + word[4].translate(table)
    if not teams:  # west is meant where no side is named
        words = words[:-1] if "sideE" in words else [*words, "sideE"]
    return "/".join(words)


def facts(account: TurnReport) -> list[Case]:
    """What a turn did, free of the order in which pieces and teams are numbered."""
    return [
        {**told_of(stage), "events": sorted(lines(stage)), "beats": len(stage.beats)}
        for stage in account.stages
    ]


def mirrored_facts(found: list[Case], *, teams: bool) -> list[Case]:
    """The same of the turn in the mirror."""

    def turned(text: str) -> str:
        return mirrored_text(text, teams=teams)

    return [
        {
            **stage,
            "pos": {turned(piece): turned(at) for piece, at in stage["pos"].items()},
            "ball": turned(stage["ball"]),
            "offence": turned(stage["offence"]),
            "score": {turned(team): points for team, points in stage["score"].items()},
            "locked": sorted(map(turned, stage["locked"])),
            "events": sorted(map(turned, stage["events"])),
        }
        for stage in found
    ]
