"""The Why dock: how the position stands and why, in facts or in what its game brings for that."""

from collections.abc import Callable
from functools import partial
from html import escape
from importlib import import_module

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from model.contract.game import CHANCE, Position
from model.phrases import counted, listed
from model.records.record import line_to
from model.search.move_values import MoveValues
from viewer.analysis.advice import Advice
from viewer.analysis.analysis_service import AnalysisService
from viewer.analysis.values import ValueLookup
from viewer.games.facts import Fact
from viewer.games.game_view import Explainer, Findings
from viewer.games.registry import (
    End,
    end_of,
    explainer_of,
    game_view_named,
    game_view_of,
    piece_colour,
    side_colour,
)
from viewer.picture.compose.overlays import counts
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.widgets.appearance.theme import GAP, active_theme, edge
from viewer.widgets.controls import (
    PlainLabel,
    ScrolledPanel,
    button,
    column_in,
    empty,
    fill,
    label,
    row,
    say,
    show_if,
)
from viewer.widgets.painting import smooth
from viewer.widgets.prose import plain_tip, sentence

# What the Why dock shows of a game that explains its positions: the type, and how it is loaded.


class WhyContent(QWidget):
    """What a module named by `Explainer.panel` makes: ``make_content(session, scene, explainer)``.

    Signals
    -------
    poured(Pour or None)
        The overlay of a running or scrubbed pour, for the scene.
    grew(QWidget)
        A part of it that has just been given room and should be seen.
    """

    poured = Signal(object)
    grew = Signal(object)

    def show_analysis(self, position: Position, analysis: Findings | None) -> None:
        """Say what is known of the position; None while that is nothing."""
        raise NotImplementedError

    def follow_view(self) -> None:
        """Choose what the View of the active document shows."""
        raise NotImplementedError

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        raise NotImplementedError

    def toggle_pour(self) -> None:
        """Pour, or take the colour away."""
        raise NotImplementedError

    def act(self, name: str) -> None:
        """Do one of `Explainer.actions` with what is chosen; SessionError where it cannot be."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop what is running: another position has come, or the dock is closed."""
        raise NotImplementedError


def import_content(game: str) -> None:
    """Import what a game shows in the Why dock, before it is needed."""
    explainer = game_view_named(game).explainer
    if explainer is not None and explainer.panel:
        import_module(explainer.panel)


def load_content(explainer: Explainer, session: Session, scene: SceneView) -> WhyContent:
    """Return the content that a game names, made."""
    made = import_module(explainer.panel).make_content(session, scene, explainer)
    if not isinstance(made, WhyContent):
        raise TypeError(f"{explainer.panel} makes no content for the Why dock")
    return made


# A line of the Why dock that can be pressed: the scene then shows what it says.

_BALL, _PAD, _INDENT = 12, 6, 30
_WRAP = Qt.TextFlag.TextWordWrap


class ShowLine(QAbstractButton):
    """One side's line: a ball of its colour and a sentence over as many lines as it takes.

    Parameters
    ----------
    longest
        The longest sentence that has room from the start: what stands below stays where it is.
    """

    def __init__(self, player: str, tip: str, *, longest: str = "") -> None:
        super().__init__()
        self.player = player
        self._longest = longest
        self._strong = False
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(plain_tip(tip))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def say(self, text: str, *, strong: bool) -> None:
        """Show a sentence; the side to move speaks louder."""
        if (text, strong) == (self.text(), self._strong):
            return
        self._strong = strong
        self.setText(text)
        self.setAccessibleName(text)
        self._fit()
        self.update()

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if self._strong else QFont.Weight.Normal)
        return font

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(40, width - _INDENT - _PAD), 10000)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        texts = ((self._font(), self.text()), (bold, self._longest))
        return 2 * _PAD + max(
            QFontMetrics(font).boundingRect(room, int(_WRAP), text).height() for font, text in texts
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(280, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 2 * _PAD + QFontMetrics(self._font()).height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = active_theme()
        with smooth(self) as painter:
            area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            if self.isChecked() or self.underMouse():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(
                    QColor(colours.accent_soft if self.isChecked() else colours.sunken)
                )
                painter.drawRoundedRect(area, 6, 6)
            if self.hasFocus() or self.isChecked():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(colours.accent), 1.5))
                painter.drawRoundedRect(area, 6, 6)
            font = self._font()
            line = QFontMetrics(font).height()
            centre = QPointF(8 + _BALL / 2, _PAD + line / 2)
            painter.setPen(QColor(edge(piece_colour(self.player))))
            painter.setBrush(QColor(piece_colour(self.player)))
            painter.drawEllipse(centre, _BALL / 2, _BALL / 2)
            colour = side_colour(self.player)
            if colour is not None and colour.banded:
                painter.setPen(QPen(QColor("#DCE6FA"), 1.8))
                painter.drawLine(centre - QPointF(3.6, 0), centre + QPointF(3.6, 0))
            painter.setFont(font)
            painter.setPen(QColor(colours.text if self._strong else colours.muted))
            words = self.rect().adjusted(_INDENT, _PAD, -_PAD, -_PAD)
            painter.drawText(words, int(_WRAP), self.text())


