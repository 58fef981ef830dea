"""Matches of three at a table of Cairns: seats go round, dice stay, wins and places are shared."""

from concurrent.futures import ThreadPoolExecutor
from math import isclose

import pytest

from model.contract.game import CHANCE, Outcome
from model.contract.search import Analysis, Score
from model.play.kept_lines import KeptLinesError
from model.play.matches.match import (
    Course,
    MatchRules,
    Novice,
    RoundRobin,
    RoundRobinFile,
    RoundRobinGame,
    _results,
    play_round_robin,
    player_of,
    round_robins_of,
    standings,
)
from model.play.opponent import PlayerError
from model.positions.setup import read_position
from model.registry import kinds
from viewer.cli import engine_commands
from viewer.cli.main import main

START = "cairns:radius=1 2,3,2 amber"
RULES = MatchRules(seed=3)
WHO = ("novice", "random", "random")


class Heaper:
    """An engine that puts stones in the middle, or near it: much better than any moves."""

    def __init__(self, game):
        self.game = game

    def analyse(self, position, report, stop, budget):
        def worth(move):
            if move[0] == "b" and move[1:2] == "i":  # bids are a guess
                return 0.5
            after = position.play(move)
            owner, height = after.cairns.get(self.game.board.middle, (-1, 0))
            return height * (owner == self.game.players.index(position.to_move)) / 10

        ranked = sorted(position.legal_moves, key=worth, reverse=True)
        return Analysis(position, {move: Score((0.5, 0.5, 0.5)) for move in ranked}, done=True)


@pytest.fixture
def played(cairns, monkeypatch):
    """Cairns with an engine."""
    monkeypatch.setattr(type(cairns), "plays_hidden", True)
    monkeypatch.setattr(type(cairns), "engine", lambda kind, game: Heaper(game))
    return cairns


def test_each_player_takes_every_seat_with_the_same_dice(cairns):
    for number in (0, 1):
        games = play_round_robin(RoundRobin(number, START, WHO, RULES))
        assert len(games) == 3
        sides = read_position(START).game.players
        for place in range(3):
            assert {game.seats[place] for game in games} == set(sides)
        assert {game.seats for game in games} == {
            tuple((sides, sides[::-1])[number][(turn + k) % 3] for k in range(3))
            for turn in range(3)
        }
        rolls = []
        for game in games:
            position, fell = read_position(START), []
            for move in game.moves:
                if position.to_move == CHANCE:
                    fell.append(move)
                position = position.play(move)
            rolls.append(fell)
            assert position.outcome.how == game.how
        assert rolls[0] == rolls[1] == rolls[2]
        assert rolls[0]


def test_a_table_is_played_alike_again_and_another_is_not(cairns):
    table = RoundRobin(0, START, WHO, RULES)
    assert play_round_robin(table) == play_round_robin(table)
    assert play_round_robin(table) != play_round_robin(
        RoundRobin(0, START, WHO, MatchRules(seed=4))
    )


def test_what_a_game_brought_is_what_its_outcome_says(cairns):
    for game in play_round_robin(RoundRobin(0, START, WHO, RULES)):
        outcome = read_position(START).replay(game.moves).outcome
        assert isclose(sum(game.wins), 1)
        assert isclose(sum(game.ranks), 6)
        for side, win, rank in zip(game.seats, game.wins, game.ranks, strict=True):
            assert (win > 0) == (side in outcome.winners)
            assert win in (0, 1 / len(outcome.winners))
            if win:
                assert rank == (1 + len(outcome.winners)) / 2


SIDES = ("a", "b", "c")


@pytest.mark.parametrize(
    ("course", "wins", "ranks"),
    [
        (Course((), Outcome("b", "x"), None, "x"), (0, 1, 0), (2.5, 1, 2.5)),
        (
            Course((), Outcome("b", "x", ranks=(("b",), ("c",), ("a",))), None, "x"),
            (0, 1, 0),
            (3, 1, 2),
        ),
        (
            Course(
                (), Outcome(None, "x", winners=("a", "c"), ranks=(("a", "c"), ("b",))), None, ""
            ),
            (0.5, 0, 0.5),
            (1.5, 3, 1.5),
        ),
        (Course((), Outcome(None, "x"), None, "x"), (1 / 3, 1 / 3, 1 / 3), (2, 2, 2)),
        (Course((), None, None, "plies"), (1 / 3, 1 / 3, 1 / 3), (2, 2, 2)),
        (Course((), None, "c", "it ended"), (0.5, 0.5, 0), (1.5, 1.5, 3)),
    ],
)
def test_wins_and_places_are_shared(course, wins, ranks):
    won, places = _results(course, SIDES)
    assert tuple(won.values()) == pytest.approx(wins)
    assert tuple(places[side] for side in SIDES) == pytest.approx(ranks)


def test_who_plays_alone_wins_or_loses():
    won = _results(Course((), Outcome("a", "free"), None, "free"), ("a",))
    lost = _results(Course((), Outcome(None, "late"), None, "late"), ("a",))
    other = _results(
        Course((), Outcome("king", "late", ranks=(("king",), ("a",))), None, ""), ("a",)
    )
    assert (won, lost) == (({"a": 1}, {"a": 1}), ({"a": 0}, {"a": 1}))
    assert other == lost, "the first place is that of a player who has no seat"


