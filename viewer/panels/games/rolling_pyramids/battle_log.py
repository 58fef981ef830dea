"""The Battles dock: bombs and battles of a round one by one, with their arithmetic."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.phrases import counted
from viewer.games.rolling_pyramids.game_view import round_words
from viewer.panels.games.stage_log import Entry, StageLog
from viewer.picture.words.move_stages import MoveStage
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Session

MEETS = "meets"
"""The cause of the note that begins a battle."""


class BattleLog(StageLog):
    """The last deployment up to the move on show, and what came of it."""

    before_all = "Before the units go"
    after_all = "After the last battle"
    nothing = (
        "When all have chosen where their units go, this shows the battles one by one, "
        "with their arithmetic."
    )
    spoken = "What happened when the units went out"

    def is_told(self, stages: Sequence[MoveStage]) -> bool:
        """Tell whether deployments were revealed."""
        return any(event.kind == "reveal" for stage in stages for event in stage.events)

    def heading_of(self, document: Document, node: int) -> str:
        """Say the round, and how many battles there were."""
        position = self.before(document, node)
        assert isinstance(position, RollingPyramidsPosition)
        stages = self.stages_of(document, node)
        battles = sum(note.cause == MEETS for stage in stages for note in stage.notes)
        return f"{round_words(position)}: {counted(battles, 'battle')}"

    def entries_of(self, stages: Sequence[MoveStage]) -> list[Entry]:
        """Return every note; battles are counted."""
        number, entries = 0, []
        for stage in stages:
            for note in stage.notes:
                text = str(note.reason)
                text = text[:1].upper() + text[1:]
                if note.cause == MEETS:
                    number += 1
                    text = f"Battle {number} on {text}"
                entries.append((text, stage.number))
        return entries


def make_panel(session: Session, scene: SceneView) -> QWidget:
    """Return what stands in the Battles dock."""
    return BattleLog(session, scene)
