"""Reference cycles with widgets in them are taken apart in the interface thread alone."""

import gc
import threading
import weakref

from PySide6.QtWidgets import QWidget

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


def test_it_is_made_once(qapp):
    assert collect_in_interface_thread(qapp) is collect_in_interface_thread(qapp)


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
