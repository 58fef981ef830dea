"""Plans drawn over the scene: what is in hand, what is guessed, and what it looks like."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from model.contract.game import Move, Position
from model.phrases import listed
from viewer.games.decision import Drawn, Grip, Partial, PlanKey, Planner, PlanPicture
from viewer.games.facts import PositionBound
from viewer.games.registry import game_view_of
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.session.session import Session, SessionError
from viewer.visuals.overlay_types import Lit, Overlay

_NOTHING = PlanPicture(())
TAKE = "Drag a piece to where it is to go, or click it and then a square"


class PlanDrawing(QObject):
    """Draws the plan of the side to move (`viewer.games.decision`), by drags, clicks and keys.

    The plan is the partial move of the session; a guess of what the other side does is kept here
    for the position at hand, and goes nowhere else. In an exercise the other
    side's choice may be known: then nothing is guessed.

    Signals
    -------
    changed
        Something else is in hand, or guessed.
    """

    changed = Signal()

    def __init__(
        self,
        session: Session,
        is_free: Callable[[], bool],
        say: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        """Make it; `is_free` tells whether clicks plan, `say` shows what cannot be done."""
        super().__init__(parent)
        self._session, self._is_free, self._say = session, is_free, say
        self._guess: PositionBound[Partial] = PositionBound(())
        self._in_hand: PositionBound[int | None] = PositionBound(None)
        self._held: PositionBound[Grip | None] = PositionBound(None)
        self._asked: PositionBound[bool] = PositionBound(False)
        self._open: tuple[Position, Partial, int, tuple[int, ...]] | None = None
        self._way: list[int] = []
        self._before: Partial = ()
        self._shown: tuple[Position, Partial, Partial, PlanPicture] | None = None

    # -- what there is -------------------------------------------------------------------------

    @property
    def planner(self) -> Planner | None:
        """Who draws plans of the position that is shown, None where moves are no plans."""
        position = self._session.position
        if not self._is_free():
            return None
        planner = game_view_of(position).planner
        return planner if planner is not None and planner.plans(position) else None

    @property
    def in_hand(self) -> int | None:
        """The site of the piece that keys and clicks plan for."""
        return None if self.planner is None else self._in_hand.of(self._session.position)

    @property
    def guess(self) -> Partial:
        """What is guessed, or known, of the other side's plan."""
        known = self.known
        return (known,) if known else self._guess.of(self._session.position)

    @property
    def guesses(self) -> bool:
        """Whether something is guessed that can be cleared."""
        return not self.known and bool(self.guess)

    @property
    def known(self) -> Move:
        """What an exercise says that the other side chooses, "" where it says nothing."""
        document = self._session.document
        return "" if document.exercise is None else document.exercise.known(document.node)

    @property
    def picture(self) -> PlanPicture:
        """What the plan looks like; nothing where there is none."""
        planner, position = self.planner, self._session.position
        if planner is None:
            return _NOTHING
        partial, guess, known = self._session.state.partial, self.guess, self._shown
        if known is None or known[0] is not position or known[1:3] != (partial, guess):
            found = planner.picture(position, partial, guess)
            known = self._shown = (position, partial, guess, found)
        return known[3]

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What lies over the position: the plan, and the frame of the piece in hand."""
        held, overlays = self.in_hand, self.picture.overlays
        if held is None:
            return overlays
        return (*overlays, Lit((held,), "held"), Lit(self._open_squares(held), "lit"))

    def _open_squares(self, held: int) -> tuple[int, ...]:
        """The squares that a click may send the piece in hand to, as far as it is planned."""
        planner, position, plan = self.planner, self._session.position, self._session.state.partial
        known = self._open
        if planner is None:
            return ()
        if known is None or known[0] is not position or known[1:3] != (plan, held):
            end = dict(self.picture.ends).get(held, held)
            grip = Grip(held, self._mover(position), goes_on=True)
            sites = tuple(
                site
                for site in range(len(position.game.board))
                if site != end and not planner.drawn(position, plan, grip, (end, site)).sentence
            )
            known = self._open = (position, plan, held, sites)
        return known[3]

    @property
    def next_step(self) -> str:
        """What a person may do now with a plan, in a line; "" where moves are no plans."""
        if self.planner is None:
            return ""
        if self.in_hand is None:
            return TAKE
        return "Click a square that is lit, or use the arrows; Backspace takes the last step back"

    def asks_first(self) -> bool:
        """Ask once whether a turn is to be played in which nothing is ordered; True then."""
        position = self._session.position
        if self.planner is None or self._session.entered or self._asked.of(position):
            return False
        self._asked.keep(position, True)
        self._say("No piece has an order: all stand still. Press Ready again to play that")
        return True

    @property
    def sentence(self) -> str:
        """What would come of the plan, in a line."""
        sentences = self.picture.sentences
        if not sentences:
            return ""
        position = self._session.position
        others = listed([one for one in position.game.players if one != position.to_move])
        if self.known:
            what = f"Against what {others} has chosen"
        else:
            what = f"If {others} does as you guess" if self.guess else f"If {others} stands still"
        return f"{what}, {'; '.join(sentences)}"

    # -- by the mouse --------------------------------------------------------------------------

    def may_draw(self, candidate: PickCandidate) -> bool:
        """Whether a drag that begins on a candidate draws; it is taken hold of then."""
        planner, position = self.planner, self._session.position
        self._held = PositionBound(None)
        if planner is None:
            return False
        self._before = self._session.state.partial
        grip = planner.taken(
            position, self._before, self.guess, candidate.site, ball=candidate.rides
        )
        if grip is None or (self.known and not self._is_own(grip.side)):
            return False  # what is known cannot be guessed otherwise
        if self._session.answer_anew():  # what is drawn now answers in the task's own position
            return self.may_draw(candidate)
        self._held.keep(position, grip)
        self._way = [candidate.site]
        return True

    def draw_over(self, candidate: PickCandidate | None, ground: int | None) -> None:
        """Go on with a drag: over what is met first, and over a site of the ground."""
        grip = self._held.of(self._session.position)
        if grip is None:
            return
        site = ground if not grip.ball or candidate is None else candidate.site
        if site is None or site == self._way[-1]:
            return
        self._way.append(site)
        if not grip.ball:  # where a ball goes is told when it is let go
            self._draw(grip)

    def end_drawing(self, *, keeps: bool) -> None:
        """A drag has ended; one that was broken off leaves all as it was."""
        grip, self._held = self._held.of(self._session.position), PositionBound(None)
        if grip is None:
            return
        if not keeps:
            self._keep(grip.side, Drawn(self._plan_before(grip)))
        elif grip.ball:
            self._draw(grip)
        else:
            self.hold(grip.piece if self._is_own(grip.side) else None)

    def _plan_before(self, grip: Grip) -> Partial:
        return self._before if self._is_own(grip.side) else self.guess

    def _draw(self, grip: Grip) -> None:
        planner, position = self.planner, self._session.position
        if planner is not None:
            plan = self._plan_before(grip)
            self._keep(grip.side, planner.drawn(position, plan, grip, self._way))

    def clicked(self, site: int) -> bool:
        """Take a click: on a piece, it is in hand; elsewhere the piece in hand goes there."""
        planner, position = self.planner, self._session.position
        if planner is None:
            return False
        held = self.in_hand
        if site in planner.pieces(position):
            if self._session.answer_anew():
                return self.clicked(site)
            self.hold(None if site == held else site)
            self._say(self.next_step)
            return True
        if held is None:
            self._say(TAKE)
            return True
        end = dict(self.picture.ends).get(held, held)
        grip = Grip(held, self._mover(position), goes_on=True)
        self._keep(
            grip.side, planner.drawn(position, self._session.state.partial, grip, (end, site))
        )
        return True

    # -- by keys -------------------------------------------------------------------------------

    def hold(self, site: int | None) -> None:
        """Take a piece in hand, or none."""
        position = self._session.position
        if site != self._in_hand.of(position):
            self._in_hand.keep(position, site)
            self.changed.emit()

    def leave(self) -> None:
        """Put the piece down, and ask again before an empty turn: another document is shown."""
        self._in_hand.forget()
        self._asked.forget()

    def put_down(self) -> bool:
        """Put the piece down; False where none is in hand."""
        held = self.in_hand
        if held is not None:
            self.hold(None)
        return held is not None

    def visited(self, site: int) -> None:
        """A key went to an interesting site: a piece there that is planned for is taken."""
        planner, position = self.planner, self._session.position
        if planner is not None and site in planner.pieces(position):
            self.hold(site)

    def key(self, key: PlanKey) -> bool:
        """Do what a key means for the piece in hand; False where none is."""
        planner, position, held = self.planner, self._session.position, self.in_hand
        if planner is None or held is None:
            return False
        if self._session.answer_anew():
            self.visited(held)
            return self.key(key)
        drawn = planner.keyed(position, self._session.state.partial, held, key)
        self._keep(self._mover(position), drawn)
        return True

    def show_guess(self, position: Position, guess: Partial) -> None:
        """Guess something of a position; it can be changed as if it had been drawn."""
        if guess != self._guess.of(position):
            self._guess.keep(position, guess)
            self.changed.emit()

    def forget_guess(self) -> None:
        """Guess nothing any more."""
        if self.guess:
            self._guess.keep(self._session.position, ())
            self.changed.emit()

    # -- keeping -------------------------------------------------------------------------------

    def _mover(self, position: Position) -> int:
        return position.game.players.index(position.to_move)

    def _is_own(self, side: int) -> bool:
        return side == self._mover(self._session.position)

    def _keep(self, side: int, drawn: Drawn) -> None:
        position = self._session.position
        if self._is_own(side):
            try:
                self._session.set_steps(drawn.partial)
            except SessionError as error:
                self._say(str(error))
                return
        else:
            self._guess.keep(position, drawn.partial)
        self.changed.emit()
        self._say(drawn.sentence or self.sentence)
