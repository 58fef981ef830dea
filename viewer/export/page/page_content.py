"""A page of items: what goes into it, as its data, and the one HTML file that shows them."""

import base64
import hashlib
import html
import zlib
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

import msgspec
from msgspec import UNSET, UnsetType

from model.contract.game import Move, Player, Position, Stop, Stopped
from model.contract.search import Prover
from model.lessons.judging import Verdict as Judged
from model.lessons.judging import fitting, judge, picture_of_wrong
from model.phrases import counted
from model.positions import describe
from model.positions.setup import Draft, read_position
from model.puzzles import solving
from model.puzzles.proof import first_fault
from model.puzzles.question import Question
from model.puzzles.solutions.solution_tree import rows_of, solution_tree
from model.puzzles.solving import Solving
from model.puzzles.wording import asked, difficulty
from model.records.lesson import After, Step, Task, step_for
from model.records.puzzle import Puzzle
from model.records.record import ROOT
from model.records.view import View
from viewer.analysis.picture_findings import unanswered_picture, whole_picture
from viewer.export.export_options import PageOptions
from viewer.export.items import (
    CREDIT,
    ExportError,
    ExportItem,
    Notify,
    common_title,
    opened_node,
    opened_step,
    size_of,
    step_views,
)
from viewer.export.page import page_data as content
from viewer.export.page.content_nodes import (
    MOST_MOVES,
    Nodes,
    lays_over,
    of_item,
    offered,
    overlays_of,
    stages,
    without_overlays,
)
from viewer.export.pictures.shots import asked_view
from viewer.games.registry import end_of, game_view_of
from viewer.learn.lessons.after_answer import after_wrong, picture_after
from viewer.learn.slides import plain_text
from viewer.visuals.overlay_types import Overlay, besides

# A page: one HTML file that shows what is in it, without the program and without a network.


def page(data: bytes, title: str) -> bytes:
    """Return the whole page.

    Parameters
    ----------
    data
        What it holds, as JSON (`viewer/export/page/web/src/format.ts`).
    title
        Shown as the browser's title; text, never markup.
    """
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    script, style = (
        template.rpartition("<script>")[2].partition("</script>")[0],
        template.rpartition("<style>")[2].partition("</style>")[0],
    )
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    packed = base64.b64encode(zlib.compress(data, 9)).decode("ascii")
    head, _, rest = template.partition("<style>")
    for name, text in (("policy", policy), ("title", html.escape(title))):
        head = head.replace("{{" + name + "}}", text)
    # What comes after is the program's own: only the data's place is filled, and once.
    return (head + "<style>" + rest.replace("{{data}}", packed, 1)).encode("utf-8")


def served(made: bytes) -> bytes:
    """Return a page that may talk to the computer it comes from, and to nobody else."""
    policy, alone = b"default-src 'none';", b'<html lang="en">'
    made = made.replace(policy, policy + b" connect-src 'self';", 1)
    return made.replace(alone, b'<html lang="en" data-served>', 1)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")


# Puzzles of a page: every first move judged, right ones answered by the best defence.

HINTS = 3
MOST_MARKED = 16
"""Sites that a hint rings; what says more of the board, as "level 2", says it in words."""
MOST_TURNS = 300
"""Turns of the solver that a page has of one puzzle; beyond, lines end early."""
ELSEWHERE = "There are too many moves to list them on a page: solve this puzzle in Pyramidion."
ENDS_HERE = "The rest of this line is in Pyramidion."


def puzzle_item(
    shelf: content.PageCatalog, item: ExportItem, *, solutions: bool, stop: Stop
) -> content.PuzzleItem:
    """Return a puzzle, with its solution in sentences where asked for; `Stopped` passes through."""
    from model.search.provers import prover_for

    puzzle, start = item.contents.record.puzzle, item.game.position()
    assert puzzle is not None
    nodes, _ = of_item(shelf, item, why=False, tree=False)
    known, in_words = puzzle.stipulation.known, game_view_of(start).move_words
    asks = asked(start, puzzle.stipulation).replace(f" {known};", f": {in_words(known)}.")
    verdicts: content.Verdicts = {}
    hints: list[solving.Hint] = []
    fault = first_fault(start, puzzle)
    if fault:
        asks = f"{asks} This puzzle cannot be solved: {fault}."
    else:
        prover, begun = prover_for(start.game, stop), solving.begin(start, puzzle)
        few = _few_keys(start, puzzle, prover) if start.legal_moves.count() > MOST_MOVES else None
        if few is not None and not few.next:
            asks = f"{asks} {ELSEWHERE}"
        else:
            verdicts = _Judged(nodes, prover, stop, few).all(begun)
        if few is not None and verdicts:  # hints lead to an answer that can be chosen
            offers = tuple(move for move, one in verdicts[0].items() if one.right)
            begun = replace(begun, puzzle=msgspec.structs.replace(puzzle, keys=offers))
        hints = _hints(begun, prover)[: None if solutions else -1]
    return content.PuzzleItem(
        title=item.title,
        author=item.author,
        nodes=nodes.list,
        task=asks,
        side=nodes.list[0].to_move,
        grade=difficulty(puzzle),
        verdicts=verdicts,
        hints=[in_words(plain_text(hint.text)) for hint in hints],
        marked=[
            [start.game.board.index(site) for site in hint.sites if len(hint.sites) <= MOST_MARKED]
            for hint in hints
        ],
        solution=_solution_rows(start, puzzle, stop) if solutions and not fault else [],
    )


