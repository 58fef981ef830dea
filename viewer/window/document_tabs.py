"""The tabs of the open documents."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from viewer.session.document import Document
from viewer.session.session import State
from viewer.widgets.icons import icon
from viewer.widgets.prose import plain_tip

_RIGHT = QTabBar.ButtonPosition.RightSide


class DocumentTabs(QTabBar):
    """A tab a document, with a cross; hidden while nothing is open.

    Signals
    -------
    chosen(int)
        A tab was clicked, or reached by keys; the active one, too.
    closing(int)
        Its cross was pressed.
    """

    chosen = Signal(int)
    closing = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DocumentTabs")
        self.setAccessibleName("Open documents")
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabBarClicked.connect(self.chosen)
        self.currentChanged.connect(self.chosen)
        self.hide()

    def show_documents(self, state: State) -> None:
        """Show the documents of `state`; nothing is emitted."""
        self.blockSignals(True)
        try:
            while self.count() > len(state.documents):
                self.removeTab(self.count() - 1)
            for index, document in enumerate(state.documents):
                if index >= self.count():
                    self.addTab("")
                    self.setTabButton(index, _RIGHT, self._cross())
                text = tab_text(document)
                if self.tabText(index) != text:
                    self.setTabText(index, text)
                    self.setTabToolTip(index, plain_tip(str(document.path or document.title)))
            self.setCurrentIndex(state.active)
            self.setVisible(bool(state.documents))
        finally:
            self.blockSignals(False)

    def _cross(self) -> QToolButton:
        cross = QToolButton()
        cross.setObjectName("TabCross")
        cross.setIcon(icon("close", "muted"))
        cross.setIconSize(QSize(12, 12))
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        cross.setToolTip("Close")
        cross.setAccessibleName("Close this document")
        cross.clicked.connect(lambda: self._close(cross))
        return cross

    def _close(self, cross: QToolButton) -> None:
        for index in range(self.count()):
            if self.tabButton(index, _RIGHT) is cross:
                self.closing.emit(index)
                return


def tab_text(document: Document) -> str:
    """Return what a tab says: the title, and a dot while it is not saved."""
    title = document.title.replace("&", "&&")
    return f"{title} •" if document.edited else title
