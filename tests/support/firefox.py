"""Firefox, driven by WebDriver BiDi over its own socket: no driver is needed."""

import itertools
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from websocket import WebSocket, create_connection

PROGRAM = "firefox-esr"
PATIENCE = 60.0
"""Seconds in which something must have come about."""
_LISTENS = "WebDriver BiDi listening on "


class Firefox:
    """One page in Firefox.

    Attributes
    ----------
    said, asked
        What pages told on their console, and the addresses they asked for.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self._socket, self._numbers = socket, itertools.count(1)
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        tree = self.send("browsingContext.getTree")
        self._tab = tree["contexts"][0]["context"]

    def send(self, method: str, **params: object) -> Any:
        """Send a command, and return its result; what the page tells meanwhile is noted."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            came = json.loads(self._socket.recv())
            if came.get("id") == number:
                assert came["type"] == "success", came
                return came["result"]
            self._note(came)

    def _note(self, event: dict[str, Any]) -> None:
        params = event.get("params", {})
        if event.get("method") == "log.entryAdded":
            self.said.append(f"{params['level']}: {params['text']}")
        elif event.get("method") == "network.beforeRequestSent":
            self.asked.append(params["request"]["url"])

    def open(self, path: Path, width: int, height: int) -> None:
        """Open a file as a page of this size."""
        size = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self._tab, viewport=size)
        url = path.resolve().as_uri()
        self.send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, expression: str) -> Any:
        """Return the value of an expression of the page: a number, a text, a truth, or None."""
        tab = {"context": self._tab}
        found = self.send("script.evaluate", expression=expression, target=tab, awaitPromise=True)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def wait(self, expression: str) -> Any:
        """Wait until an expression is true, and return its value."""
        end = monotonic() + PATIENCE
        while not (found := self.run(expression)):
            assert monotonic() < end, expression
            sleep(0.05)
        return found

    def click(self, css: str) -> None:
        """Click on the middle of an element with a mouse."""
        name = json.dumps(css)
        self.wait(f"document.querySelector({name}) !== null")
        place = self.run(
            f"(() => {{ const one = document.querySelector({name}); "
            'one.scrollIntoView({block: "center"}); const box = one.getBoundingClientRect(); '
            "return `${box.x + box.width / 2} ${box.y + box.height / 2}`; })()"
        )
        x, y = (int(float(number)) for number in place.split())
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def key(self, key: str) -> None:
        """Press a key."""
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._perform({"type": "key", "id": "keys", "actions": steps})

    def _perform(self, source: dict[str, object]) -> None:
        self.send("input.performActions", context=self._tab, actions=[source])

    def check(self) -> None:
        """Fail where the page told something, or asked for anything but itself."""
        assert not self.said
        others = {url for url in self.asked if not url.startswith(("about:", "data:", "blob:"))}
        assert all(url.startswith("file:") for url in others), others
        assert len(others) <= 1, others


@contextmanager
def firefox(profile: Path, *, webgl: bool) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own, and end it.

    With WebGL it needs an X server, though it opens no window.
    """
    # Firefox keeps software WebGL from machines without a graphics card.
    chosen = "webgl.force-enabled" if webgl else "webgl.disabled"
    (profile / "user.js").write_text(f'user_pref("{chosen}", true);\n')
    program = shutil.which(PROGRAM)
    assert program is not None, f"{PROGRAM} is not here: make soak installs it on Debian"
    words = [program, "--no-remote", "--profile", str(profile), "--headless"]
    words += ["--remote-debugging-port", "0"]
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stderr is not None
        socket = None
        try:
            for line in process.stderr:
                if _LISTENS in line:
                    address = line.partition(_LISTENS)[2].strip()
                    socket = create_connection(
                        f"{address}/session", timeout=PATIENCE, suppress_origin=True
                    )
                    break
            assert socket is not None, "Firefox ended before it listened"
            yield Firefox(socket)
        finally:
            if socket is not None:
                socket.close()
            process.terminate()
