"""A file nobody may open, and texts that name it in every form Qt knows."""

import ctypes
import os
from pathlib import Path

from PySide6.QtGui import QImage

SIZE = 300
"""Height and width of the picture in pixels: where it is shown, a widget is larger."""
_IN_OPEN = 0x20


class Canary:
    """A picture that tells when a program opens it.

    Attributes
    ----------
    path
        Where it lies.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
        image.fill(0)
        assert image.save(str(path))
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._watch = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert self._watch >= 0
        assert self._libc.inotify_add_watch(self._watch, os.fsencode(path), _IN_OPEN) >= 0

    @property
    def was_opened(self) -> bool:
        """Whether somebody opened it since the last question."""
        try:
            return bool(os.read(self._watch, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        """End watching."""
        os.close(self._watch)

    def forms(self) -> tuple[str, ...]:
        """Texts that would have it opened, if anything in them were believed."""
        here, address = str(self.path), self.path.as_uri()
        return (
            f"![x]({here})",
            f"![x]({address})",
            f"![x](<{here}> 'title')",
            f"![x][ref]\n\n[ref]: {here}",
            f"![ref]\n\n[ref]: {address}",
            f"\\![x]({here})",
            f"![![x]({here})]({here})",
            f"[![x]({here})]({here})",
            f"[a link]({here})",
            f"<{address}>",
            f'<img src="{here}"/>',
            f'\\<img src="{here}"/>',
            f'<b>title</b><img src="{address}">',
            f"<IMG\nSRC='{here}'>",
            f'&lt;img src="{here}"&gt;',
            f'&#60;img src="{here}"&#62;',
            f'<p style="background-image: url({here})">x</p>',
            f'<table background="{here}"><tr><td>x</td></tr></table>',
            f'<body background="{here}">x</body>',
            f'<ul style="list-style-image: url({here})"><li>x</li></ul>',
            f"<style>@import url({here});</style>x",
            f"<style>body {{ background-image: url({address}); }}</style>x",
            f'<link rel="stylesheet" href="{address}">x',
            f'<!-- --><object data="{address}"></object>',
            f'<?x?><iframe src="{address}"></iframe>',
            f'<a href="{address}">x</a>',
            f"<div>\n\n![x]({here})\n\n</div>",
            f"- a\n  - ![x]({here})\n\n> ![x]({here})",
            f"| a |\n|---|\n| ![x]({here}) |",
            f"# ![x]({here})",
            f'**![x]({here})** `<img src="{here}">`',
            "![x](data:image/svg+xml,"
            f"%3Csvg xmlns:x='http://www.w3.org/1999/xlink' height='900' width='900'%3E"
            f"%3Cimage x:href='{address}' height='900' width='900'/%3E%3C/svg%3E)",
            f"<svg height='900' width='900'><image href='{address}'/></svg>",
        )
