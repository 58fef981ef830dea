"""A monkey at the real window: it finds no error, no frozen second, nothing that only grows.

100,000 events in 20 parts, each a process of its own, so that a run can be done in pieces:

    make soak SEED=7 SOAK="tests/soak/test_monkey.py -k 'part-03 or part-04'"

PYRAMIDION_SOAK_OUT names a folder that keeps what each part tells while it runs. How to let one
event be done again says `tests/support/monkey.py`.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from census import slope
from monkey_life import WARM
from PySide6.QtGui import QGuiApplication

CHECKOUT = Path(__file__).parents[2]
MONKEY = CHECKOUT / "tests" / "support" / "monkey.py"
FEW = 40
PARTS = 20
PART = 5_000
LONG, SEEDS = 30_000, 5
"""Events of a run that memory is watched over, and runs, a seed each."""
MOST_GROWTH = 5.0
"""MB in 10,000 events."""
SAID_BY_OTHERS = ("libEGL warning", "MESA", "mesa", "dbus", "QStandardPaths: ")
"""Beginnings of what drivers and the desktop say on standard error of a bare machine."""


def environment(offscreen: bool) -> dict[str, str]:
    chosen = dict(os.environ, PYTHONPATH=str(CHECKOUT), PYTHONFAULTHANDLER="1")
    # Numpy asks for huge pages, which come and go by tens of megabytes as the system finds time.
    chosen["NUMPY_MADVISE_HUGEPAGE"] = "0"
    if offscreen:
        chosen |= {
            "QT_QPA_PLATFORM": "offscreen",
            "VTK_DEFAULT_OPENGL_WINDOW": "vtkEGLRenderWindow",
            "PYRAMIDION_SCENE": "image",
        }
        chosen.pop("DISPLAY", None)
    return chosen


def digests_of(folder: Path) -> dict[str, str]:
    """What the repository keeps there holds; other tests make and remove bytecode."""
    files = (x for x in folder.rglob("*") if x.is_file() and "__pycache__" not in x.parts)
    return {str(x.relative_to(folder)): hashlib.sha256(x.read_bytes()).hexdigest() for x in files}


@dataclass
class Visit:
    """What came of letting a monkey in."""

    told: list[dict[str, Any]]
    order: list[str]
    status: int
    errors: str
    log: Path

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [one for one in self.told if one["kind"] == kind]

    def summary(self) -> dict[str, object]:
        counts: dict[str, object] = {"findings": len(self.of("finding"))}
        for did in self.of("did"):
            counts |= {"acts": sum(did["acts"].values()), "kinds_of_acts": len(did["acts"])}
            counts |= {"starts": did["starts"], "visits_of_the_empty_window": did["visits"]}
            counts["dialogs_and_menus"] = sum(did["met"].values())
            counts["longest_work"] = f"{did['longest'][-1][0]} s"
        for end in self.of("end"):
            counts["work"] = f"{end['worked']} s"
        return counts

    def judge(self) -> None:
        """Fail with what was found, the last events, and how to do them again."""
        last = self.log.read_text().splitlines()[-50:] if self.log.exists() else []
        again = f"again: {' '.join(self.order[1:-1])} FOLDER"
        found = self.of("finding")
        for one in found:
            events = "\n".join(one["last"])
            print(f"{one['finding']}\n{one['text']}\nthe last events:\n{events}\n")
        assert not found, f"{[one['finding'] for one in found]}; {again}"
        broken = "\n".join(one["text"] for one in self.of("broken"))
        assert not broken, f"{broken}\n{again}"
        how = signal.Signals(-self.status).name if self.status < 0 else self.status
        story = "\n".join([self.errors[-6000:], *last, again])
        assert self.of("end"), f"ended by {how}\n{story}"
        assert self.status == 0, f"ended by {how}\n{story}"
        said = [x for x in self.errors.splitlines() if not x.startswith(SAID_BY_OTHERS)]
        assert not said, "\n".join([*said[:40], again])


def let_in(
    folder: Path, seed: int, first: int, events: int,
    *, offscreen: bool, frozen: float, idle: float, kernels: bool = False,
) -> Visit:  # fmt: skip
    """Run a monkey."""
    work = folder / "work"
    order = [
        sys.executable, str(MONKEY), "--seed", str(seed), "--first", str(first),
        "--events", str(events), "--frozen", str(frozen), "--idle", str(idle),
        *["--kernels"] * kernels, "--work", str(work),
    ]  # fmt: skip
    kept = Path(os.environ.get("PYRAMIDION_SOAK_OUT", folder))
    kept.mkdir(parents=True, exist_ok=True)
    telling = kept / f"monkey-{seed}-{first}.jsonl"
    with telling.open("w") as out:
        done = subprocess.run(
            order,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=environment(offscreen),
            timeout=1200 + 4 * events,
        )
    told = [json.loads(x) for x in telling.read_text().splitlines() if x.startswith("{")]
    return Visit(told, order, done.returncode, done.stderr, work / "events.log")


@pytest.mark.parametrize("place", ["display", pytest.param("offscreen", marks=pytest.mark.soak)])
def test_a_few_events_do_no_harm(tmp_path, tell, place):
    if QGuiApplication.platformName() in ("", "offscreen", "minimal"):
        place = "offscreen"
    seed = {"display": 11, "offscreen": 12}[place]
    before = digests_of(CHECKOUT / "examples")
    # Seconds of work are longer where ten processes share the caches of two cores.
    visit = let_in(tmp_path, seed, 0, FEW, offscreen=place == "offscreen", frozen=4.0, idle=1.0)
    tell(f"monkey, {place}", own_seed=seed, events=FEW, **visit.summary())
    visit.judge()
    assert digests_of(CHECKOUT / "examples") == before


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS), ids="part-{:02}".format)
def test_many_events_do_no_harm(tmp_path, tell, seed, part):
    """Every fourth part is without a display."""
    visit = let_in(tmp_path, seed, part * PART, PART, offscreen=part % 4 == 3, frozen=1.5, idle=3.0)
    tell(f"monkey, part {part}", events=PART, **visit.summary())
    visit.judge()


@pytest.mark.soak
def test_memory_stays_flat_over_many_events(tmp_path, tell, seed):
    """What is made when it is first needed is there after 3,000 events; from then on nothing grows.

    Kernels, of which some are first called after hours, are loaded beforehand. At each visit all
    documents are closed. What is held then differs by some MB from visit to visit, and a window
    that is made anew begins lower: of five seeds the middle one counts.
    """
    grows = []
    for own in range(seed, seed + SEEDS):
        (folder := tmp_path / str(own)).mkdir()
        visit = let_in(folder, own, 0, LONG, offscreen=True, frozen=4.0, idle=3.0, kernels=True)
        visit.judge()
        held = [(one["event"], one["memory, MB"]) for one in visit.of("visit")]
        held = [one for one in held if one[0] > WARM]
        grows.append(10_000 * slope(held))
        tell(
            f"memory, seed {own}", events=LONG, megabytes=held[-1][1],
            megabytes_in_10_000_events=round(grows[-1], 1),
        )  # fmt: skip
    assert sorted(grows)[SEEDS // 2] < MOST_GROWTH, grows
