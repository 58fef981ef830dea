"""The pour: colour runs from a corner through all but one player's balls; play, stop, scrub."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEasingCurve, QSignalBlocker, Qt, QVariantAnimation, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from model.game import Position
from viewer.widgets.icons import icon
from viewer.widgets.theme import GAP

FINE = 20
"""Slider steps a lattice step."""
STEP_MS, LONGEST_MS = 220, 4000


class Pouring(QWidget):
    """A slider over the time of a pour, and the button that runs it.

    Signals
    -------
    flowed(Pour or None)
        `viewer.picture.picture.Pour` at another time; None when it is over and gone.
    """

    flowed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Pouring")
        self._distances: np.ndarray | None = None
        self._owner = 0
        self.animated = True
        self._run = QVariantAnimation(self)
        self._run.setEasingCurve(QEasingCurve.Type.Linear)
        self._run.valueChanged.connect(self._at)
        self._run.finished.connect(self._dress)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("How far the colour has come")
        self.slider.valueChanged.connect(self._scrubbed)
        self.button = QToolButton()
        self.button.setAccessibleName("Stop or go on")
        self.button.clicked.connect(self._stop_or_go)
        self._steps = QLabel()
        self._steps.setProperty("role", "small")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        row.addWidget(self.button)
        row.addWidget(self.slider, 1)
        row.addWidget(self._steps)
        self.hide()

    @property
    def running(self) -> bool:
        """Whether colour is on the move."""
        return self._run.state() == QVariantAnimation.State.Running

    @property
    def shown(self) -> bool:
        """Whether there is a pour at all, running or not."""
        return self._distances is not None

    @property
    def last(self) -> float:
        """The time at which everything is coloured that ever will be, in steps."""
        return 0.0 if self._distances is None else float(self._distances.max()) + 1.0

    def start(self, position: Position, player: str, corner: str) -> None:
        """Pour from `corner` through everything but the balls of `player`."""
        from model import connection
        from model.games.partition.position import PartitionPosition

        assert isinstance(position, PartitionPosition)
        game = position.game
        self._distances = connection.pour(game.board, position.balls(player), corner)
        self._owner = game.players.index(player)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, round(self.last * FINE))
            self.slider.setValue(0)
        self.show()
        if self.animated:
            self._play(0.0)
        else:
            self.set_time(self.last)

    def stop(self) -> None:
        """Take the colour away."""
        if self._distances is None:
            return
        self._run.stop()
        self._distances = None
        self.hide()
        self.flowed.emit(None)

    def set_time(self, time: float) -> None:
        """Show the pour at `time` (in steps), standing still."""
        self._run.stop()
        self._at(time)
        self._dress()

    def _play(self, start: float) -> None:
        self._run.stop()
        self._run.setStartValue(start)
        self._run.setEndValue(self.last)
        whole = min(LONGEST_MS, STEP_MS * self.last)
        self._run.setDuration(max(1, round(whole * (self.last - start) / max(self.last, 1e-9))))
        self._run.start()
        self._dress()

    def _stop_or_go(self) -> None:
        if self.running:
            self.set_time(self.slider.value() / FINE)
        elif self.slider.value() >= self.slider.maximum():
            self._play(0.0)
        else:
            self._play(self.slider.value() / FINE)

    def _scrubbed(self, value: int) -> None:
        self.set_time(value / FINE)

    def _at(self, time: float) -> None:
        if self._distances is None:
            return
        from viewer.picture.picture import Pour

        with QSignalBlocker(self.slider):
            self.slider.setValue(round(time * FINE))
        reached = int(np.count_nonzero((self._distances >= 0) & (self._distances < time)))
        self._steps.setText(f"{reached} points")
        self.flowed.emit(Pour(self._distances, self._owner, float(time)))

    def _dress(self) -> None:
        running = self.running
        self.button.setIcon(icon("close" if running else "next"))
        self.button.setToolTip("Stop here" if running else "Go on")


def can_pour(position: Position) -> bool:
    """Tell whether the position is one of a game whose corners colour can run from."""
    from model.games.partition.position import PartitionPosition

    return isinstance(position, PartitionPosition)


def reaches(position: Position, player: str, corner: str) -> bool:
    """Tell whether the colour comes to a far wall of `corner` past the balls of `player`."""
    from model import connection
    from model.games.partition.position import PartitionPosition

    assert isinstance(position, PartitionPosition)
    board = position.game.board
    distances = connection.pour(board, position.balls(player), corner)
    return bool((distances[board.far_walls(corner)] >= 0).any())
