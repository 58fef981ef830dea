"""A person who learns: finds points in the scene with mouse or cursor keys, presses real buttons.

Nothing here calls the session: all goes through events, as from a person.
"""

from collections import deque

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.contract.game import Position
from viewer.picture.picking import lattice_cursor as lattice
from viewer.scene_view.floating.step_buttons import PLAY

K = Qt.Key
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
MOST_TABS = 80
"""Steps of Tab after which every widget of a window has had the keyboard."""


def tokens_of(position: Position, move: str) -> tuple[str, ...]:
    """The steps a hand takes to make a move."""
    waiting: deque[tuple[str, ...]] = deque([()])
    while waiting:
        partial = waiting.popleft()
        steps = position.steps(partial)
        if partial and steps.complete and steps.move == move:
            return partial
        waiting.extend((*partial, token) for token in steps.choices if token in move)
    raise AssertionError(f"no steps make {move}")


class Learner:
    """Hands and eyes before a window with a document; `drive` is the fixture of that name."""

    def __init__(self, window, qtbot, drive) -> None:
        self.window, self.qtbot = window, qtbot
        qtbot.waitUntil(lambda: window.display.is_ready, timeout=30000)
        self.driver = drive(window.scene_view.widget)
        window.activateWindow()
        window.scene_view.take_focus()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is self.surface)

    # -- eyes ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.window.session.position

    @property
    def board(self):
        return self.position.game.board

    @property
    def surface(self):
        return self.window.scene_view.widget.surface

    @property
    def panel(self):
        """What the Learn dock shows."""
        return self.window.docks.panel("learn").currentWidget()

    @property
    def moves(self) -> list[str]:
        """The moves that lead to what is in front."""
        document = self.window.session.document
        nodes, node, found = document.record.nodes, document.node, []
        while nodes[node].move:
            found.append(nodes[node].move)
            node = nodes[node].parent
        return found[::-1]

    def sees(self, move: str) -> bool:
        """Whether cuts, peels and the working layer leave what a move or a click needs."""
        visible = self.window.scene_view.widget.input.pointer.visible
        names = {move} if move in self.board else set(tokens_of(self.position, move))
        sites = [self.board.index(name) for name in names if name in self.board]
        return all(visible.answers[site] or visible.selects[site] for site in sites)

    # -- the mouse -----------------------------------------------------------------------------

    def press(self, button) -> None:
        """Click a button that a person can see and use."""
        QApplication.processEvents()
        assert button.isVisibleTo(self.window), button.text()
        assert button.isEnabled(), button.text()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def choose(self, menu: str, command: str) -> None:
        """Choose a command from the menu bar."""
        bar, action = self.window.menuBar(), self.window.command_actions[command]
        title = next(a for a in bar.actions() if a.text().replace("&", "") == menu)
        assert action.isEnabled(), command
        opened = title.menu()
        opened.popup(bar.mapToGlobal(bar.actionGeometry(title).bottomLeft()))
        place = opened.actionGeometry(action).center()
        QTest.mouseClick(opened, Qt.MouseButton.LeftButton, pos=place)

    def point_at(self, name: str) -> QPoint:
        """Move the mouse to a point or a piece; go deeper where others stand before it."""
        scene = self.window.scene_view.widget.input
        place = self.driver.place_of(name).toPoint()
        self.driver.move(place.toPointF() + QPoint(2, 1).toPointF())
        self.driver.move(place.toPointF())
        for _ in range(12):
            if self.driver.hovered == name:
                return place
            before = scene.pointer.active
            self.driver.wheel(place.toPointF(), -1, SHIFT)
            if scene.pointer.active is before:
                break
        for _ in range(12):
            if self.driver.hovered == name:
                return place
            self.driver.wheel(place.toPointF(), 1, SHIFT)
        assert self.driver.hovered == name
        return place

    def click(self, name: str) -> None:
        """Click a point or a piece in the scene."""
        place = self.point_at(name).toPointF()
        self.driver.click(place)

    def play(self, move: str) -> None:
        """Make a move by clicks; the button ends it where it could go on."""
        before = self.window.session.document.node
        confirmed = self.window.shell.scene.input.confirm_moves
        for token in tokens_of(self.position, move):
            if token in self.board:
                self.click(token)
            else:
                self.press(self.window.scene_view.floating.step_buttons.buttons[token])
        if confirmed and not self.window.session.state.partial:
            assert self.window.scene_view.widget.input.pin is not None
            self.click(move)
        elif self.window.session.state.partial:
            self.press(self.window.scene_view.floating.step_buttons.buttons[PLAY])
        assert self.window.session.document.node != before

    # -- the keyboard --------------------------------------------------------------------------

    def key(self, key: Qt.Key, held=Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key, for whoever has the keyboard; nobody is faster than the event loop."""
        QApplication.processEvents()
        QTest.keyClick(QApplication.focusWidget() or self.window, key, held)

    def reach(self, name: str) -> None:
        """Bring the lattice cursor to a point with arrows, Page Up and Page Down."""
        QApplication.processEvents()
        scene = self.window.scene_view.widget.input
        assert QApplication.focusWidget() is self.surface
        if scene.cursor is None:
            self.key(K.Key_Up)
        wanted, camera = self.board.index(name), scene.camera
        ways = lattice.arrow_directions(camera.azimuth, camera.elevation)
        keys = {K.Key_Left: "left", K.Key_Right: "right", K.Key_Up: "up", K.Key_Down: "down"}
        waiting: deque[tuple[lattice.Cursor, tuple[Qt.Key, ...]]] = deque([(scene.cursor, ())])
        seen = {scene.cursor}
        while waiting:
            cursor, way = waiting.popleft()
            if cursor.site == wanted:
                break
            after = [
                (key, lattice.step(self.board, cursor, ways[arrow]).cursor)
                for key, arrow in keys.items()
            ]
            for key, levels in ((K.Key_PageUp, 1), (K.Key_PageDown, -1)):
                after.append((key, lattice.climb(self.board, cursor, levels).cursor))
            for key, there in after:
                if there not in seen:
                    seen.add(there)
                    waiting.append((there, (*way, key)))
        for key in way:
            self.key(key)
        assert self.board.names[scene.cursor.site] == name

    def enter(self, name: str) -> None:
        """Press Enter on a point or a piece."""
        self.reach(name)
        self.key(K.Key_Return)

    def play_by_keys(self, move: str) -> None:
        """Make a move with cursor keys and Enter; Enter once more ends or confirms it."""
        before = self.window.session.document.node
        for token in tokens_of(self.position, move):
            self.enter(token)
        if self.window.session.document.node == before:
            self.key(K.Key_Return)
        assert self.window.session.document.node != before

    def tab_to(self, button) -> None:
        """Go to a button with Tab."""
        assert button.isVisibleTo(self.window), button.text()
        self._tab_to(button, button.text())

    def _tab_to(self, widget, name: str) -> None:
        for _ in range(MOST_TABS):
            if QApplication.focusWidget() is widget:
                return
            self.key(K.Key_Tab)
        raise AssertionError(f"Tab does not reach {name}")

    def press_by_keys(self, button) -> None:
        """Go to a button with Tab and press it with the space bar."""
        self.tab_to(button)
        self.key(K.Key_Space)

    def to_scene(self) -> None:
        """Give the keyboard back to the scene with Tab."""
        self._tab_to(self.surface, "the scene")
