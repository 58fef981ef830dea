"""What is known of many positions, worked out by many processes and kept as it is finished."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from msgspec import ValidationError, convert

from model.contract.game import Outcome, Position
from model.contract.hooks import hooks_of
from model.phrases import shown
from model.play.batch import pool, run_all
from model.play.kept_lines import KeptLines, KeptLinesError
from model.search.tablebase_adapters import solved
from model.tablebase.library import table_for

# -- the `analyze` dictionary of a position --------------------------------------------------------


def analyze(
    position: Position, *, costs: bool = True, limit: float | None = None
) -> tuple[dict[str, object], bool]:
    """Return what is known of a position, and whether everything was decided.

    Parameters
    ----------
    position
        Any position, as the person asking may see it.
    costs
        Reckon costs and win costs too, where the game has them.
    limit
        Seconds the costs may take; None: as long as they need. Where the time is up the best plan
        found so far counts, as an upper bound.

    Returns
    -------
    dict, bool
        The dictionary, keys in the order scripts may rely on, and False when the time was up.
    """
    outcome = position.outcome
    found: dict[str, object] = {
        "game": position.game.kind.name,
        "options": dict(position.game.options),
        "to_move": position.to_move,
        "moves": position.legal_moves.count(),
        "outcome": None if outcome is None else _ending(outcome),
    }
    table = table_for(position.game)
    known = None if table is None or outcome is not None else solved(table, position)
    if known is not None:
        found["solved"] = {"winner": known.winner, "plies": known.plies, "by": known.by}
    more, decided = hooks_of(position.game.kind).findings(position, costs=costs, limit=limit)
    return {**found, **more}, decided


def _ending(outcome: Outcome) -> dict[str, object]:
    """What is told of the end; of points and shared wins only where there are any."""
    found: dict[str, object] = {"winner": outcome.winner, "how": outcome.how}
    if len(outcome.winners) > 1:
        found["winners"] = list(outcome.winners)
    if outcome.scores:
        found["scores"] = dict(outcome.scores)
    return found


# -- many positions, by many processes -------------------------------------------------------------


@dataclass(frozen=True)
class AnalysisRequest:
    """A position to analyse.

    Attributes
    ----------
    number
        Its place among all of them, from 0.
    position
        As whoever asks may see it.
    costs, limit
        As in `analyze`.
    """

    number: int
    position: Position
    costs: bool
    limit: float | None


@dataclass(frozen=True)
class KnownAnalysis:
    """What is known of a position: the dictionary of `analyze`, and whether all was decided."""

    number: int
    known: dict[str, object]
    decided: bool


def answer(question: AnalysisRequest) -> KnownAnalysis:
    """Analyse one position."""
    asked = question.position
    known, decided = analyze(asked, costs=question.costs, limit=question.limit)
    return KnownAnalysis(question.number, known, decided)


class KnownFile(KeptLines):
    """The answers in a file, so that they are not worked out twice.

    Parameters
    ----------
    path
        Made where it is not there.
    questions
        All of them; a file of others is refused.

    Attributes
    ----------
    known
        What is there already.

    Raises
    ------
    KeptLinesError
        When the file cannot be read or written, or holds something else.
    """

    def __init__(self, path: str | Path, questions: Sequence[AnalysisRequest]) -> None:
        other = "the analysis of other positions, or with other options: name another file"
        super().__init__(path, _head(questions), other)
        try:
            self.known = convert(self.lines, list[KnownAnalysis])
        except ValidationError as error:
            raise KeptLinesError(f"{shown(str(path))} is not a file of an analysis") from error

    def add(self, known: KnownAnalysis) -> None:
        """Write what is known of one more position."""
        self.append({"number": known.number, "known": known.known, "decided": known.decided})


def _head(questions: Sequence[AnalysisRequest]) -> dict[str, object]:
    text = "\n".join(str(question.position) for question in questions)
    one = questions[0] if questions else None
    return {
        "analyze": sha256(text.encode()).hexdigest(),
        "costs": one is None or one.costs,
        "limit": None if one is None else one.limit,
    }


def in_order(
    questions: Sequence[AnalysisRequest],
    file: KnownFile | None = None,
    make: Callable[[], Executor] = pool,
) -> Iterator[KnownAnalysis]:
    """Yield what is known of each position, in the order they were asked in.

    What the file knows is not worked out again, and what is finished goes there at once, whatever
    its turn.

    Raises
    ------
    BatchError, KeptLinesError
        When the work cannot go on; the file keeps what is finished.
    """
    found = {known.number: known for known in file.known} if file else {}
    left = [question for question in questions if question.number not in found]
    turn = 0
    for _, known in run_all(answer, left, make):
        if file:
            file.add(known)
        found[known.number] = known
        while turn in found:
            yield found.pop(turn)
            turn += 1
    while turn in found:
        yield found.pop(turn)
        turn += 1
