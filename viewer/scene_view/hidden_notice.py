"""Lines about the move that is shown: that it, or an undone edit, is hidden, and its comment below.

The comment stands below the scene, so that it covers nothing of the board."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from viewer.picture.compose.transition import landing
from viewer.picture.visibility import reveal
from viewer.picture.visibility.hidden_site import hidden_reversal, hider_of, shows
from viewer.session.change import Reversal
from viewer.session.document.document import Document
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.chip import HoverLine
from viewer.widgets.messages import MoveCaption


class HiddenNotice(QObject):
    """Speaks through a line over the scene.

    Parameters
    ----------
    line
        Where it is said.
    session
        What is open.
    """

    def __init__(self, line: HoverLine, session: Session) -> None:
        super().__init__(line)
        self._line, self._session = line, session
        self._last: tuple[int, int] | None = None
        line.link.connect(self._follow)
        session.reversals.add(self._tell_reversal)

    @property
    def speaks(self) -> bool:
        """Whether something is said to be hidden."""
        return bool(self._line.text)

    def forget(self) -> None:
        """Say nothing any more."""
        self._line.say("")
        self._last = None

    def tell(self, document: Document) -> None:
        """Say so when the move that led here is hidden."""
        position = self._session.position_of(document)
        board = position.game.board
        parent = document.record.nodes[document.node].parent
        before = self._session.position_at(parent) if parent >= 0 else None
        site = landing(document.record.nodes[document.node].move, position, before)
        if site is None:
            self._line.say("")
            return
        hiders = [hider_of(document.through(view), position, site) for view in document.views]
        if all(hiders):
            self._last = (document.key, site)
            words = reveal.sentence(board.names[site], hiders[0])
            self._line.say(f"{words}.", link="Show")
        else:
            self._line.say("")

    def _tell_reversal(self, reversal: Reversal) -> None:
        """Say so when the place of an edit that was undone or redone is hidden."""
        document = self._session.document
        position = self._session.position_of(document)
        sentences = [
            hidden_reversal(document.through(view), position, reversal) for view in document.views
        ]
        if all(sentences):
            self._session.notices.tell(sentences[0])

    def _follow(self, _link: str) -> None:
        document = self._session.document
        if self._last is None or self._last[0] != document.key:
            return
        site = self._last[1]
        position = self._session.position_of(document)
        view = reveal.reveal(
            document.view,
            position.game.board,
            site,
            lambda view: shows(document, position, view, site),
        )
        self._line.say("")
        self._session.set_view(view)


LONGEST = 4
"""How many of a record's comments are measured: its longest."""


class CommentStrip(MoveCaption):
    """Takes the room that the comments of a document need, and keeps it.

    Else the scene would jump at every step through the moves, at a move that is played and at
    *Undo*.
    """

    def __init__(self) -> None:
        super().__init__()
        self._room = self._key = 0
        self._plain = self._is_away = False
        self._comments: list[str] = []
        self.closed.connect(self._go)
        # Not at once: texts are larger while Qt dresses all widgets, and showing one then ends it.
        with_text(self, lambda _: QTimer.singleShot(0, self, self.make_room))

    def show_comment(self, document: Document) -> None:
        """Show the comment of the current move, or none."""
        comment = document.record.nodes[document.node].comment
        if self._is_away and comment not in ("", self._closed):
            self._is_away = False
        self.say(comment)
        if document.key == self._key:
            self._fit()
            return
        self._key, self._is_away = document.key, False
        comments = {node.comment for node in document.record.nodes.values()}
        self._comments = sorted(comments, key=len)[-LONGEST:]
        self.make_room()

    def set_plain(self, plain: bool) -> None:
        """Show nothing (a presentation has a caption of its own), or comments again."""
        self._plain = plain
        self._fit()

    def make_room(self) -> None:
        """Take the room that the longest comments need at this size of window and text."""
        self._room, shown = 0, self._text
        for comment in () if self._is_away else self._comments:
            self.say(comment)
            self._fit()
        self.say(shown)
        self._fit()

    def _go(self) -> None:
        """Give the room back: the comment was closed."""
        self._is_away, self._room = True, 0
        self._fit()

    def _fit(self) -> None:
        view = self.parentWidget()
        if not isinstance(view, QWidget):
            return
        wanted = self.height_for(view.width())
        fits = wanted <= view.height() // 3  # else only the Moves dock has it
        self._room = max(self._room, wanted if fits else 0)
        self.label.setVisible(fits)
        self.setFixedHeight(max(1, self._room))
        self.setVisible(bool(self._room) and not self._plain)
