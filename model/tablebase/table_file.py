"""The file of a table: states in compressed blocks, each with a checksum, and a header.

A file is the mark, the blocks, their directory (ends as uint64, CRC-32 as uint32), the header as
JSON, and a tail: where the directory and the header begin, and the SHA-256 of both. It is written
as ``NAME.table.part``, read back and compared, and takes its name in one step.

A block holds `BLOCK` states. With distances a state is a byte: 0 a draw, else the plies to the end.
Without, it is one of 0 draw, 1 win, 2 loss, four to a byte.

What every open table is: a file whose header its game has checked.
"""

import hashlib
import mmap
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock

import msgspec
import numpy as np
import numpy.typing as npt

from model.contract.tables import Entry, Header, TableError
from model.newest import Newest
from model.regular_files import NotRegularError, open_regular

MARK = b"Pyramidion table 1\n"
MARK_BEGINS = b"Pyramidion table "
BLOCK = 1 << 12
"""States of a block: so few are unpacked in some 30 microseconds."""
KEPT = 4096
"""Blocks that stay unpacked."""
LEVEL = 6
"""How hard zlib works; figures are in docs/pyraos-solved.md."""
HEADER_BYTES = 1 << 20
"""Bytes a header may have; a real one has some thousand."""
_TAIL = struct.Struct("<QQ32s")

Codes = npt.NDArray[np.uint8]


def values_of(codes: Codes) -> Codes:
    """Return 0 draw, 1 win, 2 loss for codes that are distances."""
    return np.where(codes == 0, 0, np.where(codes & 1, 1, 2)).astype(np.uint8)


def pack_values(codes: Codes) -> bytes:
    """Return values of a block, four to a byte."""
    values = values_of(codes)
    values = np.concatenate([values, np.zeros(-len(values) % 4, np.uint8)]).reshape(-1, 4)
    packed = values[:, 0] | values[:, 1] << 2 | values[:, 2] << 4 | values[:, 3] << 6
    return bytes(packed.astype(np.uint8))


