"""UCT by the contract alone: legal, reproducible, stopped at once, and right where all is known."""

from itertools import count
from random import Random

import pytest
from soaking import counts
from unheard import never, nobody

from model.contract.game import Move, Position
from model.contract.search import Budget
from model.registry import kinds
from model.search.tree_search.uct import Uct

SMALL = {"partition": {"size": "3"}, "pyraos": {}, "pyramid": {}}


@pytest.mark.check
@pytest.mark.slow
@counts(few=8, all=20)
@pytest.mark.parametrize("name", sorted(kinds()))
def test_it_answers_with_legal_moves_and_the_same_ones_for_the_same_seed(
    name: str, count: int
) -> None:
    position = kinds()[name].configure(SMALL.get(name, {})).start()
    budget = Budget(nodes=count, seed=4)
    one, two = (Uct(position.game).analyse(position, nobody, never, budget) for _ in range(2))
    assert one.moves == two.moves
    assert one.line == two.line
    assert one.done
    assert one.nodes == count
    assert all(move in position.legal_moves for move in one.moves)
    assert one.best == one.line[0]
    assert all(abs(sum(score.value) - 1) < 1e-9 for score in one.moves.values())
    position.replay(one.line)


def test_stopped_at_once_it_still_knows_a_legal_move() -> None:
    position = kinds()["partition"].configure({"size": "4"}).start()
    found = Uct(position.game).analyse(position, nobody, lambda: True, Budget())
    assert found.best in position.legal_moves
    assert not found.done


def test_it_looks_at_the_stop_function_before_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    position = kinds()["pyramid"].configure({}).start()
    play, played = type(position).play, count()
    last = 0

    def counted(position: Position, move: Move) -> Position:
        nonlocal last
        last = next(played)
        return play(position, move)

    monkeypatch.setattr(type(position), "play", counted)
    told: list[int] = []

    def stop() -> bool:
        assert not told, "once told it asks no more"
        if last >= 60:
            told.append(last)
        return bool(told)

    found = Uct(position.game).analyse(position, nobody, stop, Budget())
    assert not found.done
    assert found.nodes == 1, "a game is longer"
    assert last - 60 <= len(found.line)


def test_a_win_in_one_is_found_and_proved() -> None:
    position = _nearly_won()
    found = Uct(position.game).analyse(position, nobody, never, Budget(nodes=2_000, seed=1))
    assert found.score is not None
    assert found.score.proved
    side = position.game.players.index(position.to_move)
    assert found.score.value[side] == 1.0
    assert found.score.distance == 1
    assert position.play(found.line[0]).outcome is not None
    assert found.done
    assert found.nodes < 2_000, "once the value is known there is nothing to do"


def test_nothing_is_thought_about_when_the_game_is_over() -> None:
    position = _nearly_won()
    found = Uct(position.game).analyse(position, nobody, never, Budget(nodes=2_000, seed=1))
    assert found.best is not None
    over = position.play(found.best)
    ended = Uct(over.game).analyse(over, nobody, never, Budget())
    assert ended.done
    assert ended.best is None
    assert ended.score is None
    assert not ended.line


def _nearly_won() -> Position:
    """Return a position of a random game of Partition a move before its end."""
    rng = Random(5)
    position = kinds()["partition"].configure({"size": "3"}).start()
    before = position
    while position.outcome is None:
        before, position = position, position.play(position.legal_moves.sample(rng))
    return before
