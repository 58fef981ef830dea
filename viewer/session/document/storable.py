"""Text as a file can hold it: a lone surrogate, as a clipboard may bring it, becomes a "?"."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def storable_text(text: str) -> str:
    """Return `text` without lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def storable(value: T) -> T:
    """Return a mark, a puzzle or a lesson with all its texts storable; the same if they are."""
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.convert(_cleaned(msgspec.to_builtins(value)), type(value))
    return value


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, dict):
        return {key: _cleaned(one) for key, one in value.items()}
    return [_cleaned(one) for one in value] if isinstance(value, (list, tuple)) else value
