"""The robot in the window: positions rebuilt, tasks and puzzles done, by ear and keys only."""

import re

import numpy as np
import pytest
from learner import CTRL, K, Learner
from robot import Robot, all_ears
from shipped import EXAMPLES, LESSONS, PUZZLES, lessons, puzzles
from told import in_secret, rebuilt

from model.contract.hooks import hooks_of
from model.lessons.judging import judge, looked_at
from model.phrases import called
from model.play.levels import level_of
from model.play.opponent import Opponent, engine_for
from model.positions import describe
from model.positions.setup import read_position
from model.records import files
from model.records.lesson import parts_of, step_for

pytestmark = pytest.mark.check

ALL = sorted([*EXAMPLES.glob("*.pyramidion"), *LESSONS, *PUZZLES])
SAMPLE = [
    next(path for path in ALL if path.name.startswith(number))
    for number in ("09-", "14-", "21-", "25-", "32-", "36-")
]
COURSES = [
    pytest.param(path, chapter, marks=pytest.mark.soak)
    for path in LESSONS
    for chapter in range(len(lessons(path)))
]
COLLECTIONS = [pytest.param(path, marks=pytest.mark.soak) for path in PUZZLES]


@pytest.fixture
def robot(shared_window, qtbot, drive, monkeypatch):
    window = shared_window(1000, 680)
    ears = all_ears(monkeypatch)

    def opened(path, item=0):
        window.session.open(path, item)
        Learner(window, qtbot, drive)
        made = Robot(window, ears, qtbot)
        return made, window

    return opened


def hold_point(position, said):
    """What is said of a point, and of what touches it, is so."""
    board, game = position.game.board, position.game
    head, _, told = said.partition(": ")
    near = board.neighbours(board.index(head.split(", ")[0])).tolist()
    table = position.pieces
    owner = dict(zip(table.site.tolist(), table.owner.tolist(), strict=True))
    assert told.startswith(f"{len(near)} neighbour")
    for number, player in enumerate(game.players):
        theirs = [board.names[one] for one in near if owner.get(one) == number]
        part = f"{len(theirs)} {called(player)} ({', '.join(theirs)})"
        assert (part in told) == bool(theirs)


def hold_groups(position, lines):
    """The groups that are said are those of the pieces, with their walls and corners."""
    board = position.game.board
    owner = np.full(len(board), -2, np.int32)
    owner[position.pieces.site] = position.pieces.owner
    left = set(np.flatnonzero(owner >= 0).tolist())
    for line in lines:
        head, _, rest = line.partition(": ")
        parts = rest.split("; ")
        sites = [board.index(name) for name in parts[0].split(", ")]
        assert set(np.flatnonzero(board.linked(owner, sites[0])).tolist()) == set(sites)
        assert head.startswith(f"{position.game.players[owner[sites[0]]]} group of {len(sites)} ")
        touched = next((one for one in parts if one.startswith("touches ")), "")
        for wall in describe.WALLS:
            if wall in board.layers:
                on = (board.layers[wall][sites] == 0).any()
                assert (re.search(rf"\b{wall}\b", touched) is not None) == on, line
        corners = {corner for corner, at in board.corners.items() if at in sites}
        assert {one[14:] for one in parts if one.startswith("on the corner ")} == corners
        left -= set(sites)
    assert not left


def rebuild(robot, window):
    """The position in front, from what is heard; its points and groups are as the rules say."""
    position = read_position(rebuilt(robot.position()))
    assert in_secret(str(position)) == in_secret(str(window.session.position))
    if len(position.pieces.site):
        for said in robot.points(2):
            hold_point(position, said)
    if hooks_of(position.game.kind).links:
        hold_groups(position, robot.groups())


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_two_positions_of_each_game_are_rebuilt_by_ear(robot, path):
    hand, window = robot(path, None)
    for node in list(window.session.document.record.nodes)[-2:]:
        window.session.go(node)
        rebuild(hand, window)


@pytest.mark.soak
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_shipped_position_is_rebuilt_by_ear(robot, path):
    loaded = files.load_any(path)
    items = len(loaded.items) if isinstance(loaded, files.Collection) else 1
    seen = set()
    for item in range(items):
        hand, window = robot(path, item if items > 1 else None)
        for node in window.session.document.record.nodes:
            window.session.go(node)
            text = str(window.session.position)
            if text not in seen:
                seen.add(text)
                rebuild(hand, window)
        window.session.close()
    assert seen


def right_answer(position, task):
    """An answer that the task wants: what its author has recorded, else what is judged right."""
    if task.kind == "choice":
        return next(k for k, one in enumerate(task.choices) if one.right)
    board = position.game.board
    names = board.names if task.kind == "click" else looked_at(position, task.condition)
    return next(word for word in (*task.accepted, *names) if judge(position, task, word).right)


def play_on(hand, window):
    """Play a game against the computer to its verdict, each position known by ear only."""
    position = read_position(rebuilt(hand.position()))
    turn = f"{called(position.to_move).capitalize()} to move."
    player = Opponent(engine_for(position.game), level_of(position.game.kind, 3))
    heard = turn
    while heard == turn:
        hand.give(player.think(position)[0])
        heard = hand.hears("Done. ", "Not right. ", turn)
        position = read_position(rebuilt(hand.position()))
        assert str(position) == str(window.session.position)


def test_a_game_of_a_lesson_is_played_by_ear(robot):
    hand, window = robot(LESSONS[0], 10)
    hand.press(K.Key_G, CTRL)
    assert "Play on against level 1" in hand.reads()
    play_on(hand, window)


@pytest.mark.parametrize(("path", "chapter"), COURSES, ids=str)
def test_every_task_is_done_by_ear(robot, path, chapter):
    hand, window = robot(path, chapter if len(lessons(path)) > 1 else None)
    steps = [step_for(step, "window") for step in window.session.document.record.lesson.steps]
    hand.press(K.Key_G, CTRL)
    for number, step in enumerate(steps):
        read = hand.reads()
        assert f"step {number + 1} of {len(steps)}" in read
        assert step.title in read
        for part in parts_of(step.task):
            if part.kind == "game":
                play_on(hand, window)
                continue
            position = read_position(rebuilt(hand.position()))
            given = right_answer(position, part)
            if part.kind == "choice":
                hand.choose(part.choices[given].text)
            else:
                hand.give(given)
            hand.hears(judge(position, part, given).text)
        hand.go_on()


@pytest.mark.parametrize("path", COLLECTIONS, ids=lambda path: path.stem)
def test_every_puzzle_is_solved_by_ear(robot, path):
    for number, position, puzzle in puzzles(path):
        hand, window = robot(path, number - 1)
        hand.press(K.Key_G, CTRL)
        assert in_secret(rebuilt(hand.position())) == in_secret(str(position))
        *before, last = puzzle.proof.line[::2]
        for move in before:
            hand.give(move)
            hand.hears("Right. ")
        hand.give(last)
        hand.hears("Solved", "Right: ")
        window.session.close()


def test_who_has_no_screen_reader_is_told_that_none_listens(shared_window):
    window = shared_window(1000, 680)
    window.session.new("partition", {"size": "4"})
    window.perform("help.say-position")
    assert window.notices.strip.text == "This is for screen readers, and none is running."
