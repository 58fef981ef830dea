"""Words for sentences: quoted texts, lists, counts and times."""

from collections.abc import Sequence

_SHOWN = 24


def shown(text: str) -> str:
    """Quote `text` for an error: short, on one line, printable whatever was in it."""
    short = str(text[:_SHOWN])
    quoted = short.encode("utf-8", "backslashreplace").decode("utf-8")
    quoted = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in quoted)
    return f'"{quoted}…"' if len(text) > _SHOWN else f'"{quoted}"'


def printable(text: str, most: int = 300) -> str:
    """Return `text` on one line, shortened, without what a terminal would act on."""
    line = "".join(c if c.isprintable() else " " for c in text[:most])
    return line + ("…" if len(text) > most else "")


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Join words for a sentence: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def counted(number: int, noun: str, none: str = "0") -> str:
    """Return "1 stone", "2 stones"; `none` is said instead of 0. For nouns that take an s."""
    return f"{number or none} {noun}{'' if number == 1 else 's'}"


def seconds(number: float | None) -> str:
    """Return "1 second", "0.5 seconds"; "the time" for none that is named."""
    if number is None:
        return "the time"
    return f"{number:g} second{'' if number == 1 else 's'}"


def refused(error: OSError) -> str:
    """Return why the system refused something, as the end of a sentence."""
    return (error.strerror or str(error)).lower()


def called(player: str) -> str:
    """Return a player within a sentence: red, or P1 where players are numbered."""
    return player.upper() if player[-1:].isdigit() else player
