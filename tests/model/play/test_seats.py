"""Seats as values, and the responder that moves for them."""

import shlex
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from ugi_speaker import speaker

from model.contract.game import Stopped
from model.play.opponent import PlayerError, Situation, never, unheard
from model.play.programs.foreign import ForeignPlayer
from model.play.seats import PERSON, Computer, Foreign, Responder, Seats, named
from model.registry import kinds

STRANGER = speaker('answer("bestmove", legal.pop(0))', "import sys; legal = sys.argv[1:]")


@pytest.fixture
def situation() -> Situation:
    return Situation.begun(kinds()["partition"].configure({"size": "3"}).start(), ("1a1",))


@pytest.fixture
def stranger(tmp_path: Path) -> str:
    script = tmp_path / "stranger.py"
    script.write_text(STRANGER, "utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def test_seats_are_placed_left_and_exchanged() -> None:
    seats = Seats().place("blue", Computer(4)).place("red", Foreign("Stranger"))
    assert [named(seats.of(side)) for side in ("red", "blue")] == ["Stranger", "Level 4"]
    assert seats.exchanged(("red", "blue")).of("red") == Computer(4)
    alone = seats.place("red", PERSON)
    assert alone.engines == ("blue",)
    assert named(alone.of("red")) == "You"
    assert alone == Seats().place("blue", Computer(4))


def test_a_stranger_plays_in_one_process_and_ends_with_its_seat(
    situation: Situation, stranger: str
) -> None:
    responder = Responder(lambda name: f"{stranger} 3c3 1c1" if name == "Stranger" else "")
    seat = Foreign("Stranger")
    responder.prepare(seat, "blue", situation)
    player = responder._players["blue"][2]
    assert isinstance(player, ForeignPlayer)
    process = player._process
    for move in ("3c3", "1c1"):
        assert responder.choose(seat, situation, 5, unheard, never) == move
        assert responder._players["blue"][2] is player
        assert player._process is process
    responder.give(Seats().place("blue", Computer(1)))
    responder.leave()
    assert process.poll() is not None
    move = responder.choose(Computer(1), situation, 5, unheard, never)
    assert situation.position.explain(move) is None
    responder.close()
    with pytest.raises(Stopped):
        responder.choose(Computer(1), situation, 5, unheard, never)


def test_what_cannot_play_says_why_and_leaves_nothing_running(
    situation: Situation, stranger: str
) -> None:
    responder = Responder(lambda name: f"{stranger} 1a1" if name == "Stranger" else "")
    with pytest.raises(PlayerError, match="no engine Nobody in the settings"):
        responder.choose(Foreign("Nobody"), situation, 5, unheard, never)
    with pytest.raises(PlayerError, match=r"Stranger played .1a1., which is not legal"):
        responder.choose(Foreign("Stranger"), situation, 5, unheard, never)
    assert not responder._players


def deaf(folder: Path) -> tuple[Path, str]:
    """A program that never answers, and the file that tells it has begun."""
    script, begun = folder / "deaf.py", folder / "begun"
    script.write_text(
        f"import time\nopen({str(begun)!r}, 'w').close()\nwhile True: time.sleep(1)\n", "utf-8"
    )
    return begun, f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


@pytest.mark.check
def test_a_program_that_still_starts_for_a_seat_given_to_another_is_ended(
    situation: Situation, tmp_path: Path
) -> None:
    begun, command = deaf(tmp_path)
    responder = Responder(lambda name: command)
    seat = Foreign("Deaf")
    responder.give(Seats().place("blue", seat))
    thread = Thread(target=responder.prepare, args=(seat, "blue", situation))
    thread.start()
    while not begun.exists():
        assert thread.is_alive()
        thread.join(0.01)
    responder.give(Seats())
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert not responder._players
    begun.unlink()
    responder.prepare(seat, "blue", situation)  # one who comes too late does not start it
    assert not begun.exists()


@pytest.mark.check
def test_closing_ends_a_program_that_still_starts(situation: Situation, tmp_path: Path) -> None:
    begun, command = deaf(tmp_path)
    responder = Responder(lambda name: command)
    stop, ended = Event(), Event()

    def think() -> None:
        with pytest.raises(Stopped):
            responder.choose(Foreign("Deaf"), situation, 5, unheard, stop.is_set)
        ended.set()

    thread = Thread(target=think)
    thread.start()
    while not begun.exists():
        assert thread.is_alive()
        ended.wait(0.01)
    stop.set()
    responder.close()
    thread.join(timeout=30)
    assert ended.is_set()
    assert not responder._players
