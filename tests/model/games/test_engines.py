"""What every engine of every game keeps: legal moves, the same for a seed, stopped when told."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import NamedTuple

import pyramid_positions
import pytest
from pyraos_positions import OPTIONS, positions
from unheard import never, nobody

from model.contract.game import Goal, Position
from model.contract.hooks import hooks_of
from model.contract.search import Analysis, Budget, Engine
from model.play.opponent import engine_for, plain_engine_for
from model.registry import kinds
from model.search.alpha_beta.iterative_deepening import AlphaBeta
from model.search.provers import prover_for

ENGINES: dict[str, Callable[..., Engine]] = {"engine": engine_for, "plain": plain_engine_for}


class Case(NamedTuple):
    """A game with options, and how many plies of it are looked at."""

    name: str
    options: dict[str, str]
    plies: int

    def __str__(self) -> str:
        return "+".join([self.name, *self.options.values()])


CASES = [
    *(Case("pyraos", options, 22) for options in OPTIONS),
    Case("pyramid", {}, 12),
    Case("pyramid", {"board": "plateau-7"}, 8),
    Case("pyramid", {"board": "flat-top-8", "run_dirs": "orth+diag"}, 8),
    Case("pyramid", {"board": "giza-9", "no_moves": "pass", "push_back_ban": "true"}, 8),
    Case("pyramid", {"osiris_bends": "true", "osiris_suicide": "false", "no_moves": "draw"}, 8),
    Case("pyramid", {"few_stones": "lose_below_four", "smash_own": "false"}, 8),
    Case("pyramid", {"push_own": "false", "run_dirs": "no_backward", "no_moves": "draw"}, 8),
    Case("pyramid", {"max_plies": "30", "run_max": "2", "run_levels": "1"}, 8),
    Case("pyramid", {"levels": "000/010/000", "victory": "b2+a1", "needed": "2",
                     "min_stones": "1", "no_moves": "pass"}, 8),
    Case("partition", {"size": "4", "rules": "free"}, 12),
    Case("partition", {"size": "4", "rules": "stacking"}, 12),
    Case("poly-y", {"corners": "5", "size": "4"}, 12),
    Case("poly-y", {"corners": "4", "size": "3", "swap": "false"}, 12),
]  # fmt: skip
GAMES = sorted({case.name for case in CASES})
TREES = ("partition", "poly-y")
"""Games whose engines grow a tree of games: they have no depths, and say "at most"."""


def think(position: Position, which: str, nodes: int, seed: int = 0) -> Analysis:
    engine = ENGINES[which](position.game)
    return engine.analyse(position, nobody, never, Budget(nodes=nodes, seed=seed))


def start_of(name: str) -> Position:
    small = {"partition": {"size": "4"}, "poly-y": {"size": "4"}}.get(name, {})
    return kinds()[name].configure(small).start()


def test_every_game_that_engines_of_its_own_play_is_looked_at() -> None:
    own = {
        name
        for name, kind in kinds().items()
        if not (kind.hides or kind.rolls) and hooks_of(kind).engine(kind.configure({}))
    }
    assert own == set(GAMES)


@pytest.mark.check
@pytest.mark.parametrize("which", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_moves_are_legal_and_the_same_for_the_same_seed(case: Case, which: str) -> None:
    rng, nodes = Random(1), 400 if which == "engine" else 120
    position = kinds()[case.name].configure(case.options).start()
    for _ in range(case.plies):
        if position.outcome is not None:
            break
        one, two = (think(position, which, nodes, seed=3) for _ in range(2))
        assert one.moves == two.moves
        assert one.line == two.line
        assert one.done
        assert one.nodes <= nodes
        assert set(one.moves) <= set(position.legal_moves)
        assert one.line[0] == one.best == next(iter(one.moves))
        assert all(sum(score.value) == pytest.approx(1) for score in one.moves.values())
        own = hooks_of(position.game.kind).engine(position.game)  # what a table is put before
        if which == "engine" and isinstance(own, AlphaBeta):
            side = position.game.players.index(position.to_move or "")
            values = [score.value[side] for score in one.moves.values()]
        else:
            values = [score.visits for score in one.moves.values() if not score.proved]
        assert values == sorted(values, reverse=True)
        position.replay(one.line)
        assert one.best is not None
        position = position.play(rng.choice([one.best, position.legal_moves.sample(rng)]))


@pytest.mark.parametrize("which", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_it_stops_when_told_and_knows_a_move_all_the_same(name: str, which: str) -> None:
    start = start_of(name)
    engine = ENGINES[which](start.game)
    found = engine.analyse(start, nobody, lambda: True, Budget())
    assert found.best in start.legal_moves
    assert not found.done
    asked = count()
    found = engine.analyse(start, nobody, lambda: next(asked) == 5, Budget())
    assert found.nodes > 0
    assert not found.done
    assert next(asked) == 6, "once told it asks no more"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_thought_about_when_the_game_is_over(name: str) -> None:
    rng, position = Random(7), start_of(name)
    while position.outcome is None:
        position = position.play(position.legal_moves.sample(rng))
    for which in ENGINES:
        found = think(position, which, 10)
        assert found.done
        assert found.best is None
        assert found.score is None
        assert not found.line


@pytest.mark.parametrize("name", [name for name in GAMES if name not in TREES])
def test_each_depth_is_reported_and_the_last_is_the_one_that_was_asked_for(name: str) -> None:
    start, told = start_of(name), list[Analysis]()
    found = engine_for(start.game).analyse(start, told.append, never, Budget(depth=4))
    assert [one.depth for one in told] == [1, 2, 3, 4, 4]
    assert [one.done for one in told] == [False] * 4 + [True]
    assert found == told[-1]
    assert set(found.moves) == set(start.legal_moves)


def some_stones() -> Iterator[Position]:
    """Positions of Pyramid under all kinds of options, but for games of so many plies."""
    for position in pyramid_positions.positions(range(500, 620)):
        if position.game.rules.max_plies is None:
            yield position


def few_balls() -> Iterator[Position]:
    """Positions of Partition in the smallest pyramid that has room for a game."""
    rng = Random(9)
    for _ in range(20):
        position = kinds()["partition"].configure({"size": "3", "rules": "free"}).start()
        for _ply in range(7):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            yield position


def few_cells() -> Iterator[Position]:
    """Positions of Poly-Y on small boards, some stones before the end."""
    rng = Random(4)
    for corners in (3, 5, 3, 5, 3, 5, 4, 5) * 5:
        options = {"corners": str(corners), "size": "4" if corners == 3 else "3"}
        position = kinds()["poly-y"].configure(options).start()
        for _ply in range(5 if corners == 3 else 9):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng))
        if position.outcome is None:
            yield position


PROOFS = {
    "poly-y": (few_cells, 3_000, 7),
    "pyraos": (lambda: positions(range(500, 580), 21, 28), 6_000, 9),
    "pyramid": (some_stones, 4_000, 5),
    "partition": (few_balls, 20_000, 9),
}


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_proved_the_prover_proves_in_as_many_moves(name: str) -> None:
    some, nodes, most = PROOFS[name]
    wins, losses = 0, 0
    for position in some():
        score = think(position, "engine", nodes).score
        assert score is not None
        if not score.proved or score.distance is None or score.distance > most:
            continue
        if 1.0 not in score.value:
            continue
        side = position.game.players[score.value.index(1.0)]
        won = side == position.to_move
        prover, goal = prover_for(position.game), Goal("win", side)
        moves = (score.distance + won) // 2
        assert prover.can(position, goal, moves), str(position)
        if won and moves > 1 and name not in TREES:
            assert not prover.can(position, goal, moves - 1), str(position)
        wins, losses = wins + won, losses + (not won)
    assert wins > 5
    assert losses > 5
