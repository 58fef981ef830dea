"""The style of the window: colours, one scale of type and spacing, the style sheet of them."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from viewer.session.preferences import Preferences

# Light or dark: the preference, or what the system shows.


def system_is_dark() -> bool:
    """Whether the system shows its windows dark; a system that does not say is light."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def resolved(preferences: Preferences) -> Preferences:
    """Return the preferences with what the system shows in the place of "system"."""
    if preferences.palette != "system":
        return preferences
    return replace(preferences, palette="dark" if system_is_dark() else "light")


@dataclass(frozen=True)
class Tokens:
    """Every colour of the shell. Contrasts are measured against `surface` (WCAG).

    `shapes` ends the names of the drawings in `SHAPES` that fit these colours.
    """

    window: str
    surface: str
    sunken: str
    line: str
    text: str
    muted: str
    accent: str
    accent_soft: str
    on_accent: str
    good: str
    good_soft: str
    warn: str
    warn_soft: str
    bad: str
    bad_soft: str
    shapes: str = ""


_TOKENS = msgspec.json.decode(
    Path(__file__).with_name("colours.json").read_bytes(), type=dict[str, Tokens]
)
"""By the names of palettes; for a projector they are strong, as pale greys vanish there."""

GAP = 8
"""The unit of spacing in logical pixels; margins are 1, 1.5, 2 or 3 of it."""


SHAPES = Path(__file__).with_name("shapes")
"""The few drawings a style sheet can only take from files; searched as ``shapes:``."""
_SHEET = Path(__file__).with_name("window.qss")


def tokens(palette: str) -> Tokens:
    """Return the shell's colours under a palette, by its name in `viewer.picture.palette`."""
    return _TOKENS[palette]


_active_theme: list[Tokens] = [tokens("standard")]


def wear(palette: str) -> None:
    """Have everything that is painted from now on take the colours of a palette."""
    _active_theme[:] = [tokens(palette)]


def active_theme() -> Tokens:
    """Return the colours the application wears now, like its style sheet."""
    return _active_theme[0]


READABLE = 4.5
"""The least contrast of text on its ground (WCAG AA)."""


SEEN = 3.0
"""The least contrast of a line that only has to be seen (WCAG, of what is no text)."""


def contrast(one: str, two: str) -> float:
    """Return the contrast of two #RRGGBB colours, 1 to 21 (WCAG 2)."""
    bright, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def readable(colour: str, least: float = READABLE) -> str:
    """Return a colour, nearer to that of text if it has less than `least` contrast where it is."""
    share, made = 0.0, colour
    while contrast(made, active_theme().surface) < least and share < 1:
        share += 0.05
        made = mixed(colour, active_theme().text, share)
    return made


def ink_on(colour: str) -> str:
    """Return what is read best on a colour: nearly black, or white."""
    return max("#14181D", "#FFFFFF", key=lambda ink: contrast(ink, colour))


def edge(colour: str) -> str:
    """Return the colour of the edge of a piece: darker, and always seen on the surface."""
    darker = mixed(colour, "#000000", 0.26)
    return readable(darker if contrast(darker, active_theme().surface) > SEEN else colour, SEEN)


@lru_cache(1024)
def _luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def sizes(text_scale: float) -> dict[str, int]:
    """Return the type scale in logical pixels: one ratio, five steps."""
    base = 13 * text_scale
    return {
        "small": round(base * 0.88),
        "base": round(base),
        "lead": round(base * 1.18),
        "title": round(base * 1.55),
        "display": round(base * 2.5),
    }


def mixed(one: str, two: str, share: float) -> str:
    """Return a blend of two #RRGGBB colours, `share` of it the second."""
    pairs = zip((1, 3, 5), (1, 3, 5), strict=True)
    parts = (
        round(int(one[a : a + 2], 16) * (1 - share) + int(two[b : b + 2], 16) * share)
        for a, b in pairs
    )
    return "#" + "".join(f"{part:02X}" for part in parts)


def style_sheet(palette: str = "standard", text_scale: float = 1.0) -> str:
    """Return the style sheet of the whole application.

    Parameters
    ----------
    palette
        Whose colours it takes, by its name.
    text_scale
        Factor on every size of type, 1.0 being 13 logical pixels.
    """
    colours = tokens(palette)
    surface = colours.surface
    red, green, blue = (int(surface[k : k + 2], 16) for k in (1, 3, 5))
    return Template(_SHEET.read_text("utf-8")).substitute(
        vars(colours),
        **sizes(text_scale),
        faint=mixed(colours.muted, surface, 0.45),
        scroll=mixed(colours.line, colours.muted, 0.25),
        accent_deep=mixed(colours.accent, "#000000", 0.2),
        chip=f"rgba({red}, {green}, {blue}, 235)",
        control=round(17 * text_scale),
        row=round(15 * text_scale),
        scroller=2 * round(20 * max(1.0, text_scale)),
    )
