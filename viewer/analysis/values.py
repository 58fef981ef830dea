"""Proved values about the active document: values of its position, its moves and its line."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Position, Stop
from model.contract.hooks import hooks_of
from model.contract.search import DRAW, LOSS, WIN
from model.contract.tables import Entry
from model.newest import Newest
from model.play.opponent import refusal_of_open, until
from model.records.record import Evaluation, LineError, PositionCache, Record
from model.records.view import VALUES
from model.search.move_values import MoveValues, from_table, proved
from model.search.provers import prover_for
from model.tablebase.library import answer_of, maker_for, table_for
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.picture.compose.overlays import of_site, value_overlays, ways_of, worth_text
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.visuals.overlay_types import Overlay

SECONDS = 60.0
"""What proofs of one position may take where no table knows."""
REMEMBERED = 64
"""Positions whose moves are kept, so that going back and forth computes nothing."""
LINES = 4_096
"""Positions of lines whose values are kept."""
TOLD_EVERY = 250
"""Milliseconds between two tellings."""


class ValueLookup(QObject):
    """Looks up, or proves in the background, what the moves of the position shown are worth.

    Shown where the View asks for it, and by itself wherever a table knows the game, nothing else
    lies over it, and nobody but persons plays it.

    Attributes
    ----------
    quiet
        Verdicts are kept out of sight.
    by_itself
        Whether values are shown unasked where there is a table (a preference).
    seated
        Says whether an engine plays the active game: then nothing is shown unasked.

    Signals
    -------
    changed
        There is something else to show, or to say.
    graded
        More is known of the moves of the line.
    """

    changed = Signal()
    graded = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_itself = True
        self.seated: Callable[[], bool] = lambda: False
        self._session = session
        self.quiet, self._is_begun = False, False
        self._known: Newest[int, MoveValues] = Newest(REMEMBERED)
        self._asked: tuple[Position, bool] | None = None
        self._job = BackgroundJob(self)
        self._entries: Newest[Position, Entry] = Newest(LINES)
        self._graded: Record | None = None
        self._grading = BackgroundJob(self)
        self._cache = PositionCache()
        self._pulse = QTimer(self, interval=TOLD_EVERY, singleShot=True)
        self._pulse.timeout.connect(self.changed)

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        self.by_itself = preferences.values
        if preferences.hide_verdicts != self.quiet:
            self.quiet = preferences.hide_verdicts
            self._attend()
            self.changed.emit()

    def begin(self) -> None:
        """Look up from now on: the first frame is on the screen."""
        self._is_begun = True
        self._attend()

    def close(self) -> None:
        """Look up no more."""
        self._pulse.stop()
        self._job.close()
        self._grading.close()

    def forget(self) -> None:
        """Forget what was found: a table has come or gone."""
        self._known.clear()
        self._entries.clear()
        self._asked = self._graded = None
        self._job.cancel()
        self._attend()
        self.changed.emit()
        self.graded.emit()

    def follow(self, change: Change) -> None:
        """Turn to the position that is shown; what is chosen of a move changes what is shown."""
        self._attend()
        if change.old.partial != change.new.partial or change.before is not change.document:
            self.changed.emit()

    def seats_changed(self) -> None:
        """Show, or keep back, what nobody asked for: somebody else plays now."""
        self._attend()
        self.changed.emit()

    # -- what there is to show -------------------------------------------------------------------

    @property
    def known(self) -> MoveValues | None:
        """What may be shown of the position of the active document."""
        return self._shown(self._session.document)

    @property
    def is_shown(self) -> bool:
        """Whether values lie over the active document, or would as soon as they are known."""
        document = self._session.document
        if not self._is_wanted(document):
            return False
        return document.view.show == VALUES or self._shown(document) is not None

    @property
    def is_working(self) -> bool:
        """Whether more may become known."""
        return self._job.busy

    @property
    def text(self) -> str:
        """How the position stands, without a full stop; "" while nothing is certain."""
        known = self.known
        if known is None:
            asked = self._session.document.view.show == VALUES
            return "Proving values …" if asked and self.is_working else ""
        said = worth_text(known)
        if said:
            return said
        decided, all_of_them = len(known.moves), known.position.legal_moves.count()
        if self.is_working:
            return f"{decided} of {all_of_them} moves are decided so far …"
        return f"{decided} of {all_of_them} moves could be decided"

    def overlays(self, document: Document) -> tuple[Overlay, ...]:
        """Return what lies over the position of a document."""
        partial = self._session.state.partial if document is self._session.document else ()
        return value_overlays(self._shown(document), partial)

    def of_site(self, position: Position, site: int) -> str:
        """Return what a site of the position shown is worth, in words; "" where that is open."""
        known = self.known
        if known is None or known.position is not position:
            return ""
        return of_site(known, site, self._session.state.partial)

    def found(self, record: Record, line: Sequence[int]) -> dict[int, Evaluation]:
        """Return what a table says of the positions of a line, by node, as far as it was asked."""
        found: dict[int, Evaluation] = {}
        if not self._entries:
            return found
        for node, position in self._positions(record, line):
            entry = self._entries.get(position)
            if entry is not None:
                found[node] = _evaluation(position, entry)
        return found

    def grade(self, record: Record, line: Sequence[int]) -> None:
        """Ask the table about a line in the background; `graded` says when that is done."""
        document = self._session.document
        if not self._is_begun or document.exercise is not None:
            return
        game = self._session.position_of(document).game
        if maker_for(game) is None:
            return
        wanted = [p for _, p in self._positions(record, line) if p not in self._entries]
        if not wanted:
            return

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> object:
            table = table_for(game)
            if table is None:
                return {}
            found = {}
            for position in wanted:
                if stop():
                    break
                entry = answer_of(table, partial(table.probe, position))
                if entry is None:
                    break
                if entry.value != "unknown":
                    found[position] = entry
            return found

        self._grading.start(work, self._take_line)

    # -- in the interface thread -------------------------------------------------------------------

    def _shown(self, document: Document) -> MoveValues | None:
        if not self._is_wanted(document):
            return None
        known = self._known.get(id(self._session.position_of(document)))
        if known is None or (known.by == "search" and document.view.show != VALUES):
            return None
        return known

    def _is_wanted(self, document: Document) -> bool:
        """Whether values may lie over a document, and somebody wants them there."""
        exercise, show = document.exercise, document.view.show
        if (
            document.is_placeholder
            or self.quiet
            or (exercise is not None and (exercise.asks or exercise.hiding))
        ):
            return False
        if refusal_of_open(self._session.position_of(document).game):
            return False
        return show == VALUES or (
            self.by_itself and not show and exercise is None and not self.seated()
        )

    def _attend(self) -> None:
        """Find out about what is shown, as long as that is wanted."""
        document = self._session.document
        if not self._is_begun or not self._is_wanted(document):
            self._rest()
            return
        position, asked = self._session.position_of(document), document.view.show == VALUES
        has_tables = maker_for(position.game) is not None
        if position.outcome is not None or not position.legal_moves or not (asked or has_tables):
            self._rest()
            return
        known = self._known.get(id(position))
        if known is not None and known.done:
            return
        here = (position, asked)
        if self._asked is None or self._asked[0] is not position or self._asked[1] != asked:
            self._asked = here
            self._job.start(
                lambda stop, progress, deliver: _found(position, deliver, stop, searches=asked),
                lambda found: self._take(position, found, is_last=True),
                on_part=lambda found: self._take(position, found, is_last=False),
            )

    def _rest(self) -> None:
        self._asked = None
        self._job.cancel()

    def _take(self, position: Position, found: object, *, is_last: bool) -> None:
        if isinstance(found, MoveValues):
            self._known[id(position)] = found
        if is_last:
            self._pulse.stop()
            self.changed.emit()
        elif not self._pulse.isActive():
            self._pulse.start()
            self.changed.emit()

    def _take_line(self, found: object) -> None:
        if not isinstance(found, dict) or not found:
            return
        self._entries.update(found)
        self.graded.emit()

    def _positions(self, record: Record, line: Sequence[int]) -> list[tuple[int, Position]]:
        """Nodes with their positions, without their past; not those that are over."""
        found = []
        for node in line:
            try:
                position = self._cache.position(record, node)
            except LineError:
                continue
            if position.outcome is None and position.legal_moves:
                found.append((node, position.without_past()))
        return found


def _found(position: Position, deliver: Deliver, stop: Stop, *, searches: bool) -> object:
    """Find out about a position, in a thread; None where nobody knows and nothing is searched."""
    table = table_for(position.game)
    known = None if table is None else from_table(table, position)
    if known is None and searches:
        ends = until(SECONDS, stop)
        game = position.game
        known = proved(
            position,
            lambda over: prover_for(game, over),
            deliver,
            ends,
            lambda over: hooks_of(game.kind).value_search(game, over),
        )
    if known is not None:
        ways_of(position)  # so that the interface need not
    return known


def _evaluation(position: Position, entry: Entry) -> Evaluation:
    """Return an entry as reviews keep what they found."""
    share = {"win": WIN, "loss": LOSS}.get(entry.value, DRAW)
    value = tuple(
        share if player == position.to_move else WIN - share for player in position.game.players
    )
    return Evaluation(value, proved=True, distance=entry.distance)
