"""What the dialog that exports asks for one kind of file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QWidget

from viewer.export.offers import Offer


class ExportForm(QObject):
    """Rows of the dialog, and what is chosen in them as options of the command line.

    Attributes
    ----------
    name
        What is written, for the list of kinds: "Web page".
    explained
        What it is good for, in a sentence or two.
    filters
        The files that are written, each as the dialog for files shows it and with its suffix:
        ``(("Web pages", ".html"),)``; `suffix` says which of them is chosen.
    opens
        What the button says that opens what was written.
    prints
        It is for paper: it can go to the system's viewer without a name, to be printed from there.
    extra
        The extra of the package that it needs (`viewer.export.extras`); "" for none.
    rows
        Labels and widgets, in their order.

    Signals
    -------
    changed
        Other rows are to be seen now, or what is written is of another kind.
    """

    changed = Signal()

    name = ""
    explained = ""
    filters: tuple[tuple[str, str], ...] = ()
    opens = "Open"
    prints = False
    extra = ""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[tuple[str, QWidget]] = ()

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return self.filters[0][1]

    @property
    def other_suffixes(self) -> set[str]:
        """How the names of files end that are chosen by other rows."""
        return {suffix for _, suffix in self.filters} - {self.suffix}

    def replaced(self, offer: Offer, path: Path) -> Sequence[Path]:
        """Return the files besides `path` that stand where one of several is to be written."""
        return ()

    def takes(self, offer: Offer) -> bool:
        """Whether what is offered can become a file of this kind."""
        return True

    def show_offer(self, offer: Offer) -> None:
        """Fit the rows to what is to be exported; asked whenever this form is chosen."""

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        return True

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a small picture is called and made of what would be written; None: none is.

        By itself it is of the position that is seen first.

        Parameters
        ----------
        room
            How large it is shown, in pixels.
        """
        return ".png", [f"--size={room.width()}x{room.height()}", *self.first(offer)]

    def first(self, offer: Offer) -> list[str]:
        """Return the options of a picture of what is seen first in what would be written."""
        return []

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        raise NotImplementedError
