"""A puzzle that is solved: a prover judges moves in the background, the best defence answers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from model.contract.game import Move, Player, Position
from model.exercises import effects as do
from model.exercises.exercise import (
    Answered,
    Better,
    Decided,
    Demonstrate,
    Event,
    Exercise,
    GoTo,
    Here,
    Hints,
    JudgedMove,
    LineExercise,
    Outcome,
    Remark,
    ShowTry,
    TakeSide,
    Tried,
    Worded,
)
from model.phrases import counted, listed
from model.play.review import ReviewedMove
from model.puzzles import solving
from model.puzzles.account import PuzzleLine, moves_allowed
from model.puzzles.solving import Hint, Solving
from model.records import record as records
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Record
from model.records.view import Mark, View


@dataclass(frozen=True)
class PuzzleExercise(Exercise):
    """How far the solving has come.

    Attributes
    ----------
    state
        Of the state machine.
    due
        What comes of the move that is judged, once the other side's answer stands on the board.
    marks
        What a hint shows.
    shown
        A line is being shown: nothing is judged any more.
    words
        What is said of that line.
    line
        What is explained once the line that is played stands on the board.
    """

    state: Solving = field(kw_only=True)
    due: Solving | None = None
    marks: tuple[Mark, ...] = ()
    shown: bool = False
    words: str = ""
    line: PuzzleLine | None = None

    # -- what follows ----------------------------------------------------------------------------

    def after(self, event: Event, here: Here) -> Outcome[PuzzleExercise]:
        """Return the exercise after an event, and what is to be done."""
        match event:
            case Tried(move):
                return self._tried(move, here)
            case Answered(found) if self.busy:
                return self._answered(found)
            case "arrived" if self.due is not None:
                return self._judged(self.due, here.node)
            case "arrived" if self.line is not None:
                return replace(self, line=None), (do.Explain(self.line),)
            case Decided(node) if node == here.node:
                return replace(self, explained=event), ()
            case "seen" if (
                self.state.state == "wrong" and not self.is_away(here.node) and not self.busy
            ):
                return self.taken_back(), ()
            case "again" | "home" if not self.shown:
                return self.taken_back(), (do.Stop(), do.GoHome())
            case "again" | "home" | "restart":
                fresh = new_exercise(self.original, self.node, self.state.start, self.state.puzzle)
                return fresh, (do.Stop(), do.Restart(ROOT), do.StartClock())
            case "hint" if not (self.busy or self.is_solved or self.shown):
                away = self.is_away(here.node)
                seeking = replace(self.taken_back() if away else self, busy="hint", line=None)
                return seeking, (do.Stop(), do.GoHome()) if away else (do.Stop(),)
            case "next":
                return self, (do.Perform("teach.next-item"),)
            case "back":
                return self, (do.Perform("teach.previous-item"),)
            case "solution" if not self.solution:
                return self, (do.Notice("This puzzle has no solution yet: check it first"),)
            case "solution":
                line = solution_line(self.state, self.solution)
                shown, effects = self._demonstrated(self.solution, "The solution.", line)
                first_seen = not (self.is_solved or self.shown)
                return shown, (do.Count(right=False), *effects) if first_seen else effects
            case Demonstrate(moves, words, line):
                return self._demonstrated(moves, words, line)
            case ShowTry(number) if not self.busy:
                return self._tried_again(number, here)
        return self, ()

    def _tried(self, move: Move, here: Here) -> Outcome[PuzzleExercise]:
        """Take a try; whether it is right is found out in the background."""
        if self.is_solved or self.shown:
            return self, (do.PlayMove(),)
        if self.busy:
            return self, (do.Notice("The last move is still being judged"),)
        if self.is_away(here.node):
            return self.taken_back(), (
                do.Stop(),
                do.GoHome(),
                do.Notice("This is the start of the puzzle"),
            )
        judging = replace(self, busy="move", trying=move, tone="", explained=None, line=None)
        return judging, (do.PlayMove(),)

    def _answered(self, found: object) -> Outcome[PuzzleExercise]:
        """Show what comes of a move that was judged, or a hint."""
        match found:
            case Solving(state="wrong"):
                left = moves_left(found, len(found.played))
                asked = found.puzzle.stipulation
                line = PuzzleLine(found.position, found.wrong, asked, right=False, left=left)
                wrong = replace(
                    self, state=found, busy="", trying="", tone="wrong", due=None, line=line
                )
                shown = do.Stand(self.home, self.trying), do.PlayLine(found.wrong[1:])
                return wrong, (do.Count(right=False), *shown)
            case Solving():
                answer = do.PlayLine((found.reply,) if found.reply else (), pause="breath")
                return replace(self, due=found), (do.Stand(self.home, self.trying), answer)
            case (Solving() as state, Hint() as given):
                marks = hint_marks(given.sites)
                return replace(self, state=state, busy="", tone="hint", marks=marks), (
                    do.CountHint(),
                )
        sentence = "This move could not be judged: try another, or start again"
        return self.taken_back(), (do.Stop(), do.GoHome(), do.Notice(sentence))

    def _judged(self, found: Solving, home: int) -> Outcome[PuzzleExercise]:
        """Go on from a right move and the answer to it, which stand on the board."""
        solved = found.state == "solved"
        judged = replace(
            self,
            state=found,
            busy="",
            trying="",
            due=None,
            tone="right",
            home=home,
            marks=(),
            hides=bool(self.hides) and not solved,
        )
        if not solved:
            return judged, ()
        return judged, (do.Count(right=True), do.Explain(solution_line(found, found.played)))

    def taken_back(self) -> PuzzleExercise:
        """Return the exercise after a try was taken back."""
        state = self.state
        if state.state == "wrong":
            state = replace(state, state="open", said="", wrong=())
        tone = "" if self.tone == "wrong" else self.tone
        return replace(
            self, state=state, busy="", trying="", due=None, tone=tone, explained=None, line=None
        )

    def _demonstrated(
        self, moves: tuple[Move, ...], words: str, line: PuzzleLine | None
    ) -> Outcome[PuzzleExercise]:
        """Show a line from the start, with words about it."""
        shown = replace(
            self,
            home=ROOT,
            busy="",
            trying="",
            due=None,
            tone="",
            marks=(),
            shown=True,
            hides=False,
            words=words,
            explained=None,
            line=line,
        )
        return shown, (do.Stop(), do.Restart(ROOT), do.PlayLine(moves))

    def _tried_again(self, number: int, here: Here) -> Outcome[PuzzleExercise]:
        """Play one of the wrong tries and what refutes it."""
        ply, moves = self.state.failures[number]
        nodes, node = here.record.nodes, ROOT
        for move in self.state.played[:ply]:
            found = [k for k in nodes[node].children if nodes[k].move == move]
            if not found:
                return self, (do.Stop(),)
            node = found[0]
        asked, left = self.state.puzzle.stipulation, moves_left(self.state, ply)
        line = PuzzleLine(here.position_at(node), moves, asked, right=False, left=left)
        return replace(self, line=line), (do.Stop(), do.GoToNode(node), do.PlayLine(moves))

    # -- what is seen ----------------------------------------------------------------------------

    @property
    def scratch(self) -> Record:
        """The start alone: the tree of a puzzle may hold its solution."""
        return records.delete_after(self.original, ROOT)[0]

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong try stands on the board, with what refutes it."""
        return self.state.state == "wrong" and not self.shown

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.state.state == "solved"

    @property
    def why(self) -> str:
        """What decided the last line, in a sentence; "" where the author's own words say it."""
        if self.explained is None or self.explained.decision is None:
            return ""
        own = {one.text for one in self.state.puzzle.tries if one.text}
        said = self.tone == "wrong" and self.state.said in own
        return "" if said else self.explained.decision.text

    @property
    def solution(self) -> tuple[Move, ...]:
        """The proved line, else the first move that is meant; () where neither is known."""
        puzzle = self.state.puzzle
        if puzzle.proof is not None and puzzle.proof.line:
            return puzzle.proof.line
        return puzzle.keys[:1] or puzzle.stipulation.accepted[:1]

    def marks_at(self, node: int, *, playing: bool) -> tuple[Mark, ...]:
        """Return what a hint shows, and the points the first move is restricted to."""
        if self.is_away(node):
            return ()
        restricted = self.home == ROOT and not self.shown
        return (*(marked_points(self.state.puzzle) if restricted else ()), *self.marks)

    def tool_at(self, node: int) -> Literal["", "click", "back", "onward"]:
        """Return what a click at a node is: it takes a try back."""
        ended = self.shown or self.is_solved or self.busy
        return "back" if self.is_away(node) and not ended else ""

    def takes_moves(self, node: int) -> bool:
        """Tell whether a move is waited for at a node: not while one is judged, nor after."""
        ended = self.is_solved or self.shown
        return node == self.home and not self.busy and not ended

    def known(self, node: int) -> Move:
        """Return the known program that the first move answers."""
        if node != ROOT or self.home != ROOT or self.shown:
            return ""
        return self.state.puzzle.stipulation.known


