"""PDF files as programs and libraries that are not ours read them."""

import subprocess
from pathlib import Path

import pdfplumber
import pikepdf

MM = 72 / 25.4
SIDE, ABOVE, BELOW = 24 * MM, 15 * MM, 10 * MM
"""What is left white, in points; heads and feet lie above and below the rest."""
BODY_ENDS = 22 * MM
HEADING = 12.4
"""Points from which on letters belong to a heading of the first two levels."""


def checked(path: Path) -> None:
    """Fail where qpdf finds anything wrong."""
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def text_of(path: Path) -> str:
    """All text in its order, as pdftotext has it, in one line."""
    done = subprocess.run(
        ["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, check=True
    )
    return " ".join(done.stdout.decode().split())


def fonts_of(path: Path) -> list[tuple[str, bool, bool]]:
    """Its fonts: name, whether it is embedded, whether its letters can be copied."""
    done = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    return [(row[0], row[-5] == "yes", row[-3] == "yes") for row in rows]


def alternatives_of(path: Path) -> list[str]:
    """What its pictures show in words, "" for one that does not say."""
    found = []
    with pikepdf.open(path) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "en-GB"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        with pdf.open_metadata() as about:
            assert about["pdfuaid:part"] == "1"
            assert about["dc:title"]
        open_parts = [pdf.Root.StructTreeRoot]
        while open_parts:
            part = open_parts.pop()
            if isinstance(part, pikepdf.Array):
                open_parts += list(part)
            elif isinstance(part, pikepdf.Dictionary):
                if part.get("/S") == "/Figure":
                    found.append(str(part.get("/Alt", "")))
                if "/K" in part:
                    open_parts.append(part.K)
    return found


def outline_of(path: Path) -> list[tuple[int, str]]:
    """Its outline: how deep an entry lies, and what it is called."""
    found: list[tuple[int, str]] = []
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        open_items = [(1, one) for one in reversed(outline.root)]
        while open_items:
            depth, item = open_items.pop()
            found.append((depth, item.title.replace("\u200b", "")))
            open_items += [(depth + 1, one) for one in reversed(item.children)]
    return found


def faults_of(path: Path) -> list[str]:
    """What lies outside the margins, and headings that end a page."""
    found = []
    with pdfplumber.open(path) as pdf:
        for number, page in enumerate(pdf.pages, start=1):
            words = page.extract_words(extra_attrs=["size"])
            for one in (*words, *page.images):
                inside = one["x0"] >= SIDE - 1 and one["x1"] <= page.width - SIDE + 1
                below = BELOW if "text" in one else BODY_ENDS
                high = one["top"] >= ABOVE - 6 and one["bottom"] <= page.height - below
                if not inside or not high:
                    place = [round(one[name]) for name in ("x0", "top", "x1", "bottom")]
                    found.append(f"page {number}: {one.get('text', 'a picture')} lies at {place}")
            body = [one for one in words if one["bottom"] < page.height - BODY_ENDS]
            lowest = max((one["bottom"] for one in (*body, *page.images)), default=0)
            for one in body:
                if one["size"] > HEADING and one["bottom"] > lowest - 3:
                    found.append(f"page {number} ends with the heading {one['text']}")
    return found


def parted_from_pictures(path: Path, until: str) -> list[str]:
    """Headings of steps whose picture is not below them on their page; what ends at a heading."""
    found = []
    with pdfplumber.open(path) as pdf:
        for number, page in enumerate(pdf.pages, start=1):
            heads = [w for w in page.extract_words(extra_attrs=["size"]) if w["size"] > HEADING]
            if until in " ".join(one["text"] for one in heads):
                break
            lowest = max(heads, key=lambda one: one["top"], default=None)
            if lowest and all(one["top"] < lowest["top"] for one in page.images):
                found.append(f"page {number}: {lowest['text']}")
    return found


def pages_of(path: Path) -> int:
    """How many pages it has."""
    done = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True)
    return int(done.stdout.partition("Pages:")[2].split()[0])
