"""The options of Pyramid in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.games.option_words import OptionExample, OptionWords

_OWN, _MOVES, _OSIRIS, _END = "A board of your own", "Runs and pushes", "Osiris", "The end"

OPTIONS: Mapping[str, OptionWords] = {
    "board": OptionWords(
        "Board",
        {
            "giza-7": "Giza, 7 × 7",
            "plateau-7": "Plateau, 7 × 7",
            "flat-top-8": "Flat top, 8 × 8",
            "giza-9": "Giza, 9 × 9",
        },
    ),
    "run_dirs": OptionWords(
        "Stones run",
        {
            "orth": "straight only",
            "orth+diag": "straight or diagonally",
            "no_backward": "straight, never backwards",
        },
        group=_MOVES,
    ),
    "run_max": OptionWords("Longest run, in fields", unset="no limit", group=_MOVES),
    "run_levels": OptionWords("Steps down in a run", unset="no limit", group=_MOVES),
    "smash_own": OptionWords("A run may smash a stone of its own colour", group=_MOVES),
    "push_own": OptionWords("A stone may push its own colour", group=_MOVES),
    "push_back_ban": OptionWords("A stone just pushed may not push back", group=_MOVES),
    "osiris_suicide": OptionWords("Osiris also takes the stone that moved", group=_OSIRIS),
    "osiris_bends": OptionWords("Its lines bend round the corners of a ring", group=_OSIRIS),
    "few_stones": OptionWords(
        "With too few stones",
        {
            "both_draw": "draw, if both have too few",
            "lose_below_four": "the side with too few loses",
        },
        group=_END,
    ),
    "min_stones": OptionWords("Fewest stones a side needs", group=_END),
    "no_moves": OptionWords(
        "A side without a legal move",
        {"lose": "loses", "draw": "draws", "pass": "passes"},
        group=_END,
    ),
    "max_plies": OptionWords("Draw after this many turns", unset="no limit", group=_END),
    "levels": OptionWords(
        "Levels",
        help="A digit for each field, rank 1 first: 000/010/000. This replaces the board above.",
        unset="as the board above",
        group=_OWN,
    ),
    "victory": OptionWords("Victory fields, such as b2+c2", unset="as the board above", group=_OWN),
    "needed": OptionWords("Victory fields that win", unset="as the board above", group=_OWN),
}
EXAMPLE = OptionExample(
    "2W3W,7,7,2W4,2W4,7,BBBB3 white",
    "c4",
    ("run_dirs", "run_max", "run_levels", "smash_own", "push_own"),
    "Where the stone on c4 may go",
)
