"""The command that writes a page: what it takes, what it refuses, and what it leaves."""

import base64
import json
import os
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import pytest
import shipped
from failing_disk import FailingDisk

from model.records.files import Collection, Contents, save, save_collection
from model.records.lesson import Lesson, Step
from model.records.record import ROOT, new_record, play, set_lesson
from model.records.view import Mark
from viewer.export import items

START = "partition:size=2,rules=free 2,2/1 red"
MAPS = ("--diagrams", "maps")
SHORT = ("--size", "128x96", "--fps", "4", "--speed", "10")


def data_in(path):
    packed = path.read_text().partition('id="data">')[2].partition("<")[0]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def game_of(*moves, **headers):
    record, node = new_record(START, **headers), ROOT
    for move in moves:
        record, node = play(record, node, move)
    return Contents(record, node)


def test_a_position_becomes_a_page_of_its_own(run, tmp_path):
    out = tmp_path / "page.html"
    status, said, err = run("export", START, "-o", out, "--title", "Two & <two>")
    assert (status, err) == (0, "")
    assert said.startswith(f"{out}: ")
    data = data_in(out)
    assert data["title"] == "Two & <two>"
    assert [item["nodes"][0]["position"] for item in data["items"]] == [START]
    assert out.stat().st_size < 400_000
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.check
def test_folders_and_collections_become_items(run, tmp_path):
    save(tmp_path / "a.pyramidion", game_of("1a1"))
    both = Collection("Both", items=(game_of(title="One"), game_of(title="Two")))
    save_collection(tmp_path / "b.pyramidion", both)
    out = tmp_path / "page.html"
    assert run("export", tmp_path, START, "-o", out)[0] == 0
    titles = [item["title"] for item in data_in(out)["items"]]
    assert titles == ["a", "One", "Two", "Pyramid Partition"]


@pytest.mark.check
def test_it_opens_at_the_step_that_is_asked_for(run, tmp_path):
    path, out = tmp_path / "game.pyramidion", tmp_path / "page.html"
    save(path, game_of("1a1", "1c1"))
    assert run("export", path, "-o", out)[0] == 0
    assert data_in(out)["start"] == {"item": 0, "node": 2}
    assert run("export", path, "-o", out, "--step", 1)[0] == 0
    assert data_in(out)["start"] == {"item": 0, "node": 1}
    status, _, err = run("export", path, "-o", out, "--step", 3)
    assert (status, err) == (2, "pyramidion: the main line has 2 moves, and --step asks for 3\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((START, "-o", "page.txt"), "the name ends in .html"),
        ((START, "-o", "nowhere/page.html"), "the folder it should go to is not there"),
        (("nothing.pyramidion", "-o", "page.html"), "there is no such file"),
        ((".", "-o", "page.html"), "the folder holds no .pyramidion file"),
        (("partition 2,2/1 green", "-o", "page.html"), "the side to move is red or blue"),
        ((START,), "the following arguments are required: -o/--output"),
    ],
)
def test_what_cannot_be_exported_is_refused(run, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("export", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "options", "more"),
    [
        ("pages.pdf", MAPS, ("--title", "Another")),
        pytest.param("page.html", (), ("--title", "Another"), marks=pytest.mark.check),
        pytest.param("turn.mp4", SHORT, ("--title-card",), marks=pytest.mark.check),
        *(
            pytest.param(f"solid{suffix}", (), ("--quality=draft",), marks=pytest.mark.check)
            for suffix in (".stl", ".3mf", ".glb")
        ),
    ],
)
def test_a_full_disk_leaves_nothing_half_written(run, tmp_path, name, options, more):
    out, ball = tmp_path / name, START.replace(" 2", " R1", 1)
    run("export", ball, "-o", out, *options)
    before = out.read_bytes()
    for at in range(1, 5):
        with FailingDisk(at):
            status, _, err = run("export", ball, "-o", out, *options, *more)
        assert status in (0, 3)
        if status:
            assert "pyramidion: " in err
            assert out.read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [("a.pdf", "typst", "print"), ("a.mp4", "av", "film"), ("a.stl", "manifold3d", "solid")],
)
def test_a_missing_package_is_named_with_what_brings_it(
    run, tmp_path, monkeypatch, name, package, extra
):
    monkeypatch.setattr(items, "find_spec", lambda name: None)
    status, _, err = run("export", START.replace(" 2", " R1", 1), "-o", tmp_path / name)
    assert status == 3
    assert f"needs the package {package}" in err
    assert f"pip install 'pyramidion[{extra}]'" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.check
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGTERM")
@pytest.mark.parametrize(
    ("what", "name", "options", "told"),
    [
        ("02-figure-1.pyramidion", "a.png", ("--every-step", "--size", "1600x1200"), "picture 1 "),
        ("07-size-20.pyramidion", "a.3mf", (), "This will be 400 × 400 × 275 mm."),
        ("puzzles", "many.pdf", MAPS, "item 1 of"),
        (START, "film.mp4", ("--size", "480"), "frame "),
        pytest.param(START, "film.gif", ("--size", "480"), "frame ", marks=pytest.mark.soak),
    ],
)
def test_what_is_stopped_leaves_nothing(tmp_path, what, name, options, told):
    scratch, out = tmp_path / "scratch", tmp_path / "out" / name
    scratch.mkdir()
    out.parent.mkdir()
    source = what if what == START else shipped.EXAMPLES / what
    words = [sys.executable, "-m", "viewer", "export", source, "-o", out, "--json", *options]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(scratch)}
    ) as process:
        said = [json.loads(process.stdout.readline())]
        assert said[0]["text"].startswith(told)
        while said[-1]["stage"] == "remark" or (told == "frame " and len(said) < 8):
            said.append(json.loads(process.stdout.readline()))
        assert said[-1]["total"] > 1
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode not in (0, 1)
    assert not list(out.parent.iterdir())
    assert not list(scratch.iterdir())


