"""Every dialog and window beside the main one that is closed is gone, and a dock holds no more."""

import gc
import importlib
import pkgutil
from collections import Counter
from itertools import cycle, islice, pairwise

import pytest
from census import resident
from monkey_counts import below
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QDialog
from soaking import counts

from viewer.commands.table import COMMANDS
from viewer.widgets.dialog_body import FittingDialog
from viewer.window import dialogs
from viewer.window.garbage import give_back

ASKING = [one.id for one in COMMANDS if one.title.endswith("…") or one.menu == "Help"]
"""What asks for more, and the pages of help."""
QUICK = ("file.export", "file.print", "edit.settings", "play.seats", "teach.generate")
MOST = 200
"""Kilobytes that an opening may hold: what it loads is loaded once. An Export dialog held 10 MB."""


@pytest.fixture
def window(open_window, qtbot, monkeypatch):
    made = open_window(1200, 800)
    made.session.new("partition", {"size": "3"})
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=60_000)
    for move in ("1a1", "1c1"):
        made.session.play(move)
    with monkeypatch.context() as patch:
        patch.setattr(made.shell.ask, "text", lambda *_: "here")
        assert made.perform("view.bookmark")
    return made


def open_and_close(window, command):
    """Run a command, close whatever has come, and return what it was."""
    names = []

    def close_modal() -> None:
        asked = QApplication.activeModalWidget()
        if isinstance(asked, QDialog) and asked.isVisible():
            names.append(type(asked).__name__)
            asked.reject()

    timer = QTimer()
    timer.timeout.connect(close_modal)
    timer.start(0)
    before = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
    window.perform(command)
    timer.stop()
    for top in QApplication.topLevelWidgets():
        if top.isVisible() and top not in before and isinstance(top, QDialog):
            names.append(type(top).__name__)
            top.close()
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return names


def objects() -> Counter[str]:
    """All objects of Qt there are, by their types."""
    tops = [one for one in QApplication.allWidgets() if one.parent() is None]
    found: Counter[str] = Counter()
    application = QCoreApplication.instance()
    assert application is not None
    for top in (application, *tops):
        found[type(top).__name__] += 1
        found.update(type(one).__name__ for one in below(top))
    found.pop("QPanGesture", None)  # Qt makes one for each thing that scrolls, when it likes
    return found


def held() -> tuple[int, Counter[str]]:
    """Return the memory and the objects that are left once what can go is gone."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    give_back()
    return resident(), objects()


def grown(before, after, times):
    """What is there now that was not, for a message; nothing where all is as it was."""
    more = dict(after[1] - before[1])
    # Memory comes and goes by some megabytes, however few times it was.
    if more or after[0] - before[0] > max(times, 60) * MOST << 10:
        return f"{more}, {(after[0] - before[0]) >> 10} kB"
    return ""


@pytest.mark.check
def test_a_window_that_is_closed_three_times_is_gone_three_times(window):
    for command in QUICK:
        assert open_and_close(window, command), command
    before = objects()
    for command in 2 * QUICK:
        assert open_and_close(window, command), command
    assert not objects() - before


@pytest.mark.check
@counts(few=2, all=60)
def test_a_dialog_that_is_closed_many_times_is_gone_as_often(window, count):
    """They are found by the commands: the sweep is whole when it has met every dialog."""
    by_kind: dict[str, list[str]] = {}
    for command in ASKING:
        for name in open_and_close(window, command):
            by_kind.setdefault(name, []).append(command)
    for room in pkgutil.walk_packages(dialogs.__path__, f"{dialogs.__name__}."):
        importlib.import_module(room.name)
    ours = {one.__name__ for one in FittingDialog.__subclasses__()}
    assert ours <= by_kind.keys()
    faults = {}
    for name, commands in by_kind.items():
        for command in commands:  # each for the second time
            open_and_close(window, command)
        before = held()
        for command in islice(cycle(commands), count):
            assert name in open_and_close(window, command), command
        fault = grown(before, held(), count)
        if fault:
            faults[name] = fault
    assert not faults


@pytest.mark.soak
@counts(few=2, all=60)
def test_a_dock_that_is_opened_many_times_holds_no_more(window, qtbot, count):
    faults = {}
    for name in list(window.docks._docks):

        def toggle(name: str = name) -> None:
            window.docks.open(name)
            QCoreApplication.processEvents()
            window.docks.close(name)
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

        for _ in range(3):
            toggle()
        looks = [held()]
        for _ in range(2):
            for _ in range(count // 2):
                toggle()
            looks.append(held())
        # What is loaded once, whenever that is, is no leak: that grows in both halves.
        halves = [grown(*pair, count // 2) for pair in pairwise(looks)]
        if all(halves):
            faults[name] = halves
    assert not faults
