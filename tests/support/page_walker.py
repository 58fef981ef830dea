"""Goes through an exported page to its end, as a reader would: by mouse, by finger or by keys.

Every line of a game is stepped through; every task and puzzle is answered wrong first, where there
is a wrong answer, and then right; what the page must say then is what its data hold.
"""

import base64
import json
import zlib
from collections import Counter
from pathlib import Path
from typing import Any, Literal

from page_browser import PageBrowser
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.keys import Keys

Hand = Literal["mouse", "touch", "keys"]
SIZES: dict[Hand, tuple[int, int]] = {
    "mouse": (1366, 768),
    "touch": (360, 740),
    "keys": (820, 1180),
}
_BOX = """
const one = document.querySelector(arguments[0]);
one.scrollIntoView({block: "center"});
const box = one.getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""
_SAYS = "return document.querySelector('#panel-Text').innerText.includes(arguments[0])"
_WATCHED = """
return ![...document.querySelectorAll("#panel-Text h3")].some((one) => one.textContent === "Watch")
"""
_ANSWERED = "return document.querySelector('#panel-Text .answer.' + arguments[0]) !== null"


def data_of(page: Path) -> dict[str, Any]:
    """Return what a page holds."""
    packed = page.read_text(encoding="utf-8").partition('id="data">')[2].partition("<")[0]
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return data


def _way_to(stage: dict[str, Any], move: str) -> list[str] | None:
    """The steps of a move; "" where it is played as it stands. None: it is not there."""
    if stage.get("move") == move:
        return [""]
    for token, after in stage.get("next", {}).items():
        if after == move:
            return [token]
        way = None if isinstance(after, str) else _way_to(after, move)
        if way is not None:
            return [token, *way]
    return None


class PageWalker:
    """Walks through one page.

    Attributes
    ----------
    did
        How often what was done: "lines", "tries", "answers", "puzzles", ...
    """

    def __init__(self, browser: PageBrowser, page: Path, hand: Hand, *, dark: bool) -> None:
        self.did: Counter[str] = Counter()
        self._browser, self._hand = browser, hand
        self._data = data_of(page)
        browser.open(page, size=SIZES[hand], touch=hand == "touch", dark=dark, draws=True)
        browser.find("#panel-Text")

    def walk(self) -> None:
        """Go through all items; AssertionError where the page does not do what it should."""
        for number, item in enumerate(self._data["items"]):
            if number:
                self._press("#tab-More")
                self._press(f'#panel-More [data-key="item {number}"]')
            self._press("#tab-Text")
            self._nodes = {node["id"]: node for node in item["nodes"]}
            self.did[item["kind"]] += 1
            {"game": self._game, "lesson": self._lesson, "puzzle": self._puzzle}[item["kind"]](item)
            self._browser.check()

    # -- games -------------------------------------------------------------------------------------

    def _game(self, item: dict[str, Any]) -> None:
        root = item["nodes"][0]
        leaves = [node for node in item["nodes"] if not node["children"]]
        for leaf in leaves:
            way = [leaf]
            while way[-1]["parent"] >= 0:
                way.append(self._nodes[way[-1]["parent"]])
            if len(way) == 1:
                break
            if self._browser.run("return document.querySelector('[data-key=first]') !== null"):
                self._key_or_press("first", Keys.HOME)
            for node in reversed(way[:-1]):
                if self._nodes[node["parent"]]["children"][0] == node["id"]:
                    self._key_or_press("next", ".")
                else:
                    self._press(f'#panel-Text .chips [data-key="node {node["id"]}"]')
                self.did["moves"] += 1
            self._says(leaf["outcome"] or leaf["label"] or leaf["move"])
            self.did["lines"] += 1
        if root["why"]:
            self._press("#tab-Why")
            self._press("#panel-Why button")
            self._press("#tab-Text")

    # -- lessons -----------------------------------------------------------------------------------

    def _lesson(self, item: dict[str, Any]) -> None:
        for number, step in enumerate(item["steps"]):
            self._says(step["title"] or item["title"])
            task = step["task"]
            if task is not None:
                self._browser.wait(_WATCHED)
                {"moves": self._moves, "choice": self._choice, "points": self._points}[
                    task["kind"]
                ](step, task)
                self.did["tasks"] += 1
            if number + 1 < len(item["steps"]):
                self._press_key("next")
        self._says("This is the end of the lesson.")

    def _moves(self, step: dict[str, Any], task: dict[str, Any]) -> None:
        rows = {int(node): row for node, row in task["verdicts"].items()}
        self._wrong_then_right(step["node"], rows, task["otherwise"])

    def _choice(self, step: dict[str, Any], task: dict[str, Any]) -> None:
        options = task["options"]
        wrong = [k for k, one in enumerate(options) if not one["right"]]
        right = [k for k, one in enumerate(options) if one["right"]]
        for k in [*wrong[:1], *right[:1]]:
            self._press_key(f"option {k}")
            if options[k]["node"] >= 0:  # its position is looked at first
                self._press_key("Choose this answer")
            self._answered("right" if k in right else "wrong", options[k]["said"])

    def _points(self, step: dict[str, Any], task: dict[str, Any]) -> None:
        game = self._data["games"][self._nodes[step["node"]]["game"]]
        points = len(self._data["boards"][game["board"]]["names"])
        wrong = [site for site in range(points) if site not in task["right"]]
        said = task.get("answers", {})
        for site in [*wrong[-1:], *task["right"][:1]]:
            is_right = site in task["right"]
            self._touch_point(step["node"], site)
            wanted = said.get(str(site)) or (task["said"] if is_right else task["wrong"])
            self._answered("right" if is_right else "wrong", wanted)

    # -- puzzles -----------------------------------------------------------------------------------

    def _puzzle(self, item: dict[str, Any]) -> None:
        self._says(item["task"].split("\n")[0])
        rows = {int(node): row for node, row in item["verdicts"].items()}
        if not rows:  # its task says why it is not judged here
            self.did["puzzles that are not judged"] += 1
            return
        self._wrong_then_right(item["nodes"][0]["id"], rows, "")
        self._says("Solved.")
        if item["solution"]:
            self._press_key("Show the solution")
            self._says(item["solution"][0].strip())

    def _wrong_then_right(self, node: int, rows: dict[int, dict[str, Any]], otherwise: str) -> None:
        """Play moves of the reader until nothing more is asked."""
        tried = False
        while node in rows:
            row = rows[node]
            wrong = next((move for move, found in row.items() if not found["right"]), None)
            if wrong is not None and not tried:
                tried = True
                self._play(node, wrong)
                self._answered("wrong", row[wrong]["text"] or otherwise)
                self._press_key("Try again")
                self.did["wrong tries"] += 1
            right = next((move for move, found in row.items() if found["right"]), None)
            if right is None:
                self.did["tasks that nothing solves"] += 1
                return
            self._play(node, right)
            self._answered("right", row[right]["text"])
            self.did["right answers"] += 1
            node = row[right].get("node", -1)

    def _play(self, node: int, move: str) -> None:
        at = self._nodes[node]
        names = self._data["boards"][self._data["games"][at["game"]]["board"]]["names"]
        tokens = _way_to(at["moves"], move)
        assert tokens is not None, move
        for token in tokens:
            if token in names:
                self._touch_point(node, names.index(token))
            else:
                self._press_key(f"step {token}" if token else "Play it")

    # -- the hand ----------------------------------------------------------------------------------

    def _touch_point(self, node: int, site: int) -> None:
        """Choose a point on the maps."""
        self._press("#tab-Maps")
        every = '#panel-Maps [data-key="all levels"]'
        shown = "return document.querySelector(arguments[0])?.getAttribute('aria-pressed')"
        if self._browser.run(shown, every) == "false":
            self._press(every)
        self._press(f'#panel-Maps [data-site="{site}"]')
        self._press("#tab-Text")

    def _press_key(self, key: str) -> None:
        name = json.dumps(key)
        self._press(f".bar [data-key={name}], #panel-Text [data-key={name}]")

    def _key_or_press(self, key: str, stroke: str) -> None:
        if self._hand == "keys":
            self._browser.keys(stroke)
        else:
            self._press_key(key)

    def _press(self, css: str) -> None:
        browser = self._browser
        element = browser.find(css)
        if self._hand == "keys":
            browser.run("document.querySelector(arguments[0]).focus()", css)
            browser.keys(Keys.ENTER)
        elif self._hand == "touch":
            x, y = browser.run(_BOX, css)
            browser.tap(x, y)
        else:
            try:
                browser.run("arguments[0].scrollIntoView({block: 'center'})", element)
                element.click()
            except StaleElementReferenceException:  # drawn anew meanwhile: a reply has come
                browser.click(css)

    def _says(self, text: str) -> None:
        self._browser.wait(_SAYS, " ".join(text.replace("**", "").split()))

    def _answered(self, tone: str, text: str) -> None:
        self._browser.wait(_ANSWERED, tone)
        first = text.replace("**", "").split("\n")[0].strip()
        if first:
            self._says(first)
