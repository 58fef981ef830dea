"""The command line on Pyraos, Pyramid and a game that does not ship: the same contract for all."""

import json
from typing import Any

import pytest

from model.positions.setup import read_position
from model.records import record as records
from model.records.files import Contents, save
from viewer.session.session import Session

PYRAOS = "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white"
SQUARE = "pyraos:rules=standard WW2,W3,4,BBB1/3,3,3/2,2/1 white"
PYRAMID = "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white"
OWN = "pyramid:levels=00000/01110/01210/01110/00000,victory=b2+d2+b4+d4,needed=3"
BOARD: dict[str, Any] = {
    "name": "two-steps",
    "levels": ["00000", "01110", "01210", "01110", "00000"],
    "victory": ["b2", "d2", "b4", "d4"],
    "victory_needed": 3,
    "start": {"W": ["a1", "b1", "d1", "e1"], "B": ["a5", "b5", "d5", "e5"]},
}


@pytest.fixture
def board_file(tmp_path):
    """Write a board file with some keys changed; its path."""

    def write(**changes):
        path = tmp_path / "my.json"
        path.write_text(json.dumps(BOARD | changes))
        return str(path)

    return write


@pytest.mark.parametrize(
    ("words", "position"),
    [
        (["pyraos"], PYRAOS),
        (["pyraos", "--option", "rules=children"], PYRAOS.replace("standard", "children")),
        (
            ["pyraos", "--option", "removal=obliged"],
            PYRAOS.replace("standard", "standard,removal=obliged"),
        ),
        (["pyramid"], PYRAMID),
        (
            ["pyramid", "--option", "board=giza-9"],
            "pyramid:board=giza-9 1WWWWWWW1,9,9,9,9,9,9,9,1BBBBBBB1 white",
        ),
        (["pyramid", "--option", "board=giza-7"], PYRAMID),
        (
            ["pyramid", "--option", "smash_own=false", "--option", "run_max=3"],
            PYRAMID.replace("pyramid", "pyramid:run_max=3,smash_own=false"),
        ),
        (["pyramid", "--option", "max_plies=none"], PYRAMID),
    ],
)
def test_new(run, words, position):
    assert run("new", *words) == (0, position + "\n", "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "GAME"),
        (["chess"], '"chess" is not a game'),
        (["partition", "--option", "size"], "write name=value"),
        (["partition", "--option", "size=1"], "size is a number from 2 to 50"),
        (["partition", "--option", "size=51"], "size is a number from 2 to 50"),
        (["partition", "--option", "colour=red"], 'partition has no option "colour"'),
        (["partition", "--option", "size=3", "--option", "size=3"], "given twice"),
        (["partition", "more"], "unrecognized arguments: more"),
        (["partition", "--bogus"], "unrecognized arguments: --bogus"),
        (["pyraos", "--option", "rules=hard"], "rules is standard, children or alternate"),
        (["pyraos", "--option", "board=giza-7"], 'pyraos has no option "board"'),
        (["pyramid", "--option", "board=giza-8"], "board is giza-7"),
        (["pyramid", "--option", "smash_own=yes"], "smash_own is true or false"),
        (["pyramid", "--option", "run_max=0"], "a number from 1 to 19 or none"),
        (["pyramid", "--option", "board=nowhere.json"], "there is no such file"),
        (["pyramid", "--option", "board=\0.json"], "is not a file name"),
        (["pyramid", "--option", "levels=my.json"], "needs victory and needed as well"),
    ],
)
def test_new_refuses(run, words, says):
    status, out, err = run("new", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_a_board_of_ones_own_stands_in_the_position_with_its_start(run, board_file):
    fresh = f"{OWN} WW1WW,5,5,5,BB1BB white\n"
    assert run("new", "pyramid", "--option", f"board={board_file()}") == (0, fresh, "")
    assert str(read_position(fresh.strip())) == fresh.strip()
    status, out, _ = run("play", fresh.strip(), "d1^d2")
    assert (status, out) == (0, f"{OWN} WW2W,3W1,5,5,BB1BB black\n")
    few = board_file(start={"W": ["c3"], "B": ["e1", "a5"]})
    assert run("new", "pyramid", "--option", f"board={few}")[1] == (f"{OWN} 4B,5,2W2,5,B4 white\n")
    bare = board_file(start={})
    assert (
        run("new", "pyramid", "--option", f"board={bare}")[1] == f"{OWN} WWWWW,5,5,5,BBBBB white\n"
    )
    words = ["--option", f"board={bare}", "--option", "no_moves=draw"]
    assert run("new", "pyramid", *words)[1].startswith(f"{OWN},no_moves=draw ")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"levels": BOARD["levels"][:4]}, "rank 1 has 5 levels: a square board has 4"),
        ({"levels": [*BOARD["levels"][:4], "00x00"]}, "levels are digits"),
        ({"victory": ["b2", "f2"]}, '"f2" is not on a board of 5 ranks'),
        ({"victory": ["b2", "b2"]}, "b2 is named twice"),
        ({"victory_needed": 5}, "5 victory fields cannot be needed"),
        ({"victory_needed": "2"}, "this is not a board file"),
        ({"start": {"W": ["a1"], "B": ["a1"]}}, "both sides start on a1"),
        ({"start": {"R": ["a1"]}}, "this is not a board file"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_with_the_reason(run, board_file, changes, says):
    path = board_file(**changes)
    status, out, err = run("new", "pyramid", "--option", f"board={path}")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert "my.json" in err


def test_a_board_file_goes_only_where_a_game_begins(run, board_file):
    path = board_file()
    status, _, err = run("play", f"pyramid:board={path} 5,5,5,5,5 white")
    assert status == 2
    assert "board is giza-7" in err
    status, _, err = run(
        "new", "pyramid", "--option", f"board={path}", "--option", "levels=000/010/000",
        "--option", "victory=b2", "--option", "needed=1",
    )  # fmt: skip
    assert status == 2
    assert "goes with no levels" in err


@pytest.mark.parametrize(
    ("words", "status", "printed"),
    [
        ([PYRAOS, "1c3", "c5"], 0, PYRAOS.replace("4,4,4,4", "4,1W2,1B2,4")),
        ([SQUARE, "1c3x1c1x1a1"], 0, SQUARE.replace("WW2,W3", "4,WW2").replace("white", "black")),
        ([PYRAOS, "1c3", "1c3"], 1, "1c3 is taken"),
        ([PYRAOS, "1c3x1a1"], 1, "no square was made"),
        ([PYRAOS, "9z9"], 2, "is not a place of the board"),
        ([PYRAOS, "pass"], 1, "you still have spheres in reserve"),
        ([PYRAMID, "a1:a5"], 0, "pyramid 1WWWWWW,7,7,7,W6,7,BBBBBBB black"),
        ([PYRAMID, "a1-a5", "d7^d6", "a5"], 1, "say where the stone on a5 goes, as in a5-"),
        ([PYRAMID, "d7"], 1, "no stone can go to d7"),
        ([PYRAMID, "d1:d2", "f7:g7"], 0, "pyramid WWW1WWW,3W3,7,7,7,7,BBBBB1B white"),
        ([PYRAMID, "a4"], 0, "pyramid 1WWWWWW,7,7,W6,7,7,BBBBBBB black"),
        ([PYRAMID, "a1-a7"], 1, "a7 stands in the way"),
        ([PYRAMID, "d1-d2"], 1, "d1-d2 is a jump, written d1^d2"),
        ([PYRAMID, "a1~a2"], 2, "is not a move"),
    ],
)
def test_play(run, words, status, printed):
    found, out, err = run("play", *words)
    assert found == status, err
    if status == 0:
        assert (out, err) == (printed + "\n", "")
    else:
        assert out == ""
        assert printed in err


def test_moves_and_perft(run):
    status, out, _ = run("moves", PYRAMID)
    assert status == 0
    assert len(out.splitlines()) == 17
    assert {"a1-a6", "b1>a1", "d1^d2"} <= set(out.splitlines())
    assert run("moves", SQUARE, "--limit", "3")[1].count("\n") == 3
    assert "1c3x1a1x1c1" in run("moves", SQUARE)[1].splitlines()
    assert run("perft", PYRAMID, "3")[1] == "5408\n"
    assert run("perft", PYRAOS, "2")[1] == "240\n"
    lines = run("perft", PYRAMID, "2", "--divide")[1].splitlines()
    assert lines[-1] == "261"
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == 261


def test_analyze_prints_typed_options(run):
    status, out, err = run("analyze", PYRAMID, SQUARE, "pyramid nothing white", PYRAOS)
    assert status == 2
    pyramid, square, bad, pyraos = map(json.loads, out.splitlines())
    assert list(pyramid) == ["game", "options", "to_move", "moves", "outcome"]
    assert pyramid["options"]["board"] == "giza-7"
    assert pyramid["options"]["smash_own"] is True
    assert pyramid["options"]["osiris_bends"] is False
    assert pyramid["options"]["run_max"] is None
    assert pyramid["options"]["min_stones"] == 4
    assert (pyramid["to_move"], pyramid["moves"], pyramid["outcome"]) == ("white", 17, None)
    assert square["options"] == {"rules": "standard", "removal": "optional"}
    assert set(bad) == {"error"}
    assert pyraos["moves"] == 16
    assert err.count("\n") == 1
    status, out, _ = run("analyze", f"{OWN} 5,1W1W1,5,1W3,BBBBB black")
    over = json.loads(out)
    assert status == 0
    assert over["options"]["board"] is None
    assert over["options"]["levels"] == "00000/01110/01210/01110/00000"
    assert (over["to_move"], over["moves"]) == (None, 0)
    assert over["outcome"] == {"winner": "white", "how": "victory-fields"}


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("pyraos WBWB,BWBW,WBWB,BWBW/BWB,WBW,BWB/BW,WB/1 white", "white wins: 4d4"),
        ("pyraos WBWB,BWBW,WBWB,BWBW/BWB,WBW,BWB/BW,W1/1 white", "black wins: 3e5 4d4"),
        ("pyramid 7,7,2W1W2,7,2W2W1,7,BB5 black", "white wins: a7-a1 f5^e5"),
        ("pyramid 7,7,7,7,7,7,WB5 white", "a draw"),
    ],
)
def test_solve(run, position, says):
    status, out, _ = run("solve", position)
    assert (status, out) == (0, says + "\n")


