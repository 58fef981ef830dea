"""Whoever opens a puzzle or a step of a lesson sees the points that matter."""

import re

import numpy as np
import pytest
import shipped

from model.lessons.judging import fitting
from model.positions.setup import read_position
from model.records import files
from model.records.puzzle import Proof, Puzzle, Stipulation, Try
from model.records.record import PositionCache
from model.records.sealing import hides
from model.records.view import Camera, View
from viewer.picture.compose.first_look import ENOUGH, first_look, relevant, visibility

COURSES = [
    path
    for path in shipped.LESSONS
    if not hides(shipped.lessons(path)[0])  # a program is chosen beside the board, not on a point
]


def camera_at_first(item, position, puzzle):
    """The camera a puzzle is first seen with: its own, else the one that is chosen."""
    if item.view is not None and item.view != View():
        return item.view.camera
    return first_look(position, relevant(position, puzzle))


@pytest.mark.check
@pytest.mark.parametrize("path", shipped.PUZZLES, ids=lambda path: path.stem)
def test_the_first_look_at_a_shipped_puzzle_hides_no_point_that_matters(path):
    items = files.load_any(path).items
    for (number, position, puzzle), item in zip(shipped.puzzles(path), items, strict=True):
        sites = relevant(position, puzzle)
        assert sites, number
        camera = camera_at_first(item, position, puzzle)
        worst = float(visibility(position, [camera], sites).min())
        assert worst >= ENOUGH - 0.01, f"{path.stem}#{number}: {worst:.2f}"


@pytest.mark.check
@pytest.mark.parametrize("path", shipped.PUZZLES, ids=lambda path: path.stem)
def test_a_look_can_be_chosen_for_every_shipped_puzzle(path):
    for number, position, puzzle in shipped.puzzles(path):
        sites = relevant(position, puzzle)
        camera = first_look(position, sites)
        assert float(visibility(position, [camera], sites).min()) >= ENOUGH - 0.01, number


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)
def test_a_step_of_a_course_does_not_hide_where_the_answer_goes(path):
    cache, looked = PositionCache(), 0
    steps = [(record, step) for record in shipped.lessons(path) for step in record.lesson.steps]
    for number, (record, step) in enumerate(steps, start=1):
        task = step.task
        if task is None or task.kind != "place" or step.view is None or step.view.explode:
            continue
        position = cache.position(record, step.node)
        board, answers = position.game.board, list(task.accepted)
        if task.condition:
            answers += fitting(position, task.condition, clicks=False)
        names = {re.split(r"[-x^>]", answer)[-1] for answer in answers[:4] if "x" not in answer}
        sites = [board.index(name) for name in sorted(names)]
        if sites and step.view.layer is None:
            shares = visibility(position, [step.view.camera], sites)[0]
            assert float(shares.max()) >= ENOUGH - 0.01, f"step {number} {step.title}"
            looked += 1
    assert looked >= (6 if np.ptp(board.centres[:, 2]) else 1)  # a flat board hides nothing


def test_a_ball_behind_another_is_not_seen_and_the_look_goes_round_it():
    position = read_position("partition:size=4,rules=free RRRR,4,4,4/RRR,3,3/RR,2/R red")
    board = position.game.board
    behind = board.index("1c3")
    south, north = Camera(azimuth=0.0, elevation=20.0), Camera(azimuth=180.0, elevation=40.0)
    shares = visibility(position, [south, north], [behind])
    assert shares[0, 0] < 0.2
    assert shares[1, 0] == 1.0
    chosen = first_look(position, [behind])
    assert visibility(position, [chosen], [behind])[0, 0] >= ENOUGH
    assert abs((chosen.azimuth + 180) % 360 - 180) > 30


def test_the_home_view_stays_where_it_shows_enough_and_where_nothing_matters():
    position = read_position("partition:size=4,rules=free R3,4,4,4/3,3,3/2,2/1 blue")
    assert first_look(position, [position.game.board.index("1g1")]) == Camera()
    assert first_look(position, []) == Camera()
    full = read_position("pyraos 4,4,4,4/3,3,3/2,2/1 white")
    assert first_look(full, range(3)) == Camera()


def test_steps_of_stone_hide_what_lies_behind_them():
    position = read_position("pyramid 7,7,7,7,7,7,3W3 white")
    site = [position.game.board.index("d7")]
    low = Camera(azimuth=0.0, elevation=10.0)
    high = Camera(azimuth=0.0, elevation=60.0)
    shares = visibility(position, [low, high], site)
    assert shares[0, 0] < 0.5
    assert shares[1, 0] > 0.8


def test_what_matters_are_answers_tries_marked_points_and_the_corner():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    asked = Stipulation("hold", moves=3, corner="NW", points=("2b2",))
    proof = Proof("sound", "", "", first=("1c3",))
    puzzle = Puzzle(asked, keys=("1a5",), tries=(Try("2d4"), Try("9z9")), proof=proof)
    names = {position.game.board.names[site] for site in relevant(position, puzzle)}
    assert names == {"1a5", "1c3", "2b2", "2d4"}
    lifted = read_position("pyraos WB1W,BB2,4,3B/3,3,3/2,2/1 white")
    puzzle = Puzzle(Stipulation("accepted", accepted=("1g1-2b2",)))
    names = {lifted.game.board.names[site] for site in relevant(lifted, puzzle)}
    assert names == {"1g1", "2b2"}


def test_shares_are_shares_whatever_stands_around():
    position = read_position("partition:size=4,rules=free RBRB,BRBR,RBRB,BRBR/3,3,3/2,2/1 red")
    sites = list(range(len(position.game.board)))
    shares = visibility(position, [Camera(), Camera(elevation=90.0)], sites)
    assert shares.shape == (2, len(sites))
    assert np.all((shares >= 0) & (shares <= 1))
    assert np.all(shares[1] == 1.0), "from above nothing of a base and its empty points is hidden"
