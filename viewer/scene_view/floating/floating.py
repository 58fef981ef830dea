"""What floats over the scene, and where: compass, chips, hover line, notice, buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from viewer.picture.compose.colouring import Legend
from viewer.scene.pane import Covered, areas
from viewer.scene_view.floating.depth_bar import DepthBar
from viewer.scene_view.floating.dice_tray import DiceTray
from viewer.scene_view.floating.end_panel import EndPanel
from viewer.scene_view.floating.over_half import OverHalf
from viewer.scene_view.floating.step_buttons import StepButtons
from viewer.session.document.document import Document
from viewer.session.session import Session
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.chip import HoverLine
from viewer.widgets.prose import begun

if TYPE_CHECKING:
    from viewer.scene_view.floating.annotation_bar import AnnotationBar


class Floating:
    """The widgets over a scene and their layout.

    Attributes
    ----------
    halves
        What lies over each half of the scene: its compass, chips and name. Most scenes have one.
    look_from
        Called with the name of a view when a compass is clicked.
    line
        Bottom left: what a ball under the cursor would do.
    notice
        Bottom left: that the move shown is hidden.
    step_buttons
        Bottom right: steps of a move that are no sites.
    dice
        At the top: what the last roll showed.
    end
        At the lower edge: how the game ended.
    depth
        Beside the mouse: what lies behind one another there.
    """

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        height: Callable[[], int],
        perform: Callable[[str], object],
    ) -> None:
        """Make them over `parent`, as far down as `height` says; `perform` runs a command."""
        self._session, self._parent, self._height = session, parent, height
        self._perform = perform
        self._plain = False
        self._share = 0.5
        self._bars: list[AnnotationBar] = []
        self.look_from: Callable[[str], None] = lambda name: None
        self.halves = [self._half(0)]
        self.line = HoverLine(parent)
        self.notice = HoverLine(parent)
        self.step_buttons = StepButtons(parent)
        self.dice = DiceTray(parent)
        self.end = EndPanel(parent, perform)
        self.depth = DepthBar(parent)
        self.end.resized.connect(self.lay_out)
        self.step_buttons.resized.connect(self.lay_out)

    def _half(self, number: int) -> OverHalf:
        half = OverHalf(
            self._session, self._parent, number, lambda name: self.look_from(name), self._perform
        )
        half.legend.resized.connect(self.lay_out)
        return half

    # -- what they show ----------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a sentence in the hover line, until the next one."""
        self.line.say(begun(sentence))
        self.lay_out()

    def show_views(self, document: Document) -> None:
        """Follow the cameras, and what each View of a document hides and selects."""
        while len(self.halves) > len(document.views):
            self.halves.pop().close()
        while len(self.halves) < len(document.views):
            self.halves.append(self._half(len(self.halves)))
        for half in self.halves:
            half.show(document, plain=self._plain)
        self.lay_out()

    def show_legends(self, legends: tuple[Legend | None, ...]) -> bool:
        """Say what the colours mean in each half, in a presentation too; whether that is new."""
        changed = [
            half.legend.show_legend(legend)
            for half, legend in zip(self.halves, legends, strict=False)
        ]
        if any(changed):
            self.lay_out()
        return any(changed)

    def set_plain(self, plain: bool, document: Document) -> None:
        """Show nothing but bars and step buttons (a presentation does so), or all again."""
        self._plain = plain
        self.line.away = self.notice.away = plain
        self.end.put_away(plain)
        if not document.is_placeholder:
            self.show_views(document)
        self.notice.say("")
        self.lay_out()

    def add_bar(self, bar: AnnotationBar) -> None:
        """Let a bar of tools stand at the bottom right whenever it is shown."""
        bar.setParent(self._parent)
        self._bars.append(bar)
        bar.hide()
        bar.resized.connect(self.lay_out)
        self.lay_out()

    # -- where they lie ----------------------------------------------------------------------

    def raise_all(self) -> None:
        """Bring them over the scene."""
        for half in self.halves:
            half.raise_()
        for widget in (self.line, self.notice, self.step_buttons, self.dice, self.end):
            widget.raise_()
        self.lay_out()

    def covered(self) -> tuple[Covered, ...]:
        """Return of each half what lies over it: at its lower edge, in its corner, at its top.

        What comes and goes there counts always: the board would jump else. Over an undivided scene
        chips lie beside the apex; a half is too narrow for that.
        """
        if self._plain:
            return (Covered(),) * len(self.halves)
        edge, below = int(1.5 * GAP), self._below()
        below += sum(GAP + bar.height() for bar in self._bars if not bar.isHidden())
        divided = len(self.halves) > 1
        rolls = self._session.position.game.kind.rolls
        dice = edge + self.dice.sizeHint().height() if rolls else 0
        covered = []
        for half in self.halves:
            corner = half.corner() + edge if half.corner() else 0
            above = max(half.strip(edge) if divided else 0, dice)
            covered.append(Covered(below + edge + half.legend_strip, corner, corner, above))
        return tuple(covered)

    def _below(self) -> int:
        """Height of what comes and goes at the lower edge."""
        below = max(self.line.line_height, self.step_buttons.sizeHint().height())
        return below if self.end.isHidden() else below + GAP + self.end.height()

    def divide(self, share: float) -> None:
        """Give the first of two halves so much of the scene."""
        self._share = share
        self.lay_out()

    def paint_legends(self, image: QImage) -> None:
        """Paint what the colours mean into a picture of the scene: never under the compass."""
        with QPainter(image) as painter:  # in logical pixels, as the image has its ratio
            for half in self.halves:
                if not half.legend.isHidden():
                    place = half.legend.pos()
                    if not half.legend_strip:
                        place.setY(half.compass.y())
                    flags = QWidget.RenderFlag.DrawChildren
                    half.legend.render(painter, place, QRegion(), flags)

    def lay_out(self) -> None:
        """Put everything in its place again."""
        width, height, edge = self._parent.width(), self._height(), int(1.5 * GAP)
        places = areas(len(self.halves), width, height, self._share)
        for half, area in zip(self.halves, places, strict=True):
            half.lay_out(area, edge, self._below() + edge)
        self.dice.adjustSize()
        beside = width - self.halves[-1].corner() - GAP - self.dice.width()
        self.dice.move(max(edge, min((width - self.dice.width()) // 2, beside)), edge)
        if not self.end.isHidden():
            size = self.end.fit(width - 2 * edge)
            bottom = height - edge - self.line.line_height - GAP // 2
            self.end.setGeometry(
                (width - size.width()) // 2, bottom - size.height(), size.width(), size.height()
            )
        self._lay_out_right(width - edge, height - edge, width - 2 * edge)
        self._lay_out_left(edge, height - edge, width - 2 * edge)

    def _lay_out_right(self, right: int, bottom: int, room: int) -> None:
        """The step buttons, and the bars over them."""
        size = self.step_buttons.sizeHint()
        self.step_buttons.setGeometry(_from_corner(right, bottom, size))
        if not self.step_buttons.isHidden():
            bottom -= size.height() + GAP
        for bar in self._bars:
            if not bar.isHidden():
                free = partial(self._is_free, right, bottom)
                bar.fit(room, free)
                size = bar.size_in(room)
                bar.setGeometry(_from_corner(right, bottom, size))
                bar.raise_()
                bottom -= size.height() + GAP

    def _is_free(self, right: int, bottom: int, size: QSize) -> bool:
        """Whether nothing of a half lies where a bar of that size would, with its lower right."""
        place = _from_corner(right, bottom, size)
        over = [widget for half in self.halves for widget in half.widgets]
        return not any(one.isVisible() and one.geometry().intersects(place) for one in over)

    def _lay_out_left(self, left: int, bottom: int, room: int) -> None:
        """The hover line, beside step buttons and bars or above them, and the notice over it."""
        whole = room
        for widget in (self.step_buttons, *self._bars):
            if widget.isHidden() or widget.geometry().bottom() < bottom - self.line.line_height:
                continue
            beside = widget.x() - GAP - left
            if beside < max(whole // 2, min(whole, self.line.sizeHint().width())):
                bottom, room = widget.y() - GAP // 2, whole
            else:
                room = min(room, beside)
        _put(self.line, left, bottom, room)
        # Above where the hover line comes and goes, so that nothing jumps.
        high = self.line.line_height if self.line.isHidden() else self.line.height()
        _put(self.notice, left, bottom - high - GAP // 2, room)


def _from_corner(right: int, bottom: int, size: QSize) -> QRect:
    """Return the place of what ends at a lower right."""
    return QRect(right - size.width(), bottom - size.height(), size.width(), size.height())


def _put(line: HoverLine, left: int, bottom: int, room: int) -> None:
    if not line.isHidden():
        line.fit(room)
        line.move(left, bottom - line.height())
