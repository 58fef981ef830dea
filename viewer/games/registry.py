"""The games that bring a `GameView`: one line a game, its package imported when first asked for.

A game of another package brings one by an entry point in the group `pyramidion.game_views`, under
the name of the game (``cairns = "cairns.game_view:GAME_VIEW"``).
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from model.contract.game import Game, Option, Player, Position
from model.contract.hooks import hooks_of
from model.notation.tokens import write_header
from model.phrases import listed
from model.positions.setup import Draft
from model.records.ending import Ending, ending_of
from model.records.record import Record
from model.registry import kinds, plugin_of
from viewer.games.facts import OptionWords, draft_facts
from viewer.games.game_view import ExplainAction, Explainer, Explanation, GameDock, GameView
from viewer.visuals.overlay_types import Pour
from viewer.visuals.side_colours import GENERAL, NOBODY, SideColour

log = logging.getLogger(__name__)
VIEWS = "pyramidion.game_views"
"""The group of entry points by which other packages bring the `GameView` of a game."""
_PACKAGES = {
    "partition": "viewer.games.partition",
    "pyraos": "viewer.games.pyraos",
    "pyramid": "viewer.games.pyramid",
    "pyramid-ball": "viewer.games.pyramid_ball",
    "rolling-pyramids": "viewer.games.rolling_pyramids",
    "poly-y": "viewer.games.poly_y",
}
"""Game -> the package whose module `game_view` holds its `GAME_VIEW`."""
FIRST_GAME = next(iter(_PACKAGES))
"""The game the window offers before another is chosen."""
_GENERAL = GameView()
_faults: dict[str, str] = {}


@cache
def game_view_named(game: str) -> GameView:
    """Return what the game of that name brings; general words for one that brings nothing."""
    package = _PACKAGES.get(game)
    if package is not None:
        found = import_module(f"{package}.game_view").GAME_VIEW
    elif (entry := _brought().get(game)) is not None:
        found = _loaded(entry)
    else:
        return _GENERAL
    if not isinstance(found, GameView):
        raise TypeError(f"what {game} brings to the window is not a GameView")
    return found


@cache
def _brought() -> Mapping[str, EntryPoint]:
    """The views of games of other packages that are there, by the names of the games."""
    entries = {entry.name: entry for entry in entry_points(group=VIEWS)}
    plugins = [game for game in kinds() if plugin_of(game) is not None]
    return {game: entries[game] for game in plugins if game in entries}


def _loaded(entry: EntryPoint) -> object:
    """What another package brings; general words where it is broken, which is logged."""
    try:
        found = entry.load()
        why = "" if isinstance(found, GameView) else "is no GameView"
    except (Exception, SystemExit) as error:  # another's code may raise anything
        why = f"cannot be imported ({type(error).__name__}: {error})"
        log.info("the view of a game cannot be imported", exc_info=True)
    if not why:
        return found
    _faults[entry.name] = f"what the game {entry.name} brings to the window {why}"
    log.info("%s", _faults[entry.name])
    return _GENERAL


def view_faults() -> Mapping[str, str]:
    """Return the games of other packages whose view is broken, with a sentence on each."""
    for game in _brought():
        game_view_named(game)
    return _faults


def _games() -> tuple[str, ...]:
    """The games that bring something, those that ship first."""
    return (*_PACKAGES, *_brought())


def game_view_of(position: Position | None) -> GameView:
    """Return what the game of a position brings; of what cannot exist only that is told."""
    if position is None:
        return _GENERAL
    view = game_view_named(position.game.kind.name)
    if isinstance(position, Draft):
        return GameView(facts=draft_facts, level_maps=view.level_maps, skin=view.skin)
    return view


def options_in_words(game: Game) -> str:
    """Return the options a position string of the game names, in words and a line each."""
    named = {option.name: option for option in game.kind.options}
    shown = write_header(game.kind, game.options).partition(":")[2]
    words = game_view_named(game.kind.name).options
    return "\n".join(
        _option_in_words(named[name], value, words.get(name))
        for name, _, value in (part.partition("=") for part in shown.split(",") if part)
    )


def _option_in_words(option: Option, value: str, words: OptionWords | None) -> str:
    if isinstance(option.default, bool):
        value = "yes" if value == "true" else "no"
    if words is None:
        return f"{option.name}: {value}"
    return f"{words.title}: {words.values.get(value, value)}"


def explainer_of(position: Position | None) -> Explainer | None:
    """Return who explains a position, None where facts are all there is."""
    return game_view_of(position).explainer


def all_explanations() -> tuple[Explanation, ...]:
    """Return what the games offer in the Explain menu, in the order of the games."""
    explainers = [game_view_named(game).explainer for game in _games()]
    return tuple(entry for one in explainers if one is not None for entry in one.explanations)


def all_actions() -> tuple[ExplainAction, ...]:
    """Return what the games do with what is chosen in the Why dock, in the order of the games."""
    explainers = [game_view_named(game).explainer for game in _games()]
    return tuple(entry for one in explainers if one is not None for entry in one.actions)


def all_docks() -> tuple[tuple[str, GameDock], ...]:
    """Return the docks that single games have: (game, dock), in the order of the games."""
    return tuple((game, dock) for game in _games() for dock in game_view_named(game).docks)


@cache
def side_colour(side: str) -> SideColour | None:
    """Return the colours of a side by its name, None where no game names it."""
    for game in _games():
        colours = game_view_named(game).colours
        if side in colours:
            return colours[side]
    return GENERAL.get(side)


def piece_colour(side: str) -> str:
    """Return the colour of a side's pieces as ``#RRGGBB``; grey for a side without one."""
    colour = side_colour(side)
    return NOBODY if colour is None else colour.pieces


