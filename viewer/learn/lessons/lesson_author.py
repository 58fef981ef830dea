"""Lessons being written: which step is worked on, and what its author does to it."""

from collections.abc import Callable, Hashable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from model.contract.game import Position, Stop
from model.exercises.lesson import LessonExercise
from model.lessons.drill import drill
from model.phrases import counted
from model.records.lesson import After, Lesson, Step, Task, Then, parts_of
from model.records.record import leading_to
from model.records.view import Mark
from viewer.analysis.background import BackgroundJob
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.learn_dock import LEARN, DockSwitch
from viewer.learn.lessons import lesson_edits
from viewer.learn.lessons.lesson_validation import LessonValidation
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session.document.document import Document
from viewer.session.session import Change, Session, SessionError
from viewer.tools.annotation import NodeMarks
from viewer.visuals.overlay_types import Pour
from viewer.widgets.messages import Notices

MOST_PARTS = 20
"""Moves of one task; a file can hold a few more, with all that nests in them."""
COUNT = 5
"""Positions that are added at once."""


class LessonAuthor(QObject):
    """What the author of the active lesson does to it; every method is one edit, or none.

    Parameters
    ----------
    player
        Runs the lesson that is tried.
    poured
        Returns what pours on the screen now.

    Attributes
    ----------
    validation
        What is wrong with the steps.
    tasks
        What is done to the task of the step.
    drills
        Adds other positions for it.

    Signals
    -------
    chosen
        Another step is worked on.
    added
        A step was added, and its texts are to be written.
    """

    chosen = Signal()
    added = Signal()

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        toolbox: Toolbox,
        notices: Notices,
        docks: DockSwitch,
        player: ExercisePlayer,
        poured: Callable[[], Pour | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._toolbox = session, scene, toolbox
        self._notices, self._docks, self._player = notices, docks, player
        self._poured = poured
        self._numbers: dict[int, int] = {}
        self._written: set[int] = set()
        self._given: set[int] = set()
        self._own = False
        self.validation = LessonValidation(session, self)
        self.tasks = TaskAuthor(session, self, self)
        self.drills = DrillAuthor(session, notices, self, self)
        self._step_marks = StepMarks(session, self)
        session.subscribe(self._changed)
        scene.tools.changed.connect(self._tool_changed)
        player.tried.connect(self.select)

    # -- what is there -----------------------------------------------------------------------

    @property
    def document(self) -> Document:
        """The active document."""
        return self._session.document

    @property
    def lesson(self) -> Lesson | None:
        """The active lesson, None while there is none or it runs."""
        return None if self.document.exercise is not None else self.document.record.lesson

    @property
    def steps(self) -> lesson_edits.Steps:
        """Its steps."""
        return () if self.lesson is None else self.lesson.steps

    @property
    def number(self) -> int:
        """Which step is worked on, from 0."""
        return max(0, min(self._numbers.get(self.document.key, 0), len(self.steps) - 1))

    @property
    def step(self) -> Step | None:
        """The step that is worked on."""
        return self.steps[self.number] if self.steps else None

    @property
    def position(self) -> Position | None:
        """The position that step shows."""
        return None if self.step is None else self._session.position_at(self.step.node)

    @property
    def is_open(self) -> bool:
        """Whether the active lesson is being written, not one that was opened to be run."""
        return self.lesson is not None and self.document.key not in self._given

    @property
    def is_shown(self) -> bool:
        """Whether the editor stands in the Learn dock now."""
        return self.is_open and self._docks.is_open(LEARN)

    @property
    def is_here(self) -> bool:
        """Whether the position of the step is the current one."""
        return self.step is not None and self.document.node == self.step.node

    # -- the lesson --------------------------------------------------------------------------

    def make(self) -> None:
        """Make a lesson of the active game; its first step is the current view."""
        document = self._session.document
        if document.is_placeholder or document.exercise is not None:
            raise SessionError("open a game first: a lesson is made from its positions")
        if document.record.puzzle is not None:
            raise SessionError("this is a puzzle: make the lesson from a game")
        if document.record.lesson is not None:
            self.edit()
            return
        self._take(document.key)
        self._own = True
        try:
            self._session.set_lesson(Lesson((self._seen(()),)), "make a lesson")
        finally:
            self._own = False
        self._numbers[document.key] = 0
        self._docks.open(LEARN)
        self.refresh()
        self.chosen.emit()
        self.added.emit()

    def edit(self) -> None:
        """Write the active lesson; one that runs is left, at the step shown."""
        document = self._session.document
        if document.kept.lesson is None:
            raise SessionError("this document is not a lesson: make one from a game first")
        exercise = document.exercise
        self._take(document.key)
        if isinstance(exercise, LessonExercise):
            self._player.end()
        self._docks.open(LEARN)
        self.select(exercise.step if isinstance(exercise, LessonExercise) else self.number)

    def forget(self) -> None:
        """Make the active lesson a game again."""
        if self.lesson is not None:
            self._session.set_lesson(None, "remove the lesson")
            self._scene.laid.show_marks(())
            self._notices.say("The lesson is removed: Undo brings it back")

    def try_step(self) -> None:
        """Go through the lesson from this step on, or come back from there to the editor."""
        if isinstance(self._session.exercise, LessonExercise):
            self._player.end()
            return
        if self.step is None:
            raise SessionError("there is no step to try: add one first")
        self._take(self.document.key)
        self._docks.open(LEARN)
        self._player.begin_lesson(self.number, trial=True)

    # -- steps -------------------------------------------------------------------------------

    def select(self, number: int) -> None:
        """Work on a step (from 0): show its position, View, marks and pour."""
        if self.lesson is None:
            return
        self._numbers[self.document.key] = max(0, min(number, len(self.steps) - 1))
        self._show_step()
        if self.tasks.part:  # of the step that was worked on already
            self.tasks.show(self.tasks.part)
        self.chosen.emit()

    def go_there(self) -> None:
        """Go to the position of the step again."""
        self._show_step()
        self.chosen.emit()

    def add(self) -> None:
        """Add a step after this one: the current view."""
        if self.lesson is None:
            raise SessionError("there is no lesson to add a step to: make one from a game first")
        self._take(self.document.key)
        at = self.number + 1 if self.steps else 0
        new = self._seen(self._marks_shown())
        self._put(lesson_edits.inserted(self.steps, at, new), "add a step", at)
        self._docks.open(LEARN)
        self.added.emit()

    def duplicate(self) -> None:
        """Add a second step like this one."""
        step, at = self.step, self.number + 1
        if step is not None:
            self._put(lesson_edits.inserted(self.steps, at, step), "duplicate a step", at)

    def delete(self) -> None:
        """Take the step away."""
        at = self.number
        if self.step is None:
            return
        rest = lesson_edits.removed(self.steps, at)
        self._put(rest, "delete a step", min(at, max(0, len(rest) - 1)))
        if rest:
            self._show_step()

    def move(self, to: int, number: int | None = None) -> None:
        """Give a step (this one by default) another place, counted from 0 without it."""
        number = self.number if number is None else number
        to = max(0, min(to, len(self.steps) - 1))
        if 0 <= number < len(self.steps) and to != number:
            self._put(lesson_edits.moved(self.steps, number, to), "move a step", to)

    # -- what a step shows -------------------------------------------------------------------

    def take_position(self) -> None:
        """Use the current position for this step."""
        document, step = self.document, self.step
        if step is None:
            return
        since = step.since if step.since in leading_to(document.record, document.node) else None
        self.change("position of a step", node=document.node, since=since)

    def mark(self) -> None:
        """Let clicks mark, on this step."""
        if not self.is_here:
            self.go_there()
        self._toolbox.annotation.begin()

    def clear_marks(self, gesture: Hashable) -> None:
        """Take all marks of the position on the screen away."""
        self._session.mark((), gesture=gesture)

    # -- changing ----------------------------------------------------------------------------

    def change(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change fields of the step (`model.records.lesson.Step`); one edit.

        Parameters
        ----------
        name
            What the menu calls the edit.
        gesture
            What is typed in one go is one edit.
        """
        step, at = self.step, self.number
        if step is None:
            return
        new = replace(step, **fields)
        if new != step:
            self._put(lesson_edits.replaced(self.steps, at, new), name, at, gesture)

    def entitle(self, text: str, gesture: Hashable = None) -> None:
        """Give the lesson a title."""
        self._session.head("title", text, gesture)

    # -- what is on the screen ---------------------------------------------------------------

    def pour_shown(self) -> str:
        """Return what pours on the screen now ("SW:red"), "" for nothing."""
        return lesson_edits.pour_text(self._session.position, self._poured())

    def position_now(self) -> Position:
        """Return the position on the screen now."""
        return self._session.position

    def marks_shown(self) -> tuple[Mark, ...]:
        """Return the marks on the screen now: of the position, and of the step if it is shown."""
        own = self.document.record.nodes[self.document.node].marks
        return tuple(dict.fromkeys((*own, *self._marks_shown())))

    def refresh(self) -> None:
        """Lay the marks of the step over its position; none where that is not shown."""
        if self.lesson is not None:
            self._scene.laid.show_marks(self._marks_shown() if self.is_shown else ())

    def give(self) -> None:
        """Hear that the active lesson runs: it is no draft, unless it was written on."""
        if self.document.key not in self._written:
            self._given.add(self.document.key)

    def _marks_shown(self) -> tuple[Mark, ...]:
        return self.step.marks if self.step is not None and self.is_here else ()

    def _seen(self, marks: tuple[Mark, ...]) -> Step:
        """The current view, as a step."""
        document = self._session.document
        return Step(document.node, view=document.view, marks=marks, pour=self.pour_shown())

    def _show_step(self) -> None:
        """Show what the step shows."""
        step = self.step
        if step is None:
            self.refresh()
            return
        if self._session.document.node != step.node:
            self._session.go(step.node)
        if step.view is not None and step.view != self._session.document.view:
            # It may have been made on a board of another size.
            self._notices.attempt(partial(self._scene.fly, step.view))
        self.refresh()

    # -- keeping -----------------------------------------------------------------------------

    def _take(self, key: int) -> None:
        """Remember that this document is written on."""
        self._written.add(key)
        self._given.discard(key)

    def _put(
        self, steps: lesson_edits.Steps, name: str, number: int, gesture: Hashable = None
    ) -> None:
        lesson = self.lesson
        if lesson is None:
            return
        self._take(self.document.key)
        before, self._own = self.number, True
        self._numbers[self.document.key] = number
        try:
            self._session.set_lesson(replace(lesson, steps=steps), name, gesture)
        except SessionError:
            self._numbers[self.document.key] = before
            raise
        finally:
            self._own = False
        self.refresh()
        if before != number:
            self.chosen.emit()

    def _tool_changed(self) -> None:
        """Let marks go to the step, however marking was begun."""
        if self._scene.tools.is_on("mark"):
            self._toolbox.annotation.target = self._step_marks

    def _changed(self, change: Change) -> None:
        """Follow undo and redo to the step they change."""
        document, before = change.document, change.before
        lesson = document.kept.lesson
        if lesson is None or document.exercise is not None:
            return
        was = before.kept.lesson if before.key == document.key else None
        if not self._own and was is not None and was is not lesson:
            number = self._numbers.get(document.key, 0)
            found = lesson_edits.changed_step(was.steps, lesson.steps, number, document.node)
            if found is not None:
                self._numbers[document.key] = max(0, min(found[1], len(lesson.steps) - 1))
                self.tasks.follow(was.steps, found[0])
                if self.number == number:
                    self.refresh()
                else:
                    self._show_step()
                self.chosen.emit()
        if self.is_open:
            self.validation.follow(document)


class StepMarks:
    """The marks of the step that is worked on (`annotation.Target`).

    While that step is not shown they are those of the node.
    """

    def __init__(self, session: Session, author: LessonAuthor) -> None:
        self._node, self._author = NodeMarks(session), author

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is there now."""
        step = self._step
        return self._node.marks if step is None else step.marks

    def put(self, marks: tuple[Mark, ...]) -> None:
        """Have exactly these; one edit."""
        if self._step is None:
            self._node.put(marks)
        else:
            self._author.change("marks of a step", marks=marks)

    @property
    def _step(self) -> Step | None:
        author = self._author
        return author.step if author.is_shown and author.is_here else None


class TaskAuthor(QObject):
    """What an author does to the task of a step; every method is one edit, or none.

    Signals
    -------
    chosen
        Another part is worked on.
    """

    chosen = Signal()

    def __init__(self, session: Session, author: LessonAuthor, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._author = session, author
        self._chosen = 0
        self._of: tuple[int, int] | None = None

    # -- what is there -----------------------------------------------------------------------

    @property
    def parts(self) -> tuple[Task, ...]:
        """The task of the step and what it goes on with."""
        return parts_of(self._whole)

    @property
    def reached(self) -> tuple[lesson_edits.Reached, ...]:
        """Where the parts are asked, as far as right moves and replies lead."""
        whole, position = self._whole, self._author.position
        return () if whole is None or position is None else lesson_edits.reached(position, whole)

    @property
    def part(self) -> int:
        """Which part is worked on, from 0."""
        if self._of != self._here:
            return 0
        return max(0, min(self._chosen, len(self.reached) - 1))

    @property
    def task(self) -> Task | None:
        """The part that is worked on."""
        parts = self.parts
        return parts[self.part] if parts else None

    @property
    def position(self) -> Position | None:
        """Where it is asked."""
        reached = self.reached
        return reached[self.part].position if reached else self._author.position

    @property
    def line(self) -> tuple[str, ...]:
        """The right moves and replies that lead to the part."""
        reached = self.reached
        return reached[self.part].line if reached else ()

    def played_here(self, after: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the moves of the tree that follow where the part is asked, and `after` it."""
        node, nodes = self._node(after), self._session.document.record.nodes
        if node is None:
            return ()
        return tuple(nodes[k].move for k in nodes[node].children if nodes[k].move)

    # -- changing ----------------------------------------------------------------------------

    def show(self, part: int) -> None:
        """Work on another part; where its position is in the tree, show that."""
        self._chosen, self._of = part, self._here
        node = self._node()
        if node is not None and self._session.document.node != node:
            self._session.go(node)
        self.chosen.emit()

    def change(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change fields of the part (`model.records.lesson.Task`); one edit."""
        whole = self._whole
        if whole is not None:
            task = lesson_edits.with_part(whole, self.part, **fields)
            self._author.change(name, gesture, task=task)

    def toggle_accepted(self, word: str) -> None:
        """Count a move or a point right, or no longer."""
        if self.task is not None:
            self.change("right moves", accepted=lesson_edits.toggled(self.task, word))

    def set_kind(self, kind: lesson_edits.Kind | None) -> None:
        """Ask for something else, None: for nothing; what is said to answers is kept."""
        whole = self._whole
        if self._author.step is None or (whole.kind if whole is not None else None) == kind:
            return
        task = None if kind is None else lesson_edits.task_of_kind(kind, whole)
        self._author.change("no task" if kind is None else "task", task=task)

    def set_after(self, after: After | None, wrong: bool = False, gesture: Hashable = None) -> None:
        """Show another picture after the right answer, or after a wrong one; one edit."""
        key = "after_wrong" if wrong else "after"
        self.change("picture after an answer", gesture, **{key: after})

    def change_after(self, gesture: Hashable = None, wrong: bool = False, **fields: object) -> None:
        """Change the picture after an answer (`model.records.lesson.After`); one edit."""
        task = self.task
        if task is not None:
            after = (task.after_wrong if wrong else task.after) or After()
            self.set_after(replace(after, **fields), wrong, gesture)

    def go_on(self) -> None:
        """Let the task go on after its right moves; a reply that was played there is taken over."""
        task, position = self.task, self.position
        if task is None or position is None or task.then is not None:
            return
        playable = [move for move in task.accepted if position.explain(move) is None]
        if not playable:
            raise SessionError("name a right move first: the task goes on after it")
        if len(self.parts) >= MOST_PARTS:
            raise SessionError(f"a task has at most {MOST_PARTS} moves")
        reply = self.played_here(tuple(playable[:1]))[:1]
        self.change("further move", then=Then(Task("place"), reply=reply[0] if reply else ""))

    def change_then(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change the reply and what is said with it (`model.records.lesson.Then`); one edit."""
        task = self.task
        if task is not None and task.then is not None:
            self.change(name, gesture, then=replace(task.then, **fields))

    def follow(self, was: lesson_edits.Steps, number: int) -> None:
        """Go to the part of a step that undo or redo has changed."""
        step = self._author.step
        old: Step | None = was[number] if number < len(was) else None
        if step is not None and old is not None and old.task != step.task:
            self._chosen = lesson_edits.differing_part(old.task, step.task)
            self._of = self._here

    # -- where -------------------------------------------------------------------------------

    @property
    def _whole(self) -> Task | None:
        return None if self._author.step is None else self._author.step.task

    @property
    def _here(self) -> tuple[int, int]:
        return self._session.document.key, self._author.number

    def _node(self, after: tuple[str, ...] = ()) -> int | None:
        """The node of the tree at which the part is asked, None where it was not played."""
        step, nodes = self._author.step, self._session.document.record.nodes
        if step is None:
            return None
        node = step.node
        for move in (*self.line, *after):
            child = next((k for k in nodes[node].children if nodes[k].move == move), None)
            if child is None:
                return None
            node = child
        return node


class DrillAuthor(QObject):
    """Adds steps that ask for the same in other positions.

    Signals
    -------
    changed
        Positions are being drawn, or not any more.
    """

    changed = Signal()

    def __init__(
        self, session: Session, notices: Notices, author: LessonAuthor, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._notices, self._author = session, notices, author
        self._job = BackgroundJob(self)

    @property
    def is_drawing(self) -> bool:
        """Whether positions are being drawn."""
        return self._job.busy

    def add(self) -> None:
        """Draw positions for the task of the step that is worked on; others with each call."""
        step, position = self._author.step, self._author.position
        if step is None or step.task is None or position is None:
            return
        key, number, task = self._session.document.key, self._author.number, step.task
        seed = len(self._author.steps)

        def work(stop: Stop, *_: object) -> object:
            return drill(position, task, COUNT, seed, stop)

        self._job.start(work, lambda found: self._add(key, number, found))
        self.changed.emit()

    def _add(self, key: int, number: int, found: object) -> None:
        self.changed.emit()
        is_open = self._author.lesson is not None and self._session.document.key == key
        if not is_open or not isinstance(found, list):
            return
        if not found:
            self._notices.say("No game that was tried led to a position with a few right answers.")
            return
        self._session.add_drill(number, tuple(map(str, found)))
        self._notices.say(f"{counted(len(found), 'step')} added after this one.")

    def close(self) -> None:
        """Draw no more."""
        self._job.close()
