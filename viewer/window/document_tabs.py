"""The tabs of the open documents, and the list of all of them."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QTabBar, QToolButton, QWidget

from viewer.session.document.document import Document
from viewer.session.session import State
from viewer.widgets.appearance.chosen_preferences import keep_icon
from viewer.widgets.appearance.icons import icon
from viewer.widgets.controls import dress_as, fill, row_in, small_tool
from viewer.widgets.prose import plain_tip, short

_RIGHT = QTabBar.ButtonPosition.RightSide
LETTERS = 9
"""Letters that a tab keeps, in widths of an "m", where there is little room."""
SHARE = 0.6
"""Of the bar for a single title at most."""


class DocumentTabs(QTabBar):
    """A tab a document, with a cross; hidden while nothing is open.

    The tab in front shows its whole title. The others are shortened where there is little room,
    down to a few letters; then arrows lead to those that do not fit.

    Signals
    -------
    chosen(int)
        A tab was clicked, or reached by keys; the active one, too.
    closing(int)
        Its cross was pressed.
    """

    chosen = Signal(int)
    closing = Signal(int)

    def __init__(self) -> None:
        super().__init__()
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
        with QSignalBlocker(self):
            while self.count() > len(state.documents):
                self.removeTab(self.count() - 1)
            for index, document in enumerate(state.documents):
                if index >= self.count():
                    self.addTab("")
                    self.setTabButton(index, _RIGHT, self._cross())
                text = tab_text(document, state.documents)
                if self.tabText(index) != text:
                    self.setTabText(index, text)
                    self.setTabToolTip(index, plain_tip(str(document.path or document.title)))
            if self.currentIndex() != state.active:
                self.setCurrentIndex(state.active)
                # Another tab has its whole title now, which Qt does not ask about by itself.
                self.setElideMode(self.elideMode())
            self.setVisible(bool(state.documents))

    def tabSizeHint(self, index: int) -> QSize:
        """The whole title, as far as the bar has room; only the tab in front may fill it."""
        whole = super().tabSizeHint(index)
        # Beside it there are the arrows and the list, where there are other tabs.
        room = self.width() - (2 * whole.height() if self.count() > 1 else 0)
        most = room if index == self.currentIndex() else round(SHARE * self.width())
        return QSize(min(whole.width(), max(160, most)), whole.height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """The tab in front is never shortened, the others keep a few letters."""
        whole = self.tabSizeHint(index)
        if index == self.currentIndex():
            return whole
        cross = self.tabButton(index, _RIGHT)
        least = LETTERS * self.fontMetrics().horizontalAdvance("m") + 36
        if cross is not None:
            least += cross.sizeHint().width()
        return QSize(min(least, whole.width()), whole.height())

    def _cross(self) -> QToolButton:
        cross = small_tool("close", "Close", lambda: self._close(cross))
        cross.setObjectName("TabCross")
        cross.setAccessibleName("Close this document")
        return cross

    def _close(self, cross: QToolButton) -> None:
        for index in range(self.count()):
            if self.tabButton(index, _RIGHT) is cross:
                self.closing.emit(index)
                return


class TabRow(QWidget):
    """The tabs, and where they are crowded a button with the list of all documents."""

    def __init__(self, tabs: DocumentTabs) -> None:
        super().__init__()
        dress_as(self, "TabRow")
        self._tabs = tabs
        self.list = QToolButton()
        self.list.setObjectName("TabList")
        self.list.setIcon(icon("more"))
        keep_icon(self.list, 16)
        self.list.setToolTip("List of open documents")
        self.list.setAccessibleName("List of open documents")
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.list)
        self.menu.aboutToShow.connect(self._fill)
        self.list.setMenu(self.menu)
        # However crowded the tabs are, the board below them stays where it is.
        self.list.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.list.hide()
        policy = tabs.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        tabs.setSizePolicy(policy)
        fill(row_in(self, 0), (tabs, 1), self.list)

    def _fill(self) -> None:
        """List the documents that are open now, the active one ticked."""
        self.menu.clear()
        for index in range(self._tabs.count()):
            title = short(self._tabs.tabText(index), 80)
            action = self.menu.addAction(title, partial(self._tabs.chosen.emit, index))
            action.setCheckable(True)
            action.setChecked(index == self._tabs.currentIndex())

    def follow(self) -> None:
        """Offer the list where the titles have no room."""
        tabs = self._tabs
        wide = sum(tabs.tabSizeHint(index).width() for index in range(tabs.count()))
        self.list.setVisible(tabs.count() > 1 and wide > self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.follow()
        return super().event(event)


def tab_text(document: Document, others: Sequence[Document] = ()) -> str:
    """Return what a tab says: the title, or the file's name, and a dot while it is not saved.

    Of two with one title, as a lesson and its copy in a collection, each says its file, too.
    """
    title, path = _title_of(document), document.path
    if path is not None and any(_title_of(one) == title for one in others if one is not document):
        title = f"{title} ({path.stem})"
    title = title.replace("&", "&&")
    return f"{title} •" if document.edited else title


def _title_of(document: Document) -> str:
    kept = document.kept
    named = document.path is not None or kept.lesson is not None
    title = kept.headers.get("title", "") if named else ""
    return short(title.strip(), 80) or document.title
