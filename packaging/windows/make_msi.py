"""Makes an installer for Windows (MSI) of the folder that ``packaging/pyramidion.spec`` makes.

``python packaging/windows/make_msi.py FOLDER OUT.msi``. It takes what is there: WiX 3 (candle and
light) on Windows, wixl (Debian's package of that name) elsewhere. The installer puts the program
under Program Files and into the start menu, and opens .pyramidion files with it. A newer version
replaces an older one; when it is removed nothing is left but what a person saved.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import uuid
import xml.etree.ElementTree as Xml
from pathlib import Path

ROOT = Path(__file__).parents[2]
SPACE = "http://schemas.microsoft.com/wix/2006/wi"
FAMILY = uuid.UUID("0f6c7a5e-2d0b-4d7b-9c7e-6a1f5c0c9a11")
"""Stays for ever: Windows knows by it which installed program a new version replaces."""
PROGRAM = "pyramidion.exe"
ICON = "program.ico"
LICENSE = "LICENSE.txt"
CLASSES = r"Software\Classes"
STARTS = rf"Software\Microsoft\Windows\CurrentVersion\App Paths\{PROGRAM}"
"""Where Windows looks for a program that is started by its name: ``start pyramidion``."""


def version() -> str:
    """Return the version of the program: three numbers, as Windows compares them."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    numbers = told.split(".")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        raise SystemExit(f"an installer needs a version of three numbers, and this is {told}")
    return str(told)


def source(folder: Path, place: Path) -> Xml.Element:
    """Return the description of the installer (WiX 3) for everything in a folder.

    Parameters
    ----------
    folder
        The program and what it needs.
    place
        Where the description will lie, beside the icon and the licence: wixl takes no other paths
        than those from there.
    """
    if not (folder / PROGRAM).is_file():
        raise SystemExit(f"{folder} holds no {PROGRAM}: build it with PyInstaller first")
    wix = Xml.Element("Wix", xmlns=SPACE)
    product = _in(
        wix, "Product", Id="*", Name="Pyramidion", Language="1033", Version=version(),
        Manufacturer="The Pyramidion developers", UpgradeCode=_code("upgrade"),
    )  # fmt: skip
    _in(product, "Package", InstallerVersion="500", Compressed="yes", InstallScope="perMachine",
        Description="Play, learn and explore six pyramid games")  # fmt: skip
    _in(product, "MajorUpgrade", DowngradeErrorMessage="A newer Pyramidion is installed already.")
    _in(product, "Media", Id="1", Cabinet="pyramidion.cab", EmbedCab="yes")
    _in(product, "Icon", Id=ICON, SourceFile=ICON)
    _in(product, "Property", Id="ARPPRODUCTICON", Value=ICON)
    top = _in(product, "Directory", Id="TARGETDIR", Name="SourceDir")
    menu = _in(top, "Directory", Id="ProgramMenuFolder")
    home = _in(_in(top, "Directory", Id="ProgramFiles64Folder"), "Directory",
               Id="INSTALLFOLDER", Name="Pyramidion")  # fmt: skip
    names = _files(home, folder, folder, place)
    names.append(_file(home, LICENSE, LICENSE))
    names += [_menu_entry(menu), _association(home)]
    feature = _in(product, "Feature", Id="Whole", Title="Pyramidion", Level="1")
    for name in names:
        _in(feature, "ComponentRef", Id=name)
    return wix


def _in(parent: Xml.Element, tag: str, **words: str) -> Xml.Element:
    return Xml.SubElement(parent, tag, dict(words))


def _code(name: str) -> str:
    """Return a number that is the same for the same name in every version."""
    return str(uuid.uuid5(FAMILY, name)).upper()


def _id(kind: str, name: str) -> str:
    return f"{kind}{uuid.uuid5(FAMILY, name).hex}"


