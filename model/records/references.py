"""Words in files that must fit the board they are about: marks, Views, stipulations, steps."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from model.boards.board import Board
from model.contract.game import Game
from model.phrases import listed, shown
from model.positions.setup import read_header, read_setup
from model.records.lesson import Task, parts_of
from model.records.puzzle import QUESTIONS, Puzzle
from model.records.record import ROOT, Record, leading_to
from model.records.view import Mark, View, ViewError, check_view, on_board, sites_of


class WordError(ValueError):
    """A word that does not fit; one sentence that begins with its place."""


def check_words(
    record: Record,
    view: View | None,
    current: int,
    games: Mapping[int, Game],
    places: Mapping[int, int],
) -> None:
    """Check what a file says beside the moves; WordError at the first thing that is wrong.

    Parameters
    ----------
    record
        What was read.
    view, current
        The file's own View, and the node it is for.
    games
        The game at every node, which one that is set up may change.
    places
        Where nodes stand in the file.
    """
    if view is not None:
        _check_view(games[current], view, "$.view")
    for name, view in record.bookmarks.items():
        # A bookmark is for any board of the game, also for one that was set up and is gone again:
        # their planes and layers are the same, their points are not.
        _check_view(games[ROOT], points_on(None, view), f"$.bookmarks[{shown(name)}]")
    players = len(read_setup(record.start).game.players)
    for at, number in places.items():
        node, game = record.nodes[at], games[at]
        if node.view is not None:
            _check_view(game, node.view, f"$.nodes[{number}].view")
        _check_marks(game.board, node.marks, f"$.nodes[{number}].marks")
        if node.evaluation is not None and len(node.evaluation.value) != players:
            raise WordError(
                f"$.nodes[{number}].evaluation.value: needs {players} numbers, one for each player"
            )
    if record.puzzle is not None:
        for where, message in puzzle_faults(record, games[ROOT].board):
            raise WordError(f"$.puzzle.{where}: {message}")
    if record.lesson is not None:
        _check_steps(record, games)


def fit_words(record: Record, node: int, game: Game) -> Record:
    """Return the record with only those words about `node` that fit its new game and board.

    Marks, Views and points of a puzzle or a lesson that name points the board does not have are
    dropped, each alone.
    """
    here, board = record.nodes[node], game.board
    fitted = dataclasses.replace(
        here, marks=_marks_on(board, here.marks), view=_view_on(game, here.view)
    )
    puzzle, lesson = record.puzzle, record.lesson
    if puzzle is not None and node == ROOT:
        asked = puzzle.stipulation
        points = tuple(site for site in asked.points if site in board)
        puzzle = replace(puzzle, stipulation=replace(asked, points=points))
    if lesson is not None:
        steps = tuple(
            replace(
                step,
                view=_view_on(game, step.view),
                marks=_marks_on(board, step.marks),
                task=_task_on(board, step.task),
            )
            if step.node == node
            else step
            for step in lesson.steps
        )
        lesson = replace(lesson, steps=steps)
    return dataclasses.replace(
        record, nodes=record.nodes.insert(node, fitted), puzzle=puzzle, lesson=lesson
    )


def _marks_on(board: Board, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if all(site in board for site in sites_of(mark)))


def _view_on(game: Game, view: View | None) -> View | None:
    if view is not None:
        try:
            check_view(game, view)
        except ViewError:
            return None
    return view


def points_on(board: Board | None, view: View) -> View:
    """Return the View with only those points it names that are on `board` (None: with none)."""
    lens, selected, only = (
        site if board is not None and site in board else ""
        for site in (view.lens, view.selected, view.peel.only)
    )
    parts = on_board(board, view.parts)
    if (lens, selected, only, parts) == (view.lens, view.selected, view.peel.only, view.parts):
        return view
    peel = replace(view.peel, only=only)
    return replace(view, lens=lens, selected=selected, peel=peel, parts=parts)


def _check_view(game: Game, view: View, where: str) -> None:
    try:
        check_view(game, view)
    except ViewError as error:
        raise WordError(f"{where}: {error}") from error


def _check_marks(board: Board, marks: tuple[Mark, ...], where: str) -> None:
    for index, mark in enumerate(marks):
        for site in sites_of(mark):
            if site not in board:
                raise WordError(
                    f"{where}[{index}].site: {shown(site)} is not a point of this board"
                )
        if (mark.sign == "link") != bool(mark.to):
            raise WordError(f"{where}[{index}].to: a link goes to a point, other signs do not")


def puzzle_faults(record: Record, board: Board) -> Iterator[tuple[str, str]]:
    """Yield (key, sentence) for every word of a puzzle that does not fit its board."""
    puzzle = record.puzzle
    assert isinstance(puzzle, Puzzle)
    asked = puzzle.stipulation
    kind, _ = read_header(record.start.split(" ", 1)[0])
    goals = {goal.name: goal for goal in kind.goals}
    if asked.asks_goal and asked.kind not in goals:
        known = listed([*goals, *QUESTIONS], "or")
        yield "stipulation.kind", f"{kind.title} has no goal {shown(asked.kind)}: {known}"
    if asked.corner and (kind.corner_goal is None or asked.corner not in board.corners):
        yield "stipulation.corner", f"{shown(asked.corner)} is not a corner that can be held here"
    if asked.asks_goal and asked.kind in goals and goals[asked.kind].of_corner and not asked.corner:
        yield "stipulation.corner", "the corner to hold is missing"
    if asked.kind == "accepted" and not asked.accepted:
        yield "stipulation.accepted", "at least one accepted move is missing"
    for site in asked.points:
        if site not in board:
            yield "stipulation.points", f"{shown(site)} is not a point of this board"


def _check_steps(record: Record, games: Mapping[int, Game]) -> None:
    lesson = record.lesson
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        where = f"$.lesson.steps[{number}]"
        if step.node not in games:
            raise WordError(f"{where}.node: there is no node {step.node}")
        game = games[step.node]
        if step.view is not None:
            _check_view(game, step.view, f"{where}.view")
        _check_marks(game.board, step.marks, f"{where}.marks")
        if step.since is not None and step.since not in leading_to(record, step.node):
            raise WordError(f"{where}.from: node {step.since} does not lead to node {step.node}")
        for task in parts_of(step.task):
            for key, after in (("after", task.after), ("after_wrong", task.after_wrong)):
                if after is not None:
                    _check_view(game, View(show=after.show), f"{where}.task.{key}.show")
                    _check_marks(game.board, after.marks, f"{where}.task.{key}.marks")


def _task_on(board: Board, task: Task | None) -> Task | None:
    """The task, all that follows included, without signs on points that `board` does not have."""
    if task is None:
        return None
    then = task.then
    after, after_wrong = (
        None if one is None else replace(one, marks=_marks_on(board, one.marks))
        for one in (task.after, task.after_wrong)
    )
    if then is not None:
        following = _task_on(board, then.task)
        assert following is not None
        then = replace(then, task=following)
    return replace(task, after=after, after_wrong=after_wrong, then=then)
