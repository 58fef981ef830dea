"""Mistakes of a reviewed game that are retried one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from model.contract.game import Move, Player
from model.exercises import effects as do
from model.exercises.exercise import (
    Answered,
    Better,
    Event,
    Exercise,
    GoTo,
    Here,
    Hints,
    JudgedMove,
    LineExercise,
    Outcome,
    Remark,
    TakeSide,
    Tried,
    Worded,
)
from model.phrases import counted, listed
from model.play.review import ReviewedMove
from model.records import record as records
from model.records.record import Record
from model.records.view import View

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

    @property
    def leave_first(self) -> str:
        """What to do before the document can be changed."""
        return "end the retry of mistakes first: press Ctrl+Alt+R"

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
                shown = replace(
                    self._resulting("shown"),
                    busy="",
                    trying="",
                    tone="hint",
                    said=said,
                    helped=True,
                    line=line,
                    hides=False,
                )
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
        fresh = replace(
            self,
            at=at,
            busy="",
            trying="",
            tone="",
            said="",
            helped=helped,
            hints=(),
            given=0,
            line=None,
            hides=True,
        )
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
