"""Mistakes of a reviewed game that are retried one after the other; a pure value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from model.contract.game import Move, Player, Position
from model.phrases import counted, listed
from model.play.review import ReviewedMove
from model.records import record as records
from model.records.record import Record
from viewer.analysis.advice_words import Step
from viewer.analysis.line_run import LineRun
from viewer.session.document.run import Accept, Reject, Ruling, Run

Result = Literal["", "first", "later", "shown"]
"""How a mistake was made good: not yet, at the first try, with help or after others, not at all."""
ONWARD = "Press Ctrl+Right for the next mistake, or Ctrl+R to try this one again"


@dataclass(frozen=True)
class RetryRun(Run):
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
    busy
        What is looked for: the verdict on a move, a hint, or nothing.
    trying
        The move that is judged, or was judged last.
    tone
        "right", "wrong", "hint" or "": of what is said.
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
    """

    all: tuple[ReviewedMove, ...] = ()
    side: Player = ""
    results: tuple[Result, ...] = ()
    at: int = 0
    busy: Literal["", "move", "hint"] = ""
    trying: Move = ""
    tone: str = ""
    said: str = ""
    helped: bool = False
    hints: tuple[Step, ...] = ()
    given: int = 0
    line: LineRun | None = None

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
    def home(self) -> int:
        """The node at which a better move is looked for."""
        return self.original[self.mistake.node].parent

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

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Take a try; whether it is good is found out in the background."""
        if self.is_over:
            return Reject("That was the last one. Press Ctrl+Alt+R to go back to the game")
        if self.busy:
            return Reject("The last move is still being judged")
        if self.stands_found or self.shows_better:
            return Reject(ONWARD)
        if node != self.home:
            return Reject("This is the position before the mistake", home=True)
        return Accept(replace(self, busy="move", trying=move, tone="", said=""))

    # -- what it becomes ---------------------------------------------------------------------

    def going_to(self, at: int) -> RetryRun:
        """Return the run at another mistake, with nothing tried there yet."""
        helped = at < len(self.mistakes) and bool(self.result_of(at))
        return replace(
            self, at=at, busy="", trying="", tone="", said="", helped=helped, hints=(), given=0,
            line=None, hides=True,
        )  # fmt: skip

    def of_side(self, side: Player) -> RetryRun:
        """Return the run from its beginning, for one side or, with "", for all."""
        return replace(self, side=side, results=()).going_to(0)

    def taken_back(self) -> RetryRun:
        """Return the run after a try was taken back."""
        return replace(self, busy="", trying="", tone="", said="", line=None)

    def found(self, said: str) -> RetryRun:
        """Return the run after a good move, and what is said of it."""
        run = self._resulting("later" if self.helped else "first")
        return replace(run, busy="", tone="right", said=said, hides=False)

    def missed(self, said: str, line: LineRun | None) -> RetryRun:
        """Return the run after a wrong try, with what refutes it."""
        return replace(self, busy="", tone="wrong", said=said, helped=True, line=line)

    def showing(self, said: str, line: LineRun) -> RetryRun:
        """Return the run that shows the better move."""
        run = self._resulting("shown")
        return replace(
            run, busy="", trying="", tone="hint", said=said, helped=True, line=line, hides=False
        )

    def seeking_hint(self) -> RetryRun:
        """Return the run while a hint is looked for."""
        return replace(self, busy="hint")

    def hinted(self, hints: tuple[Step, ...]) -> RetryRun:
        """Return the run with one more step of the hint."""
        given = min(self.given + 1, len(hints))
        return replace(self, busy="", helped=True, hints=hints, given=given)

    def not_judged(self) -> RetryRun:
        """Return the run after a move or a hint that could not be decided."""
        return replace(self, busy="", trying="")

    def with_line(self, line: LineRun) -> RetryRun:
        """Return the run with the next value of the line that is shown."""
        return replace(self, line=line)

    def _resulting(self, result: Result) -> RetryRun:
        """The run with a result for this mistake; the first one that counts stays."""
        if self.is_over or self.result:
            return self
        results = [self.result_of(k) for k in range(len(self.mistakes))]
        results[self.at] = result
        return replace(self, results=tuple(results))

    # -- in words --------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """The step of a hint that is shown; None: none is."""
        shown = self.given and not self.tone and not self.busy and self.line is None
        return self.hints[self.given - 1] if shown else None

    def said_at(self, node: int) -> Step | None:
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
        told = listed([f"{number} {what}" for number, what in others if number])
        return f"{said}. {told}." if told else f"{said}."


def mistake_words(mistake: ReviewedMove) -> str:
    """Return a mistake as it stands in a list: "7. 2d2 ?"."""
    return f"{mistake.ply}. {mistake.move} {mistake.grade}"
