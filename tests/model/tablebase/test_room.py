"""What is free, as far as the system says it."""

from pathlib import Path

import psutil
import pytest

from model.contract.tables import Needs, TableError
from model.tablebase.building import check_room, free_memory


def test_free_memory_is_what_programs_can_have() -> None:
    free = free_memory()
    assert free is not None
    assert 0 < free <= psutil.virtual_memory().total


def test_where_the_system_does_not_say_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent() -> None:
        raise OSError("no such counter")

    needs = Needs(memory_bytes=1 << 60, disk_bytes=1, seconds=1.0)
    with pytest.raises(TableError, match="close other programs"):
        check_room(tmp_path, needs)
    monkeypatch.setattr(psutil, "virtual_memory", silent)
    check_room(tmp_path, needs)
