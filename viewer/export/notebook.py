"""What notebooks show: pictures, pages and explanations as values, and what draws itself."""

import html
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from zlib import crc32

from model.contract.game import Position
from model.phrases import listed
from model.play.opponent import never
from model.puzzles.generated import GeneratedPuzzle
from model.records import view as view_text
from model.records.atomic_write import write_whole
from model.records.files import Contents
from model.records.record import ROOT, Record, last_of_main_line, new_record
from model.records.view import View
from viewer.analysis.picture_findings import whole_picture
from viewer.export.export_options import PageOptions, PictureOptions
from viewer.export.items import ExportItem, nobody
from viewer.export.pictures.shots import shots_of
from viewer.games.registry import explainer_of, game_view_of
from viewer.picture.compose.overlays import laid_over
from viewer.picture.compose.transition import plies, plies_shown
from viewer.picture.picture import Picture

Showable = Position | Record | Contents | GeneratedPuzzle
"""What can be drawn; a record at the end of its main line, a puzzle or lesson at its start."""
Drawn = Literal["png", "diagram", "maps"]
"""The scene in pixels, the scene as vectors (SVG), or a plan of each level (SVG)."""
PAGE_HEIGHT = 560
"""Pixels that a page has in the cell of a notebook."""


@dataclass(frozen=True, repr=False)
class Displayed:
    """Something drawn: a notebook shows it, `save` writes it, `str` says it in words.

    Attributes
    ----------
    data
        The file.
    kind
        What it is.
    text
        What it shows, in words; "" for nothing more than its size.
    """

    data: bytes
    kind: Literal["svg", "png", "html"]
    text: str = ""

    def save(self, path: str | Path) -> None:
        """Write it into a file: whole, or not at all."""
        write_whole(Path(path), self.data)

    def __str__(self) -> str:
        return self.text or f"{self.kind.upper()} of {len(self.data)} bytes"

    __repr__ = __str__

    def _repr_svg_(self) -> str | None:
        if self.kind != "svg":
            return None
        # Notebooks become one page, where each fill needs a name that no other drawing has.
        own = f"{crc32(self.data):08x}-"
        return re.sub(r'(\bid="|url\(#)', rf"\g<1>p{own}", self.data.decode())

    def _repr_png_(self) -> bytes | None:
        return self.data if self.kind == "png" else None

    def _repr_html_(self) -> str | None:
        if self.kind != "html":
            return None
        # Scripts of the page run in a frame of their own, and reach nothing of the notebook.
        return (
            f'<iframe sandbox="allow-scripts" width="100%" height="{PAGE_HEIGHT}" '
            f'style="border: 0" srcdoc="{html.escape(self.data.decode())}"></iframe>'
        )


def picture(
    what: Showable,
    kind: Drawn = "png",
    *,
    view: View | str | None = None,
    show: tuple[str, ...] = (),
    size: tuple[int, int] = (640, 400),
    step: int | None = None,
) -> Displayed:
    """Draw a position, or one of a game, puzzle or lesson.

    Parameters
    ----------
    what
        A position, a record, what `load` returned, or a generated puzzle.
    kind
        "png": the scene; "diagram": the scene as SVG; "maps": a plan of each level, as SVG.
    view
        How it is looked at: a View, the name of one ("top"), or one as JSON. None: as the record
        says, else from where the board is seen best.
    show
        What is laid over it: "corner=SW:red", "pour=SW:red", "engine=heat", "colour=level" and
        what else ``pyramidion render --show`` takes.
    size
        Width and height in pixels; of an SVG their proportion.
    step
        After how many moves of the main line; of a lesson the step, from 1.

    Returns
    -------
    Displayed
        A notebook shows it; `save` writes it into a file.

    Raises
    ------
    ValueError
        There is no such view, step or word.
    RuntimeError
        "png": this machine has no OpenGL.
    """
    seen, title = look_at(what, view, show, step)
    return _drawn(seen, kind, size, title)


