"""What floats over the scene, and where: compass, chips, hover line, notice, buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from model.records.view import View
from viewer.picture.colouring import Legend
from viewer.session.session import Session
from viewer.widgets.chip import HoverLine
from viewer.widgets.theme import GAP
from viewer.window.scene_view.colour_legend import ColourLegend
from viewer.window.scene_view.compass import Compass
from viewer.window.scene_view.step_buttons import StepButtons
from viewer.window.scene_view.view_chips import ViewChips


class Floating:
    """The widgets over a scene and their layout.

    Attributes
    ----------
    compass
        Top right: from where the camera looks.
    chips
        Top left: what is cut, peeled, layered and selected.
    line
        Bottom left: what a ball under the cursor would do.
    notice
        Bottom left: that the move shown is hidden.
    legend
        Top right, below the compass: what the colours of pieces mean.
    step_buttons
        Bottom right: steps of a move that are no sites.
    """

    def __init__(self, session: Session, parent: QWidget, height: Callable[[], int]) -> None:
        """Make them over `parent`, as far down as `height` says."""
        self._parent, self._height = parent, height
        self._plain = False
        self._bars: list[QWidget] = []
        self.compass = Compass(parent)
        self.chips = ViewChips(session, parent)
        self.line = HoverLine(parent)
        self.notice = HoverLine(parent)
        self.legend = ColourLegend(parent)
        self.step_buttons = StepButtons(parent)
        self.step_buttons.resized.connect(self.lay_out)

    # -- what they show ----------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a sentence in the hover line, until the next one."""
        self.line.say(sentence)
        self.lay_out()

    def show_view(self, view: View) -> None:
        """Follow the camera, and what the view hides and selects."""
        self.compass.set_camera(view.camera)
        self.chips.show(view)
        self.lay_out()

    def show_legend(self, legend: Legend | None) -> None:
        """Say what the colours of pieces mean, in a presentation too; None: nothing to say."""
        if self.legend.show_legend(legend):
            self.lay_out()

    def set_plain(self, plain: bool, view: View | None) -> None:
        """Show nothing but bars and step buttons (a presentation does so), or all again."""
        self._plain = plain
        self.compass.setVisible(not plain)
        self.chips.set_away(plain)
        self.line.away = self.notice.away = plain
        if view is not None:
            self.chips.show(view)
        self.notice.say("")
        self.lay_out()

    def add_bar(self, bar: QWidget) -> None:
        """Let a bar of tools stand at the bottom right whenever it is shown."""
        bar.setParent(self._parent)
        self._bars.append(bar)
        bar.hide()
        self.lay_out()

    # -- where they lie ----------------------------------------------------------------------

    def raise_all(self) -> None:
        """Bring them over the scene."""
        self.chips.raise_()
        widgets = (self.compass, self.line, self.notice, self.step_buttons, self.legend)
        for widget in widgets:
            widget.raise_()
        self.lay_out()

    def covered(self) -> tuple[int, int, int]:
        """Return how high the lower edge is covered, and width and height of what is in the corner.

        What comes and goes there counts always: the board would jump else.
        """
        if self._plain:
            return 0, 0, 0
        edge = int(1.5 * GAP)
        below = max(self.line.sizeHint().height(), self.step_buttons.sizeHint().height())
        corner = self.compass.size()
        return below + edge, corner.width() + edge, corner.height() + edge

    def lay_out(self) -> None:
        """Put everything in its place again."""
        width, height, edge = self._parent.width(), self._height(), int(1.5 * GAP)
        self.compass.move(width - self.compass.width() - edge, edge)
        self.chips.lay_out(edge, edge, self.compass.x() - edge)
        under = edge if self._plain else self.compass.y() + self.compass.height() + GAP
        self.legend.move(max(edge, width - self.legend.width() - edge), under)
        self._lay_out_right(width - edge, height - edge, width - 2 * edge)
        self._lay_out_left(edge, height - edge, width - 2 * edge)

    def _lay_out_right(self, right: int, bottom: int, room: int) -> None:
        """The step buttons, and the bars over them."""
        size = self.step_buttons.sizeHint()
        self.step_buttons.setGeometry(
            right - size.width(), bottom - size.height(), size.width(), size.height()
        )
        if not self.step_buttons.isHidden():
            bottom -= size.height() + GAP
        for bar in self._bars:
            if not bar.isHidden():
                bar.adjustSize()
                width = min(bar.sizeHint().width(), room)
                bar.setGeometry(right - width, bottom - bar.height(), width, bar.height())
                bar.raise_()
                bottom -= bar.height() + GAP

    def _lay_out_left(self, left: int, bottom: int, room: int) -> None:
        """The hover line, and the notice over it."""
        _put(self.line, left, bottom, room)
        # Above where the hover line comes and goes, so that nothing jumps.
        bottom -= self.line.sizeHint().height() + GAP // 2
        _put(self.notice, left, bottom, room)


def _put(line: HoverLine, left: int, bottom: int, room: int) -> None:
    if not line.isHidden():
        size = line.sizeHint()
        line.setGeometry(left, bottom - size.height(), min(size.width(), room), size.height())
