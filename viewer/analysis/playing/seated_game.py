"""A game that engines or a clock take part in: who plays, where it stands, whose time passes.

It is what `Opponents` keeps of a document beside the document itself, and knows nothing of Qt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic, sleep

from model.contract.game import Game, Move, Player, Position, Stop
from model.contract.hooks import hooks_of
from model.play.clock import GameClock, allowed, read_control
from model.play.opponent import PlayerError, Situation, unheard
from model.play.seats import (
    PERSON,
    PERSONS,
    Person,
    Responder,
    Seat,
    Seats,
    seat_of,
    seat_text,
    seconds_of,
    signed,
)
from model.records.ending import is_over
from model.records.record import Record, line_to
from viewer.session.document.document import Document
from viewer.session.document.seating import Seating
from viewer.session.session import Session


def chooses_slots(position: Position) -> bool:
    """Tell whether the next choice is made of slots: it has its own time, and nobody sees it."""
    return position.outcome is None and bool(position.steps(()).slots)


def choose_for(session: Session, *, voids: bool) -> str:
    """Play for somebody who is late, at the current node; returns a sentence about it.

    What is set by now counts and the rest is as it is without a choice; nothing of it counts where
    `voids`. The sentence is the same whatever was set: others read it, too.

    Raises
    ------
    SessionError
        Where the choice cannot be played.
    """
    position = session.position
    side = (position.to_move or "").capitalize()
    set_so_far = () if voids else session.state.partial
    move = position.steps(set_so_far).move or position.steps(()).move
    if move is None:
        return ""
    session.play(move)
    if voids:
        return f"{side}'s time is up: nothing that {side} chose counts this turn"
    return f"{side}'s time is up: what {side} had chosen by then counts"


LOOK = 0.01
AND = " and "
"""Between the engines that have played one side, one after another."""


@dataclass(frozen=True)
class Asked:
    """What is being thought about, and for whom.

    Attributes
    ----------
    key, node
        The document, and where in it.
    birth
        Of the node: another one where something else was played or set up there.
    """

    key: int
    node: int
    birth: int
    seat: Seat
    position: Position = field(compare=False)

    def situation(self, session: Session, record: Record) -> Situation:
        """Return the game up to here, from where it was last set up by hand."""
        _, line = line_to(record, self.node)
        if self.position.game.kind.hides:  # its moves would tell what the position keeps
            return Situation(self.position, (), self.position)
        start = session.position_at(record[line[0]].parent) if line else self.position
        return Situation(start, tuple(record[node].move for node in line), self.position)


@dataclass(eq=False)
class SeatedGame:
    """The game of a document: who plays, where it stands, and its clock.

    Attributes
    ----------
    live
        The node where the game stands, wherever a person looks.
    rests
        A move was taken back: engines wait until a person plays on.
    paused
        Nobody plays and no clock runs until somebody plays on, or the pause is ended.
    once
        The engine to move plays one move, whoever's seat it is.
    plays
        The move that was found is being played right now: the game moves on with it, be it in the
        tree already.
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
    paused: bool = False
    once: Seat | None = None
    plays: bool = False
    found: Move = ""
    by: Seat = PERSON
    signatures: dict[str, str] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)

    # -- who plays ---------------------------------------------------------------------------------

    def give(self, seats: Seats) -> None:
        """Give the sides to others: whatever was found for those before is dropped."""
        self.seats, self.rests = seats, False
        self.drop()
        self.responder.give(seats)

    @property
    def seating(self) -> Seating:
        """What the game needs to go on after a crash, or out of a file."""
        clock, now = self.clock, monotonic()
        return Seating(
            {side: text for side, seat in self.seats.taken if (text := seat_text(seat))},
            "" if clock is None else clock.control.text,
            {}
            if clock is None
            else {side: round(clock.left(side, now), 1) for side in clock.sides},
            dict(self.signatures),
            self.live,
        )

    def resume(self, document: Document, game: Game, seating: Seating) -> None:
        """Go on as `seating` says, with a game that was left."""
        sides = hooks_of(game.kind).seated(game)
        taken = tuple((side, seat_of(text)) for side, text in seating.players.items())
        self.give(Seats(tuple((s, seat) for s, seat in taken if seat != PERSON and s in sides)))
        self.live = seating.live if seating.live in document.record else document.node
        self.signatures = dict(seating.signed)
        control = read_control(seating.clock, hooks_of(game.kind).choice_time(game))
        if control is not None:
            left = dict.fromkeys(sides, control.seconds)
            if not control.renewed:
                left |= {side: time for side, time in seating.left.items() if side in sides}
            self.clock = GameClock.resumed(control, left, document.record[self.live].birth)

    def drop(self) -> None:
        """Forget the move that waits, and that one was asked for."""
        self.found, self.once = "", None

    def has_found(self, asked: Asked, move: Move) -> None:
        """Keep a move until it can be played."""
        is_own = self.seats.of(asked.position.to_move) == asked.seat
        self.found, self.once = move, None
        self.by = asked.seat if is_own else PERSON

    def sign(self, side: str) -> None:
        """Take down that the engine that found the move has played a side."""
        name, before = signed(self.by), self.signatures.get(side, "")
        if name and name not in before.split(AND):
            self.signatures[side] = f"{before}{AND}{name}" if before else name

    def new_signatures(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return what headers should say of the engines; a name that a person wrote stays."""
        new = {}
        for side, name in self.signatures.items():
            there = headers.get(side, "")
            if there != name and there in ("", self.written.get(side, "")):
                new[side] = name
        self.written.update(new)
        return new

    # -- where it stands ---------------------------------------------------------------------------

    def follow(self, session: Session, before: Document, document: Document) -> None:
        """Find out where the game stands after an edit; looking about moves nothing."""
        record, now = document.record, monotonic()
        if before.record is record and not self.plays:
            return
        same = before.node == document.node
        same = same or (before.record is not record and len(before.record) == len(record))
        if same and self.live in record:  # a comment, undone elsewhere: the game stays
            return
        self.drop()
        node = record[document.node]
        was_played = bool(node.move) and node.parent == before.node
        if self.clock is not None and was_played:
            if before.node != self.live:
                self.clock.return_to(record[before.node].birth, now)
            mover = session.position_at(before.node).to_move or ""
            self.clock.moved(mover, node.birth, now)
        elif self.clock is not None:
            self.clock.return_to(node.birth, now)
        self.rests = not was_played
        self.paused = self.paused and not was_played
        self.live = document.node

    @property
    def times_choices(self) -> bool:
        """Whether its clock is for each choice alone."""
        return self.clock is not None and self.clock.control.renewed

    # -- what is due -------------------------------------------------------------------------------

    def wanted(self, session: Session, document: Document) -> Asked | None:
        """Return what there is to be thought about; None for nothing."""
        if document.exercise is not None or self.found or self.live not in document.record:
            return None
        side = session.position_at(self.live).to_move
        if self.paused or side not in seated(session.position_at(self.live)):
            return None  # chance is nobody's seat
        position = session.position_for(side, self.live)  # what the side knows, no more
        rests = self.rests or not is_played(document)
        seat = self.once or (PERSON if rests else self.seats.of(side))
        if isinstance(seat, Person) or position.outcome is not None or not position.legal_moves:
            return None
        if is_over(document.record, seated(position), self.live):
            return None
        birth = document.record[self.live].birth
        return Asked(document.key, self.live, birth, seat, position)

    def seconds_for(self, asked: Asked) -> float:
        """Return what the move may take."""
        clock, side, seconds = self.clock, asked.position.to_move, seconds_of(asked.seat)
        if clock is None or clock.fallen or side is None:
            return seconds
        most = allowed(clock.control, clock.left(side, monotonic()))
        shares = clock.has_begun and not clock.control.renewed
        return most if shares else min(seconds, most)

    def choose(
        self,
        asked: Asked,
        situation: Situation,
        seconds: float,
        least: float,
        stop: Stop,
        hurry: Stop,
    ) -> Move | PlayerError:
        """Return the move of whoever was asked, or why there is none; called in a thread.

        Parameters
        ----------
        seconds, least
            What it may take, and takes at least.
        stop, hurry
            Once they say True: nobody wants the move any more; the best so far is wanted now.
        """
        end = monotonic() + least
        try:
            move = self.responder.choose(asked.seat, situation, seconds, unheard, stop, hurry)
        except PlayerError as error:  # told to the person, and no fault of the program
            return error
        while monotonic() < end and not stop() and not hurry():
            sleep(LOOK)
        return move

    def side_on_the_clock(self, session: Session, document: Document) -> str:
        """Return whose time should pass now, as far as the game is concerned; "" for nobody's."""
        clock = self.clock
        if clock is None or not clock.has_begun or clock.fallen or self.found or self.paused:
            return ""
        if not is_played(document) or self.live not in document.record:
            return ""
        position = session.position_at(self.live)
        side = position.to_move
        if position.outcome is not None or side is None or not position.legal_moves:
            return ""
        if is_over(document.record, seated(position), self.live):
            return ""
        if side not in position.game.players or (self.rests and side in self.seats.engines):
            return ""
        if not self.times_choices:
            return side
        # Where the game stands, not before; and who had no time left does not run out of it again.
        waits = document.node == self.live and clock.left(side, monotonic()) > 0
        return side if waits and chooses_slots(position) else ""


def is_played(document: Document) -> bool:
    """Whether it is a game that goes on: no lesson or puzzle that is taken, solved or written."""
    return document.exercise is None and document.record.kind == "game"


def seated(position: Position) -> tuple[Player, ...]:
    """Return the players who have a seat: somebody who never moves has none, and chance neither."""
    return hooks_of(position.game.kind).seated(position.game)
