"""README.md is true: its commands print what it says, and what it links to is there."""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.cli.main import main

pytestmark = pytest.mark.lint

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
SAYS = doctest.OutputChecker()


def commands() -> list[tuple[str, str]]:
    """Every ``$ command`` of the README's console blocks with the output that follows it."""
    found = []
    for block in CONSOLE.findall(README):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_readme_has_commands() -> None:
    assert len(commands()) >= 5


@pytest.mark.parametrize(("command", "output"), commands(), ids=[c for c, _ in commands()])
def test_a_command_prints_what_the_readme_says(
    command: str,
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    program, *words = shlex.split(command)
    assert program == "pyramidion"
    status = main(words)
    printed = capsys.readouterr()
    assert status == 0, printed.err
    assert SAYS.check_output(output, printed.out, doctest.ELLIPSIS), printed.out
    for name in re.findall(r"-o (\S+)", command):
        assert (tmp_path / name).stat().st_size > 1000


def test_a_shell_finds_the_program_and_prints_the_same(tmp_path: Path) -> None:
    command, output = commands()[0]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert SAYS.check_output(output, done.stdout, doctest.ELLIPSIS), done.stdout


def test_what_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_first_screen_names_the_two_commands() -> None:
    first = README.splitlines()[:24]
    assert any(line.startswith("make run") for line in first)
    assert any(line.startswith("make test") for line in first)
