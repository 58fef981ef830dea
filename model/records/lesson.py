"""What a lesson is, as plain data: steps with a text, a position, a look, perhaps a task."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from model.contract.game import Move
from model.records.view import Marks, View

MOST_PICTURED = 5_000
"""Characters of a position that is drawn small, beside an answer."""
MOST_CHOICES = 100
"""Answers to choose from in one task."""
MOST_MOVES = 1000
"""Moves of the learner in a game that is a task."""


class Choice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of the answers to choose from.

    Attributes
    ----------
    text, right
        Its words, and whether it is right.
    answer
        What is said to whoever chooses it.
    position
        A position string: it is drawn beside the words, in the view of the step; "" for none.
    """

    text: str
    right: bool = False
    answer: str = ""
    position: Annotated[str, Meta(max_length=MOST_PICTURED)] = ""


class Answer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said to foreseen wrong tries.

    Attributes
    ----------
    moves
        The moves (for clicks: the points) it answers.
    text
        What is said.
    line
        Moves played after the wrong one, to show why it is wrong; taken back afterwards. After a
        move that only meets the condition they are played where they are legal.
    condition
        It answers the wrong moves that meet this, too; "" for none.
    end
        What is said besides, once the line stands on the board.
    """

    moves: tuple[str, ...] = ()
    text: str = ""
    line: tuple[Move, ...] = ()
    condition: str = field(default="", name="wish")
    end: str = ""


class Praise(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said to some right answers, after what is said to all of them.

    Attributes
    ----------
    moves
        The moves (for clicks: the points) that are praised.
    condition
        Right answers that meet this are praised, too; "" for none.
    text
        What is said.
    """

    moves: tuple[str, ...] = ()
    condition: str = field(default="", name="wish")
    text: str = ""


