"""A small picture of what an export will write, made by the same command line meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter

from model.records.files import Collection, FileError
from viewer.export.export_run import ExportRun
from viewer.export.offers import Held, Offer

PAUSE = 250
"""Milliseconds without another choice before it is made."""
CHECK = 8
"""Pixels of a square of the pattern behind what is transparent."""


class ExportPreview(QObject):
    """Makes previews, one at a time: the last choice is the one that counts.

    Signals
    -------
    asked
        What was made shows something else now.
    made(QImage)
        What will be written, on squares where nothing is; of several items the first.
    """

    asked = Signal()
    made = Signal(QImage)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: tuple[Offer, str, tuple[str, ...]] | None = None
        self._run: ExportRun | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._start)

    def ask(self, offer: Offer, suffix: str, options: Sequence[str]) -> None:
        """Ask for the preview of an export; nothing happens where it is the one shown."""
        wanted = (offer, suffix, tuple(options))
        if wanted != self._wanted:
            self._wanted = wanted
            self._pause.start()
            self.asked.emit()

    def forget(self) -> None:
        """Make none any more: something else is chosen, or the dialog closes."""
        self._wanted = None
        self._pause.stop()
        self._end()

    def _start(self) -> None:
        self._end()
        if self._wanted is None:
            return
        offer, suffix, options = self._wanted
        run = self._run = ExportRun(self)
        run.ended.connect(self._ended)
        try:
            self._folder = TemporaryDirectory(prefix="pyramidion-", ignore_cleanup_errors=True)
            path = Path(self._folder.name) / f"preview{suffix}"
            run.start(replace(offer, held=lambda: _first(offer)), path, options)
        except (FileError, OSError):  # which is said when it is exported
            self._end()

    def _ended(self, written: bool, text: str) -> None:
        run = self._run
        if run is not None and run.output is not None and written:
            image = _read(run.output)
            if not image.isNull():
                self.made.emit(_on_squares(image))
        self._end()

    def _end(self) -> None:
        run, self._run = self._run, None
        if run is not None:
            run.close()
            run.deleteLater()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def _first(offer: Offer) -> Held:
    """What is offered, or the first of several items."""
    held = offer.held()
    return held.items[0] if isinstance(held, Collection) and held.items else held


def _read(path: Path) -> QImage:
    if path.suffix != ".svg":
        return QImage(str(path))
    from PySide6.QtSvg import QSvgRenderer

    drawing = QSvgRenderer(str(path))
    size = drawing.defaultSize().scaled(QSize(840, 460), Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)  # the paper it is meant for
    painter = QPainter(image)
    drawing.render(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    return image


def _on_squares(image: QImage) -> QImage:
    """An image on the pattern that stands for nothing."""
    if not image.hasAlphaChannel():
        return image
    made = QImage(image.size(), QImage.Format.Format_RGB32)
    made.fill(QColor("#FFFFFF"))
    painter = QPainter(made)
    for top in range(0, image.height(), CHECK):
        for left in range((top // CHECK % 2) * CHECK, image.width(), 2 * CHECK):
            painter.fillRect(left, top, CHECK, CHECK, QColor("#D9DDE2"))
    painter.drawImage(0, 0, image)
    painter.end()
    return made
