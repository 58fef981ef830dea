"""New games from options as a person gives them: words, or a file where an option takes one."""

from __future__ import annotations

from collections.abc import Mapping

from model.game import Game, GameKind
from model.notation import NotationError, fault
from model.records.files import FileError, read_bytes, shown_path


def new_game(kind: GameKind, options: Mapping[str, str]) -> Game:
    """Return the game with `options`, the file one of them may name read.

    Raises
    ------
    NotationError
        When an option is bad, or the file is none or makes no sense.
    """
    taking = [option.name for option in kind.options if option.file]
    name = next((name for name in taking if options.get(name, "").endswith(".json")), None)
    if name is None:
        return kind.configure(options)
    path = options[name]
    rest = {key: value for key, value in options.items() if key != name}
    try:
        data = read_bytes(path)
    except FileError as error:
        fault(path, str(error))
    try:
        return kind.configure_from(rest, data)
    except NotationError:
        raise
    except ValueError as error:
        fault(path, f"{shown_path(path)}: {error}")
