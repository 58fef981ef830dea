"""The View of the active document, as the controls of the dock change it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

from model.boards.board import Board
from model.records.view import View
from viewer.session.session import Session
from viewer.widgets.controls import ValueSlider


class LiveView:
    """Changes the View of the active document; what one drag of a slider does is one gesture.

    Attributes
    ----------
    board
        The board the controls were filled for, None before there is one.
    muted
        The controls are being set to a View and their signals mean nothing.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._gesture: Hashable = None
        self._gestures = count(1)
        self.board: Board | None = None
        self.muted = False

    @property
    def view(self) -> View:
        """The View."""
        return self._session.document.view

    def change(self, change: Callable[[View], View]) -> None:
        """Apply a function of Views."""
        view = self.view
        if self.muted or self._session.is_empty:
            return
        changed = change(view)
        if changed is not view:
            self._session.set_view(changed, self._gesture)

    def change_on_board(self, change: Callable[[View, Board], View]) -> None:
        """Apply a function of Views and the board; a list of another board does nothing."""
        board = self.board
        if board is not None and board is self._session.position.game.board:
            self.change(lambda view: change(view, board))

    def slider(
        self,
        name: str,
        moved: Callable[[float], None],
        *,
        step: float = 1.0,
        text: Callable[[float], str] | None = None,
    ) -> ValueSlider:
        """Return a slider whose drags are one gesture each; `moved` hears its values."""
        slider = ValueSlider(name, step=step, text=text)
        slider.moved.connect(moved)
        slider.begun.connect(self._begin)
        slider.ended.connect(self._end)
        return slider

    def _begin(self) -> None:
        self._gesture = ("look dock", next(self._gestures))

    def _end(self) -> None:
        self._gesture = None
