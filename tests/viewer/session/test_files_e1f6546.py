"""What the program wrote at commit e1f6546, between 0.1.0 and 0.2.0, opens as it was."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from model.records import files
from model.records.files import Collection
from model.records.json_form import encode
from model.tablebase.table_file import BLOCK, TableFile
from viewer.session import preferences
from viewer.session.preferences import Preferences
from viewer.session.progress import pupils

CASES = Path(__file__).parents[2] / "cases" / "files-e1f6546"


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """Where settings and what pupils have done are kept, as they were left."""
    for name, file in (("CONFIG", "preferences.json"), ("STATE", "progress.json")):
        monkeypatch.setenv(f"PYRAMIDION_{name}", str(tmp_path))
        shutil.copy(CASES / file, tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["course", "game"])
def test_a_file_is_written_as_it_was(name):
    contents = files.load(CASES / f"{name}.pyramidion")
    written = encode(contents.record, contents.node, contents.view)
    assert written == (CASES / f"{name}.pyramidion").read_bytes()


def test_a_collection_is_written_as_it_was(tmp_path):
    path = CASES / "puzzles.pyramidion"
    held = files.load_any(path)
    assert isinstance(held, Collection)
    again = tmp_path / "again.pyramidion"
    files.save_collection(again, held)
    assert again.read_bytes() == path.read_bytes()


def test_settings_hold():
    wanted = Preferences(
        palette="dark",
        strong=True,
        text_scale=1.25,
        hide_verdicts=True,
        opponent_level=7,
        clock_minutes=10,
    )
    assert preferences.load() == (wanted, "")


def test_what_pupils_have_done_is_there(places):
    kept = json.loads((places / "progress.json").read_bytes())
    (key,) = kept["pupils"][1]["works"]
    book = pupils.load()
    assert book.active == "Ada"
    assert book.pupil.works[key].done == (0, 1, 4)


def test_a_table_is_read():
    table = TableFile(CASES / "small.table")
    assert (table.header.game, table.header.options) == ("pyraos", {"rules": "children"})
    wanted = np.random.default_rng(1).integers(0, 60, BLOCK + 5).astype(np.uint8)
    assert (table.all_codes() == wanted).all()
    assert list(table.check()) == [1, 2]
