"""Tools of clicks, made when they are first asked for: marks, set-up, distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from viewer.commands.shell import Shell
from viewer.session.session import Session
from viewer.window.scene_view.scene_view import SceneView

if TYPE_CHECKING:
    from viewer.commands.tools.annotation_tool import AnnotationTool
    from viewer.commands.tools.distance_tool import DistanceTool
    from viewer.commands.tools.setup_tool import SetupTool


class LateTools(QObject):
    """What is never asked for is never imported."""

    def __init__(
        self, session: Session, shell: Shell, scene_view: SceneView, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._shell, self._scene_view = session, shell, scene_view
        self._annotation_tool: AnnotationTool | None = None
        self._setup_tool: SetupTool | None = None
        self._distance_tool: DistanceTool | None = None

    @property
    def sets_up(self) -> bool:
        """Whether a position is being set up."""
        return self._setup_tool is not None and self._setup_tool.is_on

    @property
    def annotation_tool(self) -> AnnotationTool:
        """The mark tool, made with its bar."""
        if self._annotation_tool is None:
            from viewer.commands.tools.annotation_tool import AnnotationTool
            from viewer.window.scene_view.annotation_bar import AnnotationBar

            self._annotation_tool = AnnotationTool(self._session, self._shell, self)
            bar = AnnotationBar(self._annotation_tool, self._scene_view.tools, self._shell.perform)
            self._scene_view.add_bar(bar)
        return self._annotation_tool

    @property
    def is_annotating(self) -> bool:
        """Whether clicks mark."""
        return self._annotation_tool is not None and self._annotation_tool.is_on

    @property
    def setup_tool(self) -> SetupTool:
        """The tool of setting up."""
        if self._setup_tool is None:
            from viewer.commands.tools.setup_tool import SetupTool

            self._setup_tool = SetupTool(
                self._session, self._shell, lambda: self._shell.open_panel("setup"), self
            )
        return self._setup_tool

    @property
    def distance_tool(self) -> DistanceTool:
        """The tool that measures, made when it is first asked for."""
        if self._distance_tool is None:
            from viewer.commands.tools.distance_tool import DistanceTool

            self._distance_tool = DistanceTool(self._session, self._shell)
        return self._distance_tool