@pytest.mark.check
def test_solve_says_when_it_is_not_decided(run):
    status, out, err = run("solve", PYRAMID, "--limit", "0.2")
    assert (status, out) == (4, "")
    assert "not decided" in err


@pytest.mark.parametrize(("position", "move"), [(SQUARE, "1c3x1a1"), (PYRAMID, "d1^d2")])
def test_check_files_of_both_games(run, tmp_path, position, move):
    record, node = records.play(records.new_record(position), 0, move)
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record, node))
    status, out, _ = run("check", str(path))
    assert (status, out) == (0, f"{path}: ok, game, 1 move\n")
    assert run("play", str(path))[1] == f"{read_position(position).play(move)}\n"
    path.write_text(path.read_text().replace(move, "a1-b9"))
    status, out, err = run("check", str(path))
    assert (status, out) == (2, "")
    assert "$.nodes[1].move" in err


@pytest.mark.check
@pytest.mark.parametrize("position", [SQUARE, PYRAMID, f"{OWN} WW1WW,5,5,5,BB1BB white"])
def test_render(run, tmp_path, position):
    out = tmp_path / "picture.png"
    status, printed, err = run("render", position, "-o", str(out), "--size", "160x120")
    if status == 3:
        pytest.skip(err)
    assert (status, printed) == (0, "")
    assert out.read_bytes().startswith(b"\x89PNG")


