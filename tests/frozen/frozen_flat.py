"""Flat drawings: level maps of the window, thumbnails, legends, and SVG in colour and in grey.

Pixels are kept as a digest, and as a picture of 16 by 16 whose lines say where something changed.
Letters are drawn in the same font everywhere, so that only another Qt draws otherwise.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from frozen_commands import application
from frozen_lines import EXAMPLES, Answer, Task, example_names, items_of, place, said
from frozen_names import dressed, found, kinds, open_window
from frozen_pictures import FIGURE, LOOKS, PYRAMID, PYRAOS

SMALL = 16
"""Columns and rows of the small picture."""
PATIENCE = 15
"""How often in a row nothing must have changed until level maps count as settled."""
ROOM, TILE = (420, 560), (160, 120)
"""Pixels of the room for the level maps, and of a thumbnail."""
DRAWN = ((), ("--ink", "grey"), ("--diagram",), ("--diagram", "--ink", "grey"))
THREAT = "examples/09-double-threat.pyramidion"
COLOURED = ("colour=level", "colour=move", "colour=group", "judged", "judged colour=group")
MARKED = (FIGURE, PYRAOS, PYRAMID, "examples/34-poly-y-a-game.pyramidion")
OVER = (
    (FIGURE, "explain.SW-red", "explain.pour"), (FIGURE, "explain.win-red"),
    (FIGURE, "view.colour-group"), (FIGURE, "view.colour-level"), (FIGURE, "view.add-cut"),
    (FIGURE, "view.layer"), (FIGURE, "view.peel-shell"), (THREAT,),
    (PYRAOS, "view.colour-move"), (PYRAOS, "view.colour-group"), (PYRAOS, "view.layer"),
)  # fmt: skip
"""What lies over level maps: the commands that bring it."""


def tasks() -> Iterator[Task]:
    """Yield drawings of every example, and of what may lie over a position."""
    for name in example_names():
        for words in DRAWN:
            yield f"svg: {' '.join((name, *words))}", partial(svg, name, *words)
        yield f"thumbnail: {name}", partial(thumbnails, name)
    for game in kinds():
        yield f"thumbnail: start of {game}", partial(start, game)
    for look in LOOKS:
        for words in DRAWN if "--show" in look else DRAWN[:3:2]:
            yield f"svg look: {' '.join((*look, *words))}", partial(svg, *look, *words)
    for name in (FIGURE, PYRAOS, PYRAMID):
        for words in DRAWN:
            less = ("--caption", "--title", "A title", "--no-names", "--no-board", *words)
            yield f"svg look: {' '.join((name, *less))}", partial(svg, name, *less)
        for show in COLOURED:
            yield f"legend: {name} {show}", partial(legend, name, show)
    for name in MARKED:
        for words in DRAWN:
            yield f"svg marked: {' '.join((name, *words))}", partial(svg, name, *words, marks=True)
    for name in (*(one for one in example_names() if "lessons" in one), PYRAMID):
        yield f"svg steps: {name}", partial(svg, name, "--every-step", "--caption")
    yield "window: level maps", level_maps
    yield "window: level maps, dark, without bands", partial(level_maps, palette="dark")
    yield "window: what lies over level maps", laid_over


def svg(*words: str, marks: bool = False) -> Answer:
    """Export, and say how the files look."""
    with place() as folder:
        words = (marked(words[0]), *words[1:]) if marks else words
        status, _, err = said(["export", *words, "-o", "drawn.svg"])
        answer: Answer = {"status": status, "err": err}
        for path in sorted(folder.glob("drawn*.svg")):
            answer[path.name] = _elements(path.read_text("utf-8"))
    return answer


def marked(name: str) -> str:
    """Write a file of the same with a mark of every sign on the position shown; return its name."""
    signs, colours = (
        found(one, "model.records.view", "model.records.marks", "model.records.record")
        for one in ("SIGNS", "COLOURS")
    )
    names = _shown(Path(name)).game.board.names
    more = {"text": {"text": "Word"}, "link": {"to": names[-1]}, "sheet": {"sites": names[:4]}}
    held = json.loads(Path(name).read_bytes())
    node = next(one for one in held["nodes"] if one["id"] == held["current"])
    node["marks"] = [
        {"site": site, "sign": sign, "colour": colour, **more.get(sign, {})}
        for site, sign, colour in zip(names[::2], signs, cycle(colours), strict=False)
    ]
    Path("marked.pyramidion").write_text(json.dumps(held), encoding="utf-8")
    return "marked.pyramidion"


def _shown(path: Path) -> Any:
    """The position that a file of one game shows."""
    contents = found("load_any", "model.records.files")(path)
    cache = found("PositionCache", "model.records.record", "model.records.positions")()
    return cache.position(contents.record, contents.node)


def _elements(text: str) -> list[str]:
    """How many elements of a name and of a colour an SVG file has, its texts, and its digest."""
    root = ET.fromstring(text)
    counts = Counter(one.tag.rpartition("}")[2] for one in root.iter())
    inks = Counter(
        f"{name} {one.get(name)}"
        for one in root.iter()
        for name in ("fill", "stroke", "stop-color")
        if one.get(name)
    )
    written = " | ".join("".join(one.itertext()) for one in root.iter() if one.tag.endswith("text"))
    digest = hashlib.sha256(text.encode()).hexdigest()[:24]
    size = f"{root.get('width')} x {root.get('height')}"
    found_there = [*sorted(counts.items()), *sorted(inks.items())]
    lines = [f"{name} {count}" for name, count in found_there]
    return [*lines, size, written[:1000], f"{len(text)} letters, sha256 {digest}"]


def dress_alike() -> None:
    """Dress the application the same way whatever it wears, with letters that all machines have."""
    application()
    dressed(palette="light")
    write_alike()


def write_alike() -> None:
    """Have the same letters on all machines."""
    import matplotlib
    from PySide6.QtGui import QFont, QFontDatabase

    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    number = QFontDatabase.addApplicationFont(str(file))
    font = QFont(QFontDatabase.applicationFontFamilies(number)[0])
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    application().setFont(font)


def pixels(image: Any, more: str = "") -> Answer:
    """Return the digest of a picture, and a small one; `more` says what else drew it."""
    from PySide6.QtCore import Qt, qVersion
    from PySide6.QtGui import QImage

    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    digest = hashlib.sha256(bytes(plain.constBits())).hexdigest()[:24]
    if kept := os.environ.get("FROZEN_PICTURES"):
        plain.save(str(Path(kept) / f"{digest}.png"))
    ways = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    small = plain.scaled(SMALL, SMALL, *ways).convertToFormat(QImage.Format.Format_RGBA8888)
    rows = bytes(small.constBits()).hex()[::2]  # four bits a colour
    return {
        "size": f"{plain.width()}x{plain.height()}",
        "small": [rows[k : k + 4 * SMALL] for k in range(0, len(rows), 4 * SMALL)],
        "pixels": {"by": f"Qt {qVersion()} {hand()}{more}", "is": digest},
    }


@cache
def hand() -> str:
    """The digest of a soft ball that was made smaller: processors draw and scale it otherwise."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QColor, QImage, QPainter, QRadialGradient

    image = QImage(61, 61, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    light = QRadialGradient(22.3, 19.7, 41.1)
    light.setColorAt(0, QColor(236, 111, 87))
    light.setColorAt(1, QColor(78, 12, 3, 200))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(light)
    painter.drawEllipse(QRectF(3.3, 2.6, 53.9, 55.2))
    painter.end()
    ways = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    small = image.scaled(37, 29, *ways)
    drawn = bytes(image.constBits()) + bytes(small.constBits())
    return hashlib.sha256(drawn).hexdigest()[:8]


def _thumbnail(position: Any, dots: Any = None) -> Answer:
    """The small picture of a position, seen as lists show it; with `dots`, as New game does."""
    from PySide6.QtCore import QSize

    dress_alike()
    what = found(
        "miniature_of",
        "viewer.picture.flat.miniature",
        "viewer.widgets.flat_painting",
        "viewer.widgets.thumbnail",
    )(position)
    seen = found("Camera", "model.records.view", "model.records.views.view")
    if dots is not None:
        what, camera = replace(what, dots=dots), seen(azimuth=19, elevation=24)
    else:
        camera = seen()
    painted = found("pixmap", "viewer.widgets.flat_painting", "viewer.widgets.thumbnail")(
        what, camera, QSize(*TILE)
    )
    # Of two processors that draw `hand` alike one draws some thumbnails otherwise by a step of
    # colour: the digest counts on the same processor alone, the small picture everywhere.
    return pixels(painted.toImage(), f" {cpu()}")


@cache
def cpu() -> str:
    """The digest of what this processor is."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        told = platform.processor()
    names = sorted({line for line in told.splitlines() if line.startswith(("model name", "flags"))})
    return hashlib.sha256("".join(names).encode()).hexdigest()[:8]


def thumbnails(name: str) -> list[Answer]:
    """The small pictures of what is in a file: of a game where it stands, of items as listed."""
    path = EXAMPLES.parent / name
    if items_of(name):
        entries = found("entries", "viewer.session.collections")(path)[2]
        shown = found("shown_position", "viewer.session.collections")
        return [_thumbnail(shown(entry)) for entry in entries]
    return [_thumbnail(_shown(path))]


def start(game: str) -> Answer:
    """The small picture of how a game begins, with the points of the first move."""
    import numpy as np

    position = kinds()[game].configure({}).start()
    return _thumbnail(position, np.arange(len(position.game.board)) % 2 == 0)


def legend(name: str, show: str) -> Answer:
    """What colours mean, as the window says it and as it is printed into a picture."""
    import numpy as np
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    dress_alike()
    position = _shown(EXAMPLES.parent / name)
    plies = np.arange(len(position.game.board), dtype=np.int32)
    view = found("View", "model.records.view", "model.records.views.view")()
    draw = found("whole_picture", "viewer.analysis.picture_findings")
    words = show.split()
    judged = judgement() if "judged" in words else []
    picture = draw(position, view, tuple(words[-1:] if "colour" in show else ()), (), plies)
    picture = replace(picture, overlays=(*picture.overlays, *judged))
    told = found("legend_of", "viewer.picture.compose.colouring")(picture)
    if told is None:
        return {"told": None}
    within = QWidget()
    widget = found("ColourLegend", "viewer.widgets.colour_legend")(within)
    # The class of a row has had another name; what counts is what stands in it.
    rows = ["Row(" + repr(row).partition("(")[2] for row in told.rows]
    answer: Answer = {"told": [told.title, *rows]}
    for large in (False, True):
        widget.set_large(large)
        widget.show_legend(told)
        answer[f"window {'large' if large else 'small'}"] = pixels(widget.grab().toImage())
    size = (640, 480)
    card = found("lay_out", "viewer.scene.printed_legend")(told, size, picture.palette)
    ground = np.full((*size[::-1], 3), 128, np.uint8)
    drawn = found("print_on", "viewer.scene.printed_legend")(ground, card, picture.palette)
    image = QImage(drawn.tobytes(), *size, 3 * size[0], QImage.Format.Format_RGB888)
    return {**answer, "printed": pixels(image)}


# -- level maps ------------------------------------------------------------------------------


def level_maps(palette: str = "light") -> Answer:
    """The level maps of every example that has some, all levels at once."""
    answer: Answer = {}
    with maps_window("all", palette) as (window, draw):
        for name in example_names():
            window.open_target(name)
            answer[name] = draw()
    return answer


def laid_over() -> Answer:
    """Level maps with what may lie over them, and those around one level."""
    answer: Answer = {}
    with maps_window("around") as (window, draw):
        for name, *commands in OVER:
            window.open_target(name)
            for command in commands:
                window.perform(command)
            answer[f"{name} {' '.join(commands)}"] = draw()
            for command in commands:
                window.perform(command)
        for name in (THREAT, PYRAOS):
            window.open_target(marked(name))
            answer[f"{name} marked"] = draw()
            answer[f"{name} judged"] = draw(judged=True)
            window.session.close(window.session.state.active)  # the next has the same name
    return answer


@contextmanager
def maps_window(levels: str, palette: str = "light") -> Iterator[tuple[Any, Callable[..., Any]]]:
    """Open a window with level maps in a room of one size, and return what draws them."""
    application()
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    chosen = {"level_maps": levels, "palette": palette, "bands": palette == "light"}
    with place(), open_window(**chosen) as window:
        write_alike()

        def drawn(*, judged: bool = False) -> Answer | None:
            settled(lambda: window.display.is_ready)
            if not window.docks.fits("maps"):
                return None
            window.docks.open("maps")
            settled(lambda: window.findChild(QWidget, "MapCanvas") is not None)
            canvas = window.findChild(QWidget, "MapCanvas")
            canvas.parentWidget().parentWidget().setFixedSize(*ROOM)
            settled(lambda: (window.shell.analysis.headline(), canvas.grab().toImage()))
            if judged:
                panel = canvas.window().findChild(found("LevelMaps", "viewer.panels.maps.panel"))
                panel.show_over(found("over_maps", "viewer.panels.maps.map_facts")(judgement()))
            image = QImage(canvas.size(), QImage.Format.Format_RGBA8888)
            image.fill(0)
            canvas.render(image, QPoint())
            return pixels(image)

        yield window, drawn


def judgement() -> list[Any]:
    """What an engine and a table may say of the first points: heat and values."""
    heat, values = (found(name, "viewer.visuals.overlay_types") for name in ("Heat", "Values"))
    return [
        heat((0, 1, 2, 6), (0.9, 0.6, 0.3, 0.1), (1.0, 0.5, 0.2, 0.1), (0.1, 0.9), 0),
        values(
            (3, 4, 5, 7), ("win", "draw", "loss", "win"), (3, None, 4, 12), (True, *3 * [False]), 0
        ),
    ]


def settled(seen: Callable[[], Any]) -> None:
    """Wait until what is seen has stayed the same for a while."""
    from PySide6.QtTest import QTest

    last = [seen()]
    while len(last) < 200 and (len(last) < PATIENCE or last[-PATIENCE] != last[-1]):
        QTest.qWait(40)
        last.append(seen())