# Cards of the Why dock: what an engine says, and what is certain of the position.

_TITLES = {"": "Proved values", "table": "From the table", "search": "Proved"}
FEW = 3
"""Best moves that are named; more are counted."""


class WhyCard(QFrame):
    """A title and a sentence; away while there is none.

    Signals
    -------
    came
        There is one, and there was none.
    """

    came = Signal()

    def __init__(self, title: str, spacing: int) -> None:
        super().__init__()
        self.setObjectName("WhyCard")
        self.column = column_in(self, spacing, 12, 10, 12, 10)
        self.title = label(title, "muted")
        self.column.addWidget(self.title)
        self.text = self.words()

    def words(self, role: str = "") -> QLabel:
        """Return a label for words that can be selected."""
        made = label("", role, wraps=True)
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return made

    def say(self, text: str) -> str:
        """Be there with a text, or away without; returns it as the sentence it is shown as."""
        comes = self.isHidden() and bool(text)
        self.setVisible(bool(text))
        if comes:
            self.came.emit()
        said = sentence(text) if text and not text.endswith("…") else text
        if said != self.text.text():
            self.text.setText(said)
        return said


class EngineCard(WhyCard):
    """What an engine says: how the position stands, a hint, a judgement."""

    def __init__(self, advice: Advice, perform: Callable[[str], object]) -> None:
        super().__init__("Engine", GAP)
        self._advice, self._perform = advice, perform
        self.play = self._button(
            "Play", "explain.play-line", "Play the line move by move, or stop it (P)"
        )
        self.keep = self._button(
            "Keep as a variation", "explain.keep-line", "Add the numbered moves to the game"
        )
        self.away = self._button("Clear", "explain.dismiss", "Clear hint and line")
        self.before = self._button("Back", "play.previous", "The move before (,)")
        self.next = self._button("Next", "play.next", "The next move of the line (.)")
        self.leave = self._button("Back to the game", "explain.leave-line", "Leave the line (Esc)")
        # Above the text, and each at its own place: a press moves none of them.
        for buttons in (self.play, self.before, self.next, self.leave), (self.keep, self.away):
            self.column.addLayout(row(*buttons))
        self.column.addWidget(self.text)
        advice.changed.connect(self.tell)
        self.tell()

    def _button(self, text: str, command: str, tip: str) -> QPushButton:
        return button(text, lambda: self._perform(command), tip, "small")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves a line from its buttons, too, as it does over the scene."""
        if event.key() == Qt.Key.Key_Escape and self._advice.line is not None:
            self._perform("explain.leave-line")
        else:
            super().keyPressEvent(event)

    def tells(self, said: str) -> bool:
        """Whether this sentence (without its full stop) stands here to be read."""
        return self.text.text() == sentence(said) and not self.text.visibleRegion().isEmpty()

    def tell(self) -> None:
        """Say what there is to say now."""
        self.setAccessibleName(self.say(self._advice.text))
        exercise, refutes = self._advice.line, bool(self._advice.refutation)
        hints = self._advice.advises and not self._advice.is_judging
        title = "Hint" if hints else "Engine"
        self.title.setText(title if exercise is None else self._advice.place_on_line)
        plays = exercise is not None and exercise.plays
        self.play.setText("Stop" if plays else "Play")
        shown = {
            self.play: refutes or exercise is not None,
            self.keep: refutes and exercise is None,
            self.away: self._advice.advises and exercise is None,
            self.before: exercise is not None,
            self.next: exercise is not None,
            self.leave: exercise is not None,
        }
        for one, is_shown in shown.items():
            show_if(one, is_shown, self.play.setFocus)


class ValueCard(WhyCard):
    """How the position stands for certain, and with which moves."""

    def __init__(self, values: ValueLookup) -> None:
        super().__init__("From the table", GAP // 2)
        self._values = values
        self.moves = self.words("muted")
        fill(self.column, self.text, self.moves)
        values.changed.connect(self.tell)
        self.tell()

    def tell(self) -> None:
        """Say what there is to say now."""
        known, said = self._values.known, self.say(self._values.text)
        self.title.setText(_TITLES["" if known is None else known.by])
        more = "" if known is None else moves_text(known)
        say(self.moves, more)
        self.setAccessibleName(f"{said} {more}".strip())


def moves_text(known: MoveValues) -> str:
    """Return "Of 20 moves, 6 win and 14 lose. Best: 1a1, 1c3 and 2b2.", as far as it is known."""
    found = counts(known)
    every = known.position.legal_moves.count()
    kinds = (("win", "wins", "win"), ("draw", "draws", "draw"), ("loss", "loses", "lose"))
    parts = [
        f"{found[kind]} {one if found[kind] == 1 else many}"
        for kind, one, many in kinds
        if found[kind]
    ]
    if found["open"]:
        parts.append(f"{found['open']} undecided")
    said = f"Of {counted(every, 'move')}, {listed(parts)}." if parts else ""
    if every == 1 and parts:
        return f"The only move {parts[0].removeprefix('1 ')}."
    if every > 1 and (alike := [many for kind, _, many in kinds if found[kind] == every]):
        said = f"All {every} moves {alike[0]}."
    best = known.best
    if known.worth is None or len(best) in (0, every):
        return said
    named = listed(list(best)) if len(best) <= FEW else f"{best[0]} and {len(best) - 1} others"
    return f"{said} Best: {named}."


# The lines a game has to tell of a position: sections of sentences, with what lights up.


class FactLine(PlainLabel):
    """One sentence with a bar of its side's colour; pointing at it lights its sites.

    Signals
    -------
    pointed(tuple of int)
        The sites to light; () when the mouse leaves.
    """

    pointed = Signal(object)

    def __init__(self, fact: Fact) -> None:
        super().__init__()
        self.fact = fact
        self.setWordWrap(True)
        self.setText(fact.text)
        self.setAccessibleName(fact.text)
        colour = piece_colour(fact.player) if fact.player else None
        weight = "font-weight: 600; " if fact.strong else ""
        bar = "" if colour is None else f"border-left: 4px solid {edge(colour)}; "
        self.setStyleSheet(f"{weight}{bar}padding: 2px 0 2px {11 if colour is None else 8}px;")

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.fact.sites)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(())


class FactLines(QWidget):
    """All lines of a position.

    Signals
    -------
    pointed(tuple of int)
        The sites of the line under the mouse.
    rule(str)
        The link to a rule ("pyramid.md#end") was clicked.
    wanted(str)
        A line was clicked: what it says is to be shown (`Fact.show`), or no more.
    """

    pointed = Signal(object)
    rule = Signal(str)
    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = column_in(self, GAP // 2)
        self._shown: tuple[Fact, ...] | None = None
        self._chosen = ""
        self._theme = active_theme()

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences, in order."""
        return tuple(fact.text for fact in self._shown or ())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._shown is not None and active_theme() is not self._theme:
            self.say(self._shown)

    def say(self, facts: tuple[Fact, ...]) -> None:
        """Show these lines and no others."""
        if facts == self._shown and active_theme() is self._theme:
            return
        self._shown, self._theme = facts, active_theme()
        empty(self._column)
        heading = ""
        for fact in facts:
            if fact.heading != heading:
                if self._column.count():
                    self._column.addSpacing(GAP)
                heading = fact.heading
                self._column.addWidget(self._section(heading, fact.rule))
            self._column.addWidget(self._show_line(fact) if fact.show else self._line(fact))

    def _line(self, fact: Fact) -> FactLine:
        line = FactLine(fact)
        line.pointed.connect(self.pointed)
        return line

    def _show_line(self, fact: Fact) -> ShowLine:
        line = ShowLine(fact.player, "Show it in the scene")
        line.say(fact.text, strong=fact.strong)
        line.setChecked(fact.show == self._chosen)
        line.setProperty("show", fact.show)
        line.clicked.connect(lambda: self.wanted.emit(fact.show))
        return line

    def choose(self, show: str) -> None:
        """Mark the line that says what is shown."""
        self._chosen = show = show.replace("pour=", "corner=", 1)  # of the same corner
        for line in self.findChildren(ShowLine):
            line.setChecked(line.property("show") == show)

    def _section(self, heading: str, rule: str) -> QLabel:
        """A heading, with a link to the rule behind what stands under it."""
        made = label(heading, "section")
        if rule:
            made.setTextFormat(Qt.TextFormat.RichText)
            link = f'<a href="{escape(rule)}" style="text-decoration:none">rule</a>'
            made.setText(f"{escape(heading)} &nbsp; {link}")
            made.linkActivated.connect(self.rule)
        return made


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
        self.facts = FactLines()
        self.facts.pointed.connect(self._scene.laid.light_sites)
        self.facts.rule.connect(self.rule_wanted)
        self.facts.wanted.connect(self._toggle)
        self.how_to_win = label("", wraps=True)
        # The cards are below: one that comes or goes moves no row of the above.
        fill(self.column, self.note, self.facts, self.how_to_win, self.certain, self.engine, 0)
        for card in (self.certain, self.engine):
            card.came.connect(partial(self.show_whole, card))

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
        bare = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() == Qt.Key.Key_Space and event.modifiers() in bare:
            self.toggle_pour()
        else:
            super().keyPressEvent(event)
