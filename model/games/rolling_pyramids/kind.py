"""Rolling Pyramids before its options are chosen: options, reading positions, files, hooks.

What tasks of lessons may want: units, bonuses, spaces won; for clicks pyramids and reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from model.contract.game import Game, GameKind, Move, Option, Player, Position
from model.contract.hooks import Hooks, MoveCondition, Played, PointCondition
from model.contract.search import Engine
from model.contract.setup_rules import StackRules
from model.games.rolling_pyramids.maps import HexBoard, MapError, map_text, read_map, read_map_text
from model.games.rolling_pyramids.phases.orders import Deployments, reach
from model.games.rolling_pyramids.phases.picking import DISCARD
from model.games.rolling_pyramids.player_boards import (
    UNITS,
    PlayerBoardError,
    board_text,
    read_board_text,
    read_player_board,
)
from model.games.rolling_pyramids.position import RollingPyramidsGame, RollingPyramidsPosition
from model.games.rolling_pyramids.position_text import read_state
from model.games.rolling_pyramids.round_state import HOLD, special_units
from model.games.rolling_pyramids.rulebook import OPTIONS, PHARAOH, PLAYERS, Rules
from model.notation.tokens import fault, read_options


def _both(played: Played) -> tuple[RollingPyramidsPosition, RollingPyramidsPosition, int]:
    """The positions before and after a move, and the number of whoever made it."""
    before, after = played.before, played.after
    assert isinstance(before, RollingPyramidsPosition)
    assert isinstance(after, RollingPyramidsPosition)
    return before, after, before.state.side


def _completes(played: Played, argument: str) -> bool:
    before, after, side = _both(played)
    if before.by_chance:
        return False
    rules = before.game.rules
    old, new = before.state.owns[side], after.state.owns[side]
    least = max(int(argument), 1)
    return any(
        special_units(rules, new, unit) >= least and not special_units(rules, old, unit)
        for unit in range(len(UNITS))
    )


def _opens(played: Played, argument: str) -> bool:
    before, after, side = _both(played)
    if before.by_chance:
        return False
    footmen = before.game.rules.desk.footmen
    old, new = before.state.owns[side], after.state.owns[side]
    return sum(footmen(new.crossed)) > sum(footmen(old.crossed))


def _controls(played: Played, argument: str) -> bool:
    before, after, side = _both(played)
    return not before.by_chance and after.state.holders[_place(before, argument)] == side


def _all_there(position: Position, argument: str) -> Iterable[Move]:
    """Everybody who can be sent to a place; the others anywhere."""
    choices = position.legal_moves
    if not isinstance(choices, Deployments):
        return ()
    assert isinstance(position, RollingPyramidsPosition)
    place = _place(position, argument)
    words = []
    for unit, near in choices.units:
        there = [word for word, (to, _) in near.items() if to == place]
        name = position.game.rules.unit_names[unit.number]
        words.append(f"{name}:{next(iter(there or near))}")
    return (",".join(words),)


def _board(position: Position) -> HexBoard:
    board = position.game.board
    assert isinstance(board, HexBoard)
    return board


def _place(position: Position, name: str) -> int:
    """The space or start of a name; a side of a border lies on its own place."""
    board = _board(position)
    site = board.index(name)
    return board.edges.get(site, (site, site))[0]


def _is_worth(position: Position, argument: str, site: int) -> bool:
    board = _board(position)
    place = board.edges.get(site, (site, site))[0]
    return place < board.spaces and board.map.spaces[place].points[0] >= int(argument)


def _works(position: Position, argument: str, site: int) -> bool:
    board = _board(position)
    place = board.edges.get(site, (site, site))[0]
    return place < board.spaces and bool(board.map.spaces[place].factory)


def _is_reached(position: Position, argument: str, site: int) -> bool:
    """Whether the site is a space that is attacked from here, or a side of one of its borders."""
    assert isinstance(position, RollingPyramidsPosition)
    board, state = _board(position), position.state
    if position.by_chance or position.outcome is not None:
        return False
    near = reach(position.game.rules, state, state.side)
    attacked = {to for to, at in near.values() if at >= 0}
    own, beyond = board.edges.get(site, (site, site))
    return own in attacked or (beyond in attacked and state.holders[own] == state.side)


MOVES = (
    MoveCondition("unit", "number", "completes a special unit of at least {}", _completes),
    MoveCondition("opens", "", "opens a bonus of the footmen", _opens),
    MoveCondition("controls", "site", "controls {} afterwards", _controls, _all_there),
)
POINTS = (
    PointCondition("worth", "number", "is worth at least {} points a round", _is_worth),
    PointCondition("factory", "", "carries a black pyramid", _works),
    PointCondition("reach", "", "can be attacked now", _is_reached),
)


_MAP_KEYS = re.compile(rb'"(?:spaces|starts)"\s*:')


class RollingPyramidsKind(GameKind, Hooks):
    """Rolling Pyramids as registered."""

    name = "rolling-pyramids"
    title = "Rolling Pyramids"
    credit = "Rolling Pyramids; its rule sheet names no author."
    players: tuple[Player, ...] = (*PLAYERS, PHARAOH)
    endings: tuple[str, ...] = ("points", "revolution", "turns")
    hides = True
    rolls = True
    options: tuple[Option, ...] = OPTIONS
    plays_hidden = True
    level_nodes = (1, 2, 3, 40, 80, 160, 400, 800, 1_600)
    move_conditions = MOVES
    point_conditions = POINTS

    def describe_choice(self, game: Game, move: Move) -> str:
        """Return a deployment in words, unit by unit; "" for other choices."""
        assert isinstance(game, RollingPyramidsGame)
        said = []
        for order in move.split(","):
            unit, _, target = order.partition(":")
            if unit not in game.rules.unit_names:
                return ""
            start, _, end = target.rpartition(">")
            border = f" over the border from {start}" if start else ""
            said.append(f"{unit} stays" if target == HOLD else f"{unit} to {end}{border}")
        return "; ".join(said)

    def configure(self, options: Mapping[str, str]) -> RollingPyramidsGame:
        """Return the game; options left out take their defaults."""
        values: dict[str, Any] = read_options(self, options)
        for named, own in (("map", "spaces"), ("board", "boxes")):
            if named in values and own in values:
                fault(options[named], f"{named} goes with no {own} of your own")
        try:
            if "spaces" in values:
                values["own_map"] = read_map_text(values["spaces"])
            if "boxes" in values:
                values["own_board"] = read_board_text(values["boxes"])
        except MapError as error:
            fault(options["spaces"], str(error))
        except PlayerBoardError as error:
            fault(options["boxes"], str(error))
        return RollingPyramidsGame(self, Rules(**values))

    def configure_from(self, options: Mapping[str, str], data: bytes) -> RollingPyramidsGame:
        """Return the game on the map, or with the player boards, of a file; ValueError.

        A file with ``spaces`` or ``starts`` is a map, any other a player board.
        """
        if _MAP_KEYS.search(data[:200_000]):
            if "map" in options or "spaces" in options:
                raise MapError("a map file goes with no other map")
            return self.configure({**options, "spaces": map_text(read_map(data))})
        if "board" in options or "boxes" in options:
            raise PlayerBoardError("a player board file goes with no other player board")
        return self.configure({**options, "boxes": board_text(read_player_board(data))})

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> RollingPyramidsPosition:
        """Return the position the tokens of a string describe."""
        game = self.configure(options)
        return RollingPyramidsPosition(game, read_state(game.rules, board, side, extras))

    def seated(self, game: Game) -> tuple[Player, ...]:
        """Return all but the Pharaoh."""
        return tuple(player for player in game.players if player != PHARAOH)

    @property
    def stacks(self) -> StackRules:
        """How positions are set up by hand."""
        from model.games.rolling_pyramids.setup import RollingPyramidsSetup

        return RollingPyramidsSetup()

    def engine(self, game: Game) -> Engine:
        """Return the engine that judges deployments against guesses."""
        from model.games.rolling_pyramids.engine import RollingPyramidsEngine

        return RollingPyramidsEngine(game)

    def plain_engine(self, game: Game) -> Engine:
        """Return the heuristics alone: playing out at random says nothing about hidden choices."""
        from model.games.rolling_pyramids.engine import RollingPyramidsEngine

        return RollingPyramidsEngine(game, plain=True)

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return a move drawn at random that discards no die while it can be written."""
        for _ in range(20):
            move = position.legal_moves.sample(rng)
            if not move.endswith(f"-{DISCARD}"):
                return move
        return move

    def findings(
        self, position: Position, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return the phase, the round, the first player and who has sealed."""
        if not isinstance(position, RollingPyramidsPosition):
            return {}, True
        state, sides = position.state, position.game.rules.sides
        return {
            "phase": state.phase,
            "round": state.round,
            "first": sides[state.first] if state.first >= 0 else None,
            "sealed": list(position.sealed),
        }, True


KIND = RollingPyramidsKind()
