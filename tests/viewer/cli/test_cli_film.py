"""The command that films: what it takes, what it refuses, what it tells, and what it leaves."""

import json

import pytest
from film_probe import START, probed

from model.records.files import Contents, save
from model.records.record import ROOT, new_record, play
from viewer.export.film import video

SHORT = ("--size", "128x96", "--fps", "4", "--speed", "10")


def saved(path):
    record, node = new_record(START), ROOT
    for move in ("1a1", "1c1"):
        record, node = play(record, node, move)
    save(path, Contents(record, node))
    return path


@pytest.mark.check
def test_a_position_becomes_a_film(run, tmp_path):
    out = tmp_path / "turn.mp4"
    status, said, err = run("export", START, "-o", out, *SHORT)
    assert (status, err) == (0, "")
    assert said.startswith(f"{out}: ")
    stream, _ = probed(out)
    assert (stream["width"], stream["height"], stream["nb_read_frames"]) == (128, 96, "4")
    assert [path.name for path in tmp_path.iterdir()] == ["turn.mp4"]


def test_progress_tells_frames_and_the_time_left(run, tmp_path):
    out = tmp_path / "game.webm"
    path = saved(tmp_path / "game.pyramidion")
    status, said, err = run("export", path, "-o", out, *SHORT, "--speed", "1", "--json")
    assert (status, err) == (0, "")
    *progress, last = map(json.loads, said.splitlines())
    assert progress[0]["text"] == f"frame 1 of {progress[0]['total']}"
    assert progress[0]["done"] == 0
    assert any(one["text"].endswith((" second left", " seconds left")) for one in progress)
    done = [one["done"] for one in progress]
    assert done == sorted(done)
    assert done[-1] == progress[-1]["total"]
    assert last == {"stage": "done", "path": str(out), "bytes": out.stat().st_size}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--size", "481"), "is not 480, 720 or 1080, nor WIDTHxHEIGHT in pixels, both even"),
        (("--size", "101x100"), "both even and from 64 to 3840"),
        (("--size", "100x9000"), "both even and from 64 to 3840"),
        (("--fps", "0"), '"0" is not a number of frames a second from 1 to 60'),
        (("--speed", "nan"), '"nan" is not a number of times as fast from 0.1 to 10'),
        (("--hold", "-1"), "is not a number of seconds from 0 to 60"),
        (("--scene", "dance"), "invalid choice: 'dance'"),
        (("--scene", "replay"), "has no moves to replay"),
        (("--scene", "pour", "--corner", "middle"), 'no corner called "middle"'),
        (("--scene", "cut", "--family", "middle"), 'no planes called "middle"'),
        (("--ink", "grey"), "--ink is an option of a PDF for print (.pdf) and a picture"),
    ],
)
def test_what_cannot_be_filmed_is_refused(run, tmp_path, words, sentence):
    status, out, err = run("export", START, "-o", tmp_path / "film.mp4", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.check
def test_a_gif_says_what_keeps_it_small(run, tmp_path, monkeypatch):
    out = tmp_path / "turn.gif"
    run("export", START, "-o", out, *SHORT, "--fps", "20")
    monkeypatch.setattr(video, "LIMIT", out.stat().st_size * 2 // 3)
    status, said, err = run("export", START, "-o", out, *SHORT, "--fps", "20", "--json")
    assert (status, err) == (0, "")
    remarks = [
        one["text"] for one in map(json.loads, said.splitlines()) if one["stage"] == "remark"
    ]
    assert len(remarks) == 1
    assert "colours keep it below" in remarks[0]
