"""Random games of Rolling Pyramids, each compared with the same game played again."""

import random
from collections import Counter

from rolling_again import Again

from model.games.rolling_pyramids.kind import KIND
from model.games.rolling_pyramids.position import RollingPyramidsPosition

SETS = [
    {"players": "2"},
    {"players": "3", "map": "outer"},
    {"players": "4", "map": "four"},
    {"players": "1"},
    {"players": "2", "map": "four"},
    {"players": "2", "bastet": "defence"},
    {"players": "4"},
    {"players": "1", "map": "outer"},
    {"players": "3", "map": "four"},
]


def held(position: RollingPyramidsPosition) -> None:
    """Numbers are in range, and what cannot be is not."""
    state, rules = position.state, position.game.rules
    for place in range(rules.ground.places):
        soldiers, heroes = state.soldiers[place], state.heroes[place]
        starts = {rules.ground.spaces + start: player
                  for player, (start, race) in enumerate(state.seats) if race >= 0}  # fmt: skip
        assert soldiers >= 0
        assert heroes >= 0
        assert (state.holders[place] >= 0) == (soldiers + heroes > 0 or place in starts)
        assert place not in starts or not soldiers + heroes
    for own in state.owns:
        for shape, number in zip(rules.desk.shapes, own.cells, strict=True):
            assert 0 <= number <= (4 if shape == "t" else 8)
        assert min(own.stock) >= 0
        assert own.points >= 0
    assert 1 <= state.round <= rules.last_round


def alike(position: RollingPyramidsPosition, again: Again) -> None:
    """Both say the same of the map, the boards, the devices and the points."""
    state, rules, names = position.state, position.game.rules, position.game.board.names
    sides = rules.sides
    stacks = {
        names[place]: (sides[state.holders[place]], (state.soldiers[place], state.heroes[place]))
        for place in range(rules.ground.places)
        if state.soldiers[place] or state.heroes[place]
    }
    assert stacks == {place: (again.owner[place], again.stacks[place]) for place in again.stacks}
    for name, own in zip(sides, state.owns, strict=False):
        one = again.players[name]
        cells = {rules.desk.names[k]: n for k, n in enumerate(own.cells) if n}
        assert cells == one.cells
        boxes = {box for k, box in enumerate(rules.desk.box_names) if own.crossed >> k & 1}
        assert boxes == one.crossed
        assert own.stock == tuple(one.stock.values())
        assert own.points == one.points
        assert own.reserve == one.reserve
    devices = {
        (kind, names[site])
        for kind, bits in zip(("ram", "spikes", "umbrella"), state.devices, strict=True)
        for site in range(len(names))
        if bits >> site & 1
    }
    assert devices == again.devices


def compared(seed: int) -> Counter[str]:
    """Play a random game and the same again; return what was met in it."""
    options, rng = SETS[seed % len(SETS)], random.Random(seed)
    position = KIND.configure(options).start()
    bastet = options.get("bastet", "always")
    again = Again(int(options["players"]), options.get("map", "inner"), bastet=bastet)
    met: Counter[str] = Counter()
    while position.outcome is None:
        assert not again.over
        move = position.legal_moves.sample(rng)
        phase = position.state.phase
        position = position.play(move)
        again.send(move)
        met["moves"] += 1
        if position.state.phase != phase:
            alike(position, again)
            held(position)
    assert again.over
    alike(position, again)
    met[position.outcome.how] += 1
    if not again.solo:
        points = {name: one.points for name, one in again.players.items()}
        assert dict(position.outcome.scores) == points
        assert points[position.outcome.winners[0]] == max(points.values())
    else:
        assert (position.outcome.winner == "p1") == again.won
    met["games"] += 1
    return met
