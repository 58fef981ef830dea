"""The robot before pages: positions rebuilt, tasks and puzzles done, by texts and keys only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from page_browser import DRAWN, PATIENCE, PageBrowser
from page_walker import data_of
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
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


MOST_TABS = 400


class PageRobot:
    """Ears and keys before a page."""

    def __init__(self, browser: PageBrowser) -> None:
        self._browser = browser

    def _tree(self) -> list[dict[str, Any]]:
        # What was changed is in the tree once it has been drawn.
        self._browser.driver.execute_async_script(DRAWN)
        found = self._browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        by_id = {one["nodeId"]: one for one in found}
        read, waiting = [], found[:1]
        while waiting:  # in the order of reading: what is within something before what follows it
            one = waiting.pop()
            read.append(one)
            waiting += [by_id[k] for k in reversed(one.get("childIds", ())) if k in by_id]
        return [one for one in read if not one.get("ignored")]

    @staticmethod
    def _name(node: dict[str, Any]) -> str:
        return " ".join(str(node.get("name", {}).get("value", "")).split())

    def named(self, *roles: str) -> list[str]:
        """The names of all that has one of some roles, in order."""
        return [self._name(one) for one in self._tree() if one["role"]["value"] in roles]

    def reads(self) -> list[str]:
        """All texts, in order."""
        return self.named("StaticText")

    def focused(self) -> str:
        """The name of what has the keyboard."""
        return next(
            (
                self._name(one)
                for one in reversed(self._tree())
                for property in one.get("properties", ())
                if property["name"] == "focused" and property["value"].get("value")
            ),
            "",
        )

    def position(self) -> str:
        """The position in words, from the maps."""
        self._browser.keys("3")
        texts = self.reads()
        self._browser.keys("1")
        first = texts.index("In words") + 1
        last = next(
            (k for k in range(first, len(texts)) if texts[k] in ("Text", "Why")), len(texts)
        )
        return "\n".join(texts[first:last])

    def cells(self) -> list[str]:
        """What is said of the points of the map that is shown."""
        self._browser.keys("3")
        said = [name for name in self.named("button", "gridcell") if " neighbour" in name]
        self._browser.keys("1")
        return said

    def key(self, key: str) -> None:
        """Press a key."""
        self._browser.keys(key)

    def reach(self, name: str) -> None:
        """Go with Tab to what has a name, which may hold more: a tick, a number."""
        wanted = " ".join(name.split())
        for _ in range(MOST_TABS):
            if wanted in self.focused():
                return
            self.key(Keys.TAB)
        raise AssertionError(f"Tab does not reach {name}")

    def press(self, name: str) -> None:
        """Go to a button with Tab and press it."""
        self.reach(name)
        self.key(Keys.ENTER)

    def open(self, title: str) -> None:
        """Open an item of the page."""
        self.key("5")
        self.press(title)
        self.key("1")

    def give(self, what: str, name: str) -> None:
        """Type a move or a point, and press Enter."""
        if f"Type a {what}" not in self.focused():
            self.key("/")
        assert f"Type a {what}" in self.focused()
        self.key(name)
        self.key(Keys.ENTER)

    def hears(self, text: str) -> None:
        """Wait until a verdict stands in a live region."""
        wanted = " ".join(text.replace("**", "").split())
        try:
            self.waits(lambda: any(wanted in one for one in self.told()))
        except TimeoutException:
            raise AssertionError(f"{wanted} is not told, only {self.told()}") from None

    def told(self) -> list[str]:
        """What stands in each live region."""
        tree = self._tree()
        by_id = {one["nodeId"]: one for one in tree}

        def words(node: dict[str, Any]) -> str:
            inner = [words(by_id[k]) for k in node.get("childIds", ()) if k in by_id]
            return " ".join([self._name(node), *inner])

        return [words(one) for one in tree if one["role"]["value"] in ("status", "alert")]

    def waits(self, until: Callable[[], bool]) -> None:
        """Wait until something is so."""
        WebDriverWait(self._browser.driver, PATIENCE).until(lambda _: until())


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
