"""The engine's kernels beside the rules: the same units, battles, conquests, points and dice."""

from random import Random

import numpy as np
import pytest

from model.contract.search import Budget
from model.games.rolling_pyramids.engine import _RoundThought, data_of, die_row, table_of
from model.games.rolling_pyramids.kernels import round_kernels as at
from model.games.rolling_pyramids.kernels.playout_kernels import MOST_PICKS, guess
from model.games.rolling_pyramids.kernels.round_kernels import (
    BOX_CODE,
    DISCARD,
    is_free,
    judge_picks,
    muster,
    reinforce,
    resolve,
    score,
    upgrades_due,
)
from model.games.rolling_pyramids.kind import KIND
from model.games.rolling_pyramids.phases.orders import choices
from model.games.rolling_pyramids.phases.resolving import resolve as resolve_by_rules
from model.games.rolling_pyramids.phases.rounds import has_won, order_of_play, reinforced
from model.games.rolling_pyramids.round_state import Phase, points_of, to_develop, units_of
from model.play.opponent import never

OPTIONS = [
    {"players": "2"},
    {"players": "3", "map": "outer", "conquer": "enemy", "halve": "down"},
    {"players": "4", "map": "four", "final": "both", "rotate_first": "true"},
    {"players": "4", "homebrew_races": "true", "fill_left_to_right": "true"},
    {"players": "2", "bomb_unit": "ascending", "modifier_overflow": "true"},
    {"players": "2", "bastet": "defence"},
    {"players": "1"},
    {"players": "1", "solo_round": "up", "map": "outer"},
]


def games(options, many=1):
    """Positions of games whose deployments are sensible and whose other moves are drawn."""
    for seed in range(many):
        rng, position = Random(f"{seed} {options}"), KIND.configure(options).start()
        while position.outcome is None:
            yield position
            if position.state.phase == Phase.DEPLOY and rng.random() < 0.8:
                thought = _RoundThought(position, never, Budget(nodes=1, seed=seed))
                position = position.play(rng.choice(list(thought.at_once())))
            else:
                position = position.play(position.legal_moves.sample(rng))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_units_are_those_of_the_rules(options):
    met = 0
    for position in games(options):
        rules, state = position.game.rules, position.state
        data, table = data_of(rules), table_of(rules, state)
        for player, own in enumerate(state.owns):
            assert upgrades_due(data, table, player) == max(0, to_develop(rules, own))
        if state.phase != Phase.DEPLOY:
            continue
        sizes = np.zeros((at.PLAYERS, at.UNITS), np.int32)
        muster(data, table, sizes)
        heroes = len(rules.desk.heroes)
        for player, own in enumerate(state.owns):
            found = {unit.number: unit.stack.units for unit in units_of(rules, own)}
            for unit in range(at.UNITS):
                number = unit if unit < at.ROW_UNIT else unit - at.ROW_UNIT + heroes
                there = found.get(number, 0) if unit < heroes or unit >= at.ROW_UNIT else 0
                assert sizes[player, unit] == there
                met += there > 0
    assert met > 20


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_rounds_are_resolved_as_by_the_rules(options):
    """All deploy sensibly, with noise; the map afterwards is the same, and what was conquered."""
    battles = 0
    for position in games(options):
        rules, state = position.game.rules, position.state
        if state.phase != Phase.DEPLOY or state.orders:
            continue
        data, table = data_of(rules), table_of(rules, state)
        for number, orders in enumerate(sensible(position, 6)):
            mine = table.copy()
            told = []
            for player in order_of_play(rules, state):
                told.append(as_told(rules, state, player, orders))
            sizes, taken = np.zeros((2, at.PLAYERS, at.UNITS), np.int32)
            muster(data, table, sizes)
            resolve(data, mine, sizes, orders, taken)
            after, account = resolve_by_rules(rules, state, tuple(told))
            battles += len(account.battles)
            wanted = table_of(rules, after)
            for part in (at.OWNER, at.SOLDIERS, at.STARS, at.UMBRELLA):
                places = slice(part, part + rules.ground.places)
                assert mine[places].tolist() == wanted[places].tolist(), (str(position), number)
            for part in (at.RAM, at.SPIKES):
                sides = slice(part, part + at.SIDES * at.PLACES)
                assert (mine[sides] == wanted[sides]).all()
            assert tuple(taken[0, : rules.players]) == after.todo
            before = mine[at.POINTS : at.POINTS + rules.players].copy()
            if rules.is_solo:
                reinforce(data, mine)
                later = table_of(rules, reinforced(rules, after)[0])
                for part in (at.OWNER, at.SOLDIERS, at.STARS):
                    places = slice(part, part + rules.ground.places)
                    assert mine[places].tolist() == later[places].tolist()
                assert is_free(data, mine) == has_won(rules, reinforced(rules, after)[0])
            else:
                score(data, mine)
                made = mine[at.POINTS : at.POINTS + rules.players] - before
                assert made.tolist() == [points_of(rules, after, p) for p in range(rules.players)]
    assert battles > 5


