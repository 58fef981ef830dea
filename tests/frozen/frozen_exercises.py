"""What a learner meets: a script of events for each task of the courses, and each puzzle.

All goes through what stays, whoever runs a lesson: commands, buttons by their words, moves, clicks
on points, tabs. Of each event the lines are kept that are then seen otherwise than before: "+" is
new, "-" is gone. A line begins with where it stands: `at` the position, `learn` and `why` what
these docks show from top to bottom (buttons in brackets, "off" where they cannot be pressed),
`marks` and `laid` what lies on the board, `said` the notices, `can` the commands, `kept` what is
noted of the pupils in the end.
"""

from __future__ import annotations

import difflib
import gc
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from time import sleep
from typing import Any

import frozen_names as names
from frozen_commands import application
from frozen_files import folders
from frozen_lines import EXAMPLES, Task

OTHER = EXAMPLES / "01-empty-board.pyramidion"
"""What stands in the other tab."""
PUPIL = "Ann"
DRILLED = (
    ("01-partition-course", 1, 7), ("01-partition-course", 2, 3), ("01-partition-course", 5, 3),
    ("01-partition-course", 10, 2), ("03-pyramid-course", 1, 2),
    ("04-pyramid-ball-course", 1, 2), ("06-poly-y-course", 1, 3),
)  # fmt: skip
"""Tasks like which others can be drawn quickly: course, chapter, step."""
CALM = 10
"""How often in a row nothing must be under way until an event is over."""
COUNTING = "Counting…"
"""What stands in the Learn dock until the right answers to a task are counted."""
TIMED = ("01-partition-course 11.2: A larger board",)
"""Tasks in which the computer plays what it has found after some time."""
MOST_TRIED = 400
"""Legal moves that are looked through for a right one and a wrong one."""
COMMANDS = ("teach.begin", "teach.end", "teach.next", "teach.back", "teach.hint", "teach.again",
            "edit.undo", "edit.redo")  # fmt: skip


def tasks() -> Iterator[Task]:
    """Yield each task of the courses, each puzzle, and what goes through several of them."""
    for path, item, record in _shipped("lessons"):
        for number, step in enumerate(record.lesson.steps):
            if step.task is not None:
                key = f"{path.stem} {item + 1}.{number + 1}: {step.title}"
                if key not in TIMED:
                    yield key, partial(lesson, path, item, number)
    for path, item, record in _shipped("puzzles"):
        key = f"{path.stem} {item + 1}: {record.headers.get('title', '')}"
        yield key, partial(puzzle, path, item)
    for name, chapter, number in DRILLED:
        path = EXAMPLES / "lessons" / f"{name}.pyramidion"
        yield f"drill of {name} {chapter}.{number}", partial(drill, path, chapter - 1, number - 1)
    yield "mixed practice", practice
    yield "mistakes retried", mistakes
    yield "a line shown", line_shown
    for path, item, record in _shipped("puzzles")[::10]:
        if record.puzzle.tries:
            yield f"undone in {path.stem} {item + 1}", partial(undone, path, item)


@lru_cache(maxsize=2)
def _shipped(kind: str) -> tuple[tuple[Path, int, Any], ...]:
    """The items of the courses, or of the puzzles: file, number from 0, record."""
    paths = sorted((EXAMPLES / kind).glob("*.pyramidion"))
    return tuple((path, k, one) for path in paths for k, one in enumerate(names.items_of(path)))


