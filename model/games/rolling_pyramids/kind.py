"""Rolling Pyramids before its options are chosen: options, reading positions, files, hooks.

Among the hooks are the conditions of lessons: units, bonuses and spaces won for moves, pyramids and
reach for clicks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from model.contract.game import Game, GameKind, Move, Option, Player, Position
from model.contract.hooks import Hooks, MoveCondition, Played, PointCondition
from model.contract.search import Engine
from model.contract.setup_rules import StackRules
from model.games.rolling_pyramids.happening import HERO, PIECE_KINDS, RAM, SOLDIER, SPIKES, UMBRELLA
from model.games.rolling_pyramids.maps import STARTS, MapError, map_text, read_map, read_map_text
from model.games.rolling_pyramids.phases.orders import Deployments, reach
from model.games.rolling_pyramids.phases.picking import DISCARD
from model.games.rolling_pyramids.phases.rounds import draft_order
from model.games.rolling_pyramids.player_boards import (
    DEVICE_WORDS,
    UNITS,
    PlayerBoardError,
    board_text,
    read_board_text,
    read_player_board,
)
from model.games.rolling_pyramids.position import RollingPyramidsGame, RollingPyramidsPosition
from model.games.rolling_pyramids.position_text import EXTRAS, read_state
from model.games.rolling_pyramids.round_state import (
    HOLD,
    Phase,
    RoundState,
    replaced,
    special_units,
)
from model.games.rolling_pyramids.rulebook import OPTIONS, PHARAOH, PLAYERS, RACES, Rules, named
from model.notation.tokens import NotationError, fault, read_options
from model.phrases import counted

# -- how positions of Rolling Pyramids are set up by hand ------------------------------------------


MOST_UNITS: Final = 999_999
"""How many soldiers, or heroes, a string may tell of one place."""
_DEVICES: Final = (RAM, SPIKES, UMBRELLA)


class RollingPyramidsSetup(StackRules[RollingPyramidsGame, RollingPyramidsPosition]):
    """Soldiers and heroes by number on the spaces, devices on borders and spaces."""

    def kinds(self, game: RollingPyramidsGame) -> tuple[tuple[int, bool], ...]:
        """Return (piece kind, whether it has an owner and a number); no devices in solo games."""
        units = ((SOLDIER, True), (HERO, True))
        return units if game.rules.is_solo else (*units, *((kind, False) for kind in _DEVICES))

    def put(
        self, position: RollingPyramidsPosition, site: int, owner: int, kind: int, number: int
    ) -> Position:
        """Return the position with `number` more of a kind on a site, with fewer where it is < 0.

        Raises
        ------
        NotationError
            Where that cannot exist, in one sentence.
        """
        rules, state = position.game.rules, _begun(position.game.rules, position.state)
        if kind in _DEVICES:
            state = _with_device(rules, state, site, kind, there=number > 0)
        else:
            state = _with_units(rules, state, site, owner, kind, number)
        return _checked(position.game, state)

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return all that a string says beside units, devices and player boards."""
        shown = ("devices", *game.players)
        return {key: says for key, says in EXTRAS.items() if key not in shown}

    def emptied(self, position: RollingPyramidsPosition, sites: Sequence[int]) -> Position:
        """Return the position with nothing on `sites`; NotationError."""
        rules, state = position.game.rules, _begun(position.game.rules, position.state)
        places = rules.ground.places
        own = {rules.ground.spaces + start for start, _ in state.seats}
        holders, soldiers, heroes = list(state.holders), list(state.soldiers), list(state.heroes)
        kept = -1
        for site in sites:
            kept &= ~(1 << site)
            if site < places and site not in own:
                holders[site], soldiers[site], heroes[site] = -1, 0, 0
        state = state._replace(
            holders=tuple(holders),
            soldiers=tuple(soldiers),
            heroes=tuple(heroes),
            devices=tuple(bits & kept for bits in state.devices),
        )
        return _checked(position.game, state)

    def first(self, position: RollingPyramidsPosition) -> int:
        """Return the number of the first player of the round; 0 before he is drawn."""
        return max(position.state.first, 0)

    def with_first(self, position: RollingPyramidsPosition, player: int) -> Position:
        """Return the position with another first player; NotationError in the midst of a round."""
        rules, state = position.game.rules, _begun(position.game.rules, position.state)
        if player == state.first:
            return _checked(position.game, state)
        if player >= rules.players:
            raise NotationError("the Pharaoh is never the first player")
        drafted = state.phase == Phase.DRAFT and state.dice.count(0) > 0
        if drafted or state.phase not in (Phase.ROLL, Phase.DRAFT, Phase.DEPLOY):
            raise NotationError(
                "the first player is set before the dice are rolled, before one is taken, or when "
                "units are deployed"
            )
        state = state._replace(first=player, side=player, orders=())
        if state.phase == Phase.DRAFT:
            state = state._replace(side=draft_order(rules.players, player)[0])
        return _checked(position.game, state)


