"""The chips over the scene: what is hidden, selected and apart, each with a way out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from model.phrases import counted
from model.records.view import Peel, View
from viewer.picture.visibility import view_edits
from viewer.picture.words.plane_names import cut_text, layers_end, plane_text
from viewer.session.session import Session
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.chip import Chip


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
