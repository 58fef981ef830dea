"""A position that turns once round, so that the film begins again where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as altered

from viewer.export.film.seen import Line
from viewer.export.film.shots import Caption, Part, Shot, Words
from viewer.export.film.take import Take
from viewer.picture.picture import Picture
from viewer.scene.camera import fitted_to

TURN = 9.0
"""Seconds of a whole turn."""


def turntable(take: Take) -> Iterator[Part]:
    """Yield the turn of the position that is shown, or that a puzzle begins with."""
    record, opening = take.item.contents.record, take.opening
    puzzle = record.puzzle
    line = Line(record)
    picture = line.picture(opening.node, opening.view, opening.marks, own=False)
    camera = fitted_to(picture, take.aspect, all_round=True)

    def at(share: float) -> Picture:
        turned = altered(camera, azimuth=camera.azimuth + 360 * share)
        return replace(picture, view=altered(picture.view, camera=turned))

    words = Words()
    if puzzle is not None:
        from model.puzzles.wording import asked

        (asks,) = take.captions(words, asked(line.position(opening.node), puzzle.stipulation))[:1]
        words = replace(asks.words, heading=take.item.title)
    yield Part((Shot(TURN, at),), (Caption(0.0, words),))
