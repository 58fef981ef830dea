"""What clicks mean in an exercise where they are no moves."""

from __future__ import annotations

from collections.abc import Callable

from viewer.tools.tool import BaseTool


class ExerciseTool(BaseTool):
    """The tool while a line is shown, a try stands, or a task is answered by a click.

    Parameters
    ----------
    click
        Called with the point or piece that is clicked, None beside them; where it returns False, a
        click means the usual.
    escape
        Goes back to what is asked.
    enter
        What Enter does; None: nothing.
    """

    def __init__(
        self,
        name: str,
        click: Callable[[int | None], bool],
        escape: Callable[[], None],
        enter: Callable[[], None] | None = None,
    ) -> None:
        self.name, self.only_names = name, enter is None
        self._click, self._escape, self._enter = click, escape, enter

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take a click."""
        return self._click(site)

    def enter(self) -> bool:
        """Take Enter, where it means something."""
        if self._enter is None:
            return False
        self._enter()
        return True

    def escape(self) -> bool:
        """Go back."""
        self._escape()
        return True
