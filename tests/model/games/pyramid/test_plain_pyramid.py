"""UCT with random playouts in Pyramid: moves drawn alike, and found alike."""

from collections import Counter

from soaking import counts

from model.contract.hooks import hooks_of
from model.contract.scores import Budget
from model.games.pyramid.kernels import list_moves
from model.games.pyramid.plain_engine import PlainPyramid, desk_for
from model.games.pyramid.plain_kernels import act, gather, play_many, play_out
from model.positions.reading import read_position
from model.registry import kinds
from model.search.prng import seeded


def never():
    return False


def nobody(_):
    pass


def think(position, **budget):
    engine = hooks_of(position.game.kind).plain_engine(position.game)
    assert isinstance(engine, PlainPyramid)
    return engine.analyse(position, nobody, never, Budget(**budget))


def begin(desk):
    desk.cells[1], desk.facts[1] = desk.cells[0], desk.facts[0]
    gather(desk.cells, desk.facts, desk.stones, desk.places)


def test_each_move_is_drawn_as_often_as_any_other():
    position = read_position("pyramid 2W4,W1B1W2,2W1W2,3B3,2B1W2,1BB2B1,3B3 black")
    desk, rng = desk_for(position), seeded(1, "moves")
    moves = list_moves(desk.cells, desk.facts, 0, desk.fields, desk.numbers, desk.moves)
    wanted: Counter[bytes] = Counter()
    for move in desk.moves[0, :moves]:
        begin(desk)
        act(desk.cells, desk.facts, int(move), False, desk.fields, desk.numbers, desk.taken,
            desk.stones, desk.places)  # fmt: skip
        wanted[desk.cells[1].tobytes()] += 100
    drawn: Counter[bytes] = Counter()
    for _ in range(100 * moves):
        begin(desk)
        play_out(desk, rng, 1)
        drawn[desk.cells[1].tobytes()] += 1
    assert moves > 40
    assert drawn.keys() == wanted.keys()
    off = sum((drawn[after] - wanted[after]) ** 2 / wanted[after] for after in wanted)
    assert off < 2 * moves, "chi-square, with the number of moves expected"


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
        desk = desk_for(read_position(text))
        assert play_many(desk, seeded(1, text), 4) == 4 * share, text
    start = desk_for(kinds()["pyramid"].configure({}).start())
    off = play_many(start, seeded(1, "start"), count) / count - 0.5
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
