"""What clicks, drags and keys over the scene may mean for the move that is built.

What may be entered now: steps that are no sites, plans, moves with one click. The line over the
scene says what the active point is about, and what may follow in a move."""

from collections.abc import Callable, Sequence

from model.contract.game import Player, Position
from model.contract.hooks import hooks_of
from model.positions import describe
from viewer.analysis.analysis_service import bare_point
from viewer.games.decision import PLAN_KEYS
from viewer.games.registry import game_view_of
from viewer.picture.picking.click_meaning import is_occupied
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.scene.input.input_rules import InputRules
from viewer.scene.input.scene_input import SceneInput
from viewer.scene_view.floating.dice_tray import DiceTray
from viewer.scene_view.floating.step_buttons import StepButtons, offered
from viewer.scene_view.plan_drawing import PlanDrawing
from viewer.session.session import Session
from viewer.tools.tool import Tools
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences


class ClickRules(InputRules):
    """Asks the position, the tool that is chosen and the plan that is drawn.

    Parameters
    ----------
    attempt
        Does something; what the session refuses is said.
    """

    def __init__(
        self,
        session: Session,
        tools: Tools,
        drawing: PlanDrawing,
        attempt: Callable[[Callable[[], object]], None],
    ) -> None:
        self._session, self._tools, self._drawing = session, tools, drawing
        self._attempt = attempt

    def may_pin(self, site: int) -> bool:
        """Whether a click on an empty point would be the whole move, so that it is pinned."""
        if self._session.entered:
            return False
        steps = self._session.entry.steps((self.name(site),))
        return steps.complete and not steps.choices

    def ends_move(self, site: int | None) -> bool:
        """Play a partial move that is complete, unless Enter means one step more at `site`.

        The cursor still stands on the last step: there, Enter means the end.
        """
        tool, partial = self._tools.current, self._session.entered
        if tool is not None and tool.enter():
            return True
        if self._session.is_empty:
            return False
        if self.plans():
            self.play_plan()
            return True
        if not partial:
            return False
        steps = self._session.steps()
        name = "" if site is None else self.name(site)
        if not steps.complete or (name in steps.choices and name != partial[-1]):
            return False
        self._attempt(self._session.confirm)
        return True

    def may_carry(self, site: int) -> bool:
        """Whether the piece on a site may go somewhere now, or is in hand already."""
        if self._tools.current is not None or not is_occupied(self._session.entry, site):
            return self.is_in_hand(site)
        return self.is_in_hand(site) or self.name(site) in self._session.steps().choices

    def is_in_hand(self, site: int) -> bool:
        """Whether the move that was begun goes on from a site."""
        partial = self._session.entered
        tool = self._tools.current
        return tool is None and bool(partial) and partial[-1] == self.name(site)

    def has_begun(self) -> bool:
        """Whether a move was begun that is not whole."""
        return bool(self._session.entered) and not self._session.steps().complete

    def may_draw(self, candidate: PickCandidate) -> bool:
        """Whether a drag from there draws a plan."""
        return self._drawing.may_draw(candidate)

    def plans(self) -> bool:
        """Whether a piece of a plan is in hand."""
        return self._drawing.in_hand is not None

    def plan_key(self, key: str) -> bool:
        """Do what a key means for the plan."""
        return self._drawing.key(PLAN_KEYS[key])

    def play_plan(self) -> None:
        """Play the plan as it stands, also one that says nothing."""
        move = self._session.steps().move
        if move is not None and not self._drawing.asks_first():
            self._attempt(lambda: self._session.play(move))

    def in_tool(self) -> bool:
        """Whether clicks mark, set up or plan."""
        return self._tools.current is not None or self.plans()

    def leave_tool(self) -> bool:
        """Put down what is in hand, or the tool."""
        return self._drawing.put_down() or self._tools.escape()

    def name(self, site: int) -> str:
        """Return what a site is called."""
        return self._session.position.game.board.names[site]


