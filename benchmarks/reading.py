"""reading: a page of questions about pictures, and what the answers saved from it say.

A reader opens the page in a browser, answers 40 questions with keys or clicks, and saves a file. It
shows balls in random heaps plainly, with focus, beside maps and swaying; the answers are known from
the rules. ``pyramidion bench reading`` writes such a page, and sums up the files saved beside it;
``python -m benchmarks.reading [--seed N]`` writes the page of another reader.
"""

from __future__ import annotations

import argparse
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import cos, pi
from pathlib import Path
from random import Random
from statistics import fmean, median

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace as replace_view

from benchmarks.rows import Row
from benchmarks.scenes import owners
from model.boards.lattice import CORNERS, WALLS
from model.connection import groups
from model.games.partition.kind import KIND
from model.games.partition.position import PLAYERS, PartitionPosition
from model.games.partition.verdicts import corner_state
from model.records.atomic_write import write_whole
from model.records.view import Camera, Mark
from viewer.export.pictures.svg import level_maps_svg
from viewer.picture.compose.composer import base_picture
from viewer.picture.compose.overlays import mark_overlays
from viewer.picture.picture import Picture
from viewer.scene import camera as cameras
from viewer.scene.offscreen import Offscreen, RenderError, jpeg

TEMPLATE = Path(__file__).with_suffix(".html")
PLACE = Path("build/reading")
"""Where the page is written, and where files of answers are looked for."""
QUESTIONS = 40
KINDS = ("linked", "touch", "nearer", "way out")
HELPS = ("plain", "focus", "maps", "sway")
SIZES, LEAST, MOST = (5, 6, 7), 0.45, 0.65
"""Of boards, and the share of their points that is filled."""
SIZE = (640, 480)
SWAY, FRAMES = 5.0, 9
"""Degrees to either side, and pictures from one end to the other."""
FAR = 2.1
"""How far from a corner balls are kept in sight where a way out is asked for, in diameters."""
APART = 0.8
"""How much nearer one ball is than the other, at least, in diameters."""
FAR_WALLS = {"N": "south", "S": "north", "W": "east", "E": "west"}
YES_NO = (("y", "Yes"), ("n", "No"))
A_B = (("a", "A"), ("b", "B"))
DIGITS = tuple((str(number), str(number)) for number in range(10))


class Asked(Struct, frozen=True):
    """A question without its picture.

    Attributes
    ----------
    answers
        Keys, and what their buttons say.
    truth
        The key of the right answer.
    marks
        What the picture marks.
    about
        The sites that focus keeps in sight.
    """

    text: str
    answers: tuple[tuple[str, str], ...]
    truth: str
    marks: tuple[Mark, ...]
    about: tuple[int, ...]


class Answer(Struct, frozen=True):
    """What a reader answered, and how many seconds it took."""

    kind: str
    help: str
    answer: str
    truth: str
    seconds: float


class Answers(Struct, frozen=True):
    """A file that the page saves."""

    seed: int
    answers: list[Answer]


# -- questions, with what the rules answer ---------------------------------------------------------


def asked(
    kind: str, at: PartitionPosition, camera: Camera, rng: Random, *, yes: bool
) -> Asked | None:
    """Return a question about a position, None where none such was found.

    Parameters
    ----------
    yes
        Whether that is the answer, where it may be.
    camera
        From where the position is seen, fitted.
    """
    board, player = at.game.board, rng.choice(PLAYERS)
    own = at.balls(player)
    if kind == "touch":
        wall = rng.choice([name for name in WALLS if name != "base"])
        count = int((own & board.wall(wall)).sum())
        about = np.flatnonzero(board.wall(wall) & (at.cells != 0)).tolist()
        text = f"How many {player} balls touch the {wall} wall?"
        return Asked(text, DIGITS, str(count), (), tuple(about)) if 1 <= count <= 9 else None
    if kind == "way out":
        corners = [
            name
            for name in CORNERS
            if not own[board.corners[name]]  # else there is nothing to look for
            and corner_state(at, player, name).kind in (("open",) if yes else ("isolates", "holds"))
        ]
        if not corners:
            return None
        corner = rng.choice(corners)
        site = board.corners[corner]
        near = np.linalg.norm(board.centres - board.centres[site], axis=1) < FAR
        about = np.flatnonzero(near & (at.cells != 0)).tolist()
        places = "apex", "base"
        if corner != "apex":
            places = (
                f"{corner} corner",
                " or ".join(FAR_WALLS[letter] for letter in corner) + " wall",
            )
        text = "Can you get from the {} to the {} without meeting a {} ball?".format(
            *places, player
        )
        return Asked(text, YES_NO, "ny"[yes], (), tuple(about))
    sites = np.flatnonzero(own if kind == "linked" else at.cells != 0).tolist()
    pairs = list(permutations(sites, 2))
    if kind == "linked":  # and do not touch
        labels, centres = groups(board, own).labels, board.centres
        far = (np.linalg.norm(centres[a] - centres[b]) > 1.5 for a, b in pairs)
        pairs = [
            (a, b)
            for (a, b), apart in zip(pairs, far, strict=True)
            if apart and bool(labels[a] == labels[b]) is yes
        ]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    marks = (
        Mark(board.names[a], colour="green", text="A"),
        Mark(board.names[b], colour="yellow", text="B"),
    )
    if kind == "linked":
        return Asked("Is ball A linked to ball B?", YES_NO, "ny"[yes], marks, (a, b))
    back, _, _ = cameras.frame(camera.azimuth, camera.elevation)
    eye = np.array(camera.centre) + (camera.distance or 0) * back
    far_a, far_b = (float(np.linalg.norm(board.centres[site] - eye)) for site in (a, b))
    truth = "a" if far_a < far_b else "b"
    enough = abs(far_a - far_b) >= APART
    return Asked("Which ball is nearer to you?", A_B, truth, marks, (a, b)) if enough else None


