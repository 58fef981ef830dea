"""Two runs that differ in one sealed choice look the same until it is revealed, whatever is asked.

What a window tells is told by no panel: all widgets are walked with all their texts, items, pixels
and accessible names, all actions, the clipboard, what the session hands out, and what an engine
would be told.
"""

import dataclasses
import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import sleep

import pytest
from msgspec.structs import replace
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QMetaObject,
    QMetaProperty,
    QModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QAccessible, QAccessibleInterface, QClipboard, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QTextEdit, QWidget

from model.play.opponent import PlayerError, Situation
from model.records.record import line_to
from model.records.view import Camera
from viewer.analysis.playing.seated_game import SeatedGame
from viewer.picture.flat.miniature import miniature_of
from viewer.session.document.document import newest
from viewer.session.session import SessionError
from viewer.widgets import messages
from viewer.widgets.flat_painting import pixmap
from viewer.window.players import who_plays

pytestmark = pytest.mark.check

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.CheckStateRole,
    *(Qt.ItemDataRole(Qt.ItemDataRole.UserRole + k) for k in range(4)),
)
SPOKEN = (
    QAccessible.Text.Name,
    QAccessible.Text.Description,
    QAccessible.Text.Value,
    QAccessible.Text.Help,
    QAccessible.Text.Accelerator,
)
MOST_SPOKEN = 3_000
STANDING = ("visible", "enabled", "focus", "checked", "value", "maximum", "currentIndex", "count")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+|\(0x[0-9a-f]+\)")