class Desk:
    """A window with somebody who learns before it, and the notes of an onlooker."""

    def __init__(self, window: Any, state: Path) -> None:
        self.window, self.session = window, window.session
        self.docks = ["learn"]
        self.story: list[str] = []
        self._state = state
        self._seen: list[str] = []
        self._said: list[str] = []
        self.session.notices.add(self._said.append)

    # -- hands ---------------------------------------------------------------------------------

    def do(self, name: str, act: Callable[..., object], *given: object) -> None:
        """Do something, wait for what comes of it, and note what is seen otherwise."""
        self._said.clear()
        self.window.notices.strip.clear()
        try:
            act(*given)
        except names.SessionError as error:
            self._said.append(f"refused: {error}")
        self._settle()
        seen = list(self._look())
        changes = difflib.unified_diff(self._seen, seen, n=0, lineterm="")
        lines = [line for line in changes if not line.startswith(("---", "+++", "@@"))]
        self.story += [f"== {name}", *lines]
        self._seen = [line for line in seen if not line.startswith("said")]

    def follow(self, *events: str) -> None:
        """Do one thing after the other: commands, "[Button]", "beside", "tab", "pupils"."""
        for event in events:
            if event == "beside":
                self.do("click on nothing", self.window.scene_view.input.selected.emit, None)
            elif event == "tab":
                self._other_tab()
            elif event == "pupils":
                for pupil in (PUPIL, ""):
                    names.choose_pupil(pupil)
                    chosen = self.window.shell.auxiliary_windows.pupil_chosen
                    self.do(f"pupil {pupil or '(none)'}", chosen.emit)
            elif event.startswith("["):
                self.press(event[1:-1])
            else:
                self.do(event, self.window.perform, event)

    def press(self, *texts: str) -> bool:
        """Press the first button of the Learn dock that has one of these words, where one is."""
        for text in texts:
            for widget in self.shown(object):
                if _words(widget).removeprefix("✓ ") == text and widget.isEnabled():
                    self.do(f"[{text}]", widget.click)
                    return True
        return False

    def answer(self, name: str, given: str, kind: str = "place") -> None:
        """Make a move, click a point, or choose an answer."""
        if kind == "choice":
            self.press(given)
        elif kind == "click":
            site = self.session.position.game.board.index(given)
            place = self.window.scene_view.input.place
            self.do(f"{name}: click {given}", place.emit, site)
        else:
            self.do(f"{name}: {given}", self.session.play, given)

    def go_to(self, number: int) -> None:
        """Choose a step of the lesson, counted from 0."""
        from PySide6.QtWidgets import QComboBox

        self.do(f"step {number + 1}", self.shown(QComboBox)[0].activated.emit, number)

    def _other_tab(self) -> None:
        """Look at another document, and come back."""
        here = self.session.state.active
        if len(self.session.state.documents) == 1:
            self.do("another file", self.window.open_target, str(OTHER))
        else:
            self.do("another tab", self.session.activate, 1 - here)
        self.do("back to the tab", self.session.activate, here)

    def _settle(self) -> None:
        """Wait until nothing is under way: no event, no work in the background, no line."""
        program, actions, calm = application(), self.window.command_actions, 0
        while calm < CALM:
            program.processEvents()
            busy = any(one.name == "background job" for one in threading.enumerate())
            busy |= names.is_open(self.session.document) and not self.window.display.is_ready
            if not busy and calm == CALM - 1:
                actions.refresh()
                busy = actions["explain.play-line"].isChecked()
                busy |= any(COUNTING in _told(widget) for widget in self.shown(object))
            calm = 0 if busy else calm + 1
            sleep(0.005)

    # -- eyes ----------------------------------------------------------------------------------

    def shown(self, kind: Any, dock: str = "learn") -> list[Any]:
        """Return the widgets of a kind that are seen in a dock, in order."""
        if not self.window.docks.is_shown(dock):
            return []
        found = _in_order(self.window.docks.panel(dock))
        return [widget for widget in found if isinstance(widget, kind)]

    def _look(self) -> Iterator[str]:
        """Yield all that is seen now, a line each."""
        state, document = self.session.state, self.session.document
        yield f"tabs {state.active}: {' | '.join(one.title for one in state.documents)}"
        if not names.is_open(document):
            return
        position, laid = self.session.position, self.window.scene_view.laid
        nodes, node, moves = document.record.nodes, document.node, []
        while nodes[node].move:
            moves.append(nodes[node].move)
            node = nodes[node].parent
        yield f"at node {document.node} of {len(nodes)}: {' '.join(moves[::-1])}"
        yield f"at {position}"
        end = position.outcome
        yield f"turn {position.to_move}" if end is None else f"over {end.winner} {end.how}"
        for mark in sorted(laid.marks, key=str):
            sites = mark.sites or (mark.site, mark.to)
            yield f"marks {mark.sign} {mark.colour}: {' '.join(sites)} {mark.text}".rstrip()
        for over in laid.overlays:
            sites = (position.game.board.names[site] for site in getattr(over, "sites", ()))
            yield f"laid {type(over).__name__}: {' '.join(sites)}"
        for dock in self.docks:
            yield from (f"{dock} {_told(widget)}" for widget in self.shown(object, dock))
        strip = self.window.notices.strip.text
        for said in dict.fromkeys((*self._said, strip)):
            if said and f"{said}." not in strip:
                yield f"said {said}"
        actions = self.window.command_actions
        yield f"can {' '.join(name for name in COMMANDS if actions[name].isEnabled())}"

    def keep(self) -> list[str]:
        """Return the whole story, with what is kept of the pupils in the end."""
        file = self._state / "progress.json"
        book = json.loads(file.read_text("utf-8")) if file.exists() else {}
        for pupil in book.get("pupils", ()):
            for key, work in pupil.get("works", {}).items():
                work.pop("path", None)
                for task in work.get("tasks", {}).values():
                    task.pop("seconds", None)
                    for day in {"solved", "last", "due"} & task.keys():
                        task[day] = (date.fromisoformat(task[day]) - date.today()).days
                told = json.dumps(work, sort_keys=True, ensure_ascii=False)
                self.story.append(f"kept {pupil.get('name', '')} {key.split('|')[0]} {told}")
        return self.story


