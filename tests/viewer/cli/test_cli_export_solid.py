"""The command that writes solids: what it says beforehand, what it refuses, and what it leaves."""

from pathlib import Path

import pytest

from model.records.files import Collection, Contents, save, save_collection
from model.records.record import ROOT, new_record, play
from viewer.export import items

BALL = "partition:size=2,rules=free R1,2/1 red"
PAIRS = "partition:size=4,rules=free RR2,4,4,2BB/3,3,3/2,2/1 red"
STONES = "poly-y:corners=5,size=6 R/5/10/15/20/25 blue"
SIZE_20 = Path(__file__).parents[3] / "examples" / "07-size-20.pyramidion"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Each command line is run in an empty folder."""
    monkeypatch.chdir(tmp_path)


POINTS = "The balls touch the bed in points only: a foot or a board makes them stick."


@pytest.mark.parametrize("suffix", [".stl", ".3mf", ".glb"])
def test_a_position_becomes_a_solid(run, tmp_path, suffix):
    status, said, err = run("export", PAIRS, "-o", f"pairs{suffix}", "--quality=draft")
    assert status == 0
    assert said.startswith(f"pairs{suffix}: ")
    assert [path.name for path in tmp_path.iterdir()] == [f"pairs{suffix}"]
    if suffix == ".glb":
        assert err == ""
    else:
        assert err == (
            "pyramidion: This will be 80 × 80 × 20 mm.\n"
            "pyramidion: 2 loose groups: 1a1 and 1 other; 1e7 and 1 other. Rods or a board would "
            f"hold them together.\npyramidion: {POINTS}\n"
        )


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        ((PAIRS, "--rods"), ["This will be 80 × 80 × 20 mm."]),
        ((PAIRS, "--board"), ["This will be 86 × 86 × 23 mm."]),
        ((PAIRS, "--part=red"), ["This will be 40 × 20 × 20 mm."]),
        (
            (PAIRS, "--part=each", "--board"),
            [
                "This will be 3 solids: red 40 × 20 × 20 mm, blue 40 × 20 × 20 mm and board "
                "86 × 86 × 5 mm."
            ],
        ),
        ((BALL, "--ball=3"), ["This will be 3 × 3 × 3 mm."]),
        ((BALL, "--foot=8"), ["This will be 20 × 20 × 20 mm."]),
        (
            (PAIRS, "--part=each", "--ball=50", "--board"),
            [
                "This will be 3 solids: red 100 × 50 × 50 mm, blue 100 × 50 × 50 mm and board "
                "215 × 215 × 7 mm.",
                "Side by side they are 435 mm wide, and many printers print at most 220 mm: "
                "arrange them in your slicer, or write each to a file of its own.",
            ],
        ),
        (
            (PAIRS, "--ball=60", "--rods"),
            [
                "This will be 240 × 240 × 60 mm.",
                "Many printers print at most 220 × 220 × 250 mm: balls of 55 mm fit.",
            ],
        ),
        (
            (PAIRS, "--part=red", "--neck=1"),
            ["This will be 40 × 20 × 20 mm.", "Necks of 1 mm break easily: 1.2 mm hold."],
        ),
        (
            ("partition:size=3,rules=free R2,3,3/2,1B/1 red",),
            [
                "This will be 50 × 50 × 35 mm.",
                "2 loose groups: 1a1; 2d4. Rods would hold them together.",
            ],
        ),
    ],
)
def test_what_a_printer_should_know_is_said_beforehand(run, words, sentences):
    status, _, err = run("export", *words, "-o", "a.3mf", "--quality=draft")
    assert status == 0
    sentences += [] if {"--board", "--foot=8"} & {*words} else [POINTS]
    assert err == "".join(f"pyramidion: {one}\n" for one in sentences)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("partition:size=2,rules=free 2,2/1 red", "-o", "a.stl"),
            "no piece stands here: choose another position, or add the board",
        ),
        (
            (BALL, "-o", "a.stl", "--part=blue"),
            "no piece of blue stands here: choose another position, or add the board",
        ),
        ((BALL, "-o", "a.stl", "--part=green"), '"green" is not a part: whole, each, red or blue'),
        (
            (PAIRS, "-o", "a.stl", "--part=each"),
            "an STL file holds one solid: write one each for --part red and --part blue, or all of "
            "them as 3MF",
        ),
        (
            (PAIRS, "-o", "a.glb", "--part=each"),
            "a scene holds a node for each piece: --part is whole or one player",
        ),
        ((BALL, "-o", "a.stl", "--ball=1"), "a ball of 1 mm cannot be made: from 2 to 200 mm"),
        (
            (BALL, "-o", "a.stl", "--neck=11"),
            "a neck of 11 mm does not join balls of 20 mm: from 0.4 to 10 mm, half a ball",
        ),
        (
            (BALL, "-o", "a.stl", "--foot=11"),
            "a foot of 11 mm does not fit under balls of 20 mm: up to 10 mm, half a ball",
        ),
        (
            (STONES, "-o", "a.stl", "--rods"),
            "rods join balls, and here are other pieces: a board holds those",
        ),
        (
            (STONES, "-o", "a.stl", "--foot=3"),
            "a foot is cut under balls, and here are other pieces: leave it out",
        ),
        ((BALL, BALL, "-o", "a.stl"), "a solid shows one of these 2: say which with --item"),
        ((BALL, "-o", "a.stl", "--item=2"), "there is 1 item, and --item asks for 2"),
        ((BALL, "-o", "a.stl", "--step=1"), "the main line has 0 moves, and --step asks for 1"),
        ((BALL, "-o", "a.stl", "--ball=nan"), '"nan" is not a number of millimetres'),
        ((BALL, "-o", "a.glb", "--rods"), "--rods is an option of a solid to print"),
        (
            (SIZE_20, "-o", "a.stl", "--quality=fine", "--ball=200"),
            "this would have about 12.5 million triangles, and 4 million are the most that slicers "
            "take well: choose draft quality, smaller balls or one player",
        ),
    ],
)
def test_what_cannot_be_made_is_refused(run, tmp_path, words, sentence):
    status, out, err = run("export", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert not list(tmp_path.iterdir())


def test_a_scene_needs_no_package(run, monkeypatch):
    monkeypatch.setattr(items, "find_spec", lambda name: None)
    assert run("export", BALL, "-o", "a.glb")[0] == 0


def test_a_step_and_an_item_are_chosen(run, tmp_path):
    record, node = new_record("partition:size=2,rules=free 2,2/1 red"), ROOT
    for move in ("1a1", "1c1"):
        record, node = play(record, node, move)
    held = Contents(record, node)
    save(tmp_path / "game.pyramidion", held)
    save_collection(tmp_path / "two.pyramidion", Collection("", items=(held, held)))
    assert "20 × 20 × 20" in run("export", "game.pyramidion", "-o", "a.stl", "--step=1")[2]
    assert "40 × 20 × 20" in run("export", "two.pyramidion", "-o", "a.stl", "--item=2")[2]
    assert run("export", "two.pyramidion", "-o", "a.stl")[0] == 2
