"""Maps and player boards: the shipped ones, those of a user, and what is refused with a reason."""

import json
from importlib import resources

import pytest

from model.games.rolling_pyramids.maps import (
    MapError,
    hex_board,
    map_text,
    read_map,
    read_map_text,
    shipped_maps,
)
from model.games.rolling_pyramids.player_boards import (
    PlayerBoardError,
    board_text,
    read_board_text,
    read_player_board,
    shipped_board,
)
from model.notation.tokens import NotationError
from model.positions.setup import read_position
from model.records.files import new_game
from model.registry import kinds

DATA = resources.files("model.games.rolling_pyramids")
KIND = kinds()["rolling-pyramids"]


def map_file(name="inner"):
    return json.loads(DATA.joinpath("maps.json").read_bytes())["maps"][name]


def board_file():
    return json.loads(DATA.joinpath("player_board.json").read_bytes())


@pytest.mark.parametrize("name", ["inner", "outer", "four"])
def test_a_shipped_map_is_what_its_file_says(name):
    found, told = shipped_maps()[name], map_file(name)
    assert found.names == (*map(str, range(1, 20)), "S1", "S2", "S3", "S4")
    for place, near in zip(found.names, found.beside(), strict=True):
        listed = (told["spaces"] | told["starts"])[place]["adjacent"]
        assert {found.names[other] for other in near} == set(listed)
    board = hex_board(found)
    assert board is hex_board(found)
    assert board.names[board.border[9, 8]] == "10>9"
    assert len(board.decoration) >= 19


def test_the_starts_touch_the_spaces_the_specification_names():
    found = shipped_maps()["four"]
    near = {name: [found.names[k] for k in few] for name, few in
            zip(found.names, found.beside(), strict=True)}  # fmt: skip
    assert [near[f"S{k}"] for k in (1, 2, 3, 4)] == [
        ["8", "19"], ["10", "11"], ["13", "14"], ["16", "17"],
    ]  # fmt: skip


def test_texts_say_what_files_say():
    for found in shipped_maps().values():
        again = read_map_text(map_text(found))
        assert (again.spaces, again.starts) == (found.spaces, found.starts)
    assert read_board_text(board_text(shipped_board())) == shipped_board()


def without(told, *path):
    for key in path[:-1]:
        told = told[key]
    del told[path[-1]]


def with_value(told, value, *path):
    for key in path[:-1]:
        told = told[key]
    told[path[-1]] = value


BAD_MAPS = [
    ("this is not a map file", lambda m: without(m, "starts")),
    ("this is not a map file", lambda m: with_value(m, "x", "spaces", "3", "at")),
    ("this is not a map file", lambda m: with_value(m, 1, "spaces", "3", "colour")),
    ("have the numbers 1 to 18", lambda m: without(m, "spaces", "3")),
    ("has the starting areas S1, S2, S3 and S4", lambda m: without(m, "starts", "S2")),
    ("the sacred pyramid is on space 1", lambda m: with_value(m, "2", "pyramid_space")),
    ("in the order of the numbers", lambda m: with_value(m, ["2", "1"], "solo_order")),
    ("is white or black", lambda m: with_value(m, "grey", "spaces", "3", "pyramid")),
    ("which is not a factory", lambda m: with_value(m, "white", "spaces", "3", "pyramid")),
    ("say what its factory works for", lambda m: with_value(m, None, "spaces", "3", "factory")),
    ("which has no points", lambda m: with_value(m, [1, 2], "spaces", "3", "points")),
    ("has a factory for", lambda m: with_value(m, "tanks", "spaces", "3", "factory")),
    ("is 0 to 99, not 100", lambda m: with_value(m, [1, 100], "spaces", "9", "points")),
    ("garrison of 9 is 0 to 99", lambda m: with_value(m, -1, "spaces", "9", "garrison")),
    ("1 and 3 lie on one place", lambda m: with_value(m, [0, 0], "spaces", "3", "at")),
    ("steps from the middle", lambda m: with_value(m, [21, 0], "starts", "S2", "at")),
    ("lies beside no numbered space", lambda m: with_value(m, [9, 9], "starts", "S2", "at")),
    ("adjacent says otherwise", lambda m: with_value(m, ["8"], "starts", "S1", "adjacent")),
]


