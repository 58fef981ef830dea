"""The rules with their options fixed, and what follows from them once and for all."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from model.contract.game import Player, Reasons, option, options_of
from model.games.rolling_pyramids.battle import (
    BASTET,
    CASUALTIES,
    HALVES,
    MELEES,
    Arithmetic,
    weight_of,
)
from model.games.rolling_pyramids.maps import GameMap, HexBoard, hex_board, shipped_maps
from model.games.rolling_pyramids.player_boards import (
    DEVICES,
    FACES,
    UNITS,
    PlayerBoard,
    shipped_board,
)

PLAYERS: Final[tuple[Player, ...]] = ("p1", "p2", "p3", "p4")
PHARAOH: Final[Player] = "pharaoh"
RACES: Final = ("anubian", "bastet", "sobeccian", "rashar")
RACE_WORDS: Final = {
    "anubian": "the Anubians",
    "bastet": "Bastet",
    "sobeccian": "the Sobeccians",
    "rashar": "Ra'shar",
}
ROUNDS: Final = 10
MOST_VALUE: Final = 20
"""The highest number that may ever be written into a cell."""
UPGRADES: Final = (*(f"{unit}-{what}" for unit in UNITS for what in ("value", "line")), *DEVICES)
"""What a complete pair may be spent on; bit k of `Own.bought` is the k-th."""
FIRST_DEVICE: Final = 2 * len(UNITS)
STAND_IN: Final = "stand-in"


class Open(NamedTuple):
    """Where dice of one kind may be written on a board: cells and boxes.

    Attributes
    ----------
    cells
        (cell, section, the numbers it takes as bits) of each empty cell.
    boxes
        (box, its number as a bit) of each box that is not crossed off.
    """

    cells: tuple[tuple[int, str, int], ...]
    boxes: tuple[tuple[int, int], ...]


class Ways(NamedTuple):
    """Where one die may be written.

    Attributes
    ----------
    places
        (cell, box, numbers as bits); cell and box are -1 where they do not apply, and both are
        where the die is discarded.
    total
        How many moves these are.
    """

    places: tuple[tuple[int, int, int], ...]
    total: int


@dataclass(frozen=True)
class Rules:
    """A game's options, typed, and what follows from them.

    `spaces` and `boxes` are the texts of a map and a player board of one's own; `ground` and
    `desk` are what they, or the names, stand for.
    """

    players: int = option(
        2, minimum=1, maximum=4, help="how many play; 1 plays against the Pharaoh"
    )
    map: str = option(
        "inner",
        ("inner", "outer", "four"),
        file=True,
        help="the spaces; all three stand in for maps that are lost",
    )
    spaces: str | None = option(None, text=True, help="a map of your own, place after place")
    board: str = option(
        STAND_IN,
        (STAND_IN,),
        file=True,
        help="the player boards; this one stands in for those that are lost",
    )
    boxes: str | None = option(None, text=True, help="a player board of your own, part after part")
    homebrew_races: bool = option(False, help="Sobeccians and Ra'shar have abilities as well")
    bastet: str = option(BASTET[0], BASTET, help="when heroes of Bastet count double")
    bomb_unit: str = option(
        "board",
        ("board", *UNITS, "none"),
        help="the unit that is the bomb; board: the one the player board names",
    )
    fill_left_to_right: bool = option(False, help="the cells of a special unit are filled in order")
    modifier_overflow: bool = option(False, help="numbers may exceed what a die could show")
    factory_stack: bool = option(False, help="several factories for one section add up")
    rotate_first: bool = option(False, help="the first player changes each round")
    hold_units: bool = option(False, help="heroes and special units may wait for a later round")
    footmen_sum: str = option("sum", ("sum", "highest"), help="which unlocked bonuses count")
    conquer: str = option("any", ("any", "enemy"), help="which new spaces cross off a triangle")
    auto_border: bool = option(False, help="only targets are chosen; the best border is picked")
    melee: str = option("top_two", MELEES, help="how more than two sides fight")
    halve: str = option("up", HALVES, help="what a half that is not whole is rounded to")
    devices_once: bool = option(False, help="a device is used up when it takes effect")
    casualties: str = option("soldiers_first", CASUALTIES, help="who falls first")
    final: str = option("bottom", ("bottom", "both"), help="what counts in the last round")
    solo_round: str = option("down", ("down", "up"), help="how half of an odd sum is rounded")
    solo_starts_grow: bool = option(False, help="the Pharaoh's starting areas are reinforced, too")
    solo_turns: int = option(15, minimum=1, maximum=99, help="turns of the solo game")
    own_map: GameMap | None = field(default=None, compare=False, repr=False)
    own_board: PlayerBoard | None = field(default=None, compare=False, repr=False)

    @cached_property
    def ground(self) -> HexBoard:
        """The board of the map."""
        return hex_board(self.own_map or shipped_maps()[self.map])

    @cached_property
    def desk(self) -> PlayerBoard:
        """What each player writes on."""
        return self.own_board or shipped_board()

    @property
    def is_solo(self) -> bool:
        """Whether one plays against the Pharaoh."""
        return self.players == 1

    @cached_property
    def sides(self) -> tuple[Player, ...]:
        """The players, in the solo game the Pharaoh as well."""
        return (*PLAYERS[: self.players], *([PHARAOH] if self.is_solo else []))

    @cached_property
    def arithmetic(self) -> Arithmetic:
        """How losses are counted."""
        return Arithmetic(self.melee, self.halve, self.casualties)

    def hero_weight(self, race: str, *, attacks: bool) -> int:
        """Return how many soldiers a hero of a race is worth."""
        return weight_of(race, attacks=attacks, homebrew=self.homebrew_races, bastet=self.bastet)

    @cached_property
    def bomb(self) -> int:
        """Which special unit is the bomb, -1 for none."""
        if self.bomb_unit == "board":
            return next((n for n, row in enumerate(self.desk.rows) if row.bomb), -1)
        return UNITS.index(self.bomb_unit) if self.bomb_unit != "none" else -1

    @cached_property
    def upgrades(self) -> int:
        """The upgrades there are, as bits."""
        bits = 0
        for unit, row in enumerate(self.desk.rows):
            bits |= (3 if row.line else 1) << (2 * unit)
        if not self.is_solo:
            for device, pieces in enumerate(self.desk.devices):
                bits |= bool(pieces) << (FIRST_DEVICE + device)
        return bits

    @cached_property
    def unit_names(self) -> tuple[str, ...]:
        """What deployments call the units: hero slots, special units, footmen, the reserve."""
        heroes = [f"hero{n}" for n in range(1, len(self.desk.heroes) + 1)]
        return (*heroes, *UNITS, "foot1", "foot2", "reserve")

    @cached_property
    def last_round(self) -> int:
        """The round after which the game is over."""
        return self.solo_turns if self.is_solo else ROUNDS

    # -- dice ----------------------------------------------------------------------------------

    @cached_property
    def dice(self) -> tuple[tuple[int, int], ...]:
        """(owner, faces) of every die; the two foreign ones of the solo game have owner -1."""
        own = [(player, faces) for player in range(self.players) for faces in (4, 4, 8, 8)]
        return (*own, *([(-1, 4), (-1, 8)] if self.is_solo else []))

    @cached_property
    def dice_names(self) -> tuple[str, ...]:
        """p1a and p1b are the four-sided dice of p1, p1c and p1d the others; xa, xc are foreign."""
        names = [f"{PLAYERS[player]}{x}" for player in range(self.players) for x in "abcd"]
        return (*names, *(["xa", "xc"] if self.is_solo else []))

    @cached_property
    def full(self) -> dict[str, int]:
        """The numbers a cell of each shape takes, as bits."""
        most = {s: MOST_VALUE if self.modifier_overflow else n for s, n in FACES.items()}
        return {shape: (2 << top) - 2 for shape, top in most.items()}

    @cached_property
    def factories(self) -> tuple[tuple[int, str], ...]:
        """(place, section) of every factory."""
        spaces = self.ground.map.spaces
        return tuple((n, place.factory) for n, place in enumerate(spaces) if place.factory)

    @cached_property
    def index(self) -> dict[str, dict[str, int]]:
        """The numbers of names: of dice, cells, boxes and units."""
        desk = self.desk
        return {
            what: {name: number for number, name in enumerate(names)}
            for what, names in (
                ("die", self.dice_names),
                ("cell", desk.names),
                ("box", desk.box_names),
                ("unit", self.unit_names),
            )
        }

    @cached_property
    def known(self) -> dict[tuple[object, ...], Ways]:
        """Where dice may be written, by boards and dice that were met (`picking.die_ways`)."""
        return {}

    @cached_property
    def known_places(self) -> dict[tuple[object, ...], Open]:
        """Which cells are open, by boards that were met (`picking.die_ways`)."""
        return {}


OPTIONS = options_of(Rules)
because = Reasons(__package__).because


def named(player: str) -> str:
    """Return a player as sentences call him: P1, where positions and moves have p1."""
    return "the Pharaoh" if player == "pharaoh" else player.upper()
