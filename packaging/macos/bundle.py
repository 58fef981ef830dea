"""What makes a folder of PyInstaller an application of macOS: the words of its ``BUNDLE``.

The spec takes them where it runs on macOS: ``BUNDLE(folder, **bundle.words())``.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TYPE = "org.pyramidion.document"


def version() -> str:
    """Return the version of the program."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def info() -> dict[str, object]:
    """Return what Info.plist says beyond PyInstaller's own: the type of our files, above all."""
    return {
        "CFBundleDisplayName": "Pyramidion",
        "CFBundleShortVersionString": version(),
        "CFBundleVersion": version(),
        "LSApplicationCategoryType": "public.app-category.board-games",
        "LSMinimumSystemVersion": "13.0",  # as PySide6 6.11 asks for
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Pyramidion game, puzzle or lesson",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [TYPE],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": TYPE,
                "UTTypeDescription": "Pyramidion game, puzzle or lesson",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["pyramidion"],
                    "public.mime-type": ["application/x-pyramidion"],
                },
            }
        ],
    }


def words() -> dict[str, object]:
    """Return the arguments of ``BUNDLE``, with an icon that was just drawn."""
    sys.path.insert(0, str(ROOT / "packaging"))
    import icons

    icon = Path(tempfile.mkdtemp()) / "program.icns"
    icons.write(icon)
    return {
        "name": "Pyramidion.app",
        "icon": str(icon),
        "bundle_identifier": "org.pyramidion.Pyramidion",
        "version": version(),
        "info_plist": info(),
    }
