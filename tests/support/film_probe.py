"""What ffprobe, which is not ours, says of a film, and items to film."""

import json
import subprocess
from pathlib import Path

from model.records.files import Contents, load_any
from model.records.record import ROOT, new_record, play
from viewer.export.export_options import FilmOptions
from viewer.export.film.video import film_of
from viewer.export.items import ExportItem, items_of

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = (128, 96)
START = "partition:size=2,rules=free 2,2/1 red"


def example(beginning, item=0):
    """An item of the example whose path begins so, below the folder of examples."""
    (path,) = EXAMPLES.glob(f"{beginning}*.pyramidion")
    return list(items_of(load_any(path), path.stem))[item]


def game(*moves, start=START, **headers):
    """A game of some moves."""
    record, node = new_record(start, **headers), ROOT
    for move in moves:
        record, node = play(record, node, move)
    return ExportItem(Contents(record, node), "A game")


def filmed(suffix, *items, notify=lambda *_, **__: None, stop=lambda: False, **wanted):
    """A small film of some items."""
    return film_of(
        items, FilmOptions(**{"size": SMALL, "fps": 10.0} | wanted), suffix, notify, stop
    )


def probed(path):
    """The one stream of a film and its container, with all frames counted."""
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json",
         str(path)],
        capture_output=True, check=True,
    )  # fmt: skip
    assert said.stderr == b""
    told = json.loads(said.stdout)
    (stream,) = told["streams"]
    return stream, told["format"]


def first_packet(path):
    """The flags of the first packet: "K" stands for a key frame."""
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-show_packets", "-read_intervals", "%+#1", "-of", "json",
         str(path)],
        capture_output=True, check=True,
    )  # fmt: skip
    return json.loads(said.stdout)["packets"][0]["flags"]
