"""What a monkey may do: a function an act, and how often each is drawn."""

import contextlib
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from monkey_hands import (
    Button,
    Keys,
    Mouse,
    a_place,
    a_widget,
    handle_of,
    key,
    name_of,
    windows,
    write,
)
from monkey_hands import front as in_front
from monkey_materials import a_file, a_text
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QWidget

from model.registry import kinds
from viewer.commands.table import COMMANDS
from viewer.program.main_window import MainWindow

if TYPE_CHECKING:
    from viewer.session.session import Session

K = Qt.Key
KEYS = (
    *(K.Key_Escape, K.Key_Return, K.Key_Enter, K.Key_Tab, K.Key_Backtab, K.Key_Space),
    *(K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down, K.Key_PageUp, K.Key_PageDown),
    *(K.Key_Home, K.Key_End, K.Key_Backspace, K.Key_Delete, K.Key_Insert, K.Key_Menu),
    *(K(code) for code in range(int(K.Key_A), int(K.Key_Z) + 1)),
    *(K(code) for code in range(int(K.Key_0), int(K.Key_9) + 1)),
    *(K(code) for code in range(int(K.Key_F1), int(K.Key_F12) + 1)),
    *(K.Key_Slash, K.Key_Comma, K.Key_Period, K.Key_BracketLeft, K.Key_BracketRight),
    *(K.Key_Plus, K.Key_Minus, K.Key_Shift, K.Key_Control, K.Key_Alt),
)
HELD = (
    *[Keys.NoModifier] * 6, Keys.ControlModifier, Keys.ShiftModifier, Keys.AltModifier,
    Keys.ControlModifier | Keys.ShiftModifier, Keys.KeypadModifier,
)  # fmt: skip
BUTTONS = (*[Button.LeftButton] * 8, Button.RightButton, Button.RightButton, Button.MiddleButton)


class Monkey:
    """What acts share: the window, the mouse, the files, and who writes down what is done."""

    def __init__(self, files: Path, note: Callable[[str], None]) -> None:
        self.files, self.note = files, note
        self.mouse = Mouse()
        self.pause = 0
        self.taken = 0

    @property
    def window(self) -> MainWindow | None:
        """The main window, while one is shown."""
        shown = [top for top in QApplication.topLevelWidgets() if isinstance(top, MainWindow)]
        return next((top for top in shown if top.isVisible()), None)

    @property
    def session(self) -> "Session | None":
        """What is open in it."""
        return None if self.window is None else self.window.session

    def target(self, rng: random.Random) -> QWidget | None:
        """Draw the window that the next hand goes to; one that is in front goes first."""
        before = in_front()
        shown = windows()
        if before is not None and rng.random() < 0.93:
            return before
        main = self.window
        if main is not None and rng.random() < 0.6:
            return main
        return rng.choice(shown) if shown else None

    def aim(self, rng: random.Random, scene: float = 0.0) -> QWidget | None:
        """Draw a widget of a window for the next hand; of the main one as often the scene."""
        window, main = self.target(rng), self.window
        if window is None:
            return None
        widget = a_widget(rng, window)
        if scene and main is not None and window is main and rng.random() < scene:
            return main.scene_view.widget.surface or widget
        return widget


def click(monkey: Monkey, rng: random.Random) -> None:
    widget = monkey.aim(rng)
    if widget is None:
        return
    at, button, keys = a_place(rng, widget), rng.choice(BUTTONS), rng.choice(HELD)
    twice = rng.random() < 0.12
    monkey.note(
        f"{'double ' * twice}click {button.name} {keys} {name_of(widget)} {at.x()},{at.y()}"
    )
    (monkey.mouse.double_click if twice else monkey.mouse.click)(widget, at, button, keys)


def scene_click(monkey: Monkey, rng: random.Random) -> None:
    """Click where a piece may go, or stands."""
    window, session = monkey.window, monkey.session
    if window is None or session is None or session.is_empty:
        return click(monkey, rng)
    scene = window.scene_view.widget
    surface, pointer = scene.surface, scene.input.pointer
    if surface is None or not surface.isVisible() or pointer.picture is None:
        return click(monkey, rng)
    centres = pointer.visible.centres
    site = rng.randrange(len(centres))
    at = a_place(rng, surface)
    with contextlib.suppress(ValueError):  # it lies behind the eye
        x, y = pointer.projection.to_screen(centres[site])
        seen = QPoint(round(float(x)), round(float(y)))
        at = seen if surface.rect().contains(seen) else at
    button, keys = rng.choice(BUTTONS), rng.choice(HELD)
    monkey.note(f"scene click {button.name} {keys} site {site} {at.x()},{at.y()}")
    monkey.mouse.hover(surface, at)
    monkey.mouse.click(surface, at, button, keys)


