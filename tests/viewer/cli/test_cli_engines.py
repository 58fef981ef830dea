"""`bestmove`, `match`, `generate` and `ugi`: what they print, and every status they end with."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from model.play.batch import BatchError, cluster
from model.positions.setup import read_position
from model.records import files
from model.records.files import Collection
from viewer.cli.main import main

SMALL = "partition:size=3,rules=free BBB,3,RB1/RR,2/R red"
Run = Callable[..., tuple[int, str, str]]


def test_bestmove_prints_a_move_and_the_same_one_again(run: Run) -> None:
    status, out, err = run("bestmove", SMALL, "--level", "2", "--seed", "5")
    assert (status, err) == (0, "")
    assert out.strip() in read_position(SMALL).legal_moves
    assert run("bestmove", SMALL, "--level", "2", "--seed", "5")[1] == out


def test_bestmove_as_json(run: Run) -> None:
    status, out, _ = run("bestmove", SMALL, "--nodes", "50", "--json")
    told = json.loads(out)
    assert status == 0
    assert list(told) == ["move", "score", "proved", "line", "nodes"]
    assert told["line"][0] == told["move"]
    assert 0 <= told["score"] <= 1
    assert read_position(SMALL).replay(told["line"])


def test_bestmove_ends_when_its_time_is_up(run: Run) -> None:
    status, out, _ = run("bestmove", SMALL, "--limit", "0")
    assert status == 0
    assert out.strip() in read_position(SMALL).legal_moves


def test_bestmove_of_what_is_over(run: Run) -> None:
    position = read_position(SMALL)
    while position.outcome is None:
        position = position.play(next(iter(position.legal_moves)))
    assert run("bestmove", position)[::2] == (1, "pyramidion: the game is over: there is no move\n")


def test_bestmove_where_dice_fall(run: Run) -> None:
    said = "pyramidion: dice are to be rolled: nobody chooses this move\n"
    assert run("bestmove", "rolling-pyramids 23 chance") == (1, "", said)


@pytest.mark.check
def test_a_match_says_what_it_says_about_strength_and_goes_on(run: Run, tmp_path: Path) -> None:
    positions = tmp_path / "openings.txt"
    positions.write_text(f"{SMALL}\n")
    out_file = tmp_path / "games.jsonl"
    words = ["match", "2", "1", "--nodes", "3", "--openings", positions, "--out", out_file]
    status, out, err = run(*words, "--games", "2")
    assert status == 0
    assert out.startswith("2 against 1: ")
    assert "of 2 games, Elo " in out
    assert out.splitlines()[1].startswith("pairs won whole: ")
    assert "2 games played" in err
    assert len(out_file.read_text().splitlines()) == 3
    assert run(*words, "--games", "2")[1:] == (out, ""), "nothing is left to play"


def test_openings_of_a_file_are_checked_line_by_line(run: Run, tmp_path: Path) -> None:
    positions = tmp_path / "openings.txt"
    positions.write_text(f"{SMALL}\n\npartition 3,3 red\n")
    status, _, err = run("match", "1", "2", "--openings", positions)
    assert status == 2
    assert "line 2" in err
    positions.write_text("\n")
    assert "holds no position" in run("match", "1", "2", "--openings", positions)[2]


@pytest.mark.check
@pytest.mark.skipif(sys.platform == "win32", reason="makes a pipe")
def test_no_pipe_or_device_is_waited_for(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, Path("/dev/zero")):
        status, out, err = run("match", "1", "2", "--openings", place)
        assert (status, out) == (2, "")
        assert "neither a game nor a file" in err
        for words in (("match", "random", "random", "--games", "2"), ("analyze", SMALL)):
            status, out, err = run(*words, "--out", place)
            assert (status, out) == (2, "")
            assert "not a file" in err
            assert len(err.splitlines()) == 1


@pytest.mark.check
@pytest.mark.parametrize("address", ["tls://127.0.0.1:9", "ucx://x:1", "nowhere at all"])
def test_a_cluster_that_cannot_be_reached_is_told(address: str) -> None:
    with pytest.raises(BatchError, match="no Dask cluster answers at"):
        cluster(address)


def test_ugi_without_input_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["ugi"]) == 2
    assert "there is no standard input" in capsys.readouterr().err


@pytest.mark.check
def test_generated_puzzles_are_lines_or_a_collection(run: Run, tmp_path: Path) -> None:
    words = ["generate", "partition", "--option", "size=3", "--count", "1", "--moves", "1"]
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    lines = [line.split("\t") for line in out.splitlines()]
    assert len(lines) == 1
    assert all(read_position(position).outcome is None for position, _ in lines)
    assert all(title.split()[1] == "wins" for _, title in lines)
    path = tmp_path / "made.pyramidion"
    assert run(*words, "--jobs", "2", "--out", path)[0] == 0
    made = files.load_any(path)
    assert isinstance(made, Collection)
    kept = [str(item.record.start) for item in made.items]
    assert kept == [position for position, _ in lines], "however many processes there are"


def test_ugi_serves_bytes_that_are_no_text(run: Run) -> None:
    lines = b"ugi\n\xff\xfe\nposition fen " + SMALL.encode() + b"\nquery p1turn\nquit\n"
    status, out, err = run("ugi", stdin=lines)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "response true"
    assert "info string there is no command" in out


# -- review ----------------------------------------------------------------------------------------

GAME = Path(__file__).parents[3] / "examples" / "21-pyramid-a-game.pyramidion"


@pytest.mark.check
def test_review_judges_every_move_and_keeps_what_it_found(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.pyramidion"
    status, said, err = run("review", GAME, "--nodes", "30", "--out", out)
    lines = said.splitlines()
    record = files.load(GAME).record
    assert (status, err) == (0, "")
    assert len(lines) == len(record) + 1
    assert lines[0].startswith("1. ")
    assert lines[-1].startswith("mistakes: white ")
    kept = files.load(out).record
    assert all(node.evaluation is not None for node in kept.nodes.values())
    # What the file holds is not looked at again.
    assert run("review", out, "--nodes", "30")[1] == said


def test_where_positions_are_set_up_and_nothing_is_played_there_is_no_mistake(run: Run) -> None:
    course = GAME.with_name("lessons") / "02-pyraos-course.pyramidion"
    assert run("review", course, "--nodes", "10") == (0, "mistakes: white 0, black 0\n", "")


@pytest.mark.check
def test_review_as_json(run: Run) -> None:
    status, said, _ = run("review", GAME, "--nodes", "10", "--json", "--node", "3")
    told = [json.loads(line) for line in said.splitlines()]
    assert status == 0
    assert list(told[0]) == [
        "ply", "node", "move", "side", "before", "after", "proved", "grade", "best", "line"
    ]  # fmt: skip
    assert {one["grade"] for one in told} <= {"", "?!", "?", "??"}
    assert all(0 <= one["before"] <= 1 for one in told)


def test_a_game_without_moves_is_not_reviewed(run: Run) -> None:
    status, out, err = run("review", GAME.with_name("01-empty-board.pyramidion"))
    assert (status, out) == (1, "")
    assert "no moves to review" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bestmove", SMALL, "--level", "11"], "level must be from 1 to 10"),
        (["bestmove", SMALL, "--level", "0"], "level must be from 1 to 10"),
        (["bestmove", SMALL, "--nodes", "0"], "is not a number from 1"),
        (["bestmove", SMALL, "--limit", "soon"], "not a number of seconds"),
        (["bestmove", SMALL, "--seed", "x"], "is not a whole number"),
        pytest.param(["match", "12", "1"], "levels go from 1 to 10", marks=pytest.mark.check),
        pytest.param(["match", "1", "/no/engine"], "cannot be started", marks=pytest.mark.check),
        pytest.param(
            ["match", "1", "2", "--games", "0"], "is not a number from 1", marks=pytest.mark.check
        ),
        pytest.param(
            ["match", "1", "2", "--openings", "/no/file"],
            "neither a game nor a file",
            marks=pytest.mark.check,
        ),
        pytest.param(
            ["match", "1", "2", "--openings", "partition:size=99"], "99", marks=pytest.mark.check
        ),
        pytest.param(["match", "1"], "required", marks=pytest.mark.check),
        (["generate", "chess"], "is not a game"),
        (["generate", "partition", "--moves", "3..1"], "not a range of moves"),
        (["generate", "partition", "--moves", "x"], "not a range of moves"),
        (["generate", "partition", "--count", "0"], "is not a number from 1"),
        (["generate", "partition", "--option", "size=99"], "99"),
        (["generate", "partition", "--out", "/no/folder/made.pyramidion"], "folder"),
        (["generate", "partition", "--kind", "known"], "no choice is known before the move"),
        (["generate", "pyramid-ball", "--kind", "hold"], "asks for a win in 1 move"),
        (["generate", "pyramid-ball", "--kind", "mate"], "mate"),
        (["review", SMALL], "this is a position"),
        (["review", GAME, "--nodes", "3", "--limit", "1"], "not allowed"),
        (["review", GAME, "--out", "no/such/folder/x.pyramidion"], "the folder it should go to"),
        (["review", "nowhere.pyramidion"], "no such file"),
    ],
)
def test_what_cannot_be_done_costs_a_sentence(run: Run, words: list[object], says: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert says in err
