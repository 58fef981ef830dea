"""JSON decoded into typed structs, what is wrong with it in one sentence with its place."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
import numpy as np

from model.phrases import printable

MAX_DEPTH = 64
"""Brackets open at once; the deepest the form itself needs is 11."""

_BLOCK = 1 << 20
_BOUND = re.compile(r'"int" (<=|>=|<|>) (-?\d+)')
_SAYS = {
    "<=": "a whole number of at most {}",
    ">=": "a whole number of at least {}",
    "<": "a whole number below {}",
    ">": "a whole number above {}",
}
_LIST = re.compile(r'"(?:array|object)" of length <= (\d+)')
_AT = re.compile(r"^(.*?)(?: - at `(?:key in )?(.*)`)?$", re.DOTALL)

T = TypeVar("T")


class FormError(ValueError):
    """What is wrong with the JSON of a file: one sentence that begins with the place."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def decode_typed(data: bytes, form: type[T]) -> T:
    """Decode JSON into a struct; FormError begins with the place of what is wrong."""
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        found = _AT.match(str(error))
        message, path = found.groups() if found else (str(error), None)
        message = printable(message.replace("`", '"').removeprefix("Expected "))
        message = _BOUND.sub(lambda found: _SAYS[found[1]].format(found[2]), message)
        message = _LIST.sub(r"a list of at most \1", message)
        expected = "expected " if str(error).startswith("Expected ") else ""
        raise FormError(f"{printable(path or '$')}: {expected}{_lower(message)}") from None
    except msgspec.DecodeError as error:
        message = str(error)
        found = re.search(r"\(byte (\d+)\)", message)
        at = int(found[1]) if found else len(data)
        line = data.count(b"\n", 0, at) + 1
        column = at - data.rfind(b"\n", 0, at)
        reason = printable(re.sub(r"\s*\(byte \d+\)", "", message).rpartition(": ")[2])
        raise FormError(
            f"line {line}, column {column}: not JSON: {_lower(reason)}", line, column
        ) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise FormError(f"line {line}, column {column}: is not UTF-8 text", line, column) from None
    except RecursionError:
        raise FormError(f"has more than {MAX_DEPTH} brackets open at once") from None


def check_depth(data: bytes) -> None:
    """Raise FormError at deep nesting, before anything is parsed; strings do not count.

    A block at a time and in few steps: the largest file there may be is looked at in seconds.
    """
    # Once no quotation mark inside a string is left, every second one ends a string.
    bare = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    depth, inside = 0, np.uint8(0)
    for start in range(0, len(bare), _BLOCK):
        block = np.frombuffer(bare, np.uint8, min(_BLOCK, len(bare) - start), start)
        quotes = (block == ord('"')).view(np.uint8)
        quotes[0] ^= inside
        in_string = np.bitwise_xor.accumulate(quotes)
        inside = in_string[-1]
        letters = block | 0x20  # [ and { differ in this bit, ] and } as well
        opens = letters == ord("{")
        steps = opens[(opens | (letters == ord("}"))) & (in_string == 0)]
        levels = depth + np.cumsum(np.where(steps, 1, -1))
        if levels.max(initial=0) > MAX_DEPTH:
            raise FormError(f"has more than {MAX_DEPTH} brackets open at once")
        depth = int(levels[-1]) if len(levels) else depth


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
