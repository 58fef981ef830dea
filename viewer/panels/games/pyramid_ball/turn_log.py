"""The Turn dock: the last turn row by row; an entry shows the pitch as it was then."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from model.records.record import path_to
from viewer.panels.games.stage_log import Entry, StageLog
from viewer.picture.words.move_stages import MoveStage
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Session

MOVED = "the pieces carry out their orders"
_ROWS = {1: "Row 1", 2: "Row 2", 3: "Row 3", 4: "Dash"}


class TurnLog(StageLog):
    """The last turn up to the move on show."""

    before_all = "Before the turn"
    after_all = "After the turn"
    nothing = "When both have chosen, this shows what happens, row by row."
    spoken = "What happened in the turn"

    def is_told(self, stages: Sequence[MoveStage]) -> bool:
        """Tell whether rows of a turn were carried out."""
        return any(event.value == "row" for stage in stages for event in stage.events)

    def heading_of(self, document: Document, node: int) -> str:
        """Say which turn of the match it was."""
        turns = [
            other
            for other in path_to(document.record, node)
            if self.is_told(self.stages_of(document, other))
        ]
        return f"Turn {len(turns)}"

    def entries_of(self, stages: Sequence[MoveStage]) -> list[Entry]:
        """Return every note with its row, and rows that move without one."""
        entries: list[Entry] = []
        row = 0
        for stage in stages:
            row = next(
                (e.count for e in stage.events if e.kind == "count" and e.value == "row"), row
            )
            for note in stage.notes:
                where = _ROWS.get(row, "")
                text = str(note.reason)
                text = text[0].upper() + text[1:]
                entries.append((f"{where}: {text}" if where else text, stage.number))
            if not stage.notes and any(event.kind == "move" for event in stage.events):
                entries.append((f"{_ROWS.get(row, 'Then')}: {MOVED}", stage.number))
        return entries


def make_panel(session: Session, scene: SceneView) -> QWidget:
    """Return what stands in the Turn dock."""
    return TurnLog(session, scene)