def text_colour(side: str) -> str:
    """Return the colour that names a side in text, as ``#RRGGBB``."""
    return (side_colour(side) or SideColour(NOBODY)).text


def pour_of(position: Position | None, what: str) -> Pour | None:
    """Return the pour a step of a lesson names ("SW:red"), at time 0; None where there is none.

    "" names none.
    """
    explainer = explainer_of(position)
    if position is None or explainer is None or not what:
        return None
    return explainer.pour(position, what)


def ending(position: Position) -> str:
    """Return one sentence on how the game ended, "" while it goes on."""
    outcome = position.outcome
    return "" if outcome is None else game_view_of(position).ending(position, outcome)


@contextmanager
def registered(game: str, package: str) -> Iterator[None]:
    """Register the package of a game for a while: for games that do not ship, as in tests."""
    _PACKAGES[game] = package
    _forget()
    try:
        yield
    finally:
        del _PACKAGES[game]
        _forget()


def _forget() -> None:
    game_view_named.cache_clear()
    side_colour.cache_clear()


# How the game of a record ended where somebody looks: by its rules, or by its players.


@dataclass(frozen=True)
class End:
    """The end of a game.

    Attributes
    ----------
    winners
        Who has won; () in a draw.
    reason
        Why, in a few words; "" where the rules name no reason.
    sentence
        Both, in one sentence.
    score
        What each of two has made, as "2:1"; "" where nothing is counted.
    """

    winners: tuple[Player, ...]
    reason: str
    sentence: str
    score: str = ""

    @property
    def result(self) -> str:
        """The sentence without its reason."""
        return self.sentence.partition(": ")[0]

    @property
    def title(self) -> str:
        """Who has won, in a word or two."""
        if not self.winners:
            return "Draw"
        verb = "wins" if len(self.winners) == 1 else "win"
        who = f"{listed([side.capitalize() for side in self.winners])} {verb}"
        return f"{who} {self.score}" if self.score else who


def end_of(record: Record, node: int, position: Position) -> End | None:
    """Return how the game ended at a node of a record; None where it goes on there.

    Parameters
    ----------
    position
        That at the node.
    """
    outcome = position.outcome
    if outcome is not None:
        sentence = ending(position)
        _, _, reason = sentence.partition(": ")
        points = [str(points) for _, points in outcome.scores]
        score = ":".join(points) if len(points) == 2 else ""
        return End(tuple(outcome.winners), reason[:1].upper() + reason[1:], sentence, score)
    players = ended_by_players(record, position)
    if players is None or players.node != node:
        return None
    reason = "Both sides agreed on it"
    if players.how == "agreed":
        return End((), reason, "The game is drawn: both sides agreed on it")
    loser, winner = players.loser.capitalize(), players.winner.capitalize()
    reason = f"{loser} resigned" if players.how == "resigned" else f"{loser} ran out of time"
    return End((players.winner,), reason, f"{winner} has won: {reason}")


def ended_by_players(record: Record, position: Position) -> Ending | None:
    """Return how the players of a record ended its game, wherever that was; None: they did not."""
    game = position.game
    return ending_of(record, hooks_of(game.kind).seated(game))