def drag(monkey: Monkey, rng: random.Random) -> None:
    window = monkey.target(rng)
    if window is None:
        return
    widget = a_widget(rng, window)
    main = monkey.window
    if main is not None and window is main and rng.random() < 0.4:
        widget = main.scene_view.widget.surface or widget
    elif main is not None and window is main and rng.random() < 0.25:
        widget = main  # the gaps between the docks move them
    at, button, keys = a_place(rng, widget), rng.choice(BUTTONS), rng.choice(HELD)
    ways = [QPoint(rng.randint(-90, 90), rng.randint(-90, 90)) for _ in range(rng.randint(1, 5))]
    monkey.note(
        f"drag {button.name} {keys} {name_of(widget)} {at.x()},{at.y()} by "
        + " ".join(f"{way.x()},{way.y()}" for way in ways)
    )
    if monkey.mouse.press(widget, at, button, keys):
        for way in ways:
            monkey.mouse.drag(way)
        if rng.random() < 0.1:
            key(K.Key_Escape)
        monkey.mouse.release()


def hover(monkey: Monkey, rng: random.Random) -> None:
    widget = monkey.aim(rng)
    if widget is None:
        return
    places = [a_place(rng, widget) for _ in range(rng.randint(1, 4))]
    monkey.note(f"hover {name_of(widget)} {[(at.x(), at.y()) for at in places]}")
    for at in places:
        monkey.mouse.hover(widget, at)
    if rng.random() < 0.1:
        monkey.pause = 120  # long enough for what waits for a still pointer


def wheel(monkey: Monkey, rng: random.Random) -> None:
    widget = monkey.aim(rng, scene=0.4)
    if widget is None:
        return
    at, keys = a_place(rng, widget), rng.choice(HELD)
    turn = rng.choice([-1200, -360, -120, -15, 15, 120, 360, 1200])
    way = QPoint(turn, 0) if rng.random() < 0.15 else QPoint(0, turn)
    monkey.note(f"wheel {turn} {keys} {name_of(widget)} {at.x()},{at.y()}")
    monkey.mouse.wheel(widget, at, way, keys)


def press_key(monkey: Monkey, rng: random.Random) -> None:
    code, keys = rng.choice(KEYS), rng.choice(HELD)
    if (code, keys) == (K.Key_Q, Keys.ControlModifier) and rng.random() < 0.9:
        code = K.Key_W
    times = 1 if rng.random() < 0.9 else rng.randint(2, 12)
    monkey.note(f"key {code.name} {keys} {times} times")
    for _ in range(times):
        key(code, keys)


def shortcut(monkey: Monkey, rng: random.Random) -> None:
    command = rng.choice([one for one in COMMANDS if one.keys])
    if command.id == "file.quit" and rng.random() < 0.95:
        return
    stroke = QKeySequence(rng.choice(command.keys))[0]  # type: ignore[index]  # it has strokes
    monkey.note(f"shortcut {command.id}")
    if command.scope == "scene" and monkey.window is not None and rng.random() < 0.7:
        monkey.window.scene_view.take_focus()
    key(stroke.key(), stroke.keyboardModifiers())


def menu_entry(monkey: Monkey, rng: random.Random) -> None:
    """Take a command from its menu or button."""
    window = monkey.window
    if window is None or in_front() is not None:
        return click(monkey, rng)
    command = rng.choice(COMMANDS)
    if command.id == "file.quit" and rng.random() < 0.95:
        return None
    action = window.command_actions[command.id]
    monkey.note(f"menu {command.id} {'' if action.isEnabled() else 'disabled'}")
    action.trigger()
    return None


def next_command(monkey: Monkey, rng: random.Random) -> None:
    """Take the commands one after the other, each time with a position of another game."""
    window, session = monkey.window, monkey.session
    if window is None or session is None or in_front() is not None:
        return click(monkey, rng)
    games, number = divmod(monkey.taken, len(COMMANDS))
    monkey.taken += 1
    command = COMMANDS[number]
    if number == 0 or session.is_empty:
        names = list(kinds())
        session.new(names[games % len(names)])
    if command.id != "file.quit":
        monkey.note(f"command {command.id}")
        window.command_actions[command.id].trigger()
    return None


