"""Players with their own time of the processor, and games that end once their end is proved."""

import re
from itertools import count

import pytest

from model.contract.search import Analysis, Score
from model.play import opponent
from model.play.matches.match import (
    PROVED,
    MatchFile,
    MatchRules,
    RoundRobin,
    course_of,
    play_pair,
    player_of,
)
from model.play.opponent import PlayerError, Situation, never, unheard
from model.positions.setup import read_position
from model.registry import kinds

GAME = kinds()["partition"].configure({"size": "4"})
OPENING = "partition:size=4,rules=free B3,2R1,1B2,3R/3,1R1,3/B1,2/1 red"


class Patient:
    """An engine that thinks until it is stopped, and counts how often it asked."""

    def analyse(self, position, report, stop, budget):
        self.asked = 1
        while not stop():
            self.asked += 1
        move = next(iter(position.legal_moves))
        return Analysis(position, {move: Score((0.5, 0.5))}, (move,))


@pytest.mark.parametrize(("word", "asked"), [("10:0.02s", 20), ("plain:0.2s", 200)])
def test_a_player_has_its_own_time_whatever_the_match_says(monkeypatch, word, asked):
    clock = count()
    monkeypatch.setattr(opponent, "thread_time", lambda: next(clock) / 1000)
    player = player_of(word, GAME, MatchRules(nodes=3), 0)
    player.engine = Patient()
    player.choose(Situation.begun(GAME.start()), None, unheard, never)
    assert abs(player.engine.asked - asked) <= 1


@pytest.mark.parametrize(
    "word", ["10:0s", "10:s", "10:-1s", "10:1e9s", "10:.5s", "plain:x", "1:²s"]
)
def test_what_is_no_time_is_no_player(word):
    with pytest.raises(PlayerError, match=f'^"{re.escape(word)}" is not a player: write '):
        player_of(word, GAME, MatchRules(), 0)


def test_a_game_ends_once_its_end_is_proved_and_as_it_would_have_ended():
    opening = read_position(OPENING)

    def course(*, proved):
        rules = MatchRules(nodes=2000, proved=proved)
        players = {side: player_of("6", GAME, rules, 1) for side in GAME.players}
        return course_of(opening, players, rules, "")

    whole, short = course(proved=False), course(proved=True)
    assert short.how == short.outcome.how == PROVED
    assert short.outcome.winner == whole.outcome.winner
    assert len(short.moves) < len(whole.moves)
    assert short.moves == whole.moves[: len(short.moves)]


def test_files_from_before_there_was_the_rule_are_taken_up(tmp_path):
    rules = MatchRules(nodes=3)
    pair = RoundRobin(0, OPENING, ("2", "1"), rules)
    file = MatchFile(tmp_path / "games", [pair])
    file.add(play_pair(pair))
    file.close()
    assert '"proved"' not in (tmp_path / "games").read_text().splitlines()[0]
    assert len(MatchFile(tmp_path / "games", [pair]).games) == 2
