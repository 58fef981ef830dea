"""The wheel: what it holds, and that what it installs works beside a hostile model.py."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.check

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = "raise SystemExit('a file of the current folder was imported')\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network by the hatchling of the test environment."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=60,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed console script; its environment borrows the dependencies of this one."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python")]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--no-index", wheel],
        check=True,
        capture_output=True,
        timeout=60,
    )
    # A path in a .pth file does not run the .pth files in there: the editable install stays out.
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)}))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts / "pyramidion"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder whose files are called like our packages and what they import."""
    for name in ("model", "viewer", "shaders", "numpy", "msgspec"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    return tmp_path


def run(program: Path, *words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed program as a person would, from `cwd`."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [program, *words],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_wheel_holds_three_packages_and_the_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {
        "model",
        "viewer",
        "shaders",
        "pyramidion.py",
    }
    (data,) = (top for top in tops if top.endswith(".data"))
    shared = {name.removeprefix(f"{data}/data/share/pyramidion/") for name in names}
    for path in ROOT.glob("examples/**/*.pyramidion"):
        assert path.relative_to(ROOT).as_posix() in shared
    for path in ROOT.glob("docs/rules/*.md"):
        assert f"rules/{path.name}" in shared
    for path in ROOT.glob("shaders/*"):
        if path.is_file():
            assert f"shaders/{path.name}" in names
    assert not [name for name in names if name.endswith((".pyc", ".orig"))]
    assert not [name for name in names if "bench" in name], "benchmarks stay in the checkout"


def test_new_works_from_a_hostile_folder(program: Path, elsewhere: Path) -> None:
    done = run(program, "new", "partition", "--option", "size=3", cwd=elsewhere)
    assert (done.stdout, done.stderr, done.returncode) == (
        "partition:size=3,rules=free 3,3,3/2,2/1 red\n",
        "",
        0,
    )


def test_benchmarks_want_a_checkout(program: Path, elsewhere: Path) -> None:
    done = run(program, "bench", "orbit", cwd=elsewhere)
    sentence = "the benchmarks are not installed: run bench in a checkout of the repository"
    assert (done.stdout, done.stderr, done.returncode) == ("", f"pyramidion: {sentence}\n", 3)
    assert "pyramidion bench [NAME...]" in run(program, "--help", cwd=elsewhere).stdout


def test_an_installed_example_is_drawn_from_a_hostile_folder(
    program: Path, elsewhere: Path
) -> None:
    examples = program.parent.parent / "share" / "pyramidion" / "examples"
    example = min(examples.glob("*.pyramidion"), key=lambda path: path.stat().st_size)
    words = ("render", example, "-o", "picture.png", "--size", "160x100")
    done = run(program, *words, cwd=elsewhere)
    assert done.returncode == 0, done.stderr
    assert (elsewhere / "picture.png").read_bytes().startswith(b"\x89PNG")


# -- games of other packages ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_games(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with the packages of examples/plugins beside it, built and installed as wheels."""
    folder = tmp_path_factory.mktemp("plugins")
    for package in ("cairns", "keystone"):
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
            cwd=ROOT / "examples" / "plugins" / package,
            check=True,
            capture_output=True,
            timeout=60,
        )
    pip = [sys.executable, "-m", "pip", "--python", str(program.parent / "python")]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--no-index", *folder.glob("*.whl")],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return program


NEARLY = "keystone:size=3 RBR,RRB,B2/2,2/1 red"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("games",), "keystone\tKeystone\tkeystone-for-pyramidion 1.0\n"),
        (("new", "cairns"), "cairns:radius=2 3,4,5,4,3 amber\n"),
        (("play", "keystone:size=3 3,3,3/2,2/1 red", "1a1"), "keystone:size=3 R2,3,3/2,2/1 blue\n"),
        (("solve", NEARLY, "--limit", "20"), "red wins"),
        (("bestmove", NEARLY, "--level", "3", "--seed", "1"), "2b2\n"),
        (("new", "--help"), "keystone"),
    ],
)
def test_a_game_of_another_package_is_there(
    with_games: Path, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    done = run(with_games, *words, cwd=tmp_path)
    assert says in done.stdout, done.stderr
    assert done.stderr == ""


@pytest.mark.soak
def test_it_is_drawn_kept_in_files_and_played_by_worker_processes(
    with_games: Path, tmp_path: Path
) -> None:
    done = run(with_games, "render", NEARLY, "-o", "a.png", "--size", "160x100", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    words = ("--count", "1", "--moves", "1", "--seed", "2", "--out", "set.pyramidion")
    done = run(with_games, "generate", "keystone", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "keystone-for-pyramidion" in (tmp_path / "set.pyramidion").read_text("utf-8")
    done = run(with_games, "check", "set.pyramidion", cwd=tmp_path)
    assert "sound" in done.stdout, done.stderr
    # Balanced openings of a game without kernels would take a minute to find.
    (tmp_path / "openings.txt").write_text("keystone:size=3 3,3,3/2,2/1 red\n")
    words = ("--games", "2", "--openings", "openings.txt", "--nodes", "20", "--jobs", "2")
    done = run(with_games, "match", "2", "1", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_it_speaks_ugi(with_games: Path, tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    with subprocess.Popen(
        [with_games, "ugi"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment,
        text=True,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(
            f"setoption name Game value keystone\nposition fen {NEARLY}\ngo nodes 200\n"
        )
        engine.stdin.flush()
        said = iter(engine.stdout.readline, "")
        assert next(line for line in said if line.startswith("bestmove")) == "bestmove 2b2\n"
        engine.stdin.write("quit\n")
