"""Bytes that lie in a file, with and without advice to the system."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from model.tablebase import checkpoint
from model.tablebase.checkpoint import WorkingFile


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_bytes_are_kept_until_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setattr(checkpoint, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(checkpoint.os, "O_TEMPORARY", 0, raising=False)
    path = tmp_path / "left"
    file = WorkingFile(path, 100_000)
    file.fetch(70_000, 70_010)
    file.array[70_000:70_010] = np.arange(10, dtype=np.uint8)
    file.in_order()
    assert path.read_bytes()[70_000:70_010] == bytes(range(10))
    file.remove()
    assert not path.exists()
    assert file.array[70_009] == 9
