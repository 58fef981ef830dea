"""`pyramidion dataset`: positions, puzzles, tables and proofs as CSV, for programs of others.

A folder holds the rows, a datasheet, and a script that checks them and shares no code with us.
"""

import csv
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from string import Template
from textwrap import fill

from model.phrases import counted, shown
from model.puzzles.proof import this_version
from model.registry import kinds
from viewer.cli.parsing import Parser, UsageError, rows_of
from viewer.cli.status import DONE, UNABLE, say, waiting
from viewer.games.datasets import DATASETS
from viewer.session.files import resources


def dataset(words: Sequence[str]) -> int:
    """Write a set of data into a folder of its own; without a name, list what there is."""
    parser = Parser(
        "dataset",
        "Write data as CSV, with a datasheet and a script that checks it. Without a name: list what"
        " there is.",
        lambda: rows_of("names", ((name, one.about) for name, one in DATASETS.items())),
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="what to write")
    parser.add_argument("-o", "--out", metavar="FOLDER", help="a folder that is new or empty")
    parser.add_argument(
        "--format",
        choices=("csv", "parquet"),
        default="csv",
        help="parquet: as Parquet, too (the extra data)",
    )
    given = parser.parse_intermixed_args(words)
    if given.name is None:
        for name, one in DATASETS.items():
            print(f"{name}\t{one.about}")
        return DONE
    if given.name not in DATASETS:
        raise UsageError(f"there is no data {shown(given.name)} (see pyramidion dataset)")
    if given.out is None:
        raise UsageError("name the folder it goes to: -o FOLDER")
    if given.format == "parquet":
        try:
            import pyarrow.csv  # noqa: F401
        except ImportError:
            say("Parquet needs pyarrow: pip install 'pyramidion[data]'")
            return UNABLE
    script = resources.script("check_dataset")
    if script is None or not resources.hard_positions():
        say("the examples are not installed, and the data is made of them")
        return UNABLE
    folder = Path(given.out)
    try:
        _refuse(folder)
        with waiting(f"writing {given.name}"):
            _write(given.name, folder, script, parquet=given.format == "parquet")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        say(f"{shown(str(folder))} cannot be written: {why.lower()}")
        return UNABLE
    return DONE


def _refuse(folder: Path) -> None:
    """Refuse a folder that is not ours to fill, before the work is done."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"{shown(str(folder))} is there, and is not a folder")
    if folder.is_dir() and next(folder.iterdir(), None) is not None:
        raise UsageError(f"{shown(str(folder))} is not empty: name a new folder")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{shown(str(folder))}: the folder it should go to is not there")


def _write(name: str, folder: Path, script: Path, *, parquet: bool) -> None:
    """Make the folder beside its place, and move it there once it is whole."""
    target = folder.absolute()
    made = target.with_name(f".{target.name[:40]}.{token_hex(6)}.tmp")
    one = DATASETS[name]
    made.mkdir()
    try:
        with open(made / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(one.columns)
            count = 0
            for row in one.rows():
                writer.writerow(row)
                count += 1
        shutil.copyfile(script, made / "check.py")
        (made / "README.md").write_text(_datasheet(name, count), encoding="utf-8")
        if parquet:
            from pyarrow import csv as tables
            from pyarrow import parquet as files

            files.write_table(tables.read_csv(made / f"{name}.csv"), made / f"{name}.parquet")
        if sys.platform == "win32":  # where nothing is renamed onto an empty folder
            with suppress(FileNotFoundError):
                target.rmdir()
        os.replace(made, target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _datasheet(name: str, count: int) -> str:
    one = DATASETS[name]
    columns = "\n".join(f"* `{column}`: {meaning}." for column, meaning in one.columns.items())
    credits = "\n".join(f"* {kind.credit}" for kind in kinds().values())
    return Template(Path(__file__).with_name("datasheet.txt").read_text("utf-8")).substitute(
        name=name,
        title=name.capitalize().replace("-", " "),
        rows=counted(count, "row"),
        about=one.about,
        version=this_version(),
        columns=columns,
        made=fill(one.made, 98),
        credits=credits,
    )
