"""Reference cycles are collected in the interface thread alone, and while nothing moves."""

import gc
import sys
import threading
import weakref

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QWidget

from viewer.program.main_window import MainWindow
from viewer.session.preferences import Preferences
from viewer.window import application, garbage
from viewer.window.garbage import collect_in_interface_thread


class Knot:
    """A widget that only the collector frees."""

    def __init__(self) -> None:
        self.widget = QWidget()
        self.knot = self


def allocate() -> None:
    """Make Python's own collector come, several times over."""
    kept = [[number] for number in range(200_000)]
    kept.clear()


def litter() -> None:
    """Leave more cycles behind than Python's own collector would let lie."""
    for _ in range(2 * gc.get_threshold()[0]):
        cycle: list[object] = []
        cycle.append(cycle)


@pytest.mark.check
def test_a_thread_takes_no_widgets_apart(qapp):
    collector = collect_in_interface_thread(qapp)
    gc.collect()
    freed_in = []
    knot = Knot()
    weakref.finalize(knot, lambda: freed_in.append(threading.current_thread()))
    del knot
    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
    assert freed_in == []
    litter()
    collector.look()
    assert freed_in == [threading.main_thread()]


@pytest.mark.check
def test_hidden_windows_keep_no_pixels(qtbot):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.resize(200, 100)

    def is_painted() -> bool:
        return dialog.backingStore().size() == dialog.size()

    for _ in range(2):
        dialog.show()
        qtbot.waitUntil(is_painted)
        garbage.give_back()
        assert is_painted()
        dialog.hide()
        garbage.give_back()
        assert not is_painted()


class Mover:
    """Moves until it is told to rest."""

    def __init__(self) -> None:
        self.is_moving = True

    def moves(self) -> bool:
        return self.is_moving


@pytest.fixture
def collected():
    """The generations that are collected from now on."""
    gc.collect()
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info["generation"])

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


@pytest.mark.check
def test_what_moves_is_not_kept_waiting_but_not_for_ever(qapp, collected):
    collector = collect_in_interface_thread(qapp)
    mover = Mover()
    collector.wait_for(mover.moves)
    litter()
    collector.look()
    assert collected == []
    mover.is_moving = False
    collector.look()
    assert collected == [0]
    mover.is_moving = True
    litter()
    for _ in range(garbage.LONGEST):
        collector.look()
    assert collected == [0]
    collector.look()
    assert collected == [0, 0]
    litter()
    del mover  # what has gone is asked no more
    collector.look()
    assert collected == [0, 0, 0]


@pytest.mark.check
def test_all_is_looked_at_once_there_is_much_more_than_before(qapp, collected):
    """As in Python's own collector: the oldest objects are many, and seldom rubbish."""
    collector = collect_in_interface_thread(qapp)

    def looked() -> int:
        """Look when all generations are due."""
        for generation in (1, 0):
            for _ in range(gc.get_threshold()[generation + 1] + 1):
                gc.collect(generation)
        litter()
        collected.clear()
        collector.look()
        return collected[-1]

    kept = [[[] for _ in range(len(gc.get_objects()) // 2)]]
    assert looked() == 2
    assert looked() == 1
    kept += [[[] for _ in range(len(gc.get_objects()) // 2)]]
    assert looked() == 2
    assert len(kept) == 2


def test_it_is_made_once(qapp):
    assert collect_in_interface_thread(qapp) is collect_in_interface_thread(qapp)


@pytest.mark.check
def test_its_timer_brings_it(qapp, qtbot):
    collect_in_interface_thread(qapp)
    gc.collect()
    freed = []
    knot = Knot()
    weakref.finalize(knot, freed.append, 1)
    del knot

    def is_freed():
        litter()  # what else is freed meanwhile counts against it
        return bool(freed)

    qtbot.waitUntil(is_freed, timeout=30000)


@pytest.mark.check
def test_a_closed_window_leaves_nothing_behind(home, qapp, qtbot):
    window = MainWindow(chosen=Preferences(effects="reduced"))
    gone = weakref.ref(window)
    window.show()
    window.session.new("partition", {"size": "3"})
    qtbot.waitUntil(lambda: gone().display.is_ready, timeout=30000)
    window.resize(900, 700)
    window.close_window()
    window.deleteLater()
    del window
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def is_gone():
        gc.collect()
        return gone() is None

    qtbot.waitUntil(is_gone, timeout=30000)  # a thread that begins may hold it a moment longer


def test_what_computes_in_python_keeps_frames_waiting_shortly(qapp):
    before = sys.getswitchinterval()
    try:
        application.make_application(Preferences())
        assert sys.getswitchinterval() == pytest.approx(application.SWITCH)
        assert before > application.SWITCH
    finally:
        sys.setswitchinterval(before)