def _few_keys(start: Position, puzzle: Puzzle, prover: Prover) -> content.StageData:
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


def _solution_rows(start: Position, puzzle: Puzzle, stop: Stop) -> list[str]:
    """The solution, a row a line."""
    rows = rows_of(solution_tree(start, puzzle, stop), in_words=True)
    return [f"{'  ' * row.depth}{row.text}" for row in rows]


class _Judged:
    """Judges every move of the solver, line by line."""

    def __init__(
        self, nodes: Nodes, prover: Prover, stop: Stop, few: content.StageData | None
    ) -> None:
        self._nodes, self._prover, self._stop, self._few = nodes, prover, stop, few
        self._found: content.Verdicts = {}
        self._known: dict[tuple[str, int | None], int] = {}
        self._open: list[tuple[Solving, int]] = []

    def all(self, begun: Solving) -> content.Verdicts:
        """Return the verdicts of all turns that right moves lead to."""
        self._open.append((begun, 0))
        while self._open:
            state, node = self._open.pop(0)
            row: dict[str, content.VerdictData] = {}
            few = None if node else self._few
            self._nodes.list[node].moves = few or stages(state.position)
            for move in few.next if few else state.position.legal_moves:
                if self._stop():
                    raise Stopped
                row[move] = self._verdict(state, node, move)
            self._found[node] = row
        return self._found

    def _verdict(self, state: Solving, node: int, move: str) -> content.VerdictData:
        found = solving.answer(state, move, self._prover)
        said = game_view_of(state.position).move_words(found.said)
        if said != found.said:
            found = replace(found, said=said[:1].upper() + said[1:])
        if found.state == "wrong":
            line = list(found.wrong[1:])
            changes = self._nodes.changes(state.position, [move, *line])
            named, said = describe.named(state.position, move), found.said
            text = said if named == move or said.startswith(named) else f"{named}: {said}"
            return content.VerdictData(False, text, line, changes=changes)
        reply = [found.reply] if found.reply else []
        goes_on = found.state == "open"
        key = (str(found.position), found.left)
        if goes_on and key in self._known:
            return content.VerdictData(True, found.said, reply, self._known[key])
        turns = len(self._found) + len(self._open) + 1
        cut = goes_on and turns >= MOST_TURNS
        end = self._stands(state, node, move, found)
        if cut:
            return content.VerdictData(True, f"{found.said} {ENDS_HERE}", reply, end)
        if goes_on:
            self._known[key] = end
            self._open.append((found, end))
        return content.VerdictData(True, found.said, reply, end)

    def _stands(self, state: Solving, node: int, move: str, found: Solving) -> int:
        """Put the position after a right move, and after the reply, among the nodes."""
        over = found.state == "solved"
        after = state.position.play(move)
        last = self._nodes.add(after, node, move, why=over and not found.reply)
        if found.reply:
            last = self._nodes.add(found.position, last, found.reply, why=over)
        return last


# Lessons of a page: their steps, and every answer to a task judged beforehand.

AGAINST_PROGRAM = (
    "This task is a game against the computer: open the lesson in Pyramidion to play it."
)
TOO_MANY = "This task has too many answers for a page: open the lesson in Pyramidion to do it."


