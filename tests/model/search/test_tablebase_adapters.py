"""Engines, provers and solutions by a table, against plain search of the same positions."""

import json
from pathlib import Path

import pytest
from searched_table import SearchedTable, install

from model.contract.game import Goal, Position
from model.contract.search import LOSS, WIN, Budget
from model.contract.tables import Entry
from model.games.pyraos.kind import KIND
from model.play.levels import HIGHEST, level_of
from model.play.many_analyses import analyze
from model.play.opponent import Opponent, engine_for, never, unheard
from model.play.review import ReviewPosition, evaluate
from model.positions.setup import read_position
from model.search.move_values import from_table, proved
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import prover_for, solve
from model.search.tablebase_adapters import TabledEngine, best_line, looked_up, ranked
from viewer.cli.main import main

ROOTS = (
    "pyraos:rules=children WBBW,WBWB,BBWB,BWBW/2W,WWB,WWB/2,1B/1 black",
    "pyraos:rules=children BWWW,BWWW,WWBB,WBBW/B1B,BWB,BW1/2,W1/1 black",
)
"""Late positions of games played at random: some hundred follow each of them."""


@pytest.fixture(scope="module")
def table() -> SearchedTable:
    return SearchedTable(read_position(text) for text in ROOTS)


@pytest.fixture
def here(table: SearchedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SearchedTable:
    install(monkeypatch, tmp_path, read_position(ROOTS[0]).game, table)
    return table


def following(root: Position, plies: int) -> list[Position]:
    """The positions that follow within so many plies, games that are over left out."""
    found, layer = {root: None}, [root]
    for _ in range(plies):
        layer = [p.play(move) for p in layer if p.outcome is None for move in p.legal_moves]
        found |= dict.fromkeys(position.without_past() for position in layer)
    return [position for position in found if position.outcome is None]


@pytest.mark.parametrize("text", ROOTS)
def test_a_prover_by_table_answers_as_plain_search_does(text: str, here: SearchedTable) -> None:
    root = read_position(text)
    plain, looked = PlainProver(root.game), prover_for(root.game)
    for position in following(root, 2)[:60]:
        for side in root.game.players:
            goal = Goal("win", side)
            assert looked.can(position, goal, None) == plain.can(position, goal, None)
            for moves in range(6):
                assert looked.can(position, goal, moves) == plain.can(position, goal, moves)
    assert looked.visited


def test_lengths_are_those_of_the_table(here: SearchedTable) -> None:
    root = read_position(ROOTS[0])
    entry = here.probe(root)
    winner = root.to_move if entry.value == "win" else "white"
    assert prover_for(root.game).length(root, Goal("win", str(winner)), 9) == entry.distance


@pytest.mark.parametrize("text", ROOTS)
def test_solve_says_table_and_plays_to_the_end(text: str, here: SearchedTable) -> None:
    root = read_position(text)
    found = solve(root, limit=1.0)
    assert found is not None
    assert found.by == "table"
    assert found.plies == len(found.line) == here.probe(root).distance
    end = root.replay(found.line).outcome
    assert end is not None
    assert end.winner == found.winner


def test_the_highest_level_wins_as_quickly_and_loses_as_slowly_as_can_be(
    here: SearchedTable,
) -> None:
    for position in following(read_position(ROOTS[1]), 3)[:40]:
        opponent = Opponent(engine_for(position.game), level_of(position.game.kind, HIGHEST))
        move, found = opponent.think(position, seconds=5.0)
        kept = here.probe_moves(position)
        assert kept[move].rank == max(entry.rank for entry in kept.values())
        assert found.done
        score = found.moves[move]
        assert score.proved
        assert score.distance == here.probe(position).distance


def test_levels_below_the_highest_do_not_ask_the_table(here: SearchedTable) -> None:
    root = read_position(ROOTS[0])
    before = here.asked
    Opponent(engine_for(root.game), level_of(root.game.kind, 5)).think(root)
    assert here.asked == before


def test_a_table_that_comes_and_goes_is_asked_while_it_is_there(
    here: SearchedTable, tmp_path: Path
) -> None:
    root = read_position(ROOTS[0])
    engine = engine_for(root.game)
    assert engine.analyse(root, unheard, never, Budget()).nodes == 0
    (tmp_path / "searched.table").unlink()
    assert engine.analyse(root, unheard, never, Budget(nodes=50)).nodes > 0


def test_without_distances_the_engine_goes_on_among_moves_that_keep_the_value() -> None:
    root = read_position(ROOTS[0])
    plain = SearchedTable([root], distances=False)
    engine = TabledEngine(lambda: plain, lambda: engine_for(root.game))
    for position in following(root, 2)[:25]:
        found = engine.analyse(position, unheard, never, Budget())
        best = found.best
        assert best is not None
        kept = plain.probe_moves(position)
        assert kept[best].value == ranked(kept)[0][1].value
        assert set(found.moves) == set(kept)
        seat = position.game.players.index(str(position.to_move))
        shares = {"win": WIN, "loss": LOSS}
        assert all(
            found.moves[move].value[seat] == shares[of.value] and found.moves[move].proved
            for move, of in kept.items()
        )


def test_of_moves_worth_the_same_the_seed_draws_one(table: SearchedTable) -> None:
    drawn = 0
    for position in following(read_position(ROOTS[0]), 1):
        kept = table.probe_moves(position)
        top = max(entry.rank for entry in kept.values())
        best = {move for move, entry in kept.items() if entry.rank == top}
        found = [looked_up(table, position, seed) for seed in range(12)]
        firsts = {one.best for one in found if one is not None}
        assert firsts <= best
        assert len(firsts) > 1 or len(best) == 1
        drawn += len(best) > 1
    assert drawn


def test_a_line_of_a_table_without_distances_shows_forced_moves_alone() -> None:
    root = read_position(ROOTS[0])
    plain = SearchedTable([root], distances=False)
    for position in following(root, 1):
        line = list(best_line(plain, position))
        kept = plain.probe_moves(position)
        best = ranked(kept)[0][1].value
        only = sum(entry.value == best for entry in kept.values()) == 1
        assert bool(line) == only


def test_a_search_finds_what_the_table_knows(table: SearchedTable) -> None:
    root, game = read_position(ROOTS[0]), KIND.configure({"rules": "children"})
    for position in following(root, 1)[:12]:
        known = from_table(table, position)
        assert known is not None
        told: list[object] = []
        for search in (lambda stop: None, lambda stop: KIND.value_search(game, stop)):
            found = proved(
                position, lambda stop: prover_for(root.game, stop), told.append, never, search
            )
            assert dict(found.moves) == dict(known.moves)
            assert (found.worth, found.done, found.by) == (known.worth, True, "search")
        assert told
        assert known.best


def test_a_search_that_is_stopped_says_what_it_has(table: SearchedTable) -> None:
    root = read_position(ROOTS[0])
    found = proved(root, lambda stop: prover_for(root.game, stop), lambda known: None, lambda: True)
    assert found.done
    assert found.worth is None


def test_reviews_look_up_each_position(here: SearchedTable) -> None:
    root = read_position(ROOTS[0])
    found = evaluate(ReviewPosition(0, str(root), (), Budget(10)))
    assert found is not None
    assert found.proved
    assert found.distance == here.probe(root).distance


def test_analyze_and_solve_say_what_the_table_says(
    here: SearchedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    root = read_position(ROOTS[0])
    known, _ = analyze(root)
    entry = here.probe(root)
    winner = root.to_move if entry.value == "win" else "white"
    assert known["solved"] == {"winner": winner, "plies": entry.distance, "by": "table"}
    assert main(["solve", "--json", str(root)]) == 0
    assert json.loads(capsys.readouterr().out)["by"] == "table"


def test_an_entry_is_handed_on_from_a_move_to_its_mover() -> None:
    assert Entry("loss", 4).before() == Entry("win", 5)
    assert Entry("draw").before() == Entry("draw")
    assert Entry("win", 3).for_other() == Entry("loss", 3)
    order = [Entry("win", 3), Entry("win", 9), Entry("draw"), Entry("loss", 8), Entry("loss", 2)]
    assert sorted(order, key=lambda entry: entry.rank, reverse=True) == order