@pytest.mark.parametrize("name", ["in.html", "in.svg", "in.png"])
def test_what_is_read_is_never_overwritten(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    given = tmp_path / name
    save(given, Contents(new_record(START)))
    before = given.read_bytes()
    (tmp_path / f"link-{name}").symlink_to(given)
    for out in (name, tmp_path / name, f"link-{name}"):
        for command in ("export", "render")[: 2 if name.endswith("png") else 1]:
            status, said, err = run(command, name, "-o", out)
            assert (status, said) == (2, "")
            assert "is what is read: name another file to write" in err
    assert given.read_bytes() == before


def test_a_title_sends_the_terminal_nothing_to_act_on(run, tmp_path):
    game = tmp_path / "game.pyramidion"
    save(game, game_of("1a1", title="\x1b]0;owned\x07\x1b[31mred"))
    status, said, err = run("export", game, "-o", tmp_path / "plan.pdf", "--plan")
    assert (status, said) == (2, "")
    assert "owned" in err
    assert err.rstrip("\n").isprintable()


def big(steps, size=50):
    """A lesson whose steps all lie in one position, each with marks of its own."""
    levels = "/".join(",".join([str(size - k)] * (size - k)) for k in range(size))
    marks = [(Mark("3e5"), Mark(f"1{file}1")) for file in "acegi"]
    said = [Step(0, "Look.", marks=marks[k % 5]) for k in range(steps)]
    record = new_record(f"partition:size={size},rules=free {levels} red")
    return Contents(set_lesson(record, Lesson(tuple(said))), kind="lesson")


@pytest.mark.check
@pytest.mark.parametrize(("steps", "size"), [(10_000, 5), (600, 50)])
def test_what_no_page_can_hold_is_refused_before_anything_is_drawn(run, tmp_path, steps, size):
    save(tmp_path / "big.pyramidion", big(steps, size))
    out = tmp_path / "page.html"
    status, said, err = run("export", tmp_path / "big.pyramidion", "-o", out)
    assert (status, said) == (2, "")
    assert f"this has {steps + 1} positions, and a page holds at most 5000" in err
    assert not out.exists()


def test_a_page_that_would_be_too_large_is_not_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr("viewer.export.page.page_content.MOST_BYTES", 200_000)
    out = tmp_path / "page.html"
    status, said, err = run("export", START, "-o", out)
    assert (status, said) == (2, "")
    assert "and 200 kB are the most: export a part of it" in err
    assert not out.exists()


@pytest.mark.check
def test_steps_of_one_position_hold_it_once(run, tmp_path):
    sizes = []
    for steps in (2, 22):
        save(tmp_path / "big.pyramidion", big(steps, 12))
        assert run("export", tmp_path / "big.pyramidion", "-o", tmp_path / "page.html")[0] == 0
        sizes.append(len(json.dumps(data_in(tmp_path / "page.html"))))
    assert sizes[1] - sizes[0] < 20 * 2_000


@pytest.mark.soak
@pytest.mark.process
def test_a_large_lesson_stays_within_the_size_and_memory_of_a_page(tmp_path):
    """What VTK, Qt and numpy take is needed for the smallest page, too."""
    taken = []
    for steps, size in ((2, 5), (300, 50)):
        save(tmp_path / "big.pyramidion", big(steps, size))
        command = [sys.executable, "-m", "viewer", "export", tmp_path / "big.pyramidion", "-o"]
        with subprocess.Popen([*command, tmp_path / "page.html"]) as program:
            _, status, used = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        assert program.returncode == 0
        taken.append(used.ru_maxrss)
    assert (tmp_path / "page.html").stat().st_size < 30_000_000
    assert taken[1] - taken[0] < 300_000, "kB"


@pytest.mark.check
def test_progress_is_told_as_lines_of_json(run, tmp_path):
    save_collection(tmp_path / "two.pyramidion", Collection("Two", items=(game_of(), game_of())))
    out = tmp_path / "page.html"
    status, said, err = run("export", tmp_path / "two.pyramidion", "-o", out, "--json")
    assert (status, err) == (0, "")
    *progress, last = map(json.loads, said.splitlines())
    assert [(one["done"], one["total"]) for one in progress] == [(0, 2), (1, 2), (2, 2)]
    assert progress[1]["text"] == "item 2 of 2"
    assert last == {"stage": "done", "path": str(out), "bytes": out.stat().st_size}


def test_help_lists_the_options_of_every_kind(run):
    status, said, _ = run("export", "--help")
    assert status == 0
    assert "options of a web page (.html):" in said
    assert "--no-solutions" in said


def test_a_position_becomes_level_maps(run, tmp_path):
    out = tmp_path / "maps.svg"
    status, said, err = run("export", START, "-o", out, "--ink", "grey")
    assert (status, err) == (0, "")
    assert said.startswith(f"{out}: ")
    assert ElementTree.parse(out).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    refused = run("export", "-o", "a.html", "--ink", "grey")[2]
    assert "--ink is an option of a PDF for print (.pdf) and a picture (.png" in refused
