"""What may be entered over the scene now: steps that are no sites, plans, moves with one click."""

from __future__ import annotations

from collections.abc import Sequence

from model.contract.moves import Player
from viewer.games.registry import game_view_of
from viewer.scene_view.floating.dice_tray import DiceTray
from viewer.scene_view.floating.step_buttons import StepButtons, offered
from viewer.session.session import Session
from viewer.tools.tool import Tools
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences


class Entering:
    """Asks the exercise, the side whose turn it is, and the tool that takes the clicks."""

    def __init__(self, session: Session, chosen: ChosenPreferences, tools: Tools) -> None:
        self._session, self._chosen, self._tools = session, chosen, tools
        self._clears_guess = False

    def may_plan(self) -> bool:
        """Whether clicks and drags plan: no tool takes them, and a move is waited for here."""
        return self._tools.current is None and self._waits() and self._is_wanted()

    def confirms(self) -> bool:
        """Whether a click pins a ball and a second one places it: tools never wait for it.

        So it is, too, in a file that was opened to be looked at: a stray click changes nothing.
        """
        exercise, document = self._session.exercise, self._session.document
        wanted = self._chosen.now.confirm_moves or (exercise is not None and exercise.confirms)
        if exercise is None and not document.seating.is_taken:
            wanted |= document.path is not None and not len(document.done)
        own = self._session.turn.ahead is None  # a premove can be taken back
        return wanted and own and self._tools.current is None

    def mover(self, players: Sequence[Player]) -> int | None:
        """Return whose piece a click would place, by number, None where nobody's."""
        mover = None if self._session.turn.refusal else self._session.entry.to_move
        return players.index(mover) if mover in players else None

    def offer(self, buttons: StepButtons, dice: DiceTray, *, guesses: bool) -> None:
        """Offer what can be done that is no site; `guesses`: a guess can be cleared."""
        position = self._session.entry
        self._clears_guess = guesses
        partial = self._session.entered
        # Nobody plays while pieces are set up, or a task asks for a click or a choice.
        takes = self._waits() and not self._tools.is_on("set-up")
        takes = takes and (bool(partial) or self._is_wanted())
        buttons.offer(
            offered(position, partial, guesses=guesses) if takes else (),
            game_view_of(position).token_tips,
        )
        table = (cell for sheet in position.sheets if not sheet.owner for cell in sheet.cells)
        dice.offer(tuple(cell for cell in table if cell.name) if takes else (), partial)

    def offers_as(self, *, guesses: bool) -> bool:
        """Whether a guess could be cleared as much as when steps were offered last."""
        return guesses is self._clears_guess

    def _is_wanted(self) -> bool:
        document, exercise = self._session.document, self._session.exercise
        return exercise is None or exercise.wants_move(document.node)

    def _waits(self) -> bool:
        """Whether a move is waited for: as an exercise says, or else of who is to move."""
        document, exercise = self._session.document, self._session.exercise
        waits = exercise is None or exercise.takes_moves(document.node)
        return waits and not self._session.turn.refusal
