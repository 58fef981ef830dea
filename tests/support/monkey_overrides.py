"""Tells the errors of methods that Qt calls, before PySide has a chance to mislay them.

An error in a `paintEvent` that comes while Python waits for a call of its own is kept by PySide for
that call; the next override that runs meanwhile may end the process with a segmentation fault, and
nobody ever reads what was wrong.
"""

import builtins
import functools
import traceback
from collections.abc import Callable
from typing import Any

OVERRIDES = (
    "changeEvent", "closeEvent", "event", "eventFilter", "heightForWidth", "hideEvent",
    "keyPressEvent", "minimumSizeHint", "mouseMoveEvent", "mousePressEvent", "mouseReleaseEvent",
    "paint", "paintEvent", "paintGL", "resizeEvent", "showEvent", "sizeHint", "timerEvent",
    "wheelEvent",
)  # fmt: skip


def tell_overrides(found: Callable[[str, str], None]) -> None:
    """Let classes of `viewer` that are made from now on tell `found` of errors in overrides."""
    make = builtins.__build_class__

    def telling(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def told(*args: Any, **more: Any) -> Any:
            try:
                return method(*args, **more)
            except Exception:
                found("override", f"{method.__qualname__}\n{traceback.format_exc()}")
                raise

        return told

    def build(body: Any, name: str, *bases: Any, **more: Any) -> Any:
        made = make(body, name, *bases, **more)
        if made.__module__.startswith("viewer."):
            for override in OVERRIDES:
                method = made.__dict__.get(override)
                if callable(method):
                    setattr(made, override, telling(method))
        return made

    builtins.__build_class__ = build
