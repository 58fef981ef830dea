"""Ending a game that its rules have not ended: resigning, a draw that is offered, a clock."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from model.contract.game import Player, Position, Stop
from model.contract.hooks import hooks_of
from model.contract.search import DRAW, Analysis, Budget
from model.play.opponent import engine_for, unheard, until
from model.play.seats import PERSON, Computer, Person, Seat, named
from model.records.ending import NOT_ENDED, Ending
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.analysis.playing.automatic_moves import MoveRequest, place_of
from viewer.analysis.playing.opponents import Opponents
from viewer.games.registry import end_of, ended_by_players
from viewer.session.document.document import Document
from viewer.session.session import Session, SessionError

CONTENT = 0.45
"""What an engine expects at most where it takes a draw: none is given away in an even opening."""
LOOKED_AT = 20_000
"""Positions it looks at before it answers, or fewer where its level has fewer."""
SECONDS = 2.0


class GameEnds(QObject):
    """What the players of the active document do to end their game.

    Signals
    -------
    said(str)
        What became of an offer, in a sentence.
    offered(str, str, object)
        A sentence that asks another person at the screen, what that person may say, and what to
        call then.
    """

    said = Signal(str)
    offered = Signal(str, str, object)

    def __init__(
        self, session: Session, opponents: Opponents, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._opponents = session, opponents
        self._job = BackgroundJob(self)
        self._declined: set[tuple[int, int]] = set()
        opponents.too_late.connect(self._run_out)

    def close(self) -> None:
        """Think about no offer any more."""
        self._job.close()

    @property
    def is_over(self) -> bool:
        """Whether the game of the active document has ended where it stands."""
        if self._session.is_empty:
            return False
        node = self._opponents.live_node
        return (
            end_of(self._session.document.record, node, self._session.position_at(node)) is not None
        )

    def resigning(self) -> Player:
        """Return who would resign, the person at the screen; SessionError where nobody can."""
        _, position = self._running("resign")
        return self._person(position)

    def resign(self) -> None:
        """Give the game up for the person at the screen; SessionError where nobody can."""
        document, position = self._running("resign")
        loser = self._person(position)
        self._end(Ending("resigned", document.node, _other(position, loser), loser), "resignation")

    def offer_draw(self) -> None:
        """Offer a draw: an engine answers by what the game is worth to it, a person is asked."""
        document, position = self._running("offer a draw")
        mine = self._person(position)
        other = _other(position, mine)
        seat = self._opponents.seats.of(other)
        if isinstance(seat, Person):
            name = other.capitalize()
            sentence = f"{mine.capitalize()} offers a draw."
            self.offered.emit(sentence, f"{name} accepts", self._agreement(place_of(self._session)))
            return
        if position.to_move != mine:
            raise SessionError("It is not your turn: offer the draw once your opponent has moved.")
        birth = document.record[document.node].birth
        if (document.key, birth) in self._declined:
            raise SessionError(
                f"{named(seat)} has declined a draw here. Offer it again after a move."
            )
        self._ask(seat, other, place_of(self._session), birth)

    def play_on(self) -> None:
        """Take a loss on time back, so that the game goes on without a clock."""
        document, position = self._session.document, self._session.position
        ended = ended_by_players(document.record, position)
        if ended is not None and ended.how == "late":
            self._session.heads(NOT_ENDED, "loss on time")

    # -- who may ---------------------------------------------------------------------------------

    def _running(self, what: str) -> tuple[Document, Position]:
        """Return the active game where it stands, which is shown from now on; SessionError."""
        document = self._session.document
        if document.is_placeholder:
            raise SessionError("No game is open.")
        if document.exercise is not None:
            raise SessionError(f"You cannot {what} here: {document.exercise.leave_first}.")
        node = self._opponents.live_node
        position = self._session.position_at(node)
        if end_of(document.record, node, position) is not None:
            raise SessionError("The game is over.")
        players = hooks_of(position.game.kind).seated(position.game)
        if len(players) != 2:
            raise SessionError(
                f"You cannot {what} in a game of {len(players)}: it goes on to its end. "
                "Close it to stop, or let the computer play for you (Players and clock)."
            )
        if node != document.node:
            self._session.go(node)
        return self._session.document, position

    def _person(self, position: Position) -> Player:
        """Return the side of the person who acts; SessionError where that is nobody."""
        players = hooks_of(position.game.kind).seated(position.game)
        seats = self._opponents.seats
        people = [side for side in players if seats.of(side) == PERSON]
        if not people:
            raise SessionError("Engines play both sides: neither is yours.")
        if len(people) == 1:
            return people[0]
        if position.to_move not in people:
            raise SessionError("Roll the dice first: then it is somebody's turn.")
        return position.to_move

    # -- what becomes of it ------------------------------------------------------------------------

    def _end(self, ending: Ending, name: str) -> None:
        self._session.heads(ending.headers, name)

    def _agreement(self, place: MoveRequest) -> Callable[[], None]:
        def agree() -> None:
            if place_of(self._session) != place or self.is_over:
                raise SessionError("The game has gone on: offer the draw again.")
            self._end(Ending("agreed", place.node), "draw")

        return agree

    def _ask(self, seat: Seat, side: Player, place: MoveRequest, birth: int) -> None:
        """Have an engine look at the game, and answer for the side that it plays."""
        position = self._session.position_for(self._session.mover_at(place.node), place.node)
        level = seat.level if isinstance(seat, Computer) else None
        at = position.game.players.index(side)
        budget = Budget(LOOKED_AT if level is None else min(LOOKED_AT, 2000 * level))

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> Analysis:
            engine = engine_for(position.game)
            return engine.analyse(position, unheard, until(SECONDS, stop), budget)

        def answered(found: object) -> None:
            if place_of(self._session) != place or self.is_over:
                return
            if isinstance(found, Analysis) and _accepts(found, at):
                self.said.emit(f"{named(seat)} accepts the draw")
                self._end(Ending("agreed", place.node), "draw")
                return
            self._declined.add((place.key, birth))
            self.said.emit(f"{named(seat)} declines the draw")

        self.said.emit(f"You offer {named(seat)} a draw")
        self._job.start(work, answered)

    def _run_out(self, side: str) -> None:
        """Somebody ran out of time: of two, the other has won."""
        if self._session.exercise is not None or self.is_over:
            return
        node = self._opponents.live_node
        position = self._session.position_at(node)
        players = hooks_of(position.game.kind).seated(position.game)
        if len(players) == 2 and side in players:
            self._end(Ending("late", node, _other(position, side), side), "loss on time")


def _other(position: Position, side: Player) -> Player:
    """Return the other of the two who have a seat."""
    players = hooks_of(position.game.kind).seated(position.game)
    return next(player for player in players if player != side)


def _accepts(found: Analysis, player: int) -> bool:
    """Whether a player takes a draw who knows this much: `player` counts the game's players."""
    score = found.score
    if score is None:
        return False
    return score.value[player] <= (DRAW if score.proved else CONTENT)