def _files(parent: Xml.Element, folder: Path, root: Path, place: Path) -> list[str]:
    """Put a folder and what is in it below a directory; return the names of the components."""
    names = []
    for one in sorted(folder.iterdir()):
        told = one.relative_to(root).as_posix()
        if one.is_dir():
            below = _in(parent, "Directory", Id=_id("d", told), Name=one.name)
            names += _files(below, one, root, place)
        else:
            names.append(_file(parent, os.path.relpath(one, place), told))
    return names


def _file(parent: Xml.Element, path: str, told: str) -> str:
    name = _id("c", told)
    component = _in(parent, "Component", Id=name, Guid=_code(told), Win64="yes")
    _in(component, "File", Id=_id("f", told), Source=path, Name=told.rpartition("/")[2],
        KeyPath="yes")  # fmt: skip
    return name


def _menu_entry(menu: Xml.Element) -> str:
    component = _in(menu, "Component", Id="MenuEntry", Guid=_code("menu"), Win64="yes")
    _in(component, "Shortcut", Id="MenuShortcut", Name="Pyramidion", Icon=ICON,
        Description="Pyramid games: play, learn, explore", WorkingDirectory="INSTALLFOLDER",
        Target=f"[INSTALLFOLDER]{PROGRAM}")  # fmt: skip
    _in(component, "RegistryValue", Root="HKCU", Key=r"Software\Pyramidion", Name="menu",
        Type="integer", Value="1", KeyPath="yes")  # fmt: skip
    return "MenuEntry"


def _association(home: Xml.Element) -> str:
    component = _in(home, "Component", Id="Association", Guid=_code("association"), Win64="yes")
    command = f'"[INSTALLFOLDER]{PROGRAM}" open "%1"'
    values = [
        (rf"{CLASSES}\.pyramidion", None, "Pyramidion.File"),
        (rf"{CLASSES}\.pyramidion", "Content Type", "application/x-pyramidion"),
        (rf"{CLASSES}\Pyramidion.File", None, "Pyramidion game, puzzle or lesson"),
        (rf"{CLASSES}\Pyramidion.File\DefaultIcon", None, f"[INSTALLFOLDER]{PROGRAM},0"),
        (rf"{CLASSES}\Pyramidion.File\shell\open\command", None, command),
        (STARTS, None, f"[INSTALLFOLDER]{PROGRAM}"),
    ]
    for number, (key, name, value) in enumerate(values):
        words = {"Root": "HKLM", "Key": key, "Type": "string", "Value": value}
        if name is not None:
            words["Name"] = name
        if number == 0:
            words["KeyPath"] = "yes"
        _in(component, "RegistryValue", **words)
    return "Association"


def build(described: Path, out: Path) -> None:
    """Make the installer of its description, beside which the icon lies."""
    if shutil.which("candle") and shutil.which("light"):
        made = described.with_suffix(".wixobj")
        _run(
            described.parent, "candle", "-nologo", "-arch", "x64", "-out", str(made), str(described)
        )
        _run(described.parent, "light", "-nologo", "-spdb", "-out", str(out), str(made))
    elif shutil.which("wixl"):
        _run(described.parent, "wixl", "-a", "x64", "-o", str(out), str(described))
    else:
        raise SystemExit("neither WiX 3 (candle, light) nor wixl is there")


def _run(folder: Path, *words: str) -> None:
    status = subprocess.run(words, cwd=folder, check=False).returncode
    if status:
        raise SystemExit(f"{words[0]} ended with status {status}")


def main(folder: str, out: str) -> None:
    """Make the installer `out` of a folder."""
    sys.path.insert(0, str(ROOT / "packaging"))
    import icons

    made = Path(out).resolve()
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=made.parent) as place:
        icons.write(Path(place) / ICON)
        shutil.copy(ROOT / "LICENSE", Path(place) / LICENSE)
        described = Path(place) / "pyramidion.wxs"
        Xml.ElementTree(source(Path(folder).resolve(), Path(place))).write(described, "utf-8", True)
        build(described, made)


if __name__ == "__main__":
    main(*sys.argv[1:])
