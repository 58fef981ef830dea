"""Collections as JSON, both ways: the items stay as they stand in the file until one is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct

from model.phrases import printable
from model.records.json_form import FORMAT, Item, decode_item
from model.records.typed_json import FormError, decode_typed


class _Collection(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: Literal["pyramidion/1"]
    kind: Literal["collection"]
    title: str = ""
    about: str = ""
    extra: object = None
    items: tuple[msgspec.Raw, ...] = ()


@dataclass(frozen=True)
class RawCollection:
    """A collection whose items are read when they are asked for.

    Attributes
    ----------
    title, about
        What the items are together.
    extra
        What other programs stored in it; kept, never read.
    raw
        The items as they stand in the file.
    """

    title: str
    about: str
    extra: object
    raw: tuple[bytes, ...]

    def __len__(self) -> int:
        return len(self.raw)

    def item(self, number: int) -> Item:
        """Read one item; FormError."""
        try:
            return decode_item(self.raw[number])
        except FormError as error:
            raise FormError(f"$.items[{number}]: {error}") from error

    def encode(self) -> bytes:
        """Write it, every item as it stands in `raw`."""
        head: dict[str, object] = {"format": FORMAT, "kind": "collection"}
        head |= {"title": self.title, "about": self.about}
        if self.extra is not None:
            head["extra"] = self.extra
        try:
            lines = [f'"{k}":'.encode() + msgspec.json.encode(v) for k, v in head.items()]
        except (UnicodeEncodeError, RecursionError, TypeError, OverflowError) as error:
            raise FormError(
                f"the collection holds what a file cannot: {printable(str(error))}"
            ) from error
        return b"{" + b",\n ".join(lines) + b',\n "items":[\n' + b",\n".join(self.raw) + b"\n]}\n"


def decode_collection(data: bytes) -> RawCollection:
    """Read what `kind_of` calls a collection, its items not yet looked into; FormError."""
    form = decode_typed(data, _Collection)
    return RawCollection(
        form.title, form.about, form.extra, tuple(bytes(raw) for raw in form.items)
    )
