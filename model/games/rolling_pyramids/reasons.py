"""Why a move cannot be, in the words of the rules page."""

from __future__ import annotations

from typing import Final

from model.contract.moves import Reason
from model.phrases import shown

SETTING_UP: Final = "rolling-pyramids.md#setting-up"
DRAFT: Final = "rolling-pyramids.md#rolling-and-drafting"
MODIFIERS: Final = "rolling-pyramids.md#modifiers"
UNITS: Final = "rolling-pyramids.md#units"
DEVELOPING: Final = "rolling-pyramids.md#developing"
DEPLOYMENT: Final = "rolling-pyramids.md#deployment"
BOMBS: Final = "rolling-pyramids.md#bombs"
BATTLES: Final = "rolling-pyramids.md#battles"
CONQUESTS: Final = "rolling-pyramids.md#conquests"
POINTS: Final = "rolling-pyramids.md#points"
CLEANING: Final = "rolling-pyramids.md#clean-up-and-devices"
END: Final = "rolling-pyramids.md#the-end"
SOLO: Final = "rolling-pyramids.md#the-solo-game"
POSITIONS: Final = "rolling-pyramids.md#positions-and-moves"


def because(key: str, text: str, rule: str, /, **args: object) -> Reason:
    """Return a reason with the heading of the rules page behind it."""
    return Reason(key, text, args, rule)


def no_move(text: str, like: str) -> Reason:
    """Return the reason for a text that is no move of this game."""
    return because("no-move", "{text} is not a move: write it like {like}", POSITIONS,
                   text=shown(text), like=like)  # fmt: skip


def not_now(text: str, task: str, rule: str) -> Reason:
    """Return the reason for a move of another phase."""
    return because("not-now", "{text} is not for now: {task}", rule, text=shown(text), task=task)


def named(player: str) -> str:
    """Return a player as sentences call him: P1, where positions and moves have p1."""
    return "the Pharaoh" if player == "pharaoh" else player.upper()
