"""Solids as files to print: joined, described in words, and written as STL or 3MF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from math import floor
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from model.contract.game import Stop, Stopped
from model.phrases import counted, listed
from viewer.export.export_options import BALLS, EACH, STL, WHOLE, SolidOptions
from viewer.export.items import ExportError, ExportItem, Notify
from viewer.export.solid.bodies import Body, Mesh, Points, mesh_of, sphere, turned
from viewer.export.solid.solid_plan import BASE, BOARD, NOBODYS, Portion, SolidPlan
from viewer.picture.compose.ground import SINK
from viewer.picture.flat.drawing import NOT_XML
from viewer.picture.flat.inks import code
from viewer.picture.palette import RGB

if TYPE_CHECKING:
    from manifold3d import Manifold


# Makes one solid of balls, necks, rods and boards: unions by Manifold, in millimetres.

CLEARANCE = 0.15
"""Millimetres between a ball and the dimple of a board that it can be taken out of."""
APART = 10.0
"""Millimetres between portions that lie side by side."""
_SEAM = 0.002
"""How far what is built on a slab reaches into what is beside and below it, in ball diameters."""
_FINEST = 0.001
"""Millimetres: what is smaller is no feature, and would be lost in single precision."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A closed surface of one colour, in millimetres.

    Attributes
    ----------
    name
        Whose it is.
    colour
        Red, green and blue from 0 to 1.
    mesh
        Its surface.
    portion
        Number of the portion it belongs to.
    """

    name: str
    colour: RGB
    mesh: Mesh
    portion: int


def joined(
    plan: SolidPlan, notify: Notify, stop: Stop, *, coloured: bool = False
) -> tuple[Piece, ...]:
    """Return the solids of a plan, its portions side by side from the origin on.

    Parameters
    ----------
    coloured
        A portion is divided into pieces of one colour, which meet where they are joined.
    """
    workshops = [_Workshop(plan, portion) for portion in plan.portions]
    steps = sum(one.steps(coloured=coloured) for one in workshops)
    done = count()

    def begin_step() -> None:
        notify(next(done), steps, "level")
        if stop():
            raise Stopped

    found: list[Piece] = []
    east = 0.0
    for number, (portion, workshop) in enumerate(zip(plan.portions, workshops, strict=True)):
        made = list(workshop.coloured(begin_step) if coloured else workshop.whole(begin_step))
        boxes = np.array([solid.bounding_box() for _, _, solid in made])
        low, high = boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)
        if not portion.ground:
            low[2] += plan.wanted.cut
            made = [(n, c, one.trim_by_plane((0, 0, 1), low[2])) for n, c, one in made]
        for name, colour, solid in made:
            placed = solid.translate((east - low[0], -low[1], -low[2])).simplify(_FINEST)
            if not placed.is_empty():
                found.append(Piece(name, colour, _mesh_of_solid(placed), number))
        east += high[0] - low[0] + APART
    return tuple(found)


def _mesh_of_solid(solid: Manifold) -> Mesh:
    made = solid.to_mesh()
    return Mesh(np.array(made.vert_properties[:, :3], np.float64), np.array(made.tri_verts))


class _Workshop:
    """Makes the solids of a portion."""

    def __init__(self, plan: SolidPlan, portion: Portion) -> None:
        self._plan, self._portion = plan, portion
        self._scale = plan.wanted.ball
        self._levels = sorted({round(body.centre[2], 6) for body in portion.bodies})
        self._colours = sorted({(body.owner, body.colour) for body in portion.bodies})

    def steps(self, *, coloured: bool) -> int:
        """In how many steps it is made."""
        return len(self._levels) * (len(self._colours) if coloured else 1)

    def whole(self, begin_step: Callable[[], None]) -> Iterator[tuple[str, RGB, Manifold]]:
        """Yield it as one solid."""
        portion = self._portion
        parts = self._unions(range(len(portion.bodies)), begin_step)
        if portion.ground:
            parts.append(self._board())
        yield portion.name, (*portion.bodies, *portion.ground)[0].colour, _union(parts)

    def coloured(self, begin_step: Callable[[], None]) -> Iterator[tuple[str, RGB, Manifold]]:
        """Yield a solid for each colour, none of which reaches into another."""
        portion, players = self._portion, self._plan.players
        before: list[Manifold] = []
        for owner, colour in self._colours:
            wanted = (owner, colour)
            own = [k for k, b in enumerate(portion.bodies) if (b.owner, b.colour) == wanted]
            solid = _union(self._unions(own, begin_step))
            yield players[owner] if owner >= 0 else NOBODYS, colour, _less(solid, before)
            before.append(solid)
        if portion.ground:
            yield BASE, portion.ground[0].colour, _less(self._board(), before)

    def _unions(self, own: Sequence[int], begin_step: Callable[[], None]) -> list[Manifold]:
        """Bodies with their necks and rods, a solid a level: so is least to be joined at a time."""
        bodies, found = self._portion.bodies, []
        solids: dict[float, list[Manifold]] = {level: [] for level in self._levels}
        for k in own:
            solids[round(bodies[k].centre[2], 6)].append(self._body(bodies[k]))
        for level, start, end in self._sticks(set(own)):
            solids[level].append(_stick(start, end, self._plan.wanted))
        for few in solids.values():
            begin_step()
            if few:
                found.append(_union(few))
        return found

    def _sticks(self, own: set[int]) -> Iterator[tuple[float, Points, Points]]:
        """Necks and rods of bodies: their levels and ends. What joins two owners' is halved."""
        portion, bodies, scale = self._portion, self._portion.bodies, self._scale
        necks = [(joint, True) for joint in portion.necks]
        for (one, other), short in [*necks, *((joint, False) for joint in portion.rods)]:
            if one not in own and other not in own:
                continue
            start = scale * np.array(bodies[one].centre)
            if other == BOARD:
                end = np.array([*start[:2], scale * (portion.ground[0].centre[2] - SINK / 2)])
            else:
                end = scale * np.array(bodies[other].centre)
            level = round(bodies[one if one in own else other].centre[2], 6)
            middle = (start + end) / 2
            if short:  # it needs to reach into the balls, not to their middles
                start, end = (start + middle) / 2, (end + middle) / 2
            if other != BOARD and one not in own:
                start = middle
            elif other != BOARD and other not in own:
                end = middle
            yield level, start, end

    def _body(self, body: Body) -> Manifold:
        mesh = mesh_of(body.form, body.measures, self._plan.wanted.around)
        return _manifold(self._scale * (mesh.points + body.centre), mesh)

    def _board(self) -> Manifold:
        """The slab with what is built on it, less its dimples."""
        portion, wanted = self._portion, self._plan.wanted
        slab, *built = portion.ground
        solid = _union([self._body(slab), *(self._body(_melting(body)) for body in built)])
        round_one = sphere(wanted.around)
        wider = wanted.ball / 2 + (0.0 if portion.bodies else CLEARANCE)
        hollows = [
            _manifold(wider * round_one.points + self._scale * centre, round_one)
            for centre in portion.hollows
        ]
        return _less(solid, hollows)


