"""Packages that only some exports need, and how to get those that are missing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType

from viewer.export.items import ExportError

EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"print": ("typst", "markdown_it", "PIL"), "film": ("av",), "solid": ("manifold3d",)}
)
"""The extras of `pyproject.toml` by name, with what is imported of each."""


def missing(extra: str) -> str:
    """Return what to do before an export can run, in a sentence; "" where nothing is missing.

    Parameters
    ----------
    extra
        A name of `EXTRAS`; "" for an export that needs none.
    """
    absent = [name for name in EXTRAS.get(extra, ()) if find_spec(name) is None]
    if not absent:
        return ""
    return (
        f"This needs the package {absent[0]}, which is not installed. "
        f"Run: pip install 'pyramidion[{extra}]'"
    )


def check(extra: str) -> None:
    """Raise ExportError where a package of an extra is missing."""
    fault = missing(extra)
    if fault:
        raise ExportError(fault)
