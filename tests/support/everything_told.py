"""Everything that a window tells, as comparable lines: what two runs differ in, somebody can see.

It knows no panel: all widgets are walked with all their texts, items, pixels and accessible
names, all actions, the clipboard, what the session hands out, and what an engine would be told.
"""

import dataclasses
import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress

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
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QTextEdit, QWidget

from model.play.opponent import Situation
from model.records.record import line_to
from model.records.view import Camera
from viewer.picture.flat.miniature import miniature_of
from viewer.session.document.document import newest
from viewer.session.session import SessionError
from viewer.widgets.flat_painting import pixmap

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