def plan(seed: int) -> list[tuple[str, str]]:
    """Return the kind of each question, and how its picture helps.

    Each pair comes as often as any other, or once more.
    """
    pairs = [*product(KINDS, HELPS)] * (QUESTIONS // (len(KINDS) * len(HELPS)))
    # What is left over: every kind and every help as often.
    pairs += [(KINDS[k % 4], HELPS[(k + k // 4 + seed) % 4]) for k in range(QUESTIONS - len(pairs))]
    Random(seed).shuffle(pairs)
    return pairs


def heap(rng: Random) -> PartitionPosition:
    """Return a position whose balls lie anywhere."""
    game = KIND.game(rng.choice(SIZES), "free")
    cells = owners(game.board, rng.uniform(LEAST, MOST), rng.randrange(1 << 30)) + 1
    return PartitionPosition(game, cells.astype(np.int8), 0)


def questions(seed: int) -> Iterator[dict[str, object]]:
    """Yield the questions of a reader as the page has them: one picture, or those of a sway."""
    rng, place = Random(seed), Offscreen(SIZE)
    try:
        for kind, given in plan(seed):
            yes, found = rng.random() < 0.5, None
            while found is None:
                at = heap(rng)
                way = Camera(rng.uniform(-180, 180), rng.uniform(20, 45))
                camera = cameras.fitted_to(base_picture(at), SIZE[0] / SIZE[1], way)
                found = asked(kind, at, camera, rng, yes=yes)
            shown = picture(at, found, camera, focus=given == "focus")
            maps = level_maps_svg(shown, width=SIZE[0], height=SIZE[1]) if given == "maps" else ""
            steps = range(FRAMES) if given == "sway" else (FRAMES // 2,)
            frames = [
                place.image(replace(shown, view=replace_view(shown.view, camera=swayed(camera, k))))
                for k in steps
            ]
            drawn = [b64encode(jpeg(frame)).decode() for frame in frames]
            page = {"kind": kind, "help": given, "pictures": drawn, "maps": maps}
            yield page | {name: getattr(found, name) for name in ("text", "answers", "truth")}
    finally:
        place.close()


def picture(at: PartitionPosition, found: Asked, camera: Camera, *, focus: bool) -> Picture:
    """Return what is seen of a question: nothing but its marks is picked out."""
    shown = base_picture(at)
    view = replace_view(shown.view, camera=camera, ghosts="off", dim=False)
    overlays = mark_overlays(at, found.marks)
    return replace(shown, view=view, overlays=overlays, focus=found.about if focus else None)


def swayed(camera: Camera, frame: int) -> Camera:
    """Return the camera of a frame of a sway, evenly in time: slow at both ends."""
    aside = -SWAY * cos(pi * frame / (FRAMES - 1))
    return replace_view(camera, azimuth=camera.azimuth + aside)


def write(seed: int) -> Path:
    """Write the page of a reader, and return where."""
    out = PLACE / f"questions-{seed}.html"
    held = msgspec.json.encode({"seed": seed, "questions": list(questions(seed))}).decode()
    out.parent.mkdir(parents=True, exist_ok=True)
    page = TEMPLATE.read_text("utf-8").replace("{{held}}", held.replace("</", "<\\/"))
    write_whole(out, page.encode())
    return out


# -- answers ---------------------------------------------------------------------------------------


def read(place: Path) -> list[Answers]:
    """Return what readers saved in a folder.

    Raises
    ------
    msgspec.DecodeError
        For a file that is no such one.
    """
    files = sorted(place.glob("*.json"))
    return [msgspec.json.decode(file.read_bytes(), type=Answers) for file in files]


def rows_of(saved: Sequence[Answers]) -> Iterator[Row]:
    """Yield errors and seconds of each help beside plain pictures, of all questions and by kind."""
    answers = [answer for one in saved for answer in one.answers]
    note = f"{len(saved)} readers, {len(answers)} answers"

    def figures(kind: str, given: str) -> tuple[float | None, float | None]:
        some = [one for one in answers if one.help == given and kind in ("all", one.kind)]
        if not some:
            return None, None
        return fmean(one.answer != one.truth for one in some), median(one.seconds for one in some)

    for kind in ("all", *KINDS):
        plain = figures(kind, HELPS[0])
        for given in HELPS[1:]:
            wrong, took = figures(kind, given)
            if wrong is not None:
                yield Row(f"{kind}, {given}: wrong", wrong, HELPS[0], plain[0], note=note, unit="%")
                yield Row(f"{kind}, {given}: time", took, HELPS[0], plain[1], note=note)


def measure() -> Iterator[Row]:
    """Yield what readers have answered; write the page where there is none yet."""
    try:
        page = PLACE / "questions-1.html"
        page = page if page.exists() else write(1)
    except RenderError as reason:
        yield Row("questions", None, note=str(reason))
        return
    yield Row("questions", QUESTIONS, note=f"open {page}, and save the answers there", unit="")
    yield from rows_of(read(PLACE))


def main() -> None:
    """Write the page of a reader, and say where."""
    parser = argparse.ArgumentParser("reading", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="another reader's questions")
    print(write(parser.parse_args().seed))


if __name__ == "__main__":
    main()
