"""The pour: colour runs from a corner through all but one player's balls; play, stop, scrub."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEasingCurve, QSignalBlocker, Qt, QVariantAnimation, Signal
from PySide6.QtWidgets import QSlider, QToolButton, QWidget

from model.phrases import counted
from viewer.picture.compose.ground import place_word
from viewer.visuals.overlay_types import Pour
from viewer.widgets.appearance.icons import icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import fill, label, row_in

FINE = 20
"""Slider steps a lattice step."""


class FloodControl(QWidget):
    """A slider over the time of a pour, and the button that runs it.

    Signals
    -------
    flowed(Pour or None)
        `viewer.visuals.overlay_types.Pour` at another time; None when it is over and gone.
    """

    flowed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("FloodControl")
        self._pour: Pour | None = None
        self.animated = True
        self._run = QVariantAnimation(self)
        self._run.setEasingCurve(QEasingCurve.Type.Linear)
        self._run.valueChanged.connect(self._at)
        self._run.finished.connect(self._dress)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("How far the colour has poured")
        self.slider.valueChanged.connect(lambda value: self.set_time(value / FINE))
        self.button = QToolButton()
        self.button.setAccessibleName("Stop or go on")
        self.button.clicked.connect(self._stop_or_go)
        self._steps = label("", "small")
        fill(row_in(self, GAP), self.button, (self.slider, 1), self._steps)
        self.hide()

    @property
    def running(self) -> bool:
        """Whether colour is on the move."""
        return self._run.state() == QVariantAnimation.State.Running

    @property
    def shown(self) -> bool:
        """Whether there is a pour at all, running or not."""
        return self._pour is not None

    @property
    def last(self) -> float:
        """The time at which everything is coloured that ever will be, in steps."""
        return 0.0 if self._pour is None else self._pour.last

    def start(self, pour: Pour) -> None:
        """Let the colour of `pour` run from its beginning."""
        self._pour = pour
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
        if self._pour is None:
            return
        self._run.stop()
        self._pour = None
        self.hide()
        self.flowed.emit(None)

    def set_time(self, time: float) -> None:
        """Show the pour at `time` (in steps), standing still."""
        self._run.stop()
        self._at(time)
        self._dress()

    def _play(self, start: float) -> None:
        if self._pour is None:
            return
        self._run.stop()
        self._run.setStartValue(start)
        self._run.setEndValue(self.last)
        left = (self.last - start) / max(self.last, 1e-9)
        self._run.setDuration(max(1, round(1000 * self._pour.seconds * left)))
        self._run.start()
        self._dress()

    def _stop_or_go(self) -> None:
        if self.running:
            self.set_time(self.slider.value() / FINE)
        elif self.slider.value() >= self.slider.maximum():
            self._play(0.0)
        else:
            self._play(self.slider.value() / FINE)

    def _at(self, time: float) -> None:
        if self._pour is None:
            return
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(time * FINE))
        distances = self._pour.distances
        reached = int(np.count_nonzero((distances >= 0) & (distances < time)))
        position = self._pour.position
        place = "point" if position is None else place_word(position.game.board)
        self._steps.setText(counted(reached, place))
        self.flowed.emit(replace(self._pour, time=float(time)))

    def _dress(self) -> None:
        running = self.running
        self.button.setIcon(icon("pause" if running else "try"))
        self.button.setToolTip("Stop here" if running else "Go on")
