"""engines: what engines do most, random games and positions looked at, beside C at -O2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks import looking_ahead
from benchmarks.native import Tables, beside_c
from benchmarks.rows import Row
from model.games.partition import random_games
from model.games.partition.engine import state_of, workspace_for
from model.games.partition.engine_kernels import last_to_move
from model.games.partition.full_boards import BoardTables, Words, board_tables
from model.games.partition.position import PartitionPosition
from model.games.partition.random_games import LANES, PlayoutState, Workspace, play_lanes
from model.games.pyramid import engine as stones
from model.games.pyramid.kernels import BESIDE, DIRS, HEIGHT, NEEDED, VICTORY
from model.games.pyramid.position import PyramidPosition
from model.games.pyramid_ball.kernels.fast_turns import packed_rules, packed_state, pitch_arrays
from model.games.pyramid_ball.kernels.program_kernels import MAY, draw_anything, possibilities
from model.games.pyramid_ball.kernels.turn_kernels import (
    HELD,
    OWED,
    PROGRAM,
    STATE,
    USED,
    WORK,
    carry_out,
)
from model.games.pyramid_ball.rulebook import MatchState, Rules
from model.games.pyraos import engine as spheres
from model.games.pyraos import kernels
from model.games.pyraos.position import PyraosPosition
from model.kernels import Int, Ints, kernel
from model.positions.setup import read_position

MOST = 2.0
"""Half the speed of C."""
SEED, ALL = 20, (1 << 64) - 1
LONGEST = 40
"""Turns after which a match of Pyramid Ball begins anew."""
_TIMES = np.uint64(31)


class Loop(NamedTuple):
    """Games that are played at random, here and in C.

    Attributes
    ----------
    what
        The row's name.
    play
        Plays so many games with a seed; returns what came out, and how often chance was asked, as
        one number of 64 bits.
    source, tables, arguments
        The same for `native.Native`, after seed and number of games.
    games
        How many take some tenths of a second.
    unit
        What is counted, where it is not games.
    """

    what: str
    play: Callable[[int, int], int]
    source: str
    tables: Tables
    arguments: list[str]
    games: int
    unit: str = "games"


def measure() -> Iterator[Row]:
    """Yield a row a game and rule: seconds for one random game, or for one position."""
    alone: float | None = None
    for loop in loops():

        def ours(loop: Loop = loop) -> int:
            return loop.play(SEED, loop.games)

        words = [str(SEED), str(loop.games), *loop.arguments]
        row = beside_c(
            loop.what, ours, loop.source, loop.tables, words,
            most=MOST, units=loop.games, unit=loop.unit,
        )  # fmt: skip
        if loop.source == "partition_games.c" and alone is None:
            alone = row.theirs
        if loop.source == "partition_many_games.c" and alone and row.ours:
            times = f"{alone / row.ours:.1f} times as many as C plays one by one"
            row = replace(row, note=f"{row.note}; {times}")
        yield row
    yield from looking_ahead.measure()


def loops() -> Iterator[Loop]:
    """Yield what is played: Partition and Pyraos from the empty board, Pyramid from its start."""
    for rules, games in (("free", 50_000), ("stacking", 20_000)):
        text = f"partition:size=6,rules={rules} 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
        yield partition_loop(f"Partition, 6, {rules}", text, games)
    text = "partition:size=6,rules=free 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
    yield lanes_loop("Partition, 6, 64 at once", text, 500_032)
    start = "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white"
    yield pyramid_loop("Pyramid, 200 plies at most", start, 2_000)
    for name in ("standard", "children", "alternate"):
        yield _pyraos(f"Pyraos, {name}", name, 5_000)
    yield ball_loop("Pyramid Ball, random turns", Rules(mode="advanced"), 50_000)


def partition_loop(what: str, text: str, games: int) -> Loop:
    """Return the loop of a position of size 6."""
    position = read_position(text)
    assert isinstance(position, PartitionPosition)
    root, work, board = (
        state_of(position),
        workspace_for(position),
        board_tables(position.game.size),
    )

    def play(seed: int, games: int) -> int:
        rng = np.array([seed], np.uint64)
        return _whole(int(random_games.play_many(board, work, root, root, rng, games)), rng)

    tables: Tables = {
        "SITES": len(position.cells), "STACKING": int(position.game.stacking),
        "SIDE": position.side, "EMPTIES": int(root.numbers[random_games.EMPTIES]),
        "PLAYABLE": int(root.numbers[random_games.PLAYABLE]),
        "BALLS": root.balls, "EMPTY": root.empty, "POINTS": root.points, "MISSING": root.missing,
        "CORNER": board.corners, "AROUND": board.around, "FAR": board.far,
        "CARRIED": board.carried,
    }  # fmt: skip
    return Loop(what, play, "partition_games.c", tables, [], games)


@kernel
def play_many_lanes(
    tables: BoardTables, work: Workspace, state: PlayoutState, last: Int, rng: Words, times: Int
) -> Int:
    """Play a position out 64 times, so many times; return how often the first side wins.

    It adds in how many games the first side has the first point, and of how many of those with the
    middle one it wins, so that who counts the same has counted those too.
    """
    made: Int = 0
    for _ in range(times):
        made += play_lanes(tables, work, state, last, rng)
        made += np.int64(work.taken[0]) + np.int64(work.gained[work.lanes.shape[0] // 2])
    return made


def lanes_loop(what: str, text: str, games: int) -> Loop:
    """Return the loop of a position whose games are played 64 at once."""
    position = read_position(text)
    assert isinstance(position, PartitionPosition)
    root, work, board = (
        state_of(position),
        workspace_for(position),
        board_tables(position.game.size),
    )
    last = int(last_to_move(root))

    def play(seed: int, games: int) -> int:
        rng, times = np.array([seed], np.uint64), -(-games // LANES)
        return _whole(int(play_many_lanes(board, work, root, last, rng, times)), rng)

    tables: Tables = {
        "SITES": len(position.cells), "LAST": last, "BALLS": root.balls, "EMPTY": root.empty,
        "CORNER": board.corners, "NEAR": board.near, "DISTANT": board.distant,
        "OUTWARD": board.outward,
    }  # fmt: skip
    return Loop(what, play, "partition_many_games.c", tables, [], games)


@kernel
def stones_played(work: stones.Workspace, rng: Words, games: int) -> float:
    """Play the root out so many times; return what White makes of them."""
    won = 0.0
    for _ in range(games):
        stones.gather(work)
        won += stones.play_out(work, rng, stones.LONGEST)
    return won


def pyramid_loop(what: str, text: str, games: int) -> Loop:
    """Return the loop of a position under the default options."""
    position = read_position(text)
    assert isinstance(position, PyramidPosition)
    # C judges the lines that a move touched, not those of a position that was set up.
    work = stones.workspace_for(position)._replace(whole=False)

    def play(seed: int, games: int) -> int:
        rng = np.array([seed], np.uint64)
        return _whole(2 * stones_played(work, rng, games), rng)

    assert work.numbers[DIRS] == 0, "C knows the default options alone"
    tables: Tables = {
        "SITES": len(position.cells), "FIELDS": len(work.victory),
        "NEEDED": int(work.numbers[NEEDED]), "LONGEST": stones.LONGEST,
        "START": np.array(position.cells, np.int32), "COLOUR": position.side + 1,
        "AHEAD": work.fields[:, :4], "BESIDE": work.fields[:, BESIDE : BESIDE + 4],
        "HEIGHT": work.fields[:, HEIGHT], "HOLDS": work.fields[:, VICTORY],
        "VICTORY": work.victory, "WAYS": work.ways, "COUNTS": work.counts,
        "MOST_WAYS": work.ways.shape[1],
    }  # fmt: skip
    return Loop(what, play, "pyramid_games.c", tables, [], games)


@kernel
def spheres_played(work: spheres.Workspace, rng: Words, games: int) -> float:
    """Play the root out so many times; return what its side to move makes of them."""
    won = 0.0
    own, other = work.sides[0], work.sides[1]
    for _ in range(games):
        won += spheres.play_out(own, other, work.rules, work.obliged, rng, spheres.LONGEST)
    return won


def _pyraos(what: str, name: str, games: int) -> Loop:
    position = read_position(f"pyraos:rules={name} 4,4,4,4/3,3,3/2,2/1 white")
    assert isinstance(position, PyraosPosition)
    work = spheres.workspace_for(position)

    def play(seed: int, games: int) -> int:
        rng = np.array([seed], np.uint64)
        return _whole(2 * spheres_played(work, rng, games), rng)

    tables: Tables = {
        "DOWN": kernels.DOWN, "UP": kernels.UP, "HIGHER": kernels.HIGHER,
        "REMOVING": kernels.REMOVING, "LONGEST": spheres.LONGEST,
    }  # fmt: skip
    return Loop(what, play, "pyraos_games.c", tables, [str(work.rules), "0"], games)


@kernel
def carry_random_turns(
    start: Ints, rules: Ints, ahead: Ints, crossed: Ints, rng: Words, turns: Int
) -> Int:
    """Carry out turns from a start, and again from there after a match; return what they led to.

    It is one number, which hardly comes out again where a single turn ends otherwise. A team takes
    the special moves it is owed in the order of the sizes.
    """
    state, programs = start.copy(), np.zeros((2, PROGRAM), np.int64)
    work, may, due = np.zeros(WORK, np.int64), np.zeros(MAY, np.int64), np.full(3, -1, np.int64)
    made, played = np.uint64(0), 0
    for _ in range(turns):
        for team in range(2):
            possibilities(state, team, True, due, may)
            draw_anything(rng, programs[team], may)
        over = carry_out(state, programs, rules, ahead, crossed, work)
        for place in range(STATE):
            made = made * _TIMES + np.uint64(state[place] + 1)
        for team in range(2):
            while state[OWED + team] > 0:
                left = 7 & ~(state[HELD + team] | state[USED + team])
                state[HELD + team] |= left & -left
                state[OWED + team] -= 1
        played += 1
        if over or played == LONGEST:
            state[:] = start
            played = 0
    return made


def ball_loop(what: str, rules: Rules, turns: int) -> Loop:
    """Return the loop of turns of Pyramid Ball with any programs, matches one after another."""
    start, numbers = packed_state(MatchState()), packed_rules(rules)
    ahead, crossed = pitch_arrays()

    def play(seed: int, turns: int) -> int:
        rng = np.array([seed], np.uint64)
        return _whole(int(carry_random_turns(start, numbers, ahead, crossed, rng, turns)), rng)

    tables: Tables = {
        "START": start, "RULES": numbers, "AHEAD": ahead, "CROSSED": crossed,
        "LONGEST_MATCH": LONGEST,
    }  # fmt: skip
    return Loop(what, play, "pyramid_ball_games.c", tables, [], turns, "turns")


def _whole(made: float, rng: Words) -> int:
    return (int(made) + int(rng[0])) & ALL
