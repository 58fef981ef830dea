"""Whoever plays for a side is told what that side knows, and nothing else."""

import pickle

import pytest

from model.contract.search import Analysis, Score
from model.play.levels import level_of
from model.play.matches import match
from model.play.matches.match import MatchRules, RoundRobin
from model.play.opponent import Opponent, Situation, never, unheard
from model.play.seats import Computer, Foreign, Responder
from model.registry import kinds

CASES = (("pyramid-ball", ("NN./E../...", ".../.../...")), ("cairns", ("bid3!", "bid2!")))


class Listener:
    """A player, and an engine, that keeps all it is told, to the last byte, and plays a move."""

    name = "listener"

    def __init__(self):
        self.heard = []
        self.situations = []

    def choose(self, situation, seconds, report, stop):
        self.heard.append(pickle.dumps(situation))
        self.situations.append(situation)
        return next(iter(situation.position.legal_moves))

    def analyse(self, position, report, stop, budget):
        self.heard.append(pickle.dumps(position))
        return Analysis(position, {next(iter(position.legal_moves)): Score((0.5, 0.5))}, done=True)

    def close(self):
        pass


@pytest.fixture
def listener(monkeypatch, cairns):
    found = Listener()
    monkeypatch.setattr(Responder, "_made", lambda self, seat, game, stop: found)
    return found


def chosen(name, move):
    """A game in which one player has chosen in secret."""
    return Situation.begun(kinds()[name].configure({}).start(), (move,))


@pytest.mark.parametrize(("name", "choices"), CASES)
@pytest.mark.parametrize("seat", [Computer(3), Foreign("somebody")])
def test_a_seat_hears_nothing_of_what_others_have_sealed(listener, seat, name, choices):
    for choice in choices:
        situation = chosen(name, choice)
        move = Responder(lambda name: "").choose(seat, situation, 1.0, unheard, never)
        assert move in situation.position.legal_moves
    assert listener.heard[0] == listener.heard[1]
    told = listener.situations[0]
    assert (told.start, told.moves) == (told.position, ())
    assert told.position == situation.position.seen_by(situation.position.to_move)


@pytest.mark.parametrize(("name", "choices"), CASES)
def test_a_seat_knows_what_its_own_side_has_sealed(cairns, name, choices):
    first, second = (chosen(name, choice) for choice in choices)
    (side,) = first.position.sealed
    assert first.seen_by(side).position != second.seen_by(side).position
    for other in first.position.game.players[1:]:
        assert first.seen_by(other) == second.seen_by(other)


@pytest.mark.parametrize(("name", "choices"), CASES)
def test_an_engine_is_given_what_its_side_knows(cairns, name, choices):
    engine = Listener()
    for choice in choices:
        position = chosen(name, choice).position
        Opponent(engine, level_of(position.game.kind, 3)).think(position)
    assert engine.heard[0] == engine.heard[1]


def test_in_an_open_game_a_seat_hears_the_whole_game(listener):
    start = kinds()["pyraos"].configure({}).start()
    situation = Situation.begun(start, ("1a1", "1c1"))
    Responder(lambda name: "").choose(Computer(3), situation, 1.0, unheard, never)
    assert listener.situations == [situation]


def test_in_a_match_each_player_is_told_what_its_side_knows(monkeypatch, cairns):
    """The first mover of a turn is not told to the second, in either game of a pair."""
    listeners = []

    def player(word, game, rules, seed):
        listeners.append(Listener())
        return listeners[-1]

    monkeypatch.setattr(match, "player_of", player)
    monkeypatch.setattr(match, "MOST_PLIES", 6)
    opening = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
    match.play_pair(RoundRobin(0, opening, ("A", "B"), MatchRules(nodes=1)))
    assert len(listeners) == 4
    for one in listeners:
        assert one.situations
        for situation in one.situations:
            position = situation.position
            assert position == position.seen_by(position.to_move)
            assert situation.moves == ()
