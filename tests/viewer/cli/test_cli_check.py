"""`pyramidion check`: games, puzzles, lessons, collections, folders; what it prints, its status."""

import errno
import os
import re
from functools import partial
from pathlib import Path

import pytest

from model.positions.setup import read_position
from model.puzzles import proof
from model.puzzles.make import puzzle_from
from model.puzzles.proof import check as prove
from model.records import files
from model.records import record as records
from model.records.files import Collection, Contents
from model.records.lesson import Lesson, Step, Task
from model.records.puzzle import Puzzle, Stipulation, Try
from model.records.view import View
from viewer.cli import check

EXAMPLES = Path(__file__).parents[3] / "examples"
TWO = read_position("partition:size=3,rules=free 3,3,3/2,R1/1 red")
EMPTY = read_position("partition:size=6,rules=free 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red")


@pytest.fixture(autouse=True)
def moves_are_counted_briefly(monkeypatch):
    """What is counted is not asked here, and takes a second a puzzle where it does not end."""
    monkeypatch.setattr(proof, "SECONDS", 0.02)


@pytest.fixture
def run(run):
    """Check what is named."""
    return partial(run, "check")


def puzzle_file(path, position, puzzle):
    record = records.set_puzzle(puzzle_from(position, puzzle.stipulation), puzzle)
    files.save(path, Contents(record, 0, View()))
    return path


IN_TWO = Stipulation("hold", 2, "NW")


@pytest.mark.parametrize(
    ("puzzle", "status", "out", "err"),
    [
        pytest.param(Puzzle(IN_TWO), 0, "sound, 1a5 alone", "", marks=pytest.mark.check),
        pytest.param(
            Puzzle(Stipulation("hold", 3, "NW"), keys=("1a5",)),
            1,
            "",
            "cooked, .*solve",
            marks=pytest.mark.check,
        ),
        (Puzzle(Stipulation("hold", 1, "NW")), 1, "", "unsolvable, no first move does it: "),
        (
            Puzzle(IN_TWO, tries=(Try("9z9"), Try("1a3"))),
            0,
            "sound, ",
            r"the try 9z9 is not legal here\n\Z",
        ),
        (Puzzle(Stipulation("accepted", accepted=("1a5",))), 0, "unproved, ", ""),
    ],
)
def test_a_puzzle_is_judged_in_a_line(run, tmp_path, puzzle, status, out, err):
    path = puzzle_file(tmp_path / "a.pyramidion", TWO, puzzle)
    found, said, wrong = run(path)
    assert found == status
    for text, begin, says in ((said, path, out), (wrong, f"pyramidion: {path}", err)):
        assert bool(text) == bool(says)
        assert not says or re.match(f"{re.escape(str(begin))}: {says}", text)


@pytest.mark.check
def test_a_puzzle_that_is_solved_in_fewer_moves_is_no_sound_one(run, tmp_path):
    roads = read_position("partition:size=4,rules=free 2RB,3R,3R,1BR1/3,2R,3/1R,2/R red")
    puzzle = Puzzle(Stipulation("win", 3, first="set"), keys=("1e3", "2d2", "2f2"))
    path = puzzle_file(tmp_path / "a.pyramidion", roads, puzzle)
    status, out, err = run(path)
    assert (status, out) == (1, "")
    assert err.startswith(f"pyramidion: {path}: cooked, Red wins in 2 moves, not 3: 2f2 ")
    assert run("--save", path)[0] == 1
    proof = files.load(path).record.puzzle.proof
    assert proof.shorter[0] == "2f2"
    assert " ".join(proof.shorter) in err


def test_a_number_that_is_too_large_is_told_with_its_bound(run, tmp_path):
    path = puzzle_file(tmp_path / "a.pyramidion", TWO, Puzzle(IN_TWO))
    path.write_text(path.read_text().replace('"moves":2', '"moves":99'))
    status, out, err = run(path)
    assert (status, out) == (2, "")
    assert err.endswith("stipulation.moves: expected a whole number of at most 30\n")


