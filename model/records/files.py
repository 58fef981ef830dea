"""`.pyramidion` files: reading, checking and atomic writing (the form: docs/file-format.md)."""

import errno
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Self

import msgspec
from msgspec import Struct

from model.contract.game import Game, GameKind
from model.notation.tokens import NotationError, fault, write_option
from model.phrases import printable, shown
from model.positions.setup import read_position
from model.records.atomic_write import BusyError, OnlyWriter, only_writer
from model.records.json_form import (
    FORMAT,
    FormError,
    Item,
    decode_item,
    decode_typed,
    encode,
    encode_item,
    kind_of,
)
from model.records.record import ROOT, Record, new_record
from model.records.view import View
from model.registry import kinds
from model.regular_files import NotRegularError, open_regular

# -- collections as JSON, both ways ----------------------------------------------------------------


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


# -- `.pyramidion` files ---------------------------------------------------------------------------


MAX_BYTES = 256 << 20
"""Bytes a file may have."""
_NEAR_THE_BEGINNING = 4096
"""Bytes in which a file of this program says what it is."""


@dataclass(frozen=True)
class Contents:
    """What a file holds.

    Attributes
    ----------
    record
        The game.
    node
        The current node.
    view
        How it is looked at.
    kind
        "game", "puzzle" or "lesson", or "position" for a text file that holds a position string.
    digest
        Tells whether the file it was read from (`load_item`) is still the same; "" for an item of a
        collection, and for what comes from no file.
    """

    record: Record
    node: int = ROOT
    view: View = field(default_factory=View)
    kind: str = "game"
    digest: str = field(default="", compare=False)

    @property
    def items(self) -> tuple[Self]:
        """Itself, as a collection has its items."""
        return (self,)


@dataclass(frozen=True)
class Collection:
    """Several items in one file.

    Attributes
    ----------
    title, about
        What they are together.
    items
        Games, puzzles and lessons, in order.
    extra
        What other programs stored in it; kept, never read.
    """

    title: str = ""
    about: str = ""
    items: tuple[Contents, ...] = ()
    extra: object = None


class FileError(Exception):
    """A file that cannot be read or written; one sentence with the path and the place of the fault.

    Attributes
    ----------
    path
        The file, as it was named.
    message
        What is wrong, beginning with the place inside the file (``$.nodes[3].move: ...``).
    line, column
        Where, for texts and broken JSON; 1, 1 where a JSON path says it better.
    machine
        True when the machine could not (no room on the disk), not the file.
    plain
        What is wrong in words that need no knowledge of what stands inside a file ("is not a
        Pyramidion file"); "" where `message` is as plain.
    """

    def __init__(
        self,
        path: str | Path,
        message: str,
        line: int = 1,
        column: int = 1,
        machine: bool = False,
        plain: str = "",
    ) -> None:
        super().__init__(f"{shown_path(path)}: {message}")
        self.path = path
        self.message = message
        self.line = line
        self.column = column
        self.machine = machine
        self.plain = plain


class ChangedError(FileError):
    """A file that another program has changed since it was read; nothing was written over it."""

    def __init__(self, path: str | Path, what: str = "") -> None:
        super().__init__(path, f"{what}was changed meanwhile: save under another name")


def shown_path(path: str | Path) -> str:
    """Return a path as an error can print it, whatever characters it has."""
    text = str(path).encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


# -- reading -------------------------------------------------------------------------------------


def load(path: str | Path) -> Contents:
    """Read a file and check everything in it, every move of every line included.

    Raises
    ------
    FileError
        When it cannot be read, or anything in it is wrong.
    """
    return parse(read_bytes(path), path)


def load_any(path: str | Path) -> Contents | Collection:
    """Read a file of any kind; FileError as `load`."""
    return parse_any(read_bytes(path), path)


def load_item(path: str | Path, item: int | None) -> Contents:
    """Read a file, or one item of a collection by its number from 0; FileError.

    The other items of a collection are not looked into: it may have thousands.
    """
    data = read_bytes(path)
    held = _raw_collection(data, path)
    if held is None:
        found = parse(data, path)
        if item:
            raise FileError(
                path, f"is a single {found.kind}, not a collection: it has no item {item + 1}"
            )
        return replace(found, digest=digest_of(data))
    if item is None:
        raise FileError(path, f"is a collection of {len(held)} items: choose one of them")
    if not 0 <= item < len(held):
        raise FileError(path, f"has {len(held)} items, no item {item + 1}")
    return _item_of(held, item, path)


