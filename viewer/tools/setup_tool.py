"""Setting up by hand: a tool whose clicks brush, and all that fills, turns and exchanges."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from PySide6.QtCore import QObject, Signal

from model.contract.game import Game, Position
from model.contract.hooks import hooks_of
from model.contract.setup_rules import StackRules
from model.notation.tokens import NotationError
from model.positions import setup
from model.positions.setup import is_position
from model.positions.symmetry import named_maps
from viewer.session.document.edits import require_no_run
from viewer.session.files.pasted_text import looks_like_moves, read_points
from viewer.session.session import Session, SessionError
from viewer.tools.tool import Tool, ToolScene

ERASE = 0
ADD, TAKE, EMPTY = "add", "take", "empty"
"""What a click does to a stack."""
_strokes = count(1)


@dataclass(frozen=True)
class StackBrush:
    """What a click does where places hold stacks (`model.contract.setup_rules.StackRules`).

    Attributes
    ----------
    kind
        The number of a piece kind.
    owner
        The number of a player; it means nothing for kinds that have no owner.
    number
        How many a click adds, or takes away.
    does
        `ADD`, `TAKE` or `EMPTY`.
    """

    kind: int = 0
    owner: int = 0
    number: int = 1
    does: str = ADD


class SetupTool(Tool, QObject):
    """Clicks set up a position (`viewer.tools.tool.Tool`).

    Attributes
    ----------
    brush
        What a click puts: `ERASE`, or the number of a letter of the game
        (`model.contract.setup_rules.SetupRules`).
    stack
        What a click does instead, in games with stacks.

    Signals
    -------
    changed
        Another brush, or another tool.
    """

    changed = Signal()
    name = "set-up"
    shows_all_points = True

    def __init__(
        self,
        session: Session,
        scene: ToolScene,
        reveal: Callable[[bool], None] = lambda shown: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._tools = session, scene, scene.tools
        self._reveal = reveal
        self._brush = 1
        self.stack = StackBrush()
        self._stroke: Hashable = None
        self._stroked: int | None = None
        self._scene.tools.changed.connect(self.changed)

    @property
    def brush(self) -> int:
        """What a click puts there, one of `brushes`: another game may have fewer."""
        return min(self._brush, len(self.letters))

    @property
    def preview(self) -> int | None:
        """Whose ball is previewed under the mouse."""
        if not self.brush:
            return None
        rules = hooks_of(self._session.position.game.kind).setup
        return None if rules is None else rules.owner(self.brush)[0]

    @property
    def takes_away(self) -> bool:
        """Whether clicks only take away: then only pieces answer in the scene."""
        return self.brush == ERASE and self._stacks is None

    # -- the tool ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Let clicks set up; SessionError where the game cannot be set up by hand."""
        position = self._position()
        require_no_run(self._session.document)
        if self._stacks is None and hooks_of(position.game.kind).setup is None:
            raise SessionError(f"positions of {position.game.kind.title} cannot be set up by hand")
        while self._session.step_back():
            pass
        self.fit_stack(position)
        super().begin()
        self._reveal(True)

    def ensure_on(self) -> None:
        """Let clicks set up where they do not yet; a refusal is said."""
        if not self.is_on:
            self._scene.attempt(self.begin)

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Brush a point; the same brush again takes away."""
        if site is None:
            return True
        position = self._position()
        if self._stacks is not None:
            self._scene.attempt(lambda: self._brush_stacks([site], None))
            return True
        here = int(setup.cells_of(position)[site])
        value = ERASE if here == self.brush else self.brush
        self._scene.attempt(lambda: self._put(position, [site], value, None))
        return True

    def stroke(self, site: int, first: bool) -> None:
        """Brush on over the level maps; one stroke is one edit."""
        if first:
            self._stroke, self._stroked = ("stroke", next(_strokes)), None
        if site == self._stroked or self._stroke is None:
            return
        self._stroked = site
        position, stroke = self._position(), self._stroke
        if self._stacks is not None:
            self._scene.attempt(lambda: self._brush_stacks([site], stroke))
        elif int(setup.cells_of(position)[site]) != self.brush:
            brush = self.brush
            self._scene.attempt(lambda: self._put(position, [site], brush, stroke))

    def type_points(self, text: str) -> None:
        """Brush the points of a text, one edit; where all have the brush's piece, it is taken away.

        SessionError says which word is no point.
        """
        position = self._position()
        sites = read_points(position.game.board, text)
        if self._stacks is not None:
            self._brush_stacks(sites, None)
            return
        cells = setup.cells_of(position)
        value = ERASE if all(int(cells[site]) == self.brush for site in sites) else self.brush
        self._put(position, sites, value, None)

    def enter(self) -> bool:
        """Take Enter: brush the point under the cursor."""
        site = self._scene.input.active_site
        return site is not None and self.clicked(site, False)

    def ended(self) -> None:
        """Hear that clicks play again."""
        self._stroke = None
        self._reveal(False)

    # -- what is there -----------------------------------------------------------------------

    def _position(self) -> Position:
        self._session.open_document()
        return self._session.position

    @property
    def letters(self) -> tuple[str, ...]:
        """The game's letters; () where it cannot be set up."""
        setting = hooks_of(self._session.position.game.kind).setup
        return () if setting is None else setting.letters

    @property
    def brushes(self) -> tuple[tuple[str, int], ...]:
        """What each brush is called, and its number; () where places hold stacks."""
        position = self._session.position
        setting = hooks_of(position.game.kind).setup
        if setting is None or self._stacks is not None:
            return ()
        game, named = position.game, []
        for value in range(1, len(setting.letters) + 1):
            owner, kind = setting.owner(value)
            named.append(
                (f"{game.players[owner].capitalize()} {game.piece_kinds[kind].name}", value)
            )
        return (*named, ("Erase", ERASE))

    def next_brush(self) -> None:
        """Take the next brush; SessionError where there are none."""
        order = [value for _, value in self.brushes]
        if not order:
            raise SessionError("choose what a click does in the Set-up dock")
        here = order.index(self.brush) if self.brush in order else -1
        self.take(order[(here + 1) % len(order)])

    @property
    def _stacks(self) -> StackRules[Game, Position] | None:
        return hooks_of(self._session.position.game.kind).stacks

    def take_stack(self, brush: StackBrush) -> None:
        """Take another brush for stacks."""
        self.stack = brush
        self.changed.emit()

    def fit_stack(self, position: Position) -> None:
        """Another game may have fewer kinds and players."""
        if self._stacks is not None:
            kinds = [kind for kind, _ in self._stacks.kinds(position.game)]
            kind = self.stack.kind if self.stack.kind in kinds else kinds[0]
            owner = min(self.stack.owner, len(position.game.players) - 1)
            self.stack = replace(self.stack, kind=kind, owner=owner)

    def take(self, brush: int) -> None:
        """Take another brush."""
        self._brush = brush
        self.changed.emit()
        self._scene.show_document()

    # -- edits -------------------------------------------------------------------------------

    def _put(self, position: Position, sites: Sequence[int], value: int, gesture: Hashable) -> None:
        self._become(lambda: setup.put(position, list(sites), value), "set up", gesture)

    def _brush_stacks(self, sites: Sequence[int], gesture: Hashable) -> None:
        """Do with the brush what it does, on all of `sites`; SessionError where one refuses."""
        rules, brush = self._stacks, self.stack
        assert rules is not None
        sign = -1 if brush.does == TAKE else 1

        def make() -> Position:
            made = self._position()
            if brush.does == EMPTY:
                return rules.emptied(made, sites)
            for site in sites:
                made = rules.put(made, site, brush.owner, brush.kind, sign * brush.number)
            return made

        self._become(make, "set up", gesture)

    def _become(self, make: Callable[[], Position], name: str, gesture: Hashable = None) -> None:
        try:
            made = make()
        except NotationError as error:
            raise SessionError(error.message) from error
        self._session.set_up(made, name, gesture)

    def fill(self, sites: Sequence[int]) -> None:
        """Put the brush on all of `sites`, one edit; SessionError where there are none."""
        if not len(sites):
            raise SessionError("there is no point to fill there")
        self._put(self._position(), sites, self.brush, None)

    def clear(self) -> None:
        """Take everything off the board."""
        position, rules = self._position(), self._stacks
        sites = range(len(position.game.board))

        def make() -> Position:
            if rules is not None:
                return rules.emptied(position, sites)
            return setup.put(position, sites, ERASE)

        self._become(make, "clear the board")

    def give_turn(self, side: int) -> None:
        """Let a side be to move, or begin the round where positions have stacks."""
        position, rules = self._position(), self._stacks
        if rules is not None:
            self._become(lambda: rules.with_first(position, side), "first player")
        elif setup.side_of(position) != side:
            self._become(lambda: setup.with_side(position, side), "side to move")

    def transform(self, number: int, *, exchange: bool) -> None:
        """Turn or mirror the position as `symmetry.named_maps` counts, exchange colours."""
        position = self._position()
        name, image = named_maps(position.game.board)[number]

        def make() -> Position:
            made = setup.moved(position, image)
            return setup.exchanged(made) if exchange else made

        self._become(make, "swap colours" if exchange and not number else name)

    def paste(self, text: str) -> None:
        """Set up the position of a string; SessionError says where it is wrong."""
        text = text.strip()
        if not is_position(text) and looks_like_moves(text):
            raise SessionError("these are moves, not a position: end set-up first, then paste them")
        try:
            made = setup.read_setup(text)
        except NotationError as error:
            raise SessionError(f"this is not a position: {error.sentence}") from error
        self._session.set_up(made, "paste position")
