"""Matches: openings, pairs, files that go on, workers that are lost, and what it all says."""

import os
import subprocess
import sys
from itertools import islice
from math import inf
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from model.play import batch
from model.play.batch import BatchError, pool, run_all
from model.play.kept_lines import KeptLinesError
from model.play.matches import elo
from model.play.matches import match as opening_maker
from model.play.matches.match import (
    MatchFile,
    MatchRules,
    PlayedGame,
    RoundRobin,
    is_balanced,
    openings,
    play_pair,
    player_of,
    points_of_pairs,
    round_robins_of,
)
from model.play.opponent import PlayerError, Situation, never, unheard
from model.positions.setup import read_position
from model.records import files
from model.registry import kinds

pytestmark = pytest.mark.process

SMALL = kinds()["partition"].configure({"size": "3"})
OPENING = "partition:size=3,rules=free BBB,3,RB1/RR,2/R red"
RULES = MatchRules(nodes=6)


# -- openings ----------------------------------------------------------------------------------


@pytest.mark.check
@pytest.mark.slow
def test_openings_are_different_unfinished_and_the_same_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opening_maker, "QUICK_GAMES", 3)
    monkeypatch.setattr(opening_maker, "QUICK_NODES", 8)
    made = [str(position) for position in islice(openings(SMALL, seed=2), 2)]
    assert made == [str(position) for position in islice(openings(SMALL, seed=2), 2)]
    assert len(set(made)) == 2
    for text in made:
        position = read_position(text)
        assert position.outcome is None
        assert position.pieces.count.sum() == 8


@pytest.mark.check
@pytest.mark.slow
def test_openings_that_better_games_call_decided_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opening_maker, "QUICK_GAMES", 3)
    monkeypatch.setattr(opening_maker, "QUICK_NODES", 8)
    quick = list(islice(openings(SMALL, seed=2, plies=4), 8))
    better = [is_balanced(position, 1, playouts=20) for position in quick]
    assert 0 < sum(better) < len(better)


# -- matches -----------------------------------------------------------------------------------


def test_a_pair_is_one_opening_with_both_colours() -> None:
    pair = RoundRobin(4, OPENING, ("2", "1"), RULES)
    games = play_pair(pair)
    assert [game.first for game in games] == ["A", "B"]
    for game in games:
        end = read_position(OPENING).replay(game.moves)
        assert end.outcome is not None
        first_won = end.outcome.winner == "red"
        assert game.points == float(first_won == (game.first == "A"))
        assert game.how == end.outcome.how
    assert play_pair(pair) == games, "the same seed plays the same games"


def test_points_count_pairs_that_are_finished() -> None:
    games = [PlayedGame(n, OPENING, "A", (), points, "partitions") for n, points in
             ((1, 1.0), (0, 0.5), (1, 0.0), (2, 1.0), (0, 1.0))]  # fmt: skip
    assert points_of_pairs(games) == [1.5, 1.0]


@pytest.mark.parametrize("word", ["0", "11", "/no/such/engine"])
def test_who_cannot_play_is_refused(word: str) -> None:
    with pytest.raises(PlayerError):
        player_of(word, SMALL, RULES, 0)


def test_a_player_who_fails_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    ready = "read ugi; echo ugiok; read isready; echo readyok"
    loaded = "read position; read isready; echo readyok"
    script.write_text(f"#!/bin/sh\n{ready}; {loaded}; read position; read go\n")
    script.chmod(0o755)
    one, other = play_pair(RoundRobin(0, OPENING, (str(script), "1"), RULES))
    assert one.points == other.points == 0.0
    assert "ended without giving a move" in one.how


def test_an_engine_of_others_gets_the_nodes_and_needs_a_limit(tmp_path: Path) -> None:
    script, told = tmp_path / "engine.sh", tmp_path / "told"
    ready = "read ugi; echo ugiok; read isready; echo readyok"
    loaded = "read position; read isready; echo readyok"
    answers = f"read position; read go; echo $go > {told}; echo bestmove 1a1"
    script.write_text(f"#!/bin/sh\n{ready}; {loaded}; {answers}; read quit\n")
    script.chmod(0o755)
    with pytest.raises(PlayerError, match="needs a limit for a move: give --limit or --nodes"):
        player_of(str(script), SMALL, MatchRules(), 0)
    player = player_of(str(script), SMALL, MatchRules(nodes=20), 0)
    assert player.choose(Situation.begun(SMALL.start()), None, unheard, never) == "1a1"
    assert told.read_text() == "go nodes 20\n"
    player.close()


@pytest.mark.parametrize("game", ["partition", "pyramid"])
def test_a_novice_wins_at_once_and_keeps_the_other_side_from_it(game: str) -> None:
    asked = set()
    for item in files.load_any(f"examples/puzzles/{game}-puzzles.pyramidion").items:
        puzzle, begun = item.record.puzzle, read_position(item.record.start)
        if puzzle is None or puzzle.stipulation.moves != 1:
            continue
        player = player_of("novice", begun.game, RULES, 3)
        after = begun.play(player.choose(Situation.begun(begun), None, unheard, never))
        if puzzle.stipulation.kind == "win":
            assert after.outcome is not None
            assert after.outcome.winner == begun.to_move
        elif puzzle.stipulation.kind == "parry" and not puzzle.stipulation.corner:
            ends = [after.play(reply).outcome for reply in after.legal_moves]
            assert all(end is None or end.winner != after.to_move for end in ends)
        asked.add(puzzle.stipulation.kind)
    assert asked >= {"win", "parry"}


