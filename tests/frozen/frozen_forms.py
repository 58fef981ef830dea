"""Forms and dialogs: their rows as a person meets them, and what they hand on; help of commands.

A row says where Tab comes to it, what it is, its name, value, choices and tip. Each field is then
changed by itself: what is handed on, and which rows are seen, stands below the rows.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from inspect import signature
from pathlib import Path
from typing import Any

from frozen_commands import application
from frozen_flat import settled
from frozen_lines import EXAMPLES, OF_TABLES, Task, place, said
from frozen_names import dressed, found, kinds, open_window

sys.path.append(str(Path(__file__).parents[1] / "support"))

DOCUMENTS = (
    "01-empty-board", "02-figure-1", "14-pyraos-a-game", "21-pyramid-a-game", "34-poly-y-a-game",
    "25-pyramid-ball-special-moves", "33-rolling-pyramids-the-pharaoh",
    "lessons/01-partition-course", "lessons/02-pyraos-course", "puzzles/pyraos-puzzles",
    "puzzles/pyramid-ball-puzzles",
)  # fmt: skip
PAGES = ("keys_page", "guide", "about", "rules_")
"""Stages of `layout_dialogs` that are pages to be read, not forms."""
WRITTEN = (
    ("lessons/01-partition-course", 0), ("lessons/01-partition-course", 8),
    ("lessons/05-rolling-pyramids-course", 0), ("puzzles/partition-puzzles", 0),
    ("puzzles/pyraos-puzzles", 0), ("puzzles/pyramid-ball-puzzles", 0),
)  # fmt: skip
"""Lessons and puzzles that are open in their editors: files, and the number of an item."""
STAGES = (
    "set_up", "set_up_pyramid", "marking", "measuring", "halves", "slice_beside", "many_tabs",
    "colours_of_parts", "lesson_editor_task", "collection", "welcome",
)  # fmt: skip
"""Stages of `layout_stages` with something to fill in or to choose."""
Way = tuple[str, Callable[[], object], Callable[[], object]]
"""A change of a field: its words, what does it, and what undoes it."""
_OWN = re.compile(r"[^\s'\"]*(frozen-|layout-walk-)[\w-]+| at 0x[0-9a-f]+|Free now: .*?disk\.")
"""What differs from run to run: folders, places in memory, and what is free."""


def tasks() -> Iterator[Task]:
    """Yield the help of every command, every dialog, every dock and what authors fill in."""
    for command in found("_COMMANDS", "viewer.cli.subcommands"):
        yield f"help: {command}", partial(help_of, command)
    for command in OF_TABLES:
        yield f"help: tablebase {command}", partial(help_of, "tablebase", command)
    for kind in ("html", "pdf", "png", "svg", "mp4", "stl", "glb"):
        words = ("export", "position", "-o", f"out.{kind}")
        yield f"help: {' '.join(words)}", partial(help_of, *words)
    for game in kinds():
        yield f"form: new game of {game}", partial(new_game, game)
    yield "window: dialogs", dialogs
    yield "window: what is handed on", questions
    for name in STAGES:
        yield f"window: stage {name}", partial(stage, name)
    for name in DOCUMENTS:
        yield f"window: export of {name}", partial(export, name)
        yield f"window: docks of {name}", partial(docks, name)
    for name, item in WRITTEN:
        yield f"window: authors of {name} {item}", partial(authors, name, item)


def help_of(*words: str) -> object:
    """What a command says of itself, in lines of 80 letters."""
    return said([*words, "--help"])[1]


# -- rows --------------------------------------------------------------------------------------


def rows(top: Any, *, tab: bool = True) -> list[str]:
    """Return all rows of a widget, in the order in which they are laid out.

    Parameters
    ----------
    tab
        Say where Tab comes to each. PySide takes what is next in the chain for a child of what is
        before, so that one is gone with the other: nothing may be made anew in a window after it.
    """
    order: dict[Any, int] = {}
    one = top.nextInFocusChain() if tab else top
    while one is not top:
        if one.focusPolicy().value & 1 and one.isVisibleTo(top) and one.isEnabled():
            order[one] = len(order) + 1
        one = one.nextInFocusChain()
    told = ((one, row(one, top)) for one in parts(top))
    return [_OWN.sub("HERE", f"{order.get(one, '-')} {text}") for one, text in told if text]


def parts(one: Any) -> Iterator[Any]:
    """Yield the controls and labels in a widget in the order of its layout, hidden ones, too."""
    from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

    if isinstance(one, controls()):
        yield one
        return
    if isinstance(one, QScrollArea):
        yield from parts(one.widget())
    inside = [] if one.layout() is None else list(_laid(one.layout()))
    free = (c for c in one.children() if isinstance(c, QWidget) and not c.isWindow())
    scrolls = isinstance(one, QAbstractScrollArea)
    for child in dict.fromkeys((*inside, *(() if scrolls else free))):
        yield from parts(child)


@lru_cache(maxsize=1)
def controls() -> tuple[type, ...]:
    """Return the kinds of widgets that are one row, whatever they are made of."""
    from PySide6 import QtWidgets

    names = "Label AbstractButton ComboBox AbstractSpinBox LineEdit TextEdit PlainTextEdit Slider"
    names += " AbstractItemView ProgressBar"
    return tuple(getattr(QtWidgets, f"Q{name}") for name in names.split())


def _laid(layout: Any) -> Iterator[Any]:
    from PySide6.QtWidgets import QFormLayout, QGridLayout

    items = [layout.itemAt(number) for number in range(layout.count())]
    if isinstance(layout, QFormLayout):
        places = [
            (line, role) for line in range(layout.rowCount()) for role in QFormLayout.ItemRole
        ]
        found_there = (layout.itemAt(*place) for place in places)
        items = [item for item in found_there if item is not None]
    elif isinstance(layout, QGridLayout):
        grid: Any = layout
        numbers = sorted(range(len(items)), key=lambda k: grid.getItemPosition(k)[:2])
        items = [items[number] for number in numbers]
    for item in items:
        if item.widget() is not None:
            yield item.widget()
        elif item.layout() is not None:
            yield from _laid(item.layout())


def row(one: Any, top: Any) -> str:
    """What a control is, in one line; "" for a label that says nothing."""
    from PySide6.QtGui import QAccessible
    from PySide6.QtWidgets import QLabel

    spoken = QAccessible.queryAccessibleInterface(one)
    name = one.accessibleName() or spoken.text(QAccessible.Text.Name)
    more = spoken.text(QAccessible.Text.Description)
    role = spoken.role().name
    if isinstance(one, QLabel):
        name, role = one.text(), "Label" if one.buddy() is None else "Label of a field"
        if not name:
            return ""
    held = [*values(one)]
    held += [f"tip {one.toolTip()!r}"] if one.toolTip() else []
    held += [f"about {more!r}"] if more not in ("", one.toolTip()) else []
    held += ["disabled"] if not one.isEnabled() else []
    held += ["hidden"] if not one.isVisibleTo(top) else []
    return f"{role} {name!r}{''.join(f'; {fact}' for fact in held)}"


def values(one: Any) -> Iterator[str]:
    """What a control holds, and what it could hold."""
    from PySide6 import QtWidgets
    from PySide6.QtCore import QAbstractListModel

    match one:
        case QtWidgets.QComboBox():
            yield f"{one.currentText()!r} of {[one.itemText(k) for k in range(one.count())]}"
        case QtWidgets.QSpinBox() | QtWidgets.QDoubleSpinBox():
            yield f"{one.text()!r} in {one.minimum()}..{one.maximum()} by {one.singleStep()}"
        case QtWidgets.QSlider():
            yield f"{one.value()} in {one.minimum()}..{one.maximum()}"
        case QtWidgets.QAbstractButton():
            yield from ["checked" if one.isChecked() else "not checked"] * one.isCheckable()
            yield from ["default"] * bool(one.property("default"))
        case QtWidgets.QLineEdit() | QtWidgets.QPlainTextEdit() | QtWidgets.QTextEdit():
            text = one.text() if isinstance(one, QtWidgets.QLineEdit) else one.toPlainText()
            yield f"{text[:300]!r}, else {one.placeholderText()!r}"
            yield "read only" if one.isReadOnly() else f"at most {one.property('maxLength')}"
        case QtWidgets.QAbstractItemView() if one.model() is not None:
            model = one.model()
            columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
            cells = [(k, n) for k in range(model.rowCount()) for n in range(columns)]
            yield str([str(model.index(*cell).data()) for cell in cells[:60]])


# -- what is handed on -------------------------------------------------------------------------


def facts(value: object, name: str = "") -> list[str]:
    """Return what is handed on as lines, one for each value there is."""
    import msgspec

    value = msgspec.to_builtins(value, enc_hook=repr, str_keys=True)
    if isinstance(value, dict) and value:
        return [line for key in sorted(value) for line in facts(value[key], f"{name}.{key}")]
    listed = value if isinstance(value, list | tuple) else ()
    if any(isinstance(part, dict | list | tuple) for part in listed):
        return [one for k, part in enumerate(listed) for one in facts(part, f"{name}.{k}")]
    said_each = listed or [value]
    return [f"{name} {_OWN.sub('HERE', json.dumps(one, ensure_ascii=False))}" for one in said_each]


def changes(
    top: Any,
    handed: Callable[[], object],
    back: Callable[[], bool] | None = None,
    but: tuple[str, ...] = (),
) -> list[str]:
    """Change each field that is seen, by itself, and say what is handed on then, and what is seen.

    Parameters
    ----------
    back
        Puts back what was before a change, and says whether it could; another change of the same
        field does otherwise.
    but
        Fields that are left alone.
    """
    made, before, seen = [], facts(handed()), shown(top)
    for number in range(len(all_ways(top, but))):
        every = all_ways(top, but)
        if number >= len(every):
            break  # what was changed could not be put back
        way, do, undo = every[number]
        do()
        made += [way, *compared(before, facts(handed()), "hands on", "no more")]
        made += compared(seen, shown(top), "shows", "hides")
        if back is None or not back():
            undo()
    return ["untouched", *before, *made]


def compared(before: list[str], now: list[str], more: str, less: str) -> list[str]:
    """Return what is only there now, and what was only there before."""
    added = [f"    {more} {one}" for one in now if one not in before]
    return added + [f"    {less} {one}" for one in before if one not in now]


def all_ways(top: Any, but: tuple[str, ...] = ()) -> list[Way]:
    """Return all ways in which one field that is seen can be changed."""
    fields = [one for one in parts(top) if one.isVisibleTo(top) and one.isEnabled()]
    return [way for one in fields if one.accessibleName() not in but for way in ways(one)]


def shown(top: Any) -> list[str]:
    """The names of all that is seen."""
    seen = [row(one, top).partition(";")[0] for one in parts(top) if one.isVisibleTo(top)]
    return [one for one in seen if one]


def ways(field: Any) -> Iterator[Way]:
    """Yield each way a field can be changed: its words, what does it, and what undoes it."""
    from PySide6 import QtWidgets

    name = field.accessibleName() or getattr(field, "text", str)()
    match field:
        case QtWidgets.QComboBox():
            now = field.currentIndex()
            for k in range(min(field.count(), 12)):
                if k != now:
                    choose = partial(_chosen, field)
                    yield f"{name} = {field.itemText(k)}", partial(choose, k), partial(choose, now)
        case QtWidgets.QAbstractButton() if field.isCheckable():
            yield f"{name} = {not field.isChecked()}", field.click, field.click
        case QtWidgets.QSpinBox() | QtWidgets.QDoubleSpinBox() if not field.isReadOnly():
            number: Any = field
            now, put = number.value(), number.setValue
            for value in (number.minimum(), number.maximum()):
                yield f"{name} = {value}", partial(put, value), partial(put, now)
        case QtWidgets.QSlider():
            now, put = field.value(), partial(_slid, field)
            for value in (field.minimum(), field.maximum()):
                yield f"{name} = {value}", partial(put, value), partial(put, now)
        case QtWidgets.QLineEdit() if not field.isReadOnly():
            yield (
                f"{name} typed",
                partial(_typed, field, "x 1"),
                partial(_typed, field, field.text()),
            )


def _chosen(box: Any, number: int) -> None:
    box.setCurrentIndex(number)
    box.activated.emit(number)


def _slid(slider: Any, value: int) -> None:
    from PySide6.QtTest import QTest

    slider.setValue(value)
    QTest.qWait(200)  # what a slider says is taken over once it rests


def _typed(line: Any, text: str) -> None:
    from PySide6.QtTest import QTest

    line.selectAll()
    QTest.keyClicks(line, text) if text else line.clear()
    line.editingFinished.emit()


# -- the dialogs -------------------------------------------------------------------------------


def new_game(game: str) -> dict[str, list[str]]:
    """The dialog of a new game, and that of a game to make puzzles of."""
    application()
    chosen = dressed(palette="light", game=game)
    kind = found("NewGame", "viewer.window.dialogs.new_game")
    games = (kinds(),) if "kinds" in signature(kind).parameters else ()  # as it was asked before
    dialog = kind(*games, None, chosen)
    other = kind(*games, None, of=kinds()[game].configure({}))
    handed = lambda: (dialog.choice, dialog.preferred, dialog.has_opponent)  # noqa: E731
    answer = {"rows": rows(dialog), "changed": changes(dialog, handed, but=("Game",))}
    answer["for puzzles"] = [*rows(other), *facts(other.choice)]
    for one in (dialog, other):
        one.deleteLater()
    return answer


@contextmanager
def walking() -> Iterator[Any]:
    """Open a window, and walk through it as the tests of its layout do."""
    running = application()
    from layout_walk import Walk

    with place(), open_window(palette="light") as window:
        walk = Walk(window, running)
        try:
            yield walk
        finally:
            walk.end()


def dialogs() -> dict[str, list[str]]:
    """The rows of every dialog, and what is chosen in it."""
    answer = {}
    with walking() as walk:
        from layout_dialogs import DIALOGS

        for stage in DIALOGS:
            if stage.__name__.startswith(PAGES) or "new_game" in stage.__name__:
                continue
            walk.enter(stage)
            if stage.__name__ == "generator":
                walk.shell.auxiliary_windows.puzzle_generator.form.seed.setValue(7)  # was drawn
            answer[f"{stage.__name__}: {walk.shown.windowTitle()}"] = rows(walk.shown)
            walk.leave()
    return answer


def questions() -> dict[str, list[str]]:
    """What each question hands on that is answered at once, or after one change."""
    import msgspec

    answer: dict[str, list[str]] = {}
    with walking() as walk:
        ask, seats = walk.shell.ask, found("Seats", "model.play.seats")()
        for name in kinds():
            walk.session.new(name)
            document, position = walk.session.document, walk.session.position
            game = position.game
            for called, put in (
                ("seats", partial(ask.seats, game, seats, None, ["Tower"])),
                ("headers", partial(ask.headers, document, game.players)),
                ("transform", partial(ask.transform, position)),
                ("puzzle", partial(ask.puzzle, position)),
            ):
                answer[f"{called}: {name}"] = answers(put)
        for called, put in (
            ("text", partial(ask.text, "A title", "A label", "A text")),
            ("may_replace", partial(ask.may_replace, Path("there.png"))),
            ("remove", partial(ask.remove, "Remove it?", "It is gone then.")),
            ("lose", partial(ask.lose, "Lose it?")),
        ):
            answer[called] = answers(put)
        chosen = walk.window.chosen
        before = chosen.own
        walk.window.perform("edit.settings")
        page = walk.shell.auxiliary_windows.settings
        answer["settings"] = changes(
            page, lambda: msgspec.to_builtins(chosen.own), lambda: chosen.take(before) or True
        )
        page.close()
        walk.shell.auxiliary_windows.puzzle_generator.appear()
        window = walk.shell.auxiliary_windows.puzzle_generator
        window.form.seed.setValue(7)
        answer["generator"] = changes(window, lambda: window.form.request)
        window.close()
    return answer


def answers(ask: Callable[[], object]) -> list[str]:
    """Put a question, answer it at once, and again after each change of one field."""
    from PySide6.QtWidgets import QDialog

    lines: list[str] = []
    count, at = 0, -1

    def put(dialog: Any) -> int:
        nonlocal count, at
        every = all_ways(dialog)
        if at < 0:
            lines.extend(rows(dialog))
            count = len(every)
        else:
            lines.append(every[at][0])
            every[at][1]()
        dialog.accept()
        return 1

    was = QDialog.exec
    QDialog.exec = put  # type: ignore[method-assign, assignment]  # Qt's own has no attributes
    try:
        for at in range(-1, 1000):
            if at == count:
                break
            lines += [f"    hands on {one}" for one in facts(ask())]
    except ValueError as error:  # it is not asked of this game
        lines.append(str(error))
    finally:
        QDialog.exec = was  # type: ignore[method-assign]
    return lines


def export(name: str) -> dict[str, list[str]]:
    """The dialog that exports a document: rows, and what is handed on, for each kind of file."""
    from PySide6.QtGui import QImage

    answer = {}
    with walking() as walk:
        walk.open(EXAMPLES / f"{name}.pyramidion")
        walk.shell.auxiliary_windows.show_export(
            QImage(1280, 800, QImage.Format.Format_RGB32), Path()
        )
        dialog = walk.shell.auxiliary_windows.export
        dialog.preview.ask = lambda *_: None  # a picture takes a process, and changes no row
        for number in range(dialog.kind.count()):
            dialog.kind.setCurrentIndex(number)
            chosen = dialog.kind.currentText()
            answer[chosen] = rows(dialog)
            answer[f"{chosen}, changed"] = changes(dialog, lambda: dialog.options, but=("As",))
            dialog.kind.setCurrentIndex(number)
        dialog.close()
    return answer


def docks(name: str) -> dict[str, list[str]]:
    """The rows of every dock with a document open."""
    answer = {}
    with walking() as walk:
        walk.open(EXAMPLES / f"{name}.pyramidion")
        for one in walk.window.contents.declarations:
            if walk.docks.fits(one.name):
                walk.dock(one.name)
                panel = walk.docks.panel(one.name)
                settled(partial(rows, panel))
                answer[one.name] = rows(panel)
    return answer


def stage(name: str) -> list[str]:
    """All that is seen in a window where something is put in: marks, pieces, steps, tasks."""
    with walking() as walk:
        import layout_stages

        walk.enter(next(one for one in layout_stages.PAGES if one.__name__ == name))
        settled(partial(rows, walk.window))
        return [one for one in rows(walk.window) if "; hidden" not in one]


def authors(name: str, item: int) -> dict[str, list[str]]:
    """What an author fills in, and what becomes of the record after each change of a field."""

    answer = {}
    with walking() as walk:
        held = json.loads((EXAMPLES / f"{name}.pyramidion").read_bytes())
        one = {"format": held["format"], **held["items"][item]} if "items" in held else held
        Path("own.pyramidion").write_text(json.dumps(one), encoding="utf-8")
        walk.open(Path("own.pyramidion"))
        is_lesson = "lessons" in name
        walk.window.perform("teach.edit-lesson" if is_lesson else "teach.edit-puzzle")
        walk.settle()
        learn, session = walk.docks.panel("learn"), walk.session
        editor = learn.lesson_editor if is_lesson else learn.puzzle_editor
        author = walk.shell.learning.lesson_author
        known = set()
        for number in range(len(author.steps) if is_lesson else 1):
            if is_lesson:
                author.select(number)
            walk.settle()
            record, task = session.document.record, author.step.task if is_lesson else None
            kind = task and (task.kind, task.then is None, task.after is None)
            shown_rows = rows(editor, tab=False)
            answer[f"step {number + 1}"] = [one for one in shown_rows if "; hidden" not in one]
            if kind in known:
                continue
            known.add(kind)

            def handed() -> object:
                now = session.document.record
                return author.step if is_lesson else (now.puzzle, now.headers)

            def back(record: Any = record) -> bool:
                before = session.document.record
                while session.document.record is not record and session.undo():
                    walk.settle()
                return session.document.record is not before

            answer[f"step {number + 1}, changed"] = changes(editor, handed, back)
        answer["order of Tab"] = [one for one in rows(editor) if "; hidden" not in one]
    # How many answers are right is counted in the background: when it is known is chance.
    counted = re.compile(r"'Counting…'|'\d+ of \d+ \w+ are right: ")
    return {what: [one for one in said if not counted.search(one)] for what, said in answer.items()}
