"""Plays moves and waits for their pictures: in Pyramidion's window, or with pyvista's own means.

``python place_balls.py pyramidion SIZE MOVES`` (or ``pyvista`` for the first word) prints one JSON
line: what each move took in seconds, from playing it until its picture is drawn.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from benchmarks.peers.real_window import opened
from benchmarks.scenes import BLUE, HEIGHT, RED, WIDTH, undecided
from model.games.partition.position import PartitionPosition

FILLED = 0.5
SETTLE = 0.4
"""Seconds between moves: what one starts in the background is over before the next."""
FACETS = 16
"""Of pyvista's spheres, around and from pole to pole."""


@contextmanager
def pyramidion(position: PartitionPosition) -> Iterator[Callable[[str], float]]:
    """Open the real window on the position; give what plays a move there."""
    from PySide6.QtWidgets import QApplication

    with opened(position, WIDTH, HEIGHT) as (window, turn_over):
        scene = window.scene_view.widget

        def play(move: str) -> float:
            turn_over(SETTLE)
            frames, begun = scene.frames, time.perf_counter()
            window.session.play(move)
            while scene.frames == frames:
                QApplication.processEvents()
            return time.perf_counter() - begun

        yield play


@contextmanager
def pyvista(position: PartitionPosition) -> Iterator[Callable[[str], float]]:
    """Draw with merged sphere glyphs, made anew for every move."""
    import pyvista as pv

    plotter = pv.Plotter(off_screen=True, window_size=[WIDTH, HEIGHT])
    ball = pv.Sphere(radius=0.5, theta_resolution=FACETS, phi_resolution=FACETS)

    def play(move: str) -> float:
        nonlocal position
        begun = time.perf_counter()
        position = position.play(move)
        for name, colour in (("red", RED), ("blue", BLUE)):
            cloud = pv.PolyData(position.game.board.centres[position.balls(name)])
            balls = cloud.glyph(geom=ball, scale=False, orient=False)
            plotter.add_mesh(balls, color=colour, name=name, render=False)
        window = plotter.render_window
        assert window is not None
        window.Render()
        window.WaitForCompletion()
        return time.perf_counter() - begun

    yield play
    plotter.close()


def main(program: str, size: int, moves: int) -> None:
    """Play `moves` random moves and print what they took."""
    position = undecided(size, FILLED)
    legal = np.random.default_rng(3).permutation(list(position.legal_moves)).tolist()
    seconds: list[float] = []
    with {"pyramidion": pyramidion, "pyvista": pyvista}[program](position) as play:
        play(legal.pop())  # to warm up
        for move in legal:
            position = position.play(move)
            if position.outcome is not None or len(seconds) == moves:
                break
            seconds.append(play(move))
    print(json.dumps(seconds), flush=True)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
