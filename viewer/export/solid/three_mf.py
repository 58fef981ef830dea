"""3MF (Core Specification 1.3 of the 3MF Consortium): solids with names, colours and a title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from viewer.export.solid.joined import Piece
from viewer.export.solid.meshes import Mesh
from viewer.picture.palette import RGB

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
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Letters that no XML file may hold (XML 1.0, 2.2)."""


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
        yield f'<base name={_quoted(piece.name)} displaycolor="{_hex(piece.colour)}"/>\n'
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


def _hex(colour: RGB) -> str:
    return "#" + "".join(f"{round(255 * part):02X}" for part in colour) + "FF"


def _clean(text: str) -> str:
    return _NOT_XML.sub(" ", text)


def _quoted(text: str) -> str:
    return quoteattr(_clean(text))
