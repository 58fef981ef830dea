"""What pupils have done is kept apart, comes back in practice, and is saved as a table."""

import csv
import io
import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from model.records.record import head, new_record
from viewer.session.progress import practice, progress, pupils
from viewer.session.progress.practice import PracticeTask
from viewer.session.progress.pupils import Book, ItemProgress, Pupil, TaskProgress

RECORD = new_record("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")
TODAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "progress.json"


def answer(*, right: bool, seconds: float = 5.0, item: int | None = 3) -> None:
    progress.answered(Path("a"), item, RECORD, progress.SOLVED, right=right, seconds=seconds)


def test_what_version_0_1_0_kept_is_read_and_kept_on(place: Path):
    key = progress.key_of(Path("a"), RECORD)
    place.parent.mkdir()
    place.write_text(json.dumps({key: [-1], "other": [0, 2]}))
    assert progress.done(Path("a"), RECORD) == {progress.SOLVED}
    answer(right=False)
    assert progress.done(Path("a"), RECORD) == {progress.SOLVED}
    assert pupils.load().pupil.works["other"].done == (0, 2)


def test_pupils_are_kept_apart_and_the_one_who_learns_is_remembered():
    progress.keep(Path("a"), RECORD, frozenset({progress.SOLVED}))
    pupils.choose("  Ada   L. ")
    assert pupils.names() == ("", "Ada L.")
    assert progress.done(Path("a"), RECORD) == frozenset()
    answer(right=False)
    pupils.choose("")
    assert progress.done(Path("a"), RECORD) == {progress.SOLVED}
    assert not progress.work_of(Path("a"), RECORD).tasks
    pupils.choose("Ada L.")
    assert progress.work_of(Path("a"), RECORD).tasks["-1"].tries == 1
    pupils.forget(["Ada L."])
    assert pupils.names() == ("",)
    assert pupils.load().active == ""


def test_tries_hints_and_time_add_up_and_a_long_pause_is_not_counted():
    answer(right=False, seconds=10)
    progress.helped(Path("a"), 3, RECORD, progress.SOLVED)
    answer(right=True, seconds=100_000)
    task = progress.work_of(Path("a"), RECORD).tasks["-1"]
    assert (task.tries, task.hints) == (1, 1)
    assert task.seconds == 10 + pupils.LONGEST_THOUGHT
    assert task.solved == task.last == date.today().isoformat()
    assert progress.work_of(Path("a"), RECORD).item == 3


def test_what_was_failed_comes_back_sooner_than_what_was_known():
    known = pupils.answered(TaskProgress(), right=True, seconds=1, today=TODAY)
    failed = pupils.answered(TaskProgress(), right=False, seconds=1, today=TODAY)
    helped = pupils.helped(TaskProgress(), today=TODAY)
    assert failed.box == helped.box == 0
    assert failed.due == TODAY.isoformat()
    learnt = pupils.answered(failed, right=True, seconds=1, today=TODAY)
    assert TODAY.isoformat() < learnt.due < known.due
    box = known
    for _ in range(10):
        box = pupils.answered(box, right=True, seconds=1, today=TODAY)
    assert box.box == len(pupils.DAYS) - 1
    assert pupils.answered(box, right=False, seconds=1, today=TODAY).box == 0


@pytest.fixture
def pupil(tmp_path: Path) -> Pupil:
    path = tmp_path / "set.pyramidion"
    path.write_text("{}")
    day = TODAY.isoformat()
    later = (TODAY + timedelta(days=2)).isoformat()
    works = {
        "failed": ItemProgress(
            str(path), 0, tasks={"-1": TaskProgress(tries=1, last="2026-11-20")}
        ),
        "due": ItemProgress(str(path), 1, tasks={"-1": TaskProgress(solved=day, box=2, due=day)}),
        "known": ItemProgress(
            str(path), 2, tasks={"-1": TaskProgress(solved=day, box=3, due=later)}
        ),
        "step": ItemProgress(str(path), -1, tasks={"4": TaskProgress(hints=1, last="2026-11-19")}),
        "gone": ItemProgress(str(tmp_path / "gone"), 0, tasks={"-1": TaskProgress(tries=1)}),
    }
    return Pupil("Ada", works)


def fresh(tmp_path: Path) -> list[PracticeTask]:
    return [
        PracticeTask(tmp_path / f"{game}.pyramidion", number, game=game, grade=number)
        for game in ("partition", "pyramid")
        for number in (3, 1, 2)
    ]


def test_practice_brings_back_what_failed_and_mixes_new_puzzles_of_all_games(pupil, tmp_path):
    plan = practice.plan(pupil, fresh(tmp_path), TODAY)
    assert [(one.path.stem, one.item, one.step) for one in plan[:4]] == [
        ("set", None, 4),  # failed first
        ("set", 0, progress.SOLVED),
        ("partition", 1, progress.SOLVED),
        ("set", 1, progress.SOLVED),
    ]
    new = [one for one in plan if one.path.stem != "set"]
    assert [one.game for one in new[:4]] == ["partition", "pyramid", "partition", "pyramid"]
    assert [one.grade for one in new] == [1, 1, 2, 2, 3, 3]
    assert len(practice.plan(pupil, fresh(tmp_path), TODAY, most=3)) == 3


