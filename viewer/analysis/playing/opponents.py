"""Who plays the sides of the open games: persons, the computer, or somebody else's engine.

An engine thinks in the background about where its game stands, while its document is the active
one. What it finds is played there, never elsewhere: where a person looks at earlier moves, or is
asked something, the move waits. It never plays in a puzzle or a lesson, solved or written.
Programs are started and ended in threads of their own: nobody waits for them.
"""

from collections.abc import Callable, Iterable, Mapping
from threading import Event, Thread
from time import monotonic

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import CHANCE, ONLOOKER, Position
from model.contract.hooks import hooks_of
from model.play.clock import GameClock, TimeControl
from model.play.opponent import PlayerError, Situation, refusal
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
)
from model.positions.setup import turned
from model.records.ending import is_over
from viewer.analysis import kernel_process
from viewer.analysis.background import BackgroundJob
from viewer.analysis.playing.automatic_moves import place_of, play_reply
from viewer.analysis.playing.seated_game import Asked, SeatedGame, choose_for, is_played, seated
from viewer.picture.visibility.hiding import remembered
from viewer.session.document.document import Document, Edit
from viewer.session.document.seating import Seating, headers_of
from viewer.session.session import Change, Session, SessionError
from viewer.session.state import OWN, InputTurn


def turn_in(position: Position, seats: Seats, *, due: bool, paused: bool) -> InputTurn:
    """Return whose turn it is at a position, to a person who wants to move.

    Parameters
    ----------
    due
        The game stands here, and whoever is to move will move.
    paused
        It will once the pause is over.
    """
    side = position.to_move
    seat = seats.of(side)
    if isinstance(seat, Person) or side is None or position.outcome is not None:
        return OWN
    if not position.legal_moves:
        return OWN
    if paused:
        return InputTurn(
            refusal="The game is paused, and it is not your turn. End the pause to go on."
        )
    if not due:
        return InputTurn(
            refusal=f"{who(seat)} plays {side.capitalize()}. Let the computer move (Ctrl+F8), or "
            "play all sides yourself (F8)."
        )
    ahead = _ahead(position, seats)
    if ahead is None:
        plays = any(isinstance(seats.of(one), Person) for one in seated(position))
        then = "Wait for your turn." if plays else "Press F8 to play all sides yourself."
        return InputTurn(refusal=f"{who(seat)} is to move for {side.capitalize()}. {then}")
    return InputTurn(ahead=ahead)


def who(seat: Seat) -> str:
    """Return an engine's name as the start of a sentence."""
    return "The computer" if isinstance(seat, Computer) else named(seat)


@remembered(16)
def _ahead(position: Position, seats: Seats) -> Position | None:
    """The position as if it were the person's turn; None where that says nothing of the next one.

    What dice or hidden choices will bring cannot be moved ahead of, and of several other sides the
    position after the last of them cannot be foreseen either.
    """
    kind, players = position.game.kind, position.game.players
    if kind.hides or kind.rolls or len(players) != 2 or hooks_of(kind).setup is None:
        return None
    side = next(player for player in players if player != position.to_move)
    if not isinstance(seats.of(side), Person):
        return None
    ahead = turned(position, side)
    return None if ahead is None or not ahead.legal_moves else ahead


PATIENCE = 5.0
"""Seconds for each thread that still runs in the end."""


class EngineThreads:
    """Starts and ends what runs for seats."""

    def __init__(self) -> None:
        self._running: list[Thread] = []

    def retire(self, end: Callable[[], None]) -> None:
        """End what ran for a seat: a program that does not quit at once keeps nobody waiting."""
        self._start(end, "ending an engine")

    def prepare(self, responder: Responder, seat: Seat, side: str, position: Position) -> None:
        """Start a program before it is to move: its clock is not for starting."""
        situation = Situation(position, (), position)
        self._start(lambda: responder.prepare(seat, side, situation), "starting an engine")

    def close(self) -> None:
        """Wait a while until all that was begun has ended."""
        for thread in self._running:
            thread.join(timeout=PATIENCE)

    def _start(self, work: Callable[[], None], name: str) -> None:
        self._running = [thread for thread in self._running if thread.is_alive()]
        thread = Thread(target=work, name=name, daemon=True)
        self._running.append(thread)
        thread.start()