def count_items(path: str | Path) -> int:
    """Return how many items a collection has; FileError where it is none."""
    held = _raw_collection(read_bytes(path), path)
    if held is None:
        raise FileError(path, "is not a collection")
    return len(held)


def _raw_collection(data: bytes, path: str | Path) -> RawCollection | None:
    """The collection in a file, its items not looked into; None: it is none; FileError."""
    if len(data) > MAX_BYTES:
        raise FileError(path, f"is larger than {MAX_BYTES >> 20} MB, the most that is read")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.lstrip()[:1] != b"{":
        return None
    try:
        return decode_collection(data) if kind_of(data) == "collection" else None
    except FormError as error:
        raise _unreadable(path, data, error) from error


def _item_of(held: RawCollection, number: int, path: str | Path) -> Contents:
    try:
        return _contents(*held.item(number))
    except FormError as error:
        raise FileError(path, str(error), error.line, error.column, plain=_DAMAGED) from error


def parse(data: bytes, path: str | Path) -> Contents:
    """Read the bytes of a game, puzzle or lesson; `path` names it in errors (FileError).

    A file that does not begin with an opening bracket or a quotation mark is read as a text with
    one position string.
    """
    found = parse_any(data, path)
    if isinstance(found, Collection):
        raise FileError(path, f"is a collection of {len(found.items)} items: choose one of them")
    return found


def parse_any(data: bytes, path: str | Path) -> Contents | Collection:
    """Read the bytes of a file of any kind; `path` names it in errors (FileError)."""
    if len(data) > MAX_BYTES:
        raise FileError(path, f"is larger than {MAX_BYTES >> 20} MB, the most that is read")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        raise FileError(path, "is empty")
    try:
        if data.lstrip()[:1] in (b"{", b"[", b'"'):
            if kind_of(data) == "collection":
                held = decode_collection(data)
                items = tuple(_contents(*held.item(number)) for number in range(len(held)))
                return Collection(held.title, held.about, items, held.extra)
            return _contents(*decode_item(data))
        position = read_position(_line_of(data))
        return Contents(new_record(str(position)), kind="position")
    except FormError as error:
        raise _unreadable(path, data, error) from error
    except NotationError as error:
        place = f"line {error.line}, column {error.column}: "
        raise FileError(
            path, place + error.message, error.line, error.column, plain=_NO_POSITION
        ) from error


_OURS = re.compile(rb'"format"\s*:\s*"pyramidion/(\d+)"')
_FOREIGN = "is not a Pyramidion file"
_DAMAGED = "is damaged and cannot be opened"
_OTHER_VERSION = "was written by another version of Pyramidion and cannot be opened"
_NO_POSITION = "contains a position with a mistake"


def _unreadable(path: str | Path, data: bytes, error: FormError) -> FileError:
    """Say of a file that is not what it should be whether it is one of this program's at all."""
    said = _OURS.search(data[:_NEAR_THE_BEGINNING])
    if said is None:
        plain = _FOREIGN
    elif said[0].endswith(f'"{FORMAT}"'.encode()):
        plain = _DAMAGED
    else:
        plain = _OTHER_VERSION
    return FileError(path, str(error), error.line, error.column, plain=plain)


def _contents(record: Record, node: int, view: View) -> Contents:
    return Contents(record, node, view, record.kind)


