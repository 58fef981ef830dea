"""Where examples, rules pages and the guide lie: in the checkout, else where they are installed.

A package that brings a game of its own has them in its folder: `examples/`, `examples/lessons/`,
`examples/puzzles/`, `rules/`.
"""

import os
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from model.plugins import installed as plugins
from model.registry import kinds

CHECKOUT = Path(__file__).resolve().parents[3]
INSTALLED = "share/pyramidion"


def _folder(in_checkout: str, installed: str) -> Path | None:
    """Return the first of the places that is there; None where none can be found."""
    # Not Path.is_dir, which raises where a disk fails: whoever saves a game asks here afterwards.
    return next((place for place in _places(in_checkout, installed) if os.path.isdir(place)), None)


def _places(in_checkout: str, installed: str) -> Iterator[Path]:
    # pyproject.toml tells a checkout from site-packages, where a folder "examples" may be anyone's.
    if os.path.isfile(CHECKOUT / "pyproject.toml"):
        yield CHECKOUT / in_checkout
    yield Path(sysconfig.get_path("data")) / INSTALLED / installed
    # `pip install --user` and Debian's own Python keep data beside another prefix.
    for scheme in ("posix_user", "posix_local"):
        if scheme in sysconfig.get_scheme_names():
            yield Path(sysconfig.get_path("data", scheme)) / INSTALLED / installed


def examples() -> tuple[Path, ...]:
    """Return the example files in the order they are shown (by name); none where none are."""
    return _files("examples")


def lessons() -> tuple[Path, ...]:
    """Return the shipped courses in the order they are shown (by name)."""
    return _files("examples/lessons")


def puzzles() -> tuple[Path, ...]:
    """Return the shipped collections of puzzles in the order they are shown, that of the games."""
    order = [f"{game}-puzzles" for game in kinds()]
    found = _files("examples/puzzles")
    return tuple(
        sorted(found, key=lambda path: order.index(path.stem) if path.stem in order else len(order))
    )


@cache  # the menu asks after every change
def course_of(game: str) -> Path | None:
    """Return the shipped course of `game`; None where there is none."""
    return next((path for path in lessons() if path.stem.endswith(f"-{game}-course")), None)


def puzzles_of(game: str) -> Path | None:
    """Return the shipped collection of puzzles of `game`; None where there is none."""
    return next((path for path in puzzles() if path.stem == f"{game}-puzzles"), None)


def _folders(in_checkout: str, installed: str) -> list[Path]:
    """Return the folder of what ships, then those that packages of other games bring."""
    ours = _folder(in_checkout, installed)
    others = [plugin.folder / installed for plugin in plugins() if plugin.folder is not None]
    return [*([ours] if ours is not None else []), *others]


def _files(folder: str) -> tuple[Path, ...]:
    found: list[Path] = []
    for place in _folders(folder, folder):
        with suppress(OSError):
            found += sorted(place.glob("*.pyramidion"))
    return tuple(found)


def example(name: str) -> Path:
    """Return the example called `name` (without its suffix); FileNotFoundError names it."""
    for path in examples():
        if path.stem == name:
            return path
    raise FileNotFoundError(f"no example is called {name}")


def hard_positions() -> tuple[Path, ...]:
    """Return the files of hard positions, a line each: a position, a tab, the moves that win."""
    folder = _folder("examples/hard-positions", "examples/hard-positions")
    return () if folder is None else tuple(sorted(folder.glob("*.txt")))


def script(name: str) -> Path | None:
    """Return an example script; None where it is not installed."""
    folder = _folder("examples/scripts", "examples/scripts")
    return None if folder is None else folder / f"{name}.py"


def rules_page(game: str) -> Path | None:
    """Return the rules page of `game`, docs/rules/<game>.md; None where it is not installed."""
    pages = (folder / f"{game}.md" for folder in _folders("docs/rules", "rules"))
    return next((page for page in pages if page.is_file()), None)


def has_rule(rule: str) -> bool:
    """Tell whether the page of a rule ("pyramid.md#end") is there to be read; of "" none is."""
    page = rule.partition("#")[0].removesuffix(".md")
    return bool(page) and rules_page(page) is not None


def glossary_page() -> Path | None:
    """Return the page that explains the words of the window; None where it is not installed."""
    folder = _folder("docs/guide", "guide")
    page = None if folder is None else folder / "glossary.md"
    return page if page is not None and page.is_file() else None


def guide_page() -> Path | None:
    """Return the first page of the guide; None where it is not installed."""
    folder = _folder("docs/guide", "guide")
    pages = [] if folder is None else sorted(folder.glob("*.md"))
    return (
        next((page for page in pages if page.stem in ("index", "README")), pages[0])
        if pages
        else None
    )