TICK = 100
"""Milliseconds between two looks at a clock that runs."""
WATCHED = 0.5
"""Seconds a move takes at least where no person plays, so that it can be followed."""


class Opponents(QObject):
    """The seats and clocks of the open documents.

    Attributes
    ----------
    command_of
        Returns the command of somebody else's engine by its name, "" where there is none.
    usual
        The engine that sits next.
    busy
        Whether a person is busy with something that no move and no clock may break into.
    unseen
        Whether the game cannot be seen: clocks stand still.
    shows_other
        Whether the scene shows something else than what is to be chosen now, as a turn that is
        being carried out: no time to choose passes.

    Signals
    -------
    changed
        Another side is played by an engine, one begins or ends to think, or a clock changes hands.
    ticked
        A clock shows another time.
    failed(str)
        Why an engine does not play, or whose time is up, in a sentence.
    too_late(str)
        A side whose time for the game is up.
    """

    changed = Signal()
    ticked = Signal()
    failed = Signal(str)
    too_late = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.command_of: Callable[[str], str] = lambda name: ""
        self.busy: Callable[[], bool] = lambda: False
        self.unseen: Callable[[], bool] = lambda: False
        self.shows_other: Callable[[], bool] = lambda: False
        self.usual: Seat = Computer(3)
        self._session = session
        self._games: dict[int, SeatedGame] = {}
        self._job = BackgroundJob(self)
        self._asked: Asked | None = None
        self._hurry = Event()
        self._threads = EngineThreads()
        self._timer = QTimer(self, interval=TICK)
        self._timer.timeout.connect(self._tick)
        self._leave = session.subscribe(self._follow)
        session.whose_turn = self._turn

    # -- who sits where ----------------------------------------------------------------------------

    @property
    def seats(self) -> Seats:
        """Who plays each side of the active document."""
        game = self._game_here()
        return PERSONS if game is None else game.seats

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the active document."""
        return () if self._session.is_empty else seated(self._session.position)

    @property
    def is_only_looked_at(self) -> bool:
        """Whether nobody plays the active document, in a game where players keep secrets."""
        document, position = self._session.document, self._session.position
        if document.viewpoint != ONLOOKER or document.kept.kind != "game":
            return False
        return document.exercise is None and position.outcome is None and len(seated(position)) > 1

    @property
    def side(self) -> str:
        """The first side of the active document that an engine plays; "" for none."""
        return next(iter(self.seats.engines), "")

    @property
    def clock(self) -> GameClock | None:
        """The clock of the active document."""
        game = self._game_here()
        return None if game is None else game.clock

    @property
    def live_node(self) -> int:
        """Where the game of the active document stands, wherever a person looks; 0 without one."""
        game, document = self._game_here(), self._session.document
        return game.live if game is not None and game.live in document.record else document.node

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being thought about."""
        return self._asked is not None

    @property
    def thinking_side(self) -> str:
        """The side of the active document whose engine thinks; "" for none."""
        return "" if self._asked is None else self._asked.position.to_move or ""

    @property
    def thinking_seat(self) -> Seat:
        """Who thinks; a person where nobody does."""
        return PERSON if self._asked is None else self._asked.seat

    @property
    def to_move(self) -> str:
        """The side that is to move where the game of the active document stands; "" for none."""
        document, game = self._session.document, self._game_here()
        if game is None or game.live not in document.record:
            return ""
        return self._session.position_at(game.live).to_move or ""

    @property
    def is_paused(self) -> bool:
        """Whether the game of the active document is paused."""
        game = self._game_here()
        return game is not None and game.paused

    @property
    def prepares(self) -> bool:
        """Whether an engine has to wait until its kernels are compiled."""
        return self._asked is not None and kernel_process.is_compiling()

    @property
    def thinker(self) -> str:
        """Who thinks now, as the start of a sentence; "" for nobody."""
        return "" if self._asked is None else who(self._asked.seat)

    def sit(self, side: str) -> None:
        """Have the usual engine play `side` of the active document; "": persons play both.

        Raises
        ------
        SessionError
            When no engine plays this game.
        """
        self.seat(PERSONS.place(side, self.usual) if side else PERSONS)

    def change_level(self, level: int) -> None:
        """Have the computer play the active document at a level, where it plays one side."""
        seats = self.seats
        if len(seats.engines) == 1 and isinstance(seats.of(seats.engines[0]), Computer):
            self.seat(seats.place(seats.engines[0], Computer(level)))

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
        game = self._game_of(document)
        if seats == game.seats:
            return
        self._cancel()
        game.give(seats)
        self._threads.retire(game.responder.leave)
        if game.live not in document.record or game.clock is None:
            game.live = document.node
        for side, seat in seats.taken:
            if isinstance(seat, Foreign) and side != position.to_move:
                self._threads.prepare(game.responder, seat, side, position)
        self._session.seat(game.seating)
        self.changed.emit()
        self.look_again()

    def sign(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return what the headers of the active document should say of its players.

        That is the names of the engines that have played, unless a person wrote one there, and what
        the game needs to go on.
        """
        game = self._game_here()
        if game is None:
            return {}
        signed = {**game.new_signatures(headers), **headers_of(game.seating, self.sides)}
        return {name: text for name, text in signed.items() if headers.get(name, "") != text}

    def set_clock(self, control: TimeControl | None) -> None:
        """Begin the game of the active document anew on the clock; None: play on without one."""
        document, position = self._here()
        game = self._game_of(document)
        game.live = document.node
        sides, place = seated(position), document.record[game.live].birth
        game.clock = None if control is None else GameClock(control, sides, place)
        self._session.seat(game.seating)
        self.changed.emit()
        self.look_again()

    def resume(self, seating: Seating) -> None:
        """Have the active document's game go on from where one looks, as it was left."""
        document, position = self._here()
        self._go_on(document, position, replace(seating, live=document.node))
        self._session.seat(self._game_of(document).seating)
        self.changed.emit()
        self.look_again()

    def _go_on(self, document: Document, position: Position, seating: Seating) -> None:
        game = self._game_of(document)
        game.resume(document, position.game, seating)
        self._threads.retire(game.responder.leave)

    def play_other(self) -> None:
        """Have the computer play all sides but the one to move; next time each sits one farther."""
        _, position = self._here()
        players = seated(position)
        if self.seats.taken:
            self.seat(self.seats.exchanged(players))
            return
        mover = position.to_move if position.to_move in players else players[0]
        others = (side for side in players if side != mover)
        self.seat(Seats(tuple((side, self.usual) for side in others)))

    def move_once(self) -> None:
        """Have an engine play one move for whoever is to move: the one that sits there, or ours.

        Raises
        ------
        SessionError
            Where nobody can move, or the move is being thought about already.
        """
        document, position = self._here()
        if document.exercise is not None:
            raise SessionError(f"The computer does not move here: {document.exercise.leave_first}.")
        self._refuse_games_without(position)
        if position.outcome is not None or not position.legal_moves:
            raise SessionError("The game is over: there is no move to play.")
        if is_over(document.record, seated(position), document.node):
            raise SessionError("The game is over. Undo its end to play on.")
        if position.to_move == CHANCE:
            raise SessionError("The dice decide here, not a player. Click Roll.")
        game, asked = self._game_of(document), self._asked
        if asked is not None and (asked.key, asked.node) == (document.key, document.node):
            raise SessionError(f"{self.thinker} is thinking already. Move now has it move at once.")
        self._cancel()
        seat = game.seats.of(position.to_move)
        game.live, game.rests, game.found = document.node, False, ""
        game.paused = False
        game.once = self.usual if isinstance(seat, Person) else seat
        self.look_again()

    def move_now(self) -> None:
        """Have whoever thinks play the best move found so far; SessionError where nobody does."""
        if self._asked is None:
            raise SessionError("Nobody is thinking: there is no move to hurry.")
        self._hurry.set()

    def pause(self) -> None:
        """Let nobody move and no clock run, or end that."""
        document, _ = self._here()
        game = self._game_of(document)
        game.paused = not game.paused
        self.changed.emit()
        self.look_again()

    def take_back(self) -> None:
        """Undo as many moves as it takes for a person to be to move again; SessionError: none."""
        self._session.drop_premove()
        if not self.undo():
            raise SessionError("There is no move to take back.")

    def undo(self) -> bool:
        """Undo the last edit; a move together with what engines answered. False: nothing to."""
        return self._reverse(self._session.undo, self._session.document.done)

    def redo(self) -> bool:
        """Do what `undo` undid again; False where there is nothing."""
        return self._reverse(self._session.redo, self._session.document.undone)

    def _reverse(self, step: Callable[[], bool], edits: Iterable[Edit]) -> bool:
        """Undo or redo the first of `edits`; a move, and others, until a person is to move."""
        before, game, edit = self._session.document, self._game_here(), next(iter(edits), None)
        if not step():
            return False
        document, position = self._session.document, self._session.position
        if game is None or edit is None:
            return True
        node = edit.node_after
        moved = document is not before and node not in edit.before and edit.after[node].move
        if moved and is_played(document) and len(game.seats.engines) < len(seated(position)):
            while self._session.position.to_move in game.seats.engines and step():
                pass
            game.rests = False
            self.look_again()
        return True

    def close(self) -> None:
        """Think no more, and end what runs."""
        self._leave()
        self._timer.stop()
        self._asked = None
        self._job.cancel()
        for game in self._games.values():
            self._threads.retire(game.responder.close)
        self._games.clear()
        self._job.close()
        self._threads.close()

    # -- where games stand -------------------------------------------------------------------------

    def _here(self) -> tuple[Document, Position]:
        if self._session.is_empty:
            raise SessionError("No game is open.")
        return self._session.document, self._session.position

    def _refuse_games_without(self, position: Position) -> None:
        if why := refusal(position.game):
            raise SessionError(f"The computer does not play here: {why}.")

    def _game_here(self) -> SeatedGame | None:
        return self._games.get(self._session.document.key)

    def _game_of(self, document: Document) -> SeatedGame:
        found = self._games.get(document.key)
        if found is None:
            found = SeatedGame(Responder(lambda name: self.command_of(name)), document.node)
            self._games[document.key] = found
        return found

    def _note(self, document: Document, game: SeatedGame) -> None:
        """Keep with the document who plays it, and how far it is."""
        if self._session.document.key == document.key and game.seating.is_taken:
            self._session.seat(game.seating)

    def _turn(self) -> InputTurn:
        """Whose turn it is in the active document, to a person."""
        document, game, position = self._session.document, self._game_here(), self._session.position
        if game is None or not is_played(document):
            return OWN
        if is_over(document.record, seated(position), document.node):
            return OWN  # what is played after it is played by hand
        due = document.node == game.live and not game.rests
        return turn_in(position, game.seats, due=due, paused=game.paused)

    def _follow(self, change: Change) -> None:
        for key in self._games.keys() - change.open_keys:
            self._threads.retire(self._games.pop(key).responder.close)
        document, left, before = change.document, change.before, change.previous
        if not change.is_same_document and left.key in self._games:
            self._games[left.key].once = None
        if document.seating.is_taken and document.key not in self._games:
            # What a crash left goes on as it was.
            self._go_on(document, self._session.position_of(document), document.seating)
            self.changed.emit()
        if not self._games and self._asked is None:
            return
        game = self._games.get(document.key)
        if game is not None and before is not None and document.exercise is before.exercise is None:
            if not is_played(document):  # somebody makes a lesson or a puzzle of it
                game.drop()
            game.follow(self._session, before, document)
            if document.record is not before.record or document.node != before.node:
                self._note(document, game)
        if before is not left or change.record or change.node or change.exercise:
            self.look_again()

    # -- answering ---------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Think, play or let clocks run, as the active document wants it."""
        document, game = self._session.document, self._game_here()
        wanted = None if game is None else game.wanted(self._session, document)
        asked = self._asked
        if asked is not None and (wanted is None or asked != wanted):
            self._cancel()
        if game is not None and game.found and not game.paused:
            self._play_found(game)
        elif wanted is not None and game is not None and self._asked is None:
            self._think(wanted, game)
        self._run_clocks()

    def _think(self, asked: Asked, game: SeatedGame) -> None:
        if self.busy():
            return
        situation = asked.situation(self._session, self._session.document.record)
        seconds = game.seconds_for(asked)
        least = WATCHED if len(game.seats.engines) > 1 else 0.0

        hurry = self._hurry = Event()

        self._asked = asked
        self._job.start(
            lambda stop, progress, deliver: game.choose(
                asked, situation, seconds, least, stop, hurry.is_set
            ),
            self._answered,
        )
        self.changed.emit()

    def _answered(self, found: object) -> None:
        asked, self._asked = self._asked, None
        game = None if asked is None else self._games.get(asked.key)
        if asked is None or game is None:
            return
        if isinstance(found, str):
            game.has_found(asked, found)
            self.changed.emit()
            self.look_again()
            return
        side = asked.position.to_move or ""
        game.give(game.seats.place(side, PERSON))
        self._threads.retire(game.responder.leave)
        if self._session.document.key == asked.key:
            self._session.seat(game.seating)
        self.changed.emit()
        if isinstance(found, PlayerError):
            why = str(found)
        else:
            why = "The computer could not find a move"
        self.failed.emit(f"{why}; you play {side.capitalize()} now.")
        self.look_again()

    def _play_found(self, game: SeatedGame) -> None:
        """Play a move that was found, if the person is where it belongs."""
        document = self._session.document
        if document.node != game.live or document.exercise is not None:
            return
        if is_over(document.record, seated(self._session.position_of(document)), document.node):
            game.drop()  # its players ended the game while the move waited
            return
        if self.busy():
            return
        move, game.found = game.found, ""
        side = self._session.position_of(document).to_move or ""
        game.plays = True
        try:
            if play_reply(self._session, place_of(self._session), move):
                game.sign(side)
                self._note(document, game)
        except SessionError as error:
            self.failed.emit(str(error))
        finally:
            game.plays = False

    def _cancel(self) -> None:
        if self._asked is not None:
            self._asked = None
            self._job.cancel()
            self.changed.emit()

    # -- clocks ------------------------------------------------------------------------------------

    def _run_clocks(self) -> None:
        """Let the clock of the active document run for its mover where that is fair."""
        document, game, now = self._session.document, self._game_here(), monotonic()
        side, waits, changed = "", False, False
        if game is not None:
            side = "" if self.prepares else game.side_on_the_clock(self._session, document)
            waits = bool(side) or self._waits_for_person(game, document)
            if self.busy() or self.unseen() or (game.times_choices and self.shows_other()):
                side = ""
        for one in self._games.values():
            runs = side if one is game else ""
            if one.clock is not None and one.clock.running != runs:
                one.clock.run(runs, now)
                changed = True
        if waits != self._timer.isActive():
            if waits:
                self._timer.start()
            else:
                self._timer.stop()
        if changed:
            self.changed.emit()

    def _waits_for_person(self, game: SeatedGame, document: Document) -> bool:
        """Whether something would happen, were the person not busy."""
        if not self.busy():
            return False
        return bool(game.found) or game.wanted(self._session, document) is not None

    def _tick(self) -> None:
        game, now = self._game_here(), monotonic()
        clock = None if game is None else game.clock
        late = "" if clock is None else clock.look(now)
        if game is not None and late:
            if game.times_choices:
                self._choose_for(late, game)
            else:
                name = late.capitalize()
                self.failed.emit(f"{name}'s time is up. You can play on without a clock")
                self.too_late.emit(late)
            self.changed.emit()
        self.look_again()
        self.ticked.emit()

    def _choose_for(self, side: str, game: SeatedGame) -> None:
        """Play what a person who is late has chosen by now; an engine has its limit."""
        if not isinstance(game.seats.of(side), Person) or game.once is not None:
            return
        voids = game.clock is not None and game.clock.control.voids
        try:
            sentence = choose_for(self._session, voids=voids)
        except SessionError as error:
            sentence = str(error)
        self.failed.emit(sentence)
