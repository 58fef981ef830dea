"""A command line that is run in the process of the test."""

import pytest

from viewer.cli.main import main


@pytest.fixture
def run(capsys):
    """Run a command line in this process: status, standard output, standard error."""

    def command(*words):
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return status, said.out, said.err

    return command
