"""Puzzles of a page: every first move judged, right ones answered by the best defence."""

from __future__ import annotations

from dataclasses import replace

from model.contract.game import Position, Stop, Stopped
from model.contract.search import Prover
from model.play.opponent import PlayerError
from model.play.seats import Responder
from model.puzzles import solving
from model.puzzles.proof import first_fault
from model.puzzles.question import Question
from model.puzzles.solutions.solution_tree import solution_tree
from model.puzzles.solutions.tree_wording import rows_of
from model.puzzles.solving import Solving
from model.puzzles.wording import asked, difficulty
from model.records.positions import PositionCache
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Record
from model.records.view import View
from viewer.export.page.content_boards import Shelf
from viewer.export.page.content_nodes import MOST_MOVES, Nodes, of_record, offered, stages
from viewer.export.page.page_data import PuzzleItem, Stage, Verdict, Verdicts
from viewer.games.registry import game_view_of
from viewer.learn.slides import plain_text

HINTS = 3
MOST_MARKED = 16
"""Sites that a hint rings; what says more of the board, as "level 2", says it in words."""
MOST_TURNS = 300
"""Turns of the solver that a page has of one puzzle; beyond, lines end early."""
ELSEWHERE = "There are too many moves to list them on a page: solve this puzzle in Pyramidion."
ENDS_HERE = "The rest of this line is in Pyramidion."


def puzzle_item(
    shelf: Shelf,
    record: Record,
    look: View,
    *,
    title: str,
    author: str,
    solutions: bool,
    stop: Stop,
) -> PuzzleItem:
    """Return a puzzle as an item; `Stopped` passes through.

    Parameters
    ----------
    look
        How it is looked at.
    solutions
        With the solution in sentences.
    """
    from model.search.provers import prover_for

    puzzle = record.puzzle
    assert puzzle is not None
    start = PositionCache().position(record, ROOT)
    nodes, _ = of_record(shelf, record, look, why=False, tree=False)
    known, in_words = puzzle.stipulation.known, game_view_of(start).move_words
    asks = asked(start, puzzle.stipulation).replace(f" {known};", f": {in_words(known)}.")
    verdicts: Verdicts = {}
    hints: list[solving.Hint] = []
    fault = first_fault(start, puzzle)
    if fault:
        asks = f"{asks} This puzzle cannot be solved: {fault}."
    else:
        prover, begun = prover_for(start.game, stop), solving.begin(start, puzzle)
        hints = _hints(begun, prover)[: None if solutions else -1]
        few = _few(start, puzzle, prover) if start.legal_moves.count() > MOST_MOVES else None
        if few is not None and not few.next:
            asks = f"{asks} {ELSEWHERE}"
        else:
            verdicts = _Judged(nodes, prover, stop, few).all(begun)
    side = nodes.list[0].to_move
    return PuzzleItem(
        title=title,
        author=author,
        nodes=nodes.list,
        task=asks,
        side=side,
        grade=difficulty(puzzle),
        verdicts=verdicts,
        hints=[in_words(plain_text(hint.text)) for hint in hints],
        marked=[
            [start.game.board.index(site) for site in hint.sites if len(hint.sites) <= MOST_MARKED]
            for hint in hints
        ],
        solution=[in_words(row) for row in _told(start, puzzle, stop)]
        if solutions and not fault
        else [],
    )


def _few(start: Position, puzzle: Puzzle, prover: Prover) -> Stage:
    """The moves that a page lets its reader try where there are too many."""
    question = Question(start, puzzle.stipulation, prover)
    right = tuple(question.first_moves()) if question.choices is not None else puzzle.keys
    return offered(start, right, [one.move for one in puzzle.tries], question.solves)


def _hints(state: Solving, prover: Prover) -> list[solving.Hint]:
    """The hints of the first move: where to look, what matters, the move itself."""
    found = []
    for _ in range(HINTS):
        state, hint = solving.hint(state, prover)
        found.append(hint)
    return found


def _told(start: Position, puzzle: Puzzle, stop: Stop) -> list[str]:
    """The solution, a row a line."""
    rows = rows_of(solution_tree(start, puzzle, stop))
    return [f"{'  ' * row.depth}{row.text}" for row in rows]


class _Judged:
    """Judges every move of the solver, line by line."""

    def __init__(self, nodes: Nodes, prover: Prover, stop: Stop, few: Stage | None) -> None:
        self._nodes, self._prover, self._stop, self._few = nodes, prover, stop, few
        self._responder = Responder()
        self._found: Verdicts = {}
        self._known: dict[tuple[str, int | None], int] = {}
        self._open: list[tuple[Solving, int]] = []

    def all(self, begun: Solving) -> Verdicts:
        """Return the verdicts of all turns that right moves lead to."""
        self._open.append((begun, 0))
        while self._open:
            state, node = self._open.pop(0)
            row: dict[str, Verdict] = {}
            few = None if node else self._few
            self._nodes.list[node].moves = few or stages(state.position)
            for move in few.next if few else state.position.legal_moves:
                if self._stop():
                    raise Stopped
                row[move] = self._verdict(state, node, move)
            self._found[node] = row
        return self._found

    def _verdict(self, state: Solving, node: int, move: str) -> Verdict:
        try:
            found = solving.answer(state, move, self._prover, self._responder)
            said = game_view_of(state.position).move_words(found.said)
            if said != found.said:
                found = replace(found, said=said[:1].upper() + said[1:])
        except PlayerError:  # no reply is known to hold out: it is right, and the line ends
            after = self._nodes.add(state.position.play(move), node, move, why=False)
            return Verdict(True, f"Right. {ENDS_HERE}", [], after)
        if found.state == "wrong":
            line = list(found.wrong[1:])
            changes = self._nodes.changes(state.position, [move, *line])
            return Verdict(False, found.said, line, changes=changes)
        reply = [found.reply] if found.reply else []
        goes_on = found.state == "open"
        key = (str(found.position), found.left)
        if goes_on and key in self._known:
            return Verdict(True, found.said, reply, self._known[key])
        turns = len(self._found) + len(self._open) + 1
        cut = goes_on and turns >= MOST_TURNS
        end = self._stands(state, node, move, found)
        if cut:
            return Verdict(True, f"{found.said} {ENDS_HERE}", reply, end)
        if goes_on:
            self._known[key] = end
            self._open.append((found, end))
        return Verdict(True, found.said, reply, end)

    def _stands(self, state: Solving, node: int, move: str, found: Solving) -> int:
        """Put the position after a right move, and after the reply, among the nodes."""
        over = found.state == "solved"
        after = state.position.play(move)
        last = self._nodes.add(after, node, move, why=over and not found.reply)
        if found.reply:
            last = self._nodes.add(found.position, last, found.reply, why=over)
        return last
