"""The stages a walk of the window's layout goes through: pages, docks, modes and dialogs."""

from __future__ import annotations

from collections.abc import Callable

from layout_walk import Walk

from model.records.lesson import Step
from model.registry import kinds
from viewer.session import resources

Stage = Callable[[Walk], None]


def welcome(walk: Walk) -> None:
    walk.shell.show_welcome()


def plain_game(walk: Walk) -> None:
    walk.new(size="6")


def figure(walk: Walk) -> None:
    """A game with sheets, threats and costs; Look beside it."""
    walk.open(resources.examples()[1])
    walk.dock("look")
    walk.shell.perform("view.add-cut")
    walk.shell.perform("view.layer")


def moves(walk: Walk) -> None:
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("moves")


def set_up(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.shell.perform("setup.mode")
    walk.afterwards(lambda: walk.shell.perform("setup.mode"))


def large_board(walk: Walk) -> None:
    walk.open(resources.example("07-size-20"))
    walk.dock("learn")


def pyraos(walk: Walk) -> None:
    walk.open(resources.example("11-pyraos-taking-back"))
    walk.dock("moves")


def pyramid(walk: Walk) -> None:
    walk.open(resources.example("17-pyramid-osiris"))
    walk.dock("look")


def many_tabs(walk: Walk) -> None:
    for path in resources.examples()[:8]:
        walk.open(path)


def lesson_task(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    for _ in range(6):
        walk.shell.learning.next()
    walk.settle()


def lesson_pyraos(walk: Walk) -> None:
    walk.open(resources.lessons()[-1])
    for _ in range(2):
        walk.shell.learning.next()
    walk.dock("why")


def puzzle(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.shell.learning.begin()
    walk.shell.learning.hint()


def lesson_editor(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    walk.shell.perform("teach.edit-lesson")


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
    walk.shell.perform("teach.edit-puzzle")


def presentation(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    walk.shell.perform("present.start")
    walk.afterwards(lambda: walk.shell.presentation.end())


def palette(walk: Walk) -> None:
    walk.new(size="4")
    walk.shell.show_palette()
    walk.afterwards(lambda: walk.shell.palette.shut())


def message(walk: Walk) -> None:
    walk.new(size="4")
    walk.shell.complain("3a9 is no point of this board. Level 3 has files c to f.", "details " * 30)


def new_game(walk: Walk) -> None:
    from viewer.window.dialogs.new_game import NewGame

    walk.new(size="4")
    walk.dialog(lambda: NewGame(kinds(), walk.window).open())


def keys_page(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.show_help("keys"))


def guide(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.show_help("guide"))


def about(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.show_help("about"))


def settings(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.perform("edit.settings"))


def pupils(walk: Walk) -> None:
    walk.dialog(walk.shell.show_pupils)


def generator(walk: Walk) -> None:
    walk.new(size="4")
    walk.dialog(walk.shell.show_puzzle_generator)


def transform(walk: Walk) -> None:
    from viewer.window.dialogs.transform import Transform

    walk.new(size="4")
    position = walk.session.position
    assert position is not None
    walk.dialog(lambda: Transform(position, walk.window).open())


def new_puzzle(walk: Walk) -> None:
    from viewer.window.dialogs.new_puzzle import NewPuzzle

    walk.new(size="4")
    position = walk.session.position
    assert position is not None
    walk.dialog(lambda: NewPuzzle(position, walk.window).open())


def collection(walk: Walk) -> None:
    """A file of many items above the one that is open."""
    walk.shell.show_collection(walk.copy(resources.puzzles()[0]))
    walk.ready()


def folder(walk: Walk) -> None:
    """A folder of files of all kinds, over a game that is none of it."""
    for path in (*resources.examples()[:3], resources.lessons()[0], resources.puzzles()[0]):
        walk.copy(path)
    walk.new(size="4")
    walk.shell.show_collection(walk.folder)
    walk.settle()


def halves(walk: Walk) -> None:
    """Two views, one of them faded, both with bars and names of their own."""
    walk.open(resources.examples()[1])
    walk.shell.perform("view.second")
    walk.shell.perform("view.add-cut")
    walk.shell.perform("view.other-view")
    walk.shell.perform("view.layer")


def slice_beside(walk: Walk) -> None:
    walk.open(resources.example("05-floating-sheet"))
    walk.shell.perform("view.layer")
    walk.shell.perform("view.slice")
    walk.dock("look")


def turned_together(walk: Walk) -> None:
    walk.open(resources.example("19-pyramid-victory-fields"))
    walk.shell.perform("view.turn-together")


def why_pyraos(walk: Walk) -> None:
    walk.open(resources.example("12-pyraos-a-line"))
    walk.dock("why")


def why_pyramid(walk: Walk) -> None:
    walk.open(resources.example("18-pyramid-double-osiris"))
    walk.dock("why", "moves")


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
    walk.shell.show_move_field("a1-z9")
    walk.window.move_field.edit.returnPressed.emit()


def marking(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.shell.perform("mark.mode")
    walk.afterwards(lambda: walk.shell.perform("mark.mode"))


def measuring(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.shell.perform("explain.measure")
    for site in (0, 40):
        walk.shell.scene.place_at(site)
    walk.afterwards(walk.shell.distance_tool.leave)


def explained(walk: Walk) -> None:
    """A corner asked for, and what pours from it."""
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("why")
    walk.shell.perform("explain.SW-red")
    walk.shell.perform("explain.pour")


def colours_of_parts(walk: Walk) -> None:
    """The Look dock with everything in it: parts, colours, peels, a bookmark."""
    walk.open(resources.example("03-isolated-not-anchored"))
    walk.dock("look")
    walk.shell.perform("view.colour-group")
    walk.shell.perform("view.peel-shell")
    walk.shell.perform("view.slab")
    walk.session.bookmark("The line that isolates without an anchor")


def set_up_pyramid(walk: Walk) -> None:
    walk.open(resources.example("17-pyramid-osiris"))
    walk.shell.perform("setup.mode")
    walk.afterwards(lambda: walk.shell.perform("setup.mode"))


def lesson_choice(walk: Walk) -> None:
    """A wrong answer to the longest question, and what is said to it."""
    walk.open(resources.lessons()[0])
    lesson = walk.shell.learning.lesson_player.lesson
    assert lesson is not None
    asked = [
        (len(step.text), number)
        for number, step in enumerate(lesson.steps)
        if step.task is not None and step.task.kind == "choice"
    ]
    walk.shell.learning.lesson_player.go(max(asked)[1])
    step = walk.shell.learning.lesson_player.step
    assert step is not None
    assert step.task is not None
    wrong = next(k for k, one in enumerate(step.task.choices) if not one.right)
    walk.shell.learning.lesson_player.choose(wrong)


def lesson_end(walk: Walk) -> None:
    walk.open(resources.lessons()[2])
    walk.shell.learning.lesson_player.go(999)


def puzzle_solved(walk: Walk) -> None:
    """The solution played to its end, with the picture that explains it."""
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.shell.learning.begin()
    walk.shell.learning.puzzle_player.show_solution()
    walk.wait(lambda: walk.shell.learning.explained is not None)
    walk.dock("why")


def practice(walk: Walk) -> None:
    walk.shell.perform("teach.practice")
    walk.ready()
    walk.afterwards(walk.shell.learning.end)


def lesson_editor_task(walk: Walk) -> None:
    """A step with answers to choose from is the widest form there is."""
    lesson_editor(walk)
    author = walk.shell.lesson_author
    for number, step in enumerate(author.steps):
        if step.task is not None and step.task.kind == "choice":
            author.select(number)
            break


def puzzle_checked(walk: Walk) -> None:
    puzzle_editor(walk)
    walk.shell.puzzle_author.check_active()
    walk.wait(lambda: not walk.shell.puzzle_author.is_checking)


def presentation_of_a_game(walk: Walk) -> None:
    walk.open(resources.example("21-pyramid-a-game"))
    walk.session.last()
    walk.shell.perform("present.start")
    walk.afterwards(lambda: walk.shell.presentation.end())


def presentation_of_a_puzzle(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[1]))
    walk.ready()
    walk.shell.perform("present.start")
    walk.afterwards(lambda: walk.shell.presentation.end())


def presentation_of_a_choice(walk: Walk) -> None:
    lesson_choice(walk)
    walk.shell.perform("present.start")
    walk.afterwards(lambda: walk.shell.presentation.end())


def new_game_of(game: str) -> Stage:
    """Return the stage of the dialog with the options of a game."""

    def stage(walk: Walk) -> None:
        from viewer.window.dialogs.new_game import NewGame

        dialog = NewGame(kinds(), walk.window)
        walk.dialog(dialog.open)
        dialog.game.setCurrentIndex(dialog.game.findData(game))

    stage.__name__ = f"new_game_{game}"
    return stage


def rules_of(example: str) -> Stage:
    """Return the stage of the rules of an example's game."""

    def stage(walk: Walk) -> None:
        walk.open(resources.example(example))
        walk.dialog(lambda: walk.shell.show_help("rules"))

    stage.__name__ = f"rules_{example}"
    return stage


def headers(walk: Walk) -> None:
    walk.new(size="4")
    walk.question(lambda: walk.shell.perform("edit.headers"))


def unsaved(walk: Walk) -> None:
    walk.new(size="4")
    walk.question(lambda: walk.shell.ask.unsaved(walk.session.state.documents))


def changed_on_disk(walk: Walk) -> None:
    walk.new(size="4")
    path = walk.folder / "a-game-with-a-long-name.pyramidion"
    walk.question(lambda: walk.shell.ask.changed(path))


PAGES: tuple[Stage, ...] = (
    welcome, plain_game, figure, moves, set_up, large_board, pyraos, pyramid, many_tabs,
    lesson_task, lesson_pyraos, puzzle, lesson_editor, puzzle_editor, presentation, palette,
    message, collection, folder, halves, slice_beside, turned_together, why_pyraos, why_pyramid,
    won, steps_of_a_move, refused, marking, measuring, explained, colours_of_parts,
    set_up_pyramid, lesson_choice, lesson_end, puzzle_solved, practice, lesson_editor_task,
    edited_then, edited_after, edited_moves,
    puzzle_checked, presentation_of_a_game, presentation_of_a_puzzle, presentation_of_a_choice,
)  # fmt: skip
DIALOGS: tuple[Stage, ...] = (
    new_game, *map(new_game_of, list(kinds())[1:]), keys_page, guide, about, settings, pupils,
    generator, transform, new_puzzle,
    rules_of("01-empty-board"), rules_of("11-pyraos-taking-back"), rules_of("17-pyramid-osiris"),
    headers, unsaved, changed_on_disk,
)  # fmt: skip
SAMPLE = (figure, many_tabs, puzzle, presentation, new_game, new_puzzle)
"""What is looked at in every run of the tests."""