def test_standings_count_tables_that_are_finished_and_seats_together():
    def game(table, wins, ranks):
        return RoundRobinGame(table, START, SIDES, (), wins, ranks, "x")

    games = [game(0, (1, 0, 0), (1, 2, 3))] * 2 + [game(0, (0, 0.5, 0.5), (3, 1.5, 1.5))]
    first, other = standings([*games, game(1, (0, 0, 1), (3, 2, 1))], ("9", "2", "2"))
    assert (first.player, first.seats, first.games) == ("9", 1, 3)
    assert first.wins[0] == pytest.approx(2 / 3)
    assert other.wins[0] == pytest.approx(1 / 6)
    assert first.rank[0] == pytest.approx(5 / 3)
    assert other.rank[0] == pytest.approx(13 / 6)
    for shown in (first, other):
        for mean, low, high in (shown.wins, shown.rank):
            assert low < mean < high
    assert str(other).startswith("2 (2 seats, each): won 16.7% of 3 games (")
    with pytest.raises(ValueError, match="nothing"):
        standings(games[:2], ("9", "2", "2"))


@pytest.mark.check
def test_nobody_profits_from_a_place(cairns):
    """The same player on all seats makes a third of the wins at each, by how seats go round."""
    players = ("random", "novice", "random ")  # one player under three names
    games = []
    for table in round_robins_of([START], ("random",) * 3, MatchRules(seed=1), 60):
        games += play_round_robin(table)
    named = standings(games, players)
    assert sum(one.wins[0] for one in named) == pytest.approx(1)
    for one in named:
        assert one.wins[1] < 1 / 3 < one.wins[2]


def test_who_thinks_beats_who_does_not(played):
    games = []
    for table in round_robins_of([START], ("10", "random", "random"), MatchRules(nodes=1), 30):
        games += play_round_robin(table)
    best, other = standings(games, ("10", "random", "random"))
    assert best.wins[1] > 0.5 > 0.25 > other.wins[2]
    assert best.rank[2] < other.rank[1]


def test_only_who_needs_no_engine_plays_a_game_without(cairns):
    game = kinds()["cairns"].configure({})
    assert isinstance(player_of("novice", game, RULES, 0), Novice)
    for word in ("5", "plain"):
        with pytest.raises(PlayerError, match="secrets"):
            player_of(word, game, RULES, 0)


def test_a_level_may_have_its_own_nodes(played):
    game = kinds()["cairns"].configure({})
    for word, nodes in (("10:70", 70), ("3:9", 9), ("3", RULES.nodes or played.level_nodes[2])):
        assert player_of(word, game, RULES, 0)._budget.nodes == nodes
    assert player_of("9", game, MatchRules(nodes=5), 0)._budget.nodes == 5
    with pytest.raises(PlayerError, match="levels go"):
        player_of("11:5", game, RULES, 0)
    with pytest.raises(PlayerError, match=r"write 10:2000 or 10:0\.2s"):
        player_of("3:x", game, RULES, 0)


# -- files and the command line ------------------------------------------------------------------


def test_a_file_of_tables_goes_on_and_refuses_others(cairns, tmp_path):
    path = tmp_path / "match.jsonl"
    tables = round_robins_of([START], WHO, RULES, 5)
    assert [table.number for table in tables] == [0, 1]
    file = RoundRobinFile(path, tables)
    file.add(play_round_robin(tables[1]))
    file.close()
    kept = path.read_text()
    path.write_text(f'{kept}{{"table": 0, "open')
    assert RoundRobinFile(path, tables).games == list(play_round_robin(tables[1]))
    path.write_text("\n".join([*kept.splitlines()[:3], ""]))  # two games of three
    assert RoundRobinFile(path, tables).games == []
    with pytest.raises(KeptLinesError, match="other players"):
        RoundRobinFile(path, round_robins_of([START], ("random",) * 3, RULES, 5))


@pytest.fixture
def run(monkeypatch, capsys):
    """The command in this process, where games of tests are registered."""
    monkeypatch.setattr(engine_commands, "_executor", lambda given: lambda: ThreadPoolExecutor(1))

    def command(*words):
        status = main(["match", *map(str, words)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


def test_a_match_of_three_is_told_player_by_player(played, run, tmp_path):
    words = ("10", "random", "random", "--openings", "cairns:radius=1", "--nodes", "1")
    out_file = tmp_path / "games.jsonl"
    status, out, err = run(*words, "--games", "5", "--out", out_file)
    assert status == 0
    best, others = out.splitlines()
    assert best.startswith("10: won ")
    assert " of 6 games (" in best
    assert ", mean rank " in best
    assert others.startswith("random (2 seats, each): won ")
    assert "6 games played: 10: won" in err
    assert len(out_file.read_text().splitlines()) == 7
    assert run(*words, "--games", "5", "--out", out_file) == (0, out, ""), "nothing is left"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["random", "random"], "Cairns has 3 seats here, and 2 players would play"),
        (["random"] * 4, "Cairns has 3 seats here, and 4 players would play"),
        (["random"] * 3 + ["--until", "60"], "--until is for matches of two players, not of 3"),
        (["random"] * 3 + ["--balance", "9"], "--balance is for matches of two"),
        (["5", "random", "random"], "Cairns has secrets"),
        (["bogus-engine"] * 3, "Cairns has secrets"),
    ],
)
def test_a_table_that_cannot_be_played(cairns, run, words, says):
    status, out, err = run(*words, "--openings", "cairns:radius=1")
    assert (status, out) == (2, "")
    assert says in err


def test_positions_of_a_file_have_as_many_players(cairns, run, tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(f"{START}\npartition:size=3,rules=free BBB,3,RB1/RR,2/R red\n")
    status, _, err = run("random", "random", "random", "--openings", path)
    assert status == 2
    assert "line 2" in err
    assert "as many players" in err


def test_two_players_are_two_as_they_were(run):
    assert run("1", "2", "3") == (
        2, "", "pyramidion: unrecognized arguments: 3 (see pyramidion match --help)\n",
    )  # fmt: skip
    needed = "the following arguments are required: PLAYER"
    assert run("1") == (2, "", f"pyramidion: {needed} (see pyramidion match --help)\n")