def told_by(window, *, closely: bool = True) -> dict[str, str]:
    """Return all that a window tells now, by where it is told.

    Parameters
    ----------
    closely
        With the pixels, and with the docks that are closed or lie behind others, which takes most
        of the time.
    """
    told = dict(_handed_out(window.session))
    for name, dock in _docks(window) if closely else ():
        told.update(_walked(dock, f"dock {name}"))
        told[f"dock {name} spoken"] = "\n".join(_spoken(dock))
        told[f"dock {name} pixels"] = _pixels(dock.grab().toImage())
    if closely:
        # Opening docks resizes the scene. Whether it is drawn finely by now is a matter of time.
        told["scene"] = _pixels(window.scene_view.widget.fine_image())
    for number, top in enumerate(_windows(window)):
        for place, text in _walked(top, f"{number} {type(top).__name__}"):
            told[place] = text
        told[f"{number} spoken"] = "\n".join(_spoken(top))
        if closely:
            told[f"{number} pixels"] = _pixels(top.grab().toImage())
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        data = QGuiApplication.clipboard().mimeData(mode)
        held = {} if data is None else {kind: data.data(kind).data() for kind in data.formats()}
        told[f"clipboard {mode.name}"] = repr(held)
    return told


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Return where two runs differ, a line each."""
    return [
        f"{place}: {one.get(place, '-')[:300]} | {other.get(place, '-')[:300]}"
        for place in sorted(one.keys() | other.keys())
        if one.get(place) != other.get(place)
    ]


def _docks(window) -> Iterator[tuple[str, QWidget]]:
    """Every dock that fits the game, each brought to the front: one that is closed follows nothing.

    Under the cover there are none.
    """
    for one in window.contents.declarations if window.pages.is_scene_shown else ():
        if window.docks.fits(one.name):
            window.docks.open(one.name)
            QApplication.sendPostedEvents()
            QApplication.processEvents()
            yield one.name, window.docks._docks[one.name]


def _windows(window) -> list[QWidget]:
    others = [top for top in QApplication.topLevelWidgets() if top is not window]
    mine = [top for top in others if window.isAncestorOf(top) and top.isVisible()]
    return [window, *mine]


def _walked(widget: QWidget, path: str) -> Iterator[tuple[str, str]]:
    """All properties and items of a widget, and of all below it, shown or not."""
    for name, value in _properties(widget):
        yield f"{path}.{name}", value
    for number, action in enumerate(widget.actions()):
        said = (action.text(), action.toolTip(), action.statusTip(), action.isEnabled(),
                action.isChecked(), action.isVisible())  # fmt: skip
        yield f"{path} action {number}", repr(said)
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield f"{path} items", "\n".join(_items(widget.model(), QModelIndex()))
    if isinstance(widget, QLineEdit):
        yield f"{path} undo", repr((widget.isUndoAvailable(), widget.isRedoAvailable()))
    if isinstance(widget, QTextEdit):
        document = widget.document()
        yield f"{path} undo", repr((document.isUndoAvailable(), document.isRedoAvailable()))
    children = [child for child in widget.children() if isinstance(child, QWidget)]
    for number, child in enumerate(children):
        if not child.isWindow() or child.isVisible():
            name = child.objectName() or type(child).__name__
            yield from _walked(child, f"{path} / {number} {name}")


def _properties(widget: QWidget) -> Iterator[tuple[str, str]]:
    meta = widget.metaObject()
    told = [one.read(widget) for one in _telling(meta.className(), meta)]
    yield "properties", repr((told, widget.geometry().getRect()))
    for name in (bytes(name.data()).decode() for name in widget.dynamicPropertyNames()):
        if not name.startswith("_"):  # Qt's own
            yield name, _ADDRESS.sub("", repr(widget.property(name)))


_known: dict[str, list[QMetaProperty]] = {}


def _telling(name: str, meta: QMetaObject) -> list[QMetaProperty]:
    """The properties of a class of widgets that tell something: texts, and what is on or chosen."""
    if name not in _known:
        every = [meta.property(number) for number in range(meta.propertyCount())]
        _known[name] = [
            one for one in every if one.typeName() == "QString" or one.name() in STANDING
        ]
    return _known[name]


def _items(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    is_list = isinstance(model, QAbstractListModel)  # its count of columns and parents is hidden
    for row in range(model.rowCount(parent)):
        for column in range(1 if is_list else model.columnCount(parent)):
            index = model.index(row, column, parent)
            values = [model.data(index, role) for role in ROLES]
            yield _ADDRESS.sub("", repr((row, column, values)))
        if not is_list:
            yield from _items(model, model.index(row, 0, parent))


def _spoken(widget: QWidget) -> list[str]:
    """What a screen reader is told, walked through the interfaces it asks."""
    said: list[str] = []
    waiting = [QAccessible.queryAccessibleInterface(widget)]
    while waiting and len(said) < MOST_SPOKEN:
        one: QAccessibleInterface | None = waiting.pop()
        if one is None or not one.isValid():
            continue
        state = one.state()
        flags = (state.disabled, state.invisible, state.focused, state.checked, state.selected)
        said.append(repr((one.role().name, [one.text(kind) for kind in SPOKEN], flags)))
        waiting += [one.child(number) for number in range(min(one.childCount(), MOST_SPOKEN))]
    return said


def _pixels(image: QImage) -> str:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    bits = hashlib.sha256(plain.constBits()).hexdigest()
    return f"{plain.width()}x{plain.height()} {bits}"


def _handed_out(session) -> Iterator[tuple[str, str]]:
    """What whoever holds the session is handed: documents, positions, undo texts, engine input."""
    document = session.document
    yield "partial move", repr(session.state.partial)
    if document.is_placeholder:
        return
    # The digest is of the bytes of the file, where the choice is covered.
    plain = dataclasses.replace(document, key=0, done=(), undone=(), digest="", record=None)
    yield "document", repr(dataclasses.replace(plain, saved=document.saved is document.record))
    yield "record", _record(document.record)
    for name in ("done", "undone"):
        edits = getattr(document, name)
        if edits:
            edit = newest(edits)
            yield f"{name} edit", repr((edit.name, edit.touched))
            yield f"{name} before", _record(edit.before)
            yield f"{name} after", _record(edit.after)
    for node in sorted(document.record.nodes):
        position = session.position_at(node)
        yield f"position {node}", repr((position, hash(position), position.steps(())))
        _, line = line_to(document.record, node)
        side = position.to_move
        if side in position.game.players:
            seen = session.position_for(side, node)
            asked = Situation(seen, tuple(document.record[k].move for k in line), seen)
            yield f"engine input {node}", repr((asked.seen_by(side), hash(seen)))
    position = session.position
    picture = pixmap(miniature_of(position), Camera(), QSize(160, 120))
    yield "thumbnail", _pixels(picture.toImage())
    for what in (session.copy_position, session.copy_line):
        with suppress(SessionError):
            yield f"copied {what.__name__}", what()


def _record(record) -> str:
    """All of a record, its nodes in the order of their ids."""
    fields = {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}
    fields |= {"nodes": sorted(record.nodes.items()), "whole": None}
    return repr((type(record).__name__, fields))


BALL = "pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM score=1:0 specials=S:-"
ROLLING = "rolling-pyramids 7,a1,1,b1,b2,7,a1,4 p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet"
OF_THREE = (
    "rolling-pyramids:players=3 23 p1 phase=deploy first=p1 seats=S4.sobeccian+S3.rashar+S2.anubian"
    " p1=..../.........5.8/4../../.../......./.x....../........./0.0.0/0"
    " p2=.1*../............/7../../.../......./...x..../........./0.0.0/0"
    " p3=.2*../......1...38/.../../.../......./......../........x/0.0.3/0"
)
OF_FOUR = (
    "rolling-pyramids:players=4 23 p2 phase=deploy first=p2"
    " seats=S2.anubian+S1.bastet+S4.sobeccian+S3.rashar"
    " p1=..../2........41./.../../.../......./......../........./0.0.0/0"
    " p2=..../.......8..../..3/11/.../......./......../........./0.0.0/0"
    " p3=..../.....8.7..../.2./../.1./......./......../........./0.0.0/0"
    " p4=..../.....4.....2/.../../.../..x..../...x..../........./0.0.0/0"
)
CASES = {
    # A program of all that there is, and the shortest; the answer is the second once more.
    "ball": (BALL, ("NNN/E../.../pass2S/dashN/sideE", ".../.../..."), ".../.../..."),
    "cairns": ("cairns", ("bid3!", "bid1"), "bid2"),
    # Two attacks, and an attack beside units that stay at home.
    "rolling": (ROLLING, ("foot1:8>9,foot2:8>2", "foot1:19>18,foot2:19"), "foot1:10>9,foot2:11"),
    "three": (OF_THREE, ("foot1:S4>17,foot2:S4>17", "foot1:S4>16,foot2:S4>17"), ""),
    "four": (OF_FOUR, ("equal:5,foot1:S1>19,foot2:S1>8", "equal:12,foot1:S1>8,foot2:S1>19"), ""),
}


CLOSELY = ("covered", "handed over", "answer begun")
"""Where each pixel and each dock is looked at in every run of the tests."""


def settled(qtbot, window):
    """Wait until nothing works any more."""
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running)
    for _ in range(8):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def attempt(window, do):
    try:
        do()
    except SessionError as error:
        window.notices.say(str(error))


def answer_in(position):
    """A choice of whoever is to move, always the same."""
    return position.legal_moves.sample(Random(5))


def sit_down(qtbot, window):
    """Begin a game between persons at this position: who chooses in secret sits down first."""
    session, hand_over = window.session, window.shell.playing.hand_over
    session.look_as(None)
    session.step(session.steps().choices[0], pin=True)
    assert session.state.partial == ()  # nobody has sat down
    assert hand_over.waiting.following == session.position.to_move
    QTest.keyClick(window.pages.cover.ready, Qt.Key.Key_Return)
    settled(qtbot, window)
    assert session.document.viewpoint == session.position.to_move


def point_about(window, choice):
    """Do with mouse, keys and eyes what differs with the choice."""
    session, scene = window.session, window.shell.scene
    board = session.position.game.board
    site = sum(map(ord, choice)) % len(board)
    session.set_view(replace(session.document.view, selected=board.names[site]))
    window.scene_view.hover_from_outside(site)
    window.contents.hovered(site)
    window.scene_view.laid.light_group_of(site)
    scene.widget.input.set_cursor(site)
    offered = session.steps().choices
    session.step(offered[site % len(offered)], pin=True)
    session.set_steps(())


def stages(qtbot, window, start, choices, answer, folder, *, at_table):
    """Choose the first in secret, and do all that may be done before the next has chosen."""
    session, shell, field = window.session, window.shell, window.move_field
    fixed = bool(answer)
    session.new(start)
    settled(qtbot, window)
    if at_table:
        sit_down(qtbot, window)
        point_about(window, choices[0])
    QGuiApplication.clipboard().clear()
    shell.move_field.open()
    QTest.keyClicks(field.edit, choices[0])
    field.edit.selectAll()
    field.edit.copy()
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    settled(qtbot, window)
    assert session.position.sealed  # the choice is legal
    answer = answer or answer_in(session.position)
    yield "covered"
    QTest.keyClick(window.pages.cover.ready, Qt.Key.Key_Return)
    settled(qtbot, window)
    yield "handed over"
    shell.move_field.open()
    QTest.keyClick(field.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    shell.frame.perform("edit.copy-line")
    for name in ("play.computer-move", "play.hint", "play.review-quick"):
        shell.frame.perform(name)
    shell.move_field.open()
    QTest.keyClicks(field.edit, answer[:-1])
    settled(qtbot, window)
    yield "asked"
    field.finish()
    session.back()
    # Whether a choice is there already is not told to whoever tries it.
    for text in sorted({*choices, answer}):
        attempt(window, lambda text=text: session.play(text))
        attempt(window, lambda text=text: session.paste_line(text))
    settled(qtbot, window)
    yield "tried"
    session.forward()
    session.comment("What may it be?")
    session.save_as(folder / "half.pyramidion")
    settled(qtbot, window)
    yield "saved"
    session.undo()
    session.undo()
    settled(qtbot, window)
    yield "taken back"
    session.redo()
    shell.playing.hand_over.go_on()
    while len(session.position.game.players) - len(session.position.sealed) > 1:
        # The last of several reveals it all.
        session.play(answer if fixed else answer_in(session.position))
        shell.playing.hand_over.go_on()
    if at_table:
        assert session.document.viewpoint == session.position.to_move
    session.step(session.steps().choices[0], pin=True)
    while not session.steps().complete:  # a slot is taken in hand, and then its value is chosen
        steps = session.steps()
        empty = [slot.name for slot in steps.slots if not slot.value and not slot.default]
        in_hand = session.state.partial[-1] in empty
        word = next(w for w in steps.choices if w not in empty) if in_hand else empty[0]
        session.step(word, pin=True)
    settled(qtbot, window)
    yield "answer begun"


def never_chooses(self, asked, situation, seconds, least, stop, hurry):
    """Be told what the seat knows and think until stopped: a choice would reveal both."""
    while not stop():
        sleep(0.005)
    return PlayerError("stopped")


def plain(text):
    """A file or a line of a journal, less its sealed moves and what is counted over them."""
    counted = re.sub(r"(?m)^[0-9a-f]{8} ", "", text)
    return re.sub(r"sealed:[\w-]+", lambda found: f"{len(found[0])} letters", counted)


@pytest.mark.parametrize(
    ("case", "closely", "at_table"),
    [
        ("ball", False, True),
        pytest.param("three", False, True, marks=pytest.mark.soak),
        pytest.param("four", False, True, marks=pytest.mark.soak),
        pytest.param("ball", False, False, marks=pytest.mark.soak),
        pytest.param("rolling", False, False, marks=pytest.mark.soak),
        pytest.param("cairns", True, False, marks=pytest.mark.soak),
        pytest.param("rolling", True, True, marks=pytest.mark.soak),
        pytest.param("three", True, True, marks=pytest.mark.soak),
    ],
)
def test_two_runs_that_differ_in_a_sealed_choice_tell_the_same(
    case, closely, at_table, qtbot, open_window, cairns, tmp_path, caplog, monkeypatch
):
    monkeypatch.setattr(SeatedGame, "choose", never_chooses)
    # What comes and goes by itself would differ with the load of the machine.
    monkeypatch.setattr(messages, "NOTE_SECONDS", 3600.0)
    monkeypatch.setattr(who_plays, "LONG_THOUGHT", 3_600_000)
    start, choices, answer = CASES[case]
    runs, files, revealed = [], [], []
    for number, both in enumerate((choices, choices[::-1])):
        choice = both[0]
        folder = tmp_path / "same"
        folder.mkdir(exist_ok=True)
        caplog.clear()
        window = open_window()
        window.activateWindow()
        QApplication.setCursorFlashTime(0)
        told = {}
        for stage in stages(qtbot, window, start, both, answer, folder, at_table=at_table):
            told[stage] = told_by(window, closely=closely or stage in CLOSELY)
        told["log"] = {"log": caplog.text}
        runs.append(told)
        kept = (folder / "half.pyramidion").read_text()
        journals = [path.read_text() for path in tmp_path.rglob("*.journal")]
        assert choice not in kept
        assert all(choice not in text for text in journals)
        files.append((plain(kept), sorted(map(plain, journals))))
        if window.session.state.partial:
            window.session.undo()
        while window.session.position.sealed:
            window.session.play(answer or answer_in(window.session.position))
        settled(qtbot, window)
        revealed.append(told_by(window, closely=False))
        window.session.save_as(tmp_path / f"run{number}.pyramidion")
        (folder / "half.pyramidion").unlink()
        window.close_window()
    one, other = runs
    assert list(one) == list(other)
    wrong = [f"{stage}: {line}" for stage in one for line in differences(one[stage], other[stage])]
    assert not wrong, "\n".join(wrong[:40])
    assert files[0] == files[1]
    assert differences(*revealed)  # what is revealed is seen: the eyes are open