def lesson_item(shelf: content.PageCatalog, item: ExportItem, stop: Stop) -> content.LessonItem:
    """Return a lesson as an item; `Stopped` passes through."""
    record = item.contents.record
    assert record.lesson is not None
    nodes, numbers = of_item(shelf, item)
    steps = []
    for one, view in zip(record.lesson.steps, step_views(record, item.view), strict=True):
        if stop():
            raise Stopped
        step = step_for(one, "page")
        made = _StepMaker(nodes, step, numbers[step.node], view, stop).made()
        if step.since is not None:
            made.way = nodes.way(numbers[step.since], numbers[step.node])
        steps.append(made)
    return content.LessonItem(
        title=item.title, author=item.author, nodes=nodes.list, course=item.course, steps=steps
    )


class _StepMaker:
    """Makes a step, and judges every answer to its task, and to what that goes on with."""

    def __init__(self, nodes: Nodes, step: Step, node: int, view: View, stop: Stop) -> None:
        self._nodes, self._step, self._node = nodes, step, node
        self._view, self._stop = view, stop
        self._shown: tuple[Overlay, ...] = ()

    def made(self) -> content.StepData:
        """Return the step; one with a task, or that looks or marks otherwise, has its own node."""
        nodes, step, view = self._nodes, self._step, self._view
        task, refusal = None, ""
        if step.task is not None:
            # What Why says would answer the task, so that the program hides it, too. What the view
            # shows is laid over the step alone: a try makes another position of it.
            asked = asked_view(step, view)
            bare = without_overlays(view)
            self._node = nodes.again(self._node, bare, step.marks, why=step.why)
            position = nodes.position(self._node)
            if lays_over(asked):
                self._shown = unanswered_picture(position, overlays_of(asked), ()).overlays
            task, refusal = self._task(step.task, position)
        elif step.marks or nodes.list[self._node].view != view:
            self._node = nodes.again(self._node, view, step.marks, why=True)
        text = plain_text(step.text, strong=True)
        shown, position = self._shown, nodes.position(self._node)
        return content.StepData(
            title=plain_text(step.title),
            text=f"{text}\n\n{refusal}" if refusal else text,
            node=self._node,
            task=task,
            shows=nodes.laid_over(position, shown, step.pour, alone=False),
        )

    def _task(
        self, task: Task, position: Position
    ) -> tuple[content.MovesTask | content.ChoiceTask | content.PointsTask | None, str]:
        """A task, or None and why a page cannot set it."""
        if task.kind == "game":
            return None, AGAINST_PROGRAM
        if task.kind == "choice":
            return self._choice(task, position), ""
        if task.kind == "click":
            return self._points(task, position), ""
        if isinstance(position, Draft) or (
            position.legal_moves.count() > MOST_MOVES and not _few(position, task).next
        ):
            return None, TOO_MANY
        verdicts, shown = self._judged(task)
        otherwise = plain_text(task.otherwise) or "That is not it yet."
        hint = plain_text(task.hint)
        return content.MovesTask(verdicts=verdicts, otherwise=otherwise, hint=hint, shown=shown), ""

    def _choice(self, task: Task, position: Position) -> content.ChoiceTask:
        """A task of choosing; positions drawn beside answers become nodes, seen as the step is."""
        right, wrong = self._pictures(task, position)
        options = []
        for number, choice in enumerate(task.choices):
            said = plain_text(judge(position, task, number).text)
            pictured = -1
            if choice.position:
                view = self._nodes.list[self._node].view
                pictured = self._nodes.add(read_position(choice.position), view=view, why=False)
            text, shows = plain_text(choice.text), right if choice.right else wrong
            options.append(content.ChoiceOption(text, choice.right, said, pictured, shows))
        return content.ChoiceTask(options=options, hint=plain_text(task.hint))

    def _points(self, task: Task, position: Position) -> content.PointsTask:
        """A task of touching points: what is said to most, and to those answered otherwise."""
        shows, shows_wrong = self._pictures(task, position)
        verdicts = [judge(position, task, name) for name in position.game.board.names]
        right = [site for site, verdict in enumerate(verdicts) if verdict.right]
        said = plain_text(verdicts[right[0]].text) if right else ""
        wrong = plain_text(task.otherwise)
        answers = {
            site: text
            for site, verdict in enumerate(verdicts)
            if (text := plain_text(verdict.text)) != (said if verdict.right else wrong)
        }
        return content.PointsTask(
            right=right,
            said=said,
            wrong=wrong,
            hint=plain_text(task.hint),
            answers=answers,
            shows=shows,
            shows_wrong=shows_wrong,
        )

    def _pictures(
        self, task: Task, position: Position
    ) -> tuple[content.FindingData | UnsetType, content.FindingData | UnsetType]:
        """What is laid over the position once the task was done there, and after a wrong answer.

        The position stays, and with it what the step shows and pours.
        """
        pour, shown = self._step.pour, self._shown
        right = self._right_picture(position, task, str(position.to_move or ""), pour=pour)
        wrong = task.after_wrong or After()
        laid = after_wrong(position, wrong, played=False)
        if not laid and not wrong.pour:
            return right, UNSET
        over = (*shown, *besides(laid, shown))
        return right, self._nodes.laid_over(position, over, wrong.pour or pour, alone=bool(laid))

    def _right_picture(
        self,
        position: Position,
        task: Task,
        side: Player,
        played: tuple[Position, Move] | None = None,
        pour: str = "",
    ) -> content.FindingData | UnsetType:
        """What follows a right answer, besides what the view shows, which is told after it."""
        after = picture_after(position, task, side, played)
        seen, overlays = position.seen_by(None), tuple[Overlay, ...]()
        if lays_over(self._view):
            overlays = whole_picture(seen, overlays_of(self._view)).overlays
        pour = (task.after.pour if task.after is not None else "") or pour
        over = (*overlays, *besides(after, overlays))
        return self._nodes.laid_over(position, over, pour, alone=bool(after))

    def _judged(self, task: Task) -> tuple[content.Verdicts, list[str]]:
        """Judge the task and all its parts; with moves that meet it, replies included."""
        found: content.Verdicts = {}
        shown_moves: list[str] = []
        open_parts = [(task, self._node, True)]
        while open_parts:
            part, at, first = open_parts.pop(0)
            row = found[at] = {}
            key, position = "", self._nodes.position(at)
            many = position.legal_moves.count() > MOST_MOVES
            tried = _few(position, part) if many else stages(position)
            self._nodes.list[at].moves = tried
            for move in tried.next if many else position.legal_moves:
                if self._stop():
                    raise Stopped
                verdict = row[move] = self._verdict(part, at, move)
                verdict.answered = _in_words(position.play(move), verdict.reply)
                key = key or (move if verdict.right else "")
                if verdict.right and part.then is not None:
                    open_parts.append((part.then.task, verdict.node, first and move == key))
            if first and key:
                shown_moves += [key, *row[key].reply]
        return found, shown_moves

    def _verdict(self, task: Task, node: int, move: str) -> content.VerdictData:
        position = self._nodes.position(node)
        found = judge(position, task, move)
        if not found.right:
            return self._wrong(position, task, node, move, found)
        if task.then is not None:
            return self._goes_on(position, task, node, move, found)
        there, side = -1, str(position.to_move)
        played, after = (position, move), position.play(move)
        # What only puts a ball down a page shows by itself.
        if after.outcome is not None or self._nodes.changes(position, (move, *found.line)):
            there = self._nodes.add(after, node, move, why=False)
        for reply in found.line:
            played, after = (after, reply), after.play(reply)
            if there >= 0:
                there = self._nodes.add(after, there, reply, why=False)
        verdict = content.VerdictData(True, plain_text(found.text), list(found.line), there)
        verdict.shows = self._right_picture(after, task, side, played)
        return verdict

    def _wrong(
        self, position: Position, task: Task, node: int, move: str, found: Judged
    ) -> content.VerdictData:
        text = plain_text(f"{found.text} {found.end}".strip())
        line = (move, *found.line)
        verdict = content.VerdictData(False, text, list(found.line))
        verdict.changes = self._nodes.changes(position, line)
        picture = picture_of_wrong(position, task, move)
        after = position.replay(line)
        laid = after_wrong(after, picture, played=True) or self._nodes.marks_moved(node, after)
        verdict.shows = self._nodes.laid_over(after, laid, picture.pour)
        return verdict

    def _goes_on(
        self, position: Position, task: Task, node: int, move: str, found: Judged
    ) -> content.VerdictData:
        then = task.then
        assert then is not None
        after, at, marks = position, node, self._nodes.signs(node)
        line = [move, then.reply] if then.reply else [move]
        for one in line:
            after = after.play(one)
            # The next part may speak of the marks of the step, too.
            at = self._nodes.add(after, at, one, marks=marks if one is line[-1] else (), why=False)
        text = plain_text(f"{found.text} {then.text}".strip())
        return content.VerdictData(True, text, line[1:], at)