class After(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The picture that follows an answer.

    Attributes
    ----------
    show
        What is laid over the position, as in `View.show` ("corner=SW:red").
    pour
        What pours, as in `Step.pour`.
    marks
        Signs on the board.
    """

    show: str = ""
    pour: str = ""
    marks: Marks = ()


class Then(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a task goes on after a right move.

    Attributes
    ----------
    task
        What the learner does next, a move again.
    reply
        The move that is played before, "" for none.
    text
        What is said with it.
    """

    task: Task
    reply: Move = ""
    text: str = ""


class Task(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something the learner does.

    Attributes
    ----------
    kind
        "place": make a move that does so-and-so. "click": click a piece or point of so-and-so.
        "choice": choose an answer. "game": play on against the computer.
    condition
        What is right, as words `model.lessons.judging` understands ("holds=SW", "sheet=SW:red");
        "" where `accepted` says it all.
    accepted
        Moves (for clicks: points) that are right whatever the condition says.
    choices
        For "choice".
    level
        For "game": how well the computer plays, from 1 to 10. The task is met by a move that meets
        the condition; without a condition it is done when the game ends.
    moves
        For "game": it ends after so many moves of the learner at the latest; 0: when it is over.
    right, otherwise
        What is said to a right answer, and to a wrong one nobody foresaw.
    line, end
        Moves played after a wrong one nobody foresaw, where they are legal, and what is said once
        they stand on the board.
    foreseen
        Answers to wrong tries.
    praise
        What is said to some right answers besides.
    hint
        Said when asked for.
    after
        What is shown after a right answer; None: what the condition is about, where a game can
        show that.
    after_wrong
        What is shown after a wrong answer, and what is played to show why; None: what gets out of
        a corner that was to be shut off, where the condition speaks of one.
    then
        What follows a right move: the task goes on. Only `accepted` moves are right then.
    """

    kind: Literal["place", "click", "choice", "game"]
    condition: str = field(default="", name="wish")
    accepted: tuple[str, ...] = ()
    choices: Annotated[tuple[Choice, ...], Meta(max_length=MOST_CHOICES)] = ()
    level: Annotated[int, Meta(ge=1, le=10)] = 1
    moves: Annotated[int, Meta(ge=0, le=MOST_MOVES)] = 0
    right: str = ""
    otherwise: str = ""
    line: tuple[Move, ...] = ()
    end: str = ""
    foreseen: tuple[Answer, ...] = ()
    praise: tuple[Praise, ...] = ()
    hint: str = ""
    after: After | None = None
    after_wrong: After | None = None
    then: Then | None = None


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a lesson.

    Attributes
    ----------
    node
        The node of the record that is shown.
    title, text
        What is said, in Markdown; the last sentence of `text` is the caption in a presentation.
    view
        How it is looked at; None: as the node wants it, else as before.
    marks
        Signs on the board, besides those of the node.
    pour
        "SW:red": what pours from that corner past Red's balls; "" for none.
    task
        What the learner does before going on.
    notes
        For whoever presents the lesson, in Markdown; nobody else sees them.
    why
        The panel Why comes with this step and stays; before, only a learner opens it.
    since
        A node before `node`: the moves from there to `node` are played when the step is shown.
    """

    node: Annotated[int, Meta(ge=0, lt=1 << 31)]
    text: str = ""
    title: str = ""
    view: View | None = None
    marks: Marks = ()
    pour: str = ""
    task: Task | None = None
    since: Annotated[int, Meta(ge=0, lt=1 << 31)] | None = field(default=None, name="from")
    why: bool = False
    notes: str = ""


def parts_of(task: Task | None) -> tuple[Task, ...]:
    """Return a task and the tasks it goes on with, in order."""
    found: list[Task] = []
    while task is not None:
        found.append(task)
        task = None if task.then is None else task.then.task
    return tuple(found)


Medium = Literal["window", "page", "paper"]
"""Where a lesson is read. Pictures and films are like paper: nothing in them can be touched."""
_ONLY_IN = re.compile(r"(\s*)\[([^\[\]]*)\]\(#(window|page|paper)\)")


def text_for(text: str, medium: Medium) -> str:
    """Return a Markdown text as one medium says it: "[Press E.](#window)" stays in the window.

    What does not know the notation takes it for a link and shows its words.
    """
    if "](#" not in text:
        return text
    return _ONLY_IN.sub(lambda it: f"{it[1]}{it[2]}" if it[3] == medium else "", text).strip()


def step_for(step: Step, medium: Medium) -> Step:
    """Return a step with all that it says as it is read in a medium."""

    def here(text: str) -> str:
        return text_for(text, medium)

    def asked(task: Task) -> Task:
        then = task.then
        return replace(
            task,
            choices=tuple(
                replace(one, text=here(one.text), answer=here(one.answer)) for one in task.choices
            ),
            right=here(task.right),
            otherwise=here(task.otherwise),
            end=here(task.end),
            hint=here(task.hint),
            foreseen=tuple(
                replace(one, text=here(one.text), end=here(one.end)) for one in task.foreseen
            ),
            praise=tuple(replace(one, text=here(one.text)) for one in task.praise),
            then=then and replace(then, text=here(then.text), task=asked(then.task)),
        )

    return replace(
        step,
        title=here(step.title),
        text=here(step.text),
        notes=here(step.notes),
        task=step.task and asked(step.task),
    )


def asked_again(step: Step, node: int) -> Step:
    """Return a step that asks the same at another position: what names points is left out."""
    task = step.task
    if task is not None:
        by_deed = tuple(one for one in task.foreseen if one.condition and not one.line)
        task = Task(
            task.kind,
            condition=task.condition,
            right=task.right,
            otherwise=task.otherwise,
            foreseen=tuple(replace(one, moves=()) for one in by_deed),
            praise=tuple(replace(one, moves=()) for one in task.praise if one.condition),
            hint=task.hint,
        )
    view = None if step.view is None else replace(step.view, show="", lens="", selected="")
    return Step(node, step.text, step.title, view, task=task)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sequence of steps over the nodes of a record."""

    steps: tuple[Step, ...] = ()
    about: str = ""

    def is_done(self, done: Set[int]) -> bool:
        """Tell whether the lesson has tasks, and all of them are done.

        Parameters
        ----------
        done
            The numbers of the steps whose task is done.
        """
        tasks = {number for number, step in enumerate(self.steps) if step.task is not None}
        return bool(tasks) and tasks <= done