def palette_entry(monkey: Monkey, rng: random.Random) -> None:
    """Look a command up in the palette."""
    if in_front() is not None:
        return click(monkey, rng)
    command = rng.choice(COMMANDS)
    if command.id == "file.quit":
        return None
    words = command.title[: rng.randint(2, 20)]
    monkey.note(f"palette {words!r}")
    key(K.Key_K, Keys.ControlModifier)
    write(words)
    key(rng.choice([K.Key_Return, K.Key_Return, K.Key_Down, K.Key_Escape]))
    return None


def type_text(monkey: Monkey, rng: random.Random) -> None:
    position = None if monkey.session is None else monkey.session.position
    text = a_text(rng, None if position is None else str(position))[:80]
    end = rng.choice([None, K.Key_Return, K.Key_Return, K.Key_Escape, K.Key_Tab])
    monkey.note(f"type {text!r} {end}")
    write(text)
    if end is not None:
        key(end)


def type_move(monkey: Monkey, rng: random.Random) -> None:
    """Type a move that is legal here."""
    window, session = monkey.window, monkey.session
    if window is None or session is None or session.is_empty or in_front() is not None:
        return click(monkey, rng)
    moves = session.position.legal_moves
    if not moves:
        return press_key(monkey, rng)
    move = str(moves.sample(rng))
    monkey.note(f"move {move}")
    window.scene_view.take_focus()
    key(K.Key_Slash)
    write(move)
    key(K.Key_Return)
    return None


def paste(monkey: Monkey, rng: random.Random) -> None:
    position = None if monkey.session is None else monkey.session.position
    text = a_text(rng, None if position is None else str(position))
    monkey.note(f"paste {text[:200]!r}")
    QGuiApplication.clipboard().setText(text)
    if rng.random() < 0.5 and monkey.window is not None and in_front() is None:
        monkey.window.scene_view.take_focus()
    key(K.Key_V, rng.choice([Keys.ControlModifier, Keys.ControlModifier | Keys.ShiftModifier]))


def storm(monkey: Monkey, rng: random.Random) -> None:
    """Undo and redo, or leaf, on and on."""
    ctrl = Keys.ControlModifier
    pairs = (
        ((K.Key_Z, ctrl), (K.Key_Y, ctrl)),
        ((K.Key_Z, ctrl), (K.Key_Z, ctrl | Keys.ShiftModifier)),
        ((K.Key_Comma, Keys.NoModifier), (K.Key_Period, Keys.NoModifier)),
        ((K.Key_Left, Keys.AltModifier), (K.Key_Right, Keys.AltModifier)),
        ((K.Key_Tab, ctrl), (K.Key_Tab, ctrl | Keys.ShiftModifier)),
        ((K.Key_Home, ctrl), (K.Key_End, ctrl)),
    )
    pair, times = rng.choice(pairs), rng.randint(5, 30)
    monkey.note(f"storm {pair[0][0].name} {pair[1][0].name} {times}")
    for _ in range(times):
        key(*pair[0 if rng.random() < 0.55 else 1])


def drop(monkey: Monkey, rng: random.Random) -> None:
    """Drop a file or a text on the window, as a file manager does."""
    window = monkey.window
    if window is None or in_front() is not None:
        return click(monkey, rng)
    data = QMimeData()
    if rng.random() < 0.75:
        paths = [a_file(rng, monkey.files) for _ in range(1 if rng.random() < 0.8 else 3)]
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        what = " ".join(path.name for path in paths)
    else:
        what = a_text(rng, None)
        data.setText(what)
    monkey.note(f"drop {what[:200]!r}")
    place, left = QPointF(20, 20), Button.LeftButton
    copy, none = Qt.DropAction.CopyAction, Keys.NoModifier
    enter = QDragEnterEvent(place.toPoint(), copy, data, left, none)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(place, copy, data, left, none))
    return None


