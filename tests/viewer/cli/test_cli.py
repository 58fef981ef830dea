"""The command line: what it prints where, and every status it ends with."""

import io
import json
import os
import signal
import subprocess
import sys
import time
import types

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.positions.setup import read_position
from model.records import record as records
from model.records.files import Contents, save
from model.records.view import Camera, Cut, Peel, View
from viewer.cli import status
from viewer.cli.main import main
from viewer.cli.status import worst

EMPTY = "partition:size=2,rules=free 2,2/1 red"
WON = "partition:size=2,rules=free RR,RR/1 blue"
FOUR = "partition:size=4,rules=free R3,4,4,3B/3,3,3/2,2/1 red"


@pytest.fixture
def run(run):
    """Run a command line, which says something of whatever goes wrong, and of nothing else."""

    def command(*words, stdin=b""):
        status, out, err = run(*words, stdin=stdin)
        assert bool(err) == (status not in (0, 130))
        return status, out, err

    return command


@pytest.fixture
def game(tmp_path):
    """A file with a line of three moves and a variation, at the second move."""
    record, node = records.new_record("partition:size=3,rules=free 3,3,3/2,2/1 red"), 0
    for move in ("2b2", "1a1", "1c1"):
        record, node = records.play(record, node, move)
    record, side = records.play(record, 1, "3c3")
    record, _ = records.set_view(record, side, View(explode=1.5))
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record, 2, View(cuts=(Cut(family="level", at=2.0),))))
    return str(path)


def process(*words, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "viewer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


# -- new, play, moves, perft ---------------------------------------------------------------------


def test_new_prints_a_fresh_position(run):
    six = "6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1"
    assert run("new", "partition") == (0, f"partition:size=6,rules=free {six} red\n", "")
    assert run("new", "partition", "--option", "size=2", "--option", "rules=stacking") == (
        0,
        "partition:size=2,rules=stacking 2,2/1 red\n",
        "",
    )


def test_play_prints_the_position_after_the_moves(run):
    assert run("play", FOUR)[:2] == (0, FOUR + "\n")
    assert run("play", "partition 2,2/1 red")[1] == EMPTY + "\n"
    played = "partition:size=2,rules=free B1,2/R red\n"
    assert run("play", EMPTY, "2b2", "1a1") == (0, played, "")
    assert run("play", EMPTY, "b2", "1a1") == (0, played, "")


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ([FOUR, "1a1"], 1, "1a1 is taken by a red ball"),
        ([FOUR, "2b2", "2b2"], 1, "2b2 is taken by a red ball"),
        ([FOUR, "a1"], 1, "1a1 is taken by a red ball"),
        ([FOUR, "9z9"], 2, "not a point of a pyramid of size 4"),
        ([FOUR, "d4"], 2, "d4 could be 2d4 or 4d4"),
        ([FOUR, ""], 2, "not a point"),
        ([WON, "2b2"], 1, "the game is over: red holds SW, SE, NW, NE and apex"),
        ([WON, "b2"], 1, "the game is over"),
        (
            ["partition:rules=stacking 2,2/1 red", "2b2"],
            1,
            "2b2 lacks support: 1a1, 1c1, 1a3 and 1c3 are empty",
        ),
        (["partition 2,2/1 green"], 2, "line 1, column 17: the side to move is red or blue"),
        (["nothing.pyramidion"], 2, "nothing.pyramidion: there is no such file"),
        (["partition"], 2, "partition: there is no such file"),
        (["chess:size=3 2,2/1 red"], 2, "a position starts with a game"),
        ([""], 2, "there is no such file"),
        ([EMPTY, "--node", "1"], 2, "only its own position"),
        ([EMPTY, "--node", "x"], 2, "not a whole number"),
    ],
)
def test_what_cannot_be_played(run, words, status, says):
    found, out, err = run("play", *words)
    assert (found, out) == (status, "")
    assert says in err
    assert err.count("\n") == 1