def _few(position: Position, task: Task) -> content.StageData:
    """The moves that a page lets its reader try where there are too many."""
    right = task.accepted or tuple(fitting(position, task.condition, clicks=False))
    wrong: list[Move] = []
    for answer in task.foreseen:
        wrong += answer.moves or fitting(position, answer.condition, clicks=False)[:1]
    wrong = [move for move in wrong if not judge(position, task, move).right]
    return offered(position, right, wrong, lambda move: judge(position, task, move).right)


def _in_words(position: Position, line: Sequence[Move]) -> str:
    """What moves do, a sentence each."""
    said = []
    for move in line:
        said.append(f"{describe.move(position, move)}.")
        position = position.play(move)
    return " ".join(said)


MOST_BYTES = 30_000_000
"""Of a page: browsers on phones open no larger ones well."""
SHARED = ("position", "described", "owners", "pieces", "moves", "why", "ways", "plies")
"""What a node leaves out where another, which it is like, holds it."""
MOST_POSITIONS, MOST_SITES = 5_000, 6_000_000
"""Positions of a page, and points of all of them together, those of steps by a quarter."""


def page_of(given: Sequence[ExportItem], wanted: PageOptions, notify: Notify, stop: Stop) -> bytes:
    """Return the page that holds all that is given; `Stopped` where `stop` says so.

    Raises
    ------
    ExportError
        It would be larger than browsers take well.
    """
    _check(given)
    data = page_data(given, wanted, notify, stop)
    for item in data.items:
        for node in item.nodes:
            if node.like is not msgspec.UNSET:
                like = item.nodes[node.like]  # what both hold stands once
                for name in SHARED:
                    if getattr(node, name) is getattr(like, name):
                        setattr(node, name, msgspec.UNSET)
    made = page(msgspec.json.encode(data), data.title)
    if len(made) > MOST_BYTES:
        said = f"the page would have {size_of(len(made))}, and {size_of(MOST_BYTES)} are the most"
        raise ExportError(f"{said}: export a part of it")
    return made


