"""What a document is called that has no file yet, and the names of files that titles become."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count

from model.records.record import Record
from model.registry import kinds
from viewer.session.document.document import Document
from viewer.session.document.seating import Seating

MOST_NAME = 80
"""Letters of a title that become the name of a file."""
MOST_BYTES = 220
"""Bytes of them: a file system takes 255, with the suffix and the number in a series."""
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for itself, whatever comes after their dot."""


def file_name(title: str) -> str:
    """Return a title as file names may be written, without a suffix; "" where nothing is left."""
    name = " ".join(re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title).split())
    name = name.strip(". ")[:MOST_NAME].encode(errors="ignore")[:MOST_BYTES].decode(errors="ignore")
    name = name.rstrip(". ")
    return f"{name} game" if DEVICES.fullmatch(name) else name


def entitled(document: Document, others: Iterable[Document]) -> Document:
    """Return a new document with a title that none of the `others` has."""
    return replace(document, title=_free(_usual(document.record, document.seating), others))


def seated(document: Document, seating: Seating, others: Iterable[Document]) -> Document:
    """Return a document that is played so; where the program made its title, it says so."""
    given = re.escape(_usual(document.record, document.seating))
    named = document.path is None and re.fullmatch(rf"{given}( \(\d+\))?", document.title)
    before, after = document.seating.opponents, seating.opponents
    document = replace(document, seating=seating)
    return entitled(document, others) if named and before != after else document


def _usual(record: Record, seating: Seating) -> str:
    """Return a title such as "Pyraos, level 3"."""
    name = re.split(r"[: ]", record.start, maxsplit=1)[0]
    title = kinds()[name].title if name in kinds() else name
    return f"{title}, {seating.opponents}" if seating.opponents else title


def _free(title: str, others: Iterable[Document]) -> str:
    """Return a title with a number where another document has it."""
    taken = {other.title for other in others}
    numbered = (f"{title} ({number})" for number in count(2))
    return next(found for found in chain((title,), numbered) if found not in taken)
