"""New games from options as a person gives them: words, or files where options take them."""

from __future__ import annotations

from collections.abc import Mapping

from model.contract.game import Game, GameKind
from model.notation.tokens import NotationError, fault, write_option
from model.records.files import FileError, read_bytes, shown_path


def new_game(kind: GameKind, options: Mapping[str, str]) -> Game:
    """Return the game with `options`, the files that some of them may name read.

    Raises
    ------
    NotationError
        When an option is bad, or the file is none or makes no sense.
    """
    rest = dict(options)
    files = [option.name for option in kind.options if option.file
             and rest.get(option.name, "").endswith(".json")]  # fmt: skip
    if not files:
        return kind.configure(options)
    paths = {name: rest.pop(name) for name in files}
    game = kind.configure(rest)
    for path in paths.values():
        game = _with_file(kind, rest, path)
        # What the file says is written in options of text, beside which the next file is read.
        rest = {option.name: write_option(value) for option in kind.options
                if (value := game.options[option.name]) != option.default}  # fmt: skip
    return game


def _with_file(kind: GameKind, options: Mapping[str, str], path: str) -> Game:
    try:
        data = read_bytes(path)
    except FileError as error:
        fault(path, str(error))
    try:
        return kind.configure_from(options, data)
    except NotationError:
        raise
    except ValueError as error:
        fault(path, f"{shown_path(path)}: {error}")
