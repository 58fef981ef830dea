"""What people read keeps to the style page of CONTRIBUTING.md: patterns that no text may have."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
_LOOKS_LIKE_WORDS = re.compile(r"[A-Za-z][a-z']+[,:;]? +[A-Za-z{(]|^[A-Z][a-z]+\W*$|\w \{|\} [a-z]")
_QUOTED = re.compile(r'"([^"]*)"')
_CODE = re.compile(r"```.*?```|`[^`\n]+`|\]\([^)]*\)|https?://\S+", re.DOTALL)
_WRITTEN = {"title", "comment", "text", "hint", "answer", "question", "about", "caption", "says"}


class Text(NamedTuple):
    """A text that a person reads: the file it stands in, its line there, and the text itself."""

    path: str
    line: int
    text: str


def strings(*packages: str) -> Iterator[Text]:
    """All strings of the packages that read like words; what is filled in stands as `{}`."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from _strings_of(path)
        for name in ("*.txt", "class_door.html"):
            for path in sorted((ROOT / package).rglob(name)):
                if "node_modules" not in path.parts:  # others' texts, where the page was built
                    yield Text(str(path.relative_to(ROOT)), 1, path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / package).rglob("reasons.json")):
            reasons = msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[str, str]])
            for line, (_, text) in enumerate(reasons.values(), start=2):
                yield Text(str(path.relative_to(ROOT)), line, text)
        for path in sorted((ROOT / package).rglob("*.json")):
            if path.name != "reasons.json" and "web" not in path.parts:
                yield from _texts_of(path)


def _texts_of(path: Path) -> Iterator[Text]:
    """The strings of a data file that read like words."""
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = (text for text in _QUOTED.findall(row) if _LOOKS_LIKE_WORDS.search(text))
        yield from (Text(str(path.relative_to(ROOT)), number, text) for text in words)


def _strings_of(path: Path) -> Iterator[Text]:
    """The strings of one module that read like words."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.Expr)
        for part in ((node.value,) if isinstance(node, ast.Expr) else node.values)
    }
    for node in ast.walk(tree):
        if id(node) in inner or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = _text_of(node)
        if text is not None and _LOOKS_LIKE_WORDS.search(text):
            yield Text(str(path.relative_to(ROOT)), node.lineno, text)


def _text_of(node: ast.expr) -> str | None:
    """The text of a string, or None for any other constant."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return "".join(map(str, parts))
    assert isinstance(node, ast.Constant)
    return node.value if isinstance(node.value, str) else None


def pages() -> Iterator[Text]:
    """All paragraphs of the documentation, without code and addresses."""
    docs = sorted((ROOT / "docs").rglob("*.md"))
    for path in (*(ROOT / name for name in PAGES), *docs):
        text = _CODE.sub(
            lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8")
        )
        line = 1
        for paragraph in re.split(r"(\n\n+)", text):
            if paragraph.strip():
                yield Text(str(path.relative_to(ROOT)), line, paragraph)
            line += paragraph.count("\n")


def examples() -> Iterator[Text]:
    """All that is written in the shipped files, lessons and puzzles among them."""
    for path in sorted((ROOT / "examples").rglob("*.pyramidion")):
        whole = path.read_bytes()
        for text in _written(msgspec.json.decode(whole), ""):
            head = msgspec.json.encode(text)[1:25]
            line = whole[: max(0, whole.find(head))].count(b"\n") + 1
            yield Text(str(path.relative_to(ROOT)), line, text)


def _written(value: object, key: str) -> Iterator[str]:
    """The strings in decoded JSON that read like words and not like moves or positions."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _written(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _written(inner, key)
    elif isinstance(value, str) and (key in _WRITTEN or " " in value) and key != "position":
        yield value


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
