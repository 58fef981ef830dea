"""The puzzles a generator has made, in a list: a picture of each, and a tick for those to keep."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from model.puzzles.generated import GeneratedPuzzle
from model.puzzles.wording import asked, difficulty
from model.records.views.view import Camera
from viewer.picture.flat.miniature import miniature_of
from viewer.widgets.thumbnail import list_icon, pixmap

PICTURE = QSize(72, 54)


class MadePuzzles(QListWidget):
    """A line a puzzle; Space, a click on its box or Delete takes one out of what is kept.

    Signals
    -------
    chosen
        Other puzzles are kept now.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._made: list[GeneratedPuzzle] = []
        self._icons: dict[str, QIcon] = {}
        self.setAccessibleName("Generated puzzles; the ticked ones are saved")
        self.setIconSize(PICTURE)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.itemChanged.connect(lambda _: self.chosen.emit())

    def clear(self) -> None:
        """Forget all of them."""
        super().clear()
        self._made.clear()
        self._icons.clear()

    def add(self, made: GeneratedPuzzle) -> None:
        """Show one more at the end, ticked."""
        self._append(made, kept=True)

    def put_in_order(self, made: tuple[GeneratedPuzzle, ...]) -> None:
        """Show these instead; what was taken out before stays so."""
        kept = {str(one.position) for one in self.kept}
        out = {str(one.position) for one in self._made} - kept
        super().clear()
        self._made.clear()
        for one in made:
            self._append(one, kept=str(one.position) not in out)

    @property
    def current(self) -> GeneratedPuzzle | None:
        """The one that is looked at."""
        row = self.currentRow()
        return self._made[row] if 0 <= row < len(self._made) else None

    @property
    def kept(self) -> tuple[GeneratedPuzzle, ...]:
        """Those that are ticked."""
        return tuple(
            made
            for row, made in enumerate(self._made)
            if self.item(row).checkState() == Qt.CheckState.Checked
        )

    def _append(self, made: GeneratedPuzzle, *, kept: bool) -> None:
        said = asked(made.position, made.puzzle.stipulation).removesuffix(".")
        item = QListWidgetItem(self._icon(made), f"{said} · {difficulty(made.puzzle)}")
        item.setSizeHint(QSize(200, PICTURE.height() + 10))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if kept else Qt.CheckState.Unchecked)
        self._made.append(made)
        self.addItem(item)

    def _icon(self, made: GeneratedPuzzle) -> QIcon:
        key = str(made.position)
        if key not in self._icons:
            shown = miniature_of(made.position)
            picture = pixmap(shown, Camera(), PICTURE, self.devicePixelRatioF())
            self._icons[key] = list_icon(picture)
        return self._icons[key]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the current one out with Delete; QListWidget ticks with Space."""
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Delete and item is not None:
            item.setCheckState(Qt.CheckState.Unchecked)
        else:
            super().keyPressEvent(event)
