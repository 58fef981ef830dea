"""`pyramidion tablebase`: what it says of tables, of mistakes, and of a build that is stopped."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import inner_tables
import numpy as np
import pytest

from model.contract.tables import FirstMove, Header, TableError, TableFigures, Tally
from model.games.pyraos.table.state_index import INDEX_VERSION, state_index
from model.registry import kinds
from model.tablebase.library import table_for
from model.tablebase.table_file import write_table
from viewer.cli import tablebase_command

INNER = Path(inner_tables.__file__).parent


@pytest.fixture
def run(run):
    """Run a command on tables."""
    return partial(run, "tablebase")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    inner_tables.shrink(monkeypatch.setattr)
    monkeypatch.setenv("PYRAMIDION_TABLES", str(tmp_path))
    return tmp_path


@pytest.mark.check
def test_a_table_is_built_listed_verified_and_removed(run, folder):
    status, out, err = run("build", "pyraos", "--rules", "children", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert set(lines[0]) == {"stage", "done", "total", "left", "text"}
    assert lines[-1] == {"stage": "done", "path": str(folder / "pyraos-children.table")}
    assert run("build", "pyraos", "--no-distance")[0] == 0
    status, out, _ = run("list")
    first, second = out.splitlines()
    assert status == 0
    assert first.startswith("pyraos-children: 24,635 states, with distances, 1 MB, ")
    assert second.startswith("pyraos-standard-optional: 24,635 states, values only, 1 MB, ")
    told = json.loads(run("list", "--json")[1].splitlines()[0])
    assert told["options"] == {"rules": "children"}
    assert told["figures"]["root"] == 16
    assert run("verify", "pyraos-children")[:2] == (
        0, "pyraos-children: every block is as it was written\n"
    )  # fmt: skip
    assert run("remove", "pyraos-children") == (0, "pyraos-children is removed\n", "")
    assert len(run("list")[1].splitlines()) == 1


@pytest.mark.check
def test_a_flipped_bit_is_told_in_one_sentence(run, folder):
    run("build", "pyraos", "--rules", "children")
    path = folder / "pyraos-children.table"
    data = bytearray(path.read_bytes())
    data[200] ^= 4
    path.write_bytes(data)
    status, out, err = run("verify", "pyraos-children")
    assert (status, out) == (3, "")
    assert err == f"pyramidion: {path} is damaged in block 1 of 7: remove it and build it again\n"
    data[-1] ^= 1
    path.write_bytes(data)
    status, out, err = run("list")
    assert (status, out) == (3, f"pyraos-children: {path} is damaged: build it again\n")


@pytest.mark.check
def test_a_table_under_the_name_of_other_rules_is_refused(run, folder):
    run("build", "pyraos")
    (folder / "pyraos-standard-optional.table").rename(folder / "pyraos-children.table")
    says = (
        f"{folder}/pyraos-children.table is a table of other rules: "
        "rename it to pyraos-standard-optional.table, or build it again\n"
    )
    assert run("list")[:2] == (3, f"pyraos-children: {says}")
    assert run("verify", "pyraos-children") == (3, "", f"pyramidion: {says}")


@pytest.mark.parametrize("options", [{}, {"rules": "new"}, {"rules": "standard"}])
def test_a_table_of_no_rules_is_refused(run, folder, options):
    header = Header("pyraos", options, INDEX_VERSION, True, state_index(3).states, "2026-11-22")
    path = folder / "odd.table"
    write_table(path, header, lambda a, z: np.ones(z - a, np.uint8), lambda done: None)
    for word in ("verify", "figures"):
        assert run(word, "odd") == (3, "", f"pyramidion: {path} is damaged: build it again\n")
    assert run("list")[0] == 3


@pytest.mark.parametrize("word", ["\x1b[2Jclear", "two\nlines"])
def test_what_a_foreign_header_says_moves_no_cursor(run, folder, word):
    path = folder / "odd.table"
    for header in (
        Header(word, {}, INDEX_VERSION, True, 10),
        Header("pyraos", {"rules": word}, INDEX_VERSION, True, 10),
        Header("pyraos", {"rules": "children"}, INDEX_VERSION, True, state_index(3).states, word),
    ):
        part = path.with_name("odd.table.part")
        with pytest.raises(TableError):  # what is written is read back
            write_table(path, header, lambda a, z: np.ones(z - a, np.uint8), part.touch)
    (folder / f"{word}.table").write_bytes(b"no table")
    status, out, _ = run("list")
    assert status == 3
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="makes a pipe")
def test_a_pipe_among_the_tables_is_not_waited_for(run, folder):
    os.mkfifo(folder / "pyraos-children.table")
    says = f"{folder}/pyraos-children.table is a pipe, not a file\n"
    assert run("list")[:2] == (3, f"pyraos-children: {says}")
    assert table_for(kinds()["pyraos"].configure({"rules": "children"})) is None


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (("list",), 1, "there are no tables in "),
        (("verify", "chess"), 2, "there is no such table"),
        (("remove", "chess"), 2, "there is no such table"),
        (("build", "chess"), 2, '"chess" is not a game'),
        (("build", "pyramid-ball"), 2, "there are no tables of Pyramid Ball"),
        (
            ("build", "pyramid", "--option", "no_moves=draw"),
            2,
            "no table pyramid-giza-7-no_moves-draw can be built; those of Pyramid are "
            "pyramid-giza-7\n",
        ),
        (
            ("build", "partition"),
            2,
            "no table partition-6-free can be built; those of Pyramid Partition are "
            "partition-2-free, partition-2-stacking, partition-3-free, partition-3-stacking and "
            "partition-4-stacking\n",
        ),
        (("build", "pyraos", "--rules", "new"), 2, "rules is standard, children or alternate"),
        (("build", "pyraos", "--memory", "much"), 2, "is not a number of gigabytes"),
        (("build", "pyraos", "--memory", "0.5"), 3, "500 MB of memory is too little"),
        (("figures", "pyraos-children"), 2, "there is no such table"),
        ((), 2, "command"),
    ],
)
def test_mistakes_are_told_in_a_sentence(run, folder, words, status, sentence):
    found, out, err = run(*words)
    assert found == status
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert out == ""


@pytest.mark.check
def test_a_build_is_cancelled_and_gone_on_with_by_words_of_another_program(folder):
    script = (
        "import inner_tables, sys; inner_tables.shrink(setattr); "
        "from viewer.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "tablebase", "build", "pyraos", "--json"]
    paths = [str(INNER), str(Path(__file__).parents[3])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def told(words):
        done = subprocess.run(
            command, input=words, capture_output=True, text=True, env=environment, check=False
        )
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    status, lines = told("pause\ncancel\n")
    assert status == 130
    assert lines[-1]["stage"] == "cancelled"
    status, lines = told("pause\nresume\n")
    assert status == 0
    assert lines[-1]["stage"] == "done"


@pytest.mark.check
def test_figures_are_a_page_and_three_plots(run, folder, monkeypatch):
    header = Header("pyraos", {"rules": "children"}, 1, True, 10, figures={"seconds": 2.0})
    figures = TableFigures(
        header, (Tally("0", (0, 1, 0, 1, 0), 4), Tally("1", (3, 4, 2, 0, 0), 3)),
        (Tally("1", (4, 1, 0), 0),), (2, 3, 3, 0, 2),
        (FirstMove("1a1", 4, "loss", 4),), (("pyraos ... white", 3),),
    )  # fmt: skip
    run("build", "pyraos", "--rules", "children")

    class Maker:
        def figures(self, path):
            yield figures

    monkeypatch.setattr(tablebase_command.library, "maker_of", lambda games, path: Maker())
    status, out, _ = run("figures", "pyraos-children")
    assert status == 0
    assert "| 1a1 | 4 | loss | 4 |" in out
    assert "| 1 | 3 | 4 | 2 | 0 | 0 | 3 |" in out
    assert "| 1 | 4 | 1 | 0 | 20.0000% |" in out
    assert run("figures", "pyraos-children", "--out", folder / "none")[0] == 2
    assert run("figures", "pyraos-children", "--out", folder)[0] == 0
    for name, plot in tablebase_command.plots(figures, "pyraos-children").items():
        text = (folder / name).read_text()
        assert text == plot
        ElementTree.fromstring(text)


@pytest.mark.check
@pytest.mark.slow
def test_small_partition_is_built_by_one_command(run, tmp_path):
    place = ("--folder", tmp_path)
    status, out, _ = run("build", "partition", "--size", "3", "--rules", "stacking", *place)
    assert status == 0
    assert out.startswith("partition-3-stacking: 7,932 states, with distances, ")
    assert run("verify", "partition-3-stacking", *place)[0] == 0
    status, out, _ = run("figures", "partition-3-stacking", *place)
    assert status == 0
    assert "| 1c3 | 1 | loss | 14 |" in out
    assert "| balls | won | lost | drawn | zugzwangs | mutual | longest |" in out
    assert "lead in reserve" not in out
    assert run("figures", "partition-3-stacking", *place, "--out", tmp_path)[0] == 0
    assert {path.name for path in tmp_path.glob("*.svg")} == {
        "partition-3-stacking-balls.svg", "partition-3-stacking-distances.svg"
    }  # fmt: skip
    small = ("build", "partition", "--size", "2", "--rules", "free", "--memory", "0.001")
    status, _, err = run(*small, *place)
    assert status == 3
    assert "this table is built in memory: allow more" in err
