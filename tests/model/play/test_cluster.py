"""More than one machine: commands on a Dask cluster, and a worker that is lost in the middle."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib import metadata
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import ClassVar

import psutil
import pytest

from model.contract.search import Budget
from model.play import batch
from model.play.batch import TRIES, BatchError, cluster, run_all
from model.play.review import ReviewPosition, evaluate
from model.records.record import Evaluation
from viewer.cli.main import main

EMPTY = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
GAME = Path(__file__).parents[3] / "examples" / "21-pyramid-a-game.pyramidion"
pytestmark = [pytest.mark.process, pytest.mark.slow]
Begin = Callable[..., subprocess.Popen[bytes]]


@contextmanager
def programs(folder: Path) -> Iterator[Begin]:
    """What starts a scheduler or a worker in a folder, as somebody does who sets a cluster up."""
    started: list[subprocess.Popen[bytes]] = []

    def start(what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--no-dashboard", "--scheduler-file",
                   str(folder / "scheduler.json"), *words]  # fmt: skip
        with (folder / f"{len(started)}.log").open("wb") as log:
            started.append(subprocess.Popen(command, cwd=folder, stdout=log, stderr=log))
        return started[-1]

    try:
        yield start
    finally:
        for program in started:
            program.kill()
            program.wait()


def scheduled(begin: Begin, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a scheduler that has no worker yet; it, and where it listens."""
    scheduler = begin("scheduler", "--host", "127.0.0.1", "--port", "0")
    file = folder / "scheduler.json"
    while not file.exists() or not file.read_text():
        time.sleep(0.05)
    return scheduler, str(json.loads(file.read_text())["address"])


