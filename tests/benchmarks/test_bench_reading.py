"""What `pyramidion bench reading` asks, and what it makes of the answers."""

from collections import Counter
from random import Random

import msgspec
import numpy as np
import pytest
from page_browser import chromium, page_browser  # noqa: F401 - fixtures

from benchmarks import reading
from benchmarks.reading import HELPS, KINDS, Answer, Answers
from model.records.view import Camera
from viewer.picture.compose.composer import base_picture
from viewer.scene import camera as cameras

WALL = {"west": (0, 1), "east": (0, -1), "south": (1, 1), "north": (1, -1)}


def reached(board, start, open_sites):
    """What one comes to from a site over touching ones that are open."""
    found, edge = {start}, [start]
    while edge:
        for other in board.neighbour_table[edge.pop()].tolist():
            if other >= 0 and other in open_sites and other not in found:
                found.add(other)
                edge.append(other)
    return found


def on_wall(board, wall):
    """The points of a wall: the outermost ones of each level on one side."""
    if wall == "base":
        return {site for site, level in enumerate(board.layers["level"]) if level == 1}
    axis, sign = WALL[wall]
    places, levels = sign * board.centres[:, axis], board.layers["level"]
    return {
        site
        for site in range(len(board))
        if places[site] < places[levels == levels[site]].min() + 1e-6
    }


def answered(kind, found, at, camera):
    """The answer, found by hand."""
    board, words = at.game.board, found.text.removesuffix("?").split()
    if kind in ("touch", "way out"):
        own = set(np.flatnonzero(at.balls("red" if "red" in words else "blue")).tolist())
    if kind == "touch":
        return str(len(own & on_wall(board, words[-2])))
    if kind == "way out":
        corner = next(name for name in board.corners if name in words)
        walls = [name for name in (*WALL, "base") if name in words]
        free = set(range(len(board))) - own
        place = reached(board, board.corners[corner], free)
        return "ny"[any(place & on_wall(board, wall) for wall in walls)]
    a, b = (board.index(mark.site) for mark in found.marks)
    if kind == "linked":
        same = set(np.flatnonzero(at.cells == at.cells[a]).tolist())
        return "ny"[b in reached(board, a, same)]
    eye, _ = cameras.sight_line(camera, 0.0, 0.0, 4 / 3)
    far = [np.linalg.norm(board.centres[site] - eye) for site in (a, b)]
    return "ab"[int(np.argmin(far))]


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_those_of_the_rules(kind):
    rng, found = Random(5), Counter()
    while found.total() < 40:
        at = reading.heap(rng)
        camera = cameras.fitted_to(base_picture(at), 4 / 3, Camera(rng.uniform(-180, 180), 30.0))
        one = reading.asked(kind, at, camera, rng, yes=found.total() % 2 == 0)
        if one is not None:
            assert one.truth == answered(kind, one, at, camera), f"{one.text} {at}"
            assert one.about
            found[one.truth] += 1
    assert min(found.values()) >= (1 if kind == "touch" else 10)


def test_each_reader_gets_each_kind_with_each_help():
    for seed in range(5):
        counted = Counter(reading.plan(seed))
        assert set(counted.values()) == {2, 3}
        assert Counter(given for _, given in counted.elements()) == dict.fromkeys(HELPS, 10)
        assert Counter(kind for kind, _ in counted.elements()) == dict.fromkeys(KINDS, 10)
    assert reading.plan(1) != reading.plan(2)


def test_a_sum_has_errors_and_times_beside_plain_pictures(tmp_path):
    answers = [
        Answer("linked", "plain", "y", "n", 4.0),
        Answer("touch", "plain", "3", "3", 6.0),
        Answer("linked", "focus", "n", "n", 2.0),
    ]
    (tmp_path / "answers-1.json").write_bytes(msgspec.json.encode(Answers(1, answers)))
    rows = {row.what: row for row in reading.rows_of(reading.read(tmp_path))}
    wrong, took = rows["all, focus: wrong"], rows["all, focus: time"]
    assert (wrong.ours, wrong.theirs) == (0.0, 0.5)
    assert (took.ours, took.theirs) == (2.0, 5.0)
    assert (rows["linked, focus: time"].theirs, len(rows)) == (4.0, 4)


@pytest.mark.soak
@pytest.mark.process
def test_a_page_asks_keeps_answers_and_saves_what_the_bench_reads(
    page_browser,  # noqa: F811 - the fixture
    tmp_path,
    monkeypatch,
):
    monkeypatch.setattr(reading, "QUESTIONS", 16)
    monkeypatch.setattr(reading, "PLACE", tmp_path)
    page = reading.write(3)
    page_browser.open(page)
    for number in range(16):
        if number in (0, 7):  # a page that is opened again goes on where it was
            page_browser.driver.refresh()
            page_browser.wait("return document.querySelector('[data-key=Enter]')").click()
        page_browser.wait(
            "return given.length && document.querySelector('small')?.textContent"
            " === `${arguments[0]} of 16`",
            number + 1,
        )
        truth = page_browser.run("return held.questions[answers.length].truth")
        if number % 2:
            page_browser.keys(truth)
        else:
            page_browser.click(f"[data-key='{truth}']")
    page_browser.wait("return document.body.textContent.includes('16 of 16 are right')")
    folder = str(tmp_path)
    page_browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
    page_browser.click("[data-key=Enter]")
    saved = tmp_path / "answers-3.json"
    for _ in range(100):
        if saved.exists():
            break
        page_browser.driver.execute_async_script("setTimeout(arguments[0], 50)")
    (read,) = reading.read(tmp_path)
    assert read.seed == 3
    assert sorted((one.kind, one.help) for one in read.answers) == sorted(reading.plan(3))
    assert all(0 < one.seconds < 60 for one in read.answers)
