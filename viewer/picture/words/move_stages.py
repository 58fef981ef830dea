"""The stages of a move as they are told: what each lays over the board, and for how long."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.contract.game import Event, Position
from model.positions.events import known_events
from viewer.visuals.overlay_types import Arrow, Lit, Overlay

QUICK, STEP, TOLD, ROLLED, NOTHING = 200, 420, 1100, 900, 30
"""Milliseconds a stage is seen: of a move without notes; of one with: of a
stage without a note, with one, in which dice roll, and in which nothing is seen."""
THROWN = ("pass", "intercepted")
"""Causes of notes on a ball that is thrown from a site to another, over others."""
MOVES = 0.45
"""The part of a stage with a note in which pieces move; then there is time to read."""


@dataclass(frozen=True)
class MoveStage:
    """A stage of a move.

    Attributes
    ----------
    number
        How many stages are over once it is, itself included.
    events
        What happens in it.
    """

    number: int
    events: tuple[Event, ...]

    @property
    def notes(self) -> tuple[Event, ...]:
        """What explains it, in the order it is told."""
        return tuple(event for event in self.events if event.kind == "note" and event.reason)


def move_stages(position: Position, move: str) -> tuple[MoveStage, ...]:
    """Return the stages of a move made in a position, as far as they are known there."""
    events = known_events(position, move)
    numbers = sorted({event.stage for event in events})
    return tuple(
        MoveStage(k + 1, tuple(event for event in events if event.stage == number))
        for k, number in enumerate(numbers)
    )


def explains(stages: Sequence[MoveStage]) -> bool:
    """Tell whether a move is told stage by stage, so that it is shown slowly."""
    kinds = {event.kind for stage in stages for event in stage.events}
    return bool(kinds & {"note", "count", "roll"})


def seconds_of(stages: Sequence[MoveStage], *, backwards: bool = False) -> tuple[float, ...]:
    """Return how long each stage is seen, in seconds; taken back, nothing is told."""
    if backwards or not explains(stages):
        return (QUICK / 1000,) * len(stages)
    return tuple(_milliseconds(stage) / 1000 for stage in stages)


def _milliseconds(stage: MoveStage) -> int:
    if stage.notes:
        return TOLD
    if any(event.kind == "roll" for event in stage.events):
        return ROLLED
    seen = any(event.kind in ("place", "move", "remove", "flip") for event in stage.events)
    return STEP if seen else NOTHING


def stage_overlays(stage: MoveStage) -> tuple[Overlay, ...]:
    """Return what a stage lays over the board: its steps, and what its notes are about.

    A throw has the sites it goes over, what is stopped an arrow that ends; else a site is lit.
    """
    found: list[Overlay] = []
    for event in stage.events:
        moved = event.kind == "move" and event.site is not None and event.to is not None
        if moved and event.owner >= 0 and event.site != event.to:
            assert event.site is not None
            assert event.to is not None
            found.append(Arrow(event.site, event.to, event.owner))
    for note in stage.notes:
        if note.cause in THROWN and note.site is not None and note.to is not None:
            found.append(Arrow(note.site, note.to, note.owner, "throw"))
            found.append(Lit(note.sites, "warned" if note.cause == "intercepted" else "lit"))
        elif note.cause == "blocked" and note.site is not None and note.to is not None:
            found.append(Arrow(note.site, note.to, note.owner, "stopped"))
        elif note.cause == "blocked" and note.site is not None:
            found.append(Lit((note.site,), "warned"))
        elif note.site is not None:
            found.append(Lit((note.site,), "held"))
    return tuple(found)
