"""Dragging the active cut by its handle: which knob is held, and the cut it makes."""

from __future__ import annotations

from dataclasses import dataclass

from model.view import Cut
from viewer.scene.aim import Aim


@dataclass(frozen=True)
class Knob:
    """A knob of the handle of the active cut."""

    end: str


def under(aim: Aim, x: float, y: float) -> Knob | None:
    """Return the knob drawn at a place on the screen (logical pixels), None when there is none."""
    return None


def dragged(aim: Aim, knob: Knob, x: float, y: float) -> Cut:
    """Return the active cut after its knob was dragged to a place on the screen."""
    raise NotImplementedError
