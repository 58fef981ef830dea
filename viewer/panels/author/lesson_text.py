"""Words an author types or reads: moves and lines as people write them, positions by their move."""

from contextlib import suppress

from model.contract.game import MoveError, Position
from model.records.lesson import Step
from model.records.record import ROOT, Record, ply_of


def place_of(record: Record, node: int) -> str:
    """Say which position of a game a node is: "the start", "after move 3, 2b2"."""
    if node == ROOT:
        return "the start"
    if node not in record:
        return "a deleted position"
    here = record.nodes[node]
    if here.setup:
        return "a set-up position"
    return f"after move {ply_of(record, node)}, {here.move}"


def title_of(record: Record, step: Step) -> str:
    """Return what a list calls a step: its title, else how its text begins, else what it shows."""
    text = " ".join(step.text[:1000].replace("*", "").replace("#", "").split())
    return step.title.strip()[:200] or text[:60] or place_of(record, step.node).capitalize()


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a line in which commas and spaces part them, each once."""
    return tuple(dict.fromkeys(text.replace(",", " ").replace(";", " ").split()))


def moves_in(text: str, position: Position | None, *, clicks: bool) -> tuple[str, ...]:
    """Return the moves (for clicks: the points) a line names, as canonical as they can be read."""
    words = words_in(text)
    if position is None or clicks:
        return words
    return tuple(dict.fromkeys(_read(position, word) for word in words))


def line_in(text: str, position: Position | None = None) -> tuple[str, ...]:
    """Return the moves of a line, played one after the other from a position; None: as written."""
    words = text.replace(",", " ").replace(";", " ").split()
    found: list[str] = []
    for word in words:
        move = word
        if position is not None:
            move = _read(position, word)
            try:
                position = position.play(move)
            except MoveError:
                position = None
        found.append(move)
    return tuple(found)


def _read(position: Position, word: str) -> str:
    with suppress(MoveError):
        return position.read_move(word)
    return word
