"""What clicks, drags and keys over the scene may mean for the move that is built."""

from __future__ import annotations

from collections.abc import Callable

from viewer.games.decision import PLAN_KEYS
from viewer.picture.picking.click_meaning import is_occupied
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.scene.input.input_rules import InputRules
from viewer.scene_view.plan_drawing import PlanDrawing
from viewer.session.session import Session
from viewer.tools.tool import Tools


class ClickRules(InputRules):
    """Asks the position, the tool that is chosen and the plan that is drawn.

    Parameters
    ----------
    attempt
        Does something; what the session refuses is said.
    """

    def __init__(
        self,
        session: Session,
        tools: Tools,
        drawing: PlanDrawing,
        attempt: Callable[[Callable[[], object]], None],
    ) -> None:
        self._session, self._tools, self._drawing = session, tools, drawing
        self._attempt = attempt

    def may_pin(self, site: int) -> bool:
        """Whether a click on an empty point would be the whole move, so that it is pinned."""
        if self._session.entered:
            return False
        steps = self._session.entry.steps((self.name(site),))
        return steps.complete and not steps.choices

    def ends_move(self, site: int | None) -> bool:
        """Play a partial move that is complete, unless Enter means one step more at `site`.

        The cursor still stands on the last step: there, Enter means the end.
        """
        tool, partial = self._tools.current, self._session.entered
        if tool is not None and tool.enter():
            return True
        if self._session.is_empty:
            return False
        if self.plans():
            self.play_plan()
            return True
        if not partial:
            return False
        steps = self._session.steps()
        name = "" if site is None else self.name(site)
        if not steps.complete or (name in steps.choices and name != partial[-1]):
            return False
        self._attempt(self._session.confirm)
        return True

    def may_carry(self, site: int) -> bool:
        """Whether the piece on a site may go somewhere now, or is in hand already."""
        if self._tools.current is not None or not is_occupied(self._session.entry, site):
            return self.is_in_hand(site)
        return self.is_in_hand(site) or self.name(site) in self._session.steps().choices

    def is_in_hand(self, site: int) -> bool:
        """Whether the move that was begun goes on from a site."""
        partial = self._session.entered
        tool = self._tools.current
        return tool is None and bool(partial) and partial[-1] == self.name(site)

    def has_begun(self) -> bool:
        """Whether a move was begun that is not whole."""
        return bool(self._session.entered) and not self._session.steps().complete

    def may_draw(self, candidate: PickCandidate) -> bool:
        """Whether a drag from there draws a plan."""
        return self._drawing.may_draw(candidate)

    def plans(self) -> bool:
        """Whether a piece of a plan is in hand."""
        return self._drawing.in_hand is not None

    def plan_key(self, key: str) -> bool:
        """Do what a key means for the plan."""
        return self._drawing.key(PLAN_KEYS[key])

    def play_plan(self) -> None:
        """Play the plan as it stands, also one that says nothing."""
        move = self._session.steps().move
        if move is not None and not self._drawing.asks_first():
            self._attempt(lambda: self._session.play(move))

    def in_tool(self) -> bool:
        """Whether clicks mark, set up or plan."""
        return self._tools.current is not None or self.plans()

    def leave_tool(self) -> bool:
        """Put down what is in hand, or the tool."""
        return self._drawing.put_down() or self._tools.escape()

    def name(self, site: int) -> str:
        """Return what a site is called."""
        return self._session.position.game.board.names[site]