def test_a_game_that_does_not_ship_answers_as_all_do(run, cairns):
    fresh = "cairns:radius=2 3,4,5,4,3 amber"
    assert run("new", cairns.name) == (0, fresh + "\n", "")
    assert run("play", fresh, "bid2")[1] == "cairns:radius=2 3,4,5,4,3 jade sealed=amber\n"
    status, _, err = run("play", "cairns:radius=2 3,4,5,4,3 violet sealed=amber+jade", "bid1")
    assert status == 1
    assert "sealed" in err
    played = "cairns:radius=2 3,4,5,4,3 chance leads=jade"
    assert run("play", fresh, "bid3", "bid1", "bid3")[1] == played + "\n"
    assert run("moves", played)[1] == "roll1\nroll2\nroll3\n"
    found = json.loads(run("analyze", "cairns:radius=2 3,4,2A*2J1,4,3 amber cap=3")[1])
    assert found["options"] == {"radius": 2, "stones": 7, "cards": False, "fences": 0}
    assert found["to_move"] == "amber"
    assert found["moves"] == 24
    assert run("solve", fresh)[0] == 4
    assert run("perft", fresh, "4")[1] == "648\n"


def test_dice_are_rolled_with_a_seed(run, cairns, tmp_path):
    before = "cairns:radius=2 3,4,5,4,3 jade sealed=amber"
    fresh = "cairns:radius=2 3,4,5,4,3 amber"
    rolled = run("play", fresh, "bid3", "bid1", "bid3", "--seed", "mine")
    assert rolled[0] == 0
    assert " jade cap=" in rolled[1]
    assert run("play", fresh, "bid3", "bid1", "bid3", "--seed", "mine") == rolled
    # Moves go on after a roll, and a roll that is given is taken as it is.
    assert " violet cap=" in run("play", fresh, "bid3", "bid1", "bid3", "a3", "--seed", "mine")[1]
    faces = {
        run("play", fresh, "bid3", "bid1", "bid3", face, "--seed", "mine")[1]
        for face in ("roll1", "roll2", "roll3")
    }
    assert len(faces) == 3
    assert run("play", before, "--seed", "mine") == (0, before + "\n", "")
    # A game's own seed has the same dice for it as the window.
    session = Session()
    session.new(cairns.name)
    session.head("seed", "mine")
    for bid in ("bid3", "bid1", "bid3"):
        session.play(bid)
    session.save_as(tmp_path / "game.pyramidion")
    session.roll()
    found = run("play", str(tmp_path / "game.pyramidion"), "--seed", "mine")
    assert found == (0, f"{session.position}\n", "")


