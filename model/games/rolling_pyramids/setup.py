"""How positions of Rolling Pyramids are set up by hand: stacks, devices, who is first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from model.contract.game import Game, Position
from model.contract.setup_rules import StackRules
from model.games.rolling_pyramids.happening import HERO, PIECE_KINDS, RAM, SOLDIER, SPIKES, UMBRELLA
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.rounds import draft_order
from model.games.rolling_pyramids.position import RollingPyramidsGame, RollingPyramidsPosition
from model.games.rolling_pyramids.position_text import EXTRAS, read_state
from model.games.rolling_pyramids.round_state import (
    DEPLOY,
    DRAFT,
    FIRST,
    ROLL,
    SEATS,
    RoundState,
    replaced,
)
from model.games.rolling_pyramids.rulebook import RACES, Rules, named
from model.notation.tokens import NotationError
from model.phrases import counted

MOST_UNITS: Final = 999_999
"""How many soldiers, or heroes, a string may tell of one place."""
_DEVICES: Final = (RAM, SPIKES, UMBRELLA)


class RollingPyramidsSetup(StackRules):
    """Soldiers and heroes by number on the spaces, devices on borders and spaces."""

    def kinds(self, game: Game) -> tuple[tuple[int, bool], ...]:
        """Return (piece kind, whether it has an owner and a number); no devices in solo games."""
        assert isinstance(game, RollingPyramidsGame)
        units = ((SOLDIER, True), (HERO, True))
        return units if game.rules.is_solo else (*units, *((kind, False) for kind in _DEVICES))

    def put(self, position: Position, site: int, owner: int, kind: int, number: int) -> Position:
        """Return the position with `number` more of a kind on a site, with fewer where it is < 0.

        Raises
        ------
        NotationError
            Where that cannot exist, in one sentence.
        """
        assert isinstance(position, RollingPyramidsPosition)
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

    def emptied(self, position: Position, sites: Sequence[int]) -> Position:
        """Return the position with nothing on `sites`; NotationError."""
        assert isinstance(position, RollingPyramidsPosition)
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
            rams=state.rams & kept,
            spikes=state.spikes & kept,
            umbrellas=state.umbrellas & kept,
        )
        return _checked(position.game, state)

    def first(self, position: Position) -> int:
        """Return the number of the first player of the round; 0 before he is drawn."""
        assert isinstance(position, RollingPyramidsPosition)
        return max(position.state.first, 0)

    def with_first(self, position: Position, player: int) -> Position:
        """Return the position with another first player; NotationError in the midst of a round."""
        assert isinstance(position, RollingPyramidsPosition)
        rules, state = position.game.rules, _begun(position.game.rules, position.state)
        if player == state.first:
            return _checked(position.game, state)
        if player >= rules.players:
            raise NotationError("the Pharaoh is never the first player")
        drafted = state.phase == DRAFT and state.dice.count(0) > 0
        if drafted or state.phase not in (ROLL, DRAFT, DEPLOY):
            raise NotationError(
                "the first player is set before the dice are rolled, before one is taken, or when "
                "units are deployed"
            )
        state = state._replace(first=player, side=player, orders=())
        if state.phase == DRAFT:
            state = state._replace(side=draft_order(rules.players, player)[0])
        return _checked(position.game, state)


def _begun(rules: Rules, state: RoundState) -> RoundState:
    """The state as it can be edited: everybody is seated, and nobody has chosen a deployment."""
    if state.phase == DEPLOY and state.orders:
        return state._replace(orders=(), side=state.first)
    if state.phase not in (FIRST, SEATS):
        return state
    first, seats = max(state.first, 0), list(state.seats)
    starts = [n for n in range(len(STARTS)) if n not in {start for start, _ in seats}]
    races = [n for n in range(len(RACES)) if n not in {race for _, race in seats}]
    for player, (start, race) in enumerate(seats):
        if race < 0:
            seats[player] = start if start >= 0 else starts.pop(0), races.pop(0)
    state = state._replace(phase=ROLL, first=first, side=first, seats=tuple(seats))
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
    noun = {RAM: "a ram", SPIKES: "spikes", UMBRELLA: "an umbrella"}[kind]
    on_border = site in ground.edges
    if on_border == (kind == UMBRELLA) or (kind == UMBRELLA and site >= ground.spaces):
        where = "a space" if kind == UMBRELLA else "a border"
        raise NotationError(f"{noun} {verb} on {where}, which {name} is not")
    place = ground.edges[site][0] if on_border else site
    if there and state.holders[place] < 0:
        raise NotationError(f"nobody controls {ground.names[place]}: put units there first")
    bits = {RAM: state.rams, SPIKES: state.spikes, UMBRELLA: state.umbrellas}[kind]
    if bool(bits >> site & 1) == there:
        be, what = "are" if kind == SPIKES else "is", PIECE_KINDS[kind].name
        raise NotationError(
            f"there {be} already {noun} on {name}" if there else f"there {be} no {what} on {name}"
        )
    bits ^= 1 << site
    if kind == UMBRELLA:
        return state._replace(umbrellas=bits)
    return state._replace(rams=bits) if kind == RAM else state._replace(spikes=bits)


def _checked(game: RollingPyramidsGame, state: RoundState) -> Position:
    """The position of a state without what its owner lost; NotationError where it cannot exist."""
    ground, holders = game.rules.ground, state.holders
    held = sum(1 << place for place in range(ground.places) if holders[place] >= 0)
    sides = sum(1 << site for site, (own, _) in ground.edges.items() if holders[own] >= 0)
    mine = sum(1 << place for place in range(ground.spaces) if holders[place] == 0)
    state = state._replace(
        rams=state.rams & sides,
        spikes=state.spikes & sides,
        umbrellas=state.umbrellas & held,
        groups=state.groups & mine,
    )
    _, board, side, *extras = str(RollingPyramidsPosition(game, state)).split(" ")
    values = {name: value for name, _, value in (extra.partition("=") for extra in extras)}
    return RollingPyramidsPosition(game, read_state(game.rules, board, side, values))
