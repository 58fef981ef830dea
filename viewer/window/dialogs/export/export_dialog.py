"""The dialog that exports: what goes out, how it opens, and a picture of what others will see."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QDesktopServices, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from model.records.files import Collection, FileError
from viewer.export import items
from viewer.export.export_run import ExportRun
from viewer.export.items import ExportError
from viewer.export.offers import Held, Offer, offers
from viewer.session.document.document import Document
from viewer.session.document.titles import file_name
from viewer.session.session import Change, Session, SessionError
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import NARROW, column_in
from viewer.widgets.dialog_body import DialogBody, FittingDialog
from viewer.widgets.flat_painting import PictureLabel
from viewer.widgets.prose import sentence
from viewer.window.dialogs.export import export_forms
from viewer.window.dialogs.requests import Dialogs, completed

PAUSE = 250
"""Milliseconds without another choice before it is made."""
CHECK = 8
"""Pixels of a square of the pattern behind what is transparent."""


class ExportPreview(QObject):
    """Makes previews, one at a time: the last choice is the one that counts.

    Signals
    -------
    asked
        What was made shows something else now.
    made(QImage)
        What will be written, on squares where nothing is; of several items the first.
    """

    asked = Signal()
    made = Signal(QImage)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: tuple[Offer, str, tuple[str, ...]] | None = None
        self._run: ExportRun | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._start)

    def ask(self, offer: Offer, suffix: str, options: Sequence[str]) -> None:
        """Ask for the preview of an export; nothing happens where it is the one shown."""
        wanted = (offer, suffix, tuple(options))
        if wanted != self._wanted:
            self._wanted = wanted
            self._pause.start()
            self.asked.emit()

    def forget(self) -> None:
        """Make none any more: something else is chosen, or the dialog closes."""
        self._wanted = None
        self._pause.stop()
        self._end()

    def _start(self) -> None:
        self._end()
        if self._wanted is None:
            return
        offer, suffix, options = self._wanted
        run = self._run = ExportRun(self)
        run.ended.connect(self._ended)
        try:
            run.start(replace(offer, held=lambda: _first(offer)), f"preview{suffix}", options)
        except (FileError, OSError):  # which is said when it is exported
            self._end()

    def _ended(self, written: bool, text: str) -> None:
        run = self._run
        if run is not None and run.output is not None and written:
            image = _read(run.output)
            if not image.isNull():
                self.made.emit(_on_squares(image))
        self._end()

    def _end(self) -> None:
        run, self._run = self._run, None
        if run is not None:
            run.close()
            run.deleteLater()


def _first(offer: Offer) -> Held:
    """What is offered, or the first of several items."""
    held = offer.held()
    return held.items[0] if isinstance(held, Collection) and held.items else held


def _read(path: Path) -> QImage:
    if path.suffix != ".svg":
        return QImage(str(path))
    from PySide6.QtSvg import QSvgRenderer

    drawing = QSvgRenderer(str(path))
    size = drawing.defaultSize().scaled(QSize(840, 460), Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)  # the paper it is meant for
    with QPainter(image) as painter:
        drawing.render(painter, QRectF(0, 0, size.width(), size.height()))
    return image


def _on_squares(image: QImage) -> QImage:
    """An image on the pattern that stands for nothing."""
    if not image.hasAlphaChannel():
        return image
    made = QImage(image.size(), QImage.Format.Format_RGB32)
    made.fill(QColor("#FFFFFF"))
    with QPainter(made) as painter:
        for top in range(0, image.height(), CHECK):
            for left in range((top // CHECK % 2) * CHECK, image.width(), 2 * CHECK):
                painter.fillRect(left, top, CHECK, CHECK, QColor("#D9DDE2"))
        painter.drawImage(0, 0, image)
    return made


PREVIEW = QSize(420, 230)
STEPS = 1_000
"""Steps of the bar of progress."""
AFTER = 100
"""Milliseconds without another change of the document before it is looked at."""
IN_VIEWER = "Print it from the viewer of your system. If none opens, the file is"
NO_VIEWER = "No viewer of your system opens it. The file is"


@cache
def _print_folder() -> TemporaryDirectory[str]:
    """The folder of files that the system's viewer shows; it goes with the program."""
    return TemporaryDirectory(prefix="pyramidion-print-", ignore_cleanup_errors=True)


