"""An engine that thinks in the background: what it is given, what is told of it, and when not."""

import threading
from collections.abc import Callable, Iterator

import cairns
import pytest
from pytestqt.qtbot import QtBot

from model.contract.game import Game, Position, Stop
from model.contract.search import Analysis, Budget, Report, Score
from model.games.partition.position import PartitionPosition
from model.registry import kinds
from viewer.analysis import advice as module
from viewer.analysis.advice import FAILED, SILENT, Thinking

HALF = Score((0.5, 0.5))


def start(size: int = 3) -> Position:
    return kinds()["partition"].configure({"size": str(size)}).start()


class Teller:
    """An engine that says what it is told to, and keeps what it was given."""

    def __init__(self, act: Callable[[Position, Report, Stop], Analysis]) -> None:
        self.act = act
        self.given: list[Position] = []
        self.threads: list[str] = []

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        self.given.append(position)
        self.threads.append(threading.current_thread().name)
        return self.act(position, report, stop)


def of(position: Position, nodes: int, *, done: bool = False) -> Analysis:
    move = next(iter(position.legal_moves))
    return Analysis(position, {move: HALF}, (move,), done, nodes)


@pytest.fixture
def thinking(qtbot: QtBot) -> Iterator[Thinking]:
    made = Thinking()
    yield made
    made.close()


Use = Callable[[Callable[[Position, Report, Stop], Analysis]], Teller]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    def use(act: Callable[[Position, Report, Stop], Analysis]) -> Teller:
        teller = Teller(act)

        def engine(game: Game) -> Teller:
            return teller

        monkeypatch.setattr(module, "adviser_for", engine)
        return teller

    return use


def test_the_engine_of_a_game_is_asked_and_its_answer_told_in_the_interface_thread(
    qtbot: QtBot, thinking: Thinking
) -> None:
    position = start()
    heard: list[tuple[Analysis, threading.Thread]] = []
    thinking.thought.connect(lambda known: heard.append((known, threading.current_thread())))
    thinking.think(position, None, Budget(nodes=200))
    assert thinking.is_thinking
    assert not heard
    qtbot.waitUntil(lambda: not thinking.is_thinking, timeout=120_000)
    known, thread = heard[-1]
    assert thread is threading.main_thread()
    assert known.done
    assert known.best in position.legal_moves
    assert thinking.known(position) is known
    assert thinking.known(start()) is None  # an equal position may have another past


def test_many_reports_are_few_tellings_and_the_last_one_is_told(
    qtbot: QtBot, thinking: Thinking, use: Use
) -> None:
    def act(position: Position, report: Report, stop: Stop) -> Analysis:
        for nodes in range(1, 500):
            report(of(position, nodes))
        return of(position, 500, done=True)

    use(act)
    heard: list[int] = []
    thinking.thought.connect(lambda known: heard.append(known.nodes))
    thinking.think(start())
    qtbot.waitUntil(lambda: heard[-1:] == [500], timeout=10_000)
    assert len(heard) < 100  # not one for each
    assert heard == sorted(heard)


def test_another_position_takes_the_place_of_the_last_which_is_never_told_again(
    qtbot: QtBot, thinking: Thinking, use: Use
) -> None:
    ended = threading.Event()

    def act(position: Position, report: Report, stop: Stop) -> Analysis:
        if position is first:
            while not stop():
                report(of(position, 1))
                ended.wait(0.01)
            ended.set()
            return of(position, 2)
        return of(position, 3, done=True)

    first, second = start(3), start(3)
    teller = use(act)
    heard: list[Position] = []
    thinking.thought.connect(lambda known: heard.append(known.position))
    thinking.think(first)
    qtbot.waitUntil(lambda: bool(heard), timeout=10_000)
    thinking.think(second)
    heard.clear()
    qtbot.waitUntil(lambda: not thinking.is_thinking, timeout=10_000)
    assert heard == [second]
    assert ended.is_set()
    assert teller.given == [first, second]


def test_what_is_known_is_told_again_without_thinking_and_not_within_the_call(
    qtbot: QtBot, thinking: Thinking, use: Use
) -> None:
    teller = use(lambda position, report, stop: of(position, 7, done=True))
    first = start()
    heard: list[Analysis] = []
    thinking.thought.connect(heard.append)
    thinking.think(first)
    qtbot.waitUntil(lambda: len(heard) == 1, timeout=10_000)
    thinking.stop()
    assert thinking.position is None
    thinking.think(first)
    assert len(heard) == 1
    assert not thinking.is_thinking
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=10_000)
    assert teller.given == [first]


def test_the_engine_is_given_what_the_side_to_move_sees(
    qtbot: QtBot, thinking: Thinking, use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, asked = start(4), start(3)
    for_whom: list[str | None] = []

    def seen_by(self: PartitionPosition, player: str | None) -> Position:
        for_whom.append(player)
        return seen

    monkeypatch.setattr(PartitionPosition, "seen_by", seen_by)
    teller = use(lambda position, report, stop: of(position, 1, done=True))
    thinking.think(asked)
    qtbot.waitUntil(lambda: not thinking.is_thinking, timeout=10_000)
    assert teller.given == [seen]
    assert for_whom == ["red"]


def test_an_engine_that_fails_costs_one_sentence_and_the_next_position_gets_a_new_one(
    qtbot: QtBot, thinking: Thinking, use: Use
) -> None:
    def act(position: Position, report: Report, stop: Stop) -> Analysis:
        raise RuntimeError("this engine is broken")

    use(act)
    said: list[str] = []
    thinking.failed.connect(said.append)
    thinking.think(start())
    qtbot.waitUntil(lambda: said == [FAILED], timeout=10_000)
    assert not thinking.is_thinking
    use(lambda position, report, stop: of(position, 1, done=True))
    whole = start()
    thinking.think(whole)
    qtbot.waitUntil(lambda: thinking.known(whole) is not None, timeout=10_000)
    assert said == [FAILED]


def test_an_engine_that_does_not_end_is_given_up_in_one_sentence(
    qtbot: QtBot, thinking: Thinking, use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()

    def act(position: Position, report: Report, stop: Stop) -> Analysis:
        let_go.wait(60)  # deaf to what stops it
        return of(position, 1)

    monkeypatch.setattr(module, "GRACE", 100)
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    use(act)
    said: list[str] = []
    thinking.failed.connect(said.append)
    try:
        thinking.think(start(), 0.01)
        qtbot.waitUntil(lambda: said == [SILENT], timeout=10_000)
        use(lambda position, report, stop: of(position, 1, done=True))
        whole = start()
        thinking.think(whole)
        qtbot.waitUntil(lambda: thinking.known(whole) is not None, timeout=10_000)
    finally:
        let_go.set()


def test_games_no_engine_plays_and_games_that_are_over_are_not_thought_about(
    qtbot: QtBot, thinking: Thinking
) -> None:
    said: list[str] = []
    thinking.failed.connect(said.append)
    thinking.think(cairns.KIND.configure({}).start())
    assert not thinking.is_thinking
    qtbot.waitUntil(lambda: bool(said), timeout=10_000)
    assert "has secrets" in said[0]
    whole = start()
    while whole.outcome is None:
        whole = whole.play(next(iter(whole.legal_moves)))
    thinking.think(whole)
    assert thinking.position is None
    assert not thinking.is_thinking
