"""The stages a walk of the window's layout goes through; dialogs are in `layout_dialogs`."""

from collections.abc import Callable
from functools import partial
from itertools import cycle

from layout_dialogs import DIALOGS, new_game, new_puzzle
from layout_walk import Stage, Walk

from model.exercises.exercise import Choose, GoTo
from model.play.clock import TimeControl
from model.play.seats import Computer, Seats
from model.records.lesson import Step
from model.records.record import Evaluation
from viewer.commands import opening
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


__all__ = ["DIALOGS", "PAGES", "SAMPLE"]


def seen(name: str, example: str, *docks: str, does: str = "", toggles: str = "") -> Stage:
    """Return the stage of an example with docks, after some commands of View.

    What a command toggles is toggled again when the stage is left.
    """

    def stage(walk: Walk) -> None:
        walk.open(resources.example(example))
        walk.dock(*docks)
        for command in does.split():
            walk.window.perform(f"view.{command}")
        if toggles:
            walk.window.perform(toggles)
            walk.afterwards(lambda: walk.window.perform(toggles))

    stage.__name__ = name
    return stage


moves = seen("moves", "05-floating-sheet", "moves")
large_board = seen("large_board", "07-size-20", "learn")
pyraos = seen("pyraos", "11-pyraos-taking-back", "moves")
pyramid = seen("pyramid", "17-pyramid-osiris", "look")
why_pyraos = seen("why_pyraos", "12-pyraos-a-line", "why")
why_pyramid = seen("why_pyramid", "18-pyramid-double-osiris", "why", "moves")
turned_together = seen("turned_together", "19-pyramid-victory-fields", does="turn-together")
slice_beside = seen("slice_beside", "05-floating-sheet", "look", does="layer slice")
figure = seen("figure", "02-figure-1", "look", does="add-cut layer")
"""A game with sheets, threats and costs; Look beside it."""
HALVES = "second add-cut other-view layer"
halves = seen("halves", "02-figure-1", does=HALVES)
"""Two views, one of them faded, both with bars and names of their own."""
halves_with_legend = seen(
    "halves_with_legend", "02-figure-1", does=f"{HALVES} colour-level other-view colour-group"
)
"""Two views coloured otherwise: each says what its colours mean, below its chips."""
set_up = seen("set_up", "02-figure-1", toggles="setup.mode")
set_up_pyramid = seen("set_up_pyramid", "17-pyramid-osiris", toggles="setup.mode")
marking = seen("marking", "02-figure-1", toggles="mark.mode")


def welcome(walk: Walk) -> None:
    walk.window.pages.turn_to(scene=False)


def plain_game(walk: Walk) -> None:
    walk.new(size="6")


def reviewed(walk: Walk) -> None:
    """A graph with mistakes, at one of them; the Moves dock with its marks lies behind."""
    walk.open(resources.example("21-pyramid-a-game"))
    document = walk.session.document
    assert document is not None

    def line(node: int) -> tuple[str, ...]:
        """Six moves that can be played there: what is said of a move plays them."""
        here, moves = walk.session.position_at(node), []
        while here.outcome is None and here.legal_moves and len(moves) < 6:
            moves.append(next(iter(here.legal_moves)))
            here = here.play(moves[-1])
        return tuple(moves)

    walk.session.evaluate({
        node: Evaluation((share, 1 - share), line=line(node))
        for node, share in zip(document.record.nodes, cycle((0.5, 0.54, 0.2, 0.9)), strict=False)
    })  # fmt: skip
    walk.session.go(3)
    walk.dock("moves", "review")


def thought(walk: Walk) -> None:
    """What an engine thinks: heat, the best line, the card in Why."""
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("why")
    for name in ("heat", "line"):
        walk.window.perform(f"explain.engine-{name}")
        walk.afterwards(partial(walk.window.perform, f"explain.engine-{name}"))
    walk.wait(lambda: walk.shell.advice.thinking.known(walk.session.position))


def on_the_clock(walk: Walk) -> None:
    """A game against a level, on the clock."""
    walk.new(size="5")
    opponents = walk.shell.playing.opponents
    opponents.seat(Seats().place("blue", Computer(1)))
    opponents.set_clock(TimeControl(5, 2))
    walk.session.play("1c3")
    walk.wait(lambda: not opponents.is_thinking)


def handed_over(walk: Walk) -> None:
    """The cover between two people at one screen."""
    walk.session.new("pyramid-ball")
    walk.session.play(".../.../...")


def many_tabs(walk: Walk) -> None:
    for path in resources.examples()[:8]:
        walk.open(path)


def palette(walk: Walk) -> None:
    walk.new(size="4")
    walk.window.show_palette()
    walk.afterwards(lambda: walk.window.command_palette.shut())


def message(walk: Walk) -> None:
    walk.new(size="4")
    walk.window.notices.complain(
        "3a9 is not a point of this board. Level 3 has files c to f.", "details " * 30
    )


def collection(walk: Walk) -> None:
    """A file of many items above the one that is open."""
    opening.show_collection(walk.shell, walk.copy(resources.puzzles()[0]))
    walk.ready()


def folder(walk: Walk) -> None:
    """A folder of files of all kinds, over a game that is none of it."""
    for path in (*resources.examples()[:3], resources.lessons()[0], resources.puzzles()[0]):
        walk.copy(path)
    walk.new(size="4")
    opening.show_collection(walk.shell, walk.folder)
    walk.settle()


def won(walk: Walk) -> None:
    """The end of a game, told in every place that tells it."""
    walk.open(resources.example("21-pyramid-a-game"))
    walk.session.last()
    walk.dock("moves")


def steps_of_a_move(walk: Walk) -> None:
    """A move half made: buttons over the scene, a chip in the field of moves."""
    walk.open(resources.example("11-pyraos-taking-back"))
    walk.session.first()
    walk.session.step("2d4")
    walk.settle()
    assert walk.session.state.partial


def refused(walk: Walk) -> None:
    """A typed move that cannot be."""
    walk.open(resources.example("16-pyramid-jump-and-push"))
    walk.window.move_field.open("a1-z9")
    walk.window.move_field.edit.returnPressed.emit()


def measuring(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.window.perform("explain.measure")
    for site in (0, 40):
        walk.window.scene.place_at(site)
    walk.afterwards(walk.shell.toolbox.distance.leave)


def explained(walk: Walk) -> None:
    """A corner asked for, and what pours from it."""
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("why")
    walk.window.perform("explain.SW-red")
    walk.window.perform("explain.pour")


def colours_of_parts(walk: Walk) -> None:
    """The Look dock with everything in it: parts, colours, peels, a bookmark."""
    walk.open(resources.example("03-isolated-not-anchored"))
    walk.dock("look")
    walk.window.perform("view.colour-group")
    walk.window.perform("view.peel-shell")
    walk.window.perform("view.slab")
    walk.session.bookmark("The line that isolates without an anchor")


PAGES: tuple[Stage, ...] = (
    welcome, plain_game, figure, moves, reviewed, thought, on_the_clock, handed_over,
    set_up, large_board, pyraos, pyramid, many_tabs,
    palette, message, collection, folder, halves, halves_with_legend, slice_beside, turned_together,
    why_pyraos, why_pyramid, won, steps_of_a_move, refused, marking, measuring, explained,
    colours_of_parts, set_up_pyramid, *TEACHING,
)  # fmt: skip
SAMPLE = (figure, presentation, new_game, new_puzzle)
"""What is looked at in every run of the tests."""
