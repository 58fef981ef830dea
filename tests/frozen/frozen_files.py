"""What is kept beside games: journals of a crash, settings, recent files, pupils' progress."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import frozen_names as names
from frozen_lines import Task, example_names, items_of, place
from frozen_store import read_lines, shortened

SETTINGS: dict[str, Any] = {
    "all": {
        "palette": "dark", "strong": True, "presentation": "window", "text_scale": 1.5,
        "effects": "reduced", "orbit_speed": 2.0, "wheel": "away", "ghost_radius": 0.2,
        "confirm_moves": True, "bands": False, "level_maps": "all",
        "hide_verdicts": True, "opponent_level": 7, "opponent": "other", "own_side": "turns",
        "began": True, "clock_minutes": 5, "clock_increment": 2, "choice_clock": True,
        "engines": [{"name": "other", "command": "other --fast"}], "review": "thorough",
        "divider": 0.4, "threats": True, "values": False, "level_maps_open": False,
        "why_open": True, "last_folder": "/tmp", "window": "AAAA",
    },
    "nothing": {}, "newer": {"palette": "dark", "of_tomorrow": [1, 2]},
    "bad": {"text_scale": 40, "palette": "dark"}, "no object": [1],
}  # fmt: skip
TEXTS = {**{name: json.dumps(value) for name, value in SETTINGS.items()},
         "damaged": '{"palette": "da', "empty": "", "binary": "\x00\x01"}  # fmt: skip


def tasks() -> Iterator[Task]:
    """Yield files that are read and files that are written."""
    for name, text in TEXTS.items():
        yield f"settings: {name}", partial(settings, text)
    yield "recent files", recent
    for name in example_names():
        if "lessons" in name and not items_of(name):
            yield f"progress: {name}", partial(progress, name)
    for number, game in enumerate(read_lines("games")[::12]):
        yield f"journal {number}: {game['start']}", partial(journal, game)
    for number, (start, text) in enumerate(read_lines("journals")):
        yield f"recovered {number}: {start}", partial(recovered, text)


@contextmanager
def folders() -> Iterator[Path]:
    """Folders of their own for settings and state."""
    before = {name: os.environ.get(name) for name in ("PYRAMIDION_CONFIG", "PYRAMIDION_STATE")}
    with tempfile.TemporaryDirectory(prefix="frozen-files-") as name:
        os.environ.update(dict.fromkeys(before, name))
        try:
            yield Path(name)
        finally:
            for one, value in before.items():
                os.environ.pop(one)
                if value is not None:
                    os.environ[one] = value


def settings(text: str) -> dict[str, object]:
    """What a file of settings is read as, and what is written of it."""
    with folders() as folder:
        file = folder / "preferences.json"
        file.write_text(text, encoding="utf-8")
        chosen, message = names.load_preferences()
        told = {name: getattr(chosen, name) for name in SETTINGS["all"]}
        told["engines"] = [f"{engine.name}: {engine.command}" for engine in chosen.engines]
        left = sorted(path.name for path in folder.iterdir() if not path.name.endswith(".lock"))
        names.keep_preferences(chosen)
        written = json.dumps(json.loads(file.read_text("utf-8")), sort_keys=True)
    message = message.replace(str(folder), "FOLDER")
    return {**told, "message": message, "files": left, "written": written}


def recent() -> object:
    """The file of recent files, after some were opened."""
    with folders() as folder:
        for name in ("a", "b", "c", "a"):
            names.remember(Path(f"/games/{name}.pyramidion"))
        return json.loads((folder / "recent.json").read_text("utf-8"))


def progress(name: str) -> str:
    """The file of pupils' results, after two steps of a lesson."""
    with place(), folders() as folder:
        path, record = Path("/lessons/one.pyramidion"), names.record_of(name)
        names.keep_progress(path, record, frozenset({2, 5}), 7)
        return "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.json")))


def journal(game: dict[str, Any]) -> str | list[str]:
    """The journal of a game of some moves, with comments, a step back and a bookmark."""
    return shortened(journal_text(game))


def journal_text(game: dict[str, Any]) -> str:
    """Play, as a window does, and return the journal."""
    with folders() as folder, names.journalled(game["start"], folder) as session:
        for move in game["moves"][:8]:
            session.play(move)
        session.comment("A comment")
        session.undo()
        session.redo()
        session.back()
        session.bookmark("a place")
        session.head("title", "A title")
        return names.journal_of(folder)


def recovered(text: str) -> str | list[str]:
    """The file that is saved of what a journal of the frozen commit brings back."""
    with folders() as folder:
        return shortened(names.saved_from_journal(folder, text))