def _line_of(data: bytes) -> str:
    """The one line of a text file that might hold a position string."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormError(
            "is not UTF-8 text", line, error.start - data.rfind(b"\n", 0, error.start)
        ) from None
    name = text.split(" ", 1)[0].split(":", 1)[0]
    if name not in kinds():
        known = ", ".join(kinds())
        raise FormError(
            f"is neither a .pyramidion file nor a position: {shown(name)} is not a game ({known})"
        )
    return text.removesuffix("\n").removesuffix("\r")


def read_bytes(path: str | Path) -> bytes:
    """Return what a file holds, cut off one byte after `MAX_BYTES`; FileError."""
    try:
        with open_regular(path) as file:
            return file.read(MAX_BYTES + 1)
    except NotRegularError as error:
        raise FileError(path, error.what) from None
    except FileNotFoundError:
        raise FileError(path, "there is no such file") from None
    except IsADirectoryError:
        raise FileError(path, "is a folder, not a file") from None
    except PermissionError:
        raise FileError(path, "may not be read") from None
    except MemoryError:
        raise FileError(path, "does not fit into memory", machine=True) from None
    except ValueError:  # a NUL in the name
        raise FileError(path, "is not a file name") from None
    except OSError as error:
        raise FileError(path, f"cannot be read: {_said(error)}") from None


def folder_fault(error: OSError) -> str:
    """Return the sentence on a folder that could not be looked into."""
    shut = isinstance(error, PermissionError)
    why = "may not be read" if shut else f"cannot be read: {_said(error)}"
    return f"{shown_path(error.filename)}: the folder {why}"


# -- writing -------------------------------------------------------------------------------------


def save(path: str | Path, contents: Contents, was: str | None = None) -> str:
    """Write a file, whole or not at all; the one it replaces stays as ``<name>~``.

    Parameters
    ----------
    was
        The digest of the file as it was read or last written, "" where that is not known: another
        file is not written over, one that is gone is written again. None: whatever is there.

    Returns
    -------
    str
        The digest of the file now.

    Raises
    ------
    ChangedError
        Another program has changed the file.
    FileError
        When it cannot be written; what was there is as it was.
    """
    try:
        data = encode(contents.record, contents.node, contents.view)
    except FormError as error:
        raise FileError(path, str(error)) from error
    return _replace(path, data, was)


def save_collection(path: str | Path, collection: Collection, was: str | None = None) -> str:
    """Write a collection, whole or not at all, as `save` does."""
    return _replace(path, _collection_data(path, collection), was)


def digest_of(data: bytes) -> str:
    """Return what tells whether a file still holds `data`."""
    return hashlib.sha256(data).hexdigest()


def _replace(path: str | Path, data: bytes, was: str | None) -> str:
    digest = digest_of(data)
    with _only_writer(path) as file:
        # A save that was killed once it had written the file left just what is written again.
        if was is not None and _is_there(path) and digest_of(read_bytes(path)) not in (was, digest):
            raise ChangedError(path)
        _write(file, path, data)
    return digest


def change_collection(path: str | Path, change: Callable[[Collection], Collection]) -> Collection:
    """Read a collection, write what `change` makes of it, and return that.

    No other program writes the file meanwhile. What `change` raises is raised here, and nothing is
    written then.

    Raises
    ------
    FileError
        The file is no collection, or cannot be read or written.
    """
    with _only_writer(path) as file:
        held = load_any(path)
        if not isinstance(held, Collection):
            raise FileError(path, f"is a single {held.kind}, not a collection")
        changed = change(held)
        _write(file, path, _collection_data(path, changed))
    return changed


def save_item(path: str | Path, item: int, contents: Contents, was: Record | None = None) -> int:
    """Write one item (from 0) of the collection at `path`, the others letter by letter as they are.

    Parameters
    ----------
    was
        What the item held when it was read. Another program may have changed the collection since:
        the item is looked for where it went, and no other one is written over. None: not known (a
        crash came between); then it must begin at the same position, or have the same title.

    Returns
    -------
    int
        The number of the item now.

    Raises
    ------
    ChangedError
        The item holds something else.
    FileError
        The item is not there any more, or the file cannot be written.
    """
    with _only_writer(path) as file:
        held = _raw_collection(read_bytes(path), path)
        if held is None:
            raise FileError(path, "is no longer a collection: save under another name")
        if was is not None:
            item = _place_of(held, item, was, path)
        if not 0 <= item < len(held):
            raise FileError(path, f"no longer has an item {item + 1}: save under another name")
        if was is None and not _is_akin(_item_of(held, item, path).record, contents.record):
            raise ChangedError(path, f"item {item + 1} ")
        try:
            body = encode_item((contents.record, contents.node, contents.view))
            raw = (*held.raw[:item], body, *held.raw[item + 1 :])
            data = replace(held, raw=raw).encode()
        except FormError as error:
            raise FileError(path, str(error)) from error
        _write(file, path, data)
    return item


def is_item(held: Contents, record: Record) -> bool:
    """Tell whether an item still holds a record that was read before."""
    return held.record is record or encode_item((held.record, ROOT, View())) == encode_item(
        (record, ROOT, View())
    )


def _is_akin(one: Record, other: Record) -> bool:
    title = one.headers.get("title", "")
    return one.start == other.start or (title != "" and title == other.headers.get("title"))


def _place_of(held: RawCollection, item: int, was: Record, path: str | Path) -> int:
    """The number of the item that holds `was`, the nearest to `item` if there are several."""
    for number in sorted(range(len(held)), key=lambda k: abs(k - item)):
        try:
            if is_item(_contents(*held.item(number)), was):
                return number
        except FormError:
            continue
    raise ChangedError(path, f"item {item + 1} ")


def _collection_data(path: str | Path, collection: Collection) -> bytes:
    try:
        raw = tuple(encode_item((item.record, item.node, item.view)) for item in collection.items)
        return RawCollection(collection.title, collection.about, collection.extra, raw).encode()
    except FormError as error:
        raise FileError(path, str(error)) from error


@contextmanager
def _only_writer(path: str | Path) -> Iterator[OnlyWriter]:
    """Keep others from writing a file; FileError."""
    with ExitStack() as stack:
        with _refusals(path):
            file = stack.enter_context(only_writer(path))
        yield file


def _write(file: OnlyWriter, path: str | Path, data: bytes) -> None:
    """Write a file, the one it replaces kept as ``<name>~``; FileError."""
    if len(data) > MAX_BYTES:
        raise FileError(path, f"would be larger than {MAX_BYTES >> 20} MB, the most that is read")
    with _refusals(path):
        file.write(data, backup=True)


def _is_there(path: str | Path) -> bool:
    """Tell whether something has that name; FileError where that cannot be known."""
    with _refusals(path):
        try:
            os.stat(path)
        except FileNotFoundError:
            return False
    return True


@contextmanager
def _refusals(path: str | Path) -> Iterator[None]:
    """Make a sentence of what keeps a file from being written: FileError."""
    try:
        yield
    except NotRegularError as error:
        raise FileError(path, error.what) from None
    except BusyError as error:
        raise FileError(path, _said(error)) from None
    except FileNotFoundError:
        raise FileError(path, "the folder it should go to is not there") from None
    except IsADirectoryError:
        raise FileError(path, "is a folder, not a file") from None
    except NotADirectoryError:
        raise FileError(path, "the folder it should go to is a file") from None
    except PermissionError:
        raise FileError(path, "may not be written there") from None
    except ValueError:  # a NUL in the name
        raise FileError(path, "is not a file name") from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO)
        raise FileError(path, f"cannot be written: {_said(error)}", machine=full) from None


def _said(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


# -- new games from options as a person gives them: words, or files where options take them --------


def new_game(kind: GameKind, options: Mapping[str, str]) -> Game:
    """Return the game with `options`, the files that some of them may name read.

    Raises
    ------
    NotationError
        When an option is bad, or the file is none or makes no sense.
    """
    rest = dict(options)
    files = [
        option.name
        for option in kind.options
        if option.file and rest.get(option.name, "").endswith(".json")
    ]
    if not files:
        return kind.configure(options)
    paths = {name: rest.pop(name) for name in files}
    game = kind.configure(rest)
    for path in paths.values():
        game = _with_file(kind, rest, path)
        # What the file says is written in options of text, beside which the next file is read.
        rest = {
            option.name: write_option(value)
            for option in kind.options
            if (value := game.options[option.name]) != option.default
        }
    return game


def _with_file(kind: GameKind, options: Mapping[str, str], path: str) -> Game:
    try:
        data = read_bytes(path)
    except FileError as error:
        fault(path, str(error))
    try:
        return kind.configure_from(options, data)
    except NotationError:
        raise
    except ValueError as error:
        fault(path, f"{shown_path(path)}: {error}")