class Entering:
    """Asks the exercise, the side whose turn it is, and the tool that takes the clicks."""

    def __init__(self, session: Session, chosen: ChosenPreferences, tools: Tools) -> None:
        self._session, self._chosen, self._tools = session, chosen, tools
        self.clears_guess = False

    def may_plan(self) -> bool:
        """Whether clicks and drags plan: no tool takes them, and a move is waited for here."""
        return self._tools.current is None and self._waits() and self._is_wanted()

    def confirms(self) -> bool:
        """Whether a click pins a ball and a second one places it: tools never wait for it.

        So it is, too, in a file that was opened to be looked at: a stray click changes nothing.
        """
        exercise, document = self._session.exercise, self._session.document
        wanted = self._chosen.now.confirm_moves or (exercise is not None and exercise.confirms)
        if exercise is None and not document.seating.is_taken:
            wanted |= document.path is not None and not len(document.done)
        own = self._session.turn.ahead is None  # a premove can be taken back
        return wanted and own and self._tools.current is None

    def mover(self, players: Sequence[Player]) -> int | None:
        """Return whose piece a click would place, by number, None where nobody's."""
        mover = None if self._session.turn.refusal else self._session.entry.to_move
        return players.index(mover) if mover in players else None

    def offer(self, buttons: StepButtons, dice: DiceTray, *, guesses: bool) -> None:
        """Offer what can be done that is no site; `guesses`: a guess can be cleared."""
        position = self._session.entry
        self.clears_guess = guesses
        partial = self._session.entered
        # Nobody plays while pieces are set up, or a task asks for a click or a choice.
        takes = self._waits() and not self._tools.is_on("set-up")
        takes = takes and (bool(partial) or self._is_wanted())
        buttons.offer(
            offered(position, partial, guesses=guesses) if takes else (),
            game_view_of(position).token_tips,
        )
        table = (cell for sheet in position.sheets if not sheet.owner for cell in sheet.cells)
        dice.offer(tuple(cell for cell in table if cell.name) if takes else (), partial)

    def _is_wanted(self) -> bool:
        document, exercise = self._session.document, self._session.exercise
        return exercise is None or exercise.wants_move(document.node)

    def _waits(self) -> bool:
        """Whether a move is waited for: as an exercise says, or else of who is to move."""
        document, exercise = self._session.document, self._session.exercise
        waits = exercise is None or exercise.takes_moves(document.node)
        return waits and not self._session.turn.refusal


class PointLine:
    """Says what is pointed at; `point_text` knows what is found out about points."""

    def __init__(
        self,
        session: Session,
        tools: Tools,
        drawing: PlanDrawing,
        input: SceneInput,
        say: Callable[[str], None],
        point_text: Callable[[Position, int], str],
    ) -> None:
        self._session, self._tools = session, tools
        self._drawing, self._input = drawing, input
        self._say, self._point_text = say, point_text

    def tell(self, site: int | None) -> None:
        """Say what a point is about; None: what may follow in the partial move."""
        self._say(self._about(site))

    def words(self, site: int) -> str:
        """Return all that is said of a point where nobody sees it: what touches it, too."""
        position = self._session.position
        effects = self._about(site).partition(": ")[2].split("; ")
        # What a piece would join is among the words for a point already.
        if hooks_of(position.game.kind).links:
            name = position.game.board.names[site]
            is_legal = position.to_move is not None and position.explain(name) is None
            effects = effects[1:] if is_legal or is_occupied(position, site) else effects
        return describe.point(position, site, effects=effects)

    def retell(self) -> None:
        """Say the line on the active point again: more is known of the position."""
        site = self._input.active_site
        if site is not None:
            self.tell(site)

    def tell_move(self, partial: tuple[str, ...]) -> None:
        """Say what may follow in the partial move; without one, what the active point is about."""
        if partial:
            self._say(self._about_partial_move())
        else:
            self.tell(self._input.active_site)

    def _about(self, site: int | None) -> str:
        position = self._session.position
        if self._session.is_empty or (site is not None and site >= len(position.game.board)):
            return ""
        if site is None:
            if self._session.entered:
                return self._session.steps().message
            return self._drawing.next_step
        tool = self._tools.current
        is_bare = tool is not None and (tool.shows_all_points or tool.only_names)
        notify = bare_point if is_bare else self._point_text
        return notify(position, site)

    def _about_partial_move(self) -> str:
        """What may follow in the partial move, or what would come of a plan."""
        if self._drawing.planner is not None:
            return self._drawing.sentence
        steps = self._session.steps()
        end = ""
        if steps.complete:
            end = ": Enter ends the move" if steps.choices else ": Enter plays it"
        return steps.message + end