def new_exercise(record: Record, node: int, start: Position, puzzle: Puzzle) -> PuzzleExercise:
    """Return a puzzle at its start; `node` is gone back to when it ends."""
    state = solving.begin(start, puzzle)
    return PuzzleExercise(record, node, hides=True, confirms=True, home=ROOT, state=state)


def marked_points(puzzle: Puzzle) -> tuple[Mark, ...]:
    """Return marks on the points the first move of a puzzle is restricted to."""
    return tuple(Mark(point, "dot", "green") for point in puzzle.stipulation.points)


def hint_marks(sites: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return what shows a hint: rings, or dots where it is about many points."""
    sign: Literal["ring", "dot"] = "ring" if len(sites) <= 16 else "dot"
    return tuple(Mark(site, sign, "yellow") for site in sites)


def solution_line(state: Solving, moves: tuple[Move, ...]) -> PuzzleLine:
    """Return a line that solves the puzzle."""
    asked = state.puzzle.stipulation
    return PuzzleLine(state.start, moves, asked, right=True, left=moves_allowed(asked))


def moves_left(state: Solving, ply: int) -> int | None:
    """Return how many moves the side with the goal has after `ply` moves of what was played."""
    asked = state.puzzle.stipulation
    if not asked.asks_goal or asked.moves is None:
        return moves_allowed(asked)
    position, made = state.start.without_past(), 0
    solver = position.to_move
    for move in state.played[:ply]:
        made += position.to_move == solver
        position = position.play(move)
    return asked.moves - made


# -- mistakes of a reviewed game that are retried one after the other ------------------------------


Result = Literal["", "first", "later", "shown"]
"""How a mistake was made good: not yet, at the first try, with help or after others, not at all."""
ONWARD = "Press Ctrl+Right for the next mistake, or Ctrl+R to try this one again"


@dataclass(frozen=True)
class RetryExercise(Exercise):
    """How far the person has come.

    Attributes
    ----------
    all
        Every mistake of the line that can be retried, of both sides.
    side
        Whose mistakes are retried; "": everybody's.
    results
        What became of each of `mistakes`; () before anything was tried.
    at
        The mistake that is retried now; beyond the last one the summary is shown.
    said
        What is said of the last move.
    helped
        Something was tried or shown already: to find the move now is not the first try.
    hints
        The steps of the hint; () until it was asked for.
    given
        How many of them are shown.
    line
        What refutes the try, or the better move with what follows; None: nothing is shown.
    view
        How the game was looked at before.
    """

    all: tuple[ReviewedMove, ...] = ()
    side: Player = ""
    results: tuple[Result, ...] = ()
    at: int = 0
    said: str = ""
    helped: bool = False
    hints: tuple[Remark, ...] = ()
    given: int = 0
    line: LineExercise | None = None
    view: View = field(kw_only=True)

    leave_first: ClassVar[str] = "end the retry of mistakes first: press Ctrl+Alt+R"

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The mistakes that are retried, as they were played."""
        return tuple(one for one in self.all if self.side in ("", one.side))

    @property
    def is_over(self) -> bool:
        """Whether all have been gone through, and the summary is shown."""
        return self.at >= len(self.mistakes)

    @property
    def mistake(self) -> ReviewedMove:
        """The mistake that is retried; at the end the last one."""
        return self.mistakes[min(self.at, len(self.mistakes) - 1)]

    @property
    def result(self) -> Result:
        """What became of the mistake that is retried."""
        return "" if self.is_over else self.result_of(self.at)

    def result_of(self, number: int) -> Result:
        """Return what became of a mistake."""
        return self.results[number] if number < len(self.results) else ""

    @property
    def stands_found(self) -> bool:
        """Whether a good move stands on the board."""
        return self.tone == "right"

    @property
    def shows_better(self) -> bool:
        """Whether the line that is shown is the better one, not what refutes a try."""
        return self.line is not None and self.line.node == self.home

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong try stands on the board, or what refutes it."""
        return self.tone == "wrong"

    @property
    def place(self) -> object:
        """Which mistake of which side is retried."""
        return type(self), self.side, self.at

    @property
    def scratch(self) -> Record:
        """The game as far as the mistake, or with the line that is shown after it."""
        return self.before if self.line is None else self.line.scratch

    @property
    def before(self) -> Record:
        """The game up to the position that is retried; no lesson holds on to what comes later."""
        return records.delete_after(replace(self.original, lesson=None), self.home)[0]

    def takes_moves(self, node: int) -> bool:
        """Tell whether a move is waited for at a node."""
        return node == self.home and not self.busy and not self.is_over and self.line is None

    def tool_at(self, node: int) -> Literal["", "click", "back", "onward"]:
        """Return the tool for a node: it goes on from what is found, and back from what is not."""
        if not self.is_away(node):
            return ""
        if self.stands_found or self.shows_better:
            return "onward"
        return "" if self.busy else "back"

    # -- what follows ----------------------------------------------------------------------------

    def after(self, event: Event, here: Here) -> Outcome[RetryExercise]:
        """Return the mistakes after an event, and what is to be done."""
        match event:
            case Tried(move):
                return self._tried(move, here)
            case Answered(JudgedMove() as judged) if self.busy:
                return self._judged(judged, here)
            case Answered(Hints(steps)) if self.busy and steps:
                return self._hinted(steps), ()
            case Answered() if self.busy:
                sentence = "The engine could not judge this: try another move"
                back, effects = self._turned(replace(self, busy="", trying=""))
                return back, (*effects, do.Notice(sentence))
            case "again" | "home" if not self.is_over:
                return self._turned(self._taken_back())
            case "restart":
                return self._turned(self.of_side(self.side))
            case TakeSide(side) if side != self.side:
                return self._turned(self.of_side(side))
            case "next" if self.is_over:
                return self, (do.RefuseRequest("that was the last mistake"),)
            case "next":
                return self._turned(self.going_to(self.at + 1))
            case "back" if not self.at:
                return self, (do.RefuseRequest("this is the first mistake"),)
            case "back":
                return self._turned(self.going_to(self.at - 1))
            case GoTo(number):
                return self._turned(self.going_to(number))
            case "hint" if self._asks and not self.busy:
                back, effects = (
                    self._turned(self._taken_back()) if self.is_away(here.node) else (self, ())
                )
                return back._hinted(back.hints) if back.hints else replace(
                    back, busy="hint"
                ), effects
            case Better(said, line) if not self.is_over:
                shown = self._resulting("shown")._taken_back()
                shown = replace(shown, tone="hint", said=said, helped=True, line=line, hides=False)
                return shown, (do.Stop(), do.Restart(line.node), do.TakeUpLine())
            case "play" | "seen" | Worded() if self.line is not None:
                line, effects = self.line.after(event, here)
                return self if line is self.line else replace(self, line=line), effects
        return self, ()

    @property
    def _asks(self) -> bool:
        return not (self.is_over or self.stands_found or self.shows_better)

    def _tried(self, move: Move, here: Here) -> Outcome[RetryExercise]:
        """Take a try; whether it is good is found out in the background."""
        if self.is_over:
            return self, (
                do.Notice("That was the last one. Press Ctrl+Alt+R to go back to the game"),
            )
        if self.busy:
            return self, (do.Notice("The last move is still being judged"),)
        if not self._asks:
            return self, (do.Notice(ONWARD),)
        if self.is_away(here.node):
            back, effects = self._turned(self._taken_back())
            return back, (*effects, do.Notice("This is the position before the mistake"))
        return replace(self, busy="move", trying=move, tone="", said=""), (do.PlayMove(),)

    def _judged(self, judged: JudgedMove, here: Here) -> Outcome[RetryExercise]:
        """Praise a move, or say that it is wrong and play what refutes it."""
        if judged.right:
            run = self._resulting("later" if self.helped else "first")
            run = replace(run, busy="", tone="right", said=judged.said, hides=False)
        else:
            run = replace(
                self, busy="", tone="wrong", said=judged.said, helped=True, line=judged.line
            )
        if run.line is not None:
            return run, (do.Restart(run.line.node), do.TakeUpLine())
        last = here.record[here.node]
        stands = (last.parent, last.move) == (self.home, self.trying)
        return run, () if stands else (do.Restart(self.home, (self.trying,)),)

    def _turned(self, run: RetryExercise) -> Outcome[RetryExercise]:
        """Take over an exercise that is at its home, with nothing of what was tried."""
        look = () if run.mistake is self.mistake else (do.FaceSide(run.mistake.side),)
        return run, (do.Stop(), do.Restart(run.home), *look)

    def going_to(self, at: int) -> RetryExercise:
        """Return the exercise at another mistake, with nothing tried there yet."""
        helped = at < len(self.mistakes) and bool(self.result_of(at))
        fresh = replace(self._taken_back(), at=at, helped=helped, hints=(), given=0, hides=True)
        mistakes = fresh.mistakes
        return replace(fresh, home=fresh.original[fresh.mistake.node].parent) if mistakes else fresh

    def of_side(self, side: Player) -> RetryExercise:
        """Return the exercise from its beginning, for one side or, with "", for all."""
        return replace(self, side=side, results=()).going_to(0)

    def _taken_back(self) -> RetryExercise:
        return replace(self, busy="", trying="", tone="", said="", line=None)

    def _hinted(self, hints: tuple[Remark, ...]) -> RetryExercise:
        """Return the exercise with one more step of the hint."""
        given = min(self.given + 1, len(hints))
        return replace(self, busy="", helped=True, hints=hints, given=given)

    def _resulting(self, result: Result) -> RetryExercise:
        """The exercise with a result for this mistake; the first one that counts stays."""
        if self.is_over or self.result:
            return self
        results = [self.result_of(k) for k in range(len(self.mistakes))]
        results[self.at] = result
        return replace(self, results=tuple(results))

    # -- in words --------------------------------------------------------------------------------

    @property
    def step(self) -> Remark | None:
        """The step of a hint that is shown; None: none is."""
        shown = self.given and not self.tone and not self.busy and self.line is None
        return self.hints[self.given - 1] if shown else None

    def explanation_at(self, node: int) -> Remark | None:
        """Return what is said and laid over the position at a node; None: nothing."""
        if self.line is not None and node != self.line.node:
            return self.line.step(node)
        return self.step if node == self.home else None

    @property
    def summary(self) -> str:
        """How it went, in sentences."""
        all_ = [self.result_of(k) for k in range(len(self.mistakes))]
        first, shown, rest = all_.count("first"), all_.count("shown"), all_.count("")
        found = first + all_.count("later")
        said = f"You found a better move for {found} of {counted(len(all_), 'mistake')}"
        if found:
            said += ", at the first try" if first == found else f", {first} at the first try"
        others = ((shown, "shown to you"), (rest, "not found"))
        parts = listed([f"{number} {what}" for number, what in others if number])
        return f"{said}. {parts}." if parts else f"{said}."
