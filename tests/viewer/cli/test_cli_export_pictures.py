"""The command that writes pictures: which files, what it refuses, and what a stop leaves."""

import json
import os
import signal
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from failing_disk import FailingDisk
from PIL import Image

from model.records.files import Collection, Contents, save, save_collection
from model.records.record import ROOT, new_record, play
from viewer.cli.export_command import Held, numbered

START = "partition:size=2,rules=free 2,2/1 red"


@pytest.fixture
def game(tmp_path):
    record, node = new_record(START, title="A & <b>"), ROOT
    for move in ("1a1", "1c1", "1a3"):
        record, node = play(record, node, move)
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record, node))
    return path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.check
def test_a_position_becomes_a_png_as_render_draws_it(run, tmp_path):
    out, other = tmp_path / "a.png", tmp_path / "b.png"
    words = ("--size", "200x150", "--cut", "level=1", "--view", "top")
    assert run("export", START, "-o", out, *words)[0] == 0
    assert run("render", START, "-o", other, *words)[0] == 0
    assert out.read_bytes() == other.read_bytes()


def test_a_jpeg_is_the_picture_without_the_last_digits(run, tmp_path):
    out, other = tmp_path / "a.jpg", tmp_path / "b.png"
    for path in (out, other):
        assert run("export", START, "-o", path, "--size", "200x150", "--caption")[0] == 0
    with Image.open(out) as made, Image.open(other) as exact:
        assert (made.format, made.mode, made.size) == ("JPEG", "RGB", (200, 150))
        apart = np.abs(np.array(made).astype(int) - np.array(exact.convert("RGB")))
    assert apart.mean() < 2


@pytest.mark.check
def test_what_is_kept_in_sight_is_opened_on_the_way_to_it(run, tmp_path):
    """In pixels as `render` draws it, and on paper as lines."""
    full, place = "partition:size=3,rules=free RBR,BRB,RBR/BR,RB/R red", "2b2"

    def made(name, *words):
        out = tmp_path / name
        assert run("export", full, "-o", out, "--size", "200x150", *words)[0] == 0
        return out.read_bytes()

    plain, opened = made("a.png", "--view", "top"), made("b.png", "--view", "top", "--focus", place)
    assert plain != opened
    out = tmp_path / "c.png"
    words = ("-o", out, "--size", "200x150", "--view", "top", "--focus", place)
    assert run("render", full, *words)[0] == 0
    assert out.read_bytes() == opened
    closed, lines = (
        made(f"{number}.svg", "--diagram", "--view", "top", *words).count(b'fill="none"')
        for number, words in enumerate(((), ("--focus", place)))
    )
    assert lines > closed
    status, said, err = run("render", full, "-o", out, "--focus", "shown")
    assert (status, said) == (2, "")
    assert err.endswith("nothing is explained or selected: name a point, such as 1a1\n")


@pytest.mark.check
def test_a_stereo_picture_has_one_for_each_eye(run, tmp_path):
    """What is near lies farther to the right for the left eye; nothing is higher for one."""
    ball = "partition:size=4,rules=free {},4,4,{}/3,3,3/2,2/1 red"
    size, words = (401, 150), ("--show", "labels=off", "--show", "ghosts=off", "--view", "south")

    def places(name, position, *more):
        out = tmp_path / name
        given = ("--size", "x".join(map(str, size)), *words, *more)
        assert run("render", position, "-o", out, *given)[0] == 0
        with Image.open(out) as made:
            assert made.size == size
            red, green, blue = np.array(made.convert("RGB")).astype(int).transpose(2, 0, 1)
        found = []
        for half in (slice(0, 200), slice(200, 401)):
            there = np.argwhere((red > green + 60)[:, half] & (red > blue + 60)[:, half])
            found.append(there.mean(axis=0))
        return found

    for number, kind in enumerate(("parallel", "crossed")):
        gaps = []
        for row, place in enumerate((("R3", "4"), ("4", "R3"))):  # near, then far
            first, second = places(f"{number}{row}.png", ball.format(*place), "--stereo", kind)
            assert abs(first[0] - second[0]) < 0.6
            gaps.append(first[1] - second[1])
        assert (gaps[0] > gaps[1] + 1) == (kind == "parallel")
        assert (gaps[0] < gaps[1] - 1) == (kind == "crossed")


@pytest.mark.check
def test_every_step_has_a_number(run, game, tmp_path):
    out = tmp_path / "out" / "shot.png"
    out.parent.mkdir()
    status, said, err = run(
        "export", game, "-o", out, "--every-step", "--size", "64x48", "--json", "--caption"
    )
    assert (status, err) == (0, "")
    assert names(out.parent) == [f"shot-0{k}.png" for k in range(1, 5)]
    sizes = {Image.open(path).size for path in out.parent.iterdir()}
    assert sizes == {(64, 48)}
    *progress, last = map(json.loads, said.splitlines())
    assert [one["text"] for one in progress] == [f"picture {k} of 4" for k in range(1, 5)]
    assert (last["path"], last["files"]) == (str(out.parent / "shot-01.png"), 4)