def resize(monkey: Monkey, rng: random.Random) -> None:
    shown = windows()
    if not shown:
        return
    window = monkey.window if rng.random() < 0.7 else rng.choice(shown)
    if window is None:
        return
    kind = rng.random()
    if kind < 0.75:
        width, height = rng.randint(400, 1500), rng.randint(300, 950)
        monkey.note(f"resize {name_of(window)} {width}x{height}")
        window.resize(width, height)
    else:
        states = Qt.WindowState
        state = rng.choice(
            [states.WindowMaximized, states.WindowFullScreen, states.WindowMinimized]
        )
        monkey.note(f"state {state.name}")
        window.setWindowState(window.windowState() ^ state)
        if window.isMinimized():
            QApplication.processEvents()
            window.showNormal()


def other_program(monkey: Monkey, rng: random.Random) -> None:
    """Change, touch or remove a file behind the program's back."""
    saved = sorted(monkey.files.glob("saved-*"))
    session = monkey.session
    opened = [] if session is None else [
        document.path
        for document in session.state.documents
        if document.path is not None and document.path.parent == monkey.files
    ]  # fmt: skip
    there = [path for path in [*saved, *opened] if path.is_file()]
    if not there:
        return
    path = rng.choice(there)
    kind = rng.choice(["touch", "append", "replace", "remove"])
    if kind == "remove" and path not in saved:
        kind = "touch"
    monkey.note(f"another program: {kind} {path.name}")
    if kind == "touch":
        os.utime(path)
    elif kind == "append":
        with path.open("ab") as file:
            file.write(b"\n ")
    elif kind == "replace":
        path.write_bytes((monkey.files / "09-double-threat.pyramidion").read_bytes())
    else:
        path.unlink()


def wait(monkey: Monkey, rng: random.Random) -> None:
    monkey.pause = rng.choice([20, 50, 100, 250, 600])
    monkey.note(f"wait {monkey.pause}")


def close_tab(monkey: Monkey, rng: random.Random) -> None:
    """Close a document by its cross, in the middle of whatever goes on."""
    window = monkey.window
    if window is None or not window.tabs.count():
        return
    index = rng.randrange(window.tabs.count())
    cross = window.tabs.tabButton(index, window.tabs.ButtonPosition.RightSide)
    monkey.note(f"close tab {index}")
    if cross is not None and cross.isVisible():
        monkey.mouse.click(cross, cross.rect().center(), Button.LeftButton, Keys.NoModifier)


def close_window(monkey: Monkey, rng: random.Random) -> None:
    """Close a window by its cross."""
    shown = [window for window in windows() if not isinstance(window, MainWindow)]
    if rng.random() < 0.02:
        shown = windows()
    if not shown:
        return click(monkey, rng)
    window = rng.choice(shown)
    monkey.note(f"close window {name_of(window)}")
    handle = handle_of(window)
    if handle is not None:
        handle.close()
    return None


ACTS: tuple[tuple[Callable[[Monkey, random.Random], None], int], ...] = (
    (click, 26),
    (scene_click, 14),
    (drag, 9),
    (hover, 6),
    (wheel, 5),
    (press_key, 9),
    (shortcut, 7),
    (menu_entry, 12),
    (palette_entry, 2),
    (type_text, 4),
    (type_move, 7),
    (paste, 3),
    (storm, 2),
    (drop, 3),
    (resize, 2),
    (other_program, 1),
    (wait, 3),
    (close_tab, 2),
    (close_window, 2),
)


def act(monkey: Monkey, rng: random.Random, *, warm: bool) -> str:
    """Do one thing; returns what kind of thing it was.

    Until the window is `warm`, two of three are commands in turn, so that what is made when it is
    first needed is made early.
    """
    if not warm and rng.random() < 2 / 3:
        next_command(monkey, rng)
        return next_command.__name__
    (chosen,) = rng.choices([do for do, _ in ACTS], [often for _, often in ACTS])
    chosen(monkey, rng)
    return chosen.__name__


def end_dialog(monkey: Monkey, rng: random.Random, patience: int) -> bool:
    """Bring what is in front nearer to its end, the harder the longer it has been there."""
    window = in_front()
    if window is None or patience < 6:
        return False
    if patience < 14:
        monkey.note(f"escape from {name_of(window)}")
        key(K.Key_Escape)
    elif isinstance(window, QDialog) and not isinstance(window.parentWidget(), QComboBox):
        monkey.note(f"reject {name_of(window)}")
        window.reject()
    else:
        monkey.note(f"shut {name_of(window)}")
        window.close()
    return True
