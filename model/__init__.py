"""The rules of pyramid games as pure values and functions: no Qt, no VTK, no windows.

`contract` is what every game promises, `games` keep it, `registry` names them. Below it lie boards,
above it what holds for every game: positions, records, players, lessons, puzzles.

What programs that build on it ask most is here by name, imported when it is first used (`api`);
`import pyramidion` has it, too, and what draws besides.
"""

from importlib import import_module

__all__ = [
    "analyse",
    "best_move",
    "game",
    "generate",
    "kinds",
    "load",
    "read",
    "replay",
    "save",
    "solve",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("model.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
