"""Mistakes that are retried, in a dock: which one, what was said of a try, how it went."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from model.phrases import counted
from viewer.learn.retry.retry_player import RetryPlayer
from viewer.learn.retry.retry_run import Result, RetryRun, mistake_words
from viewer.picture.words.review_words import given_away
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import State
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.prose import Answer, Prose, sentence
from viewer.widgets.row_button import RowButton

_CALLED: dict[Result, str] = {
    "": "not found", "first": "found at once", "later": "found", "shown": "shown to you",
}  # fmt: skip


class RetryPanel(controls.ScrolledPanel):
    """Shows how `viewer.learn.retry.retry_player.RetryPlayer` stands."""

    def __init__(self, scene: SceneView, player: RetryPlayer) -> None:
        super().__init__("Retry my mistakes")
        self._scene, self._player = scene, player
        self.title = controls.label("Retry my mistakes", "heading")
        self.whose = controls.combo("Whose mistakes are retried", [])
        self.whose.activated.connect(lambda: player.choose(self.whose.currentData()))
        self.progress = controls.label("", "muted")
        self.asked = Prose("What you have to find")
        self.answer = Answer()
        self.step = controls.label("")
        self.step.setWordWrap(True)
        self._build_buttons()
        self.rows = QWidget()
        self._rows = column_in(self.rows, 2)
        head = controls.row(self.progress)
        head.addWidget(self.whose)
        self.column.addWidget(self.title)
        self.column.addLayout(head)
        for widget in (self.asked, self.answer, self.step):
            self.column.addWidget(widget)
        self.column.addLayout(controls.row(self.before, self.play, self.after))
        self.column.addLayout(controls.row(self.hint, self.again, self.show_better))
        self.column.addWidget(self.rows)
        self.column.addLayout(controls.row(self.restart))
        self.column.addStretch(1)
        way = controls.row(self.end)
        way.addWidget(self.back)
        way.addWidget(self.next)
        self.column.addLayout(way)
        self.column.setSpacing(GAP)
        self._shown: object = None

    def _button(self, text: str, command: str, tip: str, role: str = "") -> QPushButton:
        return controls.button(text, lambda: self._scene.perform(command), tip, role)

    def _build_buttons(self) -> None:
        step = self._button
        self.before = step("Back a move", "play.previous", "The move before (,)", "small")
        self.play = step("Play", "explain.play-line", "Play the line, or stop it (P)", "small")
        self.after = step("Next move", "play.next", "The next move of the line (.)", "small")
        self.hint = step("Hint", "teach.hint", "Where to look, the place, the move (Ctrl+I)")
        self.again = step("Try again", "teach.again", "Back to the position (Ctrl+R)")
        self.show_better = controls.button(
            "Show the move", self._player.show_better, "Play the better move and what follows"
        )
        self.restart = controls.button(
            "Once more", self._player.restart, "Begin with the first mistake again"
        )
        self.end = step("End", "play.retry", "Back to the game (Ctrl+Alt+R)", "quiet")
        self.back = step("Back", "teach.back", "The mistake before (Ctrl+Left)")
        self.next = step("Next", "teach.next", "The next mistake (Ctrl+Right)")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back to the position from the buttons, too, as it does over the scene."""
        if event.key() == Qt.Key.Key_Escape and self._player.is_away:
            self._player.again()
        else:
            super().keyPressEvent(event)

    def changed(self, old: State, new: State) -> None:
        """Show the mistake that is retried."""
        run, document = self._player.run, new.document
        if run is None or document is None:
            return
        self._show_whose(run)
        number = len(run.mistakes)
        self.progress.setText(
            counted(number, "mistake") if run.is_over else f"{run.at + 1} of {number}"
        )
        if run.is_over:
            self.asked.say(f"**{run.summary}**")
        else:
            self.asked.say(_asked(run))
        self._show_answer(run)
        self._show_buttons(run)
        self._show_rows(run)

    def _show_whose(self, run: RetryRun) -> None:
        sides = list(dict.fromkeys(one.side for one in run.all))
        entries = [(f"{side.capitalize()}'s mistakes", side) for side in sides]
        if len(sides) > 1:
            entries.append(("Both sides' mistakes", ""))
        if [self.whose.itemText(k) for k in range(self.whose.count())] != [t for t, _ in entries]:
            controls.fill_combo(self.whose, entries)
        controls.set_combo(self.whose, run.side)
        self.whose.setVisible(len(entries) > 1)

    def _show_answer(self, run: RetryRun) -> None:
        if run.busy == "move":
            self.answer.say(f"Looking at {run.trying} …")
        elif run.busy:
            self.answer.say("Looking for a hint …")
        else:
            hint = run.step
            said = run.said if hint is None else sentence(hint.text)
            self.answer.say(said, run.tone if hint is None else "hint")
        told = self._player.explained if run.line is not None else None
        self.step.setText("" if told is None else sentence(told.text))
        self.step.setVisible(run.line is not None)

    def _show_buttons(self, run: RetryRun) -> None:
        scene = self._scene.take_focus
        over, line = run.is_over, run.line
        asks = not over and not run.stands_found and not run.shows_better
        shown = {
            self.before: line is not None,
            self.play: line is not None,
            self.after: line is not None,
            self.hint: asks and not run.stands_wrong,
            self.again: not over and self._player.is_away,
            self.show_better: asks,
            self.restart: over,
            self.next: not over,
        }
        for button, is_shown in shown.items():
            controls.show_if(button, is_shown, scene)
        self.play.setText("Stop" if line is not None and line.plays else "Play")
        controls.enable_if(self.back, bool(run.at), scene)
        self.next.setText("Next" if run.at + 1 < len(run.mistakes) else "How it went")
        controls.set_role(self.again, "primary" if run.stands_wrong else "")
        controls.set_role(self.next, "" if asks else "primary")
        self.end.setText("Back to the game")
        controls.set_role(self.end, "primary" if over else "quiet")

    def _show_rows(self, run: RetryRun) -> None:
        """The mistakes with what became of them, at the end."""
        shown = (run.mistakes, run.results, run.is_over)
        if shown == self._shown:
            return
        self._shown = shown
        controls.empty(self._rows)
        self.rows.setVisible(run.is_over)
        if not run.is_over:
            return
        for number, mistake in enumerate(run.mistakes):
            result = _CALLED[run.result_of(number)]
            text = f"{mistake_words(mistake)}   {mistake.side.capitalize()}: {result}"
            button = RowButton("", text, "Retry this one")
            button.clicked.connect(self._goes_to(number))
            self._rows.addWidget(button)

    def _goes_to(self, number: int) -> Callable[[], None]:
        return lambda: self._player.go_to(number)


def _asked(run: RetryRun) -> str:
    mistake = run.mistake
    played = f"Move {mistake.ply}, {mistake.move} {mistake.grade}: {given_away(mistake)}."
    return f"{played}\n\n**Find a better move for {mistake.side.capitalize()}.**"
