"""Copies what the scene shows in a size that was chosen, drawn by the command line meanwhile."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QImage

from model.records.files import Contents, FileError
from model.records.record import ROOT, mark, new_record
from viewer.export.export_run import ExportRun
from viewer.export.offers import Offer
from viewer.session import collections
from viewer.session.session import Session, SessionError
from viewer.widgets.messages import Notices


class PictureCopy(QObject):
    """Draws pictures for the clipboard, one at a time; nobody is kept waiting."""

    def __init__(self, session: Session, notices: Notices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._notices = session, notices
        self._folder: TemporaryDirectory[str] | None = None
        self.run = ExportRun(self)
        self.run.ended.connect(self._ended)

    def copy(self, size: tuple[int, int]) -> None:
        """Copy what is shown, so many pixels wide and high.

        Raises
        ------
        SessionError
            Nothing is open, or there is no room for it.
        """
        self.close()
        self._folder = TemporaryDirectory(prefix="pyramidion-", ignore_cleanup_errors=True)
        out = Path(self._folder.name) / "picture.png"
        try:
            self.run.start(self._shown(), out, [f"--size={size[0]}x{size[1]}"])
        except (FileError, OSError) as error:
            self.close()
            raise SessionError(f"the picture cannot be copied: {error}") from error
        self._notices.say(f"Drawing {size[0]} × {size[1]} pixels for the clipboard …")

    def close(self) -> None:
        """Draw nothing any more."""
        self.run.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _shown(self) -> Offer:
        """The position shown now; during a lesson or a puzzle, by itself."""
        document = self._session.document
        if document.is_placeholder:
            raise SessionError("open a game, puzzle or lesson first")
        held = collections.contents_of(document)
        if document.exercise is not None or held.record.lesson is not None:
            record = new_record(self._session.copy_position())
            record, _ = mark(record, ROOT, document.record[document.node].marks)
            held = Contents(record, view=document.view)
        return Offer("", "", lambda: held)

    def _ended(self, written: bool, text: str) -> None:
        if written and self.run.output is not None:
            image = QImage(str(self.run.output))
            QGuiApplication.clipboard().setImage(image)
            self._notices.say(f"Picture copied, {image.width()} × {image.height()}")
        else:
            self._notices.complain(text)
        self.close()
