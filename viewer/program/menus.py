"""Menus, shortcuts and the toolbar, all made from the command table."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolButton, QWidget

from viewer.commands.command import Command
from viewer.commands.shell import Shell
from viewer.commands.table import BY_ID, COMMANDS, DIVIDED, MENUS, entries
from viewer.widgets.appearance import icons
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import FieldsFirst
from viewer.window.tool_bar import ToolBar

TOOLBAR = (
    ("file.new", "file.open", "file.save"),
    ("edit.undo", "edit.redo"),
    ("play.first", "play.previous", "play.next", "play.last"),
    ("view.home", "view.add-cut", "view.layer", "view.explode", "view.ghosts", "view.clear"),
)
"""Command ids in groups; a command without an icon shows its title."""

DOCK_SWITCHES = (
    ("look", "Look"),
    ("moves", "Moves"),
    ("learn", "Learn"),
    ("maps", "Maps"),
    ("why", "Why"),
)
"""(name, title in the toolbar) of the docks switched there; a name is also the icon."""
IN_PLACE_OF_MAPS = ("boards", "Boards")
"""The switch that has the place of the maps in games without, whose players have boards."""
TOOLBAR_ICONS = {"view.add-cut": "cut", "view.clear": "peel"}
"""Icons that say more in the toolbar than the ones of the table."""

IN_DRAG = 150
"""Milliseconds between two refreshes while a drag goes on: in each frame they would be felt."""
ROLES = {
    "help.about": QAction.MenuRole.AboutRole,
    "edit.settings": QAction.MenuRole.PreferencesRole,
    "file.quit": QAction.MenuRole.QuitRole,
}
HELP_ROWS = ("File", "Edit", "View", "Play", "Explain", "Learn", "Create", "Help")


class Actions:
    """One QAction a command, kept in step with what can be done.

    Parameters
    ----------
    window
        Where window-wide keys live, and whose menu bar is built.
    scene
        The widget whose keyboard scene commands need, and that board commands need to be shown.
    shell
        What commands act on.
    """

    def __init__(self, window: QMainWindow, scene: QWidget, shell: Shell) -> None:
        self._shell, self._window, self._scene = shell, window, scene
        FieldsFirst(scene)
        # One refresh after a burst of changes.
        self._later = QTimer(window, singleShot=True)
        self._later.timeout.connect(self.refresh)
        self._bar: ToolBar | None = None
        self._actions: dict[str, QAction] = {}
        self._submenus: list[QMenu] = []
        for command in COMMANDS:
            action = QAction(command.title, window)
            action.setObjectName(command.id)
            action.setStatusTip(command.help)
            action.setToolTip(plain_tip(tip(command)))
            if command.icon and icons.has_icon(command.icon):
                action.setIcon(icons.icon(command.icon))
            action.setIconVisibleInMenu(False)
            action.setCheckable(command.checked is not None)
            action.setMenuRole(ROLES.get(command.id, QAction.MenuRole.NoRole))
            if command.held:
                # Its key works while held, which an action cannot say: `HeldKey` listens for it.
                action.setText(f"{command.title}\t{native(command.keys[0])}")
            else:
                action.setShortcuts([QKeySequence(key) for key in command.keys])
            if command.scope == "scene":
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                scene.addAction(action)
            else:  # a text field takes letters and digits before any shortcut
                window.addAction(action)
            action.triggered.connect(lambda _=False, name=command.id: shell.frame.perform(name))
            self._actions[command.id] = action
        for path in MENUS:
            self._fill_menu(window.menuBar().addMenu(path), path)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def refresh_soon(self, in_drag: bool = False) -> None:
        """Refresh, once after a burst of changes; while a drag goes on, now and then."""
        if not in_drag:
            self._later.start(0)
        elif not self._later.isActive():
            self._later.start(IN_DRAG)

    def refresh(self) -> None:
        """Enable and check every action as its command says."""
        for command in COMMANDS:
            action = self._actions[command.id]
            shown = command.scope != "board" or self._scene.isVisibleTo(self._window)
            enabled = shown and command.enabled(self._shell)
            if action.isEnabled() != enabled:
                action.setEnabled(enabled)
            offered = command.offered(self._shell)
            if action.isVisible() != offered:
                action.setVisible(offered)
            if command.checked is not None:
                checked = bool(command.checked(self._shell))
                if action.isChecked() != checked:
                    action.setChecked(checked)
        for menu in self._submenus:
            menu.menuAction().setVisible(any(entry.isVisible() for entry in menu.actions()))
        maps, boards = self._actions["explain.maps"], self._actions["explain.boards"]
        if self._bar is not None:
            self._bar.swap(*((maps, boards) if boards.isEnabled() else (boards, maps)))

    def _fill_menu(self, menu: QMenu, path: str) -> None:
        menu.setToolTipsVisible(False)
        for entry in entries(path):
            name = entry if isinstance(entry, str) else entry.id
            if name in DIVIDED:
                menu.addSeparator()
            if isinstance(entry, str):
                self._submenus.append(menu.addMenu(entry.rpartition("/")[2]))
                self._fill_menu(self._submenus[-1], entry)
            else:
                menu.addAction(self._actions[name])

    def fill_toolbar(self, bar: ToolBar) -> None:
        """Build the toolbar: groups from the left, the docks at the right."""
        for number, group in enumerate(TOOLBAR):
            if number:
                bar.addSeparator()
            for name in group:
                action = self._actions[name]
                bar.addAction(action)
                button = bar.widgetForAction(action)
                if isinstance(button, QToolButton):
                    button.setAccessibleName(BY_ID[name].title)
                    if name in TOOLBAR_ICONS:
                        action.setIcon(icons.icon(TOOLBAR_ICONS[name]))
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(space)
        for name, title in (*DOCK_SWITCHES, IN_PLACE_OF_MAPS):
            action = self._actions[f"explain.{name}"]
            action.setIcon(icons.icon(name))
            action.setText(title)
            if (name, title) != IN_PLACE_OF_MAPS:
                bar.add_switch(action)
        self._bar = bar
        bar.fit()


def native(key: str) -> str:
    """Return a key sequence as the system writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def tip(command: Command) -> str:
    """Return the tool tip of a command: title, keys, and what it does."""
    keys = f"  ({native(command.keys[0])})" if command.keys else ""
    text = f"{command.title.rstrip('…')}{keys}"
    return f"{text}\n{command.help}" if command.help else text


def help_sections() -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """Return the help page's sections from the table: rows of (keys, title and what it does)."""
    sections: list[tuple[str, Sequence[tuple[str, str]]]] = []
    for menu in HELP_ROWS:
        rows = []
        for command in COMMANDS:
            if not command.listed or (command.menu or "Play").split("/")[0] != menu:
                continue
            keys = ", ".join(native(key) for key in command.keys) or "–"
            title = command.title.rstrip("…")
            rows.append((keys, f"{title}: {command.help}" if command.help else title))
        sections.append((menu, rows))
    return sections
