"""film: a film from its frames to its file, beside drawing the same frames and no more.

A frame is encoded while the next one is drawn, so that on two cores the film should take little
longer than its pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmarks.rows import Row, medians
from benchmarks.scenes import undecided
from model.play.opponent import never
from model.records.files import Contents
from model.records.record import new_record
from viewer.export.export_options import FILM_SIZES, GIF, FilmOptions
from viewer.export.film.film_scenes import Take, lines_of, parts_of
from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import frames_of
from viewer.export.film.video import FrameRenderer, film_of
from viewer.export.items import ExportItem
from viewer.picture.palette import STANDARD

RUNS, MOST = 5, 1.5


@dataclass(frozen=True)
class Case:
    """A turn to be filmed: a pyramid of a size, half filled, so high, and frames a second."""

    size: int
    high: str
    suffix: str
    fps: float = 5.0


CASES = (
    Case(6, "480", ".mp4"),
    Case(20, "720", ".mp4"),
    Case(6, "720", ".webm"),
    Case(6, "480", GIF, 10.0),
)


def measure() -> Iterator[Row]:
    """Yield a row for each case."""
    for case in CASES:
        position = undecided(case.size, 0.5)
        items = [ExportItem(Contents(new_record(str(position))))]
        wanted = FilmOptions(scene="turntable", size=FILM_SIZES[case.high], fps=case.fps)

        ours, drawn = medians(
            partial(film_of, items, wanted, case.suffix, _silent, never),
            partial(_draw, items, wanted, case),
            runs=RUNS,
        )
        width, height = FILM_SIZES[case.high]
        what = f"N={case.size}, {width}x{height}, {case.fps:g} a second, {case.suffix}"
        yield Row(what, ours, "its frames alone", drawn, most=MOST)


def _draw(items: Sequence[ExportItem], wanted: FilmOptions, case: Case) -> None:
    """Draw the frames of a film."""
    lettering = Lettering(FILM_SIZES[case.high], lines_of(items, wanted), STANDARD)
    parts = [part for item in items for part in parts_of(Take(item, wanted, lettering))]
    drawing = FrameRenderer(lettering, wanted, fine=case.suffix != GIF)
    try:
        for frame in frames_of(parts, case.fps, wanted.speed):
            drawing.image(frame)
    finally:
        drawing.close()


def _silent(done: int, of: int, part: str = "item", left: float | None = None) -> None:
    """Tell nobody how far it has come."""