def _manifold(points: Points, mesh: Mesh) -> Manifold:
    from manifold3d import Manifold, Mesh64

    return Manifold(Mesh64(points, mesh.triangles.astype(np.uint64)))


def _melting(body: Body) -> Body:
    """What is built on a slab, a little larger: with what is below and beside it is one then."""
    if body.form == "cell":
        half, *outline = body.measures
        return replace(body, measures=(half + _SEAM, *outline))
    wide, deep, half, worn = body.measures
    beside = _SEAM if body.form == "block" else 0.0
    return replace(body, measures=(wide + beside, deep + beside, half + _SEAM, worn))


def _stick(start: Points, end: Points, wanted: SolidOptions) -> Manifold:
    """A round rod from one place to another."""
    along = end - start
    long = float(np.linalg.norm(along))
    along = along / long
    aside = np.cross(along, np.eye(3)[np.abs(along).argmin()])
    aside /= np.linalg.norm(aside)
    rod = turned(((wanted.joint / 2, 0.0), (wanted.joint / 2, long)), wanted.around_joint)
    frame = np.stack([aside, np.cross(along, aside), along])
    return _manifold(rod.points @ frame + start, rod)


def _union(solids: Sequence[Manifold]) -> Manifold:
    from manifold3d import Manifold, OpType

    found = Manifold.batch_boolean(solids, OpType.Add)
    found.num_tri()  # it works when it is asked for something
    return found


