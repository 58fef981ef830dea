"""What a scene is made with: what is filmed, what is wanted, and how long things are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from viewer.export.export_options import FilmOptions
from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import Caption, Words
from viewer.export.items import ExportItem
from viewer.export.pictures.shots import Shot, shots_of
from viewer.learn.slides import plain_text

SETTLE, LETTERS_A_SECOND = 1.2, 16.0
"""Seconds before somebody begins to read, and how much is read in one then."""


@dataclass(frozen=True, eq=False)
class Take:
    """An item under the camera.

    Attributes
    ----------
    item
        What is filmed.
    wanted
        What the film is to be.
    lettering
        Knows what fits into the strip, and the shape of the scene.
    """

    item: ExportItem
    wanted: FilmOptions
    lettering: Lettering

    @cached_property
    def opening(self) -> Shot:
        """The position that is filmed: of a puzzle its own, of a lesson its first step."""
        step = None if self.item.contents.record.puzzle is None else 0
        return next(shots_of(self.item, step=step))

    @property
    def aspect(self) -> float:
        """Width over height of the scene."""
        width, height = self.lettering.scene
        return width / height

    def reads(self, text: str) -> float:
        """Return how long a text is held, in seconds."""
        if self.wanted.hold is not None:
            return self.wanted.hold
        return SETTLE + len(text) / LETTERS_A_SECOND

    def captions(self, words: Words, text: str) -> Sequence[Caption]:
        """Return the captions in which a Markdown text is read; one that asks no time for none."""
        portions = self.lettering.portions(plain_text(text))
        if not portions:
            return (Caption(0.0, words),)
        return tuple(
            Caption(self.reads(portion), replace(words, text=portion)) for portion in portions
        )
