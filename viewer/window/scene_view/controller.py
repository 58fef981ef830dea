"""What clicks and keys over the scene mean, carried out: `viewer.commands.shell.SceneControl`."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from model.game import Position
from model.records.marks import Mark
from model.records.view import View
from viewer.commands.shell import Shell
from viewer.commands.site_menu import site_menu
from viewer.commands.tools import play_tool
from viewer.commands.tools.tool import Tools
from viewer.games.overlay_types import Overlay
from viewer.games.planning import PLAN_KEYS
from viewer.picture import view_edits
from viewer.picture.click_meaning import Refuse, Select, meaning_of_click
from viewer.picture.lattice_cursor import Way
from viewer.picture.partial_move import is_occupied
from viewer.picture.picking import Candidate
from viewer.session.session import Session, SessionError
from viewer.window.scene_view.scene_view import SceneView
from viewer.window.scene_view.step_buttons import CLEAR, PLAY, ROLL


class SceneController(QObject):
    """Applies clicks, keys and commands to the session, and is what others ask of the scene.

    Parameters
    ----------
    session, shell
        What is changed, and who is told what may not be.
    view
        Where the clicks come from.

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

    def __init__(self, session: Session, shell: Shell, view: SceneView) -> None:
        super().__init__(view)
        self._session, self._shell, self._view = session, shell, view
        scene = self._input = view.widget.input
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
        scene.message.connect(view.say)
        scene.may_pin, scene.ends_move = self._may_pin, self._ends_move
        scene.may_carry, scene.in_hand = self._may_carry, self._in_hand
        scene.lifted.connect(self._lifted)
        scene.dropped.connect(self._dropped)
        self._drawing = view.drawing
        scene.may_draw = view.drawing.may_draw
        scene.drawn_over.connect(view.drawing.draw_over)
        scene.drawing_ended.connect(self._drawing_ended)
        scene.visited.connect(view.drawing.visited)
        scene.plans = lambda: view.drawing.in_hand is not None
        scene.plan_key = self._plan_key
        scene.in_tool = lambda: view.tools.current is not None or view.drawing.in_hand is not None
        scene.leave_tool = lambda: view.drawing.put_down() or view.tools.escape()
        view.floating.step_buttons.chosen.connect(self._choose_token)
        scene.turned.connect(session.turn_to)
        view.floating.look_from = self._look_from

    # -- clicks ------------------------------------------------------------------------------

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what the session refuses is said in one sentence."""
        try:
            do()
        except SessionError as error:
            self._shell.refuse(str(error), "")
        else:
            self._say_nothing()

    def _say_nothing(self) -> None:
        """Take the last note away; that of a premove stays as long as it does."""
        if self._session.state.premove is None:
            self._shell.say("")

    def place_at(self, site: int) -> None:
        """Do what a click on a site means: to the tool that is chosen, else for the move."""
        position = self._session.position
        if position is None or site >= len(position.game.board):
            return
        tool = self.tools.current
        if tool is not None and tool.clicked(site, is_occupied(position, site)):
            return
        if tool is None and self._drawing.clicked(site):
            return
        try:
            # A ball that is pinned in the scene has been confirmed by this click.
            pin = self.confirms and not self.is_pinned
            meaning = play_tool.click(self._session, site, pin=pin)
        except SessionError as error:
            self._shell.refuse(str(error), "")
            return
        if isinstance(meaning, Refuse):
            self._shell.refuse(meaning.sentence, meaning.rule)
            return
        if isinstance(meaning, Select):
            self._select(site)
        self._say_nothing()

    def select(self, site: int | None) -> None:
        """Do what a click on a piece means, or (None) on nothing: that takes a step back."""
        tool = self.tools.current
        if site is not None:
            self.place_at(site)
        elif tool is not None and tool.clicked(None, False):
            return
        elif self._session.entered and not self._session.steps().complete:
            self._session.step_back()
        else:
            self._select(None)

    def _focus(self, site: int) -> None:
        """Turn the view round a piece that was clicked twice; nothing stays in hand of it."""
        if self.tools.current is not None:
            self.place_at(site)  # a brush or a mark is wanted twice
            return
        if not self._drawing.put_down() and self._session.state.partial == (self._name(site),):
            self._session.step_back()
        self._input.centre(site)

    # -- carrying a piece ----------------------------------------------------------------------

    def _may_carry(self, site: int) -> bool:
        """Whether the piece on a site may go somewhere now, or is in hand already."""
        position = self._session.entry
        if position is None or self.tools.current is not None or not is_occupied(position, site):
            return self._is_in_hand(site)
        return self._is_in_hand(site) or self._name(site) in self._session.steps().choices

    def _is_in_hand(self, site: int) -> bool:
        partial = self._session.entered
        tool = self.tools.current
        return tool is None and bool(partial) and partial[-1] == self._name(site)

    def _in_hand(self) -> bool:
        """Whether a move was begun that is not whole."""
        return bool(self._session.entered) and not self._session.steps().complete

    def _lifted(self, site: int) -> None:
        """A drag took a piece up: a move begins with it."""
        if not self._is_in_hand(site):
            self.place_at(site)

    def _dropped(self, origin: int, site: int | None, over: bool) -> None:
        """A piece was let go: where it may go it goes; beside the board it is put back.

        Over the board, where it may not go, it stays in hand: the hand slipped.
        """
        if self._session.position is None or not self._is_in_hand(origin):
            return
        if site is None or site == origin:
            if site == origin or not over:
                self._session.step_back()
            return
        if self._name(site) in self._session.steps().choices:
            with self._view.move_animation.carried():
                self.place_at(site)
            return
        position, partial = self._session.entry, self._session.entered
        assert position is not None
        meaning = meaning_of_click(position, partial, site)
        if isinstance(meaning, Refuse):
            self._shell.refuse(meaning.sentence, meaning.rule)

    def _select(self, site: int | None) -> None:
        """Select the group on a site; the selected one again, or None: nothing."""
        document = self._session.document
        if document is None:
            return
        name = "" if site is None else self._name(site)
        view = view_edits.select(document.view, "" if name == document.view.selected else name)
        if view is not document.view:
            self._session.set_view(view)

    def _choose_token(self, token: str) -> None:
        """Take a step that is no site, end the move, or roll."""
        position = self._session.position
        if position is None:
            return
        if self._drawing.planner is not None and token in (PLAY, CLEAR):
            self._play_plan() if token == PLAY else self._clear_plan()
        elif self._drawing.planner is not None:
            self.attempt(lambda: self._session.choose(token))
        elif token == PLAY and not self._session.entered:
            self._play_plan()  # all that is chosen is what counts without a choice
        elif token == PLAY:
            self.attempt(self._session.confirm)
        elif token == ROLL:
            self.attempt(self._session.roll)
        else:
            self.attempt(lambda: self._session.step(token, pin=self.confirms))

    # -- drawing a plan ------------------------------------------------------------------------

    def _drawing_ended(self, keeps: bool) -> None:
        self._drawing.end_drawing(keeps=keeps)

    def _plan_key(self, key: str) -> bool:
        return self._drawing.key(PLAN_KEYS[key])

    def _play_plan(self) -> None:
        """Play the plan as it stands, also one that says nothing."""
        move = self._session.steps().move
        if move is not None:
            self.attempt(lambda: self._session.play(move))

    def _clear_plan(self) -> None:
        self.attempt(lambda: self._session.set_steps(()))
        self._drawing.forget_guess()

    def _may_pin(self, site: int) -> bool:
        """Whether a click on an empty point would be the whole move, so that it is pinned."""
        position = self._session.entry
        if position is None or self._session.entered:
            return False
        steps = position.steps((self._name(site),))
        return steps.complete and not steps.choices

    def _ends_move(self, site: int | None) -> bool:
        """Play a partial move that is complete, unless Enter means one step more at `site`.

        The cursor still stands on the last step: there, Enter means the end.
        """
        tool, partial = self.tools.current, self._session.entered
        if tool is not None and tool.enter():
            return True
        if self._session.position is None:
            return False
        if self._drawing.in_hand is not None:
            self._play_plan()
            return True
        if not partial:
            return False
        steps = self._session.steps()
        name = "" if site is None else self._name(site)
        if not steps.complete or (name in steps.choices and name != partial[-1]):
            return False
        self.attempt(self._session.confirm)
        return True

    # -- what the pointer does ---------------------------------------------------------------

    def _view_changed(self, view: View, gesture: str) -> None:
        if self._session.document is not None:
            self._session.set_view(view, gesture or None)

    def _look_from(self, name: str) -> None:
        document = self._session.document
        if document is not None:
            self.fly(view_edits.look_from(document.view, name))

    def _pinned(self, site: int | None) -> None:
        if site is None:
            self._view.tell_point(self.point)
        else:
            name = self._name(site)
            self._view.say(f"{name} is pinned. Click it again or press Enter to place it")

    def _hovered(self, _candidate: Candidate | None) -> None:
        self._view.follow_pointer(self.point)
        self.hovered.emit(self.point)

    def _cursor_moved(self, site: int) -> None:
        self._view.follow_pointer(site)
        self.hovered.emit(site)

    def _name(self, site: int) -> str:
        position = self._session.position
        return "" if position is None else position.game.board.names[site]

    def _show_menu(self, found: list[Candidate], place: QPoint) -> None:
        menu = self.context_menu(found)
        if menu is not None:
            menu.exec(place)
            menu.deleteLater()

    def context_menu(self, found: list[Candidate]) -> QMenu | None:
        """Return the menu of a line of sight: its points by name, the nearest first."""
        document = self._session.document
        if document is None:
            return None
        position, steps = self._session.entry, self._session.entered
        assert position is not None
        return site_menu(self._view, self._shell, document.view, position, found, steps)

    # -- SceneControl: moving about ------------------------------------------------------------

    @property
    def tools(self) -> Tools:
        """Which tool takes the clicks."""
        return self._view.tools

    @property
    def point(self) -> int | None:
        """The active site: what mouse, maps or lattice cursor pointed at last."""
        return self._input.active_site

    @property
    def cursor(self) -> int | None:
        """The site of the lattice cursor."""
        return None if self._input.cursor is None else self._input.cursor.site

    @property
    def confirms(self) -> bool:
        """Whether a click pins a ball and a second one places it."""
        return self._input.confirm_moves

    @property
    def is_pinned(self) -> bool:
        """Whether a ball is pinned and waits to be placed."""
        return self._input.pin is not None

    def fly(self, view: View) -> None:
        """Go to `view` as one change of view."""
        if self._session.document is not None:
            self._input.fly(view)

    def zoom(self, factor: float) -> None:
        """Come nearer (factor < 1), or go away."""
        self._input.zoom(factor)

    def deeper(self, steps: int) -> None:
        """Take another candidate on the line of sight."""
        self._input.deeper(steps)

    def move_cursor(self, way: Way) -> None:
        """Move the lattice cursor as its key does."""
        self._input.move_cursor(way)

    def set_cursor(self, site: int) -> None:
        """Put the lattice cursor on a site."""
        self._input.set_cursor(site)

    def place(self) -> None:
        """Do what Enter does: place a ball at the active site, or pin it."""
        self._input.enter()

    def cancel(self) -> bool:
        """Break off what is half done, as Escape does; False when nothing is."""
        return self._input.cancel() or self._session.step_back()

    # -- SceneControl: what is shown -----------------------------------------------------------

    @property
    def animates(self) -> bool:
        """Whether views fly and moves are shown being played."""
        return self._view.animates

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks over the position: the node's, and those shown for now."""
        return self._view.marks

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What is laid over the position now."""
        return self._view.overlays

    @property
    def guess(self) -> tuple[str, ...]:
        """What is drawn of the other side's plan."""
        return self._view.drawing.guess

    def show_guess(self, position: Position, guess: tuple[str, ...]) -> None:
        """Draw a plan of the other side in a position."""
        self._view.drawing.show_guess(position, guess)

    def shown_sites(self) -> list[int]:
        """Return the sites that cuts, peels and the working layer leave in sight."""
        return self._view.shown_sites()

    def show_document(self) -> None:
        """Draw the active document again."""
        self._view.show_document()

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show marks besides those of the node."""
        self._view.show_marks(marks)

    def show_pending(self, marks: tuple[Mark, ...]) -> None:
        """Show a mark that is being made."""
        self._view.show_pending(marks)

    def light_sites(self, sites: tuple[int, ...]) -> None:
        """Light up what stands on `sites`."""
        self._view.light_sites(sites)

    def hover_from_outside(self, site: int | None) -> None:
        """Light a point that is hovered in another view of the board."""
        self._view.hover_from_outside(site)

    def show_stage(self, node: int | None, number: int = 0) -> None:
        """Show how things stood after some stages of the move to a node; None: as they stand."""
        self._view.show_stage(node, number)

    def hear_stages(self, listener: Callable[[int], None]) -> None:
        """Tell a listener the number of the stage of a move that is shown, 0 once none is."""
        self._view.staged.connect(listener)

    def forget_place(self) -> None:
        """Forget what is pointed at, pinned and lit: something else is asked."""
        self._view.forget_place()

    def say(self, sentence: str) -> None:
        """Show a sentence over the scene until the next one."""
        self._view.say(sentence)