@pytest.mark.check
def test_what_is_not_decided_in_time_is_told_so(run, tmp_path):
    path = puzzle_file(tmp_path / "a.pyramidion", EMPTY, Puzzle(Stipulation("win", 11)))
    status, out, err = run(path, "--limit", "0.1")
    assert (status, out) == (4, "")
    assert "not decided within 0.1 seconds" in err


@pytest.mark.check
def test_proofs_are_written_only_when_asked(run, tmp_path):
    path = puzzle_file(tmp_path / "a.pyramidion", TWO, Puzzle(IN_TWO))
    before = path.read_bytes()
    run(path)
    assert path.read_bytes() == before
    assert run(path, "--save")[0] == 0
    proof = files.load(path).record.puzzle.proof
    assert (proof.verdict, proof.first, proof.rules) == ("sound", ("1a5",), str(TWO).split(" ")[0])
    kept = path.read_bytes()
    run(path, "--save")
    assert path.read_bytes() == kept  # the same again changes nothing


@pytest.mark.check
def test_what_is_wrong_is_written_over_a_proof_that_said_otherwise(run, tmp_path):
    sound = puzzle_file(tmp_path / "a.pyramidion", TWO, Puzzle(IN_TWO))
    assert run("--save", sound)[0] == 0
    proof = files.load(sound).record.puzzle.proof
    wrong = Puzzle(Stipulation("hold", 1, "NW"), proof=proof)
    path = puzzle_file(tmp_path / "b.pyramidion", TWO, wrong)
    assert run("--save", path)[0] == 1
    assert files.load(path).record.puzzle.proof.verdict == "unsolvable"


@pytest.mark.check
def test_proofs_that_cannot_be_written_are_told_and_the_rest_is_checked(run, tmp_path, monkeypatch):
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        puzzle_file(folder / "a.pyramidion", TWO, Puzzle(IN_TWO))
    replace = os.replace

    def refuse(one, other):
        if Path(other).parent == tmp_path / "a":
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        replace(one, other)

    monkeypatch.setattr(os, "replace", refuse)
    status, out, err = run("--save", tmp_path)
    assert status == 2
    assert len(out.splitlines()) == 2
    assert len(err.splitlines()) == 1
    assert "cannot be written" in err
    assert files.load(tmp_path / "a" / "a.pyramidion").record.puzzle.proof is None
    assert files.load(tmp_path / "b" / "a.pyramidion").record.puzzle.proof is not None


@pytest.mark.check
def test_a_file_that_is_saved_during_its_proof_keeps_what_was_saved(run, tmp_path, monkeypatch):
    path = puzzle_file(tmp_path / "a.pyramidion", TWO, Puzzle(IN_TWO))
    other = puzzle_file(tmp_path / "b.pyramidion", TWO, Puzzle(Stipulation("hold", 3, "NW")))

    def prove(*given, **named):
        path.write_bytes(other.read_bytes())
        return proved(*given, **named)

    proved = check.prove
    monkeypatch.setattr(check, "prove", prove)
    status, _, err = run("--save", path)
    assert status == 2
    assert "changed meanwhile" in err
    assert path.read_bytes() == other.read_bytes()


@pytest.mark.check
def test_the_limit_holds_for_lessons(run, tmp_path):
    start = "/".join(",".join([str(k)] * k) for k in range(30, 0, -1))
    record = records.new_record(f"partition:size=30,rules=free {start} red")
    task = Task("place", "double-threat", hint="A threat")
    lesson = records.set_lesson(record, Lesson((Step(0, "Threaten twice.", task=task),)))
    path = tmp_path / "wish.pyramidion"
    files.save(path, Contents(lesson))
    status, out, err = run(path, "--limit", "0.1")
    assert (status, out) == (4, "")
    assert "not decided within 0.1 seconds" in err


def test_the_limit_holds_for_standard_input(run, tmp_path):
    path = puzzle_file(tmp_path / "a.pyramidion", EMPTY, Puzzle(Stipulation("win", 20)))
    status, out, err = run("--limit", "0.05", "-", stdin=path.read_bytes())
    assert (status, out) == (4, "")
    assert "not decided" in err or "too large" in err


