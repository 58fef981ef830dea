"""The mark tool: its clicks mark points and pieces; links and sheets take several."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from model.contract.game import Position
from model.phrases import counted
from model.records.view import Colour, Mark, Sign
from viewer.picture.visibility.parts import group_at
from viewer.session.session import Change, Session, SessionError
from viewer.tools import annotation
from viewer.tools.tool import Tool, ToolScene
from viewer.visuals.overlay_types import Sheet


class AnnotationTool(Tool, QObject):
    """Clicks mark (`viewer.tools.tool.Tool`).

    Parameters
    ----------
    session, scene
        Whose positions are marked, and where the clicks come from.
    say, ask_word
        Say a sentence; ask for the word on a point, None when that is cancelled.

    Attributes
    ----------
    style
        What a click puts.
    pending
        Names of the points of a link or a sheet chosen so far.
    target
        Where the marks go.

    Signals
    -------
    changed
        Another style, or something half done has changed.
    """

    changed = Signal()
    name = "mark"
    shows_all_points = True

    def __init__(
        self,
        session: Session,
        scene: ToolScene,
        say: Callable[[str], None],
        ask_word: Callable[[str], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._tools = session, scene, scene.tools
        self._say, self._ask_word = say, ask_word
        self.style = annotation.AnnotationStyle()
        self.pending: tuple[str, ...] = ()
        self.target: annotation.Target = annotation.NodeMarks(session)
        session.subscribe(self._changed)

    # -- the tool ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Let clicks mark."""
        while self._session.step_back():
            pass
        super().begin()
        self.changed.emit()

    def take(
        self,
        *,
        sign: annotation.AnySign | None = None,
        colour: Colour | None = None,
        text: str | None = None,
    ) -> None:
        """Take another sign, colour or word; with another sign, what was half done is dropped."""
        style = annotation.AnnotationStyle(
            self.style.sign if sign is None else sign,
            self.style.colour if colour is None else colour,
            self.style.text if text is None else text,
        )
        if style != self.style:
            if style.sign != self.style.sign:
                self.pending = ()
            self.style = style
            self._show()

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Mark what was clicked; a click on nothing drops what is half done."""
        position = self._session.position
        if site is None:
            self._drop()
        else:
            self._try(lambda: self.mark(position, site))
        return True

    def enter(self) -> bool:
        """End a sheet, unless the lattice cursor stands on a point that is not in it yet."""
        if self.style.sign != "sheet" or not self.pending:
            return False
        position, cursor = self._session.position, self._scene.input.cursor_site
        names = position.game.board.names
        if cursor is not None and names[cursor] not in self.pending:
            return False
        self._try(self.finish)
        return True

    def escape(self) -> bool:
        """Drop what is half done; False when nothing is."""
        return self._drop()

    def ended(self) -> None:
        """Hear that clicks play again."""
        self.pending = ()
        self._show()

    def _drop(self) -> bool:
        had, self.pending = bool(self.pending), ()
        self._show()
        return had

    # -- marks -------------------------------------------------------------------------------

    def mark(self, position: Position, site: int, sign: annotation.AnySign | None = None) -> None:
        """Put the tool's sign (or another) on a site, or take it away; SessionError says why not.

        A link and a sheet take more than one click.
        """
        name = position.game.board.names[site]
        sign = sign or self.style.sign
        if sign == annotation.ERASE:
            self._put(annotation.erased(self.target.marks, name, self._linked(position, site)))
        elif sign == "link":
            self._link(name)
        elif sign == "sheet":
            known = self.pending
            self.pending = (
                tuple(other for other in known if other != name)
                if name in known
                else (*known, name)
            )
            self._show()
        elif sign == "group":
            linked = self._linked(position, site)
            if not linked:
                raise SessionError(f"there is no piece on {name}: click a piece of the group")
            first = next(other for other in position.game.board.names if other in linked)
            self._toggle("group", first)
        elif sign == "text":
            text = self.style.text or self._asked(name)
            if text:
                self._toggle("text", name, text=text)
        else:
            self._toggle(sign, name)

    def begin_link(self, name: str) -> None:
        """Begin a link at a point; the next click ends it."""
        self.take(sign="link")
        self.pending = (name,)
        self.begin()
        self._show()

    def _link(self, name: str) -> None:
        if not self.pending:
            self.pending = (name,)
        elif self.pending[0] == name:
            self.pending = ()
        else:
            start, self.pending = self.pending[0], ()
            self._toggle("link", start, to=name)
        self._show()

    def finish(self) -> None:
        """End the sheet with the points chosen so far; SessionError while there are none."""
        if not self.pending:
            raise SessionError("click the points of the sheet first")
        sites, self.pending = self.pending, ()
        self._toggle("sheet", sites[0], sites=sites)
        self._show()

    def sheet_shown(self) -> None:
        """Mark the sheet that Why shows; SessionError while it shows none."""
        sheet = next((o for o in self._scene.laid.overlays if isinstance(o, Sheet)), None)
        if sheet is None:
            raise SessionError(
                "Why shows no sheet now: click a corner there that a sheet holds or isolates"
            )
        names = tuple(self._session.position.game.board.names[site] for site in sorted(sheet.sites))
        self._toggle("sheet", names[0], sites=names)

    def clear(self) -> None:
        """Take all marks away; SessionError when there are none."""
        self.pending = ()
        self._show()
        if not self.target.marks:
            raise SessionError("there are no marks here")
        self.target.put(())

    def _toggle(
        self,
        sign: Sign,
        site: str,
        *,
        text: str | None = None,
        to: str = "",
        sites: tuple[str, ...] = (),
    ) -> None:
        if text is None:
            text = self.style.text
        mark = Mark(site=site, sign=sign, colour=self.style.colour, text=text, to=to, sites=sites)
        self._put(annotation.toggled(self.target.marks, mark))
        self.take(text="")  # the word was this mark's

    def _put(self, marks: annotation.Marks) -> None:
        if len(marks) > annotation.MOST:
            raise SessionError(f"there are {annotation.MOST} marks here already: remove some first")
        if marks != self.target.marks:
            self.target.put(marks)

    def _asked(self, name: str) -> str:
        asked = self._ask_word(name)
        return "" if asked is None else " ".join(asked.split())[:80]

    @staticmethod
    def _linked(position: Position, site: int) -> frozenset[str]:
        board = position.game.board
        group = group_at(board, position.pieces, site)
        return frozenset(board.names[other] for other in group.nonzero()[0].tolist())

    # -- showing -----------------------------------------------------------------------------

    def hint(self) -> str:
        """Say what a click does now."""
        sign, count = self.style.sign, len(self.pending)
        if sign == "link":
            return "Click where the arrow ends" if count else "Click where the arrow begins"
        if sign == "sheet":
            points = f"{counted(count, 'point')}: Enter ends the sheet"
            return points if count else "Click the points of the sheet"
        if sign == annotation.ERASE:
            return "Click a point to remove its marks"
        if sign == "group":
            return "Click a piece of the group"
        return "Click a point or a piece"

    def _show(self) -> None:
        """Draw what is half done, and tell the bar."""
        marks: annotation.Marks = ()
        colour = self.style.colour
        if self.pending and self.style.sign == "link":
            marks = (Mark(self.pending[0], "dot", colour),)
        elif self.pending and self.style.sign == "sheet":
            marks = (Mark(self.pending[0], "sheet", colour, sites=self.pending),)
        self._scene.laid.show_pending(marks)
        self.changed.emit()

    def _changed(self, change: Change) -> None:
        """Drop what is half done on another node or board."""
        if change.node and self.pending:
            self._drop()
        if change.before is not change.document:
            self.changed.emit()

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except SessionError as error:
            self._say(str(error))