def _less(solid: Manifold, others: Sequence[Manifold]) -> Manifold:
    from manifold3d import Manifold, OpType

    return Manifold.batch_boolean([solid, *others], OpType.Subtract)


# What is said of a solid before it is made: how large it is, what is loose, what is left out.

BED = (220, 220, 250)
"""What many printers print at most, in millimetres: width, depth and height."""
THIN = 1.2
"""Millimetres: three lines of a common nozzle. What is thinner breaks."""
_MOST = 4
"""Groups that are named; of more the rest is counted."""


def size_words(plan: SolidPlan) -> str:
    """Return how large a solid will be, in a sentence."""
    sizes = [(one.name, _measures(plan.size(one))) for one in plan.portions]
    if len(sizes) == 1:
        return f"This will be {sizes[0][1]}."
    named = listed([f"{name} {size}" for name, size in sizes])
    return f"This will be {counted(len(sizes), 'solid')}: {named}."


def warnings(plan: SolidPlan) -> Iterator[str]:
    """Yield what whoever prints a solid should know beforehand, in sentences."""
    yield from _too_large(plan)
    wanted = plan.wanted
    joined = any(one.necks or one.rods for one in plan.portions)
    if joined and wanted.joint < THIN:
        yield f"Necks of {wanted.joint:g} mm break easily: {THIN:g} mm hold."
    for portion in plan.portions:
        if portion.name != BASE:
            yield from _loose(plan, portion)
    if plan.left_out:
        pieces = listed([counted(count, shape) for shape, count in sorted(plan.left_out.items())])
        yield f"Left out, because too thin to print: {pieces}."
    if not (wanted.board or wanted.foot or plan.has_other_pieces):
        yield "The balls touch the bed in points only: a foot or a board makes them stick."


def _too_large(plan: SolidPlan) -> Iterator[str]:
    sizes = [plan.size(one) for one in plan.portions]
    wide = sum(size[0] for size in sizes) + APART * (len(sizes) - 1)
    share = min(most / size for one in sizes for size, most in zip(one, BED, strict=True))
    if share >= 1 and wide > BED[0]:
        yield (
            f"Side by side they are {wide:g} mm wide, and many printers print at most {BED[0]} mm: "
            "arrange them in your slicer, or write each to a file of its own."
        )
    if share < 1:
        fits = floor(plan.wanted.ball * share)
        fitting = f"balls of {fits} mm fit" if fits >= BALLS[0] else "this does not fit whole"
        yield f"Many printers print at most {_measures(BED)}: {fitting}."


def _loose(plan: SolidPlan, portion: Portion) -> Iterator[str]:
    groups = portion.loose
    if not groups:
        return
    names = [_name(plan, portion, group) for group in groups[:_MOST]]
    if len(groups) > _MOST:
        names.append(f"{len(groups) - _MOST} more")
    whose = "" if portion.name == WHOLE else f" of {portion.name}"
    found = f"{counted(len(groups), 'loose group')}{whose}"
    yield f"{found}: {'; '.join(names)}.{_offer(plan, portion)}"


def _name(plan: SolidPlan, portion: Portion, group: tuple[int, ...]) -> str:
    """A group by its first piece: "5f7 and 2 others"."""
    first = plan.board.names[portion.bodies[group[0]].site]
    others = len(group) - 1
    return first if not others else f"{first} and {counted(others, 'other')}"


def _offer(plan: SolidPlan, portion: Portion) -> str:
    """What would join them."""
    ways = [] if plan.has_other_pieces else ["rods"]
    stand = all(any(portion.bodies[k].stands for k in group) for group in portion.groups)
    if stand and not plan.wanted.board and plan.wanted.part != EACH:
        ways.append("a board")
    if not ways:
        return ""
    return f" {listed(ways, 'or').capitalize()} would hold them together."


def _measures(size: tuple[int, int, int]) -> str:
    return f"{' × '.join(map(str, size))} mm"


# Binary STL (3D Systems, 1989): triangles and nothing else; the measures are millimetres.