class ExportDialog(FittingDialog):
    """Exports a document; nobody is kept waiting, and closing the dialog stops the export.

    It follows its document, whichever is active, and exports what its preview shows. Once the
    document is closed it says so, and exports it as it was last.

    Parameters
    ----------
    image
        What the scene shows, until there is a preview; null where it has drawn nothing yet.
    folder
        Where files are offered to be written.
    """

    def __init__(
        self,
        session: Session,
        document: Document,
        image: QImage,
        folder: Path,
        ask: Dialogs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._document = session, document
        self._offers = offers(session, document)
        self._closed = ""
        self._folder, self._ask = folder, ask
        self.run = ExportRun(self)
        self.run.progressed.connect(self._show_progress)
        self.run.ended.connect(self._say)
        self.picture = PictureLabel()
        self.picture.setFixedSize(PREVIEW)
        self.picture.setAccessibleName("What is shown first")
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.preview = ExportPreview(self)
        self.preview.asked.connect(lambda: self.picture.setEnabled(False))
        self.preview.made.connect(self._show_picture)
        self._hands_over = False
        self.what = controls.combo("What", [])
        self.forms: tuple[export_forms.ExportForm, ...] = (
            export_forms.PageForm(self),
            export_forms.PaperForm(self),
            export_forms.PictureForm(image.size(), self),
            export_forms.FilmForm(self),
            export_forms.PrintForm(self),
            export_forms.SceneForm(self),
        )
        self.kind = controls.combo("As", [(form.name, form) for form in self.forms])
        self.bar = controls.progress_bar("Progress of the export")
        self.doing = controls.label("", "muted")
        self.said = controls.label("", wraps=True)
        self.open_button = controls.button("", self._open)
        self.folder_button = controls.button("Show in folder", self._open_folder)
        self.stop_button = controls.button("Stop", self.run.stop)
        self.print_button = controls.button("Print…", self.print_out)
        self.export_button = controls.button("Export…", self.export)
        self.close_button = controls.button("Close", self.close)
        self._lay_out()
        self.what.currentIndexChanged.connect(self._show_offer)
        self.kind.currentIndexChanged.connect(self._show_offer)
        for form in self.forms:
            form.changed.connect(self._show_choice)
        self._later = QTimer(self, singleShot=True, interval=AFTER)
        self._later.timeout.connect(self._catch_up)
        self._unfollow = session.subscribe(self._follow)
        self._show_running(False)
        self._show_document()
        self._show_offer()

    def _lay_out(self) -> None:
        self._explanation = controls.label("", "muted", wraps=True)
        self._form = controls.form_in()
        self._form.addRow("What", self.what)
        self._form.addRow("As", self.kind)
        for form in self.forms:
            for label, widget in form.rows:
                self._form.addRow(label, widget)
        body = DialogBody(PREVIEW.width())
        body.column.setSpacing(2 * GAP)
        controls.fill(body.column, self.picture, self._explanation, self._form, 0)
        # Its two lines are kept, so that the buttons stay where they are while a file is written.
        status = QWidget(minimumHeight=2 * self.fontMetrics().lineSpacing() + GAP)
        controls.fill(column_in(status, GAP), self.bar, self.doing, self.said)
        column = controls.fill(column_in(self, GAP, *NARROW), (body, 1), status)
        buttons = controls.fill(
            controls.row(self.open_button, self.folder_button),
            self.stop_button,
            self.print_button,
            self.export_button,
            self.close_button,
        )
        column.addLayout(buttons)

    @property
    def offer(self) -> Offer:
        """What is chosen."""
        return self._offers[max(0, self.what.currentIndex())]

    @property
    def form(self) -> export_forms.ExportForm:
        """What asks for the kind of file that is chosen."""
        return self.forms[max(0, self.kind.currentIndex())]

    @property
    def _first(self) -> QPushButton:
        """The button that begins."""
        return self.print_button if self.form.prints else self.export_button

    @property
    def options(self) -> list[str]:
        """What is chosen, as options of the command line."""
        return self.form.options(self.offer)

    def print_out(self) -> None:
        """Make the file where nobody has to name it, and hand it to the system's viewer."""
        self._start(Path(_print_folder().name) / self._file_name, hands_over=True)

    def export(self) -> None:
        """Ask where the file goes, and begin."""
        form = self.form
        path = self._ask.export_file(self._folder / self._file_name, form.filters)
        if path is not None and path.suffix.lower() in {suffix for _, suffix in form.filters} - {
            form.suffix
        }:
            path = path.with_suffix("")  # what the form says counts
        path = None if path is None else completed(self._ask, path, form.suffix)
        if path is None:
            return
        others = form.replaced(self.offer, path)
        if others and not self._ask.may_replace(others[0]):
            return
        self._folder = path.parent
        self._start(path)

    @property
    def _file_name(self) -> str:
        """What the file is called where nobody says so."""
        form = self.form
        return f"{file_name(self.offer.title) or form.name.lower()}{form.suffix}"

    def _start(self, path: Path, *, hands_over: bool = False) -> None:
        self._catch_up()
        self._hands_over = hands_over
        self.open_button.setText(self.form.opens)
        try:
            self.run.start(self.offer, path, self.options)
        except (ExportError, FileError, OSError, SessionError) as error:
            self._say(False, str(error))
        if self.run.runs:
            self._show_running(True)

    def done(self, result: int) -> None:
        """Stop what runs, and go: Escape, the button and the cross all end here."""
        self._unfollow()
        self._later.stop()
        self.run.close()
        self.preview.forget()
        super().done(result)

    # -- the document ------------------------------------------------------------------------------

    def _follow(self, change: Change) -> None:
        """Take over what has become of the document, once it rests."""
        found = [one for one in change.new.documents if one.key == self._document.key]
        if not found and not self._closed:
            self._closed = f"{self._offers[0].title[:80]} is closed. It is exported as it was last."
            self._show_note(self._closed)
            self._grow()
        elif found and change.new.documents != change.old.documents:
            self._document = found[0]
            self._later.start()

    def _catch_up(self) -> None:
        """Offer the document as it is now."""
        self._later.stop()
        if not self._closed:
            self._offers = offers(self._session, self._document)
            self._show_document()
            self.form.show_offer(self.offer)
            self._show_choice()

    def _show_document(self) -> None:
        """Show what can be exported; what is chosen stays, where there is such a thing now."""
        self.setWindowTitle(f"Export {self._offers[0].title}")
        chosen = self.what.currentData()
        controls.fill_combo(self.what, [(one.name, one.part) for one in self._offers])
        controls.set_combo(self.what, chosen)

    # -- what is shown -----------------------------------------------------------------------------

    def _show_offer(self) -> None:
        self._explanation.setText(self.form.explained)
        self.form.show_offer(self.offer)
        self._show_choice()
        fault = items.missing(self.form.extra)
        self.print_button.setVisible(self.form.prints)
        first = self._first
        for button in (self.export_button, self.print_button):
            controls.set_role(button, "primary" if button is first else "")
        first.setDefault(True)
        if not self.run.runs:
            for button in (self.export_button, self.print_button):
                button.setEnabled(not fault and self.form.takes(self.offer))
            for button in (self.open_button, self.folder_button):
                button.hide()  # what they would open is of another kind
            self._show_note(fault or self._closed)
        self._grow()

    def _show_note(self, text: str) -> None:
        controls.say(self.said, text)

    def _show_choice(self) -> None:
        """Show the rows of the chosen kind, and have a preview made of what they say."""
        for form in self.forms:
            for name, field in form.fields.items():
                seen = form is self.form and form.shows(name, self.offer)
                self._form.setRowVisible(field, seen)
        self._grow()
        wanted = self.form.preview(self.offer, PREVIEW * self.devicePixelRatioF())
        self.picture.setVisible(wanted is not None)
        if wanted is None:
            self.preview.forget()
        else:
            self.preview.ask(self.offer, *wanted)

    def _show_picture(self, image: QImage) -> None:
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.picture.setEnabled(True)

    def _show_running(self, runs: bool) -> None:
        held = self.focusWidget()
        for part in (self.bar, self.doing, self.stop_button):
            part.setVisible(runs)
        for button in (self.export_button, self.print_button):
            button.setEnabled(not runs)
        for part in (self.open_button, self.folder_button):
            part.setVisible(False)
        if runs:
            self._show_note("")
            if held in (self.export_button, self.print_button):
                self.stop_button.setFocus()
        elif held is self.stop_button:
            self._first.setFocus()
        self._grow()

    def _grow(self) -> None:
        """Make room for what has come; before it is shown, it is measured anyway."""
        if self.isVisible():
            self.grow()

    def _show_progress(self, share: float | None, text: str) -> None:
        self.bar.setRange(0, 0 if share is None else STEPS)
        self.bar.setValue(round((share or 0) * STEPS))
        self.doing.setText(text)

    def _say(self, written: bool, text: str) -> None:
        self._show_running(False)
        if written and self._hands_over:
            assert self.run.output is not None
            opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.run.output)))
            text = f"{IN_VIEWER if opened else NO_VIEWER} {self.run.output}"
        self._show_note(sentence(text))
        for part in (self.open_button, self.folder_button):
            part.setVisible(written)
        self._grow()

    def _open(self) -> None:
        assert self.run.output is not None
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.run.output.absolute())))

    def _open_folder(self) -> None:
        assert self.run.output is not None
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.run.output.absolute().parent)))
