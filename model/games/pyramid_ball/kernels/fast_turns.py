"""States, programs and options of Pyramid Ball as the arrays that `turn_kernels` works on."""

from functools import cache

import numpy as np
import numpy.typing as npt

from model.games.pyramid_ball.kernels import turn_kernels as places
from model.games.pyramid_ball.rulebook import (
    DIRECTIONS,
    NAMES,
    NEXT,
    SPECIALS,
    STAND,
    MatchState,
    Program,
    Rules,
    crossed,
)

Numbers = npt.NDArray[np.int64]


@cache
def pitch_arrays() -> tuple[Numbers, Numbers]:
    """Return (56, 4) the squares ahead, and (56, 56, k) those that a pass crosses, -1 behind."""
    ahead = np.array(NEXT, np.int64)
    lines = [
        [crossed(one, other) if one != other else () for other in range(len(NAMES))]
        for one in range(len(NAMES))
    ]
    most = max(len(line) for row in lines for line in row)
    table = np.full((len(NAMES), len(NAMES), most + 1), -1, np.int64)
    for one, row in enumerate(lines):
        for other, line in enumerate(row):
            table[one, other, : len(line)] = line
    return ahead, table


def packed_rules(rules: Rules) -> Numbers:
    """Return the options that turns depend on as numbers."""
    return np.array(
        [
            rules.is_advanced,
            rules.points,
            rules.follow_defender,
            rules.edge_tackle,
            rules.chain_push_tackles,
            rules.push_locks_stander,
            rules.pass_check == "original",
            rules.special_spent_when_programmed,
            rules.ban_from == "now",
            rules.recovery_limit or 0,
            rules.blitz_first,
            rules.max_turns or 0,
        ],
        np.int64,
    )


def packed_state(state: MatchState) -> Numbers:
    """Return a state as numbers."""
    held, used = (
        [sum(1 << SPECIALS.index(one) for one in specials) for specials in pair]
        for pair in (state.held, state.used)
    )
    return np.array(
        [
            *state.squares,
            state.carrier,
            state.loose,
            state.offence,
            *state.score,
            *held,
            *used,
            *state.owed,
            state.ban,
            state.kept,
            state.turns,
        ],
        np.int64,
    )


def packed_program(program: Program) -> list[int]:
    """Return a program as numbers."""
    commands = [DIRECTIONS.find(letter) for column in program.commands for letter in column]
    dash = DIRECTIONS.find(program.dash) if program.dash else -1
    return [
        *commands,
        program.pass_row,
        program.receiver,
        dash,
        int(program.quick),
        int(program.blitz),
        int(program.side == "E"),
    ]


def unpacked_program(numbers: Numbers) -> Program:
    """Return the program that numbers stand for."""
    found: list[int] = numbers.tolist()
    ways = STAND + DIRECTIONS
    columns = ["".join(ways[way + 1] for way in found[at : at + 3]) for at in (0, 3, 6)]
    dash = found[places.DASH]
    return Program(
        (columns[0], columns[1], columns[2]),
        found[places.PASS_ROW],
        found[places.RECEIVER],
        DIRECTIONS[dash] if dash >= 0 else "",
        bool(found[places.QUICK]),
        bool(found[places.BLITZ]),
        "E" if found[places.EAST] else "W",
    )
