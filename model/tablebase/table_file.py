"""The file of a table: states in compressed blocks, each with a checksum, and a header.

A file is the mark, the blocks, their directory (ends as uint64, CRC-32 as uint32), the header as
JSON, and a tail: where the directory and the header begin, and the SHA-256 of both. It is written
as ``NAME.table.part``, read back and compared, and takes its name in one step. A table is open once
its game has checked the header.

A block holds `BLOCK` states. With distances a state is a byte: 0 a draw, else the plies to the end.
Without, it is one of 0 draw, 1 win, 2 loss, four to a byte.
"""

import hashlib
import mmap
import os
import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Outcome, Player, Position
from model.contract.tables import Entry, Header, TableError
from model.newest import Newest
from model.phrases import refused, shown
from model.regular_files import NotRegularError, open_regular
from model.tablebase.checkpoint import replacing

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
    whole = hashlib.sha256()
    ends, sums = [], []
    with replacing(path, path) as part:
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
        with closing(TableFile(part)) as written:
            for done in written.check():
                notify(len(ends) + done)
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
            raise TableError(f"{path} cannot be read: {refused(error)}") from error
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


P = TypeVar("P", bound=Position)
_VALUES = (Entry("draw"), Entry("win"), Entry("loss"))


def entry_of(code: int) -> Entry:
    """Return what a state is worth that is not over, by its distance."""
    return Entry("win" if code & 1 else "loss", code) if code else Entry("draw")


def table_name(game: str, options: Mapping[str, str]) -> str:
    """Return the file name of the table of a game, by those options that make a difference."""
    return "-".join((game, *options.values())) + ".table"


class OpenTable(TableFile, ABC, Generic[P]):
    """The part of `model.contract.tables.Table` that is the same for every game.

    Attributes
    ----------
    position_class, game, title
        What its positions are, and how the game is called in headers and in sentences.
    index_version
        That of the numbering of states.
    tabled
        The options of the games that have tables, as headers have them.
    count_states
        Returns how many states there are of a game with such options.
    misnamed, other_game
        What is said of a table that has the file name of another, and where it is asked of one.
    """

    position_class: type[P]
    game: str
    title: str
    index_version: int
    tabled: Sequence[Mapping[str, str]]
    count_states: Callable[[Mapping[str, str]], int]
    misnamed = "is a table of another game: rename it to {}"
    other_game = "this is another game"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        try:
            self._check_header()
        except TableError:
            self.close()
            raise

    def _check_header(self) -> None:
        """Raise TableError where it is none of this game, or its states lie in another order.

        Nor may it have the file name that belongs to another table.
        """
        path, header = self.path, self.header
        if header.game != self.game:
            raise TableError(f"{path} is a table of {shown(header.game)}, not of {self.title}")
        if header.index != self.index_version:
            raise TableError(f"{path} is a table of another version: build it again")
        damaged = TableError(f"{path} is damaged: build it again")
        options = next((one for one in self.tabled if one == header.options), None)
        if options is None:
            raise damaged
        own, names = table_name(self.game, options), [table_name(self.game, o) for o in self.tabled]
        if path.name != own and path.name in names:
            raise TableError(f"{path} {self.misnamed.format(own)}")
        if header.states != self.count_states(options):
            raise damaged

    def probe(self, position: Position) -> Entry:
        """Return what a position is worth for the side to move."""
        position = self._ours(position)
        if position.outcome is not None:
            return Entry("loss", 0)
        if not self.has(position):
            return Entry("unknown")
        return self.entries(self.numbers([position]))[0]

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        """Return what each legal move is worth for the side that makes it; {}: it is not here."""
        position = self._ours(position)
        if not self.has(position):
            return {}
        mover = position.to_move
        after = {move: position.play(move) for move in position.legal_moves}
        running = [
            one
            for one in after.values()
            if one.outcome is None and isinstance(one, self.position_class)
        ]
        found = iter(self.entries(self.numbers(running)))
        return {
            move: next(found).before() if one.outcome is None else ended_by(one.outcome, mover)
            for move, one in after.items()
        }

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

    def _ours(self, position: Position) -> P:
        """Return a position of this game without its past; TableError for any other."""
        position = position.without_past()
        if not isinstance(position, self.position_class):
            raise TableError(f"{self.path} is a table of {self.title}: this is another game")
        if not self.is_of(position.game):
            options = ", ".join(f"{name}={word}" for name, word in self.header.options.items())
            of = f"{self.game}:{options}"
            raise TableError(f"{self.path} is a table of {of}: {self.other_game}")
        return position

    # -- what a game says ------------------------------------------------------------------------

    @abstractmethod
    def numbers(self, positions: Sequence[P]) -> npt.NDArray[np.int64]:
        """Return the numbers of the states that positions are, which are not over."""

    def has(self, position: P) -> bool:
        """Tell whether the table has a position of its game."""
        return True

    def is_of(self, game: Game) -> bool:
        """Tell whether it is the table of a game."""
        return game == game.kind.configure(self.header.options)


def ended_by(outcome: Outcome, mover: Player | None) -> Entry:
    """Return what a move that ends the game is worth to its mover."""
    if outcome.winner is None:
        return Entry("draw")
    return Entry("win" if outcome.winner == mover else "loss", 1)
