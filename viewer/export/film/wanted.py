"""What somebody wants a film to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

SceneName = Literal["turntable", "replay", "lesson", "pour", "cut"]
SCENES: tuple[SceneName, ...] = get_args(SceneName)
SIZES = {"480": (854, 480), "720": (1280, 720), "1080": (1920, 1080)}
"""Sizes that have a name, in pixels."""
GIF = ".gif"
LEAST, MOST = 64, 3840
"""Pixels that a film may be wide and high."""
SPEEDS = (0.1, 10.0)
FPS = (1.0, 60.0)
LONGEST_HOLD = 60.0


@dataclass(frozen=True)
class Wanted:
    """Attributes
    ----------
    scene
        What happens in it; None: what suits what is filmed.
    size
        Width and height in pixels, both even.
    fps
        Frames a second; None: what suits the file.
    speed
        How many times as fast things move; what is to be read stays as long.
    hold
        Seconds that a comment or a text is held; None: as long as it takes to read.
    title
        What the title card says; "": what it is called.
    title_card
        Whether it begins with a title card.
    corner
        "SW", "SW:red" or ":red": where a pour begins, and whose pieces hold it back; where it is
        left out, where colour runs longest, and the first player.
    family
        The planes that a cut travels along; "": the levels, or the first there are.
    solutions
        Whether the tasks of a lesson are answered, and a puzzle may be solved.
    """

    scene: SceneName | None = None
    size: tuple[int, int] = SIZES["720"]
    fps: float | None = None
    speed: float = 1.0
    hold: float | None = None
    title: str = ""
    title_card: bool = False
    corner: str = ""
    family: str = ""
    solutions: bool = True
