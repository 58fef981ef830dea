"""The command `analyze`: what is known of positions, a line of JSON each."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from model.phrases import seconds
from model.play.batch import BatchError, cluster, pool
from model.play.kept_lines import KeptLinesError
from model.play.many_analyses import AnalysisRequest, KnownAnalysis, KnownFile, answer, in_order
from viewer.cli.parsing import Given, InputError, PlaceInFile, UsageError, inputs, position_parser
from viewer.cli.status import DONE, UNDECIDED, say, worst
from viewer.options.option import seconds_of, some


def analyze(words: Sequence[str]) -> int:
    """Print what is known of positions, one line of JSON each."""
    parser = position_parser("analyze", "Print a line of JSON for each position.", several=True)
    parser.add_argument("--no-cost", action="store_true", help="leave the costs out")
    parser.add_argument("--limit", type=seconds_of, metavar="SECONDS", help="for each position")
    parser.add_argument("--out", metavar="FILE", help="append results to FILE; resume from it")
    parser.add_argument("--jobs", type=some, metavar="N", help="processes")
    parser.add_argument("--dask", metavar="ADDRESS", help="an existing Dask cluster")
    given = parser.parse_intermixed_args(words)
    given_inputs = inputs(given.position, PlaceInFile(given.node, given.step, given.item))
    asked = _asked(given_inputs, not given.no_cost, given.limit)
    if not (given.out or given.jobs or given.dask):
        return worst(
            [
                _print_answer(answer(one) if isinstance(one, AnalysisRequest) else one, given.limit)
                for one in asked
            ]
        )
    everything = list(asked)
    questions = [one for one in everything if isinstance(one, AnalysisRequest)]
    make = partial(cluster, given.dask) if given.dask else partial(pool, given.jobs or 1)
    try:
        file = KnownFile(given.out, questions) if given.out else None
        known = in_order(questions, file, make)
        statuses = [
            _print_answer(next(known) if isinstance(one, AnalysisRequest) else one, given.limit)
            for one in everything
        ]
    except (BatchError, KeptLinesError) as error:
        raise UsageError(str(error)) from error
    return worst(statuses)


def _asked(
    given: Iterable[Given | InputError], costs: bool, limit: float | None
) -> Iterator[AnalysisRequest | InputError]:
    number = 0
    for item in given:
        if isinstance(item, InputError):
            yield item
        else:
            yield AnalysisRequest(number, item.seen, costs, limit)
            number += 1


def _print_answer(found: KnownAnalysis | InputError, limit: float | None) -> int:
    """Print a line; returns its status."""
    if isinstance(found, InputError):
        fault = {"line": found.line, "column": found.column, "message": found.message}
        print(json.dumps({"error": fault}), flush=True)
        say(str(found))
        return found.status
    print(json.dumps(found.known), flush=True)
    if found.decided:
        return DONE
    say(f"not decided within {seconds(limit)}: the costs named are upper bounds")
    return UNDECIDED
