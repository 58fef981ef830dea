"""Light or dark: the preference, or what the system shows."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from viewer.session.preferences import Preferences


def system_is_dark() -> bool:
    """Whether the system shows its windows dark; a system that does not say is light."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def resolved(preferences: Preferences) -> Preferences:
    """Return the preferences with what the system shows in the place of "system"."""
    if preferences.palette != "system":
        return preferences
    return replace(preferences, palette="dark" if system_is_dark() else "light")