def test_weak_players_play_the_same_game_again_for_the_same_seed() -> None:
    pair = RoundRobin(0, OPENING, ("novice", "random"), RULES)
    assert play_pair(pair) == play_pair(pair)
    assert play_pair(pair) != play_pair(
        RoundRobin(0, OPENING, ("novice", "random"), MatchRules(seed=9))
    )


# -- files -------------------------------------------------------------------------------------


def test_a_match_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    pairs = round_robins_of([OPENING], ("2", "1"), RULES, 6)
    file = MatchFile(path, pairs)
    file.add(play_pair(pairs[1]))
    with pytest.raises(KeptLinesError, match="is being written already, by another process"):
        MatchFile(path, pairs)
    file.close()
    kept = path.read_text()
    path.write_text(f'{kept}{{"pair": 2, "open')  # cut off in the middle of a line
    again = MatchFile(path, pairs)
    assert [game.pair for game in again.games] == [1, 1]
    assert path.read_text() == kept
    again.close()
    half = kept.splitlines()
    path.write_text("\n".join([*half[:2], ""]))  # only one game of the pair
    assert MatchFile(path, pairs).games == []
    games = kept.splitlines()
    path.write_text("\n".join([*games[:2], *games[1:], ""]))  # half a pair, and then all of it
    assert [game.pair for game in MatchFile(path, pairs).games] == [1, 1]


def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    pairs = round_robins_of([OPENING], ("2", "1"), RULES, 2)
    MatchFile(path, pairs)
    with pytest.raises(KeptLinesError, match="other players"):
        MatchFile(path, round_robins_of([OPENING], ("3", "1"), RULES, 2))
    path.write_text("my letter\n")
    with pytest.raises(KeptLinesError, match="something else"):
        MatchFile(path, pairs)
    assert path.read_text() == "my letter\n"
    with pytest.raises(KeptLinesError, match="cannot be used"):
        MatchFile(tmp_path, pairs)


# -- many tasks --------------------------------------------------------------------------------


def double(number: int) -> int:
    return 2 * number


def die_once(path: Path) -> str:
    if not path.exists():
        path.touch()
        os._exit(1)
    return path.name


def die(path: Path) -> None:
    os._exit(1)


@pytest.mark.check
@pytest.mark.slow
def test_a_lost_worker_loses_nothing_that_is_finished(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "ab"]
    found = dict(run_all(die_once, paths, lambda: pool(1)))
    assert sorted(found.values()) == ["a", "b"]


@pytest.mark.check
@pytest.mark.slow
def test_a_task_that_ends_its_workers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "TRIES", 1)
    with pytest.raises(BatchError, match="workers ended"):
        list(run_all(die, [tmp_path], lambda: pool(1)))


def wait_for_ever(path: Path) -> None:
    path.write_text(str(os.getpid()))
    Event().wait()


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look into")
def test_workers_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "worker"
    code = (
        "from pathlib import Path\n"
        "from model.play.batch import pool, run_all\n"
        "from tests.model.play.matches.test_matches import wait_for_ever\n"
        f"if __name__ == '__main__': list(run_all(wait_for_ever, [Path({str(path)!r})], pool))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as program:
        while not (path.exists() and path.read_text()):
            assert program.poll() is None
            sleep(0.02)
        worker = int(path.read_text())
        program.kill()
    for _ in range(3000):
        if not is_there(worker):
            return
        sleep(0.02)
    os.kill(worker, 9)
    pytest.fail("the worker was still there after a minute")


def is_there(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody asked about does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_nothing_new_is_begun_once_it_should_stop() -> None:
    assert list(run_all(double, [1, 2], lambda: pool(1), lambda: True)) == []


@pytest.mark.check
def test_a_cluster_does_the_same_work() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as here:
        found = dict(run_all(double, [1, 2, 3], lambda: batch.cluster(here.scheduler_address)))
    assert found == {1: 2, 2: 4, 3: 6}


# -- strength ----------------------------------------------------------------------------------


def test_elo_of_scores_and_back() -> None:
    assert elo.elo_of(0.5) == pytest.approx(0)
    assert elo.elo_of(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo.elo_of(0) == -inf
    assert elo.expected(elo.elo_of(0.64)) == pytest.approx(0.64)


def test_error_bars_hold_the_score_and_shrink_with_games() -> None:
    few, many = elo.strength([2, 1, 0, 2] * 5), elo.strength([2, 1, 0, 2] * 50)
    assert few.elo == pytest.approx(many.elo)
    assert few.low < many.low < many.elo < many.high < few.high
    assert many.games == 400
    assert "62.5% of 400 games" in str(many)
    assert "+inf" in str(elo.strength([2, 2]))
    with pytest.raises(ValueError, match="nothing"):
        elo.strength([])


def test_the_sequential_test_decides_when_it_is_sure() -> None:
    assert elo.verdict([2, 1]) is None
    assert elo.verdict([2, 1] * 40) is True
    assert elo.verdict([1, 1, 0, 2] * 40) is False
    assert elo.likelihood([], 0, 60) == 0
