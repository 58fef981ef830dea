"""What people call things that the program calls otherwise: one word finds the others."""

from collections.abc import Iterable
from functools import cache

SAME: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "turn rotate rotation spin orbit revolve camera",
        "turn tilt incline pitch orbit camera",
        "mirror flip reflect",
        "zoom magnify enlarge nearer farther closer",
        "larger bigger enlarge increase",
        "smaller shrink reduce decrease",
        "pan shift scroll slide",
        "view camera angle perspective",
        "standard default reset home",
        "whole fit everything all overview",
        "centre center focus",
        "colour color",
        "grey gray",
        "settings preferences options configuration setup theme dark light language font",
        "keys shortcuts hotkeys keyboard bindings controls help",
        "guide help manual handbook documentation tutorial",
        "rules help how",
        "commands search find",
        "undo back revert takeback",
        "take undo takeback retract",
        "previous back last",
        "redo forward again repeat",
        "delete remove erase clear discard",
        "hint tip clue advice suggest best",
        "computer engine opponent bot ai machine",
        "level strength difficulty",
        "exchange swap switch change",
        "players opponent seats",
        "clock time timer",
        "move play",
        "review analysis analyse analyze mistakes blunders",
        "engine analysis analyse analyze evaluation",
        "chances evaluation score",
        "cut section slice clip plane",
        "peel strip unwrap",
        "sway rock wobble swing",
        "lens xray see-through transparent",
        "explode expand separate spread apart",
        "empty ghosts dots holes",
        "faint transparent dim fade",
        "labels coordinates names numbers",
        "appearance style look",
        "document tab game file",
        "new start begin",
        "copy clipboard fen",
        "paste clipboard import load fen",
        "picture image screenshot png export",
        "save write store export",
        "print paper pdf worksheet booklet handout",
        "open load",
        "pour flood fill water",
        "why explain reason",
        "comment note annotate",
        "mark annotate arrow draw sign",
        "link arrow line",
        "lesson course tutorial learn teach",
        "puzzle problem exercise study",
        "pupils students learners class",
        "present presentation projector slideshow beamer",
        "full fullscreen maximise maximize",
        "docks panels windows sidebar layout",
        "quit exit close",
        "measure distance ruler",
        "variation branch line",
        "set-up edit editor arrange",
    )
)
"""Words that people use for one another. A word may stand in several lines."""


@cache
def meanings(word: str) -> tuple[str, ...]:
    """Return what else a word that somebody types may be called, in lower case.

    A word that is not typed to its end stands for those it begins, from its third letter on.
    """
    word = word.lower()
    others = {
        other
        for line in SAME
        if any(one == word or (len(word) > 2 and one.startswith(word)) for one in line)
        for other in line
    }
    return tuple(sorted(others - {word}))


def says(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text has every word, each by that name or by another one."""
    text = text.lower()
    return all(
        word in text or any(begun_at(text, other) >= 0 for other in meanings(word))
        for word in words
    )


def begun_at(text: str, word: str) -> int:
    """Return where a word of a text begins with `word`, both in lower case; -1: nowhere."""
    place = text.find(word)
    while place > 0 and text[place - 1].isalnum():
        place = text.find(word, place + 1)
    return place
