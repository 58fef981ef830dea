"""Handing over between persons who choose in secret, and the cover that asks for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFormLayout, QWidget

from model.contract.game import ONLOOKER, Player
from model.contract.hooks import hooks_of
from model.play.seats import Person
from model.records.sealing import SeenRecord
from viewer.analysis.playing.opponents import Opponents
from viewer.analysis.playing.seated_game import chooses_slots
from viewer.games.registry import end_of
from viewer.session.document.document import Document
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.text_fields import LineEdit

# The cover: what two people see while they exchange places before one screen.

BUTTON = 240
"""Logical pixels a button is wide at least."""
MOST_NAME = 40
"""Letters of a player's name."""


class Cover(QWidget):
    """Says who has chosen and who is next; the button, or Enter, goes on.

    Attributes
    ----------
    ready, back, open
        The buttons: the next player has sat down; the choice is taken back; nobody plays, and
        nothing is to be hidden.
    names
        Side -> where the name of who sits there is written, while it is asked.

    Signals
    -------
    accepted
        The next player looks at the screen.
    taken_back
        Who has chosen wants to choose anew.
    opened
        Nobody plays: the game is only looked at.
    named(str, str, object)
        A side, the name that is written for it, and the go of typing.
    """

    named = Signal(str, str, object)
    accepted = Signal()
    taken_back = Signal()
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Cover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = controls.label("", "title")
        self.about = controls.label("", "muted")
        self.ready = controls.button("", self.accepted.emit, "Enter", "primary")
        self.back = controls.button("", self.taken_back.emit, "Ctrl+Z", "quiet")
        self.open = controls.button("Only look: hide nothing", self.opened.emit, role="quiet")
        self.names: dict[Player, LineEdit] = {}
        self._seats = QWidget()
        self._form = QFormLayout(self._seats)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.setVerticalSpacing(GAP)
        column = controls.column_in(self, 2 * GAP, 4 * GAP, 4 * GAP, 4 * GAP, 4 * GAP)
        column.addStretch(2)
        for line in (self.title, self.about):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            line.setWordWrap(True)
            column.addWidget(line)
        column.addSpacing(2 * GAP)
        column.addWidget(self._seats, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(2 * GAP)
        for button in (self.ready, self.back, self.open):
            button.setMinimumWidth(BUTTON)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def ask(
        self,
        chose: Player,
        following: Player,
        sides: Sequence[Player],
        called: Callable[[Player], str],
    ) -> None:
        """Ask the player who has chosen, if any, to hand over to the one who is to choose.

        Parameters
        ----------
        chose, following
            "" where nobody has chosen yet.
        sides
            All who play.
        called
            Returns what a player is called.
        """
        self._lay_names(())
        after, before = called(following), called(chose)
        if chose:
            self.title.setText(f"{before} has chosen. Hand over to {after}.")
            stays = "It stays sealed until everybody has chosen. "
        else:
            self.title.setText(f"{after} chooses in secret.")
            stays = ""
        self.about.setText(stays + _look_away(following, sides, called))
        self.ready.setText(f"{after} is ready")
        self.ready.setAccessibleName(f"{self.title.text()} {self.ready.text()}")
        self.back.setText(f"Take {before}'s choice back")
        self.back.setVisible(bool(chose))
        self.open.hide()

    def ask_seats(
        self, following: Player, sides: Sequence[Player], known: Mapping[str, str]
    ) -> None:
        """Ask who sits where, before the first choice.

        Parameters
        ----------
        following
            Who chooses first, in secret; "" where everybody may see the first choice.
        sides
            All who play.
        known
            The names that are known already, by their sides.
        """
        self.title.setText("Who sits where?")
        about = "What only one player may know is shown to that player alone. Names may stay empty."
        if following:
            about += f" {_look_away(following, sides, str.capitalize)}"
        self.about.setText(about)
        self._lay_names(sides)
        for side, field in self.names.items():
            field.say(known.get(side, ""))
        self.ready.setText(f"{following.capitalize()} is ready" if following else "Begin")
        self.ready.setAccessibleName(f"{self.title.text()} {self.ready.text()}")
        self.back.hide()
        self.open.show()

    def _lay_names(self, sides: Sequence[Player]) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self.names = {}
        for side in sides:
            field = LineEdit(f"Name of {side.capitalize()}", "Name")
            field.setMaxLength(MOST_NAME)
            field.setMinimumWidth(BUTTON)
            field.typed.connect(lambda text, go, side=side: self.named.emit(side, text.strip(), go))
            field.left.connect(self.ready.setFocus)
            self.names[side] = field
            self._form.addRow(side.capitalize(), field)
        self._seats.setVisible(bool(sides))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, unless the other button has the keyboard."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self.back.hasFocus():
            self.taken_back.emit()
        elif self.open.hasFocus():
            self.opened.emit()
        else:
            self.accepted.emit()


def _look_away(following: Player, sides: Sequence[Player], called: Callable[[Player], str]) -> str:
    others = [side for side in sides if side != following]
    if len(others) == 1:
        return f"{called(others[0])}, look away."
    return f"All but {called(following)}, look away."


MODES = (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection)
ALONE = ("offscreen", "minimal", "eglfs", "linuxfb", "vnc")
"""Platforms of Qt with a clipboard of this program's own, of which Qt never says that it is."""


@dataclass(frozen=True)
class Waiting:
    """A document whose game waits for another person to sit down.

    Attributes
    ----------
    node
        Where it stands.
    chose, following
        Who has chosen in secret, and who chooses next; "" where nobody has, or does.
    seats
        The sides, where it is asked who sits where: before the first choice of a game.
    """

    node: int
    chose: Player
    following: Player
    seats: tuple[Player, ...] = ()


@dataclass(frozen=True)
class Sitting:
    """Who sits alone before the screen, and chooses at a node that has so many moves."""

    player: Player
    node: int
    children: int

    def lasts(self, document: Document) -> bool:
        """Whether the choice is still to be made."""
        record = document.record
        return self.node in record and len(record[self.node].children) == self.children


class HandOver(QObject):
    """Knows which documents are covered, and from whose viewpoint they are seen.

    A person who plays against engines alone sees what his side knows. Where several persons play,
    each who chooses in secret sits down alone and sees what he knows, and between them everybody
    sees what everybody knows. Where nobody plays (a file, a position) nothing that is noted is
    hidden; choices that are sealed are.

    Signals
    -------
    changed
        The active document is covered, or is no more.
    """

    changed = Signal()

    def __init__(
        self, session: Session, opponents: Opponents, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._opponents = session, opponents
        self._waiting: dict[int, Waiting] = {}
        self._sitting: dict[int, Sitting] = {}
        self._over: set[int] = set()
        self._shown: tuple[int, Waiting] | None = None
        self._copied: set[QClipboard.Mode] = set()
        opponents.changed.connect(self._seats_changed)
        QGuiApplication.clipboard().changed.connect(self._copy)

    def listen(self) -> None:
        """Follow the session from now on, behind whoever follows it already."""
        self._session.subscribe(self._follow)

    @property
    def is_covered(self) -> bool:
        """Whether the active document is covered until another person sits down."""
        return bool(self._waiting) and self.waiting is not None

    @property
    def waiting(self) -> Waiting | None:
        """What the active document waits for; None: it is not covered."""
        return self._waiting.get(self._session.document.key)

    def go_on(self) -> None:
        """The next player looks at the screen: take the cover off the active document."""
        document = self._session.document
        waiting = self._waiting.pop(document.key, None)
        if waiting is not None and waiting.following:
            self._sit_down(document, waiting.following)
        self._look()
        self._tell()

    def only_look(self) -> None:
        """Nobody plays the active document: take the cover off, and hide nothing that is noted."""
        if not self._session.is_empty:
            self._waiting.pop(self._session.document.key, None)
            self._session.look_as(ONLOOKER)
        self._tell()

    # -- following -----------------------------------------------------------------------------

    def _follow(self, change: Change) -> None:
        open_keys = change.open_keys
        self._waiting = {key: one for key, one in self._waiting.items() if key in open_keys}
        self._sitting = {key: one for key, one in self._sitting.items() if key in open_keys}
        self._over &= open_keys
        document = change.document
        if not document.is_placeholder:
            before = change.previous
            self._follow_game(before, document)
            self._look()
            self._ask_before_choice(before, document, begun=bool(change.new.partial))
        if document is self._session.document:  # else all hear first who looks now
            self._tell()

    def _seats_changed(self) -> None:
        waiting, document = self.waiting, self._session.document
        alone = len(self._persons()) < 2  # nobody is there to hand over to
        if waiting is not None and not waiting.chose and alone:
            del self._waiting[document.key]
        self._look()
        self._tell()

    def _follow_game(self, before: Document | None, document: Document) -> None:
        known = self._waiting.get(document.key)
        if known is not None and known.node != document.node:
            del self._waiting[document.key]
            if known.chose and known.node not in document.record:  # who has chosen sits there yet
                self._sit_down(document, known.chose)
        if before is None or before.record is document.record or before.node == document.node:
            return
        found = self._handed_over(before, document)
        if found is not None:
            self._cover(document, found)
            # Whatever was copied while choosing may tell the choice; nobody looks at what it is.
            for mode in self._copied:
                QGuiApplication.clipboard().clear(mode)
        self._copied.clear()

    def _handed_over(self, before: Document, document: Document) -> Waiting | None:
        """Who has just chosen in secret, where another person chooses next."""
        node = document.node
        if document.exercise is not None or node in before.record:
            return None
        if document.record[node].parent != before.node:
            return None
        was, now = self._session.position_of(before), self._session.position_of(document)
        mover, following, persons = was.to_move, now.to_move, self._persons()
        if mover is None or mover not in now.sealed or mover in was.sealed:
            return None
        if following is None or mover not in persons or following not in persons:
            return None
        return Waiting(node, mover, following)

    def _ask_before_choice(
        self, before: Document | None, document: Document, *, begun: bool
    ) -> None:
        """Ask who sits where before a game begins, and who chooses in secret to sit down alone.

        Where a turn has just been revealed, all look at it: it is asked once somebody begins.
        """
        if not self._is_at_table(document) or document.key in self._waiting:
            return
        position = self._session.position_of(document)
        mover, is_leaf = position.to_move or "", not document.record[document.node].children
        secret = mover in self._persons() and chooses_slots(position)
        following = mover if secret else ""
        if before is None and len(document.record) == 0:
            seats = hooks_of(position.game.kind).seated(position.game)
            self._cover(document, Waiting(document.node, "", following, seats))
            return
        if not secret or document.viewpoint is not None:
            return
        edited = before is None or before.record is not document.record
        shown = before is not None and (
            bool(self._session.position_of(before).sealed) and not position.sealed
        )
        if begun or (edited and is_leaf and not shown):
            if begun and self._session.state.partial:
                self._session.set_steps(())
            self._cover(document, Waiting(document.node, "", following))

    # -- who looks -----------------------------------------------------------------------------

    def _persons(self) -> tuple[Player, ...]:
        """The sides of the active document that persons play."""
        if self._session.is_empty:
            return ()
        position, seats = self._session.position, self._opponents.seats
        sides = hooks_of(position.game.kind).seated(position.game)
        return tuple(side for side in sides if isinstance(seats.of(side), Person))

    def _is_at_table(self, document: Document) -> bool:
        """Whether several persons play the active document at this screen."""
        if not self._session.position_of(document).game.kind.hides or document.exercise is not None:
            return False
        if _is_made(document):
            return False
        return document.viewpoint != ONLOOKER and len(self._persons()) > 1

    def _sit_down(self, document: Document, player: Player) -> None:
        children = len(document.record[document.node].children)
        self._sitting[document.key] = Sitting(player, document.node, children)

    def _cover(self, document: Document, waiting: Waiting) -> None:
        self._waiting[document.key] = waiting
        self._sitting.pop(document.key, None)
        self._look()

    def _look(self) -> None:
        """See the active document as whoever sits before the screen may know it."""
        document, position = self._session.document, self._session.position
        if not position.game.kind.hides:
            return
        if document.exercise is not None and document.exercise.is_task:
            return  # one person's, who sees what the run shows him
        engines, persons = self._opponents.seats.engines, self._persons()
        if document.viewpoint == ONLOOKER and not engines:
            return
        if end_of(document.record, document.node, position) is not None:
            self._over.add(document.key)
        looks: Player | None = None
        made = _is_made(document) and not engines
        if document.key in self._over or not persons or made:
            looks = ONLOOKER
        elif len(persons) == 1:
            looks = persons[0]
        elif (sits := self._sitting.get(document.key)) is not None and sits.lasts(document):
            looks = sits.player
        # A change of seats opens nothing that is sealed: who sits there may not be whose it is.
        alone = len(persons) == 1 and isinstance(document.record, SeenRecord)
        if not alone and looks != document.viewpoint:
            self._session.look_as(looks)

    def _copy(self, mode: QClipboard.Mode) -> None:
        clipboard = QGuiApplication.clipboard()
        ours = clipboard.ownsClipboard() if mode == MODES[0] else clipboard.ownsSelection()
        if mode in MODES and (ours or QGuiApplication.platformName() in ALONE):
            self._copied.add(mode)

    def _tell(self) -> None:
        document, waiting = self._session.document, self.waiting
        shown = None if waiting is None else (document.key, waiting)
        if shown != self._shown:
            self._shown = shown
            self.changed.emit()


def _is_made(document: Document) -> bool:
    """Whether it is a puzzle or a lesson, which somebody makes or takes, and no game."""
    return document.record.puzzle is not None or document.record.lesson is not None
