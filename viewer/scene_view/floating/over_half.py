"""What floats over one half of the scene: its name, a line where it is acted on, chips, compass."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from model.phrases import counted
from model.records.view import Peel, View
from viewer.picture.compose.first_look import from_home
from viewer.picture.visibility import view_edits
from viewer.picture.words.plane_names import cut_text, layers_end, plane_text
from viewer.scene_view.floating.compass import Compass
from viewer.session.document.document import Document
from viewer.session.document.split_view import facing, is_slice
from viewer.session.session import Session
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.chip import Chip
from viewer.widgets.colour_legend import ColourLegend

LINE = 3
"""Logical pixels of the line over the half that is acted on."""
NARROW = 800
"""Logical pixels: in a narrower scene the board comes near to what lies under the compass."""
WHOLE, HALF = 112, 84
"""Side of the compass over an undivided scene, and over a half or a narrow one."""
SMALL = 480
"""Logical pixels: over a narrower scene the compass is as small as over a half."""


class ViewChips:
    """The chips over a scene; each shows a part of the View and can end it.

    Parameters
    ----------
    session, parent
        Whose View they change, and what they lie over.
    act
        Called before a change: it makes the View they show the one that is acted on.
    perform
        Runs a command by its id.

    Attributes
    ----------
    away
        No chip is shown until they are wanted again.
    """

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        act: Callable[[], None],
        perform: Callable[[str], object],
    ) -> None:
        self._session, self._act = session, act
        self.away = False
        self.layer = self._chip(parent, lambda view: replace(view, layer=None))
        self.cut = self._chip(parent, view_edits.remove_cut)
        self.cut.add_button("flip", "Flip the cut", lambda: self._change(view_edits.flip_cut))
        self.peel = self._chip(parent, view_edits.unpeel)
        self.selected = self._chip(parent, lambda view: view_edits.select(view, ""))
        self.parts = self._chip(parent, lambda view: replace(view, parts=()))
        self.apart = self._chip(parent, lambda view: replace(view, explode=0.0))
        self.lens = Chip(parent)
        self.lens.closed.connect(act)
        self.lens.closed.connect(lambda: perform("view.lens"))  # it follows the pointer no more
        # Last what is named otherwise wherever the pointer goes: it moves no other chip.
        hiding = (self.layer, self.cut, self.peel, self.parts)
        self.all = (*hiding, self.apart, self.selected, self.lens)

    def _chip(self, parent: QWidget, end: Callable[[View], View]) -> Chip:
        chip = Chip(parent)
        chip.closed.connect(lambda: self._change(end))
        return chip

    def _change(self, change: Callable[[View], View]) -> None:
        self._act()
        if not self._session.is_empty:
            self._session.set_view(change(self._session.document.view))

    def show(self, view: View) -> None:
        """Say what `view` hides and selects."""
        if self.away:
            for chip in self.all:
                chip.say("")
            return
        layer, cut = view.layer, view_edits.active_cut(view)
        self.layer.say(
            f"Working layer: {plane_text(*layer)}" if layer else "", "Turn the working layer off"
        )
        more = f"  +{len(view.cuts) - 1}" if len(view.cuts) > 1 else ""
        self.cut.say(cut_text(cut) + more if cut else "", "Remove this cut")
        self.peel.say(peel_text(view.peel), "Remove all peels")
        self.parts.say(parts_text(view), "Show all of it")
        flat = "All levels on the base" if view.explode < 0 else ""
        self.apart.say("Levels apart" if view.explode > 0 else flat, "Put the levels back")
        self.lens.say(f"Lens on {view.lens}" if view.lens else "", "Turn the lens off")
        self.selected.say(f"Group on {view.selected}" if view.selected else "", "Deselect")

    def lay_out(self, left: int, top: int, beside: int, right: int, under: int) -> None:
        """Put the chips side by side from `left`, on further lines where they do not fit.

        A line ends at `beside`. A chip that is wider goes below `under`, where nothing lies on
        the right before `right`.
        """
        x, y = left, top
        for chip in self.all:
            if chip.isHidden():
                continue
            chip.fit(right - left)
            if x > left and x + chip.width() > beside:
                x, y = left, y + chip.height() + GAP // 2
            if x + chip.width() > beside:
                y = max(y, under)
            chip.move(x, y)
            x += chip.width() + GAP

    def raise_(self) -> None:
        """Bring the chips before the scene."""
        for chip in self.all:
            chip.raise_()


def parts_text(view: View) -> str:
    """Say what is faint and hidden: "Faint: Red, level 3; hidden: empty points", "" for nothing."""
    said = []
    for how in ("faint", "hidden"):
        names = [_part_name(part) for part, found in view.parts if found == how]
        if names:
            said.append(f"{how}: {', '.join(names)}")
    text = "; ".join(said)
    return text[:1].upper() + text[1:]


def _part_name(part: str) -> str:
    name, _, which = part.partition("=")
    named = {"player": which.capitalize(), "level": f"level {which}", "group": f"group on {which}"}
    return named.get(name, "empty points")


def peel_text(peel: Peel) -> str:
    """Say what is taken off and what alone is left: "Peeled: 2 shells, 1 off SW; only level 3"."""
    left = []
    if peel.levels is not None:
        low, high = peel.levels
        left.append(f"level {low}" if low == high else f"levels {low}–{high}")
    if peel.only:
        left.append(f"the group on {peel.only}")
    if peel.between is not None:
        left.append(f"moves {peel.between[0]}–{peel.between[1]}")
    off = ", ".join(
        counted(number, "shell") if name == "shell" else f"{number} off {layers_end(name)}"
        for name, number in peel.layers
    )
    said = [f"peeled: {off}"] if off else []
    if left:
        said.append(f"only {', '.join(left)}")
    text = "; ".join(said)
    return text[:1].upper() + text[1:]


class OverHalf:
    """The widgets over a half of the scene, or over all of it where that is not divided.

    Parameters
    ----------
    session, parent
        Whose Views are shown, and what they lie over.
    half
        0 the first, 1 the second.
    look_from
        Called with the name of a view the compass was clicked for, once this half is acted on.
    perform
        Runs a command by its id: those of the second half's name.

    Attributes
    ----------
    compass
        Top right: from where the camera looks.
    chips
        Top left: what is cut, peeled, layered and selected.
    legend
        What the colours of pieces mean: under the compass, in a narrow scene at its lower right, in
        a presentation top left and larger.
    legend_strip
        How much higher than what else lies at the lower edge the legend reaches there. It stays so
        as long as the View explains colours: an engine's heat comes and goes with every move.
    name, line
        Which half it is; and that it is acted on. Both only beside another half.
    """

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        half: int,
        look_from: Callable[[str], None],
        perform: Callable[[str], object],
    ) -> None:
        self._session, self._half, self._look_from = session, half, look_from
        self._plain = self._is_divided = self._is_small = False
        self._top = 0
        self.legend_strip = 0
        self.compass = Compass(parent)
        self.compass.chosen.connect(self._look)
        self.chips = ViewChips(session, parent, self._act, perform)
        self.legend = ColourLegend(parent)
        self.name = Chip(parent, closable=half > 0)
        if half:
            self.name.add_button(
                "turn", "Turn both views together", lambda: perform("view.turn-together")
            )
            self.name.add_button("layer", "Show a slice", lambda: perform("view.slice"))
            self.name.closed.connect(lambda: perform("view.second"))
        self.line = QWidget(parent)
        self.line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.line.setObjectName("ActedOn")
        self.line.hide()

    def _act(self) -> None:
        if not self._session.is_empty:
            self._session.turn_to(self._half)

    def _look(self, name: str) -> None:
        self._act()
        self._look_from(name)

    def show(self, document: Document, *, plain: bool) -> None:
        """Follow this half's View; `plain`: show nothing, as in a presentation."""
        second, view = document.second, document.views[self._half]
        name = "" if second is None or plain else self._name(document, view)
        board = self._session.position_of(document).game.board
        self.compass.set_board(board)
        self.compass.set_camera(from_home(view, board).camera)
        self.compass.setVisible(not plain and not self._is_face_on(document, view))
        self._is_divided = second is not None
        self._fit_compass()
        self.chips.away = plain
        self._plain = plain
        if not (view.colour != "player" or view.show in ("engine=heat", "engine=both")):
            self.legend_strip = 0
        self.legend.set_large(plain)
        self.chips.show(
            replace(view, layer=None, cuts=tuple(cut for cut in view.cuts if cut.to is None))
            if is_slice(view)
            else view
        )
        self.name.say(name, "Close the second view")
        self.line.setVisible(bool(name) and second is not None and second.half == self._half)

    def _name(self, document: Document, view: View) -> str:
        second = document.second
        link = "" if second is None else second.link
        if self._half == 0:
            return "First view"
        if link == "slice":
            return f"Slice: {plane_text(*view.layer)}" if view.layer is not None else "Slice"
        return "Linked view" if link == "turn" else "Second view"

    def _is_face_on(self, document: Document, view: View) -> bool:
        """Whether a slice is seen as it lies, its names at its rim: then no compass covers it."""
        if view.layer is None or not is_slice(view):
            return False
        board = self._session.position_of(document).game.board
        family = board.planes.get(view.layer[0])
        if family is None:
            return False
        along = facing(family)
        ways = {(camera.azimuth, camera.elevation) for camera in (along, view.camera)}
        return len(ways) == 1

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """All of it but the line."""
        return (self.compass, self.name, self.legend, *self.chips.all)

    def corner(self) -> int:
        """Side of what lies in the upper right corner, 0 for nothing."""
        return 0 if self.compass.isHidden() else self.compass.width()

    def strip(self, edge: int) -> int:
        """How far down its name, two lines of chips, the compass and the legend reach."""
        line = self.name.sizeHint().height() + GAP // 2
        low = max(3 * line + GAP // 2, self.corner())
        if not self.legend.isHidden():
            low = max(low, self.legend.geometry().bottom() + 1 - self._top - edge)
        return edge + low

    def raise_(self) -> None:
        """Bring all of it over the scene."""
        self.chips.raise_()
        for widget in (self.compass, self.name, self.line, self.legend):
            widget.raise_()

    def _fit_compass(self) -> None:
        self.compass.grow(HALF if self._is_divided or self._is_small else WHOLE)

    def lay_out(self, area: QRect, edge: int, below: int) -> None:
        """Put everything in its place in this part of the scene.

        `edge` is left free around it, and `below` is what others take at its lower edge.
        """
        self._top, self._is_small = area.top(), area.width() < SMALL
        self._fit_compass()
        left, top = area.left() + edge, area.top() + edge
        right = area.right() + 1 - edge
        self.compass.move(right - self.compass.width(), top)
        self.line.setGeometry(area.left(), area.top(), area.width(), LINE)
        under = top + (self.corner() + GAP if self.corner() else 0)
        beside = self.compass.x() - edge if self.corner() else right
        if not self.name.isHidden():
            self.name.fit(beside - left)
            if self.name.width() > beside - left:  # not even with a few letters: below the compass
                self.name.fit(right - left)
                top = under
            self.name.move(left, top)
            top += self.name.height() + GAP
        self.chips.lay_out(left, top, beside, right, under)
        if self._plain:  # the plan of a presentation is at the right
            self.legend.move(left, top)
        elif area.width() < NARROW and self.name.isHidden():
            # Under the compass it would lie over a corner of the board.
            low = area.bottom() + 1 - below
            self.legend.move(max(left, right - self.legend.width()), low - self.legend.height())
            if not self.legend.isHidden():
                self.legend_strip = self.legend.height() + GAP // 2
        else:
            self.legend_strip = 0
            self.legend.move(max(left, right - self.legend.width()), under)
            self._lower_legend()

    def _lower_legend(self) -> None:
        """Put the legend below the name and the chips that it would lie over."""
        place = self.legend.geometry()
        over = [chip for chip in (self.name, *self.chips.all) if not chip.isHidden()]
        for chip in sorted(over, key=lambda chip: chip.y()):
            if chip.geometry().intersects(place):
                place.moveTop(chip.y() + chip.height() + GAP // 2)
        self.legend.move(place.topLeft())

    def close(self) -> None:
        """Take all of it away."""
        for widget in (self.line, *self.widgets):
            widget.hide()
            widget.deleteLater()
