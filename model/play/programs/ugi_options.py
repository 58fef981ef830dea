"""The options of the UGI program: which game begins at `startpos`, and how well it is played."""

from __future__ import annotations

from collections.abc import Iterator

from model.contract.game import Game, GameKind, Option, Position
from model.notation.options import add_option
from model.notation.tokens import NotationError, Token
from model.phrases import shown
from model.play.levels import HIGHEST, LOWEST
from model.play.opponent import refusal_of_open
from model.registry import kinds

MOST_SEED = (1 << 31) - 1


class UgiError(Exception):
    """A line that cannot be followed; one sentence says why."""


class UgiOptions:
    """What `setoption` has set.

    Options of a game keep the names they have in position strings; each game has its own values,
    and the ones meant are those of the game that is chosen.

    Attributes
    ----------
    level, seed
        How well it plays, and what it draws by.
    """

    def __init__(self) -> None:
        self.level = HIGHEST
        self.seed = 0
        self._kind = next(kind for kind in kinds().values() if not _refused(kind))
        self._values: dict[str, dict[str, str]] = {}

    @property
    def game(self) -> Game:
        """The game that begins at `startpos`; UgiError when its options do not fit together."""
        try:
            return self._kind.configure(self._values.get(self._kind.name, {}))
        except NotationError as error:
            raise UgiError(error.message) from error

    @property
    def start(self) -> Position:
        """Where `startpos` begins."""
        return self.game.start()

    def lines(self) -> Iterator[str]:
        """Yield an ``option`` line for each."""
        names = [name for name, kind in kinds().items() if not _refused(kind)]
        choice = " ".join(f"var {name}" for name in names)
        yield f"option name Game type combo default {names[0]} {choice}"
        yield f"option name Level type spin default {HIGHEST} min {LOWEST} max {HIGHEST}"
        yield f"option name Seed type spin default 0 min 0 max {MOST_SEED}"
        for option in self._kind.options:
            yield f"option name {option.name} {_typed(option)}"

    def set(self, name: str, value: str) -> None:
        """Set an option; UgiError when there is none of that name, or the value is bad."""
        known = name.lower()
        if known == "game":
            self._choose(value)
        elif known == "level":
            self.level = _number(name, value, LOWEST, HIGHEST)
        elif known == "seed":
            self.seed = _number(name, value, 0, MOST_SEED)
        else:
            self._set_of_game(name, value)

    def _choose(self, value: str) -> None:
        kind = kinds().get(value.lower())
        if kind is None:
            raise UgiError(f"there is no game {shown(value)}; there are {', '.join(kinds())}")
        if why := _refused(kind):
            raise UgiError(why)
        self._kind = kind

    def _set_of_game(self, name: str, value: str) -> None:
        kind = self._kind
        names = [option.name for option in kind.options]
        if name not in names:
            there = ", ".join(["Game", "Level", "Seed", *names])
            raise UgiError(f"there is no option {shown(name)}; in {kind.name} there are {there}")
        values = {key: old for key, old in self._values.get(kind.name, {}).items() if key != name}
        try:
            if value and value != "<empty>":
                add_option(kind, values, Token(f"{name}={value}"))
        except NotationError as error:
            raise UgiError(error.message) from error
        self._values[kind.name] = values


def _refused(kind: GameKind) -> str:
    return refusal_of_open(kind.configure({}))


def _number(name: str, value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and least <= int(value[:12]) <= most):
        raise UgiError(f"{name} is a number from {least} to {most}, not {shown(value)}")
    return int(value)


def _typed(option: Option) -> str:
    """Return type, default and bounds as UGI, like UCI, writes them."""
    default = option.default
    if option.values:
        return f"type combo default {default} {' '.join(f'var {word}' for word in option.values)}"
    if isinstance(default, bool):
        return f"type combo default {'true' if default else 'false'} var true var false"
    if option.text or option.optional or default is None:
        return f"type string default {'<empty>' if default is None else default}"
    return f"type spin default {default} min {option.minimum} max {option.maximum}"
