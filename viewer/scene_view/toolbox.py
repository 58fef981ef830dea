"""The tools a click may be for, each made when it is first asked for: marks, set-up, distances."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session
from viewer.widgets.messages import Notices

if TYPE_CHECKING:
    from viewer.tools.annotation_tool import AnnotationTool
    from viewer.tools.distance_tool import DistanceTool
    from viewer.tools.setup_tool import SetupTool


class Toolbox(QObject):
    """What is never asked for is never imported.

    Parameters
    ----------
    ask_word
        Asks for the word that marks a point; None when that is cancelled.
    show_setup
        Shows what stands beside the scene while pieces are set up, or puts it away.
    """

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        notices: Notices,
        *,
        ask_word: Callable[[str], str | None],
        show_setup: Callable[[str, bool], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._notices = session, scene, notices
        self._ask_word, self._show_setup = ask_word, show_setup

    @cached_property
    def annotation(self) -> AnnotationTool:
        """The mark tool, made with its bar."""
        from viewer.scene_view.floating.annotation_bar import AnnotationBar
        from viewer.tools.annotation_tool import AnnotationTool

        say = self._notices.say
        tool = AnnotationTool(self._session, self._scene, say, self._ask_word, self)
        self._scene.add_bar(AnnotationBar(tool, self._scene.tools, self._scene.perform))
        return tool

    @cached_property
    def setup(self) -> SetupTool:
        """The tool of setting up."""
        from viewer.tools.setup_tool import SetupTool

        return SetupTool(self._session, self._scene, partial(self._show_setup, "setup"), self)

    @cached_property
    def distance(self) -> DistanceTool:
        """The tool that measures."""
        from viewer.tools.distance_tool import DistanceTool

        return DistanceTool(self._session, self._scene, self._notices.say)
