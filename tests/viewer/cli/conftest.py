"""A command line that is run in the process of the test."""

import io
import sys

import pytest

from viewer.cli.main import main


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command line in this process: status, standard output, standard error."""

    def command(*words, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        assert all(line.startswith("pyramidion: ") for line in said.err.splitlines())
        return status, said.out, said.err

    return command
