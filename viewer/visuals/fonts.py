"""Where the font lies that has the letters other fonts leave out."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def dejavu(name: str = "DejaVuSans.ttf") -> Path | None:
    """Return a file of DejaVu Sans, which comes with matplotlib; None where it is missing."""
    found = find_spec("matplotlib")
    places = (found.submodule_search_locations if found else None) or ()
    files = (Path(place) / "mpl-data" / "fonts" / "ttf" / name for place in places)
    return next((file for file in files if file.is_file()), None)
