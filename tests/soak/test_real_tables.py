"""Tables of the whole game as they lie on this computer: judged by the rules, state by state.

Building one takes minutes and gigabytes, so those are tried that are there: in the folder that
``PYRAMIDION_TABLES`` names, or in the user's. With ``BUILD_TABLES=1`` one is built, killed
and gone on with as well.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from model.games.pyraos.kind import KIND
from model.games.pyraos.table.making import check_states, position_of
from model.games.pyraos.turns import rules_number
from model.registry import kinds
from model.tablebase.library import found_tables, open_table
from model.tablebase.table_file import TableFile

REAL = [
    one.path for one in found_tables(kinds()) if one.header is not None and one.header.distances
]
TRIED = 1_000_000
KNOWN = {
    "pyraos-children": (36, 0),
    "pyraos-standard-optional": (40, 340_367),
    "pyraos-alternate-optional": (48, 28_802_323),
}
"""Plies from the start, and draws: what an independent study in C++ found."""

CHILDREN = "d8e49d9dacfa07c5a2e8487bd6d8e4841c2e43461af6236b2bdf5f318b7232bc"
"""The checksum of the children's table, built without a pause."""

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module", params=REAL, ids=lambda path: path.stem)
def real(request):
    file = TableFile(request.param)
    yield file
    file.close()


def test_a_million_states_are_worth_what_their_moves_make_of_them(real, seed, tell):
    options = real.header.options
    codes = real.all_codes()
    check_states(
        codes, rules_number(options["rules"]), options.get("removal") == "obliged", TRIED,
        real.path, seed,
    )  # fmt: skip
    tell(real.path.stem, states=TRIED)


def test_it_says_what_an_independent_study_found(real):
    known = KNOWN.get(real.path.stem)
    if known is None:
        pytest.skip("nobody has published this one")
    codes = real.all_codes()
    assert (int(codes[0]), int((codes == 0).sum())) == known


def test_draws_can_be_played_on_for_ever(real, seed):
    """From a draw there is a move to a draw, and no move to a position that is lost there."""
    codes = real.all_codes()
    draws = np.flatnonzero(codes == 0)
    if not len(draws):
        pytest.skip("no position is drawn")
    table = open_table(kinds(), real.path)
    game = KIND.configure({k: str(v) for k, v in real.header.options.items()})
    for state in np.random.default_rng(seed).choice(draws, 200):
        position = position_of(game, int(state))
        worth = table.probe_moves(position)
        assert table.probe(position).value == "draw"
        assert {entry.value for entry in worth.values()} <= {"draw", "loss"}
        assert "draw" in {entry.value for entry in worth.values()}
    table.close()


@pytest.mark.skipif(not os.environ.get("BUILD_TABLES"), reason="set BUILD_TABLES=1: 10 minutes")
def test_a_build_that_is_killed_and_gone_on_with_has_the_same_checksum(tmp_path):
    command = [
        sys.executable, "-m", "viewer", "tablebase", "build", "pyraos", "--rules", "children",
        "--folder", str(tmp_path), "--checkpoint", "10", "--json",
    ]  # fmt: skip
    checkpoint = tmp_path / "pyraos-children.checkpoint"
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        for line in process.stdout:
            told = json.loads(line)
            if told["stage"] == "solving" and told["done"] > 0.4 * told["total"]:
                break
        process.send_signal(signal.SIGKILL)
    assert checkpoint.exists()
    again = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = [json.loads(line) for line in again.stdout.splitlines()]
    assert [line["stage"] for line in lines[:2]] == ["reading", "solving"]
    assert lines[-1] == {"stage": "done", "path": str(tmp_path / "pyraos-children.table")}
    assert TableFile(Path(lines[-1]["path"])).header.checksum == CHILDREN
    assert not checkpoint.exists()
