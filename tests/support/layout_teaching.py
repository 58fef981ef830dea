"""Stages of a walk of the window's layout: lessons, puzzles, their editors, presentations."""

from collections.abc import Callable

from layout_walk import Stage, Walk

from model.exercises.exercise import Choose, GoTo
from model.records.lesson import Step
from viewer.session.files import resources


def lesson_task(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    for _ in range(6):
        walk.shell.learning.send("next")
    walk.settle()


def lesson_pyraos(walk: Walk) -> None:
    walk.open(resources.lessons()[-1])
    for _ in range(2):
        walk.shell.learning.send("next")
    walk.dock("why")


def puzzle(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.shell.learning.begin()
    walk.shell.learning.send("hint")


def lesson_editor(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    walk.window.perform("teach.edit-lesson")


def edited_then(walk: Walk) -> None:
    """A task that goes on: the reply, what is said to it, the moves to choose from."""
    _edit_first(walk, lambda step: step.task is not None and step.task.then is not None)


def edited_after(walk: Walk) -> None:
    """A picture chosen for what follows the answer, and foreseen wrong tries."""
    _edit_first(walk, lambda step: step.task is not None and step.task.after is not None)


def edited_moves(walk: Walk) -> None:
    """A step that plays the moves that lead to it."""
    _edit_first(walk, lambda step: step.since is not None)


def _edit_first(walk: Walk, fits: Callable[[Step], bool]) -> None:
    """Open the editor at the first step of the shipped course that fits."""
    lesson_editor(walk)
    author = walk.shell.learning.lesson_author
    author.select(next(k for k, step in enumerate(author.steps) if fits(step)))
    walk.settle()


def puzzle_editor(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.window.perform("teach.edit-puzzle")


def presentation(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    walk.window.perform("present.start")
    walk.afterwards(lambda: walk.window.presentation.end())


def lesson_choice(walk: Walk) -> None:
    """A wrong answer to the longest question, and what is said to it."""
    walk.open(resources.lessons()[0])
    lesson = walk.shell.learning.player.exercise.original.lesson
    assert lesson is not None
    asked = [
        (len(step.text), number)
        for number, step in enumerate(lesson.steps)
        if step.task is not None and step.task.kind == "choice"
    ]
    walk.shell.learning.player.send(GoTo(max(asked)[1]))
    step = walk.shell.learning.player.exercise.current
    assert step is not None
    assert step.task is not None
    wrong = next(k for k, one in enumerate(step.task.choices) if not one.right)
    walk.shell.learning.player.send(Choose(wrong))


def lesson_end(walk: Walk) -> None:
    walk.open(resources.lessons()[2])
    walk.shell.learning.player.send(GoTo(999))


def puzzle_solved(walk: Walk) -> None:
    """The solution played to its end, with the picture that explains it."""
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.shell.learning.begin()
    walk.shell.learning.player.send("solution")
    walk.wait(lambda: walk.shell.learning.explained is not None)
    walk.dock("why")


def practice(walk: Walk) -> None:
    walk.window.perform("teach.practice")
    walk.ready()
    walk.afterwards(walk.shell.learning.end)


def lesson_editor_task(walk: Walk) -> None:
    """A step with answers to choose from is the widest form there is."""
    lesson_editor(walk)
    author = walk.shell.learning.lesson_author
    for number, step in enumerate(author.steps):
        if step.task is not None and step.task.kind == "choice":
            author.select(number)
            break


def puzzle_checked(walk: Walk) -> None:
    puzzle_editor(walk)
    walk.shell.learning.puzzle_author.check_active()
    walk.wait(lambda: not walk.shell.learning.puzzle_author.is_checking)


def presentation_of_a_game(walk: Walk) -> None:
    walk.open(resources.example("21-pyramid-a-game"))
    walk.session.last()
    walk.window.perform("present.start")
    walk.afterwards(lambda: walk.window.presentation.end())


def presentation_of_a_puzzle(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[1]))
    walk.ready()
    walk.window.perform("present.start")
    walk.afterwards(lambda: walk.window.presentation.end())


def presentation_of_a_choice(walk: Walk) -> None:
    lesson_choice(walk)
    walk.window.perform("present.start")
    walk.afterwards(lambda: walk.window.presentation.end())


TEACHING: tuple[Stage, ...] = (
    lesson_task, lesson_pyraos, puzzle, lesson_editor, puzzle_editor, presentation, lesson_choice,
    lesson_end, puzzle_solved, practice, lesson_editor_task, edited_then, edited_after,
    edited_moves, puzzle_checked, presentation_of_a_game, presentation_of_a_puzzle,
    presentation_of_a_choice,
)  # fmt: skip
