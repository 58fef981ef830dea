"""The mode of clicking the points that are right in a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.records.marks import Mark
from viewer.learn.lesson_author import LessonAuthor
from viewer.session.session import SessionError

if TYPE_CHECKING:
    from viewer.window.main_window import MainWindow


def toggle_accepted(author: LessonAuthor, word: str) -> None:
    """Count a move or a point right, or no longer."""
    task = author.step.task if author.step is not None else None
    if task is None:
        return
    rest = tuple(other for other in task.accepted if other != word)
    accepted = rest if word in task.accepted else (*task.accepted, word)
    author.change_task("right moves", accepted=accepted)


class PointPicker:
    """The mode of clicking the right points of a task (`viewer.commands.tools.tool.Tool`)."""

    name = "pick"
    preview: int | None = None
    shows_all_points = True
    takes_away = False

    def __init__(self, author: LessonAuthor, window: MainWindow) -> None:
        self._author, self._window = author, window

    @property
    def is_on(self) -> bool:
        """Whether clicks pick."""
        return self._window.scene.tools.current is self

    @property
    def is_wanted(self) -> bool:
        """Whether there is a task of clicking before the eyes."""
        step = self._author.step
        clicks = step is not None and step.task is not None and step.task.kind == "click"
        return clicks and self._author.is_here

    def follow(self) -> None:
        """Let clicks play again where there is nothing to pick any more."""
        if self.is_on and not self.is_wanted:
            self.leave()
        elif self.is_on:
            self._show()

    def switch(self) -> None:
        """Let clicks pick, or play again."""
        if self.is_on:
            self.leave()
        else:
            if not self._author.is_here:
                self._author.go_there()
            self._window.scene.tools.choose(self)
            self._show()

    def leave(self) -> None:
        """Let clicks play again."""
        if self.is_on:
            self._window.scene.tools.leave()

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Count the point that was clicked right, or no longer."""
        position = self._window.session.position
        if not self.is_wanted or position is None:
            self.leave()
        elif site is not None:
            try:
                toggle_accepted(self._author, position.game.board.names[site])
            except SessionError as error:
                self._window.say(str(error))
        return True

    def _show(self) -> None:
        """Put a dot on every point that counts as right."""
        step, board = self._author.step, self._author.position
        right = step.task.accepted if self.is_on and step is not None and step.task else ()
        names = () if board is None else board.game.board
        self._window.scene.show_pending(tuple(Mark(name, "dot") for name in right if name in names))

    def enter(self) -> bool:
        """Take Enter: it means nothing here."""
        return False

    def escape(self) -> bool:
        """Nothing is ever half done."""
        return False

    def ended(self) -> None:
        """Hear that clicks are for something else."""
        self._window.scene.show_pending(())
