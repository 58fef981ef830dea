"""Games and positions as the engine's kernels keep them (`table_layout`)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.hexes import HexBoard
from model.games.rolling_pyramids.kernels import table_layout as at
from model.games.rolling_pyramids.maps import SECTIONS
from model.games.rolling_pyramids.round_state import State
from model.games.rolling_pyramids.rulebook import RACES, Rules

Ints = npt.NDArray[np.int32]
_SHAPES = "trc"
_SECTIONS = ("heroes", "upgrades", "ascending", "equal", "descending", "footmen")
assert set(_SECTIONS) == set(SECTIONS)


@lru_cache(maxsize=16)
def data_of(rules: Rules) -> Ints:
    """Return what does not change in a game: (DESK_SIZE,) whole numbers."""
    data = np.zeros(at.DATA_SIZE, np.int32)
    board, ground = rules.desk, rules.ground
    data[at.D_PLACES], data[at.D_SPACES] = ground.places, ground.spaces
    data[at.D_CELLS], data[at.D_HEROES] = len(board.shapes), len(board.heroes)
    data[at.D_PAIRS] = len(board.pairs)
    data[at.D_BOXES] = len(board.tracks[0].boxes)
    data[at.D_BOXES + 1] = len(board.boxes)
    data[at.D_ALL_BONUS] = board.all_bonus
    data[at.D_PIECES : at.D_PIECES + 3] = board.devices
    for row, found in enumerate(board.rows):
        data[at.D_ROW_START + row] = board.row_cells(row).start
        data[at.D_ROW_SIZE + row] = len(found.cells)
        data[at.D_ROW_VALUE + 2 * row : at.D_ROW_VALUE + 2 * row + 2] = found.values
    for group, track in enumerate(board.tracks):
        data[at.D_CIRCLES + group] = len(track.bonuses)
        for circle, (before, bonus) in enumerate(track.bonuses):
            data[at.D_BEFORE + at.CIRCLES * group + circle] = before
            data[at.D_BONUS + at.CIRCLES * group + circle] = bonus
    for cell, (shape, section) in enumerate(zip(board.shapes, board.sections, strict=True)):
        data[at.D_SHAPE + cell] = _SHAPES.index(shape)
        data[at.D_SECTION + cell] = _SECTIONS.index(section)
    for box, (shape, number) in enumerate(board.boxes):
        data[at.D_BOX_SHAPE + box] = _SHAPES.index(shape)
        data[at.D_BOX_NUMBER + box] = number
    _write_switches(rules, data)
    _write_map(ground, data)
    data.flags.writeable = False
    return data


def _write_switches(rules: Rules, data: Ints) -> None:
    data[at.D_BOMB] = rules.bomb
    data[at.D_ROUNDS] = rules.last_round
    data[at.D_ROTATES] = rules.rotate_first
    data[at.D_BOTH_FINAL] = rules.final == "both"
    data[at.D_ANY_CONQUEST] = rules.conquer == "any"
    data[at.D_HALF_DOWN] = rules.halve == "down"
    data[at.D_OVERFLOW] = rules.modifier_overflow
    data[at.D_LEFT_TO_RIGHT] = rules.fill_left_to_right
    data[at.D_ROUND_UP] = rules.solo_round == "up"
    data[at.D_UPGRADES] = rules.upgrades


def _write_map(ground: HexBoard, data: Ints) -> None:
    beside = data[at.D_BESIDE : at.D_BESIDE + at.SIDES * at.PLACES].reshape(at.PLACES, at.SIDES)
    beside[:] = -1
    data[at.D_FACTORY : at.D_FACTORY + at.PLACES] = -1
    for place, near in enumerate(ground.beside):
        beside[place, : len(near)] = near
    for place, space in enumerate(ground.map.spaces):
        data[at.D_TOP + place], data[at.D_BOTTOM + place] = space.points
        if space.factory:
            data[at.D_FACTORY + place] = _SECTIONS.index(space.factory)


def table_of(rules: Rules, state: State) -> Ints:
    """Return a position as everybody knows it: (TABLE_SIZE,) whole numbers of one's own."""
    table = np.zeros(at.TABLE_SIZE, np.int32)
    ground, players = rules.ground, rules.players
    table[at.OWNER : at.OWNER + at.PLACES] = -1
    places = ground.places
    table[at.OWNER : at.OWNER + places] = state.holders
    table[at.SOLDIERS : at.SOLDIERS + places] = state.soldiers
    table[at.STARS : at.STARS + places] = state.heroes
    _write_devices(ground, state, table)
    for player, own in enumerate(state.owns):
        start = at.CELL + at.CELLS * player
        table[start : start + len(own.cells)] = own.cells
        table[at.CROSSED + player] = own.crossed
        table[at.UPGRADES + player] = own.bought
        table[at.STOCK + 3 * player : at.STOCK + 3 * player + 3] = own.stock
        table[at.POINTS + player] = own.points
        table[at.FRESH + player] = own.waiting
    table[at.ATTACK : at.ATTACK + at.PLAYERS] = 1
    table[at.DEFENCE : at.DEFENCE + at.PLAYERS] = 1
    table[at.START : at.START + at.PLAYERS] = -1
    for player, (start, race) in enumerate(state.seats):
        if start >= 0:
            table[at.START + player] = ground.spaces + start
        if race >= 0:
            for where, attacks in ((at.ATTACK, True), (at.DEFENCE, False)):
                weight = rules.hero_weight(RACES[race], attacks=attacks)
                table[where + player] = weight
    table[at.RESERVE] = state.owns[0].reserve
    table[at.ROUND], table[at.FIRST] = state.round, max(0, state.first)
    table[at.SEATS], table[at.SOLO] = players, rules.is_solo
    table[at.KEPT] = state.kept
    for die, value in enumerate(state.dice):
        table[at.DIE + die_row(rules, die)] = value
    return table


def die_row(rules: Rules, die: int) -> int:
    """Return which die of a table is that of a number; the foreign ones are the next player's."""
    return 6 if rules.is_solo and die == 5 else die


def _write_devices(ground: HexBoard, state: State, table: Ints) -> None:
    for place in range(ground.spaces):
        table[at.UMBRELLA + place] = state.umbrellas >> place & 1
    if not (state.rams or state.spikes):
        return
    for place, near in enumerate(ground.beside):
        for side, other in enumerate(near):
            site = ground.border[place, other]
            table[at.RAM + at.SIDES * place + side] = state.rams >> site & 1
            table[at.SPIKES + at.SIDES * place + side] = state.spikes >> site & 1
