"""How the benchmark speaks with a program that draws balls: one line asks, one JSON line answers.

Each program runs in a process and an environment of its own, so nothing here needs more than the
standard library and numpy. Standard output carries answers only.

    scene PATH                      load the .npz below, draw the warm-up frames
    orbit AZIMUTH STEP COUNT        draw COUNT frames, answer {"seconds": [...]}
    picture PATH AZIMUTH            keep one frame as an uncompressed .npy (height, width, 3) uint8

A frame counts from the new camera until its pixels lie in the program's own memory: reading back
is the one wait for the graphics card that all of them offer, so all pay for it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Frame = npt.NDArray[np.uint8]
"""(height, width, 3 or 4)"""
Draw = Callable[[float], Frame]
"""Draws at an azimuth."""

WARM_UP = 3


@dataclass(frozen=True)
class Scene:
    """What every program draws.

    Attributes
    ----------
    centres
        (n, 3) float32, in ball diameters.
    colours
        (n, 3) float32, red green blue from 0 to 1.
    owner
        (n,) int32, which of the two colours a ball has; -1: no ball at that site.
    focus
        (3,) the point looked at.
    distance, elevation, lens
        Of the camera: ball diameters, degrees above the horizon, vertical angle in degrees.
    width, height
        Of the picture in pixels.
    size
        Balls along a base edge.
    smooth
        With smoothed edges, each program in its own cheapest way: Pyramidion and vispy
        within their shaders, OVITO by twice as many pixels a side.
    """

    centres: npt.NDArray[np.float32]
    colours: npt.NDArray[np.float32]
    owner: npt.NDArray[np.int32]
    focus: npt.NDArray[np.float64]
    distance: float
    elevation: float
    lens: float
    width: int
    height: int
    size: int
    smooth: bool

    @property
    def solid(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: the sites that hold a ball."""
        solid: npt.NDArray[np.bool_] = self.owner >= 0
        return solid

    def eye(self, azimuth: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return where the camera stands and the unit vector it looks along.

        Azimuth counts in degrees from south (negative y) towards east.
        """
        turn, lift = np.radians(azimuth), np.radians(self.elevation)
        away = np.array([np.sin(turn) * np.cos(lift), -np.cos(turn) * np.cos(lift), np.sin(lift)])
        return self.focus + self.distance * away, -away


def save(path: os.PathLike[str] | str, scene: Scene) -> None:
    """Write `scene` for the programs to read."""
    np.savez(path, **vars(scene))


def load(path: str) -> Scene:
    """Read what `save` wrote."""
    with np.load(path) as data:
        return Scene(
            centres=data["centres"],
            colours=data["colours"],
            owner=data["owner"],
            focus=data["focus"],
            distance=float(data["distance"]),
            elevation=float(data["elevation"]),
            lens=float(data["lens"]),
            width=int(data["width"]),
            height=int(data["height"]),
            size=int(data["size"]),
            smooth=bool(data["smooth"]),
        )


def serve(name: str, prepare: Callable[[Scene], Draw]) -> None:
    """Answer requests until standard input ends.

    Parameters
    ----------
    name
        Program and version, as the table shows it.
    prepare
        Loads a scene and returns what draws it at an azimuth: (height, width, 3 or 4) uint8.
    """
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever a library prints goes to standard error

    def answer(**fields: object) -> None:
        print(json.dumps(fields), file=answers, flush=True)

    answer(name=name)
    draw: Draw | None = None
    for line in sys.stdin:
        request, *words = line.rstrip("\n").split("\t")
        if request == "scene":
            draw = prepare(load(words[0]))
            for k in range(WARM_UP):
                draw(float(k))
            answer()
        elif draw is None:
            answer(error="no scene yet")
        elif request == "orbit":
            start, step, count = float(words[0]), float(words[1]), int(words[2])
            seconds = []
            for k in range(count):
                begun = time.perf_counter()
                draw(start + k * step)
                seconds.append(time.perf_counter() - begun)
            answer(seconds=seconds)
        elif request == "picture":
            np.save(words[0], np.ascontiguousarray(draw(float(words[1]))[..., :3]))
            answer()
