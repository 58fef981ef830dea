"""What people call things that the program calls otherwise: one word finds the others."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

SAME = tuple(
    frozenset(line.split())
    for line in Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines()
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
