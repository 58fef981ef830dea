"""Preferences: palette, text size, effects and the like; what is never part of a View."""

from itertools import chain, count
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from viewer.session.files.state_files import StateFile, config_folder

FILE = "preferences.json"
Fields = dict[str, Any]
"""Preferences by name, as JSON has them; those of newer versions, too."""


class EngineEntry(Struct, frozen=True):
    """Somebody else's engine that a person added.

    Attributes
    ----------
    name
        What the person calls it; given once.
    command
        What starts it: a program and its arguments, as in a shell.
    """

    name: str
    command: str


class Preferences(Struct, frozen=True, omit_defaults=True):
    """What a person has chosen once for all documents.

    Attributes
    ----------
    palette
        Light or dark colours on screen, or as the system has them.
    strong
        Stronger colours on a plain background, for projectors.
    presentation
        Which strong colours a presentation has, or "window": those the window has anyway.
    text_scale
        Size of all text, 1 is the system's.
    effects
        "all" is motion and fine pictures when the scene rests, "reduced" is without motion (end
        states at once), "none" without either; "system" is all, reduced where the system asks
        for less motion.
    orbit_speed
        How far a drag turns the scene, 1 is usual.
    wheel
        Whether the wheel turned forward comes nearer or goes away.
    ghost_radius
        Radius of the dots on empty points, in ball diameters; 0: 0.16, 0.10 above 300 points.
    confirm_moves
        A first click pins a move, a second or Enter places it.
    turn_board
        A game against engines is seen from the side that one plays.
    focus
        Keep in sight what is chosen: balls before it are outlines; "deep": its neighbours, too.
    sway
        The view rocks when nothing has been touched for a while.
    bands
        Blue balls carry an equatorial band.
    level_maps
        Levels the map dock shows: three around the active one, or all.
    hide_verdicts
        Keep verdicts, costs and plans out of sight (H).
    opponent_level
        How well the computer plays, from 1 to 10.
    opponent
        The name of the engine one plays against; "": the computer.
    alone
        Games are begun without an engine: all players are at this screen.
    game, game_options
        The game that was begun last, and its options as texts; "": the first one.
    own_side
        Whether one moves first against it, second, or by turns.
    began
        By turns: whether one moved first the last time.
    clock_minutes, clock_increment
        Minutes a side for a game, 0: without a clock, and seconds added after each move.
    choice_clock
        Games that give each choice its time are begun with the clock.
    engines
        Somebody else's engines; they are started from here alone, never because a file names one.
    review
        How much a review of a game looks at.
    divider
        Which share of the scene the first of two views has.
    threats
        Mark the points where one ball of either side takes a corner.
    values
        Show what moves are worth for certain as soon as a table knows.
    level_maps_open, why_open
        Whether these docks were open.
    picture_size
        The size pictures are copied in, "1920x1080"; "": as on the screen.
    last_folder
        Where the last file was opened or saved; "": the home folder.
    window
        Geometry and dock layout as Qt stores them, base64; "": the default.
    """

    palette: Literal["system", "light", "dark"] = "system"
    strong: bool = False
    presentation: Literal["light", "dark", "window"] = "light"
    text_scale: Annotated[float, Meta(ge=0.5, le=4)] = 1.0
    effects: Literal["system", "all", "reduced", "none"] = "system"
    orbit_speed: Annotated[float, Meta(ge=0.1, le=5)] = 1.0
    wheel: Literal["nearer", "away"] = "nearer"
    ghost_radius: Annotated[float, Meta(ge=0, le=0.5)] = 0.0
    confirm_moves: bool = False
    turn_board: bool = True
    focus: Literal["off", "on", "deep"] = "on"
    sway: bool = False
    bands: bool = True
    level_maps: Literal["three", "all"] = "three"
    hide_verdicts: bool = False
    opponent_level: Annotated[int, Meta(ge=1, le=10)] = 3
    opponent: str = ""
    alone: bool = False
    game: str = ""
    game_options: dict[str, str] = field(default_factory=dict)
    own_side: Literal["first", "second", "turns"] = "first"
    began: bool = False
    clock_minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    clock_increment: Annotated[int, Meta(ge=0, le=600)] = 0
    choice_clock: bool = False
    engines: tuple[EngineEntry, ...] = ()
    review: Literal["quick", "usual", "thorough"] = "usual"
    divider: Annotated[float, Meta(ge=0.2, le=0.8)] = 0.5
    threats: bool = True
    values: bool = True
    level_maps_open: bool = True
    why_open: bool = True
    picture_size: str = ""
    last_folder: str = ""
    window: str = ""
    docks: str = ""


