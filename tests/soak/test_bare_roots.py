"""The package on a Debian where nothing else is: it installs, does all it is for, and goes."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bare_root import SHIPPED, BareRoot, Screen, can_be_made

ROOT = Path(__file__).resolve().parents[2]
SUITES = ("bookworm", "trixie")
FIGURE = f"{SHIPPED}/examples/02-figure-1.pyramidion"
LESSON = f"{SHIPPED}/examples/lessons/06-poly-y-course.pyramidion"
SMALL = "partition:size=2,rules=free 2,2/1 red"
PACKED, UNPACKED = 110e6, 400e6
"""Bytes that the package may have; docs/measured.md says what takes them."""
FIRST = 1.5
"""How many times as long as the second start the first may take to a full frame."""
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not can_be_made(), reason="needs root, mmdebstrap, Xvfb and xdotool"),
]


@pytest.fixture(scope="module")
def packages() -> list[Path]:
    """The package and its add-ons, built anew unless they have been since the last commit."""
    found = sorted((ROOT / "dist").glob("pyramidion*.deb"), key=lambda file: "-" in file.name)
    last = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    if not found or found[0].stat().st_mtime < float(last.stdout):
        subprocess.run(["make", "package"], cwd=ROOT, check=True)
        found = sorted((ROOT / "dist").glob("pyramidion*.deb"), key=lambda file: "-" in file.name)
    return found


@pytest.mark.parametrize("suite", SUITES)
def test_a_bare_debian(suite, packages, tmp_path, tell):
    root = BareRoot(suite, tmp_path / suite)
    before = root.files()
    assert not any("python3" in name for name in before)
    times = Times()
    package, *add_ons = packages
    root.run("apt-get", "-qq", "update", network=True)
    with times.of("install"):
        install(root, package)
    assert not (root.folder / "usr/bin/python3").exists()
    size = sum(file.lstat().st_size for file in (root.folder / "usr/lib/pyramidion").rglob("*"))
    assert package.stat().st_size < PACKED
    assert size < UNPACKED
    for kind, add_on in (("mp4", "pyramidion-film"), ("pdf", "pyramidion-print")):
        with pytest.raises(AssertionError, match=add_on):
            root.run("pyramidion", "export", SMALL, "-o", f"/root/none.{kind}")
    install(root, *add_ons)
    commands(root, times)
    window(root, times, tmp_path)
    names = [file.name.partition("_")[0] for file in packages]
    root.run("apt-get", "-qq", "purge", "-y", *names, network=True)
    root.run("apt-get", "-qq", "autoremove", "--purge", "-y", network=True)
    assert sorted(root.files() - before) == []
    tell(f"{package.stat().st_size / 1e6:.0f} MB packed, {size / 1e6:.0f} MB unpacked; {times}")


def install(root: BareRoot, *packages: Path) -> None:
    """Install packages of this folder, and what they need from Debian."""
    for package in packages:
        shutil.copy(package, root.folder / "root" / package.name)
    words = [f"/root/{package.name}" for package in packages]
    root.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *words, network=True)
    for package in packages:
        (root.folder / "root" / package.name).unlink()


class Times:
    """What each step took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Take the time of a block."""
        begun = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - begun

    def __str__(self) -> str:
        return ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self.seconds.items())


def commands(root: BareRoot, times: Times) -> None:
    """Everything the command line is for."""
    assert root.run("pyramidion", "--version").startswith("pyramidion ")
    assert "brings everything compiled" in root.run("pyramidion", "warm")
    with times.of("render"):
        root.run("pyramidion", "render", FIGURE, "-o", "/root/figure.png")
    assert (root.folder / "root/figure.png").read_bytes().startswith(b"\x89PNG")
    for kind in kinds():
        # A film of a whole game takes minutes on a busy computer; one of a position turns once.
        what = SMALL if kind in films() else FIGURE
        with times.of(f"export {kind}"):
            root.run("pyramidion", "export", what, "-o", f"/root/figure.{kind}")
        assert (root.folder / f"root/figure.{kind}").stat().st_size > 1000
    with times.of("solve"):
        assert root.run("pyramidion", "solve", SMALL)
    with times.of("lesson"):
        assert ": ok, lesson" in root.run("pyramidion", "check", LESSON)
    (root.folder / "root/openings").write_text(f"{SMALL}\n")
    with times.of("match"):
        told = root.run(
            "pyramidion", "match", "1", "pyramidion ugi", "--games", "2", "--openings",
            "/root/openings", "--limit", "0.1", "--jobs", "2",
        )  # fmt: skip
    assert " of 2 games" in told
    root.run("pyramidion", "tablebase", "build", "partition", "--size", "2", "--rules", "free")
    kept = [name for name in root.files() if name.endswith((".nbc", ".nbi"))]
    assert kept == [], "kernels were compiled that the package should bring"
    assert not list((root.folder / "root/.cache").rglob("*.nbc"))


def kinds() -> list[str]:
    """The endings of the files that `export` writes."""
    from viewer.cli.export_command import KINDS

    return [suffix.removeprefix(".") for kind in KINDS for suffix in kind.suffixes]


def films() -> list[str]:
    """The endings among them that are films."""
    from viewer.cli.export_command import kind_of

    return [suffix.removeprefix(".") for suffix in kind_of(Path("film.gif")).suffixes]


def window(root: BareRoot, times: Times, pictures: Path) -> None:
    """Open a game twice, play by mouse, save, and hand over a second file."""
    shutil.copy(
        root.folder / f"{SHIPPED[1:]}/examples/01-empty-board.pyramidion",
        root.folder / "root/game.pyramidion",
    )
    game = root.folder / "root/game.pyramidion"
    game.chmod(0o644)
    assert moves(game) == 0
    for name in ("first start", "second start"):
        with root.screen() as screen:
            begun = time.monotonic()
            process = root.start("pyramidion", "open", "/root/game.pyramidion")
            times.seconds[name] = screen.frame_after(begun, process, patience=120)
            time.sleep(3)
            if name == "second start":
                play(screen, game)
                screen.picture().save(pictures / "played.png")
                root.run("pyramidion", "open", LESSON)
                time.sleep(4)
                screen.picture().save(pictures / "handed.png")
            root.end(process)
    with root.screen() as screen:  # as where a graphics card draws
        begun = time.monotonic()
        process = root.start(
            "env", "PYRAMIDION_SCENE=interactor", "pyramidion", "open", "/root/game.pyramidion"
        )
        screen.frame_after(begun, process, patience=120)
        root.end(process)
    assert times.seconds["first start"] <= FIRST * times.seconds["second start"] + 1.0


def moves(game: Path) -> int:
    """How many moves a file holds."""
    return len(json.loads(game.read_text())["nodes"]) - 1


def play(screen: Screen, game: Path) -> None:
    """Click here and there in the scene until a move is played, and save it."""
    for x in range(450, 750, 30):
        for y in range(300, 600, 60):
            screen.do("mousemove", str(x), str(y), "sleep", "0.1", "click", "1", "key", "Return")
        screen.do("key", "ctrl+s", "sleep", "0.5")
        if moves(game):
            return
    raise AssertionError("no click played a move")
