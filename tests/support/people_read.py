"""All text of the program that a person reads, with where it stands.

Strings of code are taken from the syntax tree: all but docstrings, if they read like words. Pages
are taken paragraph by paragraph, without code; of examples titles, comments and lesson texts.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

ROOT = Path(__file__).parents[2]
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
