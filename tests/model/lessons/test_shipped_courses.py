"""The shipped courses: nothing in them is wrong, nothing gives its answer away, all is true."""

import re

import pytest
import shipped

from model.contract.game import Goal
from model.lessons.conditions import fitting
from model.lessons.faults import lesson_faults
from model.puzzles.account import threats
from model.records import files
from model.records.lesson import parts_of
from model.records.marks import sites_of
from model.records.positions import PositionCache
from model.search.proofs.plain_prover import reached
from model.search.provers import prover_for

COURSES = sorted((shipped.EXAMPLES / "lessons").glob("*.pyramidion"))
EACH = pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)


def steps_of(path):
    """Number from 1, step, position and the answers that are right, of all steps with a task."""
    record = files.load(path).record
    cache = PositionCache()
    for number, step in enumerate(record.lesson.steps, start=1):
        position = cache.position(record, step.node)
        yield number, step, position


def right_answers(position, task):
    found = set(task.accepted)
    if task.condition:
        found |= set(fitting(position, task.condition, clicks=task.kind == "click"))
    return found


@pytest.mark.slow
@EACH
def test_a_course_has_no_fault_and_is_written_canonically(path, tmp_path):
    contents = files.load(path)
    assert lesson_faults(contents.record) == []
    again = tmp_path / path.name
    files.save(again, contents)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.slow
@EACH
def test_no_sign_stands_on_the_one_point_that_is_the_answer(path):
    for number, step, position in steps_of(path):
        if step.task is None or step.task.kind == "choice":
            continue
        right = right_answers(position, step.task)
        points = {point for answer in right for point in re.split(r"[-x^>]", answer)}
        signs = {
            site
            for mark in step.marks
            if mark.sign in ("ring", "square", "link", "cross")
            for site in sites_of(mark)
        }
        if len(right) == 1 and step.task.kind == "place":
            target = re.split(r"[-x^>]", next(iter(right)))[-1]
            empty = target not in {position.game.board.names[k] for k in position.pieces.site}
            assert not (empty and target in signs), f"step {number} {step.title}"
        assert not (points and points <= signs and len(points) < 3), f"step {number} {step.title}"


@EACH
def test_what_is_learnt_is_repeated_without_marks_and_with_another_position(path):
    repeats = [step for _, step, _ in steps_of(path) if step.title.startswith("Your turn")]
    assert len(repeats) >= 4
    assert all(step.task is not None for step in repeats)
    assert not any(mark.sign not in ("text", "dot") for step in repeats for mark in step.marks)


@EACH
def test_every_text_ends_with_what_is_to_be_done_and_is_short(path):
    for number, step, _ in steps_of(path):
        where = f"step {number} {step.title}"
        if step.task is not None:
            assert step.text.rstrip().endswith("**"), where
            assert step.task.hint, where
        assert len(step.text) < 620, where
        assert "  " not in step.text, where


def test_floating_comes_where_neighbours_were_taught():
    titles = [step.title for _, step, _ in steps_of(COURSES[0])]
    assert titles.index("Floating") == titles.index("Twelve neighbours") + 1


def test_a_double_threat_is_one_and_the_reply_leaves_the_other_win():
    several = 0
    for _, step, position in steps_of(COURSES[0]):
        for first in () if step.task is None or step.task.then is None else step.task.accepted:
            side, after = position.to_move, position.play(first)
            ways = threats(after, Goal("win", side))
            assert len(ways) == 2
            reply = step.task.then.reply
            assert reply in ways
            there = after.play(reply)
            last = parts_of(step.task)[-1]
            answers = right_answers(there, last)
            assert answers == set(ways) - {reply} or answers <= set(
                threats(there, Goal("win", side))
            )
            assert all(reached(there.play(move), Goal("win", side)) for move in answers)
            several += 1
    assert several >= 3


def test_the_only_winning_moves_of_pyraos_are_the_only_ones():
    checked = 0
    for _, step, position in steps_of(COURSES[1]):
        if step.task is None or step.task.condition or "only" not in step.text.lower():
            continue
        if step.task.kind != "place":
            continue
        side, prover = position.to_move, prover_for(position.game)
        wins = {
            move
            for move in position.legal_moves
            if prover.can(position.play(move), Goal("win", side), 7)
        }
        assert wins == set(step.task.accepted), step.title
        checked += 1
    assert checked == 3


def test_the_double_osiris_takes_both_colours():
    (step, position) = next(
        (step, position)
        for _, step, position in steps_of(COURSES[2])
        if step.title == "Double Osiris"
    )
    (move,) = step.task.accepted
    taken = [event.owner for event in position.events(move) if event.cause == "osiris"]
    assert set(taken) == {0, 1}


def test_the_accepted_deployments_of_rolling_pyramids_are_those_that_conquer():
    told = {"In secret": ("8", "19"), "A battle": ("9",), "Your turn: spikes": ("9",),
            "Your turn: the bomb": ("9",)}  # fmt: skip
    steps = {step.title: (step.task, position) for _, step, position in steps_of(COURSES[4])}
    for title, names in told.items():
        task, position = steps[title]
        places = [position.game.board.index(name) for name in names]
        conquering = {
            move
            for move in position.legal_moves
            if all(
                position.replay((move, task.then.reply)).state.holders[place] == 0
                for place in places
            )
        }
        assert conquering == set(task.accepted), title
        assert all(position.state.holders[place] != 0 for place in places)


def test_the_tinted_walls_are_the_far_walls_of_the_corner():
    step, position = next(
        (step, position)
        for _, step, position in steps_of(COURSES[0])
        if step.title == "Pour from a corner"
    )
    board = position.game.board
    tinted = [mark for mark in step.marks if mark.sign == "sheet"]
    walls = [{board.names[k] for k in board.wall(wall).nonzero()[0]} for wall in ("east", "north")]
    assert [set(mark.sites) for mark in tinted] == walls
    assert set(step.task.accepted) == walls[0] | walls[1]


@EACH
def test_moves_that_are_played_lead_to_the_step(path):
    record = files.load(path).record
    plays = [step for step in record.lesson.steps if step.since is not None]
    assert len(plays) == {"01": 4, "02": 1, "03": 0, "04": 0, "05": 0, "06": 0}[path.stem[:2]]
