"""What people read keeps to the style page of CONTRIBUTING.md: patterns that no text may have."""

import re

import pytest
from people_read import Text, examples, pages, strings

pytestmark = pytest.mark.lint

BANNED = {
    "X is no Y": r"(?<!here )\b(?:is|are|as|be) no (?!longer\b|one\b)[a-z]",
    "reads like, would read": r"\breads? like\b|\bwould read\b|\bone reads\b",
    "63 of 100": r"\bof 100\b",
    "tell": r"\btells?\b|\btold\b|\btelling\b",
    "take away": r"\b(?:[Tt]akes?|took|taken)\b[^.:;]*\baway\b",
    "alone for only": r"\balone\b",
    "he for a player": r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b",
    "a person": r"\b[Aa] person\b|\bpersons\b",
    "some ninety": r"\b[Ss]ome (?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\d)",
    "so many": r"\bso (?:many|much|often)\b",
    "wish": r"\bwish(?:es)?\b",
    "nothing is open": r"\b[Nn]othing is open\b",
}
"""What must not be written, by the name of its family."""

ALLOWED = {
    "{} alone": "the only move that does it: a term of chess problems",
    "{} alone stops {}": "the same, in the tree of a solution",
    "What only one player may know is shown to that player alone.": "nobody else is there",
}
"""Texts, or beginnings of them, that may have such words, and why."""

FOR_DEVELOPERS = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/api/",
    "docs/design.md",
    "docs/game-contract.md",
    "docs/glossary.md",
    "docs/measured.md",
    "docs/strength.md",
)
"""What is not asked: pages about the code and measurements."""


def faults(texts: list[Text], pattern: str) -> list[str]:
    """The texts in which a pattern stands and that are not allowed to have it."""
    return [
        f"{one.path}:{one.line}: {' '.join(one.text.split())}"
        for one in texts
        if re.search(pattern, one.text) and not one.text.startswith(tuple(ALLOWED))
    ]


@pytest.fixture(scope="module")
def in_the_program() -> list[Text]:
    """The strings of the program."""
    return [*strings("model", "viewer")]


@pytest.fixture(scope="module")
def beside_it() -> list[Text]:
    """The pages for users, and the examples with their lessons and puzzles.

    Pages for developers say *tell* of code.
    """
    texts = [*pages(), *examples()]
    return [one for one in texts if not one.path.startswith(FOR_DEVELOPERS)]


@pytest.mark.parametrize("family", BANNED)
def test_no_page_for_users_and_no_example_has_words_of_a_banned_family(beside_it, family):
    assert not faults(beside_it, BANNED[family])


@pytest.mark.parametrize("family", BANNED)
def test_no_string_of_the_program_has_words_of_a_banned_family(in_the_program, family):
    assert not faults(in_the_program, BANNED[family])


def test_texts_that_are_allowed_are_there(in_the_program):
    """An exception goes with its text."""
    for begin in ALLOWED:
        assert any(one.text.startswith(begin) for one in in_the_program), begin


def test_strings_are_found_with_their_place():
    found = {one.text for one in strings("viewer/commands")}
    assert "Glossary and keys" in found
    assert not any(text.startswith("Commands of the menus Learn") for text in found), "docstrings"
