"""The tool of clicking points: which are right in a task, which an answer is restricted to."""

from collections.abc import Callable

from model.records.view import Mark
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.scene_view.scene_view import SceneView
from viewer.tools.tool import Tool, Tools
from viewer.widgets.messages import Notices


class PointPicker(Tool):
    """Clicks name points, and play again once it ends (`viewer.tools.tool.Tool`).

    Parameters
    ----------
    picked
        Called with every site that is clicked, and with None for a click on nothing.
    over
        Called when the tool is put down.
    """

    name = "pick"
    shows_all_points = True

    def __init__(
        self,
        tools: Tools,
        picked: Callable[[int | None], None],
        over: Callable[[], None] = lambda: None,
    ) -> None:
        self._tools, self._picked, self._over = tools, picked, over

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Pick a point."""
        self._picked(site)
        return True

    def ended(self) -> None:
        """Hear that clicks are for something else."""
        self._over()


class AcceptedPicker(PointPicker):
    """Picks the points that are right in the task of a step."""

    def __init__(self, author: LessonAuthor, scene: SceneView, notices: Notices) -> None:
        self._author, self._scene, self._attempt = author, scene, notices.attempt
        super().__init__(scene.tools, self._toggle, lambda: scene.laid.show_pending(()))

    @property
    def is_wanted(self) -> bool:
        """Whether the step that is worked on is shown, and has a task of clicking."""
        step = self._author.step
        clicks = step is not None and step.task is not None and step.task.kind == "click"
        return clicks and self._author.is_here

    def follow(self) -> None:
        """Let clicks play again where there is nothing to pick any more."""
        if self.is_on and not self.is_wanted:
            self.leave()
        elif self.is_on:
            self._show()

    def begin(self) -> None:
        """Let clicks pick, at the position of the step."""
        if not self._author.is_here:
            self._author.go_there()
        super().begin()
        self._show()

    def _toggle(self, site: int | None) -> None:
        """Count the point that was clicked right, or no longer."""
        position = self._author.position
        if not self.is_wanted or position is None:
            self.leave()
        elif site is not None:
            name = position.game.board.names[site]
            self._attempt(lambda: self._author.tasks.toggle_accepted(name))

    def _show(self) -> None:
        """Put a dot on every point that counts as right."""
        step, position = self._author.step, self._author.position
        right = step.task.accepted if self.is_on and step is not None and step.task else ()
        board = () if position is None else position.game.board
        self._scene.laid.show_pending(tuple(Mark(name, "dot") for name in right if name in board))
