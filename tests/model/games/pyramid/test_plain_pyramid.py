"""UCT with random playouts in Pyramid: moves drawn alike, and found alike."""

from collections import Counter

import pytest
from soaking import counts
from unheard import never, nobody

from model.contract.hooks import hooks_of
from model.contract.search import Budget
from model.games.pyramid.engine import LONGEST, PlainPyramid, act, gather, play_out, workspace_for
from model.games.pyramid.kernels import list_moves
from model.positions.setup import read_position
from model.registry import kinds
from model.search.prng import seeded


def think(position, **budget):
    engine = hooks_of(position.game.kind).plain_engine(position.game)
    assert isinstance(engine, PlainPyramid)
    return engine.analyse(position, nobody, never, Budget(**budget))


def begin(work):
    work.cells[1], work.facts[1] = work.cells[0], work.facts[0]
    gather(work)


def played(work, rng, games):
    """What White makes of the root, played out so many times."""
    won = 0.0
    for _ in range(games):
        gather(work)
        won += play_out(work, rng, LONGEST)
    return won


@pytest.mark.slow
def test_each_move_is_drawn_as_often_as_any_other():
    position = read_position("pyramid 2W4,W1B1W2,2W1W2,3B3,2B1W2,1BB2B1,3B3 black")
    work, rng = workspace_for(position), seeded(1, "moves")
    moves = list_moves(work.cells, work.facts, 0, work.fields, work.numbers, work.moves)
    wanted: Counter[bytes] = Counter()
    for move in work.moves[0, :moves]:
        begin(work)
        act(work, int(move))
        wanted[work.cells[1].tobytes()] += 100
    drawn: Counter[bytes] = Counter()
    for _ in range(100 * moves):
        begin(work)
        play_out(work, rng, 1)
        drawn[work.cells[1].tobytes()] += 1
    assert moves > 40
    assert drawn.keys() == wanted.keys()
    off = sum((drawn[after] - wanted[after]) ** 2 / wanted[after] for after in wanted)
    assert off < 2 * moves, "chi-square, with the number of moves expected"


@pytest.mark.check
@pytest.mark.slow
@counts(few=100, all=400)
def test_a_game_played_out_ends_as_the_rules_say(count):
    for text, share in (
        ("pyramid 7,7,2W1W2,7,2W1W2,7,7 black", 1.0),
        ("pyramid 7,7,2B1B2,7,2B1B2,7,7 white", 0.0),
        ("pyramid W6,7,7,7,7,7,B6 white", 0.5),
        ("pyramid WWWW3,7,7,7,7,7,7 black", 1.0),
        ("pyramid:no_moves=draw WWWW3,7,7,7,7,7,7 black", 0.5),
        ("pyramid:max_plies=9 WWWW3,7,7,7,7,7,B6 black ply=9", 0.5),
    ):
        work = workspace_for(read_position(text))
        assert played(work, seeded(1, text), 4) == 4 * share, text
    start = workspace_for(kinds()["pyramid"].configure({}).start())
    off = played(start, seeded(1, "start"), count) / count - 0.5
    assert abs(off) < 2 * count**-0.5, "four times the deviation that is expected"


def test_a_win_is_found_and_proved_and_so_is_a_draw_by_repetition():
    position = read_position("pyramid 7,7,2W2W1,4B2,2W1W1B,7,7 white")
    found = think(position, nodes=20_000)
    assert found.best == "f3^e3"
    assert found.score.proved
    assert found.score.distance == 1
    assert found.nodes < 20_000
    start = kinds()["pyramid"].configure({}).start()
    round_trip = ["a1-a2", "a7-a6", "a2-a1", "a6-a7"]
    once_more = start.replay([*round_trip, *round_trip[:3]])
    drawn = think(once_more, nodes=100).moves["a6-a7"]
    assert drawn.proved
    assert drawn.value == (0.5, 0.5)