def presented(preferences: Preferences) -> Preferences:
    """Return the preferences with the colours of a presentation."""
    if preferences.presentation == "window":
        return preferences
    return replace(preferences, palette=preferences.presentation, strong=True)


def file() -> Path:
    """Return where the preferences are kept."""
    return config_folder() / FILE


def load() -> tuple[Preferences, str]:
    """Read the preferences.

    Returns
    -------
    preferences, message
        The defaults, and a sentence that says so, when the file cannot be read; it is kept aside
        under another name. The message is "" when all went well.
    """
    found, message = _kept.load()
    return msgspec.convert(found, Preferences), message


NAMES = Preferences.__struct_fields__


def change(before: Preferences, now: Preferences) -> tuple[Preferences, str]:
    """Write what is other in `now` than `before`; what other windows wrote stays.

    Returns
    -------
    preferences, message
        What is kept, and "" or a sentence on what went wrong.
    """
    found, message = _kept.change(lambda found: _changed(found, _fields(before), _fields(now)))
    return msgspec.convert(found, Preferences), message


def _changed(kept: Fields, before: Fields, now: Fields) -> Fields:
    """Return what is kept with all that is other in `now` than `before`."""
    changed = dict(kept)
    for name in before.keys() | now.keys():
        if before.get(name) == now.get(name):
            continue
        changed.pop(name, None)
        if name == "engines":  # another window may have added one
            changed[name] = _with_changes(*(one.get(name, []) for one in (kept, before, now)))
        elif name in now:
            changed[name] = now[name]
    # In one order always, so that the same preferences are the same file.
    return {name: changed[name] for name in (*NAMES, *changed) if name in changed}


def _with_changes(kept: list[Fields], before: list[Fields], now: list[Fields]) -> list[Fields]:
    """Return engines with those that were added, and without those that were taken out."""
    engines = [one for one in kept if one not in before or one in now]
    for added in now:
        if added in before or added in engines:
            continue
        names = {one["name"] for one in engines}
        numbered = (f"{added['name']} {number}" for number in count(2))
        name = next(n for n in chain((added["name"],), numbered) if n not in names)
        engines.append({**added, "name": name})
    return engines


def _fields(preferences: Preferences) -> Fields:
    """What is other than usual, as it is kept."""
    return msgspec.json.decode(msgspec.json.encode(preferences), type=Fields)


_RENAMED: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("animation", "on", {"effects": "all"}),
    ("animation", "off", {"effects": "reduced"}),
    ("palette", "normal", {"palette": "light"}),
    ("palette", "presentation", {"palette": "light", "strong": True}),
)
"""What version 0.1.0 wrote, and what this one calls it."""


def _renewed(found: dict[str, object]) -> dict[str, object]:
    """Return preferences as this version names them."""
    for name, value, now in _RENAMED:
        if found.get(name) == value:
            found = {**{old: kept for old, kept in found.items() if old != name}, **now}
    return found


def _decoded(data: bytes) -> Fields:
    found = _renewed(msgspec.json.decode(data, type=Fields))
    msgspec.convert(found, Preferences)
    return found


_kept = StateFile(
    "The preferences",
    "the defaults are used",
    file,
    _decoded,
    lambda fields: msgspec.json.format(msgspec.json.encode(fields), indent=2),
    Fields,
)
