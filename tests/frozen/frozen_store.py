"""How answers are kept: lines of JSON, compressed; long ones as their beginning and a digest."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "answers"
LINES = 12
"""Lines of a long text that are kept; the digest covers all of it."""
LETTERS = 3_000
"""Letters up to which a text is kept whole."""


def write_lines(name: str, lines: Iterable[object]) -> None:
    """Write data, a line of JSON each, into ``answers/NAME.jsonl.xz``."""
    FOLDER.mkdir(exist_ok=True)
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    data = lzma.compress(text.encode("utf-8", "surrogatepass"), preset=9 | lzma.PRESET_EXTREME)
    (FOLDER / f"{name}.jsonl.xz").write_bytes(data)


def read_lines(name: str) -> list[Any]:
    """Read what `write_lines` has written."""
    data = lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes())
    return [json.loads(line) for line in data.decode("utf-8", "surrogatepass").splitlines()]


def shortened(text: str) -> str | list[str]:
    """Return a text, or the beginning and the digest of a long one, so that it stays readable."""
    if len(text) <= LETTERS:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    first = [line[:200] for line in text.splitlines()[:LINES]]
    return [*first, f"... {len(text)} letters, sha256 {digest}"]