def page(what: Showable, *, title: str = "", step: int | None = None) -> Displayed:
    """Return a web page that works in the cell of a notebook and, saved, in any browser.

    The cell shows it in a sandboxed frame: its scripts reach neither the notebook nor a network.

    Parameters
    ----------
    what
        As in `picture`.
    title
        What it is called; "": as the record says.
    step
        Where it opens, as in `picture`.

    Returns
    -------
    Displayed
        One HTML file.

    Raises
    ------
    ValueError
        It would be too large, or there is no such step.
    """
    from viewer.export.page.page_content import page_of

    given = [_item(what)]
    return Displayed(
        page_of(given, PageOptions(title, step), nobody, never), "html", given[0].title
    )


def explain(
    position: Position,
    what: str = "",
    *,
    kind: Drawn = "diagram",
    size: tuple[int, int] = (640, 480),
) -> Displayed:
    """Say and show why a position stands as it does: a corner's sheet and tether, or the escape.

    Parameters
    ----------
    position
        Of any game.
    what
        A corner ("SW"), a side there ("SW:red"), or an overlay as `picture` takes it ("win=red");
        "": all that is known of the position, in words.
    kind, size
        As in `picture`.

    Returns
    -------
    Displayed
        Its text has a sentence a line, then the points of what is shown.

    Raises
    ------
    ValueError
        The game explains no such thing.
    """
    explainer, seen = explainer_of(position), position.seen_by(None)
    if explainer is None:
        facts = game_view_of(seen).facts(seen)
    else:
        facts = explainer.facts(seen, explainer.find(seen, (), threats=False))
    words: tuple[str, ...] = ()
    if what:
        about = [(fact, fact.show.partition("=")[2]) for fact in facts if fact.show]
        facts = tuple(fact for fact, on in about if what in (fact.show, on, on.partition(":")[0]))
        words = tuple(dict.fromkeys(fact.show for fact in facts)) or (what,)
        try:
            view_text.check_show(seen.game, words[0])
        except view_text.ViewError as error:
            known = list(dict.fromkeys(on.partition(":")[0] for _, on in about))
            if not known:
                raise
            raise view_text.ViewError(f"{error}; or {listed(known, 'or')}") from error
    over = whole_picture(seen, View(), words)
    said = "\n".join([*(fact.text for fact in facts), *laid_over(over)])
    return replace(_drawn(over, kind, size, said.partition("\n")[0]), text=said)


def look_at(
    what: Showable,
    view: View | str | None,
    show: tuple[str, ...],
    step: int | None,
    *,
    ordered: bool = False,
) -> tuple[Picture, str]:
    """Return what `picture` draws, and its title; `ordered`: with the plies of its pieces.

    Raises
    ------
    ValueError
        There is no such view, step or word.
    """
    item = _item(what)
    (shot,) = shots_of(item, step=step)
    game, look = shot.position.game, shot.view
    if isinstance(view, str):
        look = view_text.read_view(game, view)
    elif view is not None:
        view_text.check_view(game, view)
        look = view
    for word in show:
        view_text.check_show(game, word)
    at = (shot.contents.record, shot.node, game.board)
    known = plies(*at) if ordered else plies_shown(*at, look, show)
    return shot.played(whole_picture(shot.position, look, show, shot.marks, known)), item.title


def _item(what: Showable) -> ExportItem:
    if isinstance(what, GeneratedPuzzle):
        what = what.record()
    elif not isinstance(what, Record | Contents):
        what = new_record(str(what))
    if isinstance(what, Record):
        teaches = what.puzzle is not None or what.lesson is not None
        what = Contents(what, ROOT if teaches else last_of_main_line(what), kind=what.kind)
    return ExportItem(what)


def _drawn(seen: Picture, kind: Drawn, size: tuple[int, int], title: str) -> Displayed:
    if kind == "png":
        from viewer.export.pictures.pixel_file import picture_file

        return Displayed(picture_file(seen, PictureOptions(size=size)), "png")
    if kind == "diagram":
        from viewer.export.pictures.diagram import diagram_svg

        return Displayed(diagram_svg(seen, size, title=title).encode(), "svg")
    from viewer.export.pictures.svg import level_maps_svg

    return Displayed(level_maps_svg(seen, title=title, legend=True).encode(), "svg")