def test_moves_are_listed_in_site_order(run):
    assert run("moves", EMPTY)[1].split() == ["1a1", "1c1", "1a3", "1c3", "2b2"]
    assert run("moves", EMPTY, "--limit", "2")[1].split() == ["1a1", "1c1"]
    assert run("moves", EMPTY, "--limit", "0")[:2] == (0, "")
    assert run("moves", WON)[:2] == (0, "")
    assert run("moves", EMPTY, "--limit", "-1")[0] == 2


def test_perft(run):
    assert run("perft", EMPTY, "3")[:2] == (0, "60\n")
    assert run("perft", EMPTY, "0")[:2] == (0, "1\n")
    out = run("perft", "partition:rules=stacking 2,2/1 red", "2", "--divide")[1]
    assert out == "1a1: 3\n1c1: 3\n1a3: 3\n1c3: 3\n12\n"
    assert run("perft", EMPTY, "-1")[0] == 2
    assert run("perft", EMPTY, "1.5")[0] == 2
    assert run("perft", EMPTY)[0] == 2


# -- files and standard input --------------------------------------------------------------------


def test_a_file_stands_for_its_current_node(run, game):
    assert run("play", game)[1] == "partition:size=3,rules=free B2,3,3/R1,2/1 red\n"
    assert run("play", game, "--node", "4")[1] == "partition:size=3,rules=free 3,3,3/R1,2/B red\n"
    assert (
        run("play", game, "--step", "3")[1] == "partition:size=3,rules=free BR1,3,3/R1,2/1 blue\n"
    )
    assert run("play", game, "--step", "0")[1] == "partition:size=3,rules=free 3,3,3/2,2/1 red\n"
    assert "there is no node 9" in run("play", game, "--node", "9")[2]
    assert "has 3 moves, and --step asks for 4" in run("play", game, "--step", "4")[2]
    assert run("play", game, "--step", "4")[0] == 2
    assert run("play", game, "--step", "1", "--node", "1")[0] == 2


def test_standard_input_may_hold_positions_or_a_file(run, game):
    lines = f"{EMPTY}\n{FOUR}".encode()
    assert run("play", "-", stdin=lines)[:2] == (0, f"{EMPTY}\n{FOUR}\n")
    assert run("play", "-", stdin=f"{EMPTY}\r\n".encode())[:2] == (0, f"{EMPTY}\n")
    with open(game, "rb") as file:
        assert run("play", "-", "--node", "1", stdin=file.read())[1].endswith("/R1,2/1 blue\n")
    assert run("play", "-")[0] == 2
    assert run("play", "-", stdin=b"{")[0] == 2


