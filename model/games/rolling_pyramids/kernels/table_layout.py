"""How the engine's kernels keep a game: two flat arrays of whole numbers, and where what lies.

A *board data* holds what does not change in a game, the map and the player board; a *table* is a
position with all that everybody knows. Arrays are as large as the largest map and board that files
may bring, so that kernels compile once. `engine_table` makes them of a game and of its positions.
"""

from __future__ import annotations

from typing import Final

PLAYERS: Final = 4
"""Rows kept for players. In the solo game the second one is the Pharaoh."""
PLACES: Final = 65
SIDES: Final = 6
CELLS: Final = 51
BOXES: Final = 24
CIRCLES: Final = 12
UNITS: Final = 18
"""Numbers of units: hero slots, the three special units, two groups of footmen, the reserve."""
ROW_UNIT: Final = 12
FOOT_UNIT: Final = 15
RESERVE_UNIT: Final = 17
DICE: Final = 16
"""Die k is that of player k // 4; k % 4 is below 2 where it has four faces."""

# -- the board data ------------------------------------------------------------------------------
D_PLACES: Final = 0
D_SPACES: Final = 1
D_CELLS: Final = 2
D_HEROES: Final = 3
D_PAIRS: Final = 4
D_BOXES: Final = 5  # of the first group, of both
D_ALL_BONUS: Final = 7
D_PIECES: Final = 8  # of ram, spikes, umbrella
D_ROW_START: Final = 11
D_ROW_SIZE: Final = 14
D_ROW_VALUE: Final = 17  # a row: without the upgrade and with it
D_BOMB: Final = 23  # which row, or -1
D_ROUNDS: Final = 24
D_ROTATES: Final = 25
D_BOTH_FINAL: Final = 26
D_ANY_CONQUEST: Final = 27
D_HALF_DOWN: Final = 28
D_OVERFLOW: Final = 29
D_LEFT_TO_RIGHT: Final = 30
D_ROUND_UP: Final = 31  # half of what the Pharaoh gets
D_UPGRADES: Final = 32  # bits of those there are
D_CIRCLES: Final = 33  # of each group
D_BEFORE: Final = 35  # CIRCLES a group: boxes before each circle
D_BONUS: Final = D_BEFORE + 2 * CIRCLES
D_SHAPE: Final = D_BONUS + 2 * CIRCLES  # 0 triangle, 1 rhombus, 2 circle
D_SECTION: Final = D_SHAPE + CELLS  # 0 heroes, 1 upgrades, 2 to 4 rows, 5 footmen
D_BOX_SHAPE: Final = D_SECTION + CELLS
D_BOX_NUMBER: Final = D_BOX_SHAPE + BOXES
D_BESIDE: Final = D_BOX_NUMBER + BOXES  # SIDES a place, -1 where nothing is
D_TOP: Final = D_BESIDE + SIDES * PLACES
D_BOTTOM: Final = D_TOP + PLACES
D_FACTORY: Final = D_BOTTOM + PLACES  # a section, or -1
DATA_SIZE: Final = D_FACTORY + PLACES

# -- the table -----------------------------------------------------------------------------------
OWNER: Final = 0  # of a place, -1 for nobody
SOLDIERS: Final = OWNER + PLACES
STARS: Final = SOLDIERS + PLACES  # heroes on a place
UMBRELLA: Final = STARS + PLACES
RAM: Final = UMBRELLA + PLACES  # on the own side of a border: SIDES a place
SPIKES: Final = RAM + SIDES * PLACES
CELL: Final = SPIKES + SIDES * PLACES  # CELLS a player, 0 where one is empty
CROSSED: Final = CELL + CELLS * PLAYERS  # bits of boxes
UPGRADES: Final = CROSSED + PLAYERS  # bits of what was developed
STOCK: Final = UPGRADES + PLAYERS  # three a player
POINTS: Final = STOCK + 3 * PLAYERS
ATTACK: Final = POINTS + PLAYERS  # what a hero is worth
DEFENCE: Final = ATTACK + PLAYERS
START: Final = DEFENCE + PLAYERS  # the place of each, or -1
FRESH: Final = START + PLAYERS  # bits of the hero slots that were filled in this round
RESERVE: Final = FRESH + PLAYERS
ROUND: Final = RESERVE + 1
FIRST: Final = ROUND + 1
SEATS: Final = FIRST + 1
SOLO: Final = SEATS + 1
KEPT: Final = SOLO + 1  # what the dice that were kept in the solo game came to
DIE: Final = KEPT + 1  # values, 0 where one is taken
TABLE_SIZE: Final = DIE + DICE

VALUE_BIT: Final = 1
"""In the bits of what was developed row k has 2 * k for its value and the next one for its line."""
LINE_BIT: Final = 2
