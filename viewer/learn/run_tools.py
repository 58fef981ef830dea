"""What clicks mean while a line is shown, a try stands, or a task asks for a click, as tools."""

from __future__ import annotations

from collections.abc import Callable

from viewer.session.session import Session
from viewer.tools import play_tool
from viewer.tools.tool import BaseTool


class ShownLine(BaseTool):
    """The tool while a line is shown: clicks play nothing, Enter plays it, Escape goes back."""

    name = "line"

    def __init__(
        self, tell: Callable[[], None], play: Callable[[], None], leave: Callable[[], None]
    ) -> None:
        """Make it; `tell` says why nothing is played, `leave` goes back to the game."""
        self._tell, self._play, self._leave = tell, play, leave

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Say why nothing is played."""
        self._tell()
        return True

    def enter(self) -> bool:
        """Let the line play, or stop it."""
        self._play()
        return True

    def escape(self) -> bool:
        """Go back to the game."""
        self._leave()
        return True


class TakeBack(BaseTool):
    """The tool while another position is in front than the one to be solved: clicks go back there.

    Where a wrong try stands, a click takes it back and is the next answer at once.
    """

    name = "solving"

    def __init__(self, session: Session, again: Callable[[], None]) -> None:
        """Make it; `again` goes back to the position to be solved."""
        self._session, self._again = session, again

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take the try back; what was clicked then counts as in the position to be solved."""
        run = self._session.run
        if site is not None and run is not None and run.stands_wrong:
            return play_tool.take_back(self._session, site)
        return self.escape()

    def enter(self) -> bool:
        """Take the try back."""
        return self.escape()

    def escape(self) -> bool:
        """Take the try back."""
        self._again()
        return True


class ClickTask(BaseTool):
    """The tool of a task that is answered by a click."""

    name = "task"
    only_names = True

    def __init__(
        self,
        click: Callable[[int], bool],
        miss: Callable[[], None],
        go_back: Callable[[], None],
    ) -> None:
        """Make it; `click` answers with a site, `miss` with none, `go_back` goes to the step."""
        self._click, self._miss, self._go_back = click, miss, go_back

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Judge a click on a point or a piece; one beside them is not passed over in silence."""
        if site is not None:
            return self._click(site)
        self._miss()
        return True

    def escape(self) -> bool:
        """Go back to the step; the task stays."""
        self._go_back()
        return True
