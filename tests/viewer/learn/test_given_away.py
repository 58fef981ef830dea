"""Nothing seen before the answer names it: the judgement, and the window with every task."""

from html import unescape

import numpy as np
import pytest
import shipped
from given_away import asked_in, tasks_in
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from model.records import files
from model.records.view import sites_of
from viewer.widgets.chip import HoverLine


def records(path):
    found = files.load_any(path)
    return [item.record for item in getattr(found, "items", (found,))]


def asked(path, title, number=1):
    (record,) = [one for one in records(path) if one.headers["title"] == title]
    return asked_in(record, number - 1)


PARTITION = shipped.LESSONS[0]


@pytest.mark.check
@pytest.mark.parametrize(
    ("title", "number", "text", "names"),
    [
        ("Hold three", 6, "Red has won: anchored partitions for SW, SE and NE", ["NE SE SW"]),
        ("Hold three", 6, "SW SE NE NW apex", []),
        ("Hold three", 6, "Red has won", []),
        ("What it costs", 1, "Red needs 2 more balls for SE", ["2 SE"]),
        ("What it costs", 1, "level 2", []),
        ("Defence", 3, "Blue threatens 3e3.", ["3e3"]),
        ("Defence", 3, "3e5, level 3, empty", []),
        ("Look around", 7, "Click level 2: 2b4", []),  # the step names it itself
    ],
)
def test_a_text_gives_away_what_it_names_and_the_step_does_not(title, number, text, names):
    assert asked(PARTITION, title, number).named_in(text) == names


@pytest.mark.check
def test_a_list_of_everything_says_nothing_and_a_list_of_the_key_alone_says_it():
    (puzzles,) = [path for path in shipped.PUZZLES if path.stem == "pyraos-puzzles"]
    key = asked(puzzles, "A sphere climbs")
    assert key.named_in("1g1-3e5 Pass") == ["1g1-3e5"]
    hole = asked(PARTITION, "From chain to sheet", 3)
    every = " ".join(" ".join(one) for one in hole.right | hole.wrong)
    assert hole.named_in(every) == []
    assert hole.shown_by([" ".join(one) for one in hole.right])


# -- the window ------------------------------------------------------------------------------------


def texts_of(window):
    """All that can be read in a window now, tips and names for screen readers included."""
    for top in (window, *window.findChildren(QDialog)):
        yield top.windowTitle()
    for widget in window.findChildren(QWidget):
        if not widget.isVisibleTo(window) or isinstance(widget, (QMenu, QLineEdit)):
            continue
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, (QTextEdit, QPlainTextEdit)):
            yield widget.toPlainText()
        elif isinstance(widget, (QLabel, QAbstractButton)):
            yield widget.text()
        elif isinstance(widget, QTabBar):
            yield from (widget.tabText(number) for number in range(widget.count()))
        elif isinstance(widget, HoverLine):
            yield widget.text
        elif isinstance(widget, QAbstractItemView):
            model = widget.model()
            rows = range(model.rowCount()) if model is not None else ()
            yield from (str(model.index(row, 0).data()) for row in rows)


def sites_of_overlay(overlay, board):
    sites = np.atleast_1d(getattr(overlay, "sites", ())).tolist()
    return [board.names[site] for site in sites if isinstance(site, int) and site >= 0]


def look(window, asked, buttons=()):
    """Assert that nothing in sight names what is asked; a choice's own buttons may."""
    for text in texts_of(window):
        if text not in buttons:
            named = asked.named_in(unescape(text))
            assert not named, (asked.where, text, named)
    board, laid = window.session.position.game.board, window.scene_view.laid
    for mark in laid.marks:
        assert not asked.shown_by(sites_of(mark)), (asked.where, mark)
    if not window.session.exercise.shows(window.session.document.node):
        for overlay in laid.overlays:
            assert not asked.shown_by(sites_of_overlay(overlay, board)), (asked.where, overlay)


def walk(window, qtbot, path, every=1):
    """Go to the tasks of a shipped file and look before anything is answered."""
    session, learning = window.session, window.shell.learning
    session.new()  # while something is open, the scene keeps its context
    seen = 0
    for item, record in enumerate(records(path)):
        tasks = tasks_in(record)[::every]
        if not tasks or (item % every and record.puzzle is not None):
            continue
        session.open(path, item if len(records(path)) > 1 else None)
        if session.exercise is None:
            learning.begin()
        qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
        for number in tasks:
            if record.lesson is not None:
                learning.player.ask_again(number)
                learning.player.playback.stop()
                task = record.lesson.steps[number].task
                buttons = {choice.text for choice in task.choices}
                if session.document.node != session.exercise.home:
                    session.go(session.exercise.home)  # the moves that lead there were shown
            else:
                buttons = set()
            qtbot.wait(30)
            look(window, asked_in(record, number), buttons)
            seen += 1
        learning.end()
        session.close()
    return seen


@pytest.fixture
def window(shared_window):
    return shared_window(1440, 900)


@pytest.mark.check
def test_the_window_names_no_answer_in_some_tasks(window, qtbot):
    assert walk(window, qtbot, PARTITION, every=9) > 8
    for path in (*shipped.LESSONS[1:], *shipped.PUZZLES):
        assert walk(window, qtbot, path, every=16)


@pytest.mark.soak
@pytest.mark.parametrize("path", [*shipped.LESSONS, *shipped.PUZZLES], ids=lambda path: path.stem)
def test_the_window_names_no_answer_in_any_task(window, qtbot, path):
    assert walk(window, qtbot, path)
