"""What a folder of the program becomes on Linux: packages of it and of its add-ons."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution, distributions, version
from pathlib import Path

from contents import ADD_ONS, folders_of, wanted_by

HERE = Path(__file__).resolve().parent
NAME = "pyramidion"
ALSO = ("libegl1", "libgl1", "libgl1-mesa-dri", "fonts-dejavu-core")
"""Packages of Debian that are loaded by name: drivers, and a font to write with."""
ICON_SIDES = (48, 128, 256)
BUILD_TOOLS = frozenset(
    ("altgraph", "pip", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools", "vtk")
)
"""Distributions of the environment that no package carries; cvista takes the place of vtk."""


def desktop_data(share: Path) -> None:
    """Write into a `share` folder what a desktop and ``man`` know the program by."""
    linux = HERE / "linux"
    for source, to in (
        (linux / "pyramidion.desktop", share / "applications"),
        (linux / "pyramidion.metainfo.xml", share / "metainfo"),
    ):
        to.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, to)
    mime = share / "mime" / "packages"
    mime.mkdir(parents=True, exist_ok=True)
    shutil.copy(linux / "pyramidion-mime.xml", mime / "pyramidion.xml")
    _icons(share / "icons" / "hicolor")
    man = share / "man" / "man1"
    man.mkdir(parents=True, exist_ok=True)
    (man / "pyramidion.1.gz").write_bytes(gzip.compress(man_page().encode(), mtime=0))


def _icons(folder: Path) -> None:
    """Write the program's icon, and that of its files, in the sizes of a theme."""
    from icons import drawn

    from viewer.widgets.appearance.icons import PROGRAM_ICON

    for kind, name in (("apps", NAME), ("mimetypes", "application-x-pyramidion")):
        scalable = folder / "scalable" / kind / f"{name}.svg"
        scalable.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROGRAM_ICON, scalable)
        for side in ICON_SIDES:
            picture = folder / f"{side}x{side}" / kind / f"{name}.png"
            picture.parent.mkdir(parents=True, exist_ok=True)
            drawn(side).save(picture)


def man_page() -> str:
    """Return the page of the manual: what ``pyramidion --help`` says, as ``man`` lays it out."""
    from viewer.cli.main import USAGE

    usage = (
        USAGE.read_text("utf-8").removeprefix("usage: ").replace("\\", "\\e").replace("-", "\\-")
    )
    synopsis, _, rest = usage.partition("\n\n")
    lines = re.sub(r"^ {7}", "", synopsis, flags=re.MULTILINE)
    return (
        f'.TH PYRAMIDION 1 "" "Pyramidion {version(NAME)}" "Games"\n'
        ".SH NAME\npyramidion \\- learn, play and explore six pyramid games\n"
        f".SH SYNOPSIS\n.nf\n{lines}\n.fi\n"
        f".SH DESCRIPTION\n{rest.strip()}\n"
        ".SH FILES\nGames, puzzles and lessons are files that end in .pyramidion.\n"
    )


def licences(folder: Path, extra: str = "") -> None:
    """Write what a package carries, under which licences, and their texts as far as they came."""
    folder.mkdir(parents=True, exist_ok=True)
    told = [(HERE.parent / "LICENSE").read_text(), "\nThe package carries the works of others:\n"]
    apart = {name for names in ADD_ONS.values() for name in names}
    for one in sorted(distributions(), key=lambda found: found.name.lower()):
        name = one.name.lower()
        if name in ADD_ONS[extra] if extra else name not in BUILD_TOOLS | apart | {NAME}:
            told.append(f"  {one.name} {one.version}: {_licence_of(one)}")
            _copy_licences(one, folder / "licences" / one.name)
    (folder / "copyright").write_text("\n".join(told) + "\n")


def _licence_of(one: Distribution) -> str:
    words = one.metadata.get("License-Expression") or one.metadata.get("License") or ""
    if words and "\n" not in words.strip():
        return words.strip()
    classes = one.metadata.get_all("Classifier") or []
    named = [text.rpartition(" :: ")[2] for text in classes if text.startswith("License ::")]
    return ", ".join(named) or "see its licence"


def _copy_licences(one: Distribution, folder: Path) -> None:
    for file in one.files or ():
        if re.match(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", file.name) and ".dist-info" in str(
            file
        ):
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), folder / file.name)


def part_of(folder: Path, extra: str, to: Path) -> None:
    """Lay out what an add-on has of a folder, or with "" the program, as it lies there."""
    owners = {name: one for one in ADD_ONS for name in folders_of(one)}
    shutil.rmtree(to, ignore_errors=True)
    for file in folder.rglob("*"):
        # A link belongs to what it leads to.
        _, *inner = file.resolve().relative_to(folder.resolve()).parts
        if (file.is_file() or file.is_symlink()) and owners.get("".join(inner[:1]), "") == extra:
            copy = to / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy, follow_symlinks=False)