def _begun(rules: Rules, state: RoundState) -> RoundState:
    """The state as it can be edited: everybody is seated, and nobody has chosen a deployment."""
    if state.phase == Phase.DEPLOY and state.orders:
        return state._replace(orders=(), side=state.first)
    if state.phase not in (Phase.FIRST, Phase.SEATS):
        return state
    first, seats = max(state.first, 0), list(state.seats)
    starts = [n for n in range(len(STARTS)) if n not in {start for start, _ in seats}]
    races = [n for n in range(len(RACES)) if n not in {race for _, race in seats}]
    for player, (start, race) in enumerate(seats):
        if race < 0:
            seats[player] = start if start >= 0 else starts.pop(0), races.pop(0)
    state = state._replace(phase=Phase.ROLL, first=first, side=first, seats=tuple(seats))
    for player, (start, _) in enumerate(seats):
        place = rules.ground.spaces + start
        state = state._replace(
            holders=replaced(state.holders, place, player),
            soldiers=replaced(state.soldiers, place, 0),
            heroes=replaced(state.heroes, place, 0),
        )
    return state


def _with_units(
    rules: Rules, state: RoundState, site: int, owner: int, kind: int, number: int
) -> RoundState:
    name, noun = rules.ground.names[site], PIECE_KINDS[kind].name
    many = "heroes" if kind == HERO else "soldiers"
    if site >= rules.ground.places:
        raise NotationError(f"{name} is a border: {many} stand on spaces")
    for player, (start, _) in enumerate(state.seats):
        if site == rules.ground.spaces + start:
            raise NotationError(
                f"{name} is where {named(rules.sides[player])} starts: no units stand there"
            )
    holder = state.holders[site]
    if holder not in (-1, owner):
        raise NotationError(f"{name} belongs to {named(rules.sides[holder])}: empty it first")
    before = (state.heroes if kind == HERO else state.soldiers)[site]
    if number < 0 and not before:
        raise NotationError(f"no {many} of {named(rules.sides[owner])} stand on {name}")
    after = max(0, before + number)
    if after > MOST_UNITS:
        raise NotationError(f"at most {counted(MOST_UNITS, noun, many)} stand on one space")
    if kind == HERO:
        state = state._replace(heroes=replaced(state.heroes, site, after))
    else:
        state = state._replace(soldiers=replaced(state.soldiers, site, after))
    lives = state.soldiers[site] or state.heroes[site]
    return state._replace(holders=replaced(state.holders, site, owner if lives else -1))


def _with_device(
    rules: Rules, state: RoundState, site: int, kind: int, *, there: bool
) -> RoundState:
    ground = rules.ground
    name, verb = ground.names[site], "go" if kind == SPIKES else "goes"
    noun = DEVICE_WORDS[PIECE_KINDS[kind].name]
    on_border = site in ground.edges
    if on_border == (kind == UMBRELLA) or (kind == UMBRELLA and site >= ground.spaces):
        where = "a space" if kind == UMBRELLA else "a border"
        raise NotationError(f"{noun} {verb} on {where}, which {name} is not")
    place = ground.place_of(site)
    if there and state.holders[place] < 0:
        raise NotationError(f"nobody controls {ground.names[place]}: put units there first")
    device = kind - RAM
    bits = state.devices[device]
    if bool(bits >> site & 1) == there:
        be, what = "are" if kind == SPIKES else "is", PIECE_KINDS[kind].name
        raise NotationError(
            f"there {be} already {noun} on {name}" if there else f"there {be} no {what} on {name}"
        )
    return state._replace(devices=replaced(state.devices, device, bits ^ 1 << site))


def _checked(game: RollingPyramidsGame, state: RoundState) -> Position:
    """The position of a state without what its owner lost; NotationError where it cannot exist."""
    ground, holders = game.rules.ground, state.holders
    held = sum(1 << site for site in range(len(ground)) if holders[ground.place_of(site)] >= 0)
    mine = sum(1 << place for place in range(ground.spaces) if holders[place] == 0)
    state = state._replace(
        devices=tuple(bits & held for bits in state.devices), groups=state.groups & mine
    )
    _, board, side, *extras = str(RollingPyramidsPosition(game, state)).split(" ")
    values = {name: value for name, _, value in (extra.partition("=") for extra in extras)}
    return RollingPyramidsPosition(game, read_state(game.rules, board, side, values))