_HEADER = b"Made with Pyramidion; in millimetres"
"""It may not begin with "solid": programs would take the file for text."""
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


def stl(mesh: Mesh) -> bytes:
    """Return a closed mesh as a file."""
    corners = mesh.points[mesh.triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    long = np.linalg.norm(across, axis=1, keepdims=True)
    records = np.zeros(len(corners), _RECORD)
    records["normal"] = across / np.where(long > 0, long, 1.0)
    records["corners"] = corners
    count = np.array(len(records), "<u4").tobytes()
    return _HEADER.ljust(80) + count + records.tobytes()


# 3MF (Core Specification 1.3 of the 3MF Consortium): solids with names, colours and a title.

_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_MODEL = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_VENDORS = "application/vnd"
_TYPES = (
    f'{_DECLARATION}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
    f'ContentType="{_VENDORS}.openxmlformats-package.relationships+xml"/><Default '
    f'Extension="model" ContentType="{_VENDORS}.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
_RELATIONS = (
    f'{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{_MODEL}"/>'
    "</Relationships>"
)


def three_mf(pieces: Sequence[Piece], title: str, author: str) -> bytes:
    """Return solids as a file; pieces of one portion are parts of one object."""
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", "".join(_model(pieces, title, author))),
        ):
            # Of no date: the same solid is the same file.
            archive.writestr(ZipInfo(name), text, ZIP_DEFLATED)
    return held.getvalue()


def _model(pieces: Sequence[Piece], title: str, author: str) -> Iterator[str]:
    yield f'{_DECLARATION}<model unit="millimeter" xml:lang="en-GB" xmlns="{_CORE}">\n'
    for name, text in (("Title", title), ("Designer", author), ("Application", "Pyramidion")):
        if text:
            yield f'<metadata name="{name}">{escape(_clean(text))}</metadata>\n'
    yield '<resources>\n<basematerials id="1">\n'
    for piece in pieces:
        yield f'<base name={_quoted(piece.name)} displaycolor="{code(piece.colour)}FF"/>\n'
    yield "</basematerials>\n"
    for number, piece in enumerate(pieces):
        yield f'<object id="{number + 2}" type="model" name={_quoted(piece.name)} '
        yield f'pid="1" pindex="{number}"><mesh>\n'
        yield from _mesh(piece.mesh)
        yield "</mesh></object>\n"
    items = []
    for portion in dict.fromkeys(piece.portion for piece in pieces):
        own = [k + 2 for k, piece in enumerate(pieces) if piece.portion == portion]
        if len(own) == 1:
            items.append(own[0])
            continue
        items.append(len(pieces) + 2 + portion)
        yield f'<object id="{items[-1]}" type="model" name={_quoted(title)}><components>\n'
        yield from (f'<component objectid="{one}"/>\n' for one in own)
        yield "</components></object>\n"
    yield "</resources>\n<build>\n"
    yield from (f'<item objectid="{item}"/>\n' for item in items)
    yield "</build>\n</model>\n"


def _mesh(mesh: Mesh) -> Iterator[str]:
    yield "<vertices>\n"
    for x, y, z in mesh.points.tolist():
        yield f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>\n'
    yield "</vertices><triangles>\n"
    for a, b, c in mesh.triangles.tolist():
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n'
    yield "</triangles>\n"


def _clean(text: str) -> str:
    return NOT_XML.sub(" ", text)


def _quoted(text: str) -> str:
    return quoteattr(_clean(text))


def printed(item: ExportItem, plan: SolidPlan, suffix: str, notify: Notify, stop: Stop) -> bytes:
    """Return the file of a planned solid; `suffix` is `STL` or `THREE_MF`.

    Raises
    ------
    ExportError
        The file cannot hold what is asked for.
    Stopped
        `stop` says so.
    """
    if suffix == STL and len(plan.portions) > 1:
        names = " and ".join(f"--part {name}" for name in plan.players)
        raise ExportError(
            f"an STL file holds one solid: write one each for {names}, or all of them as 3MF"
        )
    if suffix == STL:
        [piece] = joined(plan, notify, stop)
        return stl(piece.mesh)
    return three_mf(joined(plan, notify, stop, coloured=True), item.title, item.author)
