"""The Why dock: how the position stands and why, in facts or in what its game brings for that."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from model.contract.game import CHANCE, Position
from model.records.record import line_to
from viewer.analysis.advice import Advice
from viewer.analysis.analysis_service import AnalysisService
from viewer.analysis.values import ValueLookup
from viewer.games.facts import Fact
from viewer.games.game_view import Findings
from viewer.games.registry import End, end_of, explainer_of, game_view_of
from viewer.panels.why.cards import EngineCard, ValueCard
from viewer.panels.why.content import WhyContent, load_content
from viewer.panels.why.fact_lines import FactLines
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.widgets.controls import ScrolledPanel, label

HIDDEN = "Verdicts, costs and plans are hidden. Press H to see them again."
ASKED = "Verdicts, costs and plans are hidden until you complete the task. Press H to see them now."


class WhyPanel(ScrolledPanel):
    """Facts for games that have no more to say, else the content that the game names.

    Signals
    -------
    poured(Pour or None)
        The overlay of a running or scrubbed pour, for the scene.
    rule_wanted(str)
        The rules are to be shown at an anchor ("pyramid.md#end").
    """

    poured = Signal(object)
    rule_wanted = Signal(str)

    def __init__(
        self,
        session: Session,
        analysis: AnalysisService,
        scene: SceneView,
        advice: Advice,
        values: ValueLookup,
        preferences: Preferences,
    ) -> None:
        super().__init__("Why")
        self._session = session
        self._scene, self._preferences = scene, preferences
        self._analysis = analysis
        self._position: Position | None = None
        self._end: End | None = None
        self._contents: dict[str, WhyContent] = {}
        self.content: WhyContent | None = None
        self.engine = EngineCard(advice, scene.perform)
        self.certain = ValueCard(values)
        self._build()
        analysis.analyzed.connect(self._on_analysis)
        self.prefer(self._preferences)
        self.changed(session.whole())

    def _build(self) -> None:
        # By document: what its end shows, and what was shown before it.
        self._greeted: dict[int, tuple[str, str]] = {}
        self.note = label("", "muted", wraps=True)
        self.column.addWidget(self.note)
        self.facts = FactLines()
        self.facts.pointed.connect(self._scene.laid.light_sites)
        self.facts.rule.connect(self.rule_wanted)
        self.facts.wanted.connect(self._toggle)
        self.column.addWidget(self.facts)
        self.how_to_win = label("", wraps=True)
        self.column.addWidget(self.how_to_win)
        # Below: a card that comes or goes moves no row of the above.
        for card in (self.certain, self.engine):
            self.column.addWidget(card)
            card.came.connect(partial(self.show_whole, card))
        self.column.addStretch(1)

    # -- what it follows ---------------------------------------------------------------------

    @property
    def known(self) -> Findings | None:
        """What may be told of the position so far."""
        return self._analysis.known(self._position)

    def changed(self, change: Change) -> None:
        """Show the active document."""
        document, before = change.document, change.before
        position = None if document.is_placeholder else self._session.position_of(document)
        had, self._end = self._end, None
        if position is not None:
            self._end = end_of(document.record, document.node, position)
        if position is not self._position or position is None:
            self._position = position
            if self.content is not None:
                self.content.stop()
            self._analysis.analyze(position)
            self._choose_content()
            self._show()
            if before.key == document.key:
                self._leave_the_end(document)
                self._greet_the_end(before, document)
        elif self._end != had:
            self._show()  # its players have ended the game, or took that back
        elif not before.is_placeholder and before.view == document.view:
            return
        self._follow_view()

    def _follow_view(self) -> None:
        """Mark what the View shows."""
        if self.content is not None:
            self.content.follow_view()
        else:
            self.facts.choose(self._session.document.view.show)

    def _toggle(self, overlay: str) -> None:
        self._session.set_view(view_edits.show(self._session.document.view, overlay))

    def _choose_content(self) -> None:
        explainer = explainer_of(self._position)
        self.content = None
        if explainer is not None and explainer.panel:
            self.content = self._contents.get(explainer.panel)
            if self.content is None:
                made = load_content(explainer, self._session, self._scene)
                made.poured.connect(self.poured)
                made.grew.connect(self.show_whole)
                made.prefer(self._preferences)
                self._contents[explainer.panel] = self.content = made
                self.column.insertWidget(self.column.indexOf(self.facts), made)
        for content in self._contents.values():
            content.setVisible(content is self.content and not self._preferences.hide_verdicts)

    def _pass_focus_on(self) -> None:
        """Give the keyboard, when it comes, to what is seen: never to another game's content."""
        if self._preferences.hide_verdicts:
            self.setFocusProxy(self.note)
        elif self.content is None:
            self.setFocusProxy(self.facts)
        else:
            self.setFocusProxy(self.content.focusProxy() or self.content)

    def _greet_the_end(self, before: Document, document: Document) -> None:
        """When a move has just ended the game, show what won it at once."""
        position = self._session.position_of(document)
        if position.outcome is None or self._preferences.hide_verdicts:
            return
        explainer = explainer_of(position)
        show = "" if explainer is None else explainer.finale(position)
        played_now = document.record.nodes[document.node].parent == before.node
        if played_now and show:
            # A look of its own, after all that follows from the move.
            QTimer.singleShot(0, self, lambda: self._show_end(document.key, document.node, show))

    def _show_end(self, key: int, node: int, show: str) -> None:
        document = self._session.document
        if (document.key, document.node) == (key, node):
            self._greeted[key] = (show, document.view.show)
            self._session.set_view(replace(document.view, show=show))

    def _leave_the_end(self, document: Document) -> None:
        """Away from the end, take away what nobody asked for: there it would be the winner's plan.

        What was asked for before comes back.
        """
        key = document.key
        show, before = self._greeted.pop(key, ("", ""))
        if show and document.view.show == show:
            QTimer.singleShot(0, self, lambda: self._show_again(key, show, before))

    def _show_again(self, key: int, show: str, before: str) -> None:
        document = self._session.document
        if document.key == key and document.view.show == show:
            self._session.set_view(replace(document.view, show=before))

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences: palette, effects, hidden verdicts."""
        self._preferences = preferences
        for content in self._contents.values():
            content.prefer(preferences)
            if preferences.hide_verdicts:
                content.stop()
        self._show()
        self._follow_view()

    def close_down(self) -> None:
        """Stop what is running; the window calls it when it closes."""
        if self.content is not None:
            self.content.stop()

    def toggle_pour(self) -> None:
        """Pour from the corner chosen, or take the colour away."""
        document = self._session.document
        if self._preferences.hide_verdicts or document.is_placeholder:
            return
        if self.content is not None:
            self.content.toggle_pour()
        elif poured := self._poured(document.view.show):
            self._session.set_view(replace(document.view, show=poured))

    def _poured(self, show: str) -> str:
        """What is shown with colour poured from the corner chosen, or without; "" for nothing."""
        position, (kind, _, what) = self._position, show.partition("=")
        explainer = explainer_of(position)
        if explainer is None or position is None:
            return ""
        if kind == "pour":
            return f"corner={what}"
        if kind not in ("corner", "cost"):
            corner = next(iter(position.game.board.corners), "")
            what = f"{corner}:{position.to_move or position.game.players[0]}"
        return f"pour={what}" if explainer.pour(position, what) is not None else ""

    def act(self, name: str) -> None:
        """Do one of `Explainer.actions` with what is chosen; SessionError where it cannot be."""
        if self.content is not None and not self._preferences.hide_verdicts:
            self.content.act(name)

    # -- what is said ------------------------------------------------------------------------

    def _on_analysis(self) -> None:
        if self.known is not None and explainer_of(self._position) is not None:
            self._show()
            self._follow_view()

    def _show(self) -> None:
        position, content = self._position, self.content
        hidden = self._preferences.hide_verdicts
        self.note.setVisible(hidden and position is not None)
        exercise = self._session.exercise
        self.note.setText(ASKED if exercise is not None and exercise.asks else HIDDEN)
        if content is not None:
            content.setVisible(not hidden)
        self._show_how_to_win(position)
        self._pass_focus_on()
        self._show_facts(None if content is not None or hidden else position)
        if position is not None and content is not None and not hidden:
            content.show_analysis(position, self.known)

    def _show_how_to_win(self, position: Position | None) -> None:
        """Say how the game is won as long as nobody has moved: dice that fell are nobody's move."""
        begins = position is not None and position == position.game.start()
        document = self._session.document
        if position is not None and not begins:
            start, path = line_to(document.record, document.node)
            parents = (document.record[node].parent for node in path)
            rolled = bool(path) and all(self._session.mover_at(node) == CHANCE for node in parents)
            begins = rolled and start == str(position.game.start())
        said = game_view_of(position).how_to_win if begins and position is not None else ""
        self.how_to_win.setText(f"How to win: {said[:1].lower()}{said[1:]}")
        self.how_to_win.setVisible(bool(said))

    def _show_facts(self, position: Position | None) -> None:
        """What a game without content of its own has to tell; None: nothing."""
        self.facts.setVisible(position is not None)
        if position is None:
            return
        explainer = explainer_of(position)
        if explainer is None:
            facts = game_view_of(position).facts(position)
        else:
            facts = explainer.facts(position, self.known)
        if (end := self._end) is not None:
            last = Fact(end.sentence, end.winners[0] if len(end.winners) == 1 else "", strong=True)
            facts = (last, *(fact for fact in facts if not fact.ahead))
        self.facts.say(facts)

    # -- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (
            event.modifiers()
            in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
            and event.key() == Qt.Key.Key_Space
        ):
            self.toggle_pour()
            return
        super().keyPressEvent(event)
