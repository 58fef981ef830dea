"""Learn commands: run lessons and puzzles, go through collections, present to a room."""

from functools import partial
from pathlib import Path

from viewer.commands.command import Command, always, in_session, is_open
from viewer.commands.opening import open_path, step_item
from viewer.commands.saving import last_folder
from viewer.commands.shell import Shell
from viewer.session.files import resources
from viewer.session.session import Session

_row = partial(Command, menu="Learn")


_task_row = partial(
    Command,
    menu="Learn",
    enabled=in_session(lambda session: session.exercise is not None and session.exercise.is_task),
)


_item_row = partial(
    Command,
    menu="Learn/Collection",
    enabled=in_session(lambda session: session.document.item is not None),
)


def _save_results(shell: Shell) -> None:
    from viewer.window.dialogs.pupil_list import save_results

    shell.notices.say(save_results(shell.ask, last_folder(shell.chosen)))


def _course(session: Session) -> Path | None:
    """Return the course of the game that is open."""
    if session.is_empty:
        return None
    return resources.course_of(session.position.game.kind.name)


def _open_course(shell: Shell) -> None:
    path = _course(shell.session)
    if path is not None:
        open_path(shell, path)


COMMANDS = (
    _row(
        "teach.course",
        "Course of this game",
        _open_course,
        enabled=lambda shell: _course(shell.session) is not None,
        help="Open the course beside the game, in a tab of its own.",
    ),
    _row(
        "teach.courses",
        "All courses and puzzles",
        lambda shell: shell.pages.show_courses(),
        enabled=always,
        help="Choose among the courses and puzzles. What is open stays open.",
    ),
    _row(
        "teach.begin",
        "Start lesson or puzzle",
        lambda shell: shell.learning.begin(),
        ("Ctrl+G",),
        enabled=in_session(
            lambda session: (
                session.document.kept.kind in ("lesson", "puzzle") and session.exercise is None
            )
        ),
        help="Take the lesson, or solve the puzzle.",
    ),
    _task_row(
        "teach.end",
        "End lesson or puzzle",
        lambda shell: shell.learning.end(),
        help="End the lesson or puzzle. The document goes back to how it was.",
    ),
    _task_row(
        "teach.next",
        "Next step",
        lambda shell: shell.learning.send("next"),
        ("Ctrl+Right",),
        help="The next step of the lesson, or the next puzzle of the collection.",
    ),
    _task_row(
        "teach.back",
        "Previous step",
        lambda shell: shell.learning.send("back"),
        ("Ctrl+Left",),
        help="The previous step, or the previous puzzle.",
    ),
    _task_row(
        "teach.hint",
        "Hint",
        lambda shell: shell.learning.send("hint"),
        ("Ctrl+I",),
        help="A hint for the task or the puzzle.",
    ),
    _task_row(
        "teach.again",
        "Try again",
        lambda shell: shell.learning.send("again"),
        ("Ctrl+R",),
        help="Back to the position of the step, or of the last right move.",
    ),
    _item_row(
        "teach.next-item",
        "Next in collection",
        lambda shell: step_item(shell, 1),
        ("Alt+PgDown",),
        help="Open the next item of the collection.",
    ),
    _item_row(
        "teach.previous-item",
        "Previous in collection",
        lambda shell: step_item(shell, -1),
        ("Alt+PgUp",),
        help="Open the previous item of the collection.",
    ),
    _row(
        "teach.practice",
        "Mixed practice",
        lambda shell: shell.learning.practise(),
        menu="Learn/Pupils",
        help="Puzzles of all games in turn, with those you failed before.",
    ),
    _row(
        "teach.pupils",
        "Pupils…",
        lambda shell: shell.auxiliary_windows.show_pupils(last_folder(shell.chosen)),
        menu="Learn/Pupils",
        help="Choose a pupil, and see what each has done.",
    ),
    _row(
        "teach.handed-in",
        "Results…",
        lambda shell: shell.auxiliary_windows.show_results(last_folder(shell.chosen)),
        enabled=always,
        menu="Learn/Pupils",
        help="What pupils handed in from pages, and did here: each task with what became of it.",
    ),
    _row(
        "teach.results",
        "Save results…",
        _save_results,
        menu="Learn/Pupils",
        help="Save every pupil's wrong tries, hints and time as a table (CSV).",
    ),
)

# -- presenting ------------------------------------------------------------------------------------

_slide_row = partial(Command, menu="Learn/Presentation")
_showing_row = partial(_slide_row, enabled=lambda shell: shell.frame.is_presenting)


def _step(by: int) -> Command:
    words = ("next", "Next slide") if by > 0 else ("previous", "Previous slide")
    key = "Page Down" if by > 0 else "Page Up"
    return _showing_row(
        f"present.{words[0]}",
        words[1],
        lambda shell: shell.frame.presentation.step(by),
        help=f"{key} while presenting: the next step of a lesson, or move of a game."
        if by > 0
        else f"{key} while presenting: the previous step or move.",
    )


PRESENTING = (
    _slide_row(
        "present.start",
        "Present",
        lambda shell: shell.frame.presentation.toggle(),
        ("F5",),
        menu="Learn",
        enabled=is_open,
        checked=lambda shell: shell.frame.is_presenting,
        help="Full screen with large text. Page Up and Page Down step; Escape ends it.",
    ),
    _step(1),
    _step(-1),
    _showing_row(
        "present.text",
        "Whole text",
        lambda shell: shell.frame.presentation.toggle_text(),
        checked=lambda shell: shell.frame.is_presenting and shell.frame.presentation.shows_all,
        help="L while presenting: the whole text of a step, or its last sentence.",
    ),
    _showing_row(
        "present.inset",
        "Plan from above",
        lambda shell: shell.frame.presentation.toggle_inset(),
        help="I while presenting: the board from above, with an eye where you look from.",
    ),
    _showing_row(
        "present.notes",
        "Presenter's notes",
        lambda shell: shell.frame.presentation.toggle_notes(),
        checked=lambda shell: shell.frame.is_presenting and shell.frame.presentation.shows_notes,
        help="R while presenting: a window with your notes, what comes next, and a clock.",
    ),
    _showing_row(
        "present.ask-class",
        "Ask the class",
        lambda shell: shell.frame.presentation.ask_class(shell.ask),
        help="J while presenting: pupils answer in their browsers; J again shows the answers.",
    ),
    _showing_row(
        "present.black",
        "Black screen",
        lambda shell: shell.frame.presentation.toggle_curtain(),
        help="B or the full stop while presenting; press it again to go on.",
    ),
)