@pytest.mark.check
def test_a_collection_is_checked_item_by_item(run, tmp_path):
    good = Puzzle(IN_TWO)
    bad = Puzzle(Stipulation("hold", 1, "NW"))
    items = tuple(
        Contents(records.set_puzzle(puzzle_from(TWO, p.stipulation), p), 0, View(), "puzzle")
        for p in (good, bad, good)
    )
    path = tmp_path / "all.pyramidion"
    files.save_collection(path, Collection("All", "", items))
    status, out, err = run(path, "--save")
    assert status == 1
    assert [line.split(": ")[0] for line in out.splitlines()] == [f"{path}#1", f"{path}#3"]
    assert f"{path}#2: unsolvable" in err
    proofs = [item.record.puzzle.proof for item in files.load_any(path).items]
    assert [proof and proof.verdict for proof in proofs] == ["sound", "unsolvable", "sound"]


def test_a_lesson_with_a_fault(run, tmp_path):
    record = records.new_record(str(TWO))
    steps = (Step(0, "One."), Step(0, "Two.", task=Task("place", condition="nonsense 9z9")))
    record = records.set_lesson(record, Lesson(steps))
    path = tmp_path / "lesson.pyramidion"
    files.save(path, Contents(record, 0, View()))
    status, out, err = run(path)
    assert (status, out) == (1, "")
    assert "step 2" in err


@pytest.mark.check
def test_a_whole_folder_and_what_in_it_cannot_be_read(run, tmp_path):
    puzzle_file(tmp_path / "a.pyramidion", TWO, Puzzle(IN_TWO))
    (tmp_path / "in").mkdir()
    files.save(
        tmp_path / "in" / "game.pyramidion", Contents(records.new_record(str(TWO)), 0, View())
    )
    (tmp_path / "in" / "broken.pyramidion").write_text('{"format": 1')
    status, out, err = run(tmp_path)
    assert status == 2
    assert out.count("\n") == 2
    assert ": ok, game, 0 moves" in out
    assert "broken.pyramidion" in err


def test_a_folder_without_files_is_an_input_that_cannot_be_used(run, tmp_path):
    status, out, err = run(tmp_path)
    assert (status, out) == (2, "")
    assert err == f"pyramidion: {tmp_path}: the folder holds no .pyramidion file\n"


