"""Turns Pyramidion's own window by the mouse, by turns while an engine thinks and while none does.

``python think_window.py ROUNDS FRAMES POSITION`` prints one JSON line: "quiet" and "thinking", for
each round what its frames took in seconds; "stopped", the seconds from telling the engine to stop
until it has; "after", the processor time of the process in the second after that.
"""

from __future__ import annotations

import json
import sys
import time

from model.reading import read_position
from viewer.analysis.thinking import Thinking
from viewer.bench.real_window import opened, turned

WIDTH, HEIGHT = 1280, 800
WARM_UP, SETTLE, BEGUN, REST = 8, 3.0, 0.5, 1.0


def main(rounds: int, frames: int, text: str) -> None:
    """Print what the frames took."""
    position = read_position(text)
    told: dict[str, list[list[float]]] = {"quiet": [], "thinking": []}
    stopped: list[float] = []
    after: list[float] = []
    with opened(position, WIDTH, HEIGHT) as (window, turn_over):
        thinking = Thinking(window)
        thinking.think(position, 0.1)  # kernels are loaded, and compiled where need be
        while thinking.is_thinking:
            turn_over(0.1)
        turn_over(SETTLE)
        scene = window.scene_view.widget
        for number in range(rounds + 1):
            for how, took in told.items():
                if how == "thinking":
                    thinking.think(read_position(text), None)
                    turn_over(BEGUN)
                took.append(list(turned(scene, WARM_UP + frames))[WARM_UP:])
                turn_over(BEGUN)
                if how == "thinking":
                    assert thinking.is_thinking, "it has to think as long as the window is turned"
                    begun = time.perf_counter()
                    thinking.stop()
                    thinking.close()  # waits for the thread
                    stopped.append(time.perf_counter() - begun)
                    used = time.process_time()
                    time.sleep(REST)
                    after.append(time.process_time() - used)
            if number == 0:  # the first round warms all up
                for took in told.values():
                    took.clear()
                stopped.clear()
                after.clear()
    print(json.dumps(told | {"stopped": stopped, "after": after}), flush=True)


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