@pytest.mark.parametrize(("says", "change"), BAD_MAPS, ids=[says for says, _ in BAD_MAPS])
def test_a_map_that_makes_no_sense_is_refused(says, change):
    told = map_file()
    read_map(json.dumps(told).encode())
    change(told)
    with pytest.raises(MapError) as raised:
        read_map(json.dumps(told).encode())
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def bare_map(spaces, starts):
    return json.dumps({
        "spaces": {str(k): {"at": at, "pyramid": "white", "points": points}
                   for k, (at, points) in enumerate(spaces, start=1)},
        "starts": {f"S{k}": {"at": at} for k, at in enumerate(starts, start=1)},
    }).encode()  # fmt: skip


LINE = [([q, 0], [1, 2]) for q in range(9)]
ENDS = [[-1, 0], [9, 0], [3, 1], [5, -1]]


def test_a_map_of_ones_own_is_played_and_written_in_its_positions():
    game = KIND.configure_from({}, bare_map(LINE, ENDS))
    assert len(game.board.map.spaces) == 9
    start = game.start()
    assert read_position(str(start)) == start
    assert "spaces=0.0.w1+2.0/1.0." in str(start)


@pytest.mark.parametrize(("says", "spaces", "starts"), [
    ("7 to 61 numbered spaces, not 6", LINE[:6], [[-1, 0], [6, 0], [3, 1], [1, -1]]),
    ("space 1 is not connected", [*LINE[:4], *[([q + 5, 0], [1, 2]) for q in range(4)]],
     [[-1, 0], [9, 0], [2, 1], [1, -1]]),
    ("beside another start", LINE, [[-1, 0], [-1, 1], [3, 1], [5, -1]]),
    ("nobody could win", [(at, [0, 0]) for at, _ in LINE], ENDS),
])  # fmt: skip
def test_a_map_nobody_could_play_on_is_refused(says, spaces, starts):
    with pytest.raises(MapError, match=says):
        read_map(bare_map(spaces, starts))


@pytest.mark.parametrize("text", ["0.0.w1+2.5", "0.0.w1+2/1.1.s.1", "x", "0.0.s.5/1.0.w1+1.0", ""])
def test_a_text_that_is_no_map_is_refused(text):
    with pytest.raises(MapError):
        read_map_text(text)


BAD_BOARDS = [
    ("not a player board file", lambda b: without(b, "heroes")),
    ("takes any, d4 or d8", lambda b: with_value(b, "d6", "heroes", 0, "die")),
    ("1 to 12 hero slots, not 0", lambda b: with_value(b, [], "heroes")),
    ("1 to 12 upgrade pairs", lambda b: with_value(b, [], "upgrades")),
    ('the rule of upgrade pair 2 is "d4 < d8"',
     lambda b: with_value(b, "d4 > d8", "upgrades", 1, "rule")),
    ("upgrade pair 1 has 1 cell", lambda b: with_value(b, ["d4"], "upgrades", 0, "cells")),
    ("the special units are", lambda b: without(b, "units", "equal")),
    ('the rule of equal is "equal"', lambda b: with_value(b, "sum", "units", "equal", "rule")),
    ('the op of ascending is "+"', lambda b: with_value(b, "*", "units", "ascending", "op")),
    ('line_upgrade of ascending is "middle"',
     lambda b: with_value(b, "last", "units", "ascending", "line_upgrade")),
    ('the kind of equal is "bomb"', lambda b: with_value(b, "mine", "units", "equal", "kind")),
    ("one special unit at most is the bomb",
     lambda b: with_value(b, "bomb", "units", "ascending", "kind")),
    ("equal has 2 to 5 cells", lambda b: with_value(b, ["d4"], "units", "equal", "cells")),
    ("no middle cell", lambda b: with_value(b, "middle", "units", "equal", "line_upgrade")),
    ("values of equal are 1 to 20", lambda b: with_value(b, [0, 2], "units", "equal", "values")),
    ("raises 4 to more", lambda b: with_value(b, [4, 2], "units", "ascending", "values")),
    ("can never be filled in order",
     lambda b: with_value(b, ["any", "any", "any", "d8", "d4"], "units", "ascending", "cells")),
    ("two groups of boxes, not 1", lambda b: without(b, "footmen", 1)),
    ("takes d4 or d8, not any",
     lambda b: with_value(b, ["any", 2], "footmen", 0, 0, "boxes", 0)),
    ("has no number 5", lambda b: with_value(b, ["d4", 5], "footmen", 0, 0, "boxes", 0)),
    ("each bonus of group 1 has boxes before it",
     lambda b: with_value(b, [], "footmen", 0, 1, "boxes")),
    ("has 1 to 12 boxes, not 0", lambda b: with_value(b, [], "footmen", 1)),
    ("the bonuses of group 1 are 1 to 20", lambda b: with_value(b, 0, "footmen", 0, 0, "bonus")),
    ("the ram is 0 to 20", lambda b: with_value(b, 21, "devices", "ram")),
    ("not a player board file", lambda b: without(b, "devices", "ram")),
]  # fmt: skip


