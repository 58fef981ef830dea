"""Making a puzzle of a position."""

from model.contract.game import Position
from model.records import record as records
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import Record


def puzzle_from(position: Position, stipulation: Stipulation, title: str = "") -> Record:
    """Return a record that starts from `position` and asks what `stipulation` says."""
    record = records.new_record(str(position.without_past()))
    if title:
        record = records.head(record, "title", title)
    return records.set_puzzle(record, Puzzle(stipulation))
