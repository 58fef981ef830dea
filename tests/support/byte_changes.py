"""Changes of files as bytes: cut off, damaged, encoded otherwise, packed, replaced."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Callable
from random import Random

import fuzz_texts as odd


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flip(rng: Random, data: bytes) -> bytes:
    held = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20)) if held else 0):
        held[rng.randrange(len(held))] ^= 1 << rng.randrange(8)
    return bytes(held)


def _patch(rng: Random, data: bytes) -> bytes:
    """Bytes taken out, put in or doubled."""
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    end = min(end, at + rng.choice((1, 4, 200)))
    put = rng.choice(
        (b"", rng.randbytes(3), b"\x00", b"\xff\xfe", data[at:end] * 2, b"\xed\xa0\x80")
    )
    return data[:at] + put + data[end:]


def _mark_order(rng: Random, data: bytes) -> bytes:
    """Marks of byte order, and other encodings."""
    kind = rng.randrange(4)
    if kind == 0:
        return b"\xef\xbb\xbf" * rng.choice((1, 2)) + data
    if kind == 1:
        at = rng.randrange(len(data) + 1)
        return data[:at] + b"\xef\xbb\xbf" + data[at:]
    text = data.decode("utf-8", "replace")
    return text.encode("utf-16" if kind == 2 else "utf-32-be", "replace")


def _pack(rng: Random, data: bytes) -> bytes:
    """Compressed, and what grows a thousandfold: the format knows no compression."""
    kind = rng.randrange(4)
    if kind == 0:
        return gzip.compress(data, mtime=0)
    if kind == 1:
        return gzip.compress(b"{" + b" " * 5_000_000, mtime=0)
    if kind == 2:
        return zlib.compress(data)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("game.pyramidion"), data)
    return held.getvalue()


def _pad(rng: Random, data: bytes) -> bytes:
    more = rng.choice(
        (b" " * 10**6, b"\n" * 9, b"\x00", b"x", b"}", b"]" * 70, b"{" * 70, b"# x\n", data)
    )
    return data + more if rng.random() < 0.5 else more + data


def _lines(rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\x0b", b"\xe2\x80\xa8")))


def _text_file(rng: Random, data: bytes) -> bytes:
    """A text with a position string, or hardly one."""
    text = odd.position(rng) + rng.choice(("", "\n", "\r\n", "\n\n", " ", "\nx"))
    return text.encode("utf-8", "surrogatepass")


def _rubbish(rng: Random, data: bytes) -> bytes:
    return rng.choice(
        (
            b"",
            b" ",
            b"{",
            b"[]",
            b'"x"',
            b"{}",
            b"null",
            rng.randbytes(200),
            b"[" * 10**5,
            b'{"a":' * 10**5,
            b'"' + b"x" * 10**6,
            b"\\" * 999,
        )
    )


BYTES: dict[str, Callable[[Random, bytes], bytes]] = {
    "cut": _cut,
    "flip": _flip,
    "patch": _patch,
    "byte order": _mark_order,
    "pack": _pack,
    "pad": _pad,
    "line ends": _lines,
    "text file": _text_file,
    "rubbish": _rubbish,
}
