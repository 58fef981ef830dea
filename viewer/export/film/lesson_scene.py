"""A lesson from step to step: flights, texts, moves that lead there, pours, and answered tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from model.contract.game import Move, Position
from model.lessons.conditions import ConditionError, looked_at
from model.lessons.judging import is_right, judge
from model.phrases import shown
from model.positions.setup import Draft
from model.records.lesson import Step, Task, step_for
from model.records.record import Record, path_to
from viewer.export.film.pour_scene import flood_in, full, poured
from viewer.export.film.seen import Line, flight, picture_at, stages_of
from viewer.export.film.shots import Caption, Part, Shot, Words, still
from viewer.export.film.take import Take
from viewer.export.item_position import step_views
from viewer.export.items import ExportError
from viewer.export.pictures.shots import asked_view
from viewer.games.decision import rings
from viewer.learn.lessons.after_answer import picture_after
from viewer.learn.slides import plain_words
from viewer.picture.picture import Picture

PAUSE, THINK, REST = 0.8, 2.0, 0.8
"""Seconds after a move that leads to a step, after what a task asks, and before the next step."""
MOST_TRIED = 500
"""Moves among which a right one is sought where the author names none."""
GREEN = "green"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def lesson(take: Take) -> Iterator[Part]:
    """Yield the steps; ExportError where there are none."""
    record = take.item.contents.record
    if record.lesson is None or not record.lesson.steps:
        raise ExportError(
            f"{shown(take.item.title)} is not a lesson with steps: film a replay instead"
        )
    return _Lesson(take, record).parts()


@dataclass
class _Place:
    """Where the film is: what is shown, and the position that stands there."""

    picture: Picture
    position: Position


class _Lesson:
    """Films one lesson."""

    def __init__(self, take: Take, record: Record) -> None:
        assert record.lesson is not None
        self._take, self._line = take, Line(record)
        self._steps = tuple(step_for(step, "paper") for step in record.lesson.steps)
        self._shown: Picture | None = None

    def parts(self) -> Iterator[Part]:
        """Yield the parts of all steps."""
        views = step_views(self._line.record, self._take.item.contents.view)
        for number, (step, view) in enumerate(zip(self._steps, views, strict=True)):
            title = plain_words(step.title) or self._take.item.title
            words = Words(title, f"{number + 1} / {len(self._steps)}")
            seen = view if step.task is None else asked_view(step, view)
            picture = self._line.picture(step.node, seen, step.marks)
            place = _Place(picture, self._line.position(step.node))
            yield from self._shown_step(step, place, words)
            if step.task is not None and self._take.wanted.solutions:
                yield from self._answered(step.task, place, words)
            self._shown = place.picture

    def _shown_step(self, step: Step, place: _Place, words: Words) -> Iterator[Part]:
        """A step as it is opened, and as long as its text is read."""
        shots = [*self._way(step, place.picture)]
        flood = flood_in(place.position.seen_by(None), step.pour)
        if flood is not None:
            shots += poured(place.picture, flood)
            place.picture = full(place.picture, flood)
        shown = place.picture
        captions = self._asked(step, words)
        yield Part((*shots, still(REST, lambda: shown)), captions)
        thinks = step.task is not None and self._take.wanted.solutions
        rest = THINK if thinks else REST
        yield Part((still(rest, lambda: shown),), (Caption(0.0, captions[-1].words),))

    def _asked(self, step: Step, words: Words) -> Sequence[Caption]:
        """What a step says, and then the answers there are to choose from, side by side."""
        said = self._take.captions(words, step.text)
        if step.task is None or step.task.kind != "choice":
            return said
        choices = (_choice(step.task, number) for number in range(len(step.task.choices)))
        return (*said, *self._take.captions(words, "\n\n".join(choices)))

    def _way(self, step: Step, picture: Picture) -> Iterator[Shot]:
        """The flight to a step, and the moves that lead there where it has them played."""
        line, way = self._line, [step.node]
        if step.since is not None:
            path = [0, *path_to(line.record, step.node)]
            way = path[path.index(step.since) :] if step.since in path else way
        pictures = [line.picture(node, picture.view) for node in way[:-1]] + [picture]
        first = pictures[0]
        yield from flight(self._shown, first, self._take.aspect)
        if len(way) > 1:
            yield still(PAUSE, lambda: first)
        for node, after in zip(way[1:], pictures[1:], strict=True):
            yield from self._played(line.before(node), line.record[node].move, after)

    def _played(self, before: Position | None, move: Move, after: Picture) -> Iterator[Shot]:
        if before is not None:
            for told in stages_of(before, move, after):
                yield from told.shots
        yield still(PAUSE, lambda: after)

    # -- tasks ---------------------------------------------------------------------------------

    def _answered(self, task: Task, place: _Place, words: Words) -> Iterator[Part]:
        """What is right, done and said; nothing of a game against the computer."""
        position = place.position
        if task.kind == "choice":
            right = next((k for k, choice in enumerate(task.choices) if choice.right), None)
            if right is not None:
                said = f"{_choice(task, right)}\n\n{judge(position, task, right).text}"
                yield self._said(place, words, said)
        elif task.kind == "click":
            points = _right_points(position, task)
            if points:
                marks = rings(position.game.board, points, GREEN)
                place.picture = replace(place.picture, overlays=marks)
                yield self._said(place, words, judge(position, task, points[0]).text)
        elif task.kind == "place":
            yield from self._moved(task, place, words)

    def _moved(self, task: Task, place: _Place, words: Words) -> Iterator[Part]:
        """The right move and what is said to it; in a task of several the replies and the rest."""
        part: Task | None = task
        while part is not None:
            before, move = place.position, _right_move(place.position, part)
            if not move:
                return
            verdict, then = judge(before, part, move), part.then
            shots = [*self._play(place, move)]
            played = (before, move)
            for reply in verdict.line if then is None else (then.reply,) if then.reply else ():
                shots += self._play(place, reply)
            said = verdict.text if then is None else f"{verdict.text} {then.text}"
            if then is None and not verdict.line:
                shots += self._decided(place, part, played)
            yield self._said(place, words, said, shots)
            part = None if then is None else then.task

    def _play(self, place: _Place, move: Move) -> Iterator[Shot]:
        """Play a move, and leave the film where it led."""
        before, view = place.position, place.picture.view
        place.position = before.play(move)
        after = place.picture = picture_at(place.position, view, move=move, before=before)
        yield from self._played(before, move, after)

    def _decided(self, place: _Place, task: Task, played: tuple[Position, Move]) -> Iterator[Shot]:
        """What shows that the task is met, and what pours then."""
        position = place.position.seen_by(None)
        overlays = picture_after(position, task, str(played[0].to_move), played)
        if overlays:
            place.picture = replace(place.picture, overlays=overlays)
        flood = flood_in(position, "" if task.after is None else task.after.pour)
        if flood is not None:
            yield from poured(place.picture, flood)
            place.picture = full(place.picture, flood)

    def _said(self, place: _Place, words: Words, text: str, shots: Sequence[Shot] = ()) -> Part:
        """What is said to an answer, while it is played and afterwards."""
        shown = place.picture
        return Part((*shots, still(REST, lambda: shown)), self._take.captions(words, text))


def _choice(task: Task, number: int) -> str:
    """An answer to choose, with its letter or its number."""
    name = LETTERS[number] if number < len(LETTERS) else str(number + 1)
    return f"{name}: {task.choices[number].text.strip()}"


def _right_move(position: Position, task: Task) -> Move:
    """A move that is right: the author's first, else the first that is found; "" for none."""
    if isinstance(position, Draft) or position.outcome is not None:
        return ""
    try:
        tried = chain(task.accepted, islice(looked_at(position, task.condition), MOST_TRIED))
        return next(
            (m for m in tried if position.explain(m) is None and is_right(position, task, m)), ""
        )
    except ConditionError:  # what the author wants cannot be understood here
        return ""


def _right_points(position: Position, task: Task) -> list[str]:
    """The points that are right to click."""
    try:
        return [name for name in position.game.board.names if is_right(position, task, name)]
    except ConditionError:
        return []