def _check(given: Sequence[ExportItem]) -> None:
    """Refuse what no page can hold, before anything is drawn."""
    positions, sites = 0, 0.0
    for item in given:
        record = item.contents.record
        board = item.game.position().game.board
        steps = 0 if record.lesson is None else len(record.lesson.steps)
        nodes = 1 + (0 if record.puzzle is not None else len(record))
        positions += nodes + steps
        sites += (nodes + steps / 4) * len(board)
    if positions > MOST_POSITIONS or sites > MOST_SITES:
        fits = f"{MOST_POSITIONS}, and fewer on large boards"
        said = f"this has {counted(positions, 'position')}, and a page holds at most {fits}"
        raise ExportError(f"{said}: export a part of it, or print it")


def page_data(
    given: Sequence[ExportItem], wanted: PageOptions, notify: Notify, stop: Stop
) -> content.PageData:
    """Return what a page holds; arguments as of `page_of`."""
    shelf, items = content.PageCatalog(), list[content.Item]()
    first, later = 0, replace(wanted, step=None)
    try:
        for number, item in enumerate(given):
            notify(number, len(given))
            if stop():
                raise Stopped
            made, at = _item(shelf, item, wanted if not number else later, stop)
            items.append(made)
            first = at if not number else first
        notify(len(given), len(given))
        title = wanted.title or common_title(given)
        return content.PageData(
            title=title,
            credits=[*shelf.credits, CREDIT],
            palettes=content.palettes(),
            boards=shelf.boards,
            games=shelf.games,
            items=items,
            layers=shelf.layers,
            sheets=shelf.sheets,
            sections=shelf.sections,
            start=content.Start(0, first),
        )
    finally:
        shelf.close()


def _item(
    shelf: content.PageCatalog, item: ExportItem, wanted: PageOptions, stop: Stop
) -> tuple[content.Item, int]:
    """An item, and the node it opens at."""
    contents, record = item.contents, item.contents.record
    if record.puzzle is not None:
        return puzzle_item(shelf, item, solutions=wanted.solutions, stop=stop), 0
    if record.lesson is not None:
        lesson = lesson_item(shelf, item, stop)
        return lesson, opened_step(len(lesson.steps), wanted.step)
    # A game that is over is read from its start.
    at_end = end_of(record, contents.node, item.game.position(contents.node)) is not None
    nodes, numbers = of_item(shelf, item, shows_at=contents.node if at_end else ROOT)
    for node in nodes.list:
        played = [nodes.list[child].move for child in node.children]
        node.moves = stages(nodes.position(node.id), played) if played else node.moves
    bookmarks = [content.Bookmark(name, view) for name, view in record.bookmarks.items()]
    game = content.GameItem(
        title=item.title, author=item.author, nodes=nodes.list, bookmarks=bookmarks
    )
    return game, numbers[opened_node(record, ROOT if at_end else contents.node, wanted.step)]
