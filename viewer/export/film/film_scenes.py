"""Which scene a film has, and what it begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from model.records.positions import PositionCache
from model.records.record import ROOT
from viewer.export.export_options import FilmOptions, SceneName
from viewer.export.film.cut_scene import cut
from viewer.export.film.lesson_scene import lesson
from viewer.export.film.pour_scene import pour
from viewer.export.film.replay_scene import is_talkative, replay
from viewer.export.film.shots import Caption, Card, Part, Words, still
from viewer.export.film.take import Take
from viewer.export.film.turntable_scene import turntable
from viewer.export.items import ExportError, ExportItem

MADE: Mapping[SceneName, Callable[[Take], Iterator[Part]]] = MappingProxyType(
    {"turntable": turntable, "replay": replay, "lesson": lesson, "pour": pour, "cut": cut}
)
LESSON_LINES, TEXT_LINES = 3, 2
"""Lines of text under a lesson, and under all else that is read."""
BEGINNING = 1e-6
"""The share of a shot at which it begins."""
CARD, FADE, STEPS = 2.4, 0.6, 12
"""Seconds a title card is seen, and in which it fades away, in so many steps."""


def scene_of(item: ExportItem, wanted: FilmOptions) -> SceneName:
    """Return the scene that is wanted, or that suits what is filmed."""
    record = item.contents.record
    if wanted.scene is not None:
        if wanted.scene == "replay" and record.puzzle is not None and not wanted.solutions:
            raise ExportError("a replay of a puzzle shows its solution: leave out --no-solutions")
        return wanted.scene
    if record.lesson is not None:
        return "lesson"
    is_game = record.puzzle is None and item.contents.kind != "position"
    return "replay" if is_game and next(record.main_line(), None) is not None else "turntable"


def lines_of(items: Sequence[ExportItem], wanted: FilmOptions) -> int | None:
    """Return how many lines the strip under the scene needs, 0 for a heading; None: no strip."""
    found = [_lines(item, scene_of(item, wanted)) for item in items]
    return max((lines for lines in found if lines is not None), default=None)


def _lines(item: ExportItem, scene: SceneName) -> int | None:
    if scene == "lesson":
        return LESSON_LINES
    if scene == "replay":
        return TEXT_LINES if is_talkative(item.contents.record) else 0
    if scene in ("pour", "cut"):
        return 0
    puzzle = item.contents.record.puzzle
    return TEXT_LINES if scene == "turntable" and puzzle is not None else None


def parts_of(take: Take) -> Iterator[Part]:
    """Yield the parts of the film of an item, its title card first where one is wanted."""
    wanted = take.wanted
    parts = MADE[scene_of(take.item, wanted)](take)
    if not wanted.title_card:
        return parts
    first = next(parts)
    return chain((_card(take, first),), (first,), parts)


def _card(take: Take, first: Part) -> Part:
    """The title card over what comes first, which shows as it fades."""
    item = take.item
    source = item.course if item.course != item.title else ""
    credit = PositionCache().position(item.contents.record, ROOT).game.kind.credit
    card = Card(take.wanted.title or item.title, item.author, source, credit)
    words = first.captions[0].words
    fading = (
        Caption(FADE / STEPS, replace(words, card=card, veil=1 - k / STEPS))
        for k in range(1, STEPS)
    )
    whole = Caption(CARD, Words(card=card))
    shot = first.shots[0]
    return Part((still(0.0, lambda: shot.at(BEGINNING)),), (whole, *fading))
