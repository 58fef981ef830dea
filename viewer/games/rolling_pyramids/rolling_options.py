"""The options of Rolling Pyramids in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.games.option_words import OptionWords

_WRITING, _UNITS, _BATTLES, _SOLO, _OWN = (
    "Dice and writing",
    "Units and rounds",
    "Battles",
    "The solo game",
    "Maps and boards of your own",
)

OPTIONS: Mapping[str, OptionWords] = {
    "players": OptionWords("Players", help="One player plays against the Pharaoh."),
    "map": OptionWords(
        "Map",
        {
            "inner": "inner: factories round the pyramid",
            "outer": "outer: factories at the rim",
            "four": "four: a factory beside every start",
        },
        help="The maps and boards stand in for the original ones, which are lost.",
    ),
    "homebrew_races": OptionWords("The Sobeccians and Ra'shar have abilities as well"),
    "bastet": OptionWords(
        "Heroes of Bastet count double",
        {"always": "in attack and defence", "defence": "in defence only"},
        group=_BATTLES,
    ),
    "fill_left_to_right": OptionWords(
        "The cells of a special unit are filled from the left", group=_WRITING
    ),
    "modifier_overflow": OptionWords(
        "A number written may exceed what its die could show", group=_WRITING
    ),
    "factory_stack": OptionWords("Several factories for one section add up", group=_WRITING),
    "bomb_unit": OptionWords(
        "The bomb",
        {
            "board": "as the board says",
            "ascending": "the ascending unit",
            "equal": "the equal unit",
            "descending": "the descending unit",
            "none": "there is none",
        },
        group=_UNITS,
    ),
    "footmen_sum": OptionWords(
        "Footmen add",
        {"sum": "all bonuses unlocked", "highest": "the highest bonus unlocked"},
        group=_UNITS,
    ),
    "hold_units": OptionWords("Units may wait for a later round", group=_UNITS),
    "auto_border": OptionWords(
        "Choose only targets; the best border is picked for you", group=_UNITS
    ),
    "rotate_first": OptionWords("The first player changes each round", group=_UNITS),
    "conquer": OptionWords(
        "A triangle is crossed off for",
        {"any": "any space gained", "enemy": "spaces taken from somebody"},
        group=_UNITS,
    ),
    "final": OptionWords(
        "The last round counts",
        {"bottom": "the lower numbers", "both": "both numbers"},
        group=_UNITS,
    ),
    "melee": OptionWords(
        "Among more than two sides, the strongest pays",
        {
            "top_two": "the second strongest",
            "sum_of_others": "all others together",
            "turn_order": "one after another, in turn order",
        },
        group=_BATTLES,
    ),
    "halve": OptionWords(
        "Half of an odd number", {"up": "is rounded up", "down": "is rounded down"}, group=_BATTLES
    ),
    "casualties": OptionWords(
        "Casualties are taken from",
        {"soldiers_first": "soldiers", "heroes_first": "heroes"},
        group=_BATTLES,
    ),
    "devices_once": OptionWords("A device is used up when it takes effect", group=_BATTLES),
    "solo_turns": OptionWords("Turns", group=_SOLO),
    "solo_round": OptionWords(
        "Half of an odd sum of dice",
        {"down": "is rounded down", "up": "is rounded up"},
        group=_SOLO,
    ),
    "solo_starts_grow": OptionWords("The Pharaoh's starting areas grow as well", group=_SOLO),
    "board": OptionWords(
        "Player boards",
        {"stand-in": "those that stand in for the lost ones"},
        group=_OWN,
    ),
    "spaces": OptionWords("Map as text", unset="as chosen above", group=_OWN),
    "boxes": OptionWords("Player boards as text", unset="as chosen above", group=_OWN),
}
