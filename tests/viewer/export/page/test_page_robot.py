"""The robot before pages: positions rebuilt, tasks and puzzles done, by texts and keys only."""

from dataclasses import replace

import pytest
from page_robot import PageRobot
from page_walker import data_of
from selenium.webdriver.common.keys import Keys
from shipped import EXAMPLES, LESSON, LESSONS, PUZZLES
from told import in_secret, rebuilt

from model.positions.describe import rim
from model.positions.setup import read_position
from model.records import files
from model.records.lesson import Lesson
from model.records.record import set_lesson
from viewer.cli.main import main

pytestmark = [pytest.mark.process, pytest.mark.slow]
ALL = sorted([*EXAMPLES.glob("*.pyramidion"), *LESSONS, *PUZZLES])
SAMPLE = [
    next(path for path in ALL if path.name.startswith(number))
    for number in ("09-", "12-", "19-", "25-", "32-")
]


@pytest.fixture
def opened(page_browser, tmp_path):
    def opens(path):
        page = tmp_path / "page.html"
        assert main(["export", str(path), "-o", str(page)]) == 0
        page_browser.open(page)
        page_browser.find("#panel-Text")
        return PageRobot(page_browser), data_of(page)

    return opens


def hold_cells(position, cells):
    """What the points of a map say of what touches them is so."""
    board, table = position.game.board, position.pieces
    owner = dict(zip(table.site.tolist(), table.owner.tolist(), strict=True))
    assert cells
    for said in cells:
        head, _, told = said.partition(": ")
        site = board.index(head.split(", ")[0])
        assert rim(board, site) in head
        near = board.neighbours(site).tolist()
        assert told.startswith(f"{len(near)} neighbour")
        for number, player in enumerate(position.game.players):
            theirs = [board.names[one] for one in near if owner.get(one) == number]
            part = f"{len(theirs)} {player} ({', '.join(theirs)})"
            assert (part in told) == bool(theirs), said


def rebuild(robot, wanted):
    """The position that is shown, from the page's texts."""
    position = read_position(rebuilt(robot.position()))
    assert in_secret(str(position)) == in_secret(wanted)
    if position.game.kind.name in ("partition", "poly-y"):
        hold_cells(position, robot.cells())


def open_item(robot, data, number):
    if number:
        robot.open(data["items"][number]["title"])


def games(robot, data):
    """Rebuild what stands along the main line of every game."""
    for number, item in enumerate(data["items"]):
        open_item(robot, data, number)
        nodes = {node["id"]: node for node in item["nodes"]}
        node = item["nodes"][0]
        robot.key(Keys.HOME)
        rebuild(robot, node["position"])
        while node["children"]:
            node = nodes[node["children"][0]]
            robot.key(".")
            robot.hears(node.get("words") or node["label"])
            rebuild(robot, node["position"])


def bare(text):
    """A text without its spaces and stars, which differ between a file and what is read."""
    return "".join(text.replace("*", "").split())


def lessons(robot, data):
    """Rebuild what stands at every step, do its task and hear the verdict."""
    for number, item in enumerate(data["items"]):
        open_item(robot, data, number)
        nodes = {node["id"]: node for node in item["nodes"]}
        board = data["boards"][data["games"][item["nodes"][0]["game"]]["board"]]
        for k, step in enumerate(item["steps"]):
            node, task = nodes[step["node"]], step["task"]
            if step["way"]:
                robot.hears(node.get("words") or node["label"])
            read = bare("".join(robot.reads()))
            assert bare(step["title"]) in read
            assert bare(step["text"]) in read
            rebuild(robot, {**nodes[node.get("like", node["id"])], **node}["position"])
            if task is not None and task["kind"] == "points":
                site = task["right"][0]
                robot.give("point", board["names"][site])
                robot.hears(task.get("answers", {}).get(str(site)) or task["said"])
            elif task is not None and task["kind"] == "choice":
                right = next(one for one in task["options"] if one["right"])
                robot.press(right["text"])
                if right["node"] >= 0:
                    robot.press("Choose this answer")
                robot.hears(right["said"] or "That is right.")
            elif task is not None:
                answer(
                    robot, nodes, node["id"], {int(k): row for k, row in task["verdicts"].items()}
                )
            if k + 1 < len(item["steps"]):
                robot.press("Next")


def puzzles(robot, data):
    """Rebuild what every puzzle begins with, solve it and hear so."""
    for number, item in enumerate(data["items"]):
        open_item(robot, data, number)
        rebuild(robot, item["nodes"][0]["position"])
        rows = {int(k): row for k, row in item["verdicts"].items()}
        if rows:  # its task says why it is not judged here
            answer(robot, {one["id"]: one for one in item["nodes"]}, item["nodes"][0]["id"], rows)
            robot.hears("olved")


def answer(robot, nodes, node, rows):
    """Make right moves until nothing more is asked: a few moves in words are buttons."""
    while node in rows:
        move, found = next((move, one) for move, one in rows[node].items() if one["right"])
        moves = nodes[node]["moves"] if node in nodes else {}
        whole = [one for one in moves.get("words", ()) if moves["next"].get(one) == one]
        if whole:
            robot.press(moves["words"][move])
        else:
            robot.give("move", move)
        robot.hears(found["text"].removeprefix("Right: solved.").split("\n")[0])
        robot.hears(found.get("answered", ""))
        node = found.get("node", -1)


def go_through(opened, path):
    robot, data = opened(path)
    {"game": games, "lesson": lessons, "puzzle": puzzles}[data["items"][0]["kind"]](robot, data)


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_games_of_a_page_are_rebuilt_from_its_texts(opened, path):
    go_through(opened, path)


@pytest.mark.check
def test_a_step_of_each_kind_is_done_by_texts_and_keys(opened, tmp_path):
    whole = files.load(LESSON)
    steps = whole.record.lesson.steps
    kinds = {(one.task and one.task.kind, one.since is None): one for one in steps}
    record = set_lesson(whole.record, Lesson(tuple(kinds.values())))
    path = tmp_path / "lesson.pyramidion"
    files.save(path, replace(whole, record=record))
    go_through(opened, path)


@pytest.mark.check
def test_a_puzzle_of_each_game_is_solved_by_texts_and_keys(opened, tmp_path):
    path = tmp_path / "puzzles.pyramidion"
    first = tuple(files.load_any(one).items[0] for one in PUZZLES)
    files.save_collection(path, files.Collection(items=first))
    go_through(opened, path)


@pytest.mark.soak
@pytest.mark.parametrize(
    "path", [one for one in (*ALL, LESSON) if one not in SAMPLE], ids=lambda path: path.stem
)
def test_every_page_is_done_by_texts_and_keys(opened, path):
    go_through(opened, path)
