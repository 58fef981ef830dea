"""The middle of the window: the scene, and over it the compass, the chips and the hover line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from model.game import Position
from model.view import View
from viewer import looks, reveal, visibility
from viewer.compose import Composer, Passing
from viewer.document import Document
from viewer.groups import group_at
from viewer.panels.compass import Compass
from viewer.scene.widget import make_scene
from viewer.scene_chips import Chips
from viewer.session import Session, SessionError, State
from viewer.shell import Shell
from viewer.sight_menu import sight_menu
from viewer.strips import Caption, HoverLine
from viewer.theme import GAP, tokens

if TYPE_CHECKING:
    from viewer.scene.picture import Overlay

log = logging.getLogger(__name__)

CURSOR_KEYS = {
    "left": Qt.Key.Key_Left,
    "right": Qt.Key.Key_Right,
    "up": Qt.Key.Key_Up,
    "down": Qt.Key.Key_Down,
    "above": Qt.Key.Key_PageUp,
    "below": Qt.Key.Key_PageDown,
}


class SceneArea(QWidget):
    """Shows the document in front and turns what hands do there into calls of the session.

    Signals
    -------
    hovered(int or None)
        The site under the mouse or the lattice cursor.
    typed(str)
        A digit was typed: the command box opens with it.
    left()
        Tab was pressed: the keyboard goes on to the next panel.
    settled()
        The first frame is on the screen, or it is known that there will be none.
    """

    hovered = Signal(object)
    typed = Signal(str)
    left = Signal()
    settled = Signal()

    def __init__(
        self,
        session: Session,
        shell: Shell,
        point_text: Callable[[Position, int], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("SceneArea")
        self.setAccessibleName("Scene")
        self._session, self.shell, self._point_text = session, shell, point_text
        self._composer = Composer()
        self._first = QTimer(self)
        self._first.setInterval(10)
        self._first.timeout.connect(self._look_for_frame)
        self._overlays: tuple[Overlay, ...] = ()
        self._group: Any = None
        self._outside: int | None = None
        self._comment = ""
        self._last_hidden: tuple[int, int] | None = None
        self.widget: Any = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.compass = Compass(self)
        self.compass.chosen.connect(self._look_from)
        self.chips = Chips(session, self)
        self.caption = Caption(self)
        self.line = HoverLine(self)
        self.notice = HoverLine(self)
        self.notice.link.connect(self._follow_link)
        self._bring_in()

    # -- the scene itself ---------------------------------------------------------------------

    def _bring_in(self) -> None:
        """Make the scene widget: an empty one, which fills itself once it is on the screen."""
        self.widget = make_scene(self)
        self._column.addWidget(self.widget)
        self.setFocusProxy(self.widget)
        hands = self.widget.hands
        hands.view_changed.connect(self._view_changed)
        hands.hovered.connect(self._hovered)
        hands.place.connect(self.place_at)
        hands.pinned.connect(self._pinned)
        hands.selected.connect(self.select)
        hands.context.connect(self._menu)
        hands.cursor_moved.connect(self._cursor_moved)
        hands.digit.connect(self.typed)
        hands.left_scene.connect(self.left)
        hands.message.connect(self.say)
        self.widget.failed.connect(self._failed)
        self.widget.ready.connect(self._first.start)
        self.prefer()
        self._raise()

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
        from viewer.app import reduced_motion

        preferences = self.shell.preferences
        self.compass.set_tokens(tokens(preferences.palette))
        if self.widget is not None:
            self.widget.confirm_moves = preferences.confirm_moves
            self.widget.animation = not reduced_motion(preferences)
            self.show_document()

    def close_scene(self) -> None:
        """Free the scene before the window goes."""
        if self.widget is not None:
            self.widget.shut()
            self.widget = None

    def _raise(self) -> None:
        self.chips.raise_()
        for widget in (self.compass, self.caption, self.line, self.notice):
            widget.raise_()
        self._lay_out()

    # -- what is shown -----------------------------------------------------------------------

    def changed(self, old: State, new: State) -> None:
        """Show what is before the eyes now."""
        document, before = new.document, old.document
        if document is None:
            return
        same = before is not None and before.key == document.key
        if not same and self.widget is not None:
            self.widget.hands.forget()
        if not same or before is None or before.view is not document.view:
            self.compass.set_camera(document.view.camera)
            self.chips.show(document.view)
            self._lay_out()
        if not same or before is None or before.node != document.node:
            self.notice.say("")
            self._last_hidden = None
            if same:
                self._tell_hidden(document)
        elif before.view is not document.view and self.notice.text:
            self._tell_hidden(document)
        self._show_caption(document)
        self.show_document()

    def _show_caption(self, document: Document) -> None:
        comment = document.record.nodes[document.node].comment
        if comment != self._comment:
            self._comment = comment
            self.caption.say(comment)
            self._lay_out()

    def show_document(self) -> None:
        """Draw the document in front."""
        document = self._session.document
        if document is None or self.widget is None:
            return
        position = self._session.position_of(document)
        passing = Passing(hover=self._outside, hovered_group=self._group, overlays=self._overlays)
        picture = self._composer.picture(
            document,
            position,
            self.shell.preferences,
            passing,
            handle=bool(document.view.cuts),
        )
        players = picture.players
        self.widget.mover = players.index(mover) if (mover := position.to_move) in players else None
        self.widget.show_picture(picture)

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

    def light_group_of(self, site: int | None) -> None:
        """Light up the group of the ball on `site`; nothing for an empty point or None."""
        position = self._session.position
        group = None
        if site is not None and position is not None:
            standing = self._composer.standing(position)
            if standing.occupied[site]:
                group = group_at(standing.board, standing.pieces, site)
        if group is not self._group:
            self._group = group
            self.show_document()

    # -- hands -> session --------------------------------------------------------------------

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except SessionError as error:
            self.shell.say(str(error))

    def _view_changed(self, view: View, gesture: str) -> None:
        if self._session.document is not None:
            self._session.set_view(view, gesture or None)

    def place_at(self, site: int) -> None:
        """Play a ball on a site, or take the next step of a half-built move there."""
        name = self._name(site)
        if name:
            self._try(lambda: self._step(name))

    def _step(self, name: str) -> None:
        position = self._session.position
        assert position is not None
        if not self._session.state.partial and position.explain(name) is None:
            self._session.play(name)
        else:
            self._session.step(name)

    def _pinned(self, site: int | None) -> None:
        if site is not None:
            self.say(f"{self._name(site)} is pinned: click it again, or press Enter, to place it")
        else:
            self._tell_point(self._active_site())

    def select(self, site: int | None) -> None:
        """Select the group on a site; the selected one again, or None: nothing."""
        document = self._session.document
        if document is None:
            return
        name = "" if site is None else self._name(site)
        view = looks.select(document.view, "" if name == document.view.selected else name)
        if view is not document.view:
            self._session.set_view(view)

    def _hovered(self, candidate: Any) -> None:
        site = None if candidate is None else candidate.site
        self._tell_point(site if site is not None else self._active_site())
        self.hovered.emit(site)

    def _cursor_moved(self, site: int) -> None:
        self._tell_point(site)
        self.hovered.emit(site)

    def _active_site(self) -> int | None:
        return None if self.widget is None else self.widget.hands.active_site

    def _name(self, site: int) -> str:
        position = self._session.position
        return "" if position is None else position.game.board.names[site]

    def _menu(self, found: list[Any], place: QPoint) -> None:
        menu = self.context_menu(found)
        if menu is not None:
            menu.exec(place)
            menu.deleteLater()

    def context_menu(self, found: list[Any]) -> QMenu | None:
        """Return the menu of a line of sight: its points by name, front first."""
        document = self._session.document
        if document is None:
            return None
        position = self._session.position_of(document)
        return sight_menu(self, document.view, position, found)

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
            hands = self.widget.hands
            hands.change(view, hands.gesture("flight"), fly=True)
        else:
            self._session.set_view(view)

    def deeper(self, steps: int) -> None:
        """Take another candidate on the line of sight."""
        if self.widget is not None:
            self.widget.hands.deeper(steps)

    def move_cursor(self, way: Literal["left", "right", "up", "down", "above", "below"]) -> None:
        """Move the lattice cursor as its key does."""
        self._press(CURSOR_KEYS[way])

    def set_cursor(self, site: int) -> None:
        """Put the lattice cursor on a site."""
        if self.widget is not None:
            self.widget.set_cursor(site)
            self._cursor_moved(site)

    def place(self) -> None:
        """Place a ball at the active site, or pin it."""
        if self.widget is None:
            return
        site = self._active_site()
        if site is None:
            self._press(Qt.Key.Key_Return)
        else:
            self.widget.hands.choose(site)

    def _press(self, key: Qt.Key) -> None:
        if self.widget is not None and self.widget.hands.ready:
            event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
            self.widget.hands.eventFilter(self.widget, event)

    # -- the words ---------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a sentence about what the hands do, until the next one."""
        self.line.say(sentence[:1].upper() + sentence[1:] if sentence else "")
        self._lay_out()

    def _tell_point(self, site: int | None) -> None:
        position = self._session.position
        if site is None or position is None or site >= len(position.game.board):
            self.say("")
        else:
            self.line.say(self._point_text(position, site))
            self._lay_out()

    def retell(self) -> None:
        """Say the line on the active point again: more is known of the position."""
        site = self._active_site()
        if site is not None:
            self._tell_point(site)

    def _tell_hidden(self, document: Document) -> None:
        """Say so when the move that led here is hidden, with a link that shows it."""
        position = self._session.position_of(document)
        move = document.record.nodes[document.node].move
        board = position.game.board
        if move not in board:
            self.notice.say("")
            return
        site = board.index(move)
        what = reveal.hider(document.view, lambda view: self._shows(document, view, site))
        if what:
            self._last_hidden = (document.key, site)
            words = reveal.sentence(move, what)
            self.notice.say(f'{words}. <a href="show" style="color:#146C68">Show</a>')
        else:
            self.notice.say("")
        self._lay_out()

    def _shows(self, document: Document, view: View, site: int) -> bool:
        from viewer.scene.picture import Picture
        from viewer.scene.seen import visible_in

        position = self._session.position_of(document)
        standing = self._composer.standing(position)
        plies = None
        if view.peel.between is not None:
            from viewer.compose import plies as count_plies

            plies = count_plies(document.record, document.node, standing.board)
        picture = Picture(standing.board, standing.pieces, standing.players, view, plies=plies)
        seen: visibility.Visible = visible_in(picture)
        return bool((seen.selects if standing.occupied[site] else seen.answers)[site])

    def _follow_link(self, _link: str) -> None:
        document = self._session.document
        if document is None or self._last_hidden is None or self._last_hidden[0] != document.key:
            return
        site = self._last_hidden[1]
        board = self._session.position_of(document).game.board
        view = reveal.reveal(
            document.view, board, site, lambda view: self._shows(document, view, site)
        )
        self.notice.say("")
        self._session.set_view(view)

    def show_camera(self, view: View) -> None:
        """Turn the compass along with a flight."""
        self.compass.set_camera(view.camera)

    def _look_from(self, name: str) -> None:
        document = self._session.document
        if document is not None:
            self.fly(looks.look_from(document.view, name))

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