def _completes(played: Played[RollingPyramidsPosition], argument: str) -> bool:
    before, after = played.before, played.after
    if before.by_chance:
        return False
    rules = before.game.rules
    side = before.state.side
    old, new = before.state.owns[side], after.state.owns[side]
    least = max(int(argument), 1)
    return any(
        special_units(rules, new, unit) >= least and not special_units(rules, old, unit)
        for unit in range(len(UNITS))
    )


def _opens(played: Played[RollingPyramidsPosition], argument: str) -> bool:
    before, after = played.before, played.after
    if before.by_chance:
        return False
    footmen, side = before.game.rules.desk.footmen, before.state.side
    old, new = before.state.owns[side], after.state.owns[side]
    return sum(footmen(new.crossed)) > sum(footmen(old.crossed))


def _controls(played: Played[RollingPyramidsPosition], argument: str) -> bool:
    before, after = played.before, played.after
    holder = after.state.holders[_place(before, argument)]
    return not before.by_chance and holder == before.state.side


def _all_there(position: RollingPyramidsPosition, argument: str) -> Iterable[Move]:
    """Everybody who can be sent to a place; the others anywhere."""
    choices = position.legal_moves
    if not isinstance(choices, Deployments):
        return ()
    place = _place(position, argument)
    words = []
    for unit, near in choices.units:
        there = [word for word, (to, _) in near.items() if to == place]
        name = position.game.rules.unit_names[unit.number]
        words.append(f"{name}:{next(iter(there or near))}")
    return (",".join(words),)


def _place(position: RollingPyramidsPosition, name: str) -> int:
    """The space or start of a name; a side of a border lies on its own place."""
    board = position.game.board
    return board.place_of(board.index(name))


def _is_worth(position: RollingPyramidsPosition, argument: str, site: int) -> bool:
    board = position.game.board
    place = board.place_of(site)
    return place < board.spaces and board.map.spaces[place].points[0] >= int(argument)


def _works(position: RollingPyramidsPosition, argument: str, site: int) -> bool:
    board = position.game.board
    place = board.place_of(site)
    return place < board.spaces and bool(board.map.spaces[place].factory)


def _is_reached(position: RollingPyramidsPosition, argument: str, site: int) -> bool:
    """Whether the site is a space that is attacked from here, or a side of one of its borders."""
    board, state = position.game.board, position.state
    if position.by_chance or position.outcome is not None:
        return False
    near = reach(position.game.rules, state, state.side)
    attacked = {to for to, at in near.values() if at >= 0}
    own, beyond = board.edges.get(site, (site, site))
    return own in attacked or (beyond in attacked and state.holders[own] == state.side)


MOVES: tuple[MoveCondition[RollingPyramidsPosition], ...] = (
    MoveCondition("unit", "number", "completes a special unit of at least {}", _completes),
    MoveCondition("opens", "", "opens a bonus of the footmen", _opens),
    MoveCondition("controls", "site", "controls {} afterwards", _controls, _all_there),
)
POINTS: tuple[PointCondition[RollingPyramidsPosition], ...] = (
    PointCondition("worth", "number", "is worth at least {} points a round", _is_worth),
    PointCondition("factory", "", "carries a black pyramid", _works),
    PointCondition("reach", "", "can be attacked now", _is_reached),
)


_MAP_KEYS = re.compile(rb'"(?:spaces|starts)"\s*:')


class RollingPyramidsKind(GameKind, Hooks[RollingPyramidsGame, RollingPyramidsPosition]):
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

    def describe_choice(self, game: RollingPyramidsGame, move: Move) -> str:
        """Return a deployment in words, unit by unit; "" for other choices."""
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
        for shipped, own in (("map", "spaces"), ("board", "boxes")):
            if shipped in values and own in values:
                fault(options[shipped], f"{shipped} goes with no {own} of your own")
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
    def stacks(self) -> RollingPyramidsSetup:
        """How positions are set up by hand."""
        return RollingPyramidsSetup()

    def engine(self, game: RollingPyramidsGame) -> Engine:
        """Return the engine that judges deployments against guesses."""
        from model.games.rolling_pyramids.engine import RollingPyramidsEngine

        return RollingPyramidsEngine(game)

    def plain_engine(self, game: RollingPyramidsGame) -> Engine:
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
