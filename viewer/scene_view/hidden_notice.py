"""Saying that the current move, or an edit that was undone, is hidden; a link shows the move."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.picture.compose.composer import Composer
from viewer.picture.visibility import reveal
from viewer.picture.visibility.hidden_site import hidden_reversal, hider_of, shows
from viewer.session.document.document import Document
from viewer.session.document.reversal import Reversal
from viewer.session.session import Session
from viewer.widgets.chip import HoverLine


class HiddenNotice(QObject):
    """Speaks through a line over the scene.

    Parameters
    ----------
    line
        Where it is said.
    session, composer
        What is open, and what tells where a move went.
    """

    def __init__(self, line: HoverLine, session: Session, composer: Composer) -> None:
        super().__init__(line)
        self._line, self._session, self._composer = line, session, composer
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
        site = self._composer.last_site(document, position, before)
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
