"""Bookmarks: named Views kept in the record; a click flies there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from viewer.session.session import Change, Session, SessionError
from viewer.widgets import controls
from viewer.widgets.controls import RowButton, column_in, row_in
from viewer.widgets.prose import MOST_IN_LINE, short


class Bookmarks(QWidget):
    """The list of a record's bookmarks and the line that adds one."""

    def __init__(self, session: Session, say: Callable[[str], None]) -> None:
        super().__init__()
        self._session, self._say = session, say
        column = column_in(self, 4)
        self._list = column_in(None, 0)
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name of this view")
        self.name.setAccessibleName("Name of the bookmark")
        self.name.returnPressed.connect(self.keep)
        add = controls.button("Keep", self.keep)
        column.addLayout(controls.fill(QHBoxLayout(), (self.name, 1), add))
        column.addLayout(self._list)  # below: the line stays where it is

    def keep(self) -> None:
        """Keep the live View under the name in the line."""
        known = self._session.document.record.bookmarks
        name = self.name.text().strip()
        if not name:
            name = next(f"View {k}" for k in range(1, 10**6) if f"View {k}" not in known)
        try:
            self._session.bookmark(name)
        except SessionError as error:
            self._say(str(error))
            return
        self.name.clear()

    def changed(self, change: Change) -> None:
        """Show the bookmarks of the active document."""
        bookmarks = change.document.record.bookmarks
        if change.before.record.bookmarks is bookmarks and self._list.count():
            return
        controls.empty(self._list)
        for name in bookmarks:
            go = RowButton("bookmark", short(name, MOST_IN_LINE))
            go.setAccessibleName(f"Go to bookmark {short(name, MOST_IN_LINE)}")
            go.clicked.connect(lambda _=False, name=name: self._go(name))
            drop = controls.tool("close", f"Remove the bookmark {name}", partial(self._drop, name))
            line = QWidget()
            controls.fill(row_in(line), (go, 1), drop)
            self._list.addWidget(line)

    def _go(self, name: str) -> None:
        try:
            self._session.go_to_bookmark(name)
        except SessionError as error:
            self._say(str(error))

    def _drop(self, name: str) -> None:
        try:
            self._session.forget_bookmark(name)
        except SessionError as error:
            self._say(str(error))