@pytest.mark.check
def test_a_lesson_has_a_drawing_a_step_with_what_it_says(run, tmp_path):
    lesson = next(path for path in sorted(os.listdir("examples/lessons")) if "poly-y" in path)
    out = tmp_path / "step.svg"
    words = (f"examples/lessons/{lesson}", "-o", out, "--caption")
    assert run("export", *words, "--every-step")[0] == 0
    assert len(names(tmp_path)) == 14
    texts = {"".join(ET.parse(path).getroot().itertext()) for path in tmp_path.iterdir()}
    assert len(texts) == 14
    assert run("export", *words, "--step", 3)[0] == 0
    assert out.read_text() == (tmp_path / "step-03.svg").read_text()
    status, _, err = run("export", *words, "--step", 15)
    assert status == 2
    assert "the lesson has 14 steps, and --step asks for 15" in err


def test_all_of_a_collection_is_numbered(run, tmp_path, game):
    items = tuple(Contents(new_record(START, title=f"{k}")) for k in range(3))
    save_collection(tmp_path / "three.pyramidion", Collection("Three", "", items))
    out = tmp_path / "out" / "a.svg"
    out.parent.mkdir()
    assert run("export", tmp_path / "three.pyramidion", "-o", out)[0] == 0
    assert names(out.parent) == ["a-01.svg", "a-02.svg", "a-03.svg"]
    assert [path.name for path in numbered(out, 120)][::119] == ["a-001.svg", "a-120.svg"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("-o", "a.png", "--diagram"), "--diagram is for SVG: let the name end in .svg"),
        (("-o", "a.jpg", "--transparent"), "--transparent is for PNG"),
        (("-o", "a.png", "--ink", "grey"), "--ink is for SVG"),
        (("-o", "a.svg", "--step", "1", "--every-step"), "exclude each other"),
        (("-o", "a.png", "--size", "9000x10"), "16 to 8192 each"),
        (("-o", "a.svg", "--step", "9"), "the main line has 3 moves, and --step asks for 9"),
        (("-o", "a.svg", "--cut", "nothing=1"), "nothing"),
        (
            ("-o", "a.svg", "--stereo", "crossed"),
            "--stereo is for PNG and JPEG: let the name end in",
        ),
        (("-o", "a.png", "--focus", "9z9"), "'9z9' is not shown, deep or a point of this board"),
        (("-o", "a.html", "--diagram"), "--diagram is an option of a picture (.png, .jpg or .svg)"),
        (("-o", "nowhere/a.png"), "the folder it should go to is not there"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(run, game, monkeypatch, words, sentence):
    monkeypatch.chdir(game.parent)
    status, out, err = run("export", game, *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert names(game.parent) == ["game.pyramidion"]


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "input"])
def test_no_picture_is_drawn_where_one_of_many_cannot_be_written(
    run, game, tmp_path, monkeypatch, kind
):
    out = tmp_path / "out" / "a.svg"
    out.parent.mkdir()
    (out.parent / "a-01.svg").write_text("mine")
    bad, says = out.parent / "a-03.svg", "a-03.svg"
    if kind == "pipe":
        os.mkfifo(bad)
        says += '" is a pipe or a device'
    elif kind == "device":
        bad.symlink_to("/dev/zero")
        says += '" is a pipe or a device'
    elif kind == "folder":
        bad.mkdir()
        says += '" is a folder'
    else:
        bad.symlink_to(game)
        says += '" is what is read'
    before = game.read_bytes()
    monkeypatch.chdir(out.parent)
    status, out_text, err = run("export", game, "-o", out.name, "--every-step")
    assert (status, out_text) == (2, "")
    assert says in err
    assert names(out.parent) == ["a-01.svg", "a-03.svg"]
    assert ((out.parent / "a-01.svg").read_text(), game.read_bytes()) == ("mine", before)


@pytest.mark.check
def test_a_full_disk_leaves_all_pictures_or_none(run, game, tmp_path):
    out = tmp_path / "out" / "a.svg"
    out.parent.mkdir()
    (out.parent / "a-02.svg").write_text("mine")
    failed = 0
    for at in range(1, 40):
        with FailingDisk(at):
            status, _, err = run("export", game, "-o", out, "--every-step")
        found = {path.name: path.read_text() for path in out.parent.iterdir()}
        if status == 0:
            assert len(found) == 4
            break
        failed += 1
        assert "pyramidion: " in err
        assert found == {"a-02.svg": "mine"}
    assert failed > 4


def test_a_stop_while_files_are_put_in_their_places_undoes_those_before(tmp_path, monkeypatch):
    held, out = Held(), tmp_path / "a.svg"
    (tmp_path / "a-1.svg").write_bytes(b"before")
    for k in range(3):
        held.add(tmp_path / f"a-{k}.svg", b"%d" % k)
    heard = []
    monkeypatch.setattr(signal, "raise_signal", heard.append)
    from viewer.cli import export_command

    real = export_command.write_whole

    def write(target, data):
        real(target, data)
        if target.name == "a-1.svg" and not heard:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(export_command, "write_whole", write)
    from model.contract.game import Stopped

    with pytest.raises(Stopped):
        held.write()
    held.close()
    assert heard == [signal.SIGTERM]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a-1.svg": b"before"}
    assert not out.exists()
