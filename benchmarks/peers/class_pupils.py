"""A class of pupils on this computer: each joins, and answers within a second once it is asked.

``python class_pupils.py PORT CODE PLACE...`` has a pupil for each place join. For each line of its
input, a step, all of them send their own place as a try; it prints one JSON line, what the clock
said when each place was sent, and what was answered where that is no "204". Nothing is imported but
Python's own library, as in browsers.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

SPREAD = 1.0
"""Seconds within which a class answers."""


class Pupil:
    """A browser that sends one place at every step."""

    def __init__(self, port: int, code: str, place: str) -> None:
        self.port, self.place, self.cookie = port, place, ""
        self.cookie = str(self.ask("GET", f"/?code={code}").headers["Set-Cookie"]).split(";")[0]

    def ask(self, method: str, path: str, body: str | None = None) -> http.client.HTTPResponse:
        """Send one request, and return its answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request(method, path, body, {"Cookie": self.cookie} if self.cookie else {})
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer

    def answer(self, step: int) -> tuple[str, float, int]:
        """Send the place after a while; return it, the moment, and the status of the answer."""
        time.sleep(SPREAD * Random(f"{self.place} {step}").random())
        tried = {"item": 0, "step": step, "at": 0, "did": "try", "what": self.place, "right": True}
        sent = time.monotonic()
        return self.place, sent, self.ask("POST", "/try", json.dumps([tried])).status


def main(port: int, code: str, places: list[str]) -> None:
    """Answer as often as somebody asks."""
    pupils = [Pupil(port, code, place) for place in places]
    with ThreadPoolExecutor(len(pupils)) as threads:
        print("joined", flush=True)
        for line in sys.stdin:
            answers = list(threads.map(partial(Pupil.answer, step=int(line)), pupils))
            sent = {place: moment for place, moment, _ in answers}
            refused = [place for place, _, status in answers if status != 204]
            print(json.dumps({"sent": sent, "refused": refused}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
