"""Golden playthroughs: tests/golden/*.txt hold whole games; every line of them must come out again.

A file holds comments (``#``), the start and after each move (``> move``) what it showed: events,
the position, how many moves there are, the outcome. After a change of the rules that is meant,
``pytest tests/model/games/test_golden.py --rewrite-golden`` plays the moves of each file again and
writes the rest anew: read the difference before committing it. A new game needs only the line
``start`` with a position, and its moves.
"""

import re
from pathlib import Path

import pytest

from model.positions.setup import read_position
from model.registry import kinds

FILES = sorted((Path(__file__).parents[2] / "golden").glob("*.txt"))


@pytest.fixture(autouse=True)
def _games(cairns):
    """The game of examples/plugins/cairns has a file as well."""


def written(event, names, players):
    """One event as words."""
    words = [event.kind]
    words += [players[event.owner]] if event.owner >= 0 else []
    words += [names[event.site]] if event.site is not None else []
    words += [f"to {names[event.to]}"] if event.to is not None else []
    words += [f"kind {event.piece}"] if event.piece else []
    words += [f"{event.count} of them"] if event.count != 1 else []
    words += [f"reserve {event.reserve:+d}"] if event.reserve else []
    if event.kind == "count":
        return f"  {event.stage} count {event.value} {event.count}"
    words += [f"shows {event.value}"] if event.value else []
    words += [f"over {' '.join(names[site] for site in event.sites)}"] if event.sites else []
    words += [f"({event.cause})"] if event.cause else []
    words += [f": {event.reason}"] if event.reason is not None else []
    return f"  {event.stage} {' '.join(words)}"


def state(position):
    outcome = position.outcome
    over = "" if outcome is None else f", {outcome.how}: {_won(outcome)}"
    if outcome is not None and outcome.witness:
        over += f" by {' '.join(outcome.witness)}"
    return [f"  {position}", f"  {position.legal_moves.count()} moves{over}"]


def _won(outcome):
    """Who has won, and the points where there are any."""
    points = ":".join(str(points) for _, points in outcome.scores)
    return (" and ".join(outcome.winners) or "a draw") + (f" {points}" if points else "")


def played(text):
    """The whole text that the comments, the start and the moves of `text` make."""
    lines = text.splitlines()
    told = [line for line in lines if line.startswith("#")]
    (start,) = (line.removeprefix("start ") for line in lines if line.startswith("start "))
    position = read_position(start)
    told += [f"start {start}", *state(position)]
    names, players = position.game.board.names, position.game.players
    for move in (line.removeprefix("> ") for line in lines if line.startswith("> ")):
        told += [f"> {move}"]
        told += [written(event, names, players) for event in position.events(move)]
        position = position.play(move)
        told += state(position)
    return "\n".join(told) + "\n"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_golden_game_comes_out_again(path, request):
    text = path.read_text(encoding="utf-8")
    again = played(text)
    if request.config.getoption("--rewrite-golden"):
        path.write_text(again, encoding="utf-8")
    else:
        assert again.splitlines() == text.splitlines()


def test_every_game_has_a_playthrough():
    starts = [re.search(r"^start ([a-z-]+)", path.read_text(), re.MULTILINE)[1] for path in FILES]
    assert set(starts) == set(kinds())


def test_they_show_every_rule():
    told = "".join(path.read_text(encoding="utf-8") for path in FILES)
    causes = ["lift", "take-back", "smash", "jump", "push", "fall", "osiris", "run", "toppled"]
    ends = ["apex", "victory-fields", "partitions", "no-moves", "repetition", "plies", "middle"]
    kinds_met = ["roll", "reveal", "commit", "pass", "(pushed)"]
    for word in [f"({c})" for c in causes] + [f"{end}: " for end in ends] + kinds_met:
        assert word in told, word