def test_check_validates_files(run, game, tmp_path):
    bad, text = tmp_path / "bad.pyramidion", tmp_path / "position.txt"
    bad.write_text('{"format":"pyramidion/1","kind":"game","position":"x"}')
    text.write_text(EMPTY + "\n")
    assert run("check", game)[:2] == (0, f"{game}: ok, game, 4 moves\n")
    assert run("check", str(text))[:2] == (0, f"{text}: ok, position\n")
    status, out, err = run("check", str(bad), game)
    assert (status, out) == (2, f"{game}: ok, game, 4 moves\n")
    assert "$.position: column 1:" in err
    assert run("check")[0] == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_pipes_and_devices_are_refused_and_never_waited_for(run, tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "out.png"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    hint = "is a pipe, not a file: - stands for what comes through one into standard input\n"
    for words in (["moves"], ["analyze"], ["solve"], ["render", "-o", str(tmp_path / "a.png")], []):
        status, _, err = run(*words, str(pipe))
        assert (status, err) == (2, f"pyramidion: {pipe}: {hint}")
    assert run("check", str(pipe))[0] == 2
    assert run("moves", "/dev/zero")[2] == "pyramidion: /dev/zero: is a device, not a file\n"
    status, _, err = run("render", EMPTY, "-o", str(link))
    assert status == 2
    assert "not a file" in err
    assert pipe.is_fifo()


# -- analyze -------------------------------------------------------------------------------------


def test_analyze_prints_a_line_an_input_in_order(run, game):
    status, out, _ = run("analyze", EMPTY, WON, game, "--no-cost")
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [one["to_move"] for one in found] == ["red", None, "red"]
    assert list(found[0]) == ["game", "options", "to_move", "moves", "outcome", "corners"]
    assert found[1]["outcome"] == {"winner": "red", "how": "partitions"}


def test_analyze_reckons_costs(run):
    status, out, _ = run("analyze", EMPTY)
    found = json.loads(out)
    assert status == 0
    assert found["cost"]["red"] == {"SW": 2, "SE": 2, "NW": 2, "NE": 2, "apex": 2}
    assert found["win_cost"]["blue"]["n"] == 3


def test_a_bad_input_has_its_line_too(run):
    lines = f"{EMPTY}\n\npartition 2,2/1 green\n\xff\n{WON}\n".encode("latin-1")
    status, out, err = run("analyze", "-", "--no-cost", stdin=lines)
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [list(one) == ["error"] for one in found] == [False, True, True, True, False]
    assert found[2]["error"] == {
        "line": 3,
        "column": 17,
        "message": 'the side to move is red or blue, not "green"',
    }
    assert (found[1]["error"]["line"], found[3]["error"]["line"]) == (2, 4)
    assert err.count("\n") == 3


def test_a_line_of_megabytes_is_one_error(run):
    lines = b"partition " + b"R" * 3_000_000 + f"\n{EMPTY}\n".encode()
    status, out, _ = run("analyze", "-", "--no-cost", stdin=lines)
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [list(one) == ["error"] for one in found] == [True, False]


def test_what_is_not_decided_in_time_has_its_status(run):
    levels = "/".join(",".join([str(n)] * n) for n in range(9, 0, -1))
    status, out, err = run("analyze", f"partition {levels} red", "--limit", "0")
    assert status == 4
    assert "not decided" in err
    assert json.loads(out)["cost_bounds"]
    assert run("analyze", EMPTY, "--limit", "soon")[0] == 2


@pytest.mark.check
def test_analyze_by_several_processes_prints_the_same_and_goes_on_where_it_was_cut_off(
    run, tmp_path
):
    words = ["analyze", EMPTY, "nonsense", WON, "--no-cost"]
    path = tmp_path / "known.jsonl"
    alone = run(*words)
    assert run(*words, "--jobs", "2", "--out", str(path)) == alone
    head, *lines = path.read_text().splitlines()
    assert len(lines) == 2
    first = next(line for line in lines if json.loads(line)["number"] == 0)
    path.write_text(f"{head}\n{first.replace('partition', 'kept')}\n")
    status, out, _ = run(*words, "--out", str(path))
    assert status == alone[0] == 2
    assert [json.loads(line).get("game") for line in out.splitlines()] == [
        "kept",
        None,
        "partition",
    ]
    status, out, err = run("analyze", EMPTY, "--out", str(path))
    assert (status, out) == (2, "")
    assert "holds something else, or the analysis of other positions" in err


# -- solve, bench, window ------------------------------------------------------------------------


def test_what_cannot_exist_has_no_solution(run, tmp_path):
    for start, side, lacks in (
        ("partition:size=3,rules=stacking 3,3,3/R1,2/B", "red", "2b2 lacks support: "),
        ("pyraos:rules=standard 4,4,4,4/W2,3,3/2,2/1", "white", "2b2 needs a sphere on 1a1"),
    ):
        path = tmp_path / "draft.pyramidion"
        save(str(path), Contents(records.new_record(f"{start} {side}")))
        status, out, err = run("solve", str(path))
        assert (status, out) == (2, "")
        assert f"the position cannot exist: {lacks}" in err


@pytest.mark.check
def test_solve(run):
    status, out, _ = run("solve", EMPTY)
    assert status == 0
    assert out.startswith("red wins: ")
    solution = json.loads(run("solve", EMPTY, "--json")[1])
    assert solution["winner"] == "red"
    assert read_position(EMPTY).replay(solution["line"]).outcome.winner == "red"
    assert list(solution) == ["winner", "plies", "line", "by"]
    assert (solution["plies"], solution["by"]) == (len(solution["line"]), "proof")
    status, out, err = run("solve", "partition 3,3,3/2,2/1 red", "--limit", "0")
    assert (status, out) == (4, "")
    assert "not decided within 0 seconds; --limit SECONDS" in err
    large = "partition 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
    status, out, err = run("solve", large, "--limit", "1")
    assert (status, out) == (4, "")
    assert "not decided within 1 second; " in err


def test_who_waits_at_a_terminal_is_told(monkeypatch):
    told = io.StringIO()
    told.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(status, "SILENT", 0.0)
    with status.waiting("solving", 60.0):
        while "seconds" not in told.getvalue():
            time.sleep(0.001)
    assert " of at most 60 seconds\033[K" in told.getvalue()
    assert told.getvalue().endswith("\r\033[K")  # the line is taken away


def test_a_benchmark_that_is_none(run):
    status, out, err = run("bench", "nonsense")
    assert (status, out) == (2, "")
    assert "nonsense" in err


def test_without_a_command_the_window_opens(run, game, monkeypatch):
    opened = []
    window = types.ModuleType("viewer.program.startup")
    window.run = lambda *targets: opened.append(targets) or 0
    monkeypatch.setitem(sys.modules, "viewer.program.startup", window)
    assert run()[0] == run(game)[0] == run(FOUR)[0] == 0
    assert run("-", stdin=FOUR.encode())[0] == 0
    assert opened == [(), (game,), (FOUR,), (FOUR,)]
    for words in (["nothing"], ["partition 2"], ["--bogus"], [*FOUR.split()], [game, game], ["-"]):
        assert run(*words)[0] == 2
    assert len(opened) == 4


def test_a_command_that_is_none_is_named_with_the_one_it_is_near(run):
    status, out, err = run("anaylze", FOUR)
    assert (status, out) == (2, "")
    assert 'there is no command "anaylze"; did you mean analyze?' in err
    assert "--help" in run("castle", FOUR)[2]
    assert 'argument DEPTH: "-1" is not a whole number from 0 on' in run("perft", FOUR, "-1")[2]


def test_help_and_version(capsys):
    for words in (["--help"], ["-h"], ["--version"], ["play", "--help"], ["render", "-h"]):
        assert main(words) == 0
        said = capsys.readouterr()
        assert said.out.startswith(("usage: pyramidion", "pyramidion"))
        assert said.err == ""


# -- render --------------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch):
    """What was asked to be drawn; `drawn.error` is raised instead."""
    asked = types.SimpleNamespace(calls=[], plies=[], error=None)

    def draw(position, view, out, size, show, marks=(), plies=None, focus="", stereo=None):
        if asked.error:
            raise asked.error
        asked.plies.append(plies)
        asked.calls.append((position, view, out, size, show, marks))

    monkeypatch.setattr("viewer.export.pictures.pixel_file.render", draw)
    module = types.ModuleType("viewer.scene.offscreen")
    module.RenderError = type("RenderError", (RuntimeError,), {})
    monkeypatch.setitem(sys.modules, "viewer.scene.offscreen", module)
    asked.module = module
    return asked


def test_render_asks_for_what_the_words_say(run, drawn, tmp_path):
    out = tmp_path / "out.png"
    words = ["--view", "top", "--cut", "level=3", "--cut", "west=1..2:flip", "--peel", "shell=1"]
    words += [
        "--peel",
        "only=1a1",
        "--explode",
        "0.5",
        "--show",
        "corner=SW:red",
        "--size",
        "64x48",
    ]
    assert run("render", FOUR, "-o", str(out), *words) == (0, "", "")
    ((position, view, path, size, show, _marks),) = drawn.calls
    assert str(position) == FOUR
    assert view == View(
        camera=Camera(azimuth=0.0, elevation=90.0, parallel=True),
        cuts=(Cut(family="level", at=3), Cut(family="west", at=1, to=2, flip=True)),
        peel=Peel(layers=(("shell", 1),), only="1a1"),
        explode=0.5,
    )
    assert (path, size, show) == (out, (64, 48), ("corner=SW:red",))


def test_render_takes_the_view_of_a_file(run, drawn, game, tmp_path):
    out = str(tmp_path / "out.png")
    run("render", game, "-o", out)
    run("render", game, "-o", out, "--node", "4")
    run("render", game, "-o", out, "--view", "east")
    run("render", game, "-o", out, "--view", '{"explode": 2}')
    run("render", game, "-o", out, "--cut", "west=1")
    views = [call[1] for call in drawn.calls]
    assert [len(view.cuts) for view in views] == [1, 0, 1, 0, 1]
    assert [view.explode for view in views] == [0, 1.5, 0, 2, 0]
    assert views[2].camera.azimuth == 90
    assert views[4].cuts[0].family == "west"
    run("render", game, "-o", out, "--show", "colour=move")
    run("render", game, "-o", out, "--view", '{"colour": "move", "parts": [["empty", "hidden"]]}')
    run("render", FOUR, "-o", out, "--show", "colour=move")
    played = [None if plies is None else int(plies.max()) for plies in drawn.plies]
    assert played[:5] == [None] * 5
    assert played[5] == played[6] > 0
    assert played[7] is None  # a position string knows no moves
    assert drawn.calls[6][1] == View(colour="move", parts=(("empty", "hidden"),))


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["-o", "out.jpg"],
        ["-o", "."],
        ["-o", "no/such/folder/out.png"],
        ["-o", "a\0b.png"],
        ["-o", "out.png", "--size", "0x0"],
        ["-o", "out.png", "--size", "99999x10"],
        ["-o", "out.png", "--size", "64"],
        ["-o", "out.png", "--view", "home"],
        ["-o", "out.png", "--view", "{"],
        ["-o", "out.png", "--cut", "waist=2"],
        ["-o", "out.png", "--cut", "level=1,level=2,level=3,level=4"],
        ["-o", "out.png", "--peel", "waist=2"],
        ["-o", "out.png", "--explode", "nan"],
        ["-o", "out.png", "--explode", "6"],
        ["-o", "out.png", "--show", "corner=SW"],
        ["-o", "out.png", "--show", "corner=XX:red"],
        ["-o", "out.png", "--show", "labels=maybe"],
    ],
)
def test_render_refuses_what_does_not_fit(run, drawn, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("render", FOUR, *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert not drawn.calls
    assert not list(tmp_path.iterdir())


def test_a_machine_that_cannot_draw_has_its_status(run, drawn, tmp_path):
    drawn.error = drawn.module.RenderError("no OpenGL 3.2 can be had here")
    status, _, err = run("render", FOUR, "-o", str(tmp_path / "out.png"))
    assert status == 3
    assert "OpenGL" in err


# -- ends ----------------------------------------------------------------------------------------


def test_the_status_of_several_inputs():
    assert worst([0, 4, 1, 3, 2]) == 2
    assert worst([0, 4, 1, 3]) == 3
    assert worst([0, 4, 1]) == 1
    assert worst([0, 4]) == 4
    assert worst([0]) == worst([]) == 0


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (MemoryError(), 3, ""),
        (KeyboardInterrupt(), 130, ""),
        (RuntimeError("oh"), 3, ""),
        (RecursionError(), 3, ""),
        (
            OSError(5, "Input/output error", "there.pyramidion"),  # it does not blame the output
            3,
            "pyramidion: there.pyramidion: cannot be used: input/output error\n",
        ),
    ],
)
def test_no_exception_leaves_the_command_line(monkeypatch, capsys, error, status, says):
    from viewer.cli import subcommands

    def fail(words):
        raise error

    monkeypatch.setattr(subcommands, "run", fail)
    monkeypatch.setattr("viewer.cli.main._drop_output", lambda: None)
    assert main(["new", "partition"]) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert not says or said.err == says