def _in_order(widget: Any) -> Iterator[Any]:
    """Yield what a person can see below a widget, in the order in which it is laid out."""
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QTextEdit, QWidget

    if widget.isHidden() or widget.isWindow():
        return
    if isinstance(widget, QAbstractButton | QComboBox | QLabel | QTextEdit):
        yield widget
        return
    children = (one for one in widget.children() if isinstance(one, QWidget))
    for child in dict.fromkeys((*_laid_out(widget.layout()), *children)):
        yield from _in_order(child)


def _laid_out(layout: Any) -> Iterator[Any]:
    for number in range(layout.count() if layout is not None else 0):
        item = layout.itemAt(number)
        if item.widget() is not None:
            yield item.widget()
        yield from _laid_out(item.layout())


def _words(widget: Any) -> str:
    """The words of a button; "" for anything else."""
    from PySide6.QtWidgets import QAbstractButton

    if not isinstance(widget, QAbstractButton):
        return ""
    return str(widget.text() or getattr(widget, "whole", "") or widget.accessibleName())


def _told(widget: Any) -> str:
    """What a widget says, with the colour it says it in."""
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel

    tone = widget.property("tone") or widget.property("role") or ""
    if isinstance(widget, QAbstractButton):
        off = "" if widget.isEnabled() else " off"
        return f"[{_words(widget)}]{' primary' if tone == 'primary' else ''}{off}"
    if isinstance(widget, QComboBox):
        done = sum(widget.itemText(k).startswith("✓") for k in range(widget.count()))
        return f"list {widget.currentText()}, {done} of {widget.count()} done"
    text = widget.text() if isinstance(widget, QLabel) else widget.toPlainText()
    text = " / ".join(text.splitlines())
    return f"{tone}: {text}" if tone in ("right", "wrong", "hint") else text


@contextmanager
def _desk(path: Path | None = None, item: int = 0) -> Iterator[Desk]:
    """Open an item in a new window, for a pupil of whom nothing is known."""
    application()
    with folders() as state, names.open_window() as window:
        desk = Desk(window, state)
        if path is not None:
            window.session.open(path, item if names.is_collection(path) else None)
            desk.follow("teach.begin")
        yield desk
    gc.collect()  # hundreds of windows follow, and their own collector works at rest only


# -- scripts -------------------------------------------------------------------------------------


def lesson(path: Path, item: int, number: int) -> list[str]:
    """One task of a lesson: wrong and right answers, hints, ways away and back."""
    task = names.items_of(path)[item].lesson.steps[number].task
    with _desk(path, item) as desk:
        desk.go_to(number)
        desk.follow("beside", "[Hint]")
        for part, asked in enumerate(names.parts_of(task)):
            right, wrong = _answers(desk.session.position, asked)
            for turn, one in enumerate(wrong if part == 0 else ()):
                desk.answer("wrong", one, task.kind)
                desk.follow("beside")
                if not desk.press("Try again"):
                    desk.follow("teach.again")
                if turn == 0:
                    desk.answer("wrong again", one, task.kind)
                    desk.follow("edit.undo", "edit.redo", "tab", "teach.again")
            if part == 0:
                desk.follow("pupils")
                desk.go_to(number)
            for one in right:
                desk.answer("right", one, task.kind)
        desk.follow("tab")
        if task.kind in ("place", "game"):
            right = list(islice(desk.session.position.legal_moves, 1))
        for one in right:
            desk.answer("once more", one, task.kind)
        desk.follow("teach.again")
        desk.press("Do this task again", "Play the moves again")
        desk.follow("pupils", "teach.next", "teach.back", "teach.end", "teach.begin")
        return desk.keep()


def _answers(position: Any, task: Any) -> tuple[list[str], list[str]]:
    """Return right answers to a task, and wrong ones: one that is foreseen, and one that is not."""
    if task.kind == "game":  # not judged move by move: the computer replies
        return list(islice(position.legal_moves, 1)), []
    offered: list[Any] = list(range(len(task.choices)))
    if task.kind == "click":
        offered = list(position.game.board.names)
    elif task.kind == "place":
        foreseen = [move for one in task.foreseen for move in one.moves]
        known = [move for move in (*task.accepted, *foreseen) if position.explain(move) is None]
        offered = list(dict.fromkeys((*known, *islice(position.legal_moves, MOST_TRIED))))
    words = [one.text for one in task.choices] or offered
    asked = zip(words, offered, strict=True)
    judged = {word: names.judge(position, task, one) for word, one in asked}
    right = [word for word, verdict in judged.items() if verdict.right]
    wrong = {not verdict.foreseen: word for word, verdict in judged.items() if not verdict.right}
    return right[:1], [wrong[kind] for kind in sorted(wrong)]