@pytest.mark.parametrize(("says", "change"), BAD_BOARDS, ids=[says for says, _ in BAD_BOARDS])
def test_a_player_board_that_makes_no_sense_is_refused(says, change):
    told = board_file()
    read_player_board(json.dumps(told).encode())
    change(told)
    with pytest.raises(PlayerBoardError) as raised:
        read_player_board(json.dumps(told).encode())
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", [
    "tttt", "a/b/c/d/e/f/g/h", "tttt/tr/ccc.2.4/tr.1.2/ccc.2.3/t1.+1/t2.+1/1.2.3",
    "tttt/tr/cc?.2.4/tr.1.2/ccc.2.3/t1.+1/t2.+1/1.2.3.5",
    "tttt/tr/ccc.2.4/tr.1.2/ccc.2.3/t9.+1/t2.+1/1.2.3.5",
    "tttt/tr/ccc.02.4/tr.1.2/ccc.2.3/t1.+1/t2.+1/1.2.3.5",
])  # fmt: skip
def test_a_text_that_is_no_player_board_is_refused(text):
    with pytest.raises(PlayerBoardError):
        read_board_text(text)


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"[" * 5000, b'{"spaces":'])
def test_a_file_that_is_neither_is_refused(data):
    with pytest.raises(ValueError, match="this is no"):
        KIND.configure_from({}, data)


def test_both_may_be_files(tmp_path):
    """The middle circle of the bomb is one of the things a user may add."""
    ground, board = tmp_path / "map.json", tmp_path / "board.json"
    ground.write_bytes(bare_map(LINE, ENDS))
    told = board_file()
    told["units"]["equal"]["cells"] = ["d4", "any", "d8"]
    board.write_text(json.dumps(told), encoding="utf-8")
    game = new_game(KIND, {"map": str(ground), "board": str(board), "players": "3"})
    assert "equal3" in game.rules.desk.names
    assert len(game.board.map.spaces) == 9
    assert len(game.players) == 3
    position = game.start()
    assert read_position(str(position)) == position
    for named, own in (("map", "spaces=x"), ("board", "boxes=x")):
        with pytest.raises(NotationError):
            new_game(KIND, {named: str(tmp_path / "none.json")})
        value = "inner" if named == "map" else "stand-in"
        with pytest.raises(NotationError, match="of your own"):
            read_position(f"rolling-pyramids:{named}={value},{own} 23 chance")


def test_games_on_maps_and_boards_of_ones_own_are_played_out():
    from random import Random

    told = board_file()
    told["units"]["equal"]["cells"] = ["d4", "any", "d8"]
    told["heroes"] = [{"die": "any"}] * 2
    for options in ({"players": "2"}, {"players": "1", "solo_turns": "3"}):
        ground = KIND.configure_from(options, bare_map(LINE, ENDS))
        texts = {**options, "spaces": str(ground.options["spaces"])}
        position = KIND.configure_from(texts, json.dumps(told).encode()).start()
        rng = Random(5)
        while position.outcome is None:
            assert read_position(str(position)) == position.seen_by(None)
            position = position.play(position.legal_moves.sample(rng))
