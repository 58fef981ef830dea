"""The options of Rolling Pyramids in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.games.option_words import OptionWords

_DICE, _UNITS, _BATTLE, _ROUND, _SOLO = (
    "Dice and boards",
    "Units",
    "Battles",
    "Rounds and points",
    "Solo game",
)

OPTIONS: Mapping[str, OptionWords] = {
    "players": OptionWords("Players", help="One plays against the Pharaoh."),
    "map": OptionWords(
        "Map",
        {
            "inner": "factories in the middle",
            "outer": "factories on the rim",
            "four": "a factory beside each start",
        },
        help="The maps stand in for those of the sheet, which are lost.",
    ),
    "spaces": OptionWords("Map of your own, as text", unset="the map above"),
    "board": OptionWords(
        "Player boards",
        {"stand-in": "the stand-in"},
        help="It stands in for those of the sheet, which are lost.",
    ),
    "boxes": OptionWords("Player boards of your own, as text", unset="the boards above"),
    "homebrew_races": OptionWords("Sobeccians and Ra'shar have abilities, too", group=_UNITS),
    "bomb_unit": OptionWords(
        "The bomb",
        {
            "board": "as the player board says",
            "ascending": "the ascending unit",
            "equal": "the equal unit",
            "descending": "the descending unit",
            "none": "no unit",
        },
        group=_UNITS,
    ),
    "fill_left_to_right": OptionWords(
        "The cells of special units are filled from the left", group=_DICE
    ),
    "modifier_overflow": OptionWords("Changed numbers may exceed what a die can show", group=_DICE),
    "factory_stack": OptionWords("Several factories for one part add up", group=_DICE),
    "rotate_first": OptionWords("The next player begins the next round", group=_ROUND),
    "hold_units": OptionWords("Heroes and special units may wait", group=_UNITS),
    "footmen_sum": OptionWords(
        "Footmen get",
        {"sum": "all their open bonuses", "highest": "their highest open bonus"},
        group=_UNITS,
    ),
    "conquer": OptionWords(
        "A conquest is",
        {"any": "any new space", "enemy": "a space another side held"},
        group=_ROUND,
    ),
    "auto_border": OptionWords("Units cross the best border by themselves", group=_BATTLE),
    "melee": OptionWords(
        "More than two sides",
        {
            "top_two": "the strongest pays the second",
            "sum_of_others": "the strongest pays all others",
            "turn_order": "they fight in turn",
        },
        group=_BATTLE,
    ),
    "halve": OptionWords(
        "Half of an odd stack",
        {"up": "the larger half stays", "down": "the smaller half stays"},
        group=_BATTLE,
    ),
    "devices_once": OptionWords("Devices are used up", group=_BATTLE),
    "casualties": OptionWords(
        "First to fall",
        {"soldiers_first": "soldiers", "heroes_first": "heroes"},
        group=_BATTLE,
    ),
    "final": OptionWords(
        "The last round counts",
        {"bottom": "the bottom numbers", "both": "top and bottom numbers"},
        group=_ROUND,
    ),
    "solo_round": OptionWords(
        "Half of an odd sum of dice",
        {"down": "is rounded down", "up": "is rounded up"},
        group=_SOLO,
    ),
    "solo_starts_grow": OptionWords("The Pharaoh's starts are reinforced", group=_SOLO),
    "solo_turns": OptionWords("Turns", group=_SOLO),
}