def puzzle(path: Path, item: int) -> list[str]:
    """A puzzle: tries, hints, ways away and back, its solution."""
    asked = names.items_of(path)[item].puzzle
    with _desk(path, item) as desk:
        position, line = desk.session.position, asked.proof.line if asked.proof is not None else ()
        right = {*line[:1], *asked.keys, *asked.stipulation.accepted}
        tries = [one.move for one in asked.tries] or islice(position.legal_moves, 40)
        wrong = next((move for move in tries if move not in right), "")
        desk.follow("beside")
        if wrong:
            desk.answer("wrong", wrong)
            desk.follow("beside")
            desk.answer("wrong", wrong)
            desk.follow("edit.undo", "edit.redo", "tab", "[Try again]", "[Hint]")
            desk.answer("wrong", wrong)
            desk.follow("[Hint 2 of 3]", "[Hint 3 of 3]")
        desk.follow("pupils")
        for turn, move in enumerate(line[::2]):
            if desk.session.position.explain(move) is None:
                desk.answer("right", move)
            if turn == 0:
                desk.follow("edit.undo", "teach.again")
        desk.follow("tab", "[Start again]", "[Show the solution]", "beside", "teach.again",
                    "teach.next", "teach.back", "teach.end", "teach.begin")  # fmt: skip
        return desk.keep()


def undone(path: Path, item: int) -> list[str]:
    """A puzzle whose moves are undone as far as they go, and done again."""
    asked = names.items_of(path)[item].puzzle
    with _desk(path, item) as desk:
        tried = asked.tries[0]
        for name, move, plies in (
            ("wrong", tried.move, 1 + len(tried.refutation)),
            ("right", asked.proof.line[0], 2),
        ):
            desk.answer(name, move)
            desk.follow(*["edit.undo"] * plies, "edit.redo", "edit.redo", "edit.undo")
            desk.follow("teach.again")
        return desk.keep()


def drill(path: Path, item: int, number: int) -> list[str]:
    """Positions drawn for the task of a step, and tried."""
    task = names.items_of(path)[item].lesson.steps[number].task
    with _desk(path, item) as desk:
        desk.go_to(number)
        desk.follow("teach.edit-lesson", "[Add five positions like this]", "teach.try-step")
        for _ in range(3):
            desk.follow("teach.next")
            right, wrong = _answers(desk.session.position, task)
            for name, some in (("wrong", wrong[:1]), ("right", right)):
                for one in some:
                    desk.answer(name, one, task.kind)
                    desk.follow("teach.again")
        desk.follow("teach.end")
        return desk.keep()


def practice() -> list[str]:
    """Mixed practice: what is failed comes back."""
    with _desk() as desk:
        desk.follow("teach.practice")
        for number in range(5):
            desk.follow("[Hint]" if number % 2 else "[Show the solution]", "teach.next")
        desk.follow("teach.back", "tab", "pupils", "teach.back", "teach.end")
        return desk.keep()


def _reviewed(desk: Desk) -> None:
    """A game of which a review has found that Red's first move and Blue's second were bad."""
    desk.docks.append("why")
    even = names.Evaluation((0.5, 0.5), line=("3c3", "1c1"), budget=40)
    bad = names.Evaluation((0.1, 0.9), line=("3c3", "1e1", "1c5"), budget=40)
    desk.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    for move in ("1a1", "2b2", "1e5", "2d4"):
        desk.session.play(move)
    desk.do("a game", desk.session.evaluate, {0: even, 1: bad, 2: bad, 3: bad, 4: even})


def mistakes() -> list[str]:
    """The mistakes of a game once more: hints, wrong and right moves, what is shown."""
    with _desk() as desk:
        _reviewed(desk)
        desk.follow("play.retry", "[Hint]", "[Hint]", "[Hint]", "beside")
        desk.answer("wrong", "1a1")
        desk.follow("beside", "teach.again")
        desk.answer("wrong", "1e1")
        desk.follow("edit.undo", "tab", "teach.again")
        desk.answer("right", "3c3")
        desk.follow("beside", "pupils", "teach.next", "[Show the move]", "[Back a move]",
                    "[Next move]", "teach.back", "teach.next", "teach.next", "teach.next",
                    "play.retry")  # fmt: skip
        return desk.keep()


def line_shown() -> list[str]:
    """What refutes a mistake, move by move; then what is left of it."""
    with _desk() as desk:
        _reviewed(desk)
        desk.do("to the mistake", desk.session.go, 1)
        desk.follow("play.refutation", "beside")
        desk.answer("a move", "1c3")
        desk.follow("play.previous", "play.next", "edit.undo", "teach.hint", "tab",
                    "explain.play-line", "explain.leave-line")  # fmt: skip
        return desk.keep()
