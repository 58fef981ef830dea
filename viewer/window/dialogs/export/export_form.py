"""What the dialog that exports asks for one kind of file: rows of the options it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from viewer.export.export_options import PictureOptions
from viewer.export.offers import Offer
from viewer.options.option import Option, options_of, words
from viewer.widgets.option_form import field_of, label_of, on_change, set_value, value_of


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
    record
        Declares its options.
    more
        Rows of the form only.
    order
        The names of its rows.
    fields
        Its controls by the names of the rows.

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
    record: type
    more: tuple[Option, ...] = ()
    order = ""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        declared = {**options_of(self.record), **{one.name: one for one in self.more}}
        self._declared = {name: declared[name] for name in self.order.split()}
        self.fields: dict[str, QWidget] = {}
        for name, one in self._declared.items():
            field = self.fields[name] = field_of(one)
            if not isinstance(field, QLineEdit):  # no picture is made anew at each letter
                on_change(field, self._follow)

    @property
    def rows(self) -> list[tuple[str, QWidget]]:
        """Labels and controls, in their order."""
        return [
            (label_of(self._declared[name]) if name in self._declared else "", field)
            for name, field in self.fields.items()
        ]

    def box(self, name: str) -> QComboBox:
        """Return the box of a row with choices."""
        field = self.fields[name]
        assert isinstance(field, QComboBox)
        return field

    def choose(self, name: str, value: object) -> None:
        """Choose the value of a row."""
        set_value(self.fields[name], self._declared[name], value)

    def suggest_title(self, title: str) -> None:
        """Say what the title is where none is given."""
        field = self.fields["title"]
        assert isinstance(field, QLineEdit)
        field.setPlaceholderText(title)

    def offer_steps(self, offer: Offer) -> None:
        """Let a step be chosen, at first the one that is shown."""
        field = self.fields["step"]
        assert isinstance(field, QSpinBox)
        if field.maximum() != max(1, offer.steps):
            field.setRange(1, max(1, offer.steps))
            field.setValue(offer.step)

    def _follow(self) -> None:
        """Take note of a change."""
        self.changed.emit()

    @property
    def chosen(self) -> Mapping[str, Any]:
        """What the rows hold, seen or not."""
        return {name: value_of(self.fields[name], one) for name, one in self._declared.items()}

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return str(self.chosen["file"]) if "file" in self.fields else self.filters[0][1]

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

    def shows(self, name: str, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        row = self._declared[name].row if name in self._declared else None
        return row is None or row.shown(SimpleNamespace(offer=offer, **self.chosen))

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a small picture is called and made of what would be written; None: none is.

        By itself it is of the position that is seen first.

        Parameters
        ----------
        room
            How large it is shown, in pixels.
        """
        size = (room.width(), room.height())
        return ".png", words(PictureOptions(size=size, step=self.first(offer)))

    def first(self, offer: Offer) -> int | None:
        """Return the step that is seen first in what would be written."""
        return None

    def values(self, offer: Offer) -> dict[str, Any]:
        """Return what is chosen as values of the record; what is not seen stays as by default."""
        names, chosen = options_of(self.record), self.chosen
        return {name: chosen[name] for name in chosen if name in names and self.shows(name, offer)}

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        return words(self.record(**self.values(offer)))
