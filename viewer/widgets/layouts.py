"""Layouts without margins, which fill a widget from edge to edge."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget


def column_in(widget: QWidget, spacing: int | None = None) -> QVBoxLayout:
    """Return a column that fills a widget; `spacing` None: what the style sets."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout


def row_in(widget: QWidget, spacing: int | None = None) -> QHBoxLayout:
    """Return a row that fills a widget; `spacing` None: what the style sets."""
    layout = QHBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout
