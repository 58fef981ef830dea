"""What clicks and keys over the scene mean: turned into calls of the session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, cast

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from model.records.view import View
from viewer.commands.shell import Shell
from viewer.commands.site_menu import sight_menu
from viewer.commands.tools import play_tool
from viewer.commands.tools.tool import Tools
from viewer.picture import view_edits
from viewer.picture.click_meaning import Refuse, Select
from viewer.picture.composer import Composer
from viewer.session.session import Session, SessionError
from viewer.window.scene_view.step_buttons import PLAY, ROLL, rolled

if TYPE_CHECKING:
    from viewer.picture.picking import Candidate
    from viewer.window.scene_view.view import SceneView


class Touching(QWidget):
    """The part of the scene's area that answers hands, and what commands ask in their stead.

    Signals
    -------
    hovered(int or None)
        The site under the mouse or the lattice cursor.
    """

    hovered = Signal(object)

    shell: Shell
    tools: Tools
    widget: Any
    _session: Session
    _composer: Composer

    @property
    def confirms(self) -> bool:
        """Whether a click pins a ball and a second one places it."""
        return self.widget is not None and bool(self.widget.confirm_moves)

    if TYPE_CHECKING:  # what the area itself does

        def say(self, sentence: str) -> None: ...
        def _tell_point(self, site: int | None) -> None: ...
        def _follow_step_preview(self, site: int | None) -> None: ...

    # -- hands -> session --------------------------------------------------------------------

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except SessionError as error:
            self.shell.refuse(str(error), "")
        else:
            self.shell.say("")

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what the session refuses is said in one sentence."""
        self._try(do)

    def _view_changed(self, view: View, gesture: str) -> None:
        if self._session.document is not None:
            self._session.set_view(view, gesture or None)

    def place_at(self, site: int) -> None:
        """Take the next step of the half-built move at a site: a point, or a piece standing there.

        A piece that means nothing for a move now is selected with its group instead.
        """
        position = self._session.position
        if position is None or site >= len(position.game.board):
            return
        tool = self.tools.current
        if tool is not None:
            occupied = self._composer.standing(position).occupied
            if tool.clicked(site, bool(occupied[site])):
                return
        pinned = self.widget is not None and self.widget.input.pin is not None
        try:
            meaning = play_tool.click(self._session, site, pin=self.confirms and not pinned)
        except SessionError as error:
            self.shell.refuse(str(error), "")
            return
        if isinstance(meaning, Refuse):
            self.shell.refuse(meaning.sentence, meaning.rule)
            return
        if isinstance(meaning, Select):
            self._select(site)
        self.shell.say("")

    def _choose_token(self, token: str) -> None:
        """Take a step that is no site, end the move, or roll."""
        position = self._session.position
        if position is None:
            return
        if token == PLAY:
            self._try(self._session.confirm)
        elif token == ROLL:
            self._try(lambda: self._session.play(rolled(position)))
        else:
            confirm = self.confirms
            self._try(lambda: self._session.step(token, pin=confirm))

    def _pins(self, site: int) -> bool:
        """Whether a click on an empty point would be the whole move, so that the hands pin it."""
        position = self._session.position
        if position is None or self._session.state.partial:
            return False
        steps = position.steps((self._name(site),))
        return steps.complete and not steps.choices

    def _ends(self, site: int | None) -> bool:
        """Play a half-built move that is complete, unless Enter means one step more at `site`.

        The cursor still stands on the last step: there, Enter means the end.
        """
        position, partial = self._session.position, self._session.state.partial
        if self.tools.current is not None and self.tools.current.enter():
            return True
        if position is None or not partial:
            return False
        steps = self._session.steps()
        name = "" if site is None else self._name(site)
        if not steps.complete or (name in steps.choices and name != partial[-1]):
            return False
        self._try(self._session.confirm)
        return True

    def _pinned(self, site: int | None) -> None:
        if site is not None:
            self.say(f"{self._name(site)} is pinned: click it again, or press Enter, to place it")
        else:
            self._tell_point(self._active_site())

    def select(self, site: int | None) -> None:
        """Take a click on a piece, or on nothing: that takes back an unfinished step."""
        if site is not None:
            self.place_at(site)
        elif self.tools.current is not None and self.tools.current.clicked(None, False):
            return
        elif self._session.state.partial and not self._session.steps().complete:
            self._session.step_back()
        else:
            self._select(None)

    def _select(self, site: int | None) -> None:
        """Select the group on a site; the selected one again, or None: nothing."""
        document = self._session.document
        if document is None:
            return
        name = "" if site is None else self._name(site)
        view = view_edits.select(document.view, "" if name == document.view.selected else name)
        if view is not document.view:
            self._session.set_view(view)

    def _hovered(self, candidate: Candidate | None) -> None:
        site = None if candidate is None else candidate.site
        active = site if site is not None else self._active_site()
        self._tell_point(active)
        self._follow_step_preview(active)
        self.hovered.emit(site)

    def _cursor_moved(self, site: int) -> None:
        self._tell_point(site)
        self._follow_step_preview(site)
        self.hovered.emit(site)

    def _active_site(self) -> int | None:
        return None if self.widget is None else self.widget.input.active_site

    def _name(self, site: int) -> str:
        position = self._session.position
        return "" if position is None else position.game.board.names[site]

    def _menu(self, found: list[Candidate], place: QPoint) -> None:
        menu = self.context_menu(found)
        if menu is not None:
            menu.exec(place)
            menu.deleteLater()

    def context_menu(self, found: list[Candidate]) -> QMenu | None:
        """Return the menu of a line of sight: its points by name, front first."""
        document = self._session.document
        if document is None:
            return None
        position = self._session.position_of(document)
        return sight_menu(cast("SceneView", self), document.view, position, found)

    # -- what commands ask of the scene ------------------------------------------------------

    @property
    def point(self) -> int | None:
        """The active site: hovered, else under the lattice cursor."""
        return self._active_site()

    def fly(self, view: View) -> None:
        """Go to `view` as one look."""
        if self._session.document is None:
            return
        if self.widget is not None:
            self.widget.input.fly(view)
        else:
            self._session.set_view(view)

    def deeper(self, steps: int) -> None:
        """Take another candidate on the line of sight."""
        if self.widget is not None:
            self.widget.input.deeper(steps)

    def move_cursor(self, way: Literal["left", "right", "up", "down", "above", "below"]) -> None:
        """Move the lattice cursor as its key does."""
        if self.widget is not None:
            self.widget.input.move_cursor(way)

    def set_cursor(self, site: int) -> None:
        """Put the lattice cursor on a site."""
        if self.widget is not None:
            self.widget.input.set_cursor(site)

    def place(self) -> None:
        """Place a ball at the active site, or pin it."""
        if self.widget is None:
            return
        site = self._active_site()
        if site is None:
            self.widget.input.enter()
        else:
            self.widget.input.choose(site)
