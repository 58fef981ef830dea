"""Jobs in the background: answers on the interface thread, none of them stale."""

import threading
from time import sleep

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete

from model.contract.game import Stopped
from viewer.analysis import background
from viewer.analysis.background import BackgroundJob, _Mailbox


@pytest.fixture
def job(qtbot):
    made = BackgroundJob()
    yield made
    made.close()


def test_an_answer_is_told_on_the_interface_thread(qtbot, job):
    heard = []

    def work(stop, progress, deliver):
        return threading.current_thread().name

    job.start(work, lambda found: heard.append((found, threading.current_thread())))
    assert job.busy
    qtbot.waitUntil(lambda: bool(heard), timeout=10000)
    assert heard == [("background job", threading.main_thread())]
    assert not job.busy


def test_results_on_the_way_come_in_order_before_the_answer_and_progress_now_and_then(qtbot, job):
    heard = []

    def work(stop, progress, deliver):
        for number in range(5):
            deliver(number)
        return "end"

    job.start(work, heard.append, on_part=heard.append)
    qtbot.waitUntil(lambda: "end" in heard, timeout=10000)
    assert heard == [0, 1, 2, 3, 4, "end"]
    heard.clear()
    told = []

    def counts(stop, progress, deliver):
        for number in range(2000):
            progress(number, 2000, "counting")

    job.start(counts, heard.append, on_progress=lambda *what: told.append(what))
    qtbot.waitUntil(lambda: bool(heard), timeout=10000)
    assert told[0] == (0, 2000, "counting")
    assert len(told) < 200, "not every step is worth a word"


def test_work_waits_for_the_picture_and_what_is_dropped_meanwhile_never_begins(
    qtbot, job, monkeypatch
):
    monkeypatch.setattr(background, "PICTURE_FIRST", 0.2)
    begun, heard = [], []
    for number in range(5):
        job.start(lambda *_, n=number: begun.append(n), heard.append)
    qtbot.waitUntil(lambda: bool(heard), timeout=10000)
    assert begun == [4]


def test_other_work_takes_the_place_of_the_last(qtbot, job):
    heard, go_on = [], threading.Event()

    def slow(stop, progress, deliver):
        assert go_on.wait(30)
        deliver("late")
        return "stale"

    job.start(slow, heard.append, on_part=heard.append)
    job.start(lambda stop, progress, deliver: "new", heard.append)
    go_on.set()
    qtbot.waitUntil(lambda: bool(heard), timeout=10000)
    qtbot.wait(50)
    assert heard == ["new"]


def test_what_is_cancelled_is_asked_to_stop_and_never_told(qtbot, job):
    heard, begun, ended = [], threading.Event(), threading.Event()

    def work(stop, progress, deliver):
        begun.set()
        while not stop():
            pass
        ended.set()
        return "too late"

    job.start(work, heard.append)
    assert begun.wait(10)
    job.cancel()
    assert not job.busy
    assert ended.wait(10)
    qtbot.wait(50)
    assert heard == []


def test_work_that_says_it_was_stopped_tells_nothing(qtbot, job):
    heard = []

    def work(stop, progress, deliver):
        raise Stopped

    job.start(work, heard.append)
    qtbot.wait(50)
    assert heard == []


def test_an_error_is_the_answer_and_stands_in_the_log(qtbot, job, caplog):
    heard = []

    def work(stop, progress, deliver):
        raise ValueError("a kernel broke")

    job.start(work, heard.append)
    qtbot.waitUntil(lambda: bool(heard), timeout=10000)
    assert isinstance(heard[0], ValueError)
    assert "work in the background failed" in caplog.text


def test_closing_waits_for_the_thread(job):
    begun = threading.Event()

    def work(stop, progress, deliver):
        begun.set()
        while not stop():
            pass

    job.start(work, print)
    assert begun.wait(10)
    job.close()
    assert not any(thread.is_alive() for thread in job._threads)


@pytest.mark.check
def test_windows_may_be_deleted_while_their_jobs_deliver(qtbot):
    """Each job hands parts over in bursts, and its parent goes at any moment.

    Without a breath between them the loop would hear nothing but parts until all are handed over.
    """
    heard, ends = [], []

    def work(stop, progress, deliver):
        for number in range(100_000):
            if stop():
                break
            deliver([number])
            progress(number, 100_000, "counting")
            if number % 20 == 0:
                sleep(0.001)

    for _ in range(30):
        window = QObject()
        jobs = [BackgroundJob(window) for _ in range(3)]
        for one in jobs:
            one.start(work, ends.append, on_part=heard.append, calls_kernels=False)
        until = len(heard) + 1
        qtbot.waitUntil(lambda until=until: len(heard) >= until, timeout=10000)
        delete(window)
        told = len(heard)
        qtbot.wait(1)
        assert len(heard) == told, "nobody is left to hear a part"
        for one in jobs:
            one.close()
    assert not ends


def test_what_ends_after_the_application_says_nothing(qtbot):
    mailbox = _Mailbox()
    delete(mailbox)  # as Qt does at the end, while a kernel has not yet seen its flag
    mailbox.post(lambda: None)
