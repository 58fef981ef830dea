"""Lessons of a page: their steps, and every answer to a task judged beforehand."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from model.contract.game import Move, Player, Position, Stop, Stopped
from model.lessons.conditions import fitting
from model.lessons.judging import Verdict as Judged
from model.lessons.judging import judge, picture_of_wrong
from model.positions.setup import Draft, read_position
from model.records.lesson import After, Step, Task, step_for
from model.records.record import Record
from model.records.view import View
from viewer.analysis.picture_findings import unanswered_picture, whole_picture
from viewer.export.item_position import step_views
from viewer.export.page.content_boards import Shelf
from viewer.export.page.content_nodes import MOST_MOVES, Nodes, of_record, offered, stages
from viewer.export.page.content_why import laid_over
from viewer.export.page.page_data import (
    ChoiceOption,
    ChoiceTask,
    Finding,
    LessonItem,
    MovesTask,
    PointsTask,
    Stage,
    StepData,
    Verdict,
    Verdicts,
)
from viewer.export.pictures.shots import asked_view
from viewer.learn.lessons.after_answer import after_wrong, picture_after
from viewer.learn.slides import plain_text
from viewer.visuals.overlay_types import Overlay, besides

AGAINST_PROGRAM = (
    "This task is a game against the computer: open the lesson in Pyramidion to play it."
)
TOO_MANY = "This task has too many answers for a page: open the lesson in Pyramidion to do it."


def lesson_item(
    shelf: Shelf, record: Record, look: View, *, title: str, author: str, course: str, stop: Stop
) -> LessonItem:
    """Return a lesson as an item; `Stopped` passes through."""
    assert record.lesson is not None
    nodes, numbers = of_record(shelf, record, look)
    steps = []
    for one, view in zip(record.lesson.steps, step_views(record, look), strict=True):
        if stop():
            raise Stopped
        step = step_for(one, "page")
        made = _step(shelf, nodes, step, numbers[step.node], view, stop)
        if step.since is not None:
            made.way = nodes.way(numbers[step.since], numbers[step.node])
        steps.append(made)
    return LessonItem(
        title=title,
        author=author,
        nodes=nodes.list,
        course=course,
        steps=steps,
    )


def _step(shelf: Shelf, nodes: Nodes, step: Step, node: int, view: View, stop: Stop) -> StepData:
    """A step; one with a task, or that looks or marks otherwise, has a node of its own."""
    here, shown = nodes.list[node], tuple[Overlay, ...]()
    task, refusal = None, ""
    if step.task is not None:
        # What Why says would answer the task, so that the program hides it, too. What the view
        # shows is laid over the step alone: a try makes another position of it.
        asked = asked_view(step, view)
        node = nodes.again(node, replace(view, show=""), step.marks, why=step.why)
        position = nodes.position(node)
        if asked.show and not isinstance(position, Draft):
            shown = unanswered_picture(position, View(show=asked.show), ()).overlays
        task, refusal = _task(shelf, nodes, step, node, view, shown, stop)
    elif step.marks or here.view != view:
        node = nodes.again(node, view, step.marks, why=True)
    text = plain_text(step.text, strong=True)
    return StepData(
        title=plain_text(step.title),
        text=f"{text}\n\n{refusal}" if refusal else text,
        node=node,
        task=task,
        shows=laid_over(shelf, nodes.position(node), shown, step.pour, alone=False),
    )


def _task(
    shelf: Shelf,
    nodes: Nodes,
    step: Step,
    node: int,
    view: View,
    shown: tuple[Overlay, ...],
    stop: Stop,
) -> tuple[MovesTask | ChoiceTask | PointsTask | None, str]:
    """A task, or None and why a page cannot set it."""
    task, position = step.task, nodes.position(node)
    assert task is not None
    if task.kind == "game":
        return None, AGAINST_PROGRAM
    if task.kind in ("choice", "click"):
        pictures = _pictures(shelf, position, task, view, shown, step.pour)
        if task.kind == "choice":
            return _choice(nodes, node, task, *pictures), ""
        return _points(position, task, *pictures), ""
    found: Verdicts = {}
    if isinstance(position, Draft) or (_are_many(position) and not _few(position, task).next):
        return None, TOO_MANY
    shown_moves = _Judge(shelf, nodes, found, view, stop).all(task, node)
    return MovesTask(
        verdicts=found,
        otherwise=plain_text(task.otherwise) or "That is not it yet.",
        hint=plain_text(task.hint),
        shown=shown_moves,
    ), ""


def _are_many(position: Position) -> bool:
    return position.legal_moves.count() > MOST_MOVES


def _few(position: Position, task: Task) -> Stage:
    """The moves that a page lets its reader try where there are too many."""
    right = task.accepted or tuple(fitting(position, task.condition, clicks=False))
    wrong: list[Move] = []
    for answer in task.foreseen:
        wrong += answer.moves or fitting(position, answer.condition, clicks=False)[:1]
    wrong = [move for move in wrong if not judge(position, task, move).right]
    return offered(position, right, wrong, lambda move: judge(position, task, move).right)


def _choice(
    nodes: Nodes, node: int, task: Task, right: Finding | UnsetType, wrong: Finding | UnsetType
) -> ChoiceTask:
    """A task of choosing; positions drawn beside answers become nodes, seen as the step is."""
    options, position = [], nodes.position(node)
    for number, choice in enumerate(task.choices):
        said = plain_text(judge(position, task, number).text)
        pictured = -1
        if choice.position:
            shown_position = read_position(choice.position)
            pictured = nodes.add(shown_position, view=nodes.list[node].view, why=False)
        text, shows = plain_text(choice.text), right if choice.right else wrong
        options.append(ChoiceOption(text, choice.right, said, pictured, shows))
    return ChoiceTask(options=options, hint=plain_text(task.hint))


def _points(
    position: Position, task: Task, shows: Finding | UnsetType, shows_wrong: Finding | UnsetType
) -> PointsTask:
    """A task of touching points: what is said to most, and to those that are answered otherwise."""
    board = position.game.board
    verdicts = [judge(position, task, name) for name in board.names]
    right = [site for site, verdict in enumerate(verdicts) if verdict.right]
    said = plain_text(verdicts[right[0]].text) if right else ""
    wrong = plain_text(task.otherwise)
    answers = {
        site: text
        for site, verdict in enumerate(verdicts)
        if (text := plain_text(verdict.text)) != (said if verdict.right else wrong)
    }
    return PointsTask(
        right=right,
        said=said,
        wrong=wrong,
        hint=plain_text(task.hint),
        answers=answers,
        shows=shows,
        shows_wrong=shows_wrong,
    )


def _pictures(
    shelf: Shelf, position: Position, task: Task, view: View, shown: tuple[Overlay, ...], pour: str
) -> tuple[Finding | UnsetType, Finding | UnsetType]:
    """What is laid over a position once a task was done there, and after a wrong answer.

    The position stays, and with it what its step shows and pours.
    """
    right = _right_picture(shelf, position, task, str(position.to_move or ""), view, pour=pour)
    wrong = task.after_wrong or After()
    laid = after_wrong(position, wrong, played=False)
    if not laid and not wrong.pour:
        return right, UNSET
    over = (*shown, *besides(laid, shown))
    return right, laid_over(shelf, position, over, wrong.pour or pour, alone=bool(laid))


def _right_picture(
    shelf: Shelf,
    position: Position,
    task: Task,
    side: Player,
    view: View,
    played: tuple[Position, Move] | None = None,
    pour: str = "",
) -> Finding | UnsetType:
    """What follows a right answer, besides what the view shows: that is told once it is given."""
    after = picture_after(position, task, side, played)
    seen, told = position.seen_by(None), tuple[Overlay, ...]()
    if view.show and not isinstance(seen, Draft):
        told = whole_picture(seen, View(show=view.show)).overlays
    pour = (task.after.pour if task.after is not None else "") or pour
    return laid_over(shelf, position, (*told, *besides(after, told)), pour, alone=bool(after))


class _Judge:
    """Judges every legal move of a task, and of what it goes on with."""

    def __init__(self, shelf: Shelf, nodes: Nodes, found: Verdicts, view: View, stop: Stop) -> None:
        self._shelf, self._nodes, self._found = shelf, nodes, found
        self._view, self._stop = view, stop

    def all(self, task: Task, node: int) -> list[str]:
        """Judge a task at a node and all its parts; return moves that meet it, replies included."""
        shown_moves: list[str] = []
        open_parts = [(task, node, True)]
        while open_parts:
            part, at, first = open_parts.pop(0)
            row = self._found[at] = {}
            key, position = "", self._nodes.position(at)
            many = _are_many(position)
            tried = _few(position, part) if many else stages(position)
            self._nodes.list[at].moves = tried
            for move in tried.next if many else position.legal_moves:
                if self._stop():
                    raise Stopped
                verdict = row[move] = self._verdict(part, at, move)
                key = key or (move if verdict.right else "")
                if verdict.right and part.then is not None:
                    open_parts.append((part.then.task, verdict.node, first and move == key))
            if first and key:
                shown_moves += [key, *row[key].reply]
        return shown_moves

    def _verdict(self, task: Task, node: int, move: str) -> Verdict:
        position = self._nodes.position(node)
        found = judge(position, task, move)
        if not found.right:
            return self._wrong(position, task, node, move, found)
        if task.then is not None:
            return self._goes_on(position, task, node, move, found)
        there, side = -1, str(position.to_move)
        played, after = (position, move), position.play(move)
        # What only puts a ball down a page shows by itself.
        if after.outcome is not None or self._nodes.changes(position, (move, *found.line)):
            there = self._nodes.add(after, node, move, why=False)
        for reply in found.line:
            played, after = (after, reply), after.play(reply)
            if there >= 0:
                there = self._nodes.add(after, there, reply, why=False)
        verdict = Verdict(True, plain_text(found.text), list(found.line), there)
        verdict.shows = _right_picture(self._shelf, after, task, side, self._view, played)
        return verdict

    def _wrong(
        self, position: Position, task: Task, node: int, move: str, found: Judged
    ) -> Verdict:
        text = plain_text(f"{found.text} {found.end}".strip())
        line = (move, *found.line)
        verdict = Verdict(False, text, list(found.line))
        verdict.changes = self._nodes.changes(position, line)
        picture = picture_of_wrong(position, task, move)
        after = position.replay(line)
        laid = after_wrong(after, picture, played=True) or self._nodes.marks_moved(node, after)
        verdict.shows = laid_over(self._shelf, after, laid, picture.pour)
        return verdict

    def _goes_on(
        self, position: Position, task: Task, node: int, move: str, found: Judged
    ) -> Verdict:
        then = task.then
        assert then is not None
        after, at, marks = position, node, self._nodes.signs(node)
        line = [move, then.reply] if then.reply else [move]
        for one in line:
            after = after.play(one)
            # The next part may speak of the marks of the step, too.
            at = self._nodes.add(after, at, one, marks=marks if one is line[-1] else (), why=False)
        text = plain_text(f"{found.text} {then.text}".strip())
        return Verdict(True, text, line[1:], at)