def test_folders_that_may_not_be_read_are_told_and_the_others_checked(run, tmp_path, monkeypatch):
    for name in ("open", "shut"):
        (tmp_path / name).mkdir()
        files.save(
            tmp_path / name / "game.pyramidion", Contents(records.new_record(str(TWO)), 0, View())
        )
    look = os.scandir

    def refuse(folder):
        if str(folder).endswith("shut"):  # root, who may run the tests, may read any folder
            raise PermissionError(13, "Permission denied", str(folder))
        return look(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    told = f"pyramidion: {tmp_path / 'shut'}: the folder may not be read\n"
    kept = f"{tmp_path / 'open' / 'game.pyramidion'}: ok, game, 0 moves\n"
    assert run(tmp_path) == (2, kept, told)
    assert run(tmp_path / "shut") == (2, "", told)


def test_a_folder_that_breaks_is_blamed_and_not_the_output(run, tmp_path, monkeypatch):
    def breaks(folder):
        raise OSError(5, "Input/output error", str(folder))

    monkeypatch.setattr(os, "scandir", breaks)
    told = f"pyramidion: {tmp_path}: the folder cannot be read: input/output error\n"
    assert run(tmp_path) == (2, "", told)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_in_a_folder_is_told_and_not_waited_for(run, tmp_path):
    os.mkfifo(tmp_path / "pipe.pyramidion")
    status, out, err = run(tmp_path)
    assert (status, out) == (2, "")
    assert err == f"pyramidion: {tmp_path / 'pipe.pyramidion'}: is a pipe, not a file\n"


def test_a_position_is_valid_or_not(run):
    assert run(str(TWO))[:2] == (0, f'"{str(TWO)[:24]}…": ok, position\n')
    assert run("partition:size=3,rules=free 3,3/2,2/1 red")[0] == 2


# -- what is shipped ------------------------------------------------------------------------------


# In make check the shipped courses are read for faults without the command line.
@pytest.mark.soak
def test_every_shipped_lesson_is_valid(run):
    status, out, err = run(EXAMPLES / "lessons")
    assert (status, err) == (0, "")
    steps = [int(line.split(", ")[2].split(" ")[0]) for line in out.splitlines()]
    assert len(steps) >= 17
    assert sum(steps) >= 120


GAMES = [("partition", 20), ("pyraos", 10), ("pyramid", 10)]


def shipped(game):
    return EXAMPLES / "puzzles" / f"{game}-puzzles.pyramidion"


@pytest.mark.check
@pytest.mark.parametrize(("game", "least"), GAMES)
def test_every_shipped_puzzle_has_its_proof_and_its_grade(game, least):
    items = files.load_any(shipped(game)).items
    assert len(items) >= least
    for item in items:
        proof = item.record.puzzle.proof
        assert proof is not None
        assert proof.verdict == "sound"
        assert proof.position == item.record.start
    grades = [item.record.puzzle.grade for item in items]
    assert grades == sorted(grades)
    assert grades[0] < grades[-1]


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "least"), GAMES)
def test_every_shipped_puzzle_is_solved_by_the_moves_its_file_says(game, least):
    for number, item in enumerate(files.load_any(shipped(game)).items, start=1):
        puzzle = item.record.puzzle
        found = prove(read_position(item.record.start), puzzle, thorough=False)
        assert found.decided, number
        assert found.proof.verdict == "sound", number
        assert found.proof.first == puzzle.proof.first, number


# What is left out of a puzzle and which wrong moves tempt takes most of the time: of a few here.
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "some"),
    [
        ("partition", slice(1, 6)),
        ("pyraos", slice(1, 8)),
        ("pyramid", slice(0, 6)),
        pytest.param("partition", slice(None), marks=pytest.mark.soak),
        pytest.param("pyraos", slice(None), marks=pytest.mark.soak),
        pytest.param("pyramid", slice(None), marks=pytest.mark.soak),
    ],
)
def test_shipped_puzzles_are_sound_as_their_file_says(run, tmp_path, game, some):
    held = files.load_any(shipped(game))
    items = held.items[some]
    path = tmp_path / "puzzles.pyramidion"
    files.save_collection(path, Collection(held.title, held.about, items))
    status, out, err = run(path)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == len(items) >= 5
    assert all(": sound, " in line for line in lines)


def test_the_course_of_partition_has_tasks_of_every_kind():
    course = files.load_any(EXAMPLES / "lessons" / "01-partition-course.pyramidion")
    steps = [step for item in course.items for step in item.record.lesson.steps]
    kinds = {step.task.kind for step in steps if step.task is not None}
    assert kinds == {"place", "click", "choice", "game"}


@pytest.mark.check
def test_a_tree_comes_behind_the_line_that_stays_as_it_is(run, tmp_path):
    def told(text):  # how far counting comes depends on the machine
        return re.sub(r"; of \d+ moves .*?(?=; (no )?fight|$)", "", text)

    path = puzzle_file(tmp_path / "a.pyramidion", TWO, Puzzle(IN_TWO))
    status, plain, _ = run(path)
    assert (status, len(plain.splitlines())) == (0, 1)
    status, out, err = run("--tree", path)
    assert (status, err) == (0, "")
    first, *rows = out.splitlines()
    assert told(first) == told(plain.strip())
    assert rows[0] == "  Set play, Blue to move"
    assert any(row.startswith("  Key: 1a5, threatens ") for row in rows)
    cooked = puzzle_file(tmp_path / "b.pyramidion", TWO, Puzzle(Stipulation("hold", 3, "NW")))
    assert run("--tree", cooked)[:2] == (1, "")
