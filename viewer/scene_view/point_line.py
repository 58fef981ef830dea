"""The line over the scene: what the active point is about, and what may follow in a move."""

from __future__ import annotations

from collections.abc import Callable

from model.contract.game import Position
from viewer.analysis.point_text import bare_point
from viewer.scene.input.scene_input import SceneInput
from viewer.scene_view.plan_drawing import PlanDrawing
from viewer.session.session import Session
from viewer.tools.tool import Tools


class PointLine:
    """Says what is pointed at; `point_text` knows what is found out about points."""

    def __init__(
        self,
        session: Session,
        tools: Tools,
        drawing: PlanDrawing,
        input: SceneInput,
        say: Callable[[str], None],
        point_text: Callable[[Position, int], str],
    ) -> None:
        self._session, self._tools = session, tools
        self._drawing, self._input = drawing, input
        self._say, self._point_text = say, point_text

    def tell(self, site: int | None) -> None:
        """Say what a point is about; None: what may follow in the partial move."""
        self._say(self._about(site))

    def retell(self) -> None:
        """Say the line on the active point again: more is known of the position."""
        site = self._input.active_site
        if site is not None:
            self.tell(site)

    def tell_move(self, partial: tuple[str, ...]) -> None:
        """Say what may follow in the partial move; without one, what the active point is about."""
        if partial:
            self._say(self._about_partial_move())
        else:
            self.tell(self._input.active_site)

    def _about(self, site: int | None) -> str:
        position = self._session.position
        if self._session.is_empty or (site is not None and site >= len(position.game.board)):
            return ""
        if site is None:
            if self._session.entered:
                return self._session.steps().message
            return self._drawing.next_step
        tool = self._tools.current
        is_bare = tool is not None and (tool.shows_all_points or tool.only_names)
        tell = bare_point if is_bare else self._point_text
        return tell(position, site)

    def _about_partial_move(self) -> str:
        """What may follow in the partial move, or what would come of a plan."""
        if self._drawing.planner is not None:
            return self._drawing.sentence
        steps = self._session.steps()
        end = ""
        if steps.complete:
            end = ": Enter ends the move" if steps.choices else ": Enter plays it"
        return steps.message + end
