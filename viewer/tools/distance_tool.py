"""The tool that measures: two clicks, and the shortest way between them is shown and told."""

import itertools
from collections.abc import Callable

from model.boards.board import Board
from model.records.view import Mark
from viewer.picture.picking.distance import distance, sentence
from viewer.session.session import Change, Session
from viewer.tools.tool import Tool, ToolScene


class DistanceTool(Tool):
    """Clicks measure (`viewer.tools.tool.Tool`).

    Attributes
    ----------
    ends
        The points chosen so far, at most two.
    """

    name = "measure"
    shows_all_points = True

    def __init__(self, session: Session, scene: ToolScene, say: Callable[[str], None]) -> None:
        self._session, self._scene, self._tools = session, scene, scene.tools
        self._say = say
        self.ends: tuple[int, ...] = ()
        session.subscribe(self._changed)

    def begin(self) -> None:
        """Let clicks measure."""
        while self._session.step_back():
            pass
        super().begin()
        self._say("Click two points or pieces to measure their distance; Escape ends it")

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take an end; a third click begins anew, a click on nothing drops both."""
        if site is None:
            self.ends = ()
        elif len(self.ends) == 1 and site != self.ends[0]:
            self.ends = (self.ends[0], site)
        else:
            self.ends = (site,)
        self._show(self._session.position.game.board)
        return True

    def enter(self) -> bool:
        """Take the point under the cursor."""
        site = self._scene.input.active_site
        return site is not None and self.clicked(site, False)

    def escape(self) -> bool:
        """Drop the points; False when there are none."""
        had, self.ends = bool(self.ends), ()
        self._clear()
        return had

    def ended(self) -> None:
        """Hear that clicks play again."""
        self.ends = ()
        self._clear()

    def _show(self, board: Board) -> None:
        names = board.names
        marks = [Mark(names[site], "dot", "yellow") for site in self.ends]
        if len(self.ends) == 2:
            way = distance(board, *self.ends).way
            marks += [
                Mark(names[one], "link", "yellow", to=names[other])
                for one, other in itertools.pairwise(way)
            ]
        self._scene.laid.show_pending(tuple(marks))
        if len(self.ends) == 2:
            self._say(sentence(board, *self.ends))
        elif self.ends:
            self._say(f"From {names[self.ends[0]]}: click the other point")
        else:
            self._say("")

    def _clear(self) -> None:
        self._scene.laid.show_pending(())
        self._say("")

    def _changed(self, change: Change) -> None:
        """Drop the points on another board of the document."""
        if self.ends and change.board:
            self.ends = ()
            self._clear()