BALL = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"


def test_two_programs_are_played_at_once_or_one_by_one_in_a_file(run, tmp_path):
    assert run("new", "pyramid-ball") == (0, BALL + "\n", "")
    after = "pyramid-ball 7,7,1L5,4MS1,3m1s1,2l4,7,7 A ball=AM\n"
    assert run("play", BALL, "NN./E../...", "S.././E..") == (0, after, "")
    assert run("play", BALL, "NN./E../...", "S:S.. L:E") == (0, after, "")
    sealed = BALL.replace(" A ", " B ") + " sealed=A"
    assert run("play", BALL, "NN./E../...") == (0, sealed + "\n", "")
    status, printed, err = run("play", sealed, ".../.../...")
    assert (status, printed) == (1, "")
    assert "what A has chosen is sealed" in err
    status, printed, err = run("play", BALL, "NN./E../.../dashN")
    assert (status, printed) == (1, "")
    assert "A has no dash to use" in err
    assert run("play", BALL, "NNN")[0] == 2
    game, node = records.play(records.new_record(BALL), records.ROOT, "NN./E../...")
    path = tmp_path / "secret.pyramidion"
    save(path, Contents(game, node))
    assert "NN." not in path.read_text()
    assert run("play", str(path)) == (0, sealed + "\n", "")
    assert run("play", str(path), "S.././E..") == (0, after, "")
    assert "NN." not in run("analyze", str(path))[1]
    # What a line would reveal is not counted: neither of the string nor of the file.
    for what in (sealed, str(path)):
        assert run("perft", what, "1")[1] == "19531250\n"
        status, printed, err = run("perft", what, "2")
        assert (status, printed) == (2, "")
        assert "cannot be counted: what A has chosen is sealed" in err


def test_programs_are_listed_as_far_as_asked_and_counted_without_listing(run):
    listed = ".../.../...\n.../.../.../pass2S\n.../.../.../pass2M\n"
    assert run("moves", BALL, "--limit", "3") == (0, listed, "")
    assert run("perft", BALL, "2")[1] == f"{19_531_250**2}\n"
