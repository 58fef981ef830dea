"""What pupils hand in: read whole or refused in a sentence, held to the rules, put in a table."""

import json
import textwrap
from typing import Any

import pytest
import shipped
from handed_in import handed_in, mailed, sealed

from model.exercises.results import (
    MOST_BYTES,
    MOST_EVENTS,
    MOST_SITES,
    Kept,
    ResultsError,
    TaskCell,
    faults,
    read_results,
    repeat_set,
    table_of,
    table_rows,
)
from model.positions.setup import read_position
from model.records import files
from model.records.record import Record


@pytest.fixture(scope="module")
def lesson() -> Record:
    """The course of Pyraos: its first two tasks are moves, and the page has all of them."""
    path = next(path for path in shipped.LESSONS if "pyraos" in path.stem)
    return files.load(path).record


def tasks(lesson: Record) -> list[int]:
    """The steps with tasks, from the first one that has both wrong moves and right ones."""
    steps = [task["step"] for task in handed_in("", lesson, [])["items"][0]["tasks"]]
    return steps[steps.index(2) :] if 2 in steps else steps


def tried(lesson: Record, step: int) -> tuple[str, str]:
    """A wrong move and a right one of a task."""
    from model.lessons.judging import judge
    from model.records.record import PositionCache

    one = lesson.lesson.steps[step]
    position = PositionCache().position(lesson, one.node)
    assert one.task is not None
    moves = {judge(position, one.task, move).right: move for move in position.legal_moves}
    return moves[False], moves[True]


def test_what_was_handed_in_is_read(lesson: Record) -> None:
    file = sealed(handed_in("Zoë “Z” \\ Lee", lesson, [(0, 0, "hint")]))
    results = read_results(file)
    assert results.name == "Zoë “Z” \\ Lee"
    assert results.since.isoformat() == "2026-11-26T08:00:00+00:00"
    assert [event.did for event in results.items[0].events] == ["hint"]
    assert read_results(mailed(file).encode()) == results


@pytest.mark.parametrize("quote", ["> ", ">> ", "  ", "| "])
def test_a_text_survives_its_mail(lesson: Record, quote: str) -> None:
    file = sealed(handed_in("Anna", lesson, [(0, 0, "hint")] * 200))
    lines = textwrap.indent(mailed(file), quote).replace("\n", "\r\n")
    assert read_results(f"Dear teacher\r\n\r\n{lines}\r\nAnna".encode()) == read_results(file)
    narrow = "\n".join(
        quote + part
        for line in mailed(file).splitlines()
        for part in (textwrap.wrap(line, 40) if "RESULTS" not in line else [line])
    )
    assert read_results(narrow.encode()) == read_results(file)


