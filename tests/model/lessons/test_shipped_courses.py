"""The shipped courses: nothing in them is wrong, nothing gives its answer away, all is true."""

import re
from collections import Counter
from itertools import islice

import pytest
import shipped

from model.connection import corner_state, cost
from model.contract.game import Goal
from model.lessons.faults import lesson_faults
from model.lessons.judging import fitting, judge
from model.puzzles.account import threats
from model.records import files
from model.records.lesson import parts_of
from model.records.record import PositionCache
from model.records.view import sites_of
from model.search.proofs.plain_prover import reached
from model.search.provers import prover_for

COURSES = shipped.LESSONS
EACH = pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)
PARTITION = COURSES[0]


def steps_of(path):
    """Number from 1, step and position of all steps of a course, its chapters one after another."""
    number = 0
    for record in shipped.lessons(path):
        cache = PositionCache()
        for step in record.lesson.steps:
            number += 1
            yield number, step, cache.position(record, step.node)


def right_answers(position, task):
    found = set(task.accepted)
    if task.condition:
        found |= set(fitting(position, task.condition, clicks=task.kind == "click"))
    return found


@pytest.mark.sample(2)
@pytest.mark.slow
@EACH
def test_a_course_has_no_fault_and_is_written_canonically(path, tmp_path):
    again, found = tmp_path / path.name, files.load_any(path)
    for record in shipped.lessons(path):
        assert lesson_faults(record) == []
    if isinstance(found, files.Collection):
        files.save_collection(again, found)
    else:
        files.save(again, found)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.check
@pytest.mark.slow
@EACH
def test_no_sign_stands_on_the_one_point_that_is_the_answer(path):
    for number, step, position in steps_of(path):
        if step.task is None or step.task.kind not in ("place", "click"):
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
def test_no_two_steps_say_the_same_words(path):
    for record in shipped.lessons(path):
        steps = record.lesson.steps
        assert len({step.title for step in steps}) == len(steps)
        assert len({step.text for step in steps}) == len(steps)
        asked = Counter(re.findall(r"\*\*[^*]+\*\*$", step.text)[-1] for step in steps if step.task)
        assert max(asked.values()) <= 3, "drills in the same words tire"


@EACH
def test_the_last_step_of_a_chapter_says_what_can_be_done_now(path):
    for record in shipped.lessons(path):
        last = record.lesson.steps[-1]
        assert last.task is None
        assert last.text.endswith(".**")
        assert path != PARTITION or last.text.startswith("You can ")


@EACH
def test_every_text_ends_with_what_is_to_be_done_and_is_short(path):
    for number, step, _ in steps_of(path):
        where = f"step {number} {step.title}"
        if step.task is not None:
            assert step.text.rstrip().endswith("**"), where
            assert step.task.hint, where
        assert len(step.text) < 620, where
        assert "  " not in step.text, where


def test_a_fork_is_one_and_the_reply_leaves_another_win():
    several = 0
    for _, step, position in steps_of(PARTITION):
        if "fork" not in step.title.lower():
            continue
        (first,) = step.task.accepted
        side, after = position.to_move, position.play(first)
        ways = threats(after, Goal("win", side))
        assert len(ways) > 1
        reply = step.task.then.reply
        assert reply in ways
        there = after.play(reply)
        answers = right_answers(there, parts_of(step.task)[-1])
        assert answers
        assert answers <= set(threats(there, Goal("win", side)))
        assert all(reached(there.play(move), Goal("win", side)) for move in answers)
        several += 1
    assert several == 4


@pytest.mark.check
def test_what_is_to_be_stopped_wins_and_one_move_stops_it():
    several = 0
    for _, step, position in steps_of(PARTITION):
        named = ("Be there first", "The point both need")
        if "stop" not in step.title.lower() and step.title not in named:
            continue
        (move,), side = step.task.accepted, position.to_move
        other = Goal("win", next(one for one in position.game.players if one != side))
        assert not threats(position.play(move), other)
        for wrong in set(position.legal_moves) - {move}:
            assert threats(position.play(wrong), other), (step.title, wrong)
        several += 1
    assert several == 6


def test_one_move_alone_wins_in_two_where_that_is_asked():
    several = 0
    for _, step, position in steps_of(PARTITION):
        if "Two moves are enough" not in step.text:
            continue
        goal, prover = Goal("win", position.to_move), prover_for(position.game)
        won = {m for m in position.legal_moves if prover.can(position.play(m), goal, 1)}
        assert won == set(step.task.accepted), step.title
        several += 1
    assert several == 3


def test_in_stacking_every_other_move_makes_room_for_the_win():
    several = 0
    for _, step, position in steps_of(PARTITION):
        if "place on top" not in step.text or position.game.kind.name != "partition":
            continue
        other = next(one for one in position.game.players if one != position.to_move)
        for move in position.legal_moves:
            lost = bool(threats(position.play(move), Goal("win", other)))
            assert lost == (move not in step.task.accepted), (step.title, move)
        several += 1
    assert several == 2


