"""A robot that sees no pixel of a page: it reads the accessibility tree and sends keys."""

from collections.abc import Callable
from typing import Any

from page_browser import PATIENCE, PageBrowser
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

MOST_TABS = 400
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"


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
