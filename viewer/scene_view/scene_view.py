"""The middle of the window: the scene of the active document and what floats over it.

What it shows is the document's picture with what is hovered, or laid over it for now
(`ScenePicture`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QWidget

from model.boards.board import Board
from model.contract.game import Player, Position, SheetCell
from model.records.view import Camera, View
from viewer.games.registry import game_view_of
from viewer.picture.compose.colouring import legend_of
from viewer.picture.compose.composer import Transient, compose
from viewer.picture.compose.first_look import facing_camera, is_home
from viewer.picture.compose.overlays import parts_on
from viewer.picture.picking.click_meaning import Refuse, StepPreview, partial_move_of, preview_step
from viewer.picture.picture import Picture
from viewer.picture.visibility.best_view import BestView, best_views
from viewer.picture.visibility.focus import focus_of
from viewer.picture.words.move_stages import MoveStage
from viewer.scene.factory import make_scene
from viewer.scene.input.scene_input import SceneInput
from viewer.scene.pane import Covered
from viewer.scene.widget import SceneWidget
from viewer.scene_view.click_rules import ClickRules, Entering, PointLine
from viewer.scene_view.floating.floating import Floating
from viewer.scene_view.hidden_notice import CommentStrip, HiddenNotice
from viewer.scene_view.move_animation import MoveAnimation, ShownMoves
from viewer.scene_view.plan_drawing import PlanDrawing
from viewer.session.document.document import Document
from viewer.session.document.split_view import is_slice
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session, SessionError
from viewer.tools import play_tool
from viewer.tools.laid_over import TransientOverlays
from viewer.tools.tool import Tool, Tools
from viewer.visuals.overlay_types import Overlay
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences, reduced_motion
from viewer.widgets.appearance.theme import resolved
from viewer.widgets.controls import column_in, fill
from viewer.widgets.messages import Notices

if TYPE_CHECKING:
    from viewer.scene_view.floating.annotation_bar import AnnotationBar


class ScenePicture:
    """Composes what the scene shows.

    Attributes
    ----------
    drawing
        The plan that is being drawn, None before there is one.
    """

    def __init__(self, session: Session, laid: TransientOverlays) -> None:
        self._session, self._laid = session, laid
        self._preview: StepPreview | None = None
        self.drawing: PlanDrawing | None = None

    def compose(
        self, document: Document, preferences: Preferences, hovered: int | None
    ) -> tuple[Picture, ...]:
        """Return the picture of each half of a document while a site is pointed at."""
        position = self._session.position_of(document)
        board = position.game.board
        self._laid.stand_on(board)
        if hovered is not None and hovered >= len(board):
            hovered = None
        is_active = document is self._session.document
        entry = self._session.entry if is_active else None
        self._preview = self._step_preview(hovered)
        transient = Transient(
            hover=hovered,
            hovered_group=self._laid.group,
            overlays=self._over(position),
            partial=self._session.entered if is_active else (),
            marks=(*self._laid.shown, *self._laid.pending),
        )
        parent = document.record.nodes[document.node].parent
        before = self._session.position_at(parent) if parent >= 0 else None
        return tuple(
            compose(
                document.through(view),
                entry or position,
                resolved(preferences),
                self._in_slice(transient, view, board),
                before=before,
                handle=bool(view.cuts) and not is_slice(view),
            )
            for view in document.views
        )

    def _over(self, position: Position) -> tuple[Overlay, ...]:
        """What lies over a position, the plan that is drawn included."""
        overlays = self._laid.by_position.of(position)
        if position is not self._session.position:
            return overlays
        begun = game_view_of(position).begun(position, self._session.entered)
        return (*overlays, *begun, *(self.drawing.overlays if self.drawing else ()))

    def _in_slice(self, transient: Transient, view: View, board: Board) -> Transient:
        """What lies over a slice: of sheets, ways and plans only what is in its plane.

        Anything else would be seen through it, as if it were there.
        """
        if view.layer is None or not is_slice(view):
            return transient
        there = board.layers[view.layer[0]] == view.layer[1]
        return dataclasses.replace(transient, overlays=parts_on(transient.overlays, there))

    def shows_step(self, site: int | None) -> bool:
        """Whether the last picture shows what `site` would do as the next step."""
        return self._step_preview(site) is self._preview

    def _step_preview(self, site: int | None) -> StepPreview | None:
        """What a site would do as the next step, where that is worth showing."""
        position = self._session.entry
        if site is None or site >= len(position.game.board):
            return None
        if self._session.turn.refusal:
            return None
        partial = self._session.entered
        if not partial_move_of(position, partial).choices[site]:
            return None
        preview = preview_step(position, partial, position.game.board.names[site])
        return preview if preview.doomed or preview.ways else None


def for_tool(picture: Picture, tool: Tool) -> Picture:
    """Return `picture` with the points that a click with `tool` is for."""
    if tool.takes_away:  # an empty point must not stand before a ball
        return dataclasses.replace(picture, legal=np.zeros(len(picture.board), bool), doomed=())
    if tool.shows_all_points:
        return dataclasses.replace(picture, legal=None, doomed=())
    return picture


RESTS = 10_000
"""Milliseconds after which a scene that nobody touches sways, where that is preferred."""


class FirstFrame(QObject):
    """Looks again and again whether a scene has drawn.

    Signals
    -------
    settled()
        The first frame is on the screen, or it is known that there will be none.
    """

    settled = Signal()

    def __init__(self, widget: SceneWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._looks = QTimer(self, interval=10)
        self._looks.timeout.connect(self._look)

    def wait(self) -> None:
        """Begin to look."""
        self._looks.start()

    def stop(self) -> None:
        """Look no more."""
        self._looks.stop()

    def give_up(self) -> None:
        """There will be no frame."""
        self.stop()
        self.settled.emit()

    def _look(self) -> None:
        if self._widget.frames:
            self.give_up()


class BestViews:
    """Finds them, and remembers which one was shown last: the next one comes after it.

    Parameters
    ----------
    scene
        What is pointed at in it, and how it is looked at.
    """

    def __init__(self, scene: SceneInput) -> None:
        self._scene = scene
        self._views: tuple[BestView, ...] = ()
        self._number = 0
        self._of: tuple[object, ...] = ()
        self._camera: Camera | None = None

    def show_next(self, picture: Picture) -> str:
        """Turn to the next view of what is chosen in a picture, and return what is seen there.

        Where nothing is selected or explained, it is what is pointed at, else the last move.

        Raises
        ------
        SessionError
            Where there is nothing to be looked at, or the View hides all of it.
        """
        scene, chosen = self._scene, focus_of(dataclasses.replace(picture, hover=None, last=None))
        # Once the view has turned, something else lies under a mouse that was not moved.
        asked = (picture.board, picture.pieces.site.tobytes(), chosen, scene.pointing)
        if asked == self._of and scene.view.camera == self._camera:
            self._number = (self._number + 1) % len(self._views)
        else:
            chosen = (
                chosen or focus_of(dataclasses.replace(picture, last=None)) or focus_of(picture)
            )
            if not chosen:
                raise SessionError("select a group, or point at a point, to see the most of it")
            fitted = scene.pointers[scene.half].projection.camera
            self._views, self._number = best_views(picture, chosen, fitted), 0
            self._of = asked if self._views else ()
            if not self._views:
                raise SessionError("this view hides all that is chosen: show everything first")
        view = self._views[self._number]
        camera = replace(scene.view.camera, azimuth=view.azimuth, elevation=view.elevation)
        self._camera, turned = camera, camera != scene.view.camera
        scene.fly(replace(scene.view, camera=camera))
        number, count = self._number + 1, len(view.shares)
        seen = f": {view.seen} of {count} in sight" if count > 1 else ""
        said = f"View {number} of {len(self._views)}" if turned else "This is the best view"
        return f"{said}{seen}"


class SceneView(QWidget):
    """Shows the active document, and for a moment whatever others lay over it.

    What clicks and keys mean is `viewer.scene_view.controller`'s.

    Attributes
    ----------
    widget
        The scene.
    floating
        What floats over it.
    comment
        What is said about the move shown, below it.
    tools
        Which tool takes the clicks.
    laid
        What others lay over it for now.
    line
        Says what is pointed at.
    input, first_frame
        What mouse and keys do in it, and when it has drawn at all.
    perform
        Runs a command by its id.
    move_animation, moves
        The move that is being shown, and which is.
    drawing
        The plan that is being drawn, in games whose moves are plans.
    rules
        What clicks, drags and keys may mean.

    Signals
    -------
    staged(int)
        A stage of a move is shown (its number), or none any more (0).
    """

    staged = Signal(int)

    def __init__(
        self,
        session: Session,
        chosen: ChosenPreferences,
        notices: Notices,
        perform: Callable[[str], object],
        point_text: Callable[[Position, int], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("SceneView")
        self.setAccessibleName("Scene")
        self._session, self._chosen, self._notices = session, chosen, notices
        self.perform = perform
        self.laid = TransientOverlays(session, self)
        self.laid.changed.connect(self.show_document)
        self._shown = ScenePicture(session, self.laid)
        self._closed = False
        self._others = Covered()
        self._told_stage: MoveStage | None = None
        self.move_animation = MoveAnimation(self)
        self.move_animation.stepped.connect(self._animated)
        self.moves = ShownMoves(session, self.move_animation)
        self.tools = Tools(self)
        self.tools.changed.connect(self._tool_changed)
        self._entering = Entering(session, chosen, self.tools)
        self.floating = Floating(
            session,
            self,
            lambda: self.height() - (0 if self.comment.isHidden() else self.comment.height()),
            perform,
        )
        self.comment = CommentStrip()
        self.drawing = PlanDrawing(session, self._entering.may_plan, self.floating.say, self)
        self.drawing.changed.connect(self._drawing_changed)
        self.floating.end.resized.connect(self._keep_clear)
        self.floating.dice.picked.connect(self.choose_cell)
        self._shown.drawing = self.drawing
        self._hidden = HiddenNotice(self.floating.notice, session)
        self.rules = ClickRules(session, self.tools, self.drawing, self.attempt)
        self.widget = make_scene(self, self.rules)
        self.input, say = self.widget.input, self.floating.say
        self.input.hovered.connect(lambda _: self.floating.depth.follow(self.input))
        self.line = PointLine(session, self.tools, self.drawing, self.input, say, point_text)
        self.first_frame = FirstFrame(self.widget)
        self._best_views = BestViews(self.input)
        self._by_itself = False
        self._resting = QTimer(self, singleShot=True, interval=RESTS)
        self._resting.timeout.connect(self._rested)
        self.widget.touched.connect(self._touched)
        self.widget.failed.connect(self._failed)
        self.widget.ready.connect(self._ready)
        self.widget.divider.moved.connect(self.floating.divide)
        self.widget.divider.settled.connect(lambda: chosen.change(divider=self.widget.share))
        fill(column_in(self, 0), (self.widget, 1), self.comment)
        self.setFocusProxy(self.widget)
        self.prefer()
        self.floating.raise_all()

    # -- the scene itself ---------------------------------------------------------------------

    def _ready(self) -> None:
        self.first_frame.wait()
        if self.widget.surface is not None:
            self.widget.surface.installEventFilter(self.move_animation)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.comment.make_room()
        self.floating.lay_out()
        self._keep_clear()

    def keep_clear(self, below: int = 0, width: int = 0, height: int = 0) -> None:
        """Let a fitted board keep clear of what others lay over the scene (in logical pixels).

        That is a bar of so much height at the lower edge, and a corner of so much width and height.
        """
        self._others = Covered(below, width, height)
        self._keep_clear()

    def add_bar(self, bar: AnnotationBar) -> None:
        """Let a bar of tools stand at the bottom right, and a fitted board keep clear of it."""
        self.floating.add_bar(bar)
        bar.resized.connect(self._keep_clear)

    def _keep_clear(self) -> None:
        self.widget.keep_clear(
            *(Covered(*map(max, covered, self._others)) for covered in self.floating.covered())
        )

    def _failed(self, sentence: str) -> None:
        self._notices.say(sentence)
        self.first_frame.give_up()

    def prefer(self) -> None:
        """Follow the preferences."""
        preferences = self._chosen.now
        self._follow_confirm()
        self.widget.animation = not reduced_motion(preferences)
        if preferences.sway:
            self._resting.start()
        else:
            self._resting.stop()
        if not self.animates or (self._by_itself and not preferences.sway):
            self.widget.end_sway()
        self.widget.fine_pictures = preferences.effects != "none"
        self.input.orbit_speed = preferences.orbit_speed
        self.input.wheel_away = preferences.wheel == "away"
        self.widget.divide(preferences.divider)
        self.floating.divide(preferences.divider)
        self.show_document()
        self._keep_clear()
        self.line.retell()

    @property
    def animates(self) -> bool:
        """Whether views fly and moves are shown being played."""
        return self.widget.animation and not self._closed

    @property
    def shows_other(self) -> bool:
        """Whether something else is shown than what is to be chosen: a turn, or nothing as yet."""
        move = self.move_animation
        return move.running or move.held is not None or not self.widget.frames

    def fine_image(self) -> QImage:
        """Return what is shown as a picture at rest has it, with what its colours mean.

        A null image before anything was drawn.
        """
        image = self.widget.fine_image()
        if not image.isNull():
            self.floating.paint_legends(image)
        return image

    def close_scene(self) -> None:
        """Free the scene before the window goes."""
        self.move_animation.finish()
        self._closed = True
        self.first_frame.stop()
        self._resting.stop()
        self.widget.shut()

    # -- following the session -----------------------------------------------------------------

    def forget(self, change: Change) -> None:
        """Forget what was pinned, previewed, lit or half marked, where another position comes.

        Called before anybody else hears of the change: whoever has the scene drawn then would draw
        the new position with groups and points of the old one. What a View selects is forgotten
        by the session (`navigation.deselected`).
        """
        if change.is_left:
            self.tools.leave()
            self.drawing.leave()
        if change.position:
            self.laid.forget_position()
            self.input.forget_position()
        if change.board:
            self._forget_board()
        elif change.is_jump:
            self.forget_place()

    def forget_place(self) -> None:
        """Forget what is pointed at and lit, too: something else is looked at, or asked."""
        self.laid.forget_position()
        self.input.forget_place()

    def changed(self, change: Change) -> None:
        """Show what has changed of the active document (after `forget`)."""
        document, before = change.document, change.before
        if document.is_placeholder:
            return
        same, moved = not change.board, change.board or change.node
        self._follow_confirm()
        if not same or change.view or before.second is not document.second:
            self.floating.show_views(document)
            self._keep_clear()
        if moved:
            self._hidden.forget()
            if same:
                self._tell_hidden(document)
        elif change.view and self._hidden.speaks:
            self._tell_hidden(document)
        self.comment.show_comment(document)
        if self.widget.sways and self._why_still():
            self.widget.end_sway()
        stands = not moved and change.old.partial == change.new.partial
        if self.move_animation.held is not None and not stands:
            self.move_animation.finish()  # the board as it stands is meant again
        if moved:
            self.input.end_drawing()  # the time was up while it drew
            if not self.input.cursor_leads:  # the mouse plays, here or in the level maps
                self.input.drop_cursor()
            self.move_animation.finish()
            self.floating.dice.show_dice(*self.moves.dice_of(document))
            self.floating.lay_out()
            if same and self.animates:
                self.moves.play(change)
        self.show_document()
        if change.position or change.exercise or change.entered:
            self._offer_steps()
        if change.entered:
            self.line.tell_move(self._session.entered)
        elif change.position and not before.is_placeholder:
            self.line.tell(self.input.active_site)

    def _offer_steps(self) -> None:
        over = self.floating
        self._entering.offer(over.step_buttons, over.dice, guesses=self.drawing.guesses)

    def _forget_board(self) -> None:
        """Drop what was hovered and shown: those are sites of another board."""
        self.laid.shown = ()
        self.floating.line.say("")
        self.input.forget()

    def forget_pointing(self) -> None:
        """Drop what somebody has pointed at and lit, which the next who looks may not know."""
        self._forget_board()
        self.show_document()

    def _tell_hidden(self, document: Document) -> None:
        self._hidden.tell(document)
        self.floating.lay_out()

    def _tool_changed(self) -> None:
        self.input.forget()
        self._follow_confirm()
        self._offer_steps()
        self.show_document()
        self.line.retell()
        self.floating.lay_out()

    def turn_changed(self) -> None:
        """Offer what may be entered now: somebody else plays, waits or thinks."""
        QTimer.singleShot(0, self, self._follow_turn)  # all have heard of the move by then

    def _follow_turn(self) -> None:
        if not self._session.is_empty and not self._closed:
            self._follow_confirm()
            self._offer_steps()
            self.show_document()

    def _animated(self) -> None:
        self.show_document()
        self.floating.dice.set_share(self.move_animation.rolled)
        stage = self.move_animation.stage
        if stage is not self._told_stage:
            self._told_stage = stage
            if stage is not None:
                self.floating.say("; ".join(str(note.reason) for note in stage.notes))
            self.staged.emit(0 if stage is None else stage.number)

    def _drawing_changed(self) -> None:
        if self._entering.clears_guess is not self.drawing.guesses:
            self._offer_steps()
        self.show_document()

    def _follow_confirm(self) -> None:
        self.input.confirm_moves = self._entering.confirms()
        if not self.input.confirm_moves:
            self.input.unpin()

    # -- what is shown -----------------------------------------------------------------------

    def show_document(self) -> None:
        """Draw the active document."""
        document = self._session.document
        if document.is_placeholder or self._closed:
            return
        composed = self._shown.compose(document, self._chosen.now, self.input.active_site)
        if self.floating.show_legends(tuple(map(legend_of, composed))):
            self._keep_clear()
        pictures = tuple(map(self.move_animation.on, composed))
        players, tool = pictures[0].players, self.tools.current
        if tool is None:
            plans = self.drawing.planner is not None
            self.widget.mover = None if plans else self._entering.mover(players)
        else:
            self.widget.mover = tool.preview
            pictures = tuple(for_tool(picture, tool) for picture in pictures)
        second = document.second
        self.widget.show_pictures(pictures, 0 if second is None else second.half)

    def show_stereo(self, stereo: str) -> None:
        """Draw the scene once for each eye ("parallel", "crossed"), or once as before."""
        self.widget.stereo = None if self.widget.stereo == stereo else stereo
        self.show_document()
        self._keep_clear()

    def follow_pointer(self, site: int | None) -> None:
        """Say and show what the active site is about; None: nothing is pointed at."""
        self.line.tell(site)
        if not self._shown.shows_step(site):
            self.show_document()

    def fly(self, view: View) -> None:
        """Go to `view` as one change of view: a flight, or at once where animation is off."""
        if not self._session.is_empty:
            self.input.fly(view)

    def show_best_view(self) -> str:
        """Turn to the next of the views that show most of what is chosen; see `BestViews`."""
        picture = self.widget.picture
        return "" if picture is None else self._best_views.show_next(picture)

    # -- sway --------------------------------------------------------------------------------

    def switch_sway(self) -> None:
        """Rock the view, or no longer; SessionError where it may not."""
        if self.widget.sways:
            self.widget.end_sway()
        elif why := self._why_still():
            raise SessionError(why)
        else:
            self._by_itself = False
            self.widget.start_sway()

    def _why_still(self) -> str:
        """Why the view may not sway now, "" where it may."""
        exercise = self._session.exercise
        if not self.animates:
            return "the view does not sway while effects are reduced: choose all in Settings"
        if exercise is not None and exercise.tone:
            return "the view sways once you have read the answer and gone on"
        return ""

    def _touched(self) -> None:
        if self._by_itself and self.widget.sways:
            self.widget.end_sway()
        if self._chosen.now.sway:
            self._resting.start()

    def _rested(self) -> None:
        """Sway, if somebody may be looking at the scene and does nothing else."""
        scene = self.widget
        looks = scene.surface is not None and scene.surface.hasFocus() and self.input.press is None
        if looks and not scene.sways and not self.shows_other and not self._why_still():
            self._by_itself = True
            scene.start_sway()
        else:
            self._resting.start()

    def face(self, side: Player) -> None:
        """Look from a side, where the board is turned to it, unless somebody has chosen a view."""
        document, position = self._session.document, self._session.position
        camera = document.view.camera
        if self._chosen.now.turn_board and is_home(camera, position.game.board):
            seen = facing_camera(position, side)
            turned = replace(camera, azimuth=seen.azimuth, elevation=seen.elevation)
            if turned != camera:
                self.fly(replace(document.view, camera=turned))

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what the session refuses is said in one sentence."""
        if self._notices.attempt(do):
            self.say_nothing()

    def choose_cell(self, cell: SheetCell) -> None:
        """Do what a click on a cell of a player's board means; what cannot be has its reason."""
        if not cell.name:
            return
        try:
            meaning = play_tool.click_cell(self._session, cell, pin=self.input.confirm_moves)
        except SessionError as error:
            self._notices.refuse(str(error))
            return
        if isinstance(meaning, Refuse):
            self._notices.refuse(meaning.sentence, meaning.rule)
        else:
            self._notices.say("")

    def say_nothing(self) -> None:
        """Take the last note away; that of a premove stays as long as it does."""
        if self._session.state.premove is None:
            self._notices.say("")

    def take_focus(self) -> None:
        """Take the keyboard, where a document is shown."""
        if not self._session.is_empty and not self.isHidden():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def hover_from_outside(self, site: int | None) -> None:
        """Light a point that is hovered in another view of the board."""
        self.input.point_elsewhere(site)
        active = self.input.active_site
        self.line.tell(active)
        self.laid.group = self.laid.group_of(active)
        self.show_document()

    def set_plain(self, plain: bool) -> None:
        """Show nothing over the scene (a presentation does so), or all again."""
        self.floating.set_plain(plain, self._session.document)
        self.comment.set_plain(plain)
        self._keep_clear()
        self.line.tell(None)
