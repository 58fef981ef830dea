"""Many positions analysed: in order, by whoever works, and never twice."""

import os
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from model.play import batch
from model.play.kept_lines import KeptLinesError
from model.play.many_analyses import AnalysisRequest, KnownAnalysis, KnownFile, answer, in_order
from model.positions.setup import read_position

pytestmark = pytest.mark.process

TEXTS = (
    "partition:size=3,rules=free 3,3,3/2,2/1 red",
    "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",
    "partition:size=3,rules=free R2,3,3/2,2/1 blue",
)
QUESTIONS = [AnalysisRequest(n, read_position(text), False, None) for n, text in enumerate(TEXTS)]


@pytest.fixture(scope="module")
def answers() -> list[KnownAnalysis]:
    """What is known once all questions are answered."""
    return [answer(question) for question in QUESTIONS]


@pytest.mark.parametrize(
    ("workers", "processors", "count"), [(None, 4, 3), (None, 1, 1), (None, None, 1), (2, 4, 2)]
)
def test_a_pool_leaves_a_processor_to_others(monkeypatch, workers, processors, count):
    monkeypatch.setattr(batch.os, "cpu_count", lambda: processors)
    monkeypatch.setattr(batch, "ProcessPoolExecutor", lambda count, **_: count)
    assert batch.pool(workers) == count


def test_a_worker_ends_with_whoever_made_it(monkeypatch):
    begun, ended = [], []
    maker = SimpleNamespace(join=lambda: begun.append("waits"))

    def thread(target, name, daemon):
        begun.append(daemon)
        return SimpleNamespace(start=target)

    monkeypatch.setattr(batch, "ProcessPoolExecutor", lambda count, **more: more["initializer"])
    monkeypatch.setattr(batch, "parent_process", lambda: maker)
    monkeypatch.setattr(batch, "Thread", thread)
    monkeypatch.setattr(batch.os, "_exit", ended.append)
    batch.pool(1)()
    assert (begun, ended) == ([True, "waits"], [1])


class Backwards:
    """An executor that does everything at once, and whose first worker dies after some tasks."""

    def __init__(self, alive: int) -> None:
        self.alive = alive
        self.asked: list[int] = []

    def submit(self, function, question):
        future = Future()
        if self.alive <= 0:
            future.set_exception(BrokenProcessPool("lost"))
        else:
            self.alive -= 1
            self.asked.append(question.number)
            future.set_result(function(question))
        return future

    def shutdown(self, wait: bool = True) -> None:
        self.alive = 100


def test_answers_come_in_order_and_a_lost_worker_loses_nothing(
    answers: list[KnownAnalysis], tmp_path: Path
) -> None:
    worker = Backwards(alive=2)
    path = tmp_path / "known.jsonl"
    assert (
        list(in_order(QUESTIONS, KnownFile(path, QUESTIONS), lambda: cast(Executor, worker)))
        == answers
    )
    assert sorted(worker.asked) == [0, 1, 2], "what is finished is not done again"
    assert sorted(known.number for known in KnownFile(path, QUESTIONS).known) == [0, 1, 2]


def test_what_the_file_knows_is_not_worked_out_again(
    answers: list[KnownAnalysis], tmp_path: Path
) -> None:
    path = tmp_path / "known.jsonl"
    kept = KnownAnalysis(1, {"kept": True}, True)
    KnownFile(path, QUESTIONS).add(kept)
    with path.open("a") as file:
        file.write('{"number": 2, "kno')  # cut off in the middle of a line
    worker = Backwards(alive=100)
    found = list(in_order(QUESTIONS, KnownFile(path, QUESTIONS), lambda: cast(Executor, worker)))
    assert found == [answers[0], kept, answers[2]]
    assert worker.asked == [0, 2]


def test_a_file_of_other_work_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "known.jsonl"
    KnownFile(path, QUESTIONS)
    with pytest.raises(KeptLinesError, match="the analysis of other positions"):
        KnownFile(path, QUESTIONS[1:])
    path.write_text("my letter")
    with pytest.raises(KeptLinesError, match="holds something else"):
        KnownFile(path, QUESTIONS)
    assert path.read_text() == "my letter"
    with pytest.raises(KeptLinesError, match="cannot be used"):
        KnownFile(tmp_path, QUESTIONS)


def test_a_file_whose_first_line_was_cut_off_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "known.jsonl"
    KnownFile(path, QUESTIONS)
    whole = path.read_bytes()
    os.truncate(path, 20)
    assert KnownFile(path, QUESTIONS).known == []
    assert path.read_bytes() == whole


@pytest.mark.slow
def test_a_cluster_answers_the_same(answers: list[KnownAnalysis]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as here:
        address = here.scheduler_address
        assert list(in_order(QUESTIONS, None, lambda: batch.cluster(address))) == answers