def archive(folder: Path, out: Path) -> None:
    """Write a ``.tar.gz`` of a folder under the name of the program; root owns all."""

    def rooted(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        return member

    with tarfile.open(out, "w:gz", compresslevel=6) as tar:
        tar.add(folder, f"{NAME}-{version(NAME)}", filter=rooted)


def debian(folder: Path, extra: str, out: Path) -> None:
    """Write a ``.deb`` that puts the program, or with its name an add-on, into /usr/lib."""
    work = folder.parent / "debian"
    name = _name(extra)
    shutil.rmtree(work, ignore_errors=True)
    home, usr = work / "usr" / "lib" / NAME, work / "usr"
    part_of(folder, extra, home)
    documents = usr / "share" / "doc" / name
    licences(documents, extra)
    if not extra:
        desktop_data(usr / "share")
        changes = gzip.compress((HERE.parent / "CHANGELOG.md").read_bytes(), mtime=0)
        (documents / "changelog.gz").write_bytes(changes)
        (usr / "bin").mkdir()
        (usr / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    control = work / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(_control(home, folder, extra))
    (control / "md5sums").write_text(_sums(work))
    _modes(work)
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", work, out],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip


ABOUT = {
    "": """learn, play and explore six pyramid games
 Play Pyramid Partition, Pyraos, Pyramid, Pyramid Ball, Rolling Pyramids and
 Poly-Y against the computer or somebody beside you, look inside, and see why a
 corner is held. Courses teach all six games, and puzzles test what you know.
""",
    "film": "films of pyramid games\n With it, Pyramidion exports GIF, MP4 and WebM files.\n",
    "print": "pyramid games on paper\n With it, Pyramidion exports PDF files.\n",
}
"""What Debian says of the program and its add-ons."""


def _name(extra: str) -> str:
    return f"{NAME}-{extra}" if extra else NAME


def _control(home: Path, folder: Path, extra: str) -> str:
    size = sum(file.lstat().st_size for file in home.rglob("*")) // 1024
    machine = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if extra:
        stands_on = [f"{NAME} (= {version(NAME)})", *needs(home, folder, ())]
        also = ""
    else:
        stands_on = needs(home, home, ALSO)
        also = f"Suggests: {', '.join(map(_name, ADD_ONS))}\n"
    return (
        f"Package: {_name(extra)}\nVersion: {version(NAME)}\nArchitecture: {machine}\n"
        "Maintainer: The Pyramidion authors <pyramidion@localhost>\n"
        f"Installed-Size: {size}\nSection: games\nPriority: optional\n"
        f"Depends: {', '.join(stands_on)}\n{also}Description: {ABOUT[extra]}"
    )


def needs(part: Path, folder: Path, also: Sequence[str]) -> list[str]:
    """Return the packages of Debian that hold the libraries that a folder does not carry.

    Debian 13 renamed some: either name will do.

    Parameters
    ----------
    part
        What of the folder is asked about.
    also
        Packages that are loaded by name.
    """
    files = [file for file in part.rglob("*") if file.is_file() and not file.is_symlink()]
    carried = {file.name for file in folder.rglob("*")}
    wanted = {
        name for file in files if ".so" in file.name or os.access(file, os.X_OK)
        for name in wanted_by(str(file))
    }  # fmt: skip
    places = dict(_known_libraries())
    owners = {_owner(places[name]) for name in wanted - carried if name in places}
    missing = sorted(name for name in wanted - carried if name not in places)
    if missing:
        raise SystemExit(f"No library of this system is called {', '.join(missing)}.")
    found = []
    for owner in sorted(owners | set(also)):
        plain = owner.removesuffix("t64")
        either = owner != "libc6" and owner.startswith("lib")
        found.append(f"{plain} | {plain}t64" if either and owner not in also else owner)
    libc = os.confstr("CS_GNU_LIBC_VERSION") or ""
    return [f"libc6 (>= {libc.split()[-1]})" if one == "libc6" else one for one in found]


def _known_libraries() -> Iterable[tuple[str, str]]:
    told = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True)
    for line in reversed(told.stdout.splitlines()):
        name, arrow, path = line.partition(" => ")
        if arrow:
            yield name.split()[0], os.path.realpath(path)


def _owner(path: str) -> str:
    """Return the package that a file belongs to; /lib may be a link to /usr/lib, or not."""
    for place in (path, path.removeprefix("/usr")):
        told = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return told.stdout.partition(":")[0]
    raise SystemExit(f"{path} belongs to no package of this system.")


def _sums(work: Path) -> str:
    files = sorted(
        file for file in (work / "usr").rglob("*") if file.is_file() and not file.is_symlink()
    )
    return "".join(
        f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(work)}\n"
        for file in files
    )


def _modes(work: Path) -> None:
    """Let everybody read all of it, and run what is to be run."""
    for file in work.rglob("*"):
        if not file.is_symlink():
            runs = file.is_dir() or (file.name == NAME and file.parent.name == NAME)
            file.chmod(0o755 if runs else 0o644)


def pack(folder: Path, dist: Path) -> list[Path]:
    """Write a ``.deb`` and a ``.tar.gz`` of the program and of each add-on; return them."""
    dist.mkdir(parents=True, exist_ok=True)
    machine = os.uname().machine
    made = []
    for extra in ("", *ADD_ONS):
        name = _name(extra)
        deb = dist / f"{name}_{version(NAME)}_{machine.replace('x86_64', 'amd64')}.deb"
        debian(folder, extra, deb)
        tar = dist / f"{name}-{version(NAME)}-linux-{machine}.tar.gz"
        part = folder.parent / "archive"
        part_of(folder, extra, part)
        if extra:
            licences(part / "share" / "doc" / name, extra)
        else:
            desktop_data(part / "share")
            licences(part)
        archive(part, tar)
        made += [deb, tar]
    return made


if __name__ == "__main__":
    for made in pack(Path(sys.argv[1]), Path(sys.argv[2])):
        print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")
