"""What is asked of the puzzle generator: the game, the goal, lengths, how many, from where."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QFormLayout, QPushButton, QWidget

from model.contract.game import Game
from model.puzzles.request import PuzzleRequest
from viewer.games.registry import options_in_words
from viewer.widgets import controls
from viewer.widgets.appearance.text_scale import keep_wide
from viewer.widgets.appearance.theme import GAP

KINDS = (
    ("Threats to stop", "parry"),
    ("The only move", "only"),
    ("Any of these", "any"),
)
"""What may be wanted beside the goals of the game."""
CHOSEN = (
    ("A win against every answer", "win"),
    ("The answer to a known choice", "known"),
    ("Any of these", "any"),
)
"""The same where both sides choose at once."""
SOURCES = (
    ("Played and random positions", "both"),
    ("Played positions", "played"),
    ("Random positions", "random"),
)


class PuzzleRequestForm(QWidget):
    """Fields for a `PuzzleRequest`.

    Attributes
    ----------
    game
        What puzzles are made of; `other` is the button that asks for another.
    minutes
        How long the generator may take.
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(2 * GAP)
        form.setVerticalSpacing(GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.name = controls.label("")
        self.name.setWordWrap(True)
        self.other = QPushButton("Change…")
        self.other.setToolTip("Another game, or other options")
        # Below: in a line with a button Qt gives it the height of another width.
        form.addRow("Game", self.name)
        form.addRow("", controls.row(self.other))
        self.kind = controls.combo("What the puzzle asks", ())
        form.addRow("Task", self.kind)
        self._add_length(form)
        self._add_amount(form)
        self.source = controls.combo("Source of the positions", SOURCES)
        form.addRow("From", self.source)
        self.bare = QCheckBox("Remove every piece that is not needed")
        self.bare.setChecked(True)
        form.addRow("", self.bare)
        self.seed = controls.number_box("Seed", 0, 999_999)
        keep_wide(self.seed, 80)
        self.seed.setToolTip("The same seed and settings give the same puzzles")
        same = controls.label("the same seed gives the same puzzles", "muted")
        form.addRow("Seed", controls.row(self.seed, same))
        self.show_game(game)

    def _add_length(self, form: QFormLayout) -> None:
        self.unit = controls.label("own moves", "muted")
        self.shortest = controls.number_box("Moves at least", 1, 9)
        self.longest = controls.number_box("Moves at most", 1, 9)
        self.longest.setValue(3)
        self.shortest.setValue(2)
        self.shortest.valueChanged.connect(
            lambda n: self.longest.setValue(max(n, self.longest.value()))
        )
        self.longest.valueChanged.connect(
            lambda n: self.shortest.setValue(min(n, self.shortest.value()))
        )
        for box in (self.shortest, self.longest):
            keep_wide(box, 56)
        form.addRow(
            "Length",
            controls.row(
                self.shortest,
                controls.label("to", "muted"),
                self.longest,
                self.unit,
            ),
        )

    def _add_amount(self, form: QFormLayout) -> None:
        self.count = controls.number_box("How many", 1, 200)
        self.count.setValue(10)
        keep_wide(self.count, 56)
        self.minutes = controls.number_box("Minutes at most", 1, 600)
        self.minutes.setValue(5)
        keep_wide(self.minutes, 56)
        form.addRow(
            "How many",
            controls.row(
                self.count,
                controls.label("within", "muted"),
                self.minutes,
                controls.label("minutes", "muted"),
            ),
        )

    def show_game(self, game: Game) -> None:
        """Make puzzles of `game`."""
        self.game = game
        at_once = game.kind.hides
        goals = ((goal.wanted, goal.name) for goal in game.kind.goals)
        offered = CHOSEN if at_once else (*goals, *KINDS)
        if [self.kind.itemData(row) for row in range(self.kind.count())] != [
            value for _, value in offered
        ]:
            controls.fill_combo(self.kind, offered)
        self.unit.setText("commands and passes of the answer" if at_once else "own moves")
        self.bare.setVisible(not at_once)
        self.name.setText(f"{game.kind.title}\n{options_in_words(game)}".strip())

    @property
    def request(self) -> PuzzleRequest:
        """What the fields say."""
        return PuzzleRequest(
            self.game,
            self.count.value(),
            self.shortest.value(),
            self.longest.value(),
            self.kind.currentData(),
            self.source.currentData(),
            self.seed.value(),
            self.bare.isChecked(),
        )
