"""The middle of the window: the scene, and over it the compass, the chips and the hover line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from model.game import Position, site_mask
from model.records.marks import Mark
from viewer.analysis.point_text import bare_point
from viewer.commands.shell import Shell
from viewer.commands.tools.tool import Tool, Tools
from viewer.games.registry import game_view_of
from viewer.picture import view_edits, visibility
from viewer.picture.composer import Composer, Transient
from viewer.picture.groups import group_at
from viewer.picture.partial_move import StepPreview, partial_move_of, preview_step
from viewer.picture.visible import visible_in
from viewer.scene.factory import make_scene
from viewer.session.document import Document
from viewer.session.session import Session, State
from viewer.widgets.messages import Caption, HoverLine
from viewer.widgets.motion import reduced_motion
from viewer.widgets.theme import GAP, tokens
from viewer.window.scene_view.compass import Compass
from viewer.window.scene_view.controller import Touching
from viewer.window.scene_view.hidden_notice import HiddenNotice
from viewer.window.scene_view.move_animation import MoveAnimation
from viewer.window.scene_view.step_buttons import StepButtons, offered
from viewer.window.scene_view.view_chips import ViewChips

if TYPE_CHECKING:
    from viewer.games.overlay_types import Overlay

log = logging.getLogger(__name__)

_ENDING = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.Wheel)
"""Input that ends an animation."""


class SceneView(Touching):
    """Shows the document in front and turns what hands do there into calls of the session.

    Signals
    -------
    typed(str)
        A digit was typed: the command box opens with it.
    left()
        Tab was pressed: the keyboard goes on to the next panel.
    settled()
        The first frame is on the screen, or it is known that there will be none.
    marked()
        Other marks lie over the position than before, besides those of the node.
    """

    typed = Signal(str)
    left = Signal()
    settled = Signal()
    marked = Signal()

    def __init__(
        self,
        session: Session,
        shell: Shell,
        point_text: Callable[[Position, int], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("SceneView")
        self.setAccessibleName("Scene")
        self._session, self.shell, self._point_text = session, shell, point_text
        self._composer = Composer()
        self.move_animation = MoveAnimation(self)
        self.move_animation.stepped.connect(self.show_document)
        self._first = QTimer(self)
        self._first.setInterval(10)
        self._first.timeout.connect(self._look_for_frame)
        self._overlays: tuple[Overlay, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._pending: tuple[Mark, ...] = ()
        self._strips: list[QWidget] = []
        self._plain = False
        self.tools = Tools(self)
        self.tools.changed.connect(self._tool_changed)
        self._group: visibility.Mask | None = None
        self._outside: int | None = None
        self._comment = ""
        self._shown_preview: StepPreview | None = None
        self.widget: Any = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.compass = Compass(self)
        self.compass.chosen.connect(self._look_from)
        self.chips = ViewChips(session, self)
        self.caption = Caption(self)
        self.line = HoverLine(self)
        self.notice = HoverLine(self)
        self._hidden = HiddenNotice(self.notice, session, self._composer)
        self.step_buttons = StepButtons(self)
        self.step_buttons.chosen.connect(self._choose_token)
        self.step_buttons.resized.connect(self._lay_out)
        self._bring_in()

    # -- the scene itself ---------------------------------------------------------------------

    def _bring_in(self) -> None:
        """Make the scene widget: an empty one, which fills itself once it is on the screen."""
        self.widget = make_scene(self)
        self._column.addWidget(self.widget)
        self.setFocusProxy(self.widget)
        scene = self.widget.input
        scene.view_changed.connect(self._view_changed)
        scene.hovered.connect(self._hovered)
        scene.place.connect(self.place_at)
        scene.pinned.connect(self._pinned)
        scene.selected.connect(self.select)
        scene.context.connect(self._menu)
        scene.cursor_moved.connect(self._cursor_moved)
        scene.digit.connect(self.typed)
        scene.left_scene.connect(self.left)
        scene.message.connect(self.say)
        scene.may_pin, scene.ends_move = self._pins, self._ends
        scene.in_tool = lambda: self.tools.current is not None
        scene.leave_tool = self.tools.escape
        self.widget.failed.connect(self._failed)
        self.widget.ready.connect(self._ready)
        self.prefer()
        self._raise()

    def _ready(self) -> None:
        self._first.start()
        if self.widget is not None and self.widget.surface is not None:
            self.widget.surface.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The next press of a button or a key ends an animation at once."""
        if self.move_animation.running and event.type() in _ENDING:
            self.move_animation.finish()
        return super().eventFilter(watched, event)

    def _look_for_frame(self) -> None:
        if self.widget is None or self.widget.frames:
            self._first.stop()
            self.settled.emit()

    def _failed(self, sentence: str) -> None:
        self._first.stop()
        self.shell.say(sentence)
        self.settled.emit()

    def prefer(self) -> None:
        """Follow the preferences."""
        preferences = self.shell.preferences
        self.compass.set_tokens(tokens(preferences.palette))
        if self.widget is not None:
            self._follow_confirm()
            self.widget.animation = not reduced_motion(preferences)
            self.show_document()

    def close_scene(self) -> None:
        """Free the scene before the window goes."""
        self.move_animation.finish()
        if self.widget is not None:
            self.widget.shut()
            self.widget = None

    def _raise(self) -> None:
        self.chips.raise_()
        for widget in (self.compass, self.caption, self.line, self.notice, self.step_buttons):
            widget.raise_()
        self._lay_out()

    # -- what is shown -----------------------------------------------------------------------

    def changed(self, old: State, new: State) -> None:
        """Show what is before the eyes now."""
        document, before = new.document, old.document
        if document is None:
            return
        same = before is not None and before.key == document.key
        if same and before is not None and self._is_another_board(before, document):
            same = False  # a position of another size was set up
        self._follow_confirm()
        if not same:  # what was hovered and shown there are sites of another board
            self._group = self._outside = None
            self._overlays, self._marks = (), ()
            self.line.say("")
            if self.widget is not None:
                self.widget.input.forget()
        if not same or before is None or before.view is not document.view:
            self.compass.set_camera(document.view.camera)
            self.chips.show(document.view)
            self._lay_out()
        if not same or before is None or before.node != document.node:
            self._hidden.forget()
            if same:
                self._hidden.tell(document)
                self._lay_out()
        elif before.view is not document.view and self.notice.text:
            self._hidden.tell(document)
            self._lay_out()
        self._show_caption(document)
        if not same or before is None or before.node != document.node:
            self.move_animation.finish()
            if same and before is not None and self.widget is not None and self.widget.animation:
                self._animate(old, before, document)
        self.show_document()
        self.step_buttons.offer(offered(self._session.position_of(document), new.partial))
        if old.partial != new.partial:
            self._tell_built(new.partial)

    def _is_another_board(self, before: Document, document: Document) -> bool:
        """Whether what is shown stands on another board than before."""
        if before.record is document.record and before.node == document.node:
            return False
        boards = [self._session.position_of(d).game.board for d in (before, document)]
        return boards[0] is not boards[1]

    def _animate(self, old: State, before: Document, document: Document) -> None:
        """Play the move when the eyes went one ply forward or back."""
        nodes = document.record.nodes
        if document.node not in nodes or before.node not in before.record.nodes:
            return
        if nodes[document.node].setup or before.record.nodes[before.node].setup:
            return
        if nodes[document.node].parent == before.node and before.node in nodes:
            position, move = self._session.position_of(before), nodes[document.node].move
            seen = partial_move_of(position, old.partial).table if old.partial else None
            self.move_animation.start(position, move, seen=seen)
        elif before.record.nodes[before.node].parent == document.node:
            move = before.record.nodes[before.node].move
            self.move_animation.start(self._session.position_of(document), move, backwards=True)

    def _tell_built(self, partial: tuple[str, ...]) -> None:
        """Say what may follow in the half-built move; the point under the mouse has its turn
        again once it is left."""
        if partial:
            steps = self._session.steps()
            ends = ": Enter ends the move" if steps.complete and steps.choices else ""
            ends = ": Enter plays it" if steps.complete and not steps.choices else ends
            self.line.say(steps.message + ends)
            self._lay_out()
        else:
            self._tell_point(self._active_site())

    def _show_caption(self, document: Document, *, again: bool = False) -> None:
        comment = document.record.nodes[document.node].comment
        if comment != self._comment or again:
            self._comment = comment
            self.caption.say("" if self._plain else comment)
            self._lay_out()

    def show_document(self) -> None:
        """Draw the document in front."""
        document = self._session.document
        if document is None or self.widget is None:
            return
        position = self._session.position_of(document)
        state = self._session.state
        hovered = self._active_site() if self._outside is None else self._outside
        self._shown_preview = self._step_preview(hovered)
        transient = Transient(
            hover=hovered,
            hovered_group=self._group,
            overlays=self._overlays,
            partial=state.partial,
            marks=(*self._marks, *self._pending),
        )
        picture = self._composer.picture(
            document,
            position,
            self.shell.preferences,
            transient,
            before=self._before(document),
            handle=bool(document.view.cuts),
        )
        picture = self.move_animation.on(picture)
        players, tool = picture.players, self.tools.current
        self.widget.mover = players.index(mover) if (mover := position.to_move) in players else None
        if tool is not None:
            self.widget.mover = tool.preview
            if tool.shows_all_points:  # not only where a move could be made
                picture = replace(picture, legal=None, doomed=())
            if tool.takes_away:  # an empty point must not stand before a ball
                none = np.zeros(len(position.game.board), bool)
                picture = replace(picture, legal=none)
        self.widget.show_picture(picture)

    def _before(self, document: Document) -> Position | None:
        """The position the last move was played in."""
        parent = document.record.nodes[document.node].parent
        return self._session.position_at(parent) if parent >= 0 else None

    def _step_preview(self, site: int | None) -> StepPreview | None:
        """What the hovered site would do as the next step, where that is worth showing."""
        position = self._session.position
        if site is None or position is None or site >= len(position.game.board):
            return None
        partial = self._session.state.partial
        if not partial_move_of(position, partial).choices[site]:
            return None
        told = preview_step(position, partial, position.game.board.names[site])
        return told if told.doomed or told.ways else None

    def _follow_step_preview(self, site: int | None) -> None:
        """Draw again where what a step would do came into sight or went."""
        if self._step_preview(site) is not self._shown_preview:
            self.show_document()

    @property
    def animates(self) -> bool:
        """Whether views fly and moves are shown being played."""
        return self.widget is not None and bool(self.widget.animation)

    def shown_sites(self) -> list[int]:
        """Return the sites that cuts, peels and the working layer leave in sight."""
        if self.widget is None or self.widget.picture is None:
            return []
        seen = visible_in(self.widget.picture)
        return np.flatnonzero(seen.answers | seen.selects).tolist()

    @property
    def has_overlays(self) -> bool:
        """Whether something lies over the position."""
        return bool(self._overlays)

    def hover_from_outside(self, site: int | None) -> None:
        """Light a point that is hovered in the level maps."""
        self._outside = site
        if site is None:
            self._tell_point(self._active_site())
        else:
            self._tell_point(site)
        self.show_document()

    def show_overlays(self, overlays: tuple[Overlay, ...]) -> None:
        """Lay the Why panel's sheet, ways, plan or pour over the position."""
        if overlays is not self._overlays:
            self._overlays = overlays
            self.show_document()

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show signs besides those of the node: a lesson step's, a hint's."""
        if marks != self._marks:
            self._marks = marks
            self.show_document()
            self.marked.emit()

    def show_pending(self, marks: tuple[Mark, ...]) -> None:
        """Show a mark that is being made: the points of it chosen so far."""
        if marks != self._pending:
            self._pending = marks
            self.show_document()
            self.marked.emit()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks over the position: the node's, and those shown for now."""
        document = self._session.document
        own = () if document is None else document.record.nodes[document.node].marks
        return (*own, *self._marks, *self._pending)

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What Why and a pour lay over the position now."""
        return self._overlays

    def float_strip(self, strip: QWidget) -> None:
        """Let a strip of tools stand at the bottom right whenever it is shown."""
        strip.setParent(self)
        self._strips.append(strip)
        strip.hide()
        self._lay_out()

    def set_plain(self, plain: bool) -> None:
        """Show nothing over the scene (a presentation does so), or all again."""
        self._plain = plain
        self.compass.setVisible(not plain)
        self.chips.set_away(plain)
        self.line.away = self.notice.away = plain
        document = self._session.document
        if document is not None:
            self.chips.show(document.view)
            self._show_caption(document, again=True)
        self._tell_point(None)
        self.notice.say("")
        self._lay_out()

    def lay_out(self) -> None:
        """Put everything over the scene in its place again."""
        self._lay_out()

    def set_tool(self, tool: Tool | None) -> None:
        """Let `tool` have the clicks on points and pieces; None: they are for playing again."""
        if tool is None:
            self.tools.leave()
        else:
            self.tools.choose(tool)

    @property
    def _shows_all_points(self) -> bool:
        tool = self.tools.current
        return tool is not None and tool.shows_all_points

    def _tool_changed(self) -> None:
        if self.widget is not None:
            self.widget.input.forget()
        self._follow_confirm()
        self.show_document()
        self._lay_out()

    def _follow_confirm(self) -> None:
        """Moves are confirmed where the preference or a run says so; brushes and marks never."""
        document = self._session.document
        run = None if document is None else document.run
        wanted = self.shell.preferences.confirm_moves or (run is not None and run.confirms)
        if self.widget is not None:
            self.widget.confirm_moves = wanted and self.tools.current is None

    def light_group_of(self, site: int | None) -> None:
        """Light up the group of the ball on `site`; nothing for an empty point or None."""
        position = self._session.position
        group = None
        if site is not None and position is not None and game_view_of(position).selects_groups:
            standing = self._composer.standing(position)
            if standing.occupied[site]:
                group = group_at(standing.board, standing.pieces, site)
        self._light(group)

    def light_sites(self, sites: tuple[int, ...]) -> None:
        """Light up what stands on `sites`; () lights up nothing."""
        position = self._session.position
        if position is not None:
            self._light(site_mask(position.game.board, sites) if sites else None)

    def _light(self, group: visibility.Mask | None) -> None:
        if group is not self._group:
            self._group = group
            self.show_document()

    # -- the words ---------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a sentence about what the hands do, until the next one."""
        self.line.say(sentence[:1].upper() + sentence[1:] if sentence else "")
        self._lay_out()

    def _tell_point(self, site: int | None) -> None:
        position = self._session.position
        if position is None or (site is not None and site >= len(position.game.board)):
            self.say("")
        elif site is None:
            partial = self._session.state.partial
            self.line.say(self._session.steps().message if partial else "")
            self._lay_out()
        else:
            tell = bare_point if self._shows_all_points else self._point_text
            self.line.say(tell(position, site))
            self._lay_out()

    def retell(self) -> None:
        """Say the line on the active point again: more is known of the position."""
        site = self._active_site()
        if site is not None:
            self._tell_point(site)

    def _look_from(self, name: str) -> None:
        document = self._session.document
        if document is not None:
            self.fly(view_edits.look_from(document.view, name))

    # -- where everything lies ---------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        edge = int(1.5 * GAP)
        self.compass.move(self.width() - self.compass.width() - edge, edge)
        self.chips.lay_out(edge, edge, self.compass.x() - edge)
        room = self.width() - 2 * edge
        y = self.height() - edge
        size = self.step_buttons.sizeHint()
        self.step_buttons.setGeometry(
            self.width() - edge - size.width(), y - size.height(), size.width(), size.height()
        )
        top = y - (size.height() + GAP if not self.step_buttons.isHidden() else 0)
        for strip in self._strips:
            if not strip.isHidden():
                strip.adjustSize()
                width = min(strip.sizeHint().width(), room)
                strip.setGeometry(
                    self.width() - edge - width, top - strip.height(), width, strip.height()
                )
                strip.raise_()
                top -= strip.height() + GAP
        self._put(self.line, edge, y, room)
        # Above where the hover line comes and goes, so that nothing jumps.
        y -= self.line.sizeHint().height() + GAP // 2
        if self.caption.fit(min(560, room), self.height() // 3):
            y -= self.caption.height()
            self.caption.move(edge, y)
            y -= GAP // 2
        self._put(self.notice, edge, y, room)

    @staticmethod
    def _put(line: HoverLine, left: int, bottom: int, room: int) -> None:
        if not line.isHidden():
            size = line.sizeHint()
            line.setGeometry(left, bottom - size.height(), min(size.width(), room), size.height())