def test_what_is_damaged_or_strange_costs_a_sentence(lesson: Record) -> None:
    file = sealed(handed_in("Anna", lesson, [(0, 0, "hint")]))
    text = mailed(file)
    lines = text.splitlines()
    other = json.loads(file)
    deep = sealed({**other["results"], "x": "deep"}).replace(b'"deep"', b"[" * 9999 + b"]" * 9999)
    hints = [{"step": 0, "at": 0, "did": "hint"}] * (MOST_EVENTS // 2 + 1)
    item = {"title": "", "tasks": [], "events": hints}
    for data, why in (
        (b"", "no results"),
        (b"\xff\xfe", "no results"),
        (b"[" * 100_000, "no results"),
        (b'{"format": "pyramidion/1"}', "no results"),
        (deep, "no results"),
        (sealed({**other["results"], "items": [item, item]}), "more tasks or tries"),
        (file.replace(b"hint", b"hunt"), "damaged or changed"),
        (file.replace(b"results/1", b"results/2", 1), "its form is"),
        (json.dumps(other, indent=1).encode(), "damaged or changed"),
        (sealed({**other["results"], "name": " "}), "no pupil"),
        (sealed({**other["results"], "since": "yesterday"}), "not in the form"),
        (sealed({"name": "Anna"}), "not in the form"),
        (b"x" * (MOST_BYTES + 1), "MB"),
        ("\n".join(lines[:-1]).encode(), "ends early"),
        ("\n".join((lines[0], *lines[2:])).encode(), "damaged|cut short"),
        ("\n".join((*lines[:-2], lines[-1])).encode(), "damaged|cut short"),
        (mailed(b" " * (MOST_BYTES + 1)).encode(), "cut short"),
    ):
        with pytest.raises(ResultsError, match=why) as found:
            read_results(data)
        assert "\n" not in str(found.value)
        assert len(str(found.value)) < 300


def test_what_the_rules_do_not_allow_is_found(lesson: Record) -> None:
    step = tasks(lesson)[0]
    wrong, right = tried(lesson, step)
    said = [
        (step, 1, "9z9", False),
        (step, 2, wrong, True),
        (step, 3, right, True),
        (99, 4, right, True),
    ]
    results = read_results(sealed(handed_in("Anna", lesson, said)))
    found = faults([results])
    assert len(found) == 2
    assert "9z9" in found[0]
    assert "step 100: the page has no task there" in found[1]
    with_lesson = faults([results], [lesson])
    assert len(with_lesson) == 3
    assert f'"{wrong}" counts as right there, and is not' in with_lesson[1]


@pytest.mark.parametrize("kind", ["points", "choice", "puzzle"])
def test_a_task_of_another_kind_is_of_another_version(lesson: Record, kind: str) -> None:
    step = tasks(lesson)[0]
    point = str(read_position(lesson.start).game.board.names[0])
    forged = handed_in("Mallory", lesson, [(step, 1, point, True)])
    next(task for task in forged["items"][0]["tasks"] if task["step"] == step)["kind"] = kind
    assert lesson.lesson.steps[step].task.kind == "place"
    (said,) = faults([read_results(sealed(forged))], [lesson])
    assert "of another version" in said or "cannot be played" in said


def test_another_version_of_the_lesson_is_said(lesson: Record) -> None:
    step = tasks(lesson)[0]
    wrong, right = tried(lesson, step)
    other = handed_in("Anna", lesson, [(step, 1, wrong, True)])
    asked = next(task for task in other["items"][0]["tasks"] if task["step"] == step)
    position = read_position(asked["position"])
    asked["position"] = str(position.play(right))
    event = other["items"][0]["events"][0]
    event["what"] = next(iter(read_position(asked["position"]).legal_moves))
    found = faults([read_results(sealed(other))], [lesson])
    assert found[-1].endswith(f"of another version of the lesson, at step {step + 1}")


def test_the_table_tells_what_became_of_each_task(lesson: Record) -> None:
    one, two, three, *_ = tasks(lesson)
    wrong, right = tried(lesson, one)
    walks: dict[str, list[tuple[Any, ...]]] = {
        "Anna": [(one, 0, right, True), (two, 30, "hint"), (two, 40, "x", True)],
        "Ben": [(one, 0, wrong, False), (one, 5, right, True), (one, 9, wrong, False)],
        "Cleo": [(one, 0, wrong, False), (one, 4, "shown"), (one, 5000, right, True)],
        "Dan": [(one, 0, wrong, False)],
        "Eve": [],
    }
    handed = [read_results(sealed(handed_in(name, lesson, said))) for name, said in walks.items()]
    table = table_of(handed)
    assert table.pupils == tuple(walks)
    first, second, third = (
        next(row for row in table.rows if row.step == step) for step in (one, two, three)
    )
    outcomes = [cell.outcome for cell in first.cells]
    assert outcomes == ["at once", "after tries", "shown", "not solved", ""]
    assert [cell.wrong for cell in first.cells] == [0, 1, 1, 1, 0]
    assert first.missed == 3
    assert first.first == {wrong: 3, right: 1}
    assert second.cells[0].outcome == "after tries"
    assert second.cells[0].hints == 1
    assert second.cells[0].seconds == 40
    assert first.cells[2].seconds == 604  # a pupil who goes away is not counted for ever
    assert {cell.outcome for cell in third.cells} == {""}
    assert [row.step for row in table.by_need] == [one, two]
    head, *rows = table_rows(table)
    assert head[5:] == list(walks)
    words = next(row for row in rows if row[1] == str(one + 1))[5:]
    assert [cell.partition(" (")[2] for cell in words] == [
        "",
        "1 wrong)",
        "1 wrong)",
        "1 wrong)",
        "",
    ]


def test_who_hands_in_twice_counts_once(lesson: Record) -> None:
    one = tasks(lesson)[0]
    wrong, right = tried(lesson, one)
    early = handed_in("Anna", lesson, [(one, 0, wrong, False)])
    late = handed_in("Anna", lesson, [(one, 0, wrong, False), (one, 9, right, True)])
    another = handed_in("Anna", lesson, [], since="2026-11-26T09:00:00.000Z")
    table = table_of([read_results(sealed(one)) for one in (late, early, another)])
    assert table.pupils == ("Anna (1)", "Anna (2)")
    row = next(row for row in table.rows if row.step == one)
    assert [cell.outcome for cell in row.cells] == ["after tries", ""]


def test_pupils_of_any_name_have_columns_of_their_own(lesson: Record) -> None:
    names = [("Anna", 8), ("Anna", 9), ("Anna (1)", 8), ("\u202eBen\n", 8)]
    handed = [
        read_results(sealed(handed_in(name, lesson, [], f"2026-11-26T0{hour}:00:00Z")))
        for name, hour in names
    ]
    kept = [Kept("Ben", "An item", 0, "", TaskCell("at once"))]
    table = table_of(handed, kept)
    assert table.pupils == ("Anna (1)", "Anna (2)", "Anna (1) (2)", "Ben", "Ben (here)")


def test_a_task_that_is_there_twice_counts_once(lesson: Record) -> None:
    one = tasks(lesson)[0]
    wrong, _ = tried(lesson, one)
    said = handed_in("Mallory", lesson, [(one, 0, wrong, False)])
    said["items"][0]["tasks"] *= 50
    row = next(row for row in table_of([read_results(sealed(said))]).rows if row.step == one)
    assert row.first == {wrong: 1}
    assert len(row.cells) == 1


@pytest.mark.check
def test_large_positions_are_not_checked_without_end(lesson: Record) -> None:
    large = [",".join([str(size)] * size) for size in range(30, 0, -1)]
    said = handed_in("Mallory", lesson, [])
    step = said["items"][0]["tasks"][0]["step"]
    sites = sum(size * size for size in range(31))
    for number in range(MOST_SITES // sites + 5):
        rows = large[0].split(",")
        rows[number % 30] = f"{number // 30 + 1}R{28 - number // 30}"
        place = f"partition:size=30,rules=free {'/'.join((','.join(rows), *large[1:]))} red"
        event = {"step": step, "at": number, "did": "try", "what": "1a1", "from": place}
        said["items"][0]["events"].append(event)
    (found,) = faults([read_results(sealed(said))])
    assert "too many positions" in found


def test_a_task_that_stands_elsewhere_in_another_version_is_the_same(lesson: Record) -> None:
    one = tasks(lesson)[1]
    wrong, right = tried(lesson, one)
    here = handed_in("Anna", lesson, [(one, 0, wrong, False)])
    earlier = handed_in("Ben", lesson, [(one, 0, right, True)])
    item = earlier["items"][0]
    item["tasks"] = [task for task in item["tasks"] if task["step"] >= one]
    for place in (*item["tasks"], *item["events"]):
        place["step"] -= one
    three = [read_results(sealed(each)) for each in (earlier, here, {**here, "name": "Cleo"})]
    table = table_of(three)
    (row,) = table.by_need
    assert (row.step, row.first) == (one, {wrong: 2, right: 1})
    assert len(table.rows) == len(here["items"][0]["tasks"])
    (again,) = repeat_set(table, [lesson])
    assert again.lesson.steps == (lesson.lesson.steps[one],)