@pytest.fixture(scope="module")
def cluster_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the cluster that most tests share."""
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def begin(cluster_folder: Path) -> Iterator[Begin]:
    """Return what starts its programs."""
    with programs(cluster_folder) as start:
        yield start


@pytest.fixture(scope="module")
def address(begin: Begin, cluster_folder: Path) -> str:
    """Return where its scheduler listens."""
    return scheduled(begin, cluster_folder)[1]


def joined(begin: Begin, address: str, count: int) -> list[subprocess.Popen[bytes]]:
    """Start workers, and wait until they are there."""
    from distributed import Client

    workers = [begin("worker", "--no-nanny", "--nthreads", "1") for _ in range(count)]
    with Client(address) as client:
        client.wait_for_workers(count, timeout=60)
    return workers


def looks(count: int, nodes: int) -> list[ReviewPosition]:
    return [
        ReviewPosition(seed, EMPTY, ("1a1",), Budget(nodes, seed=seed)) for seed in range(count)
    ]


@pytest.mark.check
def test_a_worker_that_is_lost_loses_nothing(begin: Begin, address: str) -> None:
    from distributed import Client

    with pytest.raises(BatchError, match="has no worker"):
        cluster(address)
    workers = joined(begin, address, 2)
    asked = looks(16, 40_000)
    found: dict[int, Evaluation | None] = {}
    with Client(address) as watcher:
        for look, answer in run_all(evaluate, asked, partial(cluster, address)):
            assert look.node not in found, "what is finished is not told twice"
            found[look.node] = answer
            if len(found) == 3:
                assert all(watcher.processing().values()), "both are at work"
                psutil.Process(workers[0].pid).kill()
    assert workers[0].wait(timeout=20) != 0
    assert found == {look.node: evaluate(look) for look in asked}


@pytest.mark.check
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "words",
    [
        ["review", str(GAME), "--nodes", "10"],
        ["analyze", EMPTY, EMPTY.replace("4,4,4,4", "R3,4,4,3B")],
        ["match", "novice", "random", "--games", "4", "--openings", "partition:size=3,rules=free"],
        ["generate", "partition", "--option", "size=3", "--count", "2", "--moves", "1"],
    ],
    ids=lambda words: words[0],
)
def test_commands_print_what_they_print_alone(
    begin: Begin, address: str, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    joined(begin, address, 1)
    assert main(words) == 0
    alone = capsys.readouterr().out
    assert main([*words, "--dask", address]) == 0
    assert capsys.readouterr().out == alone


def gives_up(number: int) -> int:
    from distributed import KilledWorker

    raise KilledWorker.__new__(KilledWorker)  # as Dask unpickles it; its worker is gone


def test_work_that_ends_its_workers_is_told_of() -> None:
    with pytest.raises(BatchError, match=f"workers ended {TRIES} times .* not be enough memory"):
        list(run_all(gives_up, [1], partial(ThreadPoolExecutor, 1)))


@pytest.mark.parametrize(
    ("there", "says"),
    [
        ({}, 'the Dask cluster at "x" has no worker'),
        ({"tcp://a": "0.0.9"}, "tcp://a has Pyramidion 0.0.9: install"),
        ({"tcp://a": metadata.PackageNotFoundError("pyramidion")}, "tcp://a lacks Pyramidion"),
    ],
)
def test_a_cluster_that_would_answer_otherwise_is_refused(
    there: dict[str, object], says: str
) -> None:
    client = SimpleNamespace(run=lambda *words, **more: there)
    with pytest.raises(BatchError) as refused:
        batch._check_workers(client, "x")
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("workers", "patience", "says", "closed"),
    [
        ({"tcp://a": 1}, 0.0, "", "10s"),
        ({}, 60.0, "", "10s"),  # they may come back
        ({}, 0.0, "has had no worker for 0 seconds", "10s"),
        (OSError(), 60.0, 'cluster at "x" does not answer any more', 0.01),
    ],
)
def test_a_cluster_is_looked_at_while_nothing_is_finished(
    monkeypatch, workers, patience, says, closed
):
    import distributed

    class Client:
        """A cluster of one worker that finishes nothing."""

        scheduler = SimpleNamespace(identity="who")
        ended: ClassVar[list[object]] = []

        def __init__(self, address, timeout):
            self.run = lambda *_, **__: {"tcp://a": metadata.version("pyramidion")}
            waits = SimpleNamespace(
                submit=lambda *_: Future(), shutdown=lambda wait: self.ended.append(wait)
            )
            self.get_executor = lambda pure: waits

        def sync(self, asked, callback_timeout):
            if isinstance(workers, OSError):
                raise workers
            return {"workers": workers}

        def close(self, timeout):
            self.ended.append(timeout)

    looked = iter([False] * 9)
    monkeypatch.setattr(distributed, "Client", Client)
    for name, value in (("LOOK", 0.01), ("CHECK", 0.0), ("WITHOUT_WORKERS", patience)):
        monkeypatch.setattr(batch, name, value)
    done = run_all(work, [1], partial(cluster, "x"), lambda: next(looked, True))
    with pytest.raises(BatchError, match=says) if says else nullcontext():
        assert list(done) == []
    assert Client.ended == [False, closed]


def test_a_review_that_loses_its_cluster_keeps_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from viewer.cli import engine_commands

    def broken(*words: object, **more: object) -> Iterator[tuple[int, Evaluation]]:
        yield 0, Evaluation((0.5, 0.5), nodes=10, budget=10)
        raise BatchError("no Dask cluster answers at 'x'")

    monkeypatch.setattr(engine_commands, "evaluated", broken)
    out = tmp_path / "kept.pyramidion"
    assert main(["review", str(GAME), "--nodes", "10", "--out", str(out)]) == 2
    assert "what was found is kept" in capsys.readouterr().err
    monkeypatch.undo()
    from model.records.files import load

    assert load(out).record[0].evaluation is not None


def says_nothing(look: ReviewPosition) -> Evaluation:
    return None  # type: ignore[return-value]  # as a worker might that somebody has changed


def test_an_answer_that_makes_no_sense_ends_the_work_with_a_sentence() -> None:
    with pytest.raises(BatchError, match="a worker answered what makes no sense: Expected"):
        list(run_all(says_nothing, looks(2, 10), partial(ThreadPoolExecutor, 1)))


@pytest.mark.check
def test_a_review_that_found_nothing_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from viewer.cli import engine_commands

    monkeypatch.setattr(engine_commands, "evaluated", lambda *words, **more: iter(()))
    out = tmp_path / "kept.pyramidion"
    assert main(["review", str(GAME), "--nodes", "10", "--out", str(out)]) == 1
    assert "no move of this game could be judged" in capsys.readouterr().err
    assert not out.exists()


def work(number: int) -> int:
    time.sleep(600)
    return number


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("lost", ["workers", "scheduler", "stopped scheduler"])
def test_a_cluster_that_is_lost_ends_the_work_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    monkeypatch.setattr(batch, "CHECK", 1.0)
    monkeypatch.setattr(batch, "WITHOUT_WORKERS", 2.0)
    with programs(tmp_path) as begin:
        scheduler, address = scheduled(begin, tmp_path)
        (worker,) = joined(begin, address, 1)
        hit = worker if lost == "workers" else scheduler
        number = signal.SIGSTOP if lost.startswith("stopped") else signal.SIGKILL
        Timer(2.0, hit.send_signal, [number]).start()
        says = (
            "has had no worker" if lost == "workers" else "does not answer any more|no Dask cluster"
        )
        with pytest.raises(BatchError, match=says):
            list(run_all(work, [1, 2], partial(cluster, address)))