def unpack_values(data: bytes, count: int) -> Codes:
    """Return the values of a block."""
    packed = np.frombuffer(data, np.uint8)
    return np.stack([packed >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).reshape(-1)[:count]


def write_table(
    path: Path, header: Header, codes: Callable[[int, int], Codes], notify: Callable[[int], None]
) -> Header:
    """Write a table, read it back, and give it its name; return the header with its checksum.

    Parameters
    ----------
    codes
        The states from one number up to another, as distances.
    notify
        Called with the number of blocks written, and then, counted on, of those read back.

    Raises
    ------
    TableError
        It cannot be written, or what is read back is something else.
    """
    part = path.with_name(path.name + ".part")
    whole = hashlib.sha256()
    ends, sums = [], []
    try:
        with part.open("wb") as file:
            file.write(MARK)
            for number, start in enumerate(range(0, header.states, BLOCK)):
                few = codes(start, min(start + BLOCK, header.states))
                raw = bytes(few) if header.distances else pack_values(few)
                whole.update(raw)
                data = zlib.compress(raw, LEVEL)
                file.write(data)
                ends.append(file.tell())
                sums.append(zlib.crc32(data))
                notify(number + 1)
            header = msgspec.structs.replace(header, checksum=whole.hexdigest())
            directory = np.array(ends, "<u8").tobytes() + np.array(sums, "<u4").tobytes()
            about = msgspec.json.encode(header)
            at = file.tell()
            digest = hashlib.sha256(directory + about).digest()
            file.write(directory + about + _TAIL.pack(at, at + len(directory), digest))
            file.flush()
            os.fsync(file.fileno())
        written = TableFile(part)
        try:
            for done in written.check():
                notify(len(ends) + done)
        finally:
            written.close()
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise TableError(
            f"{path} cannot be written: {(error.strerror or str(error)).lower()}"
        ) from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return header


class TableFile:
    """A table that is read; it may be asked by several threads.

    Raises
    ------
    TableError
        It is not there, no table, of another version, or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock, self._kept = Lock(), Newest[int, Codes](KEPT)
        try:
            with open_regular(path) as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except NotRegularError as error:
            raise TableError(f"{path} {error.what}") from error
        except OSError as error:
            raise TableError(
                f"{path} cannot be read: {(error.strerror or str(error)).lower()}"
            ) from error
        except ValueError as error:
            raise TableError(f"{path} is damaged: it is empty") from error
        try:
            self.header = self._read()
        except BaseException:
            self._map.close()
            raise

    def _read(self) -> Header:
        data, size = self._map, len(self._map)
        if data[: len(MARK_BEGINS)] != MARK_BEGINS:
            raise TableError(f"{self.path} is not a table of Pyramidion")
        if data[: len(MARK)] != MARK:
            raise TableError(f"{self.path} is a table of another version: build it again")
        damaged = TableError(f"{self.path} is damaged: build it again")
        if size < len(MARK) + _TAIL.size:
            raise damaged
        at, about, digest = _TAIL.unpack(data[size - _TAIL.size :])
        if not len(MARK) <= at <= about <= size - _TAIL.size <= about + HEADER_BYTES:
            raise damaged
        if hashlib.sha256(data[at : size - _TAIL.size]).digest() != digest:
            raise damaged
        try:
            header = msgspec.json.decode(data[about : size - _TAIL.size], type=Header)
        except msgspec.MsgspecError as error:
            raise damaged from error
        count = -(-header.states // BLOCK)
        if header.states < 1 or about - at != count * 12:
            raise damaged
        self._ends = np.frombuffer(data[at : at + 8 * count], "<u8").astype(np.int64)
        self._sums = np.frombuffer(data[at + 8 * count : about], "<u4")
        if int(self._ends[-1]) != at or (np.diff(self._ends) <= 0).any():
            raise damaged
        return header

    @property
    def blocks(self) -> int:
        """How many there are."""
        return len(self._ends)

    def raw(self, number: int) -> bytes:
        """Return a block as it was before it was compressed; TableError where it is damaged."""
        start = int(self._ends[number - 1]) if number else len(MARK)
        data = self._map[start : int(self._ends[number])]
        count = min(BLOCK, self.header.states - number * BLOCK)
        size = count if self.header.distances else -(-count // 4)
        damaged = TableError(
            f"{self.path} is damaged in block {number + 1:,} of {self.blocks:,}: "
            "remove it and build it again"
        )
        if zlib.crc32(data) != int(self._sums[number]):
            raise damaged
        try:
            unpacker = zlib.decompressobj()
            found = unpacker.decompress(data, size)
        except zlib.error as error:
            raise damaged from error
        if len(found) != size or not unpacker.eof:
            raise damaged
        return found

    def block(self, number: int) -> Codes:
        """Return the states of a block: distances, or values where there are none."""
        with self._lock:
            kept = self._kept.get(number)
            if kept is not None:
                self._kept.move_to_end(number)
                return kept
        found = self._unpacked(number)
        with self._lock:
            self._kept[number] = found
        return found

    def _unpacked(self, number: int) -> Codes:
        data = self.raw(number)
        if self.header.distances:
            return np.frombuffer(data, np.uint8)
        return unpack_values(data, min(BLOCK, self.header.states - number * BLOCK))

    def codes(self, states: npt.NDArray[np.int64]) -> Codes:
        """Return what the table holds of some states, given by their numbers."""
        found = np.empty(len(states), np.uint8)
        numbers = states // BLOCK
        for number in np.unique(numbers).tolist():
            here = numbers == number
            found[here] = self.block(number)[states[here] - number * BLOCK]
        return found

    def check(self, states: Codes | None = None) -> Iterator[int]:
        """Read all blocks and yield how many were read; TableError where one is damaged.

        Parameters
        ----------
        states
            Takes every state on the way, of a table with distances: (states,) uint8.
        """
        whole = hashlib.sha256()
        for number in range(self.blocks):
            data = self.raw(number)
            whole.update(data)
            if states is not None:
                states[number * BLOCK : number * BLOCK + len(data)] = np.frombuffer(data, np.uint8)
            yield number + 1
        if whole.hexdigest() != self.header.checksum:
            raise TableError(
                f"{self.path} is damaged, its checksum is wrong: remove it and build it again"
            )

    def all_codes(self) -> Codes:
        """Return every state: some gigabytes for a large game."""
        found = np.empty(self.header.states, np.uint8)
        for number in range(self.blocks):
            few = self._unpacked(number)
            found[number * BLOCK : number * BLOCK + len(few)] = few
        return found

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()


_VALUES = (Entry("draw"), Entry("win"), Entry("loss"))


def entry_of(code: int) -> Entry:
    """Return what a state is worth that is not over, by its distance."""
    return Entry("win" if code & 1 else "loss", code) if code else Entry("draw")


class OpenTable(TableFile):
    """The part of `model.contract.tables.Table` that knows no game.

    Parameters
    ----------
    check
        Raises `TableError` where a header is none of this game.
    """

    def __init__(self, path: Path, check: Callable[[Header, Path], None]) -> None:
        super().__init__(path)
        try:
            check(self.header, path)
        except TableError:
            self.close()
            raise

    def entries(self, states: npt.NDArray[np.int64]) -> list[Entry]:
        """Return what some states are worth that are not over, given by their numbers."""
        codes = self.codes(states).tolist()
        if self.header.distances:
            return [entry_of(code) for code in codes]
        return [_VALUES[code] for code in codes]

    @property
    def has_distances(self) -> bool:
        """Whether it knows the plies to the end."""
        return self.header.distances
