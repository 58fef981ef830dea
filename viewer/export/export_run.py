"""An export as the window runs it: in a process of its own, from a file of what is open now."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, Signal

from model.records import files
from model.records.files import Collection
from viewer.analysis import command_process
from viewer.analysis.command_process import CommandProcess, share
from viewer.export.items import size_of
from viewer.export.offers import Offer

PROGRAM: tuple[str, ...] = (*command_process.PROGRAM, "export")
"""What is started; its words follow."""
GETTING_READY = "Getting ready …"
STOPPED = "Stopped. Nothing was written"


class ExportRun(QObject):
    """Runs exports, one at a time.

    Attributes
    ----------
    output
        The file that is being written, or was written last, the first of several; None: none yet.
    runs
        Whether an export runs.

    Signals
    -------
    progressed(object, str)
        How much is done, from 0 to 1 (None: not known), and what is done now.
    ended(bool, str)
        Whether the file is written, and how it ended in a sentence without its full stop.
    """

    progressed = Signal(object, str)
    ended = Signal(bool, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.output: Path | None = None
        self._process: CommandProcess | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._stopped = False
        self._bytes = self._more = 0
        self._remarks: list[str] = []

    @property
    def runs(self) -> bool:
        return self._process is not None

    def start(self, offer: Offer, output: Path | str, options: Sequence[str]) -> None:
        """Begin to write `output`; `options` are those of the command line.

        A mere name is that of a file that is there only while all hear that it has ended.

        Raises
        ------
        FileError, OSError
            What is to be exported cannot be read, or there is no room for a copy of it.
        """
        self._folder = TemporaryDirectory(prefix="pyramidion-", ignore_cleanup_errors=True)
        given = Path(self._folder.name) / "given.pyramidion"
        try:
            held = offer.held()
            if isinstance(held, Collection):
                files.save_collection(given, held)
            else:
                files.save(given, held)
        except BaseException:
            self._clean_up()
            raise
        path = Path(self._folder.name) / output if isinstance(output, str) else output
        self.output, self._stopped, self._bytes, self._more = path, False, 0, 0
        self._remarks = []
        process = self._process = CommandProcess(self)
        process.message_received.connect(self._take_message)
        process.ended.connect(self._ended)
        self.progressed.emit(None, GETTING_READY)
        process.start([*PROGRAM, str(given), "-o", str(path), "--json", *options])

    def stop(self) -> None:
        """End it; nothing is written."""
        if self._process is not None and not self._stopped:
            self._stopped = True
            self._process.terminate()

    def close(self) -> None:
        """End it now: the window closes."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
        self._clean_up()

    def _take_message(self, message: dict[str, object]) -> None:
        written, path = message.get("bytes"), message.get("path")
        if isinstance(written, int) and isinstance(path, str):
            more = message.get("files")
            self._bytes, self.output = written, Path(path)
            self._more = more - 1 if isinstance(more, int) else 0
        elif message.get("stage") == "remark":
            self._remarks.append(str(message.get("text", "")))
        else:
            self.progressed.emit(share(message), str(message.get("text", "")).capitalize())

    def _ended(self, why: str) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.deleteLater()
        folder, self._folder = self._folder, None
        assert self.output is not None
        if why:
            self.ended.emit(False, STOPPED if self._stopped else why)
        else:
            files = f"{self.output.name} is"
            if self._more:
                files = f"{self.output.name} and {self._more} more are"
            said = f"{files} written: {size_of(self._bytes)}"
            self.ended.emit(True, ". ".join([said, *self._remarks]))
        if folder is not None:
            folder.cleanup()

    def _clean_up(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
