"""Whom one plays against, who begins, and the clock: three small choices that are remembered."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QComboBox, QWidget

from model.contract.game import Game
from model.contract.hooks import ChoiceTime
from model.phrases import called, listed
from model.play.levels import HIGHEST, LOWEST, alike, described, level_of
from viewer.session.preferences import Preferences
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import combo, fill_combo, set_combo
from viewer.widgets.prose import plain_tip

NOBODY = "nobody"
SIDES = (("You begin", "first"), ("You move second", "second"), ("By turns", "turns"))
CLOCKS = ((0, 0), (3, 2), (5, 0), (10, 0), (15, 10), (30, 0), (60, 30))
"""Minutes a game and seconds a move that are offered; others come from the settings of a game."""
NO_CLOCK, EACH_CHOICE = "0+0", "each choice"


class OpponentChoice(QWidget):
    """Three combo boxes beside each other, below each other where there is no room.

    Attributes
    ----------
    opponent, side, clock
        The boxes.

    Signals
    -------
    picked
        Something was chosen; see `chosen`.
    """

    picked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._time: ChoiceTime | None = None
        self._chosen = Preferences()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP)
        self.opponent = combo("Opponent", opponents(()))
        self.side = combo("Who begins", SIDES)
        self.clock = combo("Clock", _clocks(0, 0))
        tips = (
            (self.opponent, "Level 1 is weakest, 10 strongest. Add other engines in Settings."),
            (self.side, "By turns: the other side than the last time"),
        )
        for box, tip in tips:
            box.setToolTip(plain_tip(tip))
        for box in (self.opponent, self.side, self.clock):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.activated.connect(lambda _: self._picked())
            self._row.addWidget(box)
        self._row.addStretch(1)

    def show_choice(self, chosen: Preferences) -> None:
        """Show what the preferences name."""
        names = [entry.name for entry in chosen.engines]
        fill_combo(self.opponent, opponents(names))
        usual = chosen.opponent if chosen.opponent in names else chosen.opponent_level
        set_combo(self.opponent, NOBODY if chosen.alone else usual)
        set_combo(self.side, chosen.own_side)
        self._chosen = chosen
        self._show_clock(on=chosen.choice_clock)

    def offer_levels(self, game: Game) -> None:
        """Say of each level what it sees in a game, where they are pointed at."""
        for at in range(self.opponent.count()):
            number = self.opponent.itemData(at)
            if isinstance(number, int):
                tip = plain_tip(described(level_of(game.kind, number)))
                self.opponent.setItemData(at, tip, Qt.ItemDataRole.ToolTipRole)

    def offer_sides(self, first: str, second: str) -> None:
        """Offer to be one of two sides by name, where both choose at once; "": who begins."""
        named = (
            (f"You are {called(first)}", "first"),
            (f"You are {called(second)}", "second"),
            SIDES[2],
        )
        chosen = self.side.currentData()
        fill_combo(self.side, named if first else SIDES)
        set_combo(self.side, chosen)

    def offer_time(self, time: ChoiceTime | None) -> None:
        """Offer the clock of a game that gives each choice its time; None: clocks for a game."""
        if time != self._time:
            on = self.times_choices if self._time is not None else self._chosen.choice_clock
            self._time = time
            self._show_clock(on=on)

    def _show_clock(self, *, on: bool) -> None:
        """Show the clocks that the game can have; `on`: the one for each choice is chosen."""
        if self._time is None:
            minutes = self._chosen.clock_minutes
            increment = self._chosen.clock_increment if minutes else 0
            fill_combo(self.clock, _clocks(minutes, increment))
            set_combo(self.clock, f"{minutes}+{increment}")
            tip = "Minutes each for the game, and seconds added after each move"
        else:
            offered: list[tuple[str, object]] = [("No clock", NO_CLOCK)]
            if self._time.seconds:
                offered.append((f"{self._time.seconds} s a turn", EACH_CHOICE))
            fill_combo(self.clock, offered)
            set_combo(self.clock, EACH_CHOICE if on and self._time.seconds else NO_CLOCK)
            tip = "The seconds are an option of the game"
        self.clock.setToolTip(plain_tip(tip))
        self._enable()

    @property
    def times_choices(self) -> bool:
        """Whether the clock for each choice is chosen."""
        return bool(self.clock.currentData() == EACH_CHOICE)

    @property
    def plays(self) -> bool:
        """Whether there is an opponent; else persons play."""
        return bool(self.opponent.currentData() != NOBODY)

    @property
    def preferred(self) -> dict[str, object]:
        """What was chosen, as preferences by their names."""
        who = self.opponent.currentData()
        if who == NOBODY:
            named: dict[str, object] = {"alone": True}
        elif isinstance(who, str):
            named = {"alone": False, "opponent": who}
        else:
            named = {"alone": False, "opponent": "", "opponent_level": who}
        named["own_side"] = self.side.currentData()
        if self._time is not None:
            return {**named, "choice_clock": self.times_choices}
        minutes, _, increment = str(self.clock.currentData()).partition("+")
        return {**named, "clock_minutes": int(minutes), "clock_increment": int(increment)}

    def fit(self, room: int) -> None:
        """Stand beside each other in so much width, else below each other."""
        for way in (QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom):
            self._row.setDirection(way)
            if self.sizeHint().width() <= room:
                break

    def _picked(self) -> None:
        self._enable()
        self.picked.emit()

    def _enable(self) -> None:
        self.side.setEnabled(self.plays)
        self.clock.setEnabled(self._time is None or self._time.seconds > 0)


def opponents(engines: Sequence[str]) -> list[tuple[str, object]]:
    """Return who can be chosen, as (text, value): levels as numbers, engines by their names."""
    levels: list[tuple[str, object]] = [(f"Level {n}", n) for n in range(LOWEST, HIGHEST + 1)]
    return [
        ("No computer: all at this screen", NOBODY),
        *levels,
        *((name, name) for name in engines),
    ]


def levels_alike(game: Game) -> str:
    """Return which levels were measured to play nearly alike on a board; "" for none."""
    runs: list[list[int]] = []
    for figure in alike(game):
        if not runs or runs[-1][1] != figure.level - 1:
            runs.append([figure.level - 1, figure.level])
        runs[-1][1] = figure.level
    named = [f"{a} {'and' if b == a + 1 else 'to'} {b}" for a, b in runs]
    return f"On this board levels {listed(named, 'and also')} play nearly alike." if named else ""


def _clocks(minutes: int, increment: int) -> list[tuple[str, object]]:
    """Return the clocks that are offered, and the chosen one, as (text, "minutes+seconds")."""
    offered = sorted({*CLOCKS, (minutes, increment)})
    return [(_clock_text(*control), "{}+{}".format(*control)) for control in offered]


def _clock_text(minutes: int, increment: int) -> str:
    if not minutes:
        return "No clock"
    return f"{minutes} min + {increment} s" if increment else f"{minutes} min"
