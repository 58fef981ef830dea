"""From where the moves that lead to a step are played when it is shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from model.records.lesson import Step
from model.records.record import Record, leading_to
from viewer.learn.lessons.lesson_edits import Steps
from viewer.panels.author.lesson_text import place_of
from viewer.widgets import controls
from viewer.widgets.text_fields import Go


class StartBox(QComboBox):
    """Lists the positions before that of a step, with the steps that show them.

    Signals
    -------
    chosen(object, object)
        A node, None: the moves are not played; and the go through the list.
    """

    chosen = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        controls.calm_wheel(self)
        self.setAccessibleName("Play the moves from")
        self.setToolTip("Play the moves that lead to this position when the step is shown")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self._offered: tuple[tuple[str, int | None], ...] = ()
        # Going through the list by the arrow keys is one edit.
        self._go = Go(self)
        self.activated.connect(lambda _: self.chosen.emit(self.currentData(), self._go.on()))

    def show_start(self, record: Record, steps: Steps, step: Step) -> None:
        """Show from where the moves of a step are played; nothing is emitted."""
        offered = tuple(starts_of(record, steps, step))
        if offered != self._offered:
            self._offered = offered
            controls.fill_combo(self, offered)
        controls.set_combo(self, step.since)


def starts_of(record: Record, steps: Steps, step: Step) -> list[tuple[str, int | None]]:
    """Return what can be chosen for a step, in words, with the node or None.

    Moves are played from what was set up last at the earliest.
    """
    shown: dict[int, int] = {}
    for number, other in enumerate(steps, start=1):
        shown.setdefault(other.node, number)
    leading = [] if record.nodes[step.node].setup else leading_to(record, step.node)
    last = max((at for at, node in enumerate(leading) if record.nodes[node].setup), default=0)
    leading = leading[last:]
    found: list[tuple[str, int | None]] = [("shown without moves", None)]
    if step.since is not None and step.since not in leading:
        found.append((f"played from {place_of(record, step.since)}", step.since))
    for ply, node in enumerate(leading):
        # Said of each without going back to the start: a game may have thousands of moves.
        if ply:
            words = f"played after move {ply}, {record.nodes[node].move}"
        else:
            words = f"played from {place_of(record, node)}"
        found.append((words + (f" (step {shown[node]})" if node in shown else ""), node))
    return found