def test_what_comes_back_is_not_also_new_and_nothing_to_practise_is_an_empty_plan(pupil, tmp_path):
    same = [PracticeTask(tmp_path / "set.pyramidion", 0)]
    plan = practice.plan(pupil, same, TODAY)
    assert sum(one.item == 0 for one in plan) == 1
    assert practice.plan(Pupil(), [], TODAY) == ()


def test_a_failed_task_comes_back_a_little_later_and_not_for_ever():
    one, *rest = (PracticeTask(Path("a"), number) for number in range(6))
    queue = (one, *rest)
    assert practice.again(queue, 0, failed=False) == queue
    queue = practice.again(queue, 0, failed=True)
    assert [k for k, other in enumerate(queue) if other == one] == [0, 1 + practice.SOON]
    queue = practice.again(queue, 4, failed=True)
    assert queue.count(one) == 3
    assert practice.again(queue, 7, failed=True) == queue


def test_the_table_has_a_line_a_task_and_no_formula(tmp_path):
    works = {
        "a": ItemProgress(
            "x", 0, "=cmd()", "puzzle", "partition",
            tasks={"-1": TaskProgress(tries=2, seconds=61)},
        ),
        "b": ItemProgress(
            "y", -1, "A, \"B\"\nC", "lesson", "pyramid",
            tasks={
                "10": TaskProgress("Eleven", hints=1, solved="2026-11-21"),
                "2": TaskProgress("Three"),
            },
        ),
        "c": ItemProgress("z", title="\udc80", kind="puzzle", tasks={"-1": TaskProgress()}),
    }  # fmt: skip
    text = practice.table(Book("", (Pupil("-Ada", works), Pupil("", {}))))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 4
    assert rows[0]["pupil"] == "'-Ada"
    assert rows[0]["title"] == "'=cmd()"
    assert (rows[0]["wrong tries"], rows[0]["seconds"], rows[0]["done"]) == ("2", "61", "no")
    assert [row["step"] for row in rows] == ["", "3", "11", ""]
    assert rows[2]["title"] == 'A, "B" C'
    assert rows[2]["first done"] == "2026-11-21"
    text.encode()


def test_a_summary_adds_up():
    works = {"a": ItemProgress(tasks={"-1": TaskProgress(tries=2, seconds=1.5)}), "b": ItemProgress(
        tasks={"0": TaskProgress(hints=1, solved="2026-11-21", seconds=2)})}  # fmt: skip
    found = practice.summary(Pupil("Ada", works))
    assert (found.done, found.tries, found.hints, found.seconds) == (1, 2, 1, 3.5)


def test_a_list_with_headings_may_have_empty_cells_and_two_hundred_names():
    table = "Class;First name;Last name\n5b;Ada;Lovelace\n5b;Alan;\n5b;Grace;Hopper\n"
    assert pupils.class_list(table) == ("Ada Lovelace", "Alan", "Grace Hopper")
    many = [f"Pupil {chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(300)]
    assert pupils.class_list("\n".join(many)) == tuple(many[:200])


def test_a_pupil_gets_no_name_of_another():
    pupils.enter(["Ada", "Alan"])
    assert not pupils.rename("Ada", "Alan")
    assert not pupils.rename("Ada", "  ")
    assert pupils.rename("Ada", " Ada  L. ")
    assert "Ada L." in pupils.names()


# -- what is done ----------------------------------------------------------------------------------

SOLVED = frozenset({progress.SOLVED})


@pytest.mark.parametrize("name", ["a.pyramidion", "\udc80.pyramidion", "größe|1.pyramidion"])
def test_what_is_done_is_there_again_under_any_name(name: str):
    progress.keep(Path(name), RECORD, SOLVED)
    progress.keep(Path("other"), RECORD, SOLVED)
    assert progress.done(Path(name), RECORD) == SOLVED
    assert progress.done(Path("third"), RECORD) == frozenset()


@pytest.mark.parametrize("text", [b"", b"[]", b"[" * 100_000, b"\xff", b'{"a": 1, "b": ["x", 2]}'])
def test_a_broken_file_is_none(place: Path, text: bytes):
    place.parent.mkdir()
    place.write_bytes(text)
    assert progress.done(Path("a"), RECORD) == frozenset()
    progress.keep(Path("a"), RECORD, SOLVED)
    assert progress.done(Path("a"), RECORD) == SOLVED


def test_what_cannot_be_written_is_only_logged(place: Path, caplog):
    place.parent.write_text("a file where the folder should be")
    progress.keep(Path("a"), RECORD, SOLVED)
    assert "What pupils have done cannot be saved" in caplog.text


def test_a_title_of_any_length_takes_little_room(place: Path):
    long, other = (head(RECORD, "title", "x" * 1_000_000 + end) for end in ("1", "2"))
    progress.keep(Path("a"), long, SOLVED)
    assert progress.done(Path("a"), long) == SOLVED
    assert progress.done(Path("a"), other) == frozenset()
    assert place.stat().st_size < 1000
