"""Pyramidion as a library: rules, files, engines, provers, pictures and pages of all its games.

Each name below is imported when it is first used, so importing this costs little: no numpy, no
numba, no VTK. docs/library.md shows it at work; `python -m pyramidion` is the command line. Where
IPython runs, positions, records and puzzles draw themselves from then on.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from model.api import analyse, best_move, game, generate, kinds, load, read, replay, save, solve
    from model.positions.describe import position as describe
    from viewer.export.notebook import Showable, explain, page, picture
    from viewer.export.pyvista_scene import mesh, show

__all__ = [
    "analyse",
    "best_move",
    "describe",
    "explain",
    "game",
    "generate",
    "kinds",
    "load",
    "mesh",
    "page",
    "picture",
    "read",
    "replay",
    "save",
    "show",
    "solve",
]

_HOMES = MappingProxyType(
    {name: f"model.api.{name}" for name in __all__}
    | {name: f"viewer.export.notebook.{name}" for name in ("explain", "page", "picture")}
    | {name: f"viewer.export.pyvista_scene.{name}" for name in ("mesh", "show")}
    | {"describe": "model.positions.describe.position"}
)
_DRAWN = MappingProxyType(
    {
        "BasePosition": "model.contract.base_position",
        "Record": "model.records.record",
        "Contents": "model.records.files",
        "GeneratedPuzzle": "model.puzzles.generated",
    }
)
"""The classes whose values draw themselves, and where they are defined."""

if not TYPE_CHECKING:  # or it would vouch for every name

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, theirs = _HOMES[name].rpartition(".")
        return getattr(import_module(module), theirs)


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Have a shell of IPython draw positions, records and puzzles (``%load_ext pyramidion``).

    Importing this where IPython runs does it already.

    Parameters
    ----------
    shell
        What ``get_ipython()`` returns.
    """

    def draw(value: Showable) -> str | None:
        from viewer.export.notebook import picture

        return picture(value, "maps")._repr_svg_()

    if shell.display_formatter is not None:
        formatter = shell.display_formatter.formatters["image/svg+xml"]
        for name, module in _DRAWN.items():
            formatter.for_type_by_name(module, name, draw)


if __name__ == "__main__":
    from viewer.cli.main import main

    sys.exit(main())
elif (_ipython := sys.modules.get("IPython")) and (_shell := _ipython.get_ipython()):
    load_ipython_extension(_shell)