def said_of_lines(task):
    """What is said to wrong tries with the moves that show it, of all parts of a task."""
    for part in parts_of(task):
        for answer in part.foreseen:
            yield part, answer.moves, answer.line, f"{answer.text} {answer.end}"


def test_moves_that_refute_a_try_do_what_is_said():
    checked = 0
    for _, step, start in steps_of(PARTITION):
        position = start
        for part, moves, line, text in said_of_lines(step.task):
            if part is not step.task or not line:
                continue
            for move in moves:
                end = position.play(move).replay(line)
                if found := re.search(r"(Red|Blue|Red sits on it and) (takes \S+ and )?wins", text):
                    assert end.outcome.winner == found[1].split()[0].lower(), step.title
                    checked += 1
    assert checked >= 20


def test_what_a_corner_costs_is_what_the_course_says():
    numbers = {"One": 1, "Two": 2, "Three": 3, "Four": 4}
    checked = 0
    for _, step, position in steps_of(PARTITION):
        asked = step.task is not None and step.task.after is not None and step.task.after.show
        if not asked or not asked.startswith("cost=") or step.task.kind != "choice":
            continue
        corner, side = asked.removeprefix("cost=").split(":")
        costs = {one: _cost(position, one, side) for one in position.game.board.corners}
        (right,) = [choice.text for choice in step.task.choices if choice.right]
        if right in numbers:
            assert costs[corner] == numbers[right]
        else:
            others = [found for one, found in costs.items() if one != corner]
            assert all(found is None or found == 0 or found > costs[corner] for found in others)
        checked += 1
    assert checked == 6


def _cost(position, corner, side):
    other = next(one for one in position.game.players if one != side)
    own, theirs = position.balls(side), position.balls(other)
    found = cost(position.game.board, own, theirs, corner, stacking=position.game.stacking)
    return None if found is None else found.n


def test_the_sheets_to_be_closed_are_more_than_the_neighbours_of_the_corner():
    several = 0
    for _, step, position in steps_of(PARTITION):
        drilled = step.title.startswith("Your turn") and "hole" in step.title
        if not drilled and step.title not in ("Close the sheet", "Mend it"):
            continue
        board, side = position.game.board, position.to_move
        corner = step.task.condition.removeprefix("holds=")
        (move,) = right_answers(position, step.task)
        after = position.play(move)
        other = next(one for one in position.game.players if one != side)
        sheet = corner_state(board, after.balls(side), after.balls(other), corner).sheet
        near = set(board.neighbours(board.corners[corner]).tolist())
        assert len(sheet) >= 6
        assert not near & set(sheet)
        several += 1
    assert several == 5


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
    assert checked == 5


def test_the_double_osiris_takes_both_colours():
    (step, position) = next(
        (step, position)
        for _, step, position in steps_of(COURSES[2])
        if step.title == "Double Osiris"
    )
    (move,) = step.task.accepted
    taken = [event.owner for event in position.events(move) if event.cause == "osiris"]
    assert set(taken) == {0, 1}


@pytest.mark.check
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


def test_what_is_said_to_a_right_program_is_so_of_others_that_win():
    """Any program that scores is right: no piece is praised for what another one did."""
    checked = 0
    for _, step, position in steps_of(COURSES[3]):
        condition = "" if step.task is None else step.task.condition
        if not condition.startswith("beats="):
            continue
        reply = condition.removeprefix("beats=")
        for move in islice(prover_for(position.game).solving(position.without_past(), reply), 20):
            chosen, said = position.play(move), judge(position, step.task, move)
            told = " ".join(str(one.reason) for one in chosen.events(reply) if one.reason)
            assert chosen.play(reply).outcome.winner == "A"
            assert said.right
            named = set(re.findall(r"small|medium|large", said.text))
            assert all(f"A's {size} piece" in told for size in named), (step.title, move)
            assert "pushed theirs back" not in said.text or "A's medium" in told, (step.title, move)
            checked += 1
    assert checked > 30


def test_the_far_walls_are_those_that_the_corner_does_not_touch():
    step, position = next(
        (step, position) for _, step, position in steps_of(PARTITION) if step.title == "Far walls"
    )
    board = position.game.board
    walls = [{board.names[k] for k in board.wall(wall).nonzero()[0]} for wall in ("east", "north")]
    assert set(step.task.accepted) == walls[0] | walls[1]


@EACH
def test_moves_that_are_played_lead_to_the_step(path):
    plays = [step for _, step, _ in steps_of(path) if step.since is not None]
    assert len(plays) == {"01": 0, "02": 1, "03": 0, "04": 0, "05": 0, "06": 0}[path.stem[:2]]