def sensible(position, many):
    """Deployments of everybody, as guessed."""
    rules, state = position.game.rules, position.state
    data, table = data_of(rules), table_of(rules, state)
    thought = _RoundThought(position, never, Budget(nodes=1))
    sizes = np.zeros((at.PLAYERS, at.UNITS), np.int32)
    muster(data, table, sizes)
    guesses = np.zeros((many, at.PLAYERS, at.UNITS, 2), np.int32)
    guess(data, table, sizes, thought.weights, 0.9, thought.rng, guesses)
    return guesses


def as_told(rules, state, player, orders):
    """Orders as positions keep them."""
    heroes, told = len(rules.desk.heroes), []
    for unit, near in choices(rules, state, player):
        row = unit.number if unit.number < heroes else at.ROW_UNIT + unit.number - heroes
        to, start = orders[player, row].tolist()
        assert (to, start) in near.values()
        told.append((unit.number, to, start))
    return tuple(told)


@pytest.mark.check
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_that_may_be_picked_is_judged_and_nothing_else(options):
    codes, gains = np.zeros((MOST_PICKS, 3), np.int32), np.zeros(MOST_PICKS)
    met = 0
    for position in games(options):
        rules, state = position.game.rules, position.state
        if state.phase != Phase.DRAFT:
            continue
        data, table = data_of(rules), table_of(rules, state)
        thought = _RoundThought(position, never, Budget(nodes=1))
        many = judge_picks(data, table, state.side, thought.weights[state.side], codes, gains)
        names = {die_row(rules, n): name for n, name in enumerate(rules.dice_names)}
        moves = {thought._pick_text(code, names) for code in codes[:many]}
        legal = set(position.legal_moves)
        assert moves <= legal
        met += len(moves)
        kinds = {dice_of(rules, state, move) for move in moves if not box_of(rules, move)}
        assert kinds == {dice_of(rules, state, move) for move in legal if not box_of(rules, move)}
        boxes = {dice_of(rules, state, move) for move in legal if box_of(rules, move)}
        judged = {BOX_CODE <= code[1] < DISCARD for code in codes[:many]}
        assert (True in judged) == bool(boxes)
    assert met > 100


def box_of(rules, move):
    return move.partition("-")[2] in rules.index["box"]


def dice_of(rules, state, move):
    """What a pick is about, whatever number is written, with alike dice as one; boxes as none."""
    die, _, place = move.partition("-")
    number = rules.index["die"][die]
    owner, faces = rules.dice[number]
    cell = "" if box_of(rules, move) else place.partition(":")[0]
    return state.dice[number], faces, owner == state.side, cell


def test_dice_rows_are_told_apart():
    for players in (1, 2, 4):
        rules = KIND.configure({"players": str(players)}).rules
        rows = [die_row(rules, die) for die in range(len(rules.dice))]
        assert len(set(rows)) == len(rows)
        for die, row in enumerate(rows):
            owner, faces = rules.dice[die]
            assert (row & 3 < 2) == (faces == 4)
            assert (row >> 2 == owner) == (owner >= 0)
