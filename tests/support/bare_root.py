"""A Debian with nothing on it but what a package asks for, and a person at its window."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from PIL import Image, ImageGrab

SIZE = (1366, 768)
OURS = (
    "proc",
    "sys",
    "dev",
    "tmp",
    "run",
    "root",
    "var/lib/apt",
    "var/lib/dpkg",
    "var/cache",
    "var/log",
)
"""Where apt, dpkg and the system keep what is theirs."""
SHIPPED = "/usr/lib/pyramidion/_internal/share/pyramidion"


def mirror() -> str:
    """Return where this machine takes Debian from; "" where it does not say."""
    asked = [
        "apt-get",
        "indextargets",
        "--format",
        "$(REPO_URI)",
        "Created-By: Packages",
        "Origin: Debian",
    ]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    places = [place for place in told.stdout.split() if "security" not in place]
    return places[0] if places else ""


class BareRoot:
    """A root of a Debian, made by mmdebstrap; programs run in it without a network.

    Parameters
    ----------
    suite
        Which Debian.
    folder
        Where its files lie.
    """

    def __init__(self, suite: str, folder: Path) -> None:
        self.folder = folder
        self._display = ""
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", suite, folder, mirror()],
            check=True,
        )

    def run(self, *words: str, network: bool = False, patience: float = 300) -> str:
        """Run a program in it; return what it printed.

        Raises
        ------
        AssertionError
            When it fails, with what it said.
        """
        done = subprocess.run(
            self._inside(words, network), capture_output=True, text=True, timeout=patience,
            env=self._environment(), check=False,
        )  # fmt: skip
        assert done.returncode == 0, (
            f"{' '.join(words)}: {done.stdout[-500:]} {done.stderr[-1500:]}"
        )
        assert "plain Python" not in done.stderr, "a kernel is missing in the package"
        return done.stdout

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a program in it, such as the window."""
        return subprocess.Popen(self._inside(words, False), env=self._environment())

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End a program that was started, and wait until nothing runs in it.

        The first process of a namespace hears nothing gentler than this.
        """
        process.kill()
        process.wait()
        while self._runs():
            time.sleep(0.05)

    def _runs(self) -> bool:
        for place in Path("/proc").glob("[0-9]*/root"):
            with suppress(OSError):
                if place.readlink() == self.folder:
                    return True
        return False

    def files(self) -> set[str]:
        """Return everything that lies in it, but for what apt, dpkg and the system keep."""
        kept = tuple(str(self.folder / one) for one in OURS)
        found = set()
        for place, folders, names in os.walk(self.folder):
            folders[:] = [one for one in folders if not os.path.join(place, one).startswith(kept)]
            found |= {
                os.path.relpath(os.path.join(place, one), self.folder) for one in names + folders
            }
        return found

    def _environment(self) -> dict[str, str]:
        return {
            "HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive", "DISPLAY": self._display,
        }  # fmt: skip

    def _inside(self, words: tuple[str, ...], network: bool) -> list[str]:
        root, sockets = self.folder, self.folder / "tmp/.X11-unix"
        script = (
            f"mount -t proc proc {root}/proc && mount --rbind /dev {root}/dev && "
            f"mkdir -p {sockets} && mount --bind /tmp/.X11-unix {sockets} && "
            f'exec chroot {root} "$@"'
        )
        alone = [] if network else ["--net"]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", *alone,
                "bash", "-c", script, "in", *words]  # fmt: skip

    @contextmanager
    def screen(self) -> Iterator[Screen]:
        """Give it a screen meanwhile."""
        reading, writing = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-ac"],
            pass_fds=(writing,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as told:
            self._display = f":{told.readline().strip()}"
        try:
            yield Screen(self._display)
        finally:
            self._display = ""
            server.terminate()
            server.wait()


class Screen:
    """A screen, and the hands and eyes of somebody before it."""

    def __init__(self, display: str) -> None:
        self.display = display

    def picture(self) -> Image.Image:
        """Return what is to be seen."""
        return ImageGrab.grab(xdisplay=self.display)

    def frame_after(self, begun: float, process: subprocess.Popen[bytes], patience: float) -> float:
        """Wait for the first full frame of a scene; return the seconds since `begun`.

        A scene has many colours, shaded balls above all; a window without one has few.
        """
        while time.monotonic() < begun + patience:
            assert process.poll() is None, "the window is gone"
            width, height = SIZE
            middle = self.picture().crop((width // 4, height // 4, width * 5 // 8, height * 3 // 4))
            if middle.getcolors(1500) is None:
                return time.monotonic() - begun
            time.sleep(0.1)
        raise AssertionError("no scene is drawn")

    def do(self, *words: str) -> None:
        """Move the mouse, click or press keys, as xdotool says it."""
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.display}, check=True)


def can_be_made() -> bool:
    """Whether such a root can be made here."""
    tools = all(map(shutil.which, ("mmdebstrap", "Xvfb", "xdotool", "unshare", "dpkg-deb")))
    return tools and hasattr(os, "geteuid") and os.geteuid() == 0 and bool(mirror())
