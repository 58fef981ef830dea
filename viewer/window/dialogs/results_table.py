"""The window of results: what pupils handed in, and what they did here, as one table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from model.exercises.results import (
    MOST_BYTES,
    OUTCOMES,
    SUFFIX,
    ClassTable,
    Kept,
    Outcome,
    Results,
    ResultsError,
    TaskCell,
    TaskRow,
    class_lesson,
    faults,
    read_results,
    repeat_set,
    replay,
    table_of,
    table_rows,
    try_in_words,
)
from model.notation.tokens import NotationError
from model.phrases import counted, printable
from model.positions.setup import read_position
from model.records import files
from model.records.atomic_write import write_whole
from model.records.files import Collection, Contents, FileError
from model.records.record import ROOT, Record
from model.regular_files import files_below, open_regular
from viewer.session.files import resources
from viewer.session.progress import pupils
from viewer.session.progress.practice import csv_text
from viewer.session.session import Session
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import NARROW, column_in
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.prose import plain_tip, sentence
from viewer.window.dialogs.requests import Dialogs, completed, file_to_write

HEADINGS = ("Task", "Missed", "Time")
SIGNS: dict[Outcome, str] = {"at once": "✓", "shown": "shown", "not solved": "✗", "": ""}
_OUTCOMES: dict[Outcome, str] = {
    "at once": "solved at once",
    "after tries": "solved after tries",
    "shown": "solution shown",
    "not solved": "not solved",
    "": "not tried",
}
ORDINALS = {2: "nd", 3: "rd", 22: "nd", 23: "rd"}
MOST_ROWS = 1_000
"""Tasks that are shown; a file may tell of thousands."""
FEW = 5
"""First tries of a task that are named below the table."""


class ResultsTable(FittingDialog):
    """Tasks by pupils, what most missed first.

    What was opened is held by this window alone, until it is closed.

    Parameters
    ----------
    teach
        Opens a lesson at a step, from 0, in a document of its own; True: that is to be saved.
    folder
        Where files are looked for and saved.
    """

    def __init__(
        self,
        session: Session,
        ask: Dialogs,
        teach: Callable[..., object],
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, QSize(860, 500))
        self.setWindowTitle("Results")
        self._session, self._ask, self._teach, self._folder = session, ask, teach, folder
        self._handed: list[Results] = []
        self._table = ClassTable((), ())
        self._rows: tuple[TaskRow, ...] = ()
        self._order = 1
        self.setAcceptDrops(True)
        self.said = controls.label("", "muted", wraps=True)
        self.table = controls.row_table("Tasks and pupils, what most missed first", HEADINGS)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectItems)
        self.table.setWordWrap(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)
        self.table.itemSelectionChanged.connect(self._dress)
        self.first = controls.label("", wraps=True)
        self.open_button = controls.button("Open files…", self.open_files)
        self.paste_button = controls.button("Paste", self.paste, "Results that came as text")
        self.show_button = controls.button(
            "Show first tries", self.show_first, "On the board: what the class tried first"
        )
        self.replay_button = controls.button(
            "Replay", self.replay, "What this pupil did of the lesson, try by try"
        )
        self.repeat_button = controls.button(
            "Repeat set…", self.repeat, "A lesson of what half of them missed"
        )
        self.save_button = controls.button("Save table…", self.save, "As a table (CSV)")
        self.close_button = controls.button("Close", self.close)
        for button in (self.open_button, self.paste_button, self.repeat_button, self.save_button):
            button.setAutoDefault(False)
        head = controls.row(self.open_button, self.paste_button)
        column = controls.fill(column_in(self, GAP, *NARROW), head, self.said)
        controls.fill(column, (self.table, 1), self.first)
        acts = (self.show_button, self.replay_button, self.repeat_button, self.save_button)
        controls.fill(column, controls.fill(controls.row(*acts), self.close_button))
        self._say("")
        self.refresh()

    # -- what comes in ---------------------------------------------------------------------------

    def take(self, paths: Iterable[Path]) -> None:
        """Read files, and those in folders; each that cannot be read costs a sentence."""
        before, refused = len(self._handed), list[str]()
        for path in _files(paths):
            try:
                with open_regular(path) as file:
                    self._add(read_results(file.read(MOST_BYTES + 1)))
            except (ResultsError, OSError) as error:
                why = error.strerror if isinstance(error, OSError) and error.strerror else error
                refused.append(f"{printable(path.name)}: {why}")
        self._tell(before, refused)

    def open_files(self) -> None:
        """Ask for files, and read them."""
        paths = self._ask.results_files(self._folder)
        if paths:
            self._folder = paths[0].parent
            self.take(paths)

    def paste(self) -> None:
        """Read results that were copied out of a mail."""
        before = len(self._handed)
        try:
            self._add(read_results(QApplication.clipboard().text().encode("utf-8", "replace")))
        except ResultsError as error:
            self._say(f"The clipboard cannot be used: {error}.")
        else:
            self._tell(before, [])

    def _add(self, results: Results) -> None:
        if results not in self._handed:
            self._handed.append(results)

    def _tell(self, before: int, refused: Sequence[str]) -> None:
        self.refresh()
        new = len(self._handed) - before
        doubts = faults(self._handed, self._lessons())
        lines = [f"{counted(new, 'file')} read."] if new or not refused else []
        self._say(" ".join((*lines, *map(sentence, (*refused, *doubts)[:FEW]))))

    def _say(self, text: str) -> None:
        """Say something, or else what the table is made of."""
        usual = f"Files that pupils hand in from pages ({SUFFIX}), and what was done here."
        self.said.setText(text or usual)

    def _lessons(self) -> Iterator[Record]:
        """The lessons and puzzles that results may be about: what is open, and what ships."""
        for document in self._session.state.documents:
            if not document.is_placeholder:
                yield document.kept
        titles = {item.title for results in self._handed for item in results.items}
        for path in (*resources.lessons(), *resources.puzzles()):
            try:
                held = files.load_any(path)
            except FileError:
                continue
            yield from (
                one.record for one in held.items if one.record.headers.get("title", "") in titles
            )

    # -- what is shown ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what there is now."""
        self._table = table_of(self._handed, kept_here())
        self._rows = self._ordered()[:MOST_ROWS]
        names, items = self._table.pupils, {row.item for row in self._rows}
        self.table.setColumnCount(len(HEADINGS) + len(names))
        for column, name in enumerate((*HEADINGS, *names)):
            # Qt's own sign would take its room in every column.
            head = QTableWidgetItem(f"{name} ▾" if column == self._order else name)
            head.setToolTip("Sort")
            across = Qt.AlignmentFlag.AlignHCenter if column else Qt.AlignmentFlag.AlignLeft
            head.setTextAlignment(across | Qt.AlignmentFlag.AlignVCenter)
            self.table.setHorizontalHeaderItem(column, head)
        self.table.setRowCount(len(self._rows))
        for number, row in enumerate(self._rows):
            tried = sum(cell.outcome != "" for cell in row.cells)
            self._fill(number, 0, _task(row, alone=len(items) == 1), left=True)
            self._fill(number, 1, f"{row.missed} of {tried}")
            self._fill(number, 2, _minutes(row.seconds))
            for column, cell in enumerate(row.cells, start=len(HEADINGS)):
                self._fill(number, column, _sign(cell), _told(names[column - 3], cell))
        self.table.setColumnWidth(0, 300)
        if self._rows and not self.table.selectedItems():
            self.table.setCurrentCell(0, 0)
        self._dress()

    def _ordered(self) -> tuple[TaskRow, ...]:
        """The tasks that were tried, by the column that was pressed last."""
        rows, column = self._table.by_need, self._order
        if column == 0:
            return tuple(row for row in self._table.rows if any(cell.outcome for cell in row.cells))
        if column == 2:
            return tuple(sorted(rows, key=lambda row: -row.seconds))
        at = column - len(HEADINGS)
        if 0 <= at < len(self._table.pupils):
            return tuple(sorted(rows, key=lambda row: _trouble(row.cells[at])))
        return rows

    def _sort(self, column: int) -> None:
        """Put first what most missed, took longest, or one pupil missed; or as in the lesson."""
        self._order = column
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read what was dropped."""
        event.acceptProposedAction()
        self.take(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())

    def _fill(self, row: int, column: int, text: str, tip: str = "", left: bool = False) -> None:
        item = QTableWidgetItem(text)
        item.setToolTip(plain_tip(tip or text))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, tip or text)
        across = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
        item.setTextAlignment(across | Qt.AlignmentFlag.AlignVCenter)
        self.table.setItem(row, column, item)

    @property
    def _chosen(self) -> TaskRow | None:
        number = self.table.currentRow()
        return self._rows[number] if 0 <= number < len(self._rows) else None

    @property
    def _pupil(self) -> str:
        """Whose column is chosen, "" for nobody who handed in."""
        number = self.table.currentColumn() - len(HEADINGS)
        names = self._table.pupils
        name = names[number] if 0 <= number < len(names) else names[0] if len(names) == 1 else ""
        return name if name in self._table.whose else ""

    def _dress(self) -> None:
        row, pupil = self._chosen, self._pupil
        told = []
        if row is not None:
            count = row.count
            told = [f"{count[one]} {_OUTCOMES[one]}" for one in OUTCOMES if count[one]]
            words = _wording(row)
            tries = ", ".join(f"{words(what)} ({n})" for what, n in row.first.most_common(FEW))
            told = [", ".join(told) + ".", *([f"First tries: {tries}."] if tries else [])]
        self.first.setText(" ".join(told) if told else "Nothing was tried yet.")
        self.show_button.setEnabled(row is not None and bool(row.position))
        self.replay_button.setEnabled(bool(pupil) and row is not None and bool(row.position))
        self.replay_button.setText(f"Replay {pupil[:20]}" if pupil else "Replay")
        for button in (self.repeat_button, self.save_button):
            button.setEnabled(bool(self._rows))

    # -- what can be done with it ------------------------------------------------------------------

    def show_first(self) -> None:
        """Show what the class tried first, from the chosen task on."""
        row = self._chosen
        assert row is not None
        try:
            lesson, rows = class_lesson(self._table, row.item)
        except ResultsError as error:
            self._say(sentence(str(error)))
        else:
            self._teach(lesson, rows.index(row) if row in rows else 0)

    def replay(self) -> None:
        """Show what the chosen pupil did of the lesson, from the chosen task on."""
        row = self._chosen
        assert row is not None
        results = self._table.whose[self._pupil]
        item = next((one for one in results.items if one.title == row.item), None)
        if item is None or not item.events:
            self._say(f"{self._pupil} tried nothing of this lesson.")
            return
        try:
            lesson, events = replay(results, item)
        except ResultsError as error:
            self._say(sentence(str(error)))
        else:
            self._teach(lesson, next((k for k, e in enumerate(events) if e.step == row.step), 0))

    def repeat(self) -> None:
        """Make a lesson, or a collection, of what half of those who tried it missed."""
        made = repeat_set(self._table, self._lessons())
        if not made:
            self._say(
                "The lesson of what was missed is not known: open its file first, then try again."
            )
        elif len(made) == 1 and made[0].lesson is not None:
            self._teach(made[0], 0, True)
        else:
            path = file_to_write(self._ask, self._folder / "again.pyramidion")
            if path is None:
                return
            held = tuple(Contents(record, node=ROOT, kind=record.kind) for record in made)
            try:
                files.save_collection(path, Collection("Again", "What most missed.", held))
            except FileError as error:
                self._say(sentence(str(error)))
            else:
                self._say(f"Saved as {path}. Open it to try it, or export it as a page.")

    def save(self) -> None:
        """Save the table for a spreadsheet."""
        path = completed(self._ask, self._ask.table_file(self._folder / "results.csv"), ".csv")
        if path is None:
            return
        try:
            write_whole(path, csv_text(table_rows(self._table)).encode("utf-8-sig"))
        except OSError as error:
            self._say(f"{path}: {error.strerror or error}.")
        else:
            self._say(f"Saved as {path}.")


def kept_here() -> Iterator[Kept]:
    """Yield what the pupils of this computer did in the window."""
    for pupil in pupils.load().pupils:
        for work in pupil.works.values():
            for step, task in work.tasks.items():
                done: Outcome = "after tries" if task.tries or task.hints else "at once"
                outcome = done if task.solved else "not solved"
                cell = TaskCell(outcome, task.tries, task.hints, task.seconds)
                name = pupil.name or "(no name)"
                yield Kept(name, work.title, max(0, int(step)), task.name, cell)


def _trouble(cell: TaskCell) -> tuple[int, int, int]:
    """Sorts cells: not solved and shown first, then many tries; what was not tried last."""
    order: tuple[Outcome, ...] = ("not solved", "shown", "after tries", "at once", "")
    return order.index(cell.outcome), -cell.wrong, -cell.hints


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from files_below(path, SUFFIX).files
        else:
            yield path


def _wording(row: TaskRow) -> Callable[[str], str]:
    """Says a try of a task in words."""
    try:
        position = read_position(row.position)
    except NotationError:  # which is said of the file, or it was done here
        return printable
    return partial(try_in_words, position, row.kind)


def _task(row: TaskRow, *, alone: bool) -> str:
    """What a task is called; `alone`: there are tasks of one item only."""
    step = f"{row.step + 1}. {row.title}"
    return row.item if row.kind == "puzzle" else step if alone else f"{row.item}, {step}"


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _sign(cell: TaskCell) -> str:
    """What became of a task, in a few letters: "✓", "2nd", "hint", ..."""
    if cell.outcome != "after tries":
        return SIGNS[cell.outcome]
    nth = cell.wrong + 1
    return f"{nth}{ORDINALS.get(nth, 'th')}" if cell.wrong else "hint"


def _told(name: str, cell: TaskCell) -> str:
    wrong = "1 wrong try" if cell.wrong == 1 else f"{cell.wrong} wrong tries"
    parts = [_OUTCOMES[cell.outcome], *([wrong] if cell.wrong else [])]
    parts += [counted(cell.hints, "hint")] if cell.hints else []
    parts += [_minutes(cell.seconds)] if cell.outcome else []
    return f"{name}: {', '.join(parts)}"
