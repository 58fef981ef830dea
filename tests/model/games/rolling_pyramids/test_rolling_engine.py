"""The engine of Rolling Pyramids: legal moves everywhere, nothing told, stopped when told."""

from itertools import count
from random import Random

import pytest

from model.contract.game import CHANCE
from model.contract.search import Budget
from model.games.rolling_pyramids.kind import KIND
from model.play.levels import level_of
from model.play.matches.match import MatchRules, play_round_robin, round_robins_of, standings
from model.play.opponent import Opponent, engine_for, never, plain_engine_for, unheard

OPTIONS = [
    {"players": "2"},
    {"players": "3", "map": "outer", "hold_units": "true", "devices_once": "true"},
    {"players": "4", "homebrew_races": "true", "auto_border": "true", "fill_left_to_right": "true"},
    {"players": "2", "bomb_unit": "none", "melee": "turn_order", "factory_stack": "true"},
    {"players": "1"},
]


def think(position, nodes=60, seed=0):
    engine = engine_for(position.game)
    seen = position.seen_by(position.to_move)
    return engine.analyse(seen, unheard, never, Budget(nodes=nodes, seed=seed))


def course(options, seed=1):
    """Positions of a game in which somebody chooses; most moves are the engine's."""
    rng, position = Random(seed), KIND.configure(options).start()
    while position.outcome is None:
        if position.to_move != CHANCE:
            yield position
        move = position.legal_moves.sample(rng)
        if position.to_move != CHANCE and rng.random() < 0.7:
            move = think(position, 3).best
        position = position.play(move)


@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_are_legal_in_every_phase_and_the_same_for_the_same_seed(options):
    phases, rng = set(), Random(2)
    for position in course(options):
        is_new = position.state.phase not in phases
        phases.add(position.state.phase)
        for nodes in (1, 500) if is_new or rng.random() < 0.03 else (1,):
            one, two = (think(position, nodes, seed=3) for _ in range(2))
            assert one == two
            assert one.done
            assert one.best is not None
            for move, score in one.moves.items():
                assert position.explain(move) is None, (str(position), move)
                assert sum(score.value) == pytest.approx(1)
                assert (score.probability is not None) == (position.state.phase == "deploy")
            if position.state.phase == "deploy":
                shares = [score.probability for score in one.moves.values()]
                assert sum(shares) == pytest.approx(1)
    wanted = {"seats", "draft", "develop", "deploy", "cross"}
    assert phases >= (wanted | {"groups"} if options["players"] == "1" else wanted | {"devices"})


def test_what_others_have_sealed_changes_nothing_even_if_it_were_given():
    rng, met = Random(5), 0
    for position in course({"players": "3"}):
        if position.state.phase != "deploy" or not position.sealed or position.state.round > 4:
            continue
        first = position.state.orders[0]
        before = position.state._replace(orders=(), side=position.state.first)
        whole = type(position)(position.game, before)
        other = whole.play(whole.legal_moves.sample(rng))
        if len(position.state.orders) == 1 and other.state.orders[0] != first:
            engine = engine_for(position.game)
            found = [
                engine.analyse(at, unheard, never, Budget(nodes=60)) for at in (position, other)
            ]
            assert found[0].moves == found[1].moves
            met += 1
    assert met


def test_it_stops_when_told_and_knows_a_move_all_the_same():
    phases = set()
    for position in course({"players": "2"}):
        if position.state.phase in phases:
            continue
        phases.add(position.state.phase)
        engine = engine_for(position.game)
        found = engine.analyse(position, unheard, lambda: True, Budget())
        assert position.explain(found.best) is None
        if position.state.phase not in ("draft", "deploy"):
            continue
        asked = count()
        found = engine.analyse(position, unheard, lambda asked=asked: next(asked) == 9, Budget())
        assert position.explain(found.best) is None
        assert not found.done
        assert next(asked) == 10, "once told it asks no more"


def test_levels_look_at_as_much_as_they_say():
    position = next(at for at in course({"players": "4"}) if at.state.phase == "draft")
    nodes = [Opponent(engine_for(position.game), level_of(KIND, n)).think(position)[1].nodes
             for n in range(1, 10)]  # fmt: skip
    assert nodes[:6] == [0] * 6, "the heuristic policy picks"
    assert nodes[6:] == sorted(nodes[6:])
    for level, looked in zip(range(7, 10), nodes[6:], strict=True):
        assert 0 < looked <= level_of(KIND, level).nodes
    plain = plain_engine_for(position.game)
    assert plain.analyse(position, unheard, never, Budget(nodes=999)).nodes == 0


def match(players, games, **options):
    """How players did at tables of their own number."""
    start = str(KIND.configure({"players": str(len(players)), **options}).start())
    found = []
    for table in round_robins_of([start], players, MatchRules(seed=11), games):
        found += play_round_robin(table)
    return standings(found, players)


def test_the_lowest_level_beats_who_plays_anything():
    first, _ = match(("1", "random"), 6)
    assert first.wins[0] >= 5 / 6


@pytest.mark.check
@pytest.mark.slow
def test_the_solo_game_is_won_by_an_engine_and_lost_by_chance():
    (engine,) = match(("8",), 4)
    assert engine.wins[0] >= 0.5
    (nobody,) = match(("random",), 2)
    assert nobody.wins[0] == 0
