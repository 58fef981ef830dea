"""A browser that opens exported pages as files: headless Chromium, driven by selenium.

What a page writes to its console, and whatever it asks for besides itself, fails the test.
"""

import json
import os
import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

SWITCHES = (
    "--headless=new",
    # The tests may run as root or in a container, where the sandbox cannot start; pages are ours.
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--no-default-browser-check",
)
OWN = ("file:", "data:", "blob:", "about:", "chrome:", "devtools:")
"""What may be asked for: nothing of it comes over a network."""
NO_WEBGL = "HTMLCanvasElement.prototype.getContext = () => null;"
"""What runs beforehand in a browser that draws no scene."""
NO_DRAWING = """
for (const name of ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced"]) {
  WebGL2RenderingContext.prototype[name] = () => {};
}
"""
"""What runs beforehand where nobody looks at the scene, whose pixels take most of the time."""
AT_REST = """
const { scene } = pyramidionPage;
return scene.pass > 1 && !scene.frameAsked;
"""
"""The last pass of a picture at rest is drawn."""
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
"""What is over once all that has been changed is drawn."""
PATIENCE = 20.0
"""Seconds in which a page must have come to what a test waits for."""


class PageBrowser:
    """A browser with one page in it.

    Attributes
    ----------
    driver
        Selenium's own, for what has no method here.
    said
        What the page has told on its console.
    asked
        Addresses the page has asked for.
    """

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        self.said: list[str] = []
        self.asked: list[str] = []

    def open(
        self,
        path: Path,
        *,
        size: tuple[int, int] = (1366, 768),
        touch: bool = False,
        dark: bool = False,
        reduced_motion: bool = True,
        fragment: str = "",
        draws: bool = False,
    ) -> None:
        """Open a file; what an earlier page stored in the browser is gone.

        Parameters
        ----------
        size
            Of the page in CSS pixels; a pixel of the screen each.
        touch
            The screen takes fingers, and is that of a telephone or a tablet.
        fragment
            What stands behind `#` in the address.
        draws
            The scene draws; else it does all but that, and a test takes two thirds of the time.
        """
        self.driver.get("about:blank")
        self.look()
        self.said.clear()
        self.asked.clear()
        width, height = size
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=touch,
        )
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5)
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {
                "name": "prefers-reduced-motion",
                "value": "reduce" if reduced_motion else "no-preference",
            },
        ]
        self.send("Emulation.setEmulatedMedia", features=features)
        self.send("Storage.clearDataForOrigin", origin="file://", storageTypes="local_storage")
        with nullcontext() if draws else self.beforehand(NO_DRAWING):
            self.driver.get(path.resolve().as_uri() + (f"#{fragment}" if fragment else ""))
        # The page unpacks its data once it is loaded.
        self.wait("const on = document.querySelector('main'); return !on || on.hasChildNodes()")

    @contextmanager
    def beforehand(self, script: str) -> Iterator[None]:
        """Run a script in pages before their own."""
        name = "Page.{}ScriptToEvaluateOnNewDocument"
        number = self.send(name.format("add"), source=script)["identifier"]
        try:
            yield
        finally:
            self.send(name.format("remove"), identifier=number)

    def send(self, command: str, **values: object) -> Any:
        """Send a command of Chromium's DevTools, and return what it answers."""
        return self.driver.execute_cdp_cmd(command, values)

    def run(self, script: str, *values: object) -> Any:
        """Run a script (`return ...` gives its value) with `arguments`."""
        return self.driver.execute_script(script, *values)

    def wait(self, script: str, *values: object) -> Any:
        """Wait until a script returns what is true, and return that."""
        waiting = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05)
        missed = f"{script} {values}"
        return waiting.until(lambda driver: driver.execute_script(script, *values), missed)

    def find(self, css: str) -> WebElement:
        """Return the element of a selector once it is there."""
        found: WebElement = self.wait("return document.querySelector(arguments[0])", css)
        return found

    def text(self, css: str) -> str:
        """Return what an element says."""
        said: str = self.find(css).text
        return said

    def click(self, css: str) -> None:
        """Click on the middle of an element."""
        self.find(css).click()

    def keys(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        chain = ActionChains(self.driver, duration=0)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def tap(self, x: float, y: float, *, held: float = 0.0) -> None:
        """Touch a point with a finger, for `held` seconds."""
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        if held:
            self.driver.execute_async_script("setTimeout(arguments[1], arguments[0] * 1000)", held)
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def drag(self, *points: tuple[float, float]) -> None:
        """Draw a finger over the page from point to point."""
        first, *others = ({"x": x, "y": y} for x, y in points)
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[first])
        for point in others:
            self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def pixels(self) -> np.ndarray:
        """Return what the page looks like, (height, width, 3) bytes."""
        # The driver's own screenshots are packed tightly, which takes the longest.
        taken = self.send("Page.captureScreenshot", optimizeForSpeed=True)["data"]
        with Image.open(BytesIO(b64decode(taken))) as picture:
            return np.asarray(picture.convert("RGB"))

    def settle(self) -> None:
        """Wait until nothing changes in the scene any more, drawn or not."""
        self.wait(AT_REST)

    def at_rest(self) -> np.ndarray:
        """Return what the scene shows once nothing changes any more, without what lies over it."""
        self.run(
            "for (const one of document.querySelectorAll('canvas ~ *'))"
            " one.style.visibility = 'hidden'"
        )
        x, y, width, height = self.run(
            "const r = document.querySelector('canvas').getBoundingClientRect();"
            "return [r.x, r.y, r.width, r.height].map(Math.round)"
        )
        old = None
        for _ in range(40):
            self.settle()
            new = self.pixels()[y : y + height, x : x + width]
            if old is not None and np.array_equal(old, new) and np.ptp(new) > 40:
                return new
            old = new
        raise AssertionError("the page never came to rest")

    def look(self) -> None:
        """Take note of what has been told and asked for since."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        # Software OpenGL notes that it is slow to read back what it drew: no page says that.
        self.said += [text for text in said if "GL Driver Message (OpenGL, Performance" not in text]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.asked.append(message["params"]["request"]["url"])

    def check(self) -> None:
        """Fail where the page told something or asked for anything but itself."""
        self.look()
        assert not self.said, f"the page told: {self.said}"
        # The page itself is one request; another file would be another.
        files = {url.partition("#")[0] for url in self.asked if url.startswith("file:")}
        others = [url for url in self.asked if not url.startswith(OWN)]
        assert not others, f"the page asked for {others}"
        assert len(files) <= 1, f"the page asked for {sorted(files)}"


def _missing() -> str:
    """What a machine lacks to drive a browser; "" where it has all."""
    wanted = ("chromium", "chromedriver")
    lacks = [name for name in wanted if shutil.which(name) is None]
    return f"{' and '.join(lacks)} not found: make test installs it on Debian" if lacks else ""


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests of a process; it takes a second to start."""
    if missing := _missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    options = ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for switch in SWITCHES:
        options.add_argument(switch)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('chromium')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # With its path, selenium looks for no driver on the network.
    driver = Chrome(options, Service(shutil.which("chromedriver")))
    driver.set_script_timeout(PATIENCE)
    yield driver
    driver.quit()


@pytest.fixture
def page_browser(chromium: Chrome) -> Iterator[PageBrowser]:
    """The browser for one test, which fails where its page told or asked for anything."""
    browser = PageBrowser(chromium)
    yield browser
    browser.check()
