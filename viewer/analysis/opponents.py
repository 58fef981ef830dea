"""Who plays the sides of the open games: persons, the computer, or somebody else's engine.

An engine thinks in the background about where its game stands, while its document is the active
one. What it finds is played there, never elsewhere: where a person looks at earlier moves, or is
asked something, the move waits. It never plays during a puzzle or a lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Thread
from time import monotonic, sleep

from PySide6.QtCore import QObject, QTimer, Signal

from model.game import Move, Position, Stop
from model.play.clock import GameClock, TimeControl, share
from model.play.opponent import PlayerError, Situation, refusal, unheard
from model.play.seats import (
    PERSON,
    PERSONS,
    Computer,
    Foreign,
    Person,
    Responder,
    Seat,
    Seats,
    named,
    seconds_of,
    signed,
)
from model.records.record import Record, line_to
from viewer.analysis import kernel_process
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.analysis.replies import place_of, play_reply
from viewer.session.document import Document
from viewer.session.session import Session, SessionError
from viewer.session.state import State

TICK = 100
"""Milliseconds between two looks at a clock that runs."""
WATCHED = 0.5
"""Seconds a move takes at least where no person plays, so that it can be followed."""
LOOK = 0.01
AND = " and "
"""Between the engines that have played one side, one after another."""


@dataclass(eq=False)
class _Table:
    """The game of a document: who plays, where it stands, and its clock.

    Attributes
    ----------
    live
        The node where the game stands, wherever a person looks.
    rests
        A move was taken back: engines wait until a person plays on.
    once
        The engine to move plays one move, whoever's seat it is.
    found, by
        A move that waits to be played, and who found it where that is whose seat it is.
    signatures, written
        What the engines are called that have played, by their sides, and what of it was handed out.
    """

    responder: Responder
    live: int
    seats: Seats = PERSONS
    clock: GameClock | None = None
    rests: bool = False
    once: Seat | None = None
    found: Move = ""
    by: Seat = PERSON
    signatures: dict[str, str] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)

    def sign(self, side: str) -> None:
        """Take down that the engine that found the move has played a side."""
        name, before = signed(self.by), self.signatures.get(side, "")
        if name and name not in before.split(AND):
            self.signatures[side] = f"{before}{AND}{name}" if before else name


@dataclass(frozen=True)
class _Asked:
    """What is being thought about, and for whom.

    Attributes
    ----------
    birth
        Of the node: another one where something else was played or set up there.
    """

    key: int
    node: int
    birth: int
    seat: Seat
    position: Position = field(compare=False)


class Opponents(QObject):
    """The seats and clocks of the open documents.

    Attributes
    ----------
    command_of
        Returns the command of somebody else's engine by its name, "" where there is none.
    foreign
        The engine of somebody else that sits next; "": the computer.
    busy
        Whether a person is busy with something that no move and no clock may break into.
    unseen
        Whether the game cannot be seen: clocks stand still.

    Signals
    -------
    changed
        Another side is played by an engine, one begins or ends to think, or a clock changes hands.
    ticked
        A clock shows another time.
    failed(str)
        Why an engine does not play, or whose time is up, in a sentence.
    """

    changed = Signal()
    ticked = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.command_of: Callable[[str], str] = lambda name: ""
        self.busy: Callable[[], bool] = lambda: False
        self.unseen: Callable[[], bool] = lambda: False
        self.foreign = ""
        self._level = 3
        self._session = session
        self._tables: dict[int, _Table] = {}
        self._job = BackgroundJob(self)
        self._asked: _Asked | None = None
        self._ending: list[Thread] = []
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self._leave = session.subscribe(self._follow)

    # -- who sits where ----------------------------------------------------------------------------

    @property
    def level(self) -> int:
        """How well the computer plays, from 1 to 10: where it sits now, and where it sits next."""
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        if level == self._level:
            return
        self._level = level
        table = self._table_here()
        if table is not None and len(table.seats.engines) == 1:
            side = table.seats.engines[0]
            if isinstance(table.seats.of(side), Computer):
                self.seat(table.seats.place(side, Computer(level)))

    @property
    def _usual(self) -> Seat:
        return Foreign(self.foreign) if self.foreign else Computer(self._level)

    @property
    def seats(self) -> Seats:
        """Who plays each side of the active document."""
        table = self._table_here()
        return PERSONS if table is None else table.seats

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the active document."""
        position = self._session.position
        return () if position is None else position.game.players

    @property
    def side(self) -> str:
        """The first side of the active document that an engine plays; "" for none."""
        return next(iter(self.seats.engines), "")

    @property
    def clock(self) -> GameClock | None:
        """The clock of the active document."""
        table = self._table_here()
        return None if table is None else table.clock

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being thought about."""
        return self._asked is not None

    @property
    def thinking_side(self) -> str:
        """The side of the active document whose engine thinks; "" for none."""
        return "" if self._asked is None else self._asked.position.to_move or ""

    @property
    def prepares(self) -> bool:
        """Whether an engine has to wait until its kernels are compiled."""
        return self._asked is not None and kernel_process.is_compiling()

    @property
    def thinker(self) -> str:
        """Who thinks now, as the start of a sentence; "" for nobody."""
        asked = self._asked
        if asked is None:
            return ""
        return "The computer" if isinstance(asked.seat, Computer) else named(asked.seat)

    def sit(self, side: str) -> None:
        """Have the usual engine play `side` of the active document; "": persons play both.

        Raises
        ------
        SessionError
            When no engine plays this game.
        """
        self.seat(PERSONS.place(side, self._usual) if side else PERSONS)

    def seat(self, seats: Seats) -> None:
        """Give the sides of the active document to others; its clock stays as it is.

        Raises
        ------
        SessionError
            When no engine plays this game.
        """
        document, position = self._here()
        if seats.taken:
            self._refuse_games_without(position)
        table = self._table_of(document)
        if seats == table.seats:
            return
        self._cancel()
        table.seats, table.rests, table.once, table.found = seats, False, None, ""
        table.responder.give(seats)
        self._retire(table.responder.leave)
        if table.live not in document.record or table.clock is None:
            table.live = document.node
        for side, seat in seats.taken:
            if isinstance(seat, Foreign) and side != position.to_move:
                self._prepare(table.responder, seat, side, position)
        self.changed.emit()
        self._settle()

    def sign(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return the names of the engines that have played, for the headers of the active document.

        A name that a person wrote stays; one that was signed before is brought up to date.
        """
        table = self._table_here()
        if table is None:
            return {}
        new = {}
        for side, name in table.signatures.items():
            there = headers.get(side, "")
            if there != name and there in ("", table.written.get(side, "")):
                new[side] = name
        table.written.update(new)
        return new

    def set_clock(self, control: TimeControl | None) -> None:
        """Begin the game of the active document anew on the clock; None: play on without one."""
        document, position = self._here()
        table = self._table_of(document)
        table.live = document.node
        sides, place = position.game.players, document.record[table.live].birth
        table.clock = None if control is None else GameClock(control, sides, place)
        self.changed.emit()
        self._settle()

    def play_other(self) -> None:
        """Have the computer play the side that is not to move, and the other one next time."""
        _, position = self._here()
        players = position.game.players
        if self.seats.taken:
            self.seat(self.seats.exchanged(players))
            return
        mover = position.to_move or players[0]
        self.sit(next(side for side in players if side != mover))

    def move_now(self) -> None:
        """Have an engine play one move for whoever is to move: the one that sits there, or ours."""
        document, position = self._here()
        if document.run is not None:
            raise SessionError(f"The computer does not move here: {document.run.leave_first}.")
        self._refuse_games_without(position)
        if position.outcome is not None or not position.legal_moves:
            raise SessionError("The game is over: there is no move to play.")
        table = self._table_of(document)
        self._cancel()
        seat = table.seats.of(position.to_move)
        table.live, table.rests, table.found = document.node, False, ""
        table.once = self._usual if isinstance(seat, Person) else seat
        self._settle()

    def take_back(self) -> None:
        """Undo as many moves as it takes for a person to be to move again."""
        document, position = self._here()
        self._cancel()
        table = self._table_of(document)
        table.found, table.once = "", None
        if not self._session.undo():
            self._settle()
            raise SessionError("There is no move to take back.")
        if len(table.seats.engines) < len(position.game.players):
            while self._is_engine_to_move(table) and self._session.undo():
                pass
            table.rests = False
        self._settle()

    def close(self) -> None:
        """Think no more, and end what runs."""
        self._leave()
        self._timer.stop()
        self._asked = None
        self._job.cancel()
        for table in self._tables.values():
            self._retire(table.responder.close)
        self._tables.clear()
        self._job.close()
        for thread in self._ending:
            thread.join(timeout=5)

    # -- where games stand -------------------------------------------------------------------------

    def _here(self) -> tuple[Document, Position]:
        document, position = self._session.document, self._session.position
        if document is None or position is None:
            raise SessionError("No game is open.")
        return document, position

    def _refuse_games_without(self, position: Position) -> None:
        if why := refusal(position.game):
            raise SessionError(f"The computer does not play here: {why}.")

    def _table_here(self) -> _Table | None:
        document = self._session.document
        return None if document is None else self._tables.get(document.key)

    def _table_of(self, document: Document) -> _Table:
        found = self._tables.get(document.key)
        if found is None:
            found = _Table(Responder(lambda name: self.command_of(name)), document.node)
            self._tables[document.key] = found
        return found

    def _is_engine_to_move(self, table: _Table) -> bool:
        position = self._session.position
        return position is not None and position.to_move in table.seats.engines

    def _follow(self, old: State, new: State) -> None:
        open_keys = {document.key for document in new.documents}
        for key in [key for key in self._tables if key not in open_keys]:
            self._retire(self._tables.pop(key).responder.close)
        document, left = new.document, old.document
        if left is not None and (document is None or document.key != left.key):
            table = self._tables.get(left.key)
            if table is not None:
                table.once = None
        if not self._tables and self._asked is None:
            return
        before = None
        if document is not None:
            before = next((other for other in old.documents if other.key == document.key), None)
            table = self._tables.get(document.key)
            if table is not None and before is not None and document.run is before.run is None:
                self._follow_game(table, before, document)
        if (
            document is None
            or before is None
            or before is not left
            or document.record is not before.record
            or document.node != before.node
            or document.run is not before.run
        ):
            self._settle()

    def _follow_game(self, table: _Table, before: Document, document: Document) -> None:
        """Find out where the game stands after an edit; looking about moves nothing."""
        record, now = document.record, monotonic()
        if before.record is record or (before.node == document.node and table.live in record):
            return
        table.found, table.once = "", None
        node = record[document.node]
        was_played = bool(node.move) and node.parent == before.node
        if table.clock is not None and was_played:
            if before.node != table.live:
                table.clock.return_to(record[before.node].birth, now)
            mover = self._session.position_at(before.node).to_move or ""
            table.clock.moved(mover, node.birth, now)
        elif table.clock is not None:
            table.clock.return_to(node.birth, now)
        table.rests = not was_played
        table.live = document.node

    # -- answering ---------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Think, play or let clocks run, as the active document wants it."""
        document, table = self._session.document, self._table_here()
        wanted = None if document is None or table is None else self._wanted(table, document)
        asked = self._asked
        if asked is not None and (wanted is None or asked != wanted):
            self._cancel()
        if table is not None and table.found:
            self._play_found(table)
        elif wanted is not None and table is not None and self._asked is None:
            self._think(wanted, table)
        self._run_clocks()

    def _wanted(self, table: _Table, document: Document) -> _Asked | None:
        """Return what there is to be thought about; None for nothing."""
        if document.run is not None or table.found or table.live not in document.record:
            return None
        side = self._session.position_at(table.live).to_move
        position = self._session.position_for(side, table.live)  # what the side knows, no more
        seat = table.once or (PERSON if table.rests else table.seats.of(side))
        if isinstance(seat, Person) or position.outcome is not None or not position.legal_moves:
            return None
        birth = document.record[table.live].birth
        return _Asked(document.key, table.live, birth, seat, position)

    def _think(self, asked: _Asked, table: _Table) -> None:
        document = self._session.document
        if document is None or self.busy():
            return
        situation = _situation(self._session, document.record, asked)
        clock, side = table.clock, asked.position.to_move
        seconds = seconds_of(asked.seat)
        if clock is not None and not clock.fallen and side is not None:
            allowed = share(clock.left(side, monotonic()), clock.control.increment)
            seconds = allowed if clock.has_begun else min(seconds, allowed)
        least = WATCHED if len(table.seats.engines) > 1 else 0.0

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> Move | PlayerError:
            end = monotonic() + least
            try:
                move = table.responder.choose(asked.seat, situation, seconds, unheard, stop)
            except PlayerError as error:  # told to the person, and no fault of the program
                return error
            while monotonic() < end and not stop():
                sleep(LOOK)
            return move

        self._asked = asked
        self._job.start(work, self._answered)
        self.changed.emit()

    def _answered(self, found: object) -> None:
        asked, self._asked = self._asked, None
        table = None if asked is None else self._tables.get(asked.key)
        if asked is None or table is None:
            return
        if isinstance(found, str):
            is_own = table.seats.of(asked.position.to_move) == asked.seat
            table.found, table.once = found, None
            table.by = asked.seat if is_own else PERSON
            self.changed.emit()
            self._settle()
            return
        side = asked.position.to_move or ""
        table.seats, table.once = table.seats.place(side, PERSON), None
        table.responder.give(table.seats)
        self._retire(table.responder.leave)
        self.changed.emit()
        if isinstance(found, PlayerError):
            why = str(found)
        else:
            why = "The computer could not find a move"
        self.failed.emit(f"{why}; you play {side.capitalize()} now.")
        self._settle()

    def _play_found(self, table: _Table) -> None:
        """Play a move that was found, if the person is where it belongs."""
        document = self._session.document
        if document is None or document.node != table.live or document.run is not None:
            return
        if self.busy():
            return
        move, table.found = table.found, ""
        side = self._session.position_of(document).to_move or ""
        try:
            if play_reply(self._session, place_of(self._session), move):
                table.sign(side)
        except SessionError as error:
            self.failed.emit(str(error))

    def _cancel(self) -> None:
        if self._asked is not None:
            self._asked = None
            self._job.cancel()
            self.changed.emit()

    def _retire(self, end: Callable[[], None]) -> None:
        """End what ran for a seat: a program that does not quit at once keeps nobody waiting."""
        self._ending = [thread for thread in self._ending if thread.is_alive()]
        thread = Thread(target=end, name="ending an engine", daemon=True)
        self._ending.append(thread)
        thread.start()

    def _prepare(self, responder: Responder, seat: Seat, side: str, position: Position) -> None:
        """Start a program before it is to move: its clock is not for starting."""
        situation = Situation(position, (), position)
        thread = Thread(
            target=lambda: responder.prepare(seat, side, situation),
            name="starting an engine",
            daemon=True,
        )
        self._ending.append(thread)
        thread.start()

    # -- clocks ------------------------------------------------------------------------------------

    def _run_clocks(self) -> None:
        """Let the clock of the active document run for its mover where that is fair."""
        here, now, changed = self._session.document, monotonic(), False
        waits = False
        for key, table in self._tables.items():
            clock = table.clock
            side = ""
            if here is not None and here.key == key:
                side = self._on_the_clock(table, here)
                waits = bool(side) or self._waits_for_person(table, here)
                if side and (self.busy() or self.unseen()):
                    side = ""
            if clock is not None and clock.running != side:
                clock.run(side, now)
                changed = True
        if waits != self._timer.isActive():
            if waits:
                self._timer.start()
            else:
                self._timer.stop()
        if changed:
            self.changed.emit()

    def _waits_for_person(self, table: _Table, document: Document) -> bool:
        """Whether something would happen, were the person not busy."""
        if not self.busy():
            return False
        return bool(table.found) or self._wanted(table, document) is not None

    def _on_the_clock(self, table: _Table, document: Document) -> str:
        """Return whose time should pass now, as far as the game is concerned; "" for nobody's."""
        clock = table.clock
        if clock is None or not clock.has_begun or clock.fallen or table.found:
            return ""
        if document.run is not None or table.live not in document.record:
            return ""
        if self._asked is not None and kernel_process.is_compiling():
            return ""
        position = self._session.position_at(table.live)
        side = position.to_move
        if position.outcome is not None or side is None or not position.legal_moves:
            return ""
        if side not in position.game.players or (table.rests and side in table.seats.engines):
            return ""
        return side

    def _tick(self) -> None:
        table, now = self._table_here(), monotonic()
        clock = None if table is None else table.clock
        if clock is not None and clock.look(now):
            self.failed.emit(
                f"{clock.fallen.capitalize()}'s time is up. You can play on without a clock"
            )
            self.changed.emit()
        self._settle()
        self.ticked.emit()


def _situation(session: Session, record: Record, asked: _Asked) -> Situation:
    """Return the game up to what was asked, from where it was last set up by hand."""
    _, line = line_to(record, asked.node)
    if asked.position.game.kind.hides:  # its moves would tell what the position keeps
        return Situation(asked.position, (), asked.position)
    start = session.position_at(record[line[0]].parent) if line else asked.position
    return Situation(start, tuple(record[node].move for node in line), asked.position)