@pytest.mark.check
def test_cheap_commands_import_nothing_heavy():
    script = (
        "import sys; from viewer.cli.main import main; "
        f"[main(w.split('|')) for w in ('new|partition', 'play|{EMPTY}|2b2', 'moves|{EMPTY}')]; "
        "heavy = {'numba', 'scipy', 'PySide6', 'vtkmodules', 'vtk', 'pyvista', 'matplotlib'}; "
        "sys.exit(f'imported {heavy & set(sys.modules)}' if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.check
@pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")
@pytest.mark.parametrize("moment", [0, 0.1, 0.25, 0.4])
def test_an_interrupt_ends_quietly(moment):
    # A shell that runs the tests in the background has them ignore SIGINT, and children inherit it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        counting = process("perft", "-", "9", stdin=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    counting.stdin.write(f"{WON}\npartition 3,3,3/2,2/1 red\n")
    counting.stdin.close()
    counting.stdin = None
    assert counting.stdout.readline() == "0\n"  # the second would take hours
    time.sleep(moment)  # while numba is brought in, or later
    counting.send_signal(signal.SIGINT)
    _, err = counting.communicate(timeout=60)
    assert counting.returncode == 130
    assert err == "pyramidion: interrupted\n"


@pytest.mark.check
@pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")
def test_a_reader_that_leaves_is_no_error():
    levels = "/".join(",".join([str(n)] * n) for n in range(50, 0, -1))
    listing = process("moves", f"partition {levels} red")
    listing.stdout.readline()
    listing.stdout.close()
    assert listing.wait(timeout=60) == 0
    assert listing.stderr.read() == ""
    listing.stderr.close()


@pytest.mark.parametrize(
    "words", [["moves", EMPTY], ["new", "partition"], ["perft", EMPTY, "1"], ["solve", EMPTY]]
)
def test_output_that_is_closed_is_no_error(run, monkeypatch, words):
    monkeypatch.setattr(sys, "stdout", None)
    assert run(*words)[0] == 0


@pytest.mark.check
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_the_machine():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "viewer", "new", "partition"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == "pyramidion: the output cannot be written: no space left on device\n"


@pytest.mark.check
@pytest.mark.skipif(os.name != "posix", reason="bytes as arguments")
def test_arguments_that_are_no_text():
    for word in (b"\xff\xfe", b"partition:size=2 \xff red"):
        done = subprocess.run(
            [sys.executable.encode(), b"-m", b"viewer", b"analyze", word],
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert list(json.loads(done.stdout)) == ["error"]
        assert done.stderr.count(b"\n") == 1


@pytest.mark.check
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_mangled_command_line_ends_with_a_status(run, drawn, tmp_path, monkeypatch, data):
    monkeypatch.chdir(tmp_path)
    words = st.one_of(
        st.sampled_from(
            ["--limit", "--node", "--no-cost", "-", "--", "-1", "1", "2b2", "d4", EMPTY]
        ),
        st.sampled_from(
            [FOUR, WON, "-o", "out.png", "--cut", "level=1", "--peel", "west=1", "--x"]
        ),
        st.text(max_size=12),
        st.text("partion:sze=2,/1RB ", max_size=30),
    )
    commands = ["new", "play", "moves", "perft", "analyze", "render", "check", "solve"]
    command = data.draw(st.sampled_from(commands))
    rest = data.draw(st.lists(words, max_size=5).filter(lambda ws: not {"-h", "--help"} & {*ws}))
    rest = ["x" if word.startswith(("--h", "-h")) else word for word in rest]
    status, _, _ = run(command, *rest, stdin=data.draw(st.binary(max_size=40)))
    assert status in (0, 1, 2, 4)


@pytest.mark.check
def test_a_picture_needs_no_display(tmp_path):
    bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    out = tmp_path / "out.png"
    words = ["--size", "120x90", "--cut", "level=3", "--show", "corner=SW:red"]
    drawing = process("render", FOUR, "-o", str(out), *words, env=bare)
    said = drawing.communicate(timeout=120)
    assert (drawing.returncode, *said) == (0, "", "")
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(out.read_bytes()[at : at + 4]) for at in (16, 20)] == [120, 90]
