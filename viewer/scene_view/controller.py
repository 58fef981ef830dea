"""What clicks and keys over the scene mean, carried out."""

from contextlib import suppress

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QMenu

from model.records.view import View
from viewer.picture.compose.first_look import corner_camera
from viewer.picture.compose.ground import in_cells
from viewer.picture.picking.click_meaning import Refuse, Select, is_occupied, meaning_of_click
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.picture.visibility import view_edits
from viewer.scene_view.floating.step_buttons import CLEAR, PLAY, ROLL
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.site_menu import site_menu
from viewer.scene_view.toolbox import Toolbox
from viewer.session.session import Session, SessionError
from viewer.tools import play_tool
from viewer.widgets.announcing import announce
from viewer.widgets.messages import Notices

RESTS = 250
"""Milliseconds after which the mouse is said to rest."""


class SceneController(QObject):
    """Applies clicks and keys over the scene to the session.

    Parameters
    ----------
    session, notices
        What is changed, and where it is said what may not be.
    view, toolbox
        Where the clicks come from, and what they may be for.

    Signals
    -------
    hovered(int or None)
        The site under the mouse or the lattice cursor.
    typed(str)
        A digit was typed: it goes to the move field.
    left()
        Tab was pressed: the keyboard goes on to the next panel.
    """

    hovered = Signal(object)
    typed = Signal(str)
    left = Signal()

    def __init__(
        self, session: Session, notices: Notices, view: SceneView, toolbox: Toolbox
    ) -> None:
        super().__init__(view)
        self._session, self._notices, self._view = session, notices, view
        self._tools, self._toolbox, self._rules = view.tools, toolbox, view.rules
        self._rest = QTimer(self, singleShot=True, interval=RESTS)
        self._rest.timeout.connect(self._rested)
        scene = self._input = view.input
        scene.view_changed.connect(self._view_changed)
        scene.hovered.connect(self._hovered)
        scene.place.connect(self.place_at)
        scene.pinned.connect(self._pinned)
        scene.selected.connect(self.select)
        scene.focused.connect(self._focus)
        scene.context.connect(self._show_menu)
        scene.cursor_moved.connect(self._cursor_moved)
        scene.digit.connect(self.typed)
        scene.left_scene.connect(self.left)
        scene.message.connect(view.floating.say)
        scene.message.connect(lambda sentence: announce(view, sentence))
        scene.lifted.connect(self._lifted)
        scene.dropped.connect(self._dropped)
        self._drawing = view.drawing
        scene.drawn_over.connect(view.drawing.draw_over)
        scene.drawing_ended.connect(lambda keeps: view.drawing.end_drawing(keeps=keeps))
        scene.visited.connect(view.drawing.visited)
        view.floating.step_buttons.chosen.connect(self._choose_token)
        scene.turned.connect(session.turn_to)
        view.floating.look_from = self._look_from

    # -- clicks ------------------------------------------------------------------------------

    def place_at(self, site: int) -> None:
        """Do what a click on a site means: to the tool that is chosen, else for the move."""
        position = self._session.position
        if self._session.is_empty or site >= len(position.game.board):
            return
        tool = self._tools.current
        if tool is not None and tool.clicked(site, is_occupied(position, site)):
            return
        if tool is None and self._drawing.clicked(site):
            return
        try:
            # A ball that is pinned in the scene has been confirmed by this click.
            pin = self._input.confirm_moves and self._input.pin is None
            meaning = play_tool.click(self._session, site, pin=pin)
        except SessionError as error:
            self._notices.refuse(str(error))
            return
        if isinstance(meaning, Refuse):
            self._notices.refuse(meaning.sentence, meaning.rule)
            return
        if isinstance(meaning, Select):
            self._select(site)
        self._view.say_nothing()

    def select(self, site: int | None) -> None:
        """Do what a click on a piece means, or (None) on nothing: that takes a step back."""
        tool = self._tools.current
        if site is not None:
            self.place_at(site)
        elif tool is not None and tool.clicked(None, False):
            return
        elif self._rules.has_begun():
            self._session.step_back()
        else:
            self._select(None)

    def _focus(self, site: int) -> None:
        """Turn the view round a piece that was clicked twice; nothing stays in hand of it."""
        if self._tools.current is not None:
            self.place_at(site)  # a brush or a mark is wanted twice
            return
        if not self._drawing.put_down() and self._session.state.partial == (
            self._rules.name(site),
        ):
            self._session.step_back()
        self._input.centre(site)

    # -- carrying a piece ----------------------------------------------------------------------

    def _lifted(self, site: int) -> None:
        """A drag took a piece up: a move begins with it."""
        if not self._rules.is_in_hand(site):
            self.place_at(site)

    def _dropped(self, origin: int, site: int | None, over: bool) -> None:
        """A piece was let go: where it may go it goes; beside the board it is put back.

        Over the board, where it may not go, it stays in hand: the hand slipped.
        """
        if not self._rules.is_in_hand(origin):
            return
        if site is None or site == origin:
            if site == origin or not over:
                self._session.step_back()
            return
        if self._rules.name(site) in self._session.steps().choices:
            with self._view.move_animation.carried():
                self.place_at(site)
            return
        position, partial = self._session.entry, self._session.entered
        meaning = meaning_of_click(position, partial, site)
        if isinstance(meaning, Refuse):
            self._notices.refuse(meaning.sentence, meaning.rule)

    def _select(self, site: int | None) -> None:
        """Select the group on a site; the selected one again, or None: nothing."""
        document = self._session.document
        name = "" if site is None else self._rules.name(site)
        view = view_edits.select(document.view, "" if name == document.view.selected else name)
        if view is not document.view:
            self._session.set_view(view)

    def _choose_token(self, token: str) -> None:
        """Take a step that is no site, end the move, or roll."""
        plans = self._drawing.planner is not None
        if plans and token == CLEAR:
            self._view.attempt(lambda: self._session.set_steps(()))
            self._drawing.forget_guess()
        elif plans and token == PLAY:
            self._rules.play_plan()
        elif plans:
            self._view.attempt(lambda: self._session.choose(token))
        elif token == PLAY and not self._session.entered:
            self._rules.play_plan()  # all that is chosen is what counts without a choice
        elif token == PLAY:
            self._view.attempt(self._session.confirm)
        elif token == ROLL:
            self._view.attempt(self._session.roll)
        else:
            self._view.attempt(lambda: self._session.step(token, pin=self._input.confirm_moves))

    # -- what the pointer does ---------------------------------------------------------------

    def _view_changed(self, view: View, gesture: str) -> None:
        # A drag or a flight may end when another document is shown, whose board it does not fit.
        with suppress(SessionError):
            self._session.set_view(view, gesture or None)

    def _look_from(self, name: str) -> None:
        document = self._session.document
        if not document.is_placeholder:
            board = self._session.position_of(document).game.board
            if in_cells(board) and name in board.corners:
                seen = view_edits.look_as(document.view, corner_camera(board, name))
            else:
                seen = view_edits.look_from(document.view, name)
            self._view.fly(seen)

    def _pinned(self, site: int | None) -> None:
        if site is None:
            self._view.line.tell(self._input.active_site)
        else:
            name = self._rules.name(site)
            self._view.floating.say(f"{name} is pinned. Click it again or press Enter to place it")

    def _hovered(self, _candidate: PickCandidate | None) -> None:
        self._view.follow_pointer(self._input.active_site)
        self._rest.start()
        self.hovered.emit(self._input.active_site)

    def _rested(self) -> None:
        """The slice beside the view goes to what the mouse rests on; not to what it passes."""
        site = self._input.active_site
        if site is not None and not self._session.is_empty:
            self._session.slice_through(site)

    def _cursor_moved(self, site: int) -> None:
        self._view.follow_pointer(site)
        if not self._session.is_empty:
            announce(self._view, self._view.line.words(site))
        self.hovered.emit(site)

    def _show_menu(self, found: list[PickCandidate], place: QPoint) -> None:
        menu = self.context_menu(found)
        if menu is not None:
            menu.exec(place)
            menu.deleteLater()

    def context_menu(self, found: list[PickCandidate]) -> QMenu | None:
        """Return the menu of a line of sight: its points by name, the nearest first."""
        document = self._session.document
        if document.is_placeholder:
            return None
        position, steps = self._session.entry, self._session.entered
        return site_menu(
            self._view,
            self.place_at,
            self._toolbox.annotation,
            document.view,
            position,
            found,
            steps,
        )
