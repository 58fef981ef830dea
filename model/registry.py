"""The games that there are, by name; one that ships with the program is one line here."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from model import plugins
from model.contract.game import GameKind
from model.games.partition.kind import KIND as PARTITION
from model.games.poly_y.kind import KIND as POLY_Y
from model.games.pyramid.kind import KIND as PYRAMID
from model.games.pyramid_ball.kind import KIND as PYRAMID_BALL
from model.games.pyraos.kind import KIND as PYRAOS
from model.games.rolling_pyramids.kind import KIND as ROLLING_PYRAMIDS
from model.plugins import Plugin, PluginError

SHIPPED: tuple[GameKind, ...] = (PARTITION, PYRAOS, PYRAMID, PYRAMID_BALL, ROLLING_PYRAMIDS, POLY_Y)


class _Kinds(Mapping[str, GameKind]):
    """Games by name, those that ship first; others are imported once somebody asks for them.

    Attributes
    ----------
    known
        The games that were asked for by now, and those that ship.
    brought
        What is known of the games of other packages that were asked for: "", or a sentence on what
        keeps one out.
    """

    def __init__(self) -> None:
        self.known = {kind.name: kind for kind in SHIPPED}
        self.brought: dict[Plugin, str] = {}

    def __getitem__(self, name: str) -> GameKind:
        if name not in self.known:
            for plugin in plugins.installed():
                if plugin.name == name:
                    self.bring(plugin)
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        self.bring_all()
        return iter(tuple(self.known))

    def __len__(self) -> int:
        self.bring_all()
        return len(self.known)

    def bring_all(self) -> None:
        """Import the games of all other packages."""
        for plugin in plugins.installed():
            self.bring(plugin)

    def bring(self, plugin: Plugin) -> None:
        """Import a game of another package, once; what is wrong with it is kept and logged."""
        if plugin in self.brought:
            return
        try:
            self._add(plugin)
        except PluginError as error:
            self.brought[plugin] = str(error)
            import logging  # takes a while, and is seldom asked for

            logging.getLogger(__name__).info("%s", error)
        else:
            self.brought[plugin] = ""

    def _add(self, plugin: Plugin) -> None:
        if plugin.name in self.known:
            ships = any(kind.name == plugin.name for kind in SHIPPED)
            whose = "that ships with Pyramidion" if ships else "of another package"
            called = f"the game {plugin.name} of the package {plugin.package}"
            raise PluginError(f"{called} has the name of a game {whose}")
        self.known[plugin.name] = plugins.load(plugin)


_KINDS = _Kinds()


def kinds() -> Mapping[str, GameKind]:
    """Return the games by name: those that ship, and those of other packages."""
    return _KINDS


def names() -> tuple[str, ...]:
    """Return the names of the games, those of other packages by their metadata alone."""
    others = (plugin.name for plugin in plugins.installed())
    return tuple(dict.fromkeys((*_KINDS.known, *others)))


def plugin_of(name: str) -> Plugin | None:
    """Return what brought a game; None where it ships, or is not there."""
    kinds().get(name)
    return next((one for one, why in _KINDS.brought.items() if one.name == name and not why), None)


def faults() -> Mapping[Plugin, str]:
    """Return the games of other packages that cannot be used, with a sentence on each."""
    _KINDS.bring_all()
    return {plugin: why for plugin, why in _KINDS.brought.items() if why}


def fault_of(name: str) -> str:
    """Return why a game of another package cannot be used; "" where that is not it."""
    kinds().get(name)
    return next((why for one, why in _KINDS.brought.items() if one.name == name and why), "")


def register(kind: GameKind) -> None:
    """Make `kind` known to the notation, the command line and the viewer under its name."""
    if kind.name in _KINDS.known:
        raise ValueError(f"a game called {kind.name} is registered already")
    _KINDS.known[kind.name] = kind


@contextmanager
def registered(kind: GameKind) -> Iterator[GameKind]:
    """Register `kind` for a while: for games that do not ship, as in tests."""
    register(kind)
    try:
        yield kind
    finally:
        del _KINDS.known[kind.name]
