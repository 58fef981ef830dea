"""Turns Pyramidion's own window by the mouse, by turns while an engine thinks and while none does.

``python think_window.py ROUNDS FRAMES ENGINE POSITION`` prints one JSON line: "quiet" and
"thinking", for each round what its frames took in seconds; "stopped", the seconds from telling the
engine to stop until it has; "after", the processor time of the process in the second after that.
ENGINE is "own", that of the game, or "contract", which knows no kernels: all of it is Python, as it
is where moves are judged or puzzles made.
"""

from __future__ import annotations

import json
import sys
import time

from benchmarks.peers.real_window import opened, turned
from model.contract.game import Stop
from model.contract.search import Analysis, Budget
from model.play.opponent import engine_for, until
from model.positions.setup import read_position
from model.search.tree_search.uct import Uct
from viewer.analysis.background import BackgroundJob, Deliver, Progress

WIDTH, HEIGHT = 1280, 800
WARM_UP, SETTLE, BEGUN, REST = 8, 3.0, 0.5, 1.0


def main(rounds: int, frames: int, engine: str, text: str) -> None:
    """Print what the frames took."""
    position = read_position(text)
    seconds_by: dict[str, list[list[float]]] = {"quiet": [], "thinking": []}
    stopped: list[float] = []
    after: list[float] = []
    with opened(position, WIDTH, HEIGHT) as (window, turn_over):
        job = BackgroundJob(window)

        def think(seconds: float | None) -> None:
            asked = read_position(text)
            thinks = Uct(asked.game) if engine == "contract" else engine_for(asked.game)

            def work(stop: Stop, progress: Progress, deliver: Deliver) -> Analysis:
                return thinks.analyse(asked, deliver, until(seconds, stop), Budget())

            job.start(work, lambda found: None, on_part=lambda found: None)

        think(0.1)  # kernels are loaded, and compiled where need be
        while job.busy:
            turn_over(0.1)
        turn_over(SETTLE)
        scene = window.scene_view.widget
        for number in range(rounds + 1):
            for how, took in seconds_by.items():
                if how == "thinking":
                    think(None)
                    turn_over(BEGUN)
                took.append(list(turned(scene, WARM_UP + frames))[WARM_UP:])
                turn_over(BEGUN)
                if how == "thinking":
                    assert job.busy, "it has to think as long as the window is turned"
                    begun = time.perf_counter()
                    job.close()  # waits for the thread
                    stopped.append(time.perf_counter() - begun)
                    used = time.process_time()
                    time.sleep(REST)
                    after.append(time.process_time() - used)
            if number == 0:  # the first round warms all up
                for took in seconds_by.values():
                    took.clear()
                stopped.clear()
                after.clear()
    print(json.dumps(seconds_by | {"stopped": stopped, "after": after}), flush=True)


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])
